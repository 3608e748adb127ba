import Foundation
import Peridot

/// A change of a class's records from one version to the next.
///
///     let store = try RecordStore(
///       url: url,
///       migrations: [
///         RecordMigration(of: Issue.self, to: 2) { table in
///           try table.rename("name", to: "title")
///           try table.drop("color")
///         }
///       ])
///
/// The class's `modelVersion` is that of the newest migration. A store that writes runs them when it
/// opens, for the tables that the file has: version by version, all that lead to one version in one
/// transaction, and the last of a table together with its new columns and indexes. If one throws, the
/// store doesn't open, and the file stays at the version before. A store that is opened without the
/// migrations of a class, while a column is left that no class has any more, refuses the table.
public struct RecordMigration: Sendable {
  let modelClass: any RecordSerializing.Type
  let version: Int
  let body: @Sendable (RecordTable) throws -> Void

  /// The name of its table, as SQL compares names.
  var table: String { RecordClass.name(of: modelClass).lowercased() }

  /// Creates the migration of a class, and of all classes that share its records, to a version.
  public init<M: RecordSerializing>(
    of type: M.Type, to version: Int, _ body: @escaping @Sendable (RecordTable) throws -> Void
  ) {
    modelClass = type
    self.version = version
    self.body = body
  }
}

/// The table of a class during a ``RecordMigration``.
public final class RecordTable {
  private let mapping: RecordMapping
  private let tables: RecordTables
  private let progress: (Double) throws -> Void
  private var state: TableState

  /// - Parameter progress: Gets the part of the rows that have been updated.
  init(
    _ mapping: RecordMapping, _ tables: RecordTables,
    progress: @escaping (Double) throws -> Void = { _ in }
  ) throws {
    self.mapping = mapping
    self.tables = tables
    self.progress = progress
    state = try TableState(tables.connection, mapping.recordName)
  }

  private var connection: Connection { tables.connection }

  private var table: String { mapping.table }

  private func reference(_ column: String) -> Reference {
    Reference(record: mapping.recordName, column: column, isList: false)
  }

  private func form(_ column: String) -> ColumnForm? { state.columns[column.lowercased()] }

  /// Renames a column and keeps its values. Does nothing if the table lacks it.
  ///
  /// - Throws: a ``RecordError`` if both columns exist.
  public func rename(_ column: String, to name: String) throws {
    guard let form = form(column) else { return }
    if column.lowercased() != name.lowercased(), self.form(name) != nil {
      throw RecordError(
        .invalidQuery, mapping.modelClass, record: mapping.recordName,
        found: "there is a column \(Words.quoted(name)) already, so \(Words.quoted(column)) "
          + "cannot take its name: drop one of them")
    }
    try dropIndexes(of: column)
    try connection.run(
      "ALTER TABLE \(table) RENAME COLUMN \(SQL.name(column)) TO \(SQL.name(name))")
    if form.storage == "list" {
      try connection.run(
        "ALTER TABLE \(reference(column).links) RENAME TO \(reference(name).links)")
    }
    try note("UPDATE peridot_columns SET column = ?3", column, [.text(name)])
    try rename(reference(column).nameColumn, to: reference(name).nameColumn)
  }

  /// Removes a column and its values. Does nothing if the table lacks it.
  public func drop(_ column: String) throws {
    guard let form = form(column) else { return }
    try dropIndexes(of: column)
    try connection.run("ALTER TABLE \(table) DROP COLUMN \(SQL.name(column))")
    if form.storage == "list" { try connection.run("DROP TABLE \(reference(column).links)") }
    try note("DELETE FROM peridot_columns", column)
    try drop(reference(column).nameColumn)
  }

  private func dropIndexes(of column: String) throws {
    let indexes = state.indexes.filter { index in
      index.value.columns.contains { $0.lowercased() == column.lowercased() }
    }
    for name in indexes.keys + [reference(column).index] { try dropIndex(name) }
  }

  /// Changes the store's records about a column that has changed.
  private func note(_ change: String, _ column: String, _ values: [ColumnValue] = []) throws {
    try connection.run(
      change + " WHERE record = ?1 AND column = ?2",
      [.text(mapping.recordName), .text(column)] + values)
    state = try TableState(connection, mapping.recordName)
  }

