import Foundation
import Peridot
import PeridotRecords
import Synchronization
import Testing

/// What is done with a store as a whole.
@Suite(.needsSQLite) struct RecordBackupTests {
  private let file = TemporaryDatabase()
  private let copy = TemporaryDatabase()

  private func fill(_ store: RecordStore, _ numbers: Range<Int>) throws {
    try store.save(numbers.map { Issue($0, String(repeating: "text ", count: 100)) })
  }

  @Test func aBackupHasTheStateAtItsBeginning() throws {
    let store = try RecordStore(url: file.url)
    try fill(store, 0..<4000)
    var fractions: [Double] = []
    try store.backup(to: copy.url) { fraction in
      if fractions.isEmpty { try fill(store, 4000..<4010) }
      fractions.append(fraction)
    }
    #expect(fractions.count > 1 && fractions == fractions.sorted() && fractions.last == 1)
    #expect(try RecordStore(url: copy.url).count(of: Issue.self) == 4000)
    // A second one replaces it.
    try store.backup(to: copy.url)
    #expect(try RecordStore(url: copy.url).count(of: Issue.self) == 4010)
    let memory = try RecordStore.inMemory()
    try fill(memory, 0..<3)
    try memory.backup(to: copy.url)
    #expect(try RecordStore(url: copy.url).models(of: Issue.self).map(\.number) == [0, 1, 2])
  }

  @Test func aBackupThatStopsLeavesTheFileAsItWas() async throws {
    struct Stop: Error {}
    let store = try RecordStore(url: file.url)
    try fill(store, 0..<4000)
    try fill(try RecordStore(url: copy.url), 0..<1)
    #expect(throws: Stop.self) {
      try store.backup(to: copy.url) { if $0 > 0.3 { throw Stop() } }
    }
    #expect(try RecordStore(url: copy.url).count(of: Issue.self) == 1)
    let url = copy.url
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try store.backup(to: url)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try RecordStore(url: copy.url).count(of: Issue.self) == 1)
    #expect(
      message { try store.backup(to: file.url.deletingLastPathComponent()) }?.contains(
        "unable to open database file") == true)
  }

  @Test func vacuumGivesSpaceBack() throws {
    let store = try RecordStore(url: file.url)
    try fill(store, 0..<4000)
    try store.delete(of: Issue.self, matching: ["number": 1...])
    func pages() throws -> Int? {
      try store.rows("SELECT page_count AS n FROM pragma_page_count").first?["n"] as? Int
    }
    let before = try #require(try pages())
    try store.vacuum()
    #expect(try #require(try pages()) < before / 10)
    #expect(try store.models(of: Issue.self).map(\.number) == [0])
    #expect(
      message { try store.transaction { try store.vacuum() } }
        == "\"cannot VACUUM from within a transaction\" (SQLite code 1)")
  }

  @Test func eachConnectionIsConfigured() throws {
    let count = Mutex(0)
    let store = try RecordStore(url: file.url) { execute in
      count.withLock { $0 += 1 }
      try execute("PRAGMA cache_size = -1234")
    }
    #expect(count.withLock { $0 } == 1)
    try store.save(Issue(1))
    #expect(
      try store.rows("SELECT cache_size AS n FROM pragma_cache_size").first?["n"] as? Int == -1234)
    #expect(count.withLock { $0 } == 2)
    struct Stop: Error {}
    #expect(throws: Stop.self) { _ = try RecordStore(url: file.url) { _ in throw Stop() } }
  }
}
