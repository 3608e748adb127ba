/// The members of one object, on the way from the bytes into the model.
extension JSONMapping {
  func readMembers(
    of node: JSONInputNode, _ model: Model, _ isUpdate: Bool, _ marks: inout MarkSet,
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    guard try reader.beginObject() else { return }
    if isUpdate, let undo = context.undo {
      try readMembers(of: node, model, LiveMemory(model, undo), true, &marks, &reader, context)
    } else {
      try readMembers(of: node, model, ObjectMemory(model), false, &marks, &reader, context)
    }
  }

  @inline(__always)
  private func readMembers<Memory: PlainMemory>(
    of node: JSONInputNode, _ model: Model, _ memory: Memory, _ isUpdate: Bool,
    _ marks: inout MarkSet, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    var last = -1
    var first = -1
    members: while true {
      let stop = try PlainMembers.read(
        in: node.table, from: first, into: memory, &marks, hasSuperseded: context.hasSuperseded,
        &last, &reader)
      first = -1
      switch stop {
      case .end:
        break members
      case .unknown:
        marks.metOthers = true
        if let heads, node === input, try noteHead(in: heads, isUpdate, &marks, &reader) { break }
        try readUnknown(in: node, &reader, context)
      case .superseded(let index):
        if try !isSuperseded(&reader, context) {
          // Its value is still to be read.
          first = index
          continue
        }
      case .codec(let index):
        try readMember(index, of: node, model, isUpdate, &marks, &reader, context)
      }
      guard try reader.nextMember() else { break }
    }
  }

  /// Notes where the value at the cursor lies, if paths begin with its name; returns whether the
  /// cursor is behind the value.
  @inline(never)
  private func noteHead(
    in heads: JSONKeyTable, _ isUpdate: Bool, _ marks: inout MarkSet, _ reader: inout JSONReader
  ) throws -> Bool {
    reader.position = reader.keyStart - 1
    let head = try reader.nextKey(in: heads, expecting: -1)
    guard head >= 0 else { return false }
    let place = ReadingPlace(&reader)
    // Of members with equal names, the last counts.
    marks.heads?[head] = place.position
    let item = Int(heads.tag(at: head)) - 1
    guard item >= 0, !isUpdate, !reader.hasLive, reader.nextByte() == UInt8(ascii: "["),
      let path = deferred[item].elementPath
    else { return false }
    // A value that is not as expected is told when the field is read.
    guard let offsets = try? reader.offsets(inElementsAt: path) else {
      place.restore(&reader)
      return false
    }
    marks.heads?.elements = (place.position, offsets)
    return true
  }

  /// Reads a member that is not of the plainest form.
  private func readMember(
    _ index: Int, of node: JSONInputNode, _ model: Model, _ isUpdate: Bool,
    _ marks: inout MarkSet, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    let form = FieldForm(tag: node.table.tag(at: index))
    if !isUpdate, form.isStored, !reader.isLive {
      let memory = ObjectMemory(model)
      let place = ReadingPlace(&reader)
      let noted = context.noteCount
      do {
        if let plan = node.plans[index], reader.nextByte() == UInt8(ascii: "{") {
          return try plan.use {
            try $0.readMember(into: memory, at: form.offset, &reader, context)
          }
        }
        if let codec = node.codecs[index] {
          try codec.use {
            try $0.codec.readMember(into: memory, at: form.offset, &reader, context)
          }
          if context.noteCount != noted { attribute(noted, node.members[index].fields[0], context) }
          return
        }
      } catch {
        let field = fields[node.members[index].fields[0]]
        return try handle(
          error, place, field: field, key: field.property.key, model, &reader, context)
      }
    }
    let member = node.members[index]
    if let child = member.child {
      try readChild(child, member, model, isUpdate, &marks, &reader, context)
    } else if member.fields.count == 1 {
      try readField(member.fields[0], model, isUpdate, &reader, context)
      if context.skippedNull { forgetNull(member.fields[0], &marks, context) }
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
    in node: JSONInputNode, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    if let known = mappedInNodes[ObjectIdentifier(node)], !known.holds(reader.lastKey),
      // The members of an object that a model is spread over are told by the object's own class.
      node !== input || context.spreadDepth != reader.depth
    {
      let error = ConversionError(
        .unknownKey, at: ReadingPlace(&reader).position, expected: "a member that is mapped",
        found: Boxed.quoted(reader.lastKey)
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
      if context.skippedNull { forgetNull(index, &marks, context) }
    }
  }

  /// Takes a field that was null for one that is not there.
  @inline(never)
  private func forgetNull(_ index: Int, _ marks: inout MarkSet, _ context: ReadingContext) {
    context.skippedNull = false
    marks.remove(index)
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
    case _ where !member.fields.isEmpty:
      // The value is that of a property right here; nothing lies further in.
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
    let noted = context.noteCount
    do {
      try field.read(into: model, isUpdate: isUpdate, &reader, context)
      if context.noteCount != noted { attribute(noted, index, context) }
    } catch {
      try handle(
        error, place, field: field, key: field.property.key, model, isUpdate: isUpdate, &reader,
        context)
    }
  }

  /// Names the property of what was noted while it was read.
  @inline(never)
  func attribute(_ noted: Int, _ index: Int, _ context: ReadingContext) {
    context.attribute(since: noted, to: modelClass, fields[index].property.key)
  }
}

extension JSONMapping {
  /// Gives `model` the members of the object at `place` that no property is mapped to.
  func keepExtras(
    of mapped: MappedMembers, in model: Model, isUpdate: Bool, _ place: ReadingPlace,
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    let end = reader.position
    place.restore(&reader)
    let extras = try mapped.extras(&reader) { error in
      let failure = error.attributed(to: modelClass, nil)
      if policy.mismatch == .fail { throw failure }
      context.note(.skipped, failure)
    }
    reader.position = end
    reader.depth = place.depth
    keep(extras, in: model, isUpdate: isUpdate, context)
  }

  /// Gives `model` what was found that no property is mapped to.
  func keep(
    _ extras: [String: Any], in model: Model, isUpdate: Bool, _ context: ReadingContext
  ) {
    context.undo?.willRunCode()
    keeping?.keep(extras, in: model, isUpdate: isUpdate)
  }
}

extension JSONExtrasKeeping {
  fileprivate static func keep(_ extras: [String: Any], in model: Model, isUpdate: Bool) {
    let keeping = downcast(model, to: Self.self)
    keeping.jsonExtras = isUpdate ? keeping.jsonExtras.patched(by: extras) : extras
  }
}
