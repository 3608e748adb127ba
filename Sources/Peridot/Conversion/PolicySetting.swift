import Foundation

/// A switch of the policy, set so that more values are accepted: the one list of the switches that
/// advice names.
///
/// Rules that keep, drop, reset, wrap or make nil are not among them, nor those of the legacy
/// presets.
final class PolicySetting: Sendable {
  /// The switch.
  let path: any PartialKeyPath<ConversionPolicy> & Sendable
  let name: String
  /// The switch's value in words; nil for true.
  let value: String?
  /// The end of the sentence that begins with setting the switch.
  let purpose: ErrorPhrase
  /// The kinds of JSON that the switch is about.
  let kinds: [JSONReader.Kind]
  /// The only type that the switch is about; nil for several.
  let type: Any.Type?
  /// The transformer of a declaration that reads the same.
  let transform: String?
  /// Whether a part of the value is lost.
  let loses: Bool
  /// Whether other values of the switch accept other values: it is tried alone.
  let isChoice: Bool
  let set: @Sendable (inout ConversionPolicy) -> Void

  private init<Rule: Sendable>(
    _ path: any WritableKeyPath<ConversionPolicy, Rule> & Sendable, _ name: String, rule: Rule,
    value: String? = nil, _ purpose: ErrorPhrase, _ kinds: [JSONReader.Kind],
    type: Any.Type? = nil, transform: String? = nil, loses: Bool = false, isChoice: Bool = true
  ) {
    self.path = path
    self.name = name
    self.value = value
    self.purpose = purpose
    self.kinds = kinds
    self.type = type
    self.transform = transform
    self.loses = loses
    self.isChoice = isChoice
    set = { $0[keyPath: path] = rule }
  }

  /// All settings: those that lose come last.
  static let all: [PolicySetting] = truths + choices + losing

  private static func truth(
    _ path: any WritableKeyPath<ConversionPolicy, Bool> & Sendable, _ name: String,
    _ purpose: ErrorPhrase, _ kinds: [JSONReader.Kind], transform: String? = nil,
    type: Any.Type? = nil, loses: Bool = false
  ) -> PolicySetting {
    PolicySetting(
      path, name, rule: true, purpose, kinds, type: type, transform: transform, loses: loses,
      isChoice: false)
  }

  private static let truths: [PolicySetting] = [
    truth(\.acceptsNumericStrings, "acceptsNumericStrings", "to take text for numbers", [.string]),
    truth(
      \.acceptsDecimalStrings, "acceptsDecimalStrings", "to take text for decimal numbers",
      [.string], transform: ".decimal"),
    truth(
      \.acceptsBoolsAsNumbers, "acceptsBoolsAsNumbers", "to take true and false for numbers",
      [.bool]),
    truth(
      \.acceptsBoolWordsAsNumbers, "acceptsBoolWordsAsNumbers",
      "to take words such as \"true\" for numbers", [.string]),
    truth(
      \.acceptsNonFiniteText, "acceptsNonFiniteText", "to take text such as \"NaN\" for numbers",
      [.string]),
    truth(
      \.acceptsZeroAndOneAsBools, "acceptsZeroAndOneAsBools", "to take 0 and 1 for a Bool",
      [.number, .string], transform: ".boolean", type: Bool.self),
    truth(
      \.acceptsBoolWords, "acceptsBoolWords", "to take words such as \"true\" for a Bool",
      [.string], type: Bool.self),
    truth(
      \.acceptsNumbersAsStrings, "acceptsNumbersAsStrings", "to take numbers for text", [.number]),
    truth(
      \.acceptsBoolsAsStrings, "acceptsBoolsAsStrings", "to take true and false for text", [.bool]),
    truth(
      \.acceptsOtherUUIDForms, "acceptsOtherUUIDForms",
      "to take UUIDs without hyphens or in braces", [.string], type: UUID.self),
    truth(
      \.acceptsNullWords, "acceptsNullWords", "to take words such as \"null\" for nil", [.string]),
    truth(\.emptyStringIsNull, "emptyStringIsNull", "to take empty text for nil", [.string]),
    truth(
      \.emptyArrayIsObject, "emptyArrayIsObject", "to take an empty array for an object", [.array]),
    truth(\.parsesEmbeddedJSON, "parsesEmbeddedJSON", "to parse JSON in text", [.string]),
    truth(
      \.wrapsSingleValues, "wrapsSingleValues", "to take a single value for an array",
      [.object, .string, .number, .bool]),
  ]

