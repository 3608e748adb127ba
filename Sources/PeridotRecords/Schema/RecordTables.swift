import Foundation
import Peridot
import Synchronization

/// The classes that a store has used, by the names of their records.
final class RecordNames: Sendable {
  private let known = Mutex<[String: [RecordMapping]]>([:])

  /// A class with that name that has an identity.
  func identified(_ record: String) -> RecordMapping? {
    known.withLock { $0[record.lowercased()]?.first { !$0.identity.isEmpty } }
  }

  /// Adds a class; returns all classes with its records' name.
  ///
  /// - Throws: a ``RecordError`` if another class has that name, and neither states it.
  func claim(_ mapping: RecordMapping) throws -> [RecordMapping] {
    try known.withLock { known in
      let others = known[mapping.recordName.lowercased(), default: []]
      if others.contains(where: { $0 === mapping }) { return others }
      let other = others.first { $0.own.topmost != mapping.own.topmost && $0.isNamedByClass }
      if let other, mapping.isNamedByClass {
        throw RecordError(
          .invalidMapping, mapping.modelClass,
          found: """

            - the records named \(Words.quoted(mapping.recordName)) are those of \
            \(String(reflecting: other.own.topmost)), and \(String(reflecting: mapping.own.topmost)) is another \
            class: state another recordName in one of them. A class whose own name differs shares a table by \
            stating its name there
            """)
      }
      known[mapping.recordName.lowercased()] = others + [mapping]
      return others + [mapping]
    }
  }
}

/// Makes the tables of classes, and changes those that don't fit.
struct RecordTables {
  let connection: Connection
  let names: RecordNames
  let migrations: [RecordMigration]
  let keyless: KeylessRecords
  let isReadOnly: Bool

  /// Whether a class can use its table as it is.
  enum Fit {
    case ready, absent, unfit
  }

  /// - Throws: a ``RecordError`` if the table is not the store's, or a newer program's.
  func fit(_ mapping: RecordMapping) throws -> Fit {
    let identifier = ObjectIdentifier(mapping.modelClass)
    if connection.readyClasses.contains(identifier) { return .ready }
    let known = try names.claim(mapping)
    let versions = versions(mapping, known)
    let state = try TableState(connection, mapping.recordName)
    if state.columns.isEmpty { return .absent }
    guard let version = state.version else {
      throw mapping.schemaError(
        "the database has a table \(Words.quoted(mapping.recordName)) that no store has made: "
          + "give the class another recordName, or use a file of its own")
    }
    if version > versions.upperBound {
      throw mapping.schemaError(
        "the table is of version \(version), and the class of version \(versions.upperBound): a "
          + "newer program has written it, so use that")
    }
    if version < versions.lowerBound || !state.fits(mapping, known) {
      guard isReadOnly else { return .unfit }
      try refuseForgottenMigrations(mapping, state, from: version)
      // Columns that can't be made read as empty.
      connection.narrowClasses.insert(identifier)
    }
    connection.readyClasses.insert(identifier)
    return .ready
  }

  /// Makes the tables fit the class.
  ///
  /// - Throws: a ``RecordError`` with the difference and the cure.
  func prepare(_ mapping: RecordMapping) throws {
    if try fit(mapping) == .ready { return }
    // Checked again in a transaction, because others can do the same.
    try connection.transaction {
      try migrate(mapping.recordName.lowercased())
      if try fit(mapping) != .ready { try upgrade(mapping) }
    }
    connection.forgetTables()
    connection.readyClasses.insert(ObjectIdentifier(mapping.modelClass))
  }

  private func own(_ mapping: RecordMapping) -> [RecordMigration] {
    migrations.filter { $0.table == mapping.recordName.lowercased() }
  }

  /// Runs the migrations of tables that exist, in one transaction a version.
  ///
  /// - Parameters:
  ///   - table: The only table to migrate; nil for all.
  ///   - progress: Gets the part that is done.
  func migrate(
    _ table: String? = nil, progress: @escaping (Double) throws -> Void = { _ in }
  ) throws {
    let given = migrations.filter { table == nil || $0.table == table }
    let versions = try Set(given.filter(isWaiting).map(\.version)).sorted()
    for (index, version) in versions.enumerated() {
      func report(_ fraction: Double) throws {
        try progress((Double(index) + fraction) / Double(versions.count))
      }
      try connection.transaction {
        try connection.makeBookkeeping()
        var met: Set<String> = []
        for migration in given where migration.version == version {
          // Others can have run it, and so can a migration that prepares this table.
          guard met.insert(migration.table).inserted, try isWaiting(migration) else { continue }
          let all = migrations.filter { $0.table == migration.table }
          try note(RecordClass.name(of: migration.modelClass), version)
          for own in all where own.version == version {
            try own.body(RecordTable(.of(own.modelClass), self, progress: report))
          }
          if all.contains(where: { $0.version > version }) { continue }
          for own in all { try upgrade(.of(own.modelClass)) }
        }
      }
      connection.forgetTables()
      try report(1)
    }
  }

