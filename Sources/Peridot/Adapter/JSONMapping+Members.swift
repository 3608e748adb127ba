import Foundation

/// Reading the members of one object into the model.
extension JSONMapping {
  func readMembers(
    of node: InputNode, _ model: Model, isUpdate: Bool, _ marks: inout MarkSet,
    from reader: inout JSONReader, in context: ReadingContext
  ) throws {
    guard isUpdate, let undo = context.undo else {
      return try readNewMembers(of: node, model, &marks, from: &reader, in: context)
    }
    let memory = UndoLog.LiveMemory(model, undo)
    if reader.readsValues {
      return try readMembersInMemory(
        of: node, model, memory, isUpdate: true, &marks, from: &reader, in: context)
    }
    guard try reader.beginObject() else { return }
    try readMembers(of: node, model, memory, isUpdate: true, &marks, from: &reader, in: context)
  }

  func readNewMembers(
    of node: InputNode, _ model: Model, _ marks: inout MarkSet, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    if reader.readsValues {
      return try readMembersInMemory(
        of: node, model, ObjectMemory(model), isUpdate: false, &marks, from: &reader, in: context)
    }
    guard try reader.beginIndentedObject() else { return }
    try readMembers(
      of: node, model, ObjectMemory(model), isUpdate: false, &marks, from: &reader, in: context)
  }

  /// Reads the members of an object in memory: those of the plainest form go straight into the
  /// model, and all others first get a place in the document.
  private func readMembersInMemory<Memory: PlainMemory>(
    of node: InputNode, _ model: Model, _ memory: Memory, isUpdate: Bool,
    _ marks: inout MarkSet, from reader: inout JSONReader, in context: ReadingContext
  ) throws {
    let object = try reader.beginMembersInMemory()
    if object.isUnread {
      return try readUnread(
        object, of: node, into: model, isUpdate: isUpdate, &marks, from: &reader, in: context)
    }
    let table = node.table
    var folded: [(index: Int, name: String, value: Boxed)] = []
    var members = LentMembers(object.content)
    while members.next() {
      guard let index = table.index(of: members) else {
        if let folding, folding.node === node, let index = folding.index(of: members.key) {
          folded.append((index, members.key, members.boxed))
          continue
        }
        marks.metOthers = true
        if !mappedInNodes.isEmpty {
          reader.go(to: members.boxed, named: members.key, of: object)
          try readUnknown(in: node, from: &reader, context)
        }
        continue
      }
      let tag = table.tag(at: index)
      _ = marks.insert(FieldForm.mark(ofTag: tag))
      let form = FieldForm(tag: tag)
      if form.kind == .string || form.kind == .optionalString, let text = members.text {
        // An Optional's text has the layout of the text itself.
        memory.storeText(text, at: form.offset)
        continue
      }
      let value = members.boxed
      if form.read(value, into: memory) { continue }
      if form.kind == .none, FieldForm.isVariant(tag: tag), case .string = value { continue }
      reader.go(to: value, named: members.key, of: object)
      try readMember(
        index, of: node, into: model, isUpdate: isUpdate, &marks, from: &reader, in: context)
    }
    if !folded.isEmpty {
      let members = membersInAnyCase(folded, of: node, &marks, in: context)
      for (index, name, value, counts) in members {
        reader.go(to: value, named: name, of: object)
        guard counts else {
          try refuseRepeat(at: reader.position, in: context)
          continue
        }
        try readMember(
          index, of: node, into: model, isUpdate: isUpdate, &marks, from: &reader, in: context)
      }
    }
    reader.end(object)
  }

  /// Reads the members of a coder's object, each of which is decoded when it is read.
  @inline(never)
  private func readUnread(
    _ object: JSONReader.InMemory<[String: Any]>, of node: InputNode, into model: Model,
    isUpdate: Bool, _ marks: inout MarkSet, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    var folded: [(index: Int, name: String, value: Any)] = []
    for (name, value) in object.content {
      if let folding, folding.node === node, node.table.index(of: name) == nil,
        let index = folding.index(of: name)
      {
        folded.append((index, name, value))
        continue
      }
      reader.go(toUnread: value, named: name, of: object)
      if let index = node.table.index(of: name) {
        _ = marks.insert(FieldForm.mark(ofTag: node.table.tag(at: index)))
        try readMember(
          index, of: node, into: model, isUpdate: isUpdate, &marks, from: &reader, in: context)
      } else {
        marks.metOthers = true
        if !mappedInNodes.isEmpty { try readUnknown(in: node, from: &reader, context) }
      }
    }
    let members = membersInAnyCase(folded, of: node, &marks, in: context)
    for (index, name, value, counts) in members {
      reader.go(toUnread: value, named: name, of: object)
      guard counts else {
        try refuseRepeat(at: reader.position, in: context)
        continue
      }
      try readMember(
        index, of: node, into: model, isUpdate: isUpdate, &marks, from: &reader, in: context)
    }
    reader.end(object)
  }

