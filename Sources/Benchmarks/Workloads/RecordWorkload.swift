import Foundation
import Peridot
import PeridotRecords

extension GitHubUser: RecordSerializing {}

/// Models in a database, compared with SQLite called by hand. Both databases are in memory, so that
/// no disk is measured.
enum RecordWorkload {
  static func comparisons() throws -> [Comparison] {
    let count = 10_000
    let users: [GitHubUser] = try JSONAdapter.models(from: UserArray.data(count: count))
    for (index, user) in users.enumerated() { user.id = Int64(index) }
    let store = try RecordStore.inMemory()
    let table = try HandwrittenUserTable()
    let check = {
      try store.save(users)
      try table.save(users)
      guard try store.models(of: GitHubUser.self) == users, table.users() == users else {
        throw PeerMismatch("users do not come back from the database")
      }
    }
    return [
      Comparison(
        workload: "records", direction: "models to records", objects: count, target: .within(1.3),
        subject: Contender(name: "Peridot") { try store.save(users) },
        peers: [Contender(name: "by hand") { try table.save(users) }], check: check),
      Comparison(
        workload: "records", direction: "records to models", objects: count, target: .within(1.3),
        subject: Contender(name: "Peridot") { consume(try store.models(of: GitHubUser.self)) },
        peers: [Contender(name: "by hand") { consume(table.users()) }], check: check),
    ]
  }
}
