import Foundation
import Peridot
import Testing

@testable import TestSupport

private struct TooLarge: Error {}

private enum Suit: String { case clubs, hearts }

private class Part: Model, JSONSerializing {
  var id = 0
  var label: String?
  var suits: [Suit] = []
  var inner: Part?
  var parts: [Part] = []

  override class var requiredPropertyKeys: Set<String> { ["id"] }
  override func validate(_ value: inout Any?, forKey key: String) throws {
    if key == "id", let id = value as? Int, id > 100 { throw TooLarge() }
    if key == "suits", !(value is [Suit]) { value = [Suit.hearts] }
  }
}

private final class Side: Model, JSONSerializing {
  var label: String?
  var id: Int?
}

private final class Whole: Model, JSONSerializing {
  var ints: [Int] = [9]
  var table: [String: Int] = [:]
  var set: Set<String> = []
  var lists: [[Int]] = []
  var part: Part?
  var kept = Part()
  var parts: [Part] = []
  var byKey: [String: [Part]] = [:]
  var each: [Int] = []
  var choice: [Int] = []
  var deep: [Int] = []
  var spread: Side?
  var loose: [Part] = []
  var text = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "each": "list[*].id", "choice": .firstOf("x.y", "w"), "deep": "a.b", "spread": .root,
    ]
  }

  override func validate(_ value: inout Any?, forKey key: String) throws {
    if key == "lists", let lists = value as? [Any], !(lists is [[Int]]) { value = [[lists.count]] }
  }

  override class func conversionPolicy(
    forKey key: String, basedOn policy: ConversionPolicy
  ) -> ConversionPolicy {
    var policy = policy
    if key == "loose" { policy.mismatch = .keep }
    return policy
  }
}

/// Documents at random, with mistakes in many places.
private struct Documents {
  var random: SeededRandom

  mutating func object() -> String {
    let names = [
      "ints", "table", "set", "lists", "part", "kept", "parts", "byKey", "list", "x", "w", "a",
      "loose", "text", "id", "label", "inner", "other",
    ]
    var members = names.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    if Int.random(in: 0..<8, using: &random) == 0 { members.append(members.first ?? "id") }
    return "{\(members.map { "\"\($0)\": \(value(depth: 3))" }.joined(separator: ", "))}"
  }

  mutating func value(depth: Int) -> String {
    let scalars = ["1", "2", "200", "null", #""x""#, #""3""#, "true", #""hearts""#, "1.5"]
    switch depth == 0 ? 0 : Int.random(in: 0..<6, using: &random) {
    case 3, 4:
      let count = Int.random(in: 0..<4, using: &random)
      return "[\((0..<count).map { _ in value(depth: depth - 1) }.joined(separator: ", "))]"
    case 5:
      let members = ["id", "label", "suits", "inner", "parts", "b", "y", "other"].filter {
        _ in Int.random(in: 0..<3, using: &random) > 0
      }
      return
        "{\(members.map { "\"\($0)\": \(value(depth: depth - 1))" }.joined(separator: ", "))}"
    default: return scalars.randomElement(using: &random) ?? "1"
    }
  }

  mutating func policy() -> ConversionPolicy {
    func one<Rule>(of rules: [Rule], _ rule: inout Rule) {
      rule = rules.randomElement(using: &random) ?? rule
    }
    var policy = ConversionPolicy.strict
    one(of: [.fail, .keep, .reset, .skip], &policy.null)
    one(of: [.fail, .keep, .reset, .resetScalars], &policy.mismatch)
    one(of: [.fail, .drop, .dropOtherKinds], &policy.badElement)
    one(of: [.fail, .drop], &policy.hookReject)
    one(of: [.ignore, .report, .fail], &policy.unknownKeys)
    one(of: [.fail, .makeNil], &policy.unknownEnum)
    one(of: [.first, .report, .fail], &policy.alternatives)
    one(of: [.update, .replace], &policy.nestedUpdate)
    policy.keepsBadOptionalModels = Bool.random(using: &random)
    policy.wrapsSingleValues = Bool.random(using: &random)
    policy.collectsImplicitly = Bool.random(using: &random)
    policy.acceptsNumericStrings = Bool.random(using: &random)
    policy.legacyRules[.nullKeepsOptionals] = Bool.random(using: &random)
    return policy
  }
}

/// What came of a reading: the value, and the issues; or the first error.
private struct Outcome: Equatable {
  var value = ""
  var issues: [String] = []
  var failure: String?

  init(_ read: ((JSONIssue) -> Void) throws -> String) {
    var issues: [String] = []
    do {
      value = try read {
        issues.append(
          "\($0.action) \($0.path) \($0.modelClass ?? "") \($0.propertyKey ?? "") \($0.expected), \($0.found)"
        )
      }
      self.issues = issues
    } catch let error as JSONAdapterError {
      let first = error.kind == .multiple ? error.errors.first ?? error : error
      failure = first.description
    } catch {
      failure = "\(error)"
    }
  }
}

