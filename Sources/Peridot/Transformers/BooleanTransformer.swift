import Foundation

/// A Bool or a number to a Bool, the same both ways.
final class BooleanTransformer: TypedTransformer<Any, Bool>, @unchecked Sendable {
  init() {
    super.init(from: "a Bool or a number", to: "a Bool or a number")
  }

  override func transformTyped(_ input: Any) throws -> Bool {
    if let truth = FoundNumber.truth(of: input) { return truth }
    throw TransformerError(.invalidInput(expected: inputName), input: input)
  }

  override func reverseTyped(_ output: Bool) throws -> Any {
    output
  }

  override func reverseTransform(_ value: Any?) throws -> Any? {
    // A number is taken in reverse too.
    try transform(value)
  }
}
