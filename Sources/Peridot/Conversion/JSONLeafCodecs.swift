import Foundation

/// An enum (or any other type) as its raw value.
final class JSONRawValueCodec<Value: RawRepresentable>: JSONCodec<Value>, @unchecked Sendable {
  private let rawValue: JSONCodec<Value.RawValue>

  init(_ rawValue: JSONCodec<Value.RawValue>) {
    self.rawValue = rawValue
  }

  override func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Value {
    let place = ReadingPlace(&reader)
    let raw = try rawValue.read(&reader, context)
    if let value = Value(rawValue: raw) { return value }
    throw ConversionError(
      context.policy.unknownEnum == .makeNil ? .unknownCase : .typeMismatch, at: place.position,
      expected: expected, found: reader.describeValue(at: place.position))
  }

  private var expected: String {
    guard let cases = Value.self as? any CaseIterable.Type else { return "\(Value.self)" }
    let names = rawValues(cases)
    return "\(Value.self) (\(names.prefix(12).joined(separator: ", ")))"
  }

  private func rawValues<Cases: CaseIterable>(_: Cases.Type) -> [String] {
    Cases.allCases.compactMap { ($0 as? Value).map { "\($0.rawValue)" } }
  }

  override func write(
    _ value: Value, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    try rawValue.write(value.rawValue, &writer, context)
  }

  override func read(_ value: BoxedJSON, _ reading: DictionaryReading) throws -> Value {
    guard let known = Value(rawValue: try rawValue.read(value, reading)) else {
      throw LeftToBytes()
    }
    return known
  }

  override func boxed(_ value: Value, _ writing: DictionaryWriting) throws -> Any {
    try rawValue.boxed(value.rawValue, writing)
  }
}

/// Any other Codable type, through Foundation's coders.
final class JSONCodableCodec<Value: Codable>: JSONCodec<Value>, @unchecked Sendable {
  override func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Value {
    let place = ReadingPlace(&reader)
    let kind = try reader.peekKind()
    if kind == .null { throw reader.mismatch("\(Value.self)") }
    try reader.skipValue()
    var bytes = reader.bytes(from: place.position, to: reader.position)
    if kind == .object || kind == .array {
      do {
        bytes = try withoutDuplicates(bytes)
      } catch let error as ConversionError {
        throw error.moved(outOf: JSONBytes(bytes), to: place.position) { place.position + $0 }
      }
    }
    return try decode(
      bytes, at: place.position, found: reader.describeValue(at: place.position))
  }

  private func decode(
    _ bytes: [UInt8], at offset: Int, found: @autoclosure () -> String
  ) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      if let date = DateText.parse(text, as: .lenient) { return date }
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\"\(text)\" is not a date"))
    }
    do {
      return try decoder.decodeChecked(Value.self, from: Data(bytes))
    } catch {
      throw failure(error, at: offset, found())
    }
  }

  /// Decodes the value with the members that the JSON names changed.
  override func update(
    _ current: Value, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Value {
    guard context.policy.dictionaryUpdate == .merge, try reader.peekKind() == .object else {
      return try read(&reader, context)
    }
    let place = ReadingPlace(&reader)
    guard let members = members(of: current),
      let patch = try reader.readAnyValue() as? [String: Any]
    else {
      place.restore(&reader)
      return try read(&reader, context)
    }
    var patched = JSONWriter()
    try patched.any(members.patched(by: patch), maximumDepth: .max)
    return try decode(patched.bytes(), at: place.position, found: "object")
  }

  /// The members of the object that a value is encoded as; nil if it is not.
  private func members(of value: Value) -> [String: Any]? {
    guard let bytes = try? encode(value) else { return nil }
    return try? JSONBytes(bytes).withReader(maximumDepth: .max) { reader in
      try reader.readValue() as? [String: Any]
    }
  }

  /// Foundation takes the first of several members with one name; everywhere else the last counts.
  private func withoutDuplicates(_ bytes: [UInt8]) throws -> [UInt8] {
    let source = JSONBytes(bytes)
    guard !DuplicateMembers.find(in: source).isEmpty else { return bytes }
    var writer = JSONWriter()
    let value = try source.withReader(maximumDepth: .max) { try $0.readAnyValue() }
    try writer.any(value, maximumDepth: .max)
    return writer.bytes()
  }

  private func failure(_ error: any Error, at offset: Int, _ found: String) -> ConversionError {
    var failure = ConversionError(
      .typeMismatch, at: offset, expected: "\(Value.self)", found: found, underlying: error)
    let context: DecodingError.Context? =
      switch error as? DecodingError {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context
      default: nil
      }
    if let context {
      failure.innerPath = context.codingPath.map { key in
        key.intValue.map { "[\($0)]" } ?? JSONKeyPath.step(to: key.stringValue)
      }.joined()
      if case .keyNotFound(let key, _) = error as? DecodingError {
        failure.found += " without \"\(key.stringValue)\""
      } else {
        failure.found += " (\(context.debugDescription))"
      }
    }
    return failure
  }

  override func write(
    _ value: Value, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    let bytes = try encode(value)
    if writer.options.isEmpty { return writer.raw(bytes) }
    // Laid out as the rest of the document.
    try JSONBytes(bytes).withReader(maximumDepth: .max) { try writer.copy(&$0) }
  }

  private func encode(_ value: Value) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(DateText.string(date, as: .iso8601) ?? "")
    }
    do {
      return Array(try encoder.encodeSafely(value))
    } catch {
      throw ConversionError(
        .typeMismatch, at: 0, expected: "a value with a JSON form", found: "\(Value.self)",
        underlying: error)
    }
  }
}

