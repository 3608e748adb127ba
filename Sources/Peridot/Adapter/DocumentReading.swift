import Foundation

/// One document read from beginning to end, and its errors in terms of its text.
struct DocumentReading {
  let input: JSONInput
  /// Kept during reading, because it owns all codecs in use.
  let plans: PolicyPlans
  /// The class that was asked for, which errors of syntax name.
  var modelClass: Model.Type?
  private var policy: ConversionPolicy.Shared { plans.policy }

  /// Runs `body` on the document, and checks that nothing follows it.
  ///
  /// - Throws: a `JSONAdapterError`.
  @inline(__always)
  func read<Result>(
    report: (JSONIssue) -> Void, undo: UndoLog? = nil,
    _ body: (inout JSONReader, ReadingContext) throws -> Result
  ) throws -> Result {
    var result: Result?
    try Self.run(input, plans, for: modelClass, report: report, undo: undo) { reader, context in
      result = try body(&reader, context)
    }
    guard let result else { preconditionFailure("The body ran.") }
    return result
  }

  /// Runs `body` on the document. Its parameters are lent, because a part of `self` would be
  /// retained for each use.
  private static func run(
    _ input: JSONInput, _ plans: PolicyPlans, for modelClass: Model.Type?,
    report: (JSONIssue) -> Void, undo: UndoLog?,
    _ body: (inout JSONReader, ReadingContext) throws -> Void
  ) throws {
    defer { withExtendedLifetime(plans) {} }
    let context = ReadingContext(policy: plans.policy, source: input.source)
    context.undo = undo
    if context.policy.repeatedKeys == .fail { try refuseRepeatedMembers(input, plans, in: context) }
    let failure = attempt(input, in: context, body)
    if failure == nil, context.isClean { return }
    if let found = failure as? OtherEncoding {
      return try run(
        JSONInput(part: found.converted), plans, for: modelClass, report: report, undo: undo, body)
    }
    try DocumentReading(input: input, plans: plans, modelClass: modelClass)
      .resume(failure, in: context, report: report, body)
  }

  /// Refuses members whose names occur again. A document that is malformed, too, has the errors of
  /// both.
  @inline(never)
  private static func refuseRepeatedMembers(
    _ input: JSONInput, _ plans: PolicyPlans, in context: ReadingContext
  ) throws {
    let source = input.source
    let repeated = JSONReader.DuplicateMembers.find(
      in: source, maximumDepth: plans.policy.rules.maximumDepth)
    for offset in repeated.sorted() {
      let error = ConversionError.repeatedMember(at: offset)
      guard context.policy.collectsErrors else {
        throw DocumentReading(input: input, plans: plans).adapterErrors([error])[0]
      }
      context.collect(error)
    }
  }

  /// Continues after errors and repairs. Dynamic, so that it is compiled once, not for each body.
  private dynamic func resume(
    _ failure: (any Error)?, in context: ReadingContext, report: (JSONIssue) -> Void,
    _ body: (inout JSONReader, ReadingContext) throws -> Void
  ) throws {
    var (failure, context) = (failure, context)
    // The mistake can be in a repeated member, which then doesn't count.
    if policy.rules.repeatedKeys == .last, mayLackMembers(failure, in: context) {
      let depth = policy.rules.maximumDepth
      let superseded = JSONReader.DuplicateMembers.find(in: input.source, maximumDepth: depth)
      let folded =
        context.metFolded ? FoldedRepeats(of: input.source, maximumDepth: depth) : nil
      if !superseded.isEmpty || folded?.isEmpty == false || context.metFoldedWithin {
        let undo = context.undo
        undo?.rollBack()
        context = ReadingContext(policy: policy, source: input.source, superseded: superseded)
        context.foldedRepeats = folded
        context.undo = undo
        failure = Self.attempt(input, in: context, body)
      }
    }
    try finish(failure, in: context, report)
  }

  /// Whether there can be repeated members that were not met. An object that was read to its end
  /// has none.
  private func mayLackMembers(_ failure: (any Error)?, in context: ReadingContext) -> Bool {
    guard failure == nil, context.errors.isEmpty else { return true }
    if context.givenUp.isEmpty { return false }
    return context.metFolded
      || JSONReader.DuplicateMembers.occur(
        in: input.source, within: context.givenUp, maximumDepth: policy.rules.maximumDepth)
  }

