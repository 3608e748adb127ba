import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Point: Model, JSONSerializing {
  var x = 0
  var y = 0
}

private struct Text: JSONReadable {
  var text: Substring
  var jsonInput: JSONInput { JSONInput(String(text)) }
}

@Suite struct ModelInputTests {
  private let text = #"{"x":1,"y":2}"#

  @Test func readsAModelFromEachForm() throws {
    let expected = Point().with {
      $0.x = 1
      $0.y = 2
    }
    let dictionary: [String: Any] = ["x": 1, "y": NSNumber(value: 2)]
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect(try JSONAdapter.model(of: Point.self, from: text) == expected)
    #expect(try JSONAdapter.model(of: Point.self, from: Data(text.utf8)) == expected)
    #expect(try JSONAdapter.model(of: Point.self, from: Array(text.utf8)) == expected)
    #expect(try JSONAdapter.model(of: Point.self, from: dictionary) == expected)
    #expect(try JSONAdapter.model(of: Point.self, from: object) == expected)
    #expect(try JSONAdapter.model(of: Point.self, from: Data(text.utf8) as Any) == expected)
    #expect(try JSONAdapter.model(of: Point.self, from: text as Any) == expected)
    #expect(try JSONAdapter.model(of: Point.self, from: Array(text.utf8) as Any) == expected)
    let adapter = JSONAdapter()
    #expect(try adapter.model(of: Point.self, from: text) == expected)
    #expect(try adapter.model(of: Point.self, from: Data(text.utf8)) == expected)
    #expect(try adapter.model(of: Point.self, from: Array(text.utf8)) == expected)
    #expect(try adapter.model(of: Point.self, from: dictionary) == expected)
    #expect(try adapter.model(of: Point.self, from: object) == expected)
  }

