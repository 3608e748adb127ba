import Foundation

/// Advice for accepting a refused value: the one list of the advice in messages.
public enum ErrorAdvice: Sendable, Hashable {
  /// Text instead of a number.
  case acceptsNumericStrings
  /// Text instead of a Decimal.
  case acceptsDecimalStrings
  /// A number instead of a date.
  case epochTransformer
  /// A class that code chooses, but wouldn't choose for the written JSON.
  case writtenTag
  /// A class that its cluster doesn't list.
  case listedClass
  /// 0 or 1 instead of a Bool.
  case zeroAndOne
  /// Another number instead of a Bool.
  case numbersForBools
  /// Null for a property that is not an Optional.
  case optional
  /// Empty text instead of a date, a URL or another value that is text.
  case emptyText
  /// A transformer that works in one direction only.
  case reverse
}

extension ErrorAdvice {
  /// The advice, which follows the place of an error.
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

  /// The switch of ``ConversionPolicy`` that accepts the value, or nil.
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

  /// Returns the advice about a property whose type has no JSON form.
  static func words(forUnsupported type: Any.Type) -> String {
    let others = "return a transformer from transformer(forKey:), or map it to .excluded"
    let leaf = UnsupportedLeaf().visit(dynamic: type)
    if let object = leaf as? NSObject.Type,
      let known = replacements.first(where: { isSubclass(object, of: $0.of) })
    {
      return "declare it as \(known.name), \(others)"
    }
    // Functions, tuples and protocols can't be extended to be Codable.
    let kind = _mangledTypeName(leaf)?.last
    guard let kind, "VOCG".contains(kind), !(leaf is any Codable.Type) else { return others }
    return "conform it to Codable, \(others)"
  }

  /// Swift's own types instead of Foundation's classes.
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
