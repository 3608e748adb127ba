/// One property of a model class: its key, its type, and how to reach its value.
///
/// A class's stored `var`s are found by themselves. Declare one by key path when it is computed,
/// or when the observers of a stored one must run:
///
///     override class var properties: [Property] {
///       super.properties + [Property("fullName", \User.fullName)]
///     }
public struct Property: Sendable {
  /// The property's name, by which dictionary values and mappings know it.
  public let key: String

  /// True for a `weak var`. It is archived conditionally, is transitory, and takes no part in
  /// JSON unless it is mapped.
  public let isWeak: Bool

  let access: any PropertyAccess

  /// The `@Observable` class whose observers hear nothing when `access` sets the property; nil for
  /// other classes, and if the property's own setter tells them.
  let observedIn: AnyClass?

  /// The facts that classes declare about the property; nil for none.
  let facts: (any PropertyFacts)?

  /// Declares a property that is reached through `keyPath`.
  ///
  /// A key path that cannot be written makes a read-only property: it appears in dictionary
  /// values and in JSON output, and is never set. A declaration replaces the stored property of
  /// the same name.
  ///
  /// Properties are shared between threads, so the key path has to be `Sendable`, as every literal is
  /// that captures nothing else.
  public init<Root: AnyObject, Value>(
    _ key: String, _ keyPath: any KeyPath<Root, Value> & Sendable
  ) {
    self.key = key
    isWeak = false
    access = TypedAccess.through(keyPath)
    observedIn = nil
    facts = nil
  }

  init(
    key: String, isWeak: Bool, access: any PropertyAccess, observedIn: AnyClass? = nil,
    facts: (any PropertyFacts)? = nil
  ) {
    self.key = key
    self.isWeak = isWeak
    self.access = access
    self.observedIn = observedIn
    self.facts = facts
  }

  /// The property's static type.
  public var valueType: Any.Type { access.valueType }

  /// True when the type is an Optional, so that the property can be nil.
  public var isOptional: Bool { TypeShape.of(valueType).isOptional }

  /// True for a property declared with a key path that cannot be written.
  public var isReadOnly: Bool { access.isReadOnly }

  /// True for a property whose value no text for people shows: neither descriptions nor errors.
  public var isSecret: Bool { facts?.isSecret ?? false }
}

/// The facts that classes declare about a property, as far as every room needs them.
protocol PropertyFacts: AnyObject, Sendable {
  var isSecret: Bool { get }
}

extension Property: CustomStringConvertible {
  public var description: String { "\(key): \(TypeName.of(valueType))" }
}
