import Foundation
import Peridot
import Testing

@testable import TestSupport

private enum Suit: String { case clubs, hearts }

private final class Part: Model, JSONSerializing {
  var id = 0
  var label: String?
}

private final class Everything: Model, JSONSerializing {
  var int = 1
  var small: Int8? = 1
  var unsigned: UInt64 = 1
  var double = 1.0
  var float: Float? = 1
  var bool = true
  var string = "s"
  var character: Character? = "c"
  var decimal: Decimal = 1
  var date: Date? = Date(timeIntervalSince1970: 1)
  var url: URL?
  var data: Data?
  var suit = Suit.clubs
  var other: Suit?
  var ints: [Int] = []
  var optionals: [Int?]? = []
  var set: Set<String> = []
  var table: [String: Double] = [:]
  var nested: Part?
  var parts: [Part] = []
  var byKey: [String: [Part]] = [:]
  var path = 0
  var choice: String?
  var each: [Int] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["path": "a.b.c", "choice": .firstOf("x.y", "w[0]", "z"), "each": "list[*].n"]
  }
}

/// Documents at random, about the members that a model listens to.
private struct Documents {
  var random: SeededRandom

  mutating func object() -> String {
    let names =
      Everything.propertyKeys.filter { !["path", "choice", "each"].contains($0) }
      + ["a", "x", "w", "z", "list", "unknown"]
    let members = names.filter { _ in Bool.random(using: &random) }
      .map { "\"\($0)\": \(value(depth: 3))" }
    return "{\(members.joined(separator: ", "))}"
  }

  private mutating func value(depth: Int) -> String {
    let scalars = [
      "null", "true", "false", "0", "1", "-1", "1.5", "300", "1e400", "18446744073709551615",
      "1401234567", #""""#, #"" ""#, #""12""#, #""12abc""#, #""yes""#, #""null""#, #""hearts""#,
      #""2014-05-06T07:08:09Z""#, #""http://x y""#, #""http://x""#, #""AQI=""#, #""é""#, #""[1]""#,
      #""{\"id\": \"5\"}""#, #""{""#, "[]", "{}",
    ]
    switch depth == 0 ? 0 : Int.random(in: 0..<6, using: &random) {
    case 4:
      let count = Int.random(in: 0..<4, using: &random)
      return "[\((0..<count).map { _ in value(depth: depth - 1) }.joined(separator: ", "))]"
    case 5:
      let members = ["id", "label", "b", "c", "y", "n"].filter { _ in
        Int.random(in: 0..<3, using: &random) == 0
      }.map { "\"\($0)\": \(value(depth: depth - 1))" }
      return "{\(members.joined(separator: ", "))}"
    default:
      return scalars.randomElement(using: &random) ?? "null"
    }
  }
}

extension ConversionPolicy {
  /// Every switch at random.
  fileprivate static func random(using random: inout SeededRandom) -> ConversionPolicy {
    func flip() -> Bool { Bool.random(using: &random) }
    func one<Rule>(of rules: [Rule], _ rule: inout Rule) {
      rule = rules.randomElement(using: &random) ?? rule
    }
    var policy = ConversionPolicy.strict
    one(of: [.fail, .keep, .reset, .skip], &policy.null)
    policy.legacyRules = LegacyRules(rawValue: UInt8.random(in: 0..<32, using: &random))
    one(of: [.fail, .keep, .reset, .resetScalars], &policy.mismatch)
    one(of: [.fail, .clamp, .wrap], &policy.overflow)
    one(of: [.fail, .truncate], &policy.fraction)
    policy.acceptsNumericStrings = flip()
    policy.acceptsNumericPrefixes = flip()
    one(of: [nil, Locale(identifier: "de_DE")], &policy.numberLocale)
    policy.acceptsBoolsAsNumbers = flip()
    policy.acceptsNumbersAsBools = flip()
    policy.acceptsZeroAndOneAsBools = flip()
    policy.acceptsBoolWords = flip()
    one(of: [.all, .legacyYYModel, .legacyJSONModel], &policy.boolWordSet)
    policy.acceptsBoolWordsAsNumbers = flip()
    policy.acceptsNullWords = flip()
    policy.acceptsNullWordsForStrings = flip()
    policy.emptyStringIsNull = flip()
    one(of: [.last, .fail], &policy.repeatedKeys)
    policy.acceptsNumbersAsStrings = flip()
    policy.acceptsBoolsAsStrings = flip()
    policy.acceptsDecimalStrings = flip()
    policy.acceptsNonFiniteText = flip()
    policy.acceptsOtherUUIDForms = flip()
    one(of: [.foundation, .exact, .trimmed, .encoded], &policy.urls)
    one(of: [.mismatch, .makeNil], &policy.unreadableText)
    one(
      of: [
        .iso8601, .rfc1123, .twitter, .secondsSince1970, .millisecondsSince1970,
        .microsecondsSince1970, .nanosecondsSince1970, .secondsSince2001, .automatic, .text,
        .format("yyyy-MM-dd"), .legacyYYModel, .legacyJSONModel,
      ], &policy.dateStrategy)
    one(of: [.base64, .base64URL, .anyBase64, .utf8, .refused], &policy.dataStrategy)
    policy.wrapsSingleValues = flip()
    policy.indexedObjectIsArray = flip()
    policy.emptyArrayIsObject = flip()
    policy.parsesEmbeddedJSON = flip()
    policy.keepsBadOptionalModels = flip()
    one(of: [.fail, .drop, .dropOtherKinds], &policy.badElement)
    one(of: [.drop, .fail], &policy.duplicateElements)
    one(of: [.first, .report, .fail], &policy.alternatives)
    policy.collectsImplicitly = flip()
    policy.fallsBackToLiteralNames = flip()
    one(of: [.fail, .makeNil], &policy.unknownEnum)
    one(of: [.ignore, .report, .fail], &policy.unknownKeys)
    one(of: [.fail, .drop], &policy.hookReject)
    one(of: [.omit, .null], &policy.nilOnExport)
    one(of: [.write, .omit], &policy.defaultsOnExport)
    one(of: [.write, .omit], &policy.emptyOnExport)
    one(of: [.fail, .omit], &policy.nonFinite)
    one(of: [.fail, .report, .write], &policy.unreadableClass)
    one(of: [.update, .replace], &policy.nestedUpdate)
    one(of: [.fail, .first], &policy.overlaps)
    one(of: [.merge, .replace], &policy.dictionaryUpdate)
    one(of: [.ignore, .report, .fail], &policy.absentKeys)
    policy.collectsErrors = flip()
    return policy
  }
}

