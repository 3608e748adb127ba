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
    // A class that was chosen at run time is compared as an object: the optimizer takes a metatype
    // for that of its static type.
    if let chosen = type as? AnyClass,
      !Peridot.isSubclass(Swift.type(of: value as AnyObject), of: chosen)
    {
      throw TransformerError(.invalidInput(expected: inputName), input: value)
    }
    return value
  }
}
