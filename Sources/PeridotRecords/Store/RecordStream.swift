import Peridot

/// The models of a ``RecordStore``'s query, one after the other.
public struct RecordStream<M: RecordSerializing>: AsyncSequence, @unchecked Sendable {
  // Sendable: the values of the condition are only read, and turned into columns at the start.
  public typealias Element = M

  let store: RecordStore
  let condition: RecordCondition
  let order: RecordOrder

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: self) }

  /// Reads one model after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let stream: RecordStream
    private var cursor: RecordCursor?
    /// Models read together, the last one first.
    private var waiting: [Model] = []
    private var hasEnded = false

    fileprivate init(stream: RecordStream) { self.stream = stream }

    /// Returns the next model; nil at the end.
    ///
    /// - Throws: a ``RecordError``, or `CancellationError` if the task is cancelled; then the
    ///   stream has ended.
    public mutating func next() async throws -> sending M? { try await next(isolation: nil) }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> sending M? {
      if hasEnded { return nil }
      do {
        try Task.checkCancellation()
        if waiting.isEmpty {
          let cursor = try cursor ?? stream.cursor()
          self.cursor = cursor
          waiting = try cursor.read(cursor.isScarce ? .max : 64).reversed()
        }
        if let model = waiting.popLast() as? M { return Made(model).value }
        end()
        return nil
      } catch {
        end()
        throw error
      }
    }

    private mutating func end() {
      hasEnded = true
      (cursor, waiting) = (nil, [])
    }
  }

  fileprivate func cursor() throws -> RecordCursor {
    try RecordCursor(store, of: M.self, condition, order, isStream: true)
  }
}
