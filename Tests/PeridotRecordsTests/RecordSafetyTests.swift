import Foundation
import Peridot
import PeridotRecords
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Another program's connection to the same file, through the interface of SQLite.
final class OtherConnection {
  private typealias Execute =
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>, OpaquePointer?, OpaquePointer?, OpaquePointer?
    )
    -> Int32

  private var database: OpaquePointer?
  private let executeSQL: Execute
  private let close: @convention(c) (OpaquePointer?) -> Int32

  init(_ url: URL) throws {
    #if canImport(Darwin)
      let library = dlopen("libsqlite3.dylib", RTLD_NOW)
    #else
      let library = dlopen("libsqlite3.so.0", RTLD_NOW)
    #endif
    typealias Open =
      @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
    let open = unsafeBitCast(try #require(dlsym(library, "sqlite3_open")), to: Open.self)
    executeSQL = unsafeBitCast(try #require(dlsym(library, "sqlite3_exec")), to: Execute.self)
    close = unsafeBitCast(
      try #require(dlsym(library, "sqlite3_close")),
      to: (@convention(c) (OpaquePointer?) -> Int32).self)
    #expect(open(url.path, &database) == 0)
  }

  deinit { _ = close(database) }

  func execute(_ sql: String) throws {
    try #require(executeSQL(database, sql, nil, nil, nil) == 0, "\(sql)")
  }
}

@Suite(.needsSQLite) struct RecordSafetyTests {
  @Test func aFileKeepsWhatWasSaved() throws {
    let file = TemporaryDatabase()
    try RecordStore(url: file.url).save((0..<10).map { Issue($0) })
    let store = try RecordStore(url: file.url, isReadOnly: true)
    #expect(try store.models(of: Issue.self).count == 10)
    let error = #expect(throws: RecordError.self) { try store.save(Issue(11)) }
    #expect(error?.kind == .database)
    #expect(error?.resultCode == 8)
    let missing = #expect(throws: RecordError.self) {
      _ = try RecordStore(url: file.url.appendingPathExtension("none"), isReadOnly: true)
    }
    #expect(missing?.resultCode == 14)
    #expect(throws: RecordError.self) {
      _ = try RecordStore(url: #require(URL(string: "https://example.com/a")))
    }
  }

  @Test func aFileThatIsNoDatabaseIsToldSo() throws {
    let file = TemporaryDatabase()
    try Data(repeating: 7, count: 5000).write(to: file.url)
    let error = #expect(throws: RecordError.self) { _ = try RecordStore(url: file.url) }
    #expect(error?.resultCode == 26)
  }

  @Test func aDamagedFileThrowsAndDoesNotCrash() throws {
    let file = TemporaryDatabase()
    do {
      let store = try RecordStore(url: file.url)
      try store.save((0..<2000).map { Issue($0, "some title of number \($0)") })
      let other = try OtherConnection(file.url)
      try other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    let whole = try Data(contentsOf: file.url)
    var state: UInt64 = 9
    var failures = 0
    for _ in 0..<60 {
      var damaged = whole
      for _ in 0..<40 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        damaged[100 + Int(state >> 33) % (damaged.count - 100)] = UInt8(
          truncatingIfNeeded: state >> 20)
      }
      for suffix in ["-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: file.url.path + suffix)
      }
      try damaged.write(to: file.url)
      do {
        let store = try RecordStore(url: file.url)
        _ = try store.models(of: Issue.self, orderedBy: "number")
        try store.save(Issue(1, "again"))
      } catch is RecordError {
        failures += 1
      }
    }
    #expect(failures > 0)
  }

  @Test func aFullDiskLeavesWhatThereWas() throws {
    let file = TemporaryDatabase()
    let store = try RecordStore(url: file.url)
    try store.save(Issue(0))
    let error = #expect(throws: RecordError.self) {
      try store.transaction {
        // As if the disk ended here.
        try store.execute("PRAGMA max_page_count = 30")
        try store.save((1..<10_000).map { Issue($0, String(repeating: "x", count: 100)) })
      }
    }
    #expect(error?.resultCode == 13)
    #expect(try store.models(of: Issue.self).map(\.number) == [0])
    #expect(try RecordStore(url: file.url).models(of: Issue.self).map(\.number) == [0])
  }

  @Test func anotherWriterIsWaitedForAndThenToldOf() throws {
    let file = TemporaryDatabase()
    let store = try RecordStore(url: file.url, busyTimeout: .milliseconds(50))
    try store.save(Issue(0))
    let other = try OtherConnection(file.url)
    try other.execute("BEGIN IMMEDIATE")
    let error = #expect(throws: RecordError.self) { try store.save(Issue(1)) }
    #expect(error?.kind == .busy)
    #expect(error?.resultCode == 5)
    // Reading goes on.
    #expect(try store.count(of: Issue.self) == 1)
    try other.execute("COMMIT")
    try store.save(Issue(1))
    #expect(try store.count(of: Issue.self) == 2)
  }

  @Test(arguments: [true, false]) func severalTasksReadAndWrite(inMemory: Bool) async throws {
    let file = TemporaryDatabase()
    let store = try inMemory ? RecordStore.inMemory() : RecordStore(url: file.url)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for round in 0..<10 {
            try store.transaction {
              try store.save((0..<5).map { Issue(task * 1000 + round * 5 + $0) })
            }
          }
        }
        group.addTask {
          for _ in 0..<20 {
            // Whole transactions are seen, or nothing of them.
            let count = try store.models(of: Issue.self).count
            #expect(count % 5 == 0)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.count(of: Issue.self) == 200)
  }

  /// Kills this process from the side, so that it may come in the middle of a save.
  private static func killSoon() {
    Thread.detachNewThread {
      usleep(UInt32.random(in: 0...20_000))
      kill(getpid(), SIGKILL)
    }
  }

  /// The file that a child has named, and the number of the last step that it told of as done.
  private func told(_ output: [UInt8]) throws -> (url: URL, last: Int) {
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    let path = try #require(lines.first { $0.hasPrefix("file ") }?.dropFirst(5))
    let last = try #require(lines.last { $0.hasPrefix("did ") }.flatMap { Int($0.dropFirst(4)) })
    return (URL(fileURLWithPath: String(path)), last)
  }

  private func remove(_ url: URL) {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: url.path + suffix)
    }
  }

  /// A child saves until it is killed, and says after each save that it was made.
  @Test func aKillLosesNoSaveThatWasMade() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
    ) {
      let directory = FileManager.default.temporaryDirectory
      let url = directory.appendingPathComponent("killed-\(getpid()).sqlite")
      print("file \(url.path)")
      let store = try RecordStore(url: url)
      for number in 0..<1_000_000 {
        let issue = Issue(number, "title")
        issue.labels = [try Label(dictionary: ["name": "l\(number)"])]
        try store.save(issue)
        print("did \(number)")
        fflush(nil)
        if number == 20 { Self.killSoon() }
      }
    }
    let (url, last) = try told(try #require(result).standardOutputContent)
    defer { remove(url) }
    let issues = try RecordStore(url: url).models(of: Issue.self, orderedBy: "number")
    #expect(last >= 20)
    // One more may have been saved and not told.
    #expect(issues.count == last + 1 || issues.count == last + 2)
    #expect(issues.allSatisfy { $0.labels.map(\.name) == ["l\($0.number)"] })
  }

  /// A child syncs until it is killed: each sync changes 19 items, adds one, and deletes one.
  @Test(arguments: 0..<4) func aKilledSyncHasDoneAllOrNothing(_: Int) async throws {
    typealias Item = RecordUpdateTests.Item
    let result = await #expect(
      processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
    ) {
      let directory = FileManager.default.temporaryDirectory
      let url = directory.appendingPathComponent("synced-\(getpid()).sqlite")
      print("file \(url.path)")
      let store = try RecordStore(url: url)
      for round in 1...1_000_000 {
        let items = (round..<round + 20).map {
          #"{"number": \#($0), "stars": \#(round), "tags": [{"name": "t\#(round)"}], "steps": [{}]}"#
        }
        try store.update(
          of: RecordUpdateTests.Item.self, from: "[\(items.joined(separator: ", "))]",
          removing: .absent())
        print("did \(round)")
        fflush(nil)
        if round == 3 { Self.killSoon() }
      }
    }
    let (url, last) = try told(try #require(result).standardOutputContent)
    defer { remove(url) }
    let store = try RecordStore(url: url)
    let items = try store.models(of: Item.self, orderedBy: "id")
    let round = try #require(items.first).stars
    // One more may have been made and not told.
    #expect(round == last || round == last + 1)
    #expect(items.map(\.id) == Array(round..<round + 20))
    #expect(items.allSatisfy { $0.stars == round && $0.tags.map(\.name) == ["t\(round)"] })
    #expect(try store.count(of: RecordUpdateTests.Step.self) == 20)
    #expect(try store.count(of: RecordUpdateTests.Tag.self) == round)
  }
}
