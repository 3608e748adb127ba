import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Part: Model, CodableModel {
  var id = 0
  var name: String?
  var inner: Part?

  override class var archiveName: String { "EmbeddedJSONTests.Part" }
}

private struct Point: Codable, Equatable {
  var x = 0
}

private final class Event: Model, CodableModel {
  var part = Part()
  var spare: Part?
  var parts: [Part] = []
  var table: [String: Int]?
  var point: Point?
  var raw: RawJSON?
  var lines: [String] = []

  override class var archiveName: String { "EmbeddedJSONTests.Event" }

  override class var declaredProperties: [Property] {
    [
      property("part", \.part, by: .embeddedJSON),
      property("spare", \.spare, by: .embeddedJSON(policy: .lenient)),
      property("parts", \.parts, by: .embeddedJSON),
      property("table", \.table, by: .embeddedJSON),
      property("point", \.point, by: .embeddedJSON),
      property("raw", \.raw, by: .embeddedJSON),
      property("lines", \.lines, by: .using(.embeddedJSON([String].self))),
    ]
  }
}

private final class Loose: Model, CodableModel {
  var part: Part?
  var parts: [Part] = []
  var numbers: Set<Int> = []
  var table: [String: Int] = [:]
  var ranks: [Int: String] = [:]
  var point: Point?
  var points: [Point] = []
  var text = ""
  var anything: Any?

  override class var archiveName: String { "EmbeddedJSONTests.Loose" }
}

@Suite struct EmbeddedJSONTests {
  private let json =
    #"{"lines":"[\"a\"]","part":"{\"id\":1,\"inner\":{\"id\":2}}","parts":"[{\"id\":3}]","#
    + #""point":"{\"x\":4}","raw":"[1.10]","spare":"{\"id\":5}","table":"{\"a\":6}"}"#

  @Test(arguments: [ConversionPolicy.strict, .lenient])
  func crossesEveryRoad(_ policy: ConversionPolicy) throws {
    try expectCrossing(of: Event.self, json, policy: policy)
    let event = try JSONAdapter.model(of: Event.self, from: json, policy: policy)
    #expect(event.part.inner?.id == 2 && event.parts.map(\.id) == [3] && event.point?.x == 4)
    #expect(event.raw?.description == "[1.10]" && event.table == ["a": 6])
  }

