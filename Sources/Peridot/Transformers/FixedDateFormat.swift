import Foundation

/// A date format of numbers and short names between other characters, such as `yyyy-MM-dd` and
/// `EEE, d MMM yyyy`, that needs no formatter.
///
/// It gives DateFormatter's results for the locale en_US_POSIX and the Gregorian calendar if each
/// number has exactly the ASCII digits, and each name the letters, of its written form. A formatter
/// handles everything else, because it also accepts fewer digits, spaces and other separators: nil
/// means no more than that.
struct FixedDateFormat: Sendable {
  private enum Part {
    case year, month, day, hour, minute, second, millisecond
    /// A day without a leading zero.
    case shortDay
    /// `Jan`
    case monthName
    /// `Sun`
    case weekday
    case byte(UInt8)
    /// A time zone's difference to UTC.
    case offset(hasColon: Bool, zero: UInt8?)

    /// The largest number of bytes in its written form.
    var count: Int {
      switch self {
      case .year: 4
      case .month, .day, .shortDay, .hour, .minute, .second: 2
      case .millisecond, .monthName, .weekday: 3
      case .byte: 1
      case .offset: 6
      }
    }

    /// Whether it needs no escape in JSON.
    var isPlain: Bool {
      guard case .byte(let byte) = self else { return true }
      return (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"")
        && byte != UInt8(ascii: "\\")
    }
  }

  /// A part's written form with the characters after it: at most eight bytes.
  private struct Piece {
    let part: Part
    /// The first character in the lowest bits.
    var tail: UInt64 = 0
    var tailCount = 0

    /// Adds a character to the tail; returns false if it is full.
    mutating func append(_ byte: UInt8) -> Bool {
      guard part.count + tailCount < 8 else { return false }
      tail |= UInt64(byte) << UInt64(8 * tailCount)
      tailCount += 1
      return true
    }
  }

  // The formatter changes to the Julian calendar before 1582.
  private static let years = 1583...9999

  private let parts: [Part]
  /// The written parts, without offsets.
  private let pieces: [Piece]
  /// The seconds that the format's time zone is ahead of UTC.
  private let offset: Int
  /// Whether texts have at most 32 bytes, none of which except a slash needs an escape in JSON.
  private let isShort: Bool

  /// Nil for a format with other fields, and for a time zone whose offset changes.
  init?(_ format: String, timeZone: TimeZone) {
    offset = timeZone.secondsFromGMT()
    // A formatter rounds an offset to minutes.
    guard offset % 60 == 0, timeZone == TimeZone(secondsFromGMT: offset),
      let parts = Self.parts(of: format)
    else { return nil }
    self.parts = parts
    pieces = Self.pieces(of: parts, offset: offset)
    isShort = parts.reduce(0) { $0 + $1.count } <= 32 && parts.allSatisfy(\.isPlain)
  }

  /// Returns the date if the whole text denotes one; nil for text that needs a formatter.
  func date(from text: String) -> Date? {
    // A String's bytes are available as a Span from macOS 26 on.
    #if canImport(ObjectiveC)
      date(from: Array(text.utf8).span)
    #else
      date(from: text.utf8.span)
    #endif
  }

  /// Returns the date if all of the bytes denote one; nil as above.
  func date(from bytes: Span<UInt8>) -> Date? {
    var time = DateText.CivilTime(year: 2000, month: 1, day: 1, offset: offset)
    var weekday: Int?
    var position = 0
    for part in parts {
      switch part {
      case .year: time.year = Self.number(4, bytes, &position)
      case .month: time.month = Self.number(2, bytes, &position)
      case .day: time.day = Self.number(2, bytes, &position)
      case .shortDay:
        guard position < bytes.count, bytes[position] != UInt8(ascii: "0") else { return nil }
        let isLong = position + 1 < bytes.count && DateText.digit(bytes[position + 1]) != nil
        time.day = Self.number(isLong ? 2 : 1, bytes, &position)
      case .monthName:
        guard let index = Self.name(of: DateText.monthNames, bytes, &position) else { return nil }
        time.month = index + 1
      case .weekday:
        weekday = Self.name(of: DateText.weekdayNames, bytes, &position)
        if weekday == nil { return nil }
      case .hour: time.hour = Self.number(2, bytes, &position)
      case .minute: time.minute = Self.number(2, bytes, &position)
      case .second: time.second = Self.number(2, bytes, &position)
      case .millisecond:
        let milliseconds = Self.number(3, bytes, &position)
        guard milliseconds >= 0 else { return nil }
        time.nanosecond = milliseconds * 1_000_000
      case .byte(let byte):
        guard position < bytes.count, bytes[position] == byte else { return nil }
        position += 1
      case .offset:
        time.offset = 0
        guard DateText.readOffset(bytes, &position, &time) else { return nil }
      }
    }
    guard position == bytes.count, Self.years.contains(time.year), time.second < 60,
      let date = time.date
    else { return nil }
    return weekday.map { $0 == time.weekday } ?? true ? date : nil
  }

