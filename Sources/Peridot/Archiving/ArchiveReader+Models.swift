import Foundation

extension ArchiveReader {
  /// Returns the members and the class of the object at `slot`; nil for other values.
  func archivedObject(_ slot: ArchiveSlot) throws -> (Members, ArchivedClass)? {
    guard case .dictionary(let keys, let values) = try node(slot) else { return nil }
    let members = Members(shape: try shape(keys), values: values)
    guard let position = members.shape.classPosition,
      case .object(let index) = try self.slot(members, position)
    else {
      throw ArchiveError(
        .invalidArchive, "an object has no class", objectIndex: slot.objectIndex)
    }
    return (members, try archivedClass(index))
  }

  func archivedClass(_ index: Int) throws -> ArchivedClass {
    if let known = classes[index] { return known }
    guard case .dictionary(let keys, let values) = try node(.object(index)) else {
      throw ArchiveError(.invalidArchive, "a class has no name", objectIndex: index)
    }
    let members = Members(shape: try shape(keys), values: values)
    guard let position = members.shape.positions["$classname"],
      let name = plist.text(try plist.node(plist.object(values, at: position)))
    else { throw ArchiveError(.invalidArchive, "a class has no name", objectIndex: index) }
    var hints: [String] = []
    if let position = members.shape.positions["$classhints"],
      case .array(let references) = try plist.node(plist.object(values, at: position))
    {
      for index in 0..<min(references.count, 16) {
        hints += [plist.text(try plist.node(plist.object(references, at: index)))].compactMap { $0 }
      }
    }
    let known = ArchivedClass(name: name, hints: hints)
    classes[index] = known
    return known
  }

  /// Returns the model at `slot`, which is of class `type` or a subclass that the place allows.
  func model(_ slot: ArchiveSlot, of type: AnyClass) throws -> any ArchivableModel {
    guard case .object(let index) = slot, let (members, archivedClass) = try archivedObject(slot)
    else {
      throw ArchiveError.mismatch(expected: "a \(type)", found: describe(slot))
    }
    return try at(slot) {
      if instanceIndexes[index] < 0 {
        if let copy = try copy(of: members) {
          instanceIndexes[index] = Int32(copy)
        } else {
          let modelClass = try modelClass(actualClass(archivedClass, members), as: type)
          try make(modelClass, index, members)
        }
      }
      let instance = Int(instanceIndexes[index])
      meet(instance)
      guard let model = instances[instance].model, allows(Swift.type(of: model), as: type)
      else { throw notAllowed(archivedClass) }
      return model
    }
  }

  /// Makes the model with the number `index`, and reads its properties at once unless models are
  /// nested very deeply here.
  func make(
    _ type: any ArchivableModel.Type, _ index: Int, _ members: Members
  ) throws {
    let instance = instances.count
    instances.append(Instance(type.init(), ArchivePlan.plan(for: type)))
    instanceIndexes[index] = Int32(instance)
    if let number = try identifier(members) {
      let isReference = members.shape.isReference
      copies[number] = (instance, isFilled: !isReference)
      if isReference {
        instances[instance].isReference = true
        return
      }
    }
    if depth < min(Self.directDepth, limits.nesting) {
      try fill(instance, members)
    } else {
      queue.append((instance, members))
    }
  }

  /// Returns the model of which the archive has another copy, which Foundation's archiver on Linux
  /// makes of a root to which something refers; nil if there is none yet.
  func copy(of members: Members) throws -> Int? {
    guard let number = try identifier(members), let known = copies[number] else { return nil }
    if !known.isFilled, !members.shape.isReference {
      copies[number]?.isFilled = true
      queue.append((known.instance, members))
    }
    return known.instance
  }

  func identifier(_ members: Members) throws -> Int? {
    try members.shape.identifierPosition.flatMap {
      try node(slot(members, $0)).number?.exactly(Int.self)
    }
  }

  /// Returns the class that an archive of Foundation's names beside the class of all models.
  func actualClass(_ archived: ArchivedClass, _ members: Members) throws -> ArchivedClass {
    guard let position = members.shape.positions[ArchiveKey.className],
      let name = plist.text(try node(slot(members, position)))
    else { return archived }
    return ArchivedClass(name: name, hints: [])
  }

  /// Reads the properties that were put off, until those of `count` models are left.
  func drain(to count: Int) throws {
    while queue.count > count {
      let (instance, members) = queue.removeLast()
      if depth == 0 { runs.append(finished.count) }
      try fill(instance, members)
    }
  }

  /// Returns what `body` reads, all of whose models have their properties, so that they can be
  /// hashed.
  func hashable<Result>(_ body: () throws -> Result) throws -> Result {
    let saved = reached
    reached = Instance.nothing
    defer { reached = min(reached, saved) }
    let (count, first) = (queue.count, instances.count)
    let result = try body()
    if queue.count > count { try nested { try drain(to: count) } }
    guard reached >= first else {
      throw ArchiveError(
        .cycle,
        """
        a member of a set or a key of a dictionary leads back to the model that holds it, so that \
        it has no hash yet
        """)
    }
    return result
  }

