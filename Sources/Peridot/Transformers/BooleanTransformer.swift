import Foundation

/// A Bool or a number to a Bool, the same both ways.
final class BooleanTransformer: TypedTransformer<Any, Bool>, @unchecked Sendable {
  init() {
    let name = "a Bool or a number"
    super.init(
      from: name, to: name,
      forward: { input in
        if let truth = Self.truth(of: input) { return truth }
        throw TransformerError(.invalidInput(expected: name), input: input)
      }, reverse: { $0 })
  }

  /// Returns whether a Bool is true, or a number not zero; nil for anything else.
  static func truth(of value: Any) -> Bool? {
    let boxed = Boxed(value)
    if case .bool(let truth) = boxed { return truth }
    return boxed.isNumber ? boxed.exactly(Int.self) != 0 : nil
  }

  override func reverseTransform(_ value: Any?) throws -> Any? {
    // A number is taken in reverse too.
    try transform(value)
  }
}
