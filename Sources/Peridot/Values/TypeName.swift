import Foundation

/// The words for a type in an error message.
package enum TypeName {
  /// Returns the name without its module, in Swift's short form: "Int?", "[String: Suit]".
  package static func of(_ type: Any.Type) -> String {
    ShortName().visit(type)
  }

  /// Returns the name with its article: "a Suit", "an Int8".
  static func withArticle(_ type: Any.Type) -> String {
    withArticle(of(type))
  }

  /// Returns a type's name with the article of its spoken form, as data.
  static func phrase(withArticle type: Any.Type) -> ErrorPhrase { phrase(withArticle: of(type)) }

  /// Returns a type's name with the article of its spoken form: "a URL", "an NSArray".
  static func withArticle(_ name: String) -> String { phrase(withArticle: name).description }

  /// Returns a type's name with the article of its spoken form, as data.
  static func phrase(withArticle name: String) -> ErrorPhrase {
    let word = name.drop { !$0.isLetter }
    guard let first = word.first else { return "a \(name)" }
    // The names of these letters begin with a vowel; this matters if the type's name begins with an
    // abbreviation.
    let isSpelled = word.dropFirst().first.map { $0.isUppercase || $0.isNumber } ?? false
    let hasVowel =
      "AEIO".contains(first) || isSpelled && "FHLMNRSX".contains(first)
      || word.hasPrefix("Un") && !word.hasPrefix("Uni")
    return hasVowel ? "an \(name)" : "a \(name)"
  }

  /// Returns a JSON reader's words for a value of the type.
  static func phrase(for type: Any.Type) -> String {
    let type = RuntimeFields.withoutOptionals(type)
    if let phrase = ContainerPhrase().visit(type) { return phrase }
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

  /// The short form of a type's name.
  private struct ShortName: FormVisitor {
    func visitOptional<Wrapped>(_: Wrapped.Type) -> String {
      let name = TypeName.of(Wrapped.self)
      // Only a function's own arrow stands outside of brackets.
      return name.hasPrefix("(") && name.contains(") -> ") ? "(\(name))?" : name + "?"
    }

    func visitList<Whole>(_ list: ListForm<Whole>) -> String {
      switch list.kind {
      case .array: "[\(TypeName.of(Whole.Element.self))]"
      case .set: "Set<\(TypeName.of(Whole.Element.self))>"
      case .like: visitLeaf(Whole.self)
      }
    }

    func visitTable<Key, Value, Whole>(_ table: TableForm<Key, Value, Whole>) -> String {
      table.isLike
        ? visitLeaf(Whole.self) : "[\(TypeName.of(Key.self)): \(TypeName.of(Value.self))]"
    }

    // As `String(describing:)` gives it after a search for conformances.
    func visitLeaf<Leaf>(_ type: Leaf.Type) -> String { _typeName(type, qualified: false) }
  }

  /// A JSON reader's words for a collection; nil for any other type.
  private struct ContainerPhrase: FormVisitor {
    func visitOptional<Wrapped>(_: Wrapped.Type) -> String? { nil }
    func visitList<Whole>(_: ListForm<Whole>) -> String? { "an array" }
    func visitTable<Key, Value, Whole>(_: TableForm<Key, Value, Whole>) -> String? { "an object" }
    func visitLeaf<Leaf>(_: Leaf.Type) -> String? { nil }
  }
}