@Suite struct PolicyFuzzTests {
  @Test(arguments: [8, 9, 10] as [UInt64])
  func anyPolicyThrowsItsOwnErrorOnly(seed: UInt64) {
    var documents = Documents(random: SeededRandom(seed: seed))
    for _ in 0..<60 {
      let policy = ConversionPolicy.random(using: &documents.random)
      for _ in 0..<10 {
        let json = documents.object()
        var issues: [JSONIssue] = []
        do {
          let model = try JSONAdapter.model(of: Everything.self, from: json, policy: policy) {
            issues.append($0)
          }
          try JSONAdapter.update(model, from: documents.object(), policy: policy) {
            issues.append($0)
          }
          _ = try JSONAdapter.data(from: model, policy: policy)
        } catch let error as JSONAdapterError {
          #expect(!error.description.isEmpty)
        } catch {
          Issue.record("seed \(seed): \(error) in \(json) under \(policy)")
        }
        #expect(
          issues.allSatisfy { $0.path.hasPrefix("$") && !$0.expected.isEmpty && !$0.found.isEmpty },
          "seed \(seed): \(issues) in \(json)")
      }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func lenientReadsAnyObject(seed: UInt64) throws {
    var documents = Documents(random: SeededRandom(seed: seed))
    for _ in 0..<300 {
      let json = documents.object()
      var issues: [JSONIssue] = []
      let model: Everything
      do {
        model = try JSONAdapter.model(from: json, policy: .lenient) { issues.append($0) }
      } catch {
        Issue.record("seed \(seed): \(error) in \(json)")
        continue
      }
      #expect(issues.allSatisfy { $0.path.hasPrefix("$.") }, "seed \(seed): \(issues) in \(json)")
      // What strict takes, lenient takes alike.
      if let strict = try? JSONAdapter.model(of: Everything.self, from: json) {
        #expect(strict == model, "seed \(seed): \(json)")
      }
      let written = try JSONAdapter.string(
        from: model, policy: .strict.with { $0.nilOnExport = .null })
      #expect(
        try JSONAdapter.model(of: Everything.self, from: written) == model,
        "seed \(seed): \(json) became \(written)")
    }
  }

  @Test(arguments: [4, 5] as [UInt64])
  func everyPresetThrowsItsOwnErrorOnly(seed: UInt64) {
    var documents = Documents(random: SeededRandom(seed: seed))
    var all = ConversionPolicy.strict
    all.collectsErrors = true
    all.unknownKeys = .fail
    var reset = ConversionPolicy.legacyYYModel
    reset.mismatch = .reset
    reset.overflow = .clamp
    reset.wrapsSingleValues = true
    for _ in 0..<200 {
      let json = documents.object()
      for policy in [.strict, .legacyYYModel, .legacyJSONModel, all, reset] {
        do {
          let model = try JSONAdapter.model(of: Everything.self, from: json, policy: policy)
          try JSONAdapter.update(model, from: json, policy: policy)
        } catch let error as JSONAdapterError {
          let errors = error.kind == .multiple ? error.errors : [error]
          #expect(
            errors.allSatisfy { $0.path.hasPrefix("$") && $0.line != nil },
            "seed \(seed): \(error) in \(json)")
        } catch {
          Issue.record("seed \(seed): \(error) in \(json)")
        }
      }
    }
  }

  @Test(arguments: [6, 7] as [UInt64])
  func aFailedUpdateChangesNothing(seed: UInt64) throws {
    var documents = Documents(random: SeededRandom(seed: seed))
    for _ in 0..<200 {
      let first = documents.object()
      let model = try JSONAdapter.model(of: Everything.self, from: first, policy: .lenient)
      let before = model.deeplyCopied()
      let second = documents.object()
      do {
        try JSONAdapter.update(model, from: second)
      } catch {
        #expect(model == before, "seed \(seed): \(first), then \(second)")
      }
    }
  }
}
