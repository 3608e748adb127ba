import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

private final class Price: Model, JSONSerializing {
  var amount: Decimal = 0
  var amounts: [Decimal] = []
  var number: NSNumber = 0
  var any: Any = 0
  var text: Decimal = 0
  var maybe: Decimal?
  override class var archiveName: String { "DecimalRangeTests.Price" }
  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "text" || key == "maybe" ? .decimal : nil
  }
}

/// Numbers near the ends of Decimal's range and precision.
@Suite struct DecimalRangeTests {
  private func decimal(_ text: String) throws -> Decimal {
    try #require(Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")))
  }

  @Test(arguments: [
    ("1e128", "10e127"), ("-1e128", "-10e127"),
    ("34e164", "340000000000000000000000000000000000000e127"),
    ("3.4e165", "340000000000000000000000000000000000000e127"),
    (
      "340282366920938463463374607431768211455e127",
      "340282366920938463463374607431768211455e127"
    ),
    ("340282366920938463463374607431768211455", "340282366920938463463374607431768211455"),
    ("3.40282366920938463463374607431768211455", "3.40282366920938463463374607431768211455"),
    ("1e-128", "1e-128"), ("-12e-128", "-12e-128"), ("1e89", "1e89"), ("12e90", "12e90"),
    ("12345678901234567890.5", "12345678901234567890.5"),
    ("9.0000000000000001", "9.0000000000000001"),
    ("1e127", "1e127"), ("0.1", "0.1"), ("0e500", "0"),
  ])
  func areReadExactlyFromEveryDoor(_ text: String, _ value: String) throws {
    let value = try decimal(value)
    #expect(Decimal(exactly: text) == value)
    for document in [
      #"{"amount": \#(text), "amounts": [\#(text)], "any": \#(text), "number": \#(text), "text": \#(text)}"#,
      #"{"amount": \#(text), "amounts": [\#(text)], "any": \#(text), "number": \#(text), "text": "\#(text)"}"#,
    ] {
      let price = try JSONAdapter.model(of: Price.self, from: document)
      func check(_ price: Price, _ what: String) {
        #expect(price.amount == value, "\(what)")
        #expect(price.amounts == [value], "\(what)")
        #expect(price.text == value, "\(what)")
        #expect(Decimal.exactly(Boxed(price.any)) == value, "\(what)")
        #expect(Decimal.exactly(Boxed(price.number)) == value, "\(what)")
      }
      check(price, "bytes")
      check(try JSONAdapter.model(of: Price.self, from: JSONAdapter.data(from: price)), "written")
      let dictionary = try JSONAdapter.dictionary(from: price)
      for key in ["amount", "any", "number", "text"] {
        #expect(Decimal.exactly(Boxed(dictionary[key] ?? 0)) == value, "\(key)")
      }
      check(try JSONAdapter.model(of: Price.self, from: dictionary), "dictionary")
      check(try Price.unarchive(from: price.archivedData()), "archive")
    }
    var policy = ConversionPolicy.strict
    policy.acceptsDecimalStrings = true
    let quoted = #"{"amount": "\#(text)"}"#
    #expect(try JSONAdapter.model(of: Price.self, from: quoted, policy: policy).amount == value)
  }

  @Test(arguments: [
    "340282366920938463463374607431768211456e127", "3.5e165", "1e166", "1e-129", "12e-129", "1e999",
    "340282366920938463463374607431768211457", "-1e166", "1e-999",
    "1.0000000000000000000000000000000000000001", "12345678901234567890123456789012345678901",
  ])
  func areRefusedBeyond(_ text: String) throws {
    #expect(Decimal(exactly: text) == nil)
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Price.self, from: #"{"amount": \#(text)}"#)
    }
    #expect(error?.kind == .outOfRange)
    for key in ["text", "maybe"] {
      let error = #expect(throws: JSONAdapterError.self) {
        try JSONAdapter.model(of: Price.self, from: #"{"\#(key)": \#(text)}"#)
      }
      #expect(error?.kind == .outOfRange)
    }
    #expect(throws: TransformerError.self) { try ValueTransformer.decimal.forward(text) }
  }

  @Test(arguments: ["", "-", "1.", ".5", "1e", "1e+", "1ee5", "0x1", "1 ", "NaN", "1.2.3", "+-1"])
  func areTheWholeText(_ text: String) {
    #expect(Decimal(exactly: text) == nil)
  }

  /// A Double's own text, in the shortest form or with 17 digits, stays a Double.
  @Test(arguments: [
    "0.1", "662.80999999999995", "-65.613616999999977", "1e22", "1.7976931348623157e308",
  ])
  func leaveADoubleWhereItIsTheNumber(_ text: String) throws {
    let price = try JSONAdapter.model(of: Price.self, from: #"{"any": \#(text)}"#)
    #expect(!(price.any is NSDecimalNumber))
    #expect((price.any as? NSNumber)?.doubleValue == Double(text))
  }
}

@Suite struct DecimalTextTests {
  private func text(_ number: Decimal) -> String {
    var writer = JSONWriter()
    writer.decimal(number)
    return writer.string()
  }

  @Test(arguments: 1...20) func isWhatFoundationWrites(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<50 {
      let digits = String(
        UInt64.random(in: 0...(.max), using: &random) >> Int.random(in: 0..<64, using: &random))
      let more =
        Bool.random(using: &random) ? "" : String(UInt64.random(in: 0...(.max), using: &random))
      let exponent = Int.random(in: -100...80, using: &random)
      let sign = Bool.random(using: &random) ? "-" : ""
      let number = try #require(Decimal(string: "\(sign)\((digits + more).prefix(38))e\(exponent)"))
      #expect(text(number) == number.description, "seed \(seed)")
    }
  }

  @Test func keepsZerosThatFoundationKeeps() {
    for number in [
      Decimal(sign: .plus, exponent: -1, significand: 10), 0, -1, Decimal(UInt64.max),
      Decimal(sign: .minus, exponent: -128, significand: 7),
      Decimal(sign: .plus, exponent: 127, significand: 7), Decimal.greatestFiniteMagnitude,
      Decimal.leastNonzeroMagnitude,
    ] {
      #expect(text(number) == number.description)
    }
  }
}
