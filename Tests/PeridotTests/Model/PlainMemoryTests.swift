import Foundation
import Peridot
import Testing

@testable import TestSupport

/// Variables of all kinds, side by side, and between them what is no property key.
private class Mixed: Model {
  var a: Int8 = 1
  var _between: Int8 = 2
  var b: Int8 = 3
  var c: Int16 = 4
  let constant: Int16 = 5
  var d: Int32 = 6
  var e = true
  var f: Bool?
  var g: Int?
  var h: UInt64 = 7
  var i = 8
  var j = 9.5
  var k: Double?
  var l = "short"
  var m: String?
  var n: UInt32?
  var o = UUID()
  var p: Float = 1
  var q = Date(timeIntervalSince1970: 0)
  var r: [String] = []
  var s: (UInt8, String) = (1, "a")
  lazy var idle = 3
  var t: UInt8 = 4
}

private final class Extended: Mixed {
  var u: UInt8 = 5
  var _last = "last"
}

/// The same properties in another order, and so at other places.
private final class Turned: Model {
  var t: UInt8 = 0
  var s: (UInt8, String) = (0, "")
  var r: [String] = []
  var q = Date()
  var o = UUID()
  var m: String?
  var l = ""
  var k: Double?
  var j = 0.0
  var i = 0
  var g: Int?
  var f: Bool?
  var e = false
  var d: Int32 = 0
  var c: Int16 = 0
  var b: Int8 = 0
  var a: Int8 = 0
}

@Suite struct PlainMemoryTests {
  private func made(_ random: inout SeededRandom) -> Extended {
    let model = Extended()
    model.a = .random(in: .min ... .max, using: &random)
    model.b = .random(in: .min ... .max, using: &random)
    model.c = .random(in: .min ... .max, using: &random)
    model.d = .random(in: .min ... .max, using: &random)
    model.e = .random(using: &random)
    model.f = [nil, true, false].randomElement(using: &random) ?? nil
    model.g = .random(using: &random) ? nil : .random(in: .min ... .max, using: &random)
    model.h = .random(in: .min ... .max, using: &random)
    model.i = .random(in: .min ... .max, using: &random)
    model.j = [.nan, 0, 1.5].randomElement(using: &random) ?? 0
    model.k = .random(using: &random) ? nil : .random(in: 0...1, using: &random)
    model.l = ["", "é", String(repeating: "long", count: 20)].randomElement(using: &random) ?? ""
    model.m = .random(using: &random) ? nil : "text \(Int.random(in: 0...1_000, using: &random))"
    model.n = .random(using: &random) ? nil : .random(in: .min ... .max, using: &random)
    model.p = .random(in: 0...1, using: &random)
    model.q = Date(timeIntervalSince1970: .random(in: 0...1e9, using: &random))
    model.r = (0..<Int.random(in: 0...3, using: &random)).map { "\($0)" }
    model.s = (.random(in: .min ... .max, using: &random), "tuple")
    model.t = .random(in: .min ... .max, using: &random)
    model.u = .random(in: .min ... .max, using: &random)
    return model
  }

  @Test func copiesAndMergesWhatAreProperties() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let model = made(&random)
      model._between = 99
      model._last = "changed"
      model.idle = 99
      let merged = made(&random)
      merged._between = 77
      merged._last = "kept"
      merged.mergeValues(from: model)
      for (copy, between, last) in [
        (model.with { _ in }, 2 as Int8, "last"), (model.deeplyCopied(), 2, "last"),
        (merged, 77, "kept"),
      ] {
        #expect(copy._between == between, "seed \(seed)")
        #expect(copy.constant == 5, "seed \(seed)")
        #expect(copy.idle == 3, "seed \(seed)")
        #expect(copy._last == last, "seed \(seed)")
        #expect(copy == model, "seed \(seed)")
        #expect(copy.hash == model.hash, "seed \(seed)")
        #expect(copy.changedKeys(from: model) == [], "seed \(seed)")
        #expect(copy.description.dropFirst(40) == model.description.dropFirst(40), "seed \(seed)")
      }
    }
  }

  @Test func mergesBetweenOtherPlaces() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let (model, back, turned) = (made(&random), made(&random), Turned())
      turned.mergeValues(from: model)
      #expect(turned.changedKeys(from: model) == [], "seed \(seed)")
      back.mergeValues(from: turned)
      let others = Set(back.changedKeys(from: model))
      #expect(others.isSubset(of: ["h", "n", "o", "p", "u"]), "seed \(seed)")
    }
  }

  @Test func tellsEachDifference() throws {
    let changes: [String: Any] = [
      "a": Int8(9), "b": Int8(9), "c": Int16(9), "d": Int32(9), "e": false, "f": false, "g": 0,
      "h": UInt64(9), "i": 9, "j": -9.5, "k": 0.0, "l": "Short", "m": "", "n": UInt32(0),
      "o": UUID(), "p": Float(9), "q": Date(timeIntervalSince1970: 1), "r": [""],
      "s": (UInt8(1), "b"), "t": UInt8(9), "u": UInt8(9),
    ]
    let model = Extended()
    #expect(Set(changes.keys) == Set(Extended.propertyKeys))
    for (key, value) in changes {
      let other = model.with { _ in }
      #expect(other == model)
      try other.setValue(value, forPropertyKey: key)
      #expect(other != model, "\(key)")
      #expect(other.changedKeys(from: model) == [key])
      model.mergeValue(forKey: key, from: other)
      #expect(other == model, "\(key)")
      #expect(other.hash == model.hash, "\(key)")
    }
  }

  @Test func skipsNilOnly() {
    let (model, other) = (Extended(), Extended())
    (model.g, model.m, model.f) = (1, "m", true)
    (other.g, other.i, other.l) = (2, 3, "l")
    model.mergeValues(from: other, rule: .skipNil)
    #expect(model.g == 2)
    #expect(model.m == "m")
    #expect(model.f == true)
    #expect(model.i == 3)
    #expect(model.l == "l")
  }
}
