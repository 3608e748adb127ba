/// Reads a document into models while its bytes arrive.
///
/// It looks at each byte once, for the containers. Members and elements that arrived as a whole go
/// through the mapping, as in a whole document. Only what the end of a chunk cuts off grows: an open
/// object gets its model then, and its own members are read in the same way.
final class GrowingReader {
  typealias TextPlace = GrowingObject.TextPlace

  /// The use of an open container.
  private enum Frame {
    /// A container on the path to the place.
    case passage
    case object(GrowingObject)
    /// The collection in a property; nil for the array of the models to yield.
    case elements((list: any GrowingElements, owner: GrowingObject, name: String)?)
  }

  /// A text that grows, and has not ended.
  private final class OpenText {
    enum Holder {
      case property(GrowingText)
      case elements(any GrowingArray)
    }

    let holder: Holder
    let owner: GrowingObject
    let step: JSONKeyPath.Component
    let start: TextPlace
    /// How far it has been read, but for the chunks that the outline has not seen.
    var end: Int
    var isFirst = true
    /// Whether a chunk can be added that the outline doesn't see.
    var isContinued = false
    /// The bytes and scalars of those chunks.
    var unseen = (bytes: 0, scalars: 0)

    init(
      _ holder: Holder, of owner: GrowingObject, _ step: JSONKeyPath.Component, at start: TextPlace
    ) {
      self.holder = holder
      self.owner = owner
      self.step = step
      self.start = start
      end = start.offset + 1
    }

    func add(_ piece: String) {
      switch holder {
      case .property(let property): property.add(piece, to: owner.model, isFirst: isFirst)
      case .elements(let list): list.add(piece, isFirst: isFirst)
      }
      isFirst = false
    }
  }

  let modelClass: Model.Type
  private let given: Model?
  private let plans: PolicyPlans
  private let place: [JSONKeyPath.Component]
  private let takesArray: Bool
  private let limit: Int
  private let report: (JSONIssue) -> Void
  private let array: JSONArrayCodec<Model>

  // Sound: no code of the user's runs during an access, and while it runs `isReading` keeps it from
  // coming back.
  @safe @exclusivity(unchecked) private var outline = GrowingOutline()
  @safe @exclusivity(unchecked) private var frames: [Frame] = []
  /// The steps to the current members of the containers with frames.
  @safe @exclusivity(unchecked) private var steps: [JSONKeyPath.Component] = []
  private var rootStart = 0
  /// Whether the value at the place has begun.
  private var hasRoot = false
  /// Whether it has begun, and not ended.
  private var isInRoot = false
  @safe @exclusivity(unchecked) private var text: OpenText?
  private var growing: [ObjectIdentifier: GrowingFields] = [:]
  /// The collections with elements that are not stored yet.
  private var changedLists: [any GrowingElements] = []
  private var isReading = false
  private var failure: (any Error)?

  /// The models that the last chunk has changed, or ended.
  private(set) var changed: [Model] = []
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

  /// Reads a chunk; returns whether it changed or ended models.
  func append(_ chunk: [UInt8]) throws -> Bool {
    if growText(by: chunk) { return true }
    try reading {
      outline.source.append(chunk)
      try advance()
    }
    return !changed.isEmpty
  }

  /// Ends the text.
  func finish() throws {
    try reading {
      outline.source.end()
      try advance()
      if case .bare = outline.state, outline.containers.isEmpty { try endValue(at: end) }
      if !outline.hasEnded { try refuseEnd() }
    }
  }

  private func reading(_ body: () throws -> Void) throws {
    precondition(!isReading, "A hook of the model can't append to the text that is being read.")
    if let failure { throw failure }
    isReading = true
    defer {
      storeLists()
      isReading = false
    }
    changed = []
    if let text, text.isContinued {
      outline.source.pass(text.unseen.bytes, scalars: text.unseen.scalars)
      text.end += text.unseen.bytes
      text.unseen = (0, 0)
      text.isContinued = false
    }
    do {
      try body()
      if let text { text.isContinued = outline.isContinued(from: text.end) }
    } catch {
      failure = error
      throw error
    }
  }