  /// Returns the error of reading; nil if there was none.
  @inline(__always)
  private static func attempt(
    _ input: JSONInput, in context: ReadingContext,
    _ body: (inout JSONReader, ReadingContext) throws -> Void
  ) -> (any Error)? {
    let depth = StackRoom.depthToRead(context.shared.rules.maximumDepth)
    do {
      try input.source.lend(maximumDepth: depth) { reader in
        if reader.isPossiblyConvertible, let converted = input.source.converted {
          throw OtherEncoding(converted: converted)
        }
        try body(&reader, context)
        try reader.endDocument()
      }
      return nil
    } catch {
      return error
    }
  }

  /// Says that the document is in UTF-16 or UTF-32, before anything is read.
  private struct OtherEncoding: Error {
    let converted: JSONBytes
  }

  private func finish(
    _ failure: (any Error)?, in context: ReadingContext, _ report: (JSONIssue) -> Void
  ) throws {
    if !context.errors.isEmpty {
      var found: [any Error] = context.errors
      if let failure { found.append(failure) }
      let errors = adapterErrors(Array(found.prefix(max(1, policy.rules.maximumErrors))))
      if found.count == 1 { throw errors[0] }
      throw JSONAdapterError(first: errors, of: found.count)
    }
    if let failure {
      // Moved out of the array, because copying an error takes long.
      var errors = adapterErrors([failure])
      throw errors.removeLast()
    }
    reportIssues(context, report)
  }

  private func reportIssues(_ context: ReadingContext, _ report: (JSONIssue) -> Void) {
    if context.issues.isEmpty { return }
    var paths = JSONIssue.Paths(
      of: context.issues.map(\.error.shownPlace.offset), in: input.source)
    let issues = context.issues
    // By index, because copying an issue's error takes long.
    for index in issues.indices {
      let innerPath = issues[index].error.issuePath
      report(
        JSONIssue(
          issues[index].action, issues[index].error.shown(under: policy.rules),
          at: .of(index, in: paths, innerPath: innerPath)))
    }
    // The caller owns the bytes, and can release them after the call.
    if !isKnownUniquelyReferenced(&paths) { paths.find() }
  }

  /// Adds places to errors, all found in one pass.
  private func adapterErrors(_ errors: [any Error]) -> [JSONAdapterError] {
    var found: [JSONAdapterError] = []
    var located: [(index: Int, offset: Int, innerPath: [JSONKeyPath.Component])] = []
    for error in errors {
      let (adapterError, offset, innerPath) = adapterError(error)
      if let offset { located.append((found.count, offset, innerPath)) }
      found.append(adapterError)
    }
    let offsets = located.map(\.offset)
    let paths = input.source.paths(to: offsets)
    let locations = input.isText ? input.source.locations(of: offsets) : []
    for (place, error) in located.enumerated() {
      found[error.index].documentPath = paths[place].then(error.innerPath)
      guard input.isText else { continue }
      let location = locations[place]
      found[error.index].line = location.line
      found[error.index].column = location.column
      found[error.index].byteOffset = error.offset
      if let syntax = found[error.index].underlying as? JSONSyntaxError {
        found[error.index].underlying = JSONSyntaxError(
          syntax.kind, byteOffset: syntax.byteOffset, line: location.line,
          column: location.column)
      }
    }
    return found
  }