  /// Returns the date's text; nil for a date that needs a formatter.
  func text(of date: Date) -> String? {
    guard let time = time(of: date) else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(32)
    write(time) { piece, count in
      for byte in 0..<count { text.append(UInt8(truncatingIfNeeded: piece >> UInt64(8 * byte))) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the date's text if it is short and needs no escape except for slashes; else nil, and
  /// the caller has to use the String.
  func bytes(of date: Date) -> DateText.Bytes? {
    guard isShort, let time = time(of: date) else { return nil }
    var text = DateText.Composer()
    write(time) { text.append($0, count: $1) }
    return text.bytes
  }

  private func time(of date: Date) -> DateText.CivilTime? {
    // Rounded like the formatter's.
    let milliseconds = (date.timeIntervalSince1970 * 1000 + 0.5).rounded(.down)
    guard milliseconds.magnitude < 5e14,
      let time = DateText.CivilTime(
        millisecondsSince1970: Int64(milliseconds) + Int64(offset * 1000)),
      Self.years.contains(time.year)
    else { return nil }
    return time
  }

  /// Calls `append` with the pieces of a text: up to eight bytes, the first in the lowest bits.
  @inline(__always)
  private func write(_ time: DateText.CivilTime, _ append: (_ piece: UInt64, _ count: Int) -> Void)
  {
    for piece in pieces {
      let (text, count): (UInt64, Int) =
        switch piece.part {
        case .year: (DateText.fourDigits(time.year), 4)
        case .month: (DateText.twoDigits(time.month), 2)
        case .day: (DateText.twoDigits(time.day), 2)
        case .shortDay where time.day < 10: (DateText.twoDigits(time.day) >> 8, 1)
        case .shortDay: (DateText.twoDigits(time.day), 2)
        case .monthName: (DateText.monthNames[time.month - 1], 3)
        case .weekday: (DateText.weekdayNames[time.weekday], 3)
        case .hour: (DateText.twoDigits(time.hour), 2)
        case .minute: (DateText.twoDigits(time.minute), 2)
        case .second: (DateText.twoDigits(time.second), 2)
        case .millisecond: (DateText.fourDigits(time.nanosecond / 1_000_000) >> 8, 3)
        case .byte(let byte): (UInt64(byte), 1)
        case .offset: (0, 0)
        }
      // A part has at most four bytes.
      append(text | piece.tail &<< UInt64(8 &* count), count &+ piece.tailCount)
    }
  }

  /// Returns the written parts for a time zone that is `offset` seconds ahead of UTC.
  private static func pieces(of parts: [Part], offset: Int) -> [Piece] {
    var pieces: [Piece] = []
    func append(_ byte: UInt8) {
      if let last = pieces.indices.last, pieces[last].append(byte) { return }
      pieces.append(Piece(part: .byte(byte)))
    }
    for part in parts {
      switch part {
      case .byte(let byte): append(byte)
      case .offset(_, let zero?) where offset == 0: append(zero)
      case .offset(let hasColon, _):
        let minutes = abs(offset) / 60
        func appendDigits(_ number: Int) {
          let digits = DateText.twoDigits(number)
          append(UInt8(truncatingIfNeeded: digits))
          append(UInt8(truncatingIfNeeded: digits >> 8))
        }
        append(UInt8(ascii: offset < 0 ? "-" : "+"))
        appendDigits(minutes / 60)
        if hasColon { append(UInt8(ascii: ":")) }
        appendDigits(minutes % 60)
      case .year, .month, .day, .hour, .minute, .second, .millisecond, .shortDay, .monthName,
        .weekday:
        pieces.append(Piece(part: part))
      }
    }
    return pieces
  }

  /// A number of exactly that many digits, or one below any field's range if there are fewer.
  private static func number(
    _ digits: Int, _ bytes: Span<UInt8>, _ position: inout Int
  ) -> Int {
    guard bytes.count - position >= digits else { return -1 }
    var number = 0
    for _ in 0..<digits {
      guard let digit = DateText.digit(bytes[position]) else { return -1 }
      number = number * 10 + digit
      position += 1
    }
    return number
  }

  /// The index of the name of three letters at this place.
  private static func name(
    of names: [UInt64], _ bytes: Span<UInt8>, _ position: inout Int
  ) -> Int? {
    guard bytes.count - position >= 3 else { return nil }
    let letters =
      UInt64(bytes[position]) | UInt64(bytes[position + 1]) << 8
      | UInt64(bytes[position + 2]) << 16
    position += 3
    return names.firstIndex(of: letters)
  }
}

// The letters of formats are those of Unicode's TR 35.
extension FixedDateFormat {
  private static func parts(of format: String) -> [Part]? {
    var parts: [Part] = []
    var fields: Set<Character> = []
    var rest = format[...]
    while let first = rest.first {
      // A field with an offset takes all digits that follow, and so has to be the last.
      guard fields.isDisjoint(with: "ZXx") else { return nil }
      if first == "'" {
        guard let quoted = quotedText(&rest), append(quoted, to: &parts) else { return nil }
      } else if first.isASCII, first.isLetter {
        let run = rest.prefix { $0 == first }
        guard let part = part(of: run), fields.insert(first).inserted else { return nil }
        parts.append(part)
        rest = rest.dropFirst(run.count)
      } else {
        guard append(String(first), to: &parts) else { return nil }
        rest = rest.dropFirst()
      }
    }
    // If the text has an offset, a formatter takes missing parts of the date from another zone.
    let isWholeDate = fields.isSuperset(of: "yMd")
    // The same is true for a weekday, which has to be the date's.
    if fields.isEmpty || !fields.isDisjoint(with: "ZXxE") && !isWholeDate { return nil }
    return areApart(parts) ? parts : nil
  }

  /// Whether numbers without a fixed width, and names, have clear ends: neither a digit nor a
  /// letter precedes or follows them.
  private static func areApart(_ parts: [Part]) -> Bool {
    func isApart(_ other: Part?) -> Bool {
      guard let other else { return true }
      guard case .byte(let byte) = other else { return false }
      return byte < 0x80 && !("A"..."Z").contains(Unicode.Scalar(byte & ~0x20))
    }
    return parts.indices.allSatisfy { index in
      switch parts[index] {
      case .shortDay, .monthName, .weekday:
        isApart(index > 0 ? parts[index - 1] : nil)
          && isApart(index + 1 < parts.count ? parts[index + 1] : nil)
      case .year, .month, .day, .hour, .minute, .second, .millisecond, .byte, .offset: true
      }
    }
  }

  private static func part(of letters: Substring) -> Part? {
    switch letters {
    case "yyyy": .year
    case "MM": .month
    case "MMM": .monthName
    case "dd": .day
    case "d": .shortDay
    case "E", "EE", "EEE": .weekday
    case "HH": .hour
    case "mm": .minute
    case "ss": .second
    case "SSS": .millisecond
    case "Z", "ZZ", "ZZZ", "xx": .offset(hasColon: false, zero: nil)
    case "xxx": .offset(hasColon: true, zero: nil)
    case "XX": .offset(hasColon: false, zero: UInt8(ascii: "Z"))
    case "XXX", "ZZZZZ": .offset(hasColon: true, zero: UInt8(ascii: "Z"))
    default: nil
    }
  }

  /// Takes quoted text, in which two quotes are one, as two of them alone are; nil where a quote is
  /// missing.
  private static func quotedText(_ rest: inout Substring) -> String? {
    rest = rest.dropFirst()
    if rest.first == "'" {
      rest = rest.dropFirst()
      return "'"
    }
    var text = ""
    while let end = rest.firstIndex(of: "'") {
      text += rest[..<end]
      rest = rest[end...].dropFirst()
      guard rest.first == "'" else { return text }
      text.append("'")
      rest = rest.dropFirst()
    }
    return nil
  }

  /// Appends text that stands for itself. A formatter would take digits in it for those of a number,
  /// and passes over some characters that are neither letters nor ASCII.
  private static func append(_ text: String, to parts: inout [Part]) -> Bool {
    for scalar in text.unicodeScalars {
      let stands =
        scalar.isASCII
        ? (0x20..<0x7F).contains(scalar.value) && !("0"..."9").contains(scalar)
        : [.uppercaseLetter, .lowercaseLetter, .otherLetter].contains(
          scalar.properties.generalCategory) && scalar.properties.numericType == nil
      guard stands else { return false }
      parts += String(scalar).utf8.map { .byte($0) }
    }
    return true
  }
}
