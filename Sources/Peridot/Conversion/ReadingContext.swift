/// One document being read: the rules, and what was noted on the way.
///
/// What is asked for with each value is not checked for exclusive access, which takes as long as all
/// else: none of it is lent to code that could use it meanwhile.
final class ReadingContext {
  /// The rules that hold at this place: a property may have its own.
  @safe @exclusivity(unchecked) var shared: ConversionPolicy.Shared
  @inline(__always) var policy: ConversionPolicy { shared.rules }
  let source: JSONBytes
  /// Everything that was repaired, skipped or dropped.
  private(set) var issues: [PendingIssue] = []
  /// The errors met so far, when the policy gathers all.
  private(set) var errors: [ConversionError] = []
  /// How many issues and errors there are.
  @safe @exclusivity(unchecked) private(set) var noteCount = 0
  /// Where containers lie that the policy went on without: a member that counts in the place of the
  /// one that was wrong may not have been met.
  var givenUp: [Range<Int>] = []
  /// The offsets of values whose member occurs again later in the same object: the last one counts.
  let superseded: Set<Int>
  let hasSuperseded: Bool
  /// Where in the whole document an offset of this text comes from, where it was put together.
  var origin: ((Int) -> Int?)?
  /// Set when a property was left alone because null counts as absent.
  @safe @exclusivity(unchecked) var skippedNull = false
  /// Where what counts as null must not become nil; -1 for nowhere.
  @safe @exclusivity(unchecked) var nilRefusedAt = -1
  /// The depth at which the members lie of the object that a property is being read from which is
  /// mapped to the object itself; -1 for none.
  @safe @exclusivity(unchecked) var spreadDepth = -1
  /// The values that an update has changed, as they were; nil when only new models are made.
  @safe @exclusivity(unchecked) var undo: UndoLog?

  /// An object in which the layer above keeps the class clusters of the document.
  @safe @exclusivity(unchecked) var choices: AnyObject?
  /// An object in which the layer above keeps the object that is being read, where that tells
  /// classes.
  @safe @exclusivity(unchecked) var holder: AnyObject?
  /// Whether the holder of the models at hand declares what tells their classes.
  @safe @exclusivity(unchecked) var holderDeclares = false

  /// Reads a property from an unread value; gives the value to read by JSON's rules instead, or nil
  /// where there is nothing more to do.
  @safe @exclusivity(unchecked) var readUnread: ((_ field: Int, any UnreadValue) throws -> Any?)?

  /// How many containers are open around the text, where it is part of another one's.
  private var outerDepth = 0

  /// The errors that a property or a collection around this place would go on without: they are
  /// thrown, also where the policy gathers all, as one that is gathered makes the document fail.
  var repaired: Repaired = []

  /// Sorts of errors, by the rules that decide about them.
  struct Repaired: OptionSet {
    let rawValue: UInt8

    static let rejections = Repaired(rawValue: 1)
    static let missingKeys = Repaired(rawValue: 2)
    static let unknownKeys = Repaired(rawValue: 4)
    static let others = Repaired(rawValue: 8)
    /// Errors of the property's own value, which its class's validation may mend.
    static let own = Repaired(rawValue: 16)
    static let all: Repaired = [rejections, missingKeys, unknownKeys, others]

    /// Those within an element of an array, a set or a dictionary.
    static func ofElements(_ policy: ConversionPolicy) -> Repaired {
      var repaired: Repaired = policy.hookReject == .drop ? .rejections : []
      if policy.badElement == .drop { repaired.formUnion([.missingKeys, .unknownKeys, .others]) }
      return repaired
    }

    /// Those within a property's value.
    static func ofProperty(_ policy: ConversionPolicy) -> Repaired {
      var repaired: Repaired = policy.hookReject == .drop ? [.rejections, .missingKeys] : []
      if policy.mismatch != .fail { repaired.insert(.others) }
      return repaired
    }
  }

  struct PendingIssue {
    var action: JSONIssue.Action
    var error: ConversionError
  }

  init(policy: ConversionPolicy.Shared, source: JSONBytes, superseded: Set<Int> = []) {
    shared = policy
    self.source = source
    self.superseded = superseded
    hasSuperseded = !superseded.isEmpty
  }

  /// Returns whether the member whose value is at `offset` occurs again.
  func isSuperseded(at offset: Int) -> Bool {
    guard hasSuperseded else { return false }
    guard let origin else { return superseded.contains(offset) }
    return origin(offset).map { superseded.contains($0) } ?? false
  }

  /// Whether nothing was noted.
  var isClean: Bool { noteCount == 0 }

  // Both consume the error, which takes long to copy.

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

  /// Gathers an error that makes the document fail, if the policy gathers all; else throws it.
  @inline(never)
  func fail(_ error: consuming ConversionError) throws {
    guard policy.collectsErrors, !isRepaired(error) else { throw error }
    collect(error)
  }

