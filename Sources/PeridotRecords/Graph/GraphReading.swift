import Foundation
import Peridot

/// A record, by the name of its table.
struct RecordID: Hashable {
  let record: String
  let id: Int64

  /// The record's name in a column or a link that may hold others than the declared ones.
  func name(in relation: Relation) -> String? { record == relation.targetName ? nil : record }

  var words: String { "\(record)(\(id))" }
}

/// One call that reads models and everything that they refer to.
///
/// In a call, one record is one model. Models are made first, row by row. The models that they
/// refer to follow in batches, without recursion, until nothing is missing. Then they are
/// connected, validated, and notified.
struct GraphReading {
  private struct Node {
    let model: Model
    let mapping: RecordMapping
    let id: RecordID
    /// The targets of the relationships, in order.
    var targets: [Targets] = []
  }

  /// The targets of one property.
  private enum Targets {
    case none
    /// Those of a property that stays unchanged.
    case unread
    /// A record that is read only if something else refers to it.
    case weak(RecordID)
    case one(RecordID)
    /// The records of an array or a set, after they were found.
    case many([RecordID])

    /// The records that have to exist.
    var followed: [RecordID] {
      switch self {
      case .none, .unread, .weak: []
      case .one(let record): [record]
      case .many(let records): records
      }
    }
  }

  /// The rows of one query.
  private struct Rows {
    let query: RecordQuery
    /// The class whose records they are declared to be, and their name.
    let declared: RecordMapping
    let record: String
    /// Where they have the columns of each class that was met.
    private(set) var layouts: [Layout] = []

    mutating func layout(_ mapping: RecordMapping, _ statement: Statement) -> Layout {
      if let known = layouts.first(where: { $0.mapping === mapping }) { return known }
      layouts.append(query.layout(mapping, statement))
      return layouts[layouts.count - 1]
    }
  }

  private let tables: RecordTables
  private let root: RecordMapping
  let query: RecordQuery
  /// Whether a record can appear again.
  private let keepsIdentity: Bool
  private var nodes: [Node] = []
  private var known: [RecordID: Int] = [:]
  private var keyless: [(model: Model, id: Int64)] = []

  /// - Parameter keys: The keys of the properties to read; nil for all.
  init(_ tables: RecordTables, _ root: RecordMapping, keys: Set<String>?) {
    self.tables = tables
    self.root = root
    query = tables.query(root, keys: keys)
    let isFollowing = root.relations.contains { keys?.contains($0.property.key) ?? true }
    keepsIdentity = isFollowing || root.choosesClass
  }

  /// Reads up to `count` models from the rows of a running statement; none at its end.
  mutating func models(from statement: Statement, count: Int = .max) throws -> [Model] {
    var rows = Rows(query: query, declared: root, record: root.recordName)
    defer { tables.keyless.note(keyless) }
    if !keepsIdentity, !root.validates, !root.loads {
      // Nothing is asked of a model after it is filled.
      var models: [Model] = []
      while models.count < count, try statement.step() {
        // Only now, as the first step may find that others have changed the table.
        let layout = rows.layout(root, statement)
        models.append(try model(statement, layout, root.recordName))
      }
      return models
    }
    var roots: [Int] = []
    while roots.count < count, try statement.step() {
      roots.append(try read(statement, &rows))
    }
    try follow()
    try connect()
    for node in nodes.reversed() {
      try node.mapping.validate(node.model, record: node.id.words)
      guard node.mapping.loads else { continue }
      do {
        try node.model.didLoad(from: .record)
      } catch {
        throw node.mapping.refusal(error, record: node.id.words)
      }
    }
    return roots.map { nodes[$0].model }
  }

  // MARK: Rows

  /// Makes the model of the statement's current row, without its relationships.
  private mutating func model(
    _ statement: Statement, _ layout: Layout, _ record: String
  ) throws -> Model {
    let mapping = layout.mapping
    let model = mapping.modelClass.init()
    do {
      try layout.fill(model, from: statement)
    } catch let error as RecordError {
      throw error.attributed(
        to: mapping.modelClass,
        record: RecordID(record: record, id: statement.integer(at: 0)).words)
    }
    if mapping.uniquing.isEmpty { keyless.append((model, statement.integer(at: 0))) }
    return model
  }

  /// Reads the statement's current row; returns its node.
  @discardableResult
  private mutating func read(_ statement: Statement, _ rows: inout Rows) throws -> Int {
    let id = RecordID(record: rows.record, id: statement.integer(at: 0))
    if keepsIdentity, let index = known[id] { return index }
    var mapping = rows.declared
    if mapping.choosesClass || rows.record != mapping.recordName {
      // Every query has the class's tag as its second column.
      mapping = try mapping.mapping(
        ofRowTagged: statement.optionalText(at: 1), recordsNamed: rows.record)
    }
    let layout = rows.layout(mapping, statement)
    let model = try model(statement, layout, rows.record)
    var node = Node(model: model, mapping: mapping, id: id)
    for (relation, position) in zip(mapping.relations, layout.relations) {
      node.targets.append(targets(relation, position, statement))
    }
    nodes.append(node)
    if keepsIdentity { known[id] = nodes.count - 1 }
    return nodes.count - 1
  }

  private func targets(
    _ relation: Relation, _ position: (reference: Int32?, name: Int32?)?, _ statement: Statement
  ) -> Targets {
    guard let position else { return .unread }
    guard let column = position.reference, let id = statement.optionalInteger(at: column) else {
      return .none
    }
    guard relation.form == .one else { return .many([]) }
    let name = position.name.flatMap { statement.optionalText(at: $0) }
    let record = RecordID(record: name ?? relation.targetName, id: id)
    return relation.property.isWeak ? .weak(record) : .one(record)
  }

