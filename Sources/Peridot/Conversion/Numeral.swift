import Foundation

/// Text instead of a number.
struct Numeral {
  /// The number in JSON's grammar.
  let text: String
  /// The issue to report after the number is used: the text is more than the number.
  var repair: ConversionError?

  /// The nearest Double; infinity if it is too large, and NaN with its sign if only zero is near it.
  var double: Double { Double(nearestTo: text) }

  /// The expected kind of number, if only the text's beginning counts.
  enum Target {
    case integer, floatingPoint
    /// For NSDecimalNumber: text without digits is not a number; for the others it is 0.
    case decimal
  }

  private static let nullWords: Set<String> = ["null", "nil", "(null)", "<null>"]

  /// Returns whether text, trimmed and in lower case, is a word for null.
  static func isNullWord(_ word: String) -> Bool { nullWords.contains(word) }

  /// Reads text as a number, as the policy allows.
  ///
  /// - Parameter type: The type to read.
  static func read(
    from reader: inout JSONReader, in context: ReadingContext, expected: ErrorPhrase,
    isAllowed: Bool,
    for target: Target, of type: Any.Type
  ) throws -> Numeral {
    let policy = context.policy
    let start = reader.position
    guard let text = try reader.readStringIfPresent() else {
      throw reader.mismatch(expected, of: type)
    }
    let trimmed = text.trimmed
    func failure(_ kind: ConversionError.Kind) -> ConversionError {
      ConversionError(
        kind, at: start, expected: expected, found: reader.describeValue(at: start), of: type)
    }
    let plain = policy.numberLocale.map { plainText(trimmed, in: $0) } ?? trimmed
    let isAsInC =
      policy.acceptsNumericPrefixes && policy.legacyRules[.readsIntegersAsInC]
      && target == .integer
    if isAllowed || policy.acceptsNumericPrefixes, let plain, let scan = Scan(plain), scan.isWhole,
      !isAsInC || scan.isPlainInteger || plain.contains(".")
    {
      return Numeral(text: scan.numeral)
    }
    // A Bool has a rule of its own for words.
    if policy.acceptsBoolWordsAsNumbers, type != Bool.self, let truth = policy.truth(text) {
      return Numeral(text: truth ? "1" : "0")
    }
    let word = trimmed.lowercased()
    if policy.acceptsNullWords && isNullWord(word) || policy.emptyStringIsNull && word.isEmpty {
      throw failure(.nullValue)
    }
    if policy.acceptsNumericPrefixes,
      let prefix = prefix(of: plain ?? trimmed, for: target, isAsInC: isAsInC)
    {
      return Numeral(text: prefix, repair: failure(.typeMismatch))
    }
    throw failure(
      target == .decimal && isAllowed && policy.unreadableText == .makeNil
        ? .unreadable : .typeMismatch)
  }

  /// The number at the text's beginning.
  private static func prefix(of text: String, for target: Target, isAsInC: Bool) -> String? {
    let scan = Scan(text)
    if isAsInC, !text.contains(".") { return scan?.clampedInteger ?? "0" }
    return scan?.numeral ?? (target == .decimal ? nil : "0")
  }

  /// Returns a locale's text without its group separators and with a point before the fraction; nil
  /// if a separator is in a wrong place.
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
}

extension Double {
  /// Creates the Double nearest to a number in JSON's grammar; infinity if it is too large, and NaN
  /// with its sign if it isn't zero and only zero is near it.
  init(nearestTo numeral: String) {
    let value = Double(numeral) ?? .nan
    let digits = numeral.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let isTooSmall =
      value == 0 && digits.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    self = isTooSmall ? Double(signOf: value, magnitudeOf: .nan) : value
  }
}

extension ConversionPolicy {
  private static let trueWords: Set<String> = ["true", "yes", "y", "t", "on"]
  private static let falseWords: Set<String> = ["false", "no", "n", "f", "off"]

  /// Returns a word's truth value; nil for other words.
  func truth(_ text: String) -> Bool? {
    switch boolWordSet {
    case .all:
      let word = text.trimmed.lowercased()
      if Self.trueWords.contains(word) { return true }
      return Self.falseWords.contains(word) ? false : nil
    case .legacyYYModel:
      for (word, truth) in [("true", true), ("yes", true), ("false", false), ("no", false)]
      where text == word || text == word.uppercased() || text == word.capitalized {
        return truth
      }
      return nil
    case .legacyJSONModel:
      let rest = text.drop(while: \.isWhitespace)
      let digits = (rest.first == "+" || rest.first == "-" ? rest.dropFirst() : rest)
        .drop { $0 == "0" }
      return digits.first.map { "YyTt123456789".contains($0) } ?? false
    }
  }
}

extension Numeral {
  /// The number at a text's beginning: a sign, digits with an optional point, and an exponent.
  struct Scan {
    /// The number in JSON's grammar.
    let numeral: String
    /// The sign and the digits before the point, without leading zeros.
    private let integer: String
    let isWhole: Bool

    /// Nil if the text doesn't begin with a number.
    init?(_ text: String) {
      let bytes = Array(text.utf8)
      var position = 0
      func digits() -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        return bytes[start..<position]
      }

      var sign = ""
      if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
        if first == UInt8(ascii: "-") { sign = "-" }
        position = 1
      }
      let whole = digits()
      var end = position
      var fraction: ArraySlice<UInt8> = []
      if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
        position += 1
        fraction = digits()
        if !whole.isEmpty || !fraction.isEmpty { end = position }
      }
      if whole.isEmpty, fraction.isEmpty { return nil }
      position = end
      var exponent = ""
      if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
        position += 1
        var mark = "e"
        if position < bytes.count, [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(bytes[position])
        {
          if bytes[position] == UInt8(ascii: "-") { mark = "e-" }
          position += 1
        }
        let power = digits()
        if !power.isEmpty {
          exponent = mark + String(decoding: power, as: UTF8.self)
          end = position
        }
      }
      let significant = whole.drop { $0 == UInt8(ascii: "0") }
      integer = sign + (significant.isEmpty ? "0" : String(decoding: significant, as: UTF8.self))
      let point = fraction.isEmpty ? "" : "." + String(decoding: fraction, as: UTF8.self)
      numeral = integer + point + exponent
      isWhole = end == bytes.count
    }

    /// The digits before the point as C reads them, within the range of `Int64`.
    var clampedInteger: String {
      if Int64(integer) != nil { return integer }
      return integer.hasPrefix("-") ? "\(Int64.min)" : "\(Int64.max)"
    }

    /// Whether C reads the whole number as an integer.
    var isPlainInteger: Bool { numeral == integer && Int64(integer) != nil }
  }
}
