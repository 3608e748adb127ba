import Foundation

extension JSONMapping {
  /// Makes the dictionary of a model of this plan's class.
  ///
  /// - Throws: an error of any kind where the bytes of the whole have to be written.
  func boxed(_ model: Model, _ writing: DictionaryWriting) throws -> [String: Any] {
    guard let output = dictionaries.output else {
      let object = try writing.boxedBytes { try write(model, &$0, $1) }
      return object as? [String: Any] ?? [:]
    }
    if writing.context.mayConflict { checkReads(of: model) }
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
    var object = try output.template.mapValues(value)
    for slot in output.others {
      let member = output.members[slot.member]
      if slot.form.isBoxed {
        if !slot.form.isNil(in: memory) { object[member.name] = try value(slot) }
      } else if let value = try boxedMember(member, model, writing) {
        object[member.name] = value
      }
    }
    return object
  }

  /// Returns what a member holds; nil when it is left out.
  private func boxedMember(
    _ member: DictionaryOutput.Member, _ model: Model, _ writing: DictionaryWriting
  ) throws -> Any? {
    if let child = member.child {
      let object = try boxedMembers(child, model, writing)
      return object.isEmpty ? nil : object
    }
    let field = fields[member.field]
    if let place = member.model {
      if let object = ObjectMemory(model).load(AnyObject?.self, at: place.offset) {
        return try place.plan.boxed(downcast(object, to: Model.self), writing)
      }
    } else if !field.isNil(in: model) {
      return try field.boxed(from: model, writing)
    }
    return writesNil(field) ? NSNull() : nil
  }
}
