import Foundation
import Peridot
import Testing

@testable import TestSupport

private protocol Shape { var sides: Int { get } }
private struct Square: Shape, Equatable { var sides = 4 }
private struct Large: Equatable, Shape {
  var a = 1.0, b = "text", c = [1, 2, 3], d: String? = "d", e = 5, f = 6, g = 7
  var sides: Int { e }
}
private enum Payload: Equatable {
  case none
  case number(Int)
  case text(String, at: Int)
  case object(NSString)
}
private indirect enum Tree: Equatable {
  case leaf(Int)
  case node(Tree, Tree)
}
private struct Opaque {
  var id = 0
  var name = ""
}
private class Thing {}
private final class Special: Thing {}
private protocol Marked: AnyObject {}
extension Special: Marked {}

private final class Everything: Model {
  var any: Any = 1
  var optionalAny: Any?
  var shape: any Shape = Square()
  var optionalShape: (any Shape)?
  var object: AnyObject = NSNull()
  var marked: (any Marked)?
  var error: any Error = CancellationError()
  var payload = Payload.none
  var optionalPayload: Payload?
  var tree = Tree.leaf(1)
  var pair = (1, "a")
  var named: (x: Int, y: Double?) = (1, nil)
  var large = Large()
  var optionalLarge: Large?
  var double: Int??
  var triple: String???
  var thing = Thing()
  var optionalThing: Thing?
  var type: Any.Type = Int.self
  var modelClass: Model.Type?
  var opaque = Opaque()
  var small: Int8 = 1
  var bits: UInt64 = 1
  var ratio: Float = 1
  var character: Character = "a"
  var range = 0..<1
  var dictionary: [String: [Int?]] = [:]
  var set: Set<String> = []
  var url: URL?
  var forced: String!
}

private final class Generic<Value: Equatable>: Model {
  var leading: Int8 = 1
  var value: Value?
  var values: [Value] = []
  var trailing = "t"
}

@Suite struct StoredValueTests {
  private func isSame(_ first: Any.Type, _ second: Any.Type) -> Bool { first == second }

  nonisolated(unsafe) private static let special = Special()

  private func isSpecial(_ object: AnyObject?) -> Bool { object === Self.special }

  private func values() -> [String: Any] {
    [
      "any": [1, 2], "optionalAny": "x", "shape": Large(), "optionalShape": Square(sides: 5),
      "object": Self.special, "marked": Self.special, "error": CocoaError(.fileNoSuchFile),
      "payload": Payload.text("a", at: 2), "optionalPayload": Payload.object("o"),
      "tree": Tree.node(.leaf(1), .node(.leaf(2), .leaf(3))), "pair": (2, "b"),
      "named": (x: 3, y: Optional(4.5)),
      "large": Large(
        b: "long".padding(
          toLength: 40, withPad: "g", startingAt: 0)), "optionalLarge": Large(e: 9), "double": 3,
      "triple": "deep", "thing": Self.special, "optionalThing": Self.special,
      "type": String.self, "modelClass": Everything.self, "opaque": Opaque(id: 4, name: "n"),
      "small": Int8(-5), "bits": UInt64.max, "ratio": Float(0.1), "character": Character("é"),
      "range": 3..<9, "dictionary": ["k": [1, nil]], "set": Set(["s"]),
      "url": URL(fileURLWithPath: "/a"), "forced": "f",
    ]
  }