  /// Stores what has been added to arrays: once for each chunk.
  private func storeLists() {
    if changedLists.isEmpty { return }
    for list in changedLists { list.store() }
    changedLists = []
  }

  private func advance() throws {
    // Each chunk can come on another thread.
    let depthLimit = StackRoom.depthToRead(plans.policy.rules.maximumDepth)
    do {
      while let stop = try outline.scan(to: stops(depthLimit)) {
        switch stop {
        case .beginning(let isContainer): try begin(isContainer: isContainer)
        case .end(let end): try endValue(at: end)
        case .closing(let end): try close(at: end)
        }
      }
    } catch let misplaced as GrowingOutline.Misplaced {
      // A mistake before it comes first.
      try settle()
      throw error(misplaced)
    }
    try settle()
    outline.source.start = (unreadStart ?? next) - outline.source.base
    if outline.source.bytes.count - outline.source.start > limit { throw tooLarge() }
  }

  private func stops(_ depthLimit: Int) -> GrowingOutline.Stops {
    GrowingOutline.Stops(
      containers: frames.count, depthLimit: depthLimit,
      atBeginnings: !isInRoot && frames.count <= place.count,
      atEnd: text != nil || isInRoot && frames.count == place.count)
  }

  /// The next byte to scan, and the end of all that arrived.
  private var next: Int { outline.source.base + outline.source.next }
  private var end: Int { outline.source.base + outline.source.bytes.count }

  /// The first byte that is still to be read.
  private var unreadStart: Int? {
    if let text { return text.end }
    guard let level = frames.indices.last else {
      if case .value = outline.state, outline.containers.isEmpty { return nil }
      return outline.hasEnded ? nil : rootStart
    }
    if outline.containers.count > frames.count { return outline.containers[level].member }
    switch outline.state {
    case .name, .colon, .value, .text, .bare: return outline.containers[level].member
    case .first, .next, .between, .end: return nil
    }
  }

  // MARK: Values

  /// Finds out whether the value that begins is the one at the place, or leads there.
  private func begin(isContainer: Bool) throws {
    let level = frames.count
    if level > 0 {
      let step = step(inContainer: level - 1)
      guard step == place[level - 1] else { return }
      if hasRoot {
        throw JSONAdapterError(
          .invalidJSON, found: "\(Boxed.quoted(step.label)) occurs again, after it has been read")
      }
    }
    hasRoot = level == place.count
    isInRoot = hasRoot
    rootStart = next - 1
    // A container that leads to the models can't wait for the end of the chunk.
    if isContainer, !hasRoot || outline.containers[level].isArray { try settle() }
  }

  private func endValue(at end: Int, isRead: Bool = false) throws {
    var isRead = isRead
    if isInRoot, outline.containers.count == place.count {
      isInRoot = false
      if !isRead { try readRoot(to: end) }
      isRead = true
    } else if text != nil {
      try growText(to: end - 1, isLast: true)
      text = nil
      isRead = true
    }
    outline.endValue(at: end, isRead: isRead)
  }

  private func close(at end: Int) throws {
    let level = frames.count - 1
    try readMembers(of: level)
    try complete(level)
    frames.removeLast()
    outline.containers.removeLast()
    if level > 0 { steps.removeLast() }
    try endValue(at: end, isRead: true)
  }

  // MARK: Making models

  /// Reads what has arrived as a whole, and begins what the end of the chunk cuts off.
  private func settle() throws {
    while true {
      if let level = frames.indices.last { try readMembers(of: level) }
      guard outline.containers.count > frames.count,
        !outline.containers[frames.count].isWhole, let frame = try frame()
      else { break }
      frames.append(frame)
    }
    if outline.isInText, frames.count == outline.containers.count { try growText() }
  }

