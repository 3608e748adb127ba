/// A class that declares its properties, and the classes of its cluster.
///
/// Don't conform to it: ``Model`` does. Its members are static functions of a protocol, so that
/// `Self` is the declaring class, even if that is not final or is generic.
public protocol Declaring: AnyObject {}

extension Model: Declaring {}

extension Declaring {
  /// Declares a property of the class, for ``Model/declaredProperties``.
  ///
  /// A subclass can declare the property again: a parameter that you omit keeps the superclass's
  /// declaration.
  ///
  /// - Parameters:
  ///   - name: the property's key. If it is the name of a stored variable, Peridot accesses that
  ///     variable directly in the object; otherwise it uses `path`.
  ///   - path: the property.
  ///   - place: its place in the JSON, such as `"user.login"` or `.readOnly("id")`; see
  ///     ``Model/keyPathsByPropertyKey``.
  ///   - transform: the transformer between its JSON value and its own.
  ///   - limits: the limits of its values.
  ///   - initial: the value of a new model that is read from JSON without the property, if that
  ///     differs from the variable's initial value. Models share this value.
  ///   - isRequired: whether the JSON has to contain it.
  ///   - isSecret: whether descriptions and errors hide its value, and the names in it. JSON and
  ///     archives contain it.
  ///   - isIdentity: whether its value tells one model from another, as ``Model/identityKey`` does;
  ///     several such properties do so together.
  ///   - formerly: the names that the property had in earlier versions of the class. What was stored
  ///     under one of them is read if there is nothing under its own name: by JSON, where no place
  ///     is stated, in the class's key style; by archives, unless ``Model/decodeValue(forKey:with:modelVersion:)``
  ///     answers; and by records, whose column is renamed.
  ///   - note: a note for people.
  ///   - facets: further declarations, for example for other libraries.
  @_disfavoredOverload
  public static func property<Value>(
    _ name: String, _ path: consuming any ReferenceWritableKeyPath<Self, Value> & Sendable,
    at place: consuming JSONKeyPath? = nil, by transform: consuming Transform<Value>? = nil,
    limits: consuming Limit<Value>? = nil, default initial: consuming Value? = nil,
    isRequired: Bool? = nil, isSecret: Bool? = nil, isIdentity: Bool? = nil,
    formerly: consuming [String]? = nil, note: consuming String? = nil,
    facets: consuming Facet<Self, Value>? = nil
  ) -> Property {
    let declaration = PropertyDeclaration(
      path, place: place, transformer: transform?.transformer, limits: limits?.rules,
      initial: initial.map { SharedValue(value: $0) }, isRequired: isRequired, isSecret: isSecret,
      isIdentity: isIdentity, formerNames: formerly, note: note, others: facets?.facets)
    return Property(
      key: name, isWeak: false, access: TypedAccess.through(path as KeyPath<Self, Value>),
      facts: declaration)
  }

  /// Declares a property by constant literals, which take the optimizer half the time of String and
  /// JSONKeyPath literals.
  @_documentation(visibility: internal)
  public static func property<Value>(
    _ name: StaticString,
    _ path: consuming any ReferenceWritableKeyPath<Self, Value> & Sendable,
    at place: StaticString? = nil, by transform: consuming Transform<Value>? = nil,
    limits: consuming Limit<Value>? = nil, default initial: consuming Value? = nil,
    isRequired: Bool? = nil, isSecret: Bool? = nil, isIdentity: Bool? = nil,
    formerly: consuming [String]? = nil, note: consuming String? = nil,
    facets: consuming Facet<Self, Value>? = nil
  ) -> Property {
    property(
      name.description, path, at: place.map { JSONKeyPath($0.description) }, by: transform,
      limits: limits, default: initial, isRequired: isRequired, isSecret: isSecret,
      isIdentity: isIdentity, formerly: formerly, note: note, facets: facets)
  }

