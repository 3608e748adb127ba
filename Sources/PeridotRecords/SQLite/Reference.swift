/// A column that refers to a record, or that has a table of links to several beside it.
struct Reference: Sendable {
  /// The name of the records that have it.
  let record: String
  let column: String
  let isList: Bool

  var table: String { SQL.name(record) }
  var links: String { SQL.name(record + "." + column) }
  /// The name of the index of the links, or of the column.
  var index: String { "\(record).\(column):index" }
  /// The column that says of what name the record is, where it is not the declared one.
  var nameColumn: String { Self.nameColumn(of: column) }
  static func nameColumn(of column: String) -> String { column + ":record" }
  var columnName: String { SQL.name(column) }

  /// The table with a row for each record that is referred to, and its columns: the owner, the record,
  /// and its name.
  var source: String { isList ? links : table }
  var owner: String { isList ? "owner" : "_record" }
  var target: String { isList ? "target" : columnName }
  var name: String { isList ? "record" : SQL.name(nameColumn) }

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