  @Test func readsPartsOfBytes() throws {
    let bytes = Array("  \(text)  ".utf8)
    let part = bytes[2..<bytes.count - 2]
    let array = Array("[\(text)]".utf8)
    func expect(_ point: Point) { #expect(point.x == 1 && point.y == 2) }
    let adapter = JSONAdapter()
    expect(try JSONAdapter.model(from: part))
    expect(try JSONAdapter.model(from: part as Any))
    expect(try JSONAdapter.model(from: part.span))
    expect(try JSONAdapter.model(from: unsafe part.span.bytes))
    expect(try adapter.model(from: part.span))
    let models: [Point] = try JSONAdapter.models(from: array.span)
    expect(models[0])
    let byKey: [String: Point] = try adapter.modelsByKey(from: Array(#"{"a":\#(text)}"#.utf8)[...])
    expect(try #require(byKey["a"]))
    let point = Point()
    try JSONAdapter.update(point, from: part.span)
    expect(point)
    try JSONAdapter.apply(mergePatch: Array(#"{"x": 3}"#.utf8).span, to: point)
    #expect(point.x == 3)
    // Any numbers are no bytes.
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Point.self, from: part.map { Int($0) }[...])
    }
  }

  @Test func takesAnArrayForOneModelAtAPlaceInIt() throws {
    let array: [Any] = [["x": 5]]
    #expect(try JSONAdapter.model(of: Point.self, from: array, at: "[0]").x == 5)
    #expect(try JSONAdapter().model(of: Point.self, from: array, at: "[0]").x == 5)
    #expect(
      adapterMessage { try JSONAdapter.model(of: Point.self, from: array) }
        == "Point: expected object, found array at $: no policy reads it")
  }

  @available(*, deprecated)
  @Test func refusesAURLByEachVerb() {
    let url = URL(fileURLWithPath: "/a.json")
    let adapter = JSONAdapter()
    for refused in [
      { _ = try JSONAdapter.model(of: Point.self, from: url) },
      { _ = try adapter.model(of: Point.self, from: url) },
      { try JSONAdapter.update(Point(), from: url) },
      { try adapter.update(Point(), from: url) },
      { _ = try JSONAdapter.modelsByKey(of: Point.self, from: url) },
      { _ = try adapter.modelsByKey(of: Point.self, from: url) },
    ] as [() throws -> Void] {
      #expect(adapterMessage(refused) == "Point: expected object, found a URL at $")
    }
    for refused in [
      { _ = try JSONAdapter.models(of: Point.self, from: url) },
      { _ = try adapter.models(of: Point.self, from: url) },
    ] as [() throws -> Void] {
      #expect(adapterMessage(refused) == "Point: expected array, found a URL at $")
    }
  }

  @Test func infersTheClass() throws {
    let point: Point = try JSONAdapter.model(from: text)
    #expect(point.y == 2)
    let points: [Point] = try JSONAdapter.models(from: "[\(text)]")
    #expect(points == [point])
    let named: [String: Point] = try JSONAdapter.modelsByKey(from: #"{"a":\#(text)}"#)
    #expect(named == ["a": point])
  }

  @Test func readsAnArrayOfModelsFromEachForm() throws {
    let text = #"[{"x":1},{"x":2}]"#
    let array: [Any] = [["x": 1], ["x": 2]]
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let adapter = JSONAdapter()
    for models in [
      try JSONAdapter.models(of: Point.self, from: text),
      try JSONAdapter.models(of: Point.self, from: Data(text.utf8)),
      try JSONAdapter.models(of: Point.self, from: Array(text.utf8)),
      try JSONAdapter.models(of: Point.self, from: array),
      try JSONAdapter.models(of: Point.self, from: object),
      try adapter.models(of: Point.self, from: text),
      try adapter.models(of: Point.self, from: Data(text.utf8)),
      try adapter.models(of: Point.self, from: Array(text.utf8)),
      try adapter.models(of: Point.self, from: array),
      try adapter.models(of: Point.self, from: object),
    ] {
      #expect(models.map(\.x) == [1, 2])
    }
    #expect(try JSONAdapter.models(of: Point.self, from: "[]").isEmpty)
    #expect(try JSONAdapter.models(of: Point.self, from: [Any]()).isEmpty)
  }

  @Test func readsTextOfTypesThatSayHow() throws {
    let text = Text(text: #"{"x":1}"#[...])
    #expect(try JSONAdapter.model(of: Point.self, from: text).x == 1)
    let point = Point()
    try JSONAdapter().update(point, from: text)
    #expect(point.x == 1)
  }

  @Test func readsModelsByKeyFromEachForm() throws {
    let text = #"{"a":{"x":1},"b":{"x":2}}"#
    let dictionary: [String: Any] = ["a": ["x": 1], "b": ["x": 2]]
    let adapter = JSONAdapter()
    for models in [
      try JSONAdapter.modelsByKey(of: Point.self, from: text),
      try JSONAdapter.modelsByKey(of: Point.self, from: Data(text.utf8)),
      try JSONAdapter.modelsByKey(of: Point.self, from: Array(text.utf8)),
      try JSONAdapter.modelsByKey(of: Point.self, from: dictionary),
      try JSONAdapter.modelsByKey(of: Point.self, from: dictionary as Any),
      try adapter.modelsByKey(of: Point.self, from: text),
      try adapter.modelsByKey(of: Point.self, from: Data(text.utf8)),
      try adapter.modelsByKey(of: Point.self, from: Array(text.utf8)),
      try adapter.modelsByKey(of: Point.self, from: dictionary),
      try adapter.modelsByKey(of: Point.self, from: dictionary as Any),
    ] {
      #expect(models.mapValues(\.x) == ["a": 1, "b": 2])
    }
  }

  @Test func saysWhatAnEmptyLiteralMeans() {
    let message =
      "document is empty ([] means no bytes here: for an array of no elements, write [Any]()) at $"
    #expect(adapterMessage { try JSONAdapter.models(of: Point.self, from: []) } == message)
    #expect(adapterMessage { try JSONAdapter.model(of: Point.self, from: []) } == message)
    #expect(
      adapterMessage { try JSONAdapter.model(of: Point.self, from: "") }
        == "document is empty at $ (line 1, column 1)")
    #expect(
      adapterMessage { try JSONAdapter.model(of: Point.self, from: Data()) }
        == "document is empty at $ (line 1, column 1)")
    #expect(
      adapterMessage { try JSONAdapter.model(of: Point.self, from: " \n ") }
        == "document is empty at $ (line 2, column 2)")
    #expect(
      adapterError { try JSONAdapter.model(of: Point.self, from: "{") }?.modelClass == Point.self)
    #expect(
      adapterError { try JSONAdapter.update(Point(), from: "{") }?.modelClass == Point.self)
  }

