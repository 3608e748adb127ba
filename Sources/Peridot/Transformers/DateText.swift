import Foundation

/// Dates as text in the formats of the web, parsed from and written to bytes.
///
/// The calendar is the proleptic Gregorian one, years 0000 to 9999. Every field is checked: month
/// 13 or 30 February is not a date. A weekday's name must be one, but need not be the right one.
enum DateText {
  enum Format {
    /// RFC 3339, and ISO 8601's offsets without a colon or minutes: `2014-05-06T07:08:09.123Z`.
    case iso8601

    /// The same, where text without an offset, and a date without a time, are in UTC.
    case iso8601AssumingUTC

    /// The dates of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`.
    case rfc1123

    /// The dates of Twitter and Weibo: `Wed Sep 16 12:20:09 +0800 2015`.
    case twitter

    /// All of these, `/Date(1401234567890+0800)/`, and 9 to 13 digits as seconds or milliseconds
    /// since 1970.
    ///
    /// From a magnitude of 1e11 on digits are milliseconds. Written as `iso8601`.
    case lenient

    /// The forms that YYModel reads: those of `iso8601AssumingUTC` with three digits of a fraction
    /// or none, and `twitter`.
    case legacyYYModel

    /// The form that JSONModel reads: `iso8601` with a `T` and without a fraction.
    case legacyJSONModel
  }

  /// Returns the date that the whole text writes, or nil.
  static func parse(_ text: String, as format: Format) -> Date? {
    // The bytes of a String can be seen as a Span from macOS 26 on only.
    #if canImport(ObjectiveC)
      parse(Array(text.utf8).span, as: format)
    #else
      parse(text.utf8.span, as: format)
    #endif
  }

  /// Returns the date's text, or nil outside of the years 0000 to 9999.
  static func string(_ date: Date, as format: Format) -> String? {
    guard let bytes = bytes(date, as: format) else { return nil }
    let text = (0..<bytes.count).map { index in
      UInt8(truncatingIfNeeded: bytes.words[index / 8] >> UInt64(index % 8 * 8))
    }
    return String(decoding: text, as: UTF8.self)
  }
}
