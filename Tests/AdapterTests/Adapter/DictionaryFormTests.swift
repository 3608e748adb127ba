import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

/// What came of a call: a value, or the text of what was thrown, and what was reported.
private struct Outcome<Value: Equatable>: Equatable {
  var value: Value?
  var error: String?
  var issues: [JSONIssue] = []

  /// Whether text is refused for what is nested in it. Of a dictionary nobody goes into what no property
  /// is mapped to.
  var isTooDeep: Bool { error?.contains("nesting deeper than") == true }

  init(
    _ policy: ConversionPolicy, _ body: (borrowing AdapterCall, (JSONIssue) -> Void) throws -> Value
  ) {
    let issues = Issues()
    let report = { issues.all.append($0) }
    do {
      value = try body(AdapterCall(.of(policy), nil, keys: nil), report)
    } catch {
      let adapterError = error as? JSONAdapterError
      self.error =
        "\(adapterError?.kind as Any) \(adapterError?.propertyKey ?? "") \(error)"
        + (adapterError?.errors.map { "\n\($0)" }.joined() ?? "")
      // Text has lines, and a dictionary has none.
      self.error?.replace(/\ \(line \d+, column \d+\)/, with: "")
    }
    self.issues = issues.all
  }
}

private final class Issues {
  var all: [JSONIssue] = []
}

/// The JSON text of a value, its members in the order of the dictionaries; nil if it has none.
private func written(_ value: Any) -> JSONInput? {
  var writer = JSONWriter()
  do {
    try writer.any(value)
    return JSONInput(writer.string())
  } catch {
    return nil
  }
}

/// Foundation's values and Swift's, mostly with a JSON form.
private struct ValueMaker {
  var random: SeededRandom

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func object(_ names: [String], depth: Int) -> [String: Any] {
    var members: [String: Any] = [:]
    for name in names where chance(60) { members[name] = value(depth) }
    return members
  }

  mutating func value(_ depth: Int) -> Any {
    switch depth == 0 ? 0 : Int.random(in: 0..<8, using: &random) {
    case 6: return collection(depth)
    case 7:
      return object(
        ["id", "meta", "parts", "any", "b", "c", "d", "label", "n", "5"], depth: depth - 1)
    default: return scalar()
    }
  }

  private mutating func collection(_ depth: Int) -> Any {
    let elements = (0..<Int.random(in: 0..<4, using: &random)).map { _ in value(depth - 1) }
    let typed: [Any] = [
      ["a", "b"], ["a", "a"], [1, 2], [1.5, 2], [["id": 1]] as [[String: Any]],
      ["x": "y"], ["x": 1], ["1": true, "01": false] as [String: Any], ["hearts": ["h"]],
      [[1.0], []],
      [String?.none, "x"], [1: 2], NSArray(array: [1, "x"]), NSDictionary(dictionary: ["id": 2]),
      NSMutableDictionary(dictionary: ["id": NSNull()]), [Int?.some(1)], ["k": [["id": 4]]],
    ]
    return chance(50) ? elements : typed.randomElement(using: &random) ?? elements
  }

  private mutating func scalar() -> Any {
    let scalars: [Any] = [
      NSNull(), true, false, NSNumber(value: true), NSNumber(value: false), 0, 1, -1, 300,
      NSNumber(value: 1), NSNumber(value: -1), NSNumber(value: 127 as Int8), NSNumber(value: 1.5),
      NSNumber(value: 2.0), NSNumber(value: -0.0), 2.0, -0.0, 0.1, 1e15, 1e16, 12345678901234568.0,
      1e300, 16777217.0, 0.30000001192092896, Double.leastNonzeroMagnitude, 1e-40, Float(0.1),
      Float(3), Float(1e20),
      NSNumber(value: Float(0.1)), CGFloat(1.5), Int64.max, Int64.min, UInt64.max, UInt8(3),
      NSNumber(value: UInt64.max), Int128(5), NSDecimalNumber(string: "1.25"),
      NSDecimalNumber(string: "12345678901234567890123"), Decimal(3), Double.nan, Float.infinity,
      "", " ", "x", "é", "12", "007", "-3", "1.5", "12abc", "yes", "null", "hearts", "clubs",
      "one", "2014-05-06T07:08:09Z", "Wed Sep 16 12:20:09 +0800 2015", "http://x", "http://x y",
      "AQI=", "{\"id\": 5}", "[1]", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", NSString(string: "ns"),
      NSMutableString(string: "mutable"), Substring("sub"), Date(), URL(string: "a") as Any,
      String?.none as Any, String?.some("o") as Any, Int??.some(3) as Any, NSObject(),
      1_401_234_567, 1_401_234_567_000.0, 9.5, "Z" as Character,
    ]
    // Few of those that have no JSON form, or nothing would be read.
    let value = scalars.randomElement(using: &random) ?? 0
    let hasForm = written([value]) != nil
    return hasForm || chance(4) ? value : 1
  }
}

