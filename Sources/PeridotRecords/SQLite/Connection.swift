import Foundation
import Peridot

/// One connection to a database.
///
/// Sendable: the thread that holds its lock uses it.
@safe final class Connection: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private let sqlite: SQLite
  private let database: SQLite.Database
  let log = ChangeLog()
  /// The statements that were prepared, by their text.
  private var statements: [String: Statement] = [:]
  /// The classes whose tables fit, as far as this connection has checked.
  var readyClasses: Set<ObjectIdentifier> = []
  /// Whether there is a table with the versions of tables.
  var hasVersions = false
  /// The classes whose tables lack columns in a database that can't be changed.
  var narrowClasses: Set<ObjectIdentifier> = []

  /// - Parameters:
  ///   - path: A file's path, or ":memory:".
  ///   - isImmutable: Whether nobody writes to the file, so that SQLite needs no other file next to
  ///     it.
  init(path: String, isReadOnly: Bool, isImmutable: Bool, busyTimeout: Duration) throws {
    let sqlite = try SQLite.library()
    self.sqlite = sqlite
    var handle: SQLite.Database?
    let access =
      isReadOnly ? SQLiteCode.openReadOnly : SQLiteCode.openReadWrite | SQLiteCode.openCreate
    let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    let code = unsafe sqlite.open(
      path == ":memory:" ? path : "file://\(escaped)\(isImmutable ? "?immutable=1" : "")", &handle,
      access | SQLiteCode.openURI | SQLiteCode.openNoMutex | SQLiteCode.openExtendedCodes, nil)
    guard code == SQLiteCode.ok, let database = unsafe handle else {
      let error = unsafe Self.error(sqlite, handle, code)
      _ = unsafe sqlite.close(handle)
      throw error
    }
    unsafe self.database = database
    for option in SQLiteCode.quotedTexts {
      _ = unsafe sqlite.configure(database, option, 0, nil, 0, 0, 0, 0, 0, nil)
    }
    let milliseconds = min(max(busyTimeout / .milliseconds(1), 0), Double(Int32.max))
    _ = unsafe sqlite.busyTimeout(database, Int32(milliseconds))
    // Sound: the function lives as long as the process, and has no state.
    _ = unsafe sqlite.createCollation(
      database, DecimalOrder.collation, SQLiteCode.utf8, nil,
      { _, firstCount, first, secondCount, second in
        unsafe DecimalOrder.compare(
          UnsafeRawBufferPointer(start: first, count: Int(firstCount)),
          UnsafeRawBufferPointer(start: second, count: Int(secondCount)))
      }, nil)
    // Sound: the log lives as long as the connection.
    _ = unsafe sqlite.updateHook(
      database, ChangeLog.hook, Unmanaged.passUnretained(log).toOpaque())
    if !isReadOnly { try run("PRAGMA temp_store = MEMORY") }
  }

  deinit {
    statements = [:]
    _ = unsafe sqlite.close(database)
  }

  static func error(_ sqlite: SQLite, _ database: SQLite.Database?, _ code: Int32) -> RecordError {
    let extended = unsafe database == nil ? code : sqlite.extendedCode(database)
    let detailed = extended & 0xff == code & 0xff ? extended : code
    var problem = Words.quoted(
      unsafe sqlite.message(database).map { unsafe String(cString: $0) } ?? "")
    let kind = detailed & 0xff
    let isBusy = kind == SQLiteCode.busy || kind == SQLiteCode.locked
    if isBusy {
      problem =
        "the database is in use by another connection for longer than this store waits: raise "
        + "busyTimeout, or keep transactions short"
    } else if kind == SQLiteCode.cannotOpen, unsafe sqlite.systemError(database) != 0 {
      problem += ", " + Words.quoted(unsafe String(cString: strerror(sqlite.systemError(database))))
    }
    return RecordError(isBusy ? .busy : .database, found: problem, resultCode: Int(detailed))
  }

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { try lock.withLock(body) }

  /// Calls `body` with the statement of that text, prepared at first use.
  ///
  /// Only `body` uses the statement: calls within can use the connection, and get another statement
  /// of the same text.
  func withStatement<Result>(_ sql: String, _ body: (Statement) throws -> Result) throws -> Result {
    let statement = try take(sql)
    defer { put(statement) }
    return try body(statement)
  }

  /// Returns a statement for the caller, who puts it back.
  func take(_ sql: String) throws -> Statement {
    if let known = statements[sql], !known.isTaken {
      known.isTaken = true
      return known
    }
    let made = unsafe try Statement(sqlite, database, sql)
    // Users can have any number of conditions.
    if statements.count >= 256 { statements = [:] }
    statements[sql] = made
    return made
  }

  func put(_ statement: Statement) {
    statement.clear()
    statement.isTaken = false
  }

  func run(_ sql: String, _ values: [ColumnValue] = []) throws {
    _ = try rows(sql, values) { _ in }
  }

  func rows<Row>(
    _ sql: String, _ values: [ColumnValue] = [], _ body: (Statement) throws -> Row
  ) throws -> [Row] {
    try withStatement(sql) { statement in
      try statement.bind(values, of: sql)
      var rows: [Row] = []
      while try statement.step() { rows.append(try body(statement)) }
      return rows
    }
  }

  func number(_ sql: String, _ values: [ColumnValue] = []) throws -> Int64? {
    try rows(sql, values) { $0.optionalInteger(at: 0) }.first ?? nil
  }

  /// Releases all statements, which a change of tables invalidates, and forgets the facts about the
  /// tables.
  func forgetTables() {
    statements = [:]
    readyClasses = []
    narrowClasses = []
    hasVersions = false
  }

  /// Makes the other database a copy of this one.
  ///
  /// - Parameter progress: Is called after each part with the fraction that is done; if it throws, the
  ///   other database stays as it was.
  func copy(to other: Connection, _ progress: (Double) throws -> Void) throws {
    // Sound: both connections outlive the backup, which ends here.
    guard let backup = unsafe sqlite.beginBackup(other.database, "main", database, "main") else {
      throw unsafe Self.error(sqlite, other.database, sqlite.extendedCode(other.database))
    }
    var code = SQLiteCode.ok
    do {
      while code == SQLiteCode.ok {
        code = unsafe sqlite.stepBackup(backup, 256)
        let (left, all) = unsafe (sqlite.remainingPages(backup), sqlite.allPages(backup))
        if code == SQLiteCode.ok || code == SQLiteCode.done {
          try progress(all == 0 ? 1 : 1 - Double(left) / Double(all))
        }
      }
    } catch {
      _ = unsafe sqlite.endBackup(backup)
      throw error
    }
    let end = unsafe sqlite.endBackup(backup)
    if code != SQLiteCode.done { throw unsafe Self.error(sqlite, other.database, code) }
    if end != SQLiteCode.ok { throw unsafe Self.error(sqlite, other.database, end) }
  }

  var lastInsertedID: Int64 { unsafe sqlite.lastInsertedID(database) }
  var isInTransaction: Bool { unsafe sqlite.isAutocommit(database) == 0 }

  private var savepoints = 0

  var isInTransactionOfThisThread: Bool {
    guard lock.try() else { return false }
    defer { lock.unlock() }
    return savepoints > 0
  }

  /// Runs `body` in a transaction, or within the open one: all of it succeeds, or nothing.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    let isOuter = !isInTransaction
    let (depth, mark) = (savepoints, log.mark)
    try run(isOuter ? "BEGIN IMMEDIATE" : "SAVEPOINT peridot\(depth)")
    savepoints += 1
    defer { savepoints -= 1 }
    do {
      let result = try body()
      try run(isOuter ? "COMMIT" : "RELEASE peridot\(depth)")
      return result
    } catch {
      // New tables are gone.
      forgetTables()
      log.restore(to: mark)
      // A full disk ends the transaction by itself.
      if isInTransaction {
        try? run(isOuter ? "ROLLBACK" : "ROLLBACK TO peridot\(depth)")
        if !isOuter { try? run("RELEASE peridot\(depth)") }
      }
      throw error
    }
  }
}

enum SQL {
  static func name(_ name: String) -> String {
    let isPlain = !name.utf8.contains(UInt8(ascii: "\""))
    return "\"\(isPlain ? name : name.replacingOccurrences(of: "\"", with: "\"\""))\""
  }

  static func names(_ names: [String]) -> String { names.map { name($0) }.joined(separator: ", ") }

  static func parameters(_ count: Int) -> String {
    String(String(repeating: "?, ", count: count).dropLast(2))
  }

  /// The numbers of a parameter that is a ``ColumnValue/list(_:)``.
  static let list = "(SELECT value FROM json_each(?))"
}
