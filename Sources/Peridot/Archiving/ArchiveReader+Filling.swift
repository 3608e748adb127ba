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
      return try fill(model, fromExternal: slot(members, position), version: version)
    }
    let positions = members.shape.positions(in: plan)
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
    _ entry: ArchivePlan.Entry, of model: any ArchivableModel, _ plan: ArchivePlan, _ index: Int,
    _ members: ArchiveMembers, version: Int
  ) throws {
    let reachedBefore = reached
    do {
      if plan.decodesValues {
        let value = try model.decodeValue(forKey: entry.key, with: coder, modelVersion: version)
        if let failure { throw failure }
        try entry.property.store(value, in: model)
      } else if let slot = try propertySlot(index, plan, members) {
        _ = try read(entry, slot) { try entry.property.read(slot, from: self, into: model) }
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
    guard let version = try node(slot).number?.exactly(Int.self), version >= 0 else {
      throw ArchiveError.mismatch(expected: "a version number", found: describe(slot))
        .within(".\(ArchiveKey.version)")
    }
    guard version <= type.modelVersion else {
      throw ArchiveError(
        .newerVersion,
        """
        the archive holds version \(version) of \(type), but this program knows versions up to \
        \(type.modelVersion)
        """)
    }
    return version
  }

  /// Fills `model` from the form that Mantle wrote before its version 1.
  func fill(
    _ model: any ArchivableModel, fromExternal slot: ArchiveSlot, version: Int
  ) throws {
    let type = type(of: model)
    guard let external = try any(slot) as? [String: Any] else {
      throw ArchiveError.mismatch(expected: "a dictionary", found: describe(slot))
        .within(".\(ArchiveKey.externalRepresentation)")
    }
    guard
      let values = type.dictionaryValue(
        fromArchivedExternalRepresentation: external, version: version)
    else {
      throw ArchiveError(
        .decodingFailed,
        """
        the archive is of the form that Mantle wrote before its version 1: override \
        dictionaryValue(fromArchivedExternalRepresentation:version:) in \(type)
        """)
    }
    for (key, value) in values {
      do {
        try model.setArchivedValue(value, forKey: key)
      } catch {
        throw ArchiveError.wrapping(error, .typeMismatch).within(".\(key)")
      }
    }
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
      entry.property.checkRead(of: model)
      return entry.property.value(of: model)
    }
    return try read(entry, slot) { try entry.property.decode(slot, from: self) } ?? nil
  }

  /// Returns where the value of the property lies; nil if the archive has none.
  private func propertySlot(
    _ index: Int, _ plan: ArchivePlan, _ members: ArchiveMembers
  ) throws -> ArchiveSlot? {
    let position = members.shape.positions(in: plan)[index]
    guard plan.entries[index].behavior != .excluded, position >= 0 else { return nil }
    return try slot(members, Int(position))
  }

  /// Calls `body` under the rules for the property of `entry`; not for a nil that leaves the
  /// property as it is.
  private func read<Result>(
    _ entry: ArchivePlan.Entry, _ slot: ArchiveSlot, _ body: () throws -> Result
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
