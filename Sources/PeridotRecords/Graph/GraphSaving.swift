import Foundation
import Peridot

/// One call that saves models and everything that they refer to.
///
/// It walks the graph without recursion, so depth doesn't matter: it finds all models first, then
/// writes their rows from the far end, then the references that weren't possible yet.
struct GraphSaving {
  struct Node {
    let model: Model
    let mapping: RecordMapping
    /// The keys of the properties to write; nil for all.
    let keys: Set<String>?
    /// The row; zero while it is unknown.
    var id: Int64 = 0

    func writes(_ property: Property) -> Bool { keys?.contains(property.key) ?? true }
  }

  let connection: Connection
  let tables: RecordTables
  private(set) var nodes: [Node] = []
  private var indexes: [ObjectIdentifier: Int] = [:]
  private var statements: [WritingKey: Writing] = [:]
  /// Nearly all models have one class.
  private var last: (key: WritingKey, writing: Writing)?
  /// Whether somebody can be changing a model at this moment.
  private let mayConflict = Property.mayConflict
  /// The references to records that had no row yet.
  private var deferred: [(owner: Int, relation: Relation, target: Int)] = []
  /// The nodes in the order of writing: a later one wins.
  private(set) var order: [Int] = []
  /// The last node found for each row, and those to write again.
  private var latest: [RowID: Int] = [:]
  private var repeated: [Int] = []
  private var rootCount = 0
  /// Records that owners have released.
  var orphans: Set<RowID> = []
  private var namedTargets: Set<String> = []
  private var keyless: [(model: Model, id: Int64)] = []

  struct RowID: Hashable {
    let record: String
    let id: Int64
  }

  init(_ tables: RecordTables) {
    self.tables = tables
    connection = tables.connection
  }

  /// Saves the models within an open transaction.
  ///
  /// - Parameter keys: The keys of the properties of `models` to write; nil for all.
  mutating func save(_ models: [Model], keys: Set<String>?) throws {
    defer {
      for writing in statements.values { connection.put(writing.insert) }
      statements = [:]
      last = nil
      if !keyless.isEmpty { tables.keyless.note(keyless) }
    }
    nodes.reserveCapacity(models.count)
    indexes.reserveCapacity(models.count)
    for model in models { try add(model, keys) }
    rootCount = nodes.count
    var hasRelations = false
    var next = 0
    while next < nodes.count {
      if nodes[next].mapping.merges { try merge(nodes[next]) }
      let node = nodes[next]
      next += 1
      guard !node.mapping.relations.isEmpty else { continue }
      hasRelations = true
      for relation in node.mapping.relations
      where !relation.property.isWeak && node.writes(relation.property) {
        if mayConflict { relation.property.checkRead(of: node.model) }
        for model in relation.models(node.model) ?? [] { try add(model, nil) }
      }
    }
    // First the models' targets, from the far end, and then the models in order.
    for index in (rootCount..<nodes.count).reversed() { try write(index, needsID: hasRelations) }
    // Of several objects with one key, the one found last wins.
    for index in repeated { try write(index, needsID: hasRelations) }
    for index in 0..<rootCount { try write(index, needsID: hasRelations) }
    guard hasRelations else { return }
    try writeReferences()
    try writeLinks()
  }

  private mutating func add(_ model: Model, _ keys: Set<String>?) throws {
    if indexes[ObjectIdentifier(model)] != nil { return }
    let mapping: RecordMapping
    let type = type(of: model)
    if let last = nodes.last, last.mapping.modelClass == type {
      mapping = last.mapping
    } else {
      mapping = try RecordMapping.of(type)
      try tables.prepare(mapping)
    }
    indexes[ObjectIdentifier(model)] = nodes.count
    nodes.append(Node(model: model, mapping: mapping, keys: keys))
  }

  /// The records of the models that the caller saves.
  var rootRows: [RowID] {
    nodes[..<rootCount].map { RowID(record: $0.mapping.recordName, id: $0.id) }
  }

  func index(of model: Model) -> Int? { indexes[ObjectIdentifier(model)] }

  // MARK: Rows

