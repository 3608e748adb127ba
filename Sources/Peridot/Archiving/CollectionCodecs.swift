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
    try reader.shared(slot, by: self, isRehashed: hasHashes) {
      let slots = try reader.elements(slot, [.array, .orderedSet], "an array")
      return try reader.elements(slots, with: element)
    }
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

final class SetCodec<Element: Hashable>: ValueCodec<Set<Element>>, @unchecked Sendable {
  private let element: ValueCodec<Element>
  private let cost = HashCost(of: Element.self)
  private let holdsHashes: Bool

  override init() {
    element = ValueCodec<Element>.make()
    holdsHashes = Element.self is AnyClass || element.hasHashes
  }

  override var classes: [AnyClass] {
    [NSSet.self, NSOrderedSet.self, NSArray.self] + element.classes
  }

  override var hasHashes: Bool { holdsHashes }

  override func rehashed(_ value: Set<Element>) -> Set<Element> {
    Set(value.map(element.rehashed))
  }

  override func encode(_ value: Set<Element>, to writer: ArchiveWriter) throws -> Int {
    try writer.collection(.set, value, element)
  }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Set<Element> {
    try reader.shared(slot, by: self, isRehashed: holdsHashes) {
      let slots = try reader.elements(slot, [.set, .countedSet, .orderedSet, .array], "a set")
      let elements = try reader.hashable { try reader.elements(slots, with: element) }
      return Set(try reader.hashed(elements, at: slots, cost))
    }
  }

  override func foreignObject(for value: Set<Element>, in session: ForeignEncoding) throws -> Any? {
    try session.set(value, element)
  }

  override func value(ofForeign object: Any?) throws -> Set<Element> {
    Set(
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
    try writer.dictionary(value, key, item)
  }

  override func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> [Key: Item] {
    try reader.shared(slot, by: self, isRehashed: holdsHashes) {
      let (keys, items) = try reader.members(slot)
      let keyValues = try reader.hashable { try reader.elements(keys, with: key) }
      let repeated = try reader.countHashes(of: keyValues, at: keys, cost)
      var dictionary = [Key: Item](minimumCapacity: keys.count)
      for (index, key) in keyValues.enumerated() where repeated?.contains(index) != true {
        dictionary[key] = try ArchiveReader.element("[\(Boxed.text(key))]") {
          try item.decode(items[index], from: reader)
        }
      }
      return dictionary
    }
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
