/// Reads a document into models while its bytes arrive.
///
/// It looks at each byte once, for the containers. Members and elements that arrived as a whole go
/// through the mapping, as in a whole document. Only what the end of a chunk cuts off grows: an open
/// object gets its model then, and its own members are read in the same way.
final class GrowingReader {
  typealias TextPlace = GrowingObject.TextPlace

  /// A container of the text that has not ended.
  private struct Container {
    let isArray: Bool
    let start: Int
    /// The whole members or elements that were not read yet.
    var unread: Range<Int>
    /// The current member or element.
    var member = 0
    var nameEnd = 0
    /// The name of the current member, once it was asked for: its bytes can be gone.
    var name: String?
    var value = 0
    /// The number of elements, and of those read.
    var count = 0
    var readCount = 0
    /// The end of the members among which the one that chooses the class was looked for.
    var searched = 0
    /// Whether its value counts as a whole.
    var isWhole = false
  }

  /// The use of an open container.
  private enum Frame {
    /// A container on the path to the place.
    case passage
    case object(GrowingObject)
    /// The array in a property; nil for the array of the models to yield.
    case elements((list: any GrowingElements, owner: GrowingObject, name: String)?)
  }

  private enum State {
    case value, first, next, name, colon, between, text, bare, end
  }

  let modelClass: Model.Type
  private let given: Model?
  private let plans: PolicyPlans
  private let place: [JSONKeyPath.Component]
  private let takesArray: Bool
  private let limit: Int
  private let report: (JSONIssue) -> Void
  private let array: JSONArrayCodec<Model>

  private var source = ElementSplitter.ArrivingText()
  private var state = State.value
  private var isEscaped = false
  private var containers: [Container] = []
  private var frames: [Frame] = []
  /// The steps to the current members of the containers with frames.
  private var steps: [JSONKeyPath.Component] = []
  private var depthLimit = 0
  private var rootStart = 0
  /// Whether the value at the place has begun.
  private var hasRoot = false
  /// Whether it has begun, and not ended.
  private var isInRoot = false
  /// How far the current text has been read; nil if it doesn't grow.
  private var textEnd: Int?
  private var isFirstText = true
  private var textStart = TextPlace(offset: 0, line: 1, column: 1)
  /// Whether the current text counts as a whole.
  private var isWholeText = false
  private var growing: [ObjectIdentifier: GrowingFields] = [:]
  /// The arrays with elements that are not stored yet.
  private var changedLists: [any GrowingElements] = []
  private var isReading = false
  private var failure: (any Error)?

  /// The models that have changed, or ended, since the last call.
  private var changed: [Model] = []
  /// The model at the place, or the latest one of the array there.
  private(set) var model: Model?

  init(
    _ modelClass: Model.Type, into given: Model?, _ plans: PolicyPlans,
    at place: [JSONKeyPath.Component], takesArray: Bool, limit: Int,
    _ report: @escaping (JSONIssue) -> Void
  ) {
    self.modelClass = modelClass
    self.given = given
    self.plans = plans
    self.place = place
    self.takesArray = takesArray
    self.limit = limit
    self.report = report
    model = given
    array = JSONArrayCodec(JSONModelCodec(modelClass, plans))
  }

  // MARK: Bytes

  /// Reads a chunk; returns the models that it changed, or ended.
  func append(_ chunk: [UInt8]) throws -> [Model] {
    try reading {
      source.append(chunk)
      try advance()
    }
  }

  /// Ends the text.
  func finish() throws -> [Model] {
    try reading {
      source.end()
      try advance()
      if case .bare = state, containers.isEmpty { try endValue(at: source.base + source.next) }
      guard case .end = state else { return try refuseEnd() }
    }
  }

  private func reading(_ body: () throws -> Void) throws -> [Model] {
    precondition(!isReading, "A hook of the model can't append to the text that is being read.")
    if let failure { throw failure }
    isReading = true
    defer {
      storeLists()
      isReading = false
    }
    changed = []
    // Each chunk can come on another thread.
    depthLimit = StackRoom.depthToRead(plans.policy.rules.maximumDepth)
    do {
      try body()
    } catch {
      failure = error
      throw error
    }
    return changed
  }

