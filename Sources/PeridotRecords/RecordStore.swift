public import Foundation
import Peridot
import Synchronization

/// A database of models, in a file or in memory.
///
///     let store = try RecordStore(url: url)
///     try store.save(issues)
///     let open = try store.models(of: Issue.self, matching: ["state": "open"], orderedBy: "number")
///
/// Tables follow the classes: they are made when a class is first used, and a new property becomes a
/// column. What does not fit any more is an error that says what to do; see ``RecordMigration``.
///
/// A store may be used from any thread and task. One call writes at a time; calls that read go on
/// meanwhile, and see what was there when they began. The store is an SQLite database in the format of
/// sqlite.org/fileformat2.html, in WAL mode, so that other programs may read it.
public final class RecordStore: Sendable {
  private let options: Options
  private let writer: Exclusive<Connection>
  /// The connections that nobody is reading with.
  private let readers = Mutex<[Idle]>([])

  private struct Options: Sendable {
    let path: String
    let isReadOnly: Bool
    let busyTimeout: Duration
    let migrations: [RecordMigration]

    var isInMemory: Bool { path == ":memory:" }

    func connect() throws -> Connection {
      let connection = try Connection(
        path: path, isReadOnly: isReadOnly, busyTimeout: busyTimeout)
      if !isInMemory, !isReadOnly { try connection.execute("PRAGMA journal_mode = WAL") }
      return connection
    }
  }

  /// A connection on its way from one thread to another.
  ///
  /// Sendable: whoever takes it out of the list is the only one who has it.
  private struct Idle: @unchecked Sendable {
    let connection: Connection
  }

  /// Opens the store in a file, which is made if there is none.
  ///
  /// - Parameters:
  ///   - url: The file. SQLite keeps two more beside it while the store is open, named like it with
  ///     `-wal` and `-shm`.
  ///   - migrations: What changes the tables of classes from one `modelVersion` to the next.
  ///   - isReadOnly: Whether the file is only read; it has to be there then.
  ///   - busyTimeout: How long a call waits while another process writes, before it throws
  ///     ``RecordError/Kind/busy``.
  /// - Throws: a ``RecordError``, for a file that is no database too.
  public convenience init(
    url: URL, migrations: [RecordMigration] = [], isReadOnly: Bool = false,
    busyTimeout: Duration = .seconds(5)
  ) throws {
    guard url.isFileURL else {
      throw RecordError(
        .invalidQuery, expected: "the URL of a file", found: Words.quoted(url.absoluteString))
    }
    try self.init(
      Options(
        path: url.path, isReadOnly: isReadOnly, busyTimeout: busyTimeout, migrations: migrations))
  }

  /// Opens a store in memory, which ends with this object.
  ///
  /// - Throws: a ``RecordError`` where the system has no SQLite that can be used.
  public static func inMemory() throws -> RecordStore {
    try RecordStore(
      Options(path: ":memory:", isReadOnly: false, busyTimeout: .zero, migrations: []))
  }

  private init(_ options: Options) throws {
    self.options = options
    let connection = try options.connect()
    // The first look at the file tells whether it is a database.
    try connection.withStatement("SELECT count(*) FROM sqlite_master") { _ = try $0.number() }
    writer = Exclusive(connection)
  }

  /// Finds all mistakes in the mapping of a class and of those that it refers to.
  ///
  /// Without this call a mistake is reported when the class is first used.
  ///
  /// - Throws: a ``RecordError`` of kind ``RecordError/Kind/invalidMapping``.
  public static func check<M: RecordSerializing>(_ type: M.Type) throws {
    try RecordMapping.check(type)
  }

  // MARK: Transactions

  /// Runs `body`, which calls the store, so that all that it saves and deletes holds, or nothing.
  ///
  /// What the body reads it sees as it has changed it; others see it when the body has returned. A
  /// transaction within another one can fail on its own.
  ///
  /// - Throws: what the body throws, or a ``RecordError``; nothing has changed then.
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try write { _ in try body() }
  }

  // MARK: Connections

  func write<Result>(_ body: (RecordTables) throws -> Result) throws -> Result {
    try writer.withLock { connection in
      try connection.transaction { try body(tables(connection)) }
    }
  }

  func tables(_ connection: Connection) -> RecordTables {
    RecordTables(connection: connection, migrations: options.migrations)
  }

  /// Calls `body` with a connection that sees one state of the database; within a transaction, that of
  /// the transaction. The tables of the class and of all that it refers to fit.
  ///
  /// - Parameter body: Is told whether there are tables of the class.
  func read<Result>(
    _ mapping: RecordMapping, _ body: (RecordTables, _ hasTables: Bool) throws -> Result
  ) throws -> Result {
    let lease = try lease()
    defer { lease.end() }
    return try read(mapping, lease) { tables, hasTables in
      try tables.connection.snapshot { try body(tables, hasTables) }
    }
  }

  func read<Result>(
    _ mapping: RecordMapping, _ lease: Lease,
    _ body: (RecordTables, _ hasTables: Bool) throws -> Result
  ) throws -> Result {
    try lease.withConnection { connection in
      let tables = tables(connection)
      var hasTables = true
      for reached in try mapping.reachable where try !tables.isReady(reached) {
        if try tables.isUnknown(reached) {
          // None is made only to read nothing from it.
          if reached === mapping { hasTables = false }
        } else {
          // Whoever has the transaction of the writing connection changes the tables within it.
          try write { try $0.prepare(reached) }
        }
      }
      return try body(tables, hasTables)
    }
  }

  /// A connection to read with.
  func lease() throws -> Lease {
    if options.isInMemory || writer.isHeldByThisThread { return Lease(writer: writer) }
    let idle = readers.withLock { $0.popLast() }
    return Lease(try idle?.connection ?? options.connect()) { [self] connection in
      let idle = Idle(connection: connection)
      readers.withLock { $0.append(idle) }
    }
  }
}

/// Something that one thread uses at a time, and the same thread again while it does.
///
/// Sendable: the lock is held whenever the value is used.
final class Exclusive<Value>: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private let value: Value
  private let holder = Mutex<ObjectIdentifier?>(nil)

  init(_ value: Value) {
    self.value = value
  }

  var isHeldByThisThread: Bool {
    holder.withLock { $0 == ObjectIdentifier(Thread.current) }
  }

  func withLock<Result>(_ body: (Value) throws -> Result) rethrows -> Result {
    try lock.withLock {
      let outer = holder.withLock { holder in
        defer { holder = ObjectIdentifier(Thread.current) }
        return holder
      }
      defer { holder.withLock { $0 = outer } }
      return try body(value)
    }
  }
}

/// A connection for as long as somebody reads with it.
final class Lease {
  private enum Source {
    case own(Connection, giveBack: (Connection) -> Void)
    case shared(Exclusive<Connection>)
    case ended
  }

  private var source: Source

  init(_ connection: Connection, giveBack: @escaping (Connection) -> Void) {
    source = .own(connection, giveBack: giveBack)
  }

  init(writer: Exclusive<Connection>) {
    source = .shared(writer)
  }

  deinit {
    end()
  }

  func withConnection<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    switch source {
    case .own(let connection, _): try body(connection)
    case .shared(let writer): try writer.withLock(body)
    case .ended: throw CancellationError()
    }
  }

  func end() {
    if case .own(let connection, let giveBack) = source { giveBack(connection) }
    source = .ended
  }
}

extension RecordStore {
  /// Lets the database grow to that many pages and no further, as on a full disk.
  package func limitPages(to count: Int) throws {
    try write { try $0.connection.execute("PRAGMA max_page_count = \(count)") }
  }
}