  /// Whether something around this place would go on without what failed.
  private func isRepaired(_ error: borrowing ConversionError) -> Bool {
    if repaired.contains(.own), error.modelClass == nil { return true }
    return switch error.kind {
    case .validationFailed: repaired.contains(.rejections)
    case .missingKeys: repaired.contains(.missingKeys)
    case .unknownKey: repaired.contains(.unknownKeys)
    default:
      // What is wrong with a value that is spread over an element counts as that element's kind.
      repaired.contains(.others) || spreadDepth >= 0 && policy.badElement == .dropOtherKinds
    }
  }

  /// How much was noted.
  var notes: (count: Int, givenUp: Int) { (noteCount, givenUp.count) }

  /// Forgets what was noted since then, as it is read again.
  func takeBack(to notes: (count: Int, givenUp: Int)) {
    skippedNull = false
    givenUp.removeLast(givenUp.count - notes.givenUp)
    guard noteCount > notes.count else { return }
    issues.removeAll { $0.error.number >= notes.count }
    errors.removeAll { $0.number >= notes.count }
    noteCount = notes.count
  }

  /// Names the property of what was noted since there were `count` issues and errors, unless one
  /// further in was named already.
  @inline(never)
  func attribute(since count: Int, to modelClass: AnyClass, _ key: String) {
    change(where: { $0.number >= count }, by: { $0.attribute(to: modelClass, key) })
  }

  /// Changes what was noted last, as long as it is what is meant.
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

  /// Names the property of what was noted last, in the value at `offset`, unless one further in was named
  /// already.
  @inline(never)
  func attribute(from offset: Int, to modelClass: AnyClass, _ key: String?) {
    change(where: { $0.offset >= offset }, by: { $0.attribute(to: modelClass, key) })
  }

  /// Returns whether an error lies in a value, of those since there were `count` issues and errors.
  func hasErrors(since count: Int, in value: (_ offset: Int) -> Bool) -> Bool {
    errors.reversed().prefix { $0.number >= count }.contains { value($0.offset) }
  }

  /// Where in the outer document offsets of one within it come from; nil for those that do not.
  typealias Origins = (_ offsets: [Int]) -> [Int?]

  /// Reads a document that stands in place of the value at `offset`.
  ///
  /// - Parameters:
  ///   - origin: Where in the outer document an offset of this one comes from, if it does.
  ///   - places: The same for a document that a hook made, whose values need not be the outer ones.
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
    inner.undo = undo
    inner.repaired = repaired
    let depth = depth + outerDepth
    inner.outerDepth = depth
    do {
      let depth = StackRoom.depthToRead(max(0, shared.rules.maximumDepth - depth))
      let result = try source.withReader(maximumDepth: depth) { try body(&$0, inner) }
      adopt(inner, at: offset, origins)
      skippedNull = inner.skippedNull
      return result
    } catch {
      throw failure(error, of: inner, at: offset, origins)
    }
  }

  /// Returns the error for a document within the value at `offset`.
  ///
  /// By itself, as what makes an error would take stack at each level of documents within each other.
  @inline(never)
  private func failure(
    _ error: any Error, of inner: ReadingContext, at offset: Int, _ origins: Origins?
  ) -> any Error {
    if let error = error as? ConversionError {
      adopt(inner, at: offset, origins)
      return error.moved(outOf: inner.source, to: offset, origins)
    }
    guard let error = error as? JSONSyntaxError, case .tooDeep = error.reason else { return error }
    return ConversionError(.tooDeep, at: error.byteOffset, found: error.reason.phrase)
      .moved(outOf: inner.source, to: offset, origins)
  }

  /// Takes over what was noted in a document within the value at `offset`.
  func adopt(_ inner: ReadingContext, at offset: Int, _ origins: Origins?) {
    let noted = inner.issues.map(\.error)
    let moved = ConversionError.moved(
      noted + inner.errors, outOf: inner.source, to: offset, origins)
    for (issue, error) in zip(inner.issues, moved) { note(issue.action, error) }
    // Of text that was put together of parts, the parts lie anywhere. Any other was made here, or
    // looked through before it was read.
    if inner.origin != nil, !inner.givenUp.isEmpty { givenUp.append(0..<self.source.count) }
    for error in moved.dropFirst(noted.count) { collect(error) }
  }
}

extension ReadingContext {
  /// A member that occurs again in its object, in a document that is read for the first time.
  ///
  /// The last one counts (as in Foundation), so the document is read again, with all earlier ones
  /// known. Documents without such members, nearly all, pay nothing for it.
  struct DuplicateMember: Error {}

  /// A place in a document that can be gone back to after a failure.
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

    func restore(_ reader: inout JSONReader) {
      reader.position = position
      reader.depth = depth
    }

    /// Goes on behind the value at this place.
    func skip(_ reader: inout JSONReader) throws {
      restore(&reader)
      try reader.skipValue()
    }
  }
}

extension ReadingContext {
  /// Decides what becomes of an element that cannot be read: it is left out, or the error goes on.
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
    if isDropped { note(.dropped, error) } else { try fail(error) }
    try giveUp(place, &reader)
  }

  /// Goes on behind a value that was given up, members of which may not have been met.
  func giveUp(_ place: Place, _ reader: inout JSONReader) throws {
    place.restore(&reader)
    let first = reader.nextByte()
    try reader.skipValue()
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      givenUp.append(place.position..<reader.position)
    }
  }
}
