import Foundation

extension JSONMapping {
  /// Writes a model of this plan's class as an object.
  func write(_ model: Model, _ writer: inout JSONWriter, _ context: WritingContext) throws {
    guard mayHoldModels else { return try writeObject(model, &writer, context) }
    try writer.enter(model, context) { writer throws in
      try writeObject(model, &writer, context)
    }
  }

  /// Writes those members of a model of this plan's class that a narrowed node has.
  func write(
    _ model: Model, _ output: NarrowedOutput, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    guard mayHoldModels else { return try writeObject(model, output, &writer, context) }
    try writer.enter(model, context) { writer throws in
      try writeObject(model, output, &writer, context)
    }
  }

  private func writeObject(
    _ model: Model, _ output: NarrowedOutput, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws {
    if context.mayConflict { checkReads(of: model, output.keys) }
    writer.beginObject()
    try writeMembers(of: output.node, model, &writer, context)
    writer.endObject()
  }

  @inline(__always)
  private func writeObject(
    _ model: Model, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    guard isStraight, context.isPlain else {
      return try writeSelected(model, &writer, context)
    }
    if context.mayConflict { checkReads(of: model) }
    writer.beginObject()
    try writeMembers(of: output, model, &writer, context)
    writer.endObject()
  }

  /// Writes a model of which not all is written, or more than its members, or in another order.
  @inline(never)
  private func writeSelected(
    _ model: Model, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    if let writingMistake { throw writingMistake }
    let keys = includedKeys(of: model, context)
    if let keys, isStraight, context.isInOrder, context.selection == nil,
      let output = wholeOutput.narrowed(to: keys, of: self)
    {
      return try writeObject(model, output, &writer, context)
    }
    if context.mayConflict { checkReads(of: model, keys) }
    // Within an object that is put together, or finished by a hook, another such object is a value.
    if context.isPlain, mapped == nil, writer.live == nil {
      if finishes {
        if try writeFinished(model, &writer, context) { return }
      } else if let assembledMembers {
        return try writeMembers(of: output, assembledMembers, model, &writer, context)
      }
    }
    let extras = extras(of: model, context)
    if assembled.isEmpty, !finishes, extras.isEmpty {
      writer.beginObject()
      if keys == nil {
        try writeMembers(of: members(context), model, &writer, context)
      } else {
        try writeMembers(of: members(context), model, keys, &writer, context)
      }
      writer.endObject()
    } else {
      let tree = try assembledObject(model, keys, extras, writer, context)
      let object = try finishes ? finished(tree, model, context) : JSONWholeObject(tree)
      // Within another such object it need not be text that is parsed again.
      if writer.live == nil { object.tree.write(&writer) } else { writer.live(object) }
    }
  }

  /// Writes an object of the members of a node, and of those that are put together.
  private func writeMembers(
    of node: JSONOutputNode, _ assembled: [(key: JSONOutputKey, place: AssembledPlace)],
    _ model: Model, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    writer.beginObject()
    try writeMembers(of: node, model, &writer, context)
    for (key, place) in assembled {
      let mark = writer.mark
      writer.key(key)
      if try !write(place, model, &writer, context) { writer.rewind(to: mark) }
    }
    writer.endObject()
  }

  /// Writes all members of a node; an object within, only when there is something in it.
  private func writeMembers(
    of node: JSONOutputNode, _ model: Model, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    let memory = ObjectMemory(model)
    for index in node.steps.indices {
      let step = node.steps[index]
      switch step.form.write(from: memory, step.key, &writer) {
      case .value: continue
      case .none:
        if writesNull {
          writer.key(step.key)
          writer.null()
        }
      case .codec:
        let mark = writer.mark
        let noted = context.issueCount
        do {
          let isWritten = try step.codec?.use {
            try $0.codec.writeMember(
              step.key, from: memory, at: step.form.offset, &writer, context)
          }
          if isWritten == false, writesNull {
            writer.key(step.key)
            writer.null()
          }
          if context.issueCount > noted { moveIssues(from: noted, node.members[index], context) }
        } catch {
          try omit(error, node.members[index], context)
          writer.rewind(to: mark)
        }
      case .notHere:
        try write(node.members[index], model, nil, &writer, context)
      }
    }
  }

  /// Makes sure that nobody is changing the properties with `keys`, or any.
  @inline(never)
  func checkReads(of model: Model, _ keys: Set<String>? = nil) {
    for field in fields where keys?.contains(field.property.key) ?? true {
      field.property.access.checkRead(of: model)
    }
  }

  @inline(never)
  private func moveIssues(
    from first: Int, _ member: JSONOutputNode.Member, _ context: WritingContext
  ) {
    context.moveIssues(from: first, into: JSONKeyPath.step(to: member.name))
  }

  @inline(never)
  private func omit(
    _ error: any Error, _ member: JSONOutputNode.Member, _ context: WritingContext
  ) throws {
    let field = fields[member.fields[0]]
    try omit(writingFailure(error, field, JSONKeyPath.step(to: member.name)), field, context)
  }

  /// The members of JSON that the model keeps; none when the caller selects what is written.
  private func extras(of model: Model, _ context: WritingContext) -> [String: Any] {
    guard mapped != nil, context.selection == nil else { return [:] }
    return (model as? any JSONExtrasKeeping)?.jsonExtras ?? [:]
  }

  /// The members in the order asked for.
  private func members(_ context: WritingContext) -> JSONOutputNode {
    guard context.options.contains(.sortedKeys) else { return output }
    return sortedOutput.object ?? sortedOutput.store(output.sorted())
  }

  /// The keys that the adapter and the caller's selection leave; nil for all.
  private func includedKeys(of model: Model, _ context: WritingContext) -> Set<String>? {
    if context.filter == nil, context.selection == nil { return nil }
    var keys = wholeOutput.keys
    if let selection = context.selection { keys.formIntersection(selection.children.keys) }
    return context.filter?(keys, model) ?? keys
  }

  /// Writes the value of a field, of the models within it what the selection names.
  private func write(
    _ field: any JSONField, _ model: Model, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    guard let selection = context.selection else {
      return try field.write(from: model, &writer, context)
    }
    context.selection = selection.within(field.property.key)
    defer { context.selection = selection }
    try field.write(from: model, &writer, context)
  }

  /// Writes those members of a node that `keys` leaves.
  private func writeMembers(
    of node: JSONOutputNode, _ model: Model, _ keys: Set<String>?, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws {
    for member in node.members {
      try write(member, model, keys, &writer, context)
    }
  }

  /// Writes a member, whatever it is; an object within, only when there is something in it.
  private func write(
    _ member: JSONOutputNode.Member, _ model: Model, _ keys: Set<String>?,
    _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    guard let child = member.child else {
      return try writeValue(of: member, model, keys, &writer, context)
    }
    let mark = writer.mark
    writer.key(member.key)
    writer.beginObject()
    let empty = writer.mark
    if keys == nil, context.isWhole {
      try writeMembers(of: child, model, &writer, context)
    } else {
      try writeMembers(of: child, model, keys, &writer, context)
    }
    if writer.mark == empty { writer.rewind(to: mark) } else { writer.endObject() }
  }

  private func writeValue(
    of member: JSONOutputNode.Member, _ model: Model, _ keys: Set<String>?,
    _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    var writesNull = false
    let noted = context.issueCount
    for (order, index) in member.fields.enumerated() {
      let field = fields[index]
      if let keys, !keys.contains(field.property.key) { continue }
      if writesNil(field) { writesNull = true }
      if field.isNil(in: model) { continue }
      let mark = writer.mark
      writer.key(member.key)
      do {
        try write(field, model, &writer, context)
        if context.issueCount > noted { moveIssues(from: noted, member, context) }
        if member.fields.count > 1 {
          try checkAgreement(of: member, from: order, model, keys, writer, context)
        }
        return
      } catch {
        let failure = writingFailure(error, field, JSONKeyPath.step(to: member.name))
        try omit(failure, field, context)
        writer.rewind(to: mark)
        return
      }
    }
    if writesNull {
      writer.key(member.key)
      writer.null()
    }
  }

  /// Tells whether nil is written as null.
  func writesNil(_ field: any JSONField) -> Bool {
    (field.policy ?? policy).nilOnExport == .null && !field.tellsAbsence
  }

  /// Several properties that are written to one member have to agree: the first one's value counts,
  /// and another value is an error or, where a mismatch is none, an issue.
  @inline(never)
  private func checkAgreement(
    of member: JSONOutputNode.Member, from first: Int, _ model: Model, _ keys: Set<String>?,
    _ outer: borrowing JSONWriter, _ context: WritingContext
  ) throws {
    func text(_ field: any JSONField, _ outer: borrowing JSONWriter) throws -> [UInt8] {
      var writer = JSONWriter(within: outer, options: [.sortedKeys])
      try write(field, model, &writer, context)
      return writer.bytes()
    }
    let written = fields[member.fields[first]]
    let value = try text(written, outer)
    for index in member.fields.dropFirst(first + 1) {
      let field = fields[index]
      if keys?.contains(field.property.key) == false || field.isNil(in: model) { continue }
      if try text(field, outer) == value { continue }
      let failure = ConversionError(
        .typeMismatch, at: 0, expected: "the value of \"\(written.property.key)\"",
        found: "another; make one of both .readOnly"
      ).attributed(to: modelClass, field.property.key)
      guard (field.policy ?? policy).mismatch != .fail else { throw failure }
      context.note(.skipped, failure.inside(JSONKeyPath.step(to: member.name)))
    }
  }

  func writingFailure(
    _ error: any Error, _ field: any JSONField, _ step: String
  ) -> any Error {
    let failure =
      error as? ConversionError
      ?? (error as? JSONAdapterError).map { ConversionError($0) }
      ?? ConversionError(
        .transformFailed, at: 0, expected: field.property.key, found: Boxed.words(error: error),
        underlying: error)
    return failure.attributed(to: modelClass, field.property.key).inside(step)
  }

  /// Goes on without a number that has no JSON form, or an object that a hook rejects, where the
  /// policy leaves it out.
  func omit(_ error: any Error, _ field: any JSONField, _ context: WritingContext) throws {
    let policy = field.policy ?? policy
    guard let failure = error as? ConversionError else { throw error }
    switch failure.kind {
    case .notFinite, .noForm:
      guard policy.nonFinite == .omit else { throw error }
    case .validationFailed where policy.hookReject == .drop: break
    default: throw error
    }
    context.note(.skipped, failure)
  }

  // MARK: Objects that are put together

  private func assembledObject(
    _ model: Model, _ keys: Set<String>?, _ extras: [String: Any],
    _ outer: borrowing JSONWriter, _ context: WritingContext
  ) throws -> JSONTree {
    var object = try JSONTree(within: outer) { writer in
      writer.beginObject()
      try writeMembers(of: members(context), model, keys, &writer, context)
      writer.endObject()
    }
    // The places that have a value already; only needed where others lie within them.
    var taken: [[JSONKeyPath.Component]] = []
    func insert(_ value: JSONTree, at path: [JSONKeyPath.Component]) -> Bool {
      if overlaps {
        if taken.contains(where: path.lies(within:)) {
          return value.isNull || object.value(at: path[...]) == value
        }
        if !value.isNull { taken.append(path) }
      }
      return object.insert(value, at: path[...])
    }
    for item in assembled {
      let field = fields[item.field]
      if let keys, !keys.contains(field.property.key) { continue }
      if field.isNil(in: model) {
        guard writesNil(field) else { continue }
        for path in item.paths { _ = insert(.null, at: path) }
        continue
      }
      let tree: JSONTree
      do {
        tree = try JSONTree(within: outer) { try write(field, model, &$0, context) }
      } catch {
        try omit(writingFailure(error, field, item.step), field, context)
        continue
      }
      try checkObject(tree, item, field)
      switch item.target {
      case .path(let path):
        if !insert(tree, at: path) { try disagree(field, at: item.step, context) }
      case .root(let mustAgree):
        if let path = object.merge(tree), mustAgree { try disagree(field, at: path, context) }
      case .all(let paths):
        for (text, path) in paths {
          guard let part = tree[text] else { continue }
          if !insert(part, at: path) { try disagree(field, at: "." + text, context) }
        }
      }
    }
    if !extras.isEmpty { _ = object.merge(try tree(ofExtras: extras, outer, context)) }
    if context.options.contains(.sortedKeys) { object.sort() }
    return object
  }

  /// Handles a field whose place has another value already, which stays.
  private func disagree(_ field: any JSONField, at path: String, _ context: WritingContext) throws {
    let failure = ConversionError(
      .typeMismatch, at: 0, expected: "the value that another property writes here",
      found: "another; make one of both .readOnly"
    ).attributed(to: modelClass, field.property.key).inside(path)
    guard overlaps || (field.policy ?? policy).mismatch != .fail else { throw failure }
    context.note(.skipped, failure)
  }

  private func tree(
    ofExtras extras: [String: Any], _ outer: borrowing JSONWriter, _ context: WritingContext
  ) throws -> JSONTree {
    do {
      return try JSONTree(within: outer) {
        try plans.codec(for: Any.self)?.write(extras, &$0, context)
      }
    } catch let error as ConversionError {
      throw error.attributed(to: modelClass, "jsonExtras")
    }
  }

  /// Makes sure that there are members to be spread over the object.
  private func checkObject(_ tree: JSONTree, _ item: AssembledField, _ field: any JSONField) throws
  {
    if case .path = item.target { return }
    switch tree {
    case .object, .whole: return
    default: break
    }
    throw ConversionError(
      .typeMismatch, at: 0, expected: "object", found: "another value, which has no members"
    ).attributed(to: modelClass, field.property.key)
  }

  private func finished(
    _ object: JSONTree, _ model: Model, _ context: WritingContext
  ) throws -> JSONWholeObject {
    guard let hook = model as? any JSONFinishing else { return JSONWholeObject(object) }
    var json = try object.value() as? [String: Any] ?? [:]
    // An inner object that stays as it is need not be made again.
    var known: [UInt: JSONWholeObject] = [:]
    try object.collect(&known)
    var tree = try finishing {
      try hook.finish(&json)
      return try self.tree(ofFinished: json, known: known)
    }
    if context.options.contains(.sortedKeys) { tree.sort() } else { tree.order(like: object) }
    return JSONWholeObject(tree, members: json)
  }

  private func tree(
    ofFinished json: [String: Any], known: [UInt: JSONWholeObject] = [:]
  ) throws -> JSONTree {
    try JSONTree(json, known: known, maximumDepth: StackRoom.depthOfValues(policy.maximumDepth))
  }

  /// Runs `body`, which finishes an object and looks at what came of it.
  private func finishing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as JSONValueError {
      throw ConversionError(error).attributed(to: modelClass, nil)
    } catch let error as JSONAdapterError {
      throw ConversionError(error).attributed(to: modelClass, nil)
    } catch {
      throw ConversionError(
        .validationFailed, at: 0, expected: "\(modelClass)", found: Boxed.words(error: error),
        underlying: error
      ).attributed(to: modelClass, nil)
    }
  }

  /// Writes an object that a hook finishes, of which there is nothing to be made but its members;
  /// returns false, with nothing done, for any other.
  private func writeFinished(
    _ model: Model, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws -> Bool {
    guard let parts = dictionaries.finished, let hook = model as? any JSONFinishing,
      var json = try? boxedMembers(
        parts, model, DictionaryWriting(policy: shared, depth: writer.depth))
    else { return false }
    let absent = Set(
      parts.others.map(\.member).filter { json[parts.members[$0].name] == nil })
    let finished = try finishing {
      try hook.finish(&json)
      return json.values.allSatisfy(Self.isFlat) ? nil : try tree(ofFinished: json)
    }
    if var tree = finished {
      // Objects within are ordered as they were written first.
      tree.order(like: try assembledObject(model, nil, [:], writer, context))
      tree.write(&writer)
    } else {
      try finishing { try writeFinished(json, absent, &writer) }
    }
    return true
  }

  /// Writes an object without objects in it: first the members that it had before it was finished, of
  /// which those at the indexes `absent` were not there, in the order of the class.
  private func writeFinished(
    _ json: [String: Any], _ absent: Set<Int>, _ writer: inout JSONWriter
  ) throws {
    let depth = writer.depth + StackRoom.depthOfValues(policy.maximumDepth)
    var count = 0
    writer.beginObject()
    for (index, member) in output.members.enumerated() where !absent.contains(index) {
      guard let value = json[member.name] else { continue }
      writer.key(member.key)
      try write(value, named: member.name, depth, &writer)
      count += 1
    }
    let added = count == json.count ? [] : others(of: json, absent)
    for (name, value) in added {
      writer.key(name)
      try write(value, named: name, depth, &writer)
    }
    writer.endObject()
  }

  /// The members that a hook added, in the order of their names.
  private func others(of json: [String: Any], _ absent: Set<Int>) -> [(key: String, value: Any)] {
    var others = json
    for (index, member) in output.members.enumerated() where !absent.contains(index) {
      others[member.name] = nil
    }
    return others.sorted { $0.key < $1.key }
  }

  private func write(
    _ value: Any, named name: String, _ maximumDepth: Int, _ writer: inout JSONWriter
  ) throws {
    do {
      try Boxed(json: value).write(to: &writer, maximumDepth: maximumDepth)
    } catch let error as JSONValueError {
      throw error.inside(key: name)
    }
  }

  /// Whether a value is no container, or an array of such values.
  private static func isFlat(_ value: Any) -> Bool {
    guard case .array(let elements) = Boxed(json: value) else { return isScalar(value) }
    return elements.allSatisfy(isScalar)
  }

  private static func isScalar(_ value: Any) -> Bool {
    switch Boxed(json: value) {
    case .object, .array, .other: false
    default: true
    }
  }
}

extension JSONMapping.AssembledField {
  /// The places that the value is put to; none for the object itself.
  fileprivate var paths: [[JSONKeyPath.Component]] {
    switch target {
    case .path(let path): [path]
    case .all(let paths): paths.map(\.path)
    case .root: []
    }
  }
}

extension [JSONKeyPath.Component] {
  /// Whether the path leads into what lies at `other`, or may: `[*]` is every index.
  fileprivate func lies(within other: [JSONKeyPath.Component]) -> Bool {
    count > other.count
      && zip(self, other).allSatisfy { own, other in
        own == other || own == .each && other.isIndex || own.isIndex && other == .each
      }
  }
}
