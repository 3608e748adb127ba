import Foundation

/// Makes the codec of a transformer without boxing, if its types are known.
protocol JSONCodecMaking {
  /// Returns a codec for `Value`, or nil if the types don't match.
  func codec<Value>(for type: Value.Type, _ maker: CodecMaker) -> (any JSONCodec<Value>)?
}

extension TypedTransformer: JSONCodecMaking {
  func codec<Value>(for type: Value.Type, _ maker: CodecMaker) -> (any JSONCodec<Value>)? {
    guard let codec = plainCodec(for: type, maker) else { return nil }
    return transformsNil ? ValueTransformer.NilTransformingCodec(self, codec) : codec
  }

  private func plainCodec<Value>(for type: Value.Type, _ maker: CodecMaker) -> (
    any JSONCodec<Value>
  )? {
    if let decimals = self as? DecimalTransformer {
      let codec = ValueTransformer.DecimalNumberCodec(decimals)
      return codec.asCodec(of: type) ?? JSONOptionalCodec(codec).asCodec(of: type)
    }
    // A transformer that drops elements reports each of them.
    guard Input.self != Any.self,
      (self as? CollectionTransformer<[Any]>)?.transformReporting == nil
    else { return nil }
    let codec: any JSONCodec<Output>
    if let dates = self as? any DateTextTransforming, Output.self == Date.self {
      guard let dateCodec = DateTextCodec(dates).asCodec(of: Output.self) else { return nil }
      codec = dateCodec
    } else {
      var maker = maker
      if inputType != Input.self { maker.chosenClass = inputType }
      guard let input = maker.codec(for: Input.self) else { return nil }
      codec = formatCodec(input) ?? ValueTransformer.TypedTransformerCodec(self, input)
    }
    if let same = codec.asCodec(of: type) { return same }
    // Null becomes nil without the transformer.
    return Input.self is any OptionalProtocol.Type
      ? nil : JSONOptionalCodec(codec).asCodec(of: type)
  }
}

extension TypedTransformer {
  /// Returns the codec for dates in a format; nil for any other transformer.
  private func formatCodec(_ input: any JSONCodec<Input>) -> (any JSONCodec<Output>)? {
    guard let dates = self as? DateFormatTransformer, let text = input as? TextCodec else {
      return nil
    }
    return ValueTransformer.FixedDateCodec(dates, text).asCodec(of: Output.self)
  }
}

extension ValueTransformer {
  /// A date as text in a format, parsed straight from the bytes if the format is a fixed one, or as
  /// a number by its digits. The transformer handles all other text.
  fileprivate final class FixedDateCodec: JSONCodec {
    typealias Value = Date

    private let transformer: DateFormatTransformer
    private let format: FixedDateFormat?
    private let transformed: TypedTransformerCodec<String, Date>

    init(_ transformer: DateFormatTransformer, _ input: TextCodec) {
      self.transformer = transformer
      format = transformer.fixedFormat
      transformed = TypedTransformerCodec(transformer, input)
    }

    func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Date {
      if reader.nextByte() != UInt8(ascii: "\"") {
        if try reader.peekKind() == .number, let number = try reader.readNumberIfPresent() {
          return try transformer.transformTyped(reader.text(of: number))
        }
      } else if let format {
        let place = ReadingContext.Place(&reader)
        let date = try reader.withStringBytesIfPresent { format.date(from: $0) }
        if let date = date ?? nil { return date }
        place.restore(&reader)
      }
      return try transformed.read(from: &reader, in: context)
    }

    var seesLive: Bool { transformed.seesLive }

    func write(_ value: Date, to writer: inout JSONWriter, in context: WritingContext) throws {
      guard !context.options.contains(.escapeSlashes), let text = format?.bytes(of: value) else {
        return try transformed.write(value, to: &writer, in: context)
      }
      writer.asciiString(text.words, count: text.count)
    }

    func boxed(_ value: Date, _ writing: DictionaryWriting) throws -> Any {
      try transformed.boxed(value, writing)
    }
  }

