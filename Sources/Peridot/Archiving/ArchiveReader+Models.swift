import Foundation

extension ArchiveReader {
  /// Returns the model at `slot`, which is of class `type` or a subclass that the place allows.
  func model(_ slot: ArchiveSlot, of type: AnyClass) throws -> any ArchivableModel {
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

  /// Makes the model with the number `index`, and reads its properties at once unless models are
  /// nested very deeply here.
  private func make(
    _ plan: ArchivePlan, _ index: Int, _ members: ArchiveMembers
  ) throws -> any ArchivableModel {
    let instance = instances.count
    let model = plan.type.init()
    instances.append(ArchiveInstance(model, plan))
    marks[index] = Int32(instance)
    if let number = try identifier(members) {
      let isReference = members.shape.isReference
      copies[number] = (instance, isFilled: !isReference, members)
      if isReference {
        instances[instance].isReference = true
        return model
      }
    }
    if depth < min(Self.directDepth, limits.nesting) {
      try fill(instance, model, plan, members)
    } else {
      queue.append((instance, members))
    }
    return model
  }

  /// Returns the model of which the archive has another copy, which Foundation's archiver on Linux
  /// makes of a root to which something refers; nil if there is none yet.
  func copy(of members: ArchiveMembers) throws -> Int? {
    guard let number = try identifier(members), let known = copies[number] else { return nil }
    if !known.isFilled, !members.shape.isReference {
      copies[number] = (known.instance, isFilled: true, members)
      queue.append((known.instance, members))
    }
    return known.instance
  }

  func identifier(_ members: ArchiveMembers) throws -> Int? {
    try members.shape.identifierPosition.flatMap {
      try node(slot(members, $0)).integer
    }
  }

  /// Returns the class that an archive of Foundation's names beside the class of all models.
  func actualClass(_ archived: ArchivedClass, _ members: ArchiveMembers) throws -> ArchivedClass {
    guard members.shape.classNamePosition != nil,
      let name = try text(members, ArchiveKey.className)
    else { return archived }
    return ArchivedClass(archived.index, name: name, hints: [])
  }

  /// Reads the properties that were put off, until those of `count` models are left.
  func drain(to count: Int) throws {
    while queue.count > count {
      let (instance, members) = queue.removeLast()
      if depth == 0 { runs.append(finished.count) }
      let known = instances[instance]
      guard let plan = known.plan else { continue }
      // Its reference was handed out before, perhaps to code that is changing it.
      plan.checkWrites(to: known.object)
      do {
        try fill(instance, plan.model(known.object), plan, members)
      } catch {
        guard depth == 0, let root else { throw error }
        throw ArchiveError.wrapping(error, .decodingFailed).within(root, at: known.object)
      }
    }
  }

  /// Returns what `body` reads, all of whose models have their properties, so that they can be
  /// hashed.
  func hashable<Result>(_ body: () throws -> Result) throws -> Result {
    let saved = reached
    reached = ArchiveInstance.nothing
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
    } else if known.reached != ArchiveInstance.nothing,
      known.reached < 0 || !instances[known.reached].isFilled || !queue.isEmpty
    {
      reached = min(reached, known.reached)
    }
  }
}