  private func check(_ model: Everything) {
    #expect(model.any as? [Int] == [1, 2])
    #expect(model.optionalAny as? String == "x")
    #expect(model.shape as? Large == Large())
    #expect(model.optionalShape?.sides == 5)
    #expect(isSpecial(model.object))
    #expect(isSpecial(model.marked))
    #expect((model.error as? CocoaError)?.code == .fileNoSuchFile)
    #expect(model.payload == .text("a", at: 2))
    #expect(model.optionalPayload == .object("o"))
    #expect(model.tree == .node(.leaf(1), .node(.leaf(2), .leaf(3))))
    #expect(model.pair == (2, "b"))
    #expect(model.named.x == 3 && model.named.y == 4.5)
    #expect(model.large.b.count == 40)
    #expect(model.optionalLarge?.e == 9)
    #expect(model.double == .some(.some(3)))
    #expect(model.triple == "deep")
    #expect(isSpecial(model.thing))
    #expect(isSpecial(model.optionalThing))
    #expect(isSame(model.type, String.self))
    #expect(model.modelClass.map { isSame($0, Everything.self) } == true)
    #expect(model.opaque.id == 4 && model.opaque.name == "n")
    #expect(model.small == -5)
    #expect(model.bits == .max)
    #expect(model.ratio == 0.1)
    #expect(model.character == "é")
    #expect(model.range == 3..<9)
    #expect(model.dictionary == ["k": [1, nil]])
    #expect(model.set == ["s"])
    #expect(model.url?.path == "/a")
    #expect(model.forced == "f")
  }

  @Test func coversEveryProperty() {
    #expect(Set(values().keys) == Set(Everything.propertyKeys))
  }

  @Test func setsOneByOne() throws {
    let model = Everything()
    for (key, value) in values() { try model.setValue(value, forPropertyKey: key) }
    check(model)
  }

  @Test func loadsADictionary() throws {
    check(try Everything(dictionary: values()))
  }

  @Test func roundTripsThroughDictionaryValue() throws {
    let model = try Everything(dictionary: values())
    check(try Everything(dictionary: model.dictionaryValue))
    let fresh = Everything()
    let again = try Everything(dictionary: fresh.dictionaryValue)
    #expect(again.changedKeys(from: fresh) == [])
  }

  @Test func readsThroughTheSubscript() throws {
    let model = try Everything(dictionary: values())
    for key in Everything.propertyKeys {
      let value = try #require(model[key])
      let other = Everything()
      try other.setValue(value, forPropertyKey: key)
      #expect(other.changedKeys(from: model).contains(key) == false, "\(key)")
    }
    #expect(Everything()["optionalLarge"] == nil)
    #expect(Everything()["triple"] == nil)
  }

  @Test func copiesAndMerges() throws {
    let model = try Everything(dictionary: values())
    check(model.with { _ in })
    check(model.deeplyCopied())
    let merged = Everything()
    merged.mergeValues(from: model, rule: [.deep, .skipNil])
    check(merged)
    #expect(merged == model)
    #expect(merged.hash == model.hash)
    #expect(model.changedKeys(from: merged) == [])
  }

  @Test func setsNil() throws {
    let model = try Everything(dictionary: values())
    let keys = Everything.properties.filter(\.isOptional).map(\.key)
    for key in keys { try model.setValue(nil, forPropertyKey: key) }
    for key in keys { #expect(model[key] == nil, "\(key)") }
    #expect(model.double == .none)
    #expect(model.forced == nil)
  }

  @Test func keepsNullInAnAny() throws {
    let model = Everything()
    try model.setValue(NSNull(), forPropertyKey: "any")
    #expect(model.any is NSNull)
    #expect(try Everything(dictionary: model.dictionaryValue).any is NSNull)
  }

  @Test func reachesFieldsOfGenericClasses() throws {
    let texts = try Generic<String>(dictionary: ["value": "v", "values": ["a"], "trailing": "z"])
    #expect(texts.value == "v")
    #expect(texts.values == ["a"])
    #expect(texts.trailing == "z")
    let larges = try Generic<Large>(dictionary: ["value": Large(e: 2), "leading": 7])
    #expect(larges.value?.e == 2)
    #expect(larges.leading == 7)
    #expect(larges.trailing == "t")
    #expect(larges.with { _ in } == larges)
  }

  @Test func takesBridgedValues() throws {
    let model = Everything()
    try model.setValue(NSNumber(value: 3), forPropertyKey: "small")
    try model.setValue(NSString("ns"), forPropertyKey: "optionalAny")
    try model.setValue(2, forPropertyKey: "ratio")
    try model.setValue(4.0, forPropertyKey: "bits")
    #expect(model.small == 3)
    #expect(model.ratio == 2)
    #expect(model.bits == 4)
  }
}
