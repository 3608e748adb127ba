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

  override func readArrayMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext, _ recover: ElementRecovery<Value>
  ) throws {
    try Value.readArrayMember(into: memory, at: offset, &reader, context, recover)
  }

  override func readArrays(
    _ reader: inout JSONReader, _ context: ReadingContext, _ recover: ElementRecovery<[Value]>,
    _ recoverElement: ElementRecovery<Value>, readOther: (inout JSONReader) throws -> [Value]
  ) throws -> [[Value]] {
    try Value.readArrays(&reader, context, recover, recoverElement, readOther: readOther)
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

  override func writeArrayMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    try Value.writeArrayMember(key, from: memory, at: offset, &writer, context)
  }

  override func write(
    arrays: [[Value]], _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    try Value.write(arrays: arrays, &writer, context)
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

  override func read(_ value: Boxed, _ reading: DictionaryReading) throws -> Value {
    try Value.read(value, reading.policy) ?? readBytes(of: value, reading)
  }

  override func boxed(_ value: Value, _ writing: DictionaryWriting) throws -> Any {
    try value.boxed(writing.policy) ?? boxedBytes(of: value, writing)
  }

  override func boxed(elements: [Value], _ writing: DictionaryWriting) throws -> [Any] {
    try Value.boxed(elements: elements, writing.policy)
      ?? super.boxed(elements: elements, writing)
  }

  override var resetValue: Value? { Value.resetValue }

  override var isResetByMismatch: Bool { Value.isResetByMismatch }
}
