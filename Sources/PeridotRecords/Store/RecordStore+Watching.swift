import Peridot
import Synchronization

extension RecordStore {
  /// Returns the changes of the database from now on, one element after each commit, or one for several
  /// while nobody asks:
  ///
  ///     for try await changes in try store.changes() where changes.contains(Issue.self) { … }
  ///
  /// What this store writes comes at once, record by record. What other stores write, of this program or
  /// of another one, is looked for at intervals, and named by its tables. A program that writes by SQL
  /// alone changes all tables, if no store writes in the same interval. What fails is no change.
  ///
  /// The sequence can be iterated once. It ends when its task is cancelled, and the store lives until then.
  ///
  /// - Parameter interval: The time between two looks at the file.
  /// - Throws: a ``RecordError``, as the sequence does if the file can't be read any more.
  public func changes(
    polling interval: Duration = .milliseconds(500)
  ) throws -> AsyncThrowingStream<RecordChanges, any Error> {
    try changes(polling: interval, first: RecordChanges())
  }

  private func changes(
    polling interval: Duration, first: RecordChanges
  ) throws -> AsyncThrowingStream<RecordChanges, any Error> {
    let (signals, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let watcher = ChangeWatcher(signal: continuation)
    let poll = try poll(every: max(interval, .milliseconds(1)), for: watcher)
    let identifier = ObjectIdentifier(watcher)
    watchers.withLock { $0[identifier] = watcher }
    continuation.onTermination = { [weak self] _ in
      poll?.cancel()
      self?.watchers.withLock { $0[identifier] = nil }
    }
    watcher.tell(first)
    return AsyncThrowingStream {
      defer { withExtendedLifetime(self) {} }
      for await _ in signals {
        if let changes = try watcher.take() { return changes }
      }
      return nil
    }
  }

  /// Returns the models that match a condition now, and again after each commit that may have changed
  /// them or what they refer to; see ``changes(polling:)``.
  ///
  ///     for try await open in store.liveModels(of: Issue.self, matching: ["state": "open"]) { … }
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - condition: Values by property key, or SQL, which is asked again after each commit.
  ///   - order: Property keys; see ``models(of:matching:orderedBy:limit:offset:keys:)``.
  ///   - limit: The largest number of models; nil for all.
  ///   - interval: The time between two looks at what others write.
  public func liveModels<M: RecordSerializing>(
    of type: M.Type, matching condition: RecordCondition = [:], orderedBy order: RecordOrder = [],
    limit: Int? = nil, polling interval: Duration = .milliseconds(500)
  ) throws -> AsyncThrowingStream<[M], any Error> {
    let (names, isSQL) = (try RecordMapping.recordNames(reachedFrom: type), condition.form.isSQL)
    let changes = try changes(polling: interval, first: RecordChanges(recordNames: names))
    // Sendable as in a stream.
    let query = Made(condition)
    return AsyncThrowingStream {
      for try await next in changes where isSQL || next.contains(names) {
        return try self.models(of: type, matching: query.value, orderedBy: order, limit: limit)
      }
      return nil
    }
  }

  func tell(_ changes: RecordChanges) {
    for watcher in watchers.withLock({ $0.values.map(\.self) }) { watcher.tell(changes) }
  }

  /// Notes what a transaction has written for other stores; returns it for those who watch this one.
  func noteChanges(_ tables: RecordTables) throws -> RecordChanges {
    let (connection, log) = (tables.connection, tables.connection.log)
    let names = log.tables
    if names.isEmpty { return RecordChanges() }
    if !options.isInMemory { try connection.raiseVersions(of: names, by: number) }
    var changes = RecordChanges(recordNames: Set(names).subtracting([""]))
    var found: [RecordID: RecordRow] = [:]
    for (table, rows) in Dictionary(grouping: log.rows, by: \.table) {
      let ids = ColumnValue.list(rows.map(\.id))
      found.merge(
        try tables.identities(of: names[table], where: "_record IN \(SQL.list)", [ids])
      ) { $1 }
    }
    for row in log.rows where !names[row.table].isEmpty {
      let id = RecordID(record: names[row.table], id: row.id)
      let identity = (row.kind == .deleted ? log.deleted : found)[id] ?? RecordRow()
      changes.note(RecordChange(kind: row.kind, id: id, identity: identity))
    }
    return changes
  }

  /// Begins to look at what others write.
  private func poll(
    every interval: Duration, for watcher: ChangeWatcher
  ) throws -> Task<Void, Never>? {
    // Nobody else has a database in memory.
    if options.isInMemory { return nil }
    let (connection, number) = (try options.connect(), number)
    let first = try FileVersion(connection, number)
    return Task {
      var last = first
      do {
        while true {
          try await Task.sleep(for: interval)
          let now = try FileVersion(connection, number)
          watcher.tell(RecordChanges(recordNames: now.changes(since: last)))
          last = now
        }
      } catch {
        watcher.fail(error)
      }
    }
  }
}

/// What one sequence of changes has not asked for yet.
final class ChangeWatcher: Sendable {
  private let pending = Mutex((changes: RecordChanges(), failure: (any Error)?.none))
  private let signal: AsyncStream<Void>.Continuation

