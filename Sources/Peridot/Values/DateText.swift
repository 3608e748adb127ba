import Foundation

/// Dates in the web's text formats, parsed from (in the room of the transformers) and written to
/// bytes.
///
/// The calendar is the proleptic Gregorian one, years 0000 to 9999. Every field is checked: month
/// 13 or 30 February is not a date. A weekday's name has to be one, but not the right one.
enum DateText {
  enum Format {
    /// RFC 3339, and ISO 8601's offsets without a colon or minutes: `2014-05-06T07:08:09.123Z`.
    case iso8601

    /// RFC 3339, written to the millisecond.
    case iso8601Milliseconds

    /// RFC 3339 too, but text without an offset, or a date without a time, is in UTC.
    case iso8601AssumingUTC

    /// HTTP dates: `Sun, 06 Nov 1994 08:49:37 GMT`.
    case rfc1123

    /// Twitter and Weibo dates: `Wed Sep 16 12:20:09 +0800 2015`.
    case twitter

    /// All of these, ISO 8601 without seconds or with a space before the offset,
    /// `/Date(1401234567890+0800)/`, and 9 or more digits as a number since 1970, whose unit depends
    /// on its magnitude. Written as `iso8601`.
    case lenient

    /// YYModel's forms: those of `iso8601AssumingUTC` with three digits of a fraction or none, and
    /// `twitter`.
    case legacyYYModel

    /// JSONModel's form: `iso8601` with a `T` and without a fraction.
    case legacyJSONModel
  }

  /// Returns the date in words, for messages and descriptions.
  static func words(for date: Date) -> String {
    string(date, as: .iso8601) ?? "\(date.timeIntervalSince1970) seconds since 1970"
  }

