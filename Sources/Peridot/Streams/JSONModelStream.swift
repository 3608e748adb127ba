/// The models of one JSON array, or of JSON values on lines of their own, read one at a time.
///
///     for try await issue: Issue in JSONAdapter.stream(from: url) { … }
///
/// No more is held than the element that is being read, and the chunk of bytes that it ends in. Errors
/// name the element's index in their path and the line in the whole text; after one, the stream has
/// ended. When the task that reads it is cancelled, the stream throws `CancellationError` in place of
/// the next model, and has ended.
public struct JSONModelStream<M: JSONSerializing>: AsyncSequence, Sendable {
  public typealias Element = M

  private let models: StreamedModels.Source

  @usableFromInline
  init(
    _ type: M.Type, at place: JSONKeyPath?, _ policy: ConversionPolicy, _ maximumElementSize: Int,
    _ report: @escaping @Sendable (JSONIssue) -> Void,
    makeSource: @escaping @Sendable () -> StreamSource
  ) {
    models = StreamedModels.Source(
      type, at: place, policy, maximumElementSize, report, makeSource: makeSource,
      readAll: { call, input, report in try call.models(type, input, report).value })
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(models: StreamedModels(models))
  }

  /// Reads one model after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var models: StreamedModels

    fileprivate init(models: StreamedModels) {
      self.models = models
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
      repeat {
        if let model = try models.next() {
          return Fresh(value: downcast(model.value, to: M.self)).value
        }
      } while try await models.wait(isolation: actor)
      return nil
    }
  }
}
