import Foundation

extension ArchiveReader {
  /// Returns the value at `slot` as its natural Swift type; nil for nil.
  func any(_ slot: Slot) throws -> Any? {
    try count()
    if let scalar = try scalar(slot) {
      try check(scalar.foundationClass, slot)
      return scalar.value
    }
    if try null(slot) == .nothing { return nil }
    guard let (_, archived) = try archivedObject(slot) else {
      throw mismatch(expected: "a value", slot)
    }
    guard let kind = archived.kind else { return try foreign(slot, archived) }
    switch kind {
    case .null: return NSNull()
    case .array:
      try check(NSArray.self, slot)
      return try shared(slot, by: token) { () -> [Any] in
        try anyElements(elements(slot, [.array], "a collection")) { $0 }
      }
    case .set, .countedSet:
      try check(NSSet.self, slot)
      return try shared(slot, by: token) { Set(try anyMembers(slot, [kind], hashable)) }
    case .orderedSet:
      try check(NSOrderedSet.self, slot)
      return try shared(slot, by: token) { try orderedSet(slot) }
    case .dictionary:
      try check(NSDictionary.self, slot)
      return try shared(slot, by: token) { () -> Any in try anyDictionary(slot) }
    case .structure(let structure):
      try check(structure.archivedClass, slot)
      if let value = try self.structure(slot) { return value }
    case .string, .number, .data, .date, .url, .uuid, .decimal, .text: break
    }
    throw mismatch(expected: kind.words, slot)
  }

  private func anyElements<Element>(
    _ slots: [Slot], _ convert: (Any) throws -> Element
  ) throws -> [Element] {
    try slots.enumerated().map { index, slot in
      try ArchiveError.within("[\(index)]") { try convert(try any(slot) ?? NSNull()) }
    }
  }

  /// Returns the ordered set at `slot`, which Peridot writes as an array.
  func orderedSet(_ slot: Slot) throws -> NSOrderedSet {
    let members = try forFoundation(foundationPlace ?? coder) {
      try anyMembers(slot, [.orderedSet, .array]) { value in
        if let model = value as? any ArchivableModel { return AnyHashable(model as NSObject) }
        return try hashable(value)
      }
    }
    let elements = members.map(\.base)
    guard FoundationClass.mayBeHashed(elements) else {
      throw ArchiveError.mismatch(
        expected: "an ordered set that Foundation can hash", found: "one of decimal numbers")
    }
    return NSOrderedSet(array: elements)
  }

  /// Returns the members of a set.
  private func anyMembers(
    _ slot: Slot, _ kinds: [FoundationClass], _ convert: (Any) throws -> AnyHashable
  ) throws -> [AnyHashable] {
    let slots = try elements(slot, kinds, "a collection")
    let members = try hashable { try anyElements(slots, convert) }
    let repeated = try countHashes(of: members, at: slots, .partial)
    return members.indices.lazy.filter { repeated?.contains($0) != true }.map { members[$0] }
  }

  private func anyDictionary(_ slot: Slot) throws -> Any {
    let (keySlots, slots) = try members(slot)
    let keys = try keySlots.map { try hashable(try any($0) ?? NSNull()) }
    let repeated = try countHashes(of: keys, at: keySlots, .partial)
    let names = keys.compactMap { $0.base as? String }
    func value(_ slot: Slot) throws -> Any { try any(slot) ?? NSNull() }
    return names.count == keys.count
      ? try dictionary(names, slots, without: repeated, value)
      : try dictionary(keys, slots, without: repeated, value)
  }

  /// Returns the dictionary of `keys` and the items at `slots`, which `decode` reads.
  ///
  /// - Parameter repeated: the positions of keys that need no hash.
  func dictionary<Key: Hashable, Item>(
    _ keys: [Key], _ slots: [Slot], without repeated: Set<Int>?, _ decode: (Slot) throws -> Item
  ) throws -> [Key: Item] {
    var members = [Key: Item](minimumCapacity: keys.count)
    for (index, key) in keys.enumerated() where repeated?.contains(index) != true {
      members[key] = try ArchiveError.within("[\(Boxed.text(key))]") { try decode(slots[index]) }
    }
    return members
  }

