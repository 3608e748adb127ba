import Foundation
import Peridot

/// One call that saves models and everything that they refer to.
///
/// It walks the graph without recursion, so depth doesn't matter: it finds all models first, then
/// writes their rows, and then, as all have a number, what they refer to.
struct GraphSaving {
  /// Writes the rows of one class while the call lasts.
  final class Writer {
    let insert: RecordInsert
    /// Prepared when it is first needed.
    fileprivate var statement: Statement?
    /// Has the values of a new row's properties that the call does not name.
    fileprivate lazy var newModel = insert.mapping.modelClass.init()
    private let connection: Connection

    init(_ insert: RecordInsert, _ connection: Connection) {
      self.insert = insert
      self.connection = connection
    }

    deinit {
      if let statement { connection.put(statement) }
    }

    fileprivate func statement(returnsID: Bool) throws -> Statement {
      if let statement { return statement }
      let returning = returnsID && !insert.mapping.uniquing.isEmpty ? " RETURNING _record" : ""
      let made = try connection.take(insert.sql + returning)
      statement = made
      return made
    }
  }

  struct Node {
    let model: Model
    let writer: Writer
    /// The row; zero while it is unknown.
    var id: Int64 = 0

    var mapping: RecordMapping { writer.insert.mapping }
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
  private var writers: [ObjectIdentifier: Writer] = [:]
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
    defer { tables.keyless.note(keyless) }
    nodes.reserveCapacity(models.count)
    indexes.reserveCapacity(models.count)
    for model in models { try add(model, keys) }
    let rootCount = nodes.count
    // Only the models that the caller names are written in part.
    if keys != nil { writers = [:] }
    var next = 0
    while next < nodes.count {
      let node = nodes[next]
      next += 1
      if node.mapping.merges { try merge(node) }
      for relation in node.writer.insert.relations {
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
      try node.attributed {
        try node.mapping.validate(node.model)
        try writeRow(index)
      }
    }
    guard hasRelations else { return }
    for node in order.map({ nodes[$0] }) {
      for relation in node.writer.insert.relations {
        try node.attributed { try write(relation, of: node) }
      }
    }
    orphans.subtract(nodes[..<rootCount].map(\.record))
    if !orphans.isEmpty { try RecordDeletion(tables).delete(orphans: orphans) }
  }

  private mutating func add(_ model: Model, _ keys: Set<String>?) throws {
    if indexes[ObjectIdentifier(model)] != nil { return }
    let writer = try writer(of: type(of: model), keys)
    indexes[ObjectIdentifier(model)] = nodes.count
    nodes.append(Node(model: model, writer: writer))
  }

  private mutating func writer(of type: Model.Type, _ keys: Set<String>?) throws -> Writer {
    // Nearly all models are of one class.
    if let last = nodes.last?.writer.insert, last.mapping.modelClass == type, last.keys == keys {
      return nodes[nodes.count - 1].writer
    }
    if let known = writers[ObjectIdentifier(type)] { return known }
    let mapping = try RecordMapping.of(type)
    try tables.prepare(mapping)
    let writer = Writer(mapping.insert(keys: keys), connection)
    writers[ObjectIdentifier(type)] = writer
    return writer
  }

  func node(of model: Model) -> Node? { indexes[ObjectIdentifier(model)].map { nodes[$0] } }

  // MARK: Rows

  private mutating func writeRow(_ index: Int) throws {
    let node = nodes[index]
    let statement = try node.writer.statement(returnsID: hasRelations)
    try bind(node, to: statement)
    if node.mapping.uniquing.isEmpty {
      try statement.run()
      nodes[index].id = connection.lastInsertedID
      keyless.append((node.model, nodes[index].id))
    } else if hasRelations {
      let id = try statement.step() ? statement.integer(at: 0) : nil
      statement.reset()
      // SQLite doesn't return an unchanged row.
      nodes[index].id = try id ?? tables.id(of: node.model, node.mapping) ?? 0
    } else {
      try statement.run()
    }
  }

  private func bind(_ node: Node, to statement: Statement) throws {
    let (mapping, insert) = (node.mapping, node.writer.insert)
    var position: Int32 = 1
    for attribute in insert.attributes {
      if mayConflict { attribute.property.checkRead(of: node.model) }
      do {
        if try !attribute.bind(node.model, statement, position), mapping.isUnique(attribute) {
          throw RecordError(
            .nilUniquingValue, mapping.modelClass, attribute.property.key,
            found: "the property is nil, and the records of the class are found by it")
        }
      } catch {
        throw mapping.error(error, attribute.property.key)
      }
      position += 1
    }
    if let tag = mapping.own.tag {
      statement.bind(.text(tag), at: position)
      position += 1
    }
    for attribute in insert.rest {
      _ = try attribute.bind(node.writer.newModel, statement, position)
      position += 1
    }
    try statement.checkBindings()
  }

  /// Merges the model with its record, if there is one.
  private func merge(_ node: Node) throws {
    let attributes = node.writer.insert.attributes.filter { $0.merging != nil }
    let record = node.mapping.modelClass.init()
    let columns = SQL.names(attributes.map(\.column))
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
    if try fit(mapping) == .absent { return nil }
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
