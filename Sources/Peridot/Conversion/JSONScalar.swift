/// A type whose JSON form is a single value, which the type reads and writes itself.
protocol JSONScalar: SendableMetatype {
  static func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Self
  /// Reads the elements of the array of bytes that begins at the cursor; `count` is the expected
  /// number. Nil if that takes their codec.
  static func readElements(
    from reader: inout JSONReader, in context: ReadingContext, _ recover: ElementRecovery<Self>,
    reserving count: Int
  ) throws -> [Self]?
  /// Reads the value at the cursor as the element of an array at `offset`, where none is yet.
  static func readElement(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext) throws
  /// Reads the value at the cursor and stores it at `offset` of an object.
  static func readMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext) throws
  /// Reads a member into a stored Optional.
  static func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext) throws
  func write(_ writer: inout JSONWriter, in context: WritingContext) throws
  /// Writes an array of such values.
  static func write(
    elements: [Self], to writer: inout JSONWriter, in context: WritingContext) throws
  /// Writes the key and the array at `offset` of an object; see `JSONCodec`.
  static func writeArrayMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool
  static func writeMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext) throws
  /// Writes the key and the Optional value at `offset` of an object; returns false if it is nil.
  static func writeOptionalMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool
  /// Returns JSONSerialization's value for the bytes; nil if they have to be written.
  func boxed(_ policy: ConversionPolicy) -> Any?
  /// The elements of an array, boxed; nil if one has to be written.
  static func boxed(elements: [Self], _ policy: ConversionPolicy) -> [Any]?
  /// Whether JSON has a form for all values of the type, except for numbers that are not finite.
  static var isNeverLive: Bool { get }
  /// The value in memory if it can be used unchanged; nil if it has to be read.
  static func plain(_ value: Boxed) -> Self?
  static var resetValue: Self? { get }
  /// Whether a value that can't be read resets the property under `.resetScalars`.
  static var isResetByMismatch: Bool { get }
  static var codec: any JSONCodec { get }
}

/// A scalar of which long arrays exist.
protocol ArrayScalar: JSONScalar {}

extension ArrayScalar {
  static func readElements(
    from reader: inout JSONReader, in context: ReadingContext, _ recover: ElementRecovery<Self>,
    reserving count: Int
  ) throws -> [Self]? {
    try reader.readElements(recover, reserving: count) { reader in
      try read(from: &reader, in: context)
    }
  }

  static func write(
    elements: [Self], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    try writeEach(elements, to: &writer, in: context)
  }
}

// Compiled for each conforming type, unlike code that is generic over the type. Dynamic functions
// are compiled once.
extension JSONScalar {
  static func readElements(
    from reader: inout JSONReader, in context: ReadingContext, _ recover: ElementRecovery<Self>,
    reserving count: Int
  ) throws -> [Self]? {
    nil
  }

  static func readElement(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    memory.initialize(try read(from: &reader, in: context), at: offset)
  }

  static func readMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    memory.store(try read(from: &reader, in: context), at: offset)
  }

  static func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    memory.store(Optional(try read(from: &reader, in: context)), at: offset)
  }

  dynamic static func write(
    elements: [Self], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    try writeEach(elements, to: &writer, in: context)
  }

  @inline(__always)
  fileprivate static func writeEach(
    _ elements: [Self], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    writer.beginArray()
    for index in 0..<elements.count {
      try context.writeElement(index, to: &writer) { writer throws in
        try elements[index].write(&writer, in: context)
      }
    }
    writer.endArray()
  }

  static func writeArrayMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    guard let elements = memory.load([Self]?.self, at: offset) else { return false }
    writer.key(key)
    try write(elements: elements, to: &writer, in: context)
    return true
  }

  static func writeMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws {
    let value = memory.load(Self.self, at: offset)
    writer.key(key)
    try value.write(&writer, in: context)
  }

  static func writeOptionalMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    guard let value = memory.load(Self?.self, at: offset) else { return false }
    writer.key(key)
    try value.write(&writer, in: context)
    return true
  }

  static var isNeverLive: Bool { false }
  static func plain(_ value: Boxed) -> Self? { nil }
  static var resetValue: Self? { nil }
  static var isResetByMismatch: Bool { false }
  // Dynamic, so that the codec's type is made of this conformance, which the runtime needn't find.
  dynamic static var codec: any JSONCodec { JSONScalarCodec<Self>() }
}

protocol ScalarCodec<Value>: JSONCodec where Value: JSONScalar {}

