import Peridot

/// The models of a query, which are read in parts.
final class RecordCursor {
  private let store: RecordStore
  private let mapping: RecordMapping
  private let keys: Set<String>?
  /// Nil at the end.
  private var rows: (lease: Lease, statement: Statement)?

  /// - Parameter isStream: Whether there can be several parts, which are of one state of the database.
  init(
    _ store: RecordStore, of type: any RecordSerializing.Type, _ condition: RecordCondition,
    _ order: RecordOrder, limit: Int? = nil, offset: Int = 0, keys: [String]? = nil,
    isStream: Bool = false
  ) throws {
    let mapping = try RecordMapping.of(type)
    if let keys { try mapping.check(keys) }
    self.store = store
    self.mapping = mapping
    self.keys = keys.map { Set($0) }
    let lease = try store.lease()
    let hasTables = try store.prepare(mapping, lease)
    // One statement sees one state anyway.
    if isStream || !mapping.relations.isEmpty || mapping.choosesClass { try lease.beginSnapshot() }
    try lease.withConnection { connection in
      let tables = store.tables(connection)
      var selection = try RecordSelection(mapping, condition, tables)
      try selection.sort(by: order, of: mapping)
      try selection.limit(limit, offset: offset, of: mapping)
      guard hasTables else { return }
      let query = tables.query(mapping, keys: self.keys)
      let statement = try connection.take(query.sql + selection.sql)
      rows = (lease, statement)
      try selection.bind(to: statement, of: mapping)
    }
  }

  deinit { end() }

  /// Whether the models had better be read at once.
  var isScarce: Bool { rows?.lease.isScarce ?? false }

  /// Reads up to `count` models with everything that they refer to; fewer at the end.
  func read(_ count: Int = .max) throws -> [Model] {
    guard let (lease, statement) = rows else { return [] }
    return try lease.withConnection { connection in
      var reading = GraphReading(store.tables(connection), mapping, keys: keys)
      let models = try reading.models(from: statement, count: count)
      if models.count < count { end() }
      return models
    }
  }

  private func end() {
    if let (lease, statement) = rows { try? lease.withConnection { $0.put(statement) } }
    rows = nil
  }
}
