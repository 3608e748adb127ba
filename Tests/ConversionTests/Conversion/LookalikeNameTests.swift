import Foundation
import Testing

@testable import Peridot

// "é" composed, and as "e" with an accent: String takes one for the other.
private let composed = "\u{E9}"
private let decomposed = "e\u{301}"

private final class Tables: Model, JSONSerializing {
  var numbers: [String: Int] = [:]
  var anything: Any = 0
  var values: [String: Any] = [:]
  var nested: [[String: Any]] = []
}

/// Two names that differ in their Unicode scalars only, in an object that becomes a dictionary.
@Suite struct LookalikeNameTests {
  private static let object = #"{"a": 0, "b": 0, "c": 0, "\#(composed)": 1, "\#(decomposed)": 2}"#

  private static func document(_ key: String, _ object: String = object) -> String {
    key == "nested" ? #"{"nested": [{"x": \#(object)}]}"# : #"{"\#(key)": \#(object)}"#
  }

  private static let paths = [
    "numbers": "$.numbers.\(decomposed)", "anything": "$.anything.\(decomposed)",
    "values": "$.values.\(decomposed)", "nested": "$.nested[0].x.\(decomposed)",
  ]

  @Test(arguments: ["numbers", "anything", "values", "nested"])
  func areAnErrorUnderStrict(_ key: String) throws {
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Tables.self, from: Self.document(key))
    }
    #expect(error.kind == .typeMismatch)
    #expect(
      error.path.unicodeScalars.elementsEqual(Self.paths[key]!.unicodeScalars), "\(error.path)")
    #expect(error.expected == "a name that differs from the others as text")
  }

  @Test(arguments: ["numbers", "anything", "values", "nested"])
  func areAnErrorOfAnUpdate(_ key: String) throws {
    let model = Tables()
    model.numbers = ["z": 1]
    model.values = ["z": 1]
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(model, from: Self.document(key))
    }
    #expect(model.numbers == ["z": 1] && model.values.keys.elementsEqual(["z"]))
  }

  @Test(arguments: ["numbers", "anything", "values", "nested"])
  func areReportedUnderLenient(_ key: String) throws {
    var issues: [JSONIssue] = []
    let model = try JSONAdapter.model(
      of: Tables.self, from: Self.document(key), policy: .lenient
    ) { issues.append($0) }
    #expect(issues.map(\.action) == [.dropped])
    let members: [String: Any]? =
      switch key {
      case "numbers": model.numbers
      case "anything": model.anything as? [String: Any]
      case "values": model.values
      default: model.nested.first?["x"] as? [String: Any]
      }
    #expect(members?[composed] as? Int == 2)
    #expect(members?.count == 4)
  }

  /// A member that occurs twice is no such name: the last counts.
  @Test(arguments: ["numbers", "anything", "values", "nested"])
  func areNotRepeatedNames(_ key: String) throws {
    let object = #"{"a": 0, "b": 0, "c": 0, "\#(composed)": 1, "\u00e9": 2}"#
    _ = try JSONAdapter.model(of: Tables.self, from: Self.document(key, object))
  }

  /// Two that are nested in values which are given up elsewhere are found once.
  @Test func areFoundInEachDictionary() throws {
    let json =
      #"{"numbers": {"\#(composed)": 1, "\#(decomposed)": 2}, "anything": \#(Self.object)}"#
    var policy = ConversionPolicy.strict
    policy.collectsErrors = true
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Tables.self, from: json, policy: policy)
    }
    #expect(error.errors.count == 2)
  }

  @Test(arguments: [
    (#"{"numbers": {"a": 1, "b": 2, "a": 3}}"#, "$.numbers.a"),
    (#"{"numbers": {}, "other": 1, "numbers": {}}"#, "$.numbers"),
    (#"{"unknown": [{"x": {"y": 1, "y": 1}}]}"#, "$.unknown[0].x.y"),
    (#"{"nested": [{"x": 1, "\u0078": 2}]}"#, "$.nested[0].x"),
  ])
  func canBeRefusedWhereTheyOccurTwice(_ json: String, _ path: String) throws {
    var policy = ConversionPolicy.lenient
    policy.repeatedKeys = .fail
    _ = try JSONAdapter.model(of: Tables.self, from: json, policy: .lenient)
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Tables.self, from: json, policy: policy)
    }
    #expect(error.kind == .typeMismatch && error.path == path)
    #expect(error.expected == "a name that occurs once in its object")
    let model = Tables()
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(model, from: json, policy: policy)
    }
    #expect(throws: JSONAdapterError.self) {
      try RawJSON(json).decode(as: Tables.self, policy: policy)
    }
  }

  @Test func areAllCollected() throws {
    var policy = ConversionPolicy.strict
    policy.repeatedKeys = .fail
    policy.collectsErrors = true
    let json = #"{"numbers": {"a": 1, "a": "x", "a": 3, "b": true}}"#
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Tables.self, from: json, policy: policy)
    }
    #expect(Set(error.errors.map(\.path)) == ["$.numbers.a", "$.numbers.b"])
  }
}
