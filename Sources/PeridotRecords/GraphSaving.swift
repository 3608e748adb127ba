import Foundation
import Peridot

/// One call that saves models, with all that they refer to.
///
/// The graph is walked without recursion, so that its depth does not matter: first all models are
/// found, then their rows are written from the far end, then what could not be referred to yet.
struct GraphSaving {
  private struct Node {
    let model: Model
    let mapping: RecordMapping
    /// The keys of the properties to write; nil for all.
    let keys: Set<String>?
    /// The row; zero as long as it is not known.
    var id: Int64 = 0

    func writes(_ property: Property) -> Bool { keys?.contains(property.key) ?? true }
  }

  private let connection: Connection
  private let tables: RecordTables
  private var nodes: [Node] = []
  private var indexes: [ObjectIdentifier: Int] = [:]
  private var statements: [WritingKey: Writing] = [:]
  /// Nearly all models are of one class.
  private var last: (key: WritingKey, writing: Writing)?
  /// Whether somebody may be changing a model in this very moment.
  private let mayConflict = Property.mayConflict
  /// The references to records that had no row yet.
  private var deferred: [(owner: Int, relation: Relation, target: Int)] = []

  init(_ tables: RecordTables) {
    self.tables = tables
    connection = tables.connection
  }

  /// Saves the models, within a transaction that is open.
  ///
  /// - Parameter keys: The keys of the properties to write of `models`; nil for all.
  mutating func save(_ models: [Model], keys: Set<String>?) throws {
    defer {
      for writing in statements.values { writing.release(connection) }
      statements = [:]
      last = nil
    }
    nodes.reserveCapacity(models.count)
    indexes.reserveCapacity(models.count)
    for model in models { _ = try add(model, keys) }
    let rootCount = nodes.count
    var hasRelations = false
    var next = 0
    while next < nodes.count {
      if nodes[next].mapping.merges { try merge(next) }
      let node = nodes[next]
      next += 1
      guard !node.mapping.relations.isEmpty else { continue }
      hasRelations = true
      for relation in node.mapping.relations
      where !relation.property.isWeak && node.writes(relation.property) {
        if mayConflict { relation.property.checkRead(of: node.model) }
        for model in relation.models(node.model) ?? [] { _ = try add(model, nil) }
      }
    }
    // What the models refer to comes first, from the far end, and then they in their order.
    for index in (rootCount..<nodes.count).reversed() { try write(index, needsID: hasRelations) }
    for index in 0..<rootCount { try write(index, needsID: hasRelations) }
    if hasRelations { try writeReferences() }
  }

  private mutating func add(_ model: Model, _ keys: Set<String>?) throws -> Int {
    if let known = indexes[ObjectIdentifier(model)] { return known }
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
    return nodes.count - 1
  }

  /// The record's name and the values that find it, for errors.
  private func words(for node: Node) -> String {
    let values = node.mapping.uniquing.map { attribute in
      "\(attribute.property.key): "
        + (attribute.property.isSecret
          ? Words.secret : Words.found(attribute.property.unwrappedValue(of: node.model)))
    }
    return node.mapping.recordName
      + (values.isEmpty ? "" : "(" + values.joined(separator: ", ") + ")")
  }

  // MARK: Rows

  private mutating func write(_ index: Int, needsID: Bool) throws {
    do {
      try writeRow(index, needsID: needsID)
    } catch let error as RecordError {
      throw error.attributed(to: nodes[index].mapping.modelClass, record: words(for: nodes[index]))
    }
  }

  private mutating func writeRow(_ index: Int, needsID: Bool) throws {
    let node = nodes[index]
    let mapping = node.mapping
    if mapping.validates, let failure = mapping.outline.failure(of: node.model) {
      throw RecordError(
        .validationFailed, mapping.modelClass, failure.key, found: Words.of(failure.error),
        underlying: failure.error)
    }
    let writing = try writing(of: node, needsID)
    if node.id != 0 {
      try bind(index, to: writing.update, in: writing)
      writing.update.bind(node.id, at: Int32(writing.update.parameterCount))
      try writing.update.checkBindings()
      return try writing.update.run()
    }
    let insert = writing.insert
    try bind(index, to: insert, in: writing)
    try insert.checkBindings()
    if writing.returnsID {
      _ = try insert.step()
      nodes[index].id = insert.integer(at: 0)
      insert.reset()
    } else {
      try insert.run()
      if needsID { nodes[index].id = connection.lastInsertedID }
    }
  }

