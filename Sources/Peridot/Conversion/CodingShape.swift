import Foundation

/// The members that a type's synthesized `init(from:)` asks for, found by running it.
struct CodingShape {
  typealias Field = (name: String, type: Any.Type, isOptional: Bool)

  private(set) var fields: [Field] = []

  /// Nil for a type that codes itself in another way: one value, a list, an enum, an `init(from:)`
  /// that looks before it asks, or that goes on after an error.
  init?(of type: any Decodable.Type) {
    let record = Record()
    guard (try? type.init(from: RecordingDecoder(record))) != nil, record.isPlain,
      record.asked.isEmpty,
      !record.fields.isEmpty, Set(record.fields.map(\.name)).count == record.fields.count
    else { return nil }
    for index in record.fields.indices {
      let failing = Record(failingAt: index)
      do {
        _ = try type.init(from: RecordingDecoder(failing))
        return nil
      } catch {
        guard error is Record.Refusal, failing.fields.count == index + 1 else { return nil }
      }
    }
    fields = record.fields
  }
}

/// What a type asked a decoder for.
private final class Record {
  struct Refusal: Error {}

  var fields: [CodingShape.Field] = []
  var isPlain = true
  /// The names that were asked for since the last value.
  var asked: [String] = []
  let failingAt: Int?
  let depth: Int

  init(failingAt: Int? = nil, depth: Int = 0) {
    self.failingAt = failingAt
    self.depth = depth
  }

  func add(_ name: String, _ type: Any.Type, isOptional: Bool) throws {
    fields.append((name, type, isOptional))
    if fields.count - 1 == failingAt { throw Refusal() }
  }
}

/// A decoder that notes what it is asked for, and has a value of each common type.
private struct RecordingDecoder: Decoder {
  let record: Record

  init(_ record: Record) {
    self.record = record
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] {
    record.isPlain = false
    return [:]
  }

  private func refuse() -> Record.Refusal {
    record.isPlain = false
    return Record.Refusal()
  }

  func container<Key: CodingKey>(keyedBy _: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if !record.fields.isEmpty { record.isPlain = false }
    return KeyedDecodingContainer(Members<Key>(decoder: self))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw refuse() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw refuse() }

  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: RecordingDecoder
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] {
      decoder.record.isPlain = false
      return []
    }

    // `decodeIfPresent` asks for these two, and then for the value; nothing else is known to.
    func contains(_ key: Key) -> Bool {
      decoder.record.asked = [key.stringValue]
      return true
    }
    func decodeNil(forKey key: Key) throws -> Bool {
      decoder.record.asked.append(key.stringValue)
      return false
    }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      let asked = decoder.record.asked
      decoder.record.asked = []
      let name = key.stringValue
      if !asked.isEmpty, asked != [name, name] { decoder.record.isPlain = false }
      try decoder.record.add(name, type, isOptional: !asked.isEmpty)
      return try Sample.value(type, decoder.record.depth)
    }
    func nestedContainer<Inner: CodingKey>(
      keyedBy _: Inner.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Inner> { throw decoder.refuse() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw decoder.refuse()
    }
    func superDecoder() throws -> any Decoder { throw decoder.refuse() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw decoder.refuse() }
  }
}

/// A value for a member, so that the type goes on to its next one.
private enum Sample {
  /// What most types read one of: an empty list or object, nothing, a text, a number, a Bool, a URL, or
  /// a UUID.
  private static let texts = [
    "[]", "{}", "null", "\"\"", "\"a\"", "0", "1", "false", "\"a:b\"",
    "\"00000000-0000-0000-0000-000000000000\"",
  ]

  static func value<Value: Decodable>(_ type: Value.Type, _ depth: Int) throws -> Value {
    func first<Cases: CaseIterable>(_: Cases.Type) -> Any? { Cases.allCases.first }
    if let cases = type as? any CaseIterable.Type, let value = first(cases) as? Value {
      return value
    }
    for text in texts {
      if let value = try? JSONDecoder().decode(Value.self, from: Data(text.utf8)) { return value }
    }
    guard depth < 12 else { throw Record.Refusal() }
    return try Value(from: RecordingDecoder(Record(depth: depth + 1)))
  }
}