  /// Notes that what is being read leads to `instance`.
  func meet(_ instance: Int) {
    let known = instances[instance]
    if known.isReference {
      reached = -1
    } else if !known.isFilled {
      reached = min(reached, instance)
    } else if known.reached != Instance.nothing,
      known.reached < 0 || !instances[known.reached].isFilled || !queue.isEmpty
    {
      reached = min(reached, known.reached)
    }
  }

  func fill(_ instance: Int, _ members: Members) throws {
    guard let model = instances[instance].model, let plan = instances[instance].plan else { return }
    let saved = reached
    reached = Instance.nothing
    try nested { try fill(model, plan, members) }
    instances[instance].isFilled = true
    instances[instance].isReference = false
    instances[instance].reached = reached
    reached = min(reached, saved)
    finished.append((model, plan))
  }

  func fill(
    _ model: any ArchivableModel, _ plan: ArchivePlan, _ members: Members
  ) throws {
    let type = plan.type
    let saved = (frame, allowance, valueCount)
    defer { (frame, allowance, valueCount) = saved }
    frame = Frame(members: members, number: frameCount, plan: plan)
    frameCount += 1
    allowance = nil
    let version = try version(members, of: type)
    if let position = members.shape.externalPosition,
      plan.entry(forKey: ArchiveKey.externalRepresentation) == nil
    {
      return try fill(model, fromExternal: slot(members, position), version: version)
    }
    for (entryIndex, entry) in plan.entries.enumerated() {
      frame?.entryIndex = entryIndex
      valueCount = 0
      let reachedBefore = reached
      do {
        if plan.decodesValues {
          let value = try model.decodeValue(forKey: entry.key, with: coder, modelVersion: version)
          if let failure { throw failure }
          try entry.property.store(value, in: model)
        } else if let slot = try propertySlot(entryIndex, plan, members) {
          try read(entry, slot) { try entry.property.read(slot, from: self, into: model) }
        }
      } catch {
        throw ArchiveError.wrapping(error, .decodingFailed).within(".\(entry.key)")
      }
      // What takes no part in the hash of the model may lead anywhere.
      if !entry.isHashed { reached = reachedBefore }
    }
  }

  func version(_ members: Members, of type: any ArchivableModel.Type) throws -> Int {
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
        try model.setValue(value, forPropertyKey: key)
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
    let plan = frame.plan ?? ArchivePlan.plan(for: type(of: model))
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
      return entry.property.value(of: model)
    }
    return try read(entry, slot) { try entry.property.decode(slot, from: self) }
  }

  /// Returns where the value of the property lies; nil if the archive has none.
  private func propertySlot(
    _ index: Int, _ plan: ArchivePlan, _ members: Members
  ) throws -> ArchiveSlot? {
    guard plan.entries[index].behavior != .excluded,
      let position = members.shape.position(of: index, in: plan)
    else { return nil }
    return try slot(members, position)
  }

  /// Calls `body` under the rules for the property of `entry`.
  private func read<Result>(
    _ entry: ArchivePlan.Entry, _ slot: ArchiveSlot, _ body: () throws -> Result
  ) throws -> Result {
    let saved = allowance
    allowance = entry.allowance
    defer { allowance = saved }
    return try at(slot, body)
  }

  // MARK: Classes

  func modelClass(
    _ archived: ArchivedClass, as type: AnyClass
  ) throws -> any ArchivableModel.Type {
    if let resolved = archived.resolved, resolved.expected == type,
      resolved.allowance === allowance
    {
      return resolved.type
    }
    let found = try findModelClass(archived, as: type)
    archived.resolved = (found, type, allowance)
    return found
  }

  private func findModelClass(
    _ archived: ArchivedClass, as type: AnyClass
  ) throws -> any ArchivableModel.Type {
    for name in [archived.name] + archived.hints {
      if let given = classNames[name] {
        guard allows(given, as: type) else { throw notAllowed(archived) }
        return given
      }
      // The class that is asked for knows its own name even if nobody has met it before.
      if let expected = type as? any ArchivableModel.Type, type != ArchivePlan.root(of: expected),
        allows(type, as: type), ArchivePlan.plan(for: expected).name == name
      {
        return expected
      }
      let known = ArchiveNames.classes(named: name)
      if let match = known.first(where: { allows($0, as: type) }) { return match }
      if let declared = allowance?.model(named: name), allows(declared, as: type) {
        return declared
      }
      if !known.isEmpty { throw notAllowed(archived) }
    }
    if archived.kind != nil {
      throw ArchiveError.mismatch(expected: "a \(type)", found: "a \(archived.name)")
    }
    throw ArchiveError(
      .unknownClass,
      """
      the archive names the class "\(archived.name)", which is not known here: give its class in \
      classNames, or as its archiveName
      """)
  }

  func allows(_ type: AnyClass, as expected: AnyClass) -> Bool {
    isSubclass(type, of: expected) && (allowance?.allows(type) ?? true)
  }

  func notAllowed(_ archived: ArchivedClass) -> ArchiveError {
    ArchiveError(
      .classNotAllowed,
      """
      an object of class \(archived.name) is not allowed here: see \
      allowedSecureCodingClassesByPropertyKey
      """)
  }
}
