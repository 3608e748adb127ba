import Foundation

/// Text where a number belongs.
enum Numeral {
  private static let trueWords: Set<String> = ["true", "yes", "y", "t", "on"]
  private static let falseWords: Set<String> = ["false", "no", "n", "f", "off"]
  private static let nullWords: Set<String> = ["null", "nil", "(null)", "<null>"]

  /// Reads text and returns it as a numeral of JSON's grammar, by what the policy allows.
  ///
  /// - Parameter withoutDigits: what text that begins with no number is, where its prefix counts.
  static func read(
    _ reader: inout JSONReader, _ context: ReadingContext, expected: String, isAllowed: Bool,
    withoutDigits: String? = "0"
  ) throws -> String {
    let policy = context.policy
    let start = reader.position
    guard isAllowed, let text = try reader.readStringIfPresent() else {
      throw reader.mismatch(expected)
    }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let word = trimmed.lowercased()
    func failure(_ kind: ConversionError.Kind) -> ConversionError {
      ConversionError(
        kind, at: start, expected: expected, found: reader.describeValue(at: start))
    }
    let plain = policy.numberLocale.map { plainText(trimmed, in: $0) } ?? trimmed
    if let numeral = plain.flatMap(numeral) { return numeral }
    if policy.boolWords, let truth = truth(word) { return truth ? "1" : "0" }
    if policy.nullWords && nullWords.contains(word) || policy.emptyStringIsNull && word.isEmpty {
      throw failure(.nullValue)
    }
    if policy.numericPrefix, let prefix = longestNumeral(in: trimmed) ?? withoutDigits {
      return prefix
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
      return number.end == reader.count
    }
    return isWhole == true ? candidate : nil
  }

  /// Returns the text of a locale with its separators of groups removed and a point before the
  /// fraction; nil when a separator stands in the wrong place.
  private static func plainText(_ text: String, in locale: Locale) -> String? {
    func isSpace(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }
    let decimal = locale.decimalSeparator ?? "."
    let grouping = locale.groupingSeparator ?? ","
    let parts = text.components(separatedBy: decimal)
    guard parts.count <= 2 else { return nil }
    let whole =
      isSpace(grouping)
      ? parts[0].split(separator: /\s/, omittingEmptySubsequences: false).map(String.init)
      : parts[0].components(separatedBy: grouping)
    if let first = whole.first, whole.count > 1 {
      let digits = first.drop { $0 == "-" || $0 == "+" }
      guard (1...3).contains(digits.count), whole.dropFirst().allSatisfy({ $0.count == 3 }) else {
        return nil
      }
    }
    return ([whole.joined()] + parts.dropFirst()).joined(separator: ".")
  }

  /// What C makes of text: the number it begins with.
  private static func longestNumeral(in text: String) -> String? {
    // Only the beginning can be a number; this also bounds the search.
    let start = text.prefix(40)
    for length in stride(from: start.count, to: 0, by: -1) {
      if let numeral = numeral(String(start.prefix(length))) { return numeral }
    }
    return nil
  }
}
