#if canImport(ObjectiveC)
  public import Foundation
#endif

/// A transformer of a declared property, chosen among those that make its type.
///
///     property("createdAt", \.createdAt, by: .epochSeconds)
///
/// Every ``ValueTransformer`` can be used by ``using(_:)``; what those members give that have a name
/// here is checked by the compiler.
public struct Transform<Value>: Sendable {
  package let transformer: ValueTransformer

  private init(_ transformer: ValueTransformer) {
    self.transformer = transformer
  }

  /// Any transformer. Its types are checked when the class is first used, as far as it states them.
  public static func using(_ transformer: ValueTransformer) -> Self { Self(transformer) }

  /// A transformer that states the type of its values, which has to be the property's.
  public static func checked<Transformer: OutputStating>(_ transformer: Transformer) -> Self
  where Transformer.Output == Value { Self(transformer) }

  /// A transformer that states the type that the property's Optional has.
  public static func checked<Transformer: OutputStating>(_ transformer: Transformer) -> Self
  where Transformer.Output? == Value { Self(transformer) }

  /// None: the property is converted by its type, whatever a superclass declares.
  public static var byType: Self { Self(.byType) }

  /// Two functions; without `reverse`, a transformer that goes one way.
  public static func closure<Input>(
    forward: @escaping @Sendable (Input) throws -> Value,
    reverse: (@Sendable (Value) throws -> Input)? = nil
  ) -> Self {
    guard let reverse else { return Self(.closure(forward: forward)) }
    return Self(.closure(forward: forward, reverse: reverse))
  }

  /// An array, each element of which `element` makes.
  public static func array<Element>(of element: Transform<Element>) -> Self
  where Value == [Element] { Self(.array(of: element.transformer)) }

  /// An array, each element of which `element` makes.
  public static func array<Element>(of element: Transform<Element>) -> Self
  where Value == [Element]? { Self(.array(of: element.transformer)) }

  /// A dictionary, each value of which `value` makes.
  public static func dictionary<Element>(of value: Transform<Element>) -> Self
  where Value == [String: Element] { Self(.dictionary(of: value.transformer)) }

  /// A raw value to what it stands for; one that stands for nothing gives `fallback`.
  public static func rawValue(fallback: Value) -> Self where Value: RawRepresentable & Sendable {
    Self(.rawValue(of: Value.self, fallback: fallback))
  }

  /// A value to the one that a table has for it; see ``ValueTransformer``.
  public static func mapping<From: Hashable>(
    _ table: [From: Value], default: Value? = nil, reverseDefault: From? = nil
  ) -> Self where Value: Hashable {
    Self(.mapping(table, default: `default`, reverseDefault: reverseDefault))
  }

  /// A value to the one that a table has for it; see ``ValueTransformer``.
  public static func mapping<From: Hashable, To: Hashable>(
    _ table: [From: To], default: To? = nil, reverseDefault: From? = nil
  ) -> Self where Value == To? {
    Self(.mapping(table, default: `default`, reverseDefault: reverseDefault))
  }
}

/// A transformer that states the type of its values, for `Transform.checked(_:)`.
public protocol OutputStating<Output>: ValueTransformer {
  /// The type of the values that the transformer makes.
  associatedtype Output
}
