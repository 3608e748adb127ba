import Foundation

extension ArchiveCodec where Value: ArchiveScalar {
  /// A scalar, in the form that its type states.
  static func scalar() -> ArchiveCodec {
    ArchiveCodec(
      classes: Value.archivedClasses,
      encode: { try $1.scalar($0.archived) },
      decode: { try $1.scalar($0, as: Value.self) },
      foreignObject: { $1.scalar($0.archived) },
      value: { object in
        let scalar = ForeignValue.scalar(object)
        if let scalar, let value = try Value.unarchived(scalar) { return value }
        throw Value.mismatch(scalar, object.map { "\(type(of: $0))" } ?? "nil", object)
      },
      encodeElements: { try Value.encode($0, to: $1) },
      decodeElements: { try Value.decode($0, from: $1) })
  }
}

// MARK: - Objects

extension ArchiveCodec where Value: ArchivableModel {
  static func model() -> ArchiveCodec {
    ArchiveCodec(
      classes: [Value.self],
      encode: { model, writer in
        if let allowance = writer.allowance { try Allowance.check(model, in: allowance) }
        return writer.model(model)
      },
      decode: { slot, reader in
        if let model = try reader.model(slot, of: Value.self) as? Value { return model }
        throw reader.mismatch(expected: TypeName.withArticle(Value.self), slot)
      },
      foreignObject: { $1.box($0) },
      value: { object in
        if let model = object as? Value { return model }
        throw ArchiveError.mismatch(expected: TypeName.withArticle(Value.self), foreign: object)
      })
  }
}

extension ArchiveCodec where Value: NSObject & NSSecureCoding {
  /// Objects of Foundation classes, and of other classes that archive themselves and are not
  /// models.
  static func object() -> ArchiveCodec {
    let isFoundations = FoundationClass.root(of: Value.self) != nil
    // The rules of this place: no two codecs share Foundation objects that they read.
    let place = Allowance([], allowsPlainValues: true)
    return ArchiveCodec(
      classes: isFoundations ? [Value.self] + ArchivedValue.classes : [Value.self],
      takesNull: isSubclass(NSNull.self, of: Value.self),
      encode: { object, writer in
        if isFoundations { return try writer.any(object) }
        if let allowance = writer.allowance { try Allowance.check(object, in: allowance) }
        return writer.object(object)
      },
      decode: { slot, reader in
        let object: Any? =
          isFoundations
          ? try reader.forFoundation(place) { () -> Any? in
            try Value.self is NSOrderedSet.Type ? reader.orderedSet(slot) : reader.any(slot)
          } : try reader.object(slot, of: Value.self)
        if let value = FoundationClass.object(object, as: Value.self) { return value }
        throw reader.mismatch(expected: TypeName.withArticle(Value.self), slot)
      },
      foreignObject: { try $1.object($0) },
      value: { object in
        let natural = isFoundations ? ForeignValue.natural(object) : object
        if let value = FoundationClass.object(natural, as: Value.self) { return value }
        throw ArchiveError.mismatch(expected: TypeName.withArticle(Value.self), foreign: object)
      })
  }
}

extension ArchiveCodec {
  /// Values of protocol types, such as `Any`, whose own type is known only at run time.
  static func dynamic() -> ArchiveCodec {
    ArchiveCodec(
      classes: ArchivedValue.classes, takesNull: true,
      encode: { value, writer in
        if Value.self == AnyHashable.self, !(value is any ArchivableModel) {
          try ArchiveWriter.checkMember(value)
        }
        return try writer.any(value)
      },
      decode: { slot, reader in
        if let value = try (reader.any(slot) ?? NSNull()) as? Value { return value }
        throw reader.mismatch(expected: "\(Value.self)", slot)
      },
      foreignObject: { try $1.object($0) },
      value: { object in
        if let value = (ForeignValue.natural(object) ?? NSNull()) as? Value { return value }
        throw ArchiveError.mismatch(expected: "\(Value.self)", foreign: object)
      })
  }

  /// Refuses values of a type without an archived form.
  static func unsupported() -> ArchiveCodec {
    let refusal = ArchiveError.unsupported(
      advice: "values of type \(Value.self) cannot be archived. Make the type Codable")
    return ArchiveCodec(
      classes: [], encode: { _, _ in throw refusal }, decode: { _, _ in throw refusal },
      foreignObject: { _, _ in throw refusal }, value: { _ in throw refusal })
  }
}

extension ArchiveError {
  /// The error for a value without an archived form in a place for values of any type.
  static func unsupported(_ value: Any) -> ArchiveError {
    let value = Boxed.unwrapped(value) ?? value
    let type = Swift.type(of: (value as? AnyHashable)?.base ?? value)
    return unsupported(
      advice: """
        \(TypeName.withArticle(type)) cannot be archived where a value may be of any type, since \
        nothing tells its type when it is read. Declare the property with the type
        """)
  }

  fileprivate static func unsupported(advice: String) -> ArchiveError {
    ArchiveError(
      .unsupportedType,
      """
      \(advice), leave the property out with encodingBehaviorsByPropertyKey (.excluded), or archive \
      it yourself in encode(with:) and decodeValue(forKey:with:modelVersion:)
      """)
  }
}

