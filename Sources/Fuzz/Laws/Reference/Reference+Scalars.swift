import Foundation
import Peridot

/// Numbers, Booleans and text: the table of Conversions.md.
extension Reference {
  private static let trueWords: Set = ["true", "yes", "y", "t", "on"]
  private static let falseWords: Set = ["false", "no", "n", "f", "off"]
  static let nullWords: Set = ["null", "nil", "(null)", "<null>"]

  /// The truth that a word stands for.
  private static func truth(of text: String) -> Bool? {
    let word = text.trimmedText.lowercased()
    return trueWords.contains(word) ? true : falseWords.contains(word) ? false : nil
  }

  private nonisolated(unsafe) static let numberForm =
    /[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?/

  /// The text of the number that a value stands for.
  private func number(_ node: Node, takesText: Bool, takesBools: Bool, _ scope: Scope) throws
    -> String
  {
    switch node.json {
    case .number(let text): return text
    case .bool(let value) where takesBools: return value ? "1" : "0"
    case .string(let text):
      if scope.policy.acceptsNonFiniteText { throw Uncovered(what: "words for other numbers") }
      let word = text.trimmedText
      // Sound: nothing changes the expression, which takes long to make.
      if takesText, unsafe word.wholeMatch(of: Self.numberForm) != nil { return word }
      if scope.policy.acceptsBoolWordsAsNumbers, let truth = Self.truth(of: text) {
        return truth ? "1" : "0"
      }
      if scope.policy.acceptsNullWords, Self.nullWords.contains(word.lowercased()) {
        throw scope.failure(.nullValue, node)
      }
      throw scope.mismatch(node)
    default: throw scope.mismatch(node)
    }
  }

  private func number(_ node: Node, _ scope: Scope) throws -> String {
    let policy = scope.policy
    return try number(
      node, takesText: policy.acceptsNumericStrings, takesBools: policy.acceptsBoolsAsNumbers, scope
    )
  }

  func integer(_ kind: TypeSpec.IntegerKind, _ node: Node, _ scope: Scope) throws -> Plain {
    let text = try number(node, scope)
    let (whole, hasFraction) = Self.integral(text)
    if hasFraction, scope.policy.fraction == .fail { throw scope.mismatch(node) }
    if let whole, kind.range.contains(whole) {
      if hasFraction { note(node) }
      return .integer(whole)
    }
    switch scope.policy.overflow {
    case .fail: throw scope.failure(.outOfRange, node)
    case .wrap: throw Uncovered(what: "integers that wrap")
    case .clamp:
      note(node)
      return .integer(text.hasPrefix("-") ? kind.range.lowerBound : kind.range.upperBound)
    }
  }

  /// The integral part of a number, nil for one of more than 38 digits, and whether a fraction is
  /// left.
  private static func integral(_ text: String) -> (Int128?, Bool) {
    let parts = JSON.canonicalNumber(text).split(separator: "e")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? .max : 0
    if exponent >= 0 {
      return (Int128(parts[0] + String(repeating: "0", count: min(exponent, 99))), false)
    }
    let whole = parts[0].dropLast(-exponent)
    return (whole.contains(where: \.isNumber) ? Int128(whole) : 0, true)
  }

  func double(_ node: Node, isFloat: Bool = false, _ scope: Scope) throws -> Plain {
    let text = try number(node, scope)
    let value = (isFloat ? Float(text).map { Double($0) } : Double(text)) ?? .infinity
    let isTooSmall = value == 0 && JSON.canonicalNumber(text) != "0"
    if !value.isFinite || isTooSmall && scope.policy.fraction == .fail {
      throw scope.failure(.outOfRange, node)
    }
    if isTooSmall { note(node) }
    return .double(value)
  }

  func bool(_ node: Node, _ scope: Scope) throws -> Plain {
    let policy = scope.policy
    let takesNumbers = policy.acceptsNumbersAsBools || policy.acceptsZeroAndOneAsBools
    switch node.json {
    case .bool(let value): return .bool(value)
    case .number where !takesNumbers: throw scope.mismatch(node)
    case .string(let text) where policy.acceptsBoolWords:
      if let truth = Self.truth(of: text) { return .bool(truth) }
    default: break
    }
    // Words are a Bool's own matter.
    var scope = scope
    scope.policy.acceptsBoolWordsAsNumbers = false
    let text = try number(
      node, takesText: takesNumbers && policy.acceptsNumericStrings, takesBools: false, scope)
    let digits = JSON.canonicalNumber(text)
    if digits != "0", digits != "1" {
      guard policy.acceptsNumbersAsBools, Double(text)?.isFinite == true else {
        throw scope.mismatch(node)
      }
      note(node)
    }
    return .bool(digits != "0")
  }

  func decimal(_ node: Node, _ scope: Scope) throws -> Plain {
    let policy = scope.policy
    let text = JSON.canonicalNumber(
      try number(
        node, takesText: policy.acceptsDecimalStrings, takesBools: policy.acceptsBoolsAsNumbers,
        scope))
    guard let decimal = Decimal(string: text), JSON.canonicalNumber("\(decimal)") == text else {
      throw scope.failure(.outOfRange, node)
    }
    return .decimal("\(decimal)")
  }

  func string(_ node: Node, _ scope: Scope) throws -> Plain {
    switch node.json {
    case .string(let text):
      if scope.policy.acceptsNullWordsForStrings,
        Self.nullWords.contains(text.trimmedText.lowercased())
      {
        throw scope.failure(.nullValue, node)
      }
      return .text(text)
    case .number(let text) where scope.policy.acceptsNumbersAsStrings:
      if text.allSatisfy({ $0.isNumber || $0 == "-" }) { return .text(text) }
      let value = "\(Double(text) ?? .infinity)"
      guard JSON.canonicalNumber(value) == JSON.canonicalNumber(text) else {
        throw Uncovered(what: "more digits than a Double has, as text")
      }
      return .text(value.hasSuffix(".0") ? String(value.dropLast(2)) : value)
    case .bool(let value) where scope.policy.acceptsBoolsAsStrings: return .text("\(value)")
    default: throw scope.failure(.typeMismatch, node)
    }
  }

  /// Reads a value whose JSON is text.
  func text(_ type: TypeSpec, _ node: Node, _ scope: Scope) throws -> Plain {
    guard let text = node.json.asString else {
      throw type == .url || type == .uuid
        ? scope.mismatch(node) : scope.failure(.typeMismatch, node)
    }
    switch type {
    case .uuid:
      var form = text
      if scope.policy.acceptsOtherUUIDForms {
        if text.hasPrefix("{"), text.hasSuffix("}") { form = String(text.dropFirst().dropLast()) }
        if form.count == 32, form.allSatisfy(\.isHexDigit) {
          let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { range in
            String(Array(form)[range])
          }
          form = parts.joined(separator: "-")
        }
      }
      guard let uuid = UUID(uuidString: form) else { throw try scope.unreadable(node) }
      return .uuid(uuid.uuidString)
    case .url:
      let rule = scope.policy.urls
      let taken = rule == .trimmed || rule == .encoded ? text.trimmedText : text
      let url = URL(
        string: taken, encodingInvalidCharacters: rule == .foundation || rule == .encoded)
      guard let url else { throw try scope.unreadable(node) }
      if url.absoluteString.isSame(as: taken) { return .url(taken) }
      note(node)
      // Foundation encodes the percent signs of escapes, too.
      return .url(
        rule == .encoded
          ? url.absoluteString.replacing(/%25(?=[0-9A-Fa-f]{2})/, with: "%") : url.absoluteString)
    case .data where scope.policy.dataStrategy == .utf8: return .data(Array(text.utf8))
    case .data:
      if let bytes = Self.base64(text, as: scope.policy.dataStrategy) { return .data(bytes) }
    default:
      if text.count == 1 { return .text(text) }
    }
    throw scope.failure(.typeMismatch, node)
  }

  /// The bytes of Base64 text: groups of four letters, padded, and no bits beyond the end; other
  /// kinds as the strategy says.
  static func base64(
    _ text: String, as strategy: ConversionPolicy.DataStrategy = .base64
  ) -> [UInt8]? {
    var text = text
    switch strategy {
    case .anyBase64: text.removeAll(where: \.isWhitespace)
    case .base64URL: if text.contains("+") || text.contains("/") { return nil }
    case .base64, .utf8, .refused:
      return Data(base64Encoded: text).flatMap {
        $0.base64EncodedString() == text ? Array($0) : nil
      }
    }
    text = text.replacing("-", with: "+").replacing("_", with: "/")
    return base64(text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
  }

  func enumCase(_ kind: EnumKind, _ node: Node, _ scope: Scope) throws -> Plain {
    let raw = kind == .rank ? try integer(.int, node, scope) : try string(node, scope)
    let known = kind.cases.first { name, json in
      raw == (json.asString.map { .text($0) } ?? .integer(Int128(json.text) ?? 0))
    }
    if known != nil || kind == .color { return .enumCase(known?.name ?? "other", []) }
    var failure = scope.failure(.typeMismatch, node)
    failure.faults[0].mayBecomeNil = scope.policy.unknownEnum == .makeNil
    throw failure
  }

  // MARK: Dates

  static let secondsTo2001 = 978_307_200.0

  func date(_ node: Node, _ scope: Scope) throws -> Plain {
    let strategy = scope.policy.dateStrategy
    let isAutomatic = strategy == .automatic
    let isText = isAutomatic || strategy == .iso8601 || strategy == .iso8601Milliseconds
    guard isText || Self.units(of: strategy, 0) != nil else {
      throw Uncovered(what: "dates in other forms")
    }
    switch node.json {
    case .string where !isText && scope.policy.acceptsNumericStrings:
      throw Uncovered(what: "dates in other forms")
    case .string(let text) where isText:
      if let date = Self.isoDate(text) { return .date(date) }
      if isAutomatic, text.contains(where: \.isNumber) {
        throw Uncovered(what: "dates in other forms")
      }
      throw try scope.unreadable(node)
    case .number(let text) where !isText || isAutomatic:
      guard Double(text)?.isFinite == true else { throw scope.mismatch(node) }
      let number = try double(node, scope).asDouble ?? 0
      let seconds = number / (Self.units(of: strategy, abs(number)) ?? 1)
      if isAutomatic, !Self.hasISOForm(seconds) { throw scope.failure(.outOfRange, node) }
      return .date(Date(timeIntervalSince1970: seconds).timeIntervalSinceReferenceDate)
    default: throw scope.mismatch(node)
    }
  }

  /// The units in a second; nil for strategies that take no numbers, or count from another date.
  private static func units(
    of strategy: ConversionPolicy.DateStrategy, _ magnitude: Double
  ) -> Double? {
    switch strategy {
    case .secondsSince1970: 1
    case .millisecondsSince1970: 1e3
    case .microsecondsSince1970: 1e6
    case .automatic: [(1e11, 1), (1e14, 1e3), (1e17, 1e6)].first { magnitude < $0.0 }?.1 ?? 1e9
    default: nil
    }
  }

  /// Whether a date, in seconds since 1970, is in the years 0000 to 9999.
  static func hasISOForm(_ seconds: Double) -> Bool {
    (-62_167_219_200..<253_402_300_800).contains(seconds)
  }

  private static let calendar = Calendar(identifier: .iso8601)

  private nonisolated(unsafe) static let isoForm =
    /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))/

