import Foundation

// How a model gets its properties.

extension ArchiveReader {
  func fill(
    _ instance: Int, _ model: any ArchivableModel, _ plan: ArchivePlan, _ members: ArchiveMembers
  ) throws {
    let saved = reached
    reached = ArchiveInstance.nothing
    try nested { try fill(model, plan, members) }
    instances[instance].isFilled = true
    instances[instance].isReference = false
    instances[instance].reached = reached
    reached = min(reached, saved)
    if plan.finishes { finished.append((model, plan)) }
  }

  func fill(
    _ model: any ArchivableModel, _ plan: ArchivePlan, _ members: ArchiveMembers
  ) throws {
    let saved = (frame, allowance, foundationPlace, valueCount)
    defer { (frame, allowance, foundationPlace, valueCount) = saved }
    frame = Frame(members: members, number: frameCount, plan: plan)
    frameCount += 1
    allowance = nil
    foundationPlace = nil
    let version = try version(members, of: plan.type)
    if let position = members.shape.externalPosition,
      plan.entry(forKey: ArchiveKey.externalRepresentation) == nil
    {
      let slot = try slot(members, position)
      guard let external = try any(slot) as? [String: Any] else {
        throw mismatch(expected: "a dictionary", slot)
          .within(".\(ArchiveKey.externalRepresentation)")
      }
      return try model.setValues(fromExternal: external, version: version)
    }
    let positions = members.shape.positions(of: plan.keys)
    var index = 0
    while true {
      if !plan.decodesValues {
        index = readPlainFields(of: model, plan.readFields, from: index, members.values, positions)
      }
      guard index < positions.count else { return }
      let entry = plan.entries[index]
      if plan.decodesValues || positions[index] >= 0 {
        frame?.entryIndex = index
        valueCount = 0
        try fill(entry, of: model, plan, index, members, version: version)
      }
      index += 1
    }
  }

  private func fill(
    _ entry: ArchiveEntry, of model: any ArchivableModel, _ plan: ArchivePlan, _ index: Int,
    _ members: ArchiveMembers, version: Int
  ) throws {
    let reachedBefore = reached
    do {
      if plan.decodesValues {
        let value = try model.decodeValue(forKey: entry.key, with: coder, modelVersion: version)
        if let failure { throw failure }
        try entry.codec.store(value, in: entry.access, of: model)
      } else if let slot = try propertySlot(index, plan, members) {
        _ = try read(entry, slot) {
          try entry.codec.decode(slot, from: self, into: entry.access, of: model)
        }
      }
    } catch {
      throw ArchiveError.wrapping(error, .decodingFailed).within(".\(entry.key)")
    }
    // A property that takes no part in the hash of the model may lead anywhere.
    if !entry.isHashed { reached = reachedBefore }
  }

  func version(_ members: ArchiveMembers, of type: any ArchivableModel.Type) throws -> Int {
    guard let position = members.shape.versionPosition else { return 0 }
    let slot = try slot(members, position)
    guard let version = try node(slot).integer, version >= 0 else {
      throw mismatch(expected: "a version number", slot)
        .within(".\(ArchiveKey.version)")
    }
    try type.checkVersion(version)
    return version
  }

  /// Returns the value that the archive has for the property `key` of the model being read.
  ///
  /// Without one, the model's own value is returned, which is the initial one.
  func decodeProperty(_ key: String, of model: any ArchivableModel) throws -> Any? {
    guard let frame else { return nil }
    let plan = try frame.plan ?? ArchivePlan.plan(for: type(of: model))
    let index: Int
    if frame.entryIndex >= 0, plan.entries[frame.entryIndex].key == key {
      index = frame.entryIndex
    } else if let other = plan.index(forKey: key) {
      index = other
    } else {
      throw ArchiveError(.decodingFailed, "\(type(of: model)) has no property \"\(key)\"")
    }
    let entry = plan.entries[index]
    guard let slot = try propertySlot(index, plan, frame.members) else {
      entry.access.checkRead(of: model)
      return entry.value(of: model)
    }
    return try read(entry, slot) { try entry.codec.boxed(slot, from: self) } ?? nil
  }

  /// Returns where the value of the property lies; nil if the archive has none.
  private func propertySlot(
    _ index: Int, _ plan: ArchivePlan, _ members: ArchiveMembers
  ) throws -> ArchiveSlot? {
    let position = members.shape.positions(of: plan.keys)[index]
    guard plan.entries[index].behavior != .excluded, position >= 0 else { return nil }
    return try slot(members, Int(position))
  }

  /// Calls `body` under the rules for the property of `entry`; not for a nil that leaves the
  /// property as it is.
  private func read<Result>(
    _ entry: ArchiveEntry, _ slot: ArchiveSlot, _ body: () throws -> Result
  ) throws -> Result? {
    if entry.mayTakeNil, entry.keepsValue(at: try null(slot)) { return nil }
    let saved = allowance
    allowance = entry.allowance
    defer { allowance = saved }
    do {
      return try at(slot, body)
    } catch {
      // Asked only now, as nearly all values are none.
      if let nullness = try? null(slot), entry.keepsValue(at: nullness) { return nil }
      throw error
    }
  }
}