// MARK: - Codable values

extension ArchiveCodec where Value: Codable {
  /// A value is written as JSON within the archive's data, because Foundation's property list
  /// decoder is not safe for untrusted bytes.
  static func codable() -> ArchiveCodec {
    let data = ArchiveCodec<Data>.scalar()
    // Some types also have an archived form of Foundation's, which is read too.
    let isStructure = FoundationStructure.contain(Value.self)
    return ArchiveCodec(
      classes: isStructure ? data.classes + FoundationStructure.classes : data.classes,
      encode: { try $1.scalar(.data(try json($0))) },
      decode: { slot, reader in
        if isStructure, let structure = try reader.structure(slot) {
          if let value = FoundationStructure.convert(structure, to: Value.self) { return value }
          throw ArchiveError.mismatch(
            expected: TypeName.withArticle(Value.self),
            found: TypeName.withArticle(type(of: structure)))
        }
        let json = try reader.data(slot)
        // Other places can hold the same bytes.
        try reader.spend(json.count)
        return try value(json)
      },
      foreignObject: { value, _ in try json(value) },
      value: { object in
        if isStructure, let object {
          let structure: Any? =
            type(of: object) is AnyClass ? ArchiveReader.structure(of: object) : object
          if let structure, !(structure is Data),
            let value = FoundationStructure.convert(structure, to: Value.self)
          {
            return value
          }
        }
        return try value(data.value(object))
      })
  }

  private static func json(_ value: Value) throws -> Data {
    var writer = JSONWriter(options: .escapeSlashes)
    do {
      try CodableEncoder.write(value, to: &writer, CodingPlace.Form(isArchived: true))
    } catch let error as EncodedTree.TooDeep {
      throw ArchiveError(.tooDeep, "\(error)")
    }
    return writer.finish()
  }

  private static func value(_ json: Data) throws -> Value {
    do {
      // Types recurse.
      let depth = StackRoom.depthToRead(512)
      return try JSONBytes(json).withReader(maximumDepth: depth) { reader in
        let source = try CodableDecoder.Source(&reader, CodingPlace.Form(isArchived: true))
        try reader.endDocument()
        return try source.decode(Value.self)
      }
    } catch {
      throw ArchiveError(
        .typeMismatch,
        "expected \(TypeName.withArticle(Value.self)) as JSON: \(error.phrase)")
    }
  }
}

// MARK: - Raw values

extension ArchiveCodec where Value: RawRepresentable {
  /// A raw value represents each value of an enum or option set, unless its type has a coding of
  /// its own. Even then, archives can contain the raw value.
  static func raw() -> ArchiveCodec {
    func codable<Coded: Codable>(_: Coded.Type) -> Any { ArchiveCodec<Coded>.codable() }
    let codableType = RawValueCoding.of(Value.self).isOwn ? Value.self as? any Codable.Type : nil
    let own = codableType.flatMap { codable($0) as? ArchiveCodec }
    let raw = archiveCodec(Value.RawValue.self)
    /// Decodes a value by its type's own coding, or by its raw value.
    func value(
      _ decodeOwn: (ArchiveCodec) throws -> Value, byRaw decodeRaw: () throws -> Value.RawValue
    ) throws -> Value {
      var failure: (any Error)?
      do {
        if let own { return try decodeOwn(own) }
      } catch {
        failure = error
      }
      let rawValue: Value.RawValue
      do {
        rawValue = try decodeRaw()
      } catch {
        let error = failure ?? error
        throw (error as? ArchiveError)?.expecting("\(Value.expectedCases(like: nil))") ?? error
      }
      if let value = Value(rawValueOrUnknown: rawValue) { return value }
      if own != nil, let value = decoded(rawValue) { return value }
      throw ArchiveError.mismatch(
        .outOfRange, expected: "\(Value.expectedCases(like: "\(rawValue)"))",
        found: Boxed.words(rawValue))
    }
    return ArchiveCodec(
      classes: raw.classes + (own?.classes ?? []),
      encode: { try own?.encode($0, $1) ?? raw.encode($0.rawValue, $1) },
      decode: { slot, reader in
        try value({ try $0.decode(slot, reader) }, byRaw: { try raw.decode(slot, reader) })
      },
      foreignObject: { try own?.foreignObject($0, $1) ?? raw.foreignObject($0.rawValue, $1) },
      value: { object in
        try value({ try $0.value(object) }, byRaw: { try raw.value(object) })
      })
  }

  /// Returns the value that the type itself makes of an unknown raw value.
  private static func decoded(_ rawValue: Value.RawValue) -> Value? {
    guard let type = Value.self as? any Decodable.Type, let rawValue = rawValue as? any Encodable
    else { return nil }
    let form = CodingPlace.Form(isArchived: true)
    var json = JSONWriter()
    guard (try? CodableEncoder.write(rawValue, to: &json, form)) != nil else { return nil }
    return try? JSONBytes(json.bytes()).withReader { reader in
      try CodableDecoder.Source(&reader, form).decode(type) as? Value
    }
  }
}
