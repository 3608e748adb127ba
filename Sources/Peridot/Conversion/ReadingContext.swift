/// The state of reading one document: the rules, issues and errors.
///
/// The properties in use for each value have no checks of exclusive access, which would double the
/// time; none of them is lent to code that could use it meanwhile.
final class ReadingContext: PolicyScope {
  /// The rules at this place; a property can have its own.
  @safe @exclusivity(unchecked) var shared: ConversionPolicy.Shared
  @inline(__always) var policy: ConversionPolicy { shared.rules }
  let source: JSONBytes
  /// All repaired, skipped and dropped values.
  private(set) var issues: [PendingIssue] = []
  /// The errors so far, if the policy collects all.
  private(set) var errors: [ConversionError] = []
  /// The number of issues and errors.
  @safe @exclusivity(unchecked) private(set) var noteCount = 0
  /// The containers that the policy gave up: a member that replaces the bad one can be unread.
  var givenUp: [Range<Int>] = []
  /// The offsets of values whose member is repeated in the same object: the last one counts.
  let superseded: Set<Int>
  let hasSuperseded: Bool
  /// Whether an object had a member whose name its class reads in another case.
  var metFolded = false
  /// Whether such an object was in a text within the document.
  private(set) var metFoldedWithin = false
  /// Whether members that occur again are refused.
  var refusesRepeats: Bool
  /// True after null counted as absent and left a property unchanged.
  @safe @exclusivity(unchecked) var skippedNull = false
  /// The place at which a null must not become nil; -1 for none.
  @safe @exclusivity(unchecked) var nilRefusedAt = -1
  /// The depth of the members of the object from which a property mapped to the object itself is
  /// being read; -1 for none.
  @safe @exclusivity(unchecked) var spreadDepth = -1
  /// The former values of an update; nil if only new models are made.
  @safe @exclusivity(unchecked) var undo: UndoLog?

  /// The class clusters of the document, kept here for the layer above.
  @safe @exclusivity(unchecked) var choices: AnyObject?
  /// The object being read, kept here for the layer above if it determines classes.
  @safe @exclusivity(unchecked) var holder: AnyObject?
  /// The cluster that the holder declares of the models being updated, kept here likewise.
  @safe @exclusivity(unchecked) var heldCluster: AnyObject?
  /// The models that objects are read into by their identity, kept here likewise.
  @safe @exclusivity(unchecked) var existing: AnyObject?
  /// What the JSON of an update is of the object that it changes.
  @safe @exclusivity(unchecked) var extent = Extent.part
  /// Reads a property from an unread value. Returns the value to read by JSON's rules instead, or
  /// nil if nothing is left to do.
  @safe @exclusivity(unchecked) var readUnread: ((_ field: Int, any UnreadValue) throws -> Any?)?

  /// What only some documents need; nil until one does.
  @safe @exclusivity(unchecked) private var special: Special?

  /// The number of open containers around the text, if it is part of another one's.
  private var outerDepth = 0

  /// The errors that a property or a collection around this place tolerates. They are always
  /// thrown, even if the policy collects errors, because a collected error makes the document fail.
  var repaired = Tolerance()

  /// Kinds of errors, by the rules that decide about them.
  struct Repaired: OptionSet {
    let rawValue: UInt8

    static let rejections = Repaired(rawValue: 1)
    static let unknownKeys = Repaired(rawValue: 2)
    static let others = Repaired(rawValue: 4)
    /// Of elements, those of another kind than theirs.
    static let otherKinds = Repaired(rawValue: 8)
    static let all: Repaired = [rejections, unknownKeys, others]

    /// Whether only rejections, or only values of the wrong type, are repaired.
    var isPartial: Bool { contains(.rejections) != contains(.others) }

