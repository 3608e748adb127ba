/// The codec of a scalar.
final class JSONScalarCodec<Value: JSONScalar>: JSONCodec {
  var isPlain: Bool { true }

  func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Value {
    try Value.read(&reader, context)
  }

  func readElements(
    _ reader: inout JSONReader, _ context: ReadingContext, _ recover: ElementRecovery<Value>
  ) throws -> [Value] {
    try Value.readElements(&reader, context, recover, reserving: 0)
  }

  func readElements(
    at offsets: [Int], _ reader: inout JSONReader, _ context: ReadingContext,
    _ recover: ElementRecovery<Value>
  ) throws -> [Value] {
    try Value.readElements(at: offsets, &reader, context, recover)
  }

  func readArrayMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext, _ recover: ElementRecovery<Value>
  ) throws {
    try Value.readArrayMember(into: memory, at: offset, &reader, context, recover)
  }

  func readArrays(
    _ reader: inout JSONReader, _ context: ReadingContext, _ recover: ElementRecovery<[Value]>,
    _ recoverElement: ElementRecovery<Value>, readOther: (inout JSONReader) throws -> [Value]
  ) throws -> [[Value]] {
    try Value.readArrays(&reader, context, recover, recoverElement, readOther: readOther)
  }

  func readMembers(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> [String: Value] {
    try Value.readMembers(&reader, context)
  }

  func readMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    try Value.readMember(into: memory, at: offset, &reader, context)
  }

  func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    try Value.readOptionalMember(into: memory, at: offset, &reader, context)
  }

  func write(
    _ value: Value, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    try value.write(&writer, context)
  }

  func write(
    elements: [Value], _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    try Value.write(elements: elements, &writer, context)
  }

  func writeArrayMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    try Value.writeArrayMember(key, from: memory, at: offset, &writer, context)
  }

  func write(
    arrays: [[Value]], _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    try Value.write(arrays: arrays, &writer, context)
  }

  func write(
    members: [String: Value], _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    try Value.write(members: members, &writer, context)
  }

  func writeMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    try Value.writeMember(key, from: memory, at: offset, &writer, context)
    return true
  }

  func writeOptionalMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    try Value.writeOptionalMember(key, from: memory, at: offset, &writer, context)
  }

  func read(_ value: Boxed, _ reading: DictionaryReading) throws -> Value {
    try Value.read(value, reading.policy) ?? readBytes(of: value, reading)
  }

  func boxed(_ value: Value, _ writing: DictionaryWriting) throws -> Any {
    try value.boxed(writing.policy) ?? boxedBytes(of: value, writing)
  }

  func boxed(elements: [Value], _ writing: DictionaryWriting) throws -> [Any] {
    try Value.boxed(elements: elements, writing.policy)
      ?? elements.map { try boxed($0, writing) }
  }

  var resetValue: Value? { Value.resetValue }

  var isResetByMismatch: Bool { Value.isResetByMismatch }
}
