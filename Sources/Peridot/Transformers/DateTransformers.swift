import Foundation

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
