import Foundation

/// A date format of numbers and English names between other characters, such as `yyyy-MM-dd` and
/// `EEE, d MMM yyyy h:mm a`, that needs no formatter.
///
/// It gives DateFormatter's results for the locale en_US_POSIX and the Gregorian calendar if each
/// number has exactly the ASCII digits, and each name the letters, of its written form. A formatter
/// handles everything else, because it also accepts fewer digits, spaces and other separators: nil
/// means no more than that.
struct FixedDateFormat: Sendable {
  enum Part {
    case year
    case number(Field, isPadded: Bool)
    case name(Names)
    /// Digits of a fraction of a second, that many, after the first `start` ones.
    case fraction(start: Int, digits: Int)
    case byte(UInt8)
    /// A time zone's difference to UTC.
    case offset(hasColon: Bool, hasMinutes: Bool = true, zero: UInt8?)
    /// `GMT`
    case zoneName

    /// The largest number of bytes in its written form.
    var count: Int {
      switch self {
      case .year: 4
      case .number: 2
      case .name(let names): names.length
      case .fraction(_, let digits): digits
      case .byte: 1
      case .offset: 6
      case .zoneName: 3
      }
    }

    /// Whether it needs no escape in JSON.
    var isPlain: Bool {
      guard case .byte(let byte) = self else { return true }
      return (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"")
        && byte != UInt8(ascii: "\\")
    }
  }

  enum Field {
    case month, day, hour, hourOfHalfDay, minute, second
  }

  enum Names {
    case months, shortMonths, weekdays, shortWeekdays, halfDays

    var list: [Letters] {
      switch self {
      case .months: Self.monthList
      case .shortMonths: Self.shortMonthList
      case .weekdays: Self.weekdayList
      case .shortWeekdays: Self.shortWeekdayList
      case .halfDays: Self.halfDayList
      }
    }

    /// The largest number of letters in a name.
    var length: Int {
      switch self {
      case .months, .weekdays: 9
      case .shortMonths, .shortWeekdays: 3
      case .halfDays: 2
      }
    }

    private static let monthList = letters(
      "January February March April May June July August September October November December")
    private static let shortMonthList = letters("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec")
    private static let weekdayList = letters(
      "Sunday Monday Tuesday Wednesday Thursday Friday Saturday")
    private static let shortWeekdayList = letters("Sun Mon Tue Wed Thu Fri Sat")
    private static let halfDayList = letters("AM PM")

    private static func letters(_ names: String) -> [Letters] {
      names.split(separator: " ").map { name in
        var letters = Letters()
        for byte in name.utf8 { letters.append(byte) }
        return letters
      }
    }
  }

  /// Up to nine letters: eight of them, the first in the lowest bits, and a ninth.
  struct Letters: Equatable {
    private(set) var first: UInt64 = 0
    private(set) var last: UInt64 = 0
    private(set) var count = 0

