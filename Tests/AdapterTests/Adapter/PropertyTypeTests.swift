import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Integers: Model, JSONSerializing {
  var int = 0
  var int8: Int8 = 0
  var int16: Int16 = 0
  var int32: Int32 = 0
  var int64: Int64 = 0
  var int128: Int128 = 0
  var uint: UInt = 0
  var uint8: UInt8 = 0
  var uint16: UInt16 = 0
  var uint32: UInt32 = 0
  var uint64: UInt64 = 0
  var uint128: UInt128 = 0
}

private enum Suit: String, CaseIterable {
  case hearts, spades
}

private enum Level: Int {
  case low = 1
  case high = 9
}

private struct Money: Codable, Equatable {
  var amount: Decimal
  var currency: String
  var dates: [Date]?
}

private enum Shape: Codable, Equatable {
  case circle(radius: Double)
  case none
}

private final class Scalars: Model, JSONSerializing {
  var float: Float = 0
  var double = 0.0
  var cgFloat: CGFloat = 0
  var bool = false
  var string = ""
  var character: Character = "x"
  var decimal: Decimal = 0
  var date = Date(timeIntervalSince1970: 0)
  var url = URL(string: "https://example.com")
  var uuid = UUID(uuidString: "00000000-0000-0000-0000-000000000000")
  var data = Data()
  var suit = Suit.hearts
  var level: Level?
  var money: Money?
  var shape: Shape?
  var number: NSNumber?
}

private final class Collections: Model, JSONSerializing {
  var any: Any = 0
  var anyOptional: Any?
  var object: [String: Any] = [:]
  var array: [Any] = []
  var double: Int?? = 5
  var triple: [Int??] = []
  var set: Set<Int> = []
  var matrix: [[Double]] = []
  var optionalMatrix: [[Int?]?]?
  var byInt: [Int: String] = [:]
  var bySuit: [Suit: [Int]] = [:]
  var byLevel: [Level: Bool] = [:]
  var nested: [String: [String: Set<String>]] = [:]
  var suits: [Suit] = []
}

@Suite struct PropertyTypeTests {
  @Test func readsAndWritesIntegersToTheirLimits() throws {
    for text in [
      """
      {"int":-9223372036854775808,"int8":-128,"int16":-32768,"int32":-2147483648,\
      "int64":-9223372036854775808,"int128":-170141183460469231731687303715884105728,\
      "uint":0,"uint8":0,"uint16":0,"uint32":0,"uint64":0,"uint128":0}
      """,
      """
      {"int":9223372036854775807,"int8":127,"int16":32767,"int32":2147483647,\
      "int64":9223372036854775807,"int128":170141183460469231731687303715884105727,\
      "uint":18446744073709551615,"uint8":255,"uint16":65535,"uint32":4294967295,\
      "uint64":18446744073709551615,"uint128":340282366920938463463374607431768211455}
      """,
    ] {
      let model: Integers = try JSONAdapter.model(from: text)
      #expect(try JSONAdapter.string(from: model) == text)
    }
  }

