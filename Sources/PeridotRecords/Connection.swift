import Foundation
import Peridot

/// One connection to a database, used by one thread at a time.
@safe final class Connection {
  private let sqlite: SQLite
  private let database: SQLite.Database
  /// The statements that nobody is using, by their text.
  private var statements: [String: Statement] = [:]
  /// The classes whose tables fit, as far as this connection has looked.
  var readyClasses: Set<ObjectIdentifier> = []

  /// - Parameter path: A file's path, or ":memory:".
  init(path: String, isReadOnly: Bool, busyTimeout: Duration) throws {
    let sqlite = try SQLite.library()
    self.sqlite = sqlite
    var handle: SQLite.Database?
    let access =
      isReadOnly ? SQLiteCode.openReadOnly : SQLiteCode.openReadWrite | SQLiteCode.openCreate
    let code = unsafe sqlite.open(
      path, &handle, access | SQLiteCode.openNoMutex | SQLiteCode.openExtendedCodes, nil)
    guard code == SQLiteCode.ok, let database = unsafe handle else {
      let error = unsafe Self.error(sqlite, handle, code)
      _ = unsafe sqlite.close(handle)
      throw error
    }
    unsafe self.database = database
    let milliseconds =
      busyTimeout.components.seconds.multipliedReportingOverflow(by: 1000).partialValue
      + busyTimeout.components.attoseconds / 1_000_000_000_000_000
    _ = unsafe sqlite.busyTimeout(database, Int32(clamping: milliseconds))
    // Sound: the function lives as long as the process, and has no state.
    _ = unsafe sqlite.createCollation(
      database, DecimalOrder.collation, SQLiteCode.utf8, nil,
      { _, firstCount, first, secondCount, second in
        unsafe DecimalOrder.compare(
          UnsafeRawBufferPointer(start: first, count: Int(firstCount)),
          UnsafeRawBufferPointer(start: second, count: Int(secondCount)))
      }, nil)
  }

  deinit {
    statements = [:]
    _ = unsafe sqlite.close(database)
  }

  /// Returns what SQLite says of a failure.
  static func error(
    _ sqlite: SQLite, _ database: SQLite.Database?, _ code: Int32
  ) -> RecordError {
    let extended = unsafe database == nil ? code : sqlite.extendedCode(database)
    let detailed = extended & 0xff == code & 0xff ? extended : code
    let text = unsafe sqlite.message(database).map { unsafe String(cString: $0) } ?? ""
    let isBusy = detailed & 0xff == SQLiteCode.busy || detailed & 0xff == SQLiteCode.locked
    let problem =
      isBusy
      ? "the database is in use by another connection for longer than this store waits: raise "
        + "busyTimeout, or keep transactions short"
      : Words.quoted(text)
    return RecordError(isBusy ? .busy : .database, found: problem, code: Int(detailed))
  }

  // MARK: Statements

  /// Calls `body` with the statement of that text, prepared at first use.
  ///
  /// Meanwhile the statement is nobody else's: what the body calls may use the connection, and runs
  /// another one of the same text.
  func withStatement<Result>(
    _ sql: String, _ body: (Statement) throws -> Result
  ) throws -> Result {
    let statement = try take(sql)
    defer { put(statement) }
    return try body(statement)
  }

  /// Returns a statement that is the caller's until it is put back.
  func take(_ sql: String) throws -> Statement {
    if let known = statements.removeValue(forKey: sql) { return known }
    return unsafe try Statement(sqlite, database, sql)
  }

  func put(_ statement: Statement) {
    statement.clear()
    // Conditions of users may be of any number.
    if statements.count >= 256 { statements = [:] }
    statements[statement.sql] = statement
  }

  func execute(_ sql: String) throws {
    let statement = unsafe try Statement(sqlite, database, sql)
    try statement.run()
  }

  /// Lets go of all statements, which a change of tables would have prepared anew.
  func forgetStatements() {
    statements = [:]
  }

  var lastInsertedID: Int64 { unsafe sqlite.lastInsertedID(database) }
  var isInTransaction: Bool { unsafe sqlite.isAutocommit(database) == 0 }

  // MARK: Transactions

  private var savepoints = 0

  /// Runs `body`, which reads, so that all of it sees one state of the database.
  func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    if isInTransaction { return try body() }
    try execute("BEGIN")
    defer {
      if isInTransaction { try? execute("COMMIT") }
    }
    return try body()
  }

  /// Runs `body` in a transaction, or within the one that is open: all of it holds, or nothing.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    let isOuter = !isInTransaction
    let depth = savepoints
    try execute(isOuter ? "BEGIN IMMEDIATE" : "SAVEPOINT peridot\(depth)")
    savepoints += 1
    defer { savepoints -= 1 }
    do {
      let result = try body()
      try execute(isOuter ? "COMMIT" : "RELEASE peridot\(depth)")
      return result
    } catch {
      // Tables that were made are gone.
      readyClasses = []
      // A full disk ends the transaction by itself.
      if isInTransaction {
        try? execute(isOuter ? "ROLLBACK" : "ROLLBACK TO peridot\(depth)")
        if !isOuter { try? execute("RELEASE peridot\(depth)") }
      }
      throw error
    }
  }
}
