import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Charge: Model, JSONSerializing, JSONPresenceKeeping {
  var amount = 0
  var currency = "usd"
  var isPaid = false
  var fee = 1.5
  var note: String?
  var refund: Int?
  var tags: [String] = []
  var created: Date?
  var inner: Charge?
  var jsonPresence = JSONPresence()
}

private final class Order: Model, JSONSerializing, JSONPresenceKeeping {
  var id = 0
  var city: String?
  var street: String?
  var block: Int?
  var limit = 5
  var jsonPresence = JSONPresence()

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "city": "address.city", "street": "address.at.street", "block": "address.at.block",
      "limit": "limits.most",
    ]
  }
}

private func back<M: JSONSerializing>(
  _ type: M.Type, _ text: String, _ policy: ConversionPolicy? = nil,
  writing: ConversionPolicy? = nil
) throws -> String {
  let model = try JSONAdapter.model(of: type, from: text, policy: policy)
  return try JSONAdapter.string(from: model, policy: writing ?? policy)
}

@Suite struct JSONPresenceTests {
  static let charges = [
    "{}",
    #"{"amount":1}"#,
    #"{"note":null}"#,
    #"{"amount":0,"currency":"usd","isPaid":false,"fee":1.5,"note":null,"refund":null,"tags":[],"created":null,"inner":null}"#,
    #"{"amount":7,"note":"x","inner":{"note":null,"inner":{"refund":null,"inner":{}}}}"#,
    #"{"currency":"eur","created":"2020-01-02T03:04:05Z","inner":null}"#,
  ]

  @Test(arguments: charges)
  func writesWhatWasRead(_ text: String) throws {
    #expect(try back(Charge.self, text) == text)
    let nulls = ConversionPolicy.strict.with { $0.nilOnExport = .null }
    #expect(try back(Charge.self, text, nulls) == text)
    let none = ConversionPolicy.strict.with { $0.nilOnExport = .omitAlways }
    #expect(try back(Charge.self, text, none) == text)
    #expect(try back(Charge.self, text, .strict, writing: nulls) == text)
  }

  static let orders = [
    "{}", #"{"id":1}"#, #"{"address":null}"#, #"{"address":{}}"#, #"{"address":{"city":null}}"#,
    #"{"address":{"at":null}}"#, #"{"address":{"at":{}}}"#,
    #"{"id":0,"address":{"city":"Rome","at":{"street":null}},"limits":{"most":5}}"#,
    #"{"address":{"at":{"street":"a","block":null}},"limits":{}}"#,
    #"{"address":{"at":{"block":3}}}"#,
  ]

  @Test(arguments: orders)
  func remembersEachObjectOfAPath(_ text: String) throws {
    #expect(try back(Order.self, text) == text)
    #expect(try back(Order.self, text, .strict.with { $0.nilOnExport = .null }) == text)
    #expect(try back(Order.self, text, .lenient) == text)
  }

