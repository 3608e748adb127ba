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
/// The class's `modelVersion` is that of the newest migration. They run in order when the class is first
/// used, in one transaction with whatever else the tables need: when one throws, nothing has changed.
public struct RecordMigration: Sendable {
  private let modelClass: any RecordSerializing.Type
  private let version: Int
  let body: @Sendable (RecordTable) throws -> Void

  /// Creates the migration of a class to a version from the one before.
  public init<M: RecordSerializing>(
    of type: M.Type, to version: Int, _ body: @escaping @Sendable (RecordTable) throws -> Void
  ) {
    modelClass = type
    self.version = version
    self.body = body
  }

  func isOf(_ type: any RecordSerializing.Type, to version: Int) -> Bool {
    modelClass == type && self.version == version
  }
}

/// The table of a class while a ``RecordMigration`` changes it.
public final class RecordTable {
  private let mapping: RecordMapping
  private let connection: Connection
  /// What its columns hold.
  private(set) var kinds: [String: String]

  init(_ mapping: RecordMapping, _ kinds: [String: String], _ connection: Connection) {
    self.mapping = mapping
    self.kinds = kinds
    self.connection = connection
  }

  private var table: String { SQL.name(mapping.recordName) }

  /// Gives a column another name; its values stay.
  public func rename(_ column: String, to name: String) throws {
    let kind = try kind(of: column)
    try execute("ALTER TABLE \(table) RENAME COLUMN \(SQL.name(column)) TO \(SQL.name(name))")
    switch Self.form(kind) {
    case "one", "required", "weak":
      try execute(
        "ALTER TABLE \(table) RENAME COLUMN \(SQL.name(column + ":record")) "
          + "TO \(SQL.name(name + ":record"))")
    case "array", "set":
      try execute(
        "ALTER TABLE \(SQL.links(mapping.recordName, column)) "
          + "RENAME TO \(SQL.links(mapping.recordName, name))")
    default: break
    }
    kinds[column] = nil
    kinds[name] = kind
    if let keys = kinds[""], keys.components(separatedBy: ", ").contains(SQL.name(column)) {
      // The index is made again under the new name.
      try execute("DROP INDEX IF EXISTS \(uniqueIndex(keys))")
      kinds[""] = ""
    }
  }

  /// Removes a column and its values.
  public func drop(_ column: String) throws {
    let kind = try kind(of: column)
    switch Self.form(kind) {
    case "one", "required", "weak":
      try execute("DROP INDEX IF EXISTS \(SQL.name(mapping.recordName + "." + column + ":index"))")
      try execute("ALTER TABLE \(table) DROP COLUMN \(SQL.name(column + ":record"))")
    case "array", "set":
      try execute("DROP TABLE \(SQL.links(mapping.recordName, column))")
    default:
      if let keys = kinds[""], keys.components(separatedBy: ", ").contains(SQL.name(column)) {
        try execute("DROP INDEX IF EXISTS \(uniqueIndex(keys))")
        kinds[""] = ""
      }
    }
    try execute("ALTER TABLE \(table) DROP COLUMN \(SQL.name(column))")
    kinds[column] = nil
  }

  /// Makes the columns of properties that have none yet, empty, so that a migration can fill them; the
  /// store does the same afterwards.
  public func addColumns() throws {
    try execute(
      "CREATE TABLE IF NOT EXISTS \(table) (_record INTEGER PRIMARY KEY, _class TEXT)")
    var present = Set(try columnNames().map { $0.lowercased() })
    func add(_ column: String, _ declaration: String) throws {
      guard present.insert(column.lowercased()).inserted else { return }
      try execute("ALTER TABLE \(table) ADD COLUMN \(SQL.name(column)) \(declaration)")
    }
    for attribute in mapping.attributes where kinds[attribute.column] == nil {
      try add(attribute.column, attribute.kind.declaration)
      kinds[attribute.column] = attribute.kind.rawValue
    }
    for relation in mapping.relations where kinds[relation.column] == nil {
      try add(relation.column, "INTEGER")
      if relation.form == .one {
        try add(relation.nameColumn, "TEXT")
      } else {
        try execute(
          """
          CREATE TABLE IF NOT EXISTS \(SQL.links(mapping.recordName, relation.column)) \
          (owner INTEGER NOT NULL, position INTEGER NOT NULL, target INTEGER NOT NULL, record TEXT, \
          PRIMARY KEY (owner, position)) WITHOUT ROWID
          """)
      }
      kinds[relation.column] = relation.kind
    }
  }

  /// Runs a statement of SQL, such as an `UPDATE` that fills a column.
  public func execute(_ sql: RecordSQL) throws {
    try connection.withStatement(sql.text) { statement in
      for (index, value) in try sql.columnValues(for: mapping.modelClass).enumerated() {
        statement.bind(value, at: Int32(index + 1))
      }
      try statement.checkBindings()
      try statement.run()
    }
  }

  private func execute(_ sql: String) throws {
    try connection.execute(sql)
  }

  private static func form(_ kind: String) -> Substring? {
    kind.contains(" ") ? kind.prefix { $0 != " " } : nil
  }

  private func kind(of column: String) throws -> String {
    if let kind = kinds[column], !column.isEmpty { return kind }
    throw RecordError(
      .invalidQuery, mapping.modelClass, record: mapping.recordName,
      expected: "one of the columns "
        + kinds.keys.filter { !$0.isEmpty }.sorted().joined(separator: ", "),
      found: Words.quoted(column))
  }

  private func columnNames() throws -> [String] {
    try connection.withStatement("SELECT name FROM pragma_table_info(?)") { statement in
      statement.bind(mapping.recordName, at: 1)
      var names: [String] = []
      while try statement.step() { names.append(statement.text(at: 0) ?? "") }
      return names
    }
  }

  /// Classes that share records and are found by the same columns share the index too.
  private func uniqueIndex(_ keys: String) -> String {
    SQL.name(mapping.recordName + ":" + keys)
  }

  /// Makes the indexes that find records, and those that find what refers to one.
  func makeIndexes() throws {
    let keys = mapping.kinds[""] ?? ""
    if let old = kinds[""], old != keys, !old.isEmpty, mapping.className == nil {
      try execute("DROP INDEX IF EXISTS \(uniqueIndex(old))")
    }
    if kinds[""] != keys {
      if !keys.isEmpty {
        do {
          try execute(
            "CREATE UNIQUE INDEX IF NOT EXISTS \(uniqueIndex(keys)) ON \(table) (\(keys))")
        } catch let error as RecordError {
          throw RecordError(
            .schemaChanged, mapping.modelClass, record: mapping.recordName,
            found: """
              several records have the same values of uniquingPropertyKeys (\(keys)): remove them in a \
              RecordMigration before these keys can tell records apart (\(error.found))
              """, code: error.code, underlying: error)
        }
      }
    }
    for relation in mapping.relations {
      let name = SQL.name(mapping.recordName + "." + relation.column + ":index")
      try execute(
        relation.form == .one
          ? "CREATE INDEX IF NOT EXISTS \(name) ON \(table) (\(SQL.name(relation.column)))"
          : "CREATE INDEX IF NOT EXISTS \(name) ON "
            + "\(SQL.links(mapping.recordName, relation.column)) (target)")
    }
  }
}
