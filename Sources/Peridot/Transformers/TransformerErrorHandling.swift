#if canImport(ObjectiveC)
  public import Foundation
#endif

/// A transformer that throws errors about values.
///
/// If a transformer has these members, Peridot calls them instead of Foundation's plain ones. All
/// of Peridot's transformers have them; their plain members return nil if these throw.
///
/// nil stands for null, in both directions.
public protocol TransformerErrorHandling {
  /// Returns the transformed value.
  func transform(_ value: Any?) throws -> Any?

  /// Returns the value that transforms to `value`.
  ///
  /// The default implementation throws ``TransformerError/Kind/notReversible``.
  func reverseTransform(_ value: Any?) throws -> Any?

  /// Whether this transformer works in both directions.
  ///
  /// Unlike the class's `allowsReverseTransformation()`, the answer can differ between two
  /// instances: an array transformer is reversible if its elements' transformer is.
  var isReversible: Bool { get }
}

extension TransformerErrorHandling {
  public func reverseTransform(_ value: Any?) throws -> Any? {
    throw TransformerError(.notReversible, input: value)
  }
}

extension TransformerErrorHandling where Self: ValueTransformer {
  public var isReversible: Bool {
    Self.allowsReverseTransformation()
  }
}
