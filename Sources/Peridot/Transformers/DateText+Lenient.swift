import Foundation

extension DateText {
  static func lenient(_ bytes: Span<UInt8>) -> Date? {
    var start = 0
    var end = bytes.count
    while start < end, isWhitespace(bytes[start]) { start += 1 }
    while end > start, isWhitespace(bytes[end - 1]) { end -= 1 }
    let text = bytes.extracting(start..<end)
    guard !text.isEmpty else { return nil }
    if let number = digits(text) { return epoch(number) }
    switch text[0] {
    case UInt8(ascii: "/"): return slashDate(text)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return parse(text, as: .iso8601AssumingUTC)
    default: return parse(text, as: .rfc1123) ?? parse(text, as: .twitter)
    }
  }

  /// Returns the date of a number whose magnitude tells seconds from milliseconds.
  ///
  /// In seconds 1e11 is the year 5138, in milliseconds it is March 1973.
  static func epoch(_ number: Double) -> Date? {
    guard number.isFinite else { return nil }
    return Date(timeIntervalSince1970: abs(number) >= 1e11 ? number / 1000 : number)
  }

  /// 9 to 13 digits, perhaps after a minus.
  private static func digits(_ bytes: Span<UInt8>) -> Double? {
    let start = bytes[0] == UInt8(ascii: "-") ? 1 : 0
    guard (9...13).contains(bytes.count - start),
      let number = integer(bytes, start, bytes.count)
    else { return nil }
    return Double(start == 0 ? number : -number)
  }

  /// `/Date(milliseconds)/`, perhaps with an offset, which says where the text was written but not
  /// another time.
  private static func slashDate(_ bytes: Span<UInt8>) -> Date? {
    let prefix = 6
    let suffix = 2
    guard bytes.count > prefix + suffix, matches(bytes, 0, "/Date("),
      matches(bytes, bytes.count - suffix, ")/")
    else { return nil }
    let isNegative = bytes[prefix] == UInt8(ascii: "-")
    let start = isNegative ? prefix + 1 : prefix
    var end = bytes.count - suffix
    if end - start > 5, bytes[end - 5] == UInt8(ascii: "+") || bytes[end - 5] == UInt8(ascii: "-") {
      guard let offset = integer(bytes, end - 4, end), offset / 100 < 24, offset % 100 < 60 else {
        return nil
      }
      end -= 5
    }
    guard (1...15).contains(end - start), let number = integer(bytes, start, end) else {
      return nil
    }
    return Date(timeIntervalSince1970: Double(isNegative ? -number : number) / 1000)
  }

  private static func integer(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
    var number = 0
    for position in start..<end {
      guard let digit = digit(bytes[position]) else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  private static func matches(_ bytes: Span<UInt8>, _ start: Int, _ text: String) -> Bool {
    var position = start
    for byte in text.utf8 {
      guard bytes[position] == byte else { return false }
      position += 1
    }
    return true
  }

  private static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }
}

extension DateText {
  /// YYModel chooses one of its formats by the length of the text.
  static func legacyYYModel(_ bytes: Span<UInt8>) -> Date? {
    guard let first = bytes.isEmpty ? nil : bytes[0], digit(first) != nil else {
      return bytes.count == 30 || bytes.count == 34 ? parse(bytes, as: .twitter) : nil
    }
    guard bytes.count > 19 else {
      return bytes.count == 10 || bytes.count == 19 ? parse(bytes, as: .iso8601AssumingUTC) : nil
    }
    let hasFraction = bytes[19] == UInt8(ascii: ".")
    // Text with a space has no offset.
    let lengths =
      bytes[10] == UInt8(ascii: " ")
      ? (hasFraction ? 23...23 : 19...19) : (hasFraction ? 23...29 : 20...25)
    guard lengths.contains(bytes.count) else { return nil }
    if hasFraction {
      guard (20...22).allSatisfy({ digit(bytes[$0]) != nil }),
        bytes.count == 23 || digit(bytes[23]) == nil
      else { return nil }
    }
    return parse(bytes, as: .iso8601AssumingUTC)
  }

  /// Tells whether text has the only form that JSONModel reads: `2014-05-06T07:08:09`, an offset.
  static func isLegacyJSONModel(_ bytes: Span<UInt8>) -> Bool {
    (20...25).contains(bytes.count) && bytes[10] == UInt8(ascii: "T")
      && bytes[19] != UInt8(ascii: ".")
  }
}
