import Foundation

/// A value of one type, unchanged both ways; anything else is an error.
final class ValidatingTransformer<Value>: TypedTransformer<Value, Value>, @unchecked Sendable {
  init() {
    let name = TypeName.phrase(for: Value.self)
    super.init(from: name, to: name)
  }

  override func transformTyped(_ input: Value) throws -> Value {
    input
  }

  override func reverseTyped(_ output: Value) throws -> Value {
    output
  }
}
