import Foundation

extension ArchiveReader {
  /// Returns the members and the class of the object at `slot`; nil for other values.
  func archivedObject(_ slot: ArchiveSlot) throws -> (ArchiveMembers, ArchivedClass)? {
    guard case .dictionary(let keys, let values) = try node(slot) else { return nil }
    let members = ArchiveMembers(shape: try shape(keys), values: values)
    guard let position = members.shape.classPosition,
      case .object(let index) = try self.slot(members, position)
    else {
      throw ArchiveError(
        .invalidArchive, "an object has no class", objectIndex: slot.objectIndex)
    }
    return (members, try archivedClass(index))
  }

  func archivedClass(_ index: Int) throws -> ArchivedClass {
    if let lastClass {
      if lastClass.index == index { return lastClass }
      if !lastClass.isListed {
        lastClass.isListed = true
        classes[lastClass.index] = lastClass
      }
    }
    let archived = try classes[index] ?? readClass(index)
    lastClass = archived
    return archived
  }

  private func readClass(_ index: Int) throws -> ArchivedClass {
    guard case .dictionary(let keys, let values) = try node(.object(index)) else {
      throw ArchiveError(.invalidArchive, "a class has no name", objectIndex: index)
    }
    try spend(keys.count * 8)
    guard let position = plist.position(of: "$classname", in: keys),
      let name = plist.text(try plist.node(plist.object(values, at: position)))
    else { throw ArchiveError(.invalidArchive, "a class has no name", objectIndex: index) }
    try spend(name.utf8.count)
    var hints = ArchiveNames.dotted(name).map { [$0] } ?? []
    if let position = plist.position(of: "$classhints", in: keys),
      case .array(let references) = try plist.node(plist.object(values, at: position))
    {
      for index in 0..<min(references.count, 16) {
        hints += [plist.text(try plist.node(plist.object(references, at: index)))].compactMap { $0 }
      }
    }
    return ArchivedClass(index, name: name, hints: hints)
  }

  /// Returns the plan of the model class that `archived` names for a place that asks for `type`.
  func plan(_ archived: ArchivedClass, as type: AnyClass) throws -> ArchivePlan {
    if let resolved = archived.resolved, resolved.expected == type,
      resolved.allowance === allowance
    {
      return resolved.plan
    }
    let plan = try ArchivePlan.plan(for: try findModelClass(archived, as: type))
    archived.resolved = (plan, type, allowance)
    return plan
  }

  private func findModelClass(
    _ archived: ArchivedClass, as type: AnyClass
  ) throws -> any ArchivableModel.Type {
    for name in [archived.name] + archived.hints {
      if let given = classNames[name] {
        guard allows(given, as: type) else { throw notAllowed(archived, given, as: type) }
        return given
      }
      // The class that is asked for knows its own name even if nobody has met it before.
      if let expected = type as? any ArchivableModel.Type, type != expected.rootClass,
        allows(type, as: type), try ArchivePlan.plan(for: expected).name == name
      {
        return expected
      }
      let known = ArchiveNames.classes(named: name)
      if let match = known.first(where: { allows($0, as: type) }) { return match }
      if let declared = declaredModel(named: name), allows(declared, as: type) {
        return declared
      }
      if let other = known.first { throw notAllowed(archived, other, as: type) }
    }
    if archived.kind != nil {
      throw ArchiveError.mismatch(
        expected: TypeName.withArticle(type), found: TypeName.withArticle(archived.words))
    }
    throw ArchiveError(
      .unknownClass,
      """
      the archive names the class "\(archived.words)", which is not known here. If it is an old name, \
      an Objective-C one, or the archiveName of a class that this process has not used yet, say \
      which class it is: unarchive(from:classNames: ["\(archived.words)": TheClass.self])
      """)
  }

  /// Returns the model class of that archive name which the place names itself.
  func declaredModel(named name: String) -> (any ArchivableModel.Type)? {
    allowance?.models.first { (try? ArchivePlan.plan(for: $0))?.name == name }
  }

  func allows(_ type: AnyClass, as expected: AnyClass) -> Bool {
    isSubclass(type, of: expected) && (allowance?.allows(type) ?? true)
  }

  /// The error for an object of a class `found` where the place asks for `type`.
  func notAllowed(
    _ archived: ArchivedClass, _ found: AnyClass?, as type: AnyClass
  ) -> ArchiveError {
    if let found, !isSubclass(found, of: type) {
      return ArchiveError(
        .classNotAllowed, "expected \(TypeName.of(type)), found \(TypeName.of(found))")
    }
    return ArchiveError(
      .classNotAllowed,
      """
      an object of class \(archived.words) is not allowed here: see \
      allowedSecureCodingClassesByPropertyKey
      """)
  }
}
