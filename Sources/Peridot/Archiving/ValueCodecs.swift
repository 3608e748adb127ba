import Foundation

/// Archives a scalar in the form that its type states.
final class ScalarCodec<Value: ArchiveScalar>: ArchiveCodec {
  var classes: [AnyClass] { Value.archivedClasses }

  func encode(_ value: Value, to writer: ArchiveWriter) throws -> Int {
    try writer.scalar(value.archived)
  }

  func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Value {
    try reader.scalar(slot, as: Value.self)
  }

  func encode(elements: [Value], to writer: ArchiveWriter) throws -> [Int] {
    try Value.encode(elements, to: writer)
  }

  func decode(elements slots: [ArchiveSlot], from reader: ArchiveReader) throws -> [Value] {
    try Value.decode(slots, from: reader)
  }

  func foreignObject(for value: Value, in session: ForeignEncoding) throws -> Any? {
    session.scalar(value.archived)
  }

  func value(ofForeign object: Any?) throws -> Value {
    let scalar = ForeignValue.scalar(object)
    if let scalar, let value = try Value.unarchived(scalar) { return value }
    throw Value.mismatch(scalar, object.map { "\(type(of: $0))" } ?? "nil", object)
  }
}

/// A `Codable` value is written as JSON, within the archive's data.
///
/// Foundation's property list decoder is not made for bytes from anywhere.
final class CodableCodec<Value: Codable>: ArchiveCodec {
  private let data = ScalarCodec<Data>()
  /// Whether Foundation has an archived form for values of the type, which is read too.
  private let isStructure = FoundationStructure.contain(Value.self)

  var classes: [AnyClass] {
    isStructure ? data.classes + FoundationStructure.classes : data.classes
  }

  func encode(_ value: Value, to writer: ArchiveWriter) throws -> Int {
    try writer.scalar(.data(try json(value)))
  }

  func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Value {
    if isStructure, let structure = try reader.structure(slot) {
      if let value = FoundationStructure.convert(structure, to: Value.self) { return value }
      throw ArchiveError.mismatch(
        expected: TypeName.withArticle(Value.self),
        found: TypeName.withArticle(type(of: structure)))
    }
    let json = try reader.data(slot)
    // Other places may hold the same bytes.
    try reader.spend(json.count)
    return try value(json)
  }

  func foreignObject(for value: Value, in session: ForeignEncoding) throws -> Any? {
    try json(value)
  }

  func value(ofForeign object: Any?) throws -> Value {
    if isStructure, let object {
      let structure: Any? =
        type(of: object) is AnyClass ? ArchiveReader.structure(of: object) : object
      if let structure, !(structure is Data),
        let value = FoundationStructure.convert(structure, to: Value.self)
      {
        return value
      }
    }
    return try value(data.value(ofForeign: object))
  }

  private func json(_ value: Value) throws -> Data {
    var writer = JSONWriter(options: .escapeSlashes)
    do {
      try CodableEncoder.write(value, &writer, CodableForm(isArchived: true))
    } catch let error as EncodingTooDeep {
      throw ArchiveError(.tooDeep, "\(error)")
    }
    return writer.finish()
  }

  private func value(_ json: Data) throws -> Value {
    do {
      // Types go down by recursion.
      let depth = StackRoom.depthToRead(512)
      return try JSONBytes(json).withReader(maximumDepth: depth) { reader in
        let source = try DecodingSource(&reader, CodableForm(isArchived: true))
        try reader.endDocument()
        return try source.decode(Value.self)
      }
    } catch {
      throw ArchiveError(
        .typeMismatch,
        "expected \(TypeName.withArticle(Value.self)) as JSON: \(Boxed.words(error: error))")
    }
  }
}

/// A raw value stands for each value of an enum or option set, unless its type is coded in a way of
/// its own.
final class RawCodec<Value: RawRepresentable>: ArchiveCodec {
  private let raw = archiveCodec(Value.RawValue.self)
  /// The codec of a type that is coded in a way of its own; archives may hold the raw value even
  /// so.
  private let own: (any ArchiveCodec<Value>)?

  init() {
    func codec<Coded: Codable>(_: Coded.Type) -> any ArchiveCodec { CodableCodec<Coded>() }
    let codable = RawValueCoding.of(Value.self).isOwn ? Value.self as? any Codable.Type : nil
    own = codable.flatMap { codec($0) as? any ArchiveCodec<Value> }
  }

  var classes: [AnyClass] { raw.classes + (own?.classes ?? []) }

  func encode(_ value: Value, to writer: ArchiveWriter) throws -> Int {
    try own?.encode(value, to: writer) ?? raw.encode(value.rawValue, to: writer)
  }

  func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Value {
    try value {
      try $0.decode(slot, from: reader)
    } byRaw: {
      try $0.decode(slot, from: reader)
    }
  }

  func foreignObject(for value: Value, in session: ForeignEncoding) throws -> Any? {
    try own?.foreignObject(for: value, in: session)
      ?? raw.foreignObject(for: value.rawValue, in: session)
  }

  func value(ofForeign object: Any?) throws -> Value {
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
    byOwn decodeOwn: (any ArchiveCodec<Value>) throws -> Value,
    byRaw decodeRaw: (any ArchiveCodec<Value.RawValue>) throws -> Value.RawValue
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
