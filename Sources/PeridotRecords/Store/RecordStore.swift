public import Foundation
import Peridot
import Synchronization

/// A database of models, in a file or in memory.
///
///     let store = try RecordStore(url: url)
///     try store.save(issues)
///     let open = try store.models(of: Issue.self, matching: ["state": "open"], orderedBy: "number")
///
/// Tables follow the classes: Peridot makes them at the first use of a class, and a new property
/// becomes a column. A change that no longer fits is an error with a cure; see ``RecordMigration``.
///
/// You can use a store from any thread and task. One call writes at a time; others can read
/// meanwhile, and see the state at their beginning. The store is an SQLite database in the format
/// of sqlite.org/fileformat2.html, in WAL mode, so that other programs can read it.
public final class RecordStore: Sendable {
  let options: Options
  let connections: Connections
  private let names = RecordNames()
  let keyless = KeylessRecords()
  /// Distinguishes what it writes from what others write.
  let number = Int64.random(in: .min ... .max)
  /// The open sequences of changes.
  let watchers = Mutex<[ObjectIdentifier: ChangeWatcher]>([:])

  /// Prepares a connection by statements of SQL.
  public typealias Configuration =
    @Sendable (_ execute: (RecordSQL) throws -> Void) throws -> Void

  struct Options: Sendable {
    let path: String
    let isReadOnly: Bool
    let busyTimeout: Duration
    let migrations: [RecordMigration]
    let configuring: Configuration

    var isInMemory: Bool { path == ":memory:" }

    /// - Parameter isBackup: Whether the database becomes a copy of another one.
    func connect(isBackup: Bool = false) throws -> Connection {
      do {
        return try connect(isImmutable: false, isBackup: isBackup)
      } catch let error as RecordError where isReadOnly && isUnwritable(error) {
        // SQLite could not make the files that it needs next to this one, and others can be writing.
        return try connect(isImmutable: true, isBackup: isBackup)
      }
    }

    private func isUnwritable(_ error: RecordError) -> Bool {
      guard let code = error.resultCode.map({ Int32($0 & 0xff) }),
        code == SQLiteCode.cannotOpen || code == SQLiteCode.readOnly
      else { return false }
      let log = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
      return FileManager.default.fileExists(atPath: path) && (log ?? 0) == 0
    }

    private func connect(isImmutable: Bool, isBackup: Bool) throws -> Connection {
      do {
        let connection = try Connection(
          path: path, isReadOnly: isReadOnly, isImmutable: isImmutable, busyTimeout: busyTimeout)
        try configuring { sql in
          let (text, values) = try sql.statement(for: nil, in: nil)
          try connection.run(text, values)
        }
        if !isInMemory, !isReadOnly, !isBackup { try connection.run("PRAGMA journal_mode = WAL") }
        // The first query shows whether the file is a database.
        _ = try connection.number("SELECT count(*) FROM sqlite_master")
        return connection
      } catch var error as RecordError where error.kind == .database {
        error.found = "the database \"\(path)\" cannot be opened: \(error.found)"
        throw error
      }
    }
  }

  /// Opens the store in a file, which is created if it doesn't exist.
  ///
  /// - Parameters:
  ///   - url: The file. While the store is open, SQLite keeps two more files next to it, with the
  ///     suffixes `-wal` and `-shm`.
  ///   - migrations: The changes of classes' tables from one `modelVersion` to the next, which run now
  ///     unless the file is only read.
  ///   - isReadOnly: Whether the file is only read; then it has to exist. Properties without a
  ///     column keep their defaults. If the folder can't be written, nobody can be writing to the
  ///     file meanwhile.
  ///   - busyTimeout: How long a call waits while another process writes, before it throws
  ///     ``RecordError/Kind/busy``.
  ///   - configuring: Prepares each connection before its first use, such as with a key for a library
  ///     that encrypts, or with pragmas: `{ execute in try execute("PRAGMA cache_size = -8000") }`. A
  ///     store opens several connections, on any thread.
  ///   - progress: Is called while migrations run with the part that is done, and can throw to stop.
  /// - Throws: a ``RecordError``, also for a file that is not a database; or the error of a migration.
  public convenience init(
    url: URL, migrations: [RecordMigration] = [], isReadOnly: Bool = false,
    busyTimeout: Duration = .seconds(5), configuring: @escaping Configuration = { _ in },
    progress: @escaping (Double) throws -> Void = { _ in }
  ) throws {
    guard url.isFileURL else {
      throw RecordError(
        .invalidQuery, expected: "the URL of a file", found: Words.quoted(url.absoluteString))
    }
    try self.init(
      Options(
        path: url.path, isReadOnly: isReadOnly, busyTimeout: busyTimeout, migrations: migrations,
        configuring: configuring))
    if isReadOnly || migrations.isEmpty { return }
    let writer = connections.writer
    try writer.withLock { try tables(writer).migrate(progress: progress) }
  }

  /// Opens a store in memory, which ends with this object.
  ///
  /// - Throws: a ``RecordError`` if the system has no usable SQLite.
  public static func inMemory() throws -> RecordStore {
    try RecordStore(
      Options(
        path: ":memory:", isReadOnly: false, busyTimeout: .zero, migrations: [],
        configuring: { _ in }))
  }

  private init(_ options: Options) throws {
    self.options = options
    connections = try Connections(options)
  }

  /// Finds all mistakes in the mapping of a class and of the classes that it refers to.
  ///
  /// Without this call a mistake is reported at the first use of the class, except that a class of
  /// JSON has a unique property and no identity.
  ///
  /// - Throws: a ``RecordError`` of kind ``RecordError/Kind/invalidMapping``.
  public static func check<M: RecordSerializing>(_ type: M.Type) throws {
    try RecordMapping.check(type)
  }

