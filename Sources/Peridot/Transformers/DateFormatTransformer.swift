import Foundation

/// Text in a format of DateFormatter to Date.
final class DateFormatTransformer: TypedTransformer<String, Date>, @unchecked Sendable {
  private let names: [String]
  private let formats: [DateFormat]

  /// Reads each of the formats, the first that fits, and writes the first.
  ///
  /// - Parameter defaultDate: What the date is taken from where a format says nothing of it.
  init(
    formats: [String], locale: Locale, timeZone: TimeZone, calendar: Calendar, defaultDate: Date?
  ) {
    precondition(
      !formats.isEmpty && formats.allSatisfy { !$0.isEmpty },
      "a date format is empty: write one such as \"yyyy-MM-dd\"")
    names = formats
    self.formats = formats.map { format in
      DateFormat(
        format, locale: locale, timeZone: timeZone, calendar: calendar, defaultDate: defaultDate)
    }
    super.init(from: "a date as text", to: "a Date")
  }

  /// The first format, where that is one of fixed numbers.
  var fixedFormat: FixedDateFormat? { formats[0].fixed }

  override func transformTyped(_ input: String) throws -> Date {
    for format in formats {
      if let date = format.date(from: input) { return date }
    }
    let list = names.map(\.debugDescription).joined(separator: " or ")
    throw TransformerError(.unparsable(expected: "a date in the format \(list)"), input: input)
  }

  override func reverseTyped(_ output: Date) throws -> String {
    let text = output.timeIntervalSince1970.isFinite ? formats[0].text(of: output) : ""
    guard !text.isEmpty else {
      throw TransformerError(.unrepresentable(target: "a date as text"), input: output)
    }
    return text
  }
}
