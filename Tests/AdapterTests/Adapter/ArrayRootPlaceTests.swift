import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Item: Model, JSONSerializing {
  var id = 0
}

private final class Nameless: Model, JSONSerializing {
  var id = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["id": .literal("")] }
}

private final class Misplaced: Model, JSONSerializing {
  var id = 0
  var empty = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["id": "[0].x", "empty": ""] }
}

/// Places in a document whose root is an array.
@Suite struct ArrayRootPlaceTests {
  private static let text = #"[{"x": {"id": 1}}, {"x": [{"id": 2}], "y": {"k": {"id": 3}}}]"#

  @Test func readsByEveryVerb() throws {
    let text = Self.text
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect(try JSONAdapter.model(of: Item.self, from: text, at: "[0].x").id == 1)
    #expect(try JSONAdapter.model(of: Item.self, from: object, at: "[0].x").id == 1)
    #expect(try JSONAdapter.models(of: Item.self, from: text, at: "[1].x").map(\.id) == [2])
    #expect(try JSONAdapter.models(of: Item.self, from: object, at: "[1].x").map(\.id) == [2])
    #expect(try JSONAdapter.modelsByKey(of: Item.self, from: text, at: "[1].y")["k"]?.id == 3)
    #expect(try JSONAdapter.modelsByKey(of: Item.self, from: object, at: "[1].y")["k"]?.id == 3)
    let item = Item()
    try JSONAdapter.update(item, from: text, at: "[1].x[0]")
    #expect(item.id == 2)
    try JSONAdapter.update(item, from: object, at: "[0].x")
    #expect(item.id == 1)
    let adapter = JSONAdapter()
    #expect(try adapter.model(of: Item.self, from: Data(text.utf8), at: "[0].x").id == 1)
    #expect(try JSONAdapter.model(of: Item.self, from: #"[{"id": 7}]"#, at: "[0]").id == 7)
    #expect(try JSONAdapter.model(of: Item.self, from: #"[[{"id": 7}]]"#, at: "[0][0]").id == 7)
  }

  @Test func readsAStream() async throws {
    let bytes = AsyncStream<UInt8> { continuation in
      for byte in #"[{"x": 1}, {"x": [{"id": 2}, {"id": 3}]}]"#.utf8 { continuation.yield(byte) }
      continuation.finish()
    }
    var ids: [Int] = []
    for try await item in JSONAdapter.stream(of: Item.self, from: bytes, at: "[1].x") {
      ids.append(item.id)
    }
    #expect(ids == [2, 3])
  }

  @Test func writes() throws {
    let item = Item()
    item.id = 5
    #expect(try JSONAdapter.string(from: item, at: "[0].x") == #"[{"x":{"id":5}}]"#)
    #expect(try JSONAdapter.string(from: [item], at: "[1]") == #"[null,[{"id":5}]]"#)
    #expect(
      adapterMessage { try JSONAdapter.dictionary(from: item, at: "[0].x") } == """
        the mapping has mistakes:
        - at: "[0].x" lies in an array, and this makes a dictionary: call data or string
        """)
  }

  @Test func saysWhatIsWrong() {
    #expect(
      adapterMessage { try JSONAdapter.model(of: Item.self, from: #"{"a": 1}"#, at: "[0].x") }
        == "Item: expected array, found object at $ (line 1, column 1)")
    #expect(
      adapterMessage { try JSONAdapter.model(of: Item.self, from: "[1]", at: "[2]") }
        == #"Item: missing "[2]" at $[2] (line 1, column 1)"#)
    #expect(
      adapterMessage { try JSONAdapter.models(of: Item.self, from: "[1]", at: "[*]") } == """
        the mapping has mistakes:
        - at: "[*]" leads to many places: name one, such as "items[0]"
        """)
    #expect(
      adapterMessage { try JSONAdapter.model(of: Item.self, from: "[1]", at: "") } == """
        the mapping has mistakes:
        - at: "" names no member: a member without a name is .literal("")
        """)
    #expect(
      adapterMessage { try JSONAdapter.check(Misplaced.self) } == """
        Misplaced: the mapping has mistakes:
        - "id" is mapped to [0].x: "[0].x" has brackets without a name before them
        - "empty" is mapped to : "" names no member: a member without a name is .literal("")
        """)
  }

  @Test func takesAMemberWithoutAName() throws {
    let model: Nameless = try JSONAdapter.model(from: #"{"": 4}"#)
    #expect(model.id == 4)
    #expect(try JSONAdapter.string(from: model) == #"{"":4}"#)
    #expect(
      try JSONAdapter.model(of: Item.self, from: #"{"": {"id": 6}}"#, at: .literal("")).id == 6)
  }
}