  private func isWaiting(_ migration: RecordMigration) throws -> Bool {
    try connection.version(of: migration.table).map { $0 < migration.version } ?? false
  }

  /// Notes a table's version. Release 1.0 had a row per class; the newest version of a table counts.
  private func note(_ record: String, _ version: Int) throws {
    try connection.run(
      "INSERT OR REPLACE INTO peridot_classes (record, class, chain, version, columns) "
        + "VALUES (?, '', '', ?, '{}')", [.text(record), .integer(Int64(version))])
  }

  /// The versions of a table that fits: from that after all migrations to the newest that a class knows.
  private func versions(_ mapping: RecordMapping, _ known: [RecordMapping]) -> ClosedRange<Int> {
    let oldest = own(mapping).map(\.version).reduce(mapping.own.topmost.modelVersion, max)
    return oldest...known.reduce(oldest) { max($0, $1.modelClass.modelVersion) }
  }

  private func upgrade(_ mapping: RecordMapping) throws {
    try connection.makeBookkeeping()
    let known = try names.claim(mapping)
    let newest = versions(mapping, known).lowerBound
    let old = try connection.version(of: mapping.recordName) ?? newest
    try refuseForgottenMigrations(
      mapping, TableState(connection, mapping.recordName), from: old)
    let table = try RecordTable(mapping, self)
    try table.addColumns()
    try table.makeIndexes(known)
    try note(mapping.recordName, max(old, newest))
    try table.fillInverses()
  }

  /// Refuses a table whose columns no class has any more, if the class is newer than the table and no
  /// migration that the store was given leads to the class's version.
  ///
  /// Without this, a store that was opened without its migrations would note the class's version, so
  /// that the migrations would never run.
  private func refuseForgottenMigrations(
    _ mapping: RecordMapping, _ state: TableState, from version: Int
  ) throws {
    let wanted = mapping.own.topmost.modelVersion
    let reached = own(mapping).map(\.version).max() ?? version
    guard wanted > version, reached < wanted else { return }
    let sharing = try mapping.sharing() + [mapping]
    let columns = sharing.flatMap { $0.columns + $0.formerNames.flatMap(\.names) }
    let known = Set((columns + ["_record", "_class"]).map { $0.lowercased() })
    guard let forgotten = state.columns.keys.filter({ !known.contains($0) }).min() else { return }
    throw mapping.schemaError(
      "the table is of version \(version), and the class of version \(wanted). No migration that the "
        + "store was opened with leads there, and no class has the column \(Words.quoted(forgotten)) any "
        + "more. Open the store with a RecordMigration(of: \(mapping.own.topmost).self, to: \(wanted)) "
        + "{ table in … } that calls table.rename(\(Words.quoted(forgotten)), to:) or "
        + "table.drop(\(Words.quoted(forgotten)))")
  }

  func query(_ mapping: RecordMapping, keys: Set<String>?) -> RecordQuery {
    let isOpen = connection.narrowClasses.contains(ObjectIdentifier(mapping.modelClass))
    return isOpen || keys != nil ? RecordQuery(mapping, keys: keys, isOpen: isOpen) : mapping.query
  }

  /// The number of a model's record; nil if it has none.
  func id(of model: Model, _ mapping: RecordMapping) throws -> Int64? {
    try find("_record", model, mapping) { $0.integer(at: 0) }
  }

  /// The identities of records that meet a condition.
  func identities(
    of record: String, where condition: String, _ values: [ColumnValue]
  ) throws -> [RecordID: RecordRow] {
    guard let mapping = names.identified(record) else { return [:] }
    let columns = SQL.names(["_record"] + mapping.identity.map(\.column))
    let sql = "SELECT \(columns) FROM \(mapping.table) WHERE \(condition)"
    let rows = try connection.rows(sql, values) { row in
      (RecordID(record: record, id: row.integer(at: 0)), try RecordRow(row))
    }
    return Dictionary(rows) { $1 }
  }

  /// A record's name and its identifying values, for errors; its number if nobody knows these.
  func words(for id: RecordID) -> String {
    guard let mapping = names.identified(id.record) else { return id.words }
    let columns = mapping.identity.map(\.name).joined(separator: ", ")
    let words = try? connection.rows(
      "SELECT \(columns) FROM \(mapping.table) WHERE _record = ?", [.integer(id.id)]
    ) { row in
      mapping.words(
        try mapping.identity.enumerated().map { place, attribute in
          try attribute.codec.decode(row.value(at: Int32(place)))
        })
    }
    return words?.first ?? id.words
  }

