import Foundation
import Peridot
import Testing

@testable import TestSupport

/// As a payment API has them: ninety members, of which any can be absent or null.
final class PresencePayment: Model, JSONSerializing, CodableModel, JSONPresenceKeeping {
  var amount: Int?
  var amountCapturable: Int?
  var amountReceived: Int?
  var application: String?
  var applicationFee: Double?
  var canceledAt: Int?
  var cancellationReason: String?
  var captureMethod = "automatic"
  var clientSecret: String?
  var created = 0
  var currency = "usd"
  var customer: PresenceCustomer?
  var details: String?
  var invoice: String?
  var isLive = false
  var lastError: [String: String]?
  var metadata: [String: String] = [:]
  var nextAction: String?
  var methods: [String] = []
  var reviewed: Date?
  var city: String?
  var street: String?
  var carrier: String?
  var jsonPresence = JSONPresence()

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "amountCapturable": "amount_capturable", "city": "shipping.address.city",
      "street": "shipping.address.line1", "carrier": "shipping.carrier",
    ]
  }
}

final class PresenceCustomer: Model, JSONSerializing, CodableModel, JSONPresenceKeeping {
  var id = ""
  var email: String?
  var phone: String?
  var jsonPresence = JSONPresence()

  override class var identityKey: String? { "id" }
}

private let documents = [
  "{}",
  #"{"amount":5,"amount_capturable":null,"currency":"eur","customer":{"id":"c","email":null},"shipping":{"address":null}}"#,
  #"{"application":null,"captureMethod":"automatic","created":0,"customer":null,"lastError":null,"metadata":{},"methods":[],"shipping":null}"#,
  #"{"customer":{},"isLive":false,"reviewed":"2020-01-02T03:04:05Z","shipping":{"address":{"city":"Rome","line1":null},"carrier":null}}"#,
  #"{"nextAction":null,"reviewed":null,"shipping":{}}"#,
]

private func value(_ text: String) throws -> NSDictionary {
  try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
}

@Suite struct PresenceDoorTests {
  private func expectBack(
    _ payment: PresencePayment?, _ text: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let payment = try #require(payment, sourceLocation: location)
    #expect(try value(JSONAdapter.string(from: payment)) == value(text), sourceLocation: location)
    #expect(
      try JSONAdapter.dictionary(from: payment) as NSDictionary == value(text),
      sourceLocation: location)
    let coded = String(decoding: try JSONEncoder().encode(payment), as: UTF8.self)
    // Its dates are numbers.
    if !text.contains("2020") { #expect(try value(coded) == value(text), sourceLocation: location) }
  }

