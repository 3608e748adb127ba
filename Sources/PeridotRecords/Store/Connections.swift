import Foundation
import Synchronization

/// The connections of a store: the one that writes, and those that only read.
///
/// Each has files open, which a process has few of; and SQLite gives one that another connection of the
/// process may be using to the next connection only.
final class Connections: Sendable {
  private struct State {
    var idle: [Connection] = []
    var count = 0
  }

  let writer: Connection
  private let options: RecordStore.Options
  private let readers = Mutex(State())

  init(_ options: RecordStore.Options) throws {
    self.options = options
    writer = try options.connect()
  }

  /// A connection for reading, which the caller gives back; within a transaction, the one that writes.
  func take() throws -> Connection {
    if options.isInMemory || writer.isInTransactionOfThisThread { return writer }
    let idle = readers.withLock { $0.idle.popLast() }
    let connection = try idle ?? options.connect()
    readers.withLock { $0.count += 1 }
    return connection
  }

  func giveBack(_ connection: Connection) {
    if connection === writer { return }
    if connection.isInTransaction { try? connection.run("COMMIT") }
    readers.withLock { readers in
      readers.count -= 1
      if readers.idle.count < 8 { readers.idle.append(connection) }
    }
  }

  /// Whether so many are in use that this one had better not be kept for long.
  func isScarce(_ connection: Connection) -> Bool {
    connection !== writer && readers.withLock { $0.count > 24 }
  }

  /// Lets all that follows see the state that the first statement sees, where nobody else uses the
  /// connection.
  func beginSnapshot(_ connection: Connection) throws {
    if connection !== writer { try connection.run("BEGIN") }
  }
}