    /// Errors within an element of an array, a set or a dictionary.
    static func ofElements(_ policy: ConversionPolicy) -> Repaired {
      var repaired: Repaired = policy.hookReject == .drop ? .rejections : []
      if policy.badElement == .drop { repaired.formUnion([.unknownKeys, .others]) }
      if policy.badElement == .dropOtherKinds { repaired.insert(.otherKinds) }
      return repaired
    }

    /// Errors within a property's value.
    static func ofProperty(_ policy: ConversionPolicy) -> Repaired {
      var repaired: Repaired = policy.hookReject == .drop ? .rejections : []
      if policy.mismatch != .fail { repaired.insert(.others) }
      return repaired
    }
  }

  struct Tolerance {
    private(set) var all: Repaired = []
    /// What the innermost property or collection tolerates that tolerates anything.
    private(set) var nearest: Repaired = []

    mutating func insert(_ repaired: Repaired) {
      all.formUnion(repaired)
      if !repaired.isEmpty { nearest = repaired }
    }

    /// Notes that all properties of an object tolerate these, unless it is nothing, or a part: then each
    /// property says so.
    mutating func enter(_ repaired: Repaired) {
      if repaired.contains([.rejections, .others]) { nearest = repaired }
    }
  }

  /// The error for which an object or a dictionary is given up once it is read to its end.
  struct HeldError {
    /// Its index in the context: an error itself would make the marks of each object dearer.
    fileprivate var index: Int32 = -1
  }

  /// The marks of members that were null, in an object that was not read to its end. It keeps the
  /// model, so that no other one gets its identity.
  private struct NotedNulls {
    let model: AnyObject
    var marks: [Int]
  }

  /// Fields of the context that few documents use, in an object of their own, because every call
  /// would pay for each of them.
  private final class Special {
    var heldErrors: [any Error] = []
    var foldedRepeats: FoldedRepeats?
    var origin: ((Int) -> Int?)?
    var elementName: AnyHashable?
    var nulls: [ObjectIdentifier: NotedNulls] = [:]
    var ends: [Int: Int] = [:]
  }

  struct PendingIssue {
    var action: JSONIssue.Action
    var error: ConversionError
  }

  @inline(never)
  init(policy: ConversionPolicy.Shared, source: JSONBytes, superseded: Set<Int> = []) {
    shared = policy
    refusesRepeats = policy.rules.repeatedKeys == .fail
    self.source = source
    self.superseded = superseded
    hasSuperseded = !superseded.isEmpty
  }

  /// Returns whether the member whose value is at `offset` is repeated.
  func isSuperseded(at offset: Int) -> Bool { hasSuperseded && isRepeated(at: offset) }

  @inline(never)
  private func isRepeated(at offset: Int) -> Bool {
    guard let origin else { return superseded.contains(offset) }
    return origin(offset).map { superseded.contains($0) } ?? false
  }

  /// The offset in the whole document, if this text was assembled.
  func source(of offset: Int) -> Int { origin?(offset) ?? offset }

  /// Whether neither issues nor errors were noted.
  var isClean: Bool { noteCount == 0 }

  // Both consume the error, because copying it takes long.

  @inline(never)
  func note(_ action: JSONIssue.Action, _ error: consuming ConversionError) {
    error.number = noteCount
    noteCount += 1
    issues.append(PendingIssue(action: action, error: error))
  }

  func collect(_ error: consuming ConversionError) {
    error.number = noteCount
    noteCount += 1
    errors.append(error)
  }

  /// Collects an error that makes the document fail, if the policy collects all; else throws it.
  @inline(never)
  func fail(_ error: consuming ConversionError) throws {
    guard policy.collectsErrors, !isRepaired(error) else { throw error }
    collect(error)
  }

