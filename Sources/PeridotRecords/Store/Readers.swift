import Foundation
import Synchronization

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
    connection.endSnapshot()
    state.withLock { state in
      state.count -= 1
      if state.idle.count < 8 { state.idle.append(connection) }
    }
  }
}

/// A connection for as long as somebody reads with it.
final class Lease {
  private let connection: Connection
  /// Nil for the connection that writes, which others use meanwhile.
  private let readers: Readers?

  init(_ connection: Connection, of readers: Readers? = nil) {
    self.connection = connection
    self.readers = readers
  }

  deinit {
    readers?.giveBack(connection)
  }

  /// Whether it had better not be kept for long.
  var isScarce: Bool { readers?.areMany ?? false }

  func withConnection<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try connection.withLock { try body(connection) }
  }

  /// Lets all that follows see the state that the first statement sees, where nobody else uses the
  /// connection.
  func beginSnapshot() throws {
    if readers != nil { try connection.run("BEGIN") }
  }
}
