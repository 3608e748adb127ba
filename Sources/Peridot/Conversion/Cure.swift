import Foundation

/// Advice that would let a refused value through: the one list of what messages advise.
enum Cure: Sendable {
  case numbersFromStrings, decimalStrings, epochTransformer

  /// The advice, as it follows the place of an error.
  var words: String {
    switch self {
    case .numbersFromStrings: "set numbersFromStrings in the policy to take text for numbers"
    case .decimalStrings: "set decimalStrings in the policy to take text for decimal numbers"
    case .epochTransformer:
      "return .epochSeconds or .epochMilliseconds from transformer(forKey:) to take numbers for "
        + "dates"
    }
  }

  /// Returns the advice about a property of a type that has no JSON form.
  static func words(forUnsupported type: Any.Type) -> String {
    let others = "return a transformer from transformer(forKey:), or map it to .excluded"
    var finder = UnsupportedLeaf()
    let leaf = finder.visit(dynamic: type)
    if let object = leaf as? NSObject.Type,
      let known = replacements.first(where: { isSubclass(object, of: $0.of) })
    {
      return "declare it as \(known.name), \(others)"
    }
    // A type that cannot be extended cannot be made Codable: a function, a tuple, a protocol.
    let kind = _mangledTypeName(leaf)?.last
    guard let kind, "VOCG".contains(kind), !(leaf is any Codable.Type) else { return others }
    return "conform it to Codable, \(others)"
  }

  /// Swift's own types in place of Foundation's classes.
  private static let replacements: [(of: AnyClass, name: String)] = [
    (NSString.self, "String"), (NSDate.self, "Date"), (NSURL.self, "URL"), (NSUUID.self, "UUID"),
    (NSData.self, "Data"), (NSArray.self, "[String] or another array"),
    (NSDictionary.self, "[String: Any] or another dictionary"),
    (NSSet.self, "Set<String> or another set"),
  ]
}

private struct UnsupportedLeaf: LeafVisitor {
  func visitLeaf<Leaf>(_ type: Leaf.Type) -> Any.Type { type }
}