  /// Keeps an error in a member's value in `held` until the object is read to its end, or throws it.
  ///
  /// If the value around the object is given up for the error, but not for one of another kind, the
  /// other members are read on: which of the two counts must not depend on the order of members.
  @inline(never)
  func hold(
    _ error: any Error, _ place: Place, in held: inout HeldError, _ reader: inout JSONReader
  ) throws {
    guard repaired.nearest.isPartial, let failure = error as? ConversionError, !failure.isWhole,
      isRepaired(failure, by: repaired.nearest)
    else { throw error }
    if held.index < 0 {
      let special = made()
      held.index = Int32(special.heldErrors.count)
      special.heldErrors.append(error)
    }
    try giveUp(place, &reader)
  }

  /// Throws the error that was held for the object that ends here.
  @inline(__always)
  func release(_ held: HeldError) throws {
    if held.index >= 0, let special { throw special.heldErrors[Int(held.index)] }
  }

  /// Whether something around this place tolerates the error.
  private func isRepaired(_ error: borrowing ConversionError) -> Bool {
    // An error in a value spread over an element counts as one of that element's kind.
    let isAny = isRepaired(error, by: repaired.all)
    return switch error.kind {
    case .validationFailed, .missingKeys, .unknownKey: isAny
    default: isAny || spreadDepth >= 0 && repaired.all.contains(.otherKinds)
    }
  }

  private func isRepaired(_ error: borrowing ConversionError, by repaired: Repaired) -> Bool {
    switch error.kind {
    case .validationFailed: repaired.contains(.rejections)
    case .unknownKey: repaired.contains(.unknownKeys)
    default: repaired.contains(.others)
    }
  }

  /// The number of notes.
  var notes: (count: Int, givenUp: Int) { (noteCount, givenUp.count) }

  /// Removes later notes, because that part is read again.
  func takeBack(to notes: (count: Int, givenUp: Int)) {
    skippedNull = false
    givenUp.removeLast(givenUp.count - notes.givenUp)
    guard noteCount > notes.count else { return }
    issues.removeAll { $0.error.number >= notes.count }
    errors.removeAll { $0.number >= notes.count }
    noteCount = notes.count
  }

  /// Names the property of the notes after the first `count`, unless an inner one is named already.
  @inline(never)
  func attribute(since count: Int, to modelClass: AnyClass, _ key: String) {
    change(where: { $0.number >= count }, by: { $0.attribute(to: modelClass, key) })
  }

  /// Changes the latest notes, as long as `isMeant` is true of them.
  func change(
    where isMeant: (ConversionError) -> Bool, by change: (inout ConversionError) -> Void
  ) {
    for index in issues.indices.reversed() {
      if !isMeant(issues[index].error) { break }
      change(&issues[index].error)
    }
    for index in errors.indices.reversed() {
      if !isMeant(errors[index]) { break }
      change(&errors[index])
    }
  }

  /// Names the property of the latest notes about the value at `offset`, unless an inner one is
  /// named already.
  @inline(never)
  func attribute(from offset: Int, to modelClass: AnyClass, _ key: String?) {
    change(where: { $0.offset >= offset }, by: { $0.attribute(to: modelClass, key) })
  }

  /// Returns whether one of the errors after the first `count` notes, or of the issues, says that a
  /// value is of the wrong type.
  func hasMismatch(
    since count: Int, orIssue: Bool = false, of isMeant: (_ offset: Int) -> Bool
  ) -> Bool {
    func isMismatch(_ error: ConversionError) -> Bool {
      guard case .typeMismatch = error.kind, error.innerPath.isEmpty else { return false }
      return isMeant(error.offset)
    }
    return errors.reversed().prefix { $0.number >= count }.contains(where: isMismatch)
      || orIssue
        && issues.reversed().prefix { $0.error.number >= count }.contains { isMismatch($0.error) }
  }

  /// The first error after the first `count` notes.
  func firstError(since count: Int) -> ConversionError? {
    errors.reversed().prefix { $0.number >= count }.last
  }

  /// Removes the errors that belong to no property yet, from an offset on.
  func removeOwnErrors(from offset: Int) {
    errors.removeAll { $0.modelClass == nil && $0.offset >= offset }
  }

