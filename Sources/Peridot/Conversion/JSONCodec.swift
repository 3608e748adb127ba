import Foundation

/// Returns replacements for an element that can't be read, and leaves the cursor behind it; throws
/// if the whole array can't be read.
typealias ElementRecovery<Value> = (any Error, ReadingContext.Place, inout JSONReader) throws ->
  [Value]

/// Reads and writes values of one static type.
///
/// Chosen once per property, when its class's plan is made. `read` leaves the cursor behind the
/// value; if it throws, the cursor can be anywhere.
protocol JSONCodec<Value>: MemberCodec, ElementCodec {
  associatedtype Value

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Value

  /// Reads the elements of the array that begins at the cursor.
  func readElements(
    from reader: inout JSONReader, in context: ReadingContext, _ recover: ElementRecovery<Value>
  ) throws -> [Value]

  /// Reads an array whose elements lie at `offsets`, at the depth of the cursor.
  func readElements(
    at offsets: [Int], from reader: inout JSONReader, in context: ReadingContext,
    _ recover: ElementRecovery<Value>
  ) throws -> [Value]

  /// Reads the arrays within the array that begins at the cursor.
  ///
  /// - Parameters:
  ///   - recoverElement: Handles a bad element of such an array.
  ///   - readOther: Reads a value that is not an array.
  func readArrays(
    from reader: inout JSONReader, in context: ReadingContext, recover: ElementRecovery<[Value]>,
    _ recoverElement: ElementRecovery<Value>, readOther: (inout JSONReader) throws -> [Value]
  ) throws -> [[Value]]

