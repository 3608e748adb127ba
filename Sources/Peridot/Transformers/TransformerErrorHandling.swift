#if canImport(ObjectiveC)
  public import Foundation
#endif

/// A transformer that says what was wrong with a value.
///
/// Peridot calls these members where a transformer has them, and Foundation's plain pair where it
/// has not. All of Peridot's transformers have them; their plain pair returns nil where these
/// throw.
///
/// nil is passed and returned for null.
public protocol TransformerErrorHandling {
  /// Returns the transformed value.
  func transform(_ value: Any?) throws -> Any?

  /// Returns the value that `value` was transformed from.
  ///
  /// Unless implemented, this throws ``TransformerError/Reason/notReversible``.
  func reverseTransform(_ value: Any?) throws -> Any?

  /// Whether this transformer goes both ways.
  ///
  /// Unlike the class's `allowsReverseTransformation()`, the answer may differ between two
  /// instances: an array transformer goes both ways if the one for its elements does.
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
