import Foundation

extension ArchiveReader {
  /// Returns where the elements of the collection at `slot` lie.
  func elements(
    _ slot: ArchiveSlot, _ kinds: [FoundationClass], _ expectation: String
  ) throws -> [ArchiveSlot] {
    guard case .dictionary = try node(slot), let (members, archived) = try archivedObject(slot),
      let kind = archived.kind, kinds.contains(kind)
    else { throw mismatch(expected: expectation, slot) }
    if members.shape.position(of: "NS.objects") == nil {
      // An ordered set that has no objects has no more than its class.
      if kind == .countedSet { return try list(members, numbered: "NS.object") }
      if kind == .orderedSet { return try list(members, numbered: "NS.object.") }
    }
    return try list(members, "NS.objects", orNumbered: "NS.object.", slot)
  }

  /// Returns where the keys and the values of the dictionary at `slot` lie.
  func members(_ slot: ArchiveSlot) throws -> (keys: [ArchiveSlot], values: [ArchiveSlot]) {
    guard case .dictionary = try node(slot), let (members, archived) = try archivedObject(slot),
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

  /// Returns the elements at `slots`, which `decode` reads.
  @inline(__always)
  func elements<Element>(
    _ slots: [ArchiveSlot], _ decode: (ArchiveSlot) throws -> Element
  ) throws -> [Element] {
    try count(slots.count)
    var elements: [Element] = []
    elements.reserveCapacity(slots.count)
    for slot in slots {
      do {
        elements.append(try decode(slot))
      } catch {
        var error = ArchiveError.wrapping(error, .decodingFailed)
        if error.objectIndex == nil { error.objectIndex = slot.objectIndex }
        throw error.within("[\(elements.count)]")
      }
    }
    return elements
  }

  /// Returns the elements of a list, or those that stand under keys of their own.
  private func list(
    _ members: ArchiveMembers, _ key: String, orNumbered prefix: String, _ slot: ArchiveSlot
  ) throws -> [ArchiveSlot] {
    if members.shape.position(of: key) == nil, members.shape.position(of: prefix + "0") != nil {
      return try list(members, numbered: prefix)
    }
    return try list(members, key, slot)
  }

  private func list(_ members: ArchiveMembers, numbered prefix: String) throws -> [ArchiveSlot] {
    var slots: [ArchiveSlot] = []
    while let next = try member(members, "\(prefix)\(slots.count)") { slots.append(next) }
    return slots
  }

  private func list(
    _ members: ArchiveMembers, _ key: String, _ slot: ArchiveSlot
  ) throws -> [ArchiveSlot] {
    guard let position = members.shape.position(of: key),
      case .array(let references) = try plist.node(plist.object(members.values, at: position))
    else {
      throw ArchiveError(
        .invalidArchive, "a collection has no \(key)", objectIndex: slot.objectIndex)
    }
    return try (0..<references.count).map { try self.slot(references, at: $0) }
  }
}
