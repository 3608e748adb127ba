import Foundation

extension DateText {
  /// Returns the date if the whole text denotes one, or nil.
  static func parse(_ text: String, as format: Format) -> Date? {
    // A String's bytes are available as a Span from macOS 26 on.
    #if canImport(ObjectiveC)
      parse(Array(text.utf8).span, as: format)
    #else
      parse(text.utf8.span, as: format)
    #endif
  }

  /// Returns the date if all of the bytes denote one, or nil.
  static func parse(_ bytes: Span<UInt8>, as format: Format) -> Date? {
    switch format {
    case .iso8601, .iso8601Milliseconds: iso8601(bytes, requiresOffset: true)
    case .iso8601AssumingUTC: iso8601(bytes, requiresOffset: false)
    case .rfc1123: rfc1123(bytes)
    case .twitter: twitter(bytes)
    case .lenient: lenient(bytes)
    case .legacyYYModel: legacyYYModel(bytes)
    case .legacyJSONModel: isLegacyJSONModel(bytes) ? parse(bytes, as: .iso8601) : nil
    }
  }

  /// - Parameter isLoose: Whether the seconds may be left out, and a space may stand before the
  ///   offset, as in `2014-05-06 07:08 +0530`, or a zone's name be it.
  private static func iso8601(
    _ bytes: Span<UInt8>, requiresOffset: Bool, isLoose: Bool = false
  ) -> Date? {
    guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else {
      return nil
    }
    let year = twoDigits(bytes, 0) &* 100 &+ twoDigits(bytes, 2)
    var time = CivilTime(year: year, month: twoDigits(bytes, 5), day: twoDigits(bytes, 8))
    if bytes.count == 10 { return requiresOffset ? nil : time.date }

    let separator = bytes[10]
    guard separator | 0x20 == UInt8(ascii: "t") || separator == UInt8(ascii: " ") else {
      return nil
    }
    var position = 11
    guard readTime(bytes, &position, &time, isLoose: isLoose) else { return nil }
    if position == bytes.count { return requiresOffset ? nil : time.date }
    if isLoose, skip(" ", bytes, &position), readZoneName(bytes, &position) {
      return position == bytes.count ? time.date : nil
    }
    guard readOffset(bytes, &position, &time), position == bytes.count else { return nil }
    return time.date
  }

  private static func rfc1123(_ bytes: Span<UInt8>) -> Date? {
    var position = 0
    guard readWeekday(bytes, &position), skip(",", bytes, &position),
      skip(" ", bytes, &position), let day = readDay(bytes, &position),
      skip(" ", bytes, &position), let month = readMonth(bytes, &position),
      skip(" ", bytes, &position), let year = readYear(bytes, &position),
      skip(" ", bytes, &position)
    else { return nil }
    var time = CivilTime(year: year, month: month, day: day)
    guard readTime(bytes, &position, &time), skip(" ", bytes, &position),
      readZoneName(bytes, &position) || readOffset(bytes, &position, &time),
      position == bytes.count
    else { return nil }
    return time.date
  }

  private static func twitter(_ bytes: Span<UInt8>) -> Date? {
    var position = 0
    guard readWeekday(bytes, &position), skip(" ", bytes, &position),
      let month = readMonth(bytes, &position), skip(" ", bytes, &position),
      let day = readDay(bytes, &position), skip(" ", bytes, &position)
    else { return nil }
    var time = CivilTime(year: 0, month: month, day: day)
    guard readTime(bytes, &position, &time), skip(" ", bytes, &position),
      readOffset(bytes, &position, &time), skip(" ", bytes, &position),
      let year = readYear(bytes, &position), position == bytes.count
    else { return nil }
    time.year = year
    return time.date
  }
}