  /// The error without its place, the offset of its place if it has one, and the path from there.
  private func adapterError(
    _ error: any Error
  ) -> (error: JSONAdapterError, offset: Int?, innerPath: [JSONKeyPath.Component]) {
    switch error {
    case let error as ConversionError:
      let error = error.shown(under: policy.rules)
      let (offset, innerPath) = error.shownPlace
      guard var whole = error.asWhole else {
        var adapterError = JSONAdapterError(error)
        if let facts = error.refused { tell(&adapterError, facts, of: error) }
        if case .noJSON = error.kind {
          // It is about the caller's value, not about the property.
          adapterError.modelClass = nil
          adapterError.propertyKey = nil
        }
        return (adapterError, offset, innerPath)
      }
      guard whole.isAboutValue else { return (whole, nil, []) }
      whole.name(error.modelClass, error.propertyKey)
      return (whole, offset, innerPath + whole.pathComponents)
    case let error as JSONAdapterError:
      return (policy.rules.hidesFoundValues ? error.hidden : error, nil, [])
    case let error as JSONSyntaxError:
      var error = error
      if let encoding = input.source.encoding {
        error = JSONSyntaxError(
          encoding.kind(for: error.kind), byteOffset: error.byteOffset, line: error.line,
          column: error.column)
      }
      let isTooDeep = isTooDeep(error)
      return (
        JSONAdapterError(
          isTooDeep ? .tooDeep : .invalidJSON, modelClass: isTooDeep ? nil : modelClass,
          found: error.kind.phrase, underlying: error),
        error.byteOffset, []
      )
    default:
      return (
        JSONAdapterError(.transformFailed, found: error.phrase, underlying: error),
        nil, []
      )
    }
  }

  /// Keeps what is needed for advice about a refused value.
  private func tell(
    _ adapterError: inout JSONAdapterError, _ facts: RefusedValue.Facts, of error: ConversionError
  ) {
    // Within a part of the document that a hook replaced, its text is not at the offset.
    guard error.isAboutValue,
      let text = facts.text
        ?? (error.innerPath.isEmpty ? input.source.refusedText(at: error.offset) : nil)
    else { return }
    var facts = facts
    if case .nullValue = error.kind { facts.isNull = true }
    let refused = RefusedValue(facts, text, expected: error.expected, plans.policy)
    if facts.isHidden {
      adapterError.cure = refused.advice(forKey: error.propertyKey)
    } else {
      adapterError.refused = refused
    }
  }

  private func isTooDeep(_ error: JSONSyntaxError) -> Bool {
    if case .tooDeep = error.kind { true } else { false }
  }
}

extension ConversionError {
  /// An adapter's own error, on its way through the reading or writing of an outer value.
  init(_ error: JSONAdapterError, at offset: Int = 0) {
    let (expected, found) = error.issuePhrases
    self.init(
      error.isAboutValue ? .nested : .whole, at: offset, expected: expected, found: found,
      underlying: error)
    // An error of syntax is about the text: the property that holds it is still to be named.
    self.modelClass = error.kind == .invalidJSON ? nil : error.modelClass
    self.propertyKey = error.propertyKey
  }

  /// The error in its form under a policy.
  func shown(under policy: ConversionPolicy) -> Self {
    guard policy.hidesFoundValues else { return self }
    var error = self
    error.hide()
    return error
  }

  /// Hides an error in the value of a secret property, which begins at `offset`: the value, and the
  /// path within it.
  mutating func conceal(at offset: Int) {
    hide()
    if case .unknownKey = self.kind { self.found = Boxed.secret }
    self.secretOffset = offset
    concealUnderlying()
  }

  /// Hides an error of writing in the value of a secret property, where it has a path from the value.
  mutating func conceal() {
    hide()
    self.innerPath = []
    concealUnderlying()
  }

  private mutating func concealUnderlying() {
    guard let inner = self.underlying as? JSONAdapterError else { return }
    self.underlying = inner.concealed(at: [])
  }

  /// Removes the error's words about a value.
  mutating func hide() {
    self.refused?.isHidden = true
    switch self.kind {
    // These show no value.
    case .missingKeys, .unknownKey, .tooDeep, .cycle, .noForm, .noJSON: break
    case .typeMismatch, .nullValue, .outOfRange, .unknownCase, .unreadable,
      .transformFailed, .validationFailed, .notFinite, .whole, .nested:
      self.found = Boxed.secret
    case .noClassFound: self.found = self.found.hidden
    }
    self.expected = self.expected.hidden
    self.underlying = self.underlying?.withoutValue
  }

  /// The path of an issue from the offset of ``shownPlace``.
  var issuePath: [JSONKeyPath.Component] {
    shownPlace.innerPath + (asWhole.map { $0.isAboutValue ? $0.pathComponents : [] } ?? [])
  }

  /// The adapter's error to report unchanged except for its place.
  var asWhole: JSONAdapterError? {
    switch self.kind {
    case .whole, .nested: self.underlying as? JSONAdapterError
    default: nil
    }
  }
}