  private mutating func bind(_ index: Int, to statement: Statement, in writing: Writing) throws {
    let node = nodes[index]
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
        if let models {
          statement.bind(Int64(models.count), at: position)
        } else {
          statement.bindNull(at: position)
        }
        position += 1
        continue
      }
      let reference = try reference(to: models?.first, index, relation)
      statement.bind(reference?.id, at: position)
      statement.bind(reference?.name, at: position + 1)
      position += 2
    }
    if let className = node.mapping.className { statement.bind(className, at: position) }
  }

  /// Returns the record that a property refers to; nil for none, and for one that has no row yet.
  private mutating func reference(
    to model: Model?, _ owner: Int, _ relation: Relation
  ) throws -> (id: Int64, name: String?)? {
    guard let model else { return nil }
    if let target = indexes[ObjectIdentifier(model)] {
      guard nodes[target].id != 0 else {
        deferred.append((owner, relation, target))
        return nil
      }
      return (nodes[target].id, try name(of: nodes[target].mapping, in: relation, of: owner))
    }
    // A weak reference does not make its target part of the graph; any other has.
    guard relation.property.isWeak else { throw changed(relation, of: nodes[owner]) }
    let mapping = try RecordMapping.of(type(of: model))
    guard !mapping.uniquing.isEmpty else { return nil }
    try tables.prepare(mapping)
    guard let id = try RecordLookup(connection).id(of: model, mapping) else { return nil }
    return (id, try name(of: mapping, in: relation, of: owner))
  }

  /// The name of a record where it is not the one that the property's type declares.
  private func name(
    of mapping: RecordMapping, in relation: Relation, of owner: Int
  ) throws -> String? {
    if mapping.recordName == relation.target.recordName { return nil }
    if try RecordMapping.of(relation.target).choosesClass { return mapping.recordName }
    throw RecordError(
      .noClassFound, nodes[owner].mapping.modelClass, relation.property.key,
      found: """
        the property holds \(TypeName.of(mapping.modelClass)), whose records are named \
        \(Words.quoted(mapping.recordName)): override classForParsing(_ record: Record) in \
        \(relation.target), so that they are read as what they are
        """)
  }

  // MARK: Statements

  private struct WritingKey: Hashable {
    let mapping: ObjectIdentifier
    /// Only the models that the caller names are written in part, all by the same keys.
    let isPartial: Bool
  }

  /// The statements that write the rows of one class, while the call lasts.
  private final class Writing {
    let attributes: [Attribute]
    let relations: [Relation]
    let uniquingKeys: Set<String>
    let insert: Statement
    let update: Statement
    let returnsID: Bool

    init(
      _ attributes: [Attribute], _ relations: [Relation], uniquingKeys: Set<String>,
      insert: Statement, update: Statement, returnsID: Bool
    ) {
      self.attributes = attributes
      self.relations = relations
      self.uniquingKeys = uniquingKeys
      self.insert = insert
      self.update = update
      self.returnsID = returnsID
    }

    func release(_ connection: Connection) {
      connection.put(insert)
      connection.put(update)
    }
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
    let attributes = mapping.attributes.filter {
      node.writes($0.property) || uniquingKeys.contains($0.property.key)
    }
    let relations = mapping.relations.filter { node.writes($0.property) }
    var columns = mapping.columns(attributes, relations)
    if mapping.className != nil { columns.append("_class") }
    let table = SQL.name(mapping.recordName)
    // A weak reference that is nil, or whose target is not stored, says nothing.
    var weak: [String: String] = [:]
    for relation in relations where relation.property.isWeak {
      weak[relation.column] = relation.column
      weak[relation.nameColumn] = relation.column
    }
    func assignments(_ value: (String) -> String) -> String {
      columns.map { column in
        let name = SQL.name(column)
        guard let reference = weak[column] else { return "\(name) = \(value(column))" }
        return
          "\(name) = CASE WHEN \(value(reference)) IS NULL THEN \(name) ELSE \(value(column)) END"
      }.joined(separator: ", ")
    }
    var insert =
      columns.isEmpty
      ? "INSERT INTO \(table) DEFAULT VALUES"
      : "INSERT INTO \(table) (\(SQL.names(columns))) VALUES (\(SQL.parameters(columns.count)))"
    let returnsID = needsID && !mapping.uniquing.isEmpty
    if !mapping.uniquing.isEmpty {
      insert +=
        " ON CONFLICT (\(SQL.names(mapping.uniquing.map(\.column)))) DO UPDATE SET "
        + assignments { "excluded." + SQL.name($0) } + (returnsID ? " RETURNING _record" : "")
    }
    let numbers = Dictionary(uniqueKeysWithValues: zip(columns, 1...))
    let update =
      "UPDATE \(table) SET "
      + (columns.isEmpty ? "_record = _record" : assignments { "?\(numbers[$0] ?? 0)" })
      + " WHERE _record = ?\(columns.count + 1)"
    let writing = Writing(
      attributes, relations, uniquingKeys: uniquingKeys,
      insert: try connection.take(insert), update: try connection.take(update),
      returnsID: returnsID)
    statements[key] = writing
    last = (key, writing)
    return writing
  }

  // MARK: Merging

  /// Lets the model take over what its record knows, if there is one.
  private mutating func merge(_ index: Int) throws {
    let node = nodes[index]
    guard !node.mapping.uniquing.isEmpty,
      let (id, record) = try RecordLookup(connection).record(of: node.model, node.mapping),
      let model = node.model as? any RecordSerializing
    else { return }
    let properties =
      node.mapping.attributes.map(\.property) + node.mapping.relations.map(\.property)
    for property in properties where node.writes(property) {
      do {
        try model.mergeValue(forKey: property.key, from: record)
      } catch {
        throw RecordError(
          .validationFailed, node.mapping.modelClass, property.key, record: words(for: node),
          found: Words.of(error), underlying: error)
      }
    }
    nodes[index].id = id
  }

  // MARK: References

  private mutating func writeReferences() throws {
    for (owner, relation, target) in deferred {
      let node = nodes[owner]
      let sql =
        "UPDATE \(SQL.name(node.mapping.recordName)) SET \(SQL.name(relation.column)) = ?, "
        + "\(SQL.name(relation.nameColumn)) = ? WHERE _record = ?"
      let name = try name(of: nodes[target].mapping, in: relation, of: owner)
      try connection.withStatement(sql) { statement in
        statement.bind(nodes[target].id, at: 1)
        statement.bind(name, at: 2)
        statement.bind(node.id, at: 3)
        try statement.run()
      }
    }
    for (index, node) in nodes.enumerated() {
      for relation in node.mapping.relations
      where relation.form != .one && node.writes(relation.property) {
        try writeLinks(relation, of: index)
      }
    }
  }

  private func changed(_ relation: Relation, of node: Node) -> RecordError {
    RecordError(
      .unstorable, node.mapping.modelClass, relation.property.key, record: words(for: node),
      found:
        "the relationship changed while it was being saved: change it in mergeValue, not in validate"
    )
  }

  private struct Link: Hashable {
    let target: Int64
    let name: String?
  }

  /// Makes the table of a relationship what the property holds.
  private func writeLinks(_ relation: Relation, of owner: Int) throws {
    let node = nodes[owner]
    var links: [Link] = []
    for model in relation.models(node.model) ?? [] {
      guard let target = indexes[ObjectIdentifier(model)] else {
        throw changed(relation, of: node)
      }
      links.append(
        Link(
          target: nodes[target].id,
          name: try name(of: nodes[target].mapping, in: relation, of: owner)))
    }
    if relation.form == .set {
      links.sort { ($0.name ?? "", $0.target) < ($1.name ?? "", $1.target) }
    }
    let table = SQL.links(node.mapping.recordName, relation.column)
    let select = "SELECT target, record FROM \(table) WHERE owner = ? ORDER BY position"
    let present = try connection.withStatement(select) { statement in
      statement.bind(node.id, at: 1)
      var present: [Link] = []
      while try statement.step() {
        present.append(
          Link(
            target: statement.integer(at: 0),
            name: statement.optionalText(at: 1)))
      }
      return present
    }
    if present == links { return }
    if !present.isEmpty {
      try connection.withStatement("DELETE FROM \(table) WHERE owner = ?") { statement in
        statement.bind(node.id, at: 1)
        try statement.run()
      }
      try forget(Set(present).subtracting(links), relation, of: node)
    }
    let insert = "INSERT INTO \(table) (owner, position, target, record) VALUES (?, ?, ?, ?)"
    try connection.withStatement(insert) { statement in
      for (position, link) in links.enumerated() {
        statement.bind(node.id, at: 1)
        statement.bind(Int64(position), at: 2)
        statement.bind(link.target, at: 3)
        statement.bind(link.name, at: 4)
        try statement.run()
      }
    }
  }

  /// Takes the way back from records that are not in a relationship any more.
  private func forget(_ removed: Set<Link>, _ relation: Relation, of node: Node) throws {
    let mapping = try RecordMapping.of(relation.target)
    for inverse in mapping.relations where inverse.property.isWeak {
      guard node.mapping.recordName == inverse.target.recordName else { continue }
      let column = SQL.name(inverse.column)
      for link in removed where link.name == nil {
        try connection.withStatement(
          "UPDATE \(SQL.name(mapping.recordName)) SET \(column) = NULL "
            + "WHERE _record = ? AND \(column) = ?"
        ) { statement in
          statement.bind(link.target, at: 1)
          statement.bind(node.id, at: 2)
          try statement.run()
        }
      }
    }
  }
}

