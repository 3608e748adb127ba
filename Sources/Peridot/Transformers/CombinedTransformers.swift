import Foundation

/// Several transformers, each of which transforms the result of the one before.
final class ChainedTransformer: ThrowingTransformer, @unchecked Sendable {
  /// The transformers' throwing members.
  let steps: [any TransformerErrorHandling]

  convenience init(_ transformers: [ValueTransformer]) {
    self.init(steps: transformers.map(\.throwing))
  }

  private init(steps: [any TransformerErrorHandling]) {
    self.steps = steps
    super.init()
  }

  override func accepting(_ forms: TextForms) -> ThrowingTransformer {
    ChainedTransformer(steps: steps.map { ($0 as? ThrowingTransformer)?.accepting(forms) ?? $0 })
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

/// A transformer with its directions exchanged.
final class InvertedTransformer: ThrowingTransformer, @unchecked Sendable {
  /// The transformer in its own direction.
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
