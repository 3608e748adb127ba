/// Values whose JSON only their codecs know, changed by a merge patch.
extension ReadingContext {
  /// Reads the value at the cursor, of a property whose JSON only its codec knows: by a merge patch,
  /// the JSON that `write` writes of the property with the patch put into it.
  @inline(never)
  func patched(
    _ reader: inout JSONReader, writing write: ((inout JSONWriter, WritingContext) throws -> Void)?,
    _ read: (inout JSONReader, ReadingContext) throws -> Void
  ) throws {
    guard isPatch, reader.nextByte() == UInt8(ascii: "{") else {
      return try read(&reader, self)
    }
    let place = Place(&reader)
    var old = JSONWriter()
    if let write {
      try write(&old, WritingContext(policy: shared, options: []))
    } else {
      old.null()
    }
    let source = JSONBytes(try MergedText(old.bytes(), patch: try reader.readText()).bytes)
    let superseded = JSONReader.DuplicateMembers.find(
      in: source, maximumDepth: policy.maximumDepth)
    try inner(source, shared, at: place.position, depth: place.depth, superseded: superseded) {
      try read(&$0, $1)
      try $0.endDocument()
    }
  }
}

extension JSONCodec {
  /// Reads the value at the cursor; by a merge patch, into the JSON of `current`, nil for a value that
  /// was not there.
  func patched(
    _ current: Value?, _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Value {
    var result: Value?
    try context.patched(
      &reader, writing: current.map { current in { try self.write(current, to: &$0, in: $1) } },
      { result = try read(from: &$0, in: $1) })
    guard let result else { preconditionFailure("It was read.") }
    return result
  }
}

extension JSONReader {
  /// Returns the text of the value at the cursor; makes it if the value is in memory.
  mutating func readText() throws -> [UInt8] {
    _ = nextByte()
    let start = position
    guard readsValues else {
      try skipValue()
      return bytes(from: start, to: position)
    }
    let value = try readAnyValue(nil, keepsDigits: true)
    var writer = JSONWriter()
    writer.sortsMembers = true
    do {
      try writer.any(value, maximumDepth: .max)
    } catch let error as JSONValueError {
      throw ConversionError(error, at: start)
    }
    return writer.bytes()
  }
}
