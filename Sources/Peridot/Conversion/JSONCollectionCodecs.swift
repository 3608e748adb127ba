import Foundation

/// Nil as null, any other value as the wrapped type's codec has it.
final class JSONOptionalCodec<Wrapped>: JSONCodec<Wrapped?>, @unchecked Sendable {
  let wrapped: JSONCodec<Wrapped>

  init(_ wrapped: JSONCodec<Wrapped>) {
    self.wrapped = wrapped
  }

  /// True when the wrapped codec is the type's own, not that of a transformer.
  var isPlain: Bool { wrapped is any PlainCodec }

  override func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Wrapped? {
    if try reader.readNullIfPresent() { return nil }
    let place = ReadingPlace(&reader)
    do {
      return try wrapped.read(&reader, context)
    } catch {
      try acceptNil(for: error, place, &reader, context)
      return nil
    }
  }

  override var valueCodec: MemberCodec { wrapped }

  override func readMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    if try reader.readNullIfPresent() { return wrapped.storeNil(in: memory, at: offset) }
    let place = ReadingPlace(&reader)
    do {
      try wrapped.readOptionalMember(into: memory, at: offset, &reader, context)
    } catch {
      try acceptNil(for: error, place, &reader, context)
      wrapped.storeNil(in: memory, at: offset)
    }
  }

  override func update(
    _ current: Wrapped?, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Wrapped? {
    if try reader.readNullIfPresent() { return nil }
    let place = ReadingPlace(&reader)
    do {
      guard let current else { return try wrapped.insert(&reader, context) }
      return try wrapped.update(current, &reader, context)
    } catch {
      try acceptNil(for: error, place, &reader, context)
      return nil
    }
  }

  override func insert(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Wrapped? {
    try update(nil, &reader, context)
  }

  override func updating(_ current: [Wrapped?]) -> JSONCodec<Wrapped?>? {
    wrapped.updating(current.compactMap { $0 }).map { JSONOptionalCodec($0) }
  }

  /// A value that a lenient policy takes as null, such as empty text, makes nil.
  private func acceptNil(
    for error: any Error, _ place: ReadingPlace, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    guard let error = error as? ConversionError, error.modelClass == nil,
      error.offset == place.position, error.innerPath.isEmpty
    else { throw error }
    switch error.kind {
    case .nullValue where context.nilRefusedAt != place.position: break
    case .unknownCase, .unreadable: break
    default: throw error
    }
    context.note(.becameNil, error)
    try place.skip(&reader)
  }

  override func write(
    _ value: Wrapped?, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    guard let value else { return writer.null() }
    try wrapped.write(value, &writer, context)
  }

  override var direct: MemberCodec { wrapped.directForOptional ?? self }

  override func writeMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    try wrapped.writeOptionalMember(key, from: memory, at: offset, &writer, context)
  }

  override func read(_ value: BoxedJSON, _ reading: DictionaryReading) throws -> Wrapped? {
    switch value {
    case .null: nil
    case .other: try readBytes(of: value, reading)
    default: try wrapped.read(value, reading)
    }
  }

  override func boxed(_ value: Wrapped?, _ writing: DictionaryWriting) throws -> Any {
    try value.map { try wrapped.boxed($0, writing) } ?? NSNull()
  }

  override func isNil(_ value: Wrapped?) -> Bool {
    value.map { wrapped.isNil($0) } ?? true
  }

  override var resetValue: Wrapped?? { .some(nil) }

  override var isResetByMismatch: Bool { wrapped.isResetByMismatch }
}

/// A place in a document that can be gone back to after a failure.
struct ReadingPlace {
  let position: Int
  let depth: Int

  /// The place of the next value.
  @inline(__always)
  init(_ reader: inout JSONReader) {
    _ = reader.nextByte()
    position = reader.position
    depth = reader.depth
  }

  func restore(_ reader: inout JSONReader) {
    reader.position = position
    reader.depth = depth
  }

  /// Goes on behind the value at this place.
  func skip(_ reader: inout JSONReader) throws {
    restore(&reader)
    try reader.skipValue()
  }
}

extension ReadingContext {
  /// Decides what becomes of an element that cannot be read: it is left out, or the error goes on.
  func handleElement(
    _ error: any Error, _ place: ReadingPlace, isMember: Bool = false, _ reader: inout JSONReader
  ) throws {
    guard let error = error as? ConversionError else { throw error }
    if case .whole = error.kind { throw error }
    var isDropped =
      switch policy.badElement {
      case .fail: false
      case .drop: true
      case .dropOtherKinds: !isMember && error.isAboutKind(at: place.position)
      }
    if case .validationFailed = error.kind { isDropped = policy.hookReject == .drop }
    if isDropped {
      note(.dropped, error)
    } else if policy.collectsErrors {
      collect(error)
    } else {
      throw error
    }
    try place.skip(&reader)
  }
}

final class JSONArrayCodec<Element>: JSONCodec<[Element]>, @unchecked Sendable {
  private let element: JSONCodec<Element>

  init(_ element: JSONCodec<Element>) {
    self.element = element
  }

