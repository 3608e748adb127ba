// The code of Docs/MigratingFromObjectMapper.md
import Foundation
import Peridot
import Testing

@Suite struct ObjectMapperGuideTests {
  final class Label: Model, JSONSerializing {
    var name = ""
  }

  final class Ticket: Model, JSONSerializing {
    var id = 0
    var title = ""
    var openedAt: Date?
    var author: String?
    var labels: [Label] = []

    override class var declaredProperties: [Property] {
      [
        property("openedAt", \.openedAt, at: "opened_at", by: .epochSeconds),
        property("author", \.author, at: "user.login"),
      ]
    }

    override class var requiredPropertyKeys: Set<String> { ["id"] }
  }

  let text = #"""
    {"id":7,"title":"Crash","opened_at":1700000000,"user":{"login":"mona"},"labels":[{"name":"bug"}]}
    """#

  @Test func readsAndWrites() throws {
    let ticket: Ticket = try JSONAdapter.model(from: text)
    let json = try JSONAdapter.string(from: ticket)
    #expect(json == text)
    #expect(ticket.openedAt == Date(timeIntervalSince1970: 1_700_000_000))
  }

  /// What the table says of silent losses.
  @Test func saysWhatIsLost() throws {
    func strict(_ text: String) -> JSONAdapterError.Kind? {
      #expect(throws: JSONAdapterError.self) {
        _ = try JSONAdapter.model(of: Ticket.self, from: text)
      }?.kind
    }
    var issues: [JSONIssue] = []
    func lenient(_ text: String) throws -> Ticket {
      issues = []
      return try JSONAdapter.model(from: text, policy: .lenient) { issues.append($0) }
    }
    #expect(strict(#"{"id":"7"}"#) == .typeMismatch)
    #expect(try lenient(#"{"id":"7"}"#).id == 7)
    #expect(strict("{") == .invalidJSON)
    #expect(strict(#"{"id":7,"labels":[{"name":1},{}]}"#) == .typeMismatch)
    #expect(strict(#"{"id":7,"labels":[5,{"name":"a"}]}"#) == .typeMismatch)
    #expect(try lenient(#"{"id":7,"labels":[5,{"name":"a"}]}"#).labels.map(\.name) == ["a"])
    #expect(issues.count == 1)
    #expect(strict("{}") == .missingKeys)
    #expect(throws: JSONAdapterError.self) { try lenient("{}") }
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.models(of: Ticket.self, from: #"{"id":7}"#)
    }
    let ticket: Ticket = try JSONAdapter.model(from: text)
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(ticket, from: #"{"title":"new","id":"x"}"#)
    }
    #expect(ticket.title == "Crash")
  }

  @Test func printsTheReport() throws {
    let ticket: Ticket = try JSONAdapter.model(from: text, policy: .lenient) { print($0) }
    #expect(ticket.id == 7)
  }
}
