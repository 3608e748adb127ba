#if canImport(ObjectiveC)
  public import Foundation
#endif

/// A transformer of a declared property, of those for the property's type.
///
///     property("createdAt", \.createdAt, by: .epochSeconds)
///
/// ``using(_:)`` takes any ``ValueTransformer``. The compiler checks the types of the transformers
/// with a name here.
public struct Transform<Value>: Sendable {
  package let transformer: ValueTransformer

  private init(_ transformer: ValueTransformer) {
    self.transformer = transformer
  }

  /// Any transformer. Its types are checked at the first use of the class, as far as it states
  /// them.
  public static func using(_ transformer: ValueTransformer) -> Self { Self(transformer) }

  /// A transformer that states the type of its values, which has to be the property's type.
  public static func checked<Transformer: OutputStating>(_ transformer: Transformer) -> Self
  where Transformer.Output == Value { Self(transformer) }

  /// A transformer that states the type of its values, which the property's Optional wraps.
  public static func checked<Transformer: OutputStating>(_ transformer: Transformer) -> Self
  where Transformer.Output? == Value { Self(transformer) }

  /// No transformer: the property's type determines the conversion, whatever a superclass declares.
  public static var byType: Self { Self(.byType) }

  /// A transformer of two functions; without `reverse`, it works in one direction only.
  public static func closure<Input>(
    forward: @escaping @Sendable (Input) throws -> Value,
    reverse: (@Sendable (Value) throws -> Input)? = nil
  ) -> Self {
    guard let reverse else { return Self(.closure(forward: forward)) }
    return Self(.closure(forward: forward, reverse: reverse))
  }

  /// An array whose elements `element` transforms.
  public static func array<Element>(of element: Transform<Element>) -> Self
  where Value == [Element] { Self(.array(of: element.transformer)) }

  /// An array whose elements `element` transforms.
  public static func array<Element>(of element: Transform<Element>) -> Self
  where Value == [Element]? { Self(.array(of: element.transformer)) }

  /// A set whose elements `element` transforms.
  public static func set<Element: Hashable>(of element: Transform<Element>) -> Self
  where Value == Set<Element> { Self(.set(of: element.transformer)) }

  /// A set whose elements `element` transforms.
  public static func set<Element: Hashable>(of element: Transform<Element>) -> Self
  where Value == Set<Element>? { Self(.set(of: element.transformer)) }

  /// An array of the elements that `element` can transform; the others, and null, are dropped.
  public static func lossyArray<Element>(of element: Transform<Element>) -> Self
  where Value == [Element] { Self(.lossyArray(of: element.transformer)) }

  /// An array of the elements that `element` can transform; the others, and null, are dropped.
  public static func lossyArray<Element>(of element: Transform<Element>) -> Self
  where Value == [Element]? { Self(.lossyArray(of: element.transformer)) }

  /// A dictionary whose values `value` transforms.
  public static func dictionary<Element>(of value: Transform<Element>) -> Self
  where Value == [String: Element] { Self(.dictionary(of: value.transformer)) }

  /// A dictionary whose values `value` transforms.
  public static func dictionary<Element>(of value: Transform<Element>) -> Self
  where Value == [String: Element]? { Self(.dictionary(of: value.transformer)) }

  /// Several transformers, each applied to the result of the one before. Their types are checked as
  /// those of ``using(_:)``.
  public static func chained(_ first: ValueTransformer, _ others: ValueTransformer...) -> Self {
    Self(ChainedTransformer([first] + others))
  }

  /// Values of the property's type, or of a subclass of it, unchanged; any other value is an error.
  public static func validating(_ type: Value.Type) -> Self { Self(.validating(type)) }

  /// Values of the type that the property's Optional wraps, unchanged; any other value is an error.
  public static func validating<Wrapped>(_ type: Wrapped.Type) -> Self where Value == Wrapped? {
    Self(.validating(type))
  }

  /// A raw value to its case; an unknown raw value becomes `fallback`.
  public static func rawValue(fallback: Value? = nil) -> Self
  where Value: RawRepresentable & Sendable {
    Self(.rawValue(of: Value.self, fallback: fallback))
  }

  /// A raw value to its case; an unknown raw value becomes `fallback`.
  public static func rawValue<Case: RawRepresentable & Sendable>(fallback: Case? = nil) -> Self
  where Value == Case? {
    Self(.rawValue(of: Case.self, fallback: fallback))
  }

  /// Replaces each value by its value in a table; see ``ValueTransformer``.
  public static func mapping<From: Hashable>(
    _ table: [From: Value], reverse: [Value: From] = [:], default: Value? = nil,
    reverseDefault: From? = nil
  ) -> Self where Value: Hashable {
    Self(.mapping(table, reverse: reverse, default: `default`, reverseDefault: reverseDefault))
  }

  /// Replaces each value by its value in a table; see ``ValueTransformer``.
  public static func mapping<From: Hashable, To: Hashable>(
    _ table: [From: To], reverse: [To: From] = [:], default: To? = nil,
    reverseDefault: From? = nil
  ) -> Self where Value == To? {
    Self(.mapping(table, reverse: reverse, default: `default`, reverseDefault: reverseDefault))
  }
}

/// A transformer that states the type of its values, for `Transform.checked(_:)`.
public protocol OutputStating<Output>: ValueTransformer {
  /// The type of the transformed values.
  associatedtype Output
}
