extension JSONAdapter {
  // MARK: Merge patches

  /// Applies a JSON merge patch (RFC 7396), such as one of ``mergePatch(from:to:policy:)``, to
  /// `model`.
  ///
  ///     try JSONAdapter.apply(mergePatch: #"{"title": "Slow", "assignee": null}"#, to: issue)
  ///
  /// As in an update, properties that the patch doesn't name stay, models are changed in place, and
  /// if anything fails, all of them get their former values back. Otherwise the patch's rules hold:
  ///
  /// - A null removes a member. An Optional becomes nil (an Optional within an Optional its outer
  ///   nil), and any other property what it is in a new object; that of a required one is an error.
  /// - An array is replaced. An element keeps its object if its identity was there before, and each
  ///   property that the element doesn't name is what it is in a new object.
  /// - A nested model whose identity changes is replaced by a new object, made from the JSON of the
  ///   old one with the patch put into it. The identity of `model` itself is assigned.
  ///
  /// The policy's `nestedUpdate` and `dictionaryUpdate` are about updates, not about merge patches.
  ///
  /// - Throws: a ``JSONAdapterError``, also if the patch isn't an object, or chooses another class.
  public static func apply<M: JSONSerializing>(
    mergePatch patch: some JSONReadable & ~Escapable, to model: M,
    policy: ConversionPolicy? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(.of(policy, for: M.self)).update(model, try patch.jsonInput, .patch, report)
  }

  /// Applies a JSON merge patch to `model`.
  public static func apply<M: JSONSerializing>(
    mergePatch patch: [String: Any], to model: M, policy: ConversionPolicy? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(.of(policy, for: M.self)).update(model, JSONInput(value: patch), .patch, report)
  }

  /// Applies a JSON merge patch to `model`. `patch` can be any value that JSONSerialization returns,
  /// Data, or a String.
  @_disfavoredOverload
  public static func apply<M: JSONSerializing>(
    mergePatch patch: Any, to model: M, policy: ConversionPolicy? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(.of(policy, for: M.self)).update(model, JSONInput(any: patch), .patch, report)
  }

  /// Applies a JSON merge patch to `model` by the adapter's policy.
  public func apply<M: JSONSerializing>(
    mergePatch patch: some JSONReadable & ~Escapable, to model: M,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(plans(for: M.self)).update(model, try patch.jsonInput, .patch, report)
  }

  /// Applies a JSON merge patch to `model` by the adapter's policy.
  public func apply<M: JSONSerializing>(
    mergePatch patch: [String: Any], to model: M, report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(plans(for: M.self)).update(model, JSONInput(value: patch), .patch, report)
  }

  /// Applies a JSON merge patch to `model` by the adapter's policy.
  @_disfavoredOverload
  public func apply<M: JSONSerializing>(
    mergePatch patch: Any, to model: M, report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(plans(for: M.self)).update(model, JSONInput(any: patch), .patch, report)
  }
}

/// The JSON merge patch (RFC 7396) that turns one value into another.
struct MergePatch {
  let tree: JSONTree
  /// The nulls of the new value in the patch, in the objects that lead to them; nil for none. Where
  /// a patch is applied, they remove.
  let nulls: JSONTree?

  /// It compares the text of scalars, so that no digit is lost.
  init(from old: JSONTree, to new: JSONTree) {
    guard case .object(let newMembers) = new else {
      tree = new
      nulls = new.isNull ? new : nil
      return
    }
    var oldMembers: [(name: String, value: JSONTree)] = []
    if case .object(let members) = old { oldMembers = members }
    let (before, after) = (JSONTree.byName(oldMembers), JSONTree.byName(newMembers))
    var patch: [(name: String, value: JSONTree)] = []
    var nulls: [(name: String, value: JSONTree)] = []
    for (name, _) in JSONTree.counted(oldMembers, before)
    where after[JSONKeyTable.Name(text: name)] == nil {
      patch.append((name, .null))
    }
    for (name, value) in JSONTree.counted(newMembers, after) {
      let old = before[JSONKeyTable.Name(text: name)]
      if old == value { continue }
      let inner = MergePatch(from: old ?? .null, to: value)
      patch.append((name, inner.tree))
      if let inner = inner.nulls { nulls.append((name, inner)) }
    }
    tree = .object(patch.orderedByName { $0.name })
    self.nulls = nulls.isEmpty ? nil : .object(nulls)
  }
}

extension JSONTree: Equatable {
  /// Objects with the same members in another order are equal. Of a repeated name, the last counts.
  static func == (first: JSONTree, second: JSONTree) -> Bool {
    switch (first, second) {
    case (.object(let members), .object(let others)):
      let (values, otherValues) = (byName(members), byName(others))
      return values.count == otherValues.count
        && values.allSatisfy { name, value in otherValues[name] == value }
    case (.array(let elements), .array(let others)):
      return elements == others
    case (.scalar(let text), .scalar(let other)):
      return text == other
    case (.whole, _), (_, .whole):
      return first.opened == second.opened
    default:
      return false
    }
  }
}