  @inline(__always)
  private func readMembers<Memory: PlainMemory>(
    of node: InputNode, _ model: Model, _ memory: Memory, isUpdate: Bool,
    _ marks: inout MarkSet, from reader: inout JSONReader, in context: ReadingContext
  ) throws {
    var last = -1
    var first = -1
    members: while true {
      let stop = try PlainMembers.read(
        in: node.table, from: first, into: memory, &marks, hasSuperseded: context.hasSuperseded,
        &last, &reader)
      first = -1
      switch stop {
      case .end:
        break members
      case .unknown:
        let index = try folding == nil ? nil : foldedIndex(in: node, &marks, &reader, context)
        if let index, index >= 0 {
          // Its value is next.
          first = index
          continue
        }
        if index == nil {
          marks.metOthers = true
          try readUnknown(in: node, from: &reader, context)
        }
      case .superseded(let index):
        if try !isSuperseded(&reader, in: context) {
          // Its value is next.
          first = index
          continue
        }
      case .codec(let index):
        try readMember(
          index, of: node, into: model, isUpdate: isUpdate, &marks, from: &reader, in: context)
      }
      guard try reader.nextIndentedMember() else { break }
    }
  }

  /// Reads a member that doesn't have the plainest form.
  private func readMember(
    _ index: Int, of node: InputNode, into model: Model, isUpdate: Bool,
    _ marks: inout MarkSet, from reader: inout JSONReader, in context: ReadingContext
  ) throws {
    let place = ReadingContext.Place(at: reader.position, depth: reader.depth)
    do {
      guard index < node.members.count else {
        if node !== input {
          marks.metOthers = true
          return try readUnknown(in: node, from: &reader, context)
        }
        let head = index - node.members.count
        return try readHead(
          head, into: model, isUpdate: isUpdate, &marks, from: &reader, in: context)
      }
      if marks.heads != nil, node === input, let head = node.members[index].head {
        marks.heads?[head] = place.position
      }
      let form = FieldForm(tag: node.table.tag(at: index))
      if !isUpdate, form.isStored, !reader.isLive,
        try readStored(index, at: form.offset, of: node, into: model, from: &reader, in: context)
      {
        return
      }
      let member = node.members[index]
      if let child = member.child {
        try readChild(
          child, member, into: model, isUpdate: isUpdate, &marks, from: &reader, in: context)
      } else if member.fields.count == 1 {
        try readField(member.fields[0], into: model, isUpdate: isUpdate, from: &reader, in: context)
        if context.skippedNull { forgetNull(member.fields[0], &marks, in: context) }
      } else {
        try readFields(
          member.fields, into: model, isUpdate: isUpdate, &marks, from: &reader, in: context)
      }
    } catch {
      try context.hold(error, place, in: &marks.held, &reader)
    }
  }

  // Reads a stored property of a new model; returns false, with nothing read, if its codec needs
  // the model. Inlined, because it is called for each member; debug builds don't inline it, and so
  // need less stack per level.
  @inline(__always)
  private func readStored(
    _ index: Int, at offset: Int, of node: InputNode, into model: Model,
    from reader: inout JSONReader,
    in context: ReadingContext
  ) throws -> Bool {
    let memory = ObjectMemory(model)
    let place = ReadingContext.Place(&reader)
    let noted = context.noteCount
    do {
      if let plan = node.plans[index], reader.nextByte() == UInt8(ascii: "{") {
        try plan.use { try $0.readMember(into: memory, at: offset, from: &reader, in: context) }
        return true
      }
      guard let codec = node.codecs[index] else { return false }
      try codec.use {
        try $0.codec.readMember(into: memory, at: offset, from: &reader, in: context)
      }
      if context.noteCount != noted {
        try settle(
          noted, index: node.members[index].fields[0], at: place, into: model, &reader, in: context)
      }
    } catch {
      let field = fields[node.members[index].fields[0]]
      try handle(error, at: place, field, into: model, since: noted, &reader, in: context)
    }
    return true
  }

