import Foundation

/// A transformer between two Swift types.
///
/// It is made of two functions. nil becomes nil without asking them, unless `Input` (or, in reverse,
/// `Output`) is an Optional: then they get nil, for nil and for null.
class TypedTransformer<Input, Output>: ThrowingTransformer, TypedTransforming, @unchecked Sendable {
  /// The input that is expected going forward, as a message says it: "a URL as text".
  let inputName: String

  /// The output, as a message says it: "a URL".
  let outputName: String

  private let forward: (Input) throws -> Output
  private let backward: ((Output) throws -> Input)?
  /// How an input is put into an `Any`; nil for as it is.
  private let boxing: ((Input) -> Any)?
  private let input = BoxedReader<Input>()
  private let output = BoxedReader<Output>()
  /// How an output is taken from an `Any`, where that is not as of any value of its type.
  private let unboxing: ((Any) -> Output?)?
  private let inputTakesNil = Input.self is any OptionalProtocol.Type
  private let outputTakesNil = Output.self is any OptionalProtocol.Type

  /// - Parameters:
  ///   - reverse: nil for a transformer that goes one way only.
  ///   - type: The type of what goes in and comes out, where that is a subclass which was chosen at run
  ///     time.
  init(
    from inputName: String, to outputName: String,
    forward: @escaping (Input) throws -> Output, reverse: ((Output) throws -> Input)?,
    boxing: ((Input) -> Any)? = nil, unboxing: ((Any) -> Output?)? = nil,
    ofType type: Any.Type? = nil
  ) {
    self.inputName = inputName
    self.outputName = outputName
    self.forward = forward
    backward = reverse
    self.boxing = boxing
    self.unboxing = unboxing
    inputType = type ?? Input.self
    outputType = type ?? Output.self
    super.init()
  }

  /// Creates a transformer from a function that gives nil for an input that does not make an
  /// `Output`, which an error says then.
  convenience init(
    from inputName: String, to outputName: String, expecting expected: String? = nil,
    parsing parse: @escaping (Input) -> Output?, writing: @escaping (Output) -> Input
  ) {
    let expected = expected ?? outputName
    self.init(
      from: inputName, to: outputName,
      forward: { input in
        guard let output = parse(input) else {
          throw TransformerError(.unparsable(expected: expected), input: input)
        }
        return output
      }, reverse: writing)
  }

  override var isReversible: Bool { backward != nil }

  final func transformTyped(_ input: Input) throws -> Output { try forward(input) }

  final func reverseTyped(_ output: Output) throws -> Input {
    guard let backward else { throw TransformerError(.notReversible, input: output) }
    return try backward(output)
  }

  var transformsNil: Bool { false }

  let inputType: Any.Type
  let outputType: Any.Type

  override func transform(_ value: Any?) throws -> Any? {
    guard let value = inputTakesNil ? value ?? NSNull() : value else { return nil }
    // Without an Optional, whose type would be looked up at each call.
    if input.rule == nil, let input = value as? Input {
      return boxed(try transformTyped(input), mayBeNil: outputTakesNil)
    }
    guard let input = input.read(value) else {
      guard let found = Boxed.unwrapped(value) else { return nil }
      throw TransformerError(.invalidInput(expected: inputName), input: found)
    }
    return boxed(try transformTyped(input), mayBeNil: outputTakesNil)
  }

  override func reverseTransform(_ value: Any?) throws -> Any? {
    guard isReversible else { throw TransformerError(.notReversible, input: value) }
    guard let value = outputTakesNil ? value ?? NSNull() : value else { return nil }
    guard let output = unboxing.map({ $0(value) }) ?? output.read(value) else {
      guard let found = Boxed.unwrapped(value) else { return nil }
      throw TransformerError(.invalidInput(expected: outputName), input: found)
    }
    let input = try reverseTyped(output)
    return boxing?(input) ?? boxed(input, mayBeNil: inputTakesNil)
  }

  private func boxed<Value>(_ value: Value, mayBeNil: Bool) -> Any? {
    mayBeNil ? Boxed.unwrapped(value) : value
  }
}

/// A transformer between two Swift types, seen without them.
///
/// A caller that knows the types casts to ``TypedTransformer`` and calls it without boxing.
protocol TypedTransforming: TransformerErrorHandling {
  var inputType: Any.Type { get }
  var outputType: Any.Type { get }
  /// Whether nil becomes something, or something nil.
  var transformsNil: Bool { get }
}

/// A transformer between text in one of the byte formats and a Date.
///
/// A caller that has the bytes of the text parses and writes them with ``DateText``, without a
/// String.
protocol DateTextTransforming: TypedTransforming, Sendable {
  var format: DateText.Format { get }
}

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

extension TypedTransformer where Output == Input {
  /// A value of one type, unchanged both ways; anything else is an error.
  ///
  /// - Parameter type: `Input`, or a subclass of it that was chosen at run time.
  convenience init(validating type: Input.Type) {
    let name = TypeName.phrase(for: type)
    // A class that was chosen at run time is compared as an object: the optimizer takes a metatype
    // for that of its static type.
    let chosen: AnyClass? = type as? AnyClass
    func checked(_ value: Input) throws -> Input {
      if let chosen, !Peridot.isSubclass(Swift.type(of: value as AnyObject), of: chosen) {
        throw TransformerError(.invalidInput(expected: name), input: value)
      }
      return value
    }
    self.init(from: name, to: name, forward: checked, reverse: checked, ofType: type)
  }
}