  override func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> [Element] {
    guard reader.nextByte() == UInt8(ascii: "[") else { return try readOther(&reader, context) }
    return try element.readElements(&reader, context) { error, place, reader in
      if let nested = try readNested(error, place, &reader, context) { return nested }
      try context.handleElement(error, place, &reader)
      return []
    }
  }

  override func readMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    memory.store(try read(&reader, context), at: offset)
  }

  override func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    // An array has the layout of an Optional array.
    memory.store(try read(&reader, context), at: offset)
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

  override func update(
    _ current: [Element], _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> [Element] {
    guard let updating = element.updating(current) else { return try read(&reader, context) }
    return try JSONArrayCodec(updating).read(&reader, context)
  }

  /// The models of all arrays within an array are one lot.
  override func updating(_ current: [[Element]]) -> JSONCodec<[Element]>? {
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

  override func write(
    _ value: [Element], _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    try element.write(elements: value, &writer, context)
  }

  // It has the layout of an Optional one.
  override var directForOptional: MemberCodec? { self }

  override func writeOptionalMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    try writeMember(key, from: memory, at: offset, &writer, context)
  }

  override func writeMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    guard let elements = memory.load([Element]?.self, at: offset) else { return false }
    writer.key(key)
    try element.write(elements: elements, &writer, context)
    return true
  }

  override func read(_ value: BoxedJSON, _ reading: DictionaryReading) throws -> [Element] {
    guard case .array(let items) = value else { return try readBytes(of: value, reading) }
    try reading.enter()
    defer { reading.leave() }
    var elements: [Element] = []
    elements.reserveCapacity(items.count)
    for item in items { elements.append(try element.read(BoxedJSON(item), reading)) }
    return elements
  }

  override func boxed(_ value: [Element], _ writing: DictionaryWriting) throws -> Any {
    writing.enter()
    defer { writing.leave() }
    return try value.map { try element.boxed($0, writing) }
  }

  override var resetValue: [Element]? { [] }
}

final class JSONSetCodec<Element: Hashable>: JSONCodec<Set<Element>>, @unchecked Sendable {
  private let array: JSONArrayCodec<Element>

  init(_ element: JSONCodec<Element>) {
    array = JSONArrayCodec(element)
  }