  private mutating func write(_ index: Int, needsID: Bool) throws {
    let mapping = nodes[index].mapping
    do {
      try mapping.validate(nodes[index].model)
      try writeRow(index, needsID: needsID || mapping.uniquing.isEmpty)
    } catch let error as RecordError {
      throw error.attributed(to: mapping.modelClass, record: mapping.words(for: nodes[index].model))
    }
  }

  private mutating func writeRow(_ index: Int, needsID: Bool) throws {
    let node = nodes[index]
    let mapping = node.mapping
    if mapping.uniquing.isEmpty, node.id != 0 { return }
    let owned = try ownedReferences(of: node)
    let writing = try writing(of: node, needsID)
    try bind(index, to: writing)
    let insert = writing.insert
    guard needsID else { return try insert.run() }
    var id: Int64?
    if mapping.uniquing.isEmpty {
      try insert.run()
      id = connection.lastInsertedID
      keyless.append((node.model, connection.lastInsertedID))
    } else {
      if try insert.step() { id = insert.integer(at: 0) }
      insert.reset()
      // SQLite doesn't return an unchanged row.
      id = try id ?? tables.id(of: node.model, mapping)
    }
    nodes[index].id = id ?? 0
    order.append(index)
    if index >= rootCount {
      let row = RowID(record: mapping.recordName, id: nodes[index].id)
      if let later = latest[row], later > index { repeated.append(later) }
      latest[row] = max(index, latest[row] ?? 0)
    }
    for (relation, target) in owned where !isReferred(target, by: relation, node.model) {
      orphans.insert(target)
    }
  }

  /// The records that a record owns, before it is written again.
  private func ownedReferences(of node: Node) throws -> [(Relation, RowID)] {
    let owned = node.mapping.relations.filter {
      $0.owns && $0.form == .one && node.writes($0.property)
    }
    if owned.isEmpty { return [] }
    guard let id = try tables.id(of: node.model, node.mapping) else { return [] }
    return try owned.flatMap { relation in
      try connection.rows(
        "SELECT \(relation.reference.target), \(relation.reference.name) "
          + "FROM \(relation.reference.table) WHERE _record = ?", [.integer(id)]
      ) { row in
        row.optionalInteger(at: 0).map {
          (relation, RowID(record: row.optionalText(at: 1) ?? relation.targetName, id: $0))
        }
      }.compactMap { $0 }
    }
  }

  private func isReferred(_ row: RowID, by relation: Relation, _ model: Model) -> Bool {
    guard let target = relation.models(model)?.first, let index = index(of: target) else {
      return false
    }
    return nodes[index].id == row.id && nodes[index].mapping.recordName == row.record
  }

  private mutating func bind(_ index: Int, to writing: Writing) throws {
    let node = nodes[index]
    let statement = writing.insert
    var position: Int32 = 1
    for attribute in writing.attributes {
      if mayConflict { attribute.property.checkRead(of: node.model) }
      do {
        if try !attribute.bind(node.model, statement, position),
          writing.uniquingKeys.contains(attribute.property.key)
        {
          throw RecordError(
            .nilUniquingValue, node.mapping.modelClass, attribute.property.key,
            found: "the property is nil, and the records of the class are found by it")
        }
      } catch {
        throw node.mapping.error(error, attribute.property.key)
      }
      position += 1
    }
    for relation in writing.relations {
      if mayConflict { relation.property.checkRead(of: node.model) }
      let models = relation.models(node.model)
      guard relation.form == .one else {
        statement.bind(models.map { Int64($0.count) }, at: position)
        position += 1
        continue
      }
      let reference = try reference(to: models?.first, index, relation)
      statement.bind(reference?.id, at: position)
      statement.bind(reference?.name, at: position + 1)
      position += 2
    }
    if let tag = node.mapping.own.tag {
      statement.bind(tag, at: position)
      position += 1
    }
    for value in writing.defaults {
      statement.bind(value, at: position)
      position += 1
    }
    try statement.checkBindings()
  }

  /// Returns the record that a property refers to; nil if there is none, or if it has no row yet.
  private mutating func reference(
    to model: Model?, _ owner: Int, _ relation: Relation
  ) throws -> (id: Int64, name: String?)? {
    guard let model else { return nil }
    if let target = index(of: model) {
      guard nodes[target].id != 0 else {
        deferred.append((owner, relation, target))
        return nil
      }
      return (nodes[target].id, try name(of: nodes[target].mapping, in: relation, of: owner))
    }
    // A weak reference doesn't add its target to the graph; any other does.
    guard relation.property.isWeak else { throw changed(relation, of: nodes[owner]) }
    let mapping = try RecordMapping.of(type(of: model))
    try tables.prepare(mapping)
    guard let id = try tables.id(of: model, mapping) else { return nil }
    return (id, try name(of: mapping, in: relation, of: owner))
  }

