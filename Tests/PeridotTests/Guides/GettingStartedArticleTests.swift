// The code of Sources/Peridot/Documentation.docc/GettingStarted.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

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
    let original = ticket.copied()
    let edited = ticket.with { $0.title = "Crash at launch" }
    let keys = edited.changedKeys(from: ticket)  // ["title"]
    ticket.mergeValues(from: edited, rule: .skipNil)
    let isSame = ticket == edited  // true
    let title = ticket["title"]  // "Crash at launch", by its key
    try JSONAdapter.update(ticket, from: #"{"number": 8}"#)  // only what the JSON names
    #expect(keys == ["title"])
    #expect(isSame)
    #expect(title as? String == "Crash at launch")
    #expect(ticket.number == 8)
    #expect(original.number == 7 && original.title == "Crash")
    #expect(ticket.title == "Crash at launch")
  }

  @Test func saysWhere() throws {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    do {
      _ = try JSONAdapter.model(of: Ticket.self, from: #"{"title": "Slow", "user": {"login": 42}}"#)
    } catch let error as JSONAdapterError {
      print(error)
      // Person.login: expected String, found number 42 at $.user.login (line 1, column 37):
      // set acceptsNumbersAsStrings in the policy to take numbers for text
      print(error.propertyKey ?? "", error.path)  // login $.user.login
    }
    #expect(
      printed == [
        "Person.login: expected String, found number 42 at $.user.login (line 1, column 37): set "
          + "acceptsNumbersAsStrings in the policy to take numbers for text",
        "login $.user.login",
      ])
  }

  @Test func ticketsHaveNoMistakes() throws {
    for mistake in JSONAdapter.mistakes(of: Ticket.self) { print(mistake) }
    try JSONAdapter.check(Ticket.self)
  }

  @Test func writesDefaults() throws {
    let text = try JSONAdapter.string(from: JSONAdapter.model(of: Ticket.self, from: "{}"))
    #expect(text == #"{"number":0,"title":"","labels":[]}"#)
  }
}