  /// Handles a repeated member, in a document whose repetitions are known, or are not.
  private func isSuperseded(
    _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Bool {
    let place = ReadingContext.Place(&reader)
    if context.refusesRepeats, folding != nil, !context.hasSuperseded {
      try refuseRepeat(at: place.position, in: context)
      try reader.skipValue()
      return true
    }
    guard context.hasSuperseded else { throw ReadingContext.DuplicateMember() }
    guard context.isSuperseded(at: place.position) else { return false }
    try reader.skipValue()
    return true
  }

  /// Reads a member that is not read in the pass, and tells what in it nothing maps, if the policy
  /// asks.
  private func readUnknown(
    in node: InputNode, from reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    guard let known = knownMembers(in: node, reader, context) else { return try reader.skipValue() }
    if let member = known[reader.lastKey] {
      return try readOthers(in: member, from: &reader, context)
    }
    let place = ReadingContext.Place(&reader)
    try tellUnknown(reader.lastKey, at: place.position, beside: known, in: context)
    try reader.skipValue()
  }

  /// What is mapped in the object that is being read; nil if nobody asks.
  func knownMembers(
    in node: InputNode, _ reader: borrowing JSONReader, _ context: ReadingContext
  ) -> MappedMembers? {
    // If a model is spread over an object, that object's own class knows its members.
    if mappedInNodes.isEmpty || node === input && context.spreadDepth == reader.depth { return nil }
    return mappedInNodes[ObjectIdentifier(node)]
  }

  /// Reads the value at the cursor, and tells the members in it that nothing maps.
  @inline(never)
  func readOthers(
    in known: MappedMembers, from reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    let place = ReadingContext.Place(&reader)
    let hasOthers = try known.readOthers(from: &reader, in: context) {
      try tellUnknown($0, at: $1, beside: $2, in: context)
    }
    // Of members that occur twice in it, the first was told, too.
    if hasOthers { context.givenUp.append(place.position..<reader.position) }
  }

  private func tellUnknown(
    _ name: String, at offset: Int, beside known: MappedMembers, in context: ReadingContext
  ) throws {
    var error = ConversionError(
      .unknownKey, at: offset, expected: "a member that is mapped", found: "\(Boxed.quoted(name))"
    ).attributed(to: modelClass, nil)
    if policy.unknownKeys == .report {
      context.note(.unknownKey, error)
    } else {
      error.cure = Spelling.nearest(to: name, among: known.names).map {
        ErrorAdvice("did you mean \(Boxed.quoted($0))?")
      }
      try context.fail(error)
    }
  }

  /// Reads several fields from the same value.
  @inline(never)
  private func readFields(
    _ indexes: [Int], into model: Model, isUpdate: Bool, _ marks: inout MarkSet,
    from reader: inout JSONReader, in context: ReadingContext
  ) throws {
    let place = ReadingContext.Place(&reader)
    for index in indexes {
      place.restore(&reader)
      _ = marks.insert(index)
      try readField(index, into: model, isUpdate: isUpdate, from: &reader, in: context)
      if context.skippedNull { forgetNull(index, &marks, in: context) }
    }
  }

  /// Treats a field that was null as absent.
  @inline(never)
  private func forgetNull(_ index: Int, _ marks: inout MarkSet, in context: ReadingContext) {
    context.skippedNull = false
    marks.remove(index)
  }

  /// Reads the values inside a member, and the fields at the member itself.
  @inline(never)
  private func readChild(
    _ child: InputNode, _ member: InputNode.Member, into model: Model, isUpdate: Bool,
    _ marks: inout MarkSet, from reader: inout JSONReader, in context: ReadingContext
  ) throws {
    let place = ReadingContext.Place(&reader)
    let noted = context.noteCount
    try readFields(
      member.fields, into: model, isUpdate: isUpdate, &marks, from: &reader, in: context)
    place.restore(&reader)
    let kind = try reader.peekKind()
    switch kind {
    case .object:
      try readMembers(of: child, model, isUpdate: isUpdate, &marks, from: &reader, in: context)
    case .null:
      // It can belong to members that no property maps, too.
      marks.metOthers = true
      if presence != nil { context.noteNull(of: model, member.mark) }
      // A null on the path is a null at its end.
      try readFields(
        child.allFields, into: model, isUpdate: isUpdate, &marks, from: &reader, in: context)
      try place.skip(&reader)
    case .array, .string, .number, .bool, .live:
      if kind == .array, let known = mappedInNodes[ObjectIdentifier(child)] {
        try readOthers(in: known, from: &reader, context)
        place.restore(&reader)
      }
      let fields = child.allFields
      if !member.fields.isEmpty {
        // The value is that of a property right here, and so is the mistake, if there is one.
        if context.noteCount > noted,
          context.hasMismatch(since: noted, of: { reader.isSame($0, place.position) })
        {
          marks.insert(all: fields)
        }
        try place.skip(&reader)
      } else if kind == .array,
        fields.contains(where: { (self.fields[$0].policy ?? policy).collectsImplicitly })
      {
        try place.skip(&reader)
      } else {
        let error = reader.mismatch("object")
        try handleBlocked(
          error, fields, at: place, since: context.noteCount, &marks, &reader, in: context)
      }
    }
  }

  @inline(never)
  func readField(
    _ index: Int, into model: Model, isUpdate: Bool, from reader: inout JSONReader,
    in context: ReadingContext
  ) throws {
    // Also if an alternative was looked for in the value: a nested mapping has other fields.
    if context.readUnread != nil, reader.nextByte() != UInt8(ascii: "n"),
      try readUnread(index, from: &reader, in: context)
    {
      return
    }
    let place = ReadingContext.Place(&reader)
    let field = fields[index]
    let noted = context.noteCount
    do {
      if isUpdate, context.isPatch, try removes(index, of: model, &reader, in: context) { return }
      try field.read(into: model, isUpdate: isUpdate, from: &reader, in: context)
      if context.noteCount != noted {
        try settle(noted, index: index, at: place, into: model, &reader, in: context)
      }
    } catch {
      try handle(
        error, at: place, field, into: model, isUpdate: isUpdate, since: noted, &reader, in: context
      )
    }
  }

  /// Reads a field from an unread value; returns false if the cursor is at a replacement to read.
  @inline(never)
  func readUnread(
    _ index: Int, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Bool {
    let place = ReadingContext.Place(&reader)
    guard let unread = reader.unreadValue(at: place.position) else { return false }
    guard let value = try context.readUnread?(index, unread) else {
      reader.skipWholeValue()
      return true
    }
    reader.replaceValue(by: value)
    return false
  }

  /// Names the property of the notes from reading its value at `place`, unless the model's own
  /// validation takes back their errors.
  @inline(never)
  func settle(
    _ noted: Int, index: Int, at place: ReadingContext.Place, into model: Model,
    _ reader: inout JSONReader, in context: ReadingContext
  ) throws {
    if hooks.overridesKeyValidation, !context.errors.isEmpty,
      try mendCollected(since: noted, fields[index], at: place, into: model, &reader, in: context)
    {
      return
    }
    let property = fields[index].property
    context.attribute(since: noted, to: modelClass, property.key)
    guard property.isSecret else { return }
    context.change(where: { $0.number >= noted }, by: { $0.conceal(at: place.position) })
  }
}

extension JSONMapping {
  /// Gives `model` the members of the object at `place` that no property maps.
  func keepExtras(
    of mapped: MappedMembers, in model: Model, merges: Bool, _ place: ReadingContext.Place,
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws {
    let end = reader.position
    place.restore(&reader)
    let noted = context.noteCount
    var extras: [String: Any]
    do {
      let known = merges ? keeping?.extras(of: model) ?? [:] : nil
      extras = try mapped.extras(&reader, in: context, beside: known) { error in
        if policy.mismatch == .fail { throw error }
        context.note(.skipped, error)
      }
      removeSpread(from: &extras, of: model)
      if let name = known?.lookalike(in: extras) {
        try context.handleLookalike(name, at: place.position)
      }
    } catch let error as ConversionError {
      throw error.attributed(to: modelClass, nil)
    }
    context.change(where: { $0.number >= noted }, by: { $0.attribute(to: modelClass, nil) })
    reader.position = end
    reader.depth = place.depth
    keep(extras, in: model, merges: merges, context)
  }

  /// Removes what a value that is spread over the object writes there: only the value knows its
  /// members.
  private func removeSpread(from extras: inout [String: Any], of model: Model) {
    for item in deferred where !extras.isEmpty {
      guard case .root = item.source else { continue }
      let context = WritingContext(policy: shared, options: [])
      context.isPatch = true
      var writer = JSONWriter()
      guard (try? fields[item.field].write(from: model, to: &writer, in: context)) != nil,
        let tree = try? JSONTree(writer.bytes())
      else { continue }
      extras.remove(tree, beside: keeping?.extras(of: model) ?? [:])
    }
  }

  /// Gives `model` the found members that no property maps.
  func keep(
    _ extras: [String: Any], in model: Model, merges: Bool, _ context: ReadingContext
  ) {
    context.undo?.willRunCode()
    keeping?.keep(extras, in: model, merges: merges)
  }
}

extension [String: Any] {
  /// Removes the members of a tree, at every level, and the nulls that would remove nothing from
  /// `known`.
  fileprivate mutating func remove(_ tree: JSONTree, beside known: [String: Any]) {
    guard case .object(let members) = tree else { return }
    for (name, value) in members where !hasLookalike(of: name) {
      guard var inner = self[name] as? [String: Any], case .object = value else {
        self[name] = nil
        continue
      }
      let old = known[name] as? [String: Any]
      inner.remove(value, beside: old ?? [:])
      self[name] = inner.isEmpty || old == nil && inner.hasOnlyNulls ? nil : inner
    }
  }

  private var hasOnlyNulls: Bool {
    values.allSatisfy { ($0 as? [String: Any])?.hasOnlyNulls ?? isNullObject($0) }
  }
}

extension JSONExtrasKeeping {
  fileprivate static func extras(of model: Model) -> [String: Any] {
    downcast(model, to: Self.self).jsonExtras
  }

  fileprivate static func keep(_ extras: [String: Any], in model: Model, merges: Bool) {
    let keeping = downcast(model, to: Self.self)
    keeping.jsonExtras = merges ? keeping.jsonExtras.patched(by: extras) : extras
  }
}

extension JSONMapping {
  /// The members of one object met so far.
  struct MarkSet: ~Copyable {
    private var low: UInt64 = 0
    /// Marks from 64 on; nil if there can be none.
    private var high: [UInt64]?
    /// Whether there were members, at any level, that are not read in the pass through the object.
    var metOthers = false
    /// The number of deferred fields that were not read in the pass.
    var deferredCount = 0
    /// The places of unread heads' values; nil if they are not noted.
    var heads: Heads?
    /// The error for which the object is given up once it is read to its end.
    var held = ReadingContext.HeldError()

    /// Offsets by the indexes of heads; -1 for an absent one.
    struct Heads {
      // Nearly all classes have only one, and an array takes a tenth of the time of reading an
      // object.
      private var first = -1
      private var second = -1
      private var others: [Int] = []

      subscript(index: Int) -> Int {
        get {
          switch index {
          case 0: first
          case 1: second
          default: others.count > index - 2 ? others[index - 2] : -1
          }
        }
        set {
          switch index {
          case 0: first = newValue
          case 1: second = newValue
          default:
            while others.count <= index - 2 { others.append(-1) }
            others[index - 2] = newValue
          }
        }
      }
    }

    /// Creates a set for marks below 64.
    @inline(__always)
    init() {}

    init(count: Int, deferredCount: Int = 0, notesHeads: Bool = false) {
      self.deferredCount = deferredCount
      heads = notesHeads ? Heads() : nil
      high = count > 64 ? Array(repeating: 0, count: (count - 1) / 64) : nil
    }

    func contains(_ mark: Int) -> Bool {
      let word = mark < 64 ? low : high?[mark / 64 - 1] ?? 0
      return word & 1 << UInt64(mark & 63) != 0
    }

    mutating func remove(_ mark: Int) {
      let bit: UInt64 = 1 << UInt64(mark & 63)
      if mark < 64 { low &= ~bit } else { high?[mark / 64 - 1] &= ~bit }
    }

    mutating func insert(all marks: [Int]) {
      for mark in marks { _ = insert(mark) }
    }

    var isEmpty: Bool { low == 0 && high?.allSatisfy { $0 == 0 } ?? true }

    func isDisjoint(with other: borrowing MarkSet) -> Bool {
      guard low & other.low == 0 else { return false }
      return zip(high ?? [], other.high ?? []).allSatisfy { $0 & $1 == 0 }
    }

    mutating func subtract(_ other: borrowing MarkSet) {
      low &= ~other.low
      guard let words = other.high else { return }
      for (index, word) in words.enumerated() { high?[index] &= ~word }
    }

    mutating func formUnion(_ other: borrowing MarkSet) {
      low |= other.low
      guard let words = other.high else { return }
      for (index, word) in words.enumerated() { high?[index] |= word }
    }

    /// Adds a mark; returns false if it was there.
    @inline(__always)
    mutating func insert(_ mark: Int) -> Bool {
      guard mark < 64 else { return insertHigh(mark) }
      let bit: UInt64 = 1 << UInt64(mark)
      defer { low |= bit }
      return low & bit == 0
    }

    @inline(never)
    private mutating func insertHigh(_ mark: Int) -> Bool {
      let bit: UInt64 = 1 << UInt64(mark & 63)
      guard let word = high?[mark / 64 - 1] else { return true }
      high?[mark / 64 - 1] = word | bit
      return word & bit == 0
    }
  }
}