  /// Reads the array that begins at the cursor and stores it at `offset` of an object.
  func readArrayMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext, _ recover: ElementRecovery<Value>
  ) throws

  /// Whether values are arrays, or Optionals of arrays, that can be read and written element by
  /// element.
  var isArray: Bool { get }

  /// Reads an array whose elements lie at `offsets`, at the depth of the cursor.
  ///
  /// - Throws: a mismatch at the cursor, unless `isArray`.
  func read(
    elementsAt offsets: [Int], from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Value

  /// Reads the members of the object that begins at the cursor.
  func readMembers(
    from reader: inout JSONReader, in context: ReadingContext
  ) throws -> [String: Value]

  /// Reads into the models of `current` that an update can keep.
  func update(
    _ current: Value, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Value

  /// Reads a value that an update inserts.
  func insert(from reader: inout JSONReader, in context: ReadingContext) throws -> Value

  /// Returns a codec that reads elements of an array into those of `current` with the same
  /// identity; nil for elements without an identity.
  func updating(_ current: [Value]) -> (any JSONCodec<Value>)?

  func write(_ value: Value, to writer: inout JSONWriter, in context: WritingContext) throws

  /// Writes an array of objects, each of which has an element as its only member, at the path of
  /// `names`. Returns false, with nothing written, unless `isArray`.
  func write(
    _ value: Value, insideOf names: [String], to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool

  /// Writes an array of such values.
  func write(
    elements: [Value], to writer: inout JSONWriter, in context: WritingContext
  ) throws

  /// Writes the key and the array at `offset` of an object; the array can be Optional. Returns
  /// false if it is nil.
  func writeArrayMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool

  /// Writes an array of arrays of such values.
  func write(
    arrays: [[Value]], to writer: inout JSONWriter, in context: WritingContext
  ) throws

  /// Writes an object of such values, in the order of their names.
  func write(
    members: [String: Value], to writer: inout JSONWriter, in context: WritingContext
  ) throws

  /// Whether the codec itself accepts live values.
  var seesLive: Bool { get }

  /// Whether no live value is of this codec's type, or the codec itself accepts those of its
  /// elements: then elements in memory are read as those of bytes are.
  var readsElementsInMemory: Bool { get }

  /// Returns a live value of this codec's type; nil for any other.
  func taken(_ live: Any) -> Value?

  /// Returns JSONSerialization's value for the bytes that `write` writes.
  ///
  /// - Throws: an error of any kind if the bytes have to be written.
  func boxed(_ value: Value, _ writing: DictionaryWriting) throws -> Any

  /// Returns JSONSerialization's values for the elements of an array.
  func boxed(elements: [Value], _ writing: DictionaryWriting) throws -> [Any]

  /// Returns whether `value` is nil, which a policy can omit.
  func isNil(_ value: Value) -> Bool

  /// The replacement for a value that can't be read, under a policy that resets.
  var resetValue: Value? { get }

  /// Whether a value that can't be read resets the property under `.resetScalars`.
  var isResetByMismatch: Bool { get }
}

// The defaults suit the simplest codecs. Rare code is dynamic, so that it is compiled once, not for
// each codec.
extension JSONCodec {
  dynamic func readElements(
    from reader: inout JSONReader, in context: ReadingContext, _ recover: ElementRecovery<Value>
  ) throws -> [Value] {
    try readUntypedElements(by: self, from: &reader, in: context, recover)
  }

  dynamic func readElements(
    at offsets: [Int], from reader: inout JSONReader, in context: ReadingContext,
    _ recover: ElementRecovery<Value>
  ) throws -> [Value] {
    try reader.readElements(at: offsets, recover) { reader in try read(from: &reader, in: context) }
  }

  dynamic func readArrays(
    from reader: inout JSONReader, in context: ReadingContext, recover: ElementRecovery<[Value]>,
    _ recoverElement: ElementRecovery<Value>, readOther: (inout JSONReader) throws -> [Value]
  ) throws -> [[Value]] {
    try reader.readElements(recover) { reader in
      guard reader.nextByte() == UInt8(ascii: "[") else { return try readOther(&reader) }
      return try readElements(from: &reader, in: context, recoverElement)
    }
  }

  func readArrayMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext, _ recover: ElementRecovery<Value>
  ) throws {
    memory.store(try readElements(from: &reader, in: context, recover), at: offset)
  }

  var isArray: Bool { false }

  func read(
    elementsAt offsets: [Int], from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Value {
    throw reader.mismatch("array")
  }

  dynamic func readMembers(
    from reader: inout JSONReader, in context: ReadingContext
  ) throws -> [String: Value] {
    try reader.readMembers(context) { reader in try read(from: &reader, in: context) }
  }

  func readMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    memory.store(try read(from: &reader, in: context), at: offset)
  }

  func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    memory.store(Optional(try read(from: &reader, in: context)), at: offset)
  }

  func storeNil(in memory: ObjectMemory, at offset: Int) {
    memory.store(Value?.none, at: offset)
  }

  func readElement(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    memory.initialize(try read(from: &reader, in: context), at: offset)
  }

  func readOptionalElement(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    memory.initialize(Optional(try read(from: &reader, in: context)), at: offset)
  }

  func initializeNil(in memory: ObjectMemory, at offset: Int) {
    memory.initialize(Value?.none, at: offset)
  }

  func writeElement(
    from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws {
    try write(memory.load(Value.self, at: offset), to: &writer, in: context)
  }

  func writeOptionalElement(
    from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws {
    guard let value = memory.load(Value?.self, at: offset) else { return writer.null() }
    try write(value, to: &writer, in: context)
  }

  func update(
    _ current: Value, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Value {
    try read(from: &reader, in: context)
  }

  func insert(from reader: inout JSONReader, in context: ReadingContext) throws -> Value {
    try read(from: &reader, in: context)
  }

  func updating(_ current: [Value]) -> (any JSONCodec<Value>)? { nil }

  func write(
    _ value: Value, insideOf names: [String], to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    false
  }

  dynamic func write(
    elements: [Value], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    let stride = MemoryLayout<Value>.stride
    writer.beginArray()
    try ObjectMemory.withElements(of: elements) { memory, count in
      try writeUntypedElements(from: memory, count, stride: stride, to: &writer, in: context)
    }
    writer.endArray()
  }

  func writeArrayMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    guard let elements = memory.load([Value]?.self, at: offset) else { return false }
    writer.key(key)
    try write(elements: elements, to: &writer, in: context)
    return true
  }

  dynamic func write(
    arrays: [[Value]], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    writer.beginArray()
    for index in 0..<arrays.count {
      try context.writeElement(index, to: &writer) { writer throws in
        try write(elements: arrays[index], to: &writer, in: context)
      }
    }
    writer.endArray()
  }

  dynamic func write(
    members: [String: Value], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    writer.beginObject()
    for (name, value) in members.sortedByName {
      try context.writeMember(name, to: &writer) { writer throws in
        try write(value, to: &writer, in: context)
      }
    }
    writer.endObject()
  }

  func writeMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    let value = memory.load(Value.self, at: offset)
    if isNil(value) { return false }
    writer.key(key)
    try write(value, to: &writer, in: context)
    return true
  }

  func writeOptionalMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    guard let value = memory.load(Value?.self, at: offset), !isNil(value) else { return false }
    writer.key(key)
    try write(value, to: &writer, in: context)
    return true
  }

  var seesLive: Bool { false }

  var readsElementsInMemory: Bool { false }

  func taken(_ live: Any) -> Value? {
    let type = type(of: live)
    if type == [String: Any].self || type == [Any].self || type == Decimal.self {
      // Only the codec of `Any` accepts these. A cast would convert a Decimal to other numbers,
      // even if that loses digits, and a dictionary with all its contents to Foundation objects.
      guard Value.self == Any.self || type == Decimal.self && Value.self == Decimal.self else {
        return nil
      }
    }
    return live as? Value
  }

  func boxed(_ value: Value, _ writing: DictionaryWriting) throws -> Any {
    try boxedBytes(of: value, writing)
  }

  func boxed(elements: [Value], _ writing: DictionaryWriting) throws -> [Any] {
    try elements.map { try boxed($0, writing) }
  }

  func isNil(_ value: Value) -> Bool { false }

  var resetValue: Value? { nil }

  var isResetByMismatch: Bool { false }

  /// The codec, if it is one of `Other`s. The runtime takes long for a cast to a protocol, and for
  /// making its types.
  func asCodec<Other>(of type: Other.Type) -> (any JSONCodec<Other>)? {
    guard Value.self == Other.self else { return nil }
    // Sound: the two protocols are the same then, but the compiler can't know that.
    return unsafe unsafeBitCast(self as any JSONCodec<Value>, to: (any JSONCodec<Other>).self)
  }
}

