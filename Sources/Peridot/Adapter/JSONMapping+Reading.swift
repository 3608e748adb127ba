import Foundation

extension JSONMapping {
  /// Returns the plan of the class that the object at the cursor chooses; nil if the policy treats
  /// the value as null.
  func resolved(_ reader: inout JSONReader, in context: ReadingContext) throws -> JSONMapping? {
    guard reader.nextByte() == UInt8(ascii: "{") else {
      return try resolvedOther(&reader, in: context)
    }
    guard let choice = context.choice(of: self) else { return self }
    return try choice.plan(of: reader).use { $0 }
  }

  @inline(never)
  private func resolvedOther(
    _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> JSONMapping? {
    if takesArrays, try reader.peekKind() == .array { return self }
    switch try reader.objectSubstitute(under: policy) {
    case .null: return nil
    case .text: return self
    case nil: throw reader.mismatch("object", of: modelClass)
    }
  }

  /// Reads the live value at the cursor: a model of the class, or a dictionary of a user's type;
  /// nil, without moving, for any other.
  func liveModel(_ reader: inout JSONReader, in context: ReadingContext) throws -> Model? {
    let place = ReadingContext.Place(&reader)
    let live = reader.readValueInMemory().value
    if let model = Model.held(in: live), isSubclass(type(of: model), of: modelClass) {
      return model
    }
    place.restore(&reader)
    guard let members = Boxed.collection(live) as? [String: Any] else { return nil }
    let end = reader.replaceValue(by: members)
    let model = try resolved(&reader, in: context)?.model(&reader, in: context)
    reader.position = end
    return model
  }

  /// Makes a model from the object at the cursor; `resolved` returned this plan for it.
  func model(_ reader: inout JSONReader, in context: ReadingContext) throws -> Model {
    guard isReadStraight, reader.nextByte() == UInt8(ascii: "{") else {
      return hasOwnPolicy
        ? try modelByOwnPolicy(&reader, in: context) : try assembledModel(&reader, in: context)
    }
    return try straightModel(&reader, in: context)
  }

  @inline(__always)
  private func straightModel(
    _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Model {
    let model = modelClass.init()
    var marks = MarkSet()
    try readNewMembers(of: input, model, &marks, from: &reader, in: context)
    try context.release(marks.held)
    return model
  }

  @inline(never)
  private func modelByOwnPolicy(
    _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Model {
    try context.underOwn(shared) {
      guard isStraightWithin, reader.nextByte() == UInt8(ascii: "{") else {
        return try assembledModel(&reader, in: context)
      }
      return try straightModel(&reader, in: context)
    }
  }

  @inline(never)
  private func assembledModel(
    _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Model {
    try refuseMistakes(isUpdate: false)
    if reader.nextByte() == UInt8(ascii: "\"") { return try embeddedModel(&reader, in: context) }
    if let existing = context.existingModels {
      return try foundModel(in: existing, &reader, context)
    }
    let model = modelClass.init()
    try fill(model, isUpdate: false, &reader, in: context)
    return model
  }

  /// Reads the object at the cursor into the model that has its identity, or into a new one, which
  /// later objects with that identity find.
  @inline(never)
  private func foundModel(
    in existing: ExistingModels, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Model {
    let identity = try existing.identity(self, &reader, in: context)
    if let identity, let model = try existing.finder.find(modelClass, identity) {
      try update(model, from: &reader, in: context)
      return model
    }
    let model = modelClass.init()
    if let identity { existing.finder.note(model, identity) }
    try fill(model, isUpdate: false, &reader, in: context)
    return model
  }

  /// Whether the class's own policy counts for its objects at this place, and is another one.
  func differs(from context: some PolicyScope) -> Bool {
    hasOwnPolicy && context.shared !== shared
  }

  // A function of its own, because an error takes much of each level's stack.
  @inline(never)
  private func refuseMistakes(isUpdate: Bool) throws {
    if let readingMistake { throw readingMistake }
    if isUpdate, let updatingMistake { throw updatingMistake }
  }

  /// Reads the object at the cursor into `model`.
  ///
  /// - Parameter known: The fields of a new model that have the values of the one that it replaces;
  ///   nil for a model that is there.
  func update(
    _ model: Model, known: Set<Int>? = nil, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    if differs(from: context) {
      return try context.underOwn(shared) {
        try update(model, known: known, from: &reader, in: context)
      }
    }
    if !observed.isEmpty {
      return try observable.update(model, known: known, from: &reader, in: context)
    }
    try refuseMistakes(isUpdate: known == nil)
    context.existingModels?.noteUpdate(of: model)
    let undo = context.undo ?? UndoLog()
    context.undo = undo
    // The values updated so far are final, whether the policy continues without this model or not.
    if runsCode { undo.willRunCode() }
    let mark = undo.willUpdate(model, ModelSchema.of(modelClass).variables)
    if runsCode { undo.willRunCode() }
    if let known { noteReplacement(model, known, in: undo) }
    defer { if known != nil { undo.endReplacement() } }
    do {
      try fill(model, isUpdate: true, known: known, &reader, in: context)
    } catch {
      // The policy can continue without this model's update.
      undo.rollBack(to: mark)
      throw error
    }
  }

  @inline(never)
  private func noteReplacement(_ model: Model, _ known: Set<Int>, in undo: UndoLog) {
    var keys: Set<String> = []
    for index in known { keys.insert(fields[index].property.key) }
    undo.beginReplacement(by: model, known: keys)
  }

  /// The plan for objects that somebody can observe.
  var observable: JSONMapping {
    get throws {
      if observed.isEmpty { return self }
      return try livePlan.object ?? livePlan.store(JSONMapping(modelClass, plans, isLive: true))
    }
  }

  private func embeddedModel(
    _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Model {
    let model = try context.readEmbedded(from: &reader, expected: "object") { reader, context in
      guard let mapping = try self.resolved(&reader, in: context) else {
        throw reader.mismatch("object")
      }
      return try mapping.model(&reader, in: context)
    }
    guard let model else { throw reader.mismatch("object") }
    return model
  }

  /// Reads a document that replaces the value at `offset`.
  ///
  /// - Parameter origin: The source, in the outer document, of an offset in this one, if it has
  ///   one.
  func inner<Result>(
    _ source: JSONBytes, at offset: Int, in context: ReadingContext, depth: Int,
    superseded: Set<Int> = [], origin: ((Int) -> Int?)? = nil,
    _ body: (inout JSONReader, ReadingContext) throws -> Result
  ) throws -> Result {
    try context.inner(
      source, shared, at: offset, depth: depth, superseded: superseded, origin: origin,
      body)
  }

  private func fill(
    _ model: Model, isUpdate: Bool, known: Set<Int>? = nil, _ reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    guard let prepare else {
      return try readObject(model, isUpdate: isUpdate, known: known, from: &reader, in: context)
    }
    let place = ReadingContext.Place(&reader)
    // If a model is spread over the object, it is also spread over the replacement.
    let isSpread = context.spreadDepth == place.depth + 1
    let given = try anyMembers(&reader, in: context)
    let object: PreparedObject
    do {
      object = PreparedObject(given: given, made: try prepare.prepare(given))
    } catch {
      throw rejection(error, at: place.position)
    }
    try read(object.made, in: place, from: &reader, context) { reader, context in
      if isSpread { context.spreadDepth = reader.depth + 1 }
      let (noted, start) = (context.noteCount, reader.position)
      do {
        try self.readObject(model, isUpdate: isUpdate, known: known, from: &reader, in: context)
      } catch {
        throw object.mark(error, since: noted, in: context, from: start) ?? error
      }
      if context.noteCount > noted {
        _ = object.mark(nil, since: noted, in: context, from: start)
      }
    }
  }

  /// Calls `body` at an object that replaces the one before the cursor.
  private func read(
    _ json: [String: Any], in place: ReadingContext.Place, from reader: inout JSONReader,
    _ context: ReadingContext, _ body: (inout JSONReader, ReadingContext) throws -> Void
  ) throws {
    if reader.readsValues {
      place.restore(&reader)
      let end = reader.replaceValue(by: json)
      try body(&reader, context)
      reader.position = end
      return
    }
    let source = JSONBytes(value: json)
    // Values that stayed in place have places in the document.
    func places(_ offsets: [Int]) -> [Int?] {
      let paths = source.paths(to: offsets).map(\.components)
      return context.source.withReader(at: place.position, maximumDepth: .max) {
        $0.offsets(at: paths)
      }
    }
    try context.inner(
      source, shared, at: place.position, depth: place.depth, places: places, body)
  }

  /// Reads the object at the cursor for `prepare`.
  func anyMembers(
    _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> [String: Any] {
    if try reader.peekKind() == .object {
      return try reader.readAnyMembers(context, like: preparedMembers.object) {
        _ = preparedMembers.store($0)
      }
    }
    guard let members = try reader.readAnyValue(context) as? [String: Any] else {
      throw reader.mismatch("object")
    }
    return members
  }

  private func rejection(
    _ error: any Error, at offset: Int, _ key: String? = nil
  ) -> any Error {
    if error is ConversionError || error is JSONSyntaxError { return error }
    if let error = error as? JSONAdapterError {
      // If a hook parses JSON itself, its error is better.
      return ConversionError(error, at: offset).attributed(to: modelClass, key)
    }
    let limited = (error as? ModelError).flatMap { $0.limit == nil ? nil : $0 }
    return ConversionError(
      .validationFailed, at: offset, expected: limited?.limit?.phrase ?? "\(modelClass)",
      found: limited?.foundPhrase ?? error.phrase, underlying: error
    ).attributed(to: modelClass, key)
  }

  private func readObject(
    _ model: Model, isUpdate: Bool, known: Set<Int>?, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    let place = ReadingContext.Place(&reader)
    guard hooks.choosesHeldClasses else {
      return try readObject(
        model, isUpdate: isUpdate, known: known, at: place, from: &reader, in: context)
    }
    let outer = context.holder
    context.holder = ChosenClassField.HolderObject(
      self, model, isUpdate: isUpdate && context.extent != .whole, at: place.position, in: context)
    defer { context.holder = outer }
    try readObject(model, isUpdate: isUpdate, known: known, at: place, from: &reader, in: context)
  }

  private func readObject(
    _ model: Model, isUpdate: Bool, known: Set<Int>?, at place: ReadingContext.Place,
    from reader: inout JSONReader, in context: ReadingContext
  ) throws {
    let noted = context.noteCount
    var marks = MarkSet(
      count: markCount, deferredCount: deferred.count, notesHeads: input.notesHeads)
    try readProperties(model, isUpdate: isUpdate, &marks, at: place, from: &reader, in: context)
    try complete(
      model, isUpdate: isUpdate, known: known, &marks, since: noted, at: place, &reader, in: context
    )
  }

  /// Does what follows the contents of an object, which begins at `place`.
  ///
  /// A function of its own, so that it takes no stack at each level.
  @inline(never)
  func complete(
    _ model: Model, isUpdate: Bool, known: Set<Int>?, _ marks: inout MarkSet, since noted: Int,
    at place: ReadingContext.Place, _ reader: inout JSONReader, in context: ReadingContext
  ) throws {
    try context.release(marks.held)
    let isWhole = !isUpdate || context.extent == .whole
    if !isWhole, !heldClusters.isEmpty {
      try changeHeldClasses(in: model, marks, at: place, &reader, context)
    }
    if keepsJSON { try keepJSON(in: model, merges: !isWhole, place, &reader, context) }
    if keyed != nil {
      try takeName(model, isUpdate: isUpdate, &marks, since: noted, at: place, &reader, in: context)
    }
    if presence != nil { keepPresence(in: model, marks, isWhole: isWhole, context) }
    if let known { Self.insert(known, into: &marks) }
    let missing =
      required.isEmpty || !isWhole && known == nil
      ? [] : try missingKeys(marks, place.position, in: context)
    if !reported.isEmpty, isWhole || known != nil {
      reportAbsence(marks, place.position, in: context)
    }
    if isWhole, isUpdate { renew(model, except: marks, in: context) }
    if !defaults.isEmpty, !isUpdate { setDefaults(of: model, marks) }
    if runsCode { context.undo?.willRunCode() }
    if hooks.validates {
      try validate(model, since: noted, missing: missing, at: place, &reader, in: context)
    }
    do {
      if hooks.loads { try model.didLoad(from: .json) }
    } catch {
      throw rejection(error, at: place.position)
    }
  }

  /// Reads the contents of the object at the cursor, which begins at `place`.
  func readProperties(
    _ model: Model, isUpdate: Bool, _ marks: inout MarkSet, at place: ReadingContext.Place,
    from reader: inout JSONReader, in context: ReadingContext
  ) throws {
    let noted = context.noteCount
    if takesArrays, reader.nextByte() == UInt8(ascii: "[") {
      try reader.skipValue()
    } else {
      try readMembers(of: input, model, isUpdate: isUpdate, &marks, from: &reader, in: context)
    }
    if marks.deferredCount > 0 {
      let end = reader.position
      try readDeferred(
        model, isUpdate: isUpdate, &marks, at: place, since: noted, from: &reader, in: context)
      reader.position = end
      reader.depth = place.depth
    }
    guard let mapped else { return }
    let merges = isUpdate && context.extent != .whole
    if marks.metOthers || context.noteCount != noted {
      try keepExtras(of: mapped, in: model, merges: merges, place, &reader, context)
    } else {
      keep([:], in: model, merges: merges, context)
    }
  }

  /// Gives `model` the text of the object at `place`, which ends at the cursor, or its former text
  /// with the object put into it.
  private func keepJSON(
    in model: Model, merges: Bool, _ place: ReadingContext.Place, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws {
    var kept: RawJSON?
    if !reader.readsValues {
      kept = RawJSON(bytes: reader.bytes(from: place.position, to: reader.position))
    } else {
      place.restore(&reader)
      let members =
        try reader.readAnyValue(context, keepsDigits: true, isInner: true) as? [String: Any] ?? [:]
      place.restore(&reader)
      try reader.skipValue()
      kept = try? RawJSON(value: members)
    }
    if merges, let patch = kept, let old = (model as? any JSONKeeping)?.keptJSON {
      kept = try old.patched(by: patch)
    }
    context.undo?.willRunCode()
    if let kept { (model as? any JSONKeeping)?.keptJSON = kept }
  }

  /// Validates a model that was read from the object at `place`.
  ///
  /// - Parameters:
  ///   - noted: The number of earlier errors: a property with an error gets no other.
  ///   - missing: The keys of required properties that the object lacks, which already is their
  ///     error.
  private func validate(
    _ model: Model, since noted: Int, missing: [String], at place: ReadingContext.Place,
    _ reader: inout JSONReader, in context: ReadingContext
  ) throws {
    // A dropped model has one reason.
    let findsAll = policy.collectsErrors && !context.repaired.all.contains(.rejections)
    let failures = model.validationFailures(hooks, findsAll: findsAll)
    if failures.isEmpty { return }
    let end = reader.position
    var errors: [any Error] = []
    for failure in failures {
      guard let key = failure.key, let index = fields.firstIndex(where: { $0.property.key == key })
      else {
        errors.append(rejection(failure.error, at: place.position, failure.key))
        continue
      }
      if missing.contains(key) { continue }
      place.restore(&reader)
      let found = try? value(of: index, place, &reader)
      if let found, context.hasErrors(since: noted, in: { reader.lies($0, in: found.value) }) {
        continue
      }
      if let found, !found.isBlocked {
        errors.append(rejection(failure.error, at: found.value.lowerBound, key))
      } else {
        let error = rejection(failure.error, at: place.position, key)
        errors.append(error.inside(step(to: fields[index].property)))
      }
    }
    reader.position = end
    reader.depth = place.depth
    guard let last = errors.popLast() else { return }
    for case let error as ConversionError in errors { context.collect(error) }
    throw last
  }

  /// Gives an element of a keyed list the value of its name, and refuses another value within.
  private func takeName(
    _ model: Model, isUpdate: Bool, _ marks: inout MarkSet, since noted: Int,
    at place: ReadingContext.Place, _ reader: inout JSONReader, in context: ReadingContext
  ) throws {
    guard let name = context.elementName?.base, let (property, field) = keyed else { return }
    let isSame = property.access.hasValue(name, in: model)
    if let field, marks.contains(field), !isSame {
      let end = ReadingContext.Place(at: reader.position, depth: reader.depth)
      place.restore(&reader)
      let own = (try? value(of: field, place, &reader))?.value
      let start = ReadingContext.Place(
        at: own?.lowerBound ?? place.position, depth: own == nil ? place.depth : place.depth + 1)
      if own.map({ own in context.hasErrors(since: noted) { reader.lies($0, in: own) } }) != true {
        let error = ConversionError(
          .typeMismatch, at: start.position, expected: "the name of the member",
          found: reader.describeValue(at: start.position))
        try handle(
          error, at: start, fields[field], into: model, isUpdate: isUpdate, since: noted, &reader,
          in: context)
      }
      end.restore(&reader)
    }
    if let field { _ = marks.insert(field) }
    // Equal text can have other scalars in a new model, which an insertion updates.
    if isSame, isUpdate, context.extent != .insertion { return }
    if isUpdate { context.undo?.willSet(property.access, of: model) }
    _ = property.access.setValue(name, of: model)
  }

  private func skippedValue(_ reader: inout JSONReader) throws -> Range<Int> {
    let start = ReadingContext.Place(&reader).position
    try reader.skipValue()
    return start..<reader.position
  }

  /// The place of a field's value in the object at the cursor, or of the value at which its path
  /// can't go on, or nil. What is collected from the elements of an array is the array.
  private func value(
    of field: Int, _ place: ReadingContext.Place, _ reader: inout JSONReader
  ) throws -> (value: Range<Int>, isBlocked: Bool)? {
    let paths: [[JSONKeyPath.Component]] =
      switch JSONKeyPaths.of(modelClass).path(of: fields[field].property)?.form {
      case .path(let path): [path]
      case .firstOf(let paths): paths.read.map(\.components)
      default: []
      }
    var null: Range<Int>?
    var blocked: Range<Int>?
    for path in paths where !path.isEmpty {
      place.restore(&reader)
      do {
        guard let offset = try offset(ofValueAt: path.prefix { $0 != .each }, &reader) else {
          continue
        }
        reader.position = offset
        let isNull = try reader.peekKind() == .null
        let value = try skippedValue(&reader)
        if !isNull { return (value, false) }
        null = null ?? value
      } catch let error as ConversionError {
        reader.position = error.offset
        let isCollected = try reader.peekKind() == .array && collectsImplicitly(field)
        let value = try skippedValue(&reader)
        if isCollected { return (value, false) }
        blocked = blocked ?? value
      }
    }
    return null.map { ($0, false) } ?? blocked.map { ($0, true) }
  }

  // A function of its own, because a loop takes much of each level's stack in debug builds.
  @inline(never)
  private static func insert(_ known: Set<Int>, into marks: inout MarkSet) {
    for field in known { _ = marks.insert(field) }
  }

  /// Gives the properties that the mapping reads, but for those marked, the values of a new object.
  @inline(never)
  private func renew(_ model: Model, except marks: borrowing MarkSet, in context: ReadingContext) {
    var new: Model?
    for (index, field) in fields.enumerated() {
      if !areRead[index] || marks.contains(index) || field.isTag { continue }
      let made = new ?? newObject()
      new = made
      take(field.property, from: made, in: model, context)
    }
  }

  func take(
    _ property: Property, from new: Model, in model: Model, _ context: ReadingContext
  ) {
    context.undo?.willSet(property.access, of: model)
    property.access.copy(from: new, to: model)
  }

  /// Whether a merge patch removes a field, and nothing is left to do.
  @inline(never)
  func removes(
    _ index: Int, of model: Model, _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Bool {
    if fields[index].isTag { return false }
    let offset = reader.position
    guard try reader.readNullIfPresent() else { return false }
    try remove(index, of: model, at: offset, in: context)
    return true
  }

  /// Does what a null of a merge patch says of a field: an Optional becomes nil, and any other
  /// property what it is in a new object.
  @inline(never)
  func remove(_ index: Int, of model: Model, at offset: Int, in context: ReadingContext) throws {
    let property = fields[index].property
    if presence != nil { context.noteNull(of: model, index) }
    context.undo?.willSet(property.access, of: model)
    if property.access.setNil(of: model) { return }
    guard required.contains(index) else {
      return take(property, from: newObject(), in: model, context)
    }
    throw ConversionError(.missingKeys([property.key]), at: offset)
      .attributed(to: modelClass, property.key)
  }

  /// Gives a new model the declared defaults of absent fields.
  func setDefaults(of model: Model, _ marks: borrowing MarkSet) {
    for (index, initial) in defaults {
      if marks.contains(index) { continue }
      _ = fields[index].property.access.setValue(initial.value, of: model)
    }
  }

  /// Returns the keys of required properties that the object at `offset` lacks, if the policy
  /// collects all errors; else throws them.
  private func missingKeys(
    _ marks: borrowing MarkSet, _ offset: Int, in context: ReadingContext
  ) throws -> [String] {
    let missing = required.filter { !marks.contains($0) }.map { fields[$0].property }
    guard !missing.isEmpty else { return [] }
    let keys = missing.map(\.key)
    var error = ConversionError(.missingKeys(keys), at: offset)
    // For several keys, the path of an error is that of the object.
    if missing.count == 1 { error.innerPath = step(to: missing[0]) }
    try context.fail(error.attributed(to: modelClass, missing.count == 1 ? keys[0] : nil))
    return keys
  }

  /// Reports the absent members of properties that are to be there, for the object at `offset`.
  private func reportAbsence(
    _ marks: borrowing MarkSet, _ offset: Int, in context: ReadingContext
  ) {
    for index in reported where !marks.contains(index) {
      let property = fields[index].property
      var error = ConversionError(.missingKeys([property.key]), at: offset)
      error.innerPath = step(to: property)
      context.note(.skipped, error.attributed(to: modelClass, property.key))
    }
  }

  /// The steps from the object to the first place of a property.
  func step(to property: Property) -> [JSONKeyPath.Component] {
    switch JSONKeyPaths.of(modelClass).path(of: property)?.form {
    case .path(let components): return components
    case .firstOf(let paths): return paths.read.first?.components ?? []
    default: return []
    }
  }
}
