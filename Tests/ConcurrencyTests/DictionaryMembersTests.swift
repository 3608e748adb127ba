import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

private final class MemberLink: Model, JSONSerializing {
  var name: String?
  var link: MemberLink?
}

private final class ManyMembers: Model, JSONSerializing {
  var id = 1
  var title: String? = "t"
  var count: Int?
  var isNew: Bool?
  var size: Double?
  var url: URL?
  var link: MemberLink?
  var any: Any = 1
  var inner: Int?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["inner": "a.b"] }

  /// A model in which the properties whose bits are set are not nil.
  convenience init(bits: Int) {
    self.init()
    title = bits & 1 != 0 ? "title of \(bits)" : nil
    count = bits & 2 != 0 ? bits - 1 : nil
    isNew = bits & 4 != 0 ? bits & 1 == 0 : nil
    size = bits & 8 != 0 ? Double(bits) / 2 : nil
    url = bits & 16 != 0 ? URL(string: "http://a/\(bits)") : nil
    link = bits & 32 != 0 ? MemberLink() : nil
    if bits & 64 != 0 { any = Int?.none as Any }
    inner = bits & 128 != 0 ? -bits : nil
  }
}

/// Many properties that may be nil.
private final class ManyOptionals: Model, JSONSerializing {
  var v0: Int?, v1: Int?, v2: Int?, v3: Int?, v4: Int?, v5: Int?, v6: Int?
  var v7: Int?, v8: Int?, v9: Int?, v10: Int?, v11: Int?, v12: Int?, v13: Int?
  var v14: Int?, v15: Int?, v16: Int?, v17: Int?, v18: Int?, v19: Int?, v20: Int?
  var v21: Int?, v22: Int?, v23: Int?, v24: Int?, v25: Int?, v26: Int?, v27: Int?
  var v28: Int?, v29: Int?, v30: Int?, v31: Int?, v32: Int?, v33: Int?, v34: Int?
  var v35: Int?, v36: Int?, v37: Int?, v38: Int?, v39: Int?, v40: Int?, v41: Int?
  var v42: Int?, v43: Int?, v44: Int?, v45: Int?, v46: Int?, v47: Int?, v48: Int?
  var v49: Int?, v50: Int?, v51: Int?, v52: Int?, v53: Int?, v54: Int?, v55: Int?
  var v56: Int?, v57: Int?, v58: Int?, v59: Int?, v60: Int?, v61: Int?, v62: Int?
  var v63: Int?, v64: Int?, v65: Int?, v66: Int?, v67: Int?, v68: Int?, v69: Int?
  var text = "always"
}

@Suite struct DictionaryMembersTests {
  /// Makes the dictionary without bytes, and compares it with the one that bytes give.
  private func check(_ model: some JSONSerializing, _ policy: ConversionPolicy = .strict) throws {
    let plans = PolicyPlans.of(policy)
    let mapping = try plans.plan(of: type(of: model))
    let dictionary = try withExtendedLifetime(plans) {
      try mapping.boxed(model, DictionaryWriting(policy: mapping.shared, depth: 0))
    }
    let found = try JSONSerialization.data(withJSONObject: dictionary, options: .sortedKeys)
    let text = try JSONAdapter.string(from: model, policy: policy, options: .sortedKeys)
    let expected = try JSONSerialization.data(
      withJSONObject: try readDocument(text), options: .sortedKeys)
    #expect(String(decoding: found, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
  }

  @Test func leavesOutWhatIsNilOfTwoModelsInTurn() throws {
    let first = MemberLink().with { $0.name = "first" }
    let second = MemberLink().with { $0.link = first }
    for _ in 0..<3 {
      #expect(try JSONAdapter.dictionary(from: first) as? [String: String] == ["name": "first"])
      let dictionary = try JSONAdapter.dictionary(from: second)
      #expect(dictionary as? [String: [String: String]] == ["link": ["name": "first"]])
      #expect(try JSONAdapter.dictionary(from: MemberLink()).isEmpty)
    }
  }

  @Test(arguments: [ConversionPolicy.strict, .strict.with { $0.nilOnExport = .null }])
  func leavesOutAnyCombinationOfMembers(_ policy: ConversionPolicy) throws {
    for bits in 0..<256 { try check(ManyMembers(bits: bits), policy) }
  }

  @Test func takesManyOptionalProperties() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededRandom(seed: seed)
    for _ in 0..<20 {
      let model = ManyOptionals()
      for key in ManyOptionals.propertyKeys where key != "text" {
        try model.setValue(Bool.random(using: &random) ? 7 : nil, forPropertyKey: key)
      }
      try check(model)
    }
    try check(ManyOptionals(), .strict.with { $0.nilOnExport = .null })
  }

  @Test func makesThemOnManyThreads() throws {
    final class Fresh: Model, JSONSerializing {
      var a: Int?, b: Int?, c: Int?, d: Int?
      override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["a": "first"] }
    }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<200 {
        let bits = (round + thread) % 16
        let model = Fresh()
        model.a = bits & 1 != 0 ? round : nil
        model.b = bits & 2 != 0 ? round : nil
        model.c = bits & 4 != 0 ? round : nil
        model.d = bits & 8 != 0 ? round : nil
        var expected: [String: Int] = [:]
        expected["first"] = model.a
        expected["b"] = model.b
        expected["c"] = model.c
        expected["d"] = model.d
        #expect((try? JSONAdapter.dictionary(from: model)) as? [String: Int] == expected)
      }
    }
  }

  @Test func callsTransformersInOrder() throws {
    final class Ordered: Model, JSONSerializing {
      nonisolated(unsafe) static var calls: [String] = []
      var first = 1
      var second: Int? = 2
      var plain = 3
      var third = 4
      var fourth: Int? = 5

      override class func transformer(forKey key: String) -> ValueTransformer? {
        if key == "plain" { return nil }
        return .closure(
          forward: { (value: Int) in value },
          reverse: { (value: Int) in
            calls.append(key)
            return value
          })
      }
    }
    for _ in 0..<5 {
      Ordered.calls = []
      #expect(try JSONAdapter.dictionary(from: Ordered()).count == 5)
      #expect(Ordered.calls == ["first", "second", "third", "fourth"])
    }
  }

  @Test(arguments: [-2, -1, 0, 1, 12, 13, 255, 256, .max, .min])
  func makesNumbersOfAllSizes(_ value: Int) throws {
    final class Numbers: Model, JSONSerializing {
      var int = 0
      var long: Int64? = 0
    }
    let model = Numbers()
    model.int = value
    model.long = Int64(value)
    let dictionary = try JSONAdapter.dictionary(from: model)
    for key in ["int", "long"] {
      let number = try #require(dictionary[key] as? NSNumber)
      #expect(number == NSNumber(value: value))
      #expect(unsafe strcmp(number.objCType, NSNumber(value: value).objCType) == 0)
    }
  }
}
