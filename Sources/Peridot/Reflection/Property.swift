/// One property of a model class: its key, its type, and how to reach its value.
///
/// Peridot finds a class's stored `var`s by itself; ``Model/properties`` lists them. To say more of
/// one, or to add a computed one, see ``Model/declaredProperties``.
public struct Property: Sendable {
  /// The property's name in dictionary values and mappings.
  public let key: String

  /// True for a `weak var`. Archives store it conditionally, its storage behavior is transitory,
  /// and JSON omits it unless it is mapped.
  public let isWeak: Bool

  let access: any PropertyAccess

  /// The access to the memory of a property that `access` reaches by the accessors of an
  /// `@Observable` class: the macro's own variable. For any other property, `access` itself.
  ///
  /// Nobody observes a new model, so it is filled through this one.
  let storage: any PropertyAccess

  /// The `@Observable` class whose observers `access` doesn't notify when it sets the property; nil
  /// for other classes, and if the property's own setter notifies them.
  let observedIn: AnyClass?

  /// The facts that classes declare about the property, or nil.
  let facts: (any PropertyFacts)?

  /// A property that its accessors reach by a key path; read-only if that can't be written.
  init<Root: AnyObject, Value>(
    _ key: String, _ keyPath: any KeyPath<Root, Value> & Sendable
  ) {
    self.key = key
    isWeak = false
    access = TypedAccess.through(keyPath)
    storage = access
    observedIn = nil
    facts = nil
  }

  init(
    key: String, isWeak: Bool, access: any PropertyAccess, storage: (any PropertyAccess)? = nil,
    observedIn: AnyClass? = nil, facts: (any PropertyFacts)? = nil
  ) {
    self.key = key
    self.isWeak = isWeak
    self.access = access
    self.storage = storage ?? access
    self.observedIn = observedIn
    self.facts = facts
  }

  /// This property, reached in a model's memory.
  var inMemory: Property {
    storage === access
      ? self : Property(key: key, isWeak: isWeak, access: storage, facts: facts)
  }

  /// The property's static type.
  public var valueType: Any.Type { access.valueType }

  /// True if the type is an Optional, so that the property can be nil.
  public var isOptional: Bool { TypeShape.of(valueType).isOptional }

  /// True for a property that dictionary values and JSON output contain, and that nothing sets.
  public var isReadOnly: Bool { access.isReadOnly }

  /// True for a property whose value neither descriptions nor errors show.
  public var isSecret: Bool { facts?.isSecret ?? false }
}

/// The part of a property's declaration that every room uses.
protocol PropertyFacts: AnyObject, Sendable {
  var isSecret: Bool { get }
  /// The names that the property had before, by which stored values are found.
  var formerNames: [String] { get }
}

extension Property {
  package var formerNames: [String] { facts?.formerNames ?? [] }
}

extension Property: CustomStringConvertible {
  public var description: String { "\(key): \(TypeName.of(valueType))" }
}
