import Foundation
import Testing

@testable import Peridot

@Suite struct JSONBytesTests {
  @Test func locatesOffsets() {
    let bytes = JSONBytes("a\nbé日😀x\r\ny\rz")
    let expected: [(Int, Int, Int)] = [
      (0, 1, 1), (1, 1, 2), (2, 2, 1), (3, 2, 2), (5, 2, 3), (8, 2, 4), (12, 2, 5), (13, 2, 6),
      (15, 3, 1), (16, 3, 2), (17, 4, 1), (18, 4, 2), (1000, 4, 2),
    ]
    for (offset, line, column) in expected {
      #expect(bytes.location(of: offset) == (line, column), "offset \(offset)")
    }
    #expect(JSONBytes("").location(of: 0) == (1, 1))
  }

  private static let document =
    #"{"items":[1,{"user":{"created_at":"x","a.b":2}}, [[3]]],"":{"q\"":0}}"#

  @Test(arguments: [
    (#"{"items"#, "$"), (#""items"#, "$.items"), ("[1,", "$.items"), ("1,{", "$.items[0]"),
    (#","a.b"#, "$.items[1].user"), (#",{"user"#, "$.items"), (#"{"user"#, "$.items[1]"),
    (#""user"#, "$.items[1].user"), (#"{"created"#, "$.items[1].user"),
    (#""created_at"#, "$.items[1].user.created_at"), (#""x""#, "$.items[1].user.created_at"),
    (#""a.b""#, #"$.items[1].user["a.b"]"#), (#"2}}"#, #"$.items[1].user["a.b"]"#),
    (#"}},"#, "$.items[1].user"), (#" [[3"#, "$.items[2]"), ("3]", "$.items[2][0][0]"),
    ("]],\"\"", "$.items[2]"), ("],\"\"", "$.items"), (#""":"#, #"$[""]"#),
    (#"0}}"#, #"$[""]["q\""]"#),
  ])
  func findsPaths(_ mark: String, _ path: String) throws {
    let range = try #require(Self.document.range(of: mark))
    let offset = Self.document[..<range.lowerBound].utf8.count
    #expect(JSONBytes(Self.document).path(to: offset).text == path)
  }

  @Test func findsManyPathsInOnePass() {
    let bytes = JSONBytes(Self.document)
    let offsets = Array(0...bytes.count + 3)
    #expect(bytes.paths(to: offsets).map(\.text) == offsets.map { bytes.path(to: $0).text })
    #expect(bytes.paths(to: []).isEmpty)
    #expect(bytes.paths(to: [bytes.count]).map(\.text) == ["$"])
    #expect(
      bytes.paths(to: [11, 11, 11]).map(\.text)
        == ["$.items[0]", "$.items[0]", "$.items[0]"].map { _ in bytes.path(to: 11).text })
  }

  @Test func tellsWhatWasOpenWhereADocumentBreaks() {
    #expect(JSONBytes(#"{"a":[1,{"b":}]}"#).path(to: 13).text == "$.a[1].b")
    #expect(JSONBytes(#"{"a":[1,{"b":}]}"#).path(to: 100).text == "$.a[1].b")
    #expect(JSONBytes(#"{"a":[1,{"b" 1}]}"#).path(to: 13).text == "$.a[1]")
    #expect(JSONBytes(#"{"a":[1 2]}"#).path(to: 8).text == "$.a")
    #expect(JSONBytes("").path(to: 0).text == "$")
    #expect(JSONBytes(String(repeating: "[", count: 600)).path(to: 599).components.count == 599)
  }
}
