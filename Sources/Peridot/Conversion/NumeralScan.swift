/// The number that text begins with: a sign, digits, a point among, before or behind them, and an
/// exponent.
struct NumeralScan {
  /// The number in JSON's grammar.
  let numeral: String
  /// The sign and the digits before the point, without leading zeros.
  private let integer: String
  /// Whether the number is all of the text.
  let isWhole: Bool

  /// Nil when the text begins with no number.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    var position = 0
    func digits() -> ArraySlice<UInt8> {
      let start = position
      while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
      return bytes[start..<position]
    }

    var sign = ""
    if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      if first == UInt8(ascii: "-") { sign = "-" }
      position = 1
    }
    let whole = digits()
    var end = position
    var fraction: ArraySlice<UInt8> = []
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      fraction = digits()
      if !whole.isEmpty || !fraction.isEmpty { end = position }
    }
    if whole.isEmpty, fraction.isEmpty { return nil }
    position = end
    var exponent = ""
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      var mark = "e"
      if position < bytes.count, [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(bytes[position]) {
        if bytes[position] == UInt8(ascii: "-") { mark = "e-" }
        position += 1
      }
      let power = digits()
      if !power.isEmpty {
        exponent = mark + String(decoding: power, as: UTF8.self)
        end = position
      }
    }
    let significant = whole.drop { $0 == UInt8(ascii: "0") }
    integer = sign + (significant.isEmpty ? "0" : String(decoding: significant, as: UTF8.self))
    let point = fraction.isEmpty ? "" : "." + String(decoding: fraction, as: UTF8.self)
    numeral = integer + point + exponent
    isWhole = end == bytes.count
  }

  /// The digits before the point, as C reads them: no more than an `Int64` holds.
  var clampedInteger: String {
    if Int64(integer) != nil { return integer }
    return integer.hasPrefix("-") ? "\(Int64.min)" : "\(Int64.max)"
  }

  /// Whether C reads all of the number as an integer.
  var isPlainInteger: Bool { numeral == integer && Int64(integer) != nil }
}
