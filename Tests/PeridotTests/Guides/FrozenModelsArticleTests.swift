// The code of Sources/Peridot/Documentation.docc/FrozenModels.md
import Foundation
import Peridot
import Testing

@Suite struct FrozenModelsArticleTests {
  class Person: Model, CodableModel, Freezable {
    var name = ""
  }

  final class Admin: Person {
    var level = 0
  }

  final class Comment: Model, CodableModel, Freezable {
    var text = ""
  }

  final class Ticket: Model, CodableModel, Identifiable, Freezable {
    var id = 0
    var title = ""
    var owner: Person?
    var comments: [Comment] = []
  }

  actor Tickets {
    private var latest: [Int: Frozen<Ticket>] = [:]

    func add(_ ticket: Frozen<Ticket>) { latest[ticket.id] = ticket }
    func ticket(_ id: Int) -> Frozen<Ticket>? { latest[id] }
  }

  let data = Data(
    #"{"id": 7, "title": "Crash at launch", "owner": {"name": "Mona"}, "comments": [{"text": "Yes"}]}"#
      .utf8)

  @Test func freezes() async throws {
    let ticket: Ticket = try JSONAdapter.model(from: data)
    let first = try ticket.frozen()
    let second = try Frozen(JSONAdapter.model(of: Ticket.self, from: data))
    ticket.title = ""
    #expect(first == second)
    let tickets = Tickets()
    await tickets.add(first)
    #expect(await tickets.ticket(7)?.title == "Crash at launch")
    let loaded = try await Task { try Frozen(JSONAdapter.model(of: Ticket.self, from: data)) }.value
    #expect(loaded == first)
  }

  @Test func reads() throws {
    let frozen = try Frozen(JSONAdapter.model(of: Ticket.self, from: data))
    let name = frozen.owner?.name ?? "nobody"
    let texts = frozen.comments.map(\.text)
    if let admin = frozen.owner?.as(Admin.self) { print(admin.level) }
    #expect(name == "Mona" && texts == ["Yes"])
    let draft = frozen.thawed()
    draft.title = "Crash at launch, twice"
    print(try draft.frozen().differences(from: frozen))
    #expect(
      try draft.frozen().differences(from: frozen).description
        == #"Ticket.title: "Crash at launch" → "Crash at launch, twice""#)
  }
}