  /// Returns `value` as a key or member of a set, which here can only be a plain value: hashing
  /// collections that hold each other many times takes forever, and models can still change.
  func hashable(_ value: Any) throws -> AnyHashable {
    if !(value is [Any]), !(value is [AnyHashable: Any]), !(value is Set<AnyHashable>),
      !(type(of: value) is AnyClass), let hashable = value as? AnyHashable
    {
      return hashable
    }
    throw ArchiveError.noMember(value)
  }

  /// An object that identifies this place's rules for values of any type.
  var token: AnyObject { foundationPlace ?? allowance ?? Allowance.plain }

  /// Calls `read` for values that go into Foundation objects at `place`.
  func forFoundation<Result>(
    _ place: AnyObject, read: () throws -> Result
  ) rethrows -> Result {
    let saved = foundationPlace
    foundationPlace = place
    defer { foundationPlace = saved }
    return try read()
  }

  func check(_ type: AnyClass, _ slot: Slot) throws {
    if let allowance, !allowance.allowsPlain(type) {
      throw ArchiveError(
        .classNotAllowed,
        "\(describe(slot)) is not allowed here: see allowedSecureCodingClassesByPropertyKey",
        objectIndex: slot.objectIndex)
    }
  }
}

// MARK: - The elements of collections

extension ArchiveReader {
  /// Returns the slots of the elements of the collection at `slot`.
  func elements(
    _ slot: Slot, _ kinds: [FoundationClass], _ expectation: String
  ) throws -> [Slot] {
    guard let (members, archived) = try archivedObject(slot),
      let kind = archived.kind, kinds.contains(kind)
    else { throw mismatch(expected: expectation, slot) }
    if members.shape.position(of: "NS.objects") == nil {
      // An ordered set without objects has only its class.
      if kind == .countedSet { return try list(members, numbered: "NS.object") }
      if kind == .orderedSet { return try list(members, numbered: "NS.object.") }
    }
    return try list(members, "NS.objects", orNumbered: "NS.object.", slot)
  }

  func members(_ slot: Slot) throws -> (keys: [Slot], values: [Slot]) {
    guard let (members, archived) = try archivedObject(slot),
      archived.kind == .dictionary
    else { throw mismatch(expected: "a dictionary", slot) }
    let keys = try list(members, "NS.keys", orNumbered: "NS.key.", slot)
    let values = try list(members, "NS.objects", orNumbered: "NS.object.", slot)
    guard keys.count == values.count else {
      throw ArchiveError(
        .invalidArchive, "a dictionary has \(keys.count) keys and \(values.count) values",
        objectIndex: slot.objectIndex)
    }
    return (keys, values)
  }

  /// Returns the elements at `slots`, read by `decode`.
  @inline(__always)
  func elements<Element>(
    _ slots: [Slot], _ decode: (Slot) throws -> Element
  ) throws -> [Element] {
    try count(slots.count)
    var elements: [Element] = []
    elements.reserveCapacity(slots.count)
    for slot in slots {
      do {
        elements.append(try decode(slot))
      } catch {
        throw failure(error, ofElement: elements.count, slot)
      }
    }
    return elements
  }

  @inline(never)
  private func failure(
    _ error: any Error, ofElement index: Int, _ slot: Slot
  ) -> ArchiveError {
    var error = ArchiveError.wrapping(error, .decodingFailed)
    if error.objectIndex == nil { error.objectIndex = slot.objectIndex }
    return error.within("[\(index)]")
  }

  /// Returns the elements of a list, or those under numbered keys.
  private func list(
    _ members: Members, _ key: String, orNumbered prefix: String, _ slot: Slot
  ) throws -> [Slot] {
    if members.shape.position(of: key) == nil, members.shape.position(of: prefix + "0") != nil {
      return try list(members, numbered: prefix)
    }
    return try list(members, key, slot)
  }

  private func list(_ members: Members, numbered prefix: String) throws -> [Slot] {
    var slots: [Slot] = []
    while let next = try member(members, "\(prefix)\(slots.count)") { slots.append(next) }
    return slots
  }

  private func list(
    _ members: Members, _ key: String, _ slot: Slot
  ) throws -> [Slot] {
    guard let position = members.shape.position(of: key),
      case .array(let references) = try plist.node(plist.object(members.values, at: position))
    else {
      throw ArchiveError(
        .invalidArchive, "a collection has no \(key)", objectIndex: slot.objectIndex)
    }
    return try (0..<references.count).map { try self.slot(references, at: $0) }
  }
}
