// The code of Sources/Peridot/Documentation.docc/GettingStarted.md
import Foundation
import Peridot
import Testing

@Suite struct GettingStartedArticleTests {
  final class Person: Model, JSONSerializing {
    var login = ""
    var id = 0
    var company: String?
  }

  final class Ticket: Model, JSONSerializing {
    var number = 0
    var title = ""
    var author: Person?
    var labels: [String] = []
    var createdAt: Date?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["author": "user", "createdAt": "created_at"]
    }
  }

  class Drink: Model, JSONSerializing {
    var flavor: String?
    var size = 0 { didSet { changes += 1 } }
    var changes: Int {
      get { _changes }
      set { _changes = newValue }
    }
    var _changes = 0

    override class var properties: [Property] {
      super.properties + [Property("size", \Drink.size)]
    }
  }

  final class Tea: Drink {
    override var flavor: String? {
      get { super.flavor?.uppercased() }
      set { super.flavor = newValue?.lowercased() }
    }

    override class var properties: [Property] {
      super.properties + [Property("flavor", \Tea.flavor)]
    }
  }

  @Test func goesThroughTheAccessorsOfADeclaredProperty() throws {
    let tea = try JSONAdapter.model(of: Tea.self, from: #"{"flavor": "Mint", "size": 2}"#)
    #expect(tea.flavor == "MINT")
    #expect(tea.changes == 1)
    #expect(try JSONAdapter.string(from: tea) == #"{"flavor":"MINT","size":2}"#)
  }

  func load(_ data: Data) async throws -> sending Person {
    try JSONAdapter.model(from: data)
  }

  enum Service {
    static let adapter = JSONAdapter(policy: .lenient)
  }

  private let data = Data(
    #"{"number": 7, "title": "Crash", "user": {"login": "mona"}, "created_at": "2026-01-02T03:04:05Z"}"#
      .utf8)

  @Test func readsAndWrites() throws {
    let arrayData = Data("[".utf8) + data + Data("]".utf8)

    let ticket: Ticket = try JSONAdapter.model(from: data)
    let tickets = try JSONAdapter.models(of: Ticket.self, from: arrayData)

    let json = try JSONAdapter.data(from: ticket)
    let text = try JSONAdapter.string(from: tickets, options: [.prettyPrinted, .sortedKeys])

    #expect(ticket.author?.login == "mona")
    #expect(ticket.createdAt == Date(timeIntervalSince1970: 1_767_323_045))
    #expect(try JSONAdapter.model(of: Ticket.self, from: json) == ticket)
    #expect(try JSONAdapter.models(of: Ticket.self, from: text) == tickets)
  }

  @Test func worksWithModels() throws {
    let ticket: Ticket = try JSONAdapter.model(from: data)
    let edited = ticket.with { $0.title = "Crash at launch" }
    let keys = edited.changedKeys(from: ticket)  // ["title"]
    ticket.mergeValues(from: edited, policy: .skipNil)
    let isSame = ticket == edited  // true
    let title = ticket["title"]  // "Crash at launch", by its key
    try JSONAdapter.update(ticket, from: #"{"number": 8}"#)  // only what the JSON names
    #expect(keys == ["title"])
    #expect(isSame)
    #expect(title as? String == "Crash at launch")
    #expect(ticket.number == 8)
    #expect(ticket.title == "Crash at launch")
  }

  @Test func readsInTheBackground() async throws {
    let person = try await load(Data(#"{"login": "mona"}"#.utf8))
    #expect(person.login == "mona")
    #expect(try Service.adapter.model(of: Person.self, from: #"{"id": "7"}"#).id == 7)
  }
}
