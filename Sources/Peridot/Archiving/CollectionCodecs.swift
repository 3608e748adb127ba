import Foundation

final class OptionalCodec<Wrapped>: ValueCodec<Wrapped?>, @unchecked Sendable {
  private let wrapped = ValueCodec<Wrapped>.make()

  override var classes: [AnyClass] { wrapped.classes }
  override var none: Wrapped?? { .some(nil) }

  override func encode(_ value: Wrapped?, to writer: ArchiveWriter) throws -> Int {
    guard let value else { return 0 }
    let reference = try wrapped.encode(value, to: writer)
    // Nil within an Optional is not the same as nil.
    return reference == 0 ? writer.null() : reference
  }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Wrapped? {
    switch try reader.null(slot) {
    case .nothing: nil
    case .null where wrapped.none == nil: nil
    default: try wrapped.decode(slot, from: reader)
    }
  }

  override func foreignObject(for value: Wrapped?, in session: ForeignEncoding) throws -> Any? {
    guard let value else { return nil }
    return try wrapped.foreignObject(for: value, in: session) ?? FoundationObjects.null
  }

  override func value(ofForeign object: Any?) throws -> Wrapped? {
    guard let object else { return nil }
    if object is NSNull { return wrapped.none }
    return try wrapped.value(ofForeign: object)
  }

  override var hasHashes: Bool { wrapped.hasHashes }
  override func rehashed(_ value: Wrapped?) -> Wrapped? { value.map(wrapped.rehashed) }

  override func boxed(_ value: Wrapped?) -> Any? {
    guard let value else { return nil }
    return value
  }
}

final class ArrayCodec<Element>: ValueCodec<[Element]>, @unchecked Sendable {
  private let element: ValueCodec<Element>
  override var hasHashes: Bool { elementHasHashes }
  private let elementHasHashes: Bool

  override init() {
    element = ValueCodec<Element>.make()
    elementHasHashes = element.hasHashes
  }

  override var classes: [AnyClass] { [NSArray.self, NSOrderedSet.self] + element.classes }

  override func rehashed(_ value: [Element]) -> [Element] { value.map(element.rehashed) }

  override func encode(_ value: [Element], to writer: ArchiveWriter) throws -> Int {
    try writer.collection(.array, value, element)
  }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> [Element] {
    try reader.shared(slot, by: self, isRehashed: hasHashes) { try elements(slot, reader) }
  }

  func elements(_ slot: ArchiveSlot, _ reader: ArchiveReader) throws -> [Element] {
    let slots = try reader.elements(slot, [.array, .orderedSet], "an array")
    return try reader.elements(slots, with: element)
  }

  override func foreignObject(for value: [Element], in session: ForeignEncoding) throws -> Any? {
    try session.array(value, element)
  }

  override func value(ofForeign object: Any?) throws -> [Element] {
    try ForeignDecoding.elements(object, "an array").enumerated().map { index, item in
      try ForeignDecoding.element(index) { try element.value(ofForeign: item) }
    }
  }
}

/// A collection that is an array in archives.
final class ArrayLikeCodec<Whole: ArrayLike>: ValueCodec<Whole>, @unchecked Sendable {
  private let array = ArrayCodec<Whole.Element>()

  override var classes: [AnyClass] { array.classes }
  override var hasHashes: Bool { array.hasHashes }
  override func rehashed(_ value: Whole) -> Whole { Whole(array.rehashed(Array(value))) }

  override func encode(_ value: Whole, to writer: ArchiveWriter) throws -> Int {
    try array.encode(Array(value), to: writer)
  }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Whole {
    try reader.shared(slot, by: self, isRehashed: hasHashes) {
      Whole(try array.elements(slot, reader))
    }
  }

  override func foreignObject(for value: Whole, in session: ForeignEncoding) throws -> Any? {
    try array.foreignObject(for: Array(value), in: session)
  }

  override func value(ofForeign object: Any?) throws -> Whole {
    Whole(try array.value(ofForeign: object))
  }
}

/// A set, which is one in archives too, or a collection of a user's that hashes its elements and is an
/// array there.
final class SetCodec<Whole: Swift.Collection>: ValueCodec<Whole>, @unchecked Sendable
where Whole.Element: Hashable {
  typealias Element = Whole.Element

  private let element = ValueCodec<Element>.make()
  private let cost = HashCost(of: Element.self)
  private let holdsHashes: Bool
  private let isOrdered: Bool
  private let make: ([Element]) -> Whole

  init(isOrdered: Bool, make: @escaping ([Element]) -> Whole) {
    self.isOrdered = isOrdered
    self.make = make
    holdsHashes = Element.self is AnyClass || element.hasHashes
  }

  override var classes: [AnyClass] {
    [NSSet.self, NSOrderedSet.self, NSArray.self] + element.classes
  }

  override var hasHashes: Bool { holdsHashes }

  override func rehashed(_ value: Whole) -> Whole { make(value.map(element.rehashed)) }

  override func encode(_ value: Whole, to writer: ArchiveWriter) throws -> Int {
    try writer.collection(isOrdered ? .array : .set, value, element)
  }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Whole {
    try reader.shared(slot, by: self, isRehashed: holdsHashes) {
      let slots = try reader.elements(slot, [.set, .countedSet, .orderedSet, .array], "a set")
      let elements = try reader.hashable { try reader.elements(slots, with: element) }
      return make(try reader.hashed(elements, at: slots, cost))
    }
  }

  override func foreignObject(for value: Whole, in session: ForeignEncoding) throws -> Any? {
    isOrdered
      ? try session.array(Array(value), element) : try session.set(value, element)
  }

  override func value(ofForeign object: Any?) throws -> Whole {
    make(
      try ForeignDecoding.elements(object, "a set").enumerated().map { index, item in
        try ForeignDecoding.element(index) { try element.value(ofForeign: item) }
      })
  }
}

