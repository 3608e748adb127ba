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

extension TemporaryDatabase {
  /// Runs `body` with the file as it is but for some bytes, which are others each time; returns how often
  /// it threw a `RecordError`.
  func failures(damages count: Int, of byteCount: Int, _ body: () throws -> Void) throws -> Int {
    try OtherConnection(url).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let whole = try Data(contentsOf: url)
    var state: UInt64 = 9
    var failures = 0
    for _ in 0..<count {
      var damaged = whole
      for _ in 0..<byteCount {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        damaged[100 + Int(state >> 33) % (damaged.count - 100)] = UInt8(
          truncatingIfNeeded: state >> 20)
      }
      for suffix in ["-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: url.path + suffix)
      }
      try damaged.write(to: url)
      do { try body() } catch is RecordError { failures += 1 }
    }
    return failures
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
    }
    let failures = try file.failures(damages: 60, of: 40) {
      let store = try RecordStore(url: file.url)
      _ = try store.models(of: Issue.self, orderedBy: "number")
      try store.save(Issue(1, "again"))
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
}