  /// A value of the transformer's input type in the JSON, and of its output type in the property.
  fileprivate final class TypedTransformerCodec<Input, Output>: JSONCodec {
    typealias Value = Output

    private let transformer: TypedTransformer<Input, Output>
    private let input: any JSONCodec<Input>

    init(_ transformer: TypedTransformer<Input, Output>, _ input: any JSONCodec<Input>) {
      self.transformer = transformer
      self.input = input
    }

    func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Output {
      if reader.isLive {
        let place = ReadingContext.Place(&reader)
        if let output = output(in: reader.readValueInMemory().value) { return output }
        place.restore(&reader)
      }
      return try transformer.transformTyped(
        try input.reading(&reader, in: context) { try input.read(from: &$0, in: $1) })
    }

    func update(
      _ current: Output, from reader: inout JSONReader, in context: ReadingContext
    ) throws -> Output {
      try patched(current, &reader, in: context)
    }

    func insert(from reader: inout JSONReader, in context: ReadingContext) throws -> Output {
      try patched(nil, &reader, in: context)
    }

    var seesLive: Bool { true }

    /// Returns a live value that has the property's type already, and needs no transformation; nil
    /// for any other.
    private func output(in live: Any) -> Output? {
      input.taken(live) == nil ? taken(live) : nil
    }

    func write(
      _ value: Output, to writer: inout JSONWriter, in context: WritingContext
    ) throws {
      guard transformer.isReversible else { throw TransformerError(.notReversible, input: value) }
      try input.write(try transformer.reverseTyped(value), to: &writer, in: context)
    }

    func boxed(_ value: Output, _ writing: DictionaryWriting) throws -> Any {
      guard transformer.isReversible else { throw DictionaryWriting.LeftToBytes() }
      return try input.boxed(try transformer.reverseTyped(value), writing)
    }
  }

  /// A codec whose transformer converts null.
  fileprivate final class NilTransformingCodec<Value>: JSONCodec, @unchecked Sendable {
    // Sendable: constants only.

    private let codec: any JSONCodec<Value>
    /// The value for null; nil if the codec has to find it.
    private let nullValue: Value?
    /// The JSON of nil; nil for null.
    private let nilForm: Any?

    init(_ transformer: any TransformerErrorHandling, _ codec: any JSONCodec<Value>) {
      self.codec = codec
      nullValue = (try? transformer.transform(nil)).flatMap { $0 as? Value }
      nilForm = try? transformer.reverseTransform(nil)
    }

    func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Value {
      if let nullValue, try reader.readNullIfPresent() { return nullValue }
      return try codec.read(from: &reader, in: context)
    }

    func update(
      _ current: Value, from reader: inout JSONReader, in context: ReadingContext
    ) throws -> Value {
      try patched(current, &reader, in: context)
    }

    func insert(from reader: inout JSONReader, in context: ReadingContext) throws -> Value {
      try patched(nil, &reader, in: context)
    }

    func write(
      _ value: Value, to writer: inout JSONWriter, in context: WritingContext
    ) throws {
      guard let nilForm, codec.isNil(value) else {
        return try codec.write(value, to: &writer, in: context)
      }
      do {
        try writer.any(nilForm, maximumDepth: context.policy.maximumDepth)
      } catch let error as JSONValueError {
        throw TransformerError(.unrepresentable(target: "JSON: \(error)"), input: value)
      }
    }

    func isNil(_ value: Value) -> Bool { nilForm == nil && codec.isNil(value) }

    var seesLive: Bool { codec.seesLive }

    var resetValue: Value? { codec.resetValue }
  }
}

/// A date as text in one of the formats that are parsed straight from bytes.
final class DateTextCodec: JSONCodec {
  typealias Value = Date

  private let transformer: any DateTextTransforming
  let format: DateText.Format

  init(_ transformer: any DateTextTransforming) {
    self.transformer = transformer
    format = transformer.format
  }

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Date {
    let place = ReadingContext.Place(&reader)
    let format = format
    let date = try reader.withStringBytesIfPresent { DateText.parse($0, as: format) }
    if let date = date ?? nil { return date }
    // The transformer reports any other value.
    place.restore(&reader)
    let value = try reader.readAnyValue(context)
    if isNullObject(value) {
      throw ConversionError(
        .nullValue, at: place.position, expected: "a date", found: "null")
    }
    guard let date = try transformer.transform(value) as? Date else {
      throw TransformerError(.unparsable(expected: "a date"), input: value)
    }
    return date
  }

