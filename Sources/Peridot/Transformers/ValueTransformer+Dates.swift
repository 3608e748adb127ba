public import Foundation

extension ValueTransformer {
  /// ISO 8601 text in the form of RFC 3339 to Date.
  ///
  /// The text has a date, `T` or a space, a time with or without a fraction, and `Z` or an offset
  /// (`+08:00`, `+0800` or `+08`). A leap second becomes the second after it.
  ///
  /// It is written in UTC, with the digits that read back as the same date: no fraction, three
  /// digits, or six to nine. `Date()` has seven; ``iso8601Milliseconds`` writes three.
  public static var iso8601Date: ValueTransformer { Shared.iso8601 }

  /// ISO 8601 text to Date, as ``iso8601Date`` reads it, written to the millisecond: with three
  /// digits of a fraction, or without one if they are zero.
  public static var iso8601Milliseconds: ValueTransformer { Shared.iso8601Milliseconds }

  /// HTTP dates, such as `Sun, 06 Nov 1994 08:49:37 GMT`, to Date.
  public static var rfc1123Date: ValueTransformer { Shared.rfc1123 }

  /// Twitter and Weibo dates, such as `Wed Sep 16 12:20:09 +0800 2015`, to Date. They are written
  /// in UTC.
  public static var twitterDate: ValueTransformer { Shared.twitter }

  /// A number, or text in any of the usual forms, to Date. It is written in the form of
  /// ``iso8601Date``.
  ///
  /// The transformer reads the three formats above, ISO 8601 without a time, without seconds, without
  /// an offset (then in UTC) or with a space before it, `/Date(1401234567890)/`, and numbers since
  /// 1970, as text with 9 digits or more. Numbers are seconds, from 1e11 on milliseconds, from 1e14
  /// on microseconds, and from 1e17 on nanoseconds.
  public static var lenientDate: ValueTransformer { Shared.lenient }

  /// A number of seconds since 1970, with or without a fraction, to Date.
  ///
  /// It is written to the microsecond (to the millisecond before 1938 and after 2064), as an
  /// integer if possible.
  public static var epochSeconds: ValueTransformer { Shared.epochSeconds }

  /// A number of milliseconds since 1970, with or without a fraction, to Date.
  ///
  /// It is written to the microsecond (to the millisecond before 1938 and after 2064), as an
  /// integer if possible.
  public static var epochMilliseconds: ValueTransformer { Shared.epochMilliseconds }

  /// A number of microseconds since 1970 to Date, as ``epochMilliseconds``.
  public static var epochMicroseconds: ValueTransformer { Shared.epochMicroseconds }

  /// A whole number of nanoseconds since 1970 to Date, which holds one in about a hundred of them.
  ///
  /// It is written with the least digits that read back as the same date.
  public static var epochNanoseconds: ValueTransformer { Shared.epochNanoseconds }

  /// A number of seconds since 2001, as Date's own coding has it, to Date; all digits are written.
  public static var secondsSince2001: ValueTransformer { Shared.secondsSince2001 }

  /// Text in a format of DateFormatter, such as `yyyy-MM-dd HH:mm`, to Date. A whole number is read
  /// by its digits: 20140506 in the format `yyyyMMdd`.
  ///
  ///     .date(format: "dd.MM.yyyy")
  ///
  /// A fraction has as many digits as the format has an `S`, if the locale is `en_US_POSIX`, the
  /// calendar Gregorian and the time zone's offset constant, as by default; otherwise DateFormatter
  /// reads and writes milliseconds.
  ///
  /// `defaultDate` supplies parts that the format doesn't have, such as the year or the day.
  ///
  /// Keep the transformer in a constant, because making a formatter takes long.
  public static func date(
    format: String, locale: Locale = Locale(identifier: "en_US_POSIX"), timeZone: TimeZone = .gmt,
    calendar: Calendar = Calendar(identifier: .gregorian), defaultDate: Date? = nil
  ) -> ValueTransformer {
    date(
      oneOf: [format], locale: locale, timeZone: timeZone, calendar: calendar,
      defaultDate: defaultDate)
  }