  /// The name of a record if it differs from the declared one.
  mutating func name(
    of mapping: RecordMapping, in relation: Relation, of owner: Int
  ) throws -> String? {
    guard let name = relation.name(of: mapping) else { return nil }
    guard try RecordMapping.of(relation.target).has(recordsNamed: name) else {
      throw RecordError(
        .noClassFound, nodes[owner].mapping.modelClass, relation.property.key,
        found: """
          the property holds \(TypeName.of(mapping.modelClass)), whose records are named \
          \(Words.quoted(name)): list the class in a cluster of \(relation.target), so that they are read as \
          their own classes
          """)
    }
    let record = nodes[owner].mapping.recordName
    // Recorded for deleting one of them.
    if namedTargets.insert("\(record).\(relation.column) \(name)").inserted {
      try connection.run(
        "INSERT OR IGNORE INTO peridot_columns VALUES (?, ?, ?, ?, 0, 0)",
        [
          .text(record), .text(relation.column), .text(relation.kind.kind), .text(name),
        ])
    }
    return name
  }

  // MARK: Statements

  private struct WritingKey: Hashable {
    let mapping: ObjectIdentifier
    /// Only models that the caller names are written in part, all with the same keys.
    let isPartial: Bool
  }

  /// The statement for writing the rows of one class, during the call.
  private struct Writing {
    let attributes: [Attribute]
    let relations: [Relation]
    let uniquingKeys: Set<String>
    /// A new row's values in unwritten columns.
    let defaults: [ColumnValue]
    let insert: Statement
  }

  private mutating func writing(of node: Node, _ needsID: Bool) throws -> Writing {
    let mapping = node.mapping
    let key = WritingKey(mapping: ObjectIdentifier(mapping), isPartial: node.keys != nil)
    if let last, last.key == key { return last.writing }
    if let known = statements[key] {
      last = (key, known)
      return known
    }
    let uniquingKeys = Set(mapping.uniquing.map(\.property.key))
    func isWritten(_ attribute: Attribute) -> Bool {
      node.writes(attribute.property) || uniquingKeys.contains(attribute.property.key)
    }
    let attributes = mapping.attributes.filter(isWritten)
    let relations = mapping.relations.filter { node.writes($0.property) }
    var columns = mapping.columns(attributes, relations)
    if mapping.own.tag != nil { columns.append("_class") }
    // A weak reference that is nil means nothing, unless the caller names it.
    var weak: [String: String] = [:]
    for relation in relations where relation.property.isWeak && node.keys == nil {
      weak[relation.column] = relation.column
      weak[relation.nameColumn] = relation.column
    }
    let rest =
      attributes.count < mapping.attributes.count
      ? zip(mapping.attributes, mapping.defaults()).filter { !isWritten($0.0) && $0.1 != nil } : []
    let all = columns + rest.map(\.0.column)
    var insert =
      "INSERT INTO \(SQL.name(mapping.recordName)) "
      + (all.isEmpty
        ? "DEFAULT VALUES" : "(\(SQL.names(all))) VALUES (\(SQL.parameters(all.count)))")
    if !mapping.uniquing.isEmpty {
      let keys = mapping.uniquing.map(\.column)
      let changes = columns.filter { !keys.contains($0) }.map { column in
        let name = SQL.name(column)
        let value = "excluded." + name
        guard let reference = weak[column] else { return (name, value) }
        return (
          name, "CASE WHEN excluded.\(SQL.name(reference)) IS NULL THEN \(name) ELSE \(value) END"
        )
      }
      insert += " ON CONFLICT (\(SQL.names(keys))) DO "
      // An unchanged row is not written.
      insert +=
        changes.isEmpty
        ? "NOTHING"
        : "UPDATE SET " + changes.map { "\($0.0) = \($0.1)" }.joined(separator: ", ") + " WHERE "
          + changes.map { "\($0.0) IS NOT \($0.1)" }.joined(separator: " OR ")
      if needsID { insert += " RETURNING _record" }
    }
    let writing = Writing(
      attributes: attributes, relations: relations, uniquingKeys: uniquingKeys,
      defaults: rest.compactMap(\.1), insert: try connection.take(insert))
    statements[key] = writing
    last = (key, writing)
    return writing
  }

