import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

@Suite struct JSONNumberTests {
  private func int(_ text: String) -> Int? {
    JSONBytes(text).withReader { $0.readIntIfPresent() }
  }

  private func number(_ text: String) throws -> JSONReader.Number {
    try #require(try JSONBytes(text).withReader { try $0.readNumberIfPresent() })
  }

  private func double(_ text: String) throws -> Double {
    try #require(try JSONBytes(text).withReader { try $0.readDoubleIfPresent() })
  }

  private func decimal(_ text: String) throws -> Decimal? {
    try JSONBytes(text).withReader { reader in
      try reader.readNumberIfPresent().flatMap { reader.decimal(of: $0) }
    }
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("1234567890", 1_234_567_890),
    ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
    ("505874924095815681,", 505_874_924_095_815_681),
  ])
  func readsIntegers(_ text: String, _ value: Int) {
    #expect(int(text) == value)
  }

  @Test(arguments: [
    "9223372036854775808", "-9223372036854775809", "18446744073709551616", "1.0", "1e2", "1E2",
    "01", "-", "", "x", "-x", "\"1\"", "99999999999999999999", "10000000000000000000000000000000",
  ])
  func leavesOtherNumbersWhereTheyAre(_ text: String) {
    JSONBytes(text).withReader { reader in
      #expect(reader.readIntIfPresent() == nil)
      #expect(reader.position == 0)
    }
  }

  @Test func readsIntegersOfEveryLength() {
    let digits = "9182736455463728190"
    for count in 1...19 {
      for sign in ["", "-"] {
        let text = sign + digits.prefix(count)
        let value = Int(text)
        for tail in ["", ",", "}", "]12345678", " ", "\n        ", "/", ":"] {
          #expect(int(text + tail) == (count < 19 || value != nil ? value : nil))
        }
        for tail in [".", "e", "E", ".5", "e5", "E+5", ".5       ", "e5       ", ".       "] {
          #expect(int(text + tail) == nil)
        }
        for padding in ["", "        "] {
          #expect(int(sign + "0" + padding) == 0)
          #expect(int(sign + "0" + digits.prefix(count) + padding) == nil)
          #expect(int(sign + padding) == nil)
        }
      }
    }
  }

  @Test func tellsWhatTheDigitsSay() throws {
    let largest = try number("18446744073709551615")
    #expect(largest.isExact && largest.magnitude == .max && !largest.isNegative)
    #expect(try !number("18446744073709551616").isExact)
    #expect(try !number("99999999999999999999").isExact)
    #expect(try !number("28446744073709551615").isExact)
    #expect(try !number("184467440737095516150").isExact)
    let fraction = try number("-12.50e3 ")
    #expect(fraction.isNegative && !fraction.isIntegralText && !fraction.isExact)
    #expect(fraction.start == 0 && fraction.end == 8)
    #expect(fraction.magnitude == 1250 && fraction.scale == 1)
    #expect(try number("1e2").isIntegralText == false)
    try JSONBytes(" 12.5,").withReader { reader in
      let number = try #require(try reader.readNumberIfPresent())
      #expect(reader.text(of: number) == "12.5")
    }
  }

  @Test(
    arguments: [
      ("5", 5), ("5.0", 5), ("0.5e1", 5), ("-500e-2", -5), ("5e3", 5000), ("0.0", 0), ("-0e99", 0),
      ("9007199254740993.0", 9_007_199_254_740_993),
      ("922337203685477580.0", 922_337_203_685_477_580), ("9223372036854775807.0", nil),
      ("-9223372036854775808", .min), ("-922337203685477580.8e1", .min), ("0e-99999999999", 0),
      ("9223372036854775808", nil), ("-9223372036854775809", nil), ("1.5", nil), ("1e19", nil),
      ("1e-1", nil), ("1e99999999999", nil), ("1e-99999999999", nil),
      ("100000000000000000000.0", nil),
    ] as [(String, Int?)])
  func findsTheIntegerInANumber(_ text: String, _ value: Int?) throws {
    #expect(try number(text).exactInteger == value)
  }

  @Test(arguments: [
    "0", "-0", "1", "-1.5", "0.1", "123.456", "1e22", "1e23", "9007199254740993",
    "9007199254740991e22",
    "9007199254740992", "9007199254740994.5", "1e-22", "1e-23", "5e-324", "2.4703282292062327e-324",
    "2.4703282292062328e-324", "4.9406564584124654e-324", "2.2250738585072014e-308",
    "2.2250738585072011e-308", "1.7976931348623157e308", "1.7976931348623158e308",
    "1.7976931348623159e308", "1e308", "1e309", "-1e400", "1e-400", "1e99999999999999999999",
    "1e-99999999999999999999", "0e99999999999999999999", "122.41941550000001",
    "0.30000000000000004",
    "3.14159265358979323846264338327950288419716939937510",
    "100000000000000000000000000000000000000000",
    "0.000000000000000000000000000000000000000000000000000000000001", "18446744073709551615",
    "18446744073709551616", "18446744073709551615e-19", "1.00000000000000011102230246251565404",
    "1.00000000000000011102230246251565405", "1.00000000000000011102230246251565403",
    "0.500000000000000166533453693773481063544750213623046875", "9223372036854775808e5",
    "7.3177701707893310e+15", "8.8", "662.81", "1e0", "1E+0", "0.0e5",
  ])
  func roundsCorrectly(_ text: String) throws {
    let expected = Double(nearestTo: text)
    let value = try double(text)
    #expect(value.bitPattern == expected.bitPattern, "\(text): \(value), not \(expected)")
  }

  @Test func roundsRandomNumbersCorrectly() throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      for _ in 0..<25_000 {
        let text = Self.randomNumber(&random)
        let expected = Double(nearestTo: text)
        let value = try double(text)
        #expect(value.bitPattern == expected.bitPattern, "\(text), seed \(seed)")
      }
    }
  }

  @Test func readsBackEveryKindOfDouble() throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<50_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let text = written { $0.double(value) }
      #expect(try double(text).bitPattern == value.bitPattern, "\(text), seed 5")
    }
  }

  @Test func survivesEndlessDigits() throws {
    let digits = String(repeating: "1234567890", count: 100_000)
    #expect(try double("0." + digits) == 0.12345678901234568)
    #expect(try double(digits) == .infinity)
    #expect(try double(digits + "e-1000000") == 0.12345678901234568)
    #expect(try decimal("0." + digits) == nil)
    #expect(try decimal("1" + String(repeating: "0", count: 100_000)) == nil)
    #expect(try decimal("1." + String(repeating: "0", count: 100_000)) == 1)
  }

  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("0.1", "0.1"), ("-12.50", "-12.5"), ("1e20", "100000000000000000000"),
    ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
    ("340282366920938463463374607431768211455", "340282366920938463463374607431768211455"),
    ("-0.00000000000000000000000000000000000001", "-0.00000000000000000000000000000000000001"),
    ("1.10000000000000000000000000000000000000000", "1.1"),
    ("18446744073709551616", "18446744073709551616"),
    ("123456789012345678901234567890.12345678e-5", "1234567890123456789012345.6789012345678"),
    ("99999999999999999999.99", "99999999999999999999.99"),
    (
      "1000000000000000000000000000000000000000000000000000000000000",
      "1000000000000000000000000000000000000000000000000000000000000"
    ),
  ])
  func readsDecimalsExactly(_ text: String, _ description: String) throws {
    #expect(try decimal(text)?.description == description)
  }

  @Test(arguments: [
    "340282366920938463463374607431768211456", "0.3402823669209384634633746074317682114561",
    "1e200", "1e-129", "123456789012345678901234567890123456789012",
  ])
  func tellsDecimalsThatWouldLoseDigits(_ text: String) throws {
    #expect(try decimal(text) == nil)
  }

  @Test func holdsTheExtremesOfDecimal() throws {
    #expect(try decimal("1e-128") == Decimal(sign: .plus, exponent: -128, significand: 1))
    #expect(try decimal("1e127") == Decimal(sign: .plus, exponent: 127, significand: 1))
    #expect(try decimal("1e140") != nil)
    #expect(
      try decimal("340282366920938463463374607431768211455e127") == .greatestFiniteMagnitude)
  }

  @Test func agreesWithDecimalsOwnParser() throws {
    var random = SeededRandom(seed: 6)
    for _ in 0..<5_000 {
      var text = Bool.random(using: &random) ? "-" : ""
      text += String(Int.random(in: 1...9, using: &random))
      for _ in 0..<Int.random(in: 0...18, using: &random) {
        text += String(Int.random(in: 0...9, using: &random))
      }
      text += "."
      for _ in 0...Int.random(in: 0...17, using: &random) {
        text += String(Int.random(in: 0...9, using: &random))
      }
      let value = try #require(try decimal(text), "\(text), seed 6")
      #expect(value == Decimal(string: text), "\(text), seed 6")
    }
  }

  private static func randomNumber(_ random: inout SeededRandom) -> String {
    var text = Bool.random(using: &random) ? "-" : ""
    text += String(Int.random(in: 1...9, using: &random))
    for _ in 0..<Int.random(in: 0...22, using: &random) {
      text += String(Int.random(in: 0...9, using: &random))
    }
    if Bool.random(using: &random) {
      text += "."
      for _ in 0...Int.random(in: 0...22, using: &random) {
        text += String(Int.random(in: 0...9, using: &random))
      }
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: text += "e\(Int.random(in: -345...310, using: &random))"
    case 1: text += "E\(Int.random(in: -30...30, using: &random))"
    default: break
    }
    return text
  }
}
