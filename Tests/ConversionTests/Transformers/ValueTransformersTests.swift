import Foundation
import Peridot
import Testing

@testable import TestSupport

private enum Suit: String {
  case hearts, spades
}

private enum Level: Int8 {
  case low = 1
  case high = 2
}

@Suite struct ValueTransformersTests {
  @Test func transformsURLs() throws {
    let url = try #require(URL(string: "https://example.com/a?b=c#d"))
    #expect(try ValueTransformer.url.forward("https://example.com/a?b=c#d", as: URL.self) == url)
    #expect(
      try ValueTransformer.url.reverse(url, as: String.self) == "https://example.com/a?b=c#d")
    #expect(try ValueTransformer.url.forward(nil) == nil)
    #expect(try ValueTransformer.url.reverse(nil) == nil)
    expectError("expected a URL as text, found number 5") { try ValueTransformer.url.forward(5) }
    expectError("expected a URL as text, found true") { try ValueTransformer.url.forward(true) }
    expectError("expected a URL as text, found null") {
      try ValueTransformer.url.forward(NSNull())
    }
    expectError("expected a URL as text, found array") { try ValueTransformer.url.forward([1]) }
    expectError("\"\" is not a URL") { try ValueTransformer.url.forward("") }
    expectError("\"not a valid URL\" is not a URL") {
      try ValueTransformer.url.forward("not a valid URL")
    }
    expectError("\" https://example.com\" is not a URL") {
      try ValueTransformer.url.forward(" https://example.com")
    }
    expectError("expected a URL, found string \"x\"") { try ValueTransformer.url.reverse("x") }
  }

  @Test func transformsURLsLeniently() throws {
    let transformer = ValueTransformer.lenientURL
    #expect(
      try transformer.forward(" https://example.com/ü b\n", as: URL.self)?.absoluteString
        == "https://example.com/%C3%BC%20b")
    #expect(
      try transformer.forward("https://example.com/a%20b", as: URL.self)?.absoluteString
        == "https://example.com/a%20b")
    expectError("\" \" is not a URL") { try transformer.forward(" ") }
  }

  @Test func transformsUUIDs() throws {
    let text = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    let uuid = try #require(UUID(uuidString: text))
    #expect(try ValueTransformer.uuid.forward(text.lowercased(), as: UUID.self) == uuid)
    #expect(try ValueTransformer.uuid.reverse(uuid, as: String.self) == text)
    #expect(try ValueTransformer.uuid.forward(nil) == nil)
    expectError("\"x\" is not a UUID") { try ValueTransformer.uuid.forward("x") }
    expectError("expected a UUID as text, found object") {
      try ValueTransformer.uuid.forward(["a": 1])
    }
    expectError("expected a UUID, found string \"x\"") { try ValueTransformer.uuid.reverse("x") }
  }

  @Test func transformsBooleans() throws {
    for (value, expected) in [
      (true as Any, true), (false, false), (1, true), (0, false), (2, true), (0.0, false),
      (try boxed("true"), true), (try boxed("1"), true), (try boxed("0"), false),
    ] {
      #expect(try ValueTransformer.boolean.forward(value, as: Bool.self) == expected)
      #expect(try ValueTransformer.boolean.reverse(value, as: Bool.self) == expected)
    }
    #expect(try ValueTransformer.boolean.forward(nil) == nil)
    #expect(try ValueTransformer.boolean.reverse(nil) == nil)
    expectError("expected a Bool or a number, found string \"true\"") {
      try ValueTransformer.boolean.forward("true")
    }
    expectError("expected a Bool or a number, found null") {
      try ValueTransformer.boolean.forward(NSNull())
    }
  }

  @Test func transformsDecimals() throws {
    let transformer = ValueTransformer.decimal
    for (value, text) in [
      ("12.50" as Any, "12.5"), (12, "12"), (0.1, "0.1"), ("-1e3", "-1000"), ("+5", "5"),
      (try boxed("0.1"), "0.1"), (try boxed("18446744073709551615"), "18446744073709551615"),
      ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
      ("0", "0"), ("0e5", "0"), ("1.5E-2", "0.015"),
    ] {
      #expect(try transformer.forward(value, as: Decimal.self)?.description == text)
    }
    #expect(try transformer.reverse(Decimal(5), as: Decimal.self) == 5)
    #expect(try transformer.forward(nil) == nil)
    for text in [
      "", "12abc", " 5", "1,5", "1.", ".5", "1e", "1e1000", "1e400", "1e-400", "-", "NaN", "0x10",
      "1.2.3", "1234567890123456789012345678901234567891", "１２",
    ] {
      expectError("\"\(text)\" is not a decimal number") { try transformer.forward(text) }
    }
    expectError("expected a number or its text, found true") { try transformer.forward(true) }
    expectError("number inf is not a decimal number") { try transformer.forward(Double.infinity) }
    expectError("expected a decimal number, found string \"x\"") { try transformer.reverse("x") }
    expectError("number NaN cannot be written as a number") {
      try transformer.reverse(Decimal.nan)
    }
  }

  @Test func transformsData() throws {
    #expect(try ValueTransformer.base64Data.forward("AQID", as: Data.self) == Data([1, 2, 3]))
    #expect(try ValueTransformer.base64Data.reverse(Data([1, 2, 3]), as: String.self) == "AQID")
    #expect(try ValueTransformer.base64Data.forward("", as: Data.self) == Data())
    expectError("\"?\" is not base64 text") { try ValueTransformer.base64Data.forward("?") }
    expectError("expected base64 text, found number 1.5") {
      try ValueTransformer.base64Data.forward(1.5)
    }
    expectError("expected data, found string \"x\"") {
      try ValueTransformer.base64Data.reverse("x")
    }
  }

  @Test func transformsText() throws {
    #expect(try ValueTransformer.string().forward(" a b\n", as: String.self) == "a b")
    #expect(try ValueTransformer.string(trimmed: false).forward(" a ", as: String.self) == " a ")
    #expect(try ValueTransformer.string().reverse(" a ", as: String.self) == " a ")
    expectError("expected text, found number 5") { try ValueTransformer.string().forward(5) }
  }

  @Test func transformsFormattedNumbers() throws {
    let english = ValueTransformer.number(style: .decimal, locale: Locale(identifier: "en_US"))
    #expect(try english.forward("1,234.5", as: NSNumber.self) == 1234.5)
    #expect(try english.forward("-5", as: NSNumber.self) == -5)
    #expect(try english.forward("007", as: NSNumber.self) == 7)
    #expect(try english.forward("1.50", as: NSNumber.self) == 1.5)
    #expect(try english.reverse(1234.5, as: String.self) == "1,234.5")
    #expect(try english.forward(nil) == nil)
    for text in ["40x", "40个", "1-2", "abc", "", "1.2.3", "5 "] {
      expectError("\"\(text)\" is not a number as text") { try english.forward(text) }
    }
    expectError("expected a number as text, found number 5") { try english.forward(5) }
    expectError("expected a number, found string \"5\"") { try english.reverse("5") }
    expectError("expected a number, found true") { try english.reverse(true) }

    let german = ValueTransformer.number(style: .decimal, locale: Locale(identifier: "de_DE"))
    #expect(try german.forward("1.234,5", as: NSNumber.self) == 1234.5)
    #expect(try german.reverse(1234.5, as: String.self) == "1.234,5")

    let percent = ValueTransformer.number(style: .percent, locale: Locale(identifier: "en_US"))
    #expect(try percent.forward("50%", as: NSNumber.self) == 0.5)
    #expect(try percent.reverse(0.5, as: String.self) == "50%")
  }

  @Test func validatesTypes() throws {
    #expect(try ValueTransformer.validating(String.self).forward("a", as: String.self) == "a")
    #expect(try ValueTransformer.validating(String.self).reverse("a", as: String.self) == "a")
    #expect(try ValueTransformer.validating(Int.self).forward(boxed("5.0"), as: Int.self) == 5)
    #expect(try ValueTransformer.validating(Double.self).forward(5, as: Double.self) == 5)
    #expect(
      try ValueTransformer.validating(Bool.self).forward(boxed("true"), as: Bool.self) == true)
    #expect(try ValueTransformer.validating(URL.self).forward(nil) == nil)
    for (error, transformer, document) in [
      ("expected text, found number 5", ValueTransformer.validating(String.self), "5"),
      ("expected an integer, found number 5.5", .validating(Int.self), "5.5"),
      ("expected an integer, found true", .validating(Int.self), "true"),
      (
        "expected an integer, found number 18446744073709551615", .validating(Int.self),
        "18446744073709551615"
      ),
      ("expected a number, found false", .validating(Double.self), "false"),
      ("expected true or false, found number 1", .validating(Bool.self), "1"),
      ("expected true or false, found number 1", .validating(Bool.self), "1.0"),
      ("expected an Int8, found number 300", .validating(Int8.self), "300"),
      ("expected a UInt, found number -1", .validating(UInt.self), "-1"),
      ("expected an array, found array", .validating([Int].self), "[1, true]"),
      ("expected an object, found object", .validating([String: Bool].self), "{\"a\": 1}"),
      ("expected an array, found object", .validating([Int].self), "{}"),
      ("expected a URL, found null", .validating(URL.self), "null"),
    ] {
      expectError(error) { try transformer.forward(boxed(document)) }
    }
  }

  @Test func readsNumbersAtTheEdges() throws {
    #expect(
      try ValueTransformer.validating(UInt64.self)
        .forward(boxed("18446744073709551615"), as: UInt64.self) == .max)
    #expect(
      try ValueTransformer.validating(Int64.self)
        .forward(boxed("-9223372036854775808"), as: Int64.self) == .min)
    #expect(
      try ValueTransformer.validating(Int64.self)
        .forward(boxed("9223372036854775807"), as: Int64.self) == .max)
    expectError("expected an integer, found number 9223372036854775808") {
      try ValueTransformer.validating(Int64.self).forward(boxed("9223372036854775808"))
    }
    expectError("expected an integer, found number 1e+300") {
      try ValueTransformer.validating(Int64.self).forward(1e300)
    }
    expectError("expected an integer, found number nan") {
      try ValueTransformer.validating(Int.self).forward(Double.nan)
    }
    expectError("expected a number, found number 1e+300") {
      try ValueTransformer.validating(Float.self).forward(1e300)
    }
    let minusZero = try ValueTransformer.validating(Double.self).forward(
      NSNumber(value: -0.0), as: Double.self)
    #expect(minusZero?.sign == .minus)
  }

  @Test func transformsRawValues() throws {
    let transformer = ValueTransformer.rawValue(of: Suit.self)
    #expect(try transformer.forward("hearts", as: Suit.self) == .hearts)
    #expect(try transformer.reverse(Suit.spades, as: String.self) == "spades")
    #expect(try transformer.forward(nil) == nil)
    expectError("\"clubs\" is not a Suit") { try transformer.forward("clubs") }
    expectError("expected a Suit as text, found number 5") { try transformer.forward(5) }
    expectError("expected a Suit, found string \"hearts\"") { try transformer.reverse("hearts") }

    let lenient = ValueTransformer.rawValue(of: Suit.self, fallback: .spades)
    #expect(try lenient.forward("clubs", as: Suit.self) == .spades)
    expectError("expected a Suit as text, found number 5") { try lenient.forward(5) }

    let level = ValueTransformer.rawValue(of: Level.self)
    #expect(try level.forward(boxed("2"), as: Level.self) == .high)
    #expect(try level.reverse(Level.high, as: Int8.self) == 2)
    expectError("number 3 is not a Level") { try level.forward(boxed("3")) }
    expectError("expected a Level as an Int8, found true") { try level.forward(boxed("true")) }
  }
}
