/// A collection of a user's that is an object in JSON, its members in their own order.
final class JSONDictionaryLikeCodec<Whole: DictionaryLike>: JSONCodec {
  typealias Value = Whole

  private typealias Members = [(Whole.Key, Whole.Value)]

  private let members: JSONDictionaryCodec<Whole.Key, Whole.Value>

  init(_ members: JSONDictionaryCodec<Whole.Key, Whole.Value>) {
    self.members = members
  }

  func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Whole {
    try read(into: nil, &reader, context)
  }

  func update(
    _ current: Whole, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Whole {
    try read(into: current, &reader, context)
  }

  func insert(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Whole {
    try read(into: Whole(uniqueKeysWithValues: []), &reader, context)
  }

  /// Reads the members, those of `current` first where an update merges: a member that stays keeps its
  /// place, and a new one comes last.
  private func read(
    into current: Whole?, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Whole {
    guard reader.nextByte() == UInt8(ascii: "{") else {
      return Whole(unordered: try members.readOther(&reader, context))
    }
    let old = current?.dictionary ?? [:]
    let merges = current != nil && context.policy.dictionaryUpdate == .merge
    var order = merges ? current?.map(\.key) ?? [] : []
    var values = merges ? old : [:]
    var named: Set<Whole.Key> = []
    let value = members.value
    try members.readMembers(&reader, context) { key, reader in
      if Whole.Key.self != String.self, !named.insert(key).inserted {
        throw members.repeatedKey(at: ReadingPlace(&reader))
      }
      if merges, try reader.readNullIfPresent() {
        values[key] = nil
        return
      }
      let read = try value.reading(&reader, context) { reader, context in
        if let earlier = old[key] { return try value.update(earlier, &reader, context) }
        if current == nil { return try value.read(&reader, context) }
        return try value.insert(&reader, context)
      }
      if values.updateValue(read, forKey: key) == nil { order.append(key) }
    }
    return Whole(
      uniqueKeysWithValues: order.compactMap { key in
        values.removeValue(forKey: key).map { (key, $0) }
      })
  }

  func write(
    _ value: Whole, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    writer.beginObject()
    var names: Set<String> = []
    for (key, member) in value {
      let name = try members.name(of: key)
      guard names.insert(name).inserted else { throw members.sharedName(name) }
      try context.writeMember(name, &writer) { writer throws in
        try members.value.write(member, &writer, context)
      }
    }
    writer.endObject()
  }

  func writeText(of value: Any, _ writer: inout JSONWriter, maximumDepth: Int) throws {
    guard let object = value as? [String: Any], writer.depth < maximumDepth else {
      return try writer.any(value, maximumDepth: maximumDepth)
    }
    try members.writeText(
      of: object.sorted { $0.key < $1.key }, &writer, maximumDepth: maximumDepth)
  }

  func read(_ value: Boxed, _ reading: DictionaryReading) throws -> Whole {
    if case .other = value { return try readBytes(of: value, reading) }
    return Whole(unordered: try members.read(value, reading))
  }

  func boxed(_ value: Whole, _ writing: DictionaryWriting) throws -> Any {
    try members.boxed(value.dictionary, writing)
  }

  var resetValue: Whole? { Whole(uniqueKeysWithValues: []) }
}
