import Foundation

extension ArchiveReader {
  /// Returns the value at `slot` as the Swift type that is natural for it; nil for nil.
  func any(_ slot: ArchiveSlot) throws -> Any? {
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
    _ slots: [ArchiveSlot], _ convert: (Any) throws -> Element
  ) throws -> [Element] {
    try slots.enumerated().map { index, slot in
      try ArchiveError.within("[\(index)]") { try convert(try any(slot) ?? NSNull()) }
    }
  }

  /// Returns the ordered set at `slot`, which Peridot writes as an array.
  func orderedSet(_ slot: ArchiveSlot) throws -> NSOrderedSet {
    let members = try forFoundation(foundationPlace ?? coder) {
      try anyMembers(slot, [.orderedSet, .array]) { value in
        if let model = value as? any ArchivableModel { return AnyHashable(model as NSObject) }
        return try hashable(value)
      }
    }
    let elements = members.map(\.base)
    guard FoundationObjects.mayBeHashed(elements) else {
      throw ArchiveError.mismatch(
        expected: "an ordered set that Foundation can hash", found: "one of decimal numbers")
    }
    return NSOrderedSet(array: elements)
  }

  /// Returns the members of a set.
  private func anyMembers(
    _ slot: ArchiveSlot, _ kinds: [FoundationClass], _ convert: (Any) throws -> AnyHashable
  ) throws -> [AnyHashable] {
    let slots = try elements(slot, kinds, "a collection")
    let members = try hashable { try anyElements(slots, convert) }
    let repeated = try countHashes(of: members, at: slots, .partial)
    return members.indices.lazy.filter { repeated?.contains($0) != true }.map { members[$0] }
  }

  private func anyDictionary(_ slot: ArchiveSlot) throws -> Any {
    let (keySlots, slots) = try members(slot)
    let keys = try keySlots.map { try hashable(try any($0) ?? NSNull()) }
    let repeated = try countHashes(of: keys, at: keySlots, .partial)
    let names = keys.compactMap { $0.base as? String }
    if names.count == keys.count { return try anyMembers(names, slots, without: repeated) }
    return try anyMembers(keys, slots, without: repeated)
  }

  private func anyMembers<Key: Hashable>(
    _ keys: [Key], _ slots: [ArchiveSlot], without repeated: Set<Int>?
  ) throws -> [Key: Any] {
    var members = [Key: Any](minimumCapacity: keys.count)
    for (index, key) in keys.enumerated() where repeated?.contains(index) != true {
      members[key] = try ArchiveError.within("[\(Boxed.text(key))]") { () -> Any in
        try any(slots[index]) ?? NSNull()
      }
    }
    return members
  }

  /// Returns `value` as a key or member of a set, which here can only be a plain value: a hash of
  /// collections that hold each other many times over takes forever, and models may still change.
  func hashable(_ value: Any) throws -> AnyHashable {
    if !(value is [Any]), !(value is [AnyHashable: Any]), !(value is Set<AnyHashable>),
      !(type(of: value) is AnyClass), let hashable = value as? AnyHashable
    {
      return hashable
    }
    throw ArchiveError.noMember(value)
  }

  /// An object that stands for the rules by which values of any type are read at this place.
  var token: AnyObject { foundationPlace ?? allowance ?? Allowance.plain }

  /// Returns what `read` reads to be put in objects of Foundation's at `place`.
  func forFoundation<Result>(
    _ place: AnyObject, read: () throws -> Result
  ) rethrows -> Result {
    let saved = foundationPlace
    foundationPlace = place
    defer { foundationPlace = saved }
    return try read()
  }

  func check(_ type: AnyClass, _ slot: ArchiveSlot) throws {
    if let allowance, !allowance.allowsPlain(type) {
      throw ArchiveError(
        .classNotAllowed,
        "\(describe(slot)) is not allowed here: see allowedSecureCodingClassesByPropertyKey",
        objectIndex: slot.objectIndex)
    }
  }

  /// Returns the object at `slot`, of a class that the place declares to allow.
  func foreign(_ slot: ArchiveSlot, _ archived: ArchivedClass) throws -> Any? {
    guard let allowance, allowance.declaresObjects else {
      var refusal = Allowance.refusal(of: archived.name)
      refusal.objectIndex = slot.objectIndex
      throw refusal
    }
    let isModel =
      classNames[archived.name] != nil || declaredModel(named: archived.name) != nil
      || !ArchiveNames.classes(named: archived.name).isEmpty
    return isModel ? try model(slot, of: NSObject.self) : try object(slot, of: NSObject.self)
  }

  /// Returns the object at `slot` of a class, not a model's, that has its own `init(coder:)`.
  func object(_ slot: ArchiveSlot, of type: AnyClass) throws -> NSObject {
    guard case .object(let index) = slot, let (members, archived) = try archivedObject(slot)
    else {
      throw mismatch(expected: TypeName.withArticle(type), slot)
    }
    return try at(slot) {
      if marks[index] >= 0 {
        let known = instances[Int(marks[index])].object
        guard allows(Swift.type(of: known), as: type) else {
          throw notAllowed(archived, Swift.type(of: known), as: type)
        }
        return known
      }
      let candidates = (allowance?.classes ?? []) + (allowance == nil ? [type] : [])
      var found: AnyClass?
      for name in [archived.name] + archived.hints where found == nil {
        found = ArchiveNames.foreignClass(named: name, allowed: candidates)
      }
      guard let found, isSubclass(found, of: type), FoundationClass(of: found) == nil,
        let coding = found as? any (NSObject & NSSecureCoding).Type
      else { throw notAllowed(archived, found, as: type) }
      let owner = active.updateValue(-2, forKey: index)
      guard owner == nil else {
        throw ArchiveError(.cycle, "an object of class \(archived.words) contains itself")
      }
      defer { active[index] = owner }
      let object = try nested {
        let saved = (frame, allowance, foundationPlace)
        defer { (frame, self.allowance, foundationPlace) = saved }
        frame = Frame(members: members, number: frameCount, plan: nil)
        foundationPlace = coder
        frameCount += 1
        guard isSafe(found) else {
          throw failure
            ?? ArchiveError.mismatch(
              expected: TypeName.withArticle(archived.words), found: "a damaged one")
        }
        return coding.init(coder: coder)
      }
      if let failure { throw failure }
      guard let object else {
        throw ArchiveError(.decodingFailed, "\(archived.words).init(coder:) returned nil")
      }
      marks[index] = Int32(instances.count)
      instances.append(ArchiveInstance(complete: object))
      return object
    }
  }
}