/// Whether errors are gathered changes nothing but how many are told.
@Suite struct CollectingTests {
  @Test func leavesElementsToThePropertysRule() throws {
    var policy = ConversionPolicy.strict.with { $0.mismatch = .keep }
    policy.collectsErrors = true
    var issues: [String] = []
    let whole = try JSONAdapter.model(
      of: Whole.self, from: #"{"ints": [1, "x"], "text": "t"}"#, policy: policy
    ) { issues.append($0.path) }
    #expect(whole.ints == [9])
    #expect(whole.text == "t")
    #expect(issues == ["$.ints[1]"])
  }

  @Test func gathersWhatNothingRepairs() {
    var policy = ConversionPolicy.strict.with { $0.mismatch = .keep }
    policy.collectsErrors = true
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: Whole.self, from: #"{"parts": [{"id": 300}, {"id": 1}, {"id": 200}, {"id": "x"}]}"#,
        policy: policy)
    }
    #expect(error?.errors.map(\.path) == ["$.parts[0].id", "$.parts[2].id"])
  }

  @Test func findsAllBadElementsInAClassWithItsOwnValidation() {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: Whole.self,
        from: #"{"ints": [1, "x", 2, true], "parts": [{}, 5, {"suits": ["a", "hearts", 7]}, []]}"#,
        policy: .strict.with { $0.collectsErrors = true })
    }
    #expect(
      error?.errors.map(\.path) == [
        "$.ints[1]", "$.ints[3]", "$.parts[0].id", "$.parts[1]", "$.parts[2].id", "$.parts[3]",
      ])
  }

  @Test func leavesAWholeValueToValidation() throws {
    let whole = try JSONAdapter.model(
      of: Whole.self, from: #"{"lists": [[1], ["x"], "y"], "ints": [1]}"#,
      policy: .strict.with { $0.collectsErrors = true })
    #expect(whole.lists == [[3]])
    #expect(whole.ints == [1])
  }

  @Test(arguments: [
    #"{"parts": [{}, {"id": "x"}]}"#, #"{"parts": [{"id": "x"}, {}]}"#, #"{"parts": [{}]}"#,
    #"{"byKey": {"a": [{}, {"id": "x"}]}}"#, #"{"byKey": {"a": [{"id": "x"}, {}]}}"#,
    #"{"part": {"inner": {}}}"#,
  ])
  func aMissingKeyIsAMismatchOfTheProperty(_ text: String) throws {
    for collects in [false, true] {
      var policy = ConversionPolicy.strict.with { $0.mismatch = .keep }
      policy.collectsErrors = collects
      var count = 0
      let whole = try JSONAdapter.model(of: Whole.self, from: text, policy: policy) { _ in
        count += 1
      }
      #expect(whole.parts.isEmpty && whole.byKey.isEmpty && whole.part == nil)
      #expect(count > 0)
      policy = ConversionPolicy.strict.with { $0.hookReject = .drop }
      policy.collectsErrors = collects
      #expect(throws: JSONAdapterError.self) {
        try JSONAdapter.model(of: Whole.self, from: text, policy: policy)
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func readsWhatIsReadWithout(seed: UInt64) throws {
    var documents = Documents(random: SeededRandom(seed: seed))
    for _ in 0..<250 {
      let policy = documents.policy()
      var collecting = policy
      collecting.collectsErrors = true
      let (text, change) = (documents.object(), documents.object())
      let list = "[\(text), \(documents.value(depth: 2)), \(change)]"
      func outcomes(_ policy: ConversionPolicy) -> [Outcome] {
        [
          Outcome { report in
            try
              "\(JSONAdapter.model(of: Whole.self, from: text, policy: policy, report: report).dictionaryText)"
          },
          Outcome { report in
            try JSONAdapter.models(of: Part.self, from: list, policy: policy, report: report)
              .map(\.dictionaryText).joined(separator: "; ")
          },
          Outcome { report in
            try JSONAdapter.modelsByKey(of: Part.self, from: text, policy: policy, report: report)
              .sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.dictionaryText)" }
              .joined(separator: "; ")
          },
          Outcome { report in
            guard let whole = try? JSONAdapter.model(of: Whole.self, from: text, policy: .lenient)
            else { return "" }
            try JSONAdapter.update(whole, from: change, policy: policy, report: report)
            return whole.dictionaryText
          },
        ]
      }
      for (without, with) in zip(outcomes(policy), outcomes(collecting)) where without != with {
        Issue.record("seed \(seed): \(without), then \(with) for \(text), \(list), \(change)")
        return
      }
    }
  }
}

extension Model {
  /// All values, without addresses.
  fileprivate var dictionaryText: String {
    debugDescription.replacing(#/: 0x[0-9a-f]+/#, with: "")
  }
}