  @Test func takesNullAndLiveValues() throws {
    let event = try JSONAdapter.model(
      of: Event.self, from: #"{"spare":null,"table":null,"point":null,"raw":null}"#)
    #expect(event.spare == nil && event.table == nil && event.point == nil && event.raw == nil)
    let part = Part().with { $0.id = 9 }
    let live = try JSONAdapter.model(
      of: Event.self, from: ["part": part] as [String: Any])
    #expect(live.part === part)
    let nested = try JSONAdapter.model(of: Event.self, from: #"{"raw":"\"a\""}"#)
    #expect(nested.raw?.description == #""a""#)
  }

  @Test(arguments: [
    (#"{"part":"{\"id\":1,\"inner\":{\"id\":\"x\"}}"}"#, "$.part.inner.id", 9),
    (#"{"parts":"[{},{\"id\":true}]"}"#, "$.parts[1].id", 10),
    (#"{"table":"{\"a\":\"x\"}"}"#, "$.table.a", 10),
    (#"{"part":"{"}"#, "$.part", 9), (#"{"part":""}"#, "$.part", 9),
    (#"{"part":"{} x"}"#, "$.part", 9), (#"{"part":{"id":1}}"#, "$.part", 9),
    (#"{"part":5}"#, "$.part", 9), (#"{"parts":"{}"}"#, "$.parts", 10),
    (#"{"part":"null"}"#, "$.part", 9),
  ])
  func saysWhere(_ json: String, _ path: String, _ column: Int) throws {
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Event.self, from: json)
    }
    #expect(error.path == path && error.line == 1 && error.column == column, "\(error)")
    #expect(error.kind == (json.contains("null") ? .nullValue : .typeMismatch))
  }

  @Test func followsThePolicyAndReports() throws {
    var issues: [String] = []
    let event = try JSONAdapter.model(
      of: Event.self, from: #"{"parts":"[{\"id\":\"7\"},5]","table":"{\"a\":1.5}"}"#,
      policy: .lenient
    ) { issues.append($0.path) }
    #expect(event.parts.map(\.id) == [7] && event.table == ["a": 1])
    #expect(issues.sorted() == ["$.parts[1]", "$.table.a"])
    // A transformer's own policy.
    let spare = try JSONAdapter.model(of: Event.self, from: #"{"spare":"{\"id\":\"8\"}"}"#).spare
    #expect(spare?.id == 8)
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: Event.self, from: #"{"part":"{\"id\":1,\"id\":2}"}"#,
        policy: .strict.with { $0.repeatedKeys = .fail })
    }
    #expect(error.path == "$.part.id")
    let last = try JSONAdapter.model(of: Event.self, from: #"{"part":"{\"id\":1,\"id\":2}"}"#)
    #expect(last.part.id == 2)
  }

  @Test func transformsByHand() throws {
    let transformer: ValueTransformer = .embeddedJSON([String: Int].self)
    #expect(try transformer.forward(#"{"a":1}"#, as: [String: Int].self) == ["a": 1])
    #expect(try transformer.reverse(["a": 1], as: String.self) == #"{"a":1}"#)
    #expect(try transformer.forward(nil) == nil && transformer.canReverse)
  }

  @Test func parsesTextForEveryTypeUnderALenientPolicy() throws {
    let json =
      #"{"anything":"[1]","numbers":"[1,\"2\"]","part":"{\"id\":1}","parts":" [{\"id\":2}]","#
      + #""point":"{\"x\":3}","points":"[\"{\\\"x\\\":4}\"]","ranks":"{\"1\":\"a\"}","#
      + #""table":"{\"a\":5}","text":"{}"}"#
    let written =
      #"{"anything":"[1]","numbers":[1,2],"part":{"id":1},"parts":[{"id":2}],"point":{"x":3},"#
      + #""points":[{"x":4}],"ranks":{"1":"a"},"table":{"a":5},"text":"{}"}"#
    try expectCrossing(of: Loose.self, json, written: written, policy: .lenient)
    _ = try JSONAdapter.model(of: Loose.self, from: json, policy: .lenient) {
      Issue.record("\($0)")
    }
    for key in ["numbers", "part", "parts", "point", "points", "ranks", "table"] {
      let error = try #require(throws: JSONAdapterError.self) {
        try JSONAdapter.model(of: Loose.self, from: [key: "[]"])
      }
      #expect(error.propertyKey == key && error.kind == .typeMismatch)
    }
  }

  @Test(arguments: ["[", "[1,", "x", "5", "{}", "[1] 2"])
  func keepsTextThatIsNoJSON(_ text: String) throws {
    var issues: [String] = []
    let loose = try JSONAdapter.model(of: Loose.self, from: ["numbers": text], policy: .lenient) {
      issues.append($0.path)
    }
    #expect(loose.numbers.isEmpty && issues == ["$.numbers"])
  }

  /// A word is no null because it begins as one.
  @Test(arguments: ["n", "nul", "nullx", "nobody", "t", "tru", "fals"])
  func takesNoWordForANull(_ word: String) throws {
    for key in ["part", "maybe"] {
      let error = #expect(throws: JSONAdapterError.self) {
        try JSONAdapter.model(
          of: Owner.self, from: [key: word],
          policy: .strict.with { $0.parsesEmbeddedJSON = true })
      }
      #expect(error?.kind == .typeMismatch)
      #expect(error?.path == "$.\(key)")
      #expect(error?.description.contains(#"found string "\#(word)""#) == true)
    }
    let embedded = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Event.self, from: ["part": word])
    }
    #expect(embedded?.kind == .typeMismatch)
  }

  private final class Owner: Model, JSONSerializing {
    var part = Part()
    var maybe: Part?
  }
}
