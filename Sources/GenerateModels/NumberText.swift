/// The value of a JSON number: its digits without zeros at the ends, and the power of ten behind them.
struct NumberText: Equatable {
  private(set) var isNegative = false
  private(set) var digits: [UInt8] = []
  private(set) var exponent = 0

  init(_ text: String) {
    var seesFraction = false
    var bytes = Array(text.utf8)[...]
    if bytes.first == UInt8(ascii: "-") {
      isNegative = true
      bytes.removeFirst()
    }
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "."): seesFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        let written = String(decoding: bytes, as: UTF8.self)
        // An exponent that no Int holds is beyond every number type, too.
        exponent += Int(written).map { max(-1_000_000, min(1_000_000, $0)) } ?? 1_000_000
        bytes = []
      default:
        digits.append(byte)
        if seesFraction { exponent -= 1 }
      }
    }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    digits = Array(digits.drop { $0 == UInt8(ascii: "0") })
    if digits.isEmpty {
      isNegative = false
      exponent = 0
    }
  }

  /// Whether the text has neither a fraction nor an exponent.
  static func isInteger(_ text: String) -> Bool {
    !text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
  }

  /// The Swift type that holds all these numbers and writes equal ones.
  static func type(of texts: [String]) -> String {
    let areIntegers = texts.allSatisfy(isInteger)
    if areIntegers, texts.allSatisfy({ Int64($0) != nil }) { return "Int" }
    if areIntegers, texts.allSatisfy({ UInt64($0) != nil }) { return "UInt64" }
    if !areIntegers, texts.allSatisfy(isDouble) { return "Double" }
    return texts.allSatisfy(isDecimal) ? "Decimal" : "RawJSON"
  }

  /// Whether the shortest text of the nearest Double is the same number.
  private static func isDouble(_ text: String) -> Bool {
    guard let double = Double(text), double.isFinite else { return false }
    return NumberText("\(double)") == NumberText(text)
  }

  private static func isDecimal(_ text: String) -> Bool {
    let value = NumberText(text)
    return value.digits.count <= 38 && (-100...80).contains(value.exponent)
  }
}