  /// Returns whether one of the errors after the first `count` notes is within a value.
  func hasErrors(since count: Int, in value: (_ offset: Int) -> Bool) -> Bool {
    errors.reversed().prefix { $0.number >= count }.contains { value($0.offset) }
  }

  /// The sources, in the outer document, of offsets in an inner one; nil for those without.
  typealias Origins = (_ offsets: [Int]) -> [Int?]

  /// Reads a document that replaces the value at `offset`.
  ///
  /// - Parameters:
  ///   - origin: The source, in the outer document, of an offset in this one, if it has one.
  ///   - places: The same for a document that a hook made, whose values can differ from the outer
  ///     ones.
  func inner<Result>(
    _ source: JSONBytes, _ shared: ConversionPolicy.Shared, at offset: Int, depth: Int,
    superseded: Set<Int> = [], origin: ((Int) -> Int?)? = nil, places: Origins? = nil,
    _ body: (inout JSONReader, ReadingContext) throws -> Result
  ) throws -> Result {
    let origins = places ?? origin.map { origin in { $0.map(origin) } }
    let inner = ReadingContext(policy: shared, source: source, superseded: superseded)
    if let origin {
      inner.origin = { origin($0).flatMap { self.origin?($0) ?? $0 } }
    }
    inner.holder = holder
    inner.heldCluster = heldCluster
    inner.extent = extent
    inner.elementName = elementName
    inner.refusesRepeats = refusesRepeats
    if let foldedRepeats {
      inner.foldedRepeats =
        origin == nil
        ? FoldedRepeats(of: source, maximumDepth: shared.rules.maximumDepth) : foldedRepeats
    }
    defer {
      if inner.metFolded {
        metFolded = true
        metFoldedWithin = true
      }
    }
    inner.existing = existing
    inner.undo = undo
    inner.repaired = repaired
    let depth = depth + outerDepth
    inner.outerDepth = depth
    do {
      let depth = StackRoom.depthToRead(max(0, shared.rules.maximumDepth - depth))
      let result = try source.withReader(maximumDepth: depth) { try body(&$0, inner) }
      adopt(inner, at: offset, origins)
      skippedNull = inner.skippedNull
      for noted in (inner.special?.nulls ?? [:]).values {
        for mark in noted.marks { noteNull(of: noted.model, mark) }
      }
      return result
    } catch {
      throw failure(error, of: inner, at: offset, origins)
    }
  }

  /// Returns the error for a document within the value at `offset`.
  ///
  /// A function of its own, because making an error would take stack at each level of nested
  /// documents.
  @inline(never)
  private func failure(
    _ error: any Error, of inner: ReadingContext, at offset: Int, _ origins: Origins?
  ) -> any Error {
    if let error = error as? ConversionError {
      adopt(inner, at: offset, origins)
      return error.moved(outOf: inner.source, to: offset, origins)
    }
    guard let error = error as? JSONSyntaxError, case .tooDeep = error.kind else { return error }
    return ConversionError(.tooDeep, at: error.byteOffset, found: error.kind.phrase)
      .moved(outOf: inner.source, to: offset, origins)
  }

  /// Takes over the notes about a document within the value at `offset`.
  func adopt(_ inner: ReadingContext, at offset: Int, _ origins: Origins?) {
    let noted = inner.issues.map(\.error)
    let moved = ConversionError.moved(
      noted + inner.errors, outOf: inner.source, to: offset, origins)
    for (issue, error) in zip(inner.issues, moved) { note(issue.action, error) }
    // The parts of an assembled text lie anywhere. Any other text was made here, or its repeated
    // names were looked for before it was read, though not those that differ in case.
    if !inner.givenUp.isEmpty, inner.origin != nil || inner.metFolded {
      givenUp.append(0..<self.source.count)
    }
    for error in moved.dropFirst(noted.count) { collect(error) }
  }
}

