/// A column that refers to a record, or that has a table of links to several beside it.
struct Reference: Sendable {
  /// The name of the records that have it.
  let record: String
  let column: String
  let isList: Bool

  let table: String
  let links: String
  /// The name of the index of the links, or of the column.
  var index: String { "\(record).\(column):index" }
  /// The column that says of what name the record is, where it is not the declared one.
  var nameColumn: String { Self.nameColumn(of: column) }
  static func nameColumn(of column: String) -> String { column + ":record" }

  let columnName: String

  /// The table with a row for each record that is referred to, and its columns: the owner, the record,
  /// and its name.
  let source, owner, target, name: String

  /// Sets the record that `?1` refers to to `?2`, named `?3`; or the number of its records to `?2`.
  let update: String
  /// The query of the records that `?` refers to, their names and positions.
  let contents: String

  init(record: String, column: String, isList: Bool) {
    self.record = record
    self.column = column
    self.isList = isList
    table = SQL.name(record)
    links = SQL.name(record + "." + column)
    columnName = SQL.name(column)
    (source, owner) = isList ? (links, "owner") : (table, "_record")
    target = isList ? "target" : columnName
    name = isList ? "record" : SQL.name(Self.nameColumn(of: column))
    let (change, isSame) =
      isList
      ? ("\(columnName) = ?2", "\(columnName) IS ?2")
      : ("\(target) = ?2, \(name) = ?3", "\(target) IS ?2 AND \(name) IS ?3")
    update = "UPDATE \(table) SET \(change) WHERE _record = ?1 AND NOT (\(isSame))"
    contents =
      "SELECT \(target), \(name), \(isList ? "position" : "0") AS place FROM \(source) "
      + "WHERE \(owner) = ? AND \(target) IS NOT NULL ORDER BY place"
  }

  /// The query of the records of the declared name that `?1` refers to.
  var held: String {
    "SELECT \(target) FROM \(source) WHERE \(owner) = ?1 AND \(target) IS NOT NULL AND \(name) IS NULL"
  }

  func assignment(_ value: String, _ name: String) -> String {
    "\(target) = \(value), \(self.name) = \(name)"
  }

  func isEqual(_ value: String, _ name: String) -> String {
    "\(target) IS \(value) AND \(self.name) IS \(name)"
  }
}

extension Connection {
  /// Removes the references whose rows meet a condition.
  func cut(_ reference: Reference, where condition: String, _ values: [ColumnValue]) throws {
    guard reference.isList else {
      return try run(
        "UPDATE \(reference.table) SET \(reference.assignment("NULL", "NULL")) WHERE \(condition)",
        values)
    }
    let (table, links, count) = (reference.table, reference.links, reference.columnName)
    try run(
      "UPDATE \(table) SET \(count) = \(count) - (SELECT count(*) FROM \(links) "
        + "WHERE owner = \(table)._record AND \(condition)) "
        + "WHERE _record IN (SELECT owner FROM \(links) WHERE \(condition))", values)
    try run("DELETE FROM \(links) WHERE \(condition)", values)
  }
}