  /// Finds the record of a model by the class's identity, or by the object itself.
  @discardableResult
  func find<Result>(
    _ columns: String, _ model: Model, _ mapping: RecordMapping,
    _ body: (Statement) throws -> Result
  ) throws -> Result? {
    // The columns for finding a record exist, whatever else is missing.
    if try fit(mapping) == .absent { return nil }
    let id = mapping.identity.isEmpty ? keyless.id(of: model) : nil
    if mapping.identity.isEmpty, id == nil { return nil }
    let condition = (id == nil ? mapping.identity.map(\.name) : ["_record"])
      .map { $0 + " = ?" }.joined(separator: " AND ")
    let sql = "SELECT \(columns) FROM \(mapping.table) WHERE \(condition)"
    return try connection.withStatement(sql) { statement in
      if let id { try statement.bind(.integer(id), at: 1) }
      for (index, attribute) in mapping.identity.enumerated() {
        _ = try mapping.bind(attribute, of: model, to: statement, at: Int32(index + 1))
      }
      return try statement.step() ? try body(statement) : nil
    }
  }
}

extension Connection {
  /// Makes the tables in which a store keeps what SQLite does not: `peridot_classes` has the version of
  /// each table; `peridot_columns` what columns hold, and which of them refer to what.
  fileprivate func makeBookkeeping() throws {
    try run(
      """
      CREATE TABLE IF NOT EXISTS peridot_classes (record TEXT NOT NULL, class TEXT NOT NULL, \
      chain TEXT NOT NULL, version INTEGER NOT NULL, columns TEXT NOT NULL, \
      PRIMARY KEY (record, class))
      """)
    if try hasTable("peridot_columns") { return }
    try run(
      """
      CREATE TABLE peridot_columns (record TEXT NOT NULL COLLATE nocase, \
      column TEXT NOT NULL COLLATE nocase, kind TEXT NOT NULL, target TEXT NOT NULL COLLATE nocase, \
      isOwned INTEGER NOT NULL, isDeclared INTEGER NOT NULL, PRIMARY KEY (record, column, target))
      """)
    // Release 1.0 recorded them per class: "array Person" and similar texts.
    try run(
      """
      INSERT OR IGNORE INTO peridot_columns SELECT record, key, \
      substr(value || ' ', 1, instr(value || ' ', ' ') - 1), \
      ltrim(substr(value, instr(value || ' ', ' '))), 0, 1 \
      FROM (SELECT c.record, e.key, e.value FROM peridot_classes c, json_each(c.columns) e \
      WHERE e.key <> '')
      """)
  }

  /// Keeps in mind what a column holds.
  ///
  /// - Parameter isDeclared: Whether that is what the property's type says; a column may hold other
  ///   records besides.
  func note(_ form: ColumnForm, of reference: Reference, isDeclared: Bool) throws {
    try run(
      "INSERT OR \(isDeclared ? "REPLACE" : "IGNORE") INTO peridot_columns VALUES (?, ?, ?, ?, ?, ?)",
      [
        .text(reference.record), .text(reference.column), .text(form.kind), .text(form.target),
        .integer(form.isOwned ? 1 : 0), .integer(isDeclared ? 1 : 0),
      ])
  }

  func literal(_ value: ColumnValue) throws -> String {
    if case .real(let number) = value, number.isInfinite { return number < 0 ? "-9e999" : "9e999" }
    return try rows("SELECT quote(?)", [value]) { $0.text(at: 0) ?? "" }.first ?? "NULL"
  }

  /// The names of all tables that a store has made.
  func recordNames() throws -> Set<String> {
    guard try hasTable("peridot_classes") else { return [] }
    return try Set(rows("SELECT record FROM peridot_classes") { $0.text(at: 0) ?? "" })
  }

  /// The version of a table; nil for one that no store has made.
  fileprivate func version(of record: String) throws -> Int? {
    guard try hasTable("peridot_classes") else { return nil }
    return try number(
      "SELECT max(version) FROM peridot_classes WHERE record = ? COLLATE nocase", [.text(record)]
    ).map { Int($0) }
  }

  func hasTable(_ name: String) throws -> Bool {
    let sql = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ? COLLATE nocase"
    return try number(sql, [.text(name)]) == 1
  }
}

/// A column's form, which the store records.
struct ColumnForm: Equatable {
  /// A ``ColumnKind``, or the form of a relationship; empty if nothing is recorded.
  let kind: String
  /// The name of its target records; empty for a value.
  var target = ""
  var isOwned = false

  /// Whether the other form uses the same columns and tables.
  func isStored(as other: ColumnForm) -> Bool {
    storage == other.storage && target.lowercased() == other.target.lowercased()
  }

  var storage: String {
    Holding.Form(rawValue: kind).map { $0.isList ? "list" : "reference" } ?? kind
  }

