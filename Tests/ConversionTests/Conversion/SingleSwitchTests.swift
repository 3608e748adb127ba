import Foundation
import Peridot
import Testing

private enum Size: String { case small }

private final class Part: Model, JSONSerializing {
  var value = 7

  override func validate() throws {
    try super.validate()
    if value < 0 { throw TransformerError(.unparsable(expected: "a part"), input: value) }
  }
}

private final class Sample: Model, JSONSerializing {
  var int = 7
  var byte: UInt8 = 7
  var number: Int? = 7
  var double = 7.5
  var bool = true
  var flag: Bool? = true
  var string = "old"
  var text: String? = "old"
  var decimal: Decimal? = 7
  var url = URL(string: "http://old")
  var date: Date? = Date(timeIntervalSince1970: 7)
  var data = Data([7])
  var size: Size? = .small
  var list = [7]
  var set: Set<Int> = [7]
  var table = ["a": 7]
  var part: Part? = Part()
  var parts: [Part] = []
  var deep = 7
  var collected = [7]
  var choice = 7

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["deep": "a.b", "collected": "people.n", "choice": .firstOf("x", "y")]
  }
}

/// One switch of a policy that is strict otherwise.
struct SwitchRow: Sendable, CustomTestStringConvertible {
  let name: String
  let change: @Sendable (inout ConversionPolicy) -> Void
  let json: String
  /// The property that is looked at.
  let key: String
  /// What it becomes; `!` is an issue, `THROW` an error.
  let outcome: String
  /// The same under the strict policy.
  let strict: String

  init(
    _ name: String, _ change: @escaping @Sendable (inout ConversionPolicy) -> Void, _ json: String,
    _ key: String, _ outcome: String, strict: String = "THROW"
  ) {
    self.name = name
    self.change = change
    self.json = json
    self.key = key
    self.outcome = outcome
    self.strict = strict
  }

  var testDescription: String { "\(name): \(json)" }

  func found(_ policy: ConversionPolicy) -> String {
    var issues = ""
    do {
      let model = try JSONAdapter.model(of: Sample.self, from: json, policy: policy) { _ in
        issues += "!"
      }
      return PolicyRow.text(of: model[key]) + issues
    } catch {
      return error is JSONAdapterError ? "THROW" : "\(error)"
    }
  }
}

