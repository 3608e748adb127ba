import Foundation

/// A transformer the other way round.
final class InvertedTransformer: ThrowingTransformer, @unchecked Sendable {
  /// The transformer as it was.
  let original: ValueTransformer

  private let step: any TransformerErrorHandling

  init(_ original: ValueTransformer) {
    self.original = original
    step = original.throwing
    precondition(
      step.isReversible,
      "\(type(of: original)) goes one way only and cannot be inverted: "
        + "make it with .closure(forward:reverse:), or override allowsReverseTransformation() "
        + "and reverseTransformedValue(_:)")
    super.init()
  }

  override func transform(_ value: Any?) throws -> Any? {
    try step.reverseTransform(value)
  }

  override func reverseTransform(_ value: Any?) throws -> Any? {
    try step.transform(value)
  }
}
