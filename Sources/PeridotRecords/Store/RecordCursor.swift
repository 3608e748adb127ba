import Peridot

/// The models of a query, which are read in parts.
final class RecordCursor {
  private let store: RecordStore
  private let keys: Set<String>?
  // Nil at the end.
  private var connection: Connection?
  private var statement: Statement?
  private var query: RecordQuery?
  private let including: Set<String>
  /// The models that the caller asks for beside those of the query.
  private(set) var included: [Model] = []

  /// - Parameter isStream: Whether there can be several parts, which are of one state of the database.
  init(
    _ store: RecordStore, of type: any RecordSerializing.Type, _ condition: RecordCondition,
    _ order: RecordOrder, limit: Int? = nil, offset: Int = 0, keys: [String]? = nil,
    including: [String] = [], isStream: Bool = false
  ) throws {
    let mapping = try RecordMapping.of(type)
    if let keys { try mapping.check(keys) }
    try mapping.check(including, in: "including")
    self.including = Set(including)
    self.store = store
    self.keys = keys.map { Set($0) }
    let connection = try store.connections.take()
    self.connection = connection
    let hasTables = try store.prepare(mapping, connection)
    // One statement sees one state anyway.
    if isStream || !mapping.relations.isEmpty || mapping.choosesClass {
      try store.connections.beginSnapshot(connection)
    }
    try connection.withLock {
      let tables = store.tables(connection)
      var selection = try RecordSelection(mapping, condition, tables)
      try selection.sort(by: order)
      try selection.limit(limit, offset: offset)
      guard hasTables else { return }
      let query = tables.query(mapping, keys: self.keys)
      let statement = try connection.take(query.sql + selection.sql)
      (self.query, self.statement) = (query, statement)
      try selection.bind(to: statement)
    }
  }

  deinit { end() }

  /// Whether the models had better be read at once.
  var isScarce: Bool { connection.map(store.connections.isScarce) ?? false }

  /// Reads up to `count` models with everything that they refer to; fewer at the end.
  func read(_ count: Int = .max) throws -> [Model] {
    guard let connection, let statement, let query else { return [] }
    return try connection.withLock {
      var reading = GraphReading(
        store.tables(connection), query, keys: keys, including: including)
      let models = try reading.models(from: statement, count: count)
      included = reading.included
      if models.count < count { end() }
      return models
    }
  }

  private func end() {
    guard let connection else { return }
    if let statement { connection.withLock { connection.put(statement) } }
    store.connections.giveBack(connection)
    (self.connection, statement) = (nil, nil)
  }
}
