import Foundation

final class JSONDictionaryCodec<Key: Hashable, Member>: JSONCodec {
  typealias Value = [Key: Member]

  /// Nil for keys without names: the dictionary is then an array of keys and values in turn, as in
  /// Codable.
  private let key: DictionaryKey<Key>?
  /// Reads and writes keys as elements of such an array; nil for keys that Codable writes as names.
  private let element: (any JSONCodec<Key>)?
  let value: any JSONCodec<Member>

  init(
    _ key: DictionaryKey<Key>?, as element: (any JSONCodec<Key>)? = nil,
    _ value: any JSONCodec<Member>
  ) {
    self.key = key
    self.element = element
    self.value = value
  }

  func read(
    from reader: inout JSONReader, in context: ReadingContext
  ) throws -> [Key: Member] {
    guard reader.nextByte() == UInt8(ascii: "{") else {
      if let members = try readEmbedded(from: &reader, in: context, { try read(from: &$0, in: $1) })
      {
        return members
      }
      return try Dictionary(uniqueKeysWithValues: readOther(from: &reader, in: context))
    }
    var members = [Key: Member]()
    try readMembers(from: &reader, in: context) { key, reader in
      let place = ReadingContext.Place(&reader)
      let member = try value.reading(&reader, in: context) { try value.read(from: &$0, in: $1) }
      guard let earlier = members.updateValue(member, forKey: key) else { return }
      members[key] = earlier
      throw repeatedKey(at: place)
    }
    return members
  }

  /// The error for two names of one key: neither value can silently replace the other.
  func repeatedKey(at place: ReadingContext.Place) -> ConversionError {
    ConversionError(
      .typeMismatch, at: place.position, expected: "a name for each \(Key.self)",
      found: "another name of one that occurs before")
  }

  func update(
    _ current: [Key: Member], from reader: inout JSONReader, in context: ReadingContext
  ) throws -> [Key: Member] {
    try context.undoing { try merge(current, &reader, in: context) }
  }

