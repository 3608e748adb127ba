import Foundation

extension JSONMapping {
  /// Reads the value at the cursor, with which paths begin, or notes its place; moves past it.
  @inline(never)
  func readHead(
    _ index: Int, into model: Model, isUpdate: Bool, _ marks: inout MarkSet,
    from reader: inout JSONReader, in context: ReadingContext
  ) throws {
    marks.metOthers = true
    let place = ReadingContext.Place(&reader)
    if let known = knownMembers(in: input, reader, context)?[input.heads[index].name] {
      try readOthers(in: known, from: &reader, context)
      place.restore(&reader)
    }
    if !isUpdate, let only = input.heads[index].only {
      let noted = context.notes
      // As deep as if it were read after the others.
      reader.depth -= 1
      let isRead = try? read(only.field, at: only.path, into: model, from: &reader, in: context)
      if isRead == true, context.noteCount == noted.count, !context.skippedNull {
        _ = marks.insert(only.field)
        marks.deferredCount -= 1
        reader.depth = place.depth
        return
      }
      // Read again after the others, so that errors and issues keep their order.
      context.takeBack(to: noted)
      place.restore(&reader)
    }
    marks.heads?[index] = place.position
    try reader.skipValue()
  }

  /// Reads a field from a path in the value at the cursor, and moves past that value; returns false
  /// if the path leads nowhere.
  private func read(
    _ field: Int, at path: ArraySlice<JSONKeyPath.Component>, into model: Model,
    from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Bool {
    let place = ReadingContext.Place(&reader)
    if case .each? = path.first {
      guard let array = fields[field].array, reader.nextByte() == UInt8(ascii: "[") else {
        return false
      }
      return try readElements(
        of: array, at: path.dropFirst(), field, into: model, place: place, from: &reader,
        in: context)
    } else {
      guard let offset = try reader.offset(at: path) else { return false }
      reader.position = offset
      reader.depth = place.depth
      try readField(field, into: model, isUpdate: false, from: &reader, in: context)
      try place.skip(&reader)
    }
    return true
  }

  /// Reads the fields whose place depends on the whole object, which begins at `place`.
  ///
  /// - Parameter noted: The number of notes before that object.
  func readDeferred(
    _ model: Model, isUpdate: Bool, _ marks: inout MarkSet, at place: ReadingContext.Place,
    since noted: Int, from reader: inout JSONReader, in context: ReadingContext
  ) throws {
    for item in deferred {
      if case .fallback = item.source, marks.contains(item.field) { continue }
      place.restore(&reader)
      do {
        let found = try read(
          item, into: model, isUpdate: isUpdate, heads: marks.heads, at: place, from: &reader,
          in: context
        )
        if found, !context.skippedNull { _ = marks.insert(item.field) }
        if !found, isUpdate, context.isPatch {
          try renewReplaced(item, into: model, at: place, &reader, in: context)
        }
        context.skippedNull = false
      } catch {
        try handleBlocked(
          error, [item.field], at: place, since: noted, &marks, &reader, in: context)
      }
    }
  }

  /// Gives a field of which a merge patch has nothing the value of a new object, if the patch
  /// replaces an array on the way to it.
  private func renewReplaced(
    _ item: DeferredField, into model: Model, at place: ReadingContext.Place,
    _ reader: inout JSONReader, in context: ReadingContext
  ) throws {
    // A property is written at its first path.
    guard let path = item.paths.first, leadsThroughArray(path[...], from: place, &reader) else {
      return
    }
    take(fields[item.field].property, from: newObject(), in: model, context)
  }

  /// Returns false if the object has nothing at the field's place.
  private func read(
    _ item: DeferredField, into model: Model, isUpdate: Bool, heads: MarkSet.Heads?,
    at place: ReadingContext.Place, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Bool {
    switch item.source {
    case .root:
      let outer = context.spreadDepth
      // The object itself counts as a level, and its content as another.
      context.spreadDepth = place.depth + 2
      defer { context.spreadDepth = outer }
      // The whole object was entered, and can still be read as a value.
      if context.readUnread != nil {
        if try readUnread(item.field, from: &reader, in: context) { return true }
        reader.depth = place.depth + 1
        try readField(item.field, into: model, isUpdate: isUpdate, from: &reader, in: context)
        return true
      }
      return try read(
        [], field: item.field, into: model, isUpdate: isUpdate, at: place, from: &reader,
        in: context)
    case .firstOf(let stated):
      // Names of the object itself are met in reading its members.
      let alternatives =
        folding?.prefix.isEmpty ?? true
        ? stated : try stated.map { try counting($0, at: place, &reader, in: context) }
      guard
        let index = try alternative(
          alternatives, item, heads: heads, at: place, &reader, in: context),
        let path = begin(alternatives[index], item.heads[index], heads: heads, at: place, &reader)
      else { return false }
      return try read(
        path, field: item.field, into: model, isUpdate: isUpdate, at: place, from: &reader,
        in: context)
    case .all(let paths):
      var members: [Splice.Member] = []
      for (index, (name, path)) in paths.enumerated() {
        guard let rest = begin(path, item.heads[index], heads: heads, at: place, &reader),
          let part = try splice(rest, field: item.field, &reader, in: context)
        else { continue }
        members.append(Splice.Member(name: name, part: part))
      }
      guard !members.isEmpty else { return false }
      if isUpdate, context.isPatch, isOnlyRead(item.field), reader.areNull(members) {
        return false
      }
      try readSpliced(
        .object(members), field: item.field, into: model, isUpdate: isUpdate, at: place,
        from: &reader,
        in: context)
      return true
    case .fallback(let path, let name):
      let policy = fields[item.field].policy ?? policy
      if policy.fallsBackToLiteralNames, let offset = try reader.offset(at: [.key(name)]) {
        reader.position = offset
        reader.depth = place.depth
        try readField(item.field, into: model, isUpdate: isUpdate, from: &reader, in: context)
        return true
      }
      guard policy.collectsImplicitly else { return false }
      place.restore(&reader)
      do {
        return try readSpliced(
          path[...], field: item.field, into: model, isUpdate: isUpdate, at: place, from: &reader,
          in: context
        )
      } catch let error as ConversionError where error.modelClass == nil {
        // What blocks the path outside of arrays is told, or is another property's value.
        return false
      }
    case .path(let path):
      guard let rest = begin(path, item.heads[0], heads: heads, at: place, &reader) else {
        return false
      }
      return try read(
        rest, field: item.field, into: model, isUpdate: isUpdate, at: place, from: &reader,
        in: context)
    }
  }

  /// Whether nothing is written at a field's places, so that the nulls of a merge patch there remove
  /// members of others.
  private func isOnlyRead(_ field: Int) -> Bool {
    JSONKeyPaths.of(modelClass).path(of: fields[field].property)?.direction == .readOnly
  }

  /// Moves to the start of a path, in the object at `place` or at a noted value in it; returns the
  /// path from there, or nil if the path leads nowhere.
  private func begin(
    _ path: [JSONKeyPath.Component], _ head: Int, heads: MarkSet.Heads?,
    at place: ReadingContext.Place,
    _ reader: inout JSONReader
  ) -> ArraySlice<JSONKeyPath.Component>? {
    place.restore(&reader)
    guard head >= 0, let heads else { return path[...] }
    guard heads[head] >= 0 else {
      // A coder can have read such a member itself.
      return head >= input.heads.count && reader.readsValues ? path[...] : nil
    }
    reader.position = heads[head]
    return path.dropFirst()
  }

  /// Returns the first alternative with a value, otherwise the first null; nil if there is neither.
  /// One with a blocked path counts as absent, unless it is the only one, and so does one on the way
  /// to an earlier null, which says what the object there holds.
  private func alternative(
    _ alternatives: [[JSONKeyPath.Component]], _ item: DeferredField, heads: MarkSet.Heads?,
    at place: ReadingContext.Place, _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Int? {
    var null: Int?
    var blocked: (any Error)?
    for (index, path) in alternatives.enumerated() {
      if let null, path.leads(to: alternatives[null]) { continue }
      do {
        guard let rest = begin(path, item.heads[index], heads: heads, at: place, &reader),
          let kind = try reader.kind(at: rest)
        else { continue }
        // A patch says nothing of what a property was, or is, written elsewhere.
        if kind == .null, index != item.written, context.isPatch, path.count > 1,
          let rest = begin(path, item.heads[index], heads: heads, at: place, &reader)?.dropLast(),
          try reader.kind(at: rest) == .null
        {
          continue
        }
        if kind != .null {
          let others = alternatives.dropFirst(index + 1)
          try checkAgreement(of: path, with: others, item.field, place, &reader, in: context)
          return index
        }
        null = null ?? index
      } catch let error as ConversionError where error.modelClass == nil {
        blocked = blocked ?? error
      }
    }
    if null == nil, let blocked { throw blocked }
    return null
  }

  /// Reports or refuses alternatives with different values, if the policy does.
  private func checkAgreement(
    of path: [JSONKeyPath.Component], with others: ArraySlice<[JSONKeyPath.Component]>,
    _ field: Int, _ place: ReadingContext.Place, _ reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    let field = fields[field]
    // Not copied, because a policy is large.
    let rule = field.policy?.alternatives ?? policy.alternatives
    if rule == .first { return }
    func value(_ path: [JSONKeyPath.Component]) -> (text: [UInt8], origin: Int)? {
      place.restore(&reader)
      // Bad elements are told where the field is read.
      guard let parts = try? reader.splice(path[...], recover: { _, _, _ in }) else { return nil }
      let text = parts.text(reader)
      var writer = JSONWriter(options: [.sortedKeys])
      do {
        let value =
          reader.readsValues
          ? parts.valueInMemory(reader)
          : try JSONBytes(text.bytes).withReader(maximumDepth: .max) { try $0.readValue() }
        try writer.any(value, maximumDepth: writer.depthLeft(of: policy.maximumDepth))
        return (writer.bytes(), parts.start ?? place.position)
      } catch {
        // A number that no value can hold is compared as text; reading the field reports the error.
        return (text.bytes, parts.start ?? place.position)
      }
    }
    guard let first = value(path)?.text else { return }
    // A value and one on the way to it can't be equal.
    for other in others where !other.leads(to: path) && !path.leads(to: other) {
      guard let found = value(other), found.text != first, found.text != Array("null".utf8)
      else { continue }
      let failure = ConversionError(
        .typeMismatch, at: found.origin,
        expected: "the value at \(JSONKeyPath(.path(path)))",
        found: field.property.isSecret ? Boxed.secret : reader.describeValue(at: found.origin)
      ).attributed(to: modelClass, field.property.key)
      if rule == .report {
        context.note(.skipped, failure)
      } else {
        try context.fail(failure)
      }
    }
  }

  /// Reads a field from one path, from the object at the cursor; returns false if it leads
  /// nowhere.
  private func read(
    _ path: ArraySlice<JSONKeyPath.Component>, field: Int, into model: Model, isUpdate: Bool,
    at place: ReadingContext.Place, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Bool {
    let start = ReadingContext.Place(&reader)
    if let each = path.firstIndex(of: .each) {
      if !isUpdate, let array = try offset(at: path[..<each], field, &reader) {
        reader.position = array
        reader.depth = place.depth
        if try readElements(
          path[(each + 1)...], field: field, into: model, from: &reader, in: context)
        {
          return true
        }
      }
      start.restore(&reader)
      return try readSpliced(
        path, field: field, into: model, isUpdate: isUpdate, at: place, from: &reader, in: context)
    }
    guard let offset = try offset(at: path, field, &reader) else {
      if path.count < 2 || !collectsImplicitly(field) { return false }
      start.restore(&reader)
      return try readSpliced(
        path, field: field, into: model, isUpdate: isUpdate, at: place, from: &reader, in: context)
    }
    reader.position = offset
    // The object itself counts as a level, so that a class within itself meets the limit.
    reader.depth = offset == place.position ? place.depth + 1 : place.depth
    if isUpdate, leadsThroughArray(path, from: start, &reader) {
      try context.replacing {
        try readField(field, into: model, isUpdate: isUpdate, from: &reader, in: context)
      }
    } else {
      try readField(field, into: model, isUpdate: isUpdate, from: &reader, in: context)
    }
    return true
  }

  /// Whether the first index, or `[*]`, of a path from `start` stands at an array; returns to the cursor.
  private func leadsThroughArray(
    _ path: ArraySlice<JSONKeyPath.Component>, from start: ReadingContext.Place,
    _ reader: inout JSONReader
  ) -> Bool {
    guard let index = path.firstIndex(where: { $0.name == nil }) else { return false }
    let place = ReadingContext.Place(&reader)
    defer { place.restore(&reader) }
    start.restore(&reader)
    guard let array = try? reader.offset(at: path[..<index]) else { return false }
    reader.position = array
    return reader.nextByte() == UInt8(ascii: "[")
  }

  /// The offset of the value at a path of names and indexes, or nil; nil, too, if the policy lets
  /// names lead through an array on the path.
  private func offset(
    at path: ArraySlice<JSONKeyPath.Component>, _ field: Int, _ reader: inout JSONReader
  ) throws -> Int? {
    do {
      return try reader.offset(at: path)
    } catch let error as ConversionError where collectsImplicitly(field) {
      reader.position = error.offset
      guard reader.nextByte() == UInt8(ascii: "[") else { throw error }
      return nil
    }
  }

  /// Reads an array field from the values at `path` in the elements of the array at the cursor, in
  /// place; returns false, with nothing read, if that is impossible.
  private func readElements(
    _ path: ArraySlice<JSONKeyPath.Component>, field: Int, into model: Model,
    from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Bool {
    guard let array = fields[field].array, !path.contains(.each), try reader.peekKind() == .array
    else {
      return false
    }
    let place = ReadingContext.Place(&reader)
    return try readElements(
      of: array, at: path, field, into: model, place: place, from: &reader, in: context)
  }

  private func readElements(
    of array: any JSONArrayField, at path: ArraySlice<JSONKeyPath.Component>, _ field: Int,
    into model: Model, place: ReadingContext.Place, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws -> Bool {
    let noted = context.notes
    let collects = collectsImplicitly(field)
    do {
      let offsets = try reader.offsets(inElementsAt: path) {
        if collects, $2.nextByte() == UInt8(ascii: "[") { throw PassesArray() }
        try context.handleElement($0, $1, &$2)
      }
      let end = reader.position
      reader.depth = place.depth + 1
      try array.read(elementsAt: offsets, into: model, from: &reader, in: context)
      reader.position = end
      if context.noteCount != noted.count {
        try settle(noted.count, index: field, at: place, into: model, &reader, in: context)
      }
    } catch is PassesArray {
      context.takeBack(to: noted)
      return false
    } catch {
      try handle(
        error, at: place, fields[field], into: model, since: noted.count, &reader, in: context)
    }
    return true
  }

  func collectsImplicitly(_ field: Int) -> Bool {
    // Not copied, because a policy is large.
    fields[field].policy?.collectsImplicitly ?? policy.collectsImplicitly
  }

  /// A path that goes on through the elements of an array, by the policy.
  private struct PassesArray: Error {}

  /// Reads a field from the values at a path through the elements of arrays; returns false if it
  /// leads nowhere.
  private func readSpliced(
    _ path: ArraySlice<JSONKeyPath.Component>, field: Int, into model: Model, isUpdate: Bool,
    at place: ReadingContext.Place, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Bool {
    let start = ReadingContext.Place(&reader)
    let noted = context.noteCount
    /// The array, as far as the path leads, or else the object.
    func wholePlace() -> ReadingContext.Place {
      var names = path.prefix { $0 != .each }
      while !names.isEmpty {
        start.restore(&reader)
        if let offset = try? reader.offset(at: names) {
          return ReadingContext.Place(at: offset, depth: place.depth)
        }
        names.removeLast()
      }
      return ReadingContext.Place(at: start.position, depth: place.depth)
    }
    do {
      guard let parts = try splice(path, field: field, &reader, in: context) else { return false }
      let dropped = context.noteCount
      try readSpliced(
        parts, field: field, into: model, isUpdate: isUpdate, at: place, from: &reader, in: context)
      if dropped != noted {
        try settle(noted, index: field, at: wholePlace(), into: model, &reader, in: context)
      }
    } catch let error as BadElement {
      try handle(
        error.failure, at: wholePlace(), fields[field], into: model, isUpdate: isUpdate,
        since: noted, &reader, in: context)
    }
    return true
  }

  /// An element at which a path can't go on, and that the policy doesn't drop.
  private struct BadElement: Error {
    let failure: ConversionError
  }

  /// The value at a path, from the value at the cursor: an array, if the path goes through the
  /// elements of one, or nil.
  ///
  /// - Throws: a `BadElement`, or the error of a value before the first elements at which the path
  ///   can't go on.
  private func splice(
    _ path: ArraySlice<JSONKeyPath.Component>, field: Int, _ reader: inout JSONReader,
    in context: ReadingContext
  ) throws -> Splice? {
    let collects = collectsImplicitly(field)
    return try fields[field].withRules(context) {
      try reader.splice(path, collects: collects) { error, place, reader in
        do {
          try context.handleElement(error, place, &reader)
        } catch let error as ConversionError {
          throw BadElement(failure: error)
        }
      }
    }
  }

  /// Reads a field from a value assembled from several places.
  private func readSpliced(
    _ parts: Splice, field: Int, into model: Model, isUpdate: Bool,
    at place: ReadingContext.Place,
    from reader: inout JSONReader, in context: ReadingContext
  ) throws {
    if reader.readsValues {
      reader.depth = place.depth
      reader.go(to: parts, at: place.position)
      return try readField(field, into: model, isUpdate: isUpdate, from: &reader, in: context)
    }
    let text = parts.text(reader)
    try inner(
      JSONBytes(text.bytes), at: place.position, in: context, depth: place.depth,
      superseded: context.superseded, origin: text.origin
    ) {
      try self.readField(field, into: model, isUpdate: isUpdate, from: &$0, in: $1)
    }
  }

  /// Returns whether the object at the cursor leaves `model` its identity.
  func hasSameIdentity(
    _ model: Model, _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Bool {
    if identity.isEmpty { return true }
    let own = ModelsByIdentity.Identity(of: model)
    if context.extent == .part {
      // An object without an identity is about `model`.
      guard let named = try namedIdentity(&reader, in: context) else { return true }
      return own == named
    }
    let absent = context.isPatch ? model : newObject()
    return try lookingAhead(&reader, in: context) { place, reader, context in
      var values: [Any?] = []
      for part in identity {
        let named = try value(of: part, in: place, &reader, context)
        values.append(named ?? part.field.property.access.unwrappedValue(of: absent))
      }
      return own == ModelsByIdentity.Identity(values: values, of: modelClass)
    } ?? true
  }

  /// Returns the identity in the object at the cursor: nil within an Optional for null, nil for
  /// none.
  func namedIdentity(
    _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> ModelsByIdentity.Identity?? {
    if identity.isEmpty { return nil }
    return try lookingAhead(&reader, in: context) { try identity(in: $0, &$1, $2) } ?? nil
  }

  /// Returns the values that identify the object at the cursor; nil if it lacks one, or one is null.
  func namedValues(_ reader: inout JSONReader, in context: ReadingContext) throws -> [Any]? {
    if keyed != nil, !ModelSchema.of(modelClass).identityKeys.isEmpty {
      return context.elementName.map { [$0.base] }
    }
    if identity.isEmpty { return nil }
    return try lookingAhead(&reader, in: context) { place, reader, context -> [Any]? in
      var values: [Any] = []
      for part in identity {
        guard case .some(.some(let value)) = try value(of: part, in: place, &reader, context) else {
          return nil
        }
        values.append(value)
      }
      return values
    } ?? nil
  }

  /// Runs `body` at the object at the cursor, prepared, and returns to it; nil if it can't be
  /// prepared.
  private func lookingAhead<Result>(
    _ reader: inout JSONReader, in context: ReadingContext,
    _ body: (ReadingContext.Place, inout JSONReader, ReadingContext) throws -> Result
  ) throws -> Result? {
    let place = ReadingContext.Place(&reader)
    let outer = (shared: context.shared, repaired: context.repaired)
    if hasOwnPolicy { context.shared = shared }
    context.repaired.insert(.all)
    defer {
      place.restore(&reader)
      (context.shared, context.repaired) = outer
    }
    guard let prepare else { return try body(place, &reader, context) }
    guard let json = try? prepare.prepare(try anyMembers(&reader, in: context)) else { return nil }
    let depth = StackRoom.depthToRead(policy.maximumDepth)
    return try JSONBytes(value: json).withReader(maximumDepth: depth) { reader in
      try body(ReadingContext.Place(&reader), &reader, context)
    }
  }

  /// The identity in the prepared object at `place`.
  private func identity(
    in place: ReadingContext.Place, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> ModelsByIdentity.Identity?? {
    if identity.count == 1 {
      return try value(of: identity[0], in: place, &reader, context).map {
        ModelsByIdentity.Identity(value: $0, of: modelClass)
      }
    }
    var values: [Any?] = []
    for part in identity {
      guard let value = try value(of: part, in: place, &reader, context) else { return nil }
      values.append(value)
    }
    return .some(ModelsByIdentity.Identity(values: values, of: modelClass))
  }

  /// A part of the identity: nil if it is absent or can't be read, which reading the object reports.
  private func value(
    of part: (field: any JSONField, paths: [[JSONKeyPath.Component]]),
    in place: ReadingContext.Place, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Any?? {
    var found: Any??
    var null: [JSONKeyPath.Component] = []
    // The first of several members counts as the last, as in a class cluster: if the object has another
    // one, reading it finds that out, and the document is read again.
    let isWatching = !context.hasSuperseded && prepare == nil && folding == nil
    let watched = isWatching ? input.table : .empty
    for path in part.paths where !path.leads(to: null) {
      place.restore(&reader)
      // A value that blocks the path is passed over, as in reading alternatives.
      guard let offset = try? offset(ofValueAt: path[...], &reader, watching: watched)
      else { continue }
      reader.position = offset
      reader.depth = place.depth
      let isNull = try reader.peekKind() == .null
      if isNull, found != nil { continue }
      if isNull { null = path }
      do {
        found = .some(try part.field.value(&reader, in: context))
      } catch {
        return nil
      }
      if !isNull { break }
    }
    return found
  }
}

extension [JSONKeyPath.Component] {
  /// Whether a longer path goes on from this one.
  fileprivate func leads(to other: Self) -> Bool { count < other.count && other.starts(with: self) }
}

extension JSONReader {
  /// The offset of the value at a path of names and indexes, from the value at the cursor, or nil.
  /// A null on the path counts as the value.
  ///
  /// - Parameter watched: The names of which the object at the cursor has one member, or is read again.
  mutating func offset(
    at path: ArraySlice<JSONKeyPath.Component>, _ watched: JSONKeyTable = .empty
  ) throws -> Int? {
    let watched = path.count == 1 ? watched : .empty
    for component in path {
      switch (component, try peekKind()) {
      case (.key(let name), .object):
        guard let offset = try offset(ofMember: name, watched) else { return nil }
        position = offset
      case (.index(let index), .array):
        guard try beginArray() else { return nil }
        for _ in 0..<index {
          try skipValue()
          guard try nextElement() else { return nil }
        }
      case (_, .null):
        return position
      default:
        throw mismatch(component == .each || component.isIndex ? "array" : "object")
      }
    }
    return ReadingContext.Place(&self).position
  }

  /// Handles an element at which a path can't go on; throws if the policy doesn't drop it.
  fileprivate typealias BlockedElement = (
    _ error: any Error, _ place: ReadingContext.Place, _ reader: inout JSONReader
  ) throws -> Void

  /// The offsets of the values at a path of names and indexes in the elements of the array at the
  /// cursor; moves past the array.
  fileprivate mutating func offsets(
    inElementsAt path: ArraySlice<JSONKeyPath.Component>, recover: BlockedElement
  ) throws -> [Int] {
    var offsets: [Int] = []
    guard try beginArray() else { return offsets }
    offsets.reserveCapacity(4)
    // Prepared once, not for each element.
    var name: MemberName?
    if path.count == 1, case .key(let key)? = path.first { name = MemberName(key) }
    repeat {
      let element = ReadingContext.Place(&self)
      if let name, nextByte() == UInt8(ascii: "{") {
        // Moves to the object's end.
        if let offset = try offset(ofMember: name) { offsets.append(offset) }
      } else {
        do {
          if let offset = try offset(at: path) { offsets.append(offset) }
        } catch let error as ConversionError {
          let blocked = ReadingContext.Place(at: error.offset, depth: element.depth)
          try recover(error, blocked, &self)
        }
        try element.skip(&self)
      }
    } while try nextElement()
    return offsets
  }

  /// The kind of the value at a path, from the value at the cursor, or nil.
  fileprivate mutating func kind(
    at path: ArraySlice<JSONKeyPath.Component>
  ) throws -> Kind? {
    let names = path.prefix { $0 != .each }
    guard let offset = try offset(at: names) else { return nil }
    position = offset
    if names.count == path.count, isLive {
      return unreadValue(at: self.position)?.isNull == true ? .null : .live
    }
    let kind = try peekKind()
    if names.count < path.count, kind != .array, kind != .null { throw mismatch("array") }
    return kind
  }

  /// Whether all parts of the document are null.
  fileprivate mutating func areNull(_ parts: [Splice.Member]) -> Bool {
    let position = position
    defer { self.position = position }
    return parts.allSatisfy { member in
      guard case .value(let range) = member.part else { return false }
      self.position = range.lowerBound
      return (try? peekKind()) == .null
    }
  }

  /// The value at a path, from the value at the cursor: an array, if the path goes through the
  /// elements of one, or nil.
  ///
  /// - Parameter collects: Whether a name leads through the elements of an array, too.
  fileprivate mutating func splice(
    _ path: ArraySlice<JSONKeyPath.Component>, collects: Bool = false, recover: BlockedElement
  ) throws -> Splice? {
    var rest = path
    while let component = rest.first {
      let kind = try peekKind()
      if kind == .null { break }
      if component == .each || collects && component.isKey, kind == .array {
        let inner = component == .each ? rest.dropFirst() : rest
        return try elements(recover) {
          try $0.splice(inner, collects: collects, recover: recover)
        }
      }
      guard component != .each else { throw mismatch("array") }
      guard let offset = try offset(at: [component]) else { return nil }
      position = offset
      rest = rest.dropFirst()
    }
    return try part()
  }

  /// The value at the cursor as a part.
  private mutating func part() throws -> Splice {
    let place = ReadingContext.Place(&self)
    try skipValue()
    return .value(place.position..<position)
  }

  /// The parts that `body` finds in the elements of the array at the cursor.
  private mutating func elements(
    _ recover: BlockedElement, _ body: (inout JSONReader) throws -> Splice?
  ) throws -> Splice {
    let start = ReadingContext.Place(&self).position
    var parts: [Splice] = []
    if try beginArray() {
      repeat {
        let place = ReadingContext.Place(&self)
        do {
          if let part = try body(&self) { parts.append(part) }
        } catch let error as ConversionError {
          try recover(error, ReadingContext.Place(at: error.offset, depth: place.depth), &self)
        }
        try place.skip(&self)
      } while try nextElement()
    }
    return .array(parts, at: start)
  }
}

extension JSONKeyPath.Component {
  var isIndex: Bool {
    if case .index = self { true } else { false }
  }
}
