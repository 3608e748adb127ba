import Foundation

/// Returns the elements in place of one that could not be read, and leaves the cursor behind it;
/// throws when the whole array cannot be read.
typealias ElementRecovery<Value> = (any Error, ReadingPlace, inout JSONReader) throws -> [Value]

/// Reads and writes values of one static type.
///
/// Chosen once per property, when the plan of its class is made. `read` leaves the cursor behind
/// the value; when it throws, the cursor may be anywhere.
class JSONCodec<Value>: MemberCodec, @unchecked Sendable {
  // Sendable: subclasses hold other codecs and constants only.

  func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Value {
    fatalError("overridden")
  }

  var valueCodec: any MemberCodec { self }
  var isOfModel: Bool { false }
  var direct: any MemberCodec { self }
  var directForOptional: (any MemberCodec)? { nil }

  /// Reads the elements of the array that begins at the cursor.
  func readElements(
    _ reader: inout JSONReader, _ context: ReadingContext, _ recover: ElementRecovery<Value>
  ) throws -> [Value] {
    try reader.readElements(recover) { reader in try read(&reader, context) }
  }

  /// Reads the arrays within the array that begins at the cursor.
  ///
  /// - Parameters:
  ///   - recoverElement: Is asked for an element of such an array.
  ///   - readOther: Reads a value that stands where an array belongs.
  func readArrays(
    _ reader: inout JSONReader, _ context: ReadingContext, _ recover: ElementRecovery<[Value]>,
    _ recoverElement: ElementRecovery<Value>, readOther: (inout JSONReader) throws -> [Value]
  ) throws -> [[Value]] {
    try reader.readElements(recover) { reader in
      guard reader.nextByte() == UInt8(ascii: "[") else { return try readOther(&reader) }
      return try readElements(&reader, context, recoverElement)
    }
  }

  /// Reads the array that begins at the cursor and stores it at `offset` of an object.
  func readArrayMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext, _ recover: ElementRecovery<Value>
  ) throws {
    memory.store(try readElements(&reader, context, recover), at: offset)
  }

  /// Whether values are arrays, or Optionals of arrays, that can be read and written element by
  /// element.
  var isArray: Bool { false }

  /// Reads an array whose elements lie at `offsets`, at the depth of the cursor; nil, with nothing
  /// read, unless `isArray`.
  func read(
    elementsAt offsets: [Int], _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Value? {
    nil
  }

  /// Reads the members of the object that begins at the cursor.
  func readMembers(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> [String: Value] {
    try reader.readMembers(context) { reader in try read(&reader, context) }
  }

  func readMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    memory.store(try read(&reader, context), at: offset)
  }

  func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    memory.store(Optional(try read(&reader, context)), at: offset)
  }

  func storeNil(in memory: ObjectMemory, at offset: Int) {
    memory.store(Value?.none, at: offset)
  }

  /// Reads into the models that `current` holds, where an update can keep them.
  func update(
    _ current: Value, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Value {
    try read(&reader, context)
  }

  /// Reads what an update puts where there was nothing.
  func insert(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Value {
    try read(&reader, context)
  }

  /// Returns a codec that reads elements of an array into those of `current` that have the same
  /// identity; nil for elements without an identity.
  func updating(_ current: [Value]) -> JSONCodec<Value>? { nil }

  func write(_ value: Value, _ writer: inout JSONWriter, _ context: WritingContext) throws {
    fatalError("overridden")
  }

  /// Writes an array, each element of which is the one member, at the path of `names`, of an object;
  /// false, with nothing written, unless `isArray`.
  func write(
    _ value: Value, insideOf names: [String], _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    false
  }

  /// Writes an array of such values.
  func write(
    elements: [Value], _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    writer.beginArray()
    for index in elements.indices {
      try context.writeElement(index, &writer) { writer throws in
        try write(elements[index], &writer, context)
      }
    }
    writer.endArray()
  }

  /// Writes the key and the array at `offset` of an object, which may be an Optional one; returns
  /// false when it is nil.
  func writeArrayMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    guard let elements = memory.load([Value]?.self, at: offset) else { return false }
    writer.key(key)
    try write(elements: elements, &writer, context)
    return true
  }

  /// Writes an array of arrays of such values.
  func write(
    arrays: [[Value]], _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    writer.beginArray()
    for index in arrays.indices {
      try context.writeElement(index, &writer) { writer throws in
        try write(elements: arrays[index], &writer, context)
      }
    }
    writer.endArray()
  }

  /// Writes an object of such values, in the order of their names.
  func write(
    members: [String: Value], _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    writer.beginObject()
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      try context.writeMember(name, &writer) { writer throws in
        try write(value, &writer, context)
      }
    }
    writer.endObject()
  }

  func writeMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    let value = memory.load(Value.self, at: offset)
    if isNil(value) { return false }
    writer.key(key)
    try write(value, &writer, context)
    return true
  }

  func writeOptionalMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    guard let value = memory.load(Value?.self, at: offset), !isNil(value) else { return false }
    writer.key(key)
    try write(value, &writer, context)
    return true
  }

  /// Whether the codec itself takes values that stand in the text as they are in memory.
  var seesLive: Bool { false }

  /// Returns a live value that is of this codec's type; nil for any other.
  func taken(_ live: Any) -> Value? {
    let type = type(of: live)
    if type == [String: Any].self || type == [Any].self || type == Decimal.self {
      // Only the codec of `Any` takes these. A cast converts a Decimal to other numbers, however
      // many digits that costs, and a dictionary to objects of Foundation, all that it holds too.
      guard Value.self == Any.self || type == Decimal.self && Value.self == Decimal.self else {
        return nil
      }
    }
    return live as? Value
  }

  /// The plan that writes the text of an object that this codec reads; nil where any would.
  var textMaker: AnyObject? { nil }

  /// Writes a value that this codec is to read, in the form that JSONSerialization gives; what has
  /// no text stays as it is in memory.
  func writeText(of value: Any, _ writer: inout JSONWriter, maximumDepth: Int) throws {
    try writer.any(value, maximumDepth: maximumDepth)
  }

  /// Reads a value as JSONSerialization gives it, where that makes no difference to its bytes.
  ///
  /// - Throws: an error of any kind where the bytes have to be read.
  func read(_ value: Boxed, _ reading: DictionaryReading) throws -> Value {
    try readBytes(of: value, reading)
  }

  /// Returns what JSONSerialization would make of the bytes that `write` writes.
  ///
  /// - Throws: an error of any kind where the bytes have to be written.
  func boxed(_ value: Value, _ writing: DictionaryWriting) throws -> Any {
    try boxedBytes(of: value, writing)
  }

  /// Does the same for an array of such values.
  func boxed(elements: [Value], _ writing: DictionaryWriting) throws -> [Any] {
    try elements.map { try boxed($0, writing) }
  }

  /// Tells whether `value` is nil, which a policy may leave out.
  func isNil(_ value: Value) -> Bool { false }

  /// The value that a policy that resets puts in place of one that cannot be read.
  var resetValue: Value? { nil }

  /// Whether a value that cannot be read resets the property under `.resetScalars`.
  var isResetByMismatch: Bool { false }
}
