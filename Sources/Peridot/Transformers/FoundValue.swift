import Foundation

/// The words for a value in an error message.
enum FoundValue {
  private static let limit = 60

  /// Returns what was found: `string "abc"`, `number 5`, `true`, `null`, `array`, `object`, else
  /// the type's name.
  static func describe(_ value: Any?) -> String {
    guard let value = value.flatMap(withoutOptional), type(of: value) != NSNull.self else {
      return "null"
    }
    if let truth = FoundNumber.bool(value) { return truth ? "true" : "false" }
    if let number = FoundNumber(value) { return cut("number \(number)") }
    if let text = value as? String { return "string \"\(quotable(text))\"" }
    if value is any ListType || value is NSArray { return "array" }
    if value is any TableType || value is NSDictionary { return "object" }
    return cut(TypeName.of(type(of: value)))
  }

  /// Returns the value itself, as far as it fits: `"abc"`, `5`, `null`, `male`.
  static func name(_ value: Any) -> String {
    if let text = value as? String { return "\"\(quotable(text))\"" }
    guard let value = withoutOptional(value), !(value is NSNull) else { return "null" }
    return cut("\(value)")
  }

  /// Escapes what would make the message unreadable, and cuts before the whole is too long.
  private static func quotable(_ text: String) -> String {
    let room = limit - "string \"\"".count
    // Scalars, because a single character can be of any length.
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(room + 1)))
    let escaped = start.debugDescription.dropFirst().dropLast()
    return escaped.count <= room ? String(escaped) : escaped.prefix(room - 1) + "…"
  }

  private static func cut(_ text: String) -> String {
    text.count <= limit ? text : text.prefix(limit - 1) + "…"
  }
}
