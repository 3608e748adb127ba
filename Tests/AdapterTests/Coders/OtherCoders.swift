import Foundation

/// A coder like that of a database: a value that needs a container is JSON in a column. It finds that
/// out by an error of its own, and then asks the type for its value a second time.
struct ColumnsDecoder: Decoder {
  /// Neither a DecodingError nor an EncodingError.
  struct NeedsJSON: Error {}
  /// What the row's own calls throw for a value of another type.
  struct RowError: Error, Equatable {
    let column: String
  }

  let row: [String: Any]
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ row: [String: Any]) {
    self.row = row
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members(row: row, codingPath: codingPath, userInfo: userInfo))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NeedsJSON() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NeedsJSON() }

  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let row: [String: Any]
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any]
    var allKeys: [Key] { row.keys.sorted().compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { row[key.stringValue] != nil }
    func decodeNil(forKey key: Key) -> Bool { row[key.stringValue] is NSNull }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      let column = row[key.stringValue]
      if let value = column as? Value, Swift.type(of: column ?? 0) == type { return value }
      if type == String.self || type == Int.self { throw RowError(column: key.stringValue) }
      do {
        return try Value(from: Column(codingPath: codingPath + [key], userInfo: userInfo))
      } catch is NeedsJSON {
        let decoder = JSONDecoder()
        // Sound: both are boxes of one layout, and the decoder stays in this thread.
        decoder.userInfo = unsafeBitCast(userInfo, to: [CodingUserInfoKey: any Sendable].self)
        return try decoder.decode(type, from: Data((column as? String ?? "").utf8))
      }
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw NeedsJSON() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw NeedsJSON()
    }
    func superDecoder() throws -> any Decoder { throw NeedsJSON() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw NeedsJSON() }
  }

  private struct Column: Decoder {
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any]

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      throw NeedsJSON()
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NeedsJSON() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NeedsJSON() }
  }
}

/// The same on the way out.
struct ColumnsEncoder: Encoder {
  final class Row {
    var cells: [String: Any] = [:]
  }

  let row = Row()
  var isColumn = false
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] = [:]

  static func row(_ value: some Encodable) throws -> [String: Any] {
    let encoder = ColumnsEncoder()
    try value.encode(to: encoder)
    return encoder.row.cells
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Members(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Elements() }
  func singleValueContainer() -> any SingleValueEncodingContainer { Elements() }

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ColumnsEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) throws {
      if encoder.isColumn { throw ColumnsDecoder.NeedsJSON() }
      encoder.row.cells[key.stringValue] = NSNull()
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      if encoder.isColumn { throw ColumnsDecoder.NeedsJSON() }
      if value is String || value is Int {
        encoder.row.cells[key.stringValue] = value
        return
      }
      do {
        var column = ColumnsEncoder()
        column.isColumn = true
        try value.encode(to: column)
        throw ColumnsDecoder.NeedsJSON()
      } catch is ColumnsDecoder.NeedsJSON {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        self.encoder.row.cells[key.stringValue] = String(
          decoding: try encoder.encode(value), as: UTF8.self)
      }
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { encoder.container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Elements() }
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder }
  }

  private struct Elements: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    let codingPath: [any CodingKey] = []
    let count = 0

    func encodeNil() throws { throw ColumnsDecoder.NeedsJSON() }
    func encode(_ value: some Encodable) throws { throw ColumnsDecoder.NeedsJSON() }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> { ColumnsEncoder(isColumn: true).container(keyedBy: type) }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func superEncoder() -> any Encoder { ColumnsEncoder(isColumn: true) }
  }
}

/// A coder of a binary format, whose like ends the process when one decoder is asked for a second
/// container: here that is counted.
final class PackedDecoder: Decoder {
  final class Notes {
    var secondContainers = 0
    /// The types that each member was asked for, in order.
    var asked: [String] = []
  }