final class DictionaryCodec<Key: Hashable, Item>: ValueCodec<[Key: Item]>, @unchecked Sendable {
  private let key: ValueCodec<Key>
  private let item: ValueCodec<Item>
  private let cost = HashCost(of: Key.self)
  private let holdsHashes: Bool

  override init() {
    key = ValueCodec<Key>.make()
    item = ValueCodec<Item>.make()
    holdsHashes = Key.self is AnyClass || key.hasHashes || item.hasHashes
  }

  override var classes: [AnyClass] { [NSDictionary.self] + key.classes + item.classes }

  override var hasHashes: Bool { holdsHashes }

  override func rehashed(_ value: [Key: Item]) -> [Key: Item] {
    Dictionary(
      value.map { (key.rehashed($0), item.rehashed($1)) }, uniquingKeysWith: { first, _ in first })
  }

  override func encode(_ value: [Key: Item], to writer: ArchiveWriter) throws -> Int {
    try encode(members: value, to: writer)
  }

  func encode(
    members: some Swift.Collection<(key: Key, value: Item)>, to writer: ArchiveWriter
  ) throws -> Int {
    try writer.dictionary(members, key, item)
  }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> [Key: Item] {
    try reader.shared(slot, by: self, isRehashed: holdsHashes) { try members(slot, reader).items }
  }

  /// Returns the keys at `slot` in their order, perhaps some twice, and the dictionary.
  func members(
    _ slot: ArchiveSlot, _ reader: ArchiveReader
  ) throws -> (keys: [Key], items: [Key: Item]) {
    let (keys, items) = try reader.members(slot)
    let keyValues = try reader.hashable { try reader.elements(keys, with: key) }
    let repeated = try reader.countHashes(of: keyValues, at: keys, cost)
    var dictionary = [Key: Item](minimumCapacity: keys.count)
    for (index, key) in keyValues.enumerated() where repeated?.contains(index) != true {
      dictionary[key] = try ArchiveReader.element("[\(Boxed.text(key))]") {
        try item.decode(items[index], from: reader)
      }
    }
    return (keyValues, dictionary)
  }

  override func foreignObject(for value: [Key: Item], in session: ForeignEncoding) throws -> Any? {
    try session.dictionary(value, key, item)
  }

  override func value(ofForeign object: Any?) throws -> [Key: Item] {
    var dictionary: [Key: Item] = [:]
    for (foreignKey, foreignItem) in try ForeignDecoding.members(object) {
      let key = try key.value(ofForeign: foreignKey)
      dictionary[key] = try ForeignDecoding.element(key) { try item.value(ofForeign: foreignItem) }
    }
    return dictionary
  }
}

/// A collection of a user's that is a dictionary in archives, its members in their own order.
final class DictionaryLikeCodec<Whole: DictionaryLike>: ValueCodec<Whole>, @unchecked Sendable {
  private let dictionary = DictionaryCodec<Whole.Key, Whole.Value>()

  override var classes: [AnyClass] { dictionary.classes }
  override var hasHashes: Bool { dictionary.hasHashes }

  override func rehashed(_ value: Whole) -> Whole {
    // Each key by itself, so that its place is known.
    let members = value.compactMap { dictionary.rehashed([$0.key: $0.value]).first }
    return Self.whole(
      members.map(\.key),
      Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first }))
  }

  override func encode(_ value: Whole, to writer: ArchiveWriter) throws -> Int {
    try dictionary.encode(members: value, to: writer)
  }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Whole {
    try reader.shared(slot, by: self, isRehashed: hasHashes) {
      let members = try dictionary.members(slot, reader)
      return Self.whole(members.keys, members.items)
    }
  }

  private static func whole(_ keys: [Whole.Key], _ items: [Whole.Key: Whole.Value]) -> Whole {
    var items = items
    return Whole(
      uniqueKeysWithValues: keys.compactMap { key in
        items.removeValue(forKey: key).map { (key, $0) }
      })
  }

  override func foreignObject(for value: Whole, in session: ForeignEncoding) throws -> Any? {
    try dictionary.foreignObject(for: value.dictionary, in: session)
  }

  override func value(ofForeign object: Any?) throws -> Whole {
    Whole(unordered: try dictionary.value(ofForeign: object))
  }
}