/// Reads and writes stored properties as members of an object, for callers that don't know their
/// static type.
protocol MemberCodec: AnyObject, Sendable {
  /// The codec of the value itself, if this is an Optional's.
  var valueCodec: any MemberCodec { get }

  /// Whether the value is one model. The runtime takes long to find that a codec doesn't conform to
  /// a protocol.
  var isOfModel: Bool { get }

  /// Whether this is the own codec of a scalar type, or of an Optional of one, and not a
  /// transformer's.
  var isPlain: Bool { get }

  /// Reads the value at the cursor and stores it at `offset` of an object.
  func readMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext) throws

  /// Reads the value of a stored Optional of the codec's type.
  func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext) throws

  /// Stores nil in an Optional of the codec's type.
  func storeNil(in memory: ObjectMemory, at offset: Int)

  /// The codec that gives the same result with fewer calls.
  var direct: any MemberCodec { get }

  /// The codec whose `writeMember` gives the same result as `writeOptionalMember`; nil if there is
  /// none.
  var directForOptional: (any MemberCodec)? { get }

  /// Writes the key and the value at `offset` of an object; returns false, with nothing written, if
  /// the value is nil.
  func writeMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool

  /// Writes a member with the value of a stored Optional of the codec's type.
  func writeOptionalMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool
}

/// Reads and writes the elements of arrays, for a loop that doesn't know their static type.
protocol ElementCodec: AnyObject, Sendable {
  /// Reads the value at the cursor as the element of an array at `offset`, where none is yet.
  func readElement(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext) throws

  /// Reads an element of an array of Optionals of the codec's type.
  func readOptionalElement(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext) throws

  /// Makes nil the element at `offset`, an Optional of the codec's type.
  func initializeNil(in memory: ObjectMemory, at offset: Int)

