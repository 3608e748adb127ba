import Peridot

/// The contents of relationships, and the references back.
extension GraphSaving {
  mutating func writeLinks() throws {
    for index in order {
      let node = nodes[index]
      for relation in node.writer.insert.relations {
        if relation.property.isWeak { try enterParent(relation, node) }
        let count = relation.form == .one ? 1 : try writeLinks(relation, of: index)
        if count > 0, let inverse = try inverse(of: relation) {
          try enter(relation, inverse, node.mapping, node.id)
        }
      }
    }
    if !orphans.isEmpty {
      try RecordDeletion(tables).delete(orphans: orphans.subtracting(rootRecords))
    }
  }

  /// Makes the relationship's table equal to the property's contents; returns the number of
  /// records.
  private mutating func writeLinks(_ relation: Relation, of owner: Int) throws -> Int {
    let node = nodes[owner]
    var links = try (relation.models(node.model) ?? []).map { model in
      guard let target = index(of: model) else { throw changed(relation, of: node) }
      _ = try name(of: nodes[target].mapping, in: relation, of: owner)
      return nodes[target].record
    }
    if relation.form == .set { links.sort { ($0.record, $0.id) < ($1.record, $1.id) } }
    let table = relation.reference.links
    let present = try connection.rows(
      "SELECT target, record FROM \(table) WHERE owner = ? ORDER BY position", [.integer(node.id)]
    ) { RecordID(record: $0.optionalText(at: 1) ?? relation.targetName, id: $0.integer(at: 0)) }
    if present == links { return links.count }
    if !present.isEmpty {
      try connection.run("DELETE FROM \(table) WHERE owner = ?", [.integer(node.id)])
    }
    for (position, link) in links.enumerated() {
      try connection.run(
        "INSERT INTO \(table) VALUES (?, ?, ?, ?)",
        [
          .integer(node.id), .integer(Int64(position)), .integer(link.id),
          .text(link.name(in: relation)),
        ])
    }
    // Another relationship of this call can have taken some, and changed their number.
    if relation.isInverseDeclared { try recount(relation, of: node.id) }
    let removed = Set(present).subtracting(links)
    if let inverse = try inverse(of: relation) {
      // Clears the reference back of removed records.
      for link in removed where link.record == relation.targetName {
        try connection.cut(
          inverse.reference, where: inverse.reference.isEqual("?1", "?2") + " AND _record = ?3",
          values(inverse, node.mapping, node.id) + [.integer(link.id)])
      }
    }
    if relation.owns { orphans.formUnion(removed) }
    return links.count
  }

  /// Sets the number in a to-many relationship's column to that of its links.
  private func recount(_ relation: Relation, of owner: Int64) throws {
    let reference = relation.reference
    let (name, count) = (
      reference.columnName, "(SELECT count(*) FROM \(reference.links) WHERE owner = ?1)"
    )
    try connection.run(
      "UPDATE \(reference.table) SET \(name) = \(count) "
        + "WHERE _record = ?1 AND \(name) IS NOT \(count)", [.integer(owner)])
  }

  // MARK: References back

  /// The relationship, of a relationship's records, that refers back.
  private func inverse(of relation: Relation) throws -> Relation? {
    try relation.inverse.flatMap { try RecordMapping.of(relation.target).relation(forKey: $0) }
  }

  /// The values that refer back to a node: its number, and its name if that differs from the
  /// declared one.
  private func values(
    _ inverse: Relation, _ mapping: RecordMapping, _ id: Int64
  ) -> [ColumnValue] {
    [.integer(id), .text(inverse.name(of: mapping))]
  }

  /// Sets the references back of a relationship's records, and removes these from other holders.
  private func enter(
    _ relation: Relation, _ inverse: Relation, _ mapping: RecordMapping, _ id: Int64
  ) throws {
    let values = values(inverse, mapping, id)
    let (own, back) = (relation.reference, inverse.reference)
    if !own.isList {
      try tables.prepare(RecordMapping.of(relation.target))
      try connection.cut(
        back, where: back.isEqual("?1", "?2") + " AND _record NOT IN (\(own.held))", values)
    }
    if relation.isInverseDeclared, own.isList || relation.property.isOptional {
      try connection.cut(
        own,
        where: "\(own.owner) <> ?1 AND \(own.name) IS NULL AND \(own.target) IN (\(own.held))",
        [values[0]])
    }
    // A record's own value wins, unless the class declares that it follows.
    let isOther =
      relation.isInverseDeclared
      ? "NOT (\(back.isEqual("?1", "?2")))" : "\(back.target) IS NULL"
    try connection.run(
      "UPDATE \(back.table) SET \(back.assignment("?1", "?2")) "
        + "WHERE _record IN (\(own.held)) AND \(isOther)", values)
  }

  /// Adds a record to the relationship of the parent to which its declared reference back leads,
  /// unless the same call saves the parent and its own contents.
  private func enterParent(_ way: Relation, _ node: Node) throws {
    guard let parent = way.models(node.model)?.first, index(of: parent) == nil else { return }
    let mapping = try RecordMapping.of(type(of: parent))
    let relation = mapping.relations.first {
      $0.isInverseDeclared && $0.inverse == way.property.key && $0.name(of: node.mapping) == nil
    }
    guard let relation, let id = try tables.id(of: parent, mapping) else { return }
    let own = relation.reference
    let values = [ColumnValue.integer(id), .integer(node.id)]
    if relation.form == .one {
      try connection.run(
        "UPDATE \(own.table) SET \(own.assignment("?2", "NULL")) WHERE _record = ?1", values)
    } else {
      try connection.run(
        "INSERT INTO \(own.links) SELECT ?1, ifnull(max(position), -1) + 1, ?2, NULL "
          + "FROM \(own.links) WHERE owner = ?1 "
          + "HAVING count(CASE WHEN target = ?2 AND record IS NULL THEN 1 END) = 0", values)
      try recount(relation, of: id)
    }
    try enter(relation, way, mapping, id)
  }
}