  @Test(arguments: [
    ("int", "Int", "9223372036854775808"), ("int", "Int", "-9223372036854775809"),
    ("int8", "Int8", "128"), ("int8", "Int8", "-129"), ("int16", "Int16", "32768"),
    ("int32", "Int32", "-2147483649"), ("int64", "Int64", "1e19"),
    ("int128", "Int128", "170141183460469231731687303715884105728"),
    ("uint", "UInt", "18446744073709551616"), ("uint8", "UInt8", "256"),
    ("uint8", "UInt8", "-1"), ("uint16", "UInt16", "65536"), ("uint32", "UInt32", "4294967296"),
    ("uint64", "UInt64", "-1"), ("uint64", "UInt64", "18446744073709551616"),
    ("uint128", "UInt128", "340282366920938463463374607431768211456"), ("int", "Int", "1e999999"),
    ("int", "Int", "1e9223372036854775807"),
  ])
  func refusesIntegersBeyondTheirLimits(_ key: String, _ type: String, _ number: String) {
    let error = adapterError {
      try JSONAdapter.model(of: Integers.self, from: "{\"\(key)\": \(number) }")
    }
    #expect(
      error?.description == """
        Integers.\(key): expected \(type), found number \(number) at $.\(key) \
        (line 1, column \(key.count + 6)): set overflow in the policy to .clamp to take the nearest \
        number in range, which loses a part of the value
        """)
    #expect(error?.kind == .outOfRange)
    #expect(error?.byteOffset == key.count + 5)
  }

  @Test func takesAnIntegerInAnyForm() throws {
    let model: Integers = try JSONAdapter.model(
      from: #"{"int":1.0,"int8":12e1,"int16":-0,"uint8":2.50e2,"uint64":1.8446744073709551615e19}"#)
    #expect(model.int == 1)
    #expect(model.int8 == 120)
    #expect(model.int16 == 0)
    #expect(model.uint8 == 250)
    #expect(model.uint64 == .max)
    let error = adapterError { try JSONAdapter.model(of: Integers.self, from: #"{"int":1.5}"#) }
    #expect(
      error?.description
        == "Integers.int: expected Int, found number 1.5 at $.int (line 1, column 8): set fraction in the policy to .truncate to cut off fractions, which loses a part of the value"
    )
    #expect(error?.kind == .typeMismatch)
  }

  @Test func readsAndWritesScalars() throws {
    let text = """
      {"float":0.1,"double":0.1,"cgFloat":2.5,"bool":true,"string":"a\\n\\"é😀","character":"👨‍👩‍👧",\
      "decimal":1234567890123456789.0123456789012345678,"date":"2014-05-06T07:08:09.123Z",\
      "url":"https://example.com/a?b=c#d","uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F",\
      "data":"AAEC/w==","suit":"spades","level":9,\
      "money":{"amount":0.12345678901234567890123,"currency":"EUR","dates":["2014-05-06T07:08:09Z"]},\
      "shape":{"circle":{"radius":1.5}},"number":12}
      """
    let model: Scalars = try JSONAdapter.model(from: text)
    #expect(model.float == 0.1)
    #expect(model.double == 0.1)
    #expect(model.cgFloat == 2.5)
    #expect(model.bool)
    #expect(model.string == "a\n\"é😀")
    #expect(model.character == "👨‍👩‍👧")
    #expect(model.decimal == Decimal(string: "1234567890123456789.0123456789012345678"))
    #expect(model.date == Date(timeIntervalSince1970: 1_399_360_089.123))
    #expect(model.url == URL(string: "https://example.com/a?b=c#d"))
    #expect(model.uuid == UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    #expect(model.data == Data([0, 1, 2, 255]))
    #expect(model.suit == .spades)
    #expect(model.level == .high)
    #expect(model.money?.amount == Decimal(string: "0.12345678901234567890123"))
    #expect(model.money?.dates == [Date(timeIntervalSince1970: 1_399_360_089)])
    #expect(model.shape == .circle(radius: 1.5))
    #expect(model.number == 12)
    #expect(try JSONAdapter.string(from: model) == text)
  }

  @Test func keepsTheDigitsOfACodableValueInEveryLayout() throws {
    let model = Scalars()
    model.money = Money(
      amount: try #require(Decimal(string: "0.12345678901234567890123")), currency: "a/b")
    let text = try JSONAdapter.string(
      from: model, options: [.prettyPrinted, .sortedKeys, .escapeSlashes])
    #expect(
      text.contains(
        """
          "money": {
            "amount": 0.12345678901234567890123,
            "currency": "a\\/b"
          },
        """))
  }

  @Test func readsNumbersExactly() throws {
    let model: Scalars = try JSONAdapter.model(
      from: """
        {"float":16777217,"double":9007199254740993,"decimal":-0.00000000000000000000000000000000000001}
        """)
    #expect(model.float == 16_777_216)
    #expect(model.double == 9_007_199_254_740_992)
    #expect(model.decimal == Decimal(sign: .minus, exponent: -38, significand: 1))
    #expect(
      try JSONAdapter.model(
        of: Scalars.self, from: #"{"decimal":99999999999999999999999999999999999999}"#
      ).decimal == Decimal(string: "99999999999999999999999999999999999999"))
  }

  @Test(arguments: [
    ("float", "Float", "number 1e39", "1e39", JSONAdapterError.Kind.outOfRange),
    ("double", "Double", "number 1e400", "1e400", .outOfRange),
    ("double", "Double", "string \"1\"", "\"1\"", .typeMismatch),
    ("double", "Double", "true", "true", .typeMismatch),
    ("bool", "Bool", "number 1", "1", .typeMismatch),
    ("string", "String", "number 1", "1", .typeMismatch),
    ("string", "String", "null", "null", .nullValue),
    ("character", "a string of one character", "string \"ab\"", "\"ab\"", .typeMismatch),
    ("character", "a string of one character", "string \"\"", "\"\"", .typeMismatch),
    ("decimal", "Decimal (at most 38 digits)", "number 1e200", "1e200", .outOfRange),
    ("decimal", "Decimal", "string \"1\"", "\"1\"", .typeMismatch),
    ("date", "an ISO 8601 date", "string \"2014\"", "\"2014\"", .typeMismatch),
    ("date", "an ISO 8601 date", "number 5", "5", .typeMismatch),
    ("url", "URL", "string \"http://a b\"", "\"http://a b\"", .typeMismatch),
    ("url", "URL", "string \"\"", "\"\"", .typeMismatch),
    ("uuid", "UUID", "string \"x\"", "\"x\"", .typeMismatch),
    ("data", "Base64 text", "string \"*\"", "\"*\"", .typeMismatch),
    ("suit", "Suit (hearts, spades)", "string \"clubs\"", "\"clubs\"", .typeMismatch),
    ("suit", "Suit (hearts, spades)", "number 1", "1", .typeMismatch),
    ("level", "Level (1, 9)", "number 2", "2", .typeMismatch),
    ("number", "NSNumber", "string \"1\"", "\"1\"", .typeMismatch),
  ])
  func refusesOtherScalars(
    _ key: String, _ expected: String, _ found: String, _ value: String,
    _ kind: JSONAdapterError.Kind
  ) {
    let error = adapterError {
      try JSONAdapter.model(of: Scalars.self, from: "{\"\(key)\":\(value)}")
    }
    // What would let the value through.
    let cure =
      switch (key, found) {
      case ("double", "string \"1\""), ("number", _):
        ": set acceptsNumericStrings in the policy to take text for numbers"
      case ("decimal", "string \"1\""):
        ": set acceptsDecimalStrings in the policy to take text for decimal numbers, or declare "
          + "property(\"decimal\", \\.decimal, by: .decimal)"
      case ("date", "number 5"):
        ": set dateStrategy in the policy to .secondsSince1970 to take numbers for dates, or declare "
          + "property(\"date\", \\.date, by: .epochSeconds)"
      case ("bool", "number 1"):
        ": set acceptsZeroAndOneAsBools in the policy to take 0 and 1 for a Bool, or declare "
          + "property(\"bool\", \\.bool, by: .boolean)"
      case ("string", "null"): ": declare the property as String?"
      case ("string", "number 1"):
        ": set acceptsNumbersAsStrings in the policy to take numbers for text"
      case ("double", "true"):
        ": set acceptsBoolsAsNumbers in the policy to take true and false for numbers"
      case ("data", "string \"*\""):
        ": set dataStrategy in the policy to .utf8 to take the bytes of text for data"
      case ("suit", "string \"clubs\""):
        ": conform Suit to UnknownCaseRepresentable to take unknown cases"
      case ("level", _): ": conform Level to UnknownCaseRepresentable to take unknown cases"
      case (_, "null"): ""
      case ("url", "string \"\""):
        ": set emptyStringIsNull in the policy to take empty text for nil"
      default: kind == .outOfRange ? "" : ": no policy reads it"
      }
    #expect(
      error?.description == """
        Scalars.\(key): expected \(expected), found \(found) at $.\(key) \
        (line 1, column \(key.count + 5))\(cure)
        """)
    #expect(error?.kind == kind)
    #expect(error?.expected == expected)
    #expect(error?.found == found)
    #expect(error?.modelClass == Scalars.self)
    #expect(error?.propertyKey == key)
  }

  @Test func saysWhereACodableValueIsWrong() {
    let error = adapterError {
      try JSONAdapter.model(
        of: Scalars.self, from: #"{"money":{"amount":1,"currency":2}}"#)
    }
    #expect(error?.kind == .typeMismatch)
    #expect(error?.path == "$.money.currency")
    #expect(error?.propertyKey == "money")
    #expect(error?.expected == "String" && error?.found == "number 2")
    #expect(error?.column == 33)
    #expect(error?.underlying is DecodingError)
  }

  @Test func readsAndWritesCollections() throws {
    let text = """
      {"any":[1,null,{"a":true,"b":{"x":1,"y":2,"z":3}}],"anyOptional":"s","object":{"a":null,"b":[1.5]},"array":[{},"x"],\
      "double":7,"triple":[1,null,3],"set":[1,2,3],"matrix":[[1.5,2],[],[3]],\
      "optionalMatrix":[[1,null],null],"byInt":{"-1":"b","10":"a"},"bySuit":{"hearts":[1]},\
      "byLevel":{"1":true,"9":false},"nested":{"a":{"b":["x","y"]}},"suits":["spades","hearts"]}
      """
    let model: Collections = try JSONAdapter.model(from: text)
    #expect(model.double == .some(.some(7)))
    #expect(model.triple == [1, nil, 3])
    #expect(model.set == [1, 2, 3])
    #expect(model.matrix == [[1.5, 2], [], [3]])
    #expect(model.optionalMatrix == [[1, nil], nil])
    #expect(model.byInt == [10: "a", -1: "b"])
    #expect(model.bySuit == [.hearts: [1]])
    #expect(model.byLevel == [.low: true, .high: false])
    #expect(model.nested == ["a": ["b": ["x", "y"]]])
    #expect(model.suits == [.spades, .hearts])
    #expect(model.object["a"] is NSNull)
    #expect(model.anyOptional as? String == "s")
    #expect(try JSONAdapter.string(from: model) == text)
  }

  @Test func readsNullIntoWhatCanBeNil() throws {
    let model: Collections = try JSONAdapter.model(
      from: #"{"any":null,"anyOptional":null,"double":null,"optionalMatrix":null}"#)
    #expect(model.any is NSNull)
    #expect(model.anyOptional == nil)
    #expect(model.double == .some(.none) || model.double == .none)
    #expect(model.optionalMatrix == nil)
  }

  @Test(arguments: [
    (#"{"matrix":[[1],[2,"x"]]}"#, #"matrix: expected Double, found string "x" at $.matrix[1][1]"#),
    (#"{"matrix":[[1],2]}"#, "matrix: expected array, found number 2 at $.matrix[1]"),
    (#"{"set":{}}"#, "set: expected array, found object at $.set"),
    (#"{"set":[null]}"#, "set: expected Int, found null at $.set[0]"),
    (#"{"byInt":{"x":"a"}}"#, #"byInt: expected Int as a member's name, found "x" at $.byInt.x"#),
    (
      #"{"bySuit":{"clubs":[]}}"#,
      #"bySuit: expected Suit as a member's name (hearts, spades), found "clubs" at $.bySuit.clubs"#
    ),
    (
      #"{"nested":{"a":{"b c":["x",1]}}}"#,
      #"nested: expected String, found number 1 at $.nested.a["b c"][1]"#
    ),
    (#"{"object":[]}"#, "object: expected object, found array at $.object"),
    (#"{"array":{}}"#, "array: expected array, found object at $.array"),
    (
      #"{"suits":["x"]}"#, #"suits: expected Suit (hearts, spades), found string "x" at $.suits[0]"#
    ),
  ])
  func saysWhereACollectionIsWrong(_ text: String, _ expected: String) throws {
    let error = adapterError { try JSONAdapter.model(of: Collections.self, from: text) }
    let message = try #require(error?.description)
    #expect(message.hasPrefix("Collections." + expected + " (line 1, column "))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(
      adapterMessage { try JSONAdapter.model(of: Collections.self, from: object) }?
        .hasPrefix("Collections." + expected) == true)
  }
}