  /// Begins the outermost container without a frame; returns nil if it counts as a whole, or has to
  /// wait.
  private func frame() throws -> Frame? {
    let level = frames.count
    let container = outline.containers[level]
    let outer = level == 0 ? nil : outline.containers[level - 1]
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
      case .elements(let list) where container.isArray == (list.array != nil):
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
      list.list.array?.add(model)
      changedLists.append(list.list)
    case .elements(nil): self.model = model
    }
    steps.append(step)
    noteChange()
    return .object(
      GrowingObject(model, isUpdate: false, fields, tag: tag, at: textPlace(container.start)))
  }

  private func frameOnPath(_ level: Int) throws -> Frame? {
    let container = outline.containers[level]
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
    outline.containers[level].isWhole = true
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
    let container = outline.containers[level]
    let searched = max(container.searched, container.start + 1)
    let met = container.unread.upperBound
    guard met > searched else { return nil }
    outline.containers[level].searched = met
    // After a comma, unless they are the first.
    let skipped = outline.source.bytes[(searched - outline.source.base)...]
      .firstIndex(of: UInt8(ascii: "\""))
    // Its frame is still to come, so that its own step isn't among the others.
    let step = level == 0 ? nil : step(inContainer: level - 1)
    let unsearched = (skipped ?? 0) + outline.source.base..<met
    let names = try read(unsearched, of: level, plan.plans, nil, nil, step) { reader, _ in
      try reader.memberNames()
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
    let container = outline.containers[level]
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
    outline.containers[level].unread = next..<next
    outline.containers[level].readCount = container.count
  }

  /// Notes where values begin, for an object that can be refused for one of them.
  private func noteValues(_ members: Range<Int>, of object: GrowingObject) throws {
    guard object.places != nil else { return }
    let values = JSONBytes(part: 0..<members.count + 2, of: outline.text(members, "{", "}"))
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
    let input = JSONInput(part: outline.part(rootStart..<end))
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
    if outline.isWholeText { return }
    if text == nil { text = openText() }
    guard let text else {
      outline.isWholeText = true
      return
    }
    try growText(to: outline.endOfScalars(from: text.end), isLast: false)
  }

  /// The current text, if it grows.
  private func openText() -> OpenText? {
    guard let level = frames.indices.last else { return nil }
    let step = step(inContainer: level)
    let value = outline.containers[level].value
    switch frames[level] {
    case .passage, .elements(nil): return nil
    case .elements(let list?):
      guard let array = list.list.array, array.areTexts else { return nil }
      return OpenText(.elements(array), of: list.owner, step, at: textPlace(value))
    case .object(let object):
      guard case .key(let name) = step, case .text(let text) = object.field(inMember: name) else {
        return nil
      }
      let start = textPlace(value)
      object.begin(member: name)
      object.note(start, ofMember: name)
      return OpenText(.property(text), of: object, step, at: start)
    }
  }

  private func growText(to end: Int, isLast: Bool) throws {
    guard let text, let level = frames.indices.last else { return }
    guard end > text.end || isLast && text.isFirst else { return }
    text.owner.checkAccess()
    let piece = try read(
      text.end..<end, of: level, text.owner.plans, "\"", "\"", text.step
    ) { reader, _ in try reader.readStringIfPresent() ?? "" }
    text.end = end
    text.add(piece)
    if case .elements(let list) = text.holder { changedLists.append(list) }
    noteChange()
  }

  /// Adds a chunk to the current text without a look at the outline, as most chunks of long texts can
  /// be; returns whether it could.
  private func growText(by chunk: [UInt8]) -> Bool {
    guard let text, text.isContinued, !isReading, !chunk.isEmpty,
      let piece = JSONReader.plainText(chunk)
    else { return false }
    text.owner.checkAccess()
    isReading = true
    defer { isReading = false }
    text.unseen.bytes += chunk.count
    text.unseen.scalars += piece.scalarCount
    text.add(piece.text)
    if case .elements(let list) = text.holder { list.store() }
    if changed.count != 1 { changed = model.map { [$0] } ?? [] }
    return true
  }

  // MARK: Parts

  private func step(inContainer level: Int) -> JSONKeyPath.Component {
    outline.step(inContainer: level)
  }

  /// The path to the container at a level.
  private func path(to level: Int) -> [JSONKeyPath.Component] { Array(steps.prefix(level)) }

  /// Reports issues of the container at a level, in terms of the whole text.
  private func reporting(_ level: Int) -> (JSONIssue) -> Void {
    let count = outline.containers[level].readCount
    return { [self] issue in report(issue.after(elements: count).moved(into: path(to: level))) }
  }

  /// Reads a part of the container at a level as a document of its own.
  private func read<Result>(
    _ range: Range<Int>, of level: Int, _ plans: PolicyPlans, isUpdate: Bool = false,
    _ open: String? = nil, _ close: String? = nil, _ step: JSONKeyPath.Component? = nil,
    _ body: (inout JSONReader, ReadingContext) throws -> Result
  ) throws -> Result {
    let isArray = outline.containers[level].isArray
    let text = outline.text(range, open ?? (isArray ? "[" : "{"), close ?? (isArray ? "]" : "}"))
    let readCount = outline.containers[level].readCount
    do {
      return try DocumentReading(
        input: JSONInput(
          part: JSONBytes(part: 0..<text.count, of: text, encoding: outline.source.encoding)),
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
    let (line, column) = outline.source.location(of: offset - outline.source.base)
    return TextPlace(offset: offset, line: line, column: column)
  }

  // MARK: Errors

  /// The error of a part of the text, which begins at `offset` and there has some bytes before it.
  private func located(
    _ error: JSONAdapterError, from offset: Int, after count: Int = 0,
    in path: [JSONKeyPath.Component]
  ) -> JSONAdapterError {
    let (line, column) = outline.source.location(of: offset - outline.source.base)
    return error.located(from: offset - count, line, column - count, path)
  }

  private func error(_ misplaced: GrowingOutline.Misplaced) -> JSONAdapterError {
    let kind = outline.source.encoding?.kind(for: misplaced.kind) ?? misplaced.kind
    let (line, column) = outline.source.location(of: misplaced.offset - outline.source.base)
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
    switch outline.state {
    case .value, .text, .bare: return steps + [step(inContainer: frames.count - 1)]
    case .first, .next, .name, .colon, .between, .end:
      return outline.containers.count > frames.count
        ? steps + [step(inContainer: frames.count - 1)] : steps
    }
  }

  private func tooLarge() -> JSONAdapterError {
    located(
      JSONAdapterError(
        .tooLarge, modelClass: modelClass,
        expected: "a value that is read as a whole of at most \(limit) bytes", found: "more"),
      from: outline.source.base + outline.source.start, in: openSteps)
  }

  /// Throws the error of a text that ends too early.
  private func refuseEnd() throws {
    guard let level = frames.indices.last else {
      if case .value = outline.state, outline.containers.isEmpty {
        throw error(GrowingOutline.Misplaced(kind: .emptyDocument, offset: next))
      }
      return try readRoot(to: end)
    }
    do {
      try read(
        (unreadStart ?? end)..<end, of: level, plans, text.map { _ in "\"" }, "", text?.step
      ) { reader, _ in try reader.skipValue() }
    } catch var error as JSONAdapterError {
      if let start = text?.start, let syntax = error.underlying as? JSONSyntaxError,
        case .unterminatedString = syntax.kind
      {
        // It lacks its end from the beginning.
        (error.line, error.column, error.byteOffset) = (start.line, start.column, start.offset)
        error.underlying = JSONSyntaxError(
          syntax.kind, byteOffset: start.offset, line: start.line, column: start.column)
      }
      throw error
    }
  }

  /// Throws the error of a document without the place.
  private func refuseAbsence(_ level: Int) throws {
    var call = AdapterCall(plans)
    call.place = Array(place.dropFirst(level))
    do {
      let empty = JSONBytes(outline.containers[level].isArray ? "[]" : "{}")
      _ = try call.model(ofClass: modelClass, JSONInput(part: empty), { _ in })
    } catch let error as JSONAdapterError {
      throw error.located(
        from: outline.containers[level].start, 1, 1, path(to: level))
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
    if outline.hasEnded || failure != nil || frames.isEmpty && outline.containers.isEmpty {
      return nil
    }
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

extension JSONReader {
  /// Reads the object at the cursor; returns the names of its members.
  mutating func memberNames() throws -> [String] {
    var names: [String] = []
    guard try beginObject() else { return names }
    repeat {
      names.append(try readKey())
      try skipValue()
    } while try nextMember()
    return names
  }
}
