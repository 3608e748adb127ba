import Foundation

/// Text in a style of NumberFormatter to a number.
extension TypedTransformer<String, NSNumber> {
  convenience init(style: NumberFormatter.Style, locale: Locale) {
    let formatters = FormatterPool {
      let formatter = NumberFormatter()
      formatter.locale = locale
      formatter.numberStyle = style
      return formatter
    }
    let name = "a number as text"
    let numbers = BoxedReader<NSNumber>()
    self.init(
      from: name, to: "a number",
      forward: { text in
        let number = formatters.use { formatter -> NSNumber? in
          guard let number = formatter.number(from: text) else { return nil }
          return NumberText(text, formatter).isNumber || formatter.string(from: number) == text
            ? number : nil
        }
        guard let number else { throw TransformerError(.unparsable(expected: name), input: text) }
        return number
      },
      reverse: { number in
        let text = formatters.use { $0.string(from: number) }
        guard let text, number.doubleValue.isFinite else {
          throw TransformerError(.unrepresentable(target: name), input: number)
        }
        return text
      },
      // A Bool casts to a number object, but is not a number.
      unboxing: { Bool.unboxed($0, rounding: false) == nil ? numbers.read($0) : nil })
  }
}

/// Text that a NumberFormatter has read a number from, perhaps from its beginning only: "40x" is 40
/// to it.
private struct NumberText {
  private let body: Substring
  private let grouping: String
  private let decimal: String

  init(_ text: String, _ formatter: NumberFormatter) {
    grouping = formatter.groupingSeparator ?? ""
    decimal = formatter.decimalSeparator ?? "."
    var body = text[...]
    let prefixes = [
      formatter.negativePrefix, formatter.positivePrefix, formatter.minusSign, formatter.plusSign,
    ]
    if let prefix = Self.longest(of: prefixes, where: body.hasPrefix) {
      body = body.dropFirst(prefix.count)
    }
    let suffixes = [formatter.negativeSuffix, formatter.positiveSuffix]
    if let suffix = Self.longest(of: suffixes, where: body.hasSuffix) {
      body = body.dropLast(suffix.count)
    }
    self.body = body
  }

  /// Digits with separators, then perhaps an exponent, and nothing else.
  var isNumber: Bool {
    let parts = body.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == "E" || $0 == "e" })
    guard let mantissa = parts.first else { return false }
    let digits = mantissa.replacing(grouping, with: "").split(
      separator: decimal, maxSplits: 1, omittingEmptySubsequences: false)
    guard digits.contains(where: { !$0.isEmpty }), digits.joined().allSatisfy(Self.isDigit) else {
      return false
    }
    guard parts.count == 2 else { return true }
    let exponent = parts[1].drop { $0 == "-" || $0 == "+" }
    return !exponent.isEmpty && exponent.allSatisfy(Self.isDigit)
  }

  private static func longest(of affixes: [String?], where fits: (String) -> Bool) -> String? {
    affixes.compactMap(\.self).filter { !$0.isEmpty && fits($0) }.max { $0.count < $1.count }
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.wholeNumberValue.map { (0...9).contains($0) } ?? false
  }
}