/// Text of which some words mean null.
final class JSONNullWordCodec: JSONCodec<String>, @unchecked Sendable {
  override func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> String {
    let place = ReadingPlace(&reader)
    let text = try String.read(&reader, context)
    // The longest of the words has six letters.
    guard text.utf8.count < 64,
      Numeral.isNullWord(text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased())
    else { return text }
    throw ConversionError(
      .nullValue, at: place.position, expected: "String",
      found: reader.describeValue(at: place.position))
  }

  override func write(
    _ value: String, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    writer.string(value)
  }

  override var resetValue: String? { "" }
}

/// A property of type `Any`: whatever the JSON holds, as JSONSerialization gives it.
final class JSONAnyCodec: JSONCodec<Any>, @unchecked Sendable {
  override func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Any {
    try reader.readAnyValue()
  }

  override func update(
    _ current: Any, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Any {
    let value = try reader.readAnyValue()
    guard context.policy.dictionaryUpdate == .merge, let patch = value as? [String: Any] else {
      return value
    }
    return (current as? [String: Any] ?? [:]).patched(by: patch)
  }

  override func insert(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Any {
    try update([String: Any](), &reader, context)
  }

  override func write(
    _ value: Any, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    do {
      try writer.any(value, maximumDepth: writer.depthLeft(of: context.policy.maximumDepth))
    } catch let error as JSONValueError {
      throw ConversionError(error)
    }
  }

  override func read(_ value: BoxedJSON, _ reading: DictionaryReading) throws -> Any {
    try value.normalized(maximumDepth: reading.remainingDepth)
  }

  override func boxed(_ value: Any, _ writing: DictionaryWriting) throws -> Any {
    try BoxedJSON(value).normalized(maximumDepth: writing.remainingDepth)
  }

  override func isNil(_ value: Any) -> Bool {
    guard let optional = value as? any OptionalProtocol else { return false }
    return optional.unwrapped == nil
  }
}

/// A Foundation number: a JSON number or Boolean.
final class JSONNumberCodec: JSONCodec<NSNumber>, @unchecked Sendable {
  override var isResetByMismatch: Bool { true }

  override func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> NSNumber {
    let place = ReadingPlace(&reader)
    let kind = try reader.peekKind()
    if kind == .number || kind == .bool, let number = try reader.readAnyValue() as? NSNumber {
      return number
    }
    let isAllowed = context.policy.numbersFromStrings
    let numeral = try Numeral.read(
      &reader, context, expected: "NSNumber", isAllowed: isAllowed, for: .integer)
    if let number = try? JSONBytes(numeral).withReader({ try $0.readValue() }) as? NSNumber {
      return number
    }
    throw ConversionError(
      .outOfRange, at: place.position, expected: "a number that Double holds",
      found: reader.describeValue(at: place.position))
  }

  override func write(
    _ value: NSNumber, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    do {
      try writer.any(value)
    } catch {
      throw ConversionError(.notFinite, at: 0, expected: "a finite number", found: "\(value)")
    }
  }

  override func read(_ value: BoxedJSON, _ reading: DictionaryReading) throws -> NSNumber {
    switch value {
    case .integer(let number): NSNumber(value: number)
    case .double(let number): NSNumber(value: number)
    case .bool(let truth): .shared(truth)
    default: try readBytes(of: value, reading)
    }
  }

  override func boxed(_ value: NSNumber, _ writing: DictionaryWriting) throws -> Any {
    try BoxedJSON(value).normalized(maximumDepth: 0)
  }
}
