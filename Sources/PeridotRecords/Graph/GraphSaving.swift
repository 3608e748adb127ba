import Foundation
import Peridot

/// One call that saves models and everything that they refer to.
///
/// It walks the graph without recursion, so depth doesn't matter: it finds all models first, then
/// writes their rows, and then, as all have a number, what they refer to.
struct GraphSaving {
  struct Node {
    let model: Model
    let insert: RecordInsert
    /// The row; zero while it is unknown.
    var id: Int64 = 0
    /// Whether the caller has read the record, and knows what has changed.
    var isRead = false

    var mapping: RecordMapping { insert.mapping }
    var record: RecordID { RecordID(record: mapping.recordName, id: id) }

    /// Adds the class and the record to errors of `body`.
    fileprivate func attributed(_ body: () throws -> Void) throws {
      do {
        try body()
      } catch let error as RecordError {
        throw error.attributed(to: mapping.modelClass, record: mapping.words(for: model))
      }
    }
  }

  let connection: Connection
  let tables: RecordTables
  private(set) var nodes: [Node] = []
  private var indexes: [ObjectIdentifier: Int] = [:]
  private var inserts: [ObjectIdentifier: RecordInsert] = [:]
  private var statements: [ObjectIdentifier: Statement] = [:]
  /// Whether somebody can be changing a model at this moment.
  private let mayConflict = Property.mayConflict
  /// Whether the numbers of rows are asked for.
  private var hasRelations = false
  /// Records that owners have released.
  var orphans: Set<RecordID> = []
  var namedTargets: Set<String> = []
  private var keyless: [(model: Model, id: Int64)] = []

  init(_ tables: RecordTables) {
    self.tables = tables
    connection = tables.connection
  }

  /// Saves the models within an open transaction.
  ///
  /// - Parameter keys: The keys of the properties of `models` to write; nil for all.
  mutating func save(_ models: [Model], keys: Set<String>?) throws {
    defer {
      tables.keyless.note(keyless, isProvisional: true)
      statements.values.forEach(connection.put)
    }
    nodes.reserveCapacity(nodes.count + models.count)
    indexes.reserveCapacity(nodes.count + models.count)
    for model in models { try add(model, keys) }
    let rootCount = nodes.count
    // Only the models that the caller names are written in part.
    if keys != nil { inserts = [:] }
    var next = 0
    while next < nodes.count {
      let node = nodes[next]
      next += 1
      if node.mapping.merges { try merge(node) }
      for relation in node.insert.relations {
        hasRelations = true
        if mayConflict { relation.property.checkRead(of: node.model) }
        if relation.property.isWeak { continue }
        for model in relation.models(node.model) ?? [] { try add(model, nil) }
      }
    }
    // Of several objects with one key the last one wins, and over all those that the caller names.
    let order = [rootCount..<nodes.count, 0..<rootCount].joined()
    for index in order {
      let node = nodes[index]
      if node.isRead, !node.insert.changesValues { continue }
      try node.attributed {
        try node.mapping.validate(node.model)
        try writeRow(index)
      }
    }
    guard hasRelations else { return }
    for node in order.map({ nodes[$0] }) {
      for relation in node.insert.relations {
        try node.attributed { try write(relation, of: node) }
      }
    }
    orphans.subtract(nodes[..<rootCount].lazy.filter { !$0.isRead }.map(\.record))
    if !orphans.isEmpty {
      try RecordDeletion(tables: tables).delete(orphans: orphans)
    }
  }

  /// Adds a model that was read from its record before ``save(_:keys:)``.
  ///
  /// - Parameter keys: The keys of the properties to write; none if others only refer to it.
  mutating func add(
    _ model: Model, _ mapping: RecordMapping, _ id: RecordID, changed keys: Set<String>
  ) {
    indexes[ObjectIdentifier(model)] = nodes.count
    nodes.append(Node(model: model, insert: mapping.insert(keys: keys), id: id.id, isRead: true))
  }

  private mutating func add(_ model: Model, _ keys: Set<String>?) throws {
    if indexes[ObjectIdentifier(model)] != nil { return }
    let insert = try insert(of: type(of: model), keys)
    indexes[ObjectIdentifier(model)] = nodes.count
    nodes.append(Node(model: model, insert: insert))
  }

  private mutating func insert(of type: Model.Type, _ keys: Set<String>?) throws -> RecordInsert {
    // Nearly all models are of one class.
    if let last = nodes.last?.insert, last.mapping.modelClass == type, last.keys == keys {
      return last
    }
    if let known = inserts[ObjectIdentifier(type)] { return known }
    let mapping = try RecordMapping.of(type)
    try tables.prepare(mapping)
    let insert = mapping.insert(keys: keys)
    inserts[ObjectIdentifier(type)] = insert
    return insert
  }

  func node(of model: Model) -> Node? { indexes[ObjectIdentifier(model)].map { nodes[$0] } }

  private mutating func writeRow(_ index: Int) throws {
    let node = nodes[index]
    let statement = try statement(node.insert)
    if mayConflict {
      for attribute in node.insert.attributes { attribute.property.checkRead(of: node.model) }
    }
    try node.insert.bind.run(statement, node.model)
    let number = node.insert.numberPosition == nil ? nil : tables.keyless.id(of: node.model)
    if let position = node.insert.numberPosition {
      try statement.bind(.integer(number), at: position)
    }
    let id = try node.mapping.namingUnique { try statement.step() ? statement.integer(at: 0) : nil }
    statement.reset()
    if let number {
      nodes[index].id = number
    } else if node.insert.numberPosition != nil {
      nodes[index].id = connection.lastInsertedID
      keyless.append((node.model, nodes[index].id))
    } else if hasRelations {
      // SQLite doesn't return an unchanged row.
      nodes[index].id = try id ?? tables.id(of: node.model, node.mapping) ?? 0
    }
  }

  private mutating func statement(_ insert: RecordInsert) throws -> Statement {
    if let known = statements[ObjectIdentifier(insert)] { return known }
    let returning = hasRelations && !insert.mapping.identity.isEmpty ? " RETURNING _record" : ""
    let statement = try connection.take(insert.sql + returning)
    statements[ObjectIdentifier(insert)] = statement
    return statement
  }

  private func merge(_ node: Node) throws {
    let attributes = node.insert.attributes.filter { $0.merging != nil }
    if attributes.isEmpty { return }
    let record = node.mapping.modelClass.init()
    let columns = attributes.map(\.column)
    try tables.find(SQL.names(columns), node.model, node.mapping) { statement in
      try Layout(node.mapping, columns: columns, keys: nil).fill.run(statement, record)
      for attribute in attributes {
        let property = attribute.property
        do {
          let merged = try attribute.merging?.merge(
            property.unwrappedValue(of: record), property.unwrappedValue(of: node.model))
          _ = property.take(merged, in: node.model)
        } catch {
          throw node.mapping.refusal(
            error, property.key, record: node.mapping.words(for: node.model))
        }
      }
    }
  }
}
