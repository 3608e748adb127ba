import Peridot

/// The models of a ``RecordStore``'s query, one after the other.
public struct RecordStream<M: RecordSerializing>: AsyncSequence, @unchecked Sendable {
  // Sendable: the values of the condition are only read, and turned into columns at the start.
  public typealias Element = M

  let store: RecordStore
  let condition: RecordCondition
  let order: RecordOrder

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(stream: self)
  }

  /// Reads one model after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let stream: RecordStream
    private var rows: Rows?
    private var hasEnded = false

    fileprivate init(stream: RecordStream) {
      self.stream = stream
    }

    /// Returns the next model; nil at the end.
    ///
    /// - Throws: a ``RecordError``, or `CancellationError` if the task is cancelled; then the
    ///   stream has ended.
    public mutating func next() async throws -> sending M? {
      try await next(isolation: nil)
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> sending M? {
      if hasEnded { return nil }
      do {
        try Task.checkCancellation()
        if rows == nil { rows = try Rows(stream) }
        if let model = try rows?.next() { return Made(model).value }
      } catch {
        end()
        throw error
      }
      end()
      return nil
    }

    private mutating func end() {
      hasEnded = true
      rows = nil
    }
  }

  /// The rows of the query during reading.
  private final class Rows {
    private let store: RecordStore
    private let mapping: RecordMapping
    private var source: (lease: Lease, statement: Statement)?
    /// Models read together, the last one first.
    private var waiting: [M] = []

    init(_ stream: RecordStream) throws {
      store = stream.store
      mapping = try RecordMapping.of(M.self)
      let lease = try store.lease()
      let hasTables = try store.prepare(mapping, lease)
      try lease.beginSnapshot()
      try lease.withConnection { connection in
        let tables = store.tables(connection)
        var selection = try RecordSelection(mapping, stream.condition, tables)
        try selection.sort(by: stream.order, of: mapping)
        guard hasTables else { return }
        let statement = try connection.take(tables.query(mapping, keys: nil).sql + selection.sql)
        try selection.bind(to: statement, of: mapping)
        source = (lease, statement)
      }
      if lease.isScarce {
        try read(.max)
        end()
      }
    }

    deinit {
      end()
    }

    func next() throws -> M? {
      if waiting.isEmpty { try read(64) }
      return waiting.popLast()
    }

    private func read(_ count: Int) throws {
      guard let (lease, statement) = source else { return }
      try lease.withConnection { connection in
        var reading = GraphReading(store.tables(connection), mapping, keys: nil)
        waiting = try reading.models(from: statement, count: count).reversed()
          .compactMap { $0 as? M }
      }
    }

    private func end() {
      if let (lease, statement) = source { try? lease.withConnection { $0.put(statement) } }
      source = nil
    }
  }
}
