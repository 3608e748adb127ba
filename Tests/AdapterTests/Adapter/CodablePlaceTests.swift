import Foundation
import Peridot
import Testing

@testable import TestSupport

private enum Shape: Codable {
  case circle(radius: Double)
  case dot
}

private enum Tone: String, Codable {
  case red, blue
}

private struct Pair: Codable {
  var left: Int
  var right: String?
}

private struct Box: Codable {
  var name: String
  var small: UInt8?
  var when: Date?
  var link: URL?
  var data: Data?
  var flag: Bool?
  var price: Decimal?
  var pair: Pair?
  var pairs: [Pair]?
  var byName: [String: Pair]?
  var tone: Tone?
  var shape: Shape?
}

private final class Parcel: Model, JSONSerializing {
  var box: Box?
  var boxes: [Box] = []
  var shape = Shape.dot
}

@Suite struct CodablePlaceTests {
  @Test(arguments: [
    (#"{"name": 5}"#, "$.box.name", "expected String, found number 5", 18),
    (#"{}"#, "$.box", #"expected Box, found object without "name""#, 9),
    (#"{"name": null}"#, "$.box.name", "expected String, found null", 18),
    (#""x""#, "$.box", #"expected object, found string "x""#, 9),
    (#"[]"#, "$.box", "expected object, found array", 9),
    (#"{"name":"", "small": 300}"#, "$.box.small", "expected UInt8, found number 300", 30),
    (#"{"name":"", "small": 1.5}"#, "$.box.small", "expected UInt8, found number 1.5", 30),
    (#"{"name":"", "small": "1"}"#, "$.box.small", #"expected UInt8, found string "1""#, 30),
    (#"{"name":"", "when": "soon"}"#, "$.box.when", #"expected a date, found string "soon""#, 29),
    (#"{"name":"", "when": 5}"#, "$.box.when", "expected String, found number 5", 29),
    (#"{"name":"", "link": ""}"#, "$.box.link", #"expected URL, found string """#, 29),
    (#"{"name":"", "data": "*"}"#, "$.box.data", #"expected Base64 text, found string "*""#, 29),
    (#"{"name":"", "flag": 1}"#, "$.box.flag", "expected Bool, found number 1", 29),
    (#"{"name":"", "price": "1"}"#, "$.box.price", #"expected Decimal, found string "1""#, 30),
    (
      #"{"name":"", "pair": {"left": true}}"#, "$.box.pair.left", "expected Int, found true", 38
    ),
    (
      #"{"name":"", "pair": {}}"#, "$.box.pair",
      #"expected object with "left", found object without "left""#, 29
    ),
    (
      #"{"name":"", "pairs": [{"left": 1}, {"left": "x"}]}"#, "$.box.pairs[1].left",
      #"expected Int, found string "x""#, 53
    ),
    (
      #"{"name":"", "byName": {"a b": {"left": []}}}"#, #"$.box.byName["a b"].left"#,
      "expected Int, found array", 48
    ),
    (
      #"{"name":"", "tone": "pink"}"#, "$.box.tone",
      #"expected a value that Box takes, found string "pink" "#
        + "(Cannot initialize Tone from invalid String value pink)", 29
    ),
    (
      #"{"name":"", "shape": {"circle": {"radius": "x"}}}"#, "$.box.shape.circle.radius",
      #"expected Double, found string "x""#, 52
    ),
  ])
  func namesTheInnermostValue(
    _ json: String, _ path: String, _ words: String, _ column: Int
  ) throws {
    let error = try #require(
      adapterError { try JSONAdapter.model(of: Parcel.self, from: #"{"box": "# + json + "}") })
    #expect(error.description == "Parcel.box: \(words) at \(path) (line 1, column \(column))")
    #expect(error.path == path)
    #expect(error.underlying is DecodingError)
    #expect(error.kind == .typeMismatch)
    // Values in memory have no lines, but the same path.
    let object = try JSONSerialization.jsonObject(with: Data((#"{"box": "# + json + "}").utf8))
    let inMemory = adapterError { try JSONAdapter.model(of: Parcel.self, from: object) }
    #expect(inMemory?.path == path)
  }

  @Test func findsTheValueInAnElement() {
    let error = adapterError {
      try JSONAdapter.model(
        of: Parcel.self,
        from: """
          {"boxes": [
            {"name": "a"},
            {"name": "b", "pair": {"left": 1.5}}
          ]}
          """)
    }
    #expect(
      error?.description
        == "Parcel.boxes: expected Int, found number 1.5 at $.boxes[1].pair.left (line 3, column 34)"
    )
  }
}
