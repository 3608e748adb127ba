import Foundation

/// A Bool or a number to a Bool, the same both ways.
final class BooleanTransformer: TypedTransformer<Any, Bool>, @unchecked Sendable {
  init() {
    super.init(from: "a Bool or a number", to: "a Bool or a number")
  }

  override func transformTyped(_ input: Any) throws -> Bool {
    if let truth = Self.truth(of: input) { return truth }
    throw TransformerError(.invalidInput(expected: inputName), input: input)
  }

  /// Returns whether a Bool is true, or a number not zero; nil for anything else.
  static func truth(of value: Any) -> Bool? {
    let boxed = Boxed(value)
    if case .bool(let truth) = boxed { return truth }
    return boxed.isNumber ? boxed.exactly(Int.self) != 0 : nil
  }

  override func reverseTyped(_ output: Bool) throws -> Any {
    output
  }

  override func reverseTransform(_ value: Any?) throws -> Any? {
    // A number is taken in reverse too.
    try transform(value)
  }
}
