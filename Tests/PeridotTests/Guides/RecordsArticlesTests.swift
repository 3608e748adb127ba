// The code of Sources/PeridotRecords/Documentation.docc/FromAnAPIToAFile.md
// The code of Sources/PeridotRecords/Documentation.docc/Watching.md
import Foundation
import Peridot
import PeridotRecords
import Testing

@Suite(
  .enabled(if: (try? RecordStore.inMemory()) != nil, "needs SQLite"), .timeLimit(.minutes(10)))
struct RecordsArticlesTests {
  final class Ticket: Model, RecordSerializing, JSONSerializing {
    var id = 0
    var title = ""
    var state = "open"
    var assignee: Agent?
    var comments: [Comment] = []
    var isRead = false

    override class var declaredProperties: [Property] {
      [
        property("id", \.id, isIdentity: true),
        property("comments", \.comments, facets: .owns),
        property("isRead", \.isRead, at: .excluded),
      ]
    }
  }

  final class Agent: Model, RecordSerializing, JSONSerializing {
    var login = ""
    var name = ""

    override class var identityKey: String? { "login" }
  }

  final class Comment: Model, RecordSerializing, JSONSerializing {
    var id = 0
    var text = ""

    override class var identityKey: String? { "id" }
  }

  struct TicketSync {
    let store: RecordStore
    let fetch: () async throws -> Data

    /// Asks the server; returns the tickets that somebody has to look at.
    func run() async throws -> [Ticket] {
      let json = try await fetch()
      let result = try store.update(
        of: Ticket.self, from: json, at: "tickets", policy: .lenient,
        removing: .absent(from: ["state": "open"])
      ) { issue in print("the server sent \(issue)") }

      let tickets = result.inserted.compactMap { $0 as? Ticket }
      for case (let ticket as Ticket, let keys) in result.changed where keys.contains("comments") {
        ticket.isRead = false
        try store.save(ticket, keys: ["isRead"])
      }
      return tickets
    }
  }

  @Test func aSyncChangesWhatHasChanged() async throws {
    let store = try RecordStore.inMemory()
    let first = """
      {"tickets": [
        {"id": 1, "title": "a", "assignee": {"login": "ann", "name": "A"}, "comments": [{"id": 1}]},
        {"id": 2, "title": "b", "assignee": {"login": "ann"}}]}
      """
    let new = try await TicketSync(store: store) { Data(first.utf8) }.run()
    #expect(new.map(\.id) == [1, 2])
    try store.execute("UPDATE Ticket SET isRead = 1")
    try store.save(try Ticket(dictionary: ["id": 9, "state": "closed"]))
    #expect(try await TicketSync(store: store) { Data(first.utf8) }.run().isEmpty)
    #expect(try store.count(of: Ticket.self, matching: ["isRead": true]) == 2)
    let second = """
      {"tickets": [{"id": 1, "comments": [{"id": 1}, {"id": 2}]}, {"id": 3, "title": 5}]}
      """
    let more = try await TicketSync(store: store) { Data(second.utf8) }.run()
    #expect(more.map(\.title) == ["5"])
    let tickets = try store.models(of: Ticket.self, orderedBy: "id")
    #expect(tickets.map(\.id) == [1, 3, 9])
    #expect(tickets[0].title == "a" && tickets[0].assignee?.name == "A" && !tickets[0].isRead)
    #expect(try store.count(of: Comment.self) == 2)
  }

  @Test func pagesAreOneAnswer() throws {
    let store = try RecordStore.inMemory()
    try store.save(try Ticket(dictionary: ["id": 8]))
    let pages = [#"{"tickets": [{"id": 1}, {"id": 2}]}"#, #"{"tickets": [{"id": 3}]}"#]

    try store.transaction {
      var ids: [Int] = []
      for page in pages {
        ids += try store.update(of: Ticket.self, from: page, at: "tickets").models.map(\.id)
      }
      try store.delete(of: Ticket.self, matching: ["state": "open"] && !["id": ids])
    }
    #expect(try store.models(of: Ticket.self).map(\.id) == [1, 2, 3])
  }

  @Test func aQueryStaysUpToDate() async throws {
    let store = try RecordStore.inMemory()
    try store.save(try Ticket(dictionary: ["id": 1]))
    var shown: [[Int]] = []
    func show(_ tickets: [Ticket]) {
      shown.append(tickets.map(\.id))
      if shown.count == 1 { try? store.save(try Ticket(dictionary: ["id": 2])) }
    }
    for try await open in try store.liveModels(
      of: Ticket.self, matching: ["state": "open"], orderedBy: "id", limit: 50)
    {
      show(open)
      if shown.count == 2 { break }
    }
    #expect(shown == [[1], [1, 2]])
  }

  @Test func changesSayWhatHasChanged() async throws {
    let store = try RecordStore.inMemory()
    var count = 0
    let task = Task {
      for try await changes in try store.changes(polling: .seconds(1)) {
        if changes.contains(Ticket.self) { count += 1 }
        for change in changes.records {
          print(change.kind, change.recordName, change.identity["id"] ?? "")
        }
        break
      }
      return count
    }
    while !task.isCancelled {
      try store.save(try Ticket(dictionary: ["id": Int.random(in: 0...1000)]))
      try await Task.sleep(for: .milliseconds(1))
      if try store.count(of: Ticket.self) > 100 { break }
    }
    #expect(try await task.value == 1)
  }
}
