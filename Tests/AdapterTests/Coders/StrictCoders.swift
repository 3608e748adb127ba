import Foundation

@testable import TestSupport

/// A coder as strict as those of databases and forms are: one row of values.
///
/// A value is given for its own type only, and once. There is one container with keys; nothing may be
/// tried. What is wrong is noted, and thrown.
struct RowDecoder: Decoder {
  final class Notes {
    var wrongs: [String] = []
    /// The keys that were decoded, with the types that were asked for.
    var decoded: [String] = []

    func refuse(_ wrong: String) -> DecodingError {
      wrongs.append(wrong)
      return .dataCorrupted(.init(codingPath: [], debugDescription: wrong))
    }
  }

  let row: [String: Any]
  var notes = Notes()
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ row: [String: Any]) {
    self.row = row
  }

  func decode<Value: Decodable>(_: Value.Type = Value.self) throws -> Value {
    try Value(from: self)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members(decoder: self, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw notes.refuse("unkeyed container")
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw notes.refuse("single value container")
  }

  private final class Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: RowDecoder
    let codingPath: [any CodingKey]
    var allKeys: [Key] { decoder.row.keys.sorted().compactMap { Key(stringValue: $0) } }
    private var decoded: Set<String> = []

    init(decoder: RowDecoder, codingPath: [any CodingKey]) {
      self.decoder = decoder
      self.codingPath = codingPath
    }

    func contains(_ key: Key) -> Bool { decoder.row[key.stringValue] != nil }
    func decodeNil(forKey key: Key) -> Bool { decoder.row[key.stringValue] is NSNull }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      let name = key.stringValue
      guard decoded.insert(name).inserted else {
        throw decoder.notes.refuse("\(name) decoded twice, as \(type)")
      }
      decoder.notes.decoded.append("\(name): \(type)")
      guard let value = decoder.row[name] else {
        throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: ""))
      }
      if Swift.type(of: value) == type, let value = value as? Value { return value }
      guard let row = value as? [String: Any] else {
        throw decoder.notes.refuse("\(name) asked for as \(type)")
      }
      var inner = RowDecoder(row)
      inner.notes = decoder.notes
      inner.codingPath = codingPath + [key]
      inner.userInfo = decoder.userInfo
      return try Value(from: inner)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      throw decoder.notes.refuse("nested container")
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw decoder.notes.refuse("nested unkeyed container")
    }

    func superDecoder() throws -> any Decoder { throw decoder.notes.refuse("super decoder") }

    func superDecoder(forKey key: Key) throws -> any Decoder {
      throw decoder.notes.refuse("super decoder")
    }
  }
}

/// The same on the way out: it ends the process for what the like of it end the process for.
struct RowEncoder: Encoder {
  /// What was given for a key.
  final class Row {
    /// Values as they were given; "NULL" for nil, "null" where null was asked for.
    var cells: [String: Any] = [:]
    var containers = 0
  }

  let row = Row()
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] = [:]

  init() {}

  static func row(_ value: some Encodable) throws -> [String: Any] {
    let encoder = RowEncoder()
    try value.encode(to: encoder)
    return encoder.row.cells
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    row.containers += 1
    return KeyedEncodingContainer(Members(encoder: self, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { fatalError("unkeyed container") }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    fatalError("single value container")
  }

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: RowEncoder
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { encoder.row.cells[key.stringValue] = "null" }

    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
      try cell(value, key)
    }

    // Without these the protocol's own would leave nil out.
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try cell(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try cell(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try cell(value, key) }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try cell(value, key) }

    private func cell(_ value: (some Encodable)?, _ key: Key) throws {
      if let value { return try encode(value, forKey: key) }
      encoder.row.cells[key.stringValue] = "NULL"
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      if encoder.row.cells[key.stringValue] != nil { fatalError("\(key) written twice") }
      switch value {
      case is String, is Int, is Double, is Bool, is Date, is Data, is URL, is UUID, is Decimal,
        is [String], is [Date], is [String: Int], is any RawRepresentable:
        encoder.row.cells[key.stringValue] = value
      default:
        var inner = RowEncoder()
        inner.codingPath = codingPath + [key]
        inner.userInfo = encoder.userInfo
        try value.encode(to: inner)
        encoder.row.cells[key.stringValue] = inner.row.cells
      }
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      fatalError("nested container")
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      fatalError("nested unkeyed container")
    }

    func superEncoder() -> any Encoder { fatalError("super encoder") }
    func superEncoder(forKey key: Key) -> any Encoder { fatalError("super encoder") }
  }
}
