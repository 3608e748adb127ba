import Foundation
import Peridot
import PeridotRecords

extension GitHubUser: RecordSerializing {}

/// Models in a database, compared with SQLite called by hand. Both databases are in memory, so that
/// no disk is measured.
enum RecordWorkload {
  static func comparisons() throws -> [Comparison] {
    let count = 10_000
    let users = try UserArray.numberedModels(count: count)
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
      Comparison(
        workload: "records", direction: "look-ups by key", objects: 1_000,
        subject: Contender(name: "Peridot") {
          for id in 0..<1_000 {
            consume(try store.model(of: GitHubUser.self, matching: ["id": id * 7]))
          }
        },
        peers: [
          Contender(name: "by hand") { for id in 0..<1_000 { consume(table.user(Int64(id * 7))) } }
        ],
        check: {
          guard try store.model(of: GitHubUser.self, matching: ["id": 77]) == table.user(77) else {
            throw PeerMismatch("a user is not found")
          }
        }),
      Comparison(
        workload: "records", direction: "the first 100 in an order", objects: 100,
        subject: Contender(name: "Peridot") {
          consume(try store.models(of: GitHubUser.self, orderedBy: "followers", limit: 100))
        },
        peers: [Contender(name: "by hand") { consume(table.topUsers()) }],
        check: {
          let models = try store.models(of: GitHubUser.self, orderedBy: "followers", limit: 100)
          guard models.map(\.followers) == table.topUsers().map(\.followers) else {
            throw PeerMismatch("users are not in order")
          }
        }),
      Comparison(
        workload: "records", direction: "updates of one property", objects: 1_000,
        subject: Contender(name: "Peridot") {
          for user in users.prefix(1_000) {
            user.followers += 1
            try store.save(user, keys: ["followers"])
          }
        },
        peers: [
          Contender(name: "by hand") {
            for user in users.prefix(1_000) {
              user.followers += 1
              table.setFollowers(user.followers, of: user.id)
            }
          }
        ],
        check: check),
      Comparison(
        workload: "records", direction: "deletions of all", objects: count, target: .within(2),
        subject: Contender(name: "Peridot") {
          do {
            try store.transaction {
              try store.delete(of: GitHubUser.self, matching: ["id": 0...])
              throw CancellationError()
            }
          } catch is CancellationError {}
        },
        peers: [Contender(name: "by hand") { table.deleteAndRollBack() }], check: check),
    ]
  }
}
