import Foundation

/// What the open transaction of a connection has written, as SQLite tells it row by row.
final class ChangeLog {
  /// Whether somebody wants to know the records, and not only the tables.
  private(set) var isWatched = false
  /// The tables that it has changed; those of the store itself are one, without a name.
  private(set) var tables: [String] = []
  private(set) var rows: [(table: Int, id: Int64, kind: RecordChange.Kind)] = []
  /// The identities of records that it has deleted.
  var deleted: [RecordID: RecordRow] = [:]
  /// The number of rows that SQLite has told of.
  private var count: Int64 = 0
  /// The table of the last row.
  private var last = 0

  func begin(isWatched: Bool) {
    (self.isWatched, tables, rows, deleted) = (isWatched, [], [], [:])
  }

  var mark: (tables: Int, rows: Int) { (tables.count, rows.count) }

  /// Takes back what a failed part of the transaction has written.
  func restore(to mark: (tables: Int, rows: Int)) {
    tables.removeSubrange(mark.tables...)
    rows.removeSubrange(mark.rows...)
  }

  func note(_ table: String, _ id: Int64? = nil, _ kind: RecordChange.Kind = .updated) {
    last = tables.firstIndex(of: table) ?? tables.count
    if last == tables.count { tables.append(table) }
    if isWatched, let id { rows.append((last, id, kind)) }
  }

  /// Notes all tables of records if a statement changes more rows than SQLite tells of: it tells neither
  /// of links, which have no numbers, nor of all rows of a table that are deleted at once.
  func noteUntold(by connection: Connection, _ run: () throws -> Void) throws {
    let (all, before) = ("SELECT total_changes()", count)
    let first = try connection.number(all) ?? 0
    try run()
    if try connection.number(all) == first + count - before { return }
    for table in try connection.recordNames() { note(table) }
  }

  static let hook: SQLite.UpdateHook = { log, operation, database, table, id in
    // Sound: the connection keeps the log, and SQLite's texts are valid during the call.
    guard let log = unsafe log, let table = unsafe table,
      let database = unsafe database, unsafe strcmp(database, "main") == 0
    else { return }
    unsafe Unmanaged<ChangeLog>.fromOpaque(log).takeUnretainedValue().note(table, operation, id)
  }

  private func note(_ table: SQLite.Text, _ operation: Int32, _ id: Int64) {
    count += 1
    // Nearly always the table of the row before.
    let isLast =
      unsafe last < tables.count && tables[last].withCString { unsafe strcmp($0, table) } == 0
    if isLast, !isWatched { return }
    let name = unsafe isLast ? tables[last] : String(cString: table)
    let kind: RecordChange.Kind =
      operation == SQLiteCode.insert
      ? .inserted : operation == SQLiteCode.delete ? .deleted : .updated
    note(name.hasPrefix("peridot_") ? "" : name, id, kind)
  }
}
