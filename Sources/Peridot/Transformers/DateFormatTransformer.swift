import Foundation
import Synchronization

/// Text in a format of DateFormatter to Date.
final class DateFormatTransformer: TypedTransformer<String, Date>, @unchecked Sendable {
  private let formats: [String]

  // A formatter is no value, and Foundation promises its thread safety on some systems only.
  private let formatters: Mutex<[DateFormatter]>

  /// Reads each of the formats, the first that fits, and writes the first.
  ///
  /// - Parameter defaultDate: What the date is taken from where a format says nothing of it.
  init(
    formats: [String], locale: Locale, timeZone: TimeZone, calendar: Calendar, defaultDate: Date?
  ) {
    precondition(
      !formats.isEmpty && formats.allSatisfy { !$0.isEmpty },
      "a date format is empty: write one such as \"yyyy-MM-dd\"")
    self.formats = formats
    formatters = Mutex(
      formats.map { format in
        let formatter = DateFormatter()
        formatter.calendar = calendar
        formatter.locale = locale
        formatter.timeZone = timeZone
        formatter.isLenient = false
        formatter.dateFormat = format
        formatter.defaultDate = defaultDate
        return formatter
      })
    super.init(from: "a date as text", to: "a Date")
  }

  override func transformTyped(_ input: String) throws -> Date {
    let date = formatters.withLock { formatters in
      formatters.lazy.compactMap { $0.date(from: input) }.first
    }
    guard let date else {
      let list = formats.map(\.debugDescription).joined(separator: " or ")
      throw TransformerError(.unparsable(expected: "a date in the format \(list)"), input: input)
    }
    return date
  }

  override func reverseTyped(_ output: Date) throws -> String {
    guard output.timeIntervalSince1970.isFinite else {
      throw TransformerError(.unrepresentable(target: "a date as text"), input: output)
    }
    return formatters.withLock { $0[0].string(from: output) }
  }
}
