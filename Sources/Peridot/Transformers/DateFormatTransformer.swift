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
