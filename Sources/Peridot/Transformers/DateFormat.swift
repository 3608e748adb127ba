import Foundation
import Synchronization

/// A format of DateFormatter, for any number of threads.
final class DateFormat: Sendable {
  /// What does without a formatter, where the format is of fixed numbers.
  let fixed: FixedDateFormat?
  private let formatters: FormatterPool<DateFormatter>
  #if !canImport(ObjectiveC)
    private let standIns: FormatterPool<StandInFormatter>
  #endif

  init(
    _ format: String, locale: Locale = Locale(identifier: "en_US_POSIX"),
    timeZone: TimeZone = .gmt, calendar: Calendar = Calendar(identifier: .gregorian),
    defaultDate: Date? = nil
  ) {
    let isPlain =
      locale.identifier == "en_US_POSIX" && calendar.identifier == .gregorian && defaultDate == nil
    fixed = isPlain ? FixedDateFormat(format, timeZone: timeZone) : nil
    let make = { @Sendable in
      let formatter = DateFormatter()
      formatter.calendar = calendar
      formatter.locale = locale
      formatter.timeZone = timeZone
      formatter.isLenient = false
      formatter.dateFormat = format
      formatter.defaultDate = defaultDate
      return formatter
    }
    formatters = FormatterPool(make)
    #if !canImport(ObjectiveC)
      standIns = FormatterPool { StandInFormatter(make()) }
    #endif
  }

  func date(from text: String) -> Date? {
    if let date = fixed?.date(from: text) { return date }
    #if !canImport(ObjectiveC)
      if text.contains(where: StandInFormatter.replaces) {
        return standIns.use { $0.date(from: text) }
      }
    #endif
    return formatters.use { $0.date(from: text) }
  }

  /// Returns the date's text, which is empty for one that is too far away.
  func text(of date: Date) -> String {
    fixed?.text(of: date) ?? formatters.use { $0.string(from: date) }
  }
}

/// The date formats that policies name, kept while they are few.
enum DateFormats {
  private static let formats = Mutex<[String: DateFormat]>([:])

  static func date(from text: String, _ format: String) -> Date? {
    self.format(format).date(from: text)
  }

  static func text(of date: Date, _ format: String) -> String {
    self.format(format).text(of: date)
  }

  private static func format(_ text: String) -> DateFormat {
    formats.withLock { formats in
      if let format = formats[text] { return format }
      let format = DateFormat(text)
      if formats.count == 64 { formats = [:] }
      formats[text] = format
      return format
    }
  }
}

/// Formatters that are alike: one for each thread that asks at the same time.
///
/// A formatter is an object, and Foundation promises its thread safety on some systems only. So a
/// thread takes one out of the pool, works with it, and puts it back: nobody waits while it works.
final class FormatterPool<Formatter>: Sendable {
  private let idle = Mutex<[Idle]>([])
  private let make: @Sendable () -> Formatter

  private struct Idle: @unchecked Sendable {
    // Sendable: a formatter is idle, or else in the hands of the one thread that took it out.
    let formatter: Formatter
  }

  init(_ make: @escaping @Sendable () -> Formatter) {
    self.make = make
  }

  func use<Result>(_ body: (Formatter) throws -> Result) rethrows -> Result {
    let taken = idle.withLock { $0.popLast() } ?? Idle(formatter: make())
    defer {
      // There are no more than once worked at the same time.
      idle.withLock { $0.append(taken) }
    }
    return try body(taken.formatter)
  }
}