  // MARK: Merging

  /// Merges the model with its record, if there is one.
  private func merge(_ node: Node) throws {
    let attributes = node.mapping.attributes.filter {
      $0.merging != nil && node.writes($0.property)
    }
    let columns = SQL.names(attributes.map(\.column))
    let record = node.mapping.modelClass.init()
    try tables.find(columns, node.model, node.mapping) { statement in
      for (index, attribute) in attributes.enumerated() {
        let property = attribute.property
        do {
          try attribute.read(statement, Int32(index), record)
          let merged = try attribute.merging?.merge(
            property.unwrappedValue(of: record), property.unwrappedValue(of: node.model))
          _ = property.take(merged, in: node.model)
        } catch let mismatch as ColumnMismatch {
          throw node.mapping.error(mismatch, property.key)
        } catch {
          throw node.mapping.refusal(
            error, property.key, record: node.mapping.words(for: node.model))
        }
      }
    }
  }

  // MARK: References

  private mutating func writeReferences() throws {
    for (owner, relation, target) in deferred {
      let reference = relation.reference
      let name = try name(of: nodes[target].mapping, in: relation, of: owner)
      try connection.run(
        "UPDATE \(reference.table) SET \(reference.assignment("?1", "?2")) "
          + "WHERE _record = ?3 AND NOT (\(reference.isEqual("?1", "?2")))",
        [.integer(nodes[target].id), .text(name), .integer(nodes[owner].id)])
    }
  }

  func changed(_ relation: Relation, of node: Node) -> RecordError {
    RecordError(
      .unstorable, node.mapping.modelClass, relation.property.key,
      record: node.mapping.words(for: node.model),
      found:
        "the relationship changed while it was being saved: change it before, not in validate"
    )
  }
}

extension RecordMapping {
  /// The record's name and its identifying values, for errors.
  func words(for model: Model) -> String {
    let values = uniquing.map { attribute in
      "\(attribute.property.key): "
        + (attribute.property.isSecret
          ? Words.secret : Words.found(attribute.property.unwrappedValue(of: model)))
    }
    return recordName + (values.isEmpty ? "" : "(" + values.joined(separator: ", ") + ")")
  }
}

extension RecordTables {
  /// The number of a model's record; nil if it has none.
  func id(of model: Model, _ mapping: RecordMapping) throws -> Int64? {
    try find("_record", model, mapping) { $0.integer(at: 0) }
  }

  /// A model's record with all its stored values.
  func record(of model: Model, _ mapping: RecordMapping) throws -> RecordRow? {
    try find("*", model, mapping) { try RecordRow($0) }
  }

  /// Finds the record of a model by the class's unique keys, or by the object itself.
  @discardableResult
  func find<Result>(
    _ columns: String, _ model: Model, _ mapping: RecordMapping,
    _ body: (Statement) throws -> Result
  ) throws -> Result? {
    // The columns for finding a record exist, whatever else is missing.
    if try !isReady(mapping), try isUnknown(mapping) { return nil }
    let table = SQL.name(mapping.recordName)
    guard !mapping.uniquing.isEmpty else {
      guard let id = keyless.id(of: model) else { return nil }
      return try connection.rows(
        "SELECT \(columns) FROM \(table) WHERE _record = ?", [.integer(id)], body
      ).first
    }
    let condition = mapping.uniquing.map { SQL.name($0.column) + " = ?" }
      .joined(separator: " AND ")
    return try connection.withStatement("SELECT \(columns) FROM \(table) WHERE \(condition)") {
      statement in
      for (index, attribute) in mapping.uniquing.enumerated() {
        do {
          _ = try attribute.bind(model, statement, Int32(index + 1))
        } catch {
          throw mapping.error(error, attribute.property.key)
        }
      }
      try statement.checkBindings()
      return try statement.step() ? try body(statement) : nil
    }
  }
}