extension JSONMapping {
  /// Refuses a merge patch that sets a member of the JSON of `model` to null, unless what removes the
  /// member gives the property the same value.
  ///
  /// - Parameters:
  ///   - json: The JSON of `model`.
  ///   - nulls: The nulls of it that are in the patch, in the objects that lead to them.
  func refuse(_ nulls: JSONTree, in json: JSONTree, of model: Model) throws {
    let paths = JSONKeyPaths.of(modelClass)
    for (index, field) in fields.enumerated() where !field.isTag {
      guard let path = paths.path(of: field.property), path.direction != .readOnly else { continue }
      let place: [JSONKeyPath.Component]
      switch path.form {
      case .path(let components): place = components
      case .firstOf(let alternatives): place = alternatives.first?.components ?? []
      case .root, .all: place = []
      case .excluded: continue
      }
      // A patch replaces arrays.
      guard let lost = nulls.nulls(at: place[...]) else { continue }
      if lost.isNull {
        let new = newObject()
        try remove(
          index, of: new, at: 0, in: ReadingContext(policy: shared, source: JSONBytes("{}")))
        let access = field.property.access
        if access.areEqual(new, model, through: access, nil) { continue }
      } else if let held = field.property.access.unwrappedValue(of: model),
        let value = json.value(at: place[...]),
        try isKept(held, value, lost, index: index, of: model, at: place)
      {
        continue
      }
      throw unsayable(field.property.key, at: place + lost.firstNull)
    }
    for (path, _, _) in clusters?.deciding ?? [] {
      let path = path.map { JSONKeyPath.Component.key($0) }
      guard let lost = nulls.nulls(at: path[...]) else { continue }
      // A null chooses no class.
      throw unsayable(nil, at: path + lost.firstNull)
    }
    let extras = (model as? any JSONExtrasKeeping)?.jsonExtras ?? [:]
    let others = keepsJSON ? nulls : nulls.members(named: { extras[$0] != nil })
    if mapped != nil || keepsJSON, let others { throw unsayable(nil, at: others.firstNull) }
  }

  /// Refuses a merge patch that changes a member which a property would read as an alternative, though the
  /// place where it is written is not in the patch: that of a model that is the object itself.
  func refuseAlternatives(in patch: JSONTree, of model: Model) throws {
    for item in deferred {
      switch item.source {
      case .firstOf(let places):
        guard let written = item.written else { continue }
        if patch.nulls(at: places[written][...]) == nil,
          let met = places.indices.first(where: {
            patch.value(at: places[$0][...])?.isNull == false
          }),
          met != written
        {
          throw unsayable(
            fields[item.field].property.key, at: places[met],
            "another property's value, at an alternative of this one")
        }
        if let value = patch.value(at: places[written][...]) {
          try refuseAlternatives(in: value, at: places[written], of: item.field, model)
        }
      case .root: try refuseAlternatives(in: patch, at: [], of: item.field, model)
      case .path(let place), .fallback(let place, _):
        guard let value = patch.value(at: place[...]) else { continue }
        try refuseAlternatives(in: value, at: place, of: item.field, model)
      case .all: continue
      }
    }
    if mayHoldModels { try refuseAlternatives(in: patch, under: input, at: [], of: model) }
  }

  private func refuseAlternatives(
    in patch: JSONTree, under node: InputNode, at place: [JSONKeyPath.Component], of model: Model
  ) throws {
    guard case .object(let members) = patch else { return }
    for (name, value) in members {
      guard case .object = value, let index = node.table.index(of: name),
        index < node.members.count
      else { continue }
      let member = node.members[index]
      let place = place + [.key(name)]
      if let child = member.child {
        try refuseAlternatives(in: value, under: child, at: place, of: model)
      }
      for field in member.fields {
        try refuseAlternatives(in: value, at: place, of: field, model)
      }
    }
  }

  /// Looks into the models of a property.
  private func refuseAlternatives(
    in patch: JSONTree, at place: [JSONKeyPath.Component], of field: Int, _ model: Model
  ) throws {
    guard case .object(let members) = patch,
      let held = fields[field].property.access.unwrappedValue(of: model)
    else { return }
    switch heldModels(held, of: field) {
    case .one(let held):
      try asking(contentPlans, of: held, at: place) {
        try $0.refuseAlternatives(in: patch, of: held)
      }
    case .named(let named, let plans):
      for (name, value) in members {
        guard let held = named[name] else { continue }
        try asking(plans, of: held, at: place + [.key(name)]) {
          try $0.refuseAlternatives(in: value, of: held)
        }
      }
    case nil: return
    }
  }

