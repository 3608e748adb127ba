import Foundation

/// Several transformers, each of which takes what the one before it gave.
final class ChainedTransformer: ThrowingTransformer, @unchecked Sendable {
  /// The transformers with their throwing members.
  let steps: [any TransformerErrorHandling]

  init(_ transformers: [ValueTransformer]) {
    steps = transformers.map(\.throwing)
    super.init()
  }

  override var isReversible: Bool {
    steps.allSatisfy(\.isReversible)
  }

  override func transform(_ value: Any?) throws -> Any? {
    try steps.reduce(value) { value, step in try step.transform(value) }
  }

  override func reverseTransform(_ value: Any?) throws -> Any? {
    guard isReversible else { throw TransformerError(.notReversible, input: value) }
    return try steps.reversed().reduce(value) { value, step in try step.reverseTransform(value) }
  }
}

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
