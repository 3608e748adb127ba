import Foundation

/// A failed conversion, on its way up to the adapter.
///
/// It holds the value's byte offset, from which the adapter finds line, column and path.
///
/// Its parts are behind one reference, because an error is copied at each level on its way.
@dynamicMemberLookup
struct ConversionError: WordedError, Sendable {
  enum Kind: Sendable {
    case typeMismatch, nullValue, outOfRange
    /// An unknown raw value, under a policy that makes it nil if possible.
    case unknownCase
    /// Text that a type can't read, under a policy that makes it nil if possible.
    case unreadable
    case missingKeys([String])
    case noClassFound
    case transformFailed, validationFailed, unknownKey, notFinite, tooDeep, cycle
    /// A value of a type without a JSON form.
    case noForm
    /// A value in memory without a JSON form.
    case noJSON
    /// An error to report unchanged: a mapping with mistakes.
    case whole
    /// An error in JSON that a hook or a transformer read by itself; only its place is added.
    case nested
  }

  struct Parts: Sendable {
    let kind: Kind
    /// The start of the value.
    var offset: Int
    var expected: ErrorPhrase
    var found: ErrorPhrase
    /// The class and the key of the value's property, if known.
    var modelClass: AnyClass?
    var propertyKey: String?
    var underlying: (any Error)?
    /// The rest of the path, inside a value that a hook rewrote or that is text holding JSON; in
    /// writing a model, the whole path.
    var innerPath: [JSONKeyPath.Component] = []
    /// The start of the secret property's value that the error lies in: its path ends there, because
    /// the names further in can be secret, too.
    var secretOffset: Int?
    /// Whether the words say that a hook made the value.
    var isPrepared = false
    /// The number of issues and errors before this one.
    var number = 0
    /// Advice other than a switch of the policy, if there is any.
    var cure: ErrorAdvice?
    /// What is known about the refused value, from which the adapter's error finds advice.
    var refused: RefusedValue.Facts?
  }

