import Foundation

extension ArchiveReader {
  /// Returns the model at `slot`, which has class `type` or a subclass that the place allows.
  func model(_ slot: Slot, of type: AnyClass) throws -> any ArchivableModel {
    guard case .object(let index) = slot, let (members, archivedClass) = try archivedObject(slot)
    else {
      throw mismatch(expected: TypeName.withArticle(type), slot)
    }
    return try at(slot) {
      if marks[index] < 0 {
        if let copy = try copy(of: members) {
          marks[index] = Int32(copy)
        } else {
          let plan = try plan(actualClass(archivedClass, members), as: type)
          let model = try make(plan, index, members)
          meet(Int(marks[index]))
          return model
        }
      }
      return try known(index, archivedClass, as: type)
    }
  }

  private func known(
    _ index: Int, _ archived: ArchivedClass, as type: AnyClass
  ) throws -> any ArchivableModel {
    let instance = Int(marks[index])
    meet(instance)
    let model = instances[instance].model
    guard let model, allows(Swift.type(of: model), as: type) else {
      throw notAllowed(archived, model.map { Swift.type(of: $0) }, as: type)
    }
    return model
  }

  /// Makes the model with the number `index`, and reads its properties at once unless it is nested
  /// very deeply or little of the stack is left.
  private func make(
    _ plan: ArchivePlan, _ index: Int, _ members: Members
  ) throws -> any ArchivableModel {
    let instance = instances.count
    let model = plan.type.init()
    instances.append(Instance(object: model, plan: plan))
    marks[index] = Int32(instance)
    if let number = try identifier(members) {
      let isReference = members.shape.isReference
      copies[number] = (instance, isFilled: !isReference, members)
      if isReference {
        instances[instance].isReference = true
        return model
      }
    }
    if depth < min(Self.directDepth, nesting), !StackRoom.isLow {
      try fill(instance, model, plan: plan, members)
    } else {
      queue.append((instance, members))
    }
    return model
  }

  /// Returns the model of which this is another copy; nil if this is the first. Foundation's
  /// archiver on Linux makes copies of a root to which something refers.
  func copy(of members: Members) throws -> Int? {
    guard let number = try identifier(members), let known = copies[number] else { return nil }
    if !known.isFilled, !members.shape.isReference {
      copies[number] = (known.instance, isFilled: true, members)
      queue.append((known.instance, members))
    }
    return known.instance
  }

  func identifier(_ members: Members) throws -> Int? {
    try members.shape.identifierPosition.flatMap {
      try node(slot(members, $0)).integer
    }
  }

  /// Returns the class that a Foundation archive names in addition to the class of all models.
  func actualClass(_ archived: ArchivedClass, _ members: Members) throws -> ArchivedClass {
    guard members.shape.classNamePosition != nil,
      let name = try text(members, ArchiveKey.className)
    else { return archived }
    return ArchivedClass(archived.index, name: name, hints: [])
  }

  /// Reads the deferred properties, until those of `count` models are left.
  func drain(to count: Int) throws {
    while queue.count > count {
      let (instance, members) = queue.removeLast()
      if depth == 0 { runs.append(finished.count) }
      let known = instances[instance]
      guard let plan = known.plan else { continue }
      // Other code has had its reference, and can be changing it.
      plan.checkWrites(to: known.object)
      do {
        try fill(instance, plan.model(known.object), plan: plan, members)
      } catch {
        guard depth == 0, let root else { throw error }
        throw ArchiveError.wrapping(error, .decodingFailed).within(root, at: known.object)
      }
    }
  }

  /// Returns the result of `body` after all of its models have their properties, so that they can
  /// be hashed.
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

  /// Notes that the value being read leads to `instance`.
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
}

// MARK: - Reading a model's properties

extension ArchiveReader {
  func fill(
    _ instance: Int, _ model: any ArchivableModel, plan: ArchivePlan, _ members: Members
  ) throws {
    let saved = reached
    reached = Instance.nothing
    try nested { try fill(model, plan, members) }
    instances[instance].isFilled = true
    instances[instance].isReference = false
    instances[instance].reached = reached
    reached = min(reached, saved)
    if plan.finishes { finished.append((model, plan)) }
  }

  func fill(
    _ model: any ArchivableModel, _ plan: ArchivePlan, _ members: Members
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
        try fill(entry, of: model, plan: plan, index, members, version: version)
      }
      index += 1
    }
  }

  private func fill(
    _ entry: ArchivePlan.Entry, of model: any ArchivableModel, plan: ArchivePlan, _ index: Int,
    _ members: Members, version: Int
  ) throws {
    let reachedBefore = reached
    var decoded: Any??
    do {
      if plan.decodesValues {
        let value = try model.decodeValue(forKey: entry.key, with: coder, modelVersion: version)
        if let failure { throw failure }
        decoded = .some(value)
        try entry.codec.store(value, in: entry.access, of: model)
      } else if let slot = try propertySlot(index, plan, members) {
        _ = try read(entry, slot) {
          try entry.codec.decode(slot, from: self, into: entry.access, of: model)
        }
      }
    } catch {
      do {
        try model.recover(from: error, forKey: entry.key) {
          if let failure { throw failure }
          if let decoded { return decoded }
          return try propertySlot(index, plan, members).flatMap { try any($0) }
        }
      } catch {
        throw entry.naming(error, .decodingFailed, in: model)
      }
    }
    // A property outside of the model's hash can lead anywhere.
    if !entry.isHashed { reached = reachedBefore }
  }

  func version(_ members: Members, of type: any ArchivableModel.Type) throws -> Int {
    guard let position = members.shape.versionPosition else { return 0 }
    let slot = try slot(members, position)
    guard let version = try node(slot).integer, version >= 0 else {
      throw mismatch(expected: "a version number", slot)
        .within(".\(ArchiveKey.version)")
    }
    try type.checkVersion(version)
    return version
  }

  /// Returns the archived value of the property `key` of the current model, or the model's own
  /// value, which is the initial one.
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

  /// Returns the slot of the property's value; nil if the archive has none.
  private func propertySlot(
    _ index: Int, _ plan: ArchivePlan, _ members: Members
  ) throws -> Slot? {
    let position = members.shape.positions(of: plan.keys)[index]
    guard plan.entries[index].behavior != .excluded, position >= 0 else { return nil }
    return try slot(members, Int(position))
  }

  /// Calls `body` under the rules of `entry`; not for a nil that leaves the property unchanged.
  private func read<Result>(
    _ entry: ArchivePlan.Entry, _ slot: Slot, _ body: () throws -> Result
  ) throws -> Result? {
    if entry.mayTakeNil, entry.keepsValue(at: try null(slot)) { return nil }
    let saved = allowance
    allowance = entry.allowance
    defer { allowance = saved }
    do {
      return try at(slot, body)
    } catch {
      // Checked only now, because nearly all values are not null.
      if let nullness = try? null(slot), entry.keepsValue(at: nullness) { return nil }
      throw error
    }
  }
}

