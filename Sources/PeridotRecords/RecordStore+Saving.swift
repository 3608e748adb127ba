import Peridot

extension RecordStore {
  /// Saves a model with all that it refers to, all or nothing.
  ///
  /// A model is found by its class's `uniquingPropertyKeys` and its record overwritten, or a record is
  /// inserted. One object is one record, however often the graph leads to it. Nil is saved as nil; a
  /// model that an array or a set has no more is no longer related, and its own record stays.
  ///
  /// A `weak var` is the way back: it is stored where its target is saved in the same call or has a
  /// record already, and says nothing while it is nil.
  ///
  /// - Throws: a ``RecordError`` with the class, the property and the record; nothing is saved then.
  public func save<M: RecordSerializing>(_ model: M) throws {
    try save([model as Model], keys: nil)
  }

  /// Saves models with all that they refer to in one transaction, all or nothing; see ``save(_:)``.
  public func save<M: RecordSerializing>(_ models: [M]) throws {
    try save(models as [Model], keys: nil)
  }

  /// Saves some properties of a model, and leaves the others in its record as they are.
  ///
  /// A model that has no record yet gets one with these values and those that find it; the other
  /// properties are then read as their defaults. Models that the named properties hold are saved whole.
  ///
  /// - Parameter keys: Property keys. The class needs `uniquingPropertyKeys`.
  /// - Throws: a ``RecordError``; nothing is saved then.
  public func save<M: RecordSerializing>(_ model: M, keys: [String]) throws {
    try save([model as Model], keys: keys)
  }

  /// Saves some properties of models in one transaction; see ``save(_:keys:)``.
  public func save<M: RecordSerializing>(_ models: [M], keys: [String]) throws {
    try save(models as [Model], keys: keys)
  }

  private func save(_ models: [Model], keys: [String]?) throws {
    if models.isEmpty { return }
    if let keys { try check(keys, of: models) }
    try write { tables in
      var saving = GraphSaving(tables)
      try saving.save(models, keys: keys.map { Set($0) })
    }
  }

  private func check(_ keys: [String], of models: [Model]) throws {
    var checked: Set<ObjectIdentifier> = []
    for model in models where checked.insert(ObjectIdentifier(type(of: model))).inserted {
      let mapping = try RecordMapping.of(type(of: model))
      for key in keys
      where mapping.attribute(forKey: key) == nil && mapping.relation(forKey: key) == nil {
        throw RecordError(
          .invalidQuery, mapping.modelClass, found: mapping.outline.misnaming(key, in: "keys"))
      }
      if mapping.uniquing.isEmpty { throw mapping.needsUniquingKeys("be saved in part") }
    }
  }

  // MARK: Deleting

  /// Deletes the record of a model; the models that it refers to stay.
  ///
  /// References to the record become nil, and arrays and sets lose it. A property that cannot be nil
  /// keeps its record from being deleted.
  ///
  /// - Returns: Whether there was a record.
  /// - Throws: a ``RecordError``, also for a class without `uniquingPropertyKeys`.
  @discardableResult
  public func delete<M: RecordSerializing>(_ model: M) throws -> Bool {
    let mapping = try RecordMapping.of(type(of: model as Model))
    if mapping.uniquing.isEmpty { throw mapping.needsUniquingKeys("be found") }
    return try write { tables in
      try tables.prepare(mapping)
      guard let id = try RecordLookup(tables.connection).id(of: model, mapping) else {
        return false
      }
      try RecordDeletion(tables, mapping).delete([id])
      return true
    }
  }

  /// Deletes the records whose properties have these values; see ``delete(_:)``.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public func delete<M: RecordSerializing>(
    of type: M.Type, matching values: [String: Any?] = [:]
  ) throws -> Int {
    try delete(type) { try $0.add(values, of: $1, $2) }
  }

  /// Deletes the records that meet a condition; see ``delete(_:)``.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public func delete<M: RecordSerializing>(
    of type: M.Type, matching condition: RecordSQL
  ) throws -> Int {
    try delete(type) { selection, mapping, _ in try selection.add(condition, of: mapping) }
  }

  private func delete(
    _ type: any RecordSerializing.Type,
    _ narrow: (inout RecordSelection, RecordMapping, RecordTables) throws -> Void
  ) throws -> Int {
    let mapping = try RecordMapping.of(type)
    return try write { tables in
      for mapping in try mapping.reachable { try tables.prepare(mapping) }
      var selection = RecordSelection(of: mapping)
      try narrow(&selection, mapping, tables)
      let sql = "SELECT _record FROM \(SQL.name(mapping.recordName))\(selection.sql)"
      let ids = try tables.connection.withStatement(sql) { statement in
        try selection.bind(to: statement, of: mapping)
        var ids: [Int64] = []
        while try statement.step() { ids.append(statement.integer(at: 0)) }
        return ids
      }
      try RecordDeletion(tables, mapping).delete(ids)
      return ids.count
    }
  }
}

