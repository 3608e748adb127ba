import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Bill: Model, JSONSerializing {
  var count = 0
  var small: UInt8?
  var weight = 0.0
  var number: NSNumber?
  var prices: [Int] = []
  var total = Decimal()
  var paid: Date?
  var isOpen = false
  var name = ""
}

private struct Opaque {}
private struct Place: Hashable {}

private enum Level: String {
  case low, medium, high
}

private enum Tone: String, CaseIterable {
  case gray, green, red
}

private final class Choice: Model, JSONSerializing {
  var level = Level.low
  var tone = Tone.red
  var flag = true
  var count = 0
  var link = URL(fileURLWithPath: "/")
  var size = 0
  var way = Level.low

  override class func transformer(forKey key: String) -> ValueTransformer? {
    switch key {
    case "size": .closure(forward: { (text: String) in text.count })
    case "way": .mapping(to: Level.self, ["x": .high, "y": .low, "z": .medium])
    default: nil
    }
  }
}

private final class Old: Model, JSONSerializing {
  var name: NSString?
  var date = NSDate()
  var links: [NSURL] = []
  var list = NSMutableArray()
  var members: [String: NSDictionary] = [:]
  var opaque: Opaque?
  var pair = (1, 2)
  var byPlace: [Place: Int] = [:]
}

private final class Owner: Model {
  override class var archiveName: String { "CureTests.Owner" }
  var plain: Plain?
}

private final class Plain: Model {
  override class var archiveName: String { "CureTests.Plain" }
  var name = ""
}

private final class Impostor: Model {
  override class var archiveName: String { "CureTests.Impostor" }
  var plain: Owner?
}

@Suite struct CureTests {
  private static let numbers =
    ": set acceptsNumericStrings in the policy to take text for numbers"
  private static let decimals =
    ": set acceptsDecimalStrings in the policy to take text for decimal numbers, or declare "
    + "property(\"total\", \\.total, by: .decimal)"
  private static let dates =
    ": set dateStrategy in the policy to .secondsSince1970 to take numbers for dates, or declare "
    + "property(\"paid\", \\.paid, by: .epochSeconds)"
  private static let nothing = ": no policy reads it"