  @Test(arguments: documents)
  func remembersWhatAnyDoorRead(_ text: String) throws {
    try expectBack(JSONAdapter.model(from: text), text)
    try expectBack(JSONAdapter.model(from: Data(text.utf8)), text)
    try expectBack(JSONAdapter.model(from: value(text) as? [String: Any] ?? [:]), text)
    try expectBack(JSONAdapter.models(of: PresencePayment.self, from: "[\(text)]").first, text)
    try expectBack(
      JSONAdapter.modelsByKey(of: PresencePayment.self, from: #"{"a":\#(text)}"#)["a"], text)
    try expectBack(
      JSONAdapter.model(of: PresencePayment.self, from: #"{"a":[\#(text)]}"#, at: "a[0]"), text)
    try expectBack(RawJSON(text).decode(as: PresencePayment.self), text)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    try expectBack(decoder.decode(PresencePayment.self, from: Data(text.utf8)), text)
    let updated = PresencePayment()
    try JSONAdapter.update(updated, from: text)
    let list = try JSONAdapter.string(from: [
      JSONAdapter.model(of: PresencePayment.self, from: text)
    ])
    #expect(try value(#"{"a":\#(list)}"#) == value(#"{"a":[\#(text)]}"#))
  }

  @Test(arguments: documents)
  func isInStreams(_ text: String) async throws {
    let bytes = Array("[\(text),\(text)]".utf8)
    let pieces = AsyncStream { continuation in
      for byte in bytes { continuation.yield([byte]) }
      continuation.finish()
    }
    var count = 0
    for try await payment in JSONAdapter.stream(of: PresencePayment.self, from: pieces) {
      try expectBack(payment, text)
      count += 1
    }
    #expect(count == 2)
  }

  @Test(arguments: documents)
  func isInCopiesAndArchives(_ text: String) throws {
    let payment: PresencePayment = try JSONAdapter.model(from: text)
    try expectBack(payment.copied(), text)
    try expectBack(payment.deeplyCopied(), text)
    try expectBack(payment.detached(), text)
    let own = try payment.archivedData()
    try expectBack(PresencePayment.unarchive(from: own), text)
    let foundation = try NSKeyedArchiver.archivedData(
      withRootObject: payment, requiringSecureCoding: true)
    try expectBack(
      NSKeyedUnarchiver.unarchivedObject(ofClass: PresencePayment.self, from: foundation), text)
    try expectBack(PresencePayment.unarchive(from: foundation), text)
    try expectBack(
      NSKeyedUnarchiver.unarchivedObject(ofClass: PresencePayment.self, from: own), text)
    // Again, with places that no mapping made.
    try expectBack(
      PresencePayment.unarchive(from: PresencePayment.unarchive(from: own).archivedData()), text)
    let changed = try PresencePayment.unarchive(from: own)
    try JSONAdapter.update(changed, from: #"{"amount":null}"#)
    let members = try #require(try JSONAdapter.dictionary(from: changed)["amount"])
    #expect(members is NSNull)
  }

  @Test func writesNullsToAnyEncoder() throws {
    let payment: PresencePayment = try JSONAdapter.model(from: #"{"amount":null,"created":3}"#)
    #expect(
      String(decoding: try JSONEncoder().encode(payment), as: UTF8.self)
        .contains(#""amount":null"#))
    let list = try PropertyListEncoder().encode(payment)
    let plist = try PropertyListSerialization.propertyList(from: list, format: nil)
    #expect((plist as? [String: Any])?.keys.sorted() == ["amount", "created"])
    let back = try PropertyListDecoder().decode(PresencePayment.self, from: list)
    #expect(back.created == 3)
    let absent = try PropertyListEncoder().encode(
      JSONAdapter.model(of: PresencePayment.self, from: #"{"created":3}"#))
    let read = try PropertyListDecoder().decode(PresencePayment.self, from: absent)
    #expect(try JSONAdapter.string(from: read) == #"{"created":3}"#)
  }

  @Test func updatesNestedObjects() throws {
    let payment: PresencePayment = try JSONAdapter.model(
      from: #"{"customer":{"id":"c","email":null},"shipping":null}"#)
    let customer = payment.customer
    try JSONAdapter.update(
      payment, from: #"{"customer":{"phone":null},"shipping":{"carrier":"x"}}"#)
    #expect(payment.customer === customer)
    #expect(
      try value(JSONAdapter.string(from: payment))
        == value(
          #"{"customer":{"id":"c","email":null,"phone":null},"shipping":{"address":{"city":null,"line1":null},"carrier":"x"}}"#
        ))
  }

  @Test func selectsKeys() throws {
    let payment: PresencePayment = try JSONAdapter.model(
      from: #"{"amount":null,"created":0,"shipping":null}"#)
    #expect(try JSONAdapter.string(from: payment, keys: ["created"]) == #"{"created":0}"#)
    #expect(
      try JSONAdapter.string(from: payment, keys: ["city", "created", "amount"])
        == #"{"amount":null,"created":0,"shipping":null}"#)
  }

  fileprivate class Event: Model, JSONSerializing, JSONPresenceKeeping {
    var note: String?
    var jsonPresence = JSONPresence()

    override class var cluster: Cluster? {
      cluster(tag: "type", ["a": First.self, "b": Second.self])
    }
  }

  fileprivate final class First: Event { var size: Int? }

  fileprivate final class Second: Event { var color: String? }

  fileprivate final class Holder: Model, JSONSerializing { var event: Event? }

  @Test func isMovedToAnotherClass() throws {
    let holder: Holder = try JSONAdapter.model(
      from: #"{"event":{"type":"a","note":null,"size":null}}"#)
    #expect(
      try JSONAdapter.string(from: holder) == #"{"event":{"type":"a","note":null,"size":null}}"#)
    try JSONAdapter.update(holder, from: #"{"event":{"type":"b","color":null}}"#)
    #expect(
      try JSONAdapter.string(from: holder) == #"{"event":{"type":"b","note":null,"color":null}}"#)
  }

  fileprivate final class Kept: Model, JSONSerializing, JSONPresenceKeeping, JSONExtrasKeeping,
    JSONFinishing
  {
    var name: String?
    var city: String?
    var jsonPresence = JSONPresence()
    var jsonExtras: [String: Any] = [:]

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["city": "at.city"] }

    func finish(_ json: inout [String: Any]) { json["count"] = json.count }
  }

  @Test func worksBesideExtrasAndHooks() throws {
    let kept: Kept = try JSONAdapter.model(from: #"{"name":null,"at":{},"other":null}"#)
    #expect(
      try value(JSONAdapter.string(from: kept))
        == value(#"{"name":null,"at":{},"other":null,"count":3}"#))
    let null: Kept = try JSONAdapter.model(from: #"{"at":null,"x":1}"#)
    #expect(try value(JSONAdapter.string(from: null)) == value(#"{"at":null,"x":1,"count":2}"#))
  }
}
