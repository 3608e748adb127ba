import Foundation

/// One function, one way.
final class ForwardTransformer<Input, Output>: TypedTransformer<Input, Output>,
  @unchecked Sendable
{
  init(_ forward: @escaping (Input) throws -> Output) {
    super.init(
      from: TypeName.phrase(for: Input.self), to: TypeName.phrase(for: Output.self),
      forward: forward, reverse: nil)
  }

  override class func allowsReverseTransformation() -> Bool { false }
}
