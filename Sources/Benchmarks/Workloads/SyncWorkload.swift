import Foundation
import Peridot
import PeridotRecords

/// A list and its tasks, each of which refers to its list.
final class RecordedList: Model, RecordSerializing {
  var id = 0
  var title = ""

  override class var identityKey: String? { "id" }
}

final class RecordedTask: Model, RecordSerializing {
  var id = 0
  var title = ""
  weak var list: RecordedList?

  override class var identityKey: String? { "id" }
}

/// Records that JSON updates, that a query reads with their parents, and that are watched.
enum SyncWorkload {
  static func comparisons() throws -> [Comparison] {
    try [unchanged(count: 10_000), parents(count: 10_000), watched(count: 1_000)]
  }

  /// A document that says what the records have already.
  private static func unchanged(count: Int) throws -> Comparison {
    let users = try UserArray.numberedModels(count: count)
    let json = try JSONAdapter.data(from: users)
    let store = try RecordStore.inMemory()
    try store.save(users)
    return Comparison(
      workload: "sync", direction: "JSON without changes", objects: count, target: .within(1.5),
      subject: Contender(name: "Peridot") {
        consume(try store.update(of: GitHubUser.self, from: json))
      },
      peers: [
        Contender(name: "reading both") {
          consume(try store.models(of: GitHubUser.self))
          consume(try JSONAdapter.models(of: GitHubUser.self, from: json))
        },
        Contender(name: "reading the records") {
          consume(try store.models(of: GitHubUser.self))
        },
      ],
      check: {
        let result = try store.update(of: GitHubUser.self, from: json)
        guard result.unchanged.count == count, result.changed.isEmpty, result.inserted.isEmpty
        else {
          throw PeerMismatch("the JSON changes records")
        }
      })
  }

  /// A hundred tasks of each list, with their lists.
  private static func parents(count: Int) throws -> Comparison {
    let store = try RecordStore.inMemory()
    let lists = (0..<count / 100).map { index in
      let list = RecordedList()
      (list.id, list.title) = (index, "list \(index)")
      return list
    }
    let tasks = (0..<count).map { index in
      let task = RecordedTask()
      (task.id, task.title, task.list) = (index, "task \(index)", lists[index / 100])
      return task
    }
    try store.save(lists)
    try store.save(tasks)
    return Comparison(
      workload: "sync", direction: "records with parents", objects: count, target: .within(1.3),
      subject: Contender(name: "Peridot") {
        consume(try store.models(of: RecordedTask.self, including: ["list"]))
      },
      peers: [
        Contender(name: "without parents") {
          consume(try store.models(of: RecordedTask.self))
        }
      ],
      check: {
        let read = try store.models(of: RecordedTask.self, orderedBy: "id", including: ["list"])
        guard read.models.map(\.list?.title) == tasks.map(\.list?.title) else {
          throw PeerMismatch("tasks come without their lists")
        }
        withExtendedLifetime(read) {}
      })
  }

  /// Saves, each a transaction of its own, while a task gets the changes.
  private static func watched(count: Int) throws -> Comparison {
    let lists = (0..<count).map { index in
      let list = RecordedList()
      list.id = index
      return list
    }
    let store = try RecordStore.inMemory()
    try store.save(lists)
    let watched = try RecordStore.inMemory()
    try watched.save(lists)
    let changes = try watched.changes()
    Task { for try await change in changes { consume(change) } }
    func save(in store: RecordStore) throws {
      for list in lists {
        list.title += "x"
        try store.save(list, keys: ["title"])
        list.title = ""
      }
    }
    return Comparison(
      workload: "sync", direction: "saves that are watched", objects: count, target: .within(1.3),
      subject: Contender(name: "Peridot") { try save(in: watched) },
      peers: [Contender(name: "not watched") { try save(in: store) }],
      check: {
        try save(in: watched)
        try save(in: store)
        guard try watched.models(of: RecordedList.self) == store.models(of: RecordedList.self)
        else {
          throw PeerMismatch("the stores differ")
        }
      })
  }
}
