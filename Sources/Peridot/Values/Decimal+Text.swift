import Foundation

extension Decimal {
  /// Creates `magnitude * 10^scale`; nil if a decimal can't hold that exactly.
  init?(magnitude: UInt128, scale: Int, isNegative: Bool) {
    guard magnitude != 0 else {
      self = 0
      return
    }
    var digits = magnitude
    var exponent = scale
    // The shortest form: the exponent replaces zeros at the end.
    while exponent < 127, digits % 10 == 0 {
      digits /= 10
      exponent += 1
    }
    while exponent > 127 {
      let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      digits = product
      exponent -= 1
    }
    guard exponent >= -128 else { return nil }
    if exponent > 88 {
      // Foundation adds the significand's own exponent, which becomes too large. Only text keeps
      // the digits.
      let text = "\(isNegative ? "-" : "")\(digits)e\(exponent)"
      guard let number = Decimal(string: text, locale: Self.posix), number.isFinite else {
        return nil
      }
      self = number
      return
    }
    var significand = Decimal(UInt64(truncatingIfNeeded: digits))
    if let high = UInt64(exactly: digits >> 64), high != 0 {
      // Exact, because the sum has no more bits than a decimal's digits do.
      significand += Decimal(high) * Self.twoTo64
    }
    self.init(sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
  }

  /// Creates the number that the whole text denotes; nil if a decimal doesn't hold it exactly.
  ///
  /// `Decimal(string:)` reads a prefix ("12abc" is 12), and drops digits.
  package init?(exactly text: String) {
    var rest = text.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    var digits = DecimalDigits()
    var scale = 0
    var hasDigit = false
    var hasPoint = false
    while let byte = rest.first {
      if byte &- 0x30 <= 9 {
        guard digits.append(byte) else { return nil }
        hasDigit = true
        if hasPoint { scale -= 1 }
      } else if byte == UInt8(ascii: "."), hasDigit, !hasPoint,
        let next = rest.dropFirst().first, next &- 0x30 <= 9
      {
        hasPoint = true
      } else {
        break
      }
      rest.removeFirst()
    }
    guard hasDigit else { return nil }
    if let mark = rest.popFirst() {
      guard mark | 0x20 == UInt8(ascii: "e"), let exponent = Int(Substring(rest)),
        exponent.magnitude < Int.exponentLimit
      else { return nil }
      scale += exponent
    }
    guard let decimal = digits.decimal(scale: scale, isNegative: isNegative) else { return nil }
    self = decimal
  }

  /// The digits without their exponent; nil if a word doesn't hold them.
  var digits: UInt64? {
    let significand = magnitude.significand
    let number = NSDecimalNumber(decimal: significand).uint64Value
    return Decimal(number) == significand ? number : nil
  }

  /// Whether this is a common text for `double`: the shortest form, or the 17 digits of C's
  /// `%.17g`, such as 662.80999999999995 for 662.81.
  func isForm(of double: Double) -> Bool {
    Decimal(exactly: "\(double)") == self
      || Decimal(exactly: String(format: "%.17g", double)) == self
  }

  private static let posix = Locale(identifier: "en_US_POSIX")
  private static let twoTo64 = Decimal(UInt64.max) + 1
}

extension FixedWidthInteger {
  /// The limit for an exponent in a number's text. No text has enough digits to make up for a
  /// larger one. Another digit, and the count of digits before a point, can be added without
  /// overflow, for an `Int` of 64 or 32 bits.
  package static var exponentLimit: Self { max >> 7 }

  /// Appends a digit's value to an exponent that is read digit by digit.
  @inline(__always)
  mutating func appendToExponent(_ digit: UInt8) {
    if self < Self.exponentLimit { self = self * 10 + Self(truncatingIfNeeded: digit) }
  }
}

/// The digits of a number, collected for a Decimal.
struct DecimalDigits {
  private var magnitude: UInt128 = 0
  // Zeros count only if another digit follows.
  private var zeros = 0

  /// Appends an ASCII digit; returns false if there are more than a Decimal holds.
  mutating func append(_ digit: UInt8) -> Bool {
    if digit == 0x30 {
      if magnitude != 0 { zeros += 1 }
      return true
    }
    guard zeros < 39 else { return false }
    for _ in 0...zeros {
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      guard !overflow else { return false }
      magnitude = product
    }
    zeros = 0
    let (sum, overflow) = magnitude.addingReportingOverflow(UInt128(digit &- 0x30))
    magnitude = sum
    return !overflow
  }

  /// The digits times `10^scale`; nil if a decimal can't hold that exactly.
  func decimal(scale: Int, isNegative: Bool) -> Decimal? {
    Decimal(magnitude: magnitude, scale: scale + zeros, isNegative: isNegative)
  }
}
