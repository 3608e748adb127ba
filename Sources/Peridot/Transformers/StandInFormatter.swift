#if !canImport(ObjectiveC)
  import Foundation

  /// A formatter for text with characters of several scalars, as "र्च" in a month's name.
  ///
  /// Foundation on Linux ends the process where what a formatter reads ends within one: "6\u{301}" is
  /// enough. So each such character of the locale's names and of the format has a stand-in of one
  /// scalar, in them as in the text; any other is in nothing that a formatter reads.
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
      // There are more scalars for private use than characters in the names of a locale.
      let standIn = Character(Unicode.Scalar(0xE000 + UInt32(standIns.count)) ?? " ")
      standIns[character] = standIn
      return standIn
    }
  }
#endif