  private final class Box: Sendable {
    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }
  }

  private var box: Box

  @inline(never)
  init(
    _ kind: Kind, at offset: Int, expected: ErrorPhrase = "", found: ErrorPhrase = "",
    underlying: (any Error)? = nil, of type: Any.Type? = nil, cure: ErrorAdvice? = nil
  ) {
    var cure = cure
    if case .notReversible? = (underlying as? TransformerError)?.kind { cure = .reverse }
    box = Box(
      Parts(
        kind: kind, offset: offset, expected: expected, found: found, underlying: underlying,
        cure: cure, refused: type.map { RefusedValue.Facts(type: $0) }))
  }

  @inline(__always)
  subscript<Value>(dynamicMember member: KeyPath<Parts, Value>) -> Value {
    box.parts[keyPath: member]
  }

  @inline(__always)
  subscript<Value>(dynamicMember member: WritableKeyPath<Parts, Value>) -> Value {
    get { box.parts[keyPath: member] }
    set { change { $0[keyPath: member] = newValue } }
  }

  @inline(never)
  mutating func change(_ body: (inout Parts) -> Void) {
    var parts = box.parts
    body(&parts)
    box = Box(parts)
  }

  /// Whether it is about a value that can't be written.
  var hasNoForm: Bool {
    switch self.kind {
    case .noForm, .notFinite: true
    default: false
    }
  }

  /// Whether every policy stops here: it is about a class, or about a value that no document has.
  var isWhole: Bool {
    switch self.kind {
    case .whole, .noJSON: true
    default: false
    }
  }

  /// Whether its property doesn't accept the value.
  var isAboutValue: Bool {
    switch self.kind {
    case .typeMismatch, .nullValue, .outOfRange, .unknownCase, .unreadable, .transformFailed: true
    case .missingKeys, .noClassFound, .validationFailed, .unknownKey, .notFinite, .tooDeep, .cycle,
      .noForm, .noJSON, .whole, .nested:
      false
    }
  }

  /// Whether the value at `offset` has another kind; else its content is wrong.
  func isAboutKind(at offset: Int) -> Bool {
    // An error of a property at the value's root has the value's place, too.
    guard self.offset == offset, self.innerPath.isEmpty, self.propertyKey == nil else {
      return false
    }
    switch self.kind {
    case .typeMismatch, .nullValue: return true
    default: return false
    }
  }

  /// Whether the value at `offset` is null.
  func isAboutNull(at offset: Int) -> Bool {
    guard case .nullValue = self.kind else { return false }
    return isAboutKind(at: offset)
  }

  /// Creates the error for an error of a transformer or of a function in one.
  init(transformFailure error: any Error, at offset: Int, found: ErrorPhrase) {
    let named = ((error as? TransformerError)?.expected).map { ErrorPhrase(words: $0) }
    self.init(
      .transformFailed, at: offset, expected: named ?? "a value that its transformer takes",
      found: named == nil ? "\(found) (\(error.phrase))" : found, underlying: error)
    self.innerPath = (error as? TransformerError)?.innerPath ?? []
  }

  /// Names the property, unless an inner one is named already.
  mutating func attribute(to modelClass: AnyClass, _ key: String?) {
    guard self.modelClass == nil else { return }
    change {
      $0.modelClass = modelClass
      $0.propertyKey = key
    }
  }

  /// The error with the property's name, as in `attribute(to:_:)`.
  func attributed(to modelClass: AnyClass, _ key: String?) -> Self {
    var error = self
    error.attribute(to: modelClass, key)
    return error
  }

  /// The place to show, as the offset of a value and the path from there.
  var shownPlace: (offset: Int, innerPath: [JSONKeyPath.Component]) {
    self.secretOffset.map { ($0, []) } ?? (self.offset, self.innerPath)
  }

  /// Moves an error of a document within a value to the value's offset, or to the source of its
  /// text.
  func moved(
    outOf source: JSONBytes, to offset: Int, _ origins: ReadingContext.Origins? = nil
  ) -> Self {
    Self.moved([self], outOf: source, to: offset, origins)[0]
  }

  /// Moves many errors of one document within a value, in one pass.
  static func moved(
    _ errors: [Self], outOf source: JSONBytes, to offset: Int, _ origins: ReadingContext.Origins?
  ) -> [Self] {
    if errors.isEmpty { return [] }
    var moved = errors
    for index in moved.indices where moved[index].innerPath.isEmpty {
      guard var facts = moved[index].refused, facts.text == nil else { continue }
      facts.text = source.refusedText(at: moved[index].offset)
      moved[index].refused = facts.text == nil ? nil : facts
    }
    for index in moved.indices where moved[index].secretOffset != nil {
      (moved[index].offset, moved[index].innerPath) = moved[index].shownPlace
      moved[index].secretOffset = nil
    }
    let errors = moved
    var within: [Int] = []
    let places = origins?(errors.map(\.offset))
    for index in errors.indices {
      if let place = places?[index] {
        moved[index].offset = place
      } else {
        within.append(index)
      }
    }
    for (index, path) in zip(within, source.paths(to: within.map { errors[$0].offset })) {
      moved[index].innerPath = path.components + errors[index].innerPath
      moved[index].offset = offset
    }
    return moved
  }

  /// Creates the error for a value in memory without a JSON form, which no policy accepts.
  init(_ error: JSONValueError, at offset: Int) {
    self.init(
      .noJSON, at: offset, expected: "a value with a JSON form",
      found: "\(error.problem) has no JSON form", underlying: error)
    self.innerPath = error.pathComponents
  }

  /// Creates the error for a part of a value that can't be written as JSON.
  init(_ error: JSONValueError) {
    switch error.kind {
    case .notFinite(let number):
      self.init(
        .notFinite, at: 0, expected: "a finite number", found: "\(found: number)", underlying: error
      )
    case .tooDeep:
      self.init(.tooDeep, at: 0, found: error.problem, underlying: error)
    case .unsupportedType, .unsupportedKey:
      self.init(
        .noForm, at: 0, expected: "a value with a JSON form", found: error.problem,
        underlying: error)
    }
    self.innerPath = error.pathComponents
  }

  /// Puts steps in front of the path of a value in writing.
  func inside(_ step: [JSONKeyPath.Component]) -> Self {
    var error = self
    error.innerPath = step + self.innerPath
    return error
  }
}

extension TransformerError {
  /// The path of the value within the input, such as `[2].name`; empty for the input itself.
  public var path: String { innerPath.step }

  /// The path from the value to the element or member that could not be transformed.
  fileprivate var innerPath: [JSONKeyPath.Component] {
    switch kind {
    case .element(let index, let underlying): [.index(index)] + Self.innerPath(of: underlying)
    case .member(let key, let underlying): [.key(key)] + Self.innerPath(of: underlying)
    default: []
    }
  }

  private static func innerPath(of error: any Error) -> [JSONKeyPath.Component] {
    (error as? TransformerError)?.innerPath ?? []
  }
}

extension Error {
  /// Puts steps in front of the path of a writing error; leaves other errors unchanged.
  func inside(_ step: [JSONKeyPath.Component]) -> any Error {
    (self as? ConversionError)?.inside(step) ?? self
  }
}

extension ConversionError {
  /// The error for a member whose name occurs again in its object.
  static func repeatedMember(at offset: Int) -> Self {
    ConversionError(
      .typeMismatch, at: offset, expected: "a name that occurs once in its object",
      found: "a member that occurs again")
  }

  /// The error for a name that String takes for an earlier one of the object.
  static func lookalike(_ lookalike: JSONReader.LookalikeName) -> Self {
    // The last byte of the member's value.
    self.lookalike(lookalike.name, at: lookalike.end - 1)
  }