  @Test(arguments: [
    ("count", "\"12\"", "expected Int, found string \"12\"", numbers),
    ("small", "\" 7 \"", "expected UInt8, found string \" 7 \"", numbers),
    ("weight", "\"1e3\"", "expected Double, found string \"1e3\"", numbers),
    ("number", "\"5\"", "expected NSNumber, found string \"5\"", numbers),
    ("total", "\"1.50\"", "expected Decimal, found string \"1.50\"", decimals),
    ("paid", "1414000000", "expected an ISO 8601 date, found number 1414000000", dates),
    (
      "count", "\"\"", "expected Int, found string \"\"",
      ": declare it as an Optional, and set emptyStringIsNull in the policy to take empty text for nil"
    ),
    (
      "count", "true", "expected Int, found true",
      ": set acceptsBoolsAsNumbers in the policy to take true and false for numbers"
    ),
    (
      "isOpen", "\"1\"", "expected Bool, found string \"1\"",
      ": set acceptsNumericStrings and acceptsZeroAndOneAsBools in the policy"
    ),
    (
      "name", "5", "expected String, found number 5",
      ": set acceptsNumbersAsStrings in the policy to take numbers for text"
    ),
    ("count", "\"twelve\"", "expected Int, found string \"twelve\"", nothing),
    ("total", "\"x\"", "expected Decimal, found string \"x\"", nothing),
    ("paid", "\"soon\"", "expected an ISO 8601 date, found string \"soon\"", nothing),
    ("paid", "true", "expected an ISO 8601 date, found true", nothing),
  ])
  func namesWhatWouldTakeTheValue(
    _ key: String, _ value: String, _ problem: String, _ cure: String
  ) {
    let json = "{\"\(key)\":\(value)}"
    let column = key.utf8.count + 5
    #expect(
      adapterMessage { try JSONAdapter.model(of: Bill.self, from: json) }
        == "Bill.\(key): \(problem) at $.\(key) (line 1, column \(column))\(cure)")
    #expect(
      adapterMessage { try JSONAdapter.update(Bill(), from: json) }
        == "Bill.\(key): \(problem) at $.\(key) (line 1, column \(column))\(cure)")
    var all = ConversionPolicy.strict
    all.collectsErrors = true
    #expect(
      adapterMessage { try JSONAdapter.models(of: Bill.self, from: "[\(json)]", policy: all) }
        == "Bill.\(key): \(problem) at $[0].\(key) (line 1, column \(column + 1))\(cure)")
  }

  @Test(arguments: [
    ("flag", "1", ""), ("flag", "0", ""),
    (
      "flag", "2",
      "expected Bool, found number 2|set acceptsNumbersAsBools in the policy to take numbers for a "
        + "Bool, which loses a part of the value"
    ),
    (
      "level", "\"hi\"",
      "expected Level (high, low, medium), found string \"hi\"|conform Level to "
        + "UnknownCaseRepresentable to take unknown cases"
    ),
    (
      "tone", "\"GREAN\"",
      "expected Tone (green, gray, red), found string \"GREAN\"|did you mean \"green\"? Else conform "
        + "Tone to UnknownCaseRepresentable to take unknown cases"
    ),
    (
      "count", "null",
      "expected Int, found null|declare the property as Int?"
    ),
    (
      "link", "\"\"",
      "expected URL, found string \"\"|declare it as an Optional, and set emptyStringIsNull in the "
        + "policy to take empty text for nil"
    ),
    ("link", "5", "expected URL, found number 5|no policy reads it"),
  ])
  func namesACureForOtherKinds(_ key: String, _ value: String, _ words: String) throws {
    let words = words == "" ? Self.flag(value) : words
    let parts = words.components(separatedBy: "|")
    let cure = parts[1].isEmpty ? "" : ": \(parts[1])"
    let json = "{\"\(key)\":\(value)}"
    let place = "at $.\(key) (line 1, column \(key.utf8.count + 5))"
    #expect(
      adapterMessage { try JSONAdapter.model(of: Choice.self, from: json) }
        == "Choice.\(key): \(parts[0]) \(place)\(cure)")
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    #expect(
      adapterMessage { try JSONAdapter.model(of: Choice.self, from: object) }
        == "Choice.\(key): \(parts[0]) at $.\(key)\(cure)")
  }

  private static func flag(_ value: String) -> String {
    "expected Bool, found number \(value)|set acceptsZeroAndOneAsBools in the policy to take 0 and 1 for a "
      + "Bool, or declare property(\"flag\", \\.flag, by: .boolean)"
  }

  @Test func namesACureForATransformerThatGoesOneWay() throws {
    let message = """
      Choice.size: the transformer goes one way only, so number 0 cannot be reversed at $.size: map \
      the property to .readOnly, or return a transformer that goes both ways
      """
    #expect(adapterMessage { try JSONAdapter.string(from: Choice()) } == message)
    #expect(adapterMessage { try JSONAdapter.dictionary(from: Choice()) } == message)
  }

  @Test func aTableNamesItsType() throws {
    let choice: Choice = try JSONAdapter.model(from: #"{"way":"x"}"#)
    #expect(choice.way == .high)
    #expect(try JSONAdapter.string(from: choice, keys: ["way"]) == #"{"way":"x"}"#)
  }

  @Test func namesItForADictionaryAndAnElement() {
    #expect(
      adapterMessage { try JSONAdapter.model(of: Bill.self, from: ["prices": [1, "2"]]) }
        == "Bill.prices: expected Int, found string \"2\" at $.prices[1]\(Self.numbers)")
  }

  @Test(arguments: [
    ("count", "acceptsNumericStrings"), ("total", "acceptsDecimalStrings"),
    ("weight", "acceptsNumericStrings"),
  ])
  func namesNothingThatThePolicyHas(_ key: String, _ rule: String) throws {
    var policy = ConversionPolicy.strict
    policy.acceptsNumericStrings = true
    policy.acceptsDecimalStrings = true
    let message = adapterMessage {
      try JSONAdapter.model(of: Bill.self, from: "{\"\(key)\":\"x\"}", policy: policy)
    }
    #expect(message?.contains(rule) == false)
    try JSONAdapter.update(Bill(), from: "{\"\(key)\":\"1\"}", policy: policy)
  }

  @Test func saysWhatToMakeOfTypesWithoutAForm() {
    let others = "return a transformer from transformer(forKey:), or map it to .excluded"
    #expect(
      adapterMessage { try JSONAdapter.check(Old.self) } == """
        Old: the mapping has mistakes:
        - "name" is of type NSString?, which has no JSON form: declare it as String, \(others)
        - "date" is of type NSDate, which has no JSON form: declare it as Date, \(others)
        - "links" is of type [NSURL], which has no JSON form: declare it as URL, \(others)
        - "list" is of type NSMutableArray, which has no JSON form: declare it as [String] or \
        another array, \(others)
        - "members" is of type [String: NSDictionary], which has no JSON form: declare it as \
        [String: Any] or another dictionary, \(others)
        - "opaque" is of type Opaque?, which has no JSON form: conform it to Codable, \(others)
        - "pair" is of type (Int, Int), which has no JSON form: \(others)
        - "byPlace" is of type [Place: Int], which has no JSON form: \(others)
        """)
  }

  @Test func namesBothClassesOfAnArchive() throws {
    let plain = try Plain().archivedData()
    let error = #expect(throws: ArchiveError.self) { try Owner.unarchive(from: plain) }
    #expect(error?.kind == .classNotAllowed)
    #expect(error?.message.description == "$ (object 1): expected Owner, found Plain")
    let impostor = Impostor()
    impostor.plain = Owner()
    let data = try impostor.archivedData()
    let inner = #expect(throws: ArchiveError.self) {
      try Owner.unarchive(from: data, classNames: ["CureTests.Impostor": Owner.self])
    }
    #expect(inner?.message.description == "$.plain (object 4): expected Plain, found Owner")
    #expect(inner?.propertyKey == "plain" && inner?.modelClass == Owner.self)
    #expect(inner?.path == "$.plain")
  }
}