  /// Writes the element at `offset`.
  func writeElement(
    from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws

  /// Writes the element at `offset`, an Optional of the codec's type.
  func writeOptionalElement(
    from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws
}

extension MemberCodec {
  var valueCodec: any MemberCodec { self }
  var isOfModel: Bool { false }
  var isPlain: Bool { false }
  var direct: any MemberCodec { self }
  var directForOptional: (any MemberCodec)? { nil }
}

extension JSONCodec {
  /// Reads the elements of the array that begins at the cursor, each by `codec`.
  ///
  /// The loop knows no type. Compiled once for all types, a loop would ask the runtime for types at
  /// each element; compiled for each, it would be long.
  dynamic func readUntypedElements(
    by codec: any ElementCodec, from reader: inout JSONReader, in context: ReadingContext,
    _ recover: ElementRecovery<Value>
  ) throws -> [Value] {
    var elements: [Value] = []
    guard try reader.beginArray() else { return elements }
    var run = ElementRun(stride: MemoryLayout<Value>.stride)
    while run.goesOn {
      try elements.append(addingCapacity: max(elements.count, 4)) { output in
        try ObjectMemory.append(to: &output) { memory, room, count in
          try run.read(into: memory, room, by: codec, count: &count, from: &reader, in: context)
        }
      }
      if let (error, place) = run.failure {
        run.failure = nil
        elements += try recover(error, place, &reader)
        run.goesOn = try reader.nextElement()
      }
    }
    return elements
  }
}

/// The reading of an array whose type is not known.
private struct ElementRun {
  let stride: Int
  var goesOn = true
  var failure: (error: any Error, place: ReadingContext.Place)?

  /// Reads elements until the memory is full, or the array ends, or one can't be read; adds to
  /// `count` those that were read.
  @inline(never)
  mutating func read(
    into memory: ObjectMemory, _ room: Int, by codec: any ElementCodec, count: inout Int,
    from reader: inout JSONReader, in context: ReadingContext
  ) throws {
    while goesOn, count < room {
      let place = ReadingContext.Place(&reader)
      do {
        try codec.readElement(into: memory, at: count * stride, from: &reader, in: context)
        count += 1
      } catch {
        failure = (error, place)
        return
      }
      goesOn = try reader.nextElement()
    }
  }
}

extension ElementCodec {
  @inline(never)
  fileprivate func writeUntypedElements(
    from memory: ObjectMemory, _ count: Int, stride: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws {
    for index in 0..<count {
      try context.writeElement(index, to: &writer) { writer throws in
        try writeElement(from: memory, at: index * stride, to: &writer, in: context)
      }
    }
  }
}

/// Live values: values in memory without a JSON form.
extension JSONCodec {
  /// Reads the value at the cursor by `read`, or returns it if it is live.
  @inline(__always)
  func reading(
    _ reader: inout JSONReader, in context: ReadingContext,
    _ read: (inout JSONReader, ReadingContext) throws -> Value
  ) throws -> Value {
    guard reader.isLive, !seesLive else { return try read(&reader, context) }
    return try readLive(from: &reader, in: context, read)
  }

  /// Reads the live value at the cursor: unchanged if it is of this codec's type; a collection that
  /// is not one of JSON's as an array or an object.
  @inline(never)
  private func readLive(
    from reader: inout JSONReader, in context: ReadingContext,
    _ read: (inout JSONReader, ReadingContext) throws -> Value
  ) throws -> Value {
    let place = ReadingContext.Place(&reader)
    let boxed = reader.readValueInMemory()
    let live = boxed.value
    if let value = taken(live), boxed.isFinite { return value }
    if let failure = boxed.withoutForm { throw ConversionError(failure, at: place.position) }
    let end = reader.position
    place.restore(&reader)
    if let standard = Boxed.collection(live) { reader.replaceValue(by: standard) }
    let value = try read(&reader, context)
    reader.position = end
    return value
  }
}

extension Boxed {
  /// The live collection as an array or a dictionary; nil for any other value.
  static func collection(_ live: Any) -> Any? {
    if let set = live as? any AnySet { return set.elements }
    guard let collection = live as? any _CollectionLike else { return nil }
    let value = standard(collection)
    return value is [Any] || value is [String: Any] ? value : nil
  }
}