@Suite struct SingleSwitchTests {
  @Test(arguments: [
    SwitchRow("null", { $0.null = .keep }, #"{"int": null}"#, "int", "7!"),
    SwitchRow("null", { $0.null = .reset }, #"{"int": null}"#, "int", "0!"),
    SwitchRow("null", { $0.null = .reset }, #"{"url": null}"#, "url", "nil", strict: "nil"),
    SwitchRow("null", { $0.null = .skip }, #"{"int": null}"#, "int", "7"),
    SwitchRow("null", { $0.null = .skip }, #"{"number": null}"#, "number", "7", strict: "nil"),
    SwitchRow(
      "nullKeepsOptionals", { $0.legacyRules = .nullKeepsOptionals }, #"{"number": null}"#,
      "number", "7",
      strict: "nil"),
    SwitchRow("mismatch", { $0.mismatch = .keep }, #"{"int": "x"}"#, "int", "7!"),
    SwitchRow("mismatch", { $0.mismatch = .reset }, #"{"int": "x"}"#, "int", "0!"),
    SwitchRow("mismatch", { $0.mismatch = .reset }, #"{"string": 5}"#, "string", "!"),
    SwitchRow("mismatch", { $0.mismatch = .reset }, #"{"url": 5}"#, "url", "nil!"),
    SwitchRow("mismatch", { $0.mismatch = .resetScalars }, #"{"int": "x"}"#, "int", "0!"),
    SwitchRow("mismatch", { $0.mismatch = .resetScalars }, #"{"string": 5}"#, "string", "old!"),
    SwitchRow("overflow", { $0.overflow = .clamp }, #"{"byte": 300}"#, "byte", "255!"),
    SwitchRow("overflow", { $0.overflow = .wrap }, #"{"byte": 300}"#, "byte", "44!"),
    SwitchRow("fraction", { $0.fraction = .truncate }, #"{"int": -1.5}"#, "int", "-1!"),
    SwitchRow(
      "acceptsNumericStrings", { $0.acceptsNumericStrings = true }, #"{"int": " 5 "}"#, "int", "5"),
    SwitchRow(
      "acceptsNumericStrings", { $0.acceptsNumericStrings = true }, #"{"double": "5e-1"}"#,
      "double",
      "0.5"),
    SwitchRow(
      "acceptsNumericStrings", { $0.acceptsNumericStrings = true }, #"{"bool": "0"}"#, "bool",
      "THROW"),
    SwitchRow(
      "acceptsNumericStrings", { $0.acceptsNumericStrings = true }, #"{"decimal": "5"}"#, "decimal",
      "THROW"),
    SwitchRow(
      "acceptsNumericPrefixes", { $0.acceptsNumericPrefixes = true }, #"{"int": "12abc"}"#, "int",
      "12!"),
    SwitchRow(
      "acceptsNumericPrefixes", { $0.acceptsNumericPrefixes = true }, #"{"int": "12"}"#, "int", "12"
    ),
    SwitchRow(
      "acceptsNumericPrefixes", { $0.acceptsNumericPrefixes = true }, #"{"int": "1e3"}"#, "int",
      "1000"),
    SwitchRow(
      "acceptsNumericPrefixes", { $0.acceptsNumericPrefixes = true }, #"{"int": "12.7abc"}"#, "int",
      "THROW"),
    SwitchRow(
      "readsIntegersAsInC",
      {
        $0.acceptsNumericPrefixes = true
        $0.legacyRules = .readsIntegersAsInC
      }, #"{"int": "1e3"}"#, "int", "1!"),
    SwitchRow(
      "readsIntegersAsInC", { $0.legacyRules = .readsIntegersAsInC }, #"{"int": "1e3"}"#, "int",
      "THROW"),
    SwitchRow(
      "urls", { $0.urls = .exact }, #"{"url": "http://x/a b"}"#, "url", "THROW",
      strict: "http://x/a%20b!"),
    SwitchRow(
      "acceptsNumericPrefixes", { $0.acceptsNumericPrefixes = true }, #"{"double": "abc"}"#,
      "double", "0.0!"),
    SwitchRow(
      "numberLocale",
      {
        $0.acceptsNumericStrings = true
        $0.numberLocale = Locale(identifier: "de_DE")
      }, #"{"double": "1.234,5"}"#, "double", "1234.5"),
    SwitchRow(
      "acceptsBoolsAsNumbers", { $0.acceptsBoolsAsNumbers = true }, #"{"int": true}"#, "int", "1"),
    SwitchRow(
      "acceptsNumbersAsBools", { $0.acceptsNumbersAsBools = true }, #"{"bool": 0.0}"#, "bool",
      "false"),
    SwitchRow(
      "acceptsZeroAndOneAsBools", { $0.acceptsZeroAndOneAsBools = true }, #"{"bool": 0}"#, "bool",
      "false"),
    SwitchRow(
      "acceptsZeroAndOneAsBools", { $0.acceptsZeroAndOneAsBools = true }, #"{"bool": 2}"#, "bool",
      "THROW"),
    SwitchRow(
      "acceptsBoolWords", { $0.acceptsBoolWords = true }, #"{"bool": "Off"}"#, "bool", "false"),
    SwitchRow(
      "acceptsBoolWords", { $0.acceptsBoolWords = true }, #"{"int": "off"}"#, "int", "THROW"),
    SwitchRow(
      "boolWordSet",
      {
        $0.acceptsBoolWords = true
        $0.boolWordSet = .legacyYYModel
      }, #"{"bool": "off"}"#, "bool", "THROW"),
    SwitchRow(
      "boolWordSet",
      {
        $0.acceptsBoolWords = true
        $0.boolWordSet = .legacyJSONModel
      }, #"{"bool": "soon"}"#, "bool", "false"),
    SwitchRow(
      "acceptsBoolWordsAsNumbers", { $0.acceptsBoolWordsAsNumbers = true }, #"{"int": "Yes"}"#,
      "int", "1"),
    SwitchRow(
      "acceptsBoolWordsAsNumbers", { $0.acceptsBoolWordsAsNumbers = true }, #"{"bool": "no"}"#,
      "bool", "THROW"),
    SwitchRow(
      "acceptsBoolWordsAsNumbers",
      {
        $0.acceptsBoolWordsAsNumbers = true
        $0.acceptsNumbersAsBools = true
      }, #"{"bool": "yes"}"#, "bool", "THROW"),
    SwitchRow(
      "acceptsNullWords", { $0.acceptsNullWords = true }, #"{"number": "<null>"}"#, "number", "nil!"
    ),
    SwitchRow(
      "acceptsNullWords", { $0.acceptsNullWords = true }, #"{"flag": "nil"}"#, "flag", "nil!"),
    SwitchRow(
      "acceptsNullWords", { $0.acceptsNullWords = true }, #"{"int": "null"}"#, "int", "THROW"),
    SwitchRow(
      "acceptsNullWords", { $0.acceptsNullWords = true }, #"{"string": "null"}"#, "string", "null",
      strict: "null"
    ),
    SwitchRow(
      "acceptsNullWordsForStrings", { $0.acceptsNullWordsForStrings = true },
      #"{"text": " NULL "}"#, "text",
      "nil!", strict: " NULL "),
    SwitchRow(
      "acceptsNullWordsForStrings", { $0.acceptsNullWordsForStrings = true },
      #"{"string": "(null)"}"#, "string",
      "THROW", strict: "(null)"),
    SwitchRow(
      "acceptsNullWordsForStrings", { $0.acceptsNullWordsForStrings = true },
      #"{"text": "nullable"}"#, "text",
      "nullable", strict: "nullable"),
    SwitchRow(
      "emptyStringIsNull", { $0.emptyStringIsNull = true }, #"{"number": ""}"#, "number", "nil!"),
    SwitchRow(
      "emptyStringIsNull", { $0.emptyStringIsNull = true }, #"{"flag": " "}"#, "flag", "nil!"),
    SwitchRow(
      "emptyStringIsNull", { $0.emptyStringIsNull = true }, #"{"date": ""}"#, "date", "nil!"),
    SwitchRow("emptyStringIsNull", { $0.emptyStringIsNull = true }, #"{"url": ""}"#, "url", "nil!"),
    SwitchRow(
      "emptyStringIsNull", { $0.emptyStringIsNull = true }, #"{"part": ""}"#, "part", "nil!"),
    SwitchRow(
      "emptyStringIsNull", { $0.emptyStringIsNull = true }, #"{"set": ""}"#, "set", "THROW"),
    SwitchRow(
      "emptyStringIsNull",
      {
        $0.emptyStringIsNull = true
        $0.null = .keep
      }, #"{"table": ""}"#, "table", "[7]!"),
    SwitchRow(
      "acceptsNumbersAsStrings", { $0.acceptsNumbersAsStrings = true }, #"{"string": 5.0}"#,
      "string", "5"),
    SwitchRow(
      "acceptsNumbersAsStrings", { $0.acceptsNumbersAsStrings = true }, #"{"string": false}"#,
      "string", "THROW"),
    SwitchRow(
      "acceptsBoolsAsStrings", { $0.acceptsBoolsAsStrings = true }, #"{"string": false}"#,
      "string", "false"),
    SwitchRow(
      "acceptsBoolsAsStrings", { $0.acceptsBoolsAsStrings = true }, #"{"string": 5.0}"#,
      "string", "THROW"),
    SwitchRow(
      "readsBoolsAsDigits",
      {
        $0.acceptsBoolsAsStrings = true
        $0.legacyRules = .readsBoolsAsDigits
      }, #"{"string": false}"#, "string", "0"),
    SwitchRow(
      "acceptsDecimalStrings", { $0.acceptsDecimalStrings = true }, #"{"decimal": "12.50"}"#,
      "decimal", "12.5"),
    SwitchRow(
      "refusesDecimalNumbers", { $0.legacyRules = .refusesDecimalNumbers }, #"{"decimal": 5}"#,
      "decimal", "THROW",
      strict: "5"),
    SwitchRow(
      "acceptsNonFiniteText",
      {
        $0.acceptsNumericStrings = true
        $0.acceptsNonFiniteText = true
      }, #"{"double": "1e999"}"#, "double", "inf"),
    SwitchRow(
      "acceptsNonFiniteText", { $0.acceptsNonFiniteText = true }, #"{"double": "inf"}"#, "double",
      "inf"),
    SwitchRow(
      "acceptsNonFiniteText", { $0.acceptsNonFiniteText = true }, #"{"double": "-Infinity"}"#,
      "double", "-inf"),
    SwitchRow(
      "acceptsNonFiniteText", { $0.acceptsNonFiniteText = true }, #"{"double": "NaN"}"#, "double",
      "nan"),
    SwitchRow(
      "acceptsNonFiniteText", { $0.acceptsNonFiniteText = true }, #"{"double": "1.5"}"#, "double",
      "THROW"),
    SwitchRow("urls", { $0.urls = .trimmed }, #"{"url": " http://x "}"#, "url", "http://x"),
    SwitchRow(
      "urls", { $0.urls = .trimmed }, #"{"url": "http://x/a b"}"#, "url", "THROW",
      strict: "http://x/a%20b!"),
    SwitchRow(
      "urls", { $0.urls = .encoded }, #"{"url": " http://x/a b"}"#, "url", "http://x/a%20b!"),
    SwitchRow(
      "unreadableText", { $0.unreadableText = .makeNil }, #"{"date": "soon"}"#, "date", "nil!"),
    SwitchRow("unreadableText", { $0.unreadableText = .makeNil }, #"{"date": 5}"#, "date", "THROW"),
    SwitchRow("unreadableText", { $0.unreadableText = .makeNil }, #"{"url": ""}"#, "url", "nil!"),
    SwitchRow(
      "unreadableText", { $0.unreadableText = .makeNil }, #"{"decimal": "1"}"#, "decimal", "THROW"),
    SwitchRow(
      "dateStrategy", { $0.dateStrategy = .secondsSince1970 }, #"{"date": 5}"#, "date", "5000ms"),
    SwitchRow("dateStrategy", { $0.dateStrategy = .automatic }, #"{"date": 5}"#, "date", "5000ms"),
    SwitchRow(
      "dateStrategy", { $0.dateStrategy = .format("yyyy") }, #"{"date": "1971"}"#, "date",
      "31536000000ms"),
    SwitchRow("dataStrategy", { $0.dataStrategy = .utf8 }, #"{"data": "AB"}"#, "data", "[65, 66]"),
    SwitchRow(
      "dataStrategy", { $0.dataStrategy = .refused }, #"{"data": "AA=="}"#, "data", "THROW",
      strict: "[0]"),
    SwitchRow("wrapsSingleValues", { $0.wrapsSingleValues = true }, #"{"list": 5}"#, "list", "[5]"),
    SwitchRow(
      "emptyArrayIsObject", { $0.emptyArrayIsObject = true }, #"{"table": []}"#, "table", "[]!"),
    SwitchRow(
      "emptyArrayIsObject", { $0.emptyArrayIsObject = true }, #"{"part": []}"#, "part", "nil!"),
    SwitchRow(
      "emptyArrayIsObject", { $0.emptyArrayIsObject = true }, #"{"table": [1]}"#, "table", "THROW"),
    SwitchRow(
      "parsesEmbeddedJSON", { $0.parsesEmbeddedJSON = true }, #"{"part": "{\"value\": 3}"}"#,
      "part", "{3}"),
    SwitchRow(
      "keepsBadOptionalModels", { $0.keepsBadOptionalModels = true }, #"{"part": 5}"#, "part",
      "{7}!"),
    SwitchRow(
      "badElement", { $0.badElement = .drop }, #"{"list": [1, "x", null]}"#, "list", "[1]!!"),
    SwitchRow(
      "badElement", { $0.badElement = .drop }, #"{"table": {"a": "x", "b": 2}}"#, "table", "[2]!"),
    SwitchRow(
      "badElement", { $0.badElement = .dropOtherKinds }, #"{"parts": [5, {"value": 2}]}"#, "parts",
      "[{2}]!"),
    SwitchRow(
      "badElement", { $0.badElement = .dropOtherKinds }, #"{"parts": [{"value": "x"}]}"#, "parts",
      "THROW"),
    SwitchRow(
      "badElement", { $0.badElement = .dropOtherKinds }, #"{"table": {"a": "x"}}"#, "table", "THROW"
    ),
    SwitchRow(
      "duplicateElements", { $0.duplicateElements = .fail }, #"{"set": [1, 1]}"#, "set", "THROW",
      strict: "[1]!"),
    SwitchRow(
      "alternatives", { $0.alternatives = .report }, #"{"x": 1, "y": 2}"#, "choice", "1!",
      strict: "1"),
    SwitchRow(
      "alternatives", { $0.alternatives = .fail }, #"{"x": 1, "y": 2}"#, "choice", "THROW",
      strict: "1"),
    SwitchRow(
      "collectsImplicitly", { $0.collectsImplicitly = true }, #"{"set": [[1], 2]}"#, "set",
      "[1, 2]!"),
    SwitchRow(
      "fallsBackToLiteralNames", { $0.fallsBackToLiteralNames = true }, #"{"a.b": 1}"#, "deep", "1",
      strict: "7"),
    SwitchRow("unknownEnum", { $0.unknownEnum = .makeNil }, #"{"size": "huge"}"#, "size", "nil!"),
    SwitchRow("unknownEnum", { $0.unknownEnum = .makeNil }, #"{"size": 5}"#, "size", "THROW"),
    SwitchRow(
      "unknownKeys", { $0.unknownKeys = .report }, #"{"other": 1}"#, "int", "7!", strict: "7"),
    SwitchRow(
      "unknownKeys", { $0.unknownKeys = .fail }, #"{"other": 1}"#, "int", "THROW", strict: "7"),
    SwitchRow("hookReject", { $0.hookReject = .drop }, #"{"part": {"value": -1}}"#, "part", "{7}!"),
    SwitchRow(
      "hookReject", { $0.hookReject = .drop }, #"{"parts": [{"value": -1}]}"#, "parts", "[]!"),
    SwitchRow(
      "absentKeys", { $0.absentKeys = .fail }, #"{"int": 1}"#, "int", "THROW", strict: "1"),
    SwitchRow(
      "maximumDepth", { $0.maximumDepth = 1 }, #"{"parts": []}"#, "parts", "THROW", strict: "[]"),
  ])
  func aSwitchWorksByItself(_ row: SwitchRow) {
    var policy = ConversionPolicy.strict
    row.change(&policy)
    #expect(row.found(policy) == row.outcome)
    #expect(row.found(.strict) == row.strict)
  }
}
