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