  private func merge(
    _ current: [Key: Member], _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> [Key: Member] {
    guard reader.nextByte() == UInt8(ascii: "{") else {
      let embedded = try readEmbedded(from: &reader, in: context) {
        try update(current, from: &$0, in: $1)
      }
      if let embedded { return embedded }
      return try Dictionary(uniqueKeysWithValues: readOther(from: &reader, in: context))
    }
    let start = reader.position
    let merges = context.merges
    let isPatch = context.isPatch
    var members = merges ? current : [:]
    var named = Set<Key>()
    var respelt = Respelt()
    try readMembers(from: &reader, in: context, isPatch: isPatch) { key, reader in
      if Key.self != String.self, !named.insert(key).inserted {
        throw repeatedKey(at: ReadingContext.Place(&reader))
      }
      if isPatch, try respelt.patch(&members, key: key, by: value, &reader, in: context) { return }
      if merges, try reader.readNullIfPresent() {
        members[key] = nil
      } else if let member = isPatch ? members[key] : current[key] {
        members[key] = try value.reading(&reader, in: context) {
          try value.update(member, from: &$0, in: $1)
        }
      } else {
        members[key] = try value.reading(&reader, in: context) {
          try value.insert(from: &$0, in: $1)
        }
      }
    }
    if Key.self == String.self { try context.handleNames(at: start, &reader) }
    try respelt.handle(context)
    return members
  }

  func insert(
    from reader: inout JSONReader, in context: ReadingContext
  ) throws -> [Key: Member] {
    try update([:], from: &reader, in: context)
  }

  /// Calls `body` at the value of each member, with its key. A null of a patch at a name that
  /// isn't a key removes nothing.
  @inline(__always)
  func readMembers(
    from reader: inout JSONReader, in context: ReadingContext, isPatch: Bool = false,
    _ body: (Key, inout JSONReader) throws -> Void
  ) throws {
    let start = reader.position
    guard try reader.beginObject() else { return }
    var isWhole = true
    var held = ReadingContext.HeldError()
    repeat {
      let name = try reader.readKey()
      let place = ReadingContext.Place(&reader)
      if context.isSuperseded(at: place.position) {
        try reader.skipValue()
        continue
      }
      do {
        guard let typedKey = key?.parse(name) else {
          if isPatch, key != nil, try reader.readNullIfPresent() { continue }
          throw unknownName(name, at: place)
        }
        try body(typedKey, &reader)
      } catch {
        try context.handleMember(error, place, in: &held, &reader)
        isWhole = false
      }
    } while try reader.nextMember()
    try context.release(held)
    // A dropped member can occur again, or replace an earlier one.
    if !isWhole { context.givenUp.append(start..<reader.position) }
  }

  /// The error for a member whose name doesn't make a key.
  @inline(never)
  private func unknownName(_ name: String, at place: ReadingContext.Place) -> ConversionError {
    let all = (Key.self as? any RawRepresentable.Type)?.rawValueNames ?? []
    let names = Spelling.ordered(all, like: name).map { Boxed.escaped($0) }
    let near = Spelling.nearest(to: name, among: all)
    return ConversionError(
      .typeMismatch, at: place.position,
      expected: names.isEmpty
        ? "\(Key.self) as a member's name" : "\(Key.self) as a member's name (\(allowed: names))",
      found: "\(found: Boxed.quoted(name))",
      cure: near.map { ErrorAdvice("did you mean \(Boxed.quoted($0))?") })
  }

  /// Reads text that holds the object, if the policy parses it; nil for any other value.
  @inline(never)
  func readEmbedded<Result>(
    from reader: inout JSONReader, in context: ReadingContext,
    _ read: (inout JSONReader, ReadingContext) throws -> Result
  ) throws -> Result? {
    guard context.policy.parsesEmbeddedJSON, try reader.peekKind() == .string else { return nil }
    return try context.readEmbedded(from: &reader, expected: "object", ifBeginningWith: "{[", read)
  }

  /// Reads the members, in order, from a value that is not an object.
  @inline(never)
  func readOther(
    from reader: inout JSONReader, in context: ReadingContext
  ) throws -> [(Key, Member)] {
    if let element, try reader.peekKind() == .array {
      return try readPairs(element, from: &reader, in: context)
    }
    let error = reader.mismatch(
      key == nil ? "an array of keys and values in turn" : "object", of: [Key: Member].self)
    let place = ReadingContext.Place(&reader)
    try reader.refuseBlankText(at: place, in: context, expected: "object")
    if context.policy.emptyArrayIsObject, try reader.peekKind() == .array,
      try !reader.beginArray()
    {
      if let error = error as? ConversionError { context.note(.converted, error) }
      return []
    }
    throw error
  }

  /// Reads an array of keys and values in turn.
  private func readPairs(
    _ element: any JSONCodec<Key>, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> [(Key, Member)] {
    var pairs: [(Key, Member)] = []
    var keys: Set<Key> = []
    guard try reader.beginArray() else { return pairs }
    repeat {
      let place = ReadingContext.Place(&reader)
      var key: Key?
      do {
        let read = try element.reading(&reader, in: context) { try element.read(from: &$0, in: $1) }
        guard keys.insert(read).inserted else { throw repeatedKey(at: place) }
        key = read
      } catch {
        try context.handleElement(error, place, &reader)
      }
      guard try reader.nextElement() else {
        throw ConversionError(
          .typeMismatch, at: place.position, expected: "a value for each key",
          found: "a key without one")
      }
      let valuePlace = ReadingContext.Place(&reader)
      guard let key else {
        try reader.skipValue()
        continue
      }
      do {
        pairs.append(
          (key, try value.reading(&reader, in: context) { try value.read(from: &$0, in: $1) }))
      } catch {
        try context.handleElement(error, valuePlace, isMember: true, &reader)
      }
    } while try reader.nextElement()
    return pairs
  }

  /// Writes keys without names, and their values, as an array; returns false if the keys have
  /// names.
  func writePairs(
    _ members: some Sequence<(key: Key, value: Member)>, sorts: Bool, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    guard key == nil, let element else { return false }
    var entries = try members.map { key, value in
      var writer = JSONWriter(ofPartUnder: context.options)
      try element.write(key, to: &writer, in: context)
      return (key: writer.bytes(), value: value)
    }
    if sorts { entries.sort { $0.key.lexicographicallyPrecedes($1.key) } }
    writer.beginArray()
    for (index, entry) in entries.enumerated() {
      try context.writeElement(2 * index + 1, to: &writer) { writer throws in
        writer.raw(entry.key)
        try value.write(entry.value, to: &writer, in: context)
      }
    }
    writer.endArray()
    return true
  }

  func write(
    _ members: [Key: Member], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    if try writePairs(members, sorts: true, to: &writer, in: context) { return }
    writer.beginObject()
    // Always sorted, so that equal dictionaries give equal JSON. Only the names are sorted, because
    // their type is known here.
    let entries = Array(members)
    let names = try entries.map { try name(of: $0.key) }
    var last: String?
    for index in names.order {
      let name = names[index]
      if name == last { throw sharedName(name) }
      last = name
      try context.writeMember(name, to: &writer) { writer throws in
        try value.write(entries[index].value, to: &writer, in: context)
      }
    }
    writer.endObject()
  }

  /// The error for two keys with one name.
  func sharedName(_ name: String) -> ConversionError {
    ConversionError(
      .typeMismatch, at: 0, expected: "a name for each \(Key.self)",
      found: "\(Boxed.quoted(name)) for two of them")
  }

  func name(of memberKey: Key) throws -> String {
    if let name = key?.text(memberKey) { return name }
    throw ConversionError(
      .typeMismatch, at: 0,
      expected: "\(TypeName.phrase(withArticle: Key.self)) that is written as text or a number",
      found: Boxed.phrase(memberKey))
  }

  func boxed(_ members: [Key: Member], _ writing: DictionaryWriting) throws -> Any {
    guard let key else { return try boxedBytes(of: members, writing) }
    writing.enter()
    defer { writing.leave() }
    if let named = exactly(members, as: [String: Member].self) {
      return try named.mapValues { try value.boxed($0, writing) }
    }
    var object = [String: Any]()
    object.reserveCapacity(members.count)
    for (memberKey, member) in members {
      guard let name = key.text(memberKey),
        object.updateValue(try value.boxed(member, writing), forKey: name) == nil
      else { throw DictionaryWriting.LeftToBytes() }
    }
    return object
  }

  var resetValue: [Key: Member]? { [:] }
}

/// A dictionary whose keys are the members' names.
final class JSONTextDictionaryCodec<Member>: JSONCodec {
  typealias Value = [String: Member]

  private let dictionary: JSONDictionaryCodec<String, Member>
  private let value: any JSONCodec<Member>

  init(_ dictionary: JSONDictionaryCodec<String, Member>) {
    self.dictionary = dictionary
    value = dictionary.value
  }

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> [String: Member] {
    guard reader.nextByte() == UInt8(ascii: "{"),
      !reader.readsValues || value.readsElementsInMemory
    else {
      return try dictionary.read(from: &reader, in: context)
    }
    return try value.readMembers(from: &reader, in: context)
  }

  func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    // A dictionary has the layout of an Optional dictionary.
    memory.store(try read(from: &reader, in: context), at: offset)
  }

  func update(
    _ current: [String: Member], from reader: inout JSONReader, in context: ReadingContext
  ) throws -> [String: Member] {
    try dictionary.update(current, from: &reader, in: context)
  }

  func insert(
    from reader: inout JSONReader, in context: ReadingContext
  ) throws -> [String: Member] {
    try dictionary.insert(from: &reader, in: context)
  }

  func write(
    _ members: [String: Member], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    try value.write(members: members, to: &writer, in: context)
  }

  // It has the layout of an Optional one.
  var directForOptional: (any MemberCodec)? { self }

  func writeOptionalMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    try writeMember(key, from: memory, at: offset, to: &writer, in: context)
  }