  override func read(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Set<Element> {
    let place = ReadingPlace(&reader)
    return try distinct(try array.read(&reader, context), at: place.position, context)
  }

  /// Makes a set, and notes or refuses elements that occur twice.
  private func distinct(
    _ elements: [Element], at offset: Int, _ context: ReadingContext
  ) throws -> Set<Element> {
    let set = Set(elements)
    if set.count < elements.count {
      let failure = ConversionError(
        .typeMismatch, at: offset, expected: "distinct elements",
        found: "\(elements.count - set.count) of \(elements.count) that occur before")
      if context.policy.duplicateElements == .fail { throw failure }
      context.note(.dropped, failure)
    }
    return set
  }

  override func write(
    _ value: Set<Element>, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    try array.write(ordered(value), &writer, context)
  }

  override func update(
    _ current: Set<Element>, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Set<Element> {
    let place = ReadingPlace(&reader)
    let elements = try array.update(Array(current), &reader, context)
    return try distinct(elements, at: place.position, context)
  }

  override func read(_ value: BoxedJSON, _ reading: DictionaryReading) throws -> Set<Element> {
    let elements = try array.read(value, reading)
    let set = Set(elements)
    // An element that occurs twice is an issue.
    guard set.count == elements.count else { throw LeftToBytes() }
    return set
  }

  override func boxed(_ value: Set<Element>, _ writing: DictionaryWriting) throws -> Any {
    try array.boxed(ordered(value), writing)
  }

  /// Comparable elements are written in order, so that equal sets are written alike.
  private func ordered(_ value: Set<Element>) -> [Element] {
    guard let comparable = Element.self as? any Comparable.Type else { return Array(value) }
    func sorted<Item: Comparable>(_: Item.Type) -> [Element]? {
      (Array(value) as? [Item])?.sorted() as? [Element]
    }
    return _openExistential(comparable, do: sorted) ?? Array(value)
  }

  override var resetValue: Set<Element>? { [] }

  override var isResetByMismatch: Bool { true }
}

class JSONDictionaryCodec<Key: Hashable, Value>: JSONCodec<[Key: Value]>, @unchecked Sendable {
  private let key: DictionaryKey<Key>
  fileprivate let value: JSONCodec<Value>

  init(_ key: DictionaryKey<Key>, _ value: JSONCodec<Value>) {
    self.key = key
    self.value = value
  }

  override func read(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> [Key: Value] {
    guard reader.nextByte() == UInt8(ascii: "{") else { return try readOther(&reader, context) }
    var members: [Key: Value] = [:]
    try readMembers(&reader, context) { key, reader in
      members[key] = try value.read(&reader, context)
    }
    return members
  }

  override func update(
    _ current: [Key: Value], _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> [Key: Value] {
    guard reader.nextByte() == UInt8(ascii: "{") else { return try readOther(&reader, context) }
    let merges = context.policy.dictionaryUpdate == .merge
    var members = merges ? current : [:]
    try readMembers(&reader, context) { key, reader in
      if merges, try reader.readNullIfPresent() {
        members[key] = nil
      } else if let member = current[key] {
        members[key] = try value.update(member, &reader, context)
      } else {
        members[key] = try value.insert(&reader, context)
      }
    }
    return members
  }

  override func insert(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> [Key: Value] {
    try update([:], &reader, context)
  }

  /// Calls `body` at the value of each member, with its key.
  @inline(__always)
  private func readMembers(
    _ reader: inout JSONReader, _ context: ReadingContext,
    _ body: (Key, inout JSONReader) throws -> Void
  ) throws {
    guard try reader.beginObject() else { return }
    repeat {
      let name = try reader.readKey()
      let place = ReadingPlace(&reader)
      if context.isSuperseded(at: place.position) {
        try reader.skipValue()
        continue
      }
      do {
        guard let typedKey = key.parse(name) else {
          throw ConversionError(
            .typeMismatch, at: place.position, expected: "\(Key.self) as a member's name",
            found: "\"\(name)\"")
        }
        try body(typedKey, &reader)
      } catch {
        try context.handleElement(error, place, isMember: true, &reader)
      }
    } while try reader.nextMember()
  }

  @inline(never)
  private func readOther(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> [Key: Value] {
    let error = reader.mismatch("object")
    let place = ReadingPlace(&reader)
    try reader.refuseBlankText(at: place, context, expected: "object")
    if context.policy.emptyArrayIsObject, try reader.peekKind() == .array,
      try !reader.beginArray()
    {
      if let error = error as? ConversionError { context.note(.converted, error) }
      return [:]
    }
    throw error
  }

  override func write(
    _ members: [Key: Value], _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    writer.beginObject()
    // Always in order, so that equal dictionaries are written alike. Only the names are sorted:
    // text is of a type known here, the members are not.
    var names: [String] = []
    names.reserveCapacity(members.count)
    for memberKey in members.keys { names.append(key.text(memberKey)) }
    names.sort()
    for name in names {
      guard let memberKey = key.parse(name), let member = members[memberKey] else { continue }
      try context.writeMember(name, &writer) { writer throws in
        try value.write(member, &writer, context)
      }
    }
    writer.endObject()
  }

  override func read(_ value: BoxedJSON, _ reading: DictionaryReading) throws -> [Key: Value] {
    guard case .object(let object) = value else { return try readBytes(of: value, reading) }
    try reading.enter()
    defer { reading.leave() }
    if Key.self == String.self {
      // The names are the keys, and need not be hashed again.
      let members = try object.mapValues { try self.value.read(BoxedJSON($0), reading) }
      if let members = exactly(members, as: [Key: Value].self) { return members }
    }
    var members: [Key: Value] = [:]
    members.reserveCapacity(object.count)
    for (name, member) in object {
      guard let typedKey = key.parse(name) else { throw LeftToBytes() }
      members[typedKey] = try self.value.read(BoxedJSON(member), reading)
    }
    return members
  }

  override func boxed(_ members: [Key: Value], _ writing: DictionaryWriting) throws -> Any {
    writing.enter()
    defer { writing.leave() }
    if let named = exactly(members, as: [String: Value].self) {
      return try named.mapValues { try value.boxed($0, writing) }
    }
    var object: [String: Any] = [:]
    object.reserveCapacity(members.count)
    for (memberKey, member) in members {
      let name = key.text(memberKey)
      // Two keys with one text are one member, which only their order tells.
      guard object.updateValue(try value.boxed(member, writing), forKey: name) == nil,
        key.parse(name) == memberKey
      else { throw LeftToBytes() }
    }
    return object
  }

  override var resetValue: [Key: Value]? { [:] }
}

/// A dictionary whose keys are the members' names.
final class JSONTextDictionaryCodec<Value>: JSONDictionaryCodec<String, Value>, @unchecked Sendable
{
  override func read(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> [String: Value] {
    guard reader.nextByte() == UInt8(ascii: "{") else { return try super.read(&reader, context) }
    return try value.readMembers(&reader, context)
  }

  override func readMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    memory.store(try read(&reader, context), at: offset)
  }

  override func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    // A dictionary has the layout of an Optional dictionary.
    memory.store(try read(&reader, context), at: offset)
  }

  override func write(
    _ members: [String: Value], _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    try value.write(members: members, &writer, context)
  }

  // It has the layout of an Optional one.
  override var directForOptional: MemberCodec? { self }

  override func writeOptionalMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    try writeMember(key, from: memory, at: offset, &writer, context)
  }

  override func writeMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    guard let members = memory.load([String: Value]?.self, at: offset) else { return false }
    writer.key(key)
    try value.write(members: members, &writer, context)
    return true
  }
}

extension Error {
  /// Puts a step in front of the path of a writing error; leaves any other.
  func inside(_ step: String) -> any Error {
    (self as? ConversionError)?.inside(step) ?? self
  }
}
