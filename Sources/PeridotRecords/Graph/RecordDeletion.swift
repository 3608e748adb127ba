import Peridot

/// Deletes records, the records that they own, and the references to them.
///
/// It first collects all of them in a table, so that each relationship takes one query, whatever
/// their number.
struct RecordDeletion {
  let tables: RecordTables

  private var connection: Connection { tables.connection }

  /// What may refer to some records.
  private struct Holder {
    let reference: Reference
    let form: ColumnForm
    /// Whether the records belong to the property's own class, which has no name in the table.
    let isDeclared: Bool

    /// The condition that it refers to a deleted record.
    var isGone: String {
      "\(reference.target) IN \(RecordDeletion.gone) "
        + "AND \(reference.name) IS \(isDeclared ? "NULL" : "?1")"
    }
  }

  private static let gone = "(SELECT id FROM peridot_gone WHERE record = ?1)"

  /// Deletes the records of a class that meet a condition; returns their number.
  func delete(_ selection: RecordSelection) throws -> Int {
    let (record, table) = (selection.mapping.recordName, selection.mapping.table)
    let log = connection.log
    if !log.isWatched, try holders("record = ?1 OR target = ?1", record).isEmpty {
      let count = try change("DELETE FROM \(table)", selection)
      // SQLite does not tell of all rows that it deletes at once.
      if count > 0 { log.note(record) }
      return count
    }
    try beginGathering()
    let quoted = "'" + record.replacing("'", with: "''") + "'"
    let count = try change(
      "INSERT INTO peridot_gone SELECT \(quoted), _record, 0 FROM \(table)", selection)
    if count > 0 { try deleteGathered() }
    return count
  }

  /// Runs a statement that ends with the selection; returns how many rows it changed.
  private func change(_ sql: String, _ selection: RecordSelection) throws -> Int {
    try connection.withStatement(sql + selection.condition) { statement in
      try selection.bind(to: statement)
      _ = try statement.step()
    }
    return Int(try connection.number("SELECT changes()") ?? 0)
  }

  /// Deletes records that owners have released, except those that another record owns.
  func delete(orphans: Set<RecordID>) throws {
    try beginGathering()
    for (record, orphans) in Dictionary(grouping: orphans, by: \.record) {
      try connection.run(
        "INSERT INTO peridot_gone SELECT ?, value, 0 FROM json_each(?)",
        [.text(record), .list(orphans.map(\.id))])
      for owner in try holders("target = ?1 AND isOwned", record) {
        try connection.run(
          "DELETE FROM peridot_gone WHERE record = ?1 AND id IN "
            + "(SELECT \(owner.reference.target) FROM \(owner.reference.source) WHERE \(owner.isGone))",
          [.text(record)])
      }
    }
    try deleteGathered()
  }

  private func beginGathering() throws {
    try connection.run(
      "CREATE TEMP TABLE IF NOT EXISTS peridot_gone (record TEXT NOT NULL COLLATE nocase, "
        + "id INTEGER NOT NULL, round INTEGER NOT NULL, PRIMARY KEY (record, id)) WITHOUT ROWID")
    try connection.run("DELETE FROM peridot_gone")
  }

  private func deleteGathered() throws {
    try gatherOwned()
    let references = try gatheredNames().map { ($0, try holders("target = ?1", $0)) }
    for (name, references) in references {
      for reference in references where reference.form.kind == "required" {
        try checkUnused(reference, name)
      }
    }
    for (name, _) in references {
      let values = [ColumnValue.text(name)]
      if connection.log.isWatched {
        let gone = try tables.identities(of: name, where: "_record IN \(Self.gone)", values)
        connection.log.deleted.merge(gone) { first, _ in first }
      }
      try connection.run("DELETE FROM \(SQL.name(name)) WHERE _record IN \(Self.gone)", values)
      for own in try holders("record = ?1 AND isDeclared", name) where own.reference.isList {
        try connection.run("DELETE FROM \(own.reference.links) WHERE owner IN \(Self.gone)", values)
      }
    }
    for (name, references) in references {
      let values = [ColumnValue.text(name)]
      for holder in references where holder.form.kind != "required" {
        try connection.cut(holder.reference, where: holder.isGone, values)
      }
    }
  }

  /// Collects the records that deleted records own: in each round those that the round before owns.
  private func gatherOwned() throws {
    for round in Int64(0)... {
      let names = try gatheredNames("WHERE round = ?", [.integer(round)])
      if names.isEmpty { return }
      for name in names {
        for own in try holders("record = ?1 AND isDeclared AND isOwned", name) {
          let (reference, target) = (own.reference, own.reference.target)
          try connection.run(
            "INSERT OR IGNORE INTO peridot_gone SELECT ifnull(\(reference.name), ?2), \(target), ?3 + 1 "
              + "FROM \(reference.source) WHERE \(target) IS NOT NULL AND \(reference.owner) IN "
              + "(SELECT id FROM peridot_gone WHERE record = ?1 AND round = ?3)",
            [.text(name), .text(own.form.target), .integer(round)])
        }
      }
    }
  }

  private func gatheredNames(
    _ condition: String = "", _ values: [ColumnValue] = []
  ) throws -> [String] {
    try connection.rows("SELECT DISTINCT record FROM peridot_gone \(condition)", values) {
      $0.text(at: 0) ?? ""
    }
  }

  private func holders(_ condition: String, _ record: String) throws -> [Holder] {
    try connection.rows(
      "SELECT kind, target, isOwned, record, column, isDeclared FROM peridot_columns "
        + "WHERE target <> '' AND (\(condition))", [.text(record)]
    ) { row in
      let form = ColumnForm(row)
      let (record, column) = (row.text(at: 3) ?? "", row.text(at: 4) ?? "")
      return Holder(
        reference: Reference(record: record, column: column, isList: form.storage == "list"),
        form: form, isDeclared: row.integer(at: 5) != 0)
    }
  }

  private func checkUnused(_ holder: Holder, _ record: String) throws {
    let reference = holder.reference
    // Records that refer to each other can be deleted together.
    let sql =
      "SELECT min(\(reference.target)), count(*) FROM \(reference.table) WHERE \(holder.isGone) "
      + "AND _record NOT IN (SELECT id FROM peridot_gone WHERE record = ?2)"
    _ = try connection.rows(sql, [.text(record), .text(reference.record)]) { row in
      let (id, count) = (row.integer(at: 0), row.integer(at: 1))
      if count == 0 { return }
      throw RecordError(
        .brokenReference, record: tables.words(for: RecordID(record: record, id: id)),
        found:
          "\(reference.record).\(reference.column) of \(count) \(count == 1 ? "record" : "records") "
          + "refers to the record and cannot be nil: delete those first, let them refer to another one, or "
          + "make the property an Optional")
    }
  }
}