  /// Runs a statement of SQL, such as an `UPDATE` that fills a column.
  public func execute(_ sql: RecordSQL) throws {
    let (text, values) = try sql.statement(for: mapping.modelClass, in: nil)
    try connection.run(text, values)
    state = try TableState(connection, mapping.recordName)
  }

  /// Returns the rows of an SQL query, with their values by the names of its columns.
  public func rows(_ sql: RecordSQL) throws -> [RecordRow] {
    let (text, values) = try sql.statement(for: mapping.modelClass, in: nil)
    return try connection.rows(text, values) { try RecordRow($0) }
  }

  /// Changes each row of the table, a few in memory at a time:
  ///
  ///     try table.updateRows { row in ["points": Int(row["text"] as? String ?? "") ?? 0] }
  ///
  /// - Parameter change: Gets the stored values of a row, and returns the new ones by the names of their
  ///   columns; none to leave it unchanged.
  public func updateRows(_ change: (RecordRow) throws -> [String: Any?]) throws {
    let all = try Double(connection.number("SELECT count(*) FROM \(table)") ?? 0)
    let next = "SELECT * FROM \(table) WHERE _record > ? ORDER BY _record LIMIT 256"
    var (last, done) = (Int64.min, 0.0)
    while true {
      let rows = try connection.rows(next, [.integer(last)]) {
        (id: $0.integer(at: 0), row: try RecordRow($0))
      }
      for (id, row) in rows {
        let values = try change(row).sorted { $0.key < $1.key }
        if values.isEmpty { continue }
        let changes = values.map { SQL.name($0.key) + " = ?" }.joined(separator: ", ")
        try connection.run(
          "UPDATE \(table) SET \(changes) WHERE _record = ?",
          RecordCondition.columns(values.map(\.value), for: mapping.modelClass, in: nil)
            + [.integer(id)])
      }
      guard let id = rows.last?.id else { return }
      (last, done) = (id, done + Double(rows.count))
      try progress(done / all)
    }
  }

  /// Makes the table of another class, or makes it fit, so that the migration can fill it.
  public func prepare<M: RecordSerializing>(_ type: M.Type) throws {
    let other = try RecordMapping.of(type)
    if other.recordName == mapping.recordName { return try addColumns() }
    try tables.prepare(other)
  }

  /// Makes the missing columns of properties now, so that a migration can fill them; otherwise the
  /// store makes them afterwards. They contain the values of new objects.
  ///
  /// - Throws: a ``RecordError`` if a column's values don't fit its property.
  public func addColumns() throws {
    try renameFormerColumns()
    try checkForms()
    // Numbers of records without keys are not used again, because they identify objects.
    let isCounted = mapping.identity.isEmpty
    try connection.run(
      "CREATE TABLE IF NOT EXISTS \(table) "
        + "(_record INTEGER PRIMARY KEY\(isCounted ? " AUTOINCREMENT" : ""), _class TEXT)")
    let isMissing = mapping.attributes.map { form($0.column) == nil }
    let defaults = isMissing.contains(true) ? mapping.defaults() : []
    for (attribute, value) in zip(mapping.attributes, defaults) where form(attribute.column) == nil
    {
      try add(attribute, value ?? .null)
    }
    for relation in mapping.relations where form(relation.column) == nil {
      try connection.run("ALTER TABLE \(table) ADD COLUMN \(relation.reference.columnName) INTEGER")
      if !relation.reference.isList {
        try connection.run("ALTER TABLE \(table) ADD COLUMN \(relation.reference.name) TEXT")
      } else {
        // Its index is made with the others.
        try connection.run(
          """
          CREATE TABLE IF NOT EXISTS \(relation.reference.links) (owner INTEGER NOT NULL, \
          position INTEGER NOT NULL, target INTEGER NOT NULL, record TEXT, \
          PRIMARY KEY (owner, position)) WITHOUT ROWID
          """)
      }
    }
    for (column, form) in mapping.forms where self.form(column) != form {
      try connection.note(form, of: reference(column), isDeclared: true)
    }
    state = try TableState(connection, mapping.recordName)
  }

