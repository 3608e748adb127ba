import Foundation
import Peridot
import Testing

private enum State: String, CaseIterable { case open, closed, unknown }

private final class Ticket: Model, JSONSerializing {
  var state = State.unknown
  var table = State.unknown
  var history: [State] = []
  var counts: [State: Int] = [:]

  override class func transformer(forKey key: String) -> ValueTransformer? {
    switch key {
    case "state": .rawValue(of: State.self, fallback: .unknown)
    case "table":
      .mapping(
        ["open": State.open, "reopened": .open, "done": .closed], reverse: [.open: "open"],
        default: .unknown, reverseDefault: "none")
    default: nil
    }
  }
}

@Suite struct EnumConversionTests {
  @Test func fallsBackForUnknownRawValues() throws {
    let ticket: Ticket = try JSONAdapter.model(from: #"{"state": "stalled", "table": "stalled"}"#)
    #expect(ticket.state == .unknown)
    #expect(ticket.table == .unknown)
  }

  @Test func mapsManyRawValuesToOneCase() throws {
    let ticket: Ticket = try JSONAdapter.model(from: #"{"state": "open", "table": "reopened"}"#)
    #expect(ticket.table == .open)
    #expect(
      try JSONAdapter.string(from: ticket, keys: ["state", "table"])
        == #"{"state":"open","table":"open"}"#)
  }

  @Test func aTableSaysWhatNullStandsFor() throws {
    final class Marked: Model, JSONSerializing {
      var known = State.open
      var optional: State? = .open
      var number = State.open

      override class func transformer(forKey key: String) -> ValueTransformer? {
        key == "number"
          ? .mapping([1: State.open, nil: .closed], default: .unknown, reverseDefault: 0)
          : .mapping(["o": State.open], default: .unknown, reverseDefault: "-")
      }
    }
    for policy in [.strict, .lenient] as [ConversionPolicy] {
      let marked = try JSONAdapter.model(
        of: Marked.self, from: #"{"known": null, "optional": null, "number": null}"#,
        policy: policy)
      #expect(marked.known == .unknown)
      #expect(marked.optional == .unknown)
      #expect(marked.number == .closed)
    }
    let marked = Marked()
    marked.optional = nil
    marked.number = .unknown
    #expect(try JSONAdapter.string(from: marked) == #"{"known":"o","optional":"-","number":0}"#)
    #expect(
      try JSONAdapter.model(of: Marked.self, from: #"{"number": "1"}"#, policy: .lenient).number
        == .open)
  }

  @Test func namesTheCasesInItsError() {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Ticket.self, from: #"{"history": ["open", "stalled"]}"#)
    }
    #expect(error?.expected == "State (open, closed, unknown)")
    #expect(error?.path == "$.history[1]")
    #expect(error?.kind == .typeMismatch)
  }

  @Test func readsEnumsAsKeys() throws {
    let ticket: Ticket = try JSONAdapter.model(from: #"{"counts": {"open": 2}}"#)
    #expect(ticket.counts == [.open: 2])
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Ticket.self, from: #"{"counts": {"stalled": 2}}"#)
    }
    var issues: [JSONIssue] = []
    let lenient = try JSONAdapter.model(
      of: Ticket.self, from: #"{"counts": {"stalled": 2, "open": 1}}"#, policy: .lenient
    ) { issues.append($0) }
    #expect(lenient.counts == [.open: 1])
    #expect(issues.map(\.path) == ["$.counts.stalled"])
  }
}