  private static func date(
    _ strategy: ConversionPolicy.DateStrategy, _ value: String, _ purpose: ErrorPhrase,
    _ kind: JSONReader.Kind, _ transform: String?
  ) -> PolicySetting {
    PolicySetting(
      \.dateStrategy, "dateStrategy", rule: strategy, value: value, purpose, [kind],
      type: Date.self,
      transform: transform)
  }

  private static let choices: [PolicySetting] = [
    date(
      .secondsSince1970, ".secondsSince1970", "to take numbers for dates", .number,
      ".epochSeconds"),
    date(
      .millisecondsSince1970, ".millisecondsSince1970", "to take numbers for dates", .number,
      ".epochMilliseconds"),
    date(
      .microsecondsSince1970, ".microsecondsSince1970", "to take numbers for dates", .number,
      ".epochMicroseconds"),
    date(
      .nanosecondsSince1970, ".nanosecondsSince1970", "to take numbers for dates", .number,
      ".epochNanoseconds"),
    date(.iso8601, ".iso8601", "to take ISO 8601 dates", .string, ".iso8601Date"),
    date(.rfc1123, ".rfc1123", "to take the dates of HTTP", .string, ".rfc1123Date"),
    date(.twitter, ".twitter", "to take dates in Twitter's form", .string, ".twitterDate"),
    date(.text, ".text", "to take dates in many forms of text", .string, ".lenientDate"),
    PolicySetting(
      \.dataStrategy, "dataStrategy", rule: .base64, value: ".base64",
      "to take Base64 text for data",
      [.string], type: Data.self, transform: ".base64Data"),
    PolicySetting(
      \.dataStrategy, "dataStrategy", rule: .base64URL, value: ".base64URL",
      "to take Base64 text for URLs for data", [.string], type: Data.self,
      transform: ".base64URLData"),
    PolicySetting(
      \.dataStrategy, "dataStrategy", rule: .anyBase64, value: ".anyBase64",
      "to take Base64 text of all kinds for data", [.string], type: Data.self),
    PolicySetting(
      \.dataStrategy, "dataStrategy", rule: .utf8, value: ".utf8",
      "to take the bytes of text for data",
      [.string], type: Data.self),
    PolicySetting(
      \.urls, "urls", rule: .trimmed, value: ".trimmed", "to take a URL with spaces around it",
      [.string],
      type: URL.self),
    PolicySetting(
      \.urls, "urls", rule: .encoded, value: ".encoded",
      "to percent-encode characters that a URL can't contain", [.string], type: URL.self,
      transform: ".lenientURL"),
    locale("en_US"), locale("de_DE"),
  ]

  private static func locale(_ identifier: String) -> PolicySetting {
    PolicySetting(
      \.numberLocale, "numberLocale", rule: Locale(identifier: identifier),
      value: "Locale(identifier: \"\(identifier)\")", "to take its separators in numbers", [.string]
    )
  }

  private static let losing: [PolicySetting] = [
    truth(
      \.acceptsNumbersAsBools, "acceptsNumbersAsBools", "to take numbers for a Bool",
      [.number, .string], type: Bool.self, loses: true),
    PolicySetting(
      \.fraction, "fraction", rule: .truncate, value: ".truncate", "to cut off fractions",
      [.number, .string],
      loses: true, isChoice: false),
    PolicySetting(
      \.overflow, "overflow", rule: .clamp, value: ".clamp", "to take the nearest number in range",
      [.number, .string], loses: true, isChoice: false),
  ]

  /// The words for setting it, without the purpose.
  var order: ErrorPhrase {
    value.map { "\(name) in the policy to \($0)" } ?? "\(name) in the policy"
  }

  /// The switch and its value, which no other setting has.
  var identity: String { "\(name) \(value ?? "")" }

  /// Returns whether the switch can be about such a value of `type`.
  func concerns(_ kind: JSONReader.Kind, _ type: Any.Type) -> Bool {
    guard kinds.contains(kind) else { return false }
    // The policy makes a NaN of any text for a Decimal.
    if type == Decimal.self, name == "acceptsNonFiniteText" { return false }
    return self.type.map { $0 == type } ?? true
  }
}
