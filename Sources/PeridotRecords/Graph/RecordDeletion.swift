import Peridot

/// Deletes records, the records that they own, and the references to them.
///
/// It first collects all of them in a table, so that each relationship takes one query, whatever
/// their number.
struct RecordDeletion {
  private let connection: Connection

  init(_ tables: RecordTables) {
    connection = tables.connection
  }

  /// A column or a table of links that can refer to some of the records.
  private struct Holder {
    let reference: Reference
    let form: ColumnForm
    /// Whether the records belong to the property's own class, which has no name in the table.
    let isDeclared: Bool

    var isList: Bool { form.storage == "list" }
    /// The table of the references, and the columns of the owner, the target, and its name.
    var source: String { isList ? reference.links : reference.table }
    var owner: String { isList ? "owner" : "_record" }
    var target: String { isList ? "target" : reference.target }
    var name: String { isList ? "record" : reference.name }
    /// The condition that it refers to a deleted record.
    var isGone: String {
      "\(target) IN \(RecordDeletion.gone) AND \(name) IS \(isDeclared ? "NULL" : "?1")"
    }
  }

  /// The deleted records of a name.
  private static let gone = "(SELECT id FROM peridot_gone WHERE record = ?1)"

  /// Deletes the records of a class that meet a condition; returns their number.
  func delete(_ record: String, _ condition: String, _ values: [ColumnValue]) throws -> Int {
    let table = SQL.name(record)
    if try holders("c.record = ?1 OR c.target = ?1", record).isEmpty {
      try connection.run("DELETE FROM \(table)\(condition)", values)
      return try connection.changes()
    }
    try beginGathering()
    let quoted = "'" + record.replacing("'", with: "''") + "'"
    try connection.run(
      "INSERT INTO peridot_gone SELECT \(quoted), _record FROM \(table)\(condition)", values)
    let count = try connection.changes()
    if count > 0 { try deleteGathered() }
    return count
  }

  /// Deletes records that owners have released, except those that another record owns.
  func delete(orphans: Set<GraphSaving.RowID>) throws {
    try beginGathering()
    for orphan in orphans {
      try connection.run(
        "INSERT INTO peridot_gone VALUES (?, ?)", [.text(orphan.record), .integer(orphan.id)])
    }
    for record in Set(orphans.map(\.record)) {
      for owner in try holders("c.target = ?1 AND isOwned", record) {
        try connection.run(
          "DELETE FROM peridot_gone WHERE record = ?1 AND id IN "
            + "(SELECT \(owner.target) FROM \(owner.source) WHERE \(owner.isGone))",
          [.text(record)])
      }
    }
    try deleteGathered()
  }

  private func beginGathering() throws {
    try connection.run(
      "CREATE TEMP TABLE IF NOT EXISTS peridot_gone (record TEXT NOT NULL COLLATE nocase, "
        + "id INTEGER NOT NULL, PRIMARY KEY (record, id)) WITHOUT ROWID")
    try connection.run("DELETE FROM peridot_gone")
  }

  private func deleteGathered() throws {
    let references = try gatherOwned().sorted().map { ($0, try holders("c.target = ?1", $0)) }
    for (name, references) in references {
      let values = [ColumnValue.text(name)]
      try connection.run(
        "DELETE FROM \(SQL.name(name)) WHERE _record IN \(Self.gone)", values)
      for own in try holders("c.record = ?1 AND isDeclared", name) where own.isList {
        try connection.run("DELETE FROM \(own.source) WHERE owner IN \(Self.gone)", values)
      }
      for reference in references { try cut(reference, values) }
    }
    // Only now, because records that refer to each other can be deleted together.
    for (name, references) in references {
      for reference in references where reference.form.kind == "required" {
        try checkUnused(reference, name)
      }
    }
  }

  /// Collects the records that deleted records own, recursively; returns the names of all.
  private func gatherOwned() throws -> [String] {
    while true {
      let names = try connection.rows("SELECT DISTINCT record FROM peridot_gone") {
        $0.text(at: 0) ?? ""
      }
      var found = 0
      for name in names {
        for own in try holders("c.record = ?1 AND isDeclared AND isOwned", name) {
          try connection.run(
            "INSERT OR IGNORE INTO peridot_gone SELECT ifnull(\(own.name), ?2), \(own.target) "
              + "FROM \(own.source) WHERE \(own.target) IS NOT NULL AND \(own.owner) IN \(Self.gone)",
            [.text(name), .text(own.form.target)])
          found += try connection.changes()
        }
      }
      if found == 0 { return names }
    }
  }

  private func holders(_ condition: String, _ record: String) throws -> [Holder] {
    let sql = """
      SELECT kind, target, isOwned, record, column, isDeclared FROM peridot_columns c \
      WHERE c.target <> '' AND (\(condition))
      """
    return try connection.rows(sql, [.text(record)]) { row in
      Holder(
        reference: Reference(record: row.text(at: 3) ?? "", column: row.text(at: 4) ?? ""),
        form: ColumnForm(row), isDeclared: row.integer(at: 5) != 0)
    }
  }

  private func cut(_ holder: Holder, _ values: [ColumnValue]) throws {
    let reference = holder.reference
    if holder.isList {
      try connection.run(
        "UPDATE \(reference.table) SET \(reference.target) = \(reference.target) - "
          + "(SELECT count(*) FROM \(holder.source) WHERE owner = \(reference.table)._record "
          + "AND \(holder.isGone)) WHERE _record IN "
          + "(SELECT owner FROM \(holder.source) WHERE \(holder.isGone))", values)
      try connection.run("DELETE FROM \(holder.source) WHERE \(holder.isGone)", values)
    } else if holder.form.kind != "required" {
      try connection.run(
        "UPDATE \(holder.source) SET \(reference.assignment("NULL", "NULL")) "
          + "WHERE \(holder.isGone)", values)
    }
  }

  private func checkUnused(_ holder: Holder, _ record: String) throws {
    let found = try connection.rows(
      "SELECT min(\(holder.target)), count(*) FROM \(holder.source) WHERE \(holder.isGone)",
      [.text(record)]
    ) { ($0.integer(at: 0), $0.integer(at: 1)) }
    guard let (id, count) = found.first, count > 0 else { return }
    throw RecordError(
      .brokenReference, record: "\(record)(\(id))",
      found: """
        \(holder.reference.record).\(holder.reference.column) of \(count) \
        \(count == 1 ? "record" : "records") refers to the record and cannot be nil: delete those first, \
        let them refer to another one, or make the property an Optional
        """)
  }
}