  /// Stores what has been added to arrays: once for each chunk.
  private func storeLists() {
    for list in changedLists { list.store() }
    changedLists = []
  }

  private func advance() throws {
    do {
      try scan()
    } catch let misplaced as Misplaced {
      // What is wrong before it comes first.
      try settle()
      throw error(misplaced)
    }
    try settle()
    source.start = (unreadStart ?? source.base + source.next) - source.base
    if source.bytes.count - source.start > limit { throw tooLarge() }
  }

  /// The first byte that is still to be read.
  private var unreadStart: Int? {
    if let textEnd { return textEnd }
    guard !frames.isEmpty else {
      if case .value = state, containers.isEmpty { return nil }
      return hasEnded ? nil : rootStart
    }
    let container = containers[frames.count - 1]
    if containers.count > frames.count { return container.member }
    switch state {
    case .name, .colon, .value, .text, .bare: return container.member
    case .first, .next, .between, .end: return nil
    }
  }

  private var hasEnded: Bool { if case .end = state { true } else { false } }

  // MARK: Scanning

  private struct Misplaced: Error {
    let kind: JSONSyntaxError.Kind
    let offset: Int
  }

  private func scan() throws {
    let bytes = source.bytes
    var next = source.next
    defer { source.next = next }
    while next < bytes.count {
      let byte = bytes[next]
      switch state {
      case .name, .text:
        if isEscaped {
          isEscaped = false
          next += 1
          continue
        }
        while next < bytes.count, bytes[next] != UInt8(ascii: "\""),
          bytes[next] != UInt8(ascii: "\\")
        { next += 1 }
        guard next < bytes.count else { return }
        next += 1
        if bytes[next - 1] == UInt8(ascii: "\\") {
          isEscaped = true
        } else if case .name = state {
          containers[containers.count - 1].nameEnd = source.base + next
          state = .colon
        } else {
          try endValue(at: source.base + next)
        }
        continue
      case .bare:
        while next < bytes.count, !Self.endsBare(bytes[next]) { next += 1 }
        guard next < bytes.count else { return }
        try endValue(at: source.base + next)
        continue
      case .value, .first, .next, .colon, .between, .end: break
      }
      if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        next += 1
        continue
      }
      if byte >= 0x80 {
        source.next = next
        if source.passMark(byte) {
          next = source.next
          continue
        }
        if source.isMarkWhole, source.isCharacterCut { return }
        let scalar = source.isMarkWhole ? source.character : nil
        let kind: JSONSyntaxError.Kind =
          hasEnded ? .trailingText : scalar.map { .unexpectedCharacter($0) } ?? .invalidUTF8
        throw Misplaced(kind: kind, offset: source.base + next)
      }
      try take(byte, at: source.base + next)
      next += 1
    }
  }

  private static func endsBare(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): true
    default: false
    }
  }

  /// Processes a byte of the structure.
  private func take(_ byte: UInt8, at offset: Int) throws {
    let isArray = containers.last?.isArray ?? false
    switch (state, byte) {
    case (.end, _): throw Misplaced(kind: .trailingText, offset: offset)
    case (.first, UInt8(ascii: "}")) where !isArray, (.between, UInt8(ascii: "}")) where !isArray,
      (.first, UInt8(ascii: "]")) where isArray, (.between, UInt8(ascii: "]")) where isArray:
      try close(at: offset + 1)
    case (.between, UInt8(ascii: ",")): state = .next
    case (.colon, UInt8(ascii: ":")): state = .value
    case (.first, UInt8(ascii: "\"")) where !isArray, (.next, UInt8(ascii: "\"")) where !isArray:
      beginMember(at: offset)
      state = .name
    case (.first, _) where isArray, (.next, _) where isArray:
      try beginValue(byte, at: offset)
    case (.value, _):
      try beginValue(byte, at: offset)
    case (.first, _), (.next, _), (.colon, _), (.between, _), (.name, _), (.text, _), (.bare, _):
      throw unexpected(byte, at: offset)
    }
  }

  private func unexpected(_ byte: UInt8, at offset: Int) -> Misplaced {
    Misplaced(kind: .unexpectedCharacter(Unicode.Scalar(byte)), offset: offset)
  }

  private func beginMember(at offset: Int) {
    let last = containers.count - 1
    containers[last].member = offset
    containers[last].name = nil
    if containers[last].unread.isEmpty { containers[last].unread = offset..<offset }
  }

  private func beginValue(_ byte: UInt8, at offset: Int) throws {
    let following: State
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): following = .first
    case UInt8(ascii: "\""): following = .text
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"),
      UInt8(ascii: "f"), UInt8(ascii: "n"):
      following = .bare
    default: throw unexpected(byte, at: offset)
    }
    if let last = containers.indices.last {
      if containers[last].isArray { beginMember(at: offset) }
      containers[last].value = offset
    }
    let isOnPath = try isOnPath()
    if isOnPath {
      hasRoot = frames.count == place.count
      isInRoot = hasRoot
      rootStart = offset
    }
    state = following
    isWholeText = false
    guard following == .first else { return }
    if containers.count >= depthLimit {
      throw Misplaced(kind: .tooDeep(limit: UInt32(clamping: depthLimit)), offset: offset)
    }
    containers.append(
      Container(isArray: byte == UInt8(ascii: "["), start: offset, unread: offset + 1..<offset + 1))
    // What leads to the models can't wait for the end of the chunk.
    if isOnPath, !hasRoot || containers[containers.count - 1].isArray { try settle() }
  }

  /// Whether the value that begins is the one at the place, or leads there.
  private func isOnPath() throws -> Bool {
    guard !isInRoot, frames.count == containers.count, frames.count <= place.count else {
      return false
    }
    guard let last = containers.indices.last else { return true }
    let step = step(inContainer: last)
    guard step == place[last] else { return false }
    if hasRoot {
      throw JSONAdapterError(
        .invalidJSON, found: "\(Boxed.quoted(step.label)) occurs again, after it has been read")
    }
    return true
  }

  private func endValue(at end: Int, isRead: Bool = false) throws {
    if isInRoot, containers.count == place.count {
      isInRoot = false
      if !isRead { try readRoot(to: end) }
      return endMember(at: end, isRead: true)
    }
    if textEnd != nil {
      try growText(to: end - 1, isLast: true)
      textEnd = nil
      return endMember(at: end, isRead: true)
    }
    endMember(at: end, isRead: isRead)
  }

  private func endMember(at end: Int, isRead: Bool) {
    guard let last = containers.indices.last else {
      state = .end
      return
    }
    state = .between
    containers[last].count += 1
    if isRead {
      containers[last].unread = end..<end
      containers[last].readCount = containers[last].count
    } else {
      containers[last].unread = containers[last].unread.lowerBound..<end
    }
  }

  private func close(at end: Int) throws {
    let level = containers.count - 1
    guard frames.count > level else {
      containers.removeLast()
      return try endValue(at: end)
    }
    try readMembers(of: level)
    try complete(level)
    frames.removeLast()
    containers.removeLast()
    if level > 0 { steps.removeLast() }
    try endValue(at: end, isRead: true)
  }

  // MARK: Making models

  /// Reads what has arrived as a whole, and begins what the end of the chunk cuts off.
  private func settle() throws {
    while true {
      if let level = frames.indices.last { try readMembers(of: level) }
      guard containers.count > frames.count, !containers[frames.count].isWhole,
        let frame = try frame()
      else { break }
      frames.append(frame)
    }
    if case .text = state, frames.count == containers.count { try growText() }
  }

  /// Begins the outermost container without a frame; returns nil if it counts as a whole, or has to
  /// wait.
  private func frame() throws -> Frame? {
    let level = frames.count
    let container = containers[level]
    let outer = level == 0 ? nil : containers[level - 1]
    guard let holder = frames.last, let outer, level > place.count else {
      return try frameOnPath(level)
    }
    let step = step(inContainer: level - 1)
    let plan: NestedPlan?
    switch holder {
    case .passage: plan = nil
    case .object(let object):
      guard case .key(let name) = step else { return nil }
      switch object.field(inMember: name) {
      case .elements(let list) where container.isArray:
        object.checkAccess()
        object.begin(member: name)
        let begun = list.begun(in: object.model)
        changedLists.append(begun)
        noteChange()
        object.note(textPlace(outer.value), ofMember: name)
        steps.append(step)
        return .elements((begun, object, name))
      case .model(let nested) where !container.isArray: plan = nested
      case .elements, .model, .text, nil: plan = nil
      }
    case .elements(let list?): plan = container.isArray ? nil : list.list.nested
    case .elements(nil):
      let rules = plans.policy.rules
      // The policy can drop an element when it has ended.
      let isFinal = rules.badElement == .fail && rules.hookReject == .fail
      plan = isFinal && !container.isArray ? array.element.nestedPlan : nil
    }
    guard let plan else { return whole(level) }
    guard let (mapping, tag) = try mapping(for: try plan.plan(), level) else { return nil }
    let model = mapping.modelClass.init()
    let fields = fields(of: try mapping.observable)
    switch holder {
    case .passage: break
    case .object(let object):
      guard case .key(let name) = step else { return nil }
      object.checkAccess()
      object.begin(member: name)
      object.place(model, inMember: name)
      object.note(textPlace(outer.value), ofMember: name)
    case .elements(let list?):
      list.list.add(model)
      changedLists.append(list.list)
    case .elements(nil): self.model = model
    }
    steps.append(step)
    noteChange()
    return .object(
      GrowingObject(model, isUpdate: false, fields, tag: tag, at: textPlace(container.start)))
  }

  private func frameOnPath(_ level: Int) throws -> Frame? {
    let container = containers[level]
    let step = level == 0 ? nil : step(inContainer: level - 1)
    if level < place.count {
      let leads = level == 0 || step == place[level - 1]
      guard leads, place[level].isIndex == container.isArray else { return whole(level) }
      if let step { steps.append(step) }
      return .passage
    }
    guard level == 0 || step == place[level - 1] else { return whole(level) }
    if container.isArray {
      guard takesArray else { return whole(level) }
      _ = try plans.plan(of: modelClass)
      if let step { steps.append(step) }
      return .elements(nil)
    }
    let plan = try plans.plan(of: given.map { type(of: $0) } ?? modelClass)
    if let mistake = plan.readingMistake { throw mistake }
    if given != nil {
      if let mistake = plan.updatingMistake { throw mistake }
      guard plan.chosenPlans == nil else { return whole(level) }
    }
    guard let (mapping, tag) = try mapping(for: plan, level) else { return nil }
    let model = given ?? mapping.modelClass.init()
    self.model = model
    if let step { steps.append(step) }
    if given == nil { noteChange() }
    return .object(
      GrowingObject(
        model, isUpdate: given != nil, fields(of: try mapping.observable), tag: tag,
        at: textPlace(container.start)))
  }

  private func whole(_ level: Int) -> Frame? {
    containers[level].isWhole = true
    return nil
  }

  private func fields(of mapping: JSONMapping) -> GrowingFields {
    growing.value(for: ObjectIdentifier(mapping)) { GrowingFields(mapping) }
  }

  /// The plan of the class of the object at a level, and the member that chose it; nil if the object
  /// counts as a whole, or its class is not known yet.
  private func mapping(
    for plan: JSONMapping, _ level: Int
  ) throws -> (mapping: JSONMapping, tag: String?)? {
    if let mistake = plan.readingMistake { throw mistake }
    if plan.chosenPlans == nil {
      guard plan.readsByMember else {
        _ = whole(level)
        return nil
      }
      return (plan, nil)
    }
    guard let tag = plan.tagName else {
      _ = whole(level)
      return nil
    }
    let container = containers[level]
    let searched = max(container.searched, container.start + 1)
    let met = container.unread.upperBound
    guard met > searched else { return nil }
    containers[level].searched = met
    // After a comma, unless they are the first.
    let skipped = source.bytes[(searched - source.base)...].firstIndex(of: UInt8(ascii: "\""))
    // Its frame is still to come, so that its own step isn't among the others.
    let step = level == 0 ? nil : step(inContainer: level - 1)
    let unsearched = (skipped ?? 0) + source.base..<met
    let names = try read(unsearched, of: level, plan.plans, nil, nil, step) { reader, _ in
      var names: [String] = []
      guard try reader.beginObject() else { return names }
      repeat {
        names.append(try reader.readKey())
        try reader.skipValue()
      } while try reader.nextMember()
      return names
    }
    guard names.contains(tag) else { return nil }
    let chosen: JSONMapping? = try read(
      container.start + 1..<met, of: level, plan.plans, nil, nil, step
    ) { reader, context in
      defer { reader.position = reader.count }
      return try context.choice(of: plan)?.plan(of: reader).use { $0 }
    }
    guard let chosen, chosen.readsByMember, !chosen.hooks.asksClass else {
      _ = whole(level)
      return nil
    }
    if let mistake = chosen.readingMistake { throw mistake }
    return (chosen, tag)
  }

  private func noteChange() {
    guard let model, changed.last !== model else { return }
    changed.append(model)
  }

  // MARK: Reading

  /// Reads the members or elements of a container that arrived as a whole.
  private func readMembers(of level: Int) throws {
    let container = containers[level]
    guard !container.unread.isEmpty else { return }
    let unread = container.unread
    switch frames[level] {
    case .passage:
      try read(unread, of: level, plans) { reader, _ in try reader.skipValue() }
    case .object(let object):
      object.checkAccess()
      func read() throws -> Bool? {
        var isAgain = false
        return try self.read(unread, of: level, object.plans, isUpdate: object.isUpdate) {
          reader, context in
          defer { isAgain = true }
          return try object.read(&reader, isAgain: isAgain, context)
        }
      }
      if try read() ?? read() ?? true { noteChange() }
      try noteValues(unread, of: object)
    case .elements(let list?):
      changedLists.append(list.list)
      var count = 0
      try read(unread, of: level, list.owner.plans) { reader, context in
        // With a repeated member within them, the elements are read once more.
        list.list.removeLast(count)
        count = 0
        count = try list.owner.read(list.list, inMember: list.name, &reader, context)
      }
      if count > 0 { noteChange() }
    case .elements(nil):
      let models = try read(unread, of: level, plans) { reader, context in
        context.repaired.insert(.ofElements(plans.policy.rules))
        return try context.naming(modelClass) { try array.read(from: &reader, in: context) }
      }
      for model in models {
        self.model = model
        noteChange()
      }
    }
    let next = max(unread.upperBound, container.member)
    containers[level].unread = next..<next
    containers[level].readCount = container.count
  }

  /// Notes where values begin, for an object that can be refused for one of them.
  private func noteValues(_ members: Range<Int>, of object: GrowingObject) throws {
    guard object.places != nil else { return }
    let values = JSONBytes(part: 0..<members.count + 2, of: text(members, "{", "}"))
      .withReader(maximumDepth: .max) { reader in
        var values: [(name: String, offset: Int)] = []
        guard (try? reader.beginObject()) == true else { return values }
        repeat {
          guard let name = try? reader.readKey() else { break }
          _ = reader.nextByte()
          values.append((name, members.lowerBound - 1 + reader.position))
          guard (try? reader.skipValue()) != nil else { break }
        } while (try? reader.nextMember()) == true
        return values
      }
    for (name, offset) in values { object.note(textPlace(offset), ofMember: name) }
  }

  private func complete(_ level: Int) throws {
    switch frames[level] {
    case .passage:
      if !hasRoot { try refuseAbsence(level) }
    case .object(let object):
      object.checkAccess()
      do {
        try DocumentReading(
          input: JSONInput(part: JSONBytes("{}")), plans: object.plans, modelClass: modelClass
        ).read(report: reporting(level), undo: object.isUpdate ? UndoLog() : nil) {
          reader, context in try object.complete(&reader, context)
        }
      } catch let error as JSONAdapterError {
        throw located(error, of: object, path(to: level))
      }
      noteChange()
    case .elements(let list): list?.list.store()
    }
  }

  /// The error of the end of an object, at the value that it is about.
  private func located(
    _ error: JSONAdapterError, of object: GrowingObject, _ path: [JSONKeyPath.Component]
  ) -> JSONAdapterError {
    var place = object.start
    if error.kind == .validationFailed, case .key(let name)? = error.pathComponents.first,
      let value = object.places?[name]
    {
      place = value
    }
    var moved = error.located(from: place.offset, place.line, place.column, path)
    moved.errors = error.errors.map { located($0, of: object, path) }
    return moved
  }

  /// Reads the value at the place, which arrived as a whole or counts as one.
  private func readRoot(to end: Int) throws {
    let input = JSONInput(part: part(rootStart..<end))
    let call = AdapterCall(plans)
    let path = frames.isEmpty ? [] : steps + [step(inContainer: frames.count - 1)]
    do {
      let report = report
      func tell(_ issue: JSONIssue) { report(issue.moved(into: path)) }
      if let given {
        try call.update(given, input, .part, tell)
      } else {
        model = try call.model(ofClass: modelClass, input, tell).value
      }
    } catch let error as JSONAdapterError {
      throw located(error, from: rootStart, in: path)
    }
    noteChange()
  }

  // MARK: Texts

  /// Reads what has arrived of a text, if it grows.
  private func growText() throws {
    guard let level = frames.indices.last, !isWholeText else { return }
    if textEnd == nil {
      let grows =
        switch frames[level] {
        case .passage, .elements(nil): false
        case .elements(let list?): list.list.areTexts
        case .object(let object):
          if case .key(let name) = step(inContainer: level),
            case .text = object.field(inMember: name)
          {
            true
          } else {
            false
          }
        }
      guard grows else {
        isWholeText = true
        return
      }
      textStart = textPlace(containers[level].value)
      if case .object(let object) = frames[level], case .key(let name) = step(inContainer: level) {
        object.begin(member: name)
        object.note(textStart, ofMember: name)
      }
      textEnd = containers[level].value + 1
      isFirstText = true
    }
    try growText(to: source.base + source.bytes.count, isLast: false)
  }

  private func growText(to end: Int, isLast: Bool) throws {
    guard let start = textEnd, let level = frames.indices.last else { return }
    let end = isLast ? end : source.base + Self.wholeScalars(in: source.bytes, start - source.base)
    guard end > start || isLast && isFirstText else { return }
    let plans: PolicyPlans
    switch frames[level] {
    case .passage, .elements(nil): return
    case .object(let object):
      object.checkAccess()
      plans = object.plans
    case .elements(let list?):
      plans = list.owner.plans
    }
    let step = step(inContainer: level)
    let piece = try read(start..<end, of: level, plans, "\"", "\"", step) { reader, _ in
      try reader.readStringIfPresent() ?? ""
    }
    textEnd = end
    switch frames[level] {
    case .passage, .elements(nil): break
    case .object(let object):
      guard case .key(let name) = step, case .text(let text) = object.field(inMember: name) else {
        break
      }
      text.add(piece, to: object.model, isFirst: isFirstText)
    case .elements(let list?):
      list.list.add(piece, isFirst: isFirstText)
      changedLists.append(list.list)
    }
    isFirstText = false
    noteChange()
  }

  /// The end of the whole scalars of a text that has no end yet. A high surrogate waits for the low
  /// one.
  private static func wholeScalars(in bytes: [UInt8], _ start: Int) -> Int {
    var next = start
    while next < bytes.count {
      let byte = bytes[next]
      var length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      if byte == UInt8(ascii: "\\") {
        guard next + 1 < bytes.count else { return next }
        length = 2
        if bytes[next + 1] == UInt8(ascii: "u") {
          guard next + 6 <= bytes.count else { return next }
          let isHigh =
            bytes[next + 2] | 0x20 == UInt8(ascii: "d")
            && [UInt8(ascii: "8"), UInt8(ascii: "9"), UInt8(ascii: "a"), UInt8(ascii: "b")]
              .contains(bytes[next + 3] | 0x20)
          length = isHigh ? 12 : 6
        }
      }
      guard next + length <= bytes.count else { return next }
      next += length
    }
    return next
  }

  // MARK: Parts

  private func step(inContainer level: Int) -> JSONKeyPath.Component {
    let container = containers[level]
    guard !container.isArray else { return .index(container.count) }
    if let name = container.name { return .key(name) }
    let name = source.bytes[container.member - source.base..<container.nameEnd - source.base]
    let decoded = JSONBytes(Array(name)).withReader(maximumDepth: .max) {
      try? $0.readStringIfPresent()
    }
    containers[level].name = decoded ?? ""
    return .key(decoded ?? "")
  }

  /// The path to the container at a level.
  private func path(to level: Int) -> [JSONKeyPath.Component] { Array(steps.prefix(level)) }

  private func text(_ range: Range<Int>, _ open: String, _ close: String) -> [UInt8] {
    let part = source.bytes[range.lowerBound - source.base..<range.upperBound - source.base]
    return Array(open.utf8) + part + Array(close.utf8)
  }

  private func part(_ range: Range<Int>) -> JSONBytes {
    JSONBytes(
      part: range.lowerBound - source.base..<range.upperBound - source.base, of: source.bytes,
      encoding: source.encoding)
  }

  /// Reports issues of the container at a level, in terms of the whole text.
  private func reporting(_ level: Int) -> (JSONIssue) -> Void {
    let count = containers[level].readCount
    return { [self] issue in report(issue.after(elements: count).moved(into: path(to: level))) }
  }

  /// Reads a part of the container at a level as a document of its own.
  private func read<Result>(
    _ range: Range<Int>, of level: Int, _ plans: PolicyPlans, isUpdate: Bool = false,
    _ open: String? = nil, _ close: String? = nil, _ step: JSONKeyPath.Component? = nil,
    _ body: (inout JSONReader, ReadingContext) throws -> Result
  ) throws -> Result {
    let isArray = containers[level].isArray
    let text = text(range, open ?? (isArray ? "[" : "{"), close ?? (isArray ? "]" : "}"))
    let readCount = containers[level].readCount
    do {
      return try DocumentReading(
        input: JSONInput(
          part: JSONBytes(part: 0..<text.count, of: text, encoding: source.encoding)),
        plans: plans, modelClass: modelClass
      ).read(report: reporting(level), undo: isUpdate ? UndoLog() : nil) { reader, context in
        reader.depth = level
        defer { reader.depth = 0 }
        return try body(&reader, context)
      }
    } catch let error as JSONAdapterError {
      var error = error
      if isArray, step == nil { error.moveElements(by: readCount) }
      let path = path(to: level) + (step.map { [$0] } ?? [])
      throw located(error, from: range.lowerBound, after: 1, in: path)
    }
  }

  private func textPlace(_ offset: Int) -> TextPlace {
    let (line, column) = source.location(of: offset - source.base)
    return TextPlace(offset: offset, line: line, column: column)
  }

  // MARK: Errors

  /// The error of a part of the text, which begins at `offset` and there has some bytes before it.
  private func located(
    _ error: JSONAdapterError, from offset: Int, after count: Int = 0,
    in path: [JSONKeyPath.Component]
  ) -> JSONAdapterError {
    let (line, column) = source.location(of: offset - source.base)
    return error.located(from: offset - count, line, column - count, path)
  }

  private func error(_ misplaced: Misplaced) -> JSONAdapterError {
    let kind = source.encoding?.kind(for: misplaced.kind) ?? misplaced.kind
    let (line, column) = source.location(of: misplaced.offset - source.base)
    let isTooDeep = if case .tooDeep = kind { true } else { false }
    var error = JSONAdapterError(
      isTooDeep ? .tooDeep : .invalidJSON, modelClass: isTooDeep ? nil : modelClass,
      path: .steps(openSteps), found: kind.phrase,
      underlying: JSONSyntaxError(
        kind, byteOffset: misplaced.offset, line: line, column: column))
    (error.line, error.column, error.byteOffset) = (line, column, misplaced.offset)
    return error
  }

  /// The steps to the innermost value that has begun and not ended.
  private var openSteps: [JSONKeyPath.Component] {
    guard !frames.isEmpty else { return [] }
    switch state {
    case .value, .text, .bare: return steps + [step(inContainer: frames.count - 1)]
    case .first, .next, .name, .colon, .between, .end:
      return containers.count > frames.count ? steps + [step(inContainer: frames.count - 1)] : steps
    }
  }

  private func tooLarge() -> JSONAdapterError {
    located(
      JSONAdapterError(
        .tooLarge, modelClass: modelClass,
        expected: "a value that is read as a whole of at most \(limit) bytes", found: "more"),
      from: source.base + source.start, in: openSteps)
  }

  /// Throws the error of a text that ends too early.
  private func refuseEnd() throws {
    guard let level = frames.indices.last else {
      if case .value = state, containers.isEmpty {
        throw error(Misplaced(kind: .emptyDocument, offset: source.base + source.next))
      }
      return try readRoot(to: source.base + source.bytes.count)
    }
    let end = source.base + source.bytes.count
    let start = textEnd ?? unreadStart ?? end
    let isText = textEnd != nil
    do {
      try read(
        start..<end, of: level, plans, isText ? "\"" : nil, "",
        isText ? step(inContainer: level) : nil
      ) { reader, _ in try reader.skipValue() }
    } catch var error as JSONAdapterError {
      if isText, let syntax = error.underlying as? JSONSyntaxError,
        case .unterminatedString = syntax.kind
      {
        // It lacks its end from the beginning.
        (error.line, error.column, error.byteOffset) =
          (textStart.line, textStart.column, textStart.offset)
        error.underlying = JSONSyntaxError(
          syntax.kind, byteOffset: textStart.offset, line: textStart.line, column: textStart.column)
      }
      throw error
    }
  }

  /// Throws the error of a document without the place.
  private func refuseAbsence(_ level: Int) throws {
    var call = AdapterCall(plans)
    call.place = Array(place.dropFirst(level))
    do {
      let empty = JSONBytes(containers[level].isArray ? "[]" : "{}")
      _ = try call.model(ofClass: modelClass, JSONInput(part: empty), { _ in })
    } catch let error as JSONAdapterError {
      throw error.located(
        from: containers[level].start, 1, 1, path(to: level))
    }
  }

  // MARK: Questions

  /// Whether the object of a model has begun and not ended.
  func isOpen(_ model: Model) -> Bool {
    frames.contains { frame in
      if case .object(let object) = frame { object.model === model } else { false }
    }
  }

  /// The path of the innermost value that has begun and not ended; nil before the first and after the
  /// last.
  var openPath: [JSONKeyPath.Component]? {
    if hasEnded || failure != nil || frames.isEmpty && containers.isEmpty { return nil }
    return openSteps
  }
}

extension JSONAdapterError {
  /// Adds the number of elements before a part of an array to an error within it.
  fileprivate mutating func moveElements(by count: Int) {
    if case .index(let index)? = pathComponents.first {
      documentPath = .steps([.index(index + count)] + pathComponents.dropFirst())
    }
    for index in errors.indices { errors[index].moveElements(by: count) }
  }
}