  var words: String { target.isEmpty ? kind : "\(kind) \(target)" }
}

extension ColumnForm {
  /// From a row that begins with `kind, target, isOwned`.
  init(_ row: Statement) {
    self.init(
      kind: row.text(at: 0) ?? "", target: row.text(at: 1) ?? "", isOwned: row.integer(at: 2) != 0)
  }
}

struct TableState {
  struct Index {
    var columns: [String] = []
    let isUnique: Bool
  }

  /// The columns by their lowercase names; none if there is no table.
  let columns: [String: ColumnForm]
  /// Columns and the references back that follow them.
  let inverses: Set<String>
  /// The indexes made by statements, by name.
  private(set) var indexes: [String: Index] = [:]
  /// Nil for a table that no store has made.
  private(set) var version: Int?

  init(_ connection: Connection, _ record: String) throws {
    let name = [ColumnValue.text(record)]
    let isNoted = try connection.hasTable("peridot_columns")
    let forms = try connection.rows(
      isNoted
        ? """
        SELECT kind, target, isOwned, name FROM pragma_table_info(?1) \
        LEFT JOIN peridot_columns ON record = ?1 AND column = name AND isDeclared
        """ : "SELECT NULL, NULL, NULL, name FROM pragma_table_info(?)", name
    ) { (($0.text(at: 3) ?? "").lowercased(), ColumnForm($0)) }
    columns = Dictionary(forms) { $1 }
    inverses =
      try !isNoted
      ? []
      : Set(
        connection.rows(
          "SELECT column || kind FROM peridot_columns WHERE record = ? AND kind LIKE ' inverse %'",
          name
        ) { $0.text(at: 0) ?? "" })
    version = try connection.version(of: record)
    let parts = """
      SELECT l.name, l."unique", i.name FROM pragma_index_list(?) l, pragma_index_info(l.name) i \
      WHERE l.origin = 'c' ORDER BY l.name, i.seqno
      """
    for (index, isUnique, column) in try connection.rows(
      parts, name, { ($0.text(at: 0) ?? "", $0.integer(at: 1) != 0, $0.text(at: 2) ?? "") })
    {
      indexes[index, default: Index(isUnique: isUnique)].columns.append(column)
    }
  }

  /// Whether the table has what the class needs, and no index that nobody needs.
  func fits(_ mapping: RecordMapping, _ known: [RecordMapping]) -> Bool {
    mapping.forms.allSatisfy { columns[$0.column.lowercased()] == $0.form }
      && mapping.relations.allSatisfy { $0.inverseNote.map { inverses.contains($0) } ?? true }
      && mapping.wantedIndexes.allSatisfy { indexes[$0.name] != nil }
      && superfluous(mapping, known).isEmpty
  }

  /// The indexes that no known class declares any more.
  ///
  /// Indexes of columns that the class doesn't have belong to others, and so do keys if it has
  /// none.
  func superfluous(_ mapping: RecordMapping, _ known: [RecordMapping]) -> [String] {
    if mapping.own.tag != nil { return [] }
    let wanted = Set(known.flatMap { $0.wantedIndexes.map(\.name) })
    let own = Set(mapping.forms.map { $0.column.lowercased() })
    return indexes.filter { name, index in
      name.lowercased().hasPrefix(mapping.recordName.lowercased() + ":") && !wanted.contains(name)
        && index.columns.allSatisfy { own.contains($0.lowercased()) }
        && !(index.isUnique && mapping.identity.isEmpty)
    }.keys.sorted()
  }
}

extension RecordMapping {
  /// Whether the name is the class's own, which nobody chose.
  fileprivate var isNamedByClass: Bool { "\(own.topmost)".lowercased() == recordName.lowercased() }

  func schemaError(_ found: String) -> RecordError {
    RecordError(.schemaChanged, modelClass, record: recordName, found: found)
  }

  var forms: [(column: String, form: ColumnForm)] {
    attributes.map { ($0.column, ColumnForm(kind: $0.codec.kind.rawValue)) }
      + relations.map { ($0.column, $0.kind) }
  }

  /// The columns of the class in its own table.
  fileprivate var columns: [String] {
    forms.map(\.column) + relations.map(\.nameColumn)
  }

  var wantedIndexes: [(name: String, columns: [String], isUnique: Bool)] {
    let identity = identity.map(\.column)
    let unique = [identity] + uniqueColumns.map { [$0] }.filter { $0 != identity }
    return unique.filter { !$0.isEmpty }.map { ("\(recordName):\(SQL.names($0))", $0, true) }
      + indexes.map { ("\(recordName):index \(SQL.names($0))", $0, false) }
      + relations.filter { !$0.reference.isList }.map {
        ($0.reference.index, [$0.column], false)
      }
  }
}
