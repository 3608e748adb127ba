import Foundation
import Peridot

/// One call that reads models and everything that they refer to.
///
/// In a call, one record is one model. Models are made first, row by row. The models that they
/// refer to follow in batches, without recursion, until nothing is missing. Then they are
/// connected, validated, and notified.
struct GraphReading {
  private struct Node {
    let model: Model
    let mapping: RecordMapping
    let table: Int
    let id: Int64
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

  private struct RecordID: Hashable {
    /// An index of `tables`.
    let table: Int
    let id: Int64
  }

  private let connection: Connection
  private let preparation: RecordTables
  private var nodes: [Node] = []
  private var known: [RecordID: Int] = [:]
  /// Whether a record can appear again.
  private let keepsIdentity: Bool
  /// The names of the records.
  private var tables: [String] = []
  private var layouts: [ObjectIdentifier: Layout] = [:] {
    didSet { last = nil }
  }
  /// Nearly all rows are of one class.
  private var last: (mapping: RecordMapping, layout: Layout)?

  private var keyless: [(model: Model, id: Int64)] = []
  private let root: RecordMapping
  let query: RecordQuery
  /// The query of the records that are being read.
  private var current: RecordQuery

  /// - Parameter keys: The keys of the properties to read; nil for all.
  init(_ preparation: RecordTables, _ root: RecordMapping, keys: Set<String>?) {
    self.preparation = preparation
    self.root = root
    connection = preparation.connection
    query = preparation.query(root, keys: keys)
    current = query
    let isFollowing = root.relations.contains { keys?.contains($0.property.key) ?? true }
    keepsIdentity = isFollowing || root.choosesClass
  }

  /// Reads up to `count` models from the rows of a running statement; none at its end.
  mutating func models(from statement: Statement, count: Int = .max) throws -> [Model] {
    let table = table(root.recordName)
    current = query
    defer {
      if !keyless.isEmpty { preparation.keyless.note(keyless) }
      keyless = []
    }
    if !keepsIdentity, !root.validates, !root.loads {
      // Nothing is asked of a model after it is filled.
      var models: [Model] = []
      while models.count < count, try statement.step() {
        models.append(try model(root, statement, table))
      }
      return models
    }
    var roots: [Int] = []
    while roots.count < count, try statement.step() {
      roots.append(try read(statement, table, as: root))
    }
    layouts = [:]
    return try finished(roots)
  }

  private mutating func table(_ name: String) -> Int {
    if let index = tables.firstIndex(of: name) { return index }
    tables.append(name)
    return tables.count - 1
  }

  private mutating func finished(_ roots: [Int]) throws -> [Model] {
    try follow()
    try connect()
    for node in nodes.reversed() {
      try node.mapping.validate(node.model, record: words(for: node))
      guard node.mapping.loads else { continue }
      do {
        try node.model.didLoad(from: .record)
      } catch {
        throw node.mapping.refusal(error, record: words(for: node))
      }
    }
    return roots.map { nodes[$0].model }
  }

  private func words(for node: Node) -> String { words(node.table, node.id) }

  private func words(_ table: Int, _ id: Int64) -> String { "\(tables[table])(\(id))" }

  // MARK: Rows

  private mutating func layout(_ mapping: RecordMapping, _ statement: Statement) -> Layout {
    if let last, last.mapping === mapping { return last.layout }
    if let known = layouts[ObjectIdentifier(mapping)] {
      last = (mapping, known)
      return known
    }
    let layout = current.layout(mapping, statement)
    layouts[ObjectIdentifier(mapping)] = layout
    last = (mapping, layout)
    return layout
  }

  /// Makes the model of the statement's current row, without its relationships.
  private mutating func model(
    _ mapping: RecordMapping, _ statement: Statement, _ table: Int
  ) throws -> Model {
    let model = mapping.modelClass.init()
    do {
      try layout(mapping, statement).fill(model, mapping, from: statement)
    } catch let error as RecordError {
      throw error.attributed(
        to: mapping.modelClass, record: words(table, statement.integer(at: 0)))
    }
    if mapping.uniquing.isEmpty {
      keyless.append((model, statement.integer(at: 0)))
    }
    return model
  }

  /// Reads the statement's current row; returns its node.
  private mutating func read(
    _ statement: Statement, _ table: Int, as declared: RecordMapping
  ) throws -> Int {
    let id = statement.integer(at: 0)
    if keepsIdentity, let index = known[RecordID(table: table, id: id)] { return index }
    // Every query has the class's tag as its second column.
    let mapping =
      declared.choosesClass || tables[table] != declared.recordName
      ? try declared.mapping(
        ofRowTagged: statement.optionalText(at: 1), recordsNamed: tables[table]) : declared
    let model = try model(mapping, statement, table)
    var node = Node(model: model, mapping: mapping, table: table, id: id)
    let layout = layout(mapping, statement)
    if !mapping.relations.isEmpty {
      node.targets = try zip(mapping.relations, layout.relations).map { relation, position in
        try targets(relation, position, statement)
      }
    }
    nodes.append(node)
    if keepsIdentity { known[RecordID(table: table, id: id)] = nodes.count - 1 }
    return nodes.count - 1
  }

  private mutating func targets(
    _ relation: Relation, _ position: (reference: Int32?, name: Int32?)?, _ statement: Statement
  ) throws -> Targets {
    guard let position else { return .unread }
    guard let column = position.reference, statement.kind(at: column) != SQLiteCode.null else {
      return .none
    }
    guard relation.form == .one else { return .many([]) }
    let name = position.name.flatMap { statement.optionalText(at: $0) }
    let record = RecordID(
      table: table(name ?? relation.targetName), id: statement.integer(at: column))
    return relation.property.isWeak ? .weak(record) : .one(record)
  }