/// The codec of most scalars. Because the class is generic, its loops are compiled once for all
/// types.
final class JSONScalarCodec<Value: JSONScalar>: ScalarCodec {
  // Not in an extension, which would look for the conformance at each element.
  func readElement(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    try Value.readElement(into: memory, at: offset, from: &reader, in: context)
  }
}

// Compiled for their types, which most arrays and dictionaries hold.

final class TextCodec: ScalarCodec {
  typealias Value = String
}

final class IntCodec: ScalarCodec {
  typealias Value = Int
}

final class DoubleCodec: ScalarCodec {
  typealias Value = Double
}

extension ScalarCodec {
  var isPlain: Bool { true }

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Value {
    try Value.read(from: &reader, in: context)
  }

  func readElements(
    from reader: inout JSONReader, in context: ReadingContext, _ recover: ElementRecovery<Value>
  ) throws -> [Value] {
    try readElements(from: &reader, in: context, recover, reserving: 0)
  }

  private func readElements(
    from reader: inout JSONReader, in context: ReadingContext, _ recover: ElementRecovery<Value>,
    reserving count: Int
  ) throws -> [Value] {
    if reader.readsValues { return try readElementsInMemory(from: &reader, in: context, recover) }
    return try Value.readElements(from: &reader, in: context, recover, reserving: count)
      ?? readUntypedElements(by: self, from: &reader, in: context, recover)
  }

  /// Uses the elements of the array in memory at the cursor unchanged, or reads them.
  private func readElementsInMemory(
    from reader: inout JSONReader, in context: ReadingContext, _ recover: ElementRecovery<Value>
  ) throws -> [Value] {
    let array = try reader.beginElementsInMemory()
    var elements: [Value] = []
    elements.reserveCapacity(array.content.count)
    for index in 0..<array.content.count {
      let value = Boxed(elementOf: array.content, at: index)
      if let plain = Value.plain(value) {
        elements.append(plain)
        continue
      }
      reader.go(to: value, at: index, of: array)
      let place = ReadingContext.Place(&reader)
      do {
        elements.append(try Value.read(from: &reader, in: context))
      } catch {
        elements += try recover(error, place, &reader)
      }
    }
    reader.end(array)
    return elements
  }

  func readElements(
    at offsets: [Int], from reader: inout JSONReader, in context: ReadingContext,
    _ recover: ElementRecovery<Value>
  ) throws -> [Value] {
    try reader.readElements(at: offsets, recover) { reader in
      try Value.read(from: &reader, in: context)
    }
  }

  func readArrays(
    from reader: inout JSONReader, in context: ReadingContext, recover: ElementRecovery<[Value]>,
    _ recoverElement: ElementRecovery<Value>, readOther: (inout JSONReader) throws -> [Value]
  ) throws -> [[Value]] {
    var count = 0
    return try reader.readElements(recover) { reader in
      guard reader.nextByte() == UInt8(ascii: "[") else { return try readOther(&reader) }
      let elements = try readElements(from: &reader, in: context, recoverElement, reserving: count)
      // Small arrays, such as points, mostly have as many elements as the one before.
      count = min(elements.count, 16)
      return elements
    }
  }

  func readMembers(
    from reader: inout JSONReader, in context: ReadingContext
  ) throws -> [String: Value] {
    try reader.readMembers(context) { reader in try Value.read(from: &reader, in: context) }
  }

  func readMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    try Value.readMember(into: memory, at: offset, from: &reader, in: context)
  }

  func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    try Value.readOptionalMember(into: memory, at: offset, from: &reader, in: context)
  }

  func write(
    _ value: Value, to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    try value.write(&writer, in: context)
  }

  func write(
    elements: [Value], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    try Value.write(elements: elements, to: &writer, in: context)
  }

  func writeArrayMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    try Value.writeArrayMember(key, from: memory, at: offset, to: &writer, in: context)
  }

  func write(
    arrays: [[Value]], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    writer.beginArray()
    for index in 0..<arrays.count {
      try context.writeElement(index, to: &writer) { writer throws in
        try Value.write(elements: arrays[index], to: &writer, in: context)
      }
    }
    writer.endArray()
  }

  func write(
    members: [String: Value], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    writer.beginObject()
    for (name, value) in members.sortedByName {
      try context.writeMember(name, to: &writer) { writer throws in
        try value.write(&writer, in: context)
      }
    }
    writer.endObject()
  }

  func writeMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    try Value.writeMember(key, from: memory, at: offset, to: &writer, in: context)
    return true
  }

  func writeOptionalMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    try Value.writeOptionalMember(key, from: memory, at: offset, to: &writer, in: context)
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
