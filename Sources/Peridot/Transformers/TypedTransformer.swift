import Foundation

/// A transformer between two Swift types, made of two functions.
///
/// nil becomes nil without a call, unless `Input` (or, in reverse, `Output`) is an Optional: then
/// the function gets nil, for nil and for null.
class TypedTransformer<Input, Output>: ThrowingTransformer, TypedTransforming, @unchecked Sendable {
  /// The expected input in a message: "a URL as text".
  let inputName: String

  /// The output in a message: "a URL".
  let outputName: String

  private let forward: (Input) throws -> Output
  private let backward: ((Output) throws -> Input)?
  /// The function that puts an input into an `Any`; nil to put it there unchanged.
  private let boxing: ((Input) -> Any)?
  private let input = BoxedReader<Input>()
  private let output = BoxedReader<Output>()
  /// The function that takes an output from an `Any`; nil for the usual rule of its type.
  private let unboxing: ((Any) -> Output?)?
  private let inputTakesNil = Input.self is any OptionalProtocol.Type
  private let outputTakesNil = Output.self is any OptionalProtocol.Type

  /// - Parameters:
  ///   - reverse: nil for a transformer in one direction.
  ///   - type: The type of the values, if it is a subclass chosen at run time.
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

  /// Creates a transformer from a function that returns nil if an input makes no `Output`, which
  /// then is an error.
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
    // Without an Optional, because each call would look up its type.
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

/// A `TypedTransformer` without its type parameters.
///
/// A caller that knows the types casts to ``TypedTransformer`` and calls it without boxing.
protocol TypedTransforming: TransformerErrorHandling {
  var inputType: Any.Type { get }
  var outputType: Any.Type { get }
  /// Whether nil becomes a value, or a value nil.
  var transformsNil: Bool { get }
}

/// A transformer between text in one of the byte formats and a Date.
///
/// A caller that has the text's bytes parses and writes them with ``DateText``, without a String.
protocol DateTextTransforming: TypedTransforming, Sendable {
  var format: DateText.Format { get }
}

/// One function, in one direction.
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
  /// Passes values of one type unchanged in both directions; any other value is an error.
  ///
  /// - Parameter type: `Input`, or a subclass of it chosen at run time.
  convenience init(validating type: Input.Type) {
    let name = TypeName.phrase(for: type)
    // A class chosen at run time is compared as an object, because the optimizer replaces a
    // metatype by its static type.
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

/// Text in a style of NumberFormatter to a number.
extension TypedTransformer<String, NSNumber> {
  convenience init(style: NumberFormatter.Style, locale: Locale) {
    let formatters = FormatterPool {
      let formatter = NumberFormatter()
      formatter.locale = locale
      formatter.numberStyle = style
      return formatter
    }
    let name = "a number as text"
    let numbers = BoxedReader<NSNumber>()
    self.init(
      from: name, to: "a number",
      forward: { text in
        let number = formatters.use { formatter -> NSNumber? in
          guard let number = formatter.number(from: text) else { return nil }
          return ValueTransformer.NumberText(text, formatter).isNumber
            || formatter.string(from: number) == text
            ? number : nil
        }
        guard let number else { throw TransformerError(.unparsable(expected: name), input: text) }
        return number
      },
      reverse: { number in
        let text = formatters.use { $0.string(from: number) }
        guard let text, number.doubleValue.isFinite else {
          throw TransformerError(.unrepresentable(target: name), input: number)
        }
        return text
      },
      // A Bool casts to a number object, but is not a number.
      unboxing: { Bool.unboxed($0, by: .exact) == nil ? numbers.read($0) : nil })
  }
}

extension ValueTransformer {
  /// Text from which a NumberFormatter has read a number, perhaps only from its beginning: it reads
  /// "40x" as 40.
  fileprivate struct NumberText {
    private let body: Substring
    private let grouping: String
    private let decimal: String
    /// The digits of the group before the decimal separator, and of each other one.
    private let groupSizes: (last: Int, others: Int)

    init(_ text: String, _ formatter: NumberFormatter) {
      grouping = formatter.groupingSeparator ?? ""
      decimal = formatter.decimalSeparator ?? "."
      // As it writes them: its own sizes are those of the system's default.
      let number = formatter.string(from: 1_234_567_890)?.components(separatedBy: decimal)[0] ?? ""
      let groups = grouping.isEmpty ? [] : number.components(separatedBy: grouping)
      let sizes = groups.suffix(2).map { $0.count(where: Self.isDigit) }
      groupSizes = sizes.count == 2 ? (sizes[1], sizes[0]) : (0, 0)
      var body = text[...]
      let prefixes = [
        formatter.negativePrefix, formatter.positivePrefix, formatter.minusSign, formatter.plusSign,
      ]
      if let prefix = Self.longest(of: prefixes, where: body.hasPrefix) {
        body = body.dropFirst(prefix.count)
      }
      let suffixes = [formatter.negativeSuffix, formatter.positiveSuffix]
      if let suffix = Self.longest(of: suffixes, where: body.hasSuffix) {
        body = body.dropLast(suffix.count)
      }
      self.body = body
    }

    /// Whether it is digits with separators, optionally an exponent, and nothing else.
    var isNumber: Bool {
      let parts = body.split(
        maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == "E" || $0 == "e" })
      guard let mantissa = parts.first, isMantissa("\(mantissa)") else { return false }
      guard parts.count == 2 else { return true }
      let exponent = parts[1].drop { $0 == "-" || $0 == "+" }
      return !exponent.isEmpty && exponent.allSatisfy(Self.isDigit)
    }

    /// Whether it is digits, perhaps in groups of the locale's lengths, and perhaps a fraction.
    private func isMantissa(_ text: String) -> Bool {
      let halves = text.components(separatedBy: decimal)
      let groups = grouping.isEmpty ? [halves[0]] : halves[0].components(separatedBy: grouping)
      guard halves.count <= 2,
        (groups + halves.dropFirst()).allSatisfy({ $0.allSatisfy(Self.isDigit) }),
        halves.contains(where: { !$0.isEmpty })
      else { return false }
      guard groups.count > 1, let first = groups.first, let last = groups.last else { return true }
      return !first.isEmpty && first.count <= groupSizes.others && last.count == groupSizes.last
        && groups.dropFirst().dropLast().allSatisfy { $0.count == groupSizes.others }
    }

    private static func longest(of affixes: [String?], where fits: (String) -> Bool) -> String? {
      affixes.compactMap(\.self).filter { !$0.isEmpty && fits($0) }.max { $0.count < $1.count }
    }

    private static func isDigit(_ character: Character) -> Bool {
      character.wholeNumberValue.map { (0...9).contains($0) } ?? false
    }
  }
}
