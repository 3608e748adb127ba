import Foundation

/// A value that is decoded with a look at all within that would end the process.
struct CheckedValue<Value: Decodable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    try DecodingHazard.check(Value.self, in: decoder)
    value = try Value(from: CheckedDecoder(inner: decoder))
  }
}

/// Hands on to another decoder, so that it is told of each value before that is made.
struct CheckedDecoder: Decoder {
  let inner: any Decoder

  var codingPath: [any CodingKey] { inner.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { inner.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(CheckedMembers(inner: try inner.container(keyedBy: type)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    CheckedElements(inner: try inner.unkeyedContainer())
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    CheckedSingle(inner: try inner.singleValueContainer())
  }
}

private struct CheckedSingle: SingleValueDecodingContainer {
  let inner: any SingleValueDecodingContainer

  var codingPath: [any CodingKey] { inner.codingPath }
  func decodeNil() -> Bool { inner.decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    isCodedPlainly(Value.self)
      ? try inner.decode(type) : try inner.decode(CheckedValue<Value>.self).value
  }
}

private struct CheckedElements: UnkeyedDecodingContainer {
  var inner: any UnkeyedDecodingContainer

  var codingPath: [any CodingKey] { inner.codingPath }
  var count: Int? { inner.count }
  var isAtEnd: Bool { inner.isAtEnd }
  var currentIndex: Int { inner.currentIndex }
  mutating func decodeNil() throws -> Bool { try inner.decodeNil() }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    isCodedPlainly(Value.self)
      ? try inner.decode(type) : try inner.decode(CheckedValue<Value>.self).value
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(CheckedMembers(inner: try inner.nestedContainer(keyedBy: type)))
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    CheckedElements(inner: try inner.nestedUnkeyedContainer())
  }

  mutating func superDecoder() throws -> any Decoder {
    CheckedDecoder(inner: try inner.superDecoder())
  }
}

private struct CheckedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let inner: KeyedDecodingContainer<Key>

  var codingPath: [any CodingKey] { inner.codingPath }
  var allKeys: [Key] { inner.allKeys }
  func contains(_ key: Key) -> Bool { inner.contains(key) }
  func decodeNil(forKey key: Key) throws -> Bool { try inner.decodeNil(forKey: key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    isCodedPlainly(Value.self)
      ? try inner.decode(type, forKey: key)
      : try inner.decode(CheckedValue<Value>.self, forKey: key).value
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(
      CheckedMembers<Nested>(inner: try inner.nestedContainer(keyedBy: type, forKey: key)))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    CheckedElements(inner: try inner.nestedUnkeyedContainer(forKey: key))
  }

  func superDecoder() throws -> any Decoder { CheckedDecoder(inner: try inner.superDecoder()) }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    CheckedDecoder(inner: try inner.superDecoder(forKey: key))
  }
}

/// Whether Foundation's coders have a way of their own with the type, which holds no others.
func isCodedPlainly<Value>(_: Value.Type) -> Bool {
  switch Value.self {
  case is Date.Type, is Data.Type, is URL.Type, is Decimal.Type, is String.Type, is Bool.Type,
    is any BinaryInteger.Type, is any BinaryFloatingPoint.Type:
    true
  default: false
  }
}