extension RecordMapping {
  fileprivate func needsUniquingKeys(_ purpose: String) -> RecordError {
    RecordError(
      .invalidQuery, modelClass,
      found: "records of a class without uniquingPropertyKeys cannot \(purpose): override them")
  }
}

/// Deletes records, and all that refers to them.
struct RecordDeletion {
  private let connection: Connection
  private let mapping: RecordMapping
  private let relations: [(record: String, column: String, kind: String)]

  init(_ tables: RecordTables, _ mapping: RecordMapping) throws {
    connection = tables.connection
    self.mapping = mapping
    relations = try tables.relations()
  }

  func delete(_ ids: [Int64]) throws {
    let table = SQL.name(mapping.recordName)
    for id in ids {
      try run("DELETE FROM \(table) WHERE _record = ?", [.integer(id)])
      for relation in relations { try cut(relation, id) }
    }
    // Only now, as records that refer to each other may go together.
    for relation in relations where relation.kind.hasPrefix("required ") {
      for id in ids { try checkUnused(relation, id) }
    }
  }

  private func run(_ sql: String, _ values: [ColumnValue]) throws {
    try connection.withStatement(sql) { statement in
      for (index, value) in values.enumerated() { statement.bind(value, at: Int32(index + 1)) }
      try statement.run()
    }
  }

  /// The condition that a relationship refers to the record with the number `?1`.
  private func isReferred(_ column: String, _ nameColumn: String, _ kind: String) -> String {
    let declared = kind.drop { $0 != " " }.dropFirst()
    let name = SQL.name(nameColumn)
    return "\(SQL.name(column)) = ?1 AND "
      + (declared == mapping.recordName ? "(\(name) IS NULL OR \(name) = ?2)" : "\(name) = ?2")
  }

  private func cut(_ relation: (record: String, column: String, kind: String), _ id: Int64) throws {
    let values: [ColumnValue] = [.integer(id), .text(mapping.recordName)]
    let table = SQL.name(relation.record)
    if relation.kind.hasPrefix("array ") || relation.kind.hasPrefix("set ") {
      let links = SQL.links(relation.record, relation.column)
      let condition = isReferred("target", "record", relation.kind)
      try run(
        "UPDATE \(table) SET \(SQL.name(relation.column)) = \(SQL.name(relation.column)) - "
          + "(SELECT count(*) FROM \(links) WHERE owner = \(table)._record AND \(condition)) "
          + "WHERE _record IN (SELECT owner FROM \(links) WHERE \(condition))", values)
      try run("DELETE FROM \(links) WHERE \(condition)", values)
      if relation.record == mapping.recordName {
        try run("DELETE FROM \(links) WHERE owner = ?1", [.integer(id)])
      }
    } else if !relation.kind.hasPrefix("required ") {
      let nameColumn = relation.column + ":record"
      try run(
        "UPDATE \(table) SET \(SQL.name(relation.column)) = NULL, \(SQL.name(nameColumn)) = NULL "
          + "WHERE \(isReferred(relation.column, nameColumn, relation.kind))", values)
    }
  }

  private func checkUnused(
    _ relation: (record: String, column: String, kind: String), _ id: Int64
  ) throws {
    let condition = isReferred(relation.column, relation.column + ":record", relation.kind)
    let count = try connection.withStatement(
      "SELECT count(*) FROM \(SQL.name(relation.record)) WHERE \(condition)"
    ) { statement in
      statement.bind(id, at: 1)
      statement.bind(mapping.recordName, at: 2)
      return try statement.number() ?? 0
    }
    guard count > 0 else { return }
    throw RecordError(
      .brokenReference, mapping.modelClass, record: "\(mapping.recordName)(\(id))",
      found: """
        \(relation.record).\(relation.column) of \(count) \(count == 1 ? "record" : "records") refers to \
        the record and cannot be nil: delete those first, let them refer to another one, or make the \
        property an Optional
        """)
  }
}
