import Peridot

/// What relationships hold, and the ways back from it.
extension GraphSaving {
  private struct Link: Hashable {
    let target: Int64
    let name: String?
  }

  mutating func writeLinks() throws {
    for index in order {
      let node = nodes[index]
      for relation in node.mapping.relations where node.writes(relation.property) {
        if relation.property.isWeak { try enterParent(relation, node) }
        let count = relation.form == .one ? 1 : try writeLinks(relation, of: index)
        if count > 0, let inverse = try inverse(of: relation) {
          try enter(relation, inverse, node.mapping, node.id)
        }
      }
    }
    if !orphans.isEmpty {
      try RecordDeletion(tables).delete(orphans: orphans.subtracting(rootRows))
    }
  }

  /// Makes the table of a relationship what the property holds; returns how many records that are.
  private mutating func writeLinks(_ relation: Relation, of owner: Int) throws -> Int {
    let node = nodes[owner]
    var links: [Link] = []
    for model in relation.models(node.model) ?? [] {
      guard let target = index(of: model) else { throw changed(relation, of: node) }
      links.append(
        Link(
          target: nodes[target].id,
          name: try name(of: nodes[target].mapping, in: relation, of: owner)))
    }
    if relation.form == .set {
      links.sort { ($0.name ?? "", $0.target) < ($1.name ?? "", $1.target) }
    }
    let table = SQL.links(node.mapping.recordName, relation.column)
    let present = try connection.rows(
      "SELECT target, record FROM \(table) WHERE owner = ? ORDER BY position", [.integer(node.id)]
    ) { Link(target: $0.integer(at: 0), name: $0.optionalText(at: 1)) }
    if present == links { return links.count }
    if !present.isEmpty {
      try connection.run("DELETE FROM \(table) WHERE owner = ?", [.integer(node.id)])
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
    if relation.isInverseDeclared {
      // Another one of this call may have taken some, and their number with them.
      let column = SQL.name(relation.column)
      try connection.run(
        "UPDATE \(SQL.name(node.mapping.recordName)) SET \(column) = ?1 "
          + "WHERE _record = ?2 AND \(column) IS NOT ?1",
        [.integer(Int64(links.count)), .integer(node.id)])
    }
    let removed = Set(present).subtracting(links)
    if let inverse = try inverse(of: relation) { try leave(removed, inverse, node) }
    if relation.owns {
      orphans.formUnion(
        removed.map { RowID(record: $0.name ?? relation.targetName, id: $0.target) })
    }
    return links.count
  }

  // MARK: Ways back

  /// The relationship of the records that a relationship holds which leads back.
  private func inverse(of relation: Relation) throws -> Relation? {
    try relation.inverse.flatMap { try RecordMapping.of(relation.target).relation(forKey: $0) }
  }

  /// What the way back to a node holds: the number, and the name if it is another than declared.
  private func values(
    _ inverse: Relation, _ mapping: RecordMapping, _ id: Int64
  ) -> [ColumnValue] {
    [.integer(id), inverse.name(of: mapping).map { .text($0) } ?? .null]
  }

  /// Takes the way back from records that a relationship holds no more.
  private func leave(_ removed: Set<Link>, _ inverse: Relation, _ node: Node) throws {
    for link in removed where link.name == nil {
      try connection.run(
        "UPDATE \(inverse.table) SET \(inverse.assignment("NULL", "NULL")) "
          + "WHERE \(inverse.isEqual("?1", "?2")) AND _record = ?3",
        values(inverse, node.mapping, node.id) + [.integer(link.target)])
    }
  }

  /// Gives the records that a relationship holds the way back, and takes them from others that held them.
  private func enter(
    _ relation: Relation, _ inverse: Relation, _ mapping: RecordMapping, _ id: Int64
  ) throws {
    let values = values(inverse, mapping, id)
    let table = SQL.name(mapping.recordName)
    let column = SQL.name(relation.column)
    let links = SQL.links(mapping.recordName, relation.column)
    let held: String
    if relation.form == .one {
      try tables.prepare(RecordMapping.of(relation.target))
      let name = SQL.name(relation.nameColumn)
      held =
        "SELECT \(column) FROM \(table) WHERE _record = ?1 AND \(column) IS NOT NULL AND \(name) IS NULL"
      try connection.run(
        "UPDATE \(inverse.table) SET \(inverse.assignment("NULL", "NULL")) "
          + "WHERE \(inverse.isEqual("?1", "?2")) AND _record NOT IN (\(held))", values)
      if relation.isInverseDeclared, relation.property.isOptional {
        try connection.run(
          "UPDATE \(table) SET \(column) = NULL, \(name) = NULL WHERE _record <> ?1 AND "
            + "\(column) IN (\(held)) AND \(name) IS NULL", [values[0]])
      }
    } else {
      held = "SELECT target FROM \(links) WHERE owner = ?1 AND record IS NULL"
      let others =
        relation.isInverseDeclared
        ? try connection.rows(
          "SELECT DISTINCT o.owner FROM \(links) n JOIN \(links) o ON o.target = n.target "
            + "WHERE n.owner = ?1 AND o.owner <> ?1 AND n.record IS NULL AND o.record IS NULL",
          [values[0]]
        ) { $0.integer(at: 0) } : []
      for other in others {
        let values = [values[0], .integer(other)]
        try connection.run(
          "DELETE FROM \(links) WHERE owner = ?2 AND record IS NULL AND target IN (\(held))", values
        )
        try connection.run(
          "UPDATE \(table) SET \(column) = (SELECT count(*) FROM \(links) WHERE owner = ?1) "
            + "WHERE _record = ?1", [values[1]])
      }
    }
    // What a record says itself holds, unless the class says that it follows.
    let isOther =
      relation.isInverseDeclared
      ? "NOT (\(inverse.isEqual("?1", "?2")))" : "\(SQL.name(inverse.column)) IS NULL"
    try connection.run(
      "UPDATE \(inverse.table) SET \(inverse.assignment("?1", "?2")) "
        + "WHERE _record IN (\(held)) AND \(isOther)", values)
  }

  /// Puts a record into the relationship of the parent that its declared way back leads to, unless that
  /// is saved in the same call and says itself what it holds.
  private func enterParent(_ way: Relation, _ node: Node) throws {
    guard let parent = way.models(node.model)?.first, index(of: parent) == nil else { return }
    let mapping = try RecordMapping.of(type(of: parent))
    let relation = mapping.relations.first {
      $0.isInverseDeclared && $0.inverse == way.property.key && $0.name(of: node.mapping) == nil
    }
    guard let relation, let id = try tables.id(of: parent, mapping) else { return }
    let table = SQL.name(mapping.recordName)
    let column = SQL.name(relation.column)
    if relation.form == .one {
      try connection.run(
        "UPDATE \(table) SET \(column) = ?, \(SQL.name(relation.nameColumn)) = NULL WHERE _record = ?",
        [.integer(node.id), .integer(id)])
    } else {
      let links = SQL.links(mapping.recordName, relation.column)
      try connection.run(
        "INSERT INTO \(links) SELECT ?1, ifnull(max(position), -1) + 1, ?2, NULL FROM \(links) "
          + "WHERE owner = ?1 HAVING count(CASE WHEN target = ?2 AND record IS NULL THEN 1 END) = 0",
        [.integer(id), .integer(node.id)])
      try connection.run(
        "UPDATE \(table) SET \(column) = (SELECT count(*) FROM \(links) WHERE owner = ?1) "
          + "WHERE _record = ?1", [.integer(id)])
    }
    try enter(relation, way, mapping, id)
  }
}

extension Relation {
  fileprivate var table: String { SQL.name(ownerName) }

  fileprivate func assignment(_ value: String, _ name: String) -> String {
    "\(SQL.name(column)) = \(value), \(SQL.name(nameColumn)) = \(name)"
  }

  fileprivate func isEqual(_ value: String, _ name: String) -> String {
    "\(SQL.name(column)) IS \(value) AND \(SQL.name(nameColumn)) IS \(name)"
  }
}
