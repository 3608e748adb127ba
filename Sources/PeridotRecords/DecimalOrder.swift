import Foundation
import Peridot

/// The order of decimal numbers as text: the collation `decimal`, which SQLite's own shell has too.
enum DecimalOrder {
  static let collation = "decimal"

  /// Compares as numbers; text that is not a number comes before all that is, in the order of bytes.
  static func compare(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Int32 {
    // Sound: the bytes are SQLite's, for the length of the call.
    let numbers = unsafe (
      Numeral(String(decoding: first, as: UTF8.self)),
      Numeral(String(decoding: second, as: UTF8.self))
    )
    switch numbers {
    case (nil, nil):
      return unsafe first.lexicographicallyPrecedes(second)
        ? -1 : (second.lexicographicallyPrecedes(first) ? 1 : 0)
    case (nil, _): return -1
    case (_, nil): return 1
    case (let first?, let second?): return first.order(second)
    }
  }

  /// A number in plain digits or with an exponent, as digits from the first one that is not zero.
  private struct Numeral {
    var isNegative = false
    var digits: [UInt8] = []
    /// How many of the digits stand before the point.
    var magnitude = 0

    init?(_ text: String) {
      var bytes = text.utf8[...]
      if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        isNegative = sign == UInt8(ascii: "-")
        bytes.removeFirst()
      }
      var hasPoint = false
      var hasDigits = false
      while let byte = bytes.first {
        if byte == UInt8(ascii: "."), !hasPoint {
          hasPoint = true
        } else if byte &- 0x30 <= 9 {
          hasDigits = true
          if byte != 0x30 || !digits.isEmpty { digits.append(byte) }
          if !hasPoint, !digits.isEmpty { magnitude += 1 }
          if hasPoint, digits.isEmpty { magnitude -= 1 }
        } else {
          break
        }
        bytes.removeFirst()
      }
      guard hasDigits else { return nil }
      if let mark = bytes.popFirst() {
        guard mark | 0x20 == UInt8(ascii: "e"), let exponent = Int(Substring(bytes)),
          exponent.magnitude < Int.exponentLimit
        else { return nil }
        magnitude += exponent
      }
      while digits.last == 0x30 { digits.removeLast() }
      if digits.isEmpty {
        isNegative = false
        magnitude = .min
      }
    }

    func order(_ other: Numeral) -> Int32 {
      if isNegative != other.isNegative { return isNegative ? -1 : 1 }
      let order: Int32
      if magnitude != other.magnitude {
        order = magnitude < other.magnitude ? -1 : 1
      } else {
        order =
          digits.lexicographicallyPrecedes(other.digits)
          ? -1 : (other.digits.lexicographicallyPrecedes(digits) ? 1 : 0)
      }
      return isNegative ? -order : order
    }
  }
}
