import Foundation

extension ArchiveCodec {
  static func optional<Wrapped>(
    _ wrapped: ArchiveCodec<Wrapped>
  ) -> ArchiveCodec where Value == Wrapped? {
    ArchiveCodec(
      classes: wrapped.classes, none: .some(nil),
      encode: { value, writer in
        guard let value else { return 0 }
        let reference = try wrapped.encode(value, writer)
        // Nil within an Optional differs from nil.
        return reference == 0 ? writer.null() : reference
      },
      decode: { slot, reader in
        switch try reader.null(slot) {
        case .nothing: nil
        case .null where !wrapped.takesNull: nil
        case .null, .value: try wrapped.decode(slot, reader)
        }
      },
      foreignObject: { value, session in
        guard let value else { return nil }
        return try wrapped.foreignElement(value, session)
      },
      value: { object in
        guard let object, !(object is NSNull) || wrapped.takesNull else { return nil }
        return try wrapped.value(object)
      },
      rehashed: wrapped.rehashed.map { rehashed in { $0.map(rehashed) } },
      boxed: { value in value.map { $0 as Any } })
  }
}

extension ArchiveCodec {
  /// The codec of elements and members: nil is a null object there, as in JSON, for any number of
  /// Optionals.
  fileprivate static func element() -> ArchiveCodec {
    let codec = archiveCodec(Value.self)
    guard let none = codec.none else { return codec }
    return ArchiveCodec(
      classes: codec.classes, none: none, encode: codec.encode,
      decode: { try $1.null($0) == .value ? codec.decode($0, $1) : none },
      foreignObject: codec.foreignObject,
      value: { $0 == nil || $0 is NSNull ? none : try codec.value($0) },
      rehashed: codec.rehashed, boxed: codec.boxed)
  }
}

// MARK: - Arrays and sets

extension ArchiveCodec where Value: Swift.Collection {
  private typealias Element = Value.Element

  /// An array, or a user's collection that is one in archives.
  static func list(_ make: @escaping ([Value.Element]) -> Value) -> ArchiveCodec {
    list(.element(), isSet: false, hashed: nil, isRehashed: false, make)
  }

  /// A set, or a user's collection that hashes its elements and is an array in archives.
  static func list(
    isSet: Bool, hashing make: @escaping ([Value.Element]) -> Value
  ) -> ArchiveCodec where Value.Element: Hashable {
    let cost = HashCost(of: Element.self)
    return list(
      .element(), isSet: isSet, hashed: { try $2.hashed($0, at: $1, cost) },
      isRehashed: Element.self is AnyClass, make)
  }

  /// - Parameters:
  ///   - element: a codec of this place only, whose identity identifies the place.
  ///   - hashed: drops elements that need no hash; nil if none are hashed.
  private static func list(
    _ element: ArchiveCodec<Element>, isSet: Bool,
    hashed: (([Element], [ArchiveReader.Slot], ArchiveReader) throws -> [Element])?,
    isRehashed: Bool,
    _ make: @escaping ([Element]) -> Value
  ) -> ArchiveCodec {
    let isRehashed = isRehashed || element.hasHashes
    let classes: [AnyClass] =
      hashed == nil
      ? [NSArray.self, NSOrderedSet.self] : [NSSet.self, NSOrderedSet.self, NSArray.self]
    return ArchiveCodec(
      classes: classes + element.classes,
      encode: { value, writer in
        try writer.collection(isSet ? .set : .array) {
          try element.encodeElements(Array(value), writer)
        }
      },
      decode: { slot, reader in
        try reader.shared(slot, by: element, isRehashed: isRehashed) {
          guard let hashed else {
            let slots = try reader.elements(slot, [.array, .orderedSet], "an array")
            return make(try element.decodeElements(slots, reader))
          }
          let slots = try reader.elements(slot, [.set, .countedSet, .orderedSet, .array], "a set")
          let elements = try reader.hashable { try element.decodeElements(slots, reader) }
          return make(try hashed(elements, slots, reader))
        }
      },
      foreignObject: { value, session in
        session.collection(try value.map { try element.foreignElement($0, session) }, isSet: isSet)
      },
      value: { object in
        let objects = try ForeignValue.elements(object, hashed == nil ? "an array" : "a set")
        return make(
          try objects.enumerated().map { index, object in
            try ArchiveError.within("[\(index)]") { try element.value(object) }
          })
      },
      rehashed: isRehashed ? { make($0.map(element.rehashed ?? { $0 })) } : nil)
  }
}

// MARK: - Dictionaries

extension ArchiveCodec {
  /// A dictionary, or a user's collection that is one in archives, with its members in order.
  ///
  /// - Parameter make: see ``TableForm``.
  static func dictionary<Key: Hashable, Item>(
    _ make: @escaping ([Key]?, [Key: Item]) -> Value
  ) -> ArchiveCodec where Value: Swift.Collection, Value.Element == (key: Key, value: Item) {
    let key = archiveCodec(Key.self)
    // A codec of this place only, whose identity identifies the place.
    let item = ArchiveCodec<Item>.element()
    let cost = HashCost(of: Key.self)
    let isRehashed = Key.self is AnyClass || key.hasHashes || item.hasHashes
    func rehashed(_ value: Value) -> Value {
      let members = value.map {
        (key.rehashed?($0.key) ?? $0.key, item.rehashed?($0.value) ?? $0.value)
      }
      return make(members.map(\.0), Dictionary(members, uniquingKeysWith: { first, _ in first }))
    }
    return ArchiveCodec(
      classes: [NSDictionary.self] + key.classes + item.classes,
      encode: { value, writer in
        try writer.dictionary(
          value, key: { try key.encode($0, writer) }, item: { try item.encode($0, writer) })
      },
      decode: { slot, reader in
        try reader.shared(slot, by: item, isRehashed: isRehashed) {
          let (keySlots, items) = try reader.members(slot)
          let keys = try reader.hashable { try key.decodeElements(keySlots, reader) }
          let repeated = try reader.countHashes(of: keys, at: keySlots, cost)
          let members = try reader.dictionary(keys, items, without: repeated) {
            try item.decode($0, reader)
          }
          return make(keys, members)
        }
      },
      foreignObject: { value, session in
        session.dictionary(
          keys: try value.map { try key.foreignElement($0.key, session) },
          objects: try value.map { try item.foreignElement($0.value, session) })
      },
      value: { object in
        var members = [Key: Item]()
        for (foreignKey, foreignItem) in try ForeignValue.members(object) {
          let key = try key.value(foreignKey)
          members[key] = try ArchiveError.within("[\(Boxed.text(key))]") {
            try item.value(foreignItem)
          }
        }
        return make(nil, members)
      },
      rehashed: isRehashed ? rehashed : nil)
  }
}
