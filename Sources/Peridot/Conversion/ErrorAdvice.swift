import Foundation

/// Advice that would let a refused value through: the one list of what messages advise.
public enum ErrorAdvice: Sendable, Hashable {
  /// Text where a number belongs.
  case acceptsNumericStrings
  /// Text where a Decimal belongs.
  case acceptsDecimalStrings
  /// A number where a date belongs.
  case epochTransformer
  /// A class that code chooses, and would not choose for what is written.
  case writtenTag
  /// A class that its cluster does not list.
  case listedClass
  /// 0 or 1 where a Bool belongs.
  case zeroAndOne
  /// Another number where a Bool belongs.
  case numbersForBools
  /// Null for a property that is not an Optional.
  case optional
  /// Empty text where a date, a URL or another value that is text belongs.
  case emptyText
  /// A transformer that goes one way only.
  case reverse
}

extension ErrorAdvice {
  /// The advice, as it follows the place of an error.
  var words: ErrorPhrase {
    switch self {
    case .acceptsNumericStrings: "set acceptsNumericStrings in the policy to take text for numbers"
    case .acceptsDecimalStrings:
      "set acceptsDecimalStrings in the policy to take text for decimal numbers"
    case .epochTransformer:
      "return .epochSeconds or .epochMilliseconds from transformer(forKey:) to take numbers for "
        + "dates"
    case .zeroAndOne: "set acceptsZeroAndOneAsBools in the policy to take 0 and 1 for a Bool"
    case .numbersForBools: "set acceptsNumbersAsBools in the policy to take numbers for a Bool"
    case .optional:
      "declare the property as an Optional, or set null in the policy to .keep to leave its value"
    case .emptyText:
      "declare it as an Optional, and set emptyStringIsNull in the policy to take empty text for nil"
    case .reverse: "map the property to .readOnly, or return a transformer that goes both ways"
    case .listedClass:
      "list the class in the cluster, or call joinCluster before its first use; a program that only "
        + "writes sets unreadableClass in the policy to .write"
    case .writtenTag:
      "map a property to the member that identifies the class, or add that member in finish(_:); a "
        + "program that only writes sets unreadableClass in the policy to .write"
    }
  }

  /// The switch of ``ConversionPolicy`` that would let the value through; nil where none is named.
  public var policySwitch: PartialKeyPath<ConversionPolicy>? {
    switch self {
    case .acceptsNumericStrings: \.acceptsNumericStrings
    case .acceptsDecimalStrings: \.acceptsDecimalStrings
    case .zeroAndOne: \.acceptsZeroAndOneAsBools
    case .numbersForBools: \.acceptsNumbersAsBools
    case .optional: \.null
    case .emptyText: \.emptyStringIsNull
    case .listedClass, .writtenTag: \.unreadableClass
    case .epochTransformer, .reverse: nil
    }
  }

  /// Returns the advice about a property of a type that has no JSON form.
  static func words(forUnsupported type: Any.Type) -> String {
    let others = "return a transformer from transformer(forKey:), or map it to .excluded"
    let leaf = UnsupportedLeaf().visit(dynamic: type)
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

  private struct UnsupportedLeaf: LeafVisitor {
    func visitLeaf<Leaf>(_ type: Leaf.Type) -> Any.Type { type }
  }
}
