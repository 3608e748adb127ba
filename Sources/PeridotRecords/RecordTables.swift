import Foundation
import Peridot

/// Makes the tables of classes, and tells when they do not fit any more.
struct RecordTables {
  let connection: Connection
  let migrations: [RecordMigration]

  /// Makes sure that the tables fit the class.
  ///
  /// - Throws: a ``RecordError`` that says how they do not, and what to do.
  func prepare(_ mapping: RecordMapping) throws {
    if try isReady(mapping) { return }
    // Others may be doing the same, so look again where nobody can.
    try connection.transaction {
      if try !isCurrent(mapping) { try upgrade(mapping) }
    }
    connection.forgetStatements()
    connection.readyClasses.insert(ObjectIdentifier(mapping.modelClass))
  }

  /// Whether the tables fit the class as they are.
  func isReady(_ mapping: RecordMapping) throws -> Bool {
    let identifier = ObjectIdentifier(mapping.modelClass)
    if connection.readyClasses.contains(identifier) { return true }
    guard try isCurrent(mapping) else { return false }
    connection.readyClasses.insert(identifier)
    return true
  }

  /// Whether there never was a record of the class.
  ///
  /// - Throws: an error where there is a table of the name all the same.
  func isUnknown(_ mapping: RecordMapping) throws -> Bool {
    guard try known(mapping) == nil else { return false }
    try checkOwnership(mapping)
    return true
  }

  // MARK: What the store keeps in mind

  /// What was kept of one class.
  private struct Known {
    let version: Int
    let kinds: [String: String]
  }

  private func isCurrent(_ mapping: RecordMapping) throws -> Bool {
    guard let known = try known(mapping) else { return false }
    return known.version == mapping.modelVersion && known.kinds == mapping.kinds
  }

  private func known(_ mapping: RecordMapping) throws -> Known? {
    guard try hasTable("peridot_classes") else { return nil }
    let sql = "SELECT version, columns FROM peridot_classes WHERE record = ? AND class = ?"
    return try connection.withStatement(sql) { statement in
      statement.bind(mapping.recordName, at: 1)
      statement.bind(mapping.className ?? "", at: 2)
      guard try statement.step() else { return nil }
      return Known(
        version: Int(statement.integer(at: 0)),
        kinds: try Self.kinds(statement.text(at: 1) ?? "", mapping.recordName))
    }
  }

  private static func kinds(_ json: String, _ record: String) throws -> [String: String] {
    do {
      return try JSONDecoder().decode([String: String].self, from: Data(json.utf8))
    } catch {
      throw RecordError(
        .schemaChanged, record: record,
        found: "the store's own table peridot_classes was changed: restore it from a backup")
    }
  }

  private func hasTable(_ name: String) throws -> Bool {
    try connection.withStatement(
      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ? COLLATE nocase"
    ) { statement in
      statement.bind(name, at: 1)
      return try statement.number() == 1
    }
  }

  /// The relationships of all classes of the store: those that may refer to a record.
  func relations() throws -> [(record: String, column: String, kind: String)] {
    guard try hasTable("peridot_classes") else { return [] }
    var relations: [(record: String, column: String, kind: String)] = []
    var seen: Set<String> = []
    try connection.withStatement("SELECT record, columns FROM peridot_classes") { statement in
      while try statement.step() {
        let record = statement.text(at: 0) ?? ""
        let kinds = try Self.kinds(statement.text(at: 1) ?? "", record)
        // The kinds of relationships are two words.
        for (column, kind) in kinds.sorted(by: { $0.key < $1.key })
        where !column.isEmpty && kind.contains(" ") && seen.insert(record + "." + column).inserted {
          relations.append((record, column, kind))
        }
      }
    }
    return relations
  }

  // MARK: Making and changing tables

  private func upgrade(_ mapping: RecordMapping) throws {
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS peridot_classes (record TEXT NOT NULL, class TEXT NOT NULL, \
      chain TEXT NOT NULL, version INTEGER NOT NULL, columns TEXT NOT NULL, \
      PRIMARY KEY (record, class))
      """)
    let known = try known(mapping)
    let version = known?.version ?? mapping.modelVersion
    if version > mapping.modelVersion {
      throw RecordError(
        .schemaChanged, mapping.modelClass, record: mapping.recordName,
        found: """
          the table is of version \(version), and the class of version \(mapping.modelVersion): a newer \
          program has written it, so use that
          """)
    }
    if known == nil { try checkOwnership(mapping) }
    let table = RecordTable(mapping, known?.kinds ?? [:], connection)
    if version < mapping.modelVersion {
      for next in version + 1...mapping.modelVersion {
        for migration in migrations where migration.isOf(mapping.modelClass, to: next) {
          try migration.body(table)
        }
      }
    }
    try table.addColumns()
    try checkRest(mapping, table)
    try table.makeIndexes()
    try remember(mapping)
  }

  /// - Throws: an error where a table of the name is not the store's.
  private func checkOwnership(_ mapping: RecordMapping) throws {
    guard try hasTable(mapping.recordName) else { return }
    let isOurs =
      try hasTable("peridot_classes")
      && connection.withStatement(
        "SELECT count(*) FROM peridot_classes WHERE record = ?"
      ) { statement in
        statement.bind(mapping.recordName, at: 1)
        return try statement.number() ?? 0 > 0
      }
    if isOurs { return }
    throw RecordError(
      .schemaChanged, mapping.modelClass, record: mapping.recordName,
      found: """
        the database has a table \(Words.quoted(mapping.recordName)) that no store has made: give the \
        class another recordName, or use a file of its own
        """)
  }

  /// - Throws: an error that lists the columns that the class does not have, or has otherwise.
  private func checkRest(_ mapping: RecordMapping, _ table: RecordTable) throws {
    let kinds = mapping.kinds
    var problems: [String] = []
    for (column, kind) in table.kinds.sorted(by: { $0.key < $1.key }) where !column.isEmpty {
      let name = Words.quoted(column)
      switch kinds[column] {
      case kind: continue
      case nil:
        problems.append(
          "the column \(name) belongs to no property any more: drop it with table.drop(\(name)), rename "
            + "it with table.rename(\(name), to:), or give the property its name back")
      case let new?:
        problems.append(
          "the column \(name) holds \(kind) values, and the property \(new) ones: rename the column with "
            + "table.rename(\(name), to:), make the new one with table.addColumns(), fill it with "
            + "table.execute(_:), and drop the old one")
      }
    }
    if problems.isEmpty { return }
    let next = mapping.modelVersion + 1
    throw RecordError(
      .schemaChanged, mapping.modelClass, record: mapping.recordName,
      found: problems.joined(separator: "; ") + """
        . Do it in a RecordMigration(of: \(mapping.modelClass).self, to: \(next)) { table in … } that the \
        store is opened with, and raise the class's modelVersion to \(next)
        """)
  }

  private func remember(_ mapping: RecordMapping) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let columns = String(decoding: try encoder.encode(mapping.kinds), as: UTF8.self)
    let chain = "/" + mapping.outline.classChain.map { "\($0)" }.joined(separator: "/") + "/"
    try connection.withStatement(
      "INSERT OR REPLACE INTO peridot_classes (record, class, chain, version, columns) "
        + "VALUES (?, ?, ?, ?, ?)"
    ) { statement in
      statement.bind(mapping.recordName, at: 1)
      statement.bind(mapping.className ?? "", at: 2)
      statement.bind(chain, at: 3)
      statement.bind(Int64(mapping.modelVersion), at: 4)
      statement.bind(columns, at: 5)
      try statement.run()
    }
  }
}
