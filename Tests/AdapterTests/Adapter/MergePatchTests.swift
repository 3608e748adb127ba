import Foundation
import Peridot
import Testing

@testable import TestSupport

/// Any JSON object at all.
private final class Whole: Model, JSONSerializing {
  var content: [String: Any] = [:]

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["content": .root] }
}

private final class Price: Model, JSONSerializing {
  var amount: Decimal = 0
  var note: String?
  var inner: Price?
}

private struct Point: Codable, Equatable {
  var x = 0
  var y: Int?
}

private final class Holding: Model, JSONSerializing {
  var scores: [String: Int] = [:]
  var groups: [String: [String: Int]] = [:]
  var point = Point()
  var any: Any = [String: Any]()
  var prices: [String: Price] = [:]
  var price: Price?
  var list: [Int]?
  var table: [String: String]?

  static func random(_ random: inout SeededRandom) -> Holding {
    func some<Value>(_ make: () -> Value) -> [String: Value] {
      var members: [String: Value] = [:]
      for name in ["a", "b", "c"] where Bool.random(using: &random) { members[name] = make() }
      return members
    }
    func number() -> Int { Int.random(in: 0..<3, using: &random) }
    func price() -> Price {
      Price().with {
        $0.amount = Decimal(number())
        $0.note = Bool.random(using: &random) ? "n" : nil
      }
    }
    let model = Holding()
    model.scores = some(number)
    model.groups = some { some(number) }
    model.point = Point(x: number(), y: Bool.random(using: &random) ? number() : nil)
    model.any = Bool.random(using: &random) ? [number()] : some { some(number) } as Any
    model.prices = some(price)
    model.price = Bool.random(using: &random) ? price() : nil
    model.list = Bool.random(using: &random) ? [number()] : nil
    model.table = Bool.random(using: &random) ? some { "t" } : nil
    return model
  }
}

private func whole(_ text: String) throws -> Whole {
  try JSONAdapter.model(from: text)
}

@Suite struct MergePatchTests {
  /// From the appendix of RFC 7396, as far as both sides are objects, the other way round.
  @Test(arguments: [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":"b","b":"c"}"#, #"{"b":"c"}"#),
    (#"{"a":"b"}"#, "{}", #"{"a":null}"#),
    (#"{"a":"b","b":"c"}"#, #"{"b":"c"}"#, #"{"a":null}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d"}}"#, #"{"a":{"b":"d"}}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"{"a":{"b":"c","d":1}}"#, #"{"a":{"d":1}}"#, #"{"a":{"b":null}}"#),
    ("{}", #"{"a":{"bb":{}}}"#, #"{"a":{"bb":{}}}"#),
    (#"{"a":"foo"}"#, #"{"a":{"b":{"c":1}}}"#, #"{"a":{"b":{"c":1}}}"#),
    (#"{"z":1,"a":{"y":[1,{"q":2,"p":1}]}}"#, #"{"a":{"y":[1,{"p":1,"q":2}]},"z":1}"#, "{}"),
    (#"{"a":1}"#, #"{"a":true}"#, #"{"a":true}"#),
  ])
  func findsThePatch(_ old: String, _ new: String, _ patch: String) throws {
    let data = try JSONAdapter.mergePatch(from: whole(old), to: whole(new))
    #expect(String(decoding: data, as: UTF8.self) == patch)
    let same = try JSONAdapter().mergePatch(from: whole(old), to: whole(new))
    #expect(same == data)
  }

  /// The appendix of RFC 7396, as far as both sides are objects.
  @Test(arguments: [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
    (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"{"e":null}"#, #"{"a":1}"#, #"{"a":1,"e":null}"#),
    ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
  ])
  func appliesThePatch(_ old: String, _ patch: String, _ new: String) throws {
    let model = try whole(old)
    try JSONAdapter.apply(mergePatch: patch, to: model)
    #expect(try JSONAdapter.string(from: model, options: .sortedKeys) == new)
  }

  @Test func changesWhatAPropertyHolds() throws {
    let old = Holding()
    old.scores = ["a": 1, "b": 2]
    old.groups = ["x": ["p": 1], "y": ["q": 2]]
    old.point = Point(x: 1, y: 2)
    old.any = ["k": 1, "l": ["m": 2]]
    old.prices = ["one": Price(), "two": Price()]
    let two = try #require(old.prices["two"])
    let new = Holding()
    new.scores = ["b": 3, "c": 4]
    new.groups = ["x": ["p": 1, "r": 3], "z": [:]]
    new.point = Point(x: 1, y: 5)
    new.any = ["l": ["n": [1]]]
    new.prices = ["two": Price().with { $0.note = "n" }]
    let patch = try JSONAdapter.mergePatch(from: old, to: new)
    #expect(
      String(decoding: patch, as: UTF8.self) == """
        {"any":{"k":null,"l":{"m":null,"n":[1]}},"groups":{"x":{"r":3},"y":null,"z":{}},\
        "point":{"y":5},"prices":{"one":null,"two":{"note":"n"}},"scores":{"a":null,"b":3,"c":4}}
        """)
    try JSONAdapter.apply(mergePatch: patch, to: old)
    #expect(old == new)
    #expect(old.prices["two"] === two)
  }

  @Test func rejectsAPatchThatDoesNotFit() {
    let model = Holding()
    #expect(
      adapterMessage { try JSONAdapter.update(model, from: #"{"scores":{"a":"x"}}"#) } == """
        Holding.scores: expected Int, found string "x" at $.scores.a (line 1, column 16): no policy reads it
        """)
    let error = adapterError { try JSONAdapter.update(model, from: #"{"point":{"x":"y"}}"#) }
    #expect(error?.path == "$.point.x")
    #expect(model == Holding())
  }

  /// Whatever two models hold, the patch between them makes one of the other.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func makesOneModelOfTheOther(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<20 {
      let old = Holding.random(&random)
      let new = Holding.random(&random)
      try JSONAdapter.apply(mergePatch: JSONAdapter.mergePatch(from: old, to: new), to: old)
      #expect(old == new, "seed \(seed)")
    }
  }

  @Test func losesNoDigit() throws {
    let old = Price()
    let new = Price()
    new.amount = try #require(Decimal(string: "12345678901234567890.0123456789"))
    new.inner = Price()
    new.inner?.note = "n"
    let patch = try JSONAdapter.mergePatch(from: old, to: new)
    #expect(
      String(decoding: patch, as: UTF8.self)
        == #"{"amount":12345678901234567890.0123456789,"inner":{"amount":0,"note":"n"}}"#)
    try JSONAdapter.apply(mergePatch: patch, to: old)
    #expect(old == new)
    let back = try JSONAdapter.mergePatch(from: new, to: Price())
    #expect(String(decoding: back, as: UTF8.self) == #"{"amount":0,"inner":null}"#)
  }
}