  /// The seconds since 2001 of a date in the form of RFC 3339; nil for other text.
  static func isoDate(_ text: String) -> Double? {
    // Sound: nothing changes the expression, which takes long to make.
    guard text.utf8.allSatisfy({ $0 < 0x80 }), let match = unsafe text.wholeMatch(of: isoForm)
    else { return nil }
    let fields = [match.1, match.2, match.3, match.4, match.5, match.6].compactMap { Int($0) }
    let zone = [match.9, match.10].map { $0.flatMap { Int($0) } ?? 0 }
    let components = DateComponents(
      calendar: calendar, timeZone: .gmt, year: fields[0], month: fields[1], day: fields[2],
      hour: fields[3], minute: fields[4], second: fields[5])
    guard zone[0] < 24, zone[1] < 60, components.isValidDate, let date = components.date else {
      return nil
    }
    let offset = (zone[0] * 60 + zone[1]) * (match.8 == "-" ? -60 : 60)
    let seconds = Int(date.timeIntervalSinceReferenceDate) - offset
    let fraction = Int(String((String(match.7 ?? "") + "000000000").prefix(9))) ?? 0
    if fraction.isMultiple(of: 1_000_000) {
      // Whole milliseconds are the date that Foundation makes of them since 1970.
      let milliseconds = (seconds + Int(secondsTo2001)) * 1000 + fraction / 1_000_000
      return Double(milliseconds) / 1000 - secondsTo2001
    }
    return Double("\(seconds * 1_000_000_000 + fraction)e-9")
  }

  /// A date with no fraction, three digits, or the least of six to nine that read back; nil if
  /// none does.
  static func isoText(_ seconds: Double, digits: [Int]) -> String? {
    let start = seconds.rounded(.down)
    return digits.lazy.map { count -> String in
      let power = (0..<count).reduce(1.0) { power, _ in power * 10 }
      let ticks = ((seconds - start) * power).rounded()
      let whole = Date(timeIntervalSinceReferenceDate: ticks < power ? start : start + 1)
      let fraction = "000000000\(ticks < power ? Int(ticks) : 0)".suffix(count)
      return whole.formatted(.iso8601).dropLast() + (count == 0 ? "Z" : ".\(fraction)Z")
    }.first { isoDate($0) == seconds }
  }
}

extension String {
  /// The text without the white space around it.
  var trimmedText: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
