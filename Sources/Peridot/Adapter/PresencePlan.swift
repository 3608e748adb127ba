/// How a class's objects keep the presence of their members: what the mapping notes in reading, and
/// what it leaves out in writing.
final class PresencePlan: Sendable {
  let keeping: any JSONPresenceKeeping.Type
  /// The fields in their order, then the objects on their paths.
  let places: JSONPresence.Places
  /// The marks of those objects.
  fileprivate let objectMarks: [Int]
  /// The fields that are read and that don't tell absence themselves, with their forms, and whether each
  /// can be nil.
  fileprivate let fields: [(index: Int, form: FieldForm, isOptional: Bool)]
  /// The double Optionals that null at an object around them makes an inner nil.
  fileprivate let doubles: Set<Int>
  /// The fields that are written even if they were absent, so that they are read back.
  fileprivate let neverAbsent: [Bool]
  /// The values that absent members leave.
  fileprivate let absences: ExportOmissions
  /// The values that nulls leave, made at first use.
  fileprivate let nulls = OnceReference<ExportOmissions>()

  private static let cache = ClassCache<JSONPresence.Places>()

  /// Nil if the class keeps no presence.
  init?(
    _ maker: MappingMaker, _ input: JSONMapping.InputNode, required: [Int],
    defaults: [(field: Int, value: SharedValue)]
  ) {
    guard maker.paths.keepsPresence, let keeping = maker.modelClass as? any JSONPresenceKeeping.Type
    else { return nil }
    self.keeping = keeping
    var objects: [(pointer: String, mark: Int)] = []
    func add(_ node: JSONMapping.InputNode, _ prefix: String) {
      for (name, member) in zip(node.table.names, node.members) {
        guard let child = member.child else { continue }
        let pointer = Self.pointer(prefix, name)
        objects.append((pointer, member.mark))
        add(child, pointer)
      }
    }
    add(input, "")
    // An assembled value can lie within an object that was null.
    for item in maker.assembled {
      if case .root = item.target { objects = [] }
      for path in item.paths {
        var pointer = ""
        for name in path.prefix(while: \.isKey).compactMap(\.name) {
          pointer = Self.pointer(pointer, name)
          objects.removeAll { $0.pointer == pointer }
        }
      }
    }
    objectMarks = objects.map(\.mark)
    let names = maker.fields.map(\.property.key) + objects.map(\.pointer)
    // Objects that were read under another policy have the same places.
    let known = Self.cache.value(for: maker.modelClass) { JSONPresence.Places(names) }
    places = known.names == names ? known : JSONPresence.Places(names)
    fields = maker.fields.enumerated().compactMap { index, field in
      maker.areRead[index] && !field.tellsAbsence
        ? (index, field.form, field.property.isOptional) : nil
    }
    doubles = Set(
      maker.fields.indices.filter { index in
        maker.areRead[index] && maker.fields[index].tellsAbsence
          && maker.paths.path(of: maker.fields[index].property)?.isReadWhereWritten != false
      })
    let kept = maker.keptFields(required)
    neverAbsent = maker.fields.indices.map { kept.contains($0) }
    absences = ExportOmissions(
      maker.fields, maker.plans.policy, make: maker.newObjects(defaults))
  }

  deinit {
    // Sound: nobody reads it any more.
    unsafe nulls.letGo()
  }

  private static func pointer(_ prefix: String, _ name: String) -> String {
    let escaped = name.replacing("~", with: "~0").replacing("/", with: "~1")
    return "\(prefix)/\(escaped)"
  }

  /// The states of an object, at these places.
  func presence(of model: Model) -> JSONPresence {
    keeping.presence(of: model).moved(to: places)
  }

  /// Returns the members with the places of the objects among them.
  func noting(_ node: JSONMapping.OutputNode, _ prefix: String = "") -> JSONMapping.OutputNode {
    JSONMapping.OutputNode(
      node.members.map { member in
        var member = member
        let pointer = Self.pointer(prefix, member.name)
        member.child = member.child.map { noting($0, pointer) }
        if member.child != nil { member.place = places.indexes[pointer] }
        return member
      })
  }
}

extension JSONMapping {
  /// Gives `model` the presence of the members that were read.
  ///
  /// - Parameter isWhole: Whether members that were not met were absent. Otherwise they are as before.
  @inline(never)
  func keepPresence(
    in model: Model, _ marks: borrowing MarkSet, isWhole: Bool, _ context: ReadingContext
  ) {
    let nulls = context.takeNulls(of: model)
    context.undo?.willRunCode()
    keepPresence(in: model, marks, nulls: nulls, isWhole: isWhole, isPatch: context.isPatch)
  }

