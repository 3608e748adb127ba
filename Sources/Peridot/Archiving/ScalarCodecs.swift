import Foundation

final class DataCodec: ValueCodec<Data>, @unchecked Sendable {
  override var classes: [AnyClass] { [NSData.self] }

  override func encode(_ value: Data, to writer: ArchiveWriter) -> Int { writer.data(value) }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Data {
    try reader.data(slot)
  }

  override func foreignObject(for value: Data, in session: ForeignEncoding) -> Any? { value }

  override func value(ofForeign object: Any?) throws -> Data {
    if let data = object as? Data { return data }
    guard let data = object as? NSData else {
      throw ArchiveError.mismatch(expected: "data", foreign: object)
    }
    return Data(data)
  }
}

final class DateCodec: ValueCodec<Date>, @unchecked Sendable {
  override var classes: [AnyClass] { [NSDate.self] }

  override func encode(_ value: Date, to writer: ArchiveWriter) -> Int { writer.date(value) }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Date {
    try reader.date(slot)
  }

  override func foreignObject(for value: Date, in session: ForeignEncoding) -> Any? { value }

  override func value(ofForeign object: Any?) throws -> Date {
    if let date = object as? Date { return date }
    guard let date = object as? NSDate else {
      throw ArchiveError.mismatch(expected: "a date", foreign: object)
    }
    return Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
  }
}

final class UUIDCodec: ValueCodec<UUID>, @unchecked Sendable {
  override var classes: [AnyClass] { [NSUUID.self] }

  override func encode(_ value: UUID, to writer: ArchiveWriter) -> Int { writer.uuid(value) }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> UUID {
    try reader.uuid(slot)
  }

  override func foreignObject(for value: UUID, in session: ForeignEncoding) -> Any? { value }

  override func value(ofForeign object: Any?) throws -> UUID {
    if let uuid = object as? UUID { return uuid }
    guard let uuid = object as? NSUUID, let value = UUID(uuidString: uuid.uuidString) else {
      throw ArchiveError.mismatch(expected: "a UUID", foreign: object)
    }
    return value
  }
}

/// A raw value stands for each value of an enum or option set, unless its type is coded in a way of
/// its own.
final class RawCodec<Value: RawRepresentable>: ValueCodec<Value>, @unchecked Sendable {
  private let raw = ValueCodec<Value.RawValue>.make()
  /// The codec of a type that is coded in a way of its own; archives may hold the raw value even
  /// so.
  private let own: ValueCodec<Value>?

  override init() {
    let codable = RawValueCoding.of(Value.self).isOwn ? Value.self as? any Codable.Type : nil
    own = codable.flatMap { Self.codec($0) as? ValueCodec<Value> }
  }

  private static func codec<Coded: Codable>(_: Coded.Type) -> AnyObject { CodableCodec<Coded>() }

  override var classes: [AnyClass] { raw.classes + (own?.classes ?? []) }

  override func encode(_ value: Value, to writer: ArchiveWriter) throws -> Int {
    try own?.encode(value, to: writer) ?? raw.encode(value.rawValue, to: writer)
  }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Value {
    try value {
      try $0.decode(slot, from: reader)
    } byRaw: {
      try $0.decode(slot, from: reader)
    }
  }

  override func foreignObject(for value: Value, in session: ForeignEncoding) throws -> Any? {
    try own?.foreignObject(for: value, in: session)
      ?? raw.foreignObject(for: value.rawValue, in: session)
  }

  override func value(ofForeign object: Any?) throws -> Value {
    try value {
      try $0.value(ofForeign: object)
    } byRaw: {
      try $0.value(ofForeign: object)
    }
  }

  /// Returns the value that the type itself makes of a raw value that none of its values has.
  private func decoded(_ rawValue: Value.RawValue) -> Value? {
    guard own != nil, let type = Value.self as? any Decodable.Type,
      let rawValue = rawValue as? any Encodable
    else { return nil }
    let form = CodableForm(isArchived: true)
    var json = JSONWriter()
    guard (try? CodableEncoder.write(rawValue, &json, form)) != nil else { return nil }
    return try? JSONBytes(json.bytes()).withReader { reader in
      try DecodingSource(&reader, form).decode(type) as? Value
    }
  }

  /// Decodes a value in the form that the type is coded in, or by its raw value.
  private func value(
    byOwn decodeOwn: (ValueCodec<Value>) throws -> Value,
    byRaw decodeRaw: (ValueCodec<Value.RawValue>) throws -> Value.RawValue
  ) throws -> Value {
    var failure: (any Error)?
    if let own {
      do {
        return try decodeOwn(own)
      } catch {
        failure = error
      }
    }
    let rawValue: Value.RawValue
    do {
      rawValue = try decodeRaw(raw)
    } catch {
      throw failure ?? error
    }
    if let value = Value(rawValueOrUnknown: rawValue) ?? decoded(rawValue) { return value }
    throw ArchiveError(
      .outOfRange, "\(Boxed.escaped(Boxed.text(rawValue))) is not a raw value of \(Value.self)")
  }
}

/// Refuses values of a type that has no archived form.
final class UnsupportedCodec<Value>: ValueCodec<Value>, @unchecked Sendable {
  /// The type that was found where a value may be of any; nil if the property's type is refused.
  private let found: Any.Type?

  /// Refuses values of type `Value`, or those of the type that `example` has, in whatever it is.
  init(_ example: Value? = nil) {
    // As an `Any`: the type of a value of the generic type is that type.
    found = example.map { Self.innerType(of: $0) }
  }

  override var classes: [AnyClass] { [] }

  override func encode(_ value: Value, to writer: ArchiveWriter) throws -> Int { throw refusal }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Value {
    throw refusal
  }

  override func foreignObject(for value: Value, in session: ForeignEncoding) throws -> Any? {
    throw refusal
  }

  override func value(ofForeign object: Any?) throws -> Value { throw refusal }

  private static func innerType(of value: Any) -> Any.Type {
    let value = Boxed.unwrapped(value) ?? value
    return Swift.type(of: (value as? AnyHashable)?.base ?? value)
  }

  var refusal: ArchiveError {
    let others = """
      leave the property out with encodingBehaviorsByPropertyKey (.excluded), or archive it yourself \
      in encode(with:) and decodeValue(forKey:with:modelVersion:)
      """
    if let found {
      return ArchiveError(
        .unsupportedType,
        """
        \(TypeName.withArticle(found)) cannot be archived where a value may be of any type, since nothing tells its type \
        when it is read. Declare the property with the type, \(others)
        """)
    }
    return ArchiveError(
      .unsupportedType,
      "values of type \(Value.self) cannot be archived. Make the type Codable, \(others)")
  }
}
