import Foundation

/// Advice for accepting a refused value.
///
/// Peridot finds it by reading the value again, with each switch of ``ConversionPolicy`` that could
/// accept it.
public struct ErrorAdvice: Sendable, Hashable {
  /// The advice in words, such as `set acceptsNumericStrings in the policy to take text for numbers`.
  public let message: ErrorPhrase
  /// The declaration to write, such as `property("date", \.date, by: .epochSeconds)`, a type
  /// such as `Int?`, or the name of a protocol, or nil.
  public let declaration: String?
  /// Whether the switches lose a part of the value.
  public let losesValue: Bool
  /// The names of the switches to set, with their values.
  private var names: [String] = []

  init(_ message: ErrorPhrase, _ declaration: String? = nil) {
    self.message = message
    self.declaration = declaration
    losesValue = false
  }

  /// Advice to set switches.
  ///
  /// - Parameter needsOptional: Whether they make the value nil, which its property doesn't hold.
  init(settings: [PolicySetting], declaration: String?, needsOptional: Bool) {
    var words: ErrorPhrase = needsOptional ? "declare it as an Optional, and set " : "set "
    if settings.count == 1 {
      words += settings[0].order + " \(settings[0].purpose)"
    } else {
      for (index, setting) in settings.enumerated() {
        if index > 0 { words += index == settings.count - 1 ? " and " : ", " }
        words += setting.value.map { "\(setting.name) = \($0)" } ?? "\(setting.name)"
      }
      words += " in the policy"
    }
    losesValue = settings.contains { $0.loses }
    if losesValue { words += ", which loses a part of the value" }
    if let declaration { words += ", or declare \(declaration)" }
    message = words
    self.declaration = declaration
    names = settings.map(\.identity)
  }

  /// The switches of ``ConversionPolicy`` that accept the value together; empty if none does.
  public var policySwitches: [PartialKeyPath<ConversionPolicy>] { settings.map(\.path) }

  /// Returns `policy` with the switches set as the advice says.
  public func applied(to policy: ConversionPolicy) -> ConversionPolicy {
    policy.with { for setting in settings { setting.set(&$0) } }
  }

  private var settings: [PolicySetting] {
    names.compactMap { name in PolicySetting.all.first { $0.identity == name } }
  }
}

extension ErrorAdvice {
  /// No policy reads the value.
  static let nothing = ErrorAdvice("no policy reads it")

  /// A class that code chooses, but wouldn't choose for the written JSON.
  static let writtenTag = ErrorAdvice(
    "map a property to the member that identifies the class, or add that member in finish(_:); a "
      + "program that only writes sets unreadableClass in the policy to .write")

  /// A class that its cluster doesn't list.
  static let listedClass = ErrorAdvice(
    "list the class in the cluster, or call joinCluster before its first use; a program that only "
      + "writes sets unreadableClass in the policy to .write")

  /// A transformer that works in one direction only.
  static let reverse = ErrorAdvice(
    "map the property to .readOnly, or return a transformer that goes both ways")

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