// The pieces. Each moves the position past its text. A failure leaves the position undefined.
extension DateText {
  private static func readTime(
    _ bytes: Span<UInt8>, _ position: inout Int, _ time: inout CivilTime, isLoose: Bool = false
  ) -> Bool {
    let start = position
    guard bytes.count >= start + 5, bytes[start + 2] == UInt8(ascii: ":") else { return false }
    time.hour = twoDigits(bytes, start)
    time.minute = twoDigits(bytes, start + 3)
    guard bytes.count >= start + 8, bytes[start + 5] == UInt8(ascii: ":") else {
      position = start + 5
      return isLoose
    }
    time.second = twoDigits(bytes, start + 6)
    position = start + 8
    guard position < bytes.count, bytes[position] == UInt8(ascii: ".") else { return true }
    position += 1
    return readFraction(bytes, &position, &time)
  }

  private static func readFraction(
    _ bytes: Span<UInt8>, _ position: inout Int, _ time: inout CivilTime
  ) -> Bool {
    var unit = 1_000_000_000
    var nanosecond = 0
    while position < bytes.count, let digit = digit(bytes[position]) {
      if unit > 1 {
        unit /= 10
        nanosecond += digit * unit
      } else if unit == 1 {
        // Rounded by the tenth digit; those after it don't count.
        unit = 0
        if digit > 4 { nanosecond += 1 }
      }
      position += 1
    }
    time.nanosecond = nanosecond
    return unit < 1_000_000_000
  }

  /// Returns the nanoseconds of the digits after a second's decimal point.
  static func nanosecond(ofFraction digits: Span<UInt8>) -> Int {
    var time = CivilTime(year: 2000, month: 1, day: 1)
    var position = 0
    _ = readFraction(digits, &position, &time)
    return time.nanosecond
  }