  // MARK: References

  /// The number of records per query: one, or as many as keep the number of statements small.
  private static func batch(of count: Int) -> Int { count == 1 ? 1 : 64 }

  /// Reads the models' targets until nothing is missing.
  private mutating func follow() throws {
    guard keepsIdentity else { return }
    var next = 0
    while next < nodes.count {
      let range = next..<nodes.count
      next = nodes.count
      if nodes[range].allSatisfy(\.targets.isEmpty) { continue }
      try readLinks(range)
      // Records of one name in properties of one class.
      var missing: [(table: Int, declared: any RecordSerializing.Type, ids: [Int64])] = []
      var asked: Set<RecordID> = []
      for index in range {
        for (relation, targets) in zip(nodes[index].mapping.relations, nodes[index].targets) {
          for record in targets.followed where known[record] == nil && asked.insert(record).inserted
          {
            let place =
              missing.firstIndex { $0.table == record.table && $0.declared == relation.target }
              ?? missing.count
            if place == missing.count {
              missing.append((record.table, relation.target, []))
            }
            missing[place].ids.append(record.id)
          }
        }
      }
      for records in missing {
        try readRecords(records.ids, records.table, as: RecordMapping.of(records.declared))
      }
    }
  }

  private mutating func readRecords(
    _ ids: [Int64], _ table: Int, as declared: RecordMapping
  ) throws {
    let name = tables[table]
    layouts = [:]
    current =
      name == declared.recordName
      ? preparation.query(declared, keys: nil)
      : RecordQuery(recordsNamed: name)
    let batch = Self.batch(of: ids.count)
    let sql = "\(current.sql) WHERE _record IN (\(SQL.parameters(batch)))"
    try connection.withStatement(sql) { statement in
      for start in stride(from: 0, to: ids.count, by: batch) {
        bind(ids[start..<min(start + batch, ids.count)], batch, to: statement)
        while try statement.step() { _ = try read(statement, table, as: declared) }
        statement.reset()
      }
    }
    layouts = [:]
  }

  /// Binds a batch; unused parameters repeat the first value.
  private func bind(_ ids: ArraySlice<Int64>, _ batch: Int, to statement: Statement) {
    for offset in 0..<batch {
      let index = ids.startIndex + offset
      statement.bind(index < ids.endIndex ? ids[index] : ids[ids.startIndex], at: Int32(offset + 1))
    }
  }

  /// Finds the records in the arrays and sets of those nodes.
  private mutating func readLinks(_ range: Range<Int>) throws {
    // To-many properties by their tables, and their nodes.
    var owners: [String: (relation: Int, mapping: RecordMapping, nodes: [Int64: Int])] = [:]
    for index in range {
      let node = nodes[index]
      for (position, target) in node.targets.enumerated() {
        guard case .many = target else { continue }
        // Classes that share records have them at different positions.
        let key =
          node.mapping.relations[position].reference.links
          + " \(ObjectIdentifier(node.mapping).hashValue)"
        owners[key, default: (position, node.mapping, [:])].nodes[node.id] = index
      }
    }
    for (_, found) in owners.sorted(by: { $0.key < $1.key }) {
      let relation = found.mapping.relations[found.relation]
      let ids = found.nodes.keys.sorted()
      let batch = Self.batch(of: ids.count)
      let sql =
        "SELECT owner, target, record FROM \(relation.reference.links) "
        + "WHERE owner IN (\(SQL.parameters(batch))) ORDER BY owner, position"
      try connection.withStatement(sql) { statement in
        for start in stride(from: 0, to: ids.count, by: batch) {
          bind(ids[start..<min(start + batch, ids.count)], batch, to: statement)
          var owner: Int64?
          var targets: [RecordID] = []
          func store() {
            guard let owner, let index = found.nodes[owner] else { return }
            nodes[index].targets[found.relation] = .many(targets)
          }
          while try statement.step() {
            if statement.integer(at: 0) != owner {
              store()
              owner = statement.integer(at: 0)
              targets = []
            }
            let name = statement.optionalText(at: 2)
            targets.append(
              RecordID(
                table: table(name ?? relation.targetName), id: statement.integer(at: 1)))
          }
          store()
          statement.reset()
        }
      }
    }
  }

  // MARK: Connecting

  private func connect() throws {
    // A model in a set must not change any more, so the sets come last, the innermost first.
    for (order, isHashed) in [(Array(nodes.indices), false), (setOrder(), true)] {
      for index in order where !nodes[index].targets.isEmpty {
        for (position, relation) in nodes[index].mapping.relations.enumerated()
        where relation.isHashed == isHashed {
          try store(relation, nodes[index].targets[position], index)
        }
      }
    }
  }

  private func store(_ relation: Relation, _ targets: Targets, _ index: Int) throws {
    let node = nodes[index]
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
          .brokenReference, node.mapping.modelClass, relation.property.key,
          record: words(for: node),
          found: "the record \(tables[record.table])(\(record.id)) is missing")
      }
    }
    guard relation.store(models, node.model) else {
      throw RecordError(
        .typeMismatch, node.mapping.modelClass, relation.property.key, record: words(for: node),
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
    var state = [UInt8](repeating: 0, count: nodes.count)
    for root in nodes.indices where state[root] == 0 {
      var open = [root]
      while let index = open.last {
        if state[index] == 0 {
          state[index] = 1
          for target in nodes[index].targets {
            for record in target.followed {
              if let next = known[record], state[next] == 0 { open.append(next) }
            }
          }
        } else {
          open.removeLast()
          if state[index] == 1 {
            state[index] = 2
            order.append(index)
          }
        }
      }
    }
    return order
  }
}