  /// Gives the columns of properties that were renamed their names of now.
  private func renameFormerColumns() throws {
    for (column, names) in mapping.formerNames where form(column) == nil {
      let used = Set(try mapping.sharing().flatMap { $0.columns(nil) }.map { $0.lowercased() })
      guard let name = names.first(where: { form($0) != nil && !used.contains($0.lowercased()) })
      else { continue }
      try rename(name, to: column)
    }
  }

  /// Makes the column of an attribute; existing rows get the value of new objects.
  private func add(_ attribute: Attribute, _ value: ColumnValue) throws {
    let column = attribute.name
    let statement = "ALTER TABLE \(table) ADD COLUMN \(column) \(attribute.codec.kind.declaration)"
    guard mapping.own.tag != nil, value != .null else {
      return try connection.run(statement + " DEFAULT \(connection.literal(value))")
    }
    // In a subclass's column, only its own records have a value.
    try connection.run(statement)
    let selection = RecordSelection(of: mapping)
    try connection.run(
      "UPDATE \(table) SET \(column) = ?\(selection.condition)", [value] + selection.values)
  }

  /// - Throws: an error that lists the columns whose values don't fit their properties.
  private func checkForms() throws {
    let problems = mapping.forms.compactMap { column, new -> String? in
      guard let form = form(column), !form.kind.isEmpty, !form.isStored(as: new) else { return nil }
      let name = Words.quoted(column)
      return
        "the column \(name) holds \(form.words) values, and the property \(new.words) ones: rename the "
        + "column with table.rename(\(name), to:), make the new one with table.addColumns(), fill it with "
        + "table.execute(_:), and drop the old one"
    }
    if problems.isEmpty { return }
    let next = mapping.modelClass.modelVersion + 1
    throw mapping.schemaError(
      problems.joined(separator: "; ") + """
        . Do it in a RecordMigration(of: \(mapping.modelClass).self, to: \(next)) { table in … } that the \
        store is opened with, and raise the class's modelVersion to \(next)
        """)
  }

  private func dropIndex(_ name: String) throws {
    try connection.run("DROP INDEX IF EXISTS \(SQL.name(name))")
  }

  /// Fills the references back of relationships that have a new inverse, by what these hold.
  func fillInverses() throws {
    for relation in mapping.relations {
      guard let note = relation.inverseNote, !state.inverses.contains(note) else { continue }
      let (own, target) = (relation.reference, try RecordMapping.of(relation.target))
      try connection.note(
        ColumnForm(kind: String(note.dropFirst(own.column.count))), of: own, isDeclared: false)
      try tables.prepare(target)
      guard let inverse = relation.inverse.flatMap(target.relation) else { continue }
      let back = inverse.reference
      let owner =
        "(SELECT min(l.\(own.owner)) FROM \(own.source) l "
        + "WHERE l.\(own.target) = \(back.table)._record AND l.\(own.name) IS NULL)"
      try connection.run(
        "UPDATE \(back.table) SET \(back.assignment(owner, "?1")) WHERE \(back.target) IS NULL "
          + "AND _record IN (SELECT \(own.target) FROM \(own.source) WHERE \(own.name) IS NULL)",
        [.text(inverse.name(of: mapping.recordName))])
    }
  }

  /// Makes the declared indexes, and removes those that no class declares any more.
  func makeIndexes(_ known: [RecordMapping]) throws {
    for name in state.superfluous(mapping, known) { try dropIndex(name) }
    for (name, columns, isUnique) in mapping.wantedIndexes where state.indexes[name] == nil {
      let names = SQL.names(columns)
      do {
        try connection.run(
          "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(SQL.name(name)) ON \(table) (\(names))")
      } catch let error as RecordError where isUnique {
        var failure = mapping.schemaError(
          "several records have the same values of \(names): remove all but one of them in a "
            + "RecordMigration before these can tell records apart (\(error.found))")
        (failure.resultCode, failure.underlying) = (error.resultCode, error)
        throw failure
      }
    }
    for relation in mapping.relations where relation.reference.isList {
      let (index, links) = (SQL.name(relation.reference.index), relation.reference.links)
      try connection.run("CREATE INDEX IF NOT EXISTS \(index) ON \(links) (target)")
    }
  }
}
