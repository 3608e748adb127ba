import Foundation

extension JSONMapping {
  /// Writes a model of this plan's class as an object.
  func write(_ model: Model, to writer: inout JSONWriter, in context: WritingContext) throws {
    if isEnteredPlainly { return try writeObject(model, to: &writer, in: context) }
    if differs(from: context) {
      return try context.under(shared) { try write(model, to: &writer, in: context) }
    }
    if mayHoldModels { try writer.enter(model, in: context) }
    defer { if mayHoldModels { writer.close() } }
    try writeObject(model, to: &writer, in: context)
  }

  /// Writes the members of a narrowed node.
  func write(
    _ model: Model, _ output: NarrowedOutput, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws {
    if differs(from: context) {
      return try context.under(shared) { try write(model, output, to: &writer, in: context) }
    }
    if mayHoldModels { try writer.enter(model, in: context) }
    defer { if mayHoldModels { writer.close() } }
    try writeObject(model, output, to: &writer, in: context)
  }

  private func writeObject(
    _ model: Model, _ output: NarrowedOutput, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws {
    if context.mayConflict { checkReads(of: model, output.keys) }
    writer.beginObject()
    try writeMembers(of: output.node, model, to: &writer, in: context)
    writer.endObject()
  }

  @inline(__always)
  private func writeObject(
    _ model: Model, to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    guard isStraight, context.isPlain else {
      return try writeSelected(model, to: &writer, in: context)
    }
    if context.mayConflict { checkReads(of: model) }
    writer.element()
    writer.beginObject()
    try writeMembers(of: output, model, to: &writer, in: context)
    writer.endObject()
  }

  /// Writes a model with some properties only, with more than its members, or in another order.
  @inline(never)
  private func writeSelected(
    _ model: Model, to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    if let writingMistake { throw writingMistake }
    noteReads(of: model)
    if keepsJSON, let kept = (model as? any JSONKeeping)?.keptJSON, !kept.isNull {
      return writer.kept(kept.bytes)
    }
    if let problem = clusters?.problem, context.asksClasses, policy.unreadableClass != .write {
      try context.noteLostClass(.lostClass(problem, cure: .listedClass))
    }
    let keys = includedKeys(of: model, in: context)
    if let keys, isStraight, context.isInOrder, context.selection == nil,
      let output = wholeOutput.narrowed(to: keys, of: self)
    {
      return try writeObject(model, output, to: &writer, in: context)
    }
    if context.mayConflict { checkReads(of: model, keys) }
    // Within an assembled or finished object, another such object is a value.
    if context.isPlain, mapped == nil, writer.parts == nil {
      if finishes {
        if try writeFinished(model, to: &writer, in: context) { return }
      } else if let assembledMembers {
        return try writeMembers(of: output, assembledMembers, model, to: &writer, in: context)
      }
    }
    let extras = extras(of: model, in: context)
    if assembled.isEmpty, !finishes, extras.isEmpty {
      writer.beginObject()
      if keys == nil {
        try writeMembers(of: members(context), model, to: &writer, in: context)
      } else {
        try writeMembers(of: members(context), model, keys, to: &writer, in: context)
      }
      writer.endObject()
    } else {
      let tree = try assembledObject(model, keys: keys, extras, writer, in: context)
      let object = try finishes ? finished(tree, model, in: context) : JSONTree.WholeObject(tree)
      // Within another such object, it doesn't have to be text that is parsed again.
      if let parts = writer.parts {
        writer.part(object, of: parts)
      } else {
        object.tree.write(&writer)
      }
    }
  }

  /// Writes an object of a node's members and the assembled ones.
  func writeMembers(
    of node: OutputNode, _ assembled: [(key: JSONWriter.Key, place: AssembledPlace)],
    _ model: Model, to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    writer.beginObject()
    try writeMembers(of: node, model, to: &writer, in: context)
    for (key, place) in assembled {
      let mark = writer.mark
      writer.key(key)
      if try !write(place, model, to: &writer, in: context) { writer.rewind(to: mark) }
    }
    writer.endObject()
  }

  /// Writes all members of a node; an inner object only if it is not empty.
  @inline(never)
  func writeMembers(
    of node: OutputNode, _ model: Model, to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    if let presence, !context.isPatch {
      return try writeMembers(of: node, model, presence, to: &writer, in: context)
    }
    try writeMembers(of: node, model, to: &writer, in: context) { _, _, _ in false }
  }

  /// Writes all members of a node but for those that were absent, or null, and have not changed since.
  @inline(never)
  private func writeMembers(
    of node: OutputNode, _ model: Model, _ presence: PresencePlan, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws {
    let kept = presence.presence(of: model)
    try writeMembers(of: node, model, to: &writer, in: context) { index, memory, writer in
      let step = node.steps[index]
      if step.form.kind == .none { return false }
      switch self.leftOut(
        node.firstFields[index], step.form, of: model, in: memory, kept: kept, by: presence)
      {
      case .nothing: return true
      case .null:
        writer.key(step.key)
        writer.null()
        return true
      case nil: return false
      }
    }
  }

  /// - Parameter leavesOut: Does what replaces a member of one field, and returns whether something does.
  @inline(__always)
  private func writeMembers(
    of node: OutputNode, _ model: Model, to writer: inout JSONWriter, in context: WritingContext,
    unless leavesOut: (Int, ObjectMemory, inout JSONWriter) -> Bool
  ) throws {
    let memory = ObjectMemory(model)
    let owesNulls = owesNulls
    for index in node.steps.indices {
      if leavesOut(index, memory, &writer) { continue }
      let step = node.steps[index]
      switch step.form.write(from: memory, step.key, to: &writer) {
      case .value: continue
      case .none:
        if writesNull {
          writer.key(step.key)
          writer.null()
        } else if owesNulls {
          try writeOwedNull(node.members[index], to: &writer)
        }
      case .codec:
        let mark = writer.mark
        let noted = context.issueCount
        do {
          let isWritten = try step.codec?.use {
            try $0.codec.writeMember(
              step.key, from: memory, at: step.form.offset, to: &writer, in: context)
          }
          if isWritten == false {
            if writesNull {
              writer.key(step.key)
              writer.null()
            } else if owesNulls {
              try writeOwedNull(node.members[index], to: &writer)
            }
          }
          if context.issueCount > noted {
            moveIssues(from: noted, node.members[index], in: context)
          }
        } catch {
          try omit(error, node.members[index], in: context)
          writer.rewind(to: mark)
        }
      case .notHere:
        try write(node.members[index], model, nil, to: &writer, in: context)
      }
    }
  }

  /// Writes the nil of a member's only field, if an absent member is read as something else.
  @inline(never)
  private func writeOwedNull(_ member: OutputNode.Member, to writer: inout JSONWriter) throws {
    guard try owesNull(member.fields[0]) else { return }
    writer.key(member.key)
    writer.null()
  }

  /// Reads the properties through their accessors, so that the observers of the JSON see their
  /// changes.
  func noteReads(of model: Model) {
    for access in observed { _ = access.isNil(in: model) }
  }

  /// Checks that nobody is changing the properties with `keys`, or any.
  @inline(never)
  func checkReads(of model: Model, _ keys: Set<String>? = nil) {
    for field in fields where keys?.contains(field.property.key) ?? true {
      field.property.access.checkRead(of: model)
    }
  }

  /// Puts steps in front of the paths of the issues from `first` on, which are about one property.
  @inline(never)
  static func moveIssues(
    from first: Int, into step: [JSONKeyPath.Component], isSecret: Bool,
    in context: WritingContext
  ) {
    context.moveIssues(from: first, into: step, changing: isSecret ? { $0.conceal() } : nil)
  }

  @inline(never)
  private func moveIssues(
    from first: Int, _ member: OutputNode.Member, in context: WritingContext
  ) {
    let isSecret = member.fields.contains { fields[$0].property.isSecret }
    Self.moveIssues(from: first, into: [.key(member.name)], isSecret: isSecret, in: context)
  }

  @inline(never)
  private func omit(
    _ error: any Error, _ member: OutputNode.Member, in context: WritingContext
  ) throws {
    let field = fields[member.fields[0]]
    try omit(writingFailure(error, field, [.key(member.name)]), field, in: context)
  }

  /// The members of JSON that the model keeps; none if the caller selects the keys to write.
  private func extras(of model: Model, in context: WritingContext) -> [String: Any] {
    guard mapped != nil, context.selection == nil else { return [:] }
    return (model as? any JSONExtrasKeeping)?.jsonExtras ?? [:]
  }

  /// The members in the requested order.
  func members(_ context: WritingContext) -> OutputNode {
    guard context.options.contains(.sortedKeys) else { return output }
    return sortedOutput.object ?? sortedOutput.store(output.sorted())
  }

  /// The keys that the adapter and the caller's selection allow; nil for all.
  private func includedKeys(of model: Model, in context: WritingContext) -> Set<String>? {
    if context.filter == nil, context.selection == nil { return nil }
    var keys = wholeOutput.keys
    if let selection = context.selection { keys.formIntersection(selection.children.keys) }
    return context.filter?(keys, model) ?? keys
  }

  /// Writes the value of a field; of models within it, only the selected properties.
  func write(
    _ field: any JSONField, _ model: Model, to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    guard let selection = context.selection else {
      return try field.write(from: model, to: &writer, in: context)
    }
    context.selection = selection.within(field.property.key)
    defer { context.selection = selection }
    try field.write(from: model, to: &writer, in: context)
  }

  func writeMembers(
    of node: OutputNode, _ model: Model, _ keys: Set<String>?, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws {
    for member in node.members {
      try write(member, model, keys, to: &writer, in: context)
    }
  }

  /// Writes any member; an inner object only if it is not empty.
  @inline(never)
  func write(
    _ member: OutputNode.Member, _ model: Model, _ keys: Set<String>?,
    to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    guard let child = member.child else {
      return try writeValue(of: member, model, keys: keys, to: &writer, in: context)
    }
    var state = JSONPresence.State.value
    if let place = member.place, !context.isPatch {
      let members = child.allFields.filter { keys?.contains(fields[$0].property.key) ?? true }
      if !members.isEmpty { state = try objectState(at: place, members, of: model) }
    }
    if state == .null {
      writer.key(member.key)
      return writer.null()
    }
    let (mark, noted) = (writer.mark, context.issueCount)
    writer.key(member.key)
    writer.beginObject()
    let empty = writer.mark
    do {
      if keys == nil, context.isWhole {
        try writeMembers(of: child, model, to: &writer, in: context)
      } else {
        try writeMembers(of: child, model, keys, to: &writer, in: context)
      }
    } catch {
      throw error.inside([.key(member.name)])
    }
    if context.issueCount > noted { moveIssues(from: noted, member, in: context) }
    if writer.mark == empty, !member.isKept, state != .object {
      writer.rewind(to: mark)
    } else {
      writer.endObject()
    }
  }

  @inline(never)
  private func writeValue(
    of member: OutputNode.Member, _ model: Model, keys: Set<String>?,
    to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    var writesNull = false
    let noted = context.issueCount
    for index in member.fields {
      let field = fields[index]
      if let keys, !keys.contains(field.property.key), !field.isTag { continue }
      if let left = try leftOut(index, of: model, in: context) {
        if left == .null { writesNull = true }
        continue
      }
      let mark = writer.mark
      writer.key(member.key)
      do {
        try write(field, model, to: &writer, in: context)
        if context.issueCount > noted { moveIssues(from: noted, member, in: context) }
        if member.fields.count > 1 {
          try checkAgreement(of: member, with: index, model, keys, writer, in: context)
        }
        return
      } catch {
        let failure = writingFailure(error, field, [.key(member.name)])
        try omit(failure, field, in: context)
        writer.rewind(to: mark)
        return
      }
    }
    if member.isKept {
      // A nil object whose name identifies the class.
      writer.key(member.key)
      writer.beginObject()
      writer.endObject()
    } else if writesNull {
      writer.key(member.key)
      writer.null()
    }
  }

  /// The replacement of a field's value; nil if the value is written.
  @inline(never)
  func leftOut(
    _ index: Int, of model: Model, in context: WritingContext
  ) throws -> ExportOmissions.LeftOut? {
    try context.isPatch ? leftOutNil(index, of: model) : leftOut(index, of: model)
  }

  func leftOut(_ index: Int, of model: Model) throws -> ExportOmissions.LeftOut? {
    try leftOutValue(index, of: model) ?? leftOutNil(index, of: model)
  }

  /// The replacement of a value that its presence or the policy leaves out; nil for another one.
  @inline(__always)
  func leftOutValue(_ index: Int, of model: Model) -> ExportOmissions.LeftOut? {
    if presence != nil, let left = leftOutByPresence(index, of: model) { return left }
    return omissions?.omits(index, of: model) == true ? .nothing : nil
  }

  /// The replacement of nil; nil if there is a value.
  func leftOutNil(_ index: Int, of model: Model) throws -> ExportOmissions.LeftOut? {
    let field = fields[index]
    guard field.isNil(in: model) else { return nil }
    if field.isTag { return .nothing }
    let writesNull =
      if let own = field.policy { own.nilOnExport == .null } else { self.writesNull }
    if writesNull, !field.tellsAbsence { return .null }
    return try owesNull(index) ? .null : .nothing
  }

  /// Several properties that are written to one member have to agree, because each is read from
  /// there: the first value that is not nil counts, and another value, even nil, is an error, or an
  /// issue if the policy's `mismatch` is not `fail`.
  @inline(never)
  private func checkAgreement(
    of member: OutputNode.Member, with first: Int, _ model: Model, _ keys: Set<String>?,
    _ outer: borrowing JSONWriter, in context: WritingContext
  ) throws {
    func text(_ field: any JSONField, _ outer: borrowing JSONWriter) throws -> [UInt8] {
      var writer = JSONWriter(within: outer)
      try write(field, model, to: &writer, in: context)
      return writer.bytes()
    }
    let written = fields[first]
    let value = try text(written, outer)
    for index in member.fields where index != first {
      let field = fields[index]
      if keys?.contains(field.property.key) == false { continue }
      let isNil = field.isNil(in: model)
      if try (isNil ? Array("null".utf8) : text(field, outer)) == value { continue }
      let failure = ConversionError(
        .typeMismatch, at: 0, expected: "the value of \"\(written.property.key)\"",
        found: "\(isNil ? "nil" : "another"); make one of them .readOnly"
      ).attributed(to: modelClass, field.property.key)
      guard (field.policy ?? policy).mismatch != .fail else { throw failure }
      context.note(.skipped, failure.inside([.key(member.name)]))
    }
  }

  func writingFailure(
    _ error: any Error, _ field: any JSONField, _ step: [JSONKeyPath.Component]
  ) -> any Error {
    var failure =
      error as? ConversionError
      ?? (error as? JSONAdapterError).map { ConversionError($0) }
      ?? ConversionError(
        .transformFailed, at: 0, expected: "\(field.property.key)", found: error.phrase,
        underlying: error)
    if field.property.isSecret { failure.conceal() }
    return failure.attributed(to: modelClass, field.property.key).inside(step)
  }

  /// Continues without a number that has no JSON form, or an object that a hook rejects, if the
  /// policy omits it.
  func omit(_ error: any Error, _ field: any JSONField, in context: WritingContext) throws {
    let policy = field.policy ?? policy
    guard let failure = error as? ConversionError else { throw error }
    switch failure.kind {
    case .notFinite, .noForm:
      guard policy.nonFinite == .omit else { throw error }
    case .validationFailed where policy.hookReject == .drop: break
    default: throw error
    }
    context.note(.skipped, failure)
  }

  // MARK: Assembled objects
}

extension JSONMapping {
  /// The output of a class with only some properties, kept for the next call with the same keys.
  ///
  /// The first in a mapping's chain has all properties. The chain only grows, up to a few sets of
  /// keys, so that searching it takes no lock.
  final class NarrowedOutput: Sendable {
    private static let mostKept = 8

    let node: OutputNode
    /// The property keys, in the caller's order.
    private let list: [String]
    let keys: Set<String>
    private let number: Int
    private let next = OnceReference<NarrowedOutput>()

    private init(_ list: [String], _ keys: Set<String>, _ node: OutputNode, number: Int) {
      self.list = list
      self.keys = keys
      self.node = node
      self.number = number
    }

    /// All of a class.
    convenience init(all mapping: JSONMapping) {
      let keys = mapping.fields.filter { !$0.isTag }.map(\.property.key)
      self.init(keys, Set(keys), mapping.output, number: 0)
    }

    deinit {
      // Sound: nobody reads it any more.
      unsafe next.letGo()
    }

    /// Returns the output for the keys of `list`; nil if not all of them are properties that take
    /// part, or if other keys fill the chain.
    func narrowed(to list: [String], of mapping: JSONMapping) -> NarrowedOutput? {
      var last = self
      while last.list != list {
        guard let next = last.next.object else {
          let keys = Set(list)
          guard keys.isSubset(of: self.keys) else { return nil }
          return last.append(list, keys, of: mapping)
        }
        last = next
      }
      return last
    }

    /// Returns the output for `keys`; nil if not all of them are properties that take part, or if
    /// other keys fill the chain.
    func narrowed(to keys: Set<String>, of mapping: JSONMapping) -> NarrowedOutput? {
      var last = self
      while !last.has(keys) {
        guard let next = last.next.object else {
          guard keys.isSubset(of: self.keys) else { return nil }
          return last.append(Array(keys).sorted(), keys, of: mapping)
        }
        last = next
      }
      return last
    }

    /// Whether these are the keys. A few are compared one by one, because hashing a key takes
    /// longer than comparing it with several.
    private func has(_ others: Set<String>) -> Bool {
      guard others.count == keys.count else { return false }
      return keys.count <= 8 ? others.allSatisfy { list.contains($0) } : others == keys
    }

    private func append(
      _ list: [String], _ keys: Set<String>, of mapping: JSONMapping
    ) -> NarrowedOutput? {
      guard number < Self.mostKept else { return nil }
      let node = mapping.output.narrowed {
        mapping.fields[$0].isTag || keys.contains(mapping.fields[$0].property.key)
      }
      let appended = NarrowedOutput(list, keys, node, number: number + 1)
      let stored = next.store(appended)
      // Another thread can have been first, with other keys.
      return stored === appended || stored.keys == keys ? stored : nil
    }
  }
}

extension JSONMapping {
  /// The output, and its keys.
  var wholeOutput: NarrowedOutput {
    narrowedOutputs.object ?? narrowedOutputs.store(NarrowedOutput(all: self))
  }
}

extension JSONMapping.OutputNode {
  /// The members of the fields for which `includes` is true.
  fileprivate func narrowed(_ includes: (Int) -> Bool) -> JSONMapping.OutputNode {
    JSONMapping.OutputNode(
      members.compactMap { member in
        var member = member
        member.fields = member.fields.filter(includes)
        member.child = member.child?.narrowed(includes)
        let isEmpty = member.child?.members.isEmpty ?? member.fields.isEmpty
        return isEmpty && !member.isKept ? nil : member
      })
  }
}
