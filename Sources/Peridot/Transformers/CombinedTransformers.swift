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
    super.init()
  }

  override var ownMistake: String? {
    step.isReversible
      ? nil
      : "its transformer inverts one that goes one way only: make that with "
        + ".closure(forward:reverse:), or override its allowsReverseTransformation() and "
        + "reverseTransformedValue(_:)"
  }

  override func transform(_ value: Any?) throws -> Any? {
    guard step.isReversible else { throw TransformerError(.notReversible, input: value) }
    return try step.reverseTransform(value)
  }

  override func reverseTransform(_ value: Any?) throws -> Any? {
    try step.transform(value)
  }
}
