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
    _ output: DictionaryPlan.Output, _ model: Model, _ writing: DictionaryWriting
  ) throws -> [String: Any] {
    writing.enter()
    defer { writing.leave() }
    let memory = ObjectMemory(model)
    var object = output.template
    var absent: [String] = []
    for index in output.fixedSteps.indices {
      let (step, place) = output.fixedSteps[index]
      if case .value(let value) = step.boxed(from: memory) {
        object.values[place] = value
      } else if let value = try boxedMember(output.fixed[index], model, writing) {
        object.values[place] = value
      } else {
        absent.append(output.fixed[index].name)
      }
    }
    for index in output.otherSteps.indices {
      switch output.otherSteps[index].boxed(from: memory) {
      case .value(let value):
        object[output.others[index].name] = value
      case .none where !writesNull:
        break
      case .none, .other:
        let member = output.others[index]
        if let value = try boxedMember(member, model, writing) { object[member.name] = value }
      }
    }
    // Last, because this moves what is left to other places.
    for name in absent { object[name] = nil }
    return object
  }

  /// Returns what a member holds; nil when it is left out.
  private func boxedMember(
    _ member: DictionaryPlan.Member, _ model: Model, _ writing: DictionaryWriting
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
