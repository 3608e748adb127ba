import Peridot

/// A decoder that has a sample for every value that is asked for.
struct SampleDecoder: Decoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  fileprivate let sampler: Sampler
  private let isEnum: Bool

  init(_ sampler: Sampler, isEnum: Bool = false) {
    self.sampler = sampler
    self.isEnum = isEnum
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    let keys = RuntimeFields.plainCases(of: type)
    // An enum has one member, with the name of its case.
    let shown = isEnum && !keys.isEmpty ? [keys[sampler.next() % keys.count]] : keys
    return KeyedDecodingContainer(Members(allKeys: shown, decoder: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { Elements(decoder: self) }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  fileprivate var inner: SampleDecoder { SampleDecoder(sampler) }

  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey] = []
    let allKeys: [Key]
    let decoder: SampleDecoder

    func contains(_ key: Key) -> Bool {
      !decoder.isEnum || allKeys.contains { $0.stringValue == key.stringValue }
    }
    func decodeNil(forKey key: Key) -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try decoder.decode(type)
    }
    func nestedContainer<Inner: CodingKey>(
      keyedBy type: Inner.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Inner> { decoder.inner.container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
      decoder.inner.unkeyedContainer()
    }
    func superDecoder() -> any Decoder { decoder.inner }
    func superDecoder(forKey key: Key) -> any Decoder { decoder.inner }
  }

  private struct Elements: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey] = []
    let decoder: SampleDecoder
    let count: Int? = 2
    var currentIndex = 0
    var isAtEnd: Bool { currentIndex >= 2 }

    mutating func decodeNil() -> Bool { false }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      currentIndex += 1
      return try decoder.decode(type)
    }
    mutating func nestedContainer<Inner: CodingKey>(
      keyedBy type: Inner.Type
    ) -> KeyedDecodingContainer<Inner> {
      currentIndex += 1
      return decoder.inner.container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
      currentIndex += 1
      return decoder.inner.unkeyedContainer()
    }
    mutating func superDecoder() -> any Decoder { decoder.inner }
  }
}

extension SampleDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let value = sampler.value(type) as? Value { return value }
    throw DecodingError.valueNotFound(
      type, DecodingError.Context(codingPath: [], debugDescription: "no sample can be made"))
  }
}
