import Foundation

/// A value of one type, unchanged both ways; anything else is an error.
final class ValidatingTransformer<Value>: TypedTransformer<Value, Value>, @unchecked Sendable {
  private let type: Value.Type

  /// - Parameter type: `Value`, or a subclass of it that was chosen at run time.
  init(_ type: Value.Type) {
    self.type = type
    let name = TypeName.phrase(for: type)
    // A class that was chosen at run time is compared as an object: the optimizer takes a metatype
    // for that of its static type.
    let chosen: AnyClass? = type as? AnyClass
    func checked(_ value: Value) throws -> Value {
      if let chosen, !Peridot.isSubclass(Swift.type(of: value as AnyObject), of: chosen) {
        throw TransformerError(.invalidInput(expected: name), input: value)
      }
      return value
    }
    super.init(from: name, to: name, forward: checked, reverse: checked)
  }

  override var inputType: Any.Type { type }
  override var outputType: Any.Type { type }
}
