import Peridot

extension RecordStore {
  /// Returns the model whose properties have these values, with all that it refers to; nil if there is
  /// none. Of several, it is the one that was saved first.
  ///
  /// - Parameters:
  ///   - type: The class; a subclass that shares its records may come out, as `classForParsing(_:)`
  ///     chooses.
  ///   - values: Values by property key, nil for nil; a model for a to-one relationship.
  /// - Throws: a ``RecordError``.
  public func model<M: RecordSerializing>(
    of type: M.Type = M.self, matching values: [String: Any?]
  ) throws -> sending M? {
    try Made(read(type, limit: 1) { try $0.add(values, of: $1, $2) }.value.first).value
  }

  /// Returns the first model that meets a condition; nil if there is none.
  public func model<M: RecordSerializing>(
    of type: M.Type = M.self, matching condition: RecordSQL
  ) throws -> sending M? {
    try Made(
      read(type, limit: 1) { selection, mapping, _ in
        try selection.add(condition, of: mapping)
      }.value.first
    ).value
  }

  /// Returns the models whose properties have these values, with all that they refer to.
  ///
  ///     let open = try store.models(
  ///       of: Issue.self, matching: ["state": "open", "assignee": nil],
  ///       orderedBy: [.descending("stars"), "number"], limit: 50)
  ///
  /// One record is one model in the result, however often it is referred to; a weak reference is set
  /// where its target is part of the result.
  ///
  /// - Parameters:
  ///   - type: The class; subclasses that share its records come out as what they are.
  ///   - values: Values by property key, nil for nil; a model for a to-one relationship. None for all.
  ///   - order: Property keys; without any, records come as they were first saved.
  ///   - limit: The largest number of models; nil for all.
  ///   - offset: How many to leave out first.
  /// - Throws: a ``RecordError``.
  public func models<M: RecordSerializing>(
    of type: M.Type = M.self, matching values: [String: Any?] = [:],
    orderedBy order: RecordOrder = [],
    limit: Int? = nil, offset: Int = 0
  ) throws -> sending [M] {
    try read(type, order, limit: limit, offset: offset) { try $0.add(values, of: $1, $2) }.value
  }

  /// Returns the models that meet a condition in SQL, whose values are bound:
  ///
  ///     let starred = try store.models(of: Issue.self, matching: "stars > \(minimum)")
  ///
  /// For the other parameters see ``models(of:matching:orderedBy:limit:offset:)``.
  public func models<M: RecordSerializing>(
    of type: M.Type = M.self, matching condition: RecordSQL, orderedBy order: RecordOrder = [],
    limit: Int? = nil, offset: Int = 0
  ) throws -> sending [M] {
    try read(type, order, limit: limit, offset: offset) { selection, mapping, _ in
      try selection.add(condition, of: mapping)
    }.value
  }

  private func read<M: RecordSerializing>(
    _ type: M.Type, _ order: RecordOrder = [], limit: Int?, offset: Int = 0,
    _ narrow: Narrowing
  ) throws -> Made<[M]> {
    let mapping = try RecordMapping.of(type)
    return try read(mapping) { tables, hasTables in
      let selection = try RecordSelection(mapping, tables, order, limit, offset, narrow)
      guard hasTables else { return Made([]) }
      let sql = GraphReading.sql(mapping, selection.sql)
      return try tables.connection.withStatement(sql) { statement in
        try selection.bind(to: statement, of: mapping)
        var reading = GraphReading(tables, mapping)
        return Made(try reading.models(from: statement).compactMap { $0 as? M })
      }
    }
  }

  // MARK: Counting

  /// Returns how many records have these values; see ``models(of:matching:orderedBy:limit:offset:)``.
  public func count<M: RecordSerializing>(
    of type: M.Type, matching values: [String: Any?] = [:]
  ) throws -> Int {
    try count(type) { try $0.add(values, of: $1, $2) }
  }

  /// Returns how many records meet a condition.
  public func count<M: RecordSerializing>(
    of type: M.Type, matching condition: RecordSQL
  ) throws -> Int {
    try count(type) { selection, mapping, _ in try selection.add(condition, of: mapping) }
  }

  private func count(_ type: any RecordSerializing.Type, _ narrow: Narrowing) throws -> Int {
    let mapping = try RecordMapping.of(type)
    return try read(mapping) { tables, hasTables in
      let selection = try RecordSelection(mapping, tables, [], nil, 0, narrow)
      guard hasTables else { return 0 }
      let sql = "SELECT count(*) FROM \(SQL.name(mapping.recordName))\(selection.condition)"
      return try tables.connection.withStatement(sql) { statement in
        try selection.bind(to: statement, of: mapping)
        return Int(try statement.number() ?? 0)
      }
    }
  }

  // MARK: Streams

  /// Returns the models whose properties have these values one after the other, in constant memory:
  ///
  ///     for try await issue in store.stream(of: Issue.self, orderedBy: "number") { … }
  ///
  /// Each model comes with all that it refers to; records that two of them refer to are two models. All
  /// are of one state of the database, that of the first. In memory, and within a transaction, what is
  /// saved meanwhile may or may not be seen.
  public func stream<M: RecordSerializing>(
    of type: M.Type, matching values: [String: Any?] = [:], orderedBy order: RecordOrder = []
  ) -> RecordStream<M> {
    // Sendable: the values are read by the stream only, which turns them into columns at its start.
    nonisolated(unsafe) let values = values
    return RecordStream(store: self, order: order) {
      unsafe try $0.add(values, of: $1, $2)
    }
  }

