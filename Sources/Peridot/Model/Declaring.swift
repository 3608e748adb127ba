/// A class that declares what is to be known of it: its properties, and the classes of its cluster.
///
/// It is not for conforming: ``Model`` does. Its members are static functions of a protocol, so that
/// `Self` is the class in which a declaration is written, also in one that is not final or is generic.
public protocol Declaring: AnyObject {}

extension Model: Declaring {}

extension Declaring {
  /// Declares a property of the class, for ``Model/declaredProperties``.
  ///
  /// A subclass may declare the property again and state what is to be different: each parameter that is
  /// left out keeps what a superclass says.
  ///
  /// - Parameters:
  ///   - name: the property's key. The name of a stored variable means that variable, which is
  ///     reached where it lies in the object; any other is reached through `path`.
  ///   - path: the property.
  ///   - place: where it lies in the JSON; see ``Model/keyPathsByPropertyKey``.
  ///   - transform: the transformer between its JSON value and its own.
  ///   - limits: what its values have to be.
  ///   - initial: the value of a new model that is read from JSON without the property, if that is
  ///     not the variable's initial value. It has to be a value that models can share.
  ///   - isRequired: whether it has to be present in JSON.
  ///   - isSecret: whether no text for people shows its value. JSON and archives have it all the same.
  ///   - note: what people should know of it.
  ///   - facets: what else is declared, also for other libraries.
  public static func property<Value>(
    _ name: StaticString,
    _ path: consuming any ReferenceWritableKeyPath<Self, Value> & Sendable,
    at place: StaticString? = nil, by transform: consuming Transform<Value>? = nil,
    limits: consuming Limit<Value>? = nil, default initial: consuming Value? = nil,
    isRequired: Bool? = nil, isSecret: Bool? = nil, note: consuming String? = nil,
    facets: consuming Facet<Self, Value>? = nil
  ) -> Property {
    // Literals that are constants take the optimizer half as long as those of String and JSONKeyPath.
    property(
      name.description, path, at: place.map { JSONKeyPath($0.description) }, by: transform,
      limits: limits, default: initial, isRequired: isRequired, isSecret: isSecret, note: note,
      facets: facets)
  }

  /// Declares a property whose name or place is not a literal text, such as `.readOnly("id")`.
  @_disfavoredOverload
  public static func property<Value>(
    _ name: String, _ path: consuming any ReferenceWritableKeyPath<Self, Value> & Sendable,
    at place: consuming JSONKeyPath? = nil, by transform: consuming Transform<Value>? = nil,
    limits: consuming Limit<Value>? = nil, default initial: consuming Value? = nil,
    isRequired: Bool? = nil, isSecret: Bool? = nil, note: consuming String? = nil,
    facets: consuming Facet<Self, Value>? = nil
  ) -> Property {
    let declaration = PropertyDeclaration(
      path, place, transform?.transformer, limits?.rules, initial.map { SharedValue(value: $0) },
      isRequired, isSecret, note, facets?.facets)
    return Property(
      key: name, isWeak: false, access: TypedAccess.through(path as KeyPath<Self, Value>),
      facts: declaration)
  }

  /// Declares a property by the name of its variable, which the key path has in a final class and of a
  /// `final var`. Elsewhere that is a mistake, which ``JSONAdapter/check(_:policy:)`` reports.
  public static func property<Value>(
    _ path: consuming any ReferenceWritableKeyPath<Self, Value> & Sendable,
    at place: consuming JSONKeyPath? = nil, by transform: consuming Transform<Value>? = nil,
    limits: consuming Limit<Value>? = nil, default initial: consuming Value? = nil,
    isRequired: Bool? = nil, isSecret: Bool? = nil, note: consuming String? = nil,
    facets: consuming Facet<Self, Value>? = nil
  ) -> Property {
    property(
      PropertyDeclaration.name(of: path), path, at: place, by: transform, limits: limits,
      default: initial, isRequired: isRequired, isSecret: isSecret, note: note, facets: facets)
  }

  /// Declares a property that is written to JSON and never set: a computed one, or a constant.
  public static func property<Value>(
    _ name: String, readOnly path: consuming any KeyPath<Self, Value> & Sendable,
    at place: consuming JSONKeyPath? = nil, by transform: consuming Transform<Value>? = nil,
    isSecret: Bool? = nil, note: consuming String? = nil,
    facets: consuming Facet<Self, Value>? = nil
  ) -> Property {
    let declaration = PropertyDeclaration(
      path, place, transform?.transformer, nil, nil, nil, isSecret, note, facets?.facets)
    return Property(
      key: name, isWeak: false,
      access: TypedAccess.through(path as KeyPath<Self, Value>, isReadOnly: true),
      facts: declaration)
  }

  /// Declares such a property by the name that the key path has.
  public static func property<Value>(
    readOnly path: consuming any KeyPath<Self, Value> & Sendable,
    at place: consuming JSONKeyPath? = nil, by transform: consuming Transform<Value>? = nil,
    isSecret: Bool? = nil, note: consuming String? = nil,
    facets: consuming Facet<Self, Value>? = nil
  ) -> Property {
    property(
      PropertyDeclaration.name(of: path), readOnly: path, at: place, by: transform,
      isSecret: isSecret, note: note, facets: facets)
  }
}

/// Further facts about a declared property, one or several.
///
/// Other libraries add members of their own:
///
///     extension Facet {
///       public static var isUnique: Self { Self(Unique()) }
///     }
///
/// They find them by ``PropertyDescription/fact(_:)``.
public struct Facet<Root, Value>: Sendable {
  let facets: DeclaredFacets

  /// A fact that ``PropertyDescription/fact(_:)`` finds by its type.
  public init<Fact: Sendable>(_ fact: Fact) {
    facets = DeclaredFacets(facts: [ObjectIdentifier(Fact.self): fact])
  }

  private init(_ facets: DeclaredFacets) {
    self.facets = facets
  }

  /// The property is read and set by its own accessors, so that its observers run.
  public static var accessors: Self { Self(DeclaredFacets(usesAccessors: true)) }

  /// The property, and all that lies within it, is converted by rules of its own.
  public static func policy(
    _ change: @escaping @Sendable (inout ConversionPolicy) -> Void
  ) -> Self { Self(DeclaredFacets(policy: change)) }

  /// This and another one.
  public func and(_ other: Self) -> Self { Self(other.facets.over(facets)) }
}
