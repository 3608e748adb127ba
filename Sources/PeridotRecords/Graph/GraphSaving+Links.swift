import Peridot

/// The contents of relationships, and the references back.
extension GraphSaving {
  /// Makes a relationship equal to the property's contents.
  mutating func write(_ relation: Relation, of node: Node) throws {
    let models = relation.models(node.model)
    var records = try (models ?? []).compactMap { try record(of: $0, in: relation) }
    if relation.refersBack {
      // Nil says nothing, unless the caller names the property.
      if records.isEmpty, node.insert.keys == nil { return }
      try put(records, relation, of: node.record, node.mapping)
      return try enterParent(relation, node)
    }
    if relation.isSet { records.sort { ($0.record, $0.id) < ($1.record, $1.id) } }
    try put(records, relation, of: node.record, node.mapping, isNil: models == nil)
  }

  /// The record of a model in a relationship; nil if a weak one leads to a model without one.
  private mutating func record(of model: Model, in relation: Relation) throws -> RecordID? {
    let mapping = try node(of: model)?.mapping ?? .of(type(of: model))
    var id = node(of: model)?.id
    if id == nil {
      // A weak reference doesn't add its target to the graph; any other does.
      guard relation.property.isWeak else {
        throw relation.error(
          .unstorable,
          "the relationship changed while it was being saved: change it before, not in validate")
      }
      try tables.prepare(mapping)
      id = try tables.id(of: model, mapping)
    }
    guard let id else { return nil }
    if let name = relation.name(of: mapping.recordName),
      namedTargets.insert("\(relation.reference.links) \(name)").inserted
    {
      guard try RecordMapping.of(relation.target).has(recordsNamed: name) else {
        throw relation.error(
          .noClassFound,
          "the property holds \(TypeName.of(mapping.modelClass)), whose records are named "
            + "\(Words.quoted(name)): list the class in a cluster of \(relation.target), so that "
            + "they are read as their own classes")
      }
      // Recorded for deleting one of them.
      let form = ColumnForm(kind: relation.kind.kind, target: name)
      try connection.note(form, of: relation.reference, isDeclared: false)
    }
    return RecordID(record: mapping.recordName, id: id)
  }

  /// Makes a relationship contain these records alone, and their references back follow.
  private mutating func put(
    _ records: [RecordID], _ relation: Relation, of owner: RecordID, _ mapping: RecordMapping,
    isNil: Bool = false
  ) throws {
    let own = relation.reference
    let id = ColumnValue.integer(owner.id)
    let present = try present(relation, of: owner)
    if own.isList {
      let same = zip(present, records).prefix { $0.record == $1 }.count
      if same < present.count {
        try connection.run(
          "DELETE FROM \(own.links) WHERE owner = ? AND position >= ?",
          [id, .integer(present[same].position)])
      }
      // SQLite does not tell of links.
      if same < max(present.count, records.count) { connection.log.note(owner.record, owner.id) }
      let next = same == 0 ? 0 : present[same - 1].position + 1
      for (position, record) in zip(next..., records[same...]) {
        try connection.run(
          "INSERT INTO \(own.links) VALUES (?, ?, ?, ?)",
          [id, .integer(position), .integer(record.id), .text(relation.name(of: record.record))])
      }
    }
    let contents: [ColumnValue] =
      own.isList
      ? [isNil ? .null : .integer(Int64(records.count))]
      : [
        .integer(records.first?.id), .text(records.first.flatMap { relation.name(of: $0.record) }),
      ]
    try connection.run(own.update, [id] + contents)
    let removed = Set(present.map(\.record)).subtracting(records)
    if relation.owns { orphans.formUnion(removed) }
    guard let key = relation.inverse,
      let inverse = try RecordMapping.of(relation.target).relation(forKey: key)
    else { return }
    let back = inverse.reference
    let values = [id, .text(inverse.name(of: mapping.recordName))]
    for record in removed where record.record == relation.targetName {
      try connection.cut(
        back, where: back.isEqual("?1", "?2") + " AND _record = ?3", values + [.integer(record.id)])
    }
    if records.isEmpty { return }
    if relation.isInverseDeclared, own.isList || relation.property.isOptional {
      // Other holders lose the records.
      try connection.cut(
        own,
        where: "\(own.owner) <> ?1 AND \(own.name) IS NULL AND \(own.target) IN (\(own.held))", [id]
      )
    }
    // A record's own value wins, unless the class declares that it follows.
    let isOther =
      relation.isInverseDeclared
      ? "NOT (\(back.isEqual("?1", "?2")))" : "\(back.target) IS NULL"
    try connection.run(
      "UPDATE \(back.table) SET \(back.assignment("?1", "?2")) "
        + "WHERE _record IN (\(own.held)) AND \(isOther)", values)
  }

  /// The records in a relationship, and their positions; none if nobody asks who leaves it.
  private func present(
    _ relation: Relation, of owner: RecordID
  ) throws -> [(record: RecordID, position: Int64)] {
    let own = relation.reference
    if !own.isList, !relation.owns, relation.inverse == nil { return [] }
    return try connection.rows(own.contents, [.integer(owner.id)]) { row in
      let name = row.optionalText(at: 1) ?? relation.targetName
      return (RecordID(record: name, id: row.integer(at: 0)), row.integer(at: 2))
    }
  }

  /// Adds a record to the relationship of the parent to which its declared reference back leads,
  /// unless the same call saves the parent and its own contents.
  private mutating func enterParent(_ way: Relation, _ node: Node) throws {
    guard let parent = way.models(node.model)?.first else { return }
    let saved = self.node(of: parent)
    if let saved, !saved.isRead { return }
    let mapping = try RecordMapping.of(type(of: parent))
    let relation = mapping.relations.first {
      $0.isInverseDeclared && $0.inverse == way.property.key
        && $0.name(of: node.record.record) == nil
    }
    guard let relation, !(saved?.insert.relations.contains { $0 === relation } ?? false),
      let id = try saved?.id ?? tables.id(of: parent, mapping)
    else { return }
    let owner = RecordID(record: mapping.recordName, id: id)
    var records = !relation.reference.isList ? [] : try present(relation, of: owner).map(\.record)
    if !records.contains(node.record) { records.append(node.record) }
    try put(records, relation, of: owner, mapping)
  }
}

extension Relation {
  fileprivate func error(_ kind: RecordError.Kind, _ found: String) -> RecordError {
    RecordError(kind, nil, property.key, found: found)
  }
}