  func keepPresence(
    in model: Model, _ marks: borrowing MarkSet, nulls: [Int], isWhole: Bool = true,
    isPatch: Bool = false
  ) {
    guard let presence else { return }
    // A null of a merge patch removes.
    let null = isPatch ? JSONPresence.State.absent : .null
    var kept =
      isWhole
      ? JSONPresence(presence.places)
      : presence.presence(of: model)
    let memory = ObjectMemory(model)
    for (index, form, isOptional) in presence.fields {
      if marks.contains(index) {
        let isNil =
          isOptional && (form.isBoxed ? form.isNil(in: memory) : fields[index].isNil(in: model))
        kept[index] = isNil ? null : .value
      } else if isWhole {
        kept[index] = .absent
      }
    }
    for (index, mark) in presence.objectMarks.enumerated() {
      if marks.contains(mark) {
        kept[fields.count + index] = .object
      } else if isWhole {
        kept[fields.count + index] = .absent
      }
    }
    for mark in nulls {
      if mark < fields.count {
        if !fields[mark].tellsAbsence { kept[mark] = null }
      } else if let index = presence.objectMarks.firstIndex(of: mark) {
        kept[fields.count + index] = null
        // No object is within it.
        let names = presence.places.names
        let beginning = names[fields.count + index] + "/"
        for inner in names.indices.dropFirst(fields.count) where names[inner].hasPrefix(beginning) {
          kept[inner] = .absent
        }
      }
    }
    presence.keeping.keep(kept, in: model)
  }

  /// What stands for a field's value because its member was absent or null; nil if the value is
  /// another than that left.
  @inline(never)
  func leftOutByPresence(_ index: Int, of model: Model) -> ExportOmissions.LeftOut? {
    guard let presence else { return nil }
    let state = presence.keeping.presence(of: model).state(of: index, in: presence.places)
    return leftOut(state, at: index, by: presence) { $0.omits(index, of: model) }
  }

  /// The replacement of the value of a member's only field, as its presence says.
  func leftOut(
    _ index: Int, _ form: FieldForm, of model: Model, in memory: ObjectMemory, kept: JSONPresence,
    by presence: PresencePlan
  ) -> ExportOmissions.LeftOut? {
    leftOut(kept[index], at: index, by: presence) {
      form.isBoxed ? $0.omitsPlain(index, form, in: memory) : $0.omits(index, of: model)
    }
  }

  /// - Parameter isLeft: Whether the field has the value that absence, or null, leaves.
  @inline(__always)
  private func leftOut(
    _ state: JSONPresence.State, at index: Int, by presence: PresencePlan,
    _ isLeft: (ExportOmissions) -> Bool
  ) -> ExportOmissions.LeftOut? {
    switch state {
    case .value, .object: return nil
    case .absent:
      if presence.neverAbsent[index] { return nil }
      return isLeft(presence.absences) ? .nothing : nil
    case .null:
      // A null that is skipped counts as absent.
      if presence.neverAbsent[index], (fields[index].policy ?? policy).null == .skip {
        return nil
      }
      return isLeft(nulls(presence)) ? .null : nil
    }
  }

  /// The values that nulls leave.
  private func nulls(_ presence: PresencePlan) -> ExportOmissions {
    presence.nulls.object
      ?? presence.nulls.store(
        ExportOmissions(fields, shared) { [unowned self] in self.nullObject() })
  }

  /// Returns a model with the values that nulls leave.
  private func nullObject() -> Model {
    let model = modelClass.init()
    var marks = MarkSet(count: markCount)
    for index in fields.indices where areRead[index] {
      _ = marks.insert(index)
      let source = JSONBytes("null")
      let context = ReadingContext(policy: shared, source: source)
      try? source.withReader(maximumDepth: .max) { reader in
        try readField(index, into: model, isUpdate: false, from: &reader, in: context)
        if context.skippedNull { marks.remove(index) }
      }
    }
    setDefaults(of: model, marks)
    return model
  }

  /// The state of the object at a place, if nothing within it says otherwise.
  ///
  /// - Parameter members: The fields within it that can be written.
  @inline(never)
  func objectState(
    at place: Int, _ members: some Sequence<Int>, of model: Model
  ) throws -> JSONPresence.State {
    guard let presence else { return .value }
    let state = presence.keeping.presence(of: model).state(of: place, in: presence.places)
    guard state == .null else { return state }
    let isStillNull = try members.allSatisfy {
      // A double Optional that is absent would be read back as an inner nil.
      try presence.doubles.contains($0)
        ? nulls(presence).omits($0, of: model) : leftOut($0, of: model) != nil
    }
    return isStillNull ? .null : .value
  }
}

extension JSONMapping.OutputNode {
  /// The fields at this node and further in.
  var allFields: [Int] { members.flatMap { $0.fields + ($0.child?.allFields ?? []) } }
}