private let policies: [ConversionPolicy] = [
  .strict, .lenient, .legacyYYModel, .legacyJSONModel.with { $0.absentKeys = .ignore },
  .strict.with {
    $0.collectsErrors = true
    $0.unknownKeys = .fail
    $0.maximumDepth = 3
  },
  .lenient.with {
    $0.null = .skip
    $0.wrapsSingleValues = true
    $0.unknownKeys = .report
    $0.dateStrategy = .secondsSince1970
    $0.overflow = .clamp
  },
  .strict.with {
    $0.null = .reset
    $0.mismatch = .reset
    $0.badElement = .drop
    $0.dateStrategy = .millisecondsSince1970
    $0.dataStrategy = .utf8
    $0.nilOnExport = .null
    $0.nonFinite = .omit
    $0.hookReject = .drop
    $0.maximumDepth = 5
  },
]

@Suite struct DictionaryFormTests {
  private static let names =
    DictionaryIndirect.propertyKeys.filter { !["deep", "deeper"].contains($0) }
    + ["id", "meta", "a", "x", "z", "list", "unknown", "\u{E9}", "e\u{301}"]

  @Test(arguments: policies.indices)
  func meansTheSameAsItsBytes(_ index: Int) throws {
    let policy = policies[index]
    let seed = UInt64.random(in: .min ... .max)
    var maker = ValueMaker(random: SeededRandom(seed: seed))
    var right = 0
    for round in 0..<100 {
      // Sometimes with most properties wrong, mostly with a few, so that some documents are right.
      let names = Self.names.filter { _ in maker.chance(round % 2 == 0 ? 5 : 60) }
      let object = maker.object(names, depth: 3)
      let array: [Any] = [object, maker.value(1)]
      let byKey: [String: Any] = ["a": object, "b": maker.value(1)]
      func check<M: JSONSerializing>(_: M.Type) {
        let place: Comment = "seed \(seed), round \(round)"
        let model = Outcome(policy) { try $0.model(M.self, JSONInput(any: object), $1).value }
        if model.error == nil { right += 1 }
        if let text = written(object) {
          let ofText = Outcome(policy) { try $0.model(M.self, text, $1).value }
          #expect(model == ofText || ofText.isTooDeep, place)
        }
        if let text = written(array) {
          let models = Outcome(policy) { try $0.models(M.self, JSONInput(any: array), $1).value }
          let ofText = Outcome(policy) { try $0.models(M.self, text, $1).value }
          #expect(models == ofText || ofText.isTooDeep, place)
        }
        if let text = written(byKey) {
          let named = Outcome(policy) {
            try $0.modelsByKey(M.self, JSONInput(any: byKey), $1).value
          }
          let ofText = Outcome(policy) { try $0.modelsByKey(M.self, text, $1).value }
          #expect(named == ofText || ofText.isTooDeep, place)
        }
      }
      check(DictionaryEverything.self)
      check(DictionaryIndirect.self)
      check(DictionaryPart.self)
    }
    #expect((5..<295).contains(right), "seed \(seed)")
  }

