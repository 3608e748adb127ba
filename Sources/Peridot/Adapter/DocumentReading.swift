/// One document read from beginning to end, and what went wrong in terms of its text.
struct DocumentReading {
  let input: JSONInput
  let policy: SharedPolicy

  /// Runs `body` on the document, and makes sure that nothing follows it.
  ///
  /// - Throws: a `JSONAdapterError`.
  func read<Result>(
    report: (JSONIssue) -> Void,
    willUpdate: @escaping (AnyObject) -> (() -> Void) = { _ in {} }, willRetry: () -> Void = {},
    _ body: (inout JSONReader, ReadingContext) throws -> Result
  ) throws -> Result {
    var superseded: Set<Int>?
    while true {
      let context = ReadingContext(
        policy: policy, source: input.source, superseded: superseded ?? [])
      context.willUpdate = willUpdate
      let outcome: Swift.Result<Result, any Error>
      do {
        let depth = StackRoom.depthToRead(policy.rules.maximumDepth)
        let result = try input.source.withReader(maximumDepth: depth) { reader in
          let result = try body(&reader, context)
          try reader.endDocument()
          return result
        }
        if context.isClean { return result }
        outcome = .success(result)
      } catch {
        outcome = .failure(error)
      }
      if superseded == nil {
        // What went wrong may lie in a member that occurs again, and then does not count.
        let found = DuplicateMembers.find(in: input.source)
        superseded = found
        if !found.isEmpty {
          willRetry()
          continue
        }
      }
      return try finish(outcome, context, report)
    }
  }

  private func finish<Result>(
    _ outcome: Swift.Result<Result, any Error>, _ context: ReadingContext,
    _ report: (JSONIssue) -> Void
  ) throws -> Result {
    if !context.errors.isEmpty {
      var errors = context.errors.map(adapterError)
      if case .failure(let error) = outcome { errors.append(adapterError(error)) }
      if errors.count == 1 { throw errors[0] }
      var all = JSONAdapterError(.multiple, found: "\(errors.count) errors")
      all.errors = errors
      throw all
    }
    let result: Result
    do {
      result = try outcome.get()
    } catch {
      throw adapterError(error)
    }
    reportIssues(context, report)
    return result
  }

  private func reportIssues(_ context: ReadingContext, _ report: (JSONIssue) -> Void) {
    let offsets = context.issues.map(\.error.offset)
    let order = offsets.indices.sorted { (offsets[$0], $0) < (offsets[$1], $1) }
    var paths = Array(repeating: "$", count: offsets.count)
    for (index, path) in zip(order, input.source.paths(to: order.map { offsets[$0] })) {
      paths[index] = path
    }
    for (issue, path) in zip(context.issues, paths) {
      report(JSONIssue(issue.action, issue.error, at: path))
    }
  }

  /// Turns what was thrown on the way into an error that says where.
  func adapterError(_ error: any Error) -> JSONAdapterError {
    switch error {
    case let error as JSONAdapterError:
      return error
    case let error as JSONSyntaxError:
      var result = JSONAdapterError(
        isTooDeep(error) ? .tooDeep : .invalidJSON, found: "\(error.reason)", underlying: error)
      locate(&result, at: error.byteOffset)
      return result
    case let error as ConversionError:
      if var whole = error.asWhole {
        guard whole.isAboutValue else { return whole }
        whole.name(error.modelClass, error.propertyKey)
        let innerPath = error.innerPath + whole.path.dropFirst()
        locate(&whole, at: error.offset, innerPath: innerPath)
        return whole
      }
      var result = JSONAdapterError(error)
      locate(&result, at: error.offset, innerPath: error.innerPath)
      return result
    default:
      return JSONAdapterError(.transformFailed, found: "\(error)", underlying: error)
    }
  }

  private func isTooDeep(_ error: JSONSyntaxError) -> Bool {
    if case .tooDeep = error.reason { true } else { false }
  }

  private func locate(_ error: inout JSONAdapterError, at offset: Int, innerPath: String = "") {
    error.path = input.source.path(to: offset) + innerPath
    guard input.isText else { return }
    let (line, column) = input.source.location(of: offset)
    error.line = line
    error.column = column
    error.byteOffset = offset
  }
}

extension ConversionError {
  /// An adapter's own error, on its way through the reading or writing of what it lies in.
  init(_ error: JSONAdapterError, at offset: Int = 0) {
    self.init(error.isAboutValue ? .nested : .whole, at: offset, underlying: error)
    modelClass = error.modelClass
    propertyKey = error.propertyKey
  }

  /// The adapter's error that is to be reported as it is, but for its place.
  var asWhole: JSONAdapterError? {
    switch kind {
    case .whole, .nested: underlying as? JSONAdapterError
    default: nil
    }
  }
}

extension JSONAdapterError {
  /// Whether it has a place in the document, as what is wrong with a class has not.
  var isAboutValue: Bool { kind != .invalidMapping && kind != .multiple }

  /// Names the property, unless one further in was named already.
  mutating func name(_ modelClass: AnyClass?, _ key: String?) {
    guard self.modelClass == nil else { return }
    self.modelClass = modelClass as? Model.Type
    propertyKey = key
  }

  /// The error of a part, in terms of the whole that the part lies in at `outerPath`.
  func moved(into outerPath: String) -> Self {
    guard isAboutValue else { return self }
    var error = self
    error.line = nil
    error.column = nil
    error.byteOffset = nil
    error.path = outerPath + path.dropFirst()
    return error
  }

  /// The error as the adapter throws it, without its place.
  init(_ error: ConversionError) {
    let modelClass = error.modelClass as? Model.Type
    var missing: [String] = []
    var found = error.found
    if case .missingKeys(let keys) = error.kind {
      missing = keys
      found = keys.map { "\"\($0)\"" }.joined(separator: ", ")
    }
    self.init(
      Kind(error.kind), modelClass: modelClass, propertyKey: error.propertyKey,
      expected: error.expected, found: found, underlying: error.underlying)
    missingKeys = missing
  }
}

extension JSONAdapterError.Kind {
  fileprivate init(_ kind: ConversionError.Kind) {
    self =
      switch kind {
      case .typeMismatch, .unknownCase, .unreadable: .typeMismatch
      case .nullValue: .nullValue
      case .outOfRange: .outOfRange
      case .missingKeys: .missingKeys
      case .noClassFound: .noClassFound
      case .transformFailed: .transformFailed
      case .validationFailed, .whole, .nested: .validationFailed
      case .unknownKey: .unknownKey
      case .notFinite: .notFinite
      case .tooDeep: .tooDeep
      case .cycle: .cycle
      }
  }
}
