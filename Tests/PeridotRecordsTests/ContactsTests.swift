import Foundation
import Peridot
import PeridotRecords
import Testing

/// A small program as a user writes it: people with their numbers, addresses and groups.
@Suite(.needsSQLite) struct ContactsTests {
  final class Contact: Model, JSONSerializing, RecordSerializing {
    enum Kind: String { case person, company }

    var id = UUID()
    var name = ""
    var kind = Kind.person
    var birthday: Date?
    var photo = Data()
    var notes: [String: String] = [:]
    var lastChanged = Date(timeIntervalSince1970: 0)
    var entries: [Entry] = []
    weak var group: Group?

    override class var declaredProperties: [Property] {
      [
        property("id", \.id, isIdentity: true),
        property("name", \.name, isRequired: true, facets: .isIndexed),
        property("birthday", \.birthday, by: .date(format: "yyyy-MM-dd", timeZone: .gmt)),
        property("photo", \.photo, by: .base64Data),
        property(
          "lastChanged", \.lastChanged, at: "last_changed", by: .iso8601Date,
          facets: .column("last_changed").and(.merging { max($0, $1) })),
        property("entries", \.entries, facets: .owns.and(.inverse("contact"))),
      ]
    }
  }

  class Entry: Model, JSONSerializing, RecordSerializing {
    var label = "home"
    weak var contact: Contact?

    class var recordName: String { "Entry" }
    override class var cluster: Cluster? {
      cluster(tag: "type", ["phone": Phone.self, "address": Address.self])
    }
  }

  final class Phone: Entry { var number = "" }

  final class Address: Entry {
    var street = ""
    var city = ""

    override class var declaredProperties: [Property] {
      [property("city", \.city, facets: .isIndexed)]
    }
  }

  final class Group: Model, RecordSerializing {
    var name = ""
    var members: [Contact] = []

    override class var declaredProperties: [Property] {
      [
        property("name", \.name, isIdentity: true),
        property("members", \.members, facets: .inverse("group")),
      ]
    }
  }

  /// What the program does.
  struct Book {
    let store: RecordStore

    func take(_ json: String) throws {
      try store.save(JSONAdapter.models(of: Contact.self, from: json))
    }

    func contact(_ name: String) throws -> Contact? {
      try store.model(of: Contact.self, matching: ["name": name])
    }

    func names(beginningWith text: String) throws -> [String] {
      try store.models(
        of: Contact.self, matching: "name LIKE \(text + "%")", orderedBy: "name", keys: ["name"]
      ).map(\.name)
    }

    func put(_ contacts: [Contact], into name: String) throws {
      let group = try store.model(of: Group.self, matching: ["name": name]) ?? Group()
      group.name = name
      group.members += contacts
      try store.save(group)
    }

    func members(of name: String) throws -> [String] {
      let group = try store.model(of: Group.self, matching: ["name": name])
      return try store.models(of: Contact.self, matching: ["group": group], orderedBy: "name")
        .map(\.name)
    }

    func cities() throws -> [String] {
      try store.rows(
        "SELECT city, count(*) AS number FROM Entry WHERE city <> '' GROUP BY city ORDER BY city"
      ).map { "\($0["city"] ?? "") \($0["number"] ?? 0)" }
    }
  }

  private let json = """
    [{"id": "5B0B4C4C-0000-4000-8000-000000000001", "name": "Ann", "birthday": "1990-05-17",
      "last_changed": "2026-01-02T03:04:05Z", "notes": {"tea": "green"},
      "entries": [{"type": "phone", "number": "1"}, {"type": "address", "city": "Ulm"}]},
     {"id": "5B0B4C4C-0000-4000-8000-000000000002", "name": "Anton", "kind": "company",
      "entries": [{"type": "address", "label": "work", "city": "Ulm"}]}]
    """

  @Test func aBookOfContactsIsKept() throws {
    let file = TemporaryDatabase()
    let book = Book(store: try RecordStore(url: file.url))
    try book.take(json)
    try book.take(json)
    #expect(try book.names(beginningWith: "An") == ["Ann", "Anton"])
    #expect(try book.cities() == ["Ulm 2"])

    let ann = try #require(try book.contact("Ann"))
    #expect(ann.entries.map { "\(type(of: $0))" } == ["Phone", "Address"])
    #expect(ann.entries.allSatisfy { $0.contact === ann } && ann.notes == ["tea": "green"])
    let anton = try #require(try book.contact("Anton"))
    try book.put([ann, anton], into: "friends")
    try book.put([ann], into: "family")
    #expect(try book.members(of: "friends") == ["Anton"])
    #expect(try book.members(of: "family") == ["Ann"])

    let again = Book(store: try RecordStore(url: file.url))
    ann.entries.removeLast()
    ann.lastChanged = .distantPast
    try again.store.save(ann)
    #expect(ann.lastChanged == Date(timeIntervalSince1970: 1_767_323_045))
    #expect(try again.cities() == ["Ulm 1"])
    #expect(try again.store.count(of: Phone.self, matching: ["contact": ann]) == 1)
    #expect(try again.store.delete(ann))
    #expect(try again.store.count(of: Entry.self) == 1)
    #expect(try again.members(of: "family") == [])
  }
}
