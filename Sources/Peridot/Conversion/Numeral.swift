import Foundation

/// Text where a number belongs.
enum Numeral {
  private static let trueWords: Set<String> = ["true", "yes", "y", "t", "on"]
  private static let falseWords: Set<String> = ["false", "no", "n", "f", "off"]
  private static let nullWords: Set<String> = ["null", "nil", "(null)", "<null>"]

  /// Reads text and returns it as a numeral of JSON's grammar, by what the policy allows.
  static func read(
    _ reader: inout JSONReader, _ context: ReadingContext, expected: String
  ) throws -> String {
    let policy = context.policy
    let start = reader.position
    guard policy.numbersFromStrings, let text = try reader.readStringIfPresent() else {
      throw reader.mismatch(expected)
    }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let word = trimmed.lowercased()
    func failure(_ kind: ConversionError.Kind) -> ConversionError {
      ConversionError(
        kind, at: start, expected: expected, found: reader.describeValue(at: start))
    }
    if let numeral = numeral(trimmed) { return numeral }
    if policy.boolWords, let truth = truth(word) { return truth ? "1" : "0" }
    if policy.nullWords && nullWords.contains(word) || policy.emptyStringIsNull && word.isEmpty {
      throw failure(.nullValue)
    }
    if let locale = policy.numberLocale {
      let formatter = NumberFormatter()
      formatter.locale = locale
      formatter.numberStyle = .decimal
      if let number = formatter.number(from: trimmed) { return number.stringValue }
    }
    if policy.numericPrefix {
      return longestNumeral(in: trimmed)
    }
    throw failure(.typeMismatch)
  }

  /// Returns what a word says of truth; nil for any other.
  static func truth(_ word: String) -> Bool? {
    if trueWords.contains(word) { return true }
    return falseWords.contains(word) ? false : nil
  }

  /// Returns the text as a JSON numeral, without a plus and leading zeros; nil when it is none.
  static func numeral(_ text: String) -> String? {
    var digits = Substring(text)
    var sign = ""
    if digits.hasPrefix("+") || digits.hasPrefix("-") {
      if digits.removeFirst() == "-" { sign = "-" }
    }
    guard let first = digits.utf8.first, (0x30...0x39).contains(first) else { return nil }
    while digits.hasPrefix("0"), let next = digits.utf8.dropFirst().first,
      (0x30...0x39).contains(next)
    {
      digits.removeFirst()
    }
    let candidate = sign + digits
    let isWhole: Bool? = JSONBytes(candidate).withReader { reader in
      guard let number = try? reader.readNumberIfPresent() else { return nil }
      return number.end == reader.source.count
    }
    return isWhole == true ? candidate : nil
  }

  /// What C makes of text: the number it begins with, or zero.
  private static func longestNumeral(in text: String) -> String {
    // Only the beginning can be a number; this also bounds the search.
    let start = text.prefix(40)
    for length in stride(from: start.count, to: 0, by: -1) {
      if let numeral = numeral(String(start.prefix(length))) { return numeral }
    }
    return "0"
  }
}
