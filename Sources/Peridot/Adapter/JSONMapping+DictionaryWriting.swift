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
    guard mayHoldModels else { return try boxedMembers(output, model, writing) }
    try writing.open(model)
    defer { writing.close() }
    return try boxedMembers(output, model, writing)
  }

  private func boxedMembers(
    _ output: DictionaryOutput, _ model: Model, _ writing: DictionaryWriting
  ) throws -> [String: Any] {
    writing.enter()
    defer { writing.leave() }
    let memory = ObjectMemory(model)
    var made: [Any?] = []
    var shape: UInt64 = 0
    if !output.made.isEmpty {
      made.reserveCapacity(output.made.count)
      for slot in output.made {
        made.append(try boxedMember(output.members[Int(slot.member)], model, writing))
        if made[made.count - 1] != nil { shape |= slot.bit }
      }
    }
    for slot in output.plain where !slot.step.isNil(in: memory) { shape |= slot.bit }

    func value(_ slot: DictionaryOutput.Slot) throws -> Any {
      if slot.made >= 0 { return made[Int(slot.made)] ?? NSNull() }
      return try slot.step.boxed(from: memory) {
        try fields[output.members[Int(slot.member)].field].boxed(from: model, writing)
      }
    }
    let template = output.template(of: shape)
    var object = try (template ?? output.base).mapValues(value)
    for slot in template == nil ? output.maybe : output.late {
      let isAbsent = slot.made >= 0 ? made[Int(slot.made)] == nil : slot.step.isNil(in: memory)
      if !isAbsent { object[output.name(slot)] = try value(slot) }
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
    return (field.policy ?? policy).nilOnExport == .null ? NSNull() : nil
  }
}
