import Foundation
import Peridot
import Testing

private class Leaf: Model, CodableModel {
  var id = ""
  var leaves: [String: Leaf] = [:]
}

private class Rows: Model, CodableModel, JSONKeyStyling {
  var id = 0
  var leaves: [Leaf] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["leaves": "rows[*].b"] }
  class var jsonKeyStyle: JSONKeyStyle { .upperCamelCase }
}

private final class PreparedRows: Rows, JSONPreparing {
  static func prepare(_ json: [String: Any]) throws -> [String: Any] { json }
}

private final class Sets: Model, CodableModel {
  var numbers: Set<Int> = []
  var texts: Set<String>?
  var byName: [String: Set<Int>] = [:]
  var list: [Int] = []
}

private final class Raw: Model, CodableModel {
  var whole = RawJSON()
  var id = 0
  var leaf = Leaf()

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["whole": .root, "leaf": "list[0].b"]
  }
}

private final class Nulls: Model, CodableModel {
  var leaf = Leaf()
  var other = Leaf()
  var count = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["other": .firstOf("a", "b")] }
}

/// Values that a coder gives to the mapping, and that the mapping reads under rules of its own.
@Suite struct CoderCrossingTests {
  private func decode<M: CodableModel>(
    _ type: M.Type = M.self, _ text: String, _ policy: ConversionPolicy = .strict
  ) throws -> M {
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = policy
    return try decoder.decode(type, from: Data(text.utf8))
  }

  /// Only the names on the paths are the mapping's own.
  @Test func namesBehindAPathStay() throws {
    let text =
      #"{"Id": 1, "rows": [{"b": {"id": "a", "leaves": {"rows": {"id": "c"}, "é": {"id": "d"}}}}]}"#
    for rows in [try decode(Rows.self, text), try decode(PreparedRows.self, text)] {
      #expect(rows.id == 1)
      #expect(rows.leaves.first?.id == "a")
      #expect(rows.leaves.first?.leaves.mapValues(\.id) == ["rows": "c", "é": "d"])
    }
    #expect(try decode(Rows.self, text) == JSONAdapter.model(from: text))
  }

  @Test(arguments: [
    (#"{"numbers": [300, 300]}"#, "numbers"), (#"{"texts": ["a", "b", "a"]}"#, "texts"),
    (#"{"byName": {"x": [1, 2, 1]}}"#, "byName"),
  ])
  func aCoderRefusesRepeatedElements(_ text: String, _ key: String) throws {
    let refusing = ConversionPolicy.strict.with { $0.duplicateElements = .fail }
    let error = #expect(throws: DecodingError.self) { try decode(Sets.self, text, refusing) }
    guard case .typeMismatch(_, let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let made = try #require(context.underlyingError as? JSONAdapterError)
    #expect(made.kind == .typeMismatch)
    #expect(made.propertyKey == key)
    #expect(made.pathComponents.first == .key(key))
    _ = try decode(Sets.self, text)
    let distinct = #"{"numbers": [1, 2], "texts": ["a"], "byName": {"x": [1]}, "list": [1, 1]}"#
    #expect(try decode(Sets.self, distinct, refusing) == decode(Sets.self, distinct))
  }

  @Test func writesWhatLiesBesideRawJSON() throws {
    let raw = Raw()
    (raw.id, raw.leaf.id) = (5, "x")
    let text = #"{"id":5,"list":[{"b":{"id":"x","leaves":{}}}]}"#
    for whole in ["{}", text, #"{"id": 5}"#] {
      raw.whole = try RawJSON(whole)
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      #expect(String(decoding: try encoder.encode(raw), as: UTF8.self) == text, "\(whole)")
    }
  }

  @Test(arguments: [ConversionPolicy.NullRule.keep, .reset])
  func aNullLeavesAModelWhileErrorsAreCollected(_ rule: ConversionPolicy.NullRule) throws {
    let policy = ConversionPolicy.lenient.with {
      $0.null = rule
      $0.collectsErrors = true
    }
    let model = try decode(Nulls.self, #"{"leaf": null, "b": null, "count": 1}"#, policy)
    #expect(model.count == 1)
    #expect(model.leaf.id == "" && model.other.id == "")
  }
}
