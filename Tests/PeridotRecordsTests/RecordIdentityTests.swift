import Foundation
import Peridot
import PeridotRecords
import Testing

/// By what a store finds the record of a model.
@Suite(.needsSQLite) struct RecordIdentityTests {
  final class Seat: Model, RecordSerializing {
    var row = 0
    var place: String? = ""
    var guest = ""
    var ticket: String?

    override class var declaredProperties: [Property] {
      [
        property("row", \.row, isIdentity: true),
        property("place", \.place, isIdentity: true),
        property("ticket", \.ticket, facets: .isUnique),
      ]
    }
  }

  private func seat(_ row: Int, _ place: String?, _ guest: String, ticket: String? = nil) throws
    -> Seat
  {
    let values: [String: Any?] = ["row": row, "place": place, "guest": guest, "ticket": ticket]
    return try Seat(dictionary: values.mapValues { $0 ?? NSNull() })
  }

  @Test func allPartsOfAnIdentityHaveToAgree() throws {
    let store = try RecordStore.inMemory()
    try store.save([seat(1, "a", "ann"), seat(1, "b", "bob"), seat(1, "a", "cyd")])
    #expect(try store.models(of: Seat.self).map(\.guest) == ["cyd", "bob"])
    try store.save(seat(1, "b", "dan"), keys: ["guest"])
    #expect(try store.models(of: Seat.self).map(\.guest) == ["cyd", "dan"])
    #expect(try store.delete(seat(1, "a", "")))
    #expect(
      message { try store.save(seat(2, nil, "eve")) }
        == "Seat.place: the property is nil, and the records of the class are found by it in record "
        + "Seat(row: 2, place: nil)")
  }

  @Test func aUniquePropertyIsAnIndexAndFindsNoRecord() throws {
    let store = try RecordStore.inMemory()
    try store.save([seat(1, "a", "ann", ticket: "x"), seat(1, "b", ""), seat(1, "c", "")])
    #expect(
      message { try store.save(seat(2, "a", "bob", ticket: "x")) }
        == "Seat.ticket: another record has this value, and the property is unique (SQLite code 2067) in "
        + "record Seat(row: 2, place: \"a\")")
    #expect(try store.count(of: Seat.self) == 3)
    #expect(
      try store.rows("SELECT name FROM pragma_index_list('Seat') WHERE \"unique\" ORDER BY name")
        .compactMap { $0["name"] as? String } == [#"Seat:"row", "place""#, #"Seat:"ticket""#])
  }

  final class Note: Model, RecordSerializing {
    var text = ""
    var next: Note?
    var tags: [Note] = []
  }

  @Test func anObjectWithoutAnIdentityIsItsRecord() throws {
    let store = try RecordStore.inMemory()
    let note = Note()
    note.next = Note()
    note.tags = [Note()]
    try store.save(note)
    note.text = "saved again"
    note.tags.append(note)
    try store.save(note)
    #expect(try store.count(of: Note.self) == 3)
    let read = try #require(try store.model(of: Note.self, matching: ["text": "saved again"]))
    #expect(read.tags.count == 2 && read.tags[1] === read)
    read.text = "read and saved"
    try store.save(read, keys: ["text"])
    #expect(
      try store.rows("SELECT text FROM Note ORDER BY text").map { $0["text"] as? String }
        == ["", "", "read and saved"])
    // A record that was deleted is made again.
    #expect(try store.delete(read))
    try store.save(note)
    #expect(try store.count(of: Note.self) == 3)
  }

  @Test func aFailedTransactionTakesBackWhatObjectsWere() throws {
    struct Stop: Error {}
    let store = try RecordStore.inMemory()
    let (kept, lost) = (Note(), Note())
    try store.save(kept)
    #expect(throws: Stop.self) {
      try store.transaction {
        try store.save([lost, kept])
        try? store.transaction {
          try store.save(Note())
          throw Stop()
        }
        throw Stop()
      }
    }
    try store.save([kept, lost])
    #expect(
      try store.rows("SELECT _record AS id FROM Note").map { $0["id"] as? Int } == [1, 2])
    try store.save([kept, lost])
    #expect(try store.count(of: Note.self) == 2)
  }

  final class Tag: Model, RecordSerializing, JSONSerializing {
    var name = ""

    override class var declaredProperties: [Property] {
      [property("name", \.name, facets: .isUnique)]
    }
  }

  final class Holder: Model, RecordSerializing, JSONSerializing {
    var id = 0
    var tags: [Tag] = []

    override class var identityKey: String? { "id" }
  }

  @Test func aClassOfJSONWithAUniquePropertyNeedsAnIdentity() {
    #expect(
      message { try RecordStore.check(Holder.self) } == """
        Tag: the mapping has mistakes:
        - "name" is unique, and the class has no identity, by which a save or an update finds a record: declare \
        property("name", …, isIdentity: true), or another one
        """)
    #expect(message { try RecordStore.check(Seat.self) } == nil)
  }

  final class Hidden: Model, RecordSerializing {
    var id = 0

    override class var declaredProperties: [Property] {
      [property("id", \.id, isIdentity: true, facets: .excludedFromRecords)]
    }
  }

  @Test func anIdentityHasToBeStored() {
    #expect(
      message { try RecordStore.check(Hidden.self) } == """
        Hidden: the mapping has mistakes:
        - isIdentity is about "id", which is not stored as a value
        """)
  }
}
