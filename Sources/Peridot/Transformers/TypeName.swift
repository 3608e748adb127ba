import Foundation

/// The words for a type in an error message.
enum TypeName {
  /// Returns the name without its module.
  static func of(_ type: Any.Type) -> String {
    String(describing: type)
  }

  /// Returns the name with its article: "a Suit", "an Int8".
  static func withArticle(_ type: Any.Type) -> String {
    let name = of(type)
    let startsWithVowel = name.first.map { "AEIO".contains($0) } ?? false
    return (startsWithVowel ? "an " : "a ") + name
  }

  /// Returns how a reader of JSON would call a value of the type.
  static func phrase(for type: Any.Type) -> String {
    if let optional = type as? any OptionalValue.Type { return phrase(for: optional.typeInside) }
    if type is any ListType.Type { return "an array" }
    if type is any TableType.Type { return "an object" }
    switch ObjectIdentifier(type) {
    case ObjectIdentifier(String.self): return "text"
    case ObjectIdentifier(Bool.self): return "true or false"
    case ObjectIdentifier(Int.self), ObjectIdentifier(Int64.self): return "an integer"
    case ObjectIdentifier(Double.self), ObjectIdentifier(Float.self),
      ObjectIdentifier(Decimal.self), ObjectIdentifier(NSNumber.self):
      return "a number"
    case ObjectIdentifier(Any.self): return "a value"
    default: return withArticle(type)
    }
  }
}

/// Marks arrays, whatever their elements; a cast to `[Any]` would copy them.
protocol ListType {}
extension Array: ListType {}

/// Marks dictionaries, whatever their keys and values.
protocol TableType {}
extension Dictionary: TableType {}