extension ReadingContext {
  private func made() -> Special {
    if let special { return special }
    let made = Special()
    special = made
    return made
  }

  /// The members whose names are one if case is ignored; nil on the first reading of a document.
  var foldedRepeats: FoldedRepeats? {
    get { special?.foldedRepeats }
    set { if newValue != nil || special != nil { made().foldedRepeats = newValue } }
  }

  /// The source of an offset in the whole document, if this text was assembled.
  var origin: ((Int) -> Int?)? {
    get { special?.origin }
    set { if newValue != nil || special != nil { made().origin = newValue } }
  }

  /// What the name of the innermost element of a keyed list stands for.
  var elementName: AnyHashable? {
    get { special?.elementName }
    set { if newValue != nil || special != nil { made().elementName = newValue } }
  }

  /// Notes that a member was null in an object whose class keeps presence.
  @inline(never)
  func noteNull(of model: AnyObject, _ mark: Int) {
    made().nulls[ObjectIdentifier(model), default: NotedNulls(model: model, marks: [])].marks
      .append(mark)
  }

  /// Removes the marks of the nulls of an object, and returns them.
  func takeNulls(of model: AnyObject) -> [Int] {
    special?.nulls.removeValue(forKey: ObjectIdentifier(model))?.marks ?? []
  }

  /// Where a container ends that was passed once for the choice of a union's case.
  func end(ofContainerAt start: Int) -> Int? { special?.ends[start] }

  func noteEnd(_ end: Int, ofContainerAt start: Int) { made().ends[start] = end }
}

extension ReadingContext {
  /// What the JSON of an update is of the object that it changes.
  enum Extent {
    /// A part, as a server sends it: what it does not name stays.
    case part
    /// A merge patch (RFC 7396): what it does not name stays, and a null removes a member.
    case patch
    /// A merge patch for an object that was not there: a null removes as in `patch`.
    case insertion
    /// All of it, as within an array of a merge patch: what it does not name is as in a new object.
    case whole
  }

  var isPatch: Bool {
    switch extent {
    case .patch, .insertion: true
    case .part, .whole: false
    }
  }

  /// Whether an update's object is put into a dictionary, and doesn't replace it.
  var merges: Bool {
    switch extent {
    case .part: policy.dictionaryUpdate == .merge
    case .patch, .insertion: true
    case .whole: false
    }
  }

  /// Runs `body`, which reads JSON of that extent.
  func saying<Result>(_ extent: Extent, _ body: () throws -> Result) rethrows -> Result {
    let outer = self.extent
    self.extent = extent
    defer { self.extent = outer }
    return try body()
  }

  /// Runs `body` under the policy of a class.
  func underOwn<Result>(
    _ shared: ConversionPolicy.Shared, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = repaired
    repaired.enter(.ofProperty(shared.rules))
    defer { repaired = outer }
    return try under(shared, body)
  }

  /// Runs `body`, which updates several models: if it throws, none of them is changed, because the
  /// policy can continue without all of them.
  func undoing<Result>(_ body: () throws -> Result) rethrows -> Result {
    let mark = undo?.mark
    do {
      return try body()
    } catch {
      if let mark { undo?.rollBack(to: mark) }
      throw error
    }
  }

  /// Runs `body`, which reads a part of an array: a merge patch replaces arrays.
  func replacing<Result>(_ body: () throws -> Result) rethrows -> Result {
    try saying(extent == .part ? .part : .whole, body)
  }

  /// A repeated member, on the first reading of a document.
  ///
  /// The last one counts, as in Foundation, so the document is read again with all repetitions
  /// known. Other documents, nearly all, pay nothing for it.
  struct DuplicateMember: Error {}

  /// A place in a document to return to after a failure.
  struct Place {
    let position: Int
    let depth: Int

    /// The place of the next value.
    @inline(__always)
    init(_ reader: inout JSONReader) {
      _ = reader.nextByte()
      position = reader.position
      depth = reader.depth
    }

