/// The forms of ISO 8601 that Peridot writes back as they came.
enum DateForm {
  /// No fraction, or three digits that are not all zero: the form of a Date without a transformer.
  case plain
  /// Three digits, which can be zeros.
  case milliseconds

  /// Whether the text is a time in UTC of that form.
  func matches(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 20 || bytes.count == 24, bytes.last == UInt8(ascii: "Z") else {
      return false
    }
    let hasFraction = bytes.count == 24
    let pattern = Array((hasFraction ? "dddd-dd-ddTdd:dd:dd.dddZ" : "dddd-dd-ddTdd:dd:ddZ").utf8)
    for (byte, wanted) in zip(bytes, pattern) {
      if wanted == UInt8(ascii: "d") {
        if !(0x30...0x39).contains(byte) { return false }
      } else if byte != wanted {
        return false
      }
    }
    func number(_ start: Int, _ count: Int) -> Int {
      bytes[start..<(start + count)].reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
    // Before 1900 calendars differ.
    guard number(0, 4) >= 1900, Self.hasDay(number(0, 4), number(5, 2), number(8, 2)),
      number(11, 2) < 24, number(14, 2) < 60, number(17, 2) < 60
    else { return false }
    switch self {
    case .plain: return !hasFraction || number(20, 3) != 0
    case .milliseconds: return hasFraction
    }
  }

  private static func hasDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    guard (1...12).contains(month), day >= 1 else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return day <= [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }
}
