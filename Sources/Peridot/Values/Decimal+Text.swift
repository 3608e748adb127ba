import Foundation

extension Decimal {
  /// Creates `magnitude * 10^scale`, or nil if that is beyond what a decimal can hold exactly.
  init?(magnitude: UInt128, scale: Int, isNegative: Bool) {
    guard magnitude != 0 else {
      self = 0
      return
    }
    var digits = magnitude
    var exponent = scale
    // The shortest form: no zero at the end that the exponent can stand for.
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
      // Foundation adds the significand's own exponent, which becomes too large, and the number
      // none: only from text does it keep the digits as they are.
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

  /// Creates the number that the whole text writes; nil if a decimal does not hold it exactly.
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

  /// The digits, of which the exponent tells the place; nil where a word does not hold them.
  var digits: UInt64? {
    let significand = magnitude.significand
    let number = NSDecimalNumber(decimal: significand).uint64Value
    return Decimal(number) == significand ? number : nil
  }

  /// Whether programs write this number for `double`: in the shortest form, or with the 17 digits of
  /// C's `%.17g`, as 662.80999999999995 for 662.81.
  func isForm(of double: Double) -> Bool {
    Decimal(exactly: "\(double)") == self
      || Decimal(exactly: String(format: "%.17g", double)) == self
  }

  private static let posix = Locale(identifier: "en_US_POSIX")
  private static let twoTo64 = Decimal(UInt64.max) + 1
}

extension FixedWidthInteger {
  /// The exponent at which a number's is cut off: no text is so long that its digits could make up
  /// for a larger one. It leaves room for another digit, and for as many as there may be before a
  /// point, whether an `Int` has 64 bits or 32.
  package static var exponentLimit: Self { max >> 7 }

  /// Appends a digit's value to an exponent that is read digit by digit.
  @inline(__always)
  mutating func appendToExponent(_ digit: UInt8) {
    if self < Self.exponentLimit { self = self * 10 + Self(truncatingIfNeeded: digit) }
  }
}

/// The digits of a number, gathered for a Decimal.
struct DecimalDigits {
  private var magnitude: UInt128 = 0
  // Zeros count only once another digit follows them.
  private var zeros = 0

  /// Appends a digit, in ASCII; false if there are more than a Decimal holds.
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

  /// The digits times `10^scale`, or nil if that is beyond what a decimal can hold exactly.
  func decimal(scale: Int, isNegative: Bool) -> Decimal? {
    Decimal(magnitude: magnitude, scale: scale + zeros, isNegative: isNegative)
  }
}
