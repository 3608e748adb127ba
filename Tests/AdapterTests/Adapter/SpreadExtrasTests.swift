import Foundation
import Peridot
import Testing

private struct Pair: Codable, Equatable {
  var left = 0
  var right: String?
}

private enum Load: Codable, Equatable {
  case idle
  case failed(code: Int)
}

private struct Nested: Codable, Equatable {
  var pair = Pair()
  var load = Load.idle
}

private final class Spread: Model, JSONSerializing, JSONExtrasKeeping {
  var id = 0
  var pair = Pair()
  var jsonExtras: [String: Any] = [:]

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["pair": .root] }
}

private final class Deep: Model, JSONSerializing, JSONExtrasKeeping {
  var nested: Nested? = nil
  var jsonExtras: [String: Any] = [:]

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["nested": .root] }
}

private class Shape: Model, JSONSerializing {
  var name = ""
  override class var cluster: Cluster? {
    cluster(tag: "kind", ["circle": Circle.self, "square": Square.self])
  }
}

private final class Circle: Shape { var radius = 0 }
private final class Square: Shape { var side: [Int] = [] }

private final class Drawing: Model, JSONSerializing, JSONExtrasKeeping {
  var title = ""
  var shape: Shape? = nil
  var jsonExtras: [String: Any] = [:]

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["shape": .root] }
}

/// Unknown members beside a value that is spread over the object.
@Suite struct SpreadExtrasTests {
  @Test func areNotThoseOfACodableValue() throws {
    let spread = try JSONAdapter.model(
      of: Spread.self, from: #"{"id":1,"left":2,"right":"r","other":3}"#)
    #expect(spread.pair == Pair(left: 2, right: "r"))
    #expect(spread.jsonExtras.keys.sorted() == ["other"])
    #expect(spread.jsonExtras["other"] as? Int == 3)
    let json: [String: Any] = ["id": 1, "left": 2, "right": "r", "other": 3]
    #expect(
      try JSONAdapter.model(of: Spread.self, from: json).jsonExtras.keys.sorted() == ["other"])
  }

  @Test func areNotThoseWithinItsMembers() throws {
    let deep = try JSONAdapter.model(
      of: Deep.self,
      from: #"{"pair":{"left":2,"note":"n"},"load":{"failed":{"code":5}},"other":{}}"#)
    #expect(deep.nested == Nested(pair: Pair(left: 2), load: .failed(code: 5)))
    #expect(deep.jsonExtras.keys.sorted() == ["other", "pair"])
    #expect(deep.jsonExtras["pair"] as? [String: String] == ["note": "n"])
  }

  @Test func areNotThoseOfTheChosenClass() throws {
    let drawing = try JSONAdapter.model(
      of: Drawing.self,
      from: #"{"title":"t","kind":"circle","name":"c","radius":4,"side":[1],"other":3}"#)
    #expect((drawing.shape as? Circle)?.radius == 4)
    // It is a member of the other class.
    #expect(drawing.jsonExtras.keys.sorted() == ["other", "side"])
  }

  @Test func stayInUpdatesAndPatches() throws {
    let spread = try JSONAdapter.model(of: Spread.self, from: #"{"left":2,"other":3}"#)
    try JSONAdapter.update(spread, from: #"{"left":5,"right":"r","more":4}"#)
    #expect(spread.pair == Pair(left: 5, right: "r"))
    #expect(spread.jsonExtras.keys.sorted() == ["more", "other"])
    try JSONAdapter.apply(mergePatch: #"{"left":7,"right":null,"other":null}"#, to: spread)
    #expect(spread.pair == Pair(left: 7))
    #expect(spread.jsonExtras.keys.sorted() == ["more"])

    let deep = try JSONAdapter.model(
      of: Deep.self, from: #"{"pair":{"left":2},"load":{"failed":{"code":5}},"other":3}"#)
    try JSONAdapter.apply(mergePatch: #"{"load":{"failed":null,"idle":{}}}"#, to: deep)
    #expect(deep.nested == Nested(pair: Pair(left: 2), load: .idle))
    #expect(deep.jsonExtras.keys.sorted() == ["other"])
  }

  @Test func areWrittenOnce() throws {
    let json = #"{"id":1,"left":2,"other":3}"#
    let spread = try JSONAdapter.model(of: Spread.self, from: json)
    spread.pair.left = 9
    #expect(try JSONAdapter.string(from: spread) == #"{"id":1,"left":9,"other":3}"#)
  }
}