  func writeMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    guard let members = memory.load([String: Member]?.self, at: offset) else { return false }
    writer.key(key)
    try value.write(members: members, to: &writer, in: context)
    return true
  }

  func boxed(_ members: [String: Member], _ writing: DictionaryWriting) throws -> Any {
    try dictionary.boxed(members, writing)
  }

  var resetValue: [String: Member]? { [:] }
}

/// A user's collection that is an object in JSON, with its members in order.
final class JSONDictionaryLikeCodec<Whole: DictionaryLike>: JSONCodec {
  typealias Value = Whole

  private typealias Members = [(Whole.Key, Whole.Value)]

  private let members: JSONDictionaryCodec<Whole.Key, Whole.Value>

  init(_ members: JSONDictionaryCodec<Whole.Key, Whole.Value>) {
    self.members = members
  }

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Whole {
    try read(into: nil, from: &reader, in: context)
  }

  func update(
    _ current: Whole, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Whole {
    try context.undoing { try read(into: current, from: &reader, in: context) }
  }

  func insert(from reader: inout JSONReader, in context: ReadingContext) throws -> Whole {
    try read(into: Whole(uniqueKeysWithValues: []), from: &reader, in: context)
  }

  /// Reads the members. If an update merges, those of `current` come first: an existing member
  /// keeps its place, and a new one comes last.
  private func read(
    into current: Whole?, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Whole {
    guard reader.nextByte() == UInt8(ascii: "{") else {
      let embedded = try members.readEmbedded(from: &reader, in: context) {
        try read(into: current, from: &$0, in: $1)
      }
      return try embedded
        ?? Whole(uniqueKeysWithValues: try members.readOther(from: &reader, in: context))
    }
    reader.sortMembers()
    let start = reader.position
    let old = current?.dictionary ?? [:]
    let merges = current != nil && context.merges
    let isPatch = merges && context.isPatch
    var order = merges ? current?.map(\.key) ?? [] : []
    var values = merges ? old : [:]
    var named = Set<Whole.Key>()
    var respelt = Respelt()
    let value = members.value
    try members.readMembers(from: &reader, in: context, isPatch: isPatch) { key, reader in
      if Whole.Key.self != String.self, !named.insert(key).inserted {
        throw members.repeatedKey(at: ReadingContext.Place(&reader))
      }
      if isPatch, try respelt.patch(&values, key: key, by: value, &reader, in: context) { return }
      if merges, try reader.readNullIfPresent() {
        values[key] = nil
        return
      }
      let read = try value.reading(&reader, in: context) { reader, context in
        if let earlier = isPatch ? values[key] : old[key] {
          return try value.update(earlier, from: &reader, in: context)
        }
        if current == nil { return try value.read(from: &reader, in: context) }
        return try value.insert(from: &reader, in: context)
      }
      if values.updateValue(read, forKey: key) == nil { order.append(key) }
    }
    if Whole.Key.self == String.self { try context.handleNames(at: start, &reader) }
    try respelt.handle(context)
    return Whole(
      uniqueKeysWithValues: order.compactMap { key in
        values.index(forKey: key).map { values.remove(at: $0) }
      })
  }

  func write(
    _ value: Whole, to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    let pairs = value.lazy.map { (key: $0.0, value: $0.1) }
    if try members.writePairs(pairs, sorts: false, to: &writer, in: context) { return }
    writer.beginObject()
    var names: Set<String> = []
    for (key, member) in value {
      let name = try members.name(of: key)
      guard names.insert(name).inserted else { throw members.sharedName(name) }
      try context.writeMember(name, to: &writer) { writer throws in
        try members.value.write(member, to: &writer, in: context)
      }
    }
    writer.endObject()
  }

  func boxed(_ value: Whole, _ writing: DictionaryWriting) throws -> Any {
    try members.boxed(value.dictionary, writing)
  }

  var resetValue: Whole? { Whole(uniqueKeysWithValues: []) }
}

/// The names of a merge patch that String takes for those of members that are there: a patch means
/// the members of exactly its names.
// Not generic, because the runtime would look for its collections' types at each dictionary.
private struct Respelt {
  /// The members that others replaced, and the places of those.
  private var replaced: [(old: String, name: String, offset: Int)] = []
  /// Those that the patch removes.
  private var removed: Set<String> = []

  /// Puts the value at the cursor in the place of a member with another name, which String takes for
  /// that of the value; returns false, with nothing read, without one.
  @inline(never)
  mutating func patch<Key, Member>(
    _ members: inout [Key: Member], key: Key, by value: any JSONCodec<Member>,
    _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Bool {
    guard let name = key as? String else { return false }
    let isNull = reader.nextByte() == UInt8(ascii: "n")
    if isNull { removed.insert(name) }
    guard let index = members.index(forKey: key), let old = members.keys[index] as? String,
      !old.hasSameScalars(as: name)
    else { return false }
    if try reader.readNullIfPresent() { return true }
    replaced.append((old, name, reader.position))
    members.remove(at: index)
    members[key] = try value.reading(&reader, in: context) { try value.insert(from: &$0, in: $1) }
    return true
  }

  /// Refuses, or reports, the names that would be beside others, because the patch doesn't remove
  /// those.
  func handle(_ context: ReadingContext) throws {
    for (old, name, offset) in replaced where !removed.contains(old) {
      try context.handleLookalike(name, at: offset)
    }
  }
}
