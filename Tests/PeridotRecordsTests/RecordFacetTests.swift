import Foundation
import Peridot
import PeridotRecords
import Testing

/// What declared properties say about records.
@Suite(.needsSQLite) struct RecordFacetTests {
  class Account: Model, RecordSerializing {
    var id = 0
    var name = ""
    var joinedAt: Date?
    var visits = 0
    var note: String?

    class var recordName: String { "\(self)" }
    override class var declaredProperties: [Property] {
      [
        property("id", \.id, at: "identifier", isIdentity: true),
        property("name", \.name, limits: .count(0...5), facets: .isIndexed),
        property(
          "joinedAt", \.joinedAt, by: .epochSeconds,
          facets: .column("joined").and(.column(by: .iso8601Date)).and(.isIndexed)),
        property("visits", \.visits, facets: .merging { stored, new in stored + new }),
        property("note", \.note, facets: .excludedFromRecords),
      ]
    }
  }

  final class Member: Account {
    var club = ""

    override class var declaredProperties: [Property] {
      [
        property("joinedAt", \.joinedAt, facets: .column(by: .byType)),
        property("note", \.note, facets: .column("remark").and(.merging { $1 ?? $0 })),
      ]
    }
  }

  @Test func facetsCombineAndStandBesideThoseOfJSON() throws {
    let store = try RecordStore.inMemory()
    let account = try Account(dictionary: [
      "id": 1, "name": "ann", "joinedAt": Date(timeIntervalSince1970: 0), "note": "kept out",
    ])
    try store.save(account)
    let row = try #require(try store.record(of: account))
    #expect(row.keys == ["id", "joined", "name", "visits"])
    #expect(row["joined"] as? String == "1970-01-01T00:00:00Z")
    let indexes = try store.rows("SELECT name FROM pragma_index_list('Account') ORDER BY name")
    #expect(indexes.count == 3)
    #expect(try store.model(of: Account.self, matching: ["id": 1])?.joinedAt == account.joinedAt)
  }

  @Test func aSubclassStatesSomeFacetsAgainAndKeepsTheOthers() throws {
    let store = try RecordStore.inMemory()
    let member = try Member(dictionary: [
      "id": 1, "club": "a", "joinedAt": Date(timeIntervalSinceReferenceDate: 5), "note": "first",
    ])
    try store.save(member)
    let row = try #require(try store.record(of: member))
    #expect(row.keys == ["club", "id", "joined", "name", "remark", "visits"])
    #expect(row["joined"] as? Double == 5)
  }

  @Test func whatIsStoredIsMergedWithWhatIsNew() throws {
    let store = try RecordStore.inMemory()
    let member = try Member(dictionary: ["id": 1, "visits": 2, "note": "first"])
    try store.save(member)
    #expect(member.visits == 2)
    let later = try Member(dictionary: ["id": 1, "visits": 3])
    try store.save(later)
    #expect(later.visits == 5)
    #expect(later.note == "first")
    let read = try #require(try store.models(of: Member.self).first)
    #expect(read.visits == 5 && read.note == "first")
    // Of properties that are not written nothing is merged.
    try store.save(Member(dictionary: ["id": 1, "visits": 9]), keys: ["note"])
    #expect(try store.models(of: Member.self).first?.visits == 5)
    try store.save(Member(dictionary: ["id": 1, "name": "ann"]), keys: ["name"])
    #expect(try store.models(of: Member.self).first?.note == "first")
  }

  final class Mistaken: Model, RecordSerializing {
    var id = 0
    var friends: [Person] = []

    override class var declaredProperties: [Property] {
      [
        property("id", \.id, facets: .merging { $1 }),
        property("friends", \.friends, facets: .merging { $1 }.and(.isIndexed)),
      ]
    }
  }

  @Test func facetsThatCannotHoldAreMistakes() {
    #expect(
      message { try RecordStore.check(Mistaken.self) } == """
        Mistaken: the mapping has mistakes:
        - "id" has .merging, and the class has no identity, by which a record is found
        - an index is about "friends", which is not stored as a value
        - .merging is about "friends", which is not stored as a value
        - "friends" has .merging, and the class has no identity, by which a record is found
        """)
  }
}