  @Test(arguments: policies.indices)
  func isMadeAsOfItsBytes(_ index: Int) throws {
    let policy = policies[index]
    let seed = UInt64.random(in: .min ... .max)
    var maker = ValueMaker(random: SeededRandom(seed: seed))
    for round in 0..<50 {
      let object = maker.object(Self.names, depth: 3)
      for type in [DictionaryEverything.self, DictionaryIndirect.self] {
        let model = maker.model(of: type, from: object)
        let dictionary = Outcome(policy) { call, report in
          Self.text(of: try call.dictionary(model, report))
        }
        let object = Outcome(policy) { call, report in
          Self.text(of: try readDocument(try call.data(model, [], report).string))
        }
        #expect(dictionary == object, "seed \(seed), round \(round)")
        let dictionaries = Outcome(policy) { call, report in
          Self.text(of: try call.array([model, model], report))
        }
        let objects = Outcome(policy) { call, report in
          Self.text(of: try readDocument(try call.data([model, model], [], report).string))
        }
        #expect(dictionaries == objects, "seed \(seed), round \(round)")
      }
    }
  }

  /// A value with the exact types in it.
  private static func text(of value: Any) -> String {
    if type(of: value) == String.self { return "\"\(value)\"" }
    if let members = value as? [String: Any], type(of: value) == [String: Any].self {
      let texts = members.sorted { $0.key < $1.key }.map { "\($0.key): \(text(of: $0.value))" }
      return "{\(texts.joined(separator: ", "))}"
    }
    if let elements = value as? [Any] { return "[\(elements.map(text).joined(separator: ", "))]" }
    guard let object = value as? NSObject else { return "\(type(of: value))" }
    guard let number = object as? NSNumber else { return "\(object)" }
    return "\(type(of: number)) \(unsafe String(cString: number.objCType)) \(number)"
  }

