import Foundation

extension JSONMapping {
  /// Makes the dictionary of a model of this plan's class.
  ///
  /// - Throws: an error of any kind if the bytes of the whole have to be written.
  func boxed(_ model: Model, _ writing: DictionaryWriting) throws -> [String: Any] {
    if differs(from: writing.context) {
      return try writing.context.under(shared) { try boxed(model, writing) }
    }
    guard let output = dictionaries.output else {
      let object = try writing.boxedBytes { try write(model, to: &$0, in: $1) }
      return object as? [String: Any] ?? [:]
    }
    if writing.context.mayConflict { checkReads(of: model) }
    noteReads(of: model)
    guard mayHoldModels else { return try boxedMembers(output, model, writing) }
    try writing.open(model)
    defer { writing.close() }
    return try boxedMembers(output, model, writing)
  }

  func boxedMembers(
    _ output: DictionaryOutput, _ model: Model, _ writing: DictionaryWriting
  ) throws -> [String: Any] {
    writing.enter()
    defer { writing.leave() }
    let memory = ObjectMemory(model)
    func value(_ slot: DictionaryOutput.Slot) throws -> Any {
      try slot.form.boxed(from: memory) {
        try fields[output.members[slot.member].field].boxed(from: model, writing)
      }
    }
    let owesNulls = owesNulls
    var object = try output.template.mapValues(value)
    for slot in output.others {
      // A member is not copied as a whole, which would retain all its parts.
      if slot.form.isBoxed {
        if slot.form.isNil(in: memory) {
          if owesNulls, try owesNull(output.members[slot.member].field) {
            object[output.members[slot.member].name] = NSNull()
          }
          continue
        }
        object[output.members[slot.member].name] = try value(slot)
      } else if let value = try boxedMember(slot.member, of: output, model, writing) {
        object[output.members[slot.member].name] = value
      }
    }
    return object
  }

  /// Returns a member's content; nil if it is omitted.
  private func boxedMember(
    _ index: Int, of output: DictionaryOutput, _ model: Model, _ writing: DictionaryWriting
  ) throws -> Any? {
    if let child = output.members[index].child {
      let object = try boxedMembers(child, model, writing)
      return object.isEmpty && !output.members[index].isKept ? nil : object
    }
    if let place = output.members[index].model,
      let object = ObjectMemory(model).load(AnyObject?.self, at: place.offset)
    {
      return try place.plan.boxed(downcast(object, to: Model.self), writing)
    }
    let field = output.members[index].field
    guard let left = try leftOut(field, of: model, in: writing.context) else {
      return try fields[field].boxed(from: model, writing)
    }
    return left == .null ? NSNull() : nil
  }
}

extension JSONMapping {
  /// How dictionaries of one class are made without their bytes.
  final class DictionaryPlan: Sendable {
    /// A stored property that holds one model.
    struct Place {
      let plan: NestedPlan
      let offset: Int

      init?(_ field: any JSONField) {
        guard field.form.isStored, let plan = field.memberCodec?.nestedPlan else { return nil }
        self.plan = plan
        offset = field.form.offset
      }
    }

    /// Nil if the object is assembled, or finished by a hook.
    let output: DictionaryOutput?
    /// The members for `JSONFinishing`; nil if the object is assembled, or if it can contain
    /// models, which can be finished too.
    let finished: DictionaryOutput?
    /// Their names, for a class with that hook.
    let finishedNames: JSONKeyTable

    init(_ mapping: JSONMapping) {
      let isWrittenInParts =
        mapping.assembled.isEmpty && mapping.mapped == nil && mapping.writingMistake == nil
        && !mapping.keepsJSON && mapping.presence == nil && mapping.clusters?.problem == nil
      let written = isWrittenInParts ? DictionaryOutput(mapping.output, mapping) : nil
      output = mapping.finishes ? nil : written
      finished = mapping.mayHoldModels ? nil : written
      let names = mapping.finishes ? finished?.members.map(\.name) ?? [] : []
      finishedNames = .of(names, tags: names.map { _ in 0 })
    }
  }
}

extension JSONMapping {
  var dictionaries: DictionaryPlan {
    dictionaryPlan.object ?? dictionaryPlan.store(DictionaryPlan(self))
  }
}

extension JSONMapping {
  /// The members of one object that a class writes as a dictionary.
  final class DictionaryOutput: Sendable {
    struct Member {
      let name: String
      /// The only property here, unless there is a child.
      let field: Int
      let model: DictionaryPlan.Place?
      let child: DictionaryOutput?
      var form = FieldForm.none
      var isKept = false
    }

    /// How to make the value of one member, without references.
    struct Slot: Sendable {
      let form: FieldForm
      let member: Int
    }

    let members: [Member]
    /// The members that are always there and made by their forms. Mapping the dictionary to their
    /// values hashes no name.
    let template: [String: Slot]
    /// All others, in order.
    let others: [Slot]

    /// Nil if several properties are written to one member, because they have to be compared, and if a nil
    /// is an object.
    convenience init?(_ node: OutputNode, _ mapping: JSONMapping) {
      var members: [Member] = []
      for member in node.members {
        if let child = member.child {
          guard member.fields.isEmpty, let child = DictionaryOutput(child, mapping) else {
            return nil
          }
          members.append(
            Member(
              name: member.name, field: 0, model: nil, child: child, isKept: member.isKept))
        } else {
          guard member.fields.count == 1, !member.isKept else { return nil }
          let index = member.fields[0]
          let place =
            member.form.isStored ? DictionaryPlan.Place(mapping.fields[index]) : nil
          members.append(
            Member(
              name: member.name, field: index, model: place, child: nil, form: member.form))
        }
      }
      // Names with other bytes can be the same text.
      guard Set(members.map(\.name)).count == members.count else { return nil }
      self.init(members, mapping)
    }

    private init(_ members: [Member], _ mapping: JSONMapping) {
      // With capacity for all, because the others are added.
      var template = [String: Slot]()
      template.reserveCapacity(members.count)
      var others: [Slot] = []
      for (index, member) in members.enumerated() {
        let field = member.child == nil ? mapping.fields[member.field] : nil
        let slot = Slot(form: member.form, member: index)
        let isReady = (field as? ClusterTagField)?.isConstant ?? false
        let isThere = mapping.writesNull || field?.property.isOptional == false
        if isReady || slot.form.isBoxed && isThere {
          template[member.name] = slot
        } else {
          others.append(slot)
        }
      }
      self.members = members
      self.template = template
      self.others = others
    }
  }
}
