// The code of Sources/Peridot/Documentation.docc/Enums.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

@Suite struct EnumsArticleTests {
  enum State: String {
    case open, closed
  }

  final class Ticket: Model, JSONSerializing {
    var state = State.open
    var previous: State?
  }

  enum Gender: RawRepresentable, Equatable {
    case female, male
    case unlisted(String)

    init(rawValue: String) {
      switch rawValue {
      case "female": self = .female
      case "male": self = .male
      default: self = .unlisted(rawValue)
      }
    }

    var rawValue: String {
      switch self {
      case .female: "female"
      case .male: "male"
      case .unlisted(let text): text
      }
    }
  }

  enum Status: String, UnknownCaseRepresentable {
    case open, closed, unknown

    static var unknownCase: Status { .unknown }
  }

  final class Prepared: Model, JSONSerializing {
    var gender = Gender.female
    var status = Status.open
  }

  @Test func namesTheCases() throws {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Ticket.self, from: #"{"state": "opne"}"#)
    }
    let article = try String(
      contentsOf: GuideCodeTests.root.appending(
        path: "Sources/Peridot/Documentation.docc/Enums.md"), encoding: .utf8)
    #expect(article.contains("\n\(try #require(error))\n"))
    var issues: [JSONIssue] = []
    let ticket = try JSONAdapter.model(
      of: Ticket.self, from: #"{"previous": "opne"}"#, policy: .lenient
    ) { issues.append($0) }
    #expect(ticket.previous == nil)
    #expect(issues.map(\.action) == [.becameNil])
  }

  @Test func keepsOrForgetsUnknownRawValues() throws {
    let prepared = try JSONAdapter.model(
      of: Prepared.self, from: #"{"gender": "x", "status": "y"}"#)
    #expect(prepared.gender == .unlisted("x"))
    #expect(try JSONAdapter.string(from: prepared) == #"{"gender":"x","status":"unknown"}"#)
  }

  final class Switch: Model, JSONSerializing {
    var state = State.closed
    var last = State.closed

    override class func transformer(forKey key: String) -> ValueTransformer? {
      switch key {
      case "state": .mapping(["on": State.open, "off": State.closed], default: .closed)
      case "last": .rawValue(of: State.self, fallback: .closed)
      default: nil
      }
    }
  }

  @Test func readsATable() throws {
    let table: Switch = try JSONAdapter.model(from: #"{"state": "on", "last": "neither"}"#)
    #expect((table.state, table.last) == (.open, .closed))
    #expect(try JSONAdapter.string(from: table) == #"{"state":"on","last":"closed"}"#)
  }
}