  let value: Any
  let notes: Notes
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]
  private var isOpen = false

  init(
    _ value: Any, notes: Notes = Notes(), _ codingPath: [any CodingKey] = [],
    userInfo: [CodingUserInfoKey: Any] = [:]
  ) {
    self.value = value
    self.notes = notes
    self.codingPath = codingPath
    self.userInfo = userInfo
  }

  private func open<Whole>(_: Whole.Type) throws -> Whole {
    if isOpen { notes.secondContainers += 1 }
    isOpen = true
    if let whole = value as? Whole { return whole }
    throw mismatch(Whole.self)
  }

  func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(
      type,
      .init(
        codingPath: codingPath,
        debugDescription: "Expected to decode \(type) but found a value instead."))
  }

  /// The value as an exact type, else what the type makes of a decoder of its own.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if Swift.type(of: value) == type, let value = value as? Value { return value }
    if [String.self, Int.self, Bool.self, Double.self, UInt64.self, Date.self, Data.self]
      .contains(where: { $0 == type })
    {
      throw mismatch(type)
    }
    return try Value(from: PackedDecoder(value, notes: notes, codingPath, userInfo: userInfo))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members(decoder: self, members: try open([String: Any].self)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    Elements(decoder: self, elements: try open([Any].self))
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    _ = try open(Any.self)
    return Single(decoder: self)
  }

  private struct Single: SingleValueDecodingContainer {
    let decoder: PackedDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value is NSNull }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
  }

  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: PackedDecoder
    let members: [String: Any]
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.keys.sorted().compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
    func decodeNil(forKey key: Key) -> Bool { members[key.stringValue] is NSNull }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      decoder.notes.asked.append("\(key.stringValue): \(type)")
      return try superDecoder(forKey: key).decode(type)
    }

    func superDecoder(forKey key: Key) -> PackedDecoder {
      PackedDecoder(
        members[key.stringValue] ?? NSNull(), notes: decoder.notes, codingPath + [key],
        userInfo: decoder.userInfo)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try superDecoder(forKey: key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try superDecoder(forKey: key).unkeyedContainer()
    }
    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) -> any Decoder {
      superDecoder(forKey: key) as PackedDecoder
    }
  }

  private struct Elements: UnkeyedDecodingContainer {
    let decoder: PackedDecoder
    let elements: [Any]
    var currentIndex = 0
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    private mutating func next() -> PackedDecoder {
      defer { currentIndex += 1 }
      return PackedDecoder(
        elements[currentIndex], notes: decoder.notes, codingPath, userInfo: decoder.userInfo)
    }

    mutating func decodeNil() -> Bool {
      let isNil = elements[currentIndex] is NSNull
      if isNil { currentIndex += 1 }
      return isNil
    }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try next().decode(type)
    }
    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next().unkeyedContainer()
    }
    mutating func superDecoder() -> any Decoder { next() }
  }
}

/// A row of text, in which nothing is nil and empty text alike, as in CSV.
struct TextRowDecoder: Decoder {
  let cells: [String: String]
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ cells: [String: String]) {
    self.cells = cells
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members(cells: cells, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw CocoaError(.featureUnsupported)
  }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw CocoaError(.featureUnsupported)
  }

  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let cells: [String: String]
    let codingPath: [any CodingKey]
    var allKeys: [Key] { cells.keys.sorted().compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { cells[key.stringValue] != nil }
    func decodeNil(forKey key: Key) -> Bool { cells[key.stringValue]?.isEmpty != false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      let cell = cells[key.stringValue] ?? ""
      let value: Any? =
        switch type {
        case is String.Type: cell
        case is Int.Type: Int(cell)
        case is Data.Type: Data(base64Encoded: cell)
        default: nil
        }
      if let value = value as? Value { return value }
      throw DecodingError.typeMismatch(
        type, .init(codingPath: codingPath + [key], debugDescription: "not \(type): \(cell)"))
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw CocoaError(.featureUnsupported) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw CocoaError(.featureUnsupported)
    }
    func superDecoder() throws -> any Decoder { throw CocoaError(.featureUnsupported) }
    func superDecoder(forKey key: Key) throws -> any Decoder {
      throw CocoaError(.featureUnsupported)
    }
  }
}
