import Foundation
import Peridot

/// Numbers and Booleans: the table of Conversions.md.
extension Reference {
  /// A number in JSON's grammar, and whether text was more than it.
  struct Numeral {
    var text: String
    var isCut = false

    var isZero: Bool { JSON.canonicalNumber(text) == "0" }
  }

  private static let trueWords: Set = ["true", "yes", "y", "t", "on"]
  private static let falseWords: Set = ["false", "no", "n", "f", "off"]
  static let nullWords: Set = ["null", "nil", "(null)", "<null>"]

  /// The truth that a word stands for.
  private func truth(of text: String, _ policy: ConversionPolicy) throws -> Bool? {
    let word = text.trimmedText.lowercased()
    switch policy.boolWordSet {
    case .all:
      return Self.trueWords.contains(word) ? true : Self.falseWords.contains(word) ? false : nil
    case .legacyYYModel:
      guard ["true", "yes", "false", "no"].contains(word),
        [word, word.uppercased(), word.capitalized].contains(text)
      else { return nil }
      return Self.trueWords.contains(word)
    case .legacyJSONModel: throw Uncovered(what: "JSONModel's words")
    }
  }

  private nonisolated(unsafe) static let numberForm =
    /([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?/

  /// The number that text begins with.
  private static func number(atStartOf text: String) -> (text: String, isWhole: Bool)? {
    // Sound: nothing changes the expression, which takes long to make.
    guard let match = unsafe text.prefixMatch(of: numberForm),
      !match.2.isEmpty || match.3?.isEmpty == false
    else { return nil }
    let whole = (match.1 == "-" ? "-" : "") + (match.2.isEmpty ? "0" : match.2)
    let fraction = match.3.map { $0.isEmpty ? "" : ".\($0)" } ?? ""
    return (whole + fraction + (match.4.map { "e\($0)" } ?? ""), match.0.endIndex == text.endIndex)
  }

  /// The number that a value stands for.
  private func number(_ node: Node, takesText: Bool, takesBools: Bool, _ scope: Scope) throws
    -> Numeral
  {
    let policy = scope.policy
    switch node.json {
    case .number(let text): return Numeral(text: text)
    case .bool(let value) where takesBools: return Numeral(text: value ? "1" : "0")
    case .string(let text):
      guard policy.numberLocale == nil else { throw Uncovered(what: "locales") }
      let found = Self.number(atStartOf: text.trimmedText)
      if takesText || policy.acceptsNumericPrefixes, let found, found.isWhole {
        return Numeral(text: found.text)
      }
      if policy.acceptsBoolWordsAsNumbers, let truth = try truth(of: text, policy) {
        return Numeral(text: truth ? "1" : "0")
      }
      if policy.acceptsNullWords, Self.nullWords.contains(text.trimmedText.lowercased()) {
        throw scope.failure(.nullValue, node)
      }
      if policy.emptyStringIsNull, text.trimmedText.isEmpty { throw scope.mismatch(node) }
      guard policy.acceptsNumericPrefixes else { throw scope.mismatch(node) }
      return Numeral(text: found?.text ?? "0", isCut: true)
    default: throw scope.mismatch(node)
    }
  }

  func integer(_ kind: TypeSpec.IntegerKind, _ node: Node, _ scope: Scope) throws -> Plain {
    let policy = scope.policy
    let numeral = try number(
      node, takesText: policy.acceptsNumericStrings, takesBools: policy.acceptsBoolsAsNumbers, scope
    )
    let (whole, hasFraction) = Self.integral(numeral.text)
    if hasFraction, policy.fraction == .fail { throw scope.mismatch(node) }
    var value = whole
    if whole.map(kind.range.contains) != true {
      switch policy.overflow {
      case .fail: throw scope.failure(.outOfRange, node)
      case .clamp:
        value = numeral.text.hasPrefix("-") ? kind.range.lowerBound : kind.range.upperBound
      case .wrap:
        guard let whole else { throw Uncovered(what: "wrapped integers of more than 38 digits") }
        let count = kind.range.upperBound - kind.range.lowerBound + 1
        value = kind.range.lowerBound + ((whole - kind.range.lowerBound) % count + count) % count
      }
    }
    if hasFraction || numeral.isCut || value != whole { note(node) }
    return .integer(value ?? 0)
  }

  /// The integral part of a number, nil for one of more than 38 digits, and whether a fraction is
  /// left.
  private static func integral(_ text: String) -> (Int128?, Bool) {
    let parts = JSON.canonicalNumber(text).split(separator: "e")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? .max : 0
    let digits = String(parts[0])
    let count = digits.count - (digits.hasPrefix("-") ? 1 : 0)
    if exponent >= 0 {
      if count + min(exponent, 99) > 38 { return (nil, false) }
      return (Int128(digits + String(repeating: "0", count: exponent)), false)
    }
    if count + exponent <= 0 { return (0, true) }
    let whole = digits.dropLast(-exponent)
    return (whole.count > 38 ? nil : Int128(whole), true)
  }

  func double(_ node: Node, isFloat: Bool = false, _ scope: Scope) throws -> Plain {
    let policy = scope.policy
    if policy.acceptsNonFiniteText, let word = node.json.asString?.trimmedText.lowercased() {
      let sign = word.hasPrefix("-") ? -1.0 : 1
      switch word.drop(while: { "+-".contains($0) }) {
      case "nan" where word == "nan": return .double(.nan)
      case "inf", "infinity": return .double(sign * .infinity)
      default: break
      }
    }
    let numeral = try number(
      node, takesText: policy.acceptsNumericStrings, takesBools: policy.acceptsBoolsAsNumbers, scope
    )
    let value =
      (isFloat ? Float(numeral.text).map { Double($0) } : Double(numeral.text)) ?? .infinity
    if !value.isFinite, !(policy.acceptsNonFiniteText && node.json.asString != nil) {
      throw scope.failure(.outOfRange, node)
    }
    if value == 0, !numeral.isZero {
      if policy.fraction == .fail { throw scope.failure(.outOfRange, node) }
      note(node)
    } else if numeral.isCut {
      note(node)
    }
    return .double(value)
  }

  func bool(_ node: Node, _ scope: Scope) throws -> Plain {
    let policy = scope.policy
    let takesNumbers = policy.acceptsNumbersAsBools || policy.acceptsZeroAndOneAsBools
    switch node.json {
    case .bool(let value): return .bool(value)
    case .number where !takesNumbers: throw scope.mismatch(node)
    case .string(let text) where policy.acceptsBoolWords:
      if let truth = try truth(of: text, policy) { return .bool(truth) }
    default: break
    }
    let numeral = try number(
      node, takesText: takesNumbers && policy.acceptsNumericStrings, takesBools: false, scope)
    let isZeroOrOne = ["0", "1"].contains(JSON.canonicalNumber(numeral.text))
    guard policy.acceptsNumbersAsBools ? Double(numeral.text)?.isFinite == true : isZeroOrOne else {
      throw scope.mismatch(node)
    }
    if numeral.isCut || !isZeroOrOne { note(node) }
    return .bool(!numeral.isZero)
  }

  func decimal(_ node: Node, _ scope: Scope) throws -> Plain {
    let policy = scope.policy
    if policy.acceptsDecimalStrings, policy.acceptsNonFiniteText, let text = node.json.asString,
      Self.number(atStartOf: text.trimmedText) == nil
    {
      return .decimal("NaN")
    }
    let numeral = try number(
      node, takesText: policy.acceptsDecimalStrings, takesBools: policy.acceptsBoolsAsNumbers, scope
    )
    guard let decimal = Self.exactDecimal(numeral.text) else {
      throw scope.failure(.outOfRange, node)
    }
    if numeral.isCut { note(node) }
    return .decimal("\(decimal)")
  }

  /// The number with all its digits; nil if Decimal does not hold them.
  static func exactDecimal(_ text: String) -> Decimal? {
    let canonical = JSON.canonicalNumber(text)
    guard let decimal = Decimal(string: canonical), decimal.isFinite,
      JSON.canonicalNumber("\(decimal)") == canonical
    else { return nil }
    return decimal
  }

  func string(_ node: Node, _ scope: Scope) throws -> Plain {
    switch node.json {
    case .string(let text):
      if scope.policy.acceptsNullWordsForStrings { throw Uncovered(what: "null words for text") }
      return .text(text)
    case .number(let text) where scope.policy.acceptsNumbersAsStrings:
      if text.allSatisfy({ $0.isNumber || $0 == "-" }) { return .text(text) }
      let value = Double(text) ?? .infinity
      guard JSON.canonicalNumber("\(value)") == JSON.canonicalNumber(text) else {
        throw Uncovered(what: "more digits than a Double has, as text")
      }
      return .text("\(value)".hasSuffix(".0") ? String("\(value)".dropLast(2)) : "\(value)")
    case .bool(let value) where scope.policy.acceptsBoolsAsStrings:
      return .text("\(value)")
    default: throw scope.failure(.typeMismatch, node)
    }
  }
}

extension JSON {
  /// Whether it is a number other than zero to which zero is the nearest Double.
  var isTooSmall: Bool {
    if case .number(let text) = self {
      Double(text) == 0 && Self.canonicalNumber(text) != "0"
    } else {
      false
    }
  }
}

extension String {
  /// The text without the white space around it.
  var trimmedText: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
