import Foundation

extension JSONEncoder {
  /// Encodes a value; one that is nested deeper than the stack has room for throws an error, where
  /// Foundation's encoder would go down until the process ends.
  func encodeChecked<Value: Encodable>(_ value: Value) throws -> Data {
    if StackRoom.isAmple || !NestingReach.mayNest(Value.self) { return try encode(value) }
    return try encode(CheckedEncodable(value: value))
  }
}

struct EncodingTooDeep: Error, CustomStringConvertible {
  let description = "nesting deeper than the stack of this thread has room for"
}

/// A value that is encoded with a look at the stack before each value within.
private struct CheckedEncodable<Value: Encodable>: Encodable {
  let value: Value

  func encode(to encoder: any Encoder) throws {
    if StackRoom.isSpent { throw EncodingTooDeep() }
    try value.encode(to: CheckedEncoder(inner: encoder))
  }
}

/// Hands on to another encoder, values within as `CheckedEncodable`.
private struct CheckedEncoder: Encoder {
  let inner: any Encoder

  var codingPath: [any CodingKey] { inner.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { inner.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(CheckedMembers(inner: inner.container(keyedBy: type)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    CheckedElements(inner: inner.unkeyedContainer())
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    CheckedSingle(inner: inner.singleValueContainer())
  }
}

private struct CheckedSingle: SingleValueEncodingContainer {
  var inner: any SingleValueEncodingContainer

  var codingPath: [any CodingKey] { inner.codingPath }
  mutating func encodeNil() throws { try inner.encodeNil() }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    if isCodedPlainly(Value.self) { return try inner.encode(value) }
    try inner.encode(CheckedEncodable(value: value))
  }
}

private struct CheckedElements: UnkeyedEncodingContainer {
  var inner: any UnkeyedEncodingContainer

  var codingPath: [any CodingKey] { inner.codingPath }
  var count: Int { inner.count }
  mutating func encodeNil() throws { try inner.encodeNil() }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    if isCodedPlainly(Value.self) { return try inner.encode(value) }
    try inner.encode(CheckedEncodable(value: value))
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(CheckedMembers(inner: inner.nestedContainer(keyedBy: type)))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    CheckedElements(inner: inner.nestedUnkeyedContainer())
  }

  mutating func superEncoder() -> any Encoder { CheckedEncoder(inner: inner.superEncoder()) }
}

private struct CheckedMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  var inner: KeyedEncodingContainer<Key>

  var codingPath: [any CodingKey] { inner.codingPath }
  mutating func encodeNil(forKey key: Key) throws { try inner.encodeNil(forKey: key) }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    if isCodedPlainly(Value.self) { return try inner.encode(value, forKey: key) }
    try inner.encode(CheckedEncodable(value: value), forKey: key)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(
      CheckedMembers<Nested>(inner: inner.nestedContainer(keyedBy: type, forKey: key)))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    CheckedElements(inner: inner.nestedUnkeyedContainer(forKey: key))
  }

  mutating func superEncoder() -> any Encoder { CheckedEncoder(inner: inner.superEncoder()) }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    CheckedEncoder(inner: inner.superEncoder(forKey: key))
  }
}