    /// The place of a value that was met before.
    init(at position: Int, depth: Int) {
      self.position = position
      self.depth = depth
    }

    @inline(never)
    func restore(_ reader: inout JSONReader) {
      reader.position = position
      reader.depth = depth
    }

    /// Continues after the value at this place.
    func skip(_ reader: inout JSONReader) throws {
      restore(&reader)
      try reader.skipValue()
    }
  }
}

extension ReadingContext {
  /// Refuses, or reports, names in the object at `start`, which was read to its end, that String
  /// takes for others of the object. A dictionary holds one of them: the last counts.
  @inline(never)
  func handleLookalikes(at start: Int, _ reader: inout JSONReader) throws {
    if reader.readsValues { return }
    let end = (reader.position, reader.depth)
    defer { (reader.position, reader.depth) = end }
    reader.position = start
    var names: Set<String> = []
    guard try reader.beginObject() else { return }
    repeat {
      let name = try reader.readKey()
      let place = Place(&reader)
      // What a patch removes is not there.
      if isPatch, reader.nextByte() == UInt8(ascii: "n") {
        try reader.skipValue()
        continue
      }
      let (isNew, known) = names.insert(name)
      if !isNew, !known.hasSameScalars(as: name) {
        try handleLookalike(name, at: place.position)
      }
      try reader.skipValue()
    } while try reader.nextMember()
  }

  /// Refuses, or reports, a name that String takes for another one of a dictionary; its value is at
  /// `offset`.
  func handleLookalike(_ name: String, at offset: Int) throws {
    let error = ConversionError.lookalike(name, at: offset)
    if policy.badElement == .drop { note(.dropped, error) } else { try fail(error) }
  }

  /// Handles lookalikes in an object whose names were not compared. Of two that look alike, one has
  /// other scalars than those of ASCII, perhaps escaped.
  func handleNames(at start: Int, _ reader: inout JSONReader) throws {
    guard !reader.readsValues, reader.hasUnicode(from: start) else { return }
    try handleLookalikes(at: start, &reader)
  }
}

extension ReadingContext {
  /// Decides about an element that can't be read: drops it, or throws the error.
  @inline(never)
  func handleElement(
    _ error: any Error, _ place: Place, isMember: Bool = false, _ reader: inout JSONReader
  ) throws {
    guard let error = error as? ConversionError else { throw error }
    if error.isWhole { throw error }
    var isDropped =
      switch policy.badElement {
      case .fail: false
      case .drop: true
      case .dropOtherKinds: !isMember && error.isAboutKind(at: place.position)
      case .dropNull: error.isAboutNull(at: place.position)
      }
    if case .validationFailed = error.kind { isDropped = policy.hookReject == .drop }
    if isDropped { note(.dropped, error) } else { try fail(told(error, about: place)) }
    try giveUp(place, &reader)
  }

  /// Decides about a member of a dictionary, whose error can wait in `held` for the end.
  @inline(never)
  func handleMember(
    _ error: any Error, _ place: Place, in held: inout HeldError, _ reader: inout JSONReader
  ) throws {
    do {
      try handleElement(error, place, isMember: true, &reader)
    } catch {
      try hold(error, place, in: &held, &reader)
    }
  }

  /// The error with what the collection knows about a refused element.
  private func told(_ error: ConversionError, about place: Place) -> ConversionError {
    guard var facts = error.refused, case .inner = facts.position, facts.policy == nil,
      error.offset == place.position
    else { return error }
    var error = error
    facts.position = .element
    facts.policy = shared
    error.refused = facts
    return error
  }

  /// Continues after a value that is given up; some of its members can be unread.
  func giveUp(_ place: Place, _ reader: inout JSONReader) throws {
    place.restore(&reader)
    let first = reader.nextByte()
    try reader.skipValue()
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      givenUp.append(place.position..<reader.position)
    }
  }
}
