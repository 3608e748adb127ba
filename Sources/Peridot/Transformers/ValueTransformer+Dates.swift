public import Foundation

extension ValueTransformer {
  /// ISO 8601 text, as RFC 3339 has it, to Date.
  ///
  /// It has a date, `T` or a space, a time with up to 9 digits of a fraction, and `Z` or an offset
  /// (`+08:00`, `+0800` or `+08`). It is written in UTC, with milliseconds if they are not zero. A
  /// leap second is taken as the second after it.
  public static var iso8601Date: ValueTransformer { Shared.iso8601 }

  /// The dates of HTTP, as in `Sun, 06 Nov 1994 08:49:37 GMT`, to Date.
  public static var rfc1123Date: ValueTransformer { Shared.rfc1123 }

  /// The dates of Twitter and Weibo, as in `Wed Sep 16 12:20:09 +0800 2015`, to Date; written in
  /// UTC.
  public static var twitterDate: ValueTransformer { Shared.twitter }

  /// Text in any of the usual shapes to Date; written as ``iso8601Date`` is.
  ///
  /// It reads the three formats above, ISO 8601 without a time or without an offset (which is UTC),
  /// `/Date(1401234567890)/`, and 9 to 13 digits as seconds or, from 1e11 on, milliseconds since
  /// 1970.
  public static var lenientDate: ValueTransformer { Shared.lenient }

  /// A number of seconds since 1970, fractions allowed, to Date.
  ///
  /// Written to the microsecond (to the millisecond before 1938 and after 2064), as an integer if
  /// it is one.
  public static var epochSeconds: ValueTransformer { Shared.epochSeconds }

  /// A number of milliseconds since 1970, fractions allowed, to Date.
  ///
  /// Written to the microsecond (to the millisecond before 1938 and after 2064), as an integer if
  /// it is one.
  public static var epochMilliseconds: ValueTransformer { Shared.epochMilliseconds }

  /// Text in a format of DateFormatter, such as `yyyy-MM-dd HH:mm`, to Date.
  ///
  ///     .date(format: "dd.MM.yyyy")
  ///
  /// Where the format says nothing of the year, the day or another part, `defaultDate` does.
  ///
  /// Make it once and keep it in a constant: a formatter takes long to make.
  public static func date(
    format: String, locale: Locale = Locale(identifier: "en_US_POSIX"), timeZone: TimeZone = .gmt,
    calendar: Calendar = Calendar(identifier: .gregorian), defaultDate: Date? = nil
  ) -> ValueTransformer {
    date(
      oneOf: [format], locale: locale, timeZone: timeZone, calendar: calendar,
      defaultDate: defaultDate)
  }

  /// Text in one of several formats of DateFormatter to Date: the first that fits; written in the
  /// first.
  public static func date(
    oneOf formats: [String], locale: Locale = Locale(identifier: "en_US_POSIX"),
    timeZone: TimeZone = .gmt, calendar: Calendar = Calendar(identifier: .gregorian),
    defaultDate: Date? = nil
  ) -> ValueTransformer {
    DateFormatTransformer(
      formats: formats, locale: locale, timeZone: timeZone, calendar: calendar,
      defaultDate: defaultDate)
  }
}

private enum Shared {
  static let iso8601 = DateTextTransformer(.iso8601)
  static let rfc1123 = DateTextTransformer(.rfc1123)
  static let twitter = DateTextTransformer(.twitter)
  static let lenient = DateTextTransformer(.lenient)
  static let epochSeconds = epoch(unit: "seconds", unitsPerSecond: 1)
  static let epochMilliseconds = epoch(unit: "milliseconds", unitsPerSecond: 1000)

  /// A Date is a Double since 2001, which holds microseconds from 1938 to 2064, and milliseconds up
  /// to the year 9999. Digits beyond are noise, and would make the number a fraction where a whole
  /// one was read.
  private static func epoch(
    unit: String, unitsPerSecond: Double
  ) -> TypedTransformer<Double, Date> {
    let name = "a number of \(unit)"
    return TypedTransformer(
      from: name, to: "a Date",
      forward: { number in
        guard number.isFinite else {
          throw TransformerError(.unparsable(expected: "a Date"), input: number)
        }
        return Date(timeIntervalSince1970: number / unitsPerSecond)
      },
      reverse: { date in
        let seconds = date.timeIntervalSince1970
        guard seconds.isFinite else {
          throw TransformerError(.unrepresentable(target: name), input: date)
        }
        let precision = abs(date.timeIntervalSinceReferenceDate) < 2e9 ? 1_000_000.0 : 1000
        return (seconds * precision).rounded() / (precision / unitsPerSecond)
      },
      boxing: { number in
        if let whole = Int(exactly: number) { return whole }
        return number
      })
  }
}

/// Text in a format of DateFormatter to Date.
final class DateFormatTransformer: TypedTransformer<String, Date>, @unchecked Sendable {
  /// The first format, where that is one of fixed numbers.
  let fixedFormat: FixedDateFormat?

  /// Reads each of the formats, the first that fits, and writes the first.
  ///
  /// - Parameter defaultDate: What the date is taken from where a format says nothing of it.
  init(
    formats names: [String], locale: Locale, timeZone: TimeZone, calendar: Calendar,
    defaultDate: Date?
  ) {
    precondition(
      !names.isEmpty && names.allSatisfy { !$0.isEmpty },
      "a date format is empty: write one such as \"yyyy-MM-dd\"")
    let formats = names.map { format in
      DateFormat(
        format, locale: locale, timeZone: timeZone, calendar: calendar, defaultDate: defaultDate)
    }
    fixedFormat = formats[0].fixed
    super.init(
      from: "a date as text", to: "a Date",
      forward: { text in
        for format in formats {
          if let date = format.date(from: text) { return date }
        }
        let list = names.map(\.debugDescription).joined(separator: " or ")
        throw TransformerError(.unparsable(expected: "a date in the format \(list)"), input: text)
      },
      reverse: { date in
        let text = date.timeIntervalSince1970.isFinite ? formats[0].text(of: date) : ""
        guard !text.isEmpty else {
          throw TransformerError(.unrepresentable(target: "a date as text"), input: date)
        }
        return text
      })
  }
}

/// Text in one of the byte formats to Date.
final class DateTextTransformer: TypedTransformer<String, Date>, DateTextTransforming,
  @unchecked Sendable
{
  let format: DateText.Format

  init(_ format: DateText.Format) {
    self.format = format
    let name =
      switch format {
      case .iso8601, .iso8601AssumingUTC: "an ISO 8601 date"
      case .rfc1123: "an RFC 1123 date"
      case .twitter: "a Twitter date"
      case .lenient, .legacyYYModel, .legacyJSONModel: "a date"
      }
    super.init(
      from: "\(name) as text", to: "a Date",
      forward: { text in
        guard let date = DateText.parse(text, as: format) else {
          throw TransformerError(.unparsable(expected: name), input: text)
        }
        return date
      },
      reverse: { date in
        guard let text = DateText.string(date, as: format) else {
          throw TransformerError(.unrepresentable(target: name), input: date)
        }
        return text
      })
  }
}
