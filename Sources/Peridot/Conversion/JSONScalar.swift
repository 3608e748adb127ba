/// A type whose JSON form is a single value that the type itself knows how to read and write.
protocol JSONScalar {
  static func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Self
  /// Reads the elements of the array that begins at the cursor.
  static func readElements(
    _ reader: inout JSONReader, _ context: ReadingContext, _ recover: ElementRecovery<Self>
  ) throws -> [Self]
  /// Reads the members of the object that begins at the cursor.
  static func readMembers(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> [String: Self]
  /// Reads the value at the cursor and stores it at `offset` of an object.
  static func readMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext) throws
  /// Does the same where an Optional is stored.
  static func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext) throws
  func write(_ writer: inout JSONWriter, _ context: WritingContext) throws
  /// Writes an array of such values.
  static func write(
    elements: [Self], _ writer: inout JSONWriter, _ context: WritingContext) throws
  /// Writes an object of such values, in the order of their names.
  static func write(
    members: [String: Self], _ writer: inout JSONWriter, _ context: WritingContext) throws
  /// Writes the key and the value at `offset` of an object.
  static func writeMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext) throws
  /// Writes the key and the Optional value at `offset` of an object; returns false when it is nil.
  static func writeOptionalMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool
  /// Takes a value as JSONSerialization gives it; nil where its bytes have to tell.
  static func read(_ value: BoxedJSON, _ policy: ConversionPolicy) -> Self?
  /// What JSONSerialization would make of the bytes; nil where they have to be written.
  func boxed(_ policy: ConversionPolicy) -> Any?
  static var resetValue: Self? { get }
  /// Whether a value that cannot be read resets the property under `.resetScalars`.
  static var isResetByMismatch: Bool { get }
}

// Compiled once for each type that conforms, which code that is generic over the type is not.
extension JSONScalar {
  static func readElements(
    _ reader: inout JSONReader, _ context: ReadingContext, _ recover: ElementRecovery<Self>
  ) throws -> [Self] {
    var elements: [Self] = []
    guard try reader.beginArray() else { return elements }
    repeat {
      let place = ReadingPlace(&reader)
      do {
        elements.append(try read(&reader, context))
      } catch {
        elements += try recover(error, place, &reader)
      }
    } while try reader.nextElement()
    return elements
  }

  static func readMembers(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> [String: Self] {
    var members: [String: Self] = [:]
    guard try reader.beginObject() else { return members }
    repeat {
      let name = try reader.readKey()
      let place = ReadingPlace(&reader)
      if context.isSuperseded(at: place.position) {
        try reader.skipValue()
        continue
      }
      do {
        members[name] = try read(&reader, context)
      } catch {
        try context.handleElement(error, place, isMember: true, &reader)
      }
    } while try reader.nextMember()
    return members
  }

  static func readMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    memory.store(try read(&reader, context), at: offset)
  }

  static func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    memory.store(Optional(try read(&reader, context)), at: offset)
  }

  static func write(
    elements: [Self], _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    writer.beginArray()
    for index in elements.indices {
      try context.writeElement(index, &writer) { writer throws in
        try elements[index].write(&writer, context)
      }
    }
    writer.endArray()
  }

  static func write(
    members: [String: Self], _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    writer.beginObject()
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      try context.writeMember(name, &writer) { writer throws in
        try value.write(&writer, context)
      }
    }
    writer.endObject()
  }

  static func writeMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws {
    let value = memory.load(Self.self, at: offset)
    writer.key(key)
    try value.write(&writer, context)
  }

  static func writeOptionalMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    guard let value = memory.load(Self?.self, at: offset) else { return false }
    writer.key(key)
    try value.write(&writer, context)
    return true
  }

  static var resetValue: Self? { nil }
  static var isResetByMismatch: Bool { false }
}

extension JSONReader {
  /// The error for the value at the cursor, which is no `expected`: null is told from the others.
  @inline(never)
  mutating func mismatch(_ expected: String) -> any Error {
    do {
      let kind = try peekKind()
      return ConversionError(
        kind == .null ? .nullValue : .typeMismatch, at: position, expected: expected,
        found: describeValue(at: position))
    } catch {
      return error
    }
  }
}

extension JSONReader {
  /// Reads any value; a number that Double cannot reach is an error about that number.
  mutating func readAnyValue() throws -> Any {
    do {
      return try readValue()
    } catch  where error.reason == .numberOutOfRange {
      throw ConversionError(
        .outOfRange, at: error.byteOffset, expected: "a number that Double holds",
        found: describeValue(at: error.byteOffset))
    }
  }

  /// Throws that the value is null when it is text without anything in it, and the policy says so.
  @inline(never)
  mutating func refuseBlankText(
    at place: ReadingPlace, _ context: ReadingContext, expected: String
  ) throws {
    guard context.policy.emptyStringIsNull else { return }
    place.restore(&self)
    defer { place.restore(&self) }
    guard try readStringIfPresent()?.allSatisfy(\.isWhitespace) == true else { return }
    throw ConversionError(
      .nullValue, at: place.position, expected: expected,
      found: describeValue(at: place.position))
  }
}

extension JSONReader {
  /// The error for the value at `place`, whose text, if it is text, is no `expected`.
  @inline(never)
  mutating func unreadable(
    at place: ReadingPlace, _ context: ReadingContext, expected: String
  ) -> any Error {
    place.restore(&self)
    guard context.policy.unreadableText == .makeNil, nextByte() == UInt8(ascii: "\"") else {
      return mismatch(expected)
    }
    return ConversionError(
      .unreadable, at: place.position, expected: expected,
      found: describeValue(at: place.position))
  }
}

/// The codec that a type has by itself.
protocol PlainCodec: AnyObject {}

/// The codec of a scalar.
final class JSONScalarCodec<Value: JSONScalar>: JSONCodec<Value>, PlainCodec,
  @unchecked Sendable
{
  override func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Value {
    try Value.read(&reader, context)
  }

  override func readElements(
    _ reader: inout JSONReader, _ context: ReadingContext, _ recover: ElementRecovery<Value>
  ) throws -> [Value] {
    try Value.readElements(&reader, context, recover)
  }

  override func readMembers(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> [String: Value] {
    try Value.readMembers(&reader, context)
  }

  override func readMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    try Value.readMember(into: memory, at: offset, &reader, context)
  }

  override func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    try Value.readOptionalMember(into: memory, at: offset, &reader, context)
  }

  override func write(
    _ value: Value, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    try value.write(&writer, context)
  }

  override func write(
    elements: [Value], _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    try Value.write(elements: elements, &writer, context)
  }

  override func write(
    members: [String: Value], _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    try Value.write(members: members, &writer, context)
  }

  override func writeMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    try Value.writeMember(key, from: memory, at: offset, &writer, context)
    return true
  }

  override func writeOptionalMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    try Value.writeOptionalMember(key, from: memory, at: offset, &writer, context)
  }

  override func read(_ value: BoxedJSON, _ reading: DictionaryReading) throws -> Value {
    try Value.read(value, reading.policy) ?? readBytes(of: value, reading)
  }

  override func boxed(_ value: Value, _ writing: DictionaryWriting) throws -> Any {
    try value.boxed(writing.policy) ?? boxedBytes(of: value, writing)
  }

  override var resetValue: Value? { Value.resetValue }

  override var isResetByMismatch: Bool { Value.isResetByMismatch }
}