  init(signal: AsyncStream<Void>.Continuation) { self.signal = signal }

  func tell(_ changes: RecordChanges) {
    if changes.recordNames.isEmpty { return }
    pending.withLock { $0.changes.merge(changes) }
    signal.yield()
  }

  func fail(_ error: any Error) {
    pending.withLock { $0.failure = error }
    signal.yield()
  }

  /// The changes since the last call; nil for none.
  func take() throws -> RecordChanges? {
    try pending.withLock { pending in
      defer { pending.changes = RecordChanges() }
      if !pending.changes.recordNames.isEmpty { return pending.changes }
      if let failure = pending.failure { throw failure }
      return nil
    }
  }
}

/// The versions of a file and of its tables, as a connection sees them.
private struct FileVersion {
  private let file: Int64?
  /// By table: the number of all transactions, and that of the last one of another store.
  private var tables: [String: [Int64]] = [:]
  private let all: Set<String>

  init(_ connection: Connection, _ number: Int64) throws {
    // Of one state of the database.
    try connection.run("BEGIN")
    defer { try? connection.run("COMMIT") }
    file = try connection.number("PRAGMA data_version")
    all = try connection.recordNames()
    guard try connection.hasTable("peridot_versions") else { return }
    let sql = "SELECT record, version, iif(writer = ?, since, version) FROM peridot_versions"
    _ = try connection.rows(sql, [.integer(number)]) { row in
      tables[row.text(at: 0) ?? ""] = [row.integer(at: 1), row.integer(at: 2)]
    }
  }

  /// The tables that others have changed: all, if somebody has written who notes no versions.
  func changes(since old: Self) -> Set<String> {
    if file == old.file { return [] }
    if tables == old.tables { return all }
    return Set(tables.filter { $0.value[1] != old.tables[$0.key]?[1] ?? 0 }.keys).subtracting([""])
  }
}

extension Connection {
  /// Notes that a store has changed tables. `since` is the version that another store wrote last.
  fileprivate func raiseVersions(of tables: [String], by number: Int64) throws {
    if !hasVersions {
      try run(
        "CREATE TABLE IF NOT EXISTS peridot_versions (record TEXT PRIMARY KEY COLLATE nocase, "
          + "version INTEGER NOT NULL, writer INTEGER NOT NULL, since INTEGER NOT NULL) WITHOUT ROWID"
      )
      hasVersions = true
    }
    for table in tables {
      try run(
        "INSERT INTO peridot_versions VALUES (?1, 1, ?2, 0) ON CONFLICT (record) DO UPDATE SET "
          + "since = iif(writer = ?2, since, version), writer = ?2, version = version + 1",
        [.text(table), .integer(number)])
    }
  }
}
