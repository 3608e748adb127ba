import Foundation
import Peridot
import Testing

@testable import TestSupport

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

private enum Status: String, UnknownCaseRepresentable {
  case open, closed, other

  static var unknownCase: Status { .other }
}

/// With the compiler's coding, which knows no unknown case.
private enum Grade: Int, Codable, UnknownCaseRepresentable {
  case none, low, high

  static var unknownCase: Grade { .none }
}

private final class Job: Model, JSONSerializing {
  var status = Status.open
  var maybe: Status? = .open
  var history: [Status] = []
  var set: Set<Status> = []
  var byStatus: [Status: Int] = [:]
  var grade = Grade.high
  var table = Status.open

  override class var archiveName: String { "EnumConversionTests.Job" }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "table" ? .rawValue(of: Status.self) : nil
  }
}

@Suite struct UnknownCaseTests {
  @Test(arguments: [
    ConversionPolicy.strict, .lenient, .legacyYYModel,
    .legacyJSONModel.with { $0.absentKeys = .ignore },
  ])
  func standsForRawValuesOfNoCase(_ policy: ConversionPolicy) throws {
    let json = """
      {"status": "stalled", "maybe": "stalled", "history": ["open", "stalled"],
       "set": ["stalled"], "byStatus": {"stalled": 1, "open": 2}, "grade": 9, "table": "stalled"}
      """
    var issues: [JSONIssue] = []
    let job = try JSONAdapter.model(of: Job.self, from: json, policy: policy) { issues.append($0) }
    #expect(job.status == .other)
    #expect(job.maybe == .other)
    #expect(job.history == [.open, .other])
    #expect(job.set == [.other])
    #expect(job.byStatus == [.other: 1, .open: 2])
    #expect(job.grade == Grade.none)
    #expect(job.table == .other)
    #expect(issues.isEmpty)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(try JSONAdapter.model(of: Job.self, from: object, policy: policy) == job)
    #expect(
      try JSONAdapter.string(from: job, keys: ["status", "byStatus"])
        == #"{"status":"other","byStatus":{"open":2,"other":1}}"#)
    #expect(try Job.unarchive(from: job.archivedData()) == job)
  }

  @Test func standsForNoOtherKindOfValue() throws {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Job.self, from: #"{"status": 5}"#)
    }
    #expect(error?.kind == .typeMismatch)
    #expect(error?.path == "$.status")
    #expect(try JSONAdapter.model(of: Job.self, from: #"{"maybe": null}"#).maybe == nil)
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
    #expect(error?.expected == "State (closed, open, unknown)")
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