    mutating func append(_ byte: UInt8) {
      if count < 8 { first |= UInt64(byte) << UInt64(8 * count) } else { last = UInt64(byte) }
      count += 1
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
  /// The number of a fraction's digits.
  private let fractionDigits: Int
  /// Whether texts have at most 32 bytes, none of which except a slash needs an escape in JSON.
  private let isShort: Bool

  /// Nil for a format with other fields, and for a time zone whose offset changes.
  init?(_ format: String, timeZone: TimeZone) {
    let offset = timeZone.secondsFromGMT()
    // A formatter rounds an offset to minutes.
    guard offset % 60 == 0, timeZone == TimeZone(secondsFromGMT: offset),
      let parts = Self.parts(of: format, offset: offset)
    else { return nil }
    self.offset = offset
    self.parts = parts
    pieces = Self.pieces(of: parts, offset: offset)
    fractionDigits = parts.reduce(0) { digits, part in
      if case .fraction(_, let count) = part { digits + count } else { digits }
    }
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

  /// Returns the date if all of the bytes denote one; nil for text that needs a formatter.
  func date(from bytes: Span<UInt8>) -> Date? {
    var time = DateText.CivilTime(year: 2000, month: 1, day: 1, offset: offset)
    var weekday: Int?
    var halfDay: Int?
    var position = 0
    for part in parts {
      switch part {
      case .year: time.year = Self.number(4, bytes, &position)
      case .number(let field, let isPadded):
        let digits = isPadded ? 2 : Self.digits(bytes, position)
        let number = Self.number(digits, bytes, &position)
        switch field {
        case .month: time.month = number
        case .day: time.day = number
        case .hour, .hourOfHalfDay: time.hour = number
        case .minute: time.minute = number
        case .second: time.second = number
        }
      case .name(let names):
        guard let index = Self.name(of: names, bytes, &position) else { return nil }
        switch names {
        case .months, .shortMonths: time.month = index + 1
        case .weekdays, .shortWeekdays: weekday = index
        case .halfDays: halfDay = index
        }
      case .fraction(let start, let digits):
        let number = Self.number(digits, bytes, &position)
        guard number >= 0 else { return nil }
        time.nanosecond += number * Self.nanoseconds[start + digits]
      case .byte(let byte):
        guard position < bytes.count, bytes[position] == byte else { return nil }
        position += 1
      case .offset:
        time.offset = 0
        guard DateText.readOffset(bytes, &position, &time) else { return nil }
      case .zoneName:
        time.offset = 0
        guard bytes.count - position >= 3, bytes[position] == UInt8(ascii: "G"),
          bytes[position + 1] == UInt8(ascii: "M"), bytes[position + 2] == UInt8(ascii: "T")
        else { return nil }
        position += 3
      }
    }
    if let halfDay {
      guard (1...12).contains(time.hour) else { return nil }
      time.hour = time.hour % 12 + 12 * halfDay
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
    if fractionDigits > 3 { return finerTime(of: date) }
    // Rounded like the formatter's.
    let milliseconds = (date.timeIntervalSince1970 * 1000 + 0.5).rounded(.down)
    guard milliseconds.magnitude < 5e14,
      let time = DateText.CivilTime(
        millisecondsSince1970: Int64(milliseconds) + Int64(offset * 1000)),
      Self.years.contains(time.year)
    else { return nil }
    return time
  }

  private func finerTime(of date: Date) -> DateText.CivilTime? {
    guard abs(date.timeIntervalSinceReferenceDate) < 5e11 else { return nil }
    let instant = DateText.Instant(nearestTo: date, digits: fractionDigits)
    guard
      var time = DateText.CivilTime(secondsSince1970: instant.seconds + Int64(offset)),
      Self.years.contains(time.year)
    else { return nil }
    time.nanosecond = instant.nanosecond
    return time
  }

  /// Calls `append` with the pieces of a text: up to eight bytes, the first in the lowest bits.
  @inline(__always)
  private func write(_ time: DateText.CivilTime, _ append: (_ piece: UInt64, _ count: Int) -> Void)
  {
    for piece in pieces {
      let (text, count): (UInt64, Int)
      switch piece.part {
      case .year: (text, count) = (DateText.fourDigits(time.year), 4)
      case .number(let field, let isPadded):
        let number =
          switch field {
          case .month: time.month
          case .day: time.day
          case .hour: time.hour
          case .hourOfHalfDay: (time.hour + 11) % 12 + 1
          case .minute: time.minute
          case .second: time.second
          }
        let digits = DateText.twoDigits(number)
        (text, count) = isPadded || number > 9 ? (digits, 2) : (digits >> 8, 1)
      case .name(let names):
        let index =
          switch names {
          case .months, .shortMonths: time.month - 1
          case .weekdays, .shortWeekdays: time.weekday
          case .halfDays: time.hour / 12
          }
        let letters = names.list[index]
        if letters.count > 8 {
          append(letters.first, 8)
          (text, count) = (letters.last, 1)
        } else {
          (text, count) = (letters.first, letters.count)
        }
      case .fraction(let start, let digits):
        let all =
          start == 0
          ? DateText.fourDigits(time.nanosecond / 1_000_000) >> 8
          : DateText.fourDigits(time.nanosecond / 100 % 10_000)
            | DateText.twoDigits(time.nanosecond % 100) << 32
        (text, count) = (all & (1 << UInt64(8 * digits) - 1), digits)
      case .byte(let byte): (text, count) = (UInt64(byte), 1)
      case .offset, .zoneName: (text, count) = (0, 0)
      }
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
      case .zoneName: "GMT".utf8.forEach(append)
      case .offset(_, _, let zero?) where offset == 0: append(zero)
      case .offset(let hasColon, let hasMinutes, _):
        let minutes = abs(offset) / 60
        func appendDigits(_ number: Int) {
          let digits = DateText.twoDigits(number)
          append(UInt8(truncatingIfNeeded: digits))
          append(UInt8(truncatingIfNeeded: digits >> 8))
        }
        append(UInt8(ascii: offset < 0 ? "-" : "+"))
        appendDigits(minutes / 60)
        if hasColon { append(UInt8(ascii: ":")) }
        if hasMinutes || minutes % 60 != 0 { appendDigits(minutes % 60) }
      case .fraction(let start, let digits):
        pieces.append(Piece(part: .fraction(start: start, digits: min(digits, 3))))
        if digits > 3 { pieces.append(Piece(part: .fraction(start: 3, digits: digits - 3))) }
      case .year, .number, .name: pieces.append(Piece(part: part))
      }
    }
    return pieces
  }

  /// The nanoseconds of the last digit, by the number of a fraction's digits.
  private static let nanoseconds = [
    0, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1,
  ]

  /// The number of digits of a number without leading zeros: 0 for one with a zero.
  private static func digits(_ bytes: Span<UInt8>, _ position: Int) -> Int {
    guard position + 1 < bytes.count, DateText.digit(bytes[position + 1]) != nil else { return 1 }
    return bytes[position] == UInt8(ascii: "0") ? 0 : 2
  }

  /// A number of exactly that many digits, or one below any field's range if there are fewer.
  private static func number(
    _ digits: Int, _ bytes: Span<UInt8>, _ position: inout Int
  ) -> Int {
    guard digits > 0, bytes.count - position >= digits else { return -1 }
    var number = 0
    for _ in 0..<digits {
      guard let digit = DateText.digit(bytes[position]) else { return -1 }
      number = number * 10 + digit
      position += 1
    }
    return number
  }

  /// The index of the name with the letters at this place.
  private static func name(
    of names: Names, _ bytes: Span<UInt8>, _ position: inout Int
  ) -> Int? {
    var letters = Letters()
    while position < bytes.count, letters.count < 10, isLetter(bytes[position]) {
      letters.append(bytes[position])
      position += 1
    }
    return names.list.firstIndex(of: letters)
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
