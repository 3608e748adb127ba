/// A type whose JSON form is a single value that the type itself knows how to read and write.
protocol JSONScalar {
  static func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Self
  /// Reads the elements of the array that begins at the cursor, which are expected to be `count`.
  static func readElements(
    _ reader: inout JSONReader, _ context: ReadingContext, _ recover: ElementRecovery<Self>,
    reserving count: Int
  ) throws -> [Self]
  /// Reads an array whose elements lie at `offsets`, at the depth of the cursor.
  static func readElements(
    at offsets: [Int], _ reader: inout JSONReader, _ context: ReadingContext,
    _ recover: ElementRecovery<Self>
  ) throws -> [Self]
  /// Reads the array that begins at the cursor and stores it at `offset` of an object.
  static func readArrayMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext, _ recover: ElementRecovery<Self>) throws
  /// Reads the arrays within the array that begins at the cursor; see `JSONCodec`.
  static func readArrays(
    _ reader: inout JSONReader, _ context: ReadingContext, _ recover: ElementRecovery<[Self]>,
    _ recoverElement: ElementRecovery<Self>, readOther: (inout JSONReader) throws -> [Self]
  ) throws -> [[Self]]
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
  /// Writes the key and the array at `offset` of an object; see `JSONCodec`.
  static func writeArrayMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool
  /// Writes an array of arrays of such values.
  static func write(
    arrays: [[Self]], _ writer: inout JSONWriter, _ context: WritingContext) throws
  /// Writes an object of such values, in the order of their names.
  static func write(
    members: [String: Self], _ writer: inout JSONWriter, _ context: WritingContext) throws
  /// Writes the key and the value at `offset` of an object.
  static func writeMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext) throws
  /// Writes the key and the Optional value at `offset` of an object; returns false when it is nil.
  static func writeOptionalMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool
  /// Returns what JSONSerialization would make of the bytes; nil where they have to be written.
  func boxed(_ policy: ConversionPolicy) -> Any?
  /// Does the same for an array of such values; nil where one has to be written.
  static func boxed(elements: [Self], _ policy: ConversionPolicy) -> [Any]?
  /// Whether JSON has a form for all values of the type but numbers that are infinite or none.
  static var isNeverLive: Bool { get }
  /// The value that one in memory is as it stands; nil where it has to be read.
  static func plain(_ value: Boxed) -> Self?
  static var resetValue: Self? { get }
  /// Whether a value that cannot be read resets the property under `.resetScalars`.
  static var isResetByMismatch: Bool { get }
}

// Compiled once for each type that conforms, which code that is generic over the type is not.
extension JSONScalar {
  static func readElements(
    _ reader: inout JSONReader, _ context: ReadingContext, _ recover: ElementRecovery<Self>,
    reserving count: Int
  ) throws -> [Self] {
    if reader.readsValues { return try readElementsInMemory(&reader, context, recover) }
    return try reader.readElements(recover, reserving: count) { reader in
      try read(&reader, context)
    }
  }

  /// Takes the elements of the array in memory at the cursor as they stand, or reads them.
  static func readElementsInMemory(
    _ reader: inout JSONReader, _ context: ReadingContext, _ recover: ElementRecovery<Self>
  ) throws -> [Self] {
    let array = try reader.beginElementsInMemory()
    var elements: [Self] = []
    elements.reserveCapacity(array.elements.count)
    for index in array.elements.indices {
      let value = Boxed(elementOf: array.elements, at: index)
      if let plain = plain(value) {
        elements.append(plain)
        continue
      }
      reader.go(to: value, at: index, of: array)
      let place = ReadingContext.Place(&reader)
      do {
        elements.append(try read(&reader, context))
      } catch {
        elements += try recover(error, place, &reader)
      }
    }
    reader.end(array)
    return elements
  }

  static func readElements(
    at offsets: [Int], _ reader: inout JSONReader, _ context: ReadingContext,
    _ recover: ElementRecovery<Self>
  ) throws -> [Self] {
    try reader.readElements(at: offsets, recover) { reader in try read(&reader, context) }
  }

  static func readArrayMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext, _ recover: ElementRecovery<Self>
  ) throws {
    memory.store(try readElements(&reader, context, recover, reserving: 0), at: offset)
  }

  static func readArrays(
    _ reader: inout JSONReader, _ context: ReadingContext, _ recover: ElementRecovery<[Self]>,
    _ recoverElement: ElementRecovery<Self>, readOther: (inout JSONReader) throws -> [Self]
  ) throws -> [[Self]] {
    var count = 0
    return try reader.readElements(recover) { reader in
      guard reader.nextByte() == UInt8(ascii: "[") else { return try readOther(&reader) }
      let elements = try readElements(&reader, context, recoverElement, reserving: count)
      // Small arrays, as points are, mostly have as many elements as the one before.
      count = min(elements.count, 16)
      return elements
    }
  }

  static func readMembers(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> [String: Self] {
    try reader.readMembers(context) { reader in try read(&reader, context) }
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

  static func writeArrayMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    guard let elements = memory.load([Self]?.self, at: offset) else { return false }
    writer.key(key)
    try write(elements: elements, &writer, context)
    return true
  }

  static func write(
    arrays: [[Self]], _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    writer.beginArray()
    for index in arrays.indices {
      try context.writeElement(index, &writer) { writer throws in
        try write(elements: arrays[index], &writer, context)
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
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws {
    let value = memory.load(Self.self, at: offset)
    writer.key(key)
    try value.write(&writer, context)
  }

  static func writeOptionalMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    guard let value = memory.load(Self?.self, at: offset) else { return false }
    writer.key(key)
    try value.write(&writer, context)
    return true
  }

  static var isNeverLive: Bool { false }
  static func plain(_ value: Boxed) -> Self? { nil }
  static var resetValue: Self? { nil }
  static var isResetByMismatch: Bool { false }
}

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
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
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
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    try Value.writeMember(key, from: memory, at: offset, &writer, context)
    return true
  }

  func writeOptionalMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    try Value.writeOptionalMember(key, from: memory, at: offset, &writer, context)
  }

  func boxed(_ value: Value, _ writing: DictionaryWriting) throws -> Any {
    try value.boxed(writing.policy) ?? boxedBytes(of: value, writing)
  }

  func boxed(elements: [Value], _ writing: DictionaryWriting) throws -> [Any] {
    try Value.boxed(elements: elements, writing.policy)
      ?? elements.map { try boxed($0, writing) }
  }

  var readsElementsInMemory: Bool { Value.isNeverLive }

  var resetValue: Value? { Value.resetValue }

  var isResetByMismatch: Bool { Value.isResetByMismatch }
}