  // MARK: References

  /// Reads the models' targets until nothing is missing.
  private mutating func follow() throws {
    guard keepsIdentity else { return }
    var next = 0
    while next < nodes.count {
      let range = next..<nodes.count
      next = nodes.count
      try readLinks(range)
      // Records of one name in properties of one class.
      var missing: [(record: String, declared: any RecordSerializing.Type, ids: [Int64])] = []
      var asked: Set<RecordID> = []
      for index in range {
        for (relation, targets) in zip(nodes[index].mapping.relations, nodes[index].targets) {
          for target in targets.followed where known[target] == nil && asked.insert(target).inserted
          {
            let place = missing.firstIndex {
              $0.record == target.record && $0.declared == relation.target
            }
            if let place {
              missing[place].ids.append(target.id)
            } else {
              missing.append((target.record, relation.target, [target.id]))
            }
          }
        }
      }
      for (record, declared, ids) in missing { try readRecords(record, .of(declared), ids) }
    }
  }

  private mutating func readRecords(
    _ record: String, _ declared: RecordMapping, _ ids: [Int64]
  ) throws {
    let query =
      record == declared.recordName
      ? tables.query(declared, keys: nil) : RecordQuery(recordsNamed: record)
    var rows = Rows(query: query, declared: declared, record: record)
    try tables.connection.forEachRow("\(query.sql) WHERE _record IN", ids) {
      try read($0, &rows)
    }
  }

  /// Finds the records in the arrays and sets of those nodes.
  private mutating func readLinks(_ range: Range<Int>) throws {
    let classes = Dictionary(grouping: range) { ObjectIdentifier(nodes[$0].mapping) }
    for indexes in classes.values {
      for (position, relation) in nodes[indexes[0]].mapping.relations.enumerated()
      where relation.form != .one {
        let owners = indexes.filter {
          if case .many = nodes[$0].targets[position] { true } else { false }
        }
        if owners.isEmpty { continue }
        var links: [Int64: [RecordID]] = [:]
        try tables.connection.forEachRow(
          "SELECT owner, target, record FROM \(relation.reference.links) WHERE owner IN",
          owners.map { nodes[$0].id.id }, orderedBy: "owner, position"
        ) { row in
          links[row.integer(at: 0), default: []].append(
            RecordID(
              record: row.optionalText(at: 2) ?? relation.targetName, id: row.integer(at: 1)))
        }
        for index in owners {
          nodes[index].targets[position] = .many(links[nodes[index].id.id] ?? [])
        }
      }
    }
  }

  // MARK: Connecting

  private func connect() throws {
    // A model in a set must not change any more, so the sets come last, the innermost first.
    for (order, isHashed) in [(Array(nodes.indices), false), (setOrder(), true)] {
      for node in order.lazy.map({ nodes[$0] }) {
        for (relation, targets) in zip(node.mapping.relations, node.targets)
        where relation.isHashed == isHashed {
          try store(relation, targets, node)
        }
      }
    }
  }

  private func store(_ relation: Relation, _ targets: Targets, _ node: Node) throws {
    let models: [Model]?
    switch targets {
    case .none:
      // A property that can't be nil keeps its default.
      guard relation.property.isOptional, !relation.property.isWeak else { return }
      models = nil
    case .unread: return
    case .weak(let record):
      guard let target = known[record] else { return }
      models = [nodes[target].model]
    case .one, .many:
      models = try targets.followed.map { record in
        if let target = known[record] { return nodes[target].model }
        throw RecordError(
          .brokenReference, node.mapping.modelClass, relation.property.key, record: node.id.words,
          found: "the record \(record.words) is missing")
      }
    }
    guard relation.store(models, node.model) else {
      throw RecordError(
        .typeMismatch, node.mapping.modelClass, relation.property.key, record: node.id.words,
        expected: TypeName.of(relation.property.valueType),
        found: models?.first.map { TypeName.of(type(of: $0)) } ?? "nil")
    }
  }

  /// The nodes with sets, after all that they refer to.
  private func setOrder() -> [Int] {
    guard nodes.contains(where: { $0.mapping.relations.contains(where: \.isHashed) }) else {
      return []
    }
    var order: [Int] = []
    var isMet = [Bool](repeating: false, count: nodes.count)
    var isDone = isMet
    for root in nodes.indices where !isMet[root] {
      var open = [root]
      while let index = open.last {
        if !isMet[index] {
          isMet[index] = true
          let next = nodes[index].targets.flatMap(\.followed).compactMap { known[$0] }
          open += next.filter { !isMet[$0] }
        } else {
          open.removeLast()
          if !isDone[index] { order.append(index) }
          isDone[index] = true
        }
      }
    }
    return order
  }
}

extension Connection {
  /// Calls `body` with each row of a query, whose text ends where the list of `ids` begins.
  ///
  /// Several at a time, in batches of one size, so that statements are few.
  func forEachRow(
    _ sql: String, _ ids: [Int64], orderedBy order: String? = nil,
    _ body: (Statement) throws -> Void
  ) throws {
    let batch = ids.count == 1 ? 1 : 64
    let end = order.map { " ORDER BY " + $0 } ?? ""
    try withStatement("\(sql) (\(SQL.parameters(batch)))\(end)") { statement in
      for start in stride(from: 0, to: ids.count, by: batch) {
        // What is left over repeats the last one.
        for index in start..<start + batch {
          statement.bind(
            .integer(ids[min(index, ids.count - 1)]), at: Int32(index - start + 1))
        }
        while try statement.step() { try body(statement) }
        statement.reset()
      }
    }
  }
}