  /// `Z`, `+hh:mm`, `+hhmm` or `+hh`.
  static func readOffset(
    _ bytes: Span<UInt8>, _ position: inout Int, _ time: inout CivilTime
  ) -> Bool {
    guard position < bytes.count else { return false }
    let sign = bytes[position]
    position += 1
    if sign | 0x20 == UInt8(ascii: "z") { return true }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), bytes.count >= position + 2 else {
      return false
    }
    let hours = twoDigits(bytes, position)
    position += 2
    var minutes = 0
    let hasColon = position < bytes.count && bytes[position] == UInt8(ascii: ":")
    if hasColon || (position < bytes.count && digit(bytes[position]) != nil) {
      if hasColon { position += 1 }
      guard bytes.count >= position + 2 else { return false }
      minutes = twoDigits(bytes, position)
      position += 2
    }
    guard (0...23).contains(hours), (0...59).contains(minutes) else { return false }
    let seconds = hours * 3600 + minutes * 60
    time.offset = sign == UInt8(ascii: "-") ? -seconds : seconds
    return true
  }

  private static func readZoneName(_ bytes: Span<UInt8>, _ position: inout Int) -> Bool {
    guard let name = readName(bytes, &position) else { return false }
    if name == packed("g", "m", "t") || name == packed("u", "t", "c") { return true }
    position -= 3
    return false
  }

  private static func readWeekday(_ bytes: Span<UInt8>, _ position: inout Int) -> Bool {
    switch readName(bytes, &position) {
    case packed("s", "u", "n"), packed("m", "o", "n"), packed("t", "u", "e"), packed("w", "e", "d"),
      packed("t", "h", "u"), packed("f", "r", "i"),
      packed("s", "a", "t"):
      true
    default: false
    }
  }

  private static func readMonth(_ bytes: Span<UInt8>, _ position: inout Int) -> Int? {
    switch readName(bytes, &position) {
    case packed("j", "a", "n"): 1
    case packed("f", "e", "b"): 2
    case packed("m", "a", "r"): 3
    case packed("a", "p", "r"): 4
    case packed("m", "a", "y"): 5
    case packed("j", "u", "n"): 6
    case packed("j", "u", "l"): 7
    case packed("a", "u", "g"): 8
    case packed("s", "e", "p"): 9
    case packed("o", "c", "t"): 10
    case packed("n", "o", "v"): 11
    case packed("d", "e", "c"): 12
    default: nil
    }
  }

  /// Three letters in any case, packed into a number.
  private static func readName(_ bytes: Span<UInt8>, _ position: inout Int) -> UInt32? {
    guard bytes.count >= position + 3 else { return nil }
    let first = UInt32(bytes[position] | 0x20)
    let second = UInt32(bytes[position + 1] | 0x20)
    let third = UInt32(bytes[position + 2] | 0x20)
    position += 3
    return first << 16 | second << 8 | third
  }

  private static func packed(
    _ first: Unicode.Scalar, _ second: Unicode.Scalar, _ third: Unicode.Scalar
  ) -> UInt32 {
    first.value << 16 | second.value << 8 | third.value
  }

  /// One digit or two.
  private static func readDay(_ bytes: Span<UInt8>, _ position: inout Int) -> Int? {
    guard position < bytes.count, let first = digit(bytes[position]) else { return nil }
    position += 1
    guard position < bytes.count, let second = digit(bytes[position]) else { return first }
    position += 1
    return first * 10 + second
  }

  private static func readYear(_ bytes: Span<UInt8>, _ position: inout Int) -> Int? {
    guard bytes.count >= position + 4 else { return nil }
    let year = twoDigits(bytes, position) * 100 + twoDigits(bytes, position + 2)
    position += 4
    return year
  }

  private static func skip(
    _ character: Unicode.Scalar, _ bytes: Span<UInt8>, _ position: inout Int
  ) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// The number, or one far below any field's range if one of the two bytes is not a digit.
  private static func twoDigits(_ bytes: Span<UInt8>, _ position: Int) -> Int {
    guard let tens = digit(bytes[position]), let ones = digit(bytes[position + 1]) else {
      return -1_000_000
    }
    return tens * 10 + ones
  }

  static func digit(_ byte: UInt8) -> Int? {
    let value = byte &- UInt8(ascii: "0")
    return value < 10 ? Int(value) : nil
  }
}

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
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return iso8601(text, requiresOffset: false, isLoose: true)
    default: return parse(text, as: .rfc1123) ?? parse(text, as: .twitter)
    }
  }

  /// Returns the date of a number of seconds, milliseconds, microseconds or nanoseconds since 1970,
  /// depending on its magnitude.
  ///
  /// 1e11 seconds are in the year 5138, 1e11 milliseconds in March 1973; so are the next limits.
  static func epoch(_ number: Double) -> Date? {
    guard number.isFinite else { return nil }
    let magnitude = number.magnitude
    let units = magnitude < 1e11 ? 1 : magnitude < 1e14 ? 1e3 : magnitude < 1e17 ? 1e6 : 1e9
    return Date(timeIntervalSince1970: number / units)
  }

  /// 9 to 13, 16 or 19 digits, optionally after a minus and with a fraction. Fewer digits, and 14,
  /// may be those of a day.
  private static func digits(_ bytes: Span<UInt8>) -> Double? {
    let start = bytes[0] == UInt8(ascii: "-") ? 1 : 0
    var point = start
    while point < bytes.count, digit(bytes[point]) != nil { point += 1 }
    let count = point - start
    guard (9...13).contains(count) || count == 16 || count == 19 else { return nil }
    let end = bytes.count
    guard point < end else { return number(bytes) }
    guard bytes[point] == UInt8(ascii: "."), point + 1 < end,
      (point + 1..<end).allSatisfy({ digit(bytes[$0]) != nil })
    else { return nil }
    return number(bytes)
  }

  private static func number(_ bytes: Span<UInt8>) -> Double? {
    Double(String(decoding: (0..<bytes.count).map { bytes[$0] }, as: UTF8.self))
  }

  /// `/Date(milliseconds)/`, optionally with an offset, which names the writer's zone and doesn't
  /// change the time.
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
  /// YYModel chooses one of its formats by the text's length.
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

  /// Returns whether text has JSONModel's only form: `2014-05-06T07:08:09` and an offset.
  static func isLegacyJSONModel(_ bytes: Span<UInt8>) -> Bool {
    (20...25).contains(bytes.count) && bytes[10] == UInt8(ascii: "T")
      && bytes[19] != UInt8(ascii: ".")
  }
}