  @Test func writesANewObjectAsWithoutThePresence() throws {
    let charge = Charge()
    let text = #"{"amount":0,"currency":"usd","isPaid":false,"fee":1.5,"tags":[]}"#
    #expect(try JSONAdapter.string(from: charge) == text)
    #expect(try JSONAdapter.string(from: Order()) == #"{"id":0,"limits":{"most":5}}"#)
    let nulls = ConversionPolicy.strict.with { $0.nilOnExport = .null }
    #expect(
      try JSONAdapter.string(from: Order(), policy: nulls)
        == #"{"id":0,"address":{"city":null,"at":{"street":null,"block":null}},"limits":{"most":5}}"#
    )
  }

  @Test func writesWhatChanged() throws {
    let charge = try JSONAdapter.model(of: Charge.self, from: #"{"note":null,"refund":4}"#)
    charge.note = "x"
    charge.amount = 3
    charge.refund = nil
    #expect(try JSONAdapter.string(from: charge) == #"{"amount":3,"note":"x"}"#)
    charge.note = nil
    charge.amount = 0
    #expect(try JSONAdapter.string(from: charge) == #"{"note":null}"#)
    let order = try JSONAdapter.model(of: Order.self, from: #"{"address":null}"#)
    order.block = 2
    #expect(
      try JSONAdapter.string(from: order)
        == #"{"address":{"city":null,"at":{"street":null,"block":2}}}"#)
    let other = try JSONAdapter.model(of: Order.self, from: "{}")
    other.block = 2
    other.limit = 6
    #expect(
      try JSONAdapter.string(from: other) == #"{"address":{"at":{"block":2}},"limits":{"most":6}}"#)
  }

  @Test func writesNullForWhatItWasRepairedTo() throws {
    let text = #"{"amount":null,"currency":null,"fee":null,"tags":null}"#
    let charge = try JSONAdapter.model(of: Charge.self, from: text, policy: .lenient)
    #expect(charge.currency == "usd")
    #expect(try JSONAdapter.string(from: charge, policy: .lenient) == text)
    // Under a policy that has no repair, too.
    #expect(try JSONAdapter.string(from: charge) == text)
    charge.currency = ""
    charge.tags = ["a"]
    #expect(
      try JSONAdapter.string(from: charge, policy: .lenient)
        == #"{"amount":null,"currency":"","fee":null,"tags":["a"]}"#)
    let reset = ConversionPolicy.strict.with { $0.null = .reset }
    let other = try JSONAdapter.model(of: Charge.self, from: text, policy: reset)
    #expect(other.fee == 0 && other.currency == "")
    #expect(try JSONAdapter.string(from: other, policy: reset) == text)
    other.fee = 1.5
    #expect(
      try JSONAdapter.string(from: other, policy: reset)
        == #"{"amount":null,"currency":null,"fee":1.5,"tags":null}"#)
    let skip = ConversionPolicy.strict.with { $0.null = .skip }
    #expect(try back(Charge.self, text, skip) == text)
    #expect(try back(Charge.self, #"{"note":null}"#, skip) == #"{"note":null}"#)
  }

  @Test func leavesOutDefaultsByThePolicy() throws {
    let policy = ConversionPolicy.strict.with {
      $0.defaultsOnExport = .omit
      $0.emptyOnExport = .omit
    }
    let text = #"{"amount":0,"currency":"eur","note":null,"tags":[]}"#
    #expect(try back(Charge.self, text, policy) == #"{"currency":"eur","note":null}"#)
  }

  @Test func updatesWhatIsNamed() throws {
    let charge = try JSONAdapter.model(of: Charge.self, from: #"{"note":null,"refund":4}"#)
    try JSONAdapter.update(charge, from: #"{"refund":null,"amount":0}"#)
    #expect(try JSONAdapter.string(from: charge) == #"{"amount":0,"note":null,"refund":null}"#)
    try JSONAdapter.update(charge, from: #"{"note":"x"}"#)
    #expect(try JSONAdapter.string(from: charge) == #"{"amount":0,"note":"x","refund":null}"#)
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(charge, from: #"{"note":null,"inner":{"amount":"?"}}"#)
    }
    #expect(try JSONAdapter.string(from: charge) == #"{"amount":0,"note":"x","refund":null}"#)
    let made = Charge()
    try JSONAdapter.update(made, from: #"{"note":null,"tags":[]}"#)
    #expect(
      try JSONAdapter.string(from: made)
        == #"{"amount":0,"currency":"usd","isPaid":false,"fee":1.5,"note":null,"tags":[]}"#)
    let order = try JSONAdapter.model(of: Order.self, from: #"{"address":null}"#)
    try JSONAdapter.update(order, from: #"{"address":{"at":null},"limits":{}}"#)
    #expect(
      try JSONAdapter.string(from: order) == #"{"address":{"city":null,"at":null},"limits":{}}"#)
  }

  @Test func removesByAMergePatch() throws {
    let charge = try JSONAdapter.model(
      of: Charge.self, from: #"{"amount":3,"note":null,"refund":4,"inner":{"note":null}}"#)
    try JSONAdapter.apply(
      mergePatch: #"{"amount":null,"refund":null,"inner":{"note":null,"tags":[]}}"#, to: charge)
    #expect(try JSONAdapter.string(from: charge) == #"{"note":null,"inner":{"tags":[]}}"#)
    let order = try JSONAdapter.model(
      of: Order.self, from: #"{"address":{"city":"a"},"limits":{"most":7}}"#)
    try JSONAdapter.apply(mergePatch: #"{"address":null,"limits":{"most":null}}"#, to: order)
    #expect(try JSONAdapter.string(from: order) == #"{"limits":{}}"#)
  }

  @Test func isNoProperty() throws {
    let (first, second) = try (
      JSONAdapter.model(of: Charge.self, from: "{}"),
      JSONAdapter.model(of: Charge.self, from: #"{"note":null,"tags":[]}"#)
    )
    #expect(first == second && first.hash == second.hash)
    #expect(!Charge.propertyKeys.contains("jsonPresence"))
    #expect(first.dictionaryValue["jsonPresence"] == nil)
    let patch = try JSONAdapter.mergePatch(from: first, to: second)
    #expect(String(decoding: patch, as: UTF8.self) == "{}")
    #expect(!second.description.contains("Presence"))
    #expect(first.differences(from: second).isEmpty)
    first.mergeValues(from: second)
    #expect(try JSONAdapter.string(from: first) == "{}")
  }

  private final class Wide: Model, JSONSerializing, JSONPresenceKeeping {
    var first: String?
    var either: String?
    var urls: [String]?
    var user: Int?
    var any: Any?
    var raw: RawJSON?
    var double: String??
    var jsonPresence = JSONPresence()

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      [
        "first": "images[0]", "either": .firstOf("either", "old.either"), "urls": "links[*].url",
        "user": .reading("user_id", writing: "user"),
      ]
    }
  }

  @Test(arguments: [
    "{}", #"{"any":null,"raw":null,"double":null,"either":null,"links":null}"#,
    #"{"any":null,"either":"a","images":["x"],"links":[{"url":"b"}]}"#,
    #"{"raw":{},"links":[]}"#,
  ])
  func remembersTheValuesAtOtherPlaces(_ text: String) throws {
    let model = try JSONAdapter.model(of: Wide.self, from: text)
    let written = try JSONAdapter.dictionary(from: model) as NSDictionary
    #expect(try written == JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
    let alternative = try JSONAdapter.model(
      of: Wide.self, from: #"{"old":{"either":null},"user_id":null}"#)
    #expect(
      try JSONAdapter.dictionary(from: alternative) as NSDictionary
        == ["either": NSNull(), "user": NSNull()])
  }

}
