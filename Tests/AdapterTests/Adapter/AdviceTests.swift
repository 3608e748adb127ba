import Foundation
import Peridot
import Testing

@testable import TestSupport

private enum Tint: String, CaseIterable {
  case open, closed
}

private enum Grade: Int {
  case one = 1
  case two
}

private final class Leaf: Model, JSONSerializing {
  var id = 0
}

private final class Thing: Model, JSONSerializing {
  var int = -1
  var byte: UInt8 = 77
  var double = -1.5
  var decimal = Decimal(-1)
  var number = NSNumber(value: -1)
  var bool = false
  var truth = true
  var string = "before"
  var character: Character = "-"
  var date = Date(timeIntervalSince1970: -1)
  var data = Data([1])
  var url = URL(fileURLWithPath: "/")
  var uuid = UUID()
  var zone = TimeZone(secondsFromGMT: 3600)
  var ints = [-1]
  var lists = [[-1]]
  var set: Set<Int> = [-1]
  var counts = ["before": 1]
  var leaf = Leaf()
  var leaves: [Leaf] = []
  var tint = Tint.closed
  var grade = Grade.two
  var grades: [Grade] = []
  var maybeInt: Int? = -1
  var maybeDate: Date? = Date(timeIntervalSince1970: -1)
  var maybeLeaf: Leaf? = Leaf()
  var maybeInts: [Int]? = [-1]
  var maybeUUID: UUID? = UUID()
  var maybeTint: Tint? = .closed
}

/// A refused value, and the switches or the declaration that accept it.
private struct Refusal: Sendable, CustomTestStringConvertible {
  let key: String
  let json: String
  /// The switches; empty if no policy reads it, or if a declaration does.
  var switches: [String] = []
  var declaration: String?
  var loses = false
  var base = ConversionPolicy.strict

  var testDescription: String { "\(key): \(json)" }
}

private func refuses(_ key: String, _ json: String) -> Refusal { Refusal(key: key, json: json) }

extension Refusal {
  fileprivate func take(_ switches: String..., by transform: String? = nil) -> Refusal {
    var row = self
    row.switches = switches
    row.declaration = transform.map { "property(\"\(key)\", \\.\(key), by: .\($0))" }
    return row
  }

  fileprivate func declare(_ declaration: String) -> Refusal {
    var row = self
    row.declaration = declaration
    return row
  }

  fileprivate var losing: Refusal {
    var row = self
    row.loses = true
    return row
  }

  fileprivate func under(_ change: (inout ConversionPolicy) -> Void) -> Refusal {
    var row = self
    row.base = ConversionPolicy.strict.with(change)
    return row
  }
}