  /// Declares a property by the name of its variable. The key path has the name in a final class
  /// and of a `final var`. Elsewhere this is a mistake, which ``JSONAdapter/check(_:policy:)``
  /// reports.
  public static func property<Value>(
    _ path: consuming any ReferenceWritableKeyPath<Self, Value> & Sendable,
    at place: consuming JSONKeyPath? = nil, by transform: consuming Transform<Value>? = nil,
    limits: consuming Limit<Value>? = nil, default initial: consuming Value? = nil,
    isRequired: Bool? = nil, isSecret: Bool? = nil, isIdentity: Bool? = nil,
    formerly: consuming [String]? = nil, note: consuming String? = nil,
    facets: consuming Facet<Self, Value>? = nil
  ) -> Property {
    property(
      PropertyDeclaration.name(of: path), path, at: place, by: transform, limits: limits,
      default: initial, isRequired: isRequired, isSecret: isSecret, isIdentity: isIdentity,
      formerly: formerly, note: note, facets: facets)
  }

  /// Declares a property that is written to JSON and never set, such as a computed one or a
  /// constant.
  public static func property<Value>(
    _ name: String, readOnly path: consuming any KeyPath<Self, Value> & Sendable,
    at place: consuming JSONKeyPath? = nil, by transform: consuming Transform<Value>? = nil,
    isSecret: Bool? = nil, isIdentity: Bool? = nil, note: consuming String? = nil,
    facets: consuming Facet<Self, Value>? = nil
  ) -> Property {
    let declaration = PropertyDeclaration(
      path, place: place, transformer: transform?.transformer, isSecret: isSecret,
      isIdentity: isIdentity, note: note, others: facets?.facets)
    return Property(
      key: name, isWeak: false,
      access: TypedAccess.through(path as KeyPath<Self, Value>, isReadOnly: true),
      facts: declaration)
  }

  /// Declares such a property by the key path's name.
  public static func property<Value>(
    readOnly path: consuming any KeyPath<Self, Value> & Sendable,
    at place: consuming JSONKeyPath? = nil, by transform: consuming Transform<Value>? = nil,
    isSecret: Bool? = nil, isIdentity: Bool? = nil, note: consuming String? = nil,
    facets: consuming Facet<Self, Value>? = nil
  ) -> Property {
    property(
      PropertyDeclaration.name(of: path), readOnly: path, at: place, by: transform,
      isSecret: isSecret, isIdentity: isIdentity, note: note, facets: facets)
  }
}

/// One or several further facts about a declared property.
///
/// Other libraries add members:
///
///     extension Facet {
///       public static var isUnique: Self { Self(Unique()) }
///     }
///
/// ``PropertyDescription/fact(_:)`` returns them.
public struct Facet<Root, Value>: Sendable {
  let facets: DeclaredFacets

  /// A fact that ``PropertyDescription/fact(_:)`` returns by its type.
  public init<Fact: Sendable>(_ fact: Fact) {
    facets = DeclaredFacets(facts: [ObjectIdentifier(Fact.self): fact])
  }

  private init(_ facets: DeclaredFacets) {
    self.facets = facets
  }

  /// Peridot reads and sets the property by its own accessors, so that its observers run.
  public static var accessors: Self { Self(DeclaredFacets(usesAccessors: true)) }

  /// The property, and everything within it, has its own conversion rules.
  public static func policy(
    _ change: @escaping @Sendable (inout ConversionPolicy) -> Void
  ) -> Self { Self(DeclaredFacets(policy: change)) }

  /// A list of models is an object in JSON, each of whose members is an element: the member's name is
  /// the value of the element's property `key`.
  ///
  ///     // {"facets": {"a1": {"title": "Size"}, "b2": {"title": "Color"}}}
  ///     property("facets", \.facets, facets: .keyed(by: "id"))
  ///
  /// The elements are in the order of the document. The property with that key is of any type that
  /// a dictionary's keys can have. It is not written within, and another value of it there is refused;
  /// null says nothing if the property can't be nil.
  /// If the class of the elements has an identity, it has to be this property.
  ///
  /// - Parameter key: the property of the elements that is the name of their member.
  public static func keyed(by key: String) -> Self { Self(DeclaredFacets(keyedBy: key)) }

  /// This facet and another one.
  public func and(_ other: Self) -> Self { Self(other.facets.over(facets)) }
}

extension Facet where Value: ExpressibleByNilLiteral {
  /// A nil property is written as null, whatever the policy says, except a default that
  /// ``ConversionPolicy/defaultsOnExport`` omits. Unlike a policy, it is about this property alone,
  /// and not about the models within it. It doesn't change a double Optional.
  public static var writesNull: Self { Self(WritesNull()) }
}

/// The fact that nil of a property is written as null.
struct WritesNull: Sendable {}