extension Error {
  /// The error in its form under one for a secret property: the user's own unchanged, ours without
  /// the value, and no other.
  fileprivate var withoutValue: (any Error)? {
    (self as? JSONAdapterError)?.hidden ?? (isOfUser ? self : nil)
  }
}

extension JSONAdapterError: ModelWritingError {
  var conversionError: ConversionError { ConversionError(self) }
}

extension JSONAdapterError {
  /// Whether the error has a place in the document, unlike a mistake in a class.
  var isAboutValue: Bool { kind != .invalidMapping && kind != .multiple }

  /// The words for an issue, if an outer call tolerates the error.
  var issuePhrases: (expected: ErrorPhrase, found: ErrorPhrase) {
    switch kind {
    case .missingKeys: (foundPhrase, "nothing")
    case .invalidJSON: ("JSON", foundPhrase)
    case .tooDeep: ("less nesting", foundPhrase)
    case .noClassFound, .invalidMapping, .typeMismatch, .nullValue, .outOfRange, .transformFailed,
      .validationFailed, .tooLarge, .unknownKey, .notFinite, .cycle, .multiple:
      (expectedPhrase, foundPhrase)
    }
  }

  /// The error without its words about a value and without the path within it, for a secret property
  /// whose value is at `path`.
  func concealed(at path: [JSONKeyPath.Component]) -> Self {
    var error = hidden
    if kind == .unknownKey { error.foundPhrase = Boxed.secret }
    if isAboutValue { error.documentPath = .steps(path) }
    error.errors = error.errors.map { $0.concealed(at: path) }
    if let inner = error.underlying as? JSONAdapterError {
      error.underlying = inner.concealed(at: path)
    }
    return error
  }

  /// The error without its words about a value.
  var hidden: Self {
    var error = self
    error.cure = ownAdvice
    error.refused = nil
    switch kind {
    case .invalidMapping: return self
    case .missingKeys, .unknownKey, .tooDeep, .tooLarge, .cycle: break
    case .noClassFound: error.foundPhrase = foundPhrase.hidden
    case .invalidJSON, .typeMismatch, .nullValue, .outOfRange, .transformFailed,
      .validationFailed, .notFinite, .multiple:
      error.foundPhrase = Boxed.secret
    }
    error.expectedPhrase = expectedPhrase.hidden
    error.errors = errors.map(\.hidden)
    error.underlying = underlying?.withoutValue
    return error
  }

  /// Names the property, unless an inner one is named already.
  mutating func name(_ modelClass: AnyClass?, _ key: String?) {
    guard self.modelClass == nil else { return }
    self.modelClass = modelClass as? Model.Type
    propertyKey = key
  }

  /// The error of a part in terms of the whole, which contains it at `outerPath`.
  func moved(into outerPath: [JSONKeyPath.Component]) -> Self {
    guard isAboutValue else { return self }
    var error = self
    error.line = nil
    error.column = nil
    error.byteOffset = nil
    error.documentPath = documentPath.inside(outerPath)
    return error
  }

  /// The error in the adapter's form, without its place.
  init(_ error: ConversionError) {
    let modelClass = error.modelClass as? Model.Type
    var missing: [String] = []
    var found = error.found
    if case .missingKeys(let keys) = error.kind {
      missing = keys
      found = .keys(keys)
    }
    self.init(
      Kind(error.kind), modelClass: modelClass, propertyKey: error.propertyKey,
      expected: error.expected, found: found, underlying: error.underlying)
    missingKeys = missing
    cure = error.cure
  }
}

extension JSONAdapterError.Kind {
  fileprivate init(_ kind: ConversionError.Kind) {
    self =
      switch kind {
      case .typeMismatch, .unknownCase, .unreadable, .noForm: .typeMismatch
      case .nullValue: .nullValue
      case .outOfRange: .outOfRange
      case .missingKeys: .missingKeys
      case .noClassFound: .noClassFound
      case .transformFailed: .transformFailed
      case .validationFailed, .whole, .nested: .validationFailed
      case .unknownKey: .unknownKey
      case .notFinite: .notFinite
      case .tooDeep: .tooDeep
      case .noJSON: .invalidJSON
      case .cycle: .cycle
      }
  }
}