extension RecordMapping {
  /// Names the class and the property of what was thrown about a value.
  func error(_ error: any Error, _ key: String?) -> RecordError {
    let isSecret = key.flatMap { modelClass.property(forKey: $0) }?.isSecret == true
    return switch error {
    case let mismatch as ColumnMismatch:
      RecordError(
        mismatch.kind, modelClass, key, expected: mismatch.expected,
        found: isSecret ? Words.secret : mismatch.found,
        underlying: isSecret ? nil : mismatch.underlying)
    case let error as RecordError: error.attributed(to: modelClass, key)
    default:
      RecordError(
        .unstorable, modelClass, key, found: isSecret ? Words.secret : Words.of(error),
        underlying: isSecret ? nil : error)
    }
  }
}

/// Finds the record of a model by the class's uniquing keys.
struct RecordLookup {
  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  func id(of model: Model, _ mapping: RecordMapping) throws -> Int64? {
    try find("_record", model, mapping) { $0.integer(at: 0) }
  }

  /// Returns the record with all that is stored in it.
  func record(of model: Model, _ mapping: RecordMapping) throws -> (Int64, Record)? {
    try find("*", model, mapping) { statement in
      (statement.integer(at: 0), try statement.record(mapping.recordName))
    }
  }

  private func find<Result>(
    _ columns: String, _ model: Model, _ mapping: RecordMapping,
    _ body: (Statement) throws -> Result
  ) throws -> Result? {
    let condition = mapping.uniquing.map { SQL.name($0.column) + " = ?" }
      .joined(separator: " AND ")
    let sql = "SELECT \(columns) FROM \(SQL.name(mapping.recordName)) WHERE \(condition)"
    return try connection.withStatement(sql) { statement in
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

extension Statement {
  /// The row that the statement is at, as hooks see it.
  func record(_ name: String) throws -> Record {
    var values: [String: any Sendable] = [:]
    for (index, column) in columnNames.enumerated() where column != "_record" && column != "_class"
    {
      values[column] = try value(at: Int32(index)).value
    }
    return Record(name: name, values: values)
  }
}
