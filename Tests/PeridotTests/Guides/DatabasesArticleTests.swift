// The code of Sources/PeridotRecords/Documentation.docc/Databases.md
// The code of Sources/PeridotRecords/Documentation.docc/Columns.md
// The code of Sources/PeridotRecords/Documentation.docc/Queries.md
import Foundation
import Peridot
import PeridotRecords
import Testing

@Suite(.enabled(if: (try? RecordStore.inMemory()) != nil, "needs SQLite"))
struct DatabasesArticleTests {
  final class Label: Model, RecordSerializing {
    var name = ""

    override class var declaredProperties: [Property] {
      [property("name", \.name, isIdentity: true)]
    }
  }

  final class Issue: Model, RecordSerializing {
    var number = 0
    var title = ""
    var state = "open"
    var labels: [Label] = []
    var duplicateOf: Issue?

    override class var declaredProperties: [Property] {
      [property("number", \.number, isIdentity: true)]
    }
  }

  final class Counter: Model, RecordSerializing {
    var name = ""
    var count = 0

    override class var declaredProperties: [Property] {
      [
        property("name", \.name, isIdentity: true),
        property("count", \.count, facets: .merging { stored, new in max(stored, new) }),
      ]
    }
  }

  final class Order: Model, RecordSerializing {
    var number = 0
    var state = "new"
    var placedAt = Date()
    var lines: [Line] = []

    override class var declaredProperties: [Property] {
      [
        property("number", \.number, isIdentity: true),
        property("lines", \.lines, facets: .owns.and(.inverse("order"))),
        property("placedAt", \.placedAt, facets: .column("placed_at")),
        property("state", \.state, facets: .isIndexed.and(.indexed(with: "placedAt"))),
      ]
    }
  }

  final class Line: Model, RecordSerializing {
    var text = ""
    weak var order: Order?
  }

  class Event: Model, RecordSerializing {
    var id = 0

    class var recordName: String { "Event" }
    override class var identityKey: String? { "id" }
    override class var cluster: Cluster? {
      cluster(tag: "type", ["push": Push.self, "release": Release.self])
    }
  }

  final class Push: Event {
    var branch = ""
  }

  final class Release: Event {
    var version = 0
  }

  @Test func classesShareATable() throws {
    let store = try RecordStore.inMemory()
    try store.save([Push(), try Release(dictionary: ["id": 1, "version": 2])])
    let events = try store.models(of: Event.self)
    #expect(events.map { "\(type(of: $0))" } == ["Push", "Release"])
    let tags = try store.rows("SELECT _class AS tag FROM Event")
    #expect(tags.map { $0["tag"] as? String } == ["push", "release"])
  }

  @Test func anOrderOwnsItsLines() throws {
    let store = try RecordStore.inMemory()
    let order = Order()
    order.lines = [Line(), Line()]
    try store.save(order)
    try store.save(order)
    let lines = try #require(try store.models(of: Order.self).first).lines
    #expect(lines.count == 2)
    #expect(try store.count(of: Line.self, matching: ["order": order]) == 2)
    #expect(try store.delete(order))
    #expect(try store.count(of: Line.self) == 0)
  }

  @Test func valuesAndSQLAreConditions() throws {
    let store = try RecordStore.inMemory()
    let bug = try Label(dictionary: ["name": "bug"])
    let issue = try Issue(dictionary: ["number": 12, "labels": [bug]])
    issue.duplicateOf = try Issue(dictionary: ["number": 1])
    try store.save(issue)

    let some = try store.models(
      of: Issue.self,
      matching: [
        "number": 10..., "state": ["open", "new"], "labels": bug,
        "duplicateOf": RecordCondition.notNil,
      ])
    #expect(some.map(\.number) == [12])

    let urgent = try store.models(
      of: Issue.self,
      matching: ["labels.name": "urgent"] && !"duplicateOf = \(issue)" || ["duplicateOf.number": 1])
    #expect(urgent.map(\.number) == [12])

    try store.execute("UPDATE Issue SET state = \("closed") WHERE number < \(10)")
    let rows = try store.rows(
      """
      SELECT l.name, count(*) AS number FROM Label l
      JOIN "Issue.labels" i ON i.target = l._record GROUP BY l.name
      """)
    let number = rows.first?["number"] as? Int
    #expect(number == 1)
    #expect(try store.count(of: Issue.self, matching: ["state": "closed"]) == 1)
  }

  private let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("guide-\(UUID().uuidString).sqlite")

  private func remove() {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: url.path + suffix)
    }
  }

  @Test func issuesAreSavedAndFound() async throws {
    defer { remove() }
    let issues = try (1...3).map { try Issue(dictionary: ["number": $0, "title": "t\($0)"]) }
    issues[2].labels = [try Label(dictionary: ["name": "obsolete"])]
    let pattern = "%2"

    let store = try RecordStore(url: url)
    try store.save(issues)
    let open = try store.models(
      of: Issue.self, matching: ["state": "open"], orderedBy: [.descending("number")], limit: 50)
    let found = try store.models(of: Issue.self, matching: "title LIKE \(pattern)")
    #expect(open == issues.reversed())
    #expect(found.map(\.number) == [2])

    let issue = issues[0]
    issue.state = "closed"
    issue.title = "not saved"
    try store.save(issue, keys: ["state"])
    #expect(try store.model(of: Issue.self, matching: ["number": 1])?.title == "t1")
    try store.transaction {
      try store.save(issue)
      try store.delete(of: Label.self, matching: ["name": "obsolete"])
    }
    #expect(try store.model(of: Issue.self, matching: ["number": 3])?.labels == [])

    var titles: [String] = []
    for try await issue in store.stream(of: Issue.self, orderedBy: "number") {
      print(issue.title)
      titles.append(issue.title)
    }
    #expect(titles == ["not saved", "t2", "t3"])

    let counter = try Counter(dictionary: ["name": "a", "count": 5])
    try store.save(counter)
    let lower = try Counter(dictionary: ["name": "a", "count": 2])
    try store.save(lower)
    #expect(try store.models(of: Counter.self).map(\.count) == [5])
  }
}
