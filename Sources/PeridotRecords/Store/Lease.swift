import Foundation
import Synchronization

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

/// The connections that a store reads with.
///
/// Each has files open, which a process has few of; and SQLite gives one that another connection of the
/// process may be using to the next connection only.
final class Readers: Sendable {
  private struct State {
    var idle: [Connection] = []
    var count = 0
  }

  private let options: RecordStore.Options
  private let state = Mutex(State())

  init(_ options: RecordStore.Options) {
    self.options = options
  }

  /// Whether so many are in use that none should be kept for long.
  var areMany: Bool { state.withLock { $0.count > 24 } }

  func take() throws -> Connection {
    let idle = state.withLock { $0.idle.popLast() }
    let connection = try idle ?? options.connect()
    state.withLock { $0.count += 1 }
    return connection
  }

  func giveBack(_ connection: Connection) {
    state.withLock { state in
      state.count -= 1
      if state.idle.count < 8 { state.idle.append(connection) }
    }
  }
}

/// A connection for as long as somebody reads with it.
final class Lease {
  private enum Source {
    case own(Connection, Readers)
    case shared(Exclusive<Connection>)
  }

  private let source: Source

  init(_ readers: Readers) throws {
    source = .own(try readers.take(), readers)
  }

  init(writer: Exclusive<Connection>) {
    source = .shared(writer)
  }

  deinit {
    if case .own(let connection, let readers) = source {
      connection.endSnapshot()
      readers.giveBack(connection)
    }
  }

  /// Whether it had better not be kept for long.
  var isScarce: Bool {
    if case .own(_, let readers) = source { readers.areMany } else { false }
  }

  func withConnection<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    switch source {
    case .own(let connection, _): try body(connection)
    case .shared(let writer): try writer.withLock(body)
    }
  }

  /// Lets all that follows see the state that the first statement sees, where nobody else uses the
  /// connection.
  func beginSnapshot() throws {
    if case .own(let connection, _) = source { try connection.run("BEGIN") }
  }
}
