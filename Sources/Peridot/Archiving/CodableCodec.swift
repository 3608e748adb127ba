import Foundation

/// A `Codable` value is written as JSON, within the archive's data.
///
/// Foundation's property list decoder is not made for bytes from anywhere.
final class CodableCodec<Value: Codable>: ValueCodec<Value>, @unchecked Sendable {
  private let data = DataCodec()
  /// Whether Foundation has an archived form for values of the type, which is read too.
  private let isStructure = FoundationStructures.contain(Value.self)

  override var classes: [AnyClass] {
    isStructure ? data.classes + FoundationStructures.classes : data.classes
  }

  override func encode(_ value: Value, to writer: ArchiveWriter) throws -> Int {
    writer.data(try json(value))
  }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Value {
    if isStructure, let structure = try reader.structure(slot) {
      if let value = FoundationStructures.convert(structure, to: Value.self) { return value }
      throw ArchiveError.mismatch(
        expected: TypeName.withArticle(Value.self),
        found: TypeName.withArticle(type(of: structure)))
    }
    let json = try reader.data(slot)
    // Other places may hold the same bytes.
    try reader.spend(json.count)
    return try value(json)
  }

  override func foreignObject(for value: Value, in session: ForeignEncoding) throws -> Any? {
    try json(value)
  }

  override func value(ofForeign object: Any?) throws -> Value {
    if isStructure, let object {
      let structure: Any? =
        type(of: object) is AnyClass ? FoundationStructures.value(object) : object
      if let structure, !(structure is Data),
        let value = FoundationStructures.convert(structure, to: Value.self)
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
