import Foundation

/// A value of one type, unchanged both ways; anything else is an error.
final class ValidatingTransformer<Value>: TypedTransformer<Value, Value>, @unchecked Sendable {
  private let type: Value.Type

  /// - Parameter type: `Value`, or a subclass of it that was chosen at run time.
  init(_ type: Value.Type) {
    self.type = type
    let name = TypeName.phrase(for: type)
    super.init(from: name, to: name)
  }

  override var inputType: Any.Type { type }
  override var outputType: Any.Type { type }

  override func transformTyped(_ input: Value) throws -> Value {
    try checked(input)
  }

  override func reverseTyped(_ output: Value) throws -> Value {
    try checked(output)
  }

  private func checked(_ value: Value) throws -> Value {
    let chosen: Any.Type = type
    guard chosen == Value.self || Self.isInstance(value, of: chosen) else {
      throw TransformerError(.invalidInput(expected: inputName), input: value)
    }
    return value
  }

  private static func isInstance<Chosen>(_ value: Value, of _: Chosen.Type) -> Bool {
    value is Chosen
  }
}