// MARK: - Properties of the plainest types

extension ArchiveReader {
  /// Reads the fields of `model` from the one at `start` on, and returns the position of the first
  /// that its codec has to read.
  func readPlainFields(
    of model: AnyObject, _ fields: [ArchivePlan.Field], from start: Int,
    _ values: BinaryPlist.References, _ positions: [Int32]
  ) -> Int {
    let memory = ObjectMemory(model)
    var index = start
    while index < fields.count {
      let position = Int(positions[index])
      if position >= 0, !read(fields[index].form, values, position, into: memory) { break }
      index += 1
    }
    return index
  }

  /// Reads one field; returns false, with nothing changed, if its codec has to.
  @inline(__always)
  private func read(
    _ form: FieldForm, _ values: BinaryPlist.References, _ index: Int,
    into memory: ObjectMemory
  ) -> Bool {
    switch form.kind {
    case .none, .other, .date, .optionalDate, .url, .optionalURL, .bits: return false
    case .string, .optionalString, .int, .optionalInt, .int64, .optionalInt64, .bool,
      .optionalBool, .double, .optionalDouble:
      break
    }
    // Only a reference to a number or a text is plain.
    let uid = plist.uid(of: plist.reference(values, at: index))
    guard uid >= 0, uid < objects.count else { return false }
    let position = plist.position(of: plist.reference(objects, at: uid))
    guard position >= 0 else { return false }
    let offset = form.offset
    @inline(__always)
    func store<Value>(_ value: Value?) -> Bool {
      guard let value else { return false }
      memory.store(value, at: offset)
      return true
    }
    @inline(__always)
    func storeOptional<Value>(_ value: Value?) -> Bool {
      guard value != nil || isNull(at: position) else { return false }
      memory.store(value, at: offset)
      return true
    }
    switch form.kind {
    case .none, .other, .date, .optionalDate, .url, .optionalURL, .bits: return false
    case .string, .optionalString:
      guard let range = plist.ascii(at: position) else { return false }
      let isOptional = form.kind == .optionalString
      if plist.isNull(at: range) { return isOptional && storeOptional(String?.none) }
      guard let text = try? text(at: range, of: uid) else { return false }
      return isOptional ? storeOptional(text) : store(text)
    case .int, .int64: return store(plist.integer(at: position))
    case .optionalInt, .optionalInt64: return storeOptional(plist.integer(at: position))
    case .bool: return store(plist.bool(at: position))
    case .optionalBool: return storeOptional(plist.bool(at: position))
    case .double: return store(plist.real(at: position))
    case .optionalDouble: return storeOptional(plist.real(at: position))
    }
  }

  private func isNull(at position: Int) -> Bool {
    plist.ascii(at: position).map { plist.isNull(at: $0) } ?? false
  }
}

extension BinaryPlist {
  private static let null = Array("$null".utf8)

  /// Returns the number of the object that `object`, a reference, leads to; -1 for other values.
  @inline(__always)
  fileprivate func uid(of object: Int) -> Int {
    let position = position(of: object)
    guard position >= 0 else { return -1 }
    let marker = bytes[position]
    guard marker & 0xFC == 0x80, position + 4 < offsetTable else { return -1 }
    return Int(unchecked(at: position + 1, size: Int(marker & 0x03) + 1))
  }

  @inline(__always)
  func isNull(at range: Range<Int>) -> Bool {
    range.count == 5 && isText(Self.null, at: range)
  }

  @inline(__always)
  fileprivate func integer(at position: Int) -> Int? {
    let marker = bytes[position]
    guard marker & 0xFC == 0x10, position + 8 < offsetTable else { return nil }
    let bits = unchecked(at: position + 1, size: 1 << Int(marker & 0x03))
    return Int(exactly: Int64(bitPattern: bits))
  }

  @inline(__always)
  fileprivate func bool(at position: Int) -> Bool? {
    bytes[position] & 0xFE == 0x08 ? bytes[position] == 0x09 : nil
  }

  @inline(__always)
  fileprivate func real(at position: Int) -> Double? {
    guard bytes[position] == 0x23, position + 8 < offsetTable else { return nil }
    return Double(bitPattern: unchecked(at: position + 1, size: 8))
  }
}
