import Foundation
import Synchronization

/// A DateFormatter format that any number of threads can use.
final class DateFormat: Sendable {
  /// Reads and writes without a formatter; nil if the format needs one.
  let fixed: FixedDateFormat?
  /// The digits that a formatter would lose.
  private let fraction: FineFraction?
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
    let fraction = fixed == nil ? FineFraction(format) : nil
    self.fraction = fraction
    let make = { @Sendable in
      let formatter = DateFormatter()
      formatter.calendar = calendar
      formatter.locale = locale
      formatter.timeZone = timeZone
      formatter.isLenient = false
      formatter.dateFormat = fraction?.format ?? format
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
    guard let fraction else { return read(text) }
    return fraction.date(from: text, read, writtenBy: write)
  }

  private func read(_ text: String) -> Date? {
    #if !canImport(ObjectiveC)
      if text.contains(where: StandInFormatter.replaces) {
        return standIns.use { $0.date(from: text) }
      }
    #endif
    return formatters.use { $0.date(from: text) }
  }

  /// Returns the date's text; empty for a date out of range.
  func text(of date: Date) -> String {
    if let text = fixed?.text(of: date) { return text }
    guard let fraction else { return write(date) }
    return fraction.text(of: date, write) ?? ""
  }

  private func write(_ date: Date) -> String {
    formatters.use { $0.string(from: date) }
  }
}

extension DateFormat {
  /// The date formats that policies name, kept while they are few.
  enum Known {
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
}

/// Formatters of one kind, one for each thread that uses them at the same time.
///
/// A formatter is an object, and only some systems promise its thread safety. So a thread takes one
/// out of the pool, uses it, and puts it back, and no thread waits.
final class FormatterPool<Formatter>: Sendable {
  private let idle = Mutex<[Idle]>([])
  private let make: @Sendable () -> Formatter

  private struct Idle: @unchecked Sendable {
    // Sendable: a formatter is idle, or belongs to the one thread that took it out.
    let formatter: Formatter
  }

  init(_ make: @escaping @Sendable () -> Formatter) {
    self.make = make
  }

  func use<Result>(_ body: (Formatter) throws -> Result) rethrows -> Result {
    let taken = idle.withLock { $0.popLast() } ?? Idle(formatter: make())
    defer {
      // The pool grows to the number of formatters in use at one time.
      idle.withLock { $0.append(taken) }
    }
    return try body(taken.formatter)
  }
}

#if !canImport(ObjectiveC)
  import Foundation

  /// A formatter for text with characters of several scalars, such as "र्च" in a month's name.
  ///
  /// Foundation on Linux ends the process if a formatter stops reading within such a character;
  /// "6\u{301}" is enough. So each such character of the locale's names and of the format has a
  /// stand-in of one scalar, in them and in the text. No formatter reads any others.
  final class StandInFormatter {
    private let formatter: DateFormatter
    private var standIns: [Character: Character] = ["\r\n": "\n"]

    static func replaces(_ character: Character) -> Bool {
      character.unicodeScalars.count > 1
    }

    init(_ formatter: DateFormatter) {
      self.formatter = formatter
      formatter.monthSymbols = replaced(formatter.monthSymbols)
      formatter.shortMonthSymbols = replaced(formatter.shortMonthSymbols)
      formatter.standaloneMonthSymbols = replaced(formatter.standaloneMonthSymbols)
      formatter.shortStandaloneMonthSymbols = replaced(formatter.shortStandaloneMonthSymbols)
      formatter.weekdaySymbols = replaced(formatter.weekdaySymbols)
      formatter.shortWeekdaySymbols = replaced(formatter.shortWeekdaySymbols)
      formatter.standaloneWeekdaySymbols = replaced(formatter.standaloneWeekdaySymbols)
      formatter.shortStandaloneWeekdaySymbols = replaced(formatter.shortStandaloneWeekdaySymbols)
      formatter.quarterSymbols = replaced(formatter.quarterSymbols)
      formatter.shortQuarterSymbols = replaced(formatter.shortQuarterSymbols)
      formatter.eraSymbols = replaced(formatter.eraSymbols)
      formatter.longEraSymbols = replaced(formatter.longEraSymbols)
      formatter.amSymbol = replaced(formatter.amSymbol)
      formatter.pmSymbol = replaced(formatter.pmSymbol)
      formatter.dateFormat = formatter.dateFormat.map(replaced)
    }

    func date(from text: String) -> Date? {
      let text = String(text.map { standIns[$0] ?? $0 })
      return text.contains(where: Self.replaces) ? nil : formatter.date(from: text)
    }

    private func replaced(_ names: [String]) -> [String] {
      names.map(replaced)
    }

    private func replaced(_ name: String) -> String {
      String(name.map(standIn))
    }

    private func standIn(_ character: Character) -> Character {
      guard Self.replaces(character) else { return character }
      if let standIn = standIns[character] { return standIn }
      // There are more scalars for private use than characters in a locale's names.
      let standIn = Character(Unicode.Scalar(0xE000 + UInt32(standIns.count)) ?? " ")
      standIns[character] = standIn
      return standIn
    }
  }
#endif
