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
    guard required.allSatisfy({ marks.contains($0) }) else { throw DictionaryReading.LeftToBytes() }
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
      throw DictionaryReading.LeftToBytes()
    }
    try update(UndoLog.LiveMemory(model, undo), members, input)
  }

  private func update(
    _ memory: UndoLog.LiveMemory, _ members: [String: Any], _ input: DictionaryPlan.Input
  ) throws {
    for (name, value) in members {
      guard let index = input.node.table.index(of: name) else {
        guard policy.unknownKeys == .ignore else { throw DictionaryReading.LeftToBytes() }
        continue
      }
      guard input.forms[index].form.read(Boxed(json: value), into: memory) else {
        throw DictionaryReading.LeftToBytes()
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
        guard policy.unknownKeys == .ignore else { throw DictionaryReading.LeftToBytes() }
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
      throw DictionaryReading.LeftToBytes()
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

extension JSONMapping {
  /// How dictionaries of one class are read and made without their bytes.
  final class DictionaryPlan: Sendable {
    /// The members of one object that a class listens to.
    struct Input {
      let node: InputNode
      let forms: [(form: FieldForm, mark: Int)]
      /// Where a model is to be stored, and its plan, for members that hold one.
      let models: [Place?]
      let children: [Input?]

      init(_ node: InputNode, _ all: [any JSONField]) {
        self.node = node
        let fields = node.members.map { member in
          member.child == nil && member.fields.count == 1 ? all[member.fields[0]] : nil
        }
        forms = zip(fields, node.members).map { ($0?.form ?? .none, $1.mark) }
        models = fields.map { $0.flatMap { Place($0) } }
        children = node.members.map { member in member.child.map { Input($0, all) } }
      }
    }

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

    /// Nil when the object is needed as a whole, or cannot be read.
    let input: Input?
    /// The members that are read of what `JSONPreparing` made; nil where text has to be made of it, as
    /// for other hooks, which must not run twice, and for models within, which would each be tried.
    let prepared: Input?
    /// Nil when the object is put together, or finished by a hook.
    let output: DictionaryOutput?
    /// The members that `JSONFinishing` is given; nil where the object is put together, and where there
    /// may be models within, which may be finished too.
    let finished: DictionaryOutput?
    /// The names of these, for a class with that hook.
    let finishedNames: JSONKeyTable

    init(_ mapping: JSONMapping) {
      let fields = mapping.fields
      let isReadInParts =
        mapping.readingMistake == nil && mapping.chosenPlans == nil
        && !mapping.hooks.choosesHeldClasses && mapping.deferred.isEmpty && mapping.mapped == nil
      let read = isReadInParts ? Input(mapping.input, fields) : nil
      input = mapping.prepare == nil ? read : nil
      prepared = mapping.mayHoldModels || mapping.runsCode ? nil : read
      let isWrittenInParts =
        mapping.assembled.isEmpty && mapping.mapped == nil && mapping.writingMistake == nil
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
      /// The one property that lies here, unless there is a child.
      let field: Int
      let model: DictionaryPlan.Place?
      let child: DictionaryOutput?
    }

    /// How the value of one member is made, without anything that has to be retained.
    struct Slot: Sendable {
      let form: FieldForm
      let member: Int
    }

    let members: [Member]
    /// The members that are always there and made by their forms. To map the dictionary to their
    /// values hashes no name.
    let template: [String: Slot]
    /// All others, in order.
    let others: [Slot]

    /// Nil when several properties are written to one member: they have to be compared.
    convenience init?(_ node: OutputNode, _ mapping: JSONMapping) {
      var members: [Member] = []
      for member in node.members {
        if let child = member.child {
          guard member.fields.isEmpty, let child = DictionaryOutput(child, mapping) else {
            return nil
          }
          members.append(Member(name: member.name, field: 0, model: nil, child: child))
        } else {
          guard member.fields.count == 1 else { return nil }
          let index = member.fields[0]
          members.append(
            Member(
              name: member.name, field: index, model: DictionaryPlan.Place(mapping.fields[index]),
              child: nil))
        }
      }
      // Names of other bytes may be the same text.
      guard Set(members.map(\.name)).count == members.count else { return nil }
      self.init(members, mapping)
    }

    private init(_ members: [Member], _ mapping: JSONMapping) {
      // With room for all, as the others are added.
      var template: [String: Slot] = [:]
      template.reserveCapacity(members.count)
      var others: [Slot] = []
      for (index, member) in members.enumerated() {
        let field = member.child == nil ? mapping.fields[member.field] : nil
        let slot = Slot(form: field?.form ?? .none, member: index)
        if slot.form.isBoxed, mapping.writesNull || field?.property.isOptional == false {
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
