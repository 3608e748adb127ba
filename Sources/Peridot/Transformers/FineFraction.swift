import Foundation

/// The fraction of a second in a format with more digits of it than a formatter reads and writes,
/// which are three.
///
/// A formatter gets `format`, which has `mark` in place of the digits.
struct FineFraction {
  /// The format with the mark.
  let format: String
  private let digits: Int

  /// A character for private use, which no format needs.
  private static let mark: Character = "\u{F8FF}"

  /// Nil for a format with three digits or fewer, or with several fractions.
  init?(_ format: String) {
    var (marked, digits, isQuoted) = ("", 0, false)
    var rest = format[...]
    while let first = rest.first {
      let run = rest.prefix { $0 == first && first == "S" && !isQuoted }
      if run.isEmpty {
        if first == "'" { isQuoted.toggle() }
        marked.append(first)
        rest = rest.dropFirst()
      } else {
        guard digits == 0 else { return nil }
        digits = run.count
        marked += "'\(Self.mark)'"
        rest = rest.dropFirst(run.count)
      }
    }
    // A quote beside the mark would become part of its text.
    guard digits > 3, !marked.contains("''") else { return nil }
    self.digits = digits
    self.format = marked
  }

  /// Returns the text of `date`; nil for a date that is too far away.
  ///
  /// - Parameter write: writes a date in the format with the mark.
  func text(of date: Date, _ write: (Date) -> String) -> String? {
    guard abs(date.timeIntervalSinceReferenceDate) < 5e11 else { return nil }
    let instant = DateText.Instant(nearestTo: date, digits: min(digits, 9))
    let text = write(DateText.Instant(seconds: instant.seconds, nanosecond: 0).date)
    guard let place = text.firstIndex(of: Self.mark) else { return nil }
    let nine = String(1_000_000_000 + instant.nanosecond).dropFirst()
    let ascii = nine.prefix(digits) + String(repeating: "0", count: max(0, digits - 9))
    // Some locales have digits of their own.
    let zero = text.lazy.compactMap(Self.zero(ofDigit:)).first ?? "0"
    let number = String(
      String.UnicodeScalarView(
        ascii.unicodeScalars.map {
          Unicode.Scalar($0.value - Unicode.Scalar("0").value + zero.value) ?? $0
        }))
    return text[..<place] + number + text[text.index(after: place)...]
  }

  /// Returns the date that `text` denotes.
  ///
  /// - Parameters:
  ///   - read: reads text in the format with the mark.
  ///   - write: writes a date so. It shows how many numbers stand before the fraction.
  func date(
    from text: String, _ read: (String) -> Date?, writtenBy write: (Date) -> String
  ) -> Date? {
    let sample = write(Date(timeIntervalSinceReferenceDate: 0))
    guard let place = sample.firstIndex(of: Self.mark) else { return nil }
    let (before, after) = (sample[..<place], sample[place...].dropFirst())
    let isJoined = before.last.map(Self.isDigit) ?? false
    let numbers = before.split { !Self.isDigit($0) }.count - (isJoined ? 1 : 0)
    let runs = text.split { !Self.isDigit($0) }
    guard numbers < runs.count else { return nil }
    var run = runs[numbers].dropLast(after.prefix(while: Self.isDigit).count)
    if isJoined {
      guard run.count > digits else { return nil }
      run = run.suffix(digits)
    }
    guard !run.isEmpty,
      let whole = read(text[..<run.startIndex] + String(Self.mark) + text[run.endIndex...])
    else { return nil }
    var instant = DateText.Instant(nearestTo: whole, digits: 0)
    let ascii = run.compactMap { $0.wholeNumberValue.map { UInt8(ascii: "0") + UInt8($0) } }
    instant.nanosecond = DateText.nanosecond(ofFraction: ascii.span)
    return instant.date
  }

  private static func isDigit(_ character: Character) -> Bool {
    zero(ofDigit: character) != nil
  }

  /// Returns the zero beside which a decimal digit stands; nil for other characters.
  private static func zero(ofDigit character: Character) -> Unicode.Scalar? {
    guard let scalar = character.unicodeScalars.first,
      scalar.properties.numericType == .decimal, let value = character.wholeNumberValue
    else { return nil }
    return Unicode.Scalar(scalar.value - UInt32(value))
  }
}