  /// Returns the models that meet a condition one after the other; see
  /// ``stream(of:matching:orderedBy:)``.
  public func stream<M: RecordSerializing>(
    of type: M.Type, matching condition: RecordSQL, orderedBy order: RecordOrder = []
  ) -> RecordStream<M> {
    RecordStream(store: self, order: order) { selection, mapping, _ in
      try selection.add(condition, of: mapping)
    }
  }
}

typealias Narrowing = (inout RecordSelection, RecordMapping, RecordTables) throws -> Void

/// Models that were just made.
///
/// Sendable: nothing but the result refers to them, so the caller may send them anywhere.
struct Made<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// The models that a query of a ``RecordStore`` finds, one after the other.
public struct RecordStream<M: RecordSerializing>: AsyncSequence, Sendable {
  public typealias Element = M

  let store: RecordStore
  let order: RecordOrder
  let narrow: @Sendable (inout RecordSelection, RecordMapping, RecordTables) throws -> Void

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
    /// - Throws: a ``RecordError``, or `CancellationError` when the task is cancelled; the stream has
    ///   ended then.
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

  /// The rows of the query, while somebody reads them.
  private final class Rows {
    private let store: RecordStore
    private let mapping: RecordMapping
    private let lease: Lease
    private var statement: Statement?
    /// Models that were read together, the last one first.
    private var waiting: [M] = []

    init(_ stream: RecordStream) throws {
      store = stream.store
      mapping = try RecordMapping.of(M.self)
      lease = try stream.store.lease()
      let mapping = mapping
      statement = try store.read(mapping, lease) { tables, hasTables in
        let selection = try RecordSelection(mapping, tables, stream.order, nil, 0, stream.narrow)
        guard hasTables else { return nil }
        let statement = try tables.connection.take(GraphReading.sql(mapping, selection.sql))
        do {
          try selection.bind(to: statement, of: mapping)
        } catch {
          tables.connection.put(statement)
          throw error
        }
        return statement
      }
    }

    deinit {
      guard let statement else { return }
      try? lease.withConnection { $0.put(statement) }
    }

    func next() throws -> M? {
      if waiting.isEmpty, let statement {
        waiting = try lease.withConnection { connection in
          var reading = GraphReading(store.tables(connection), mapping)
          return try reading.models(from: statement, count: 64).reversed().compactMap { $0 as? M }
        }
        if waiting.isEmpty {
          try lease.withConnection { $0.put(statement) }
          self.statement = nil
        }
      }
      return waiting.popLast()
    }
  }
}

extension RecordSelection {
  /// What a call finds.
  fileprivate init(
    _ mapping: RecordMapping, _ tables: RecordTables, _ order: RecordOrder, _ limit: Int?,
    _ offset: Int, _ narrow: Narrowing
  ) throws {
    if let limit, limit < 0 {
      throw RecordError(.invalidQuery, mapping.modelClass, found: "limit is \(limit)")
    }
    if offset < 0 {
      throw RecordError(.invalidQuery, mapping.modelClass, found: "offset is \(offset)")
    }
    self.init(of: mapping)
    try narrow(&self, mapping, tables)
    try sort(by: order, of: mapping)
    self.limit(limit, offset: offset)
  }

  /// Narrows to the records whose properties have those values.
  mutating func add(
    _ values: [String: Any?], of mapping: RecordMapping, _ tables: RecordTables
  ) throws {
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      if let relation = mapping.relation(forKey: key), relation.form == .one {
        try add(value, relation, mapping, tables)
        continue
      }
      guard let attribute = mapping.attribute(forKey: key) else {
        throw mapping.invalidKey(key, in: "matching")
      }
      let column = SQL.name(attribute.column)
      do {
        guard let value = value.flatMap(Property.present) else {
          add("\(column) IS NULL", [])
          continue
        }
        add("\(column) = ?", [try attribute.encodeValue(value)])
      } catch {
        throw mapping.error(error, key)
      }
    }
  }

  /// Narrows to the records that refer to a model's.
  private mutating func add(
    _ value: Any?, _ relation: Relation, _ mapping: RecordMapping, _ tables: RecordTables
  ) throws {
    let column = SQL.name(relation.column)
    let name = SQL.name(relation.nameColumn)
    guard let value = value.flatMap(Property.present) else { return add("\(column) IS NULL", []) }
    guard let model = value as? Model, let target = try? RecordMapping.of(type(of: model)),
      !target.uniquing.isEmpty
    else {
      throw RecordError(
        .invalidQuery, mapping.modelClass, relation.property.key,
        expected: "a model whose class has uniquingPropertyKeys", found: Words.found(value))
    }
    guard try tables.isReady(target),
      let id = try RecordLookup(tables.connection).id(of: model, target)
    else { return add("0", []) }
    if target.recordName == relation.target.recordName {
      add("\(column) = ? AND \(name) IS NULL", [.integer(id)])
    } else {
      add("\(column) = ? AND \(name) = ?", [.integer(id), .text(target.recordName)])
    }
  }
}
