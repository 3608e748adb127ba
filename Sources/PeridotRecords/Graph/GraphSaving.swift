import Foundation
import Peridot

/// One call that saves models and everything that they refer to.
///
/// It walks the graph without recursion, so depth doesn't matter: it finds all models first, then
/// writes their rows from the far end, then the references that weren't possible yet.
struct GraphSaving {
  /// What writes the models of one class while the call lasts.
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
  /// The references to records that had no row yet.
  private var deferred: [(owner: Int, relation: Relation, target: Int)] = []
  /// The nodes in the order of writing: a later one wins.
  private(set) var order: [Int] = []
  /// The last node found for each row, and those to write again.
  private var latest: [RecordID: Int] = [:]
  private var repeated: [Int] = []
  private var rootCount = 0
  /// Records that owners have released.
  var orphans: Set<RecordID> = []
  private var namedTargets: Set<String> = []
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
    rootCount = nodes.count
    // Only the models that the caller names are written in part.
    if keys != nil { writers = [:] }
    var next = 0
    while next < nodes.count {
      let node = nodes[next]
      next += 1
      if node.mapping.merges { try merge(node) }
      for relation in node.writer.insert.relations {
        hasRelations = true
        if relation.property.isWeak { continue }
        if mayConflict { relation.property.checkRead(of: node.model) }
        for model in relation.models(node.model) ?? [] { try add(model, nil) }
      }
    }
    // First the models' targets, from the far end, and then the models in order.
    for index in (rootCount..<nodes.count).reversed() { try write(index) }
    // Of several objects with one key, the one found last wins.
    for index in repeated { try write(index) }
    for index in 0..<rootCount { try write(index) }
    if hasRelations {
      try writeReferences()
      try writeLinks()
    }
  }

  private mutating func add(_ model: Model, _ keys: Set<String>?) throws {
    if indexes[ObjectIdentifier(model)] != nil { return }
    let writer = try writer(of: type(of: model), keys)
    indexes[ObjectIdentifier(model)] = nodes.count
    nodes.append(Node(model: model, writer: writer))
  }

  private mutating func writer(of type: Model.Type, _ keys: Set<String>?) throws -> Writer {
    // Nearly all models are of one class.
    if let last = nodes.last?.writer, last.insert.mapping.modelClass == type,
      last.insert.keys == keys
    {
      return last
    }
    if let known = writers[ObjectIdentifier(type)] { return known }
    let mapping = try RecordMapping.of(type)
    try tables.prepare(mapping)
    let writer = Writer(mapping.insert(keys: keys), connection)
    writers[ObjectIdentifier(type)] = writer
    return writer
  }

  /// The records of the models that the caller saves.
  var rootRecords: [RecordID] { nodes[..<rootCount].map(\.record) }

  func index(of model: Model) -> Int? { indexes[ObjectIdentifier(model)] }

  // MARK: Rows

  private mutating func write(_ index: Int) throws {
    let node = nodes[index]
    do {
      try node.mapping.validate(node.model)
      try writeRow(index)
    } catch let error as RecordError {
      throw error.attributed(
        to: node.mapping.modelClass, record: node.mapping.words(for: node.model))
    }
  }

  private mutating func writeRow(_ index: Int) throws {
    let node = nodes[index]
    let mapping = node.mapping
    if mapping.uniquing.isEmpty, node.id != 0 { return }
    let owned = try ownedReferences(of: node)
    let statement = try node.writer.statement(returnsID: hasRelations)
    try bind(index, to: statement)
    if mapping.uniquing.isEmpty {
      try statement.run()
      nodes[index].id = connection.lastInsertedID
      keyless.append((node.model, nodes[index].id))
    } else if hasRelations {
      let id = try statement.step() ? statement.integer(at: 0) : nil
      statement.reset()
      // SQLite doesn't return an unchanged row.
      nodes[index].id = try id ?? tables.id(of: node.model, mapping) ?? 0
    } else {
      return try statement.run()
    }
    order.append(index)
    if index >= rootCount {
      let record = nodes[index].record
      if let later = latest[record], later > index { repeated.append(later) }
      latest[record] = max(index, latest[record] ?? 0)
    }
    for (relation, target) in owned {
      let held = relation.models(node.model)?.first.flatMap(index(of:))
      if held.map({ nodes[$0].record }) != target { orphans.insert(target) }
    }
  }

  /// The records that a record owns, before it is written again.
  private func ownedReferences(of node: Node) throws -> [(Relation, RecordID)] {
    let owned = node.writer.insert.relations.filter { $0.owns && $0.form == .one }
    if owned.isEmpty { return [] }
    guard let id = try tables.id(of: node.model, node.mapping) else { return [] }
    return try owned.flatMap { relation in
      let reference = relation.reference
      return try connection.rows(
        "SELECT \(reference.target), ifnull(\(reference.name), ?) FROM \(reference.table) "
          + "WHERE _record = ? AND \(reference.target) IS NOT NULL",
        [.text(relation.targetName), .integer(id)]
      ) { (relation, RecordID(record: $0.text(at: 1) ?? "", id: $0.integer(at: 0))) }
    }
  }

  private mutating func bind(_ index: Int, to statement: Statement) throws {
    let node = nodes[index]
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
    for relation in insert.relations {
      if mayConflict { relation.property.checkRead(of: node.model) }
      let models = relation.models(node.model)
      if relation.form == .one {
        let reference = try reference(to: models?.first, index, relation)
        statement.bind(.integer(reference?.id), at: position)
        statement.bind(.text(reference?.name), at: position + 1)
        position += 2
      } else {
        statement.bind(.integer(models.map { Int64($0.count) }), at: position)
        position += 1
      }
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
    // Recorded for deleting one of them.
    if namedTargets.insert("\(relation.reference.links) \(name)").inserted {
      let form = ColumnForm(kind: relation.kind.kind, target: name)
      try connection.note(form, of: relation.reference, isDeclared: false)
    }
    return name
  }

  // MARK: Merging

  /// Merges the model with its record, if there is one.
  private func merge(_ node: Node) throws {
    let attributes = node.mapping.attributes.filter {
      $0.merging != nil && node.writer.insert.writes($0.property)
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
