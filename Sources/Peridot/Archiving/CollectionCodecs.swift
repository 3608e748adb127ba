import Foundation

final class OptionalCodec<Wrapped>: ArchiveCodec {
  private let wrapped = archiveCodec(Wrapped.self)

  var classes: [AnyClass] { wrapped.classes }
  var none: Wrapped?? { .some(nil) }
  var hasHashes: Bool { wrapped.hasHashes }
  func rehashed(_ value: Wrapped?) -> Wrapped? { value.map(wrapped.rehashed) }

  func encode(_ value: Wrapped?, to writer: ArchiveWriter) throws -> Int {
    guard let value else { return 0 }
    let reference = try wrapped.encode(value, to: writer)
    // Nil within an Optional is not the same as nil.
    return reference == 0 ? writer.null() : reference
  }

  func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Wrapped? {
    switch try reader.null(slot) {
    case .nothing: nil
    case .null where wrapped.none == nil: nil
    default: try wrapped.decode(slot, from: reader)
    }
  }

  func foreignObject(for value: Wrapped?, in session: ForeignEncoding) throws -> Any? {
    guard let value else { return nil }
    return try wrapped.foreignObject(for: value, in: session) ?? FoundationObjects.null
  }

  func value(ofForeign object: Any?) throws -> Wrapped? {
    guard let object else { return nil }
    if object is NSNull { return wrapped.none }
    return try wrapped.value(ofForeign: object)
  }

  func boxed(_ value: Wrapped?) -> Any? {
    guard let value else { return nil }
    return value
  }
}

/// An array or a set, or a collection of a user's that is an array in archives.
final class ListCodec<Whole: Swift.Collection>: ArchiveCodec, @unchecked Sendable {
  // Sendable: the functions are immutable, and hold nothing but types.

  private typealias Element = Whole.Element

  private let element = archiveCodec(Whole.Element.self)
  let hasHashes: Bool
  private let isSet: Bool
  /// Leaves out elements that need not be hashed; nil if none are hashed.
  private let hashed: (([Element], [ArchiveSlot], ArchiveReader) throws -> [Element])?
  private let make: ([Element]) -> Whole

  init(make: @escaping ([Whole.Element]) -> Whole) {
    self.make = make
    isSet = false
    hashed = nil
    hasHashes = element.hasHashes
  }

  /// Archives a collection that hashes its elements.
  init(
    isSet: Bool, hashing make: @escaping ([Whole.Element]) -> Whole
  ) where Whole.Element: Hashable {
    self.make = make
    self.isSet = isSet
    let cost = HashCost(of: Element.self)
    hashed = { try $2.hashed($0, at: $1, cost) }
    hasHashes = Element.self is AnyClass || element.hasHashes
  }

  var classes: [AnyClass] {
    (hashed == nil
      ? [NSArray.self, NSOrderedSet.self] : [NSSet.self, NSOrderedSet.self, NSArray.self])
      + element.classes
  }

  func rehashed(_ value: Whole) -> Whole { make(value.map(element.rehashed)) }

  func encode(_ value: Whole, to writer: ArchiveWriter) throws -> Int {
    try writer.collection(isSet ? .set : .array) {
      try element.encode(elements: Array(value), to: writer)
    }
  }

  func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Whole {
    try reader.shared(slot, by: self, isRehashed: hasHashes) {
      guard let hashed else {
        let slots = try reader.elements(slot, [.array, .orderedSet], "an array")
        return make(try element.decode(elements: slots, from: reader))
      }
      let slots = try reader.elements(slot, [.set, .countedSet, .orderedSet, .array], "a set")
      let elements = try reader.hashable { try element.decode(elements: slots, from: reader) }
      return make(try hashed(elements, slots, reader))
    }
  }

  func foreignObject(for value: Whole, in session: ForeignEncoding) throws -> Any? {
    let objects = try value.map {
      try element.foreignObject(for: $0, in: session) ?? FoundationObjects.null
    }
    return session.collection(objects, isSet: isSet)
  }

  func value(ofForeign object: Any?) throws -> Whole {
    let objects = try ForeignValue.elements(object, hashed == nil ? "an array" : "a set")
    return make(
      try objects.enumerated().map { index, object in
        try ForeignValue.element(index) { try element.value(ofForeign: object) }
      })
  }
}

/// A dictionary, or a collection of a user's that is one in archives, its members in their order.
final class DictionaryCodec<Whole: Swift.Collection, Key: Hashable, Item>: ArchiveCodec,
  @unchecked Sendable
where Whole.Element == (key: Key, value: Item) {
  // Sendable: as above.
  private let key = archiveCodec(Key.self)
  private let item = archiveCodec(Item.self)
  private let cost = HashCost(of: Key.self)
  let hasHashes: Bool
  /// Makes a collection of keys in their order, perhaps some twice, and of the members; where no
  /// order is known, the keys are nil.
  private let make: ([Key]?, [Key: Item]) -> Whole

  init(make: @escaping ([Key]?, [Key: Item]) -> Whole) {
    self.make = make
    hasHashes = Key.self is AnyClass || key.hasHashes || item.hasHashes
  }

  var classes: [AnyClass] { [NSDictionary.self] + key.classes + item.classes }

  func rehashed(_ value: Whole) -> Whole {
    let members = value.map { (key.rehashed($0.key), item.rehashed($0.value)) }
    return make(members.map(\.0), Dictionary(members, uniquingKeysWith: { first, _ in first }))
  }

  func encode(_ value: Whole, to writer: ArchiveWriter) throws -> Int {
    try writer.dictionary(
      value, key: { try key.encode($0, to: writer) }, item: { try item.encode($0, to: writer) })
  }

  func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Whole {
    try reader.shared(slot, by: self, isRehashed: hasHashes) {
      let (keySlots, items) = try reader.members(slot)
      let keys = try reader.hashable { try key.decode(elements: keySlots, from: reader) }
      let repeated = try reader.countHashes(of: keys, at: keySlots, cost)
      var members = [Key: Item](minimumCapacity: keys.count)
      for (index, key) in keys.enumerated() where repeated?.contains(index) != true {
        members[key] = try ArchiveError.within("[\(Boxed.text(key))]") {
          try item.decode(items[index], from: reader)
        }
      }
      return make(keys, members)
    }
  }

  func foreignObject(for value: Whole, in session: ForeignEncoding) throws -> Any? {
    let keys = try value.map {
      try key.foreignObject(for: $0.key, in: session) ?? FoundationObjects.null
    }
    let items = try value.map {
      try item.foreignObject(for: $0.value, in: session) ?? FoundationObjects.null
    }
    return session.dictionary(keys: keys, objects: items)
  }

  func value(ofForeign object: Any?) throws -> Whole {
    var members: [Key: Item] = [:]
    for (foreignKey, foreignItem) in try ForeignValue.members(object) {
      let key = try key.value(ofForeign: foreignKey)
      members[key] = try ForeignValue.element(key) { try item.value(ofForeign: foreignItem) }
    }
    return make(nil, members)
  }
}