  /// Runs `body`, which calls the store, so that all that it saves and deletes holds, or, when it throws,
  /// nothing.
  ///
  /// The body sees its own changes; others see them after it has returned. A transaction within
  /// another one can fail on its own.
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try write { _ in try body() }
  }

  /// Runs one statement of SQL in a transaction, for tasks that no other call does:
  ///
  ///     try store.execute("UPDATE Issue SET stars = stars + \(1) WHERE state = \("open")")
  ///
  /// The article about databases describes the tables.
  ///
  /// - Throws: a ``RecordError``; then nothing has changed.
  public func execute(_ sql: RecordSQL) throws {
    try write { tables in
      let (text, values) = try sql.statement(for: nil, in: tables)
      let connection = tables.connection
      try connection.log.noteUntold(by: connection) { try connection.run(text, values) }
      connection.forgetTables()
    }
  }

  /// Returns the rows of an SQL query, with their values by the names of its columns:
  ///
  ///     let rows = try store.rows("SELECT state, count(*) AS number FROM Issue GROUP BY state")
  ///     let number = rows.first?["number"] as? Int
  ///
  /// - Throws: a ``RecordError``.
  public func rows(_ sql: RecordSQL) throws -> [RecordRow] {
    try read { connection in
      let (text, values) = try sql.statement(for: nil, in: tables(connection))
      return try connection.rows(text, values) { try RecordRow($0) }
    }
  }

  /// Makes the database in a file a copy of this one, while others read and write.
  ///
  /// The copy has the state at the beginning of the call. A file that exists is replaced only when the
  /// copy is complete: after an error, or when the task is cancelled, it is as it was.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - progress: Is called after each part with the fraction that is done, and can throw to stop.
  /// - Throws: a ``RecordError``, `CancellationError`, or the error of `progress`.
  public func backup(to url: URL, progress: (Double) throws -> Void = { _ in }) throws {
    let options = Options(
      path: url.path, isReadOnly: false, busyTimeout: options.busyTimeout, migrations: [],
      configuring: options.configuring)
    let copy = try options.connect(isBackup: true)
    try read { connection in
      try connections.beginSnapshot(connection)
      // The first statement takes the snapshot; without one, each part would be of another state.
      _ = try connection.number("SELECT count(*) FROM sqlite_master")
      try connection.copy(to: copy) { fraction in
        try Task.checkCancellation()
        try progress(fraction)
      }
    }
  }

  /// Gives the unused space of the file back to the system; see sqlite.org/lang_vacuum.html.
  ///
  /// - Throws: a ``RecordError``, also within a transaction.
  public func vacuum() throws {
    try connections.writer.withLock { try connections.writer.run("VACUUM") }
  }

  func write<Result>(_ body: (RecordTables) throws -> Result) throws -> Result {
    let writer = connections.writer
    return try writer.withLock {
      let mark = keyless.mark
      let isOuter = !writer.isInTransaction
      if isOuter { writer.log.begin(isWatched: watchers.withLock { !$0.isEmpty }) }
      do {
        var changes = RecordChanges()
        let result = try writer.transaction {
          let result = try body(tables(writer))
          if isOuter { changes = try noteChanges(tables(writer)) }
          return result
        }
        if isOuter {
          keyless.settle()
          tell(changes)
        }
        return result
      } catch {
        keyless.restore(to: mark)
        throw error
      }
    }
  }

  func tables(_ connection: Connection) -> RecordTables {
    RecordTables(
      connection: connection, names: names, migrations: options.migrations, keyless: keyless,
      isReadOnly: options.isReadOnly)
  }

  private func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    let connection = try connections.take()
    defer { connections.giveBack(connection) }
    return try connection.withLock { try body(connection) }
  }

  /// Calls `body` with a connection that sees what the current transaction has done.
  ///
  /// - Parameter body: Gets whether the class has tables; these, and those of all that it refers to, fit.
  func read<Result>(
    _ mapping: RecordMapping, _ body: (RecordTables, _ hasTables: Bool) throws -> Result
  ) throws -> Result {
    try read { try body(tables($0), prepare(mapping, $0)) }
  }

  /// Makes the tables of a class, and of all that it refers to, fit; returns false if it has none.
  func prepare(_ mapping: RecordMapping, _ connection: Connection) throws -> Bool {
    try connection.withLock {
      let tables = tables(connection)
      var hasTables = true
      for reached in try mapping.reachable {
        switch try tables.fit(reached) {
        case .ready: break
        // A table is not made only to read nothing from it.
        case .absent: if reached === mapping { hasTables = false }
        // A caller with the writing connection's transaction changes the tables within it.
        case .unfit: try write { try $0.prepare(reached) }
        }
      }
      return hasTables
    }
  }
}

/// One row of a database with its stored values.
public struct RecordRow: Sendable {
  private let values: [String: any Sendable]

  init() { values = [:] }

  init(_ statement: Statement) throws {
    var values: [String: any Sendable] = [:]
    for (index, column) in statement.columnNames.enumerated()
    where column != "_record" && column != "_class" {
      values[column] = try statement.value(at: Int32(index)).value
    }
    self.values = values
  }

  /// The names of the values that are not nil, in alphabetical order.
  public var keys: [String] { values.keys.sorted() }

  /// The value of that name: an `Int`, a `Double`, a `String` or `Data`; nil if there is none.
  public subscript(column: String) -> (any Sendable)? { values[column] }
}
