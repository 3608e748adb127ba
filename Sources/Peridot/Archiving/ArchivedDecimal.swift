import Foundation

/// Decimals as text, with all their digits, and as Apple's Foundation archives them.
enum ArchivedDecimal {
  static func text(_ value: Decimal) -> String {
    value.isNaN ? "NaN" : value.description
  }

  /// Returns the number that `text` as a whole stands for; nil if it is none.
  static func value(_ text: String) -> Decimal? {
    if text == "NaN" { return Decimal.nan }
    // No Decimal is longer.
    return text.utf8.count <= 400 ? Decimal(exactly: text) : nil
  }

  /// Returns the number that the parts of an archived `NSDecimalNumber` stand for.
  ///
  /// The mantissa is eight words of 16 bits, of which the first `length` count.
  static func value(
    exponent: Int, length: Int, isNegative: Bool, isLittleEndian: Bool, mantissa: [UInt8]
  ) -> Decimal? {
    guard 0...8 ~= length, mantissa.count >= length * 2, -256...255 ~= exponent else { return nil }
    if length == 0 { return isNegative ? Decimal.nan : 0 }
    var magnitude: UInt128 = 0
    for index in (0..<length).reversed() {
      let low = UInt128(mantissa[index * 2 + (isLittleEndian ? 0 : 1)])
      let high = UInt128(mantissa[index * 2 + (isLittleEndian ? 1 : 0)])
      magnitude = magnitude << 16 | high << 8 | low
    }
    return Decimal(magnitude: magnitude, scale: exponent, isNegative: isNegative)
  }
}