  /// Returns whether a property's value stays the same without the members that are null in it.
  private func isKept(
    _ held: Any, _ json: JSONTree, _ nulls: JSONTree, index: Int, of model: Model,
    at place: [JSONKeyPath.Component]
  ) throws -> Bool {
    switch heldModels(held, of: index) {
    case .one(let one):
      try asking(contentPlans, of: one, at: place) { try $0.refuse(nulls, in: json, of: one) }
      // Without them, the object can be the dictionary of another case.
      guard let union = held as? any JSONUnion, UnionForms.haveDictionary(of: union),
        let value = value(of: index, in: json.withoutNulls)
      else { return true }
      return heldModel(value).map { type(of: $0) == type(of: one) } ?? false
    case .named(let named, let plans):
      guard case .object(let members) = nulls, members.allSatisfy({ named[$0.name] != nil })
      else { break }
      for (name, nulls) in members {
        guard let held = named[name], let value = json[name] else { return false }
        try asking(plans, of: held, at: place + [.key(name)]) {
          try $0.refuse(nulls, in: value, of: held)
        }
      }
      return true
    case nil: break
    }
    let value = value(of: index, in: json.withoutNulls)
    return value.map { fields[index].property.access.hasValue($0, in: model) } ?? false
  }

  /// The value that a property reads from JSON; nil if it refuses it.
  private func value(of index: Int, in json: JSONTree) -> Any? {
    var writer = JSONWriter()
    json.write(&writer)
    let source = JSONBytes(writer.bytes())
    let context = ReadingContext(policy: shared, source: source)
    return source.withReader(maximumDepth: StackRoom.depthToRead(policy.maximumDepth)) { reader in
      try? fields[index].value(&reader, in: context)
    }
  }

  /// The models in a property whose JSON is an object.
  private enum HeldModels {
    case one(Model)
    /// By the names of their members, with the plans of their classes.
    case named([String: Model], PolicyPlans)
  }

  /// The models that a property's value `held` is or has; nil for another value.
  private func heldModels(_ held: Any, of field: Int) -> HeldModels? {
    if let model = heldModel(held) { return .one(model) }
    if let key = fields[field].property.keyedBy, let list = held as? [Model] {
      return .named(KeyedList.byName(list, key: key), contentPlans.keyed(by: key))
    }
    guard let held = held as? [String: Any] else { return nil }
    return .named(held.compactMapValues(heldModel), contentPlans)
  }

  /// Asks the plan of the class of a model that is held. Its errors get the place in this class.
  private func asking(
    _ plans: PolicyPlans, of held: Model, at place: [JSONKeyPath.Component],
    _ question: (JSONMapping) throws -> Void
  ) throws {
    do {
      try question(try plans.plan(of: type(of: held)))
    } catch let error as ConversionError {
      throw error.inside(place)
    }
  }

  /// The model whose JSON is that of `held`: itself, or the payload of a union.
  private func heldModel(_ held: Any) -> Model? {
    guard held is any JSONUnion else { return Model.held(in: held) }
    return Mirror(reflecting: held).children.first.flatMap { Model.held(in: $0.value) }
  }

  private func unsayable(
    _ key: String?, at path: [JSONKeyPath.Component],
    _ found: ErrorPhrase = "null, by which a patch removes the member"
  ) -> ConversionError {
    var error = ConversionError(
      .noForm, at: 0, expected: "a value that a merge patch can give", found: found)
    error.innerPath = path
    return error.attributed(to: modelClass, key)
  }
}

extension JSONTree {
  /// The value without the members of objects that are null.
  fileprivate var withoutNulls: JSONTree {
    guard case .object(let members) = opened else { return self }
    return .object(
      members.compactMap { $0.value.isNull ? nil : ($0.name, $0.value.withoutNulls) })
  }

  /// The nulls at a path, or the null on it.
  fileprivate func nulls(at path: ArraySlice<JSONKeyPath.Component>) -> JSONTree? {
    guard let first = path.first, !isNull else { return self }
    guard case .key(let name) = first else { return nil }
    return self[name]?.nulls(at: path.dropFirst())
  }

  /// The path to the first null.
  fileprivate var firstNull: [JSONKeyPath.Component] {
    guard case .object(let members) = self, let first = members.first else { return [] }
    return [.key(first.name)] + first.value.firstNull
  }

  /// The members with some names; nil for none.
  fileprivate func members(named isMeant: (String) -> Bool) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    let meant = members.filter { isMeant($0.name) }
    return meant.isEmpty ? nil : .object(meant)
  }
}
