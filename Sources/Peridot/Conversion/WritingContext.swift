/// The state of writing one document: the rules, and the open models.
final class WritingContext: PolicyScope {
  /// The rules at this place; a property can have its own.
  var shared: ConversionPolicy.Shared
  @inline(__always) var policy: ConversionPolicy { shared.rules }
  let options: JSONWritingOptions
  /// All omissions, with the path from the value being written.
  private(set) var issues: [PendingIssue] = []
  /// The number of issues.
  private(set) var issueCount = 0
  /// The property keys to write for the models at this place; nil for all.
  var selection: KeySelection? {
    didSet { isWhole = selection == nil && filter == nil }
  }
  /// Returns the keys of the mapped properties to write; nil for all.
  var filter: ((Set<String>, AnyObject) -> Set<String>)? {
    didSet { isWhole = selection == nil && filter == nil }
  }
  /// The greatest depth of models.
  let maximumDepth: Int

  struct PendingIssue {
    let action: JSONIssue.Action
    var error: ConversionError
  }

  /// Whether models have to be read back as their own classes; false if the caller omits a part, or
  /// nobody reads the output.
  var asksClasses = false
  /// Whether the output is compared with another document, and so has all members.
  var isPatch = false
  /// Whether a coder gets the values. It writes a Double without a fraction as a whole number.
  var isForCoder = false
  /// True if nothing is omitted on demand.
  private(set) var isWhole = true
  /// True if nothing is omitted, and members are written in their own order.
  var isPlain: Bool { isWhole && isInOrder }
  let isInOrder: Bool
  /// Whether somebody can be changing the models being written; see `ObjectMemory`.
  let mayConflict = ObjectMemory.mayConflict

  init(policy: ConversionPolicy.Shared, options: JSONWritingOptions) {
    shared = policy
    self.options = options
    maximumDepth = StackRoom.depthToWrite(policy.rules.maximumDepth)
    isInOrder = !options.contains(.sortedKeys)
  }

  @inline(never)
  func note(_ action: JSONIssue.Action, _ error: ConversionError) {
    issues.append(PendingIssue(action: action, error: error))
    issueCount += 1
  }

  /// Puts steps in front of the paths of the issues from `first` on.
  ///
  /// - Parameter change: Changes each error first; nil for none.
  func moveIssues(
    from first: Int, into step: [JSONKeyPath.Component],
    changing change: ((inout ConversionError) -> Void)? = nil
  ) {
    for index in first..<issues.count {
      change?(&issues[index].error)
      issues[index].error = issues[index].error.inside(step)
    }
  }

  /// Writes an element of an array by `body`.
  @inline(__always)
  func writeElement(
    _ index: Int, to writer: inout JSONWriter, _ body: (inout JSONWriter) throws -> Void
  ) throws {
    try writePart(.index(index), to: &writer, body)
  }

  /// Writes a member of a dictionary, whose value `body` writes.
  @inline(__always)
  func writeMember(
    _ name: String, to writer: inout JSONWriter, _ body: (inout JSONWriter) throws -> Void
  ) throws {
    try writePart(.key(name), to: &writer) { writer throws in
      writer.key(name)
      try body(&writer)
    }
  }

  /// Writes a part of a value without a static type by `body`; `step` leads to it.
  ///
  /// Omits a part without a JSON form if the policy omits numbers without one.
  func writeUntyped(
    _ step: JSONKeyPath.Component, to writer: inout JSONWriter,
    _ body: (inout JSONWriter) throws -> Void
  ) throws {
    try writePart(step, isUntyped: true, to: &writer, body)
  }

  /// Writes the part at `step` by `body`; nothing of it if it fails and is omitted.
  @inline(__always)
  private func writePart(
    _ step: @autoclosure () -> JSONKeyPath.Component, isUntyped: Bool = false,
    to writer: inout JSONWriter, _ body: (inout JSONWriter) throws -> Void
  ) throws {
    let mark = writer.mark
    let noted = issueCount
    do {
      try body(&writer)
    } catch {
      try drop(step(), error, isUntyped: isUntyped)
      writer.rewind(to: mark)
      return
    }
    if issueCount > noted { moveIssues(from: noted, into: step()) }
  }

  /// Makes a part of a value in memory by `body`; `step` leads to it.
  func writeStep<Result>(
    _ step: JSONKeyPath.Component, _ body: () throws -> Result
  ) throws -> Result {
    let noted = issueCount
    do {
      let result = try body()
      if issueCount > noted { moveIssues(from: noted, into: step) }
      return result
    } catch {
      throw error.inside([step])
    }
  }

  /// Refuses, or reports, the member at this place whose name String takes for an earlier one's: a
  /// dictionary holds one of them, the last.
  func handleLookalike(_ name: String) throws {
    let error = ConversionError.lookalike(name, at: 0)
    guard policy.badElement == .drop else { throw error }
    note(.dropped, error)
  }

  @inline(never)
  private func moveIssues(from first: Int, into step: JSONKeyPath.Component) {
    moveIssues(from: first, into: [step])
  }

  /// Continues without the part at `step`, if the policy omits it.
  @inline(never)
  private func drop(
    _ step: JSONKeyPath.Component, _ error: any Error, isUntyped: Bool
  ) throws {
    let error = error.inside([step])
    if isUntyped, policy.nonFinite == .omit, let failure = error as? ConversionError,
      failure.hasNoForm
    {
      note(.skipped, failure)
    } else {
      try dropElement(error)
    }
  }

  /// Continues without an element that a hook rejects, if the policy omits it.
  func dropElement(_ error: any Error) throws {
    guard policy.hookReject == .drop, let failure = error as? ConversionError,
      case .validationFailed = failure.kind
    else { throw error }
    note(.dropped, failure)
  }
}

extension JSONWriter {
  /// Opens a model, which has to be closed; throws if the model is being written already, or if models
  /// are nested too deep.
  @inline(__always)
  mutating func enter(_ model: AnyObject, in context: WritingContext) throws {
    guard open(ObjectIdentifier(model), maximumDepth: context.maximumDepth) else {
      throw refusal(of: model, in: context)
    }
  }

  @inline(never)
  private func refusal(of model: AnyObject, in context: WritingContext) -> ConversionError {
    guard isOpen(ObjectIdentifier(model)) else {
      return ConversionError(
        .tooDeep, at: 0, found: "nesting deeper than \(context.maximumDepth)")
    }
    return ConversionError(
      .cycle, at: 0, expected: "a tree of models",
      found: "\(TypeName.phrase(withArticle: type(of: model))) that contains itself")
  }
}

extension WritingContext {
  /// The property keys to write, at every depth: `id` names a property with all its contents,
  /// `user.login` one property of the nested models.
  struct KeySelection {
    private(set) var children = [String: KeySelection]()
    /// True if a path ends here, so that all contents are written.
    private var isWhole = false

    init(_ paths: [String]) {
      for path in paths { add(path.split(separator: ".", omittingEmptySubsequences: false)[...]) }
    }

    private mutating func add(_ path: ArraySlice<Substring>) {
      guard let key = path.first else {
        isWhole = true
        return
      }
      children[String(key), default: KeySelection([])].add(path.dropFirst())
    }

    /// The keys that are selected within the property; nil for all.
    func within(_ key: String) -> KeySelection? {
      guard let child = children[key], !child.isWhole else { return nil }
      return child
    }
  }
}
