import Foundation

/// Decimal numbers as text, the whole text.
///
/// `Decimal(string:)` reads a prefix ("12abc" is 12) and drops digits beyond the 38 that a Decimal
/// holds.
enum DecimalText {
  /// Returns the number that the whole text writes exactly, or nil.
  static func parse(_ text: String) -> Decimal? {
    guard isNumber(text), let decimal = Decimal(string: text, locale: posix), decimal.isFinite
    else {
      return nil
    }
    // A number too small for a Decimal comes out as zero.
    return decimal != 0 || isZero(text) ? decimal : nil
  }

  private static let posix = Locale(identifier: "en_US_POSIX")
  private static let digitLimit = 38

  /// Sign, digits with at most one point, exponent; no more significant digits than a Decimal
  /// holds.
  private static func isNumber(_ text: String) -> Bool {
    var bytes = text.utf8[...]
    skipSign(&bytes)
    var digits = 0
    var significant = 0
    var trailingZeros = 0
    var hasPoint = false
    while let byte = bytes.first {
      if isDigit(byte) {
        digits += 1
        if byte != UInt8(ascii: "0") {
          significant += 1 + trailingZeros
          trailingZeros = 0
        } else if significant > 0 {
          trailingZeros += 1
        }
      } else if byte == UInt8(ascii: "."), !hasPoint, digits > 0 {
        hasPoint = true
        guard let next = bytes.dropFirst().first, isDigit(next) else { return false }
      } else {
        break
      }
      bytes.removeFirst()
    }
    guard digits > 0, significant <= digitLimit else { return false }
    if bytes.isEmpty { return true }
    guard bytes.removeFirst() | 0x20 == UInt8(ascii: "e") else { return false }
    skipSign(&bytes)
    // Three digits are enough: a Decimal's exponent ends at 127.
    return (1...3).contains(bytes.count) && bytes.allSatisfy(isDigit)
  }

  private static func isZero(_ text: String) -> Bool {
    text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.allSatisfy { !(0x31...0x39).contains($0) }
  }

  private static func skipSign(_ bytes: inout Substring.UTF8View) {
    if bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
