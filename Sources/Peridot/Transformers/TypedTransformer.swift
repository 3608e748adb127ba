import Foundation

/// A transformer between two Swift types.
///
/// Subclasses override the typed pair. nil becomes nil without asking them, unless `Input` (or, in
/// reverse, `Output`) is an Optional: then they get nil, for nil and for null.
class TypedTransformer<Input, Output>: ThrowingTransformer, TypedTransforming, @unchecked Sendable {
  /// The input that is expected going forward, as a message says it: "a URL as text".
  let inputName: String

  /// The output, as a message says it: "a URL".
  let outputName: String

  private let input = BoxedReader<Input>()
  private let output = BoxedReader<Output>()
  private let inputTakesNil = Input.self is any OptionalProtocol.Type
  private let outputTakesNil = Output.self is any OptionalProtocol.Type

  init(from inputName: String, to outputName: String) {
    self.inputName = inputName
    self.outputName = outputName
    super.init()
  }

  func transformTyped(_ input: Input) throws -> Output {
    fatalError("\(type(of: self)) must override transformTyped(_:)")
  }

  func reverseTyped(_ output: Output) throws -> Input {
    fatalError("\(type(of: self)) must override reverseTyped(_:)")
  }

  var transformsNil: Bool { false }

  var inputType: Any.Type { Input.self }
  var outputType: Any.Type { Output.self }

  override func transform(_ value: Any?) throws -> Any? {
    guard let value = inputTakesNil ? value ?? NSNull() : value else { return nil }
    guard let input = input.read(value) else {
      guard let found = Boxed.unwrapped(value) else { return nil }
      throw TransformerError(.invalidInput(expected: inputName), input: found)
    }
    return boxed(try transformTyped(input), mayBeNil: outputTakesNil)
  }

  override func reverseTransform(_ value: Any?) throws -> Any? {
    guard isReversible else { throw TransformerError(.notReversible, input: value) }
    guard let value = outputTakesNil ? value ?? NSNull() : value else { return nil }
    guard let output = output.read(value) else {
      guard let found = Boxed.unwrapped(value) else { return nil }
      throw TransformerError(.invalidInput(expected: outputName), input: found)
    }
    return boxed(try reverseTyped(output), mayBeNil: inputTakesNil)
  }

  private func boxed<Value>(_ value: Value, mayBeNil: Bool) -> Any? {
    mayBeNil ? Boxed.unwrapped(value) : value
  }

  /// The error for an input of the right type that does not make an `Output`.
  func unparsable(_ input: Any) -> TransformerError {
    TransformerError(.unparsable(expected: outputName), input: input)
  }
}