  /// The direct ways are ways of making haste: whether they are taken shows in nothing but time.
  @Test func needsNoBytesForWhatIsCommon() throws {
    let text = #"""
      {"int": 2, "small": 3, "optionalInt": null, "long": 4, "double": 1.5, "optionalDouble": 2,
       "float": 0.5, "cg": 2, "bool": false, "optionalBool": true, "string": "t",
       "optionalString": "o", "character": "d", "date": "2014-05-06T07:08:09Z", "url": "http://a/b",
       "uuid": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "data": "AQI=", "suit": "hearts", "rank": 1,
       "number": 5, "any": {"x": [1, null]}, "object": {"y": true}, "ints": [1, 2],
       "optionals": [1, null], "matrix": [[1, 2.5], []], "set": ["a", "b"], "table": {"t": 1.5},
       "byNumber": {"5": true}, "bySuit": {"clubs": ["c"]},
       "part": {"id": 6, "meta": {"label": "l"}, "parts": [{"id": 7}]}, "required": {"id": 6, "meta": null},
       "parts": [{"id": 8}], "byKey": {"k": [{"id": 9}]}, "a": {"b": {"c": 10}, "d": "e"},
       "centi": 11, "twitter": "Wed Sep 16 12:20:09 +0800 2015", "lenient": 12, "skipped": 4,
       "unknown": [{"z": 1}]}
      """#
    let foundation = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let mapping = try PolicyPlans.of(.strict).plan(of: DictionaryEverything.self)
    let model = try JSONAdapter.model(of: DictionaryEverything.self, from: foundation)
    #expect(model == (try JSONAdapter.model(of: DictionaryEverything.self, from: text)))
    let dictionary = try mapping.boxed(model, DictionaryWriting(policy: mapping.shared, depth: 0))
    let bytes = try JSONAdapter.data(from: downcast(model, to: DictionaryEverything.self))
    #expect(
      Self.text(of: dictionary)
        == Self.text(of: try readDocument(String(decoding: bytes, as: UTF8.self))))
  }

  @Test func triesBothWaysAtOneLevelOnly() throws {
    final class Inner: Model, JSONSerializing {
      var id = 0
      var next: Inner?
      override class func transformer(forKey key: String) -> ValueTransformer? {
        key == "next" ? .model(Inner.self) : nil
      }
    }
    var object: [String: Any] = ["id": "wrong"]
    for id in 1...40 { object = ["id": id, "next": object] }
    let error = adapterError { try JSONAdapter.model(of: Inner.self, from: object) }
    #expect(error?.path == "$" + String(repeating: ".next", count: 40) + ".id")
    var chain = Inner()
    for _ in 1...40 { chain = Inner().with { $0.next = chain } }
    #expect(try JSONAdapter.dictionary(from: chain).count == 2)
  }

  @Test func callsAHookOnceWhereNothingFails() throws {
    final class Counting: Model, JSONSerializing {
      nonisolated(unsafe) static var calls: [String] = []
      var id = 0
      override func validate() throws { Self.calls.append("validate") }
      override func didLoad(from source: ModelSource) throws { Self.calls.append("didLoad") }
    }
    _ = try JSONAdapter.model(of: Counting.self, from: ["id": 1])
    #expect(Counting.calls == ["validate", "didLoad"])
  }

  @Test func callsAHookOnceWhateverIsRepaired() throws {
    final class Loaded: Model, JSONSerializing, JSONPreparing {
      nonisolated(unsafe) static var (prepared, loads) = (0, 0)
      var id = 0
      static func prepare(_ json: [String: Any]) throws -> [String: Any] {
        prepared += 1
        return json
      }
      override func didLoad(from source: ModelSource) throws { Self.loads += 1 }
    }
    let objects: [Any] = (1...1_000).map { ["id": $0 == 500 ? "\($0)" : $0 as Any] }
    var issues: [JSONIssue] = []
    let models = try JSONAdapter.models(of: Loaded.self, from: objects, policy: .lenient) {
      issues.append($0)
    }
    #expect(models.map(\.id) == Array(1...1_000))
    #expect((Loaded.prepared, Loaded.loads) == (1_000, 1_000))
    #expect(issues.isEmpty)
    let wrong = adapterError {
      try JSONAdapter.models(of: Loaded.self, from: objects, policy: .strict)
    }
    #expect(wrong?.path == "$[499].id")
    #expect((Loaded.prepared, Loaded.loads) == (1_500, 1_499))
  }
}

extension ValueMaker {
  /// A model that was read, with some values that may have no JSON form.
  fileprivate mutating func model(
    of type: DictionaryEverything.Type, from object: [String: Any]
  ) -> DictionaryEverything {
    let call = AdapterCall(.of(.lenient))
    func read<M: DictionaryEverything>(_: M.Type) -> DictionaryEverything? {
      try? call.model(M.self, JSONInput(any: object)) { _ in }.value
    }
    let model = read(type) ?? type.init()
    let doubles = [
      0, -0.0, 1.5, 1e15, 123_456_789_012_345_680, 1e17, 1e300, Double.leastNonzeroMagnitude, -2,
      0.1,
    ]
    model.double = doubles.randomElement(using: &random) ?? 0
    model.optionalDouble = chance(50) ? doubles.randomElement(using: &random) : nil
    model.float = Float(doubles.randomElement(using: &random) ?? 0)
    if !model.float.isFinite { model.float = 0.1 }
    model.cg = chance(50) ? 2.5 : nil
    model.unsigned = chance(50) ? .max : 2
    model.any = value(2)
    model.number = chance(50) ? NSNumber(value: 1.0) : NSNumber(value: UInt8(3))
    model.skipped = chance(50) ? 3 : nil
    model.byNumber = [1: true, -5: false]
    model.date = chance(50) ? Date(timeIntervalSince1970: 1.25) : nil
    model.required.any = value(2)
    if model is DictionaryIndirect, chance(70) {
      (model as? DictionaryIndirect)?.same = Int(model.long)
    }
    guard chance(20) else { return model }
    switch Int.random(in: 0..<7, using: &random) {
    case 0: model.double = .nan
    case 1: model.table["nan"] = .infinity
    case 2: model.matrix = [[1], [.nan, 2], [-.infinity]]
    case 3: model.required.parts = [model.required]
    case 4: model.parts = [DictionaryHooked(), DictionaryHooked().with { $0.id = -1 }]
    case 5: model.date = .distantFuture.addingTimeInterval(1e13)
    default: model.float = .infinity
    }
    return model
  }
}
