/// The members of one object, on the way from the bytes into the model.
extension JSONMapping {
  func readMembers(
    of node: JSONInputNode, _ model: Model, _ isUpdate: Bool, _ marks: inout MarkSet,
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    guard try reader.beginObject() else { return }
    let memory = ObjectMemory(model)
    let table = node.table
    let hasSuperseded = context.hasSuperseded
    var expected = 0
    repeat {
      let index = try reader.nextKey(in: table, expecting: expected)
      guard index >= 0 else {
        try readUnknown(&reader, context)
        continue
      }
      expected = index &+ 1
      let tag = table.tag(at: index)
      if !marks.insert(FieldStep.mark(ofTag: tag)) || hasSuperseded {
        if try isSuperseded(&reader, context) { continue }
      }
      let step = FieldStep(tag: tag)
      if try step.read(into: memory, &reader) { continue }
      if let offset = step.offsetOfModel, !isUpdate, reader.nextByte() == UInt8(ascii: "{"),
        let plan = node.plans[index]
      {
        try readModel(plan, into: memory, at: offset, index, of: node, model, &reader, context)
      } else {
        try readMember(index, of: node, model, isUpdate, &marks, &reader, context)
      }
    } while try reader.nextMember()
  }

  /// Reads a member that holds one model.
  private func readModel(
    _ plan: NestedPlan, into memory: ObjectMemory, at offset: Int, _ index: Int,
    of node: JSONInputNode, _ model: Model, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    let place = ReadingPlace(&reader)
    do {
      // A property of a model class, Optional or not, has the layout of any reference.
      memory.store(AnyObject?(try plan.readModel(&reader, context)), at: offset)
    } catch {
      let field = fields[node.members[index].fields[0]]
      try handle(error, place, field: field, key: field.property.key, model, &reader, context)
    }
  }

  /// Reads a member that is not of the plainest form.
  @inline(never)
  private func readMember(
    _ index: Int, of node: JSONInputNode, _ model: Model, _ isUpdate: Bool,
    _ marks: inout MarkSet, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    let member = node.members[index]
    if let child = member.child {
      try readChild(child, member, model, isUpdate, &marks, &reader, context)
    } else if member.fields.count == 1 {
      try readField(member.fields[0], model, isUpdate, &reader, context)
    } else {
      try readFields(member.fields, model, isUpdate, &marks, &reader, context)
    }
  }

  /// Handles a member that was met before, in a document with duplicates that are known, or one
  /// where they are not.
  private func isSuperseded(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Bool {
    guard context.hasSuperseded else { throw DuplicateMember() }
    let place = ReadingPlace(&reader)
    guard context.isSuperseded(at: place.position) else { return false }
    try reader.skipValue()
    return true
  }

  private func readUnknown(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    if policy.unknownKeys != .ignore, mapped == nil {
      let error = ConversionError(
        .unknownKey, at: ReadingPlace(&reader).position, expected: "a member that is mapped",
        found: "\"\(reader.lastKey)\""
      ).attributed(to: modelClass, nil)
      if policy.unknownKeys == .report {
        context.note(.unknownKey, error)
      } else if policy.collectsErrors {
        context.collect(error)
      } else {
        throw error
      }
    }
    try reader.skipValue()
  }

  /// Reads several fields from the same value.
  private func readFields(
    _ indexes: [Int], _ model: Model, _ isUpdate: Bool, _ marks: inout MarkSet,
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    let place = ReadingPlace(&reader)
    for index in indexes {
      place.restore(&reader)
      _ = marks.insert(index)
      try readField(index, model, isUpdate, &reader, context)
    }
  }

  /// Reads what lies inside a member, and the fields that lie at the member itself.
  private func readChild(
    _ child: JSONInputNode, _ member: JSONInputNode.Member, _ model: Model, _ isUpdate: Bool,
    _ marks: inout MarkSet, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    let place = ReadingPlace(&reader)
    try readFields(member.fields, model, isUpdate, &marks, &reader, context)
    place.restore(&reader)
    switch try reader.peekKind() {
    case .object:
      try readMembers(of: child, model, isUpdate, &marks, &reader, context)
    case .null:
      // Null on the way is null at its end.
      try readFields(child.allFields, model, isUpdate, &marks, &reader, context)
      try place.skip(&reader)
    case .array where child.allFields.contains { (fields[$0].policy ?? policy).implicitCollect }:
      try place.skip(&reader)
    default:
      let error = reader.mismatch("object")
      try handleBlocked(error, child.allFields, place, model, &reader, context)
    }
  }

  func readField(
    _ index: Int, _ model: Model, _ isUpdate: Bool, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    let place = ReadingPlace(&reader)
    let field = fields[index]
    do {
      try field.read(into: model, isUpdate: isUpdate, &reader, context)
    } catch {
      try handle(error, place, field: field, key: field.property.key, model, &reader, context)
    }
  }
}