@Suite struct AdviceTests {
  private static let numbers: [Refusal] = [
    refuses("int", #""12""#).take("acceptsNumericStrings"),
    refuses("int", #"" 12 ""#).take("acceptsNumericStrings"),
    refuses("int", "true").take("acceptsBoolsAsNumbers"),
    refuses("int", #""true""#).take("acceptsBoolWordsAsNumbers"),
    refuses("int", "1.5").take("fraction").losing,
    refuses("int", "1e30").take("overflow").losing,
    refuses("int", #""1.5""#).take("acceptsNumericStrings", "fraction").losing,
    refuses("int", #""1,234""#).take("acceptsNumericStrings", "numberLocale"),
    refuses("int", #""1,234""#).under { $0.acceptsNumericStrings = true }.take("numberLocale"),
    refuses("int", #""twelve""#),
    refuses("int", "{}"),
    refuses("int", "[1]"),
    refuses("int", "null").declare("Int?"),
    refuses("maybeInt", #""""#).take("emptyStringIsNull"),
    refuses("maybeInt", #""null""#).take("acceptsNullWords"),
    refuses("maybeInt", #""7""#).take("acceptsNumericStrings"),
    refuses("byte", "300").take("overflow").losing,
    refuses("byte", #""-1""#).take("acceptsNumericStrings", "overflow").losing,
    refuses("double", #""1.5""#).take("acceptsNumericStrings"),
    refuses("double", #""NaN""#).take("acceptsNonFiniteText"),
    refuses("double", #""1.234,5""#).take("acceptsNumericStrings", "numberLocale"),
    refuses("double", "false").take("acceptsBoolsAsNumbers"),
    refuses("double", #""wide""#),
    refuses("decimal", #""1.50""#).take("acceptsDecimalStrings", by: "decimal"),
    refuses("decimal", "true").take("acceptsBoolsAsNumbers"),
    refuses("decimal", #""NaN""#),
    refuses("number", #""5""#).take("acceptsNumericStrings"),
    refuses("number", "[]"),
  ]

  private static let words: [Refusal] = [
    refuses("bool", "1").take("acceptsZeroAndOneAsBools", by: "boolean"),
    refuses("truth", "0").take("acceptsZeroAndOneAsBools", by: "boolean"),
    refuses("bool", "7").take("acceptsNumbersAsBools").losing,
    refuses("bool", #""true""#).take("acceptsBoolWords"),
    refuses("bool", #""1""#).take("acceptsNumericStrings", "acceptsZeroAndOneAsBools"),
    refuses("bool", #""maybe""#),
    refuses("bool", "[]"),
    refuses("string", "1").take("acceptsNumbersAsStrings"),
    refuses("string", "1.5").take("acceptsNumbersAsStrings"),
    refuses("string", "true").take("acceptsBoolsAsStrings"),
    refuses("string", "{}"),
    refuses("string", "null").declare("String?"),
    refuses("character", #""ab""#),
    refuses("character", "5"),
    refuses("url", "5"),
    refuses("url", #"" https://a.example ""#).under { $0.urls = .exact }.take("urls"),
    refuses("url", #""https://a.example/ä ö""#).under { $0.urls = .exact }
      .take("urls", by: "lenientURL"),
    refuses("uuid", #""x""#),
    refuses("uuid", #""{E621E1F8-C36C-495A-93FC-0C247A3E6E5F}""#).take("acceptsOtherUUIDForms"),
    refuses("maybeUUID", #""""#).take("emptyStringIsNull"),
    refuses("zone", #""Mars""#),
    refuses("data", #""héllo""#).take("dataStrategy"),
    refuses("data", #""aGk=""#).under { $0.dataStrategy = .refused }
      .take("dataStrategy", by: "base64Data"),
    refuses("data", "[1, 2]"),
    refuses("tint", #""opne""#).declare("UnknownCaseRepresentable"),
    refuses("tint", "5"),
    refuses("tint", "null").declare("Tint?"),
    refuses("grade", #""1""#).take("acceptsNumericStrings"),
    refuses("grade", "true").take("acceptsBoolsAsNumbers"),
    refuses("grade", "9").declare("UnknownCaseRepresentable"),
    refuses("grade", #""9""#),
    refuses("grades", "1").take("wrapsSingleValues"),
  ]

  private static let dates: [Refusal] = [
    refuses("date", "1414000000").take("dateStrategy", by: "epochSeconds"),
    refuses("date", "1414000000000").take("dateStrategy", by: "epochMilliseconds"),
    refuses("date", #""Sun, 06 Nov 1994 08:49:37 GMT""#).take("dateStrategy", by: "rfc1123Date"),
    refuses("date", #""Wed Sep 16 12:20:09 +0800 2015""#).take("dateStrategy", by: "twitterDate"),
    refuses("date", #""2015-09-16 12:20:09""#).take("dateStrategy", by: "lenientDate"),
    refuses("date", #""2015-09-16T12:20:09Z""#).under { $0.dateStrategy = .secondsSince1970 }
      .take("dateStrategy", by: "iso8601Date"),
    refuses("date", #""soon""#),
    refuses("date", "true"),
    refuses("maybeDate", #""""#).take("emptyStringIsNull"),
    refuses("date", "null").declare("Date?"),
  ]

  private static let structures: [Refusal] = [
    refuses("ints", "5").take("wrapsSingleValues"),
    refuses("ints", #""5""#).take("acceptsNumericStrings", "wrapsSingleValues"),
    refuses("ints", #"[1, "2"]"#).take("acceptsNumericStrings"),
    refuses("ints", "[1, null]").declare("Int?"),
    refuses("ints", "{}"),
    refuses("maybeInts", #""""#).take("emptyStringIsNull"),
    refuses("lists", "[1]").take("wrapsSingleValues"),
    refuses("set", "5").take("wrapsSingleValues"),
    refuses("counts", "[]").take("emptyArrayIsObject"),
    refuses("counts", "[1]"),
    refuses("counts", #"{"a": "1"}"#).take("acceptsNumericStrings"),
    refuses("counts", #"{"a": null}"#).declare("Int?"),
    refuses("leaf", #""{\"id\": 3}""#).take("parsesEmbeddedJSON"),
    refuses("leaf", #""[3]""#),
    refuses("leaf", "5"),
    refuses("leaf", #"{"id": "3"}"#).take("acceptsNumericStrings"),
    refuses("maybeLeaf", "[]").take("emptyArrayIsObject"),
    refuses("maybeLeaf", #""""#).take("emptyStringIsNull"),
    refuses("leaves", #"{"id": 3}"#).take("wrapsSingleValues"),
    refuses("leaves", #"[{"id": true}]"#).take("acceptsBoolsAsNumbers"),
    refuses("leaves", #"["{\"id\": 3}"]"#).take("parsesEmbeddedJSON"),
    refuses("leaf", "null").declare("Leaf?"),
  ]

  private static let refusals = numbers + words + dates + structures

  private func error(_ refusal: Refusal, inMemory: Bool) throws -> JSONAdapterError {
    let text = "{\"\(refusal.key)\": \(refusal.json)}"
    return try #require(
      #expect(throws: JSONAdapterError.self) {
        if inMemory {
          let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
          return try JSONAdapter.model(of: Thing.self, from: object, policy: refusal.base)
        }
        return try JSONAdapter.model(of: Thing.self, from: text, policy: refusal.base)
      })
  }

  private func names(_ advice: ErrorAdvice?) -> [String] {
    (advice?.policySwitches ?? []).map { "\($0)".components(separatedBy: ".").last ?? "" }
  }

  @Test(arguments: refusals) fileprivate func isWhatReadsTheValue(_ refusal: Refusal) throws {
    for inMemory in [false, true] {
      let error = try error(refusal, inMemory: inMemory)
      #expect(names(error.advice) == refusal.switches, "\(error)")
      #expect(error.advice?.declaration == refusal.declaration, "\(error)")
      #expect(error.advice?.losesValue ?? false == refusal.loses)
      if refusal.switches.isEmpty, refusal.declaration == nil {
        #expect(error.description.hasSuffix(": no policy reads it"))
      }
    }
  }

  /// Follows the advice: the value is read, and the property has another value than before.
  @Test(arguments: refusals) fileprivate func canBeFollowed(_ refusal: Refusal) throws {
    guard let advice = try error(refusal, inMemory: false).advice, !refusal.switches.isEmpty else {
      return
    }
    let text = "{\"\(refusal.key)\": \(refusal.json)}"
    let thing = try JSONAdapter.model(
      of: Thing.self, from: text, policy: advice.applied(to: refusal.base))
    let new = try #require(thing.dictionaryValue[refusal.key])
    let old = try #require(Thing().dictionaryValue[refusal.key])
    #expect("\(new)" != "\(old)" || refusal.key.lowercased().contains("lea"))
  }

  /// A new switch is advised, or stands here with a reason.
  @Test func namesEverySwitch() throws {
    var advised: Set<String> = []
    for refusal in Self.refusals {
      advised.formUnion(names(try error(refusal, inMemory: false).advice))
    }
    let kept = [
      // They keep, drop, reset or make nil.
      "null", "mismatch", "unknownEnum", "unreadableText", "badElement", "keepsBadOptionalModels",
      "hookReject", "acceptsNullWordsForStrings", "duplicateElements", "repeatedKeys",
      // They are not about one refused value.
      "boolWordSet", "absentKeys", "unknownKeys", "alternatives", "collectsImplicitly",
      "fallsBackToLiteralNames", "overlaps", "nestedUpdate", "dictionaryUpdate", "nilOnExport",
      "defaultsOnExport", "emptyOnExport", "nonFinite", "unreadableClass", "oneWayTransformers",
      "collectsErrors", "maximumErrors", "hidesFoundValues", "maximumDepth", "keepsDatesExact",
      // No text of a refused object is kept.
      "indexedObjectIsArray",
      // They belong to the presets.
      "acceptsNumericPrefixes", "legacyRules",
    ]
    for label in Mirror(reflecting: ConversionPolicy.strict).children.compactMap(\.label) {
      #expect(advised.contains(label) != kept.contains(label), "\(label)")
    }
  }

  @Test func namesTheNearestCase() throws {
    let error = try error(refuses("tint", #""opne""#), inMemory: false)
    #expect(
      error.description == """
        Thing.tint: expected Tint (open, closed), found string "opne" at $.tint (line 1, column 10): \
        did you mean "open"? Else conform Tint to UnknownCaseRepresentable to take unknown cases
        """)
    let hidden = try #require(
      #expect(throws: JSONAdapterError.self) {
        try JSONAdapter.model(
          of: Thing.self, from: #"{"tint": "opne"}"#,
          policy: .strict.with { $0.hidesFoundValues = true })
      })
    #expect(
      hidden.description.hasSuffix(
        ": conform Tint to UnknownCaseRepresentable to take unknown cases"))
  }

  @Test func suggestsTheNameOfAMember() {
    let policy = ConversionPolicy.strict.with { $0.unknownKeys = .fail }
    #expect(
      adapterMessage {
        try JSONAdapter.model(of: Thing.self, from: #"{"strnig": ""}"#, policy: policy)
      } == """
        Thing: no property is mapped to "strnig" at $.strnig (line 1, column 12): did you mean \
        "string"?
        """)
    #expect(
      adapterMessage {
        try JSONAdapter.model(of: Thing.self, from: #"{"elsewhere": ""}"#, policy: policy)
      } == #"Thing: no property is mapped to "elsewhere" at $.elsewhere (line 1, column 15)"#)
  }

  @Test func suggestsTheNameOfAKey() {
    final class Table: Model, JSONSerializing {
      var byTint: [Tint: Int] = [:]
    }
    #expect(
      adapterMessage { try JSONAdapter.model(of: Table.self, from: #"{"byTint": {"Open": 1}}"#) }
        == """
        Table.byTint: expected Tint as a member's name (open, closed), found "Open" at \
        $.byTint.Open (line 1, column 21): did you mean "open"?
        """)
  }

  @Test func hidesTheValueItself() throws {
    let error = try #require(
      #expect(throws: JSONAdapterError.self) {
        try JSONAdapter.model(
          of: Thing.self, from: #"{"int": "420042"}"#,
          policy: .strict.with { $0.hidesFoundValues = true })
      })
    var dumped = ""
    dump(error, to: &dumped)
    #expect(!dumped.contains("4200") && !dumped.contains("52, 50"))
    #expect(names(error.advice) == ["acceptsNumericStrings"])
  }

  @Test func knowsThePropertysOwnPolicy() throws {
    final class Own: Model, JSONSerializing {
      var isOpen = false

      override class func conversionPolicy(
        forKey key: String, basedOn policy: ConversionPolicy
      ) -> ConversionPolicy {
        policy.with { $0.acceptsNumericStrings = true }
      }
    }
    let error = try #require(
      #expect(throws: JSONAdapterError.self) {
        try JSONAdapter.model(of: Own.self, from: #"{"isOpen": "1"}"#)
      })
    #expect(names(error.advice) == ["acceptsZeroAndOneAsBools"])
  }

  /// Law 9 counts the work of many errors.
  @Test func allErrorsHaveTheirWords() throws {
    let text = "[" + Array(repeating: #""x""#, count: 1_000).joined(separator: ",") + "]"
    let error = try #require(
      #expect(throws: JSONAdapterError.self) {
        try JSONAdapter.model(
          of: Thing.self, from: "{\"ints\": \(text)}",
          policy: .strict.with {
            $0.collectsErrors = true
            $0.maximumErrors = 1_000
          })
      })
    #expect(error.errors.count == 1_000)
    let words = #"expected Int, found string "x""#
    #expect(error.description.components(separatedBy: words).count == 1_001)
  }
}