  /// Returns the date's text; nil outside of the years 0000 to 9999.
  static func string(_ date: Date, as format: Format) -> String? {
    guard let bytes = bytes(date, as: format) else { return nil }
    let text = (0..<bytes.count).map { index in
      UInt8(truncatingIfNeeded: bytes.words[index / 8] >> UInt64(index % 8 * 8))
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension DateText {
  /// A date's text: ASCII, eight bytes per word, the first byte in the lowest bits.
  ///
  /// Every format has its fields at fixed places, so that shifts compose a word.
  struct Bytes {
    let words: SIMD4<UInt64>
    let count: Int
  }

  /// Composes a date's text of pieces whose places vary.
  struct Composer {
    private var words = SIMD4<UInt64>.zero
    /// The word being filled. A separate variable, because an element of a vector takes a store and
    /// a load.
    private var word: UInt64 = 0
    private var count = 0

    /// Adds up to eight bytes; the caller makes sure that they fit.
    @inline(__always)
    mutating func append(_ piece: UInt64, count length: Int) {
      let (index, shift) = (count >> 3, UInt64(truncatingIfNeeded: (count & 7) &* 8))
      word |= piece &<< shift
      count &+= length
      if count >> 3 != index {
        words[index] = word
        word = shift == 0 ? 0 : piece &>> (64 &- shift)
      }
    }

    var bytes: Bytes {
      var words = words
      if count & 7 != 0 { words[count >> 3] = word }
      return Bytes(words: words, count: count)
    }
  }

  /// Returns the date's text in UTC; nil if it has none.
  ///
  /// A date has no text if it is not finite or outside of the years 0000 to 9999. Only ISO 8601
  /// shows a fraction, and only if it is not zero: three digits, or the least of six to nine that
  /// read back as the same date. All other formats round the time to milliseconds.
  static func bytes(_ date: Date, as format: Format) -> Bytes? {
    // Twice the range of a Date that can be written, so that the conversions can't fail.
    guard abs(date.timeIntervalSinceReferenceDate) < 5e11 else { return nil }
    switch format {
    case .iso8601, .iso8601AssumingUTC, .lenient:
      if let seconds = date.wholeSeconds {
        return CivilTime(secondsSince1970: seconds).map(iso8601)
      }
      if let milliseconds = date.wholeMilliseconds {
        return CivilTime(millisecondsSince1970: milliseconds).map(iso8601)
      }
      return iso8601(finerThanMilliseconds: date)
    case .iso8601Milliseconds, .legacyYYModel, .legacyJSONModel:
      return CivilTime(millisecondsSince1970: date.nearestMilliseconds).map(iso8601)
    case .rfc1123:
      return CivilTime(millisecondsSince1970: date.nearestMilliseconds).map(rfc1123)
    case .twitter:
      return CivilTime(millisecondsSince1970: date.nearestMilliseconds).map(twitter)
    }
  }

  /// `2014-05-06T07:08:09.1234567Z`
  @inline(never)
  private static func iso8601(finerThanMilliseconds date: Date) -> Bytes? {
    let (instant, digits) = Instant.readingBack(as: date)
    guard let time = CivilTime(secondsSince1970: instant.seconds) else { return nil }
    let text = iso8601(time)
    // The fraction begins where the text without one has its Z.
    let first = fourDigits(instant.nanosecond / 100_000)
    let rest = instant.nanosecond % 100_000
    let ending = UInt64(truncatingIfNeeded: (digits - 4) * 8)
    let last =
      (fourDigits(rest / 10) | digit(rest % 10) << 32) & (1 << ending - 1) | ascii("Z") << ending
    var words = text.words
    words[2] = words[2] & 0xFF_FFFF | ascii(".") << 24 | first << 32
    words[3] = last
    return Bytes(words: words, count: 21 + digits)
  }

  /// `2014-05-06T07:08:09.123Z`
  private static func iso8601(_ time: CivilTime) -> Bytes {
    let date =
      fourDigits(time.year) | ascii("-") << 32 | twoDigits(time.month) << 40
      | ascii("-") << 56
    let middle =
      twoDigits(time.day) | ascii("T") << 16 | twoDigits(time.hour) << 24
      | ascii(":") << 40 | twoDigits(time.minute) << 48
    let second = ascii(":") | twoDigits(time.second) << 8
    let millisecond = time.nanosecond / 1_000_000
    guard millisecond != 0 else {
      return Bytes(words: [date, middle, second | ascii("Z") << 24, 0], count: 20)
    }
    let fraction = ascii(".") | digit(millisecond / 100) << 8 | twoDigits(millisecond % 100) << 16
    return Bytes(
      words: [date, middle, second | fraction << 24 | ascii("Z") << 56, 0], count: 24)
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`
  private static func rfc1123(_ time: CivilTime) -> Bytes {
    let day =
      weekdayNames[time.weekday] | ascii(",") << 24 | ascii(" ") << 32
      | twoDigits(time.day) << 40 | ascii(" ") << 56
    let year = monthNames[time.month - 1] | ascii(" ") << 24 | fourDigits(time.year) << 32
    let clock = clock(time)
    // The last word is " GMT".
    return Bytes(
      words: [day, year, ascii(" ") | clock.first << 8, clock.last | 0x54_4D47_20 << 8],
      count: 29)
  }

  /// `Wed Sep 16 12:20:09 +0000 2015`
  private static func twitter(_ time: CivilTime) -> Bytes {
    let day =
      weekdayNames[time.weekday] | ascii(" ") << 24 | monthNames[time.month - 1] << 32
      | ascii(" ") << 56
    let hour =
      twoDigits(time.day) | ascii(" ") << 16 | twoDigits(time.hour) << 24
      | ascii(":") << 40 | twoDigits(time.minute) << 48
    // " +000", and one more zero.
    let second = ascii(":") | twoDigits(time.second) << 8 | 0x3030_302B_20 << 24
    let year = ascii("0") | ascii(" ") << 8 | fourDigits(time.year) << 16
    return Bytes(words: [day, hour, second, year], count: 30)
  }

  static let monthNames = words(of: "JanFebMarAprMayJunJulAugSepOctNovDec")
  static let weekdayNames = words(of: "SunMonTueWedThuFriSat")

  /// The names of three letters, the first letter in the lowest bits.
  private static func words(of names: String) -> [UInt64] {
    let letters = Array(names.utf8)
    return stride(from: 0, to: letters.count, by: 3).map { first in
      UInt64(letters[first]) | UInt64(letters[first + 1]) << 8 | UInt64(letters[first + 2]) << 16
    }
  }

  /// `07:08:0` and `9`.
  private static func clock(_ time: CivilTime) -> (first: UInt64, last: UInt64) {
    let second = twoDigits(time.second)
    let first =
      twoDigits(time.hour) | ascii(":") << 16 | twoDigits(time.minute) << 24
      | ascii(":") << 40 | (second & 0xFF) << 48
    return (first, second >> 8)
  }

  static func fourDigits(_ number: Int) -> UInt64 {
    twoDigits(number / 100) | twoDigits(number % 100) << 16
  }

  static func twoDigits(_ number: Int) -> UInt64 {
    digit(number / 10) | digit(number % 10) << 8
  }

  private static func digit(_ number: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: number) &+ 0x30
  }

  @inline(__always)
  private static func ascii(_ character: Unicode.Scalar) -> UInt64 {
    UInt64(UInt8(ascii: character))
  }
}
