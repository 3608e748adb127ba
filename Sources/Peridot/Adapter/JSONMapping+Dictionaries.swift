import Foundation

extension JSONMapping {
  /// Makes a model of a dictionary, without its bytes.
  ///
  /// - Throws: an error of any kind where the bytes have to be read.
  func model(
    _ members: [String: Any], _ input: DictionaryPlan.Input, _ reading: DictionaryReading
  ) throws -> Model {
    let model = modelClass.init()
    // Only what is required has to be noted.
    var marks = MarkSet(count: required.isEmpty ? 0 : markCount)
    try readMembers(input, members, model, &marks, reading)
    guard required.allSatisfy({ marks.contains($0) }) else { throw LeftToBytes() }
    if hooks.validates { try model.validate() }
    if hooks.loads { try model.didLoad(from: .json) }
    return model
  }

  /// Reads into a new model what `JSONPreparing` made; false where text has to be made of that, which
  /// is then read in its stead.
  func fill(_ model: Model, fromPrepared members: [String: Any], depth: Int) -> Bool {
    guard let input = dictionaries.prepared else { return false }
    var marks = MarkSet(count: required.isEmpty ? 0 : markCount)
    do {
      let reading = DictionaryReading(policy: shared, depth: depth)
      try readMembers(input, members, model, &marks, reading)
    } catch {
      return false
    }
    return required.allSatisfy { marks.contains($0) }
  }

  /// Reads into `model` what a dictionary names, where that is text, numbers and Booleans only.
  ///
  /// - Throws: an error of any kind where the bytes have to be read, with the model to be put back.
  func update(_ model: Model, _ members: [String: Any], _ undo: UndoLog) throws {
    guard let input = dictionaries.input, updatingMistake == nil, !runsCode else {
      throw LeftToBytes()
    }
    try update(LiveMemory(model, undo), members, input)
  }

  private func update(
    _ memory: LiveMemory, _ members: [String: Any], _ input: DictionaryPlan.Input
  ) throws {
    for (name, value) in members {
      guard let index = input.node.table.index(of: name) else {
        guard policy.unknownKeys == .ignore else { throw LeftToBytes() }
        continue
      }
      guard input.forms[index].form.read(Boxed(json: value), into: memory) else {
        throw LeftToBytes()
      }
    }
  }

  private func readMembers(
    _ input: DictionaryPlan.Input, _ members: [String: Any], _ model: Model,
    _ marks: inout MarkSet, _ reading: DictionaryReading
  ) throws {
    try reading.enter()
    defer { reading.leave() }
    let memory = ObjectMemory(model)
    let node = input.node
    let notesMarks = !required.isEmpty
    for (name, value) in members {
      guard let index = node.table.index(of: name) else {
        guard policy.unknownKeys == .ignore else { throw LeftToBytes() }
        continue
      }
      let value = Boxed(json: value)
      let (form, mark) = input.forms[index]
      if notesMarks { _ = marks.insert(mark) }
      if form.read(value, into: memory) { continue }
      try readMember(index, of: input, value, model, &marks, reading)
    }
  }

  /// Reads a member that is not of the plainest form.
  private func readMember(
    _ index: Int, of input: DictionaryPlan.Input, _ value: Boxed, _ model: Model,
    _ marks: inout MarkSet, _ reading: DictionaryReading
  ) throws {
    if let place = input.models[index], case .object = value {
      let value = try place.plan.readModel(value, reading)
      // A property of a model class, Optional or not, has the layout of any reference.
      return ObjectMemory(model).store(AnyObject?(value), at: place.offset)
    }
    let member = input.node.members[index]
    guard let child = input.children[index] else {
      return try readFields(member.fields, value, model, &marks, reading)
    }
    try readFields(member.fields, value, model, &marks, reading)
    switch value {
    case .object(let members):
      try readMembers(child, members, model, &marks, reading)
    case .null:
      // Null on the way is null at its end.
      try readFields(child.node.allFields, value, model, &marks, reading)
    default:
      throw LeftToBytes()
    }
  }

  private func readFields(
    _ indexes: [Int], _ value: Boxed, _ model: Model, _ marks: inout MarkSet,
    _ reading: DictionaryReading
  ) throws {
    for index in indexes {
      if !required.isEmpty { _ = marks.insert(index) }
      try fields[index].read(value, into: model, reading)
    }
  }
}

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