  @Test(arguments: [
    ("[]", "array", JSONAdapterError.Kind.typeMismatch), ("1", "number 1", .typeMismatch),
    (#""x""#, #"string "x""#, .typeMismatch), ("true", "true", .typeMismatch),
    ("null", "null", .nullValue),
  ])
  func refusesARootThatIsNoObject(_ text: String, _ found: String, _ kind: JSONAdapterError.Kind) {
    let advice = kind == .nullValue ? "" : ": no policy reads it"
    let error = adapterError { try JSONAdapter.model(of: Point.self, from: " " + text) }
    #expect(
      error?.description
        == "Point: expected object, found \(found) at $ (line 1, column 2)" + advice)
    #expect(error?.kind == kind)
    #expect(error?.modelClass == Point.self)
    #expect(error?.propertyKey == nil)
    #expect(error?.byteOffset == 1)
    #expect(
      adapterMessage { try JSONAdapter.modelsByKey(of: Point.self, from: text) }
        == "Point: expected object, found \(found) at $ (line 1, column 1)"
        + (text == "[]"
          ? ": set emptyArrayIsObject in the policy to take an empty array for an object" : advice))
  }

  @Test func refusesARootThatIsNoArray() {
    #expect(
      adapterMessage { try JSONAdapter.models(of: Point.self, from: #"{"x":1}"#) }
        == "Point: expected array, found object at $ (line 1, column 1): set wrapsSingleValues "
        + "in the policy to take a single value for an array")
    #expect(
      adapterMessage { try JSONAdapter.models(of: Point.self, from: "[{},\n 5]") }
        == "Point: expected object, found number 5 at $[1] (line 2, column 2): no policy reads it")
    #expect(
      adapterMessage { try JSONAdapter.models(of: Point.self, from: [[String: Any](), NSNull()]) }
        == "Point: expected object, found null at $[1]: declare the element as Point?")
    #expect(
      adapterMessage { try JSONAdapter.modelsByKey(of: Point.self, from: #"{"a b":[]}"#) }
        == #"Point: expected object, found array at $["a b"] (line 1, column 8): declare it as an "#
        + "Optional, and set emptyArrayIsObject in the policy to take an empty array for an object")
  }

  @Test func givesNoLineForADictionary() {
    let error = adapterError { try JSONAdapter.model(of: Point.self, from: ["x": "1"]) }
    #expect(
      error?.description
        == #"Point.x: expected Int, found string "1" at $.x: set acceptsNumericStrings in the policy "#
        + "to take text for numbers")
    #expect(error?.line == nil)
    #expect(error?.column == nil)
    #expect(error?.byteOffset == nil)
    #expect(error?.path == "$.x")
  }

  @Test func refusesWhatIsNoJSONInADictionary() {
    let error = adapterError {
      try JSONAdapter.model(of: Point.self, from: ["x": [1, Date()]] as [String: Any])
    }
    #expect(error?.description == "Point.x: expected Int, found array at $.x: no policy reads it")
    #expect(error?.kind == .typeMismatch)
    #expect(
      adapterMessage { try JSONAdapter.model(of: Point.self, from: ["x": Double.nan]) }
        == "nan has no JSON form at $.x")
    #expect(
      adapterMessage { try JSONAdapter.model(of: Point.self, from: ["x": [1: 2]]) }
        == "a key of type Int has no JSON form at $.x")
    #expect(
      adapterMessage { try JSONAdapter.model(of: Point.self, from: Date() as Any) }
        == "Point: expected object, found a Date at $")
  }

  @Test func bridgesToNSError() throws {
    let error = try #require(
      adapterError { try JSONAdapter.model(of: Point.self, from: #"{"x":"1"}"#) })
    let bridged = error as NSError
    #expect(bridged.domain == "Peridot.JSONAdapterError")
    #expect(bridged.code == JSONAdapterError.Kind.typeMismatch.rawValue)
    #expect(error.localizedDescription == error.description)
  }
}
