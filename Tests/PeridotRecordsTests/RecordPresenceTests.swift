import Foundation
import Peridot
import PeridotRecords
import Testing

/// The presence of members is a column of JSON.
@Suite(.needsSQLite) struct RecordPresenceTests {
  final class Charge: Model, RecordSerializing, JSONSerializing, JSONPresenceKeeping {
    var id = 0
    var note: String?
    var city: String?
    var limit = 5
    var jsonPresence = JSONPresence()

    override class var declaredProperties: [Property] {
      [property("id", \.id, isIdentity: true)]
    }
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["city": "address.city", "limit": "limits.most"]
    }
  }

  @Test func comesBack() throws {
    let texts = [
      #"{"id":1}"#, #"{"id":2,"note":null,"address":null}"#, #"{"id":3,"limits":{}}"#,
      #"{"id":4,"note":"x","address":{"city":null},"limits":{"most":5}}"#,
    ]
    let store = try RecordStore.inMemory()
    try store.save(JSONAdapter.models(of: Charge.self, from: "[\(texts.joined(separator: ","))]"))
    let charges = try store.models(of: Charge.self).sorted { $0.id < $1.id }
    #expect(try charges.map { try JSONAdapter.string(from: $0) } == texts)
    let made = Charge()
    made.id = 5
    try store.save(made)
    let read = try #require(try store.models(of: Charge.self).first { $0.id == 5 })
    #expect(try JSONAdapter.string(from: read) == #"{"id":5,"limits":{"most":5}}"#)
  }
}
