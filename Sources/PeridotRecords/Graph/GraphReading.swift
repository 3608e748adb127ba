import Foundation
import Peridot

/// A record, by the name of its table.
struct RecordID: Hashable {
  let record: String
  let id: Int64

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
    var links: [Link] = []
  }

  /// The contents of a relationship that is read.
  private struct Link {
    let relation: Relation
    /// Those of an array or a set are empty until they are found.
    var records: [RecordID]?
    /// Whether the caller asks for it.
    let isIncluded: Bool

    /// The records to read; that of a weak reference is read only if something else refers to it.
    var followed: [RecordID] { relation.property.isWeak && !isIncluded ? [] : records ?? [] }
  }

  private let tables: RecordTables
  private let root: RecordMapping
  private let query: RecordQuery
  /// Whether a record can appear again.
  private let keepsIdentity: Bool
  private var nodes: [Node] = []
  private var known: [RecordID: Int] = [:]
  private var keyless: [(model: Model, id: Int64)] = []
  private let including: Set<String>
  /// The models of the properties that the caller asks for.
  private(set) var included: [Model] = []

  /// - Parameters:
  ///   - keys: The keys of the properties to read; nil for all.
  ///   - including: The keys of the models' properties whose records are read even if they are weak.
  ///   - isKept: Whether later calls read more records beside these.
  init(
    _ tables: RecordTables, _ query: RecordQuery, keys: Set<String>?,
    including: Set<String> = [], isKept: Bool = false
  ) {
    self.tables = tables
    self.including = including
    self.query = query
    root = query.declared
    keepsIdentity = isKept || !root.relations(keys).isEmpty || root.choosesClass
  }

  /// Reads up to `count` models from the rows of a running statement; none at its end.
  mutating func models(from statement: Statement, count: Int = .max) throws -> [Model] {
    var query = query
    defer { noteKeyless() }
    if !keepsIdentity, !root.outline.validates, !root.outline.loads {
      // Nothing is asked of a model after it is filled.
      var models: [Model] = []
      var known: Layout?
      while models.count < count, try statement.step() {
        // Only now, as the first step may find that others have changed the table.
        let layout = known ?? query.layout(root, statement)
        known = layout
        models.append(try model(statement, layout, query.record))
      }
      return models
    }
    var roots: [Int] = []
    while roots.count < count, try statement.step() {
      roots.append(try read(statement, &query, including: including))
    }
    try complete(from: 0)
    if !including.isEmpty {
      let links = roots.flatMap { nodes[$0].links.filter(\.isIncluded) }
      let places = Set(links.flatMap(\.followed).compactMap { known[$0] })
      included = places.sorted().map { nodes[$0].model }
    }
    return roots.map { nodes[$0].model }
  }

  /// Reads the records of a class that meet a condition, beside those that were read before. Returns
  /// the places of all new ones in ``record(at:)``.
  mutating func read(
    _ mapping: RecordMapping, where condition: String, _ values: [ColumnValue]
  ) throws -> Range<Int> {
    defer { noteKeyless() }
    let first = nodes.count
    var query = tables.query(mapping, keys: nil)
    _ = try tables.connection.rows("\(query.sql) WHERE \(condition)", values) {
      try read($0, &query)
    }
    try complete(from: first)
    return first..<nodes.count
  }

  func record(at place: Int) -> (model: Model, mapping: RecordMapping, id: RecordID) {
    (nodes[place].model, nodes[place].mapping, nodes[place].id)
  }

  private mutating func noteKeyless() {
    let isProvisional = tables.connection.isInTransactionOfThisThread
    tables.keyless.note(keyless, isProvisional: isProvisional)
    keyless = []
  }

  /// Finishes the models from a place on, whose rows were read.
  private mutating func complete(from first: Int) throws {
    try follow(from: first)
    try connect(from: first)
    for node in nodes[first...].reversed() {
      try node.mapping.validate(node.model, record: tables.words(for: node.id))
      guard node.mapping.outline.loads else { continue }
      do {
        try node.model.didLoad(from: .record)
      } catch {
        throw node.mapping.refusal(error, record: tables.words(for: node.id))
      }
    }
  }

  /// Makes the model of the statement's current row, without its relationships.
  private mutating func model(
    _ statement: Statement, _ layout: Layout, _ record: String
  ) throws -> Model {
    let mapping = layout.mapping
    let model = mapping.modelClass.init()
    do {
      try layout.fill.run(statement, model)
    } catch let error as RecordError {
      throw error.attributed(
        to: mapping.modelClass,
        record: tables.words(for: RecordID(record: record, id: statement.integer(at: 0))))
    }
    if mapping.identity.isEmpty { keyless.append((model, statement.integer(at: 0))) }
    return model
  }

  /// Reads the statement's current row; returns its node.
  @discardableResult
  private mutating func read(
    _ statement: Statement, _ query: inout RecordQuery, including: Set<String> = []
  ) throws -> Int {
    let id = RecordID(record: query.record, id: statement.integer(at: 0))
    if keepsIdentity, let index = known[id] { return index }
    var mapping = query.declared
    if mapping.choosesClass || query.record != mapping.recordName {
      // A query of all columns has the class's tag as its second one.
      mapping = try mapping.mapping(
        ofRowTagged: statement.optionalText(at: 1), recordsNamed: query.record)
    }
    let layout = query.layout(mapping, statement)
    let model = try model(statement, layout, query.record)
    let links = layout.relations.map { relation, reference, name in
      let id = reference.flatMap { statement.optionalInteger(at: $0) }
      let record = name.flatMap { statement.optionalText(at: $0) } ?? relation.targetName
      return Link(
        relation: relation,
        records: id.map { !relation.reference.isList ? [RecordID(record: record, id: $0)] : [] },
        isIncluded: including.contains(relation.property.key))
    }
    nodes.append(Node(model: model, mapping: mapping, id: id, links: links))
    if keepsIdentity { known[id] = nodes.count - 1 }
    return nodes.count - 1
  }

  /// Reads the models' targets until nothing is missing.
  private mutating func follow(from first: Int) throws {
    guard keepsIdentity else { return }
    var next = first
    while next < nodes.count {
      let range = next..<nodes.count
      next = nodes.count
      try readLinks(range)
      // Records of one name in properties of one class.
      var missing: [(record: String, declared: any RecordSerializing.Type, ids: [Int64])] = []
      var asked: Set<RecordID> = []
      for link in nodes[range].lazy.flatMap(\.links) {
        for record in link.followed where known[record] == nil && asked.insert(record).inserted {
          let place = missing.firstIndex {
            $0.record == record.record && $0.declared == link.relation.target
          }
          if let place {
            missing[place].ids.append(record.id)
          } else {
            missing.append((record.record, link.relation.target, [record.id]))
          }
        }
      }
      for (record, declared, ids) in missing {
        let declared = try RecordMapping.of(declared)
        var query =
          record == declared.recordName
          ? tables.query(declared, keys: nil) : RecordQuery(declared, recordsNamed: record)
        _ = try tables.connection.rows(
          "\(query.sql) WHERE _record IN \(SQL.list)", [.list(ids)]
        ) { try read($0, &query) }
      }
    }
  }

  /// Finds the records in the arrays and sets of those nodes.
  private mutating func readLinks(_ range: Range<Int>) throws {
    var places: [String: [(node: Int, link: Int)]] = [:]
    for index in range {
      for (link, contents) in nodes[index].links.enumerated()
      where contents.relation.reference.isList && contents.records != nil {
        places[contents.relation.reference.links, default: []].append((index, link))
      }
    }
    for (table, places) in places {
      let target = nodes[places[0].node].links[places[0].link].relation.targetName
      let links = try tables.connection.rows(
        "SELECT owner, target, record FROM \(table) WHERE owner IN \(SQL.list) "
          + "ORDER BY owner, position", [.list(places.map { nodes[$0.node].id.id })]
      ) { row in
        let record = row.optionalText(at: 2) ?? target
        return (owner: row.integer(at: 0), record: RecordID(record: record, id: row.integer(at: 1)))
      }
      let records = Dictionary(grouping: links, by: \.owner)
      for (node, link) in places {
        nodes[node].links[link].records = records[nodes[node].id.id]?.map(\.record) ?? []
      }
    }
  }

  private func connect(from first: Int) throws {
    // A model in a set must not change any more, so the sets come last, the innermost first.
    for (order, isHashed) in [(Array(first..<nodes.count), false), (setOrder(from: first), true)] {
      for node in order.lazy.map({ nodes[$0] }) {
        for link in node.links where link.relation.isHashed == isHashed { try store(link, node) }
      }
    }
  }

  private func store(_ link: Link, _ node: Node) throws {
    let property = link.relation.property
    let models = try link.records?.compactMap { record -> Model? in
      if let target = known[record] { return nodes[target].model }
      if property.isWeak { return nil }
      throw RecordError(
        .brokenReference, node.mapping.modelClass, property.key, record: tables.words(for: node.id),
        found: "the record \(record.words) is missing")
    }
    // A property that can't be nil keeps its default, and a weak one is new.
    if property.isWeak ? models?.first == nil : models == nil && !property.isOptional { return }
    guard link.relation.store(models, node.model) else {
      throw RecordError(
        .typeMismatch, node.mapping.modelClass, property.key, record: tables.words(for: node.id),
        expected: TypeName.of(property.valueType),
        found: models?.first.map { TypeName.of(type(of: $0)) } ?? "nil")
    }
  }

  /// The nodes with sets, after all that they refer to.
  private func setOrder(from first: Int) -> [Int] {
    guard nodes[first...].contains(where: { $0.links.contains(where: \.relation.isHashed) }) else {
      return []
    }
    var order: [Int] = []
    // Of the new nodes only: an update reads records again and again.
    var isMet = [Bool](repeating: false, count: nodes.count - first)
    var isDone = isMet
    for root in first..<nodes.count where !isMet[root - first] {
      var open = [root]
      while let index = open.last {
        if !isMet[index - first] {
          isMet[index - first] = true
          let next = nodes[index].links.flatMap(\.followed).compactMap { known[$0] }
          open += next.filter { $0 >= first && !isMet[$0 - first] }
        } else {
          open.removeLast()
          if !isDone[index - first] { order.append(index) }
          isDone[index - first] = true
        }
      }
    }
    return order
  }
}
