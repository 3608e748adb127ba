import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Leaf: Model, JSONSerializing {
  var value = 0
  var text = ""
}

private final class Tree: Model, JSONSerializing {
  var id = 0
  var next: Tree?
  var leaves: [Leaf] = []
  var byName: [String: Int] = [:]
  var any: Any = 0
  var inner = 0
  var other = 0
  var each: [Int] = []
  var first = 0
  var point: Point?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "inner": "a.b.c", "other": "a.b.d", "each": "items[*].id",
      "first": .firstOf("one", "two"),
    ]
  }
}

private struct Point: Codable, Equatable {
  var x: Int
  var y: Int
}

private func tree(_ text: String) throws -> Tree {
  let fromText: Tree = try JSONAdapter.model(from: text)
  // The dictionary form means the same.
  if let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) {
    let fromObject = try JSONAdapter.model(of: Tree.self, from: object)
    #expect(fromObject == fromText)
  }
  return fromText
}

@Suite struct BadInputTests {
  @Test(arguments: [
    ("", "document is empty at $ (line 1, column 1)"),
    ("{", "unexpected end of document at $ (line 1, column 2)"),
    ("{}x", "text after the document at $ (line 1, column 3)"),
    ("{} {}", "text after the document at $ (line 1, column 4)"),
    (#"{"id":1,}"#, "unexpected character '}' at $ (line 1, column 9)"),
    (#"{"id" 1}"#, "unexpected character '1' at $ (line 1, column 7)"),
    (#"{id:1}"#, "unexpected character 'i' at $ (line 1, column 2)"),
    (#"{'id':1}"#, "unexpected character ''' at $ (line 1, column 2)"),
    (#"{"id":01}"#, "number has a leading zero at $.id (line 1, column 7)"),
    (#"{"id":+1}"#, "unexpected character '+' at $.id (line 1, column 7)"),
    (#"{"id":1.}"#, "number lacks a digit at $.id (line 1, column 9)"),
    (#"{"id":-}"#, "number lacks a digit at $.id (line 1, column 8)"),
    (#"{"any":NaN}"#, "unexpected character 'N' at $.any (line 1, column 8)"),
    (#"{"any":tru}"#, "unexpected character '}' at $.any (line 1, column 11)"),
    (#"{"any":[1,]}"#, "unexpected character ']' at $.any (line 1, column 11)"),
    ("{\"any\":\"a\nb\"}", "control character U+000A in a string at $.any (line 1, column 10)"),
    (#"{"any":"\x"}"#, #"invalid escape \ before 'x' at $.any (line 1, column 9)"#),
    (#"{"any":"\ud800"}"#, #"lone surrogate \ud800 at $.any (line 1, column 9)"#),
    (#"{"any":"\udc00\ud800"}"#, #"lone surrogate \udc00 at $.any (line 1, column 9)"#),
    (#"{"skipped":"\ud800"}"#, #"lone surrogate \ud800 at $.skipped (line 1, column 13)"#),
    (#"{"\ud800":1}"#, #"lone surrogate \ud800 at $ (line 1, column 3)"#),
    (#"{"any":"x"#, "unterminated string at $.any (line 1, column 8)"),
    (
      #"{"leaves":[{},{"value":]}"#,
      "unexpected character ']' at $.leaves[1].value (line 1, column 24)"
    ),
    ("{\"id\":1 // no\n}", "unexpected character '/' at $ (line 1, column 9)"),
  ])
  func saysWhereADocumentIsMalformed(_ text: String, _ message: String) {
    let error = adapterError { try JSONAdapter.model(of: Tree.self, from: text) }
    #expect(error?.description == message)
    #expect(error?.kind == .invalidJSON)
  }

  @Test func refusesADocumentCutOffAnywhere() throws {
    let text = """
      {"id":12,"next":{"id":-3.0,"any":"x\\u00e9\\ud83d\\ude00"},"leaves":[{"value":1,"text":"ü"}],\
      "a":{"b":{"c":1}},"items":[{"id":1}],"two":2,"point":{"x":1,"y":2},"zzz":[true,false,null]}
      """
    _ = try tree(text)
    let bytes = Array(text.utf8)
    for count in 0..<bytes.count {
      let cut = Array(bytes.prefix(count))
      let error = adapterError { try JSONAdapter.model(of: Tree.self, from: Data(cut)) }
      #expect(error?.kind == .invalidJSON, "\(count) bytes")
      let model = Tree()
      model.id = 77
      #expect(throws: JSONAdapterError.self) { try JSONAdapter.update(model, from: Data(cut)) }
      #expect(model == Tree().with { $0.id = 77 }, "\(count) bytes")
    }
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0x80],
    ] as [[UInt8]])
  func refusesWhatIsNoUTF8(_ bytes: [UInt8]) {
    for (before, after) in [(#"{"any":""#, #""}"#), (#"{"skipped":""#, #""}"#), (#"{""#, #"":1}"#)]
    {
      let document = Array(before.utf8) + bytes + Array(after.utf8)
      let error = adapterError { try JSONAdapter.model(of: Tree.self, from: document) }
      #expect(error?.kind == .invalidJSON)
      #expect(error?.found == "invalid UTF-8")
    }
  }

  private static let advice =
    ": declare it as an Optional, and set emptyStringIsNull in the policy to take empty text for nil"

  @Test func skipsAByteOrderMark() throws {
    let model: Tree = try JSONAdapter.model(from: [0xEF, 0xBB, 0xBF] + Array(#"{"id":1}"#.utf8))
    #expect(model.id == 1)
    #expect(
      adapterMessage {
        try JSONAdapter.model(of: Tree.self, from: [0xEF, 0xBB, 0xBF] + Array(#"{"id":""}"#.utf8))
      } == #"Tree.id: expected Int, found string "" at $.id (line 1, column 7)"# + Self.advice)
  }

  @Test func countsColumnsInScalars() {
    let error = adapterError {
      try JSONAdapter.model(of: Tree.self, from: "{\"é😀\":1,\r\n \"any\":\"ü\",\"id\":\"\"}")
    }
    #expect(
      error?.description == #"Tree.id: expected Int, found string "" at $.id (line 2, column 17)"#
        + Self.advice)
    #expect(error?.byteOffset == 31)
  }

  @Test func refusesDeepNesting() {
    let count = 100_000
    for text in [
      #"{"skipped":"# + String(repeating: "[", count: count),
      #"{"any":"# + String(repeating: "[", count: count),
      String(repeating: "[", count: count), String(repeating: #"{"next":"#, count: count),
      String(repeating: #"{"a":"#, count: count),
      #"{"items":"# + String(repeating: "[", count: count),
      #"{"point":"# + String(repeating: "[", count: count),
      #"{"skipped":"# + String(repeating: "[", count: count) + String(repeating: "]", count: count)
        + "}",
    ] {
      let error = adapterError { try JSONAdapter.model(of: Tree.self, from: text) }
      #expect(error?.kind == .tooDeep || error?.kind == .typeMismatch, "\(text.prefix(20))")
    }
    var nested: Any = [Any]()
    for _ in 0..<2_000 { nested = [nested] }
    let error = adapterError { try JSONAdapter.model(of: Tree.self, from: ["any": nested]) }
    #expect(error?.kind == .tooDeep)
    #expect(error?.found == "nesting deeper than 512")
  }

  @Test(.notSanitized) func readsNestedModelsUpToTheLimit() throws {
    func chain(_ count: Int) -> String {
      String(repeating: #"{"next":"#, count: count - 1) + "{}"
        + String(repeating: "}", count: count - 1)
    }
    #expect(throws: Never.self) { try JSONAdapter.model(of: Tree.self, from: chain(512)) }
    let error = adapterError { try JSONAdapter.model(of: Tree.self, from: chain(513)) }
    #expect(error?.kind == .tooDeep)
    #expect(error?.path == "$" + String(repeating: ".next", count: 512))
    let steps = String(repeating: ".next", count: 39)
    #expect(
      error?.description
        == "nesting deeper than 512 at $\(steps)…\(steps) (line 1, column 4097)")
    var policy = ConversionPolicy.strict
    policy.maximumDepth = 3
    #expect(throws: Never.self) {
      try JSONAdapter.model(of: Tree.self, from: chain(3), policy: policy)
    }
    #expect(
      adapterError { try JSONAdapter.model(of: Tree.self, from: chain(4), policy: policy) }?.found
        == "nesting deeper than 3")
    policy.maximumDepth = 700
    let object = try JSONSerialization.jsonObject(with: Data(chain(500).utf8))
    let wrapped = (0..<150).reduce(object) { inner, _ in ["next": inner] }
    #expect(throws: Never.self) {
      try JSONAdapter.model(of: Tree.self, from: wrapped, policy: policy)
    }
  }

  @Test func takesTheLastOfSeveralMembers() throws {
    #expect(try tree(#"{"id":1,"id":2}"#).id == 2)
    #expect(try tree(#"{"id":"x","id":null,"id":2}"#).id == 2)
    #expect(try tree(#"{"id":1,"\u0069d":2}"#).id == 2)
    #expect(try tree(#"{"next":{"id":1},"next":{"any":5}}"#).next?.id == 0)
    #expect(try tree(#"{"next":{"id":"x"},"next":{"id":2}}"#).next?.id == 2)
    #expect(try tree(#"{"next":5,"next":null}"#).next == nil)
    #expect(
      try tree(#"{"next":{"id":1,"id":2,"leaves":[{"value":1,"value":3}]}}"#).next?.leaves[0].value
        == 3)
    let nested = try tree(#"{"a":{"b":{"c":1,"d":2}},"a":{"b":{"c":3}}}"#)
    #expect(nested.inner == 3)
    #expect(nested.other == 0)
    #expect(try tree(#"{"a":{"b":5,"b":{"c":1}}}"#).inner == 1)
    #expect(try tree(#"{"a":{"b":{"c":"x"}},"a":{}}"#).inner == 0)
    #expect(try tree(#"{"byName":{"x":1,"y":2,"x":3}}"#).byName == ["x": 3, "y": 2])
    #expect(try tree(#"{"byName":{"x":"bad","x":3}}"#).byName == ["x": 3])
    #expect(try tree(#"{"any":{"x":1,"x":[2]}}"#).any as? [String: [Int]] == ["x": [2]])
    #expect(try tree(#"{"point":{"x":1,"y":2,"x":3}}"#).point == Point(x: 3, y: 2))
    #expect(try tree(#"{"point":{"x":"bad","y":2,"x":3}}"#).point == Point(x: 3, y: 2))
    #expect(
      try tree(#"{"items":[{"id":9}],"items":[{"id":1,"id":2},{"id":"x","id":3}]}"#).each == [2, 3])
    #expect(try tree(#"{"one":1,"two":2,"one":null}"#).first == 2)
    #expect(try tree(#"{"one":"x","one":4}"#).first == 4)
    #expect(try tree(#"{"zzz":1,"zzz":"x"}"#).id == 0)
  }

  @Test func namesTheLastOfSeveralMembers() {
    #expect(
      adapterMessage { try JSONAdapter.model(of: Tree.self, from: #"{"id":1,"id":"x"}"#) }
        == """
        Tree.id: expected Int, found string "x" at $.id (line 1, column 14): \
        no policy reads it
        """)
    #expect(
      adapterMessage { try JSONAdapter.model(of: Tree.self, from: #"{"id":1,"id":2,"next":[]}"#) }
        == "Tree.next: expected object, found array at $.next (line 1, column 23): set "
        + "emptyArrayIsObject in the policy to take an empty array for an object")
    #expect(
      adapterMessage { try JSONAdapter.model(of: Tree.self, from: #"{"id":1,"id":2,"next":{"#) }
        == "unexpected end of document at $.next (line 1, column 24)")
  }

  @Test func findsTheMistakeBehindASecondName() {
    #expect(
      adapterMessage { try JSONAdapter.model(of: Tree.self, from: #"{"id":1,"id":x}"#) }
        == "unexpected character 'x' at $.id (line 1, column 14)")
  }

  @Test func tellsNamesApartByTheirBytes() throws {
    let text = "{\"\u{E9}\":1,\"e\u{301}\":2,\"id\":\"x\",\"id\":5}"
    #expect(try JSONAdapter.model(of: Tree.self, from: text).id == 5)
  }

  @Test func readsManyDuplicatesInLinearTime() throws {
    let members = String(repeating: #""id":1,"items":[{"id":1,"id":2}],"#, count: 20_000)
    let model = try JSONAdapter.model(of: Tree.self, from: "{\(members)\"id\":3}")
    #expect(model.id == 3)
    #expect(model.each == [2])
    let elements = String(repeating: #"{"items":[{"id":1,"id":2},{"id":1,"id":3}]},"#, count: 5_000)
    let models = try JSONAdapter.models(of: Tree.self, from: "[\(elements){}]")
    #expect(models.dropLast().allSatisfy { $0.each == [2, 3] })
  }

  @Test func readsHugeNumbers() throws {
    let digits = String(repeating: "9", count: 100_000)
    #expect(
      adapterError { try JSONAdapter.model(of: Tree.self, from: "{\"id\":\(digits)}") }?.kind
        == .outOfRange)
    #expect(
      adapterError { try JSONAdapter.model(of: Tree.self, from: "{\"id\":1e\(digits)}") }?.kind
        == .outOfRange)
    #expect(
      try JSONAdapter.model(of: Tree.self, from: "{\"id\":0e\(digits)}").id == 0)
    #expect(throws: Never.self) {
      try JSONAdapter.model(of: Tree.self, from: "{\"any\":0.\(digits)}")
    }
  }
}
