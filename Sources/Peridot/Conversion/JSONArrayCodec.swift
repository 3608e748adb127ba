import Foundation

final class JSONArrayCodec<Element>: JSONCodec {
  typealias Value = [Element]

  private let element: any JSONCodec<Element>

  init(_ element: any JSONCodec<Element>) {
    self.element = element
  }

  func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> [Element] {
    guard reader.nextByte() == UInt8(ascii: "[") else { return try readOther(&reader, context) }
    func recover(
      _ error: any Error, _ place: ReadingPlace, _ reader: inout JSONReader
    ) throws -> [Element] {
      try self.recover(error, place, &reader, context)
    }
    guard reader.hasLive else { return try element.readElements(&reader, context, recover) }
    return try reader.readElements(recover) { reader in
      try element.reading(&reader, context) { try element.read(&$0, $1) }
    }
  }

  func readElements(
    _ reader: inout JSONReader, _ context: ReadingContext, _ recover: ElementRecovery<[Element]>
  ) throws -> [[Element]] {
    guard !reader.hasLive else {
      return try reader.readElements(recover) { reader in try read(&reader, context) }
    }
    return try element.readArrays(
      &reader, context, recover,
      { error, place, reader in try self.recover(error, place, &reader, context) },
      readOther: { reader in try readOther(&reader, context) })
  }

  private func recover(
    _ error: any Error, _ place: ReadingPlace, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws -> [Element] {
    if let nested = try readNested(error, place, &reader, context) { return nested }
    try context.handleElement(error, place, &reader)
    return []
  }

  var isArray: Bool { true }

  func read(
    elementsAt offsets: [Int], _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> [Element]? {
    let depth = reader.depth
    var elements: [Element] = []
    elements.reserveCapacity(offsets.count)
    for offset in offsets {
      reader.position = offset
      reader.depth = depth
      let place = ReadingPlace(&reader)
      do {
        elements.append(try element.read(&reader, context))
      } catch {
        elements += try recover(error, place, &reader, context)
      }
    }
    return elements
  }

  func writeText(
    of value: Any, _ writer: inout JSONWriter, maximumDepth: Int
  ) throws {
    guard let elements = value as? [Any], writer.depth < maximumDepth else {
      return try writer.any(value, maximumDepth: maximumDepth)
    }
    writer.beginArray()
    for (index, item) in elements.enumerated() {
      do {
        try element.writeText(of: item, &writer, maximumDepth: maximumDepth)
      } catch let error as JSONValueError {
        throw error.inside(index: index)
      }
    }
    writer.endArray()
  }

  func readMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    guard reader.nextByte() == UInt8(ascii: "["), !reader.hasLive else {
      return memory.store(try read(&reader, context), at: offset)
    }
    try element.readArrayMember(into: memory, at: offset, &reader, context) {
      error, place, reader in try recover(error, place, &reader, context)
    }
  }

  func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    // An array has the layout of an Optional array.
    try readMember(into: memory, at: offset, &reader, context)
  }

  /// Takes apart an array that stands where an element belongs, if the policy does that.
  @inline(never)
  private func readNested(
    _ error: any Error, _ place: ReadingPlace, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws -> [Element]? {
    guard context.policy.implicitCollect, let error = error as? ConversionError,
      error.offset == place.position, error.innerPath.isEmpty, case .typeMismatch = error.kind
    else { return nil }
    place.restore(&reader)
    guard try reader.peekKind() == .array else { return nil }
    context.note(.converted, error)
    return try read(&reader, context)
  }

  func update(
    _ current: [Element], _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> [Element] {
    guard let updating = element.updating(current) else { return try read(&reader, context) }
    return try JSONArrayCodec(updating).read(&reader, context)
  }

  /// The models of all arrays within an array are one lot.
  func updating(_ current: [[Element]]) -> (any JSONCodec<[Element]>)? {
    element.updating(current.flatMap { $0 }).map { JSONArrayCodec($0) }
  }

  @inline(never)
  private func readOther(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> [Element] {
    let kind = try reader.peekKind()
    let place = ReadingPlace(&reader)
    let error = reader.mismatch("array")
    try reader.refuseBlankText(at: place, context, expected: "array")
    guard context.policy.wrapSingle, kind != .null else { throw error }
    return [try element.read(&reader, context)]
  }

  func write(
    _ value: [Element], _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    try element.write(elements: value, &writer, context)
  }

  func write(
    elements: [[Element]], _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    try element.write(arrays: elements, &writer, context)
  }

  func write(
    _ value: [Element], insideOf names: [String], _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    writer.beginArray()
    for index in value.indices {
      try context.writeElement(index, &writer) { writer throws in
        for name in names {
          writer.beginObject()
          writer.key(name)
        }
        try element.write(value[index], &writer, context)
        for _ in names { writer.endObject() }
      }
    }
    writer.endArray()
    return true
  }

  // It has the layout of an Optional one.
  var directForOptional: (any MemberCodec)? { self }

  func writeOptionalMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    try writeMember(key, from: memory, at: offset, &writer, context)
  }

  func writeMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    try element.writeArrayMember(key, from: memory, at: offset, &writer, context)
  }

  func read(_ value: Boxed, _ reading: DictionaryReading) throws -> [Element] {
    guard case .array(let items) = value else { return try readBytes(of: value, reading) }
    try reading.enter()
    defer { reading.leave() }
    var elements: [Element] = []
    elements.reserveCapacity(items.count)
    for item in items { elements.append(try element.read(Boxed(json: item), reading)) }
    return elements
  }

  func boxed(_ value: [Element], _ writing: DictionaryWriting) throws -> Any {
    writing.enter()
    defer { writing.leave() }
    return try element.boxed(elements: value, writing)
  }

  var resetValue: [Element]? { [] }
}