  func write(
    _ value: Date, to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    guard let text = DateText.bytes(value, as: format) else {
      throw TransformerError(.unrepresentable(target: "text"), input: value)
    }
    writer.asciiString(text.words, count: text.count)
  }

  func boxed(_ value: Date, _ writing: DictionaryWriting) throws -> Any {
    guard let text = DateText.string(value, as: format) else {
      throw DictionaryWriting.LeftToBytes()
    }
    return text
  }
}

extension ValueTransformer {
  /// A number with all its digits, or its text. In an `Any`, a number with more digits than a
  /// Decimal holds is a Double, which is another number.
  fileprivate final class DecimalNumberCodec: JSONCodec {
    typealias Value = Decimal

    private let transformer: DecimalTransformer

    init(_ transformer: DecimalTransformer) {
      self.transformer = transformer
    }

    func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Decimal {
      guard try reader.peekKind() == .number else {
        return try transformer.transformTyped(try reader.readAnyValue(context))
      }
      return try reader.readDecimal()
    }

    func write(
      _ value: Decimal, to writer: inout JSONWriter, in context: WritingContext
    ) throws {
      _ = try transformer.reverseTyped(value)
      try value.write(&writer, in: context)
    }

    func boxed(_ value: Decimal, _ writing: DictionaryWriting) throws -> Any {
      guard value.isFinite else { throw DictionaryWriting.LeftToBytes() }
      return NSDecimalNumber(decimal: value)
    }
  }
}

/// A transformer in one direction only, if the policy writes the value unchanged.
final class OneWayCodec<Value>: JSONCodec {
  private let reading: any JSONCodec<Value>
  private let writing: any JSONCodec<Value>

  init(_ reading: any JSONCodec<Value>, writing: any JSONCodec<Value>) {
    self.reading = reading
    self.writing = writing
  }

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Value {
    try reading.reading(&reader, in: context) { try reading.read(from: &$0, in: $1) }
  }

  func write(_ value: Value, to writer: inout JSONWriter, in context: WritingContext) throws {
    try writing.write(value, to: &writer, in: context)
  }

  func boxed(_ value: Value, _ writing: DictionaryWriting) throws -> Any {
    try self.writing.boxed(value, writing)
  }

  func isNil(_ value: Value) -> Bool { writing.isNil(value) }

  var seesLive: Bool { reading.seesLive }

  var resetValue: Value? { reading.resetValue }

  var isResetByMismatch: Bool { reading.isResetByMismatch }
}

/// Any transformer, with boxed values.
final class BoxedTransformerCodec<Value>: JSONCodec, @unchecked Sendable {
  // Sendable: a transformer, which has to be, and constants.

  private let transformer: any TransformerErrorHandling
  /// Writes the transformer's result.
  private let any: any JSONCodec<Any>
  // A cast for each value would take longer than the transformer.
  private let lossy: CollectionTransformer<[Any]>?
  /// Whether the transformer takes JSON as it stands, or a collection of such.
  private let takesRawJSON: Bool
  private let none: Value?
  /// The transformer itself, if its function's result is stored unchanged.
  private let function: TypedTransformer<Any, Value>?
  /// Stored separately, because examining an Optional looks up its type.
  private let hasNone: Bool
  /// The rule for taking values from the transformer's results. A cast to an Optional would turn a
  /// value of another type into nil.
  private let results = BoxedReader<Value>()

  var seesLive: Bool { true }

