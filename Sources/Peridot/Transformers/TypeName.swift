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
    if let optional = type as? any OptionalProtocol.Type {
      return phrase(for: optional.wrappedMetatype)
    }
    var container = ContainerPhrase()
    if let phrase = container.visit(dynamic: type) { return phrase }
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

/// How a reader of JSON would call a collection; nil for any other type.
private struct ContainerPhrase: TypeVisitor {
  func visitOptional<Wrapped>(_: Wrapped.Type) -> String? { nil }
  func visitArray<Element>(_: Element.Type) -> String? { "an array" }
  func visitSet<Element: Hashable>(_: Element.Type) -> String? { "an array" }
  func visitDictionary<Key: Hashable, Value>(_: Key.Type, _: Value.Type) -> String? {
    "an object"
  }
  func visitLeaf<Leaf>(_: Leaf.Type) -> String? { nil }
}