  /// The error for a name that String takes for an earlier one, and whose value is at `offset`.
  static func lookalike(_ name: String, at offset: Int) -> Self {
    ConversionError(
      .typeMismatch, at: offset, expected: "a name that differs from the others as text",
      found: "\(found: Boxed.quoted(name)) again, in other Unicode scalars")
  }
}

extension JSONReader {
  /// The error for the value at the cursor, which is not `expected`; null has its own.
  ///
  /// - Parameter type: The type that doesn't accept the value, if advice can be given.
  @inline(never)
  mutating func mismatch(_ expected: ErrorPhrase, of type: Any.Type? = nil) -> any Error {
    if isLive, let failure = value(at: position).withoutForm {
      return ConversionError(failure, at: position)
    }
    do {
      let kind = try peekKind()
      return ConversionError(
        kind == .null ? .nullValue : .typeMismatch, at: position, expected: expected,
        found: describeValue(at: position), of: type)
    } catch {
      return error
    }
  }

  /// Reads any value. A number beyond the range of Double is an error about that number; one that is
  /// too small is zero, and an issue, if the policy cuts off fractions. Of two names that a dictionary
  /// can't hold beside each other the last counts, and is an issue, if the policy drops bad elements.
  ///
  /// - Parameter isInner: Whether the value is read for the library's own use, without issues.
  mutating func readAnyValue(
    _ context: ReadingContext?, keepsDigits: Bool = false, isInner: Bool = false
  ) throws -> Any {
    let start = (position: position, depth: depth)
    do {
      return try readValue(keepsDigits: keepsDigits)
    } catch {
      (position, depth) = start
      return try readWithLosses(
        after: error, in: context, keepsDigits: keepsDigits, isInner: isInner)
    }
  }

  /// Reads the object at the cursor in the same way.
  mutating func readAnyMembers(
    _ context: ReadingContext, like learnt: LearntMembers?, learn: (LearntMembers) -> Void
  ) throws -> [String: Any] {
    let start = (position: position, depth: depth)
    do {
      return try readMembers(like: learnt, learn: learn)
    } catch {
      (position, depth) = start
      return try readWithLosses(after: error, in: context) as? [String: Any] ?? [:]
    }
  }

  /// Reads the value at the cursor again, if the policy takes what it lost.
  @inline(never)
  private mutating func readWithLosses(
    after error: any Error, in context: ReadingContext?, keepsDigits: Bool = false,
    isInner: Bool = false
  ) throws -> Any {
    let isLoss = (error as? JSONSyntaxError)?.kind == .numberOutOfRange || error is LookalikeName
    guard isLoss, let context, !readsValues else { throw refusal(error) }
    let losses = Losses(
      takesZeros: context.policy.fraction == .truncate,
      takesLookalikes: context.policy.badElement == .drop)
    do {
      let value = try readValue(keepsDigits: keepsDigits, losses: losses)
      if !isInner {
        for offset in losses.zeros { context.note(.converted, outOfRange(at: offset)) }
        for lookalike in losses.lookalikes { context.note(.dropped, .lookalike(lookalike)) }
      }
      return value
    } catch {
      throw refusal(error)
    }
  }

  private func refusal(_ error: any Error) -> any Error {
    if let lookalike = error as? LookalikeName { return ConversionError.lookalike(lookalike) }
    guard let error = error as? JSONSyntaxError, error.kind == .numberOutOfRange else {
      return error
    }
    if readsValues, let failure = value(at: error.byteOffset).withoutForm {
      return ConversionError(failure, at: error.byteOffset)
    }
    return outOfRange(at: error.byteOffset)
  }

  private func outOfRange(at offset: Int) -> ConversionError {
    ConversionError(
      .outOfRange, at: offset, expected: "a number that Double holds",
      found: describeValue(at: offset))
  }

  /// Throws that the value is null if it is blank text and the policy treats that as null.
  @inline(never)
  mutating func refuseBlankText(
    at place: ReadingContext.Place, in context: ReadingContext, expected: ErrorPhrase
  ) throws {
    guard context.policy.emptyStringIsNull else { return }
    place.restore(&self)
    defer { place.restore(&self) }
    guard try readStringIfPresent()?.allSatisfy(\.isWhitespace) == true else { return }
    throw ConversionError(
      .nullValue, at: place.position, expected: expected,
      found: describeValue(at: place.position))
  }

  /// The error for the value at `place`; text is reported as not being `expected`.
  @inline(never)
  mutating func unreadable(
    at place: ReadingContext.Place, in context: ReadingContext, expected: ErrorPhrase,
    of type: Any.Type
  ) -> any Error {
    place.restore(&self)
    guard context.policy.unreadableText == .makeNil, nextByte() == UInt8(ascii: "\"") else {
      return mismatch(expected, of: type)
    }
    return ConversionError(
      .unreadable, at: place.position, expected: expected,
      found: describeValue(at: place.position), of: type)
  }
}
