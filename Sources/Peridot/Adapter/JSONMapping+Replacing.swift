import Foundation

/// Models of another class, made from those that an update replaces.
extension JSONMapping {
  /// Makes a model of this plan's class that replaces `current`, of another class, and reads the
  /// object at the cursor into it.
  ///
  /// In an update, it begins with the values of the properties that both classes have, and with the
  /// other members of the old model's JSON that its class reads. For a merge patch, which can also
  /// change the identity only, it begins with the old JSON with the patch put into it.
  func model(
    replacing current: Model, _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Model {
    if differs(from: context) {
      return try context.underOwn(shared) {
        try self.model(replacing: current, &reader, in: context)
      }
    }
    if let readingMistake { throw readingMistake }
    let model = newObject()
    let place = ReadingContext.Place(&reader)
    var shared: [(own: Property, other: Property)] = []
    var known: Set<Int> = []
    if context.isPatch {
      let patch = try RawJSONCodec.read(from: &reader)
      place.restore(&reader)
      known = try readPatched(current, patch, into: model, at: place.position)
      // Another identity is another object, of which only the JSON is known.
      if try modelClass != type(of: current) && hasSameIdentity(current, &reader, in: context) {
        shared = properties(sharedWith: current, [:], isPatch: true)
      }
    } else {
      let json =
        try reader.readAnyValue(context, keepsDigits: true, isInner: true) as? [String: Any] ?? [:]
      place.restore(&reader)
      known = try readMembers(of: current, updatedBy: json, into: model)
      shared = properties(sharedWith: current, json, isPatch: false)
    }
    PropertyTransfer(shared).copy(from: current, to: model)
    if let old = current as? any JSONPresenceKeeping {
      presence?.keeping.keep(old.jsonPresence, in: model)
    }
    let keys = Set(shared.map(\.own.key))
    known.formUnion(fields.indices.filter { keys.contains(fields[$0].property.key) })
    try update(model, known: known, from: &reader, in: context)
    return model
  }

  /// Whether the object at the cursor names another identity than that of `model`, of another
  /// class.
  func namesOther(
    than model: Model, _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Bool {
    let keys = ModelSchema.of(type(of: model)).identityKeys
    guard !keys.isEmpty, case .some(.some(let named)) = try namedIdentity(&reader, in: context)
    else {
      return false
    }
    return ModelsByIdentity.Identity(values: keys.map { model[$0] }, of: modelClass) != named
  }

  /// The properties whose values a new model takes from one of another class: those of the same
  /// name and type, unless they are at a tag's place, or the update removes the old content. A
  /// merge patch is about the JSON, which has all others.
  private func properties(
    sharedWith current: Model, _ json: [String: Any], isPatch: Bool
  ) -> [(own: Property, other: Property)] {
    let old: Model.Type = type(of: current)
    let (places, oldPlaces) = (JSONKeyPaths.of(modelClass), JSONKeyPaths.of(old))
    let isRemoved = !isPatch && json.removes(ClusterPlace.content(of: old))
    let schema = ModelSchema.of(old)
    return ModelSchema.of(modelClass).properties.compactMap { own in
      guard !own.isReadOnly, let other = schema.find(own.key), own.valueType == other.valueType
      else { return nil }
      let (place, oldPlace) = (places.path(of: own), oldPlaces.path(of: other))
      func isWritten(_ place: JSONKeyPath?) -> Bool {
        place.map { $0.form != .excluded && $0.direction != .readOnly } ?? false
      }
      let isRead = place.map { $0.form != .excluded && $0.direction != .writeOnly } ?? false
      if isRemoved, isWritten(oldPlace) { return nil }
      if isPatch, isRead, isWritten(oldPlace) || isWritten(place) { return nil }
      let isTag =
        clusters?.tags.contains { place?.leads(to: $0.path) == true } ?? false
        || ClusterPlace.of(old)?.tags.contains { oldPlace?.leads(to: $0.path) == true } ?? false
      return isTag ? nil : (own, other)
    }
  }

  /// Reads the old model's JSON, with a merge patch put into it, into a new model. Returns the
  /// fields that were there.
  private func readPatched(
    _ current: Model, _ patch: RawJSON, into model: Model, at offset: Int
  ) throws -> Set<Int> {
    let old = try RawJSON(bytes: text(of: current, isPatch: true))
    keep(old, of: current, in: model)
    if modelClass == type(of: current) {
      return try read(JSONBytes(old.bytes), into: model, at: offset)
    }
    // The patch is put into the model afterwards, and here only so that the class can read it all.
    var kept: [[JSONKeyTable.Name]] = []
    while true {
      let merged = try MergedText(
        old.bytes, patch: patch.bytes, keeping: .inNewObjects, at: kept)
      do {
        return try read(JSONBytes(merged.bytes), into: model, at: offset)
      } catch let error as ConversionError {
        // A required member that a null removes can be nil, but not missing.
        let places = missingPlaces(error).filter { !kept.contains($0) }
        guard !places.isEmpty, kept.count < 16 else { throw error }
        kept += places
      }
    }
  }

  /// The places of the members that an error says are missing.
  private func missingPlaces(_ error: ConversionError) -> [[JSONKeyTable.Name]] {
    guard case .missingKeys(let keys) = error.kind, let type = error.modelClass as? Model.Type
    else {
      return []
    }
    // For several, the path of an error is that of the object.
    let paths =
      keys.count == 1
      ? [error.innerPath]
      : keys.compactMap { key in
        ModelSchema.of(type).find(key).flatMap { try? plans.plan(of: type).step(to: $0) }
      }.map { error.innerPath + $0 }
    return paths.map { $0.map { JSONKeyTable.Name(text: $0.label) } }
  }

  /// Reads the members of the old model's JSON that no shared property has into a new model, as far
  /// as they fit. Returns the fields that were there.
  private func readMembers(
    of current: Model, updatedBy json: [String: Any], into model: Model
  ) throws -> Set<Int> {
    let old: Model.Type = type(of: current)
    let shared = Set(properties(sharedWith: current, json, isPatch: false).map(\.own.key))
    let place = ClusterPlace.of(old)
    let content = ClusterPlace.content(of: old)
    let prefix = clusters?.prefix ?? []
    var names = ((current as? any JSONExtrasKeeping)?.jsonExtras).map { Set($0.keys) } ?? []
    if mapped == nil { names = [] }
    var isWhole = false
    for field in fields where !field.isTag && !shared.contains(field.property.key) {
      let path = JSONKeyPaths.of(modelClass).path(of: field.property)
      let first = path?.names(after: prefix.count)
      isWhole = isWhole || first?.contains(nil) ?? false
      names.formUnion((first ?? []).compactMap { $0 })
      if let tag = heldClusters[field.property.key]?.path.first { names.insert(tag) }
    }
    guard keepsJSON || isWhole || !names.isEmpty, !json.removes(content),
      let text = try? text(of: current),
      var members = try? JSONBytes(text).withReader(
        maximumDepth: .max,
        { try $0.readValue(keepsDigits: true) as? [String: Any] })
    else { return [] }
    keep(RawJSON(bytes: text), of: current, in: model)
    for tag in place?.tags ?? [] { members.remove(at: tag.path[...]) }
    for name in place?.isKept == true ? prefix : content {
      members = members[name] as? [String: Any] ?? [:]
    }
    if !isWhole { members = members.filter { names.contains($0.key) } }
    while !members.isEmpty {
      let source = JSONBytes(value: prefix.reversed().reduce(members) { [$1: $0] })
      do {
        return try read(source, into: model, at: 0)
      } catch let error as ConversionError {
        // It is another member of the same name.
        guard case .key(let name)? = error.innerPath.dropFirst(prefix.count).first,
          members.removeValue(forKey: name) != nil
        else { return [] }
      }
    }
    return []
  }

  /// Gives a new model the JSON of the one that it replaces, if it keeps JSON.
  private func keep(_ text: RawJSON, of current: Model, in model: Model) {
    guard let model = model as? any JSONKeeping else { return }
    let kept = (current as? any JSONKeeping)?.keptJSON ?? RawJSON()
    model.keptJSON = kept.isNull ? text : kept
  }

  /// Reads an object into a new model, without the hooks that follow. Returns the fields that were
  /// there. A mistake is at `offset`, with the path within the object.
  private func read(_ json: JSONBytes, into model: Model, at offset: Int) throws -> Set<Int> {
    var source = json
    do {
      if let prepare {
        let members = try json.withReader(maximumDepth: .max) {
          try $0.readValue(keepsDigits: true) as? [String: Any]
        }
        source = JSONBytes(value: try prepare.prepare(members ?? [:]))
      }
      return try read(source, into: model)
    } catch let error as ConversionError {
      // The prepared object has places of its own.
      throw error.moved(outOf: source, to: offset)
    }
  }

  private func read(_ source: JSONBytes, into model: Model) throws -> Set<Int> {
    let context = ReadingContext(policy: shared, source: source)
    var found: Set<Int> = []
    try source.withReader(maximumDepth: StackRoom.depthToRead(policy.maximumDepth)) { reader in
      let place = ReadingContext.Place(&reader)
      var marks = MarkSet(
        count: markCount, deferredCount: deferred.count, notesHeads: input.notesHeads)
      if hooks.choosesHeldClasses {
        context.holder = ChosenClassField.HolderObject(
          self, model, isUpdate: false, at: place.position, in: context)
      }
      try readProperties(model, isUpdate: false, &marks, at: place, from: &reader, in: context)
      found = Set(fields.indices.filter { marks.contains($0) })
    }
    if let error = context.errors.first { throw error }
    return found
  }
}

extension JSONMapping {
  /// Gives the models in properties that the object of an update doesn't name the class of a tag
  /// that it names.
  func changeHeldClasses(
    in model: Model, _ marks: borrowing MarkSet, at place: ReadingContext.Place,
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    guard let object = context.holder else { return }
    let holder = downcast(object, to: ChosenClassField.HolderObject.self)
    let end = ReadingContext.Place(&reader)
    for (index, field) in fields.enumerated() where !marks.contains(index) {
      guard let table = heldClusters[field.property.key], holder.names(table),
        let content = ModelSchema.of(modelClass).contents.content(forKey: field.property.key)
      else { continue }
      do {
        try changeClasses(
          table, field: field, content: content, in: model, holder, at: place, context)
      } catch {
        try handle(error, at: place, field, into: model, isUpdate: true, &reader, in: context)
        end.restore(&reader)
      }
    }
  }

  private func changeClasses(
    _ table: ClusterTable, field: any JSONField,
    content: any ModelContents.PropertyContent, in model: Model,
    _ holder: ChosenClassField.HolderObject, at place: ReadingContext.Place,
    _ context: ReadingContext
  ) throws {
    var held: [Model] = []
    content.forEach(in: model) { held.append($0) }
    guard !held.isEmpty,
      let chosen = try holder.heldClass(table, field.property, at: place.position)
    else { return }
    let plan = try (field.policy.map { contentPlans.plans(under: $0) } ?? contentPlans)
      .plan(of: chosen)
    var made: [ObjectIdentifier: Model] = [:]
    for old in held where table.changes(type(of: old), to: chosen, isPatch: context.isPatch) {
      do {
        made[ObjectIdentifier(old)] = try inner(
          JSONBytes("{}"), at: place.position, in: context, depth: place.depth
        ) { try plan.model(replacing: old, &$0, in: $1) }
      } catch {
        throw error.inside(step(to: field.property))
      }
    }
    if !made.isEmpty {
      context.undo?.willSet(field.property.access, of: model)
      content.copy(from: model, to: model) { made[ObjectIdentifier($0)] ?? $0 }
    }
    holder.keepTag(of: field.property, in: context)
  }
}

extension ClusterTable {
  /// Whether a model whose holder's tag stands for `chosen` gets another class.
  func changes(_ own: Model.Type, to chosen: Model.Type, isPatch: Bool) -> Bool {
    if own == chosen { return false }
    return isPatch ? entry(for: own) != entry(for: chosen) : !isSubclass(own, of: chosen)
  }
}

extension ClusterPlace {
  /// The names on the path to the members of a class's objects.
  static func content(of type: Model.Type) -> [String] { of(type)?.prefix ?? [] }
}

extension JSONKeyPath {
  /// The names of the members at a depth on the way to a property; nil among them is the object
  /// itself.
  func names(after depth: Int) -> [String?] {
    switch form {
    case .path(let components):
      guard case .key(let name)? = components.dropFirst(depth).first else { return [nil] }
      return [name]
    case .firstOf(let paths), .all(let paths): return paths.flatMap { $0.names(after: depth) }
    case .root: return [nil]
    case .excluded: return []
    }
  }
}

extension [String: Any] {
  /// Whether a null is on the path of names.
  fileprivate func removes(_ names: [String]) -> Bool {
    guard let name = names.first, let value = self[name] else { return false }
    if let inner = value as? [String: Any] { return inner.removes(Array(names.dropFirst())) }
    return isNullObject(value)
  }

  /// Removes the member at the end of a path of names.
  fileprivate mutating func remove(at path: ArraySlice<String>) {
    guard let name = path.first else { return }
    if path.count == 1 {
      self[name] = nil
    } else if var inner = self[name] as? [String: Any] {
      inner.remove(at: path.dropFirst())
      self[name] = inner
    }
  }
}
