import Foundation

/// Two functions, one for each way.
final class ClosureTransformer<Input, Output>: TypedTransformer<Input, Output>, @unchecked Sendable
{
  private let forward: @Sendable (Input) throws -> Output
  private let backward: @Sendable (Output) throws -> Input

  init(
    forward: @escaping @Sendable (Input) throws -> Output,
    reverse: @escaping @Sendable (Output) throws -> Input
  ) {
    self.forward = forward
    self.backward = reverse
    super.init(
      from: TypeName.phrase(for: Input.self), to: TypeName.phrase(for: Output.self))
  }

  override func transformTyped(_ input: Input) throws -> Output {
    try forward(input)
  }

  override func reverseTyped(_ output: Output) throws -> Input {
    try backward(output)
  }
}

/// One function, one way.
final class ForwardClosureTransformer<Input, Output>: TypedTransformer<Input, Output>,
  @unchecked Sendable
{
  private let forward: @Sendable (Input) throws -> Output

  init(forward: @escaping @Sendable (Input) throws -> Output) {
    self.forward = forward
    super.init(
      from: TypeName.phrase(for: Input.self), to: TypeName.phrase(for: Output.self))
  }

  override class func allowsReverseTransformation() -> Bool {
    false
  }

  override var isReversible: Bool {
    false
  }

  override func transformTyped(_ input: Input) throws -> Output {
    try forward(input)
  }

  override func reverseTyped(_ output: Output) throws -> Input {
    throw TransformerError(.notReversible, input: output)
  }
}