  init(_ transformer: ValueTransformer, writing any: any JSONCodec<Any>) {
    self.transformer = transformer.throwing
    self.any = any
    lossy = self.transformer as? CollectionTransformer<[Any]>
    takesRawJSON = self.transformer.taken.holdsRawJSON
    // A cast would put another kind of nil into an `Any?`.
    let none = Value.self is any OptionalProtocol.Type ? results.read(NSNull()) : nil
    hasNone = none != nil
    self.none = none
    // A value of such a type stays the same in an `Any`.
    function = isPlainScalar(Value.self) ? transformer as? TypedTransformer<Any, Value> : nil
  }

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Value {
    let place = ReadingContext.Place(&reader)
    let value =
      takesRawJSON
      ? try transformer.taken.readValue(from: &reader, in: context)
      : try reader.readAnyValue(context)
    if let lossy, let elements = value as? [Any],
      let (values, dropped) = try lossy.transformReporting?(elements)
    {
      for (index, error) in dropped {
        let failure = Self.failure(error, of: elements[index], index, place)
        if lossy.isSet, context.policy.duplicateElements == .fail { throw failure }
        context.note(.dropped, failure)
      }
      return try typed(
        lossy.isSet ? CollectionTransformer<[Any]>.set(values) : values, place, in: context)
    }
    let isNull = isNullObject(value)
    if !isNull, let function { return try function.transformTyped(value) }
    let result = try transformer.transform(isNull ? nil : value)
    return try typed(result, place, in: context)
  }

  func update(
    _ current: Value, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Value {
    try patched(current, &reader, in: context)
  }

  func insert(from reader: inout JSONReader, in context: ReadingContext) throws -> Value {
    try patched(nil, &reader, in: context)
  }

  /// Returns the error for a dropped element.
  private static func failure(
    _ error: any Error, of element: Any, _ index: Int, _ place: ReadingContext.Place
  ) -> ConversionError {
    let nested = (error as? JSONAdapterError).flatMap { error in
      error.isAboutValue ? ConversionError(error, at: place.position) : nil
    }
    let failure =
      nested
      ?? ConversionError(
        transformFailure: error, at: place.position, found: Boxed.phrase(element))
    return failure.inside([.index(index)])
  }

  private func typed(
    _ result: Any?, _ place: ReadingContext.Place, in context: ReadingContext
  ) throws -> Value {
    if let result, isPlain(result) || !isNullObject(result) {
      if let value = results.read(result, by: .exact) { return value }
    } else if let none {
      return none
    } else if let value = result as? Value {
      return value
    }
    let found: ErrorPhrase? = result.map { "\(Self.describe($0)) from the transformer" }
    throw ConversionError(
      result == nil ? .nullValue : .transformFailed, at: place.position,
      expected: "\(TypeName.of(RuntimeFields.withoutOptionals(Value.self)))",
      found: found ?? "nil from the transformer")
  }

  /// Whether the result has exactly the property's type, and so is not null; without a cast.
  private func isPlain(_ result: Any) -> Bool {
    type(of: result) == Value.self && Value.self != NSNull.self && !hasNone
  }

  /// The type of a transformer's result, with the number, or the types of the first elements.
  private static func describe(_ result: Any) -> ErrorPhrase {
    let type = TypeName.phrase(withArticle: type(of: result))
    if Boxed(result).isNumber {
      return "\(type), \(found: Boxed.escaped(Boxed.text(result))),"
    }
    if case .array(let elements) = Boxed(result), !elements.isEmpty {
      let types = Array(Set(elements.prefix(8).map { TypeName.of(Swift.type(of: $0)) })).sorted()
      return "an array of \(types.joined(separator: ", "))"
    }
    return type
  }

  func write(
    _ value: Value, to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    guard transformer.isReversible else { throw TransformerError(.notReversible, input: value) }
    guard let result = try transformer.reverseTransform(unwrapped(value)) else {
      return writer.null()
    }
    do {
      try any.write(result, to: &writer, in: context)
    } catch let error as ConversionError {
      guard let reason = error.underlying as? JSONValueError else { throw error }
      throw TransformerError(.unrepresentable(target: "JSON: \(reason)"), input: value)
    }
  }

  /// A nil property is written if the transformer converts nil.
  func isNil(_ value: Value) -> Bool {
    guard unwrapped(value) == nil else { return false }
    guard transformer.isReversible else { return true }
    return (try? transformer.reverseTransform(nil)) ?? nil == nil
  }

  var resetValue: Value? { none }

  private func unwrapped(_ value: Value) -> Any? {
    guard let optional = value as? any OptionalProtocol else { return value }
    return optional.unwrapped
  }
}
