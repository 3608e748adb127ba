/// The models of one JSON array, or of JSON values on lines of their own, read one at a time.
///
///     for try await issue: Issue in JSONAdapter.stream(from: url) { … }
///
/// No more is held than the element that is being read. Errors name the element's index in their
/// path and the line in the whole text; after one, the stream has ended. When the task that reads it
/// is cancelled, the stream throws `CancellationError` in place of the next model, and has ended.
public struct JSONModelStream<M: JSONSerializing>: AsyncSequence, Sendable {
  public typealias Element = M

  let type: M.Type
  let plans: PolicyPlans
  let maximumElementSize: Int
  let report: @Sendable (JSONIssue) -> Void
  let makeSource: @Sendable () -> StreamSource

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(self, makeSource())
  }

  /// Reads one model after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let stream: JSONModelStream
    private let source: StreamSource
    private var splitter: ElementSplitter
    private var chunk: [UInt8] = []
    private var position = 0
    private var hasEnded = false

    init(_ stream: JSONModelStream, _ source: StreamSource) {
      self.stream = stream
      self.source = source
      splitter = ElementSplitter(limit: stream.maximumElementSize)
    }

    /// Returns the next model; nil at the end.
    ///
    /// - Throws: a ``JSONAdapterError``, or what reading the bytes throws.
    public mutating func next() async throws -> sending M? {
      try await next(isolation: nil)
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws -> sending M? {
      do {
        if !hasEnded { try Task.checkCancellation() }
        while let element = try await nextElement(isolation: actor) {
          if let model = try model(element) { return model.value }
        }
      } catch {
        hasEnded = true
        throw error
      }
      return nil
    }

    private mutating func nextElement(
      isolation actor: isolated (any Actor)?
    ) async throws -> ElementSplitter.Element? {
      do {
        while !hasEnded {
          while position < chunk.count {
            position += 1
            if let element = try splitter.take(chunk[position - 1]) { return element }
            if splitter.isTooLarge { throw tooLarge(splitter.current) }
          }
          position = 0
          let next = try await source.next(isolation: actor)
          // Bytes that end because the task is cancelled are not the whole text.
          try Task.checkCancellation()
          if let next {
            chunk = next
          } else {
            chunk = []
            hasEnded = true
            return try splitter.finish()
          }
        }
        return nil
      } catch let error as ElementSplitter.Misplaced {
        var result = JSONAdapterError(.invalidJSON, found: "\(error.reason)")
        result.locate(in: error.element)
        throw result
      }
    }

    /// Reads an element; nil when the policy leaves it out.
    private func model(_ element: ElementSplitter.Element) throws -> Fresh<M>? {
      guard element.bytes.count <= stream.maximumElementSize else { throw tooLarge(element) }
      do {
        let input = try JSONInput(element.bytes)
        return try AdapterCall(stream.plans)
          .model(stream.type, input, reportInside(element))
      } catch var error as JSONAdapterError {
        error.locate(in: element)
        guard stream.plans.policy.rules.badElement == .drop, error.isAboutElement else {
          throw error
        }
        stream.report(
          JSONIssue(
            action: .dropped, path: error.path, modelClass: error.modelClass.map { "\($0)" },
            propertyKey: error.propertyKey, expected: error.expected, found: error.found))
        return nil
      }
    }

    private func reportInside(_ element: ElementSplitter.Element) -> (JSONIssue) -> Void {
      let report = stream.report
      return { issue in
        report(
          JSONIssue(
            action: issue.action, path: "$[\(element.index)]" + issue.path.dropFirst(),
            modelClass: issue.modelClass, propertyKey: issue.propertyKey,
            expected: issue.expected, found: issue.found))
      }
    }

    private func tooLarge(_ element: ElementSplitter.Element) -> JSONAdapterError {
      var error = JSONAdapterError(
        .tooLarge, modelClass: stream.type,
        expected: "an element of at most \(stream.maximumElementSize) bytes", found: "more")
      error.locate(in: element)
      return error
    }
  }
}

extension JSONAdapterError {
  /// Whether it says something about one element, so that the next one may be read.
  fileprivate var isAboutElement: Bool {
    switch kind {
    case .invalidJSON, .invalidMapping, .tooDeep, .tooLarge: false
    default: true
    }
  }

  /// Puts an error of an element into terms of the whole text.
  fileprivate mutating func locate(in element: ElementSplitter.Element) {
    let (line, column) = (line ?? 1, column ?? 1)
    path = "$[\(element.index)]" + path.dropFirst()
    self.line = element.line + line - 1
    self.column = line == 1 ? element.column + column - 1 : column
    byteOffset = element.offset + (byteOffset ?? 0)
    errors = errors.map { error in
      var error = error
      error.locate(in: element)
      return error
    }
  }
}
