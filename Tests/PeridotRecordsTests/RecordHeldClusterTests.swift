import Foundation
import Peridot
import PeridotRecords
import Testing

/// Models as values of a record, whose class the record's own tag tells in JSON.
@Suite(.needsSQLite) struct RecordHeldClusterTests {
  class Details: Model, JSONSerializing {
    var number = ""
  }
  class Card: Details {
    var expires = 0
  }
  final class GoldCard: Card {}
  /// It is a base of its own.
  class Transfer: Details {
    override class var cluster: Cluster? {
      cluster(tag: "speed", [1: Express.self], unknown: .base)
    }
  }
  final class Express: Transfer {
    var fee = 0.0
  }
  final class Empty: Details {
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["number": .excluded] }
  }
  final class OtherDetails: Details, JSONKeeping {
    var keptJSON = RawJSON()
  }

  class Payment: Model, RecordSerializing, JSONSerializing {
    var id = 0
    var details: Details?
    var list: [Details] = []
    var named: [String: [Details]] = [:]

    class var recordName: String { "\(self)" }
    override class var identityKey: String? { "id" }
    class var unknown: UnknownTag<Details> { .base }

    override class func cluster(forKey key: String) -> Cluster? {
      key == "id"
        ? nil
        : Details.cluster(
          tag: JSONKeyPath("tag_" + key),
          ["card": Card.self, "transfer": Transfer.self, "empty": Empty.self], unknown: unknown)
    }
  }
  final class StrictPayment: Payment {
    override class var unknown: UnknownTag<Details> { .fail }
  }
  final class KeptPayment: Payment {
    override class var unknown: UnknownTag<Details> { .kept(OtherDetails.self) }
  }

  private func card(_ number: String) -> Card {
    Card().with { ($0.number, $0.expires) = (number, 30) }
  }

  @Test func keepsTheClasses() throws {
    let store = try RecordStore.inMemory()
    let payment = Payment()
    payment.details = card("1")
    payment.list = [card("2"), Transfer(), Express().with { $0.fee = 0.5 }, Empty(), Details()]
    payment.named = ["a": [Express(), card("4")], "b": []]
    try store.save(payment)
    let read = try #require(try store.models(of: Payment.self).first)
    #expect(read == payment)
    #expect(
      read.list.map { "\(type(of: $0))" } == ["Card", "Transfer", "Express", "Empty", "Details"])
    #expect(read.named["a"]?.map { "\(type(of: $0))" } == ["Express", "Card"])
    let row = try #require(try store.rows("SELECT details, list FROM Payment").first)
    #expect(row["details"] as? String == #"{"_class":"card","number":"1","expires":30}"#)
    #expect((row["list"] as? String)?.contains(#"{"_class":"empty"}"#) == true)
    #expect((row["list"] as? String)?.contains(#"{"_class":null,"number":""}"#) == true)
    let numbers = try store.rows("SELECT details ->> 'number' AS number FROM Payment")
    #expect(numbers.first?["number"] as? String == "1")
    // Another class at the same place, and none.
    payment.details = Express().with { $0.fee = 1 }
    try store.save(payment)
    #expect(try store.models(of: Payment.self).first?.details is Express)
    payment.details = nil
    try store.save(payment)
    #expect(try store.models(of: Payment.self).first == payment)
  }

  @Test func readsRecordsWithoutTags() throws {
    let store = try RecordStore.inMemory()
    try store.save(StrictPayment())
    try store.execute(#"UPDATE StrictPayment SET details = '{"number":"1","expires":2}'"#)
    let read = try #require(try store.models(of: StrictPayment.self).first)
    #expect(read.details == Details().with { $0.number = "1" })
  }

  @Test func keepsUnknownClasses() throws {
    let store = try RecordStore.inMemory()
    let text = #"{"id":1,"tag_details":"zz","details":{ "number":"1","q":[1.50] }}"#
    let payment = try JSONAdapter.model(of: KeptPayment.self, from: text)
    try store.save(payment)
    let read = try #require(try store.models(of: KeptPayment.self).first)
    #expect(read == payment && read.details is OtherDetails)
    #expect(
      try JSONAdapter.string(from: read, keys: ["details"]).contains(
        #"{ "number":"1","q":[1.50] }"#))
    #expect(try JSONAdapter.dictionary(from: read)["tag_details"] as? String == "zz")
  }

  @Test func refusesAClassThatWouldBeLost() throws {
    let store = try RecordStore.inMemory()
    for (payment, words) in [
      (Payment().with { $0.details = GoldCard() }, "GoldCard"),
      (StrictPayment().with { $0.details = Details() }, "Details"),
      (StrictPayment().with { $0.details = OtherDetails() }, nil),
    ] {
      guard let words else {
        try store.save(payment)
        continue
      }
      let text = message { try store.save(payment) }
      #expect(
        text?.contains("\(words) is not in the cluster of the classes in \"details\"") == true)
    }
    try store.execute(#"UPDATE StrictPayment SET details = '{"_class":"zz","number":"1"}'"#)
    let text = message { _ = try store.models(of: StrictPayment.self) }
    #expect(text?.contains(#""zz", which stands for no class of Details"#) == true)
  }
}