  /// Text in one of several formats of DateFormatter to Date. Reading uses the first format that
  /// fits, writing the first one.
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
  static let iso8601Milliseconds = DateTextTransformer(.iso8601Milliseconds)
  static let rfc1123 = DateTextTransformer(.rfc1123)
  static let twitter = DateTextTransformer(.twitter)
  static let lenient = DateTextTransformer(.lenient)
  static let epochSeconds = epoch(unit: "seconds", unitsPerSecond: 1)
  static let epochMilliseconds = epoch(unit: "milliseconds", unitsPerSecond: 1000)
  static let epochMicroseconds = epoch(unit: "microseconds", unitsPerSecond: 1_000_000)
  static let epochNanoseconds = TypedTransformer<Int64, Date>(
    from: "a number of nanoseconds", to: "a Date",
    forward: { Date(nanosecondsSince1970: $0) },
    reverse: { date in
      if let count = date.nanosecondsSince1970 { return count }
      throw TransformerError(.unrepresentable(target: "a number of nanoseconds"), input: date)
    })
  static let secondsSince2001 = TypedTransformer<Double, Date>(
    from: "a number of seconds", to: "a Date",
    forward: { Date(timeIntervalSinceReferenceDate: $0) },
    reverse: { date in
      let seconds = date.timeIntervalSinceReferenceDate
      if seconds.isFinite { return seconds }
      throw TransformerError(.unrepresentable(target: "a number of seconds"), input: date)
    })

  /// A Date is a Double since 2001, which holds microseconds from 1938 to 2064, and milliseconds up
  /// to the year 9999. Further digits are noise, and would turn an integer into a fraction.
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
  let names: [String]
  /// The first format, if it is a fixed one.
  let fixedFormat: FixedDateFormat?

  /// Reads the first format that fits, and writes the first one.
  ///
  /// - Parameter defaultDate: The source of parts that a format doesn't have.
  init(
    formats names: [String], locale: Locale, timeZone: TimeZone, calendar: Calendar,
    defaultDate: Date?
  ) {
    let names = names.isEmpty ? [""] : names
    let isSound = !names.contains("")
    let formats = names.map { format in
      DateFormat(
        format, locale: locale, timeZone: timeZone, calendar: calendar, defaultDate: defaultDate)
    }
    self.names = names
    fixedFormat = formats[0].fixed
    super.init(
      from: "a date as text", to: "a Date",
      forward: { text in
        for format in formats where isSound {
          if let date = format.date(from: text) { return date }
        }
        let list = names.map(\.debugDescription).joined(separator: " or ")
        throw TransformerError(.unparsable(expected: "a date in the format \(list)"), input: text)
      },
      reverse: { date in
        let text =
          isSound && date.timeIntervalSince1970.isFinite ? formats[0].text(of: date) : ""
        guard !text.isEmpty else {
          throw TransformerError(.unrepresentable(target: "a date as text"), input: date)
        }
        return text
      })
  }

  override var ownMistake: String? {
    names.contains("")
      ? "its transformer has an empty date format: write one such as \"yyyy-MM-dd\"" : nil
  }

  override func transform(_ value: Any?) throws -> Any? {
    let number = value.map { Boxed($0) }.flatMap { $0.isNumber ? $0.exactly(Int64.self) : nil }
    return try super.transform(number.map(String.init) ?? value)
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
      case .iso8601, .iso8601Milliseconds, .iso8601AssumingUTC: "an ISO 8601 date"
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

  override func transform(_ value: Any?) throws -> Any? {
    guard format == .lenient, let value, case let number = Boxed(value), number.isNumber,
      let date = number.exactly(Double.self).flatMap({ DateText.epoch($0) }),
      DateText.string(date, as: format) != nil
    else { return try super.transform(value) }
    return date
  }
}
