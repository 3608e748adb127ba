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
    var significand = Decimal(UInt64(truncatingIfNeeded: digits))
    if let high = UInt64(exactly: digits >> 64), high != 0 {
      // Exact, because the sum has no more bits than a decimal's digits do.
      significand += Decimal(high) * Self.twoTo64
    }
    self.init(sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
  }

  private static let twoTo64 = Decimal(UInt64.max) + 1
}
