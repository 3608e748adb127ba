import Peridot

/// Deletes records with what they own, and all that refers to them.
///
/// All that goes is gathered in a table first, so that each relationship that can hold some of it takes
/// one look, however much that is.
struct RecordDeletion {
  private let connection: Connection

  init(_ tables: RecordTables) {
    connection = tables.connection
  }

  /// A column or a table of links that may refer to some records.
  private struct Reference {
    let record: String
    let column: String
    let form: ColumnForm
    /// Whether the records are those of the property's own class, which are not named.
    let isDeclared: Bool

    var table: String { SQL.name(record) }
    var links: String { SQL.links(record, column) }
    var isList: Bool { form.storage == "list" }
    /// The condition that it refers to something that goes.
    func isGone(_ target: String, _ name: String) -> String {
      "\(target) IN (SELECT id FROM peridot_gone WHERE record = ?1) AND \(name) IS "
        + (isDeclared ? "NULL" : "?1")
    }
  }

  /// Deletes the records of a class that a condition selects; returns how many there were.
  func delete(_ record: String, _ condition: String, _ values: [ColumnValue]) throws -> Int {
    let table = SQL.name(record)
    if try references("c.record = ?1 OR c.target = ?1", record).isEmpty {
      try connection.withStatement("DELETE FROM \(table)\(condition)") { statement in
        try statement.bind(values)
        try statement.run()
      }
      return try connection.changes()
    }
    try beginGathering()
    try connection.run(
      "INSERT INTO peridot_gone SELECT \(quoted(record)), _record FROM \(table)\(condition)", values
    )
    let count = try connection.changes()
    if count > 0 { try deleteGathered() }
    return count
  }

  /// Deletes records that owners have let go, but for those that another one owns.
  func delete(orphans: Set<GraphSaving.RowID>) throws {
    try beginGathering()
    for orphan in orphans {
      let isOwned = try references("c.target = ?1 AND isOwned", orphan.record).contains { owner in
        let name = owner.isDeclared ? ColumnValue.null : .text(orphan.record)
        let source =
          owner.isList
          ? "\(owner.links) WHERE target = ? AND record IS ?"
          : "\(owner.table) WHERE \(SQL.name(owner.column)) = ? AND "
            + "\(SQL.name(owner.column + ":record")) IS ?"
        return try connection.number("SELECT count(*) FROM \(source)", [.integer(orphan.id), name])
          != 0
      }
      if isOwned { continue }
      try connection.run(
        "INSERT INTO peridot_gone VALUES (?, ?)", [.text(orphan.record), .integer(orphan.id)])
    }
    try deleteGathered()
  }

  private func beginGathering() throws {
    try connection.run(
      "CREATE TEMP TABLE IF NOT EXISTS peridot_gone (record TEXT NOT NULL COLLATE nocase, "
        + "id INTEGER NOT NULL, PRIMARY KEY (record, id)) WITHOUT ROWID")
    try connection.run("DELETE FROM peridot_gone")
  }

  private func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }

  private func deleteGathered() throws {
    var names = try gatherOwned()
    names.sort()
    let references = try names.map { ($0, try self.references("c.target = ?1", $0)) }
    for (name, references) in references {
      let values = [ColumnValue.text(name)]
      try connection.run(
        "DELETE FROM \(SQL.name(name)) WHERE _record IN (SELECT id FROM peridot_gone WHERE record = ?1)",
        values)
      for own in try self.references("c.record = ?1 AND isDeclared", name) where own.isList {
        try connection.run(
          "DELETE FROM \(own.links) WHERE owner IN (SELECT id FROM peridot_gone WHERE record = ?1)",
          values)
      }
      for reference in references { try cut(reference, values) }
    }
    // Only now, as records that refer to each other may go together.
    for (name, references) in references {
      for reference in references where reference.form.kind == "required" {
        try checkUnused(reference, name)
      }
    }
  }

  /// Gathers what is owned by what goes, and so on; returns the names of all that goes.
  private func gatherOwned() throws -> [String] {
    while true {
      let names = try connection.rows("SELECT DISTINCT record FROM peridot_gone") {
        $0.text(at: 0) ?? ""
      }
      var found = 0
      for name in names {
        for own in try references("c.record = ?1 AND isDeclared AND isOwned", name) {
          let source =
            own.isList
            ? "SELECT ifnull(record, ?2), target FROM \(own.links) WHERE owner"
            : "SELECT ifnull(\(SQL.name(own.column + ":record")), ?2), \(SQL.name(own.column)) "
              + "FROM \(own.table) WHERE \(SQL.name(own.column)) IS NOT NULL AND _record"
          try connection.run(
            "INSERT OR IGNORE INTO peridot_gone \(source) IN "
              + "(SELECT id FROM peridot_gone WHERE record = ?1)",
            [.text(name), .text(own.form.target)])
          found += try connection.changes()
        }
      }
      if found == 0 { return names }
    }
  }

  private func references(_ condition: String, _ record: String) throws -> [Reference] {
    let sql = """
      SELECT record, column, kind, target, isOwned, isDeclared FROM peridot_columns c \
      WHERE c.target <> '' AND (\(condition))
      """
    return try connection.rows(sql, [.text(record)]) { row in
      Reference(
        record: row.text(at: 0) ?? "", column: row.text(at: 1) ?? "",
        form: ColumnForm(
          kind: row.text(at: 2) ?? "", target: row.text(at: 3) ?? "",
          isOwned: row.integer(at: 4) != 0),
        isDeclared: row.integer(at: 5) != 0)
    }
  }

  private func cut(_ reference: Reference, _ values: [ColumnValue]) throws {
    let column = SQL.name(reference.column)
    let name = SQL.name(reference.column + ":record")
    if reference.isList {
      let isGone = reference.isGone("target", "record")
      try connection.run(
        "UPDATE \(reference.table) SET \(column) = \(column) - (SELECT count(*) FROM \(reference.links) "
          + "WHERE owner = \(reference.table)._record AND \(isGone)) "
          + "WHERE _record IN (SELECT owner FROM \(reference.links) WHERE \(isGone))", values)
      try connection.run("DELETE FROM \(reference.links) WHERE \(isGone)", values)
    } else if reference.form.kind != "required" {
      try connection.run(
        "UPDATE \(reference.table) SET \(column) = NULL, \(name) = NULL "
          + "WHERE \(reference.isGone(column, name))", values)
    }
  }

  private func checkUnused(_ reference: Reference, _ record: String) throws {
    let column = SQL.name(reference.column)
    let condition = reference.isGone(column, SQL.name(reference.column + ":record"))
    let found = try connection.rows(
      "SELECT min(\(column)), count(*) FROM \(reference.table) WHERE \(condition)", [.text(record)]
    ) { ($0.integer(at: 0), $0.integer(at: 1)) }
    guard let (id, count) = found.first, count > 0 else { return }
    throw RecordError(
      .brokenReference, record: "\(record)(\(id))",
      found: """
        \(reference.record).\(reference.column) of \(count) \(count == 1 ? "record" : "records") refers to \
        the record and cannot be nil: delete those first, let them refer to another one, or make the \
        property an Optional
        """)
  }
}
