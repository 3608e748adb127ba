import Foundation
import Peridot
import PeridotRecords
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a store says of its changes.
@Suite(.needsSQLite, .timeLimit(.minutes(10))) struct RecordChangeTests {
  typealias Changes = AsyncThrowingStream<RecordChanges, any Error>

  final class Step: Model, RecordSerializing {
    var text = ""
  }

  final class Plan: Model, RecordSerializing {
    var name = ""
    var steps: [Step] = []

    override class var declaredProperties: [Property] {
      [
        property("name", \.name, isIdentity: true),
        property("steps", \.steps, facets: .owns),
      ]
    }
  }

  /// The next changes, as words in order: `+` inserted, `=` updated, `-` deleted.
  private func next(_ iterator: inout Changes.Iterator) async throws -> [String] {
    try #require(try await iterator.next()).records.map { change in
      let sign =
        switch change.kind {
        case .inserted: "+"
        case .updated: "="
        case .deleted: "-"
        }
      let values = change.identity.keys.map { "\(change.identity[$0] ?? "")" }
      return sign + change.recordName + values.map { " " + $0 }.joined()
    }
  }

  @Test(arguments: [true, false]) func eachCommitIsTold(inMemory: Bool) async throws {
    let file = TemporaryDatabase()
    let store = try inMemory ? RecordStore.inMemory() : RecordStore(url: file.url)
    try store.save(Person("zoe"))
    var changes = try store.changes().makeAsyncIterator()
    let issue = Issue(1)
    issue.labels = [try Label(dictionary: ["name": "bug"])]
    try store.save(issue)
    #expect(try await next(&changes) == ["+Label bug", "+Issue 1"])
    // What has not changed is no change.
    try store.save(issue)
    issue.stars = 5
    try store.save(issue)
    #expect(try await next(&changes) == ["=Issue 1"])
    issue.labels = [try Label(dictionary: ["name": "ui"])]
    try store.save(issue)
    #expect(try await next(&changes) == ["+Label ui", "=Issue 1"])
    try store.delete(of: Label.self, matching: ["name": "ui"])
    #expect(try await next(&changes) == ["-Label ui", "=Issue 1"])
    try store.execute("UPDATE Issue SET stars = \(7)")
    #expect(try await next(&changes) == ["=Issue 1"])
    try store.delete(of: Person.self)
    try store.delete(issue)
    #expect(try await next(&changes) == ["-Person zoe", "-Issue 1"])
  }

  @Test func ownedAndKeylessRecordsAreTold() async throws {
    let store = try RecordStore.inMemory()
    var changes = try store.changes().makeAsyncIterator()
    let plan = try Plan(dictionary: ["name": "a", "steps": [Step(), Step()]])
    try store.save(plan)
    #expect(try await next(&changes) == ["+Step", "+Step", "+Plan a"])
    plan.steps.removeLast()
    try store.save(plan)
    #expect(try await next(&changes) == ["=Plan a", "-Step"])
    try store.delete(plan)
    #expect(try await next(&changes).sorted() == ["-Plan a", "-Step"])
  }

  @Test func whatFailsIsNoChange() async throws {
    struct Stop: Error {}
    let store = try RecordStore.inMemory()
    try store.save(Issue(0))
    var changes = try store.changes().makeAsyncIterator()
    #expect(throws: Stop.self) {
      try store.transaction {
        try store.save(Issue(1))
        throw Stop()
      }
    }
    try store.transaction {
      try store.save(Issue(2))
      try? store.transaction {
        try store.save([Issue(3), Issue(2, "new")])
        try store.save(Person("ann"))
        throw Stop()
      }
      try store.delete(Issue(0))
    }
    let told = try #require(try await changes.next())
    #expect(told.recordNames == ["Issue"])
    #expect(told.records.map(\.kind) == [.inserted, .deleted])
    #expect(told.records.map { $0.identity["number"] as? Int } == [2, 0])
    #expect(told.contains(Issue.self) && !told.contains(Person.self))
  }

  @Test func changesThatNobodyAsksForComeTogether() async throws {
    let store = try RecordStore.inMemory()
    try store.save([Issue(1), Issue(2)])
    var changes = try store.changes().makeAsyncIterator()
    try store.save(Issue(1, "a"))
    try store.save([Issue(1, "b"), Issue(3)])
    try store.save(Issue(3, "c"))
    try store.delete(Issue(2))
    try store.save(Issue(4))
    try store.delete(Issue(4))
    try store.delete(Issue(1))
    try store.save(Issue(5))
    #expect(try await next(&changes) == ["-Issue 1", "+Issue 3", "-Issue 2", "+Issue 5"])
  }

  @Test func whatSQLAloneChangesNamesTheTables() async throws {
    let store = try RecordStore.inMemory()
    let issue = Issue(1)
    issue.labels = [try Label(dictionary: ["name": "bug"])]
    try store.save(issue)
    var changes = try store.changes().makeAsyncIterator()
    try store.execute("DELETE FROM \"Issue.labels\"")
    #expect(try #require(try await changes.next()).contains(Issue.self))
    try store.execute("DELETE FROM Label")
    #expect(try #require(try await changes.next()).contains(Label.self))
  }

  // MARK: Others

  @Test func whatOtherStoresChangeIsFound() async throws {
    let file = TemporaryDatabase()
    let (store, other) = (try RecordStore(url: file.url), try RecordStore(url: file.url))
    try store.save([Issue(1), Issue(2)])
    try other.save(Person("ann"))
    let reader = try RecordStore(url: file.url, isReadOnly: true)
    var changes = try store.changes(polling: .milliseconds(5)).makeAsyncIterator()
    var read = try reader.changes(polling: .milliseconds(5)).makeAsyncIterator()
    // Its own are told once, and never as another's.
    try store.save(Issue(3))
    let own = try #require(try await changes.next())
    #expect(own.recordNames == ["Issue"] && own.records.count == 1)
    #expect(try #require(try await read.next()).recordNames == ["Issue"])
    try await Task.sleep(for: .milliseconds(30))
    try other.save(Person("bob"))
    let found = try #require(try await changes.next())
    #expect(found.recordNames == ["Person"] && found.records.isEmpty)
    #expect(try #require(try await read.next()).recordNames == ["Person"])
    // Both write, and the store that looks writes last.
    try await Task.sleep(for: .milliseconds(30))
    try other.transaction {
      try other.save(Issue(9))
      try other.save(Person("cyd"))
    }
    try store.save(Issue(4))
    var names: Set<String> = []
    while names.count < 2 {
      names.formUnion(try #require(try await changes.next()).recordNames)
    }
    #expect(names == ["Issue", "Person"])
  }

  @Test func aProgramThatKnowsNothingOfStoresChangesAll() async throws {
    let file = TemporaryDatabase()
    let store = try RecordStore(url: file.url)
    try store.save(Issue(1))
    try store.save(Person("ann"))
    var changes = try store.changes(polling: .milliseconds(5)).makeAsyncIterator()
    try OtherConnection(file.url).execute("UPDATE Issue SET title = 'x'")
    let found = try #require(try await changes.next())
    #expect(found.contains(Issue.self) && found.contains(Person.self) && found.records.isEmpty)
  }

  @Test func anotherProcessIsSeen() async throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("watched-\(getpid()).sqlite")
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: url.path + suffix)
      }
    }
    let store = try RecordStore(url: url)
    try store.save([Issue(1)])
    try store.save(Person("ann"))
    var changes = try store.changes(polling: .milliseconds(50)).makeAsyncIterator()
    async let child: Void = {
      await #expect(processExitsWith: .success) {
        let url = FileManager.default.temporaryDirectory
          .appendingPathComponent("watched-\(getppid()).sqlite")
        let store = try RecordStore(url: url)
        try store.save(Issue(2, "\(Date().timeIntervalSince1970)"))
      }
    }()
    let found = try #require(try await changes.next())
    let seen = Date().timeIntervalSince1970
    #expect(found.recordNames == ["Issue"] && found.records.isEmpty)
    let issue = try #require(try store.model(of: Issue.self, matching: ["number": 2]))
    // Asked each 50 ms; a machine that does other things may take far longer.
    let delay = seen - (try #require(Double(issue.title)))
    print("another process's change was seen after \(Int(delay * 1000)) ms of 50")
    #expect(delay < 30)
    await child
  }

  // MARK: Ends

  @Test func cancellingEndsItAndNothingIsKept() async throws {
    let file = TemporaryDatabase()
    weak var kept: RecordStore?
    do {
      let store = try RecordStore(url: file.url)
      kept = store
      try store.save(Issue(1))
      let changes = try store.changes(polling: .milliseconds(5))
      let (count, counted) = AsyncStream.makeStream(of: Int.self)
      let task = Task {
        var count = 0
        for try await _ in changes {
          count += 1
          counted.yield(count)
        }
        return count
      }
      try store.save(Issue(2))
      for await first in count {
        #expect(first == 1)
        break
      }
      task.cancel()
      #expect(try await task.value == 1)
      // One that nobody iterates, and one that ends early.
      _ = try store.changes(polling: .milliseconds(5))
      let live = try store.liveModels(of: Issue.self, polling: .milliseconds(5))
      for try await issues in live {
        #expect(issues.count == 2)
        break
      }
    }
    // The last look at the file may be running.
    for _ in 0..<1000 where kept != nil { try await Task.sleep(for: .milliseconds(5)) }
    #expect(kept == nil)
  }

  // MARK: Queries

  @Test func aQueryIsAskedAgainWhenItsTablesChange() async throws {
    let store = try RecordStore.inMemory()
    try store.save([Issue(1), Issue(2, stars: 3)])
    let live = try store.liveModels(
      of: Issue.self, matching: ["stars": 1...], orderedBy: "number", limit: 2)
    var stars = live.makeAsyncIterator()
    #expect(try await stars.next()?.map(\.number) == [2])
    try store.save(Counted())
    try store.save(Issue(3, stars: 1))
    #expect(try await stars.next()?.map(\.number) == [2, 3])
    // What a model refers to is part of it.
    let issue = Issue(3, stars: 1)
    issue.assignee = Person("ann")
    try store.save(issue)
    #expect(try await stars.next()?.last?.assignee?.age == 0)
    try store.save(Person("ann", age: 9))
    #expect(try await stars.next()?.last?.assignee?.age == 9)
    var sql = try store.liveModels(
      of: Issue.self, matching: "number < (SELECT max(number) FROM Counted)"
    ).makeAsyncIterator()
    #expect(try await sql.next()?.count == 0)
    try store.save(try Counted(dictionary: ["number": 3]))
    #expect(try await sql.next()?.count == 2)
  }

  final class Counted: Model, RecordSerializing {
    var number = 0

    override class var identityKey: String? { "number" }
  }
}
