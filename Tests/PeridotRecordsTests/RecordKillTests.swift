import Foundation
import Peridot
import PeridotRecords
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Processes that are killed while they write, and disks that are full: what was told as done is there,
/// and nothing of what was not.
///
/// `PERIDOT_KILLS` in the environment is the number of rounds; four in a usual run.
@Suite(.needsSQLite) struct RecordKillTests {
  typealias Item = RecordUpdateTests.Item
  typealias Tag = RecordUpdateTests.Tag
  typealias Step = RecordUpdateTests.Step

  private static var rounds: Range<Int> {
    0..<(ProcessInfo.processInfo.environment["PERIDOT_KILLS"].flatMap { Int($0) } ?? 4)
  }

  private let file = TemporaryDatabase()

  /// Kills this process from the side, so that it may come in the middle of a save.
  private static func killSoon() {
    Thread.detachNewThread {
      usleep(UInt32.random(in: 0...20_000))
      kill(getpid(), SIGKILL)
    }
  }

  private static func say(_ number: Int) {
    print("did \(number)")
    fflush(nil)
  }

  /// The number of the last step that a child told of as done.
  private func lastStep(_ result: ExitTest.Result?) throws -> Int {
    let lines = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
      .split(separator: "\n")
    return try #require(lines.last { $0.hasPrefix("did ") }.flatMap { Int($0.dropFirst(4)) })
  }

  /// Saves issues, each with a label of its own, until the process is killed.
  private static func saveUntilKilled(_ path: String, from first: Int) throws {
    let store = try RecordStore(url: URL(fileURLWithPath: path))
    for number in first..<first + 1_000_000 {
      let issue = Issue(number, "title")
      issue.labels = [try Label(dictionary: ["name": "l\(number)"])]
      try store.save(issue)
      say(number)
      if number == first + 20 { killSoon() }
    }
  }

  @Test(arguments: rounds) func aKillLosesNoSaveThatWasMade(_: Int) async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
    ) { [path = file.url.path as String] in
      try Self.saveUntilKilled(path, from: 0)
    }
    let last = try lastStep(result)
    let store = try RecordStore(url: file.url)
    let issues = try store.models(of: Issue.self, orderedBy: "number")
    #expect(last >= 20)
    // One more may have been saved and not told.
    #expect(issues.count == last + 1 || issues.count == last + 2)
    #expect(issues.allSatisfy { $0.labels.map(\.name) == ["l\($0.number)"] })
    #expect(try store.count(of: Label.self) == issues.count)
  }

  @Test(arguments: rounds) func twoWritersAreKilled(_: Int) async throws {
    let path = file.url.path
    async let one = #expect(
      processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
    ) { [path = path as String] in
      try Self.saveUntilKilled(path, from: 0)
    }
    async let other = #expect(
      processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
    ) { [path = path as String] in
      try Self.saveUntilKilled(path, from: 10_000_000)
    }
    let last = try (lastStep(await one), lastStep(await other))
    let store = try RecordStore(url: file.url)
    let issues = try store.models(of: Issue.self, orderedBy: "number")
    let firsts = issues.prefix { $0.number < 10_000_000 }
    for (saved, last) in [
      (firsts.count, last.0), (issues.count - firsts.count, last.1 - 10_000_000),
    ] {
      #expect(saved == last + 1 || saved == last + 2)
    }
    #expect(issues.allSatisfy { $0.labels.map(\.name) == ["l\($0.number)"] })
    #expect(try store.count(of: Label.self) == issues.count)
  }

  /// A document of twenty items, of which the next one has all but the first, changed.
  private static func document(_ round: Int) -> String {
    let items = (round..<round + 20).map {
      #"{"number": \#($0), "stars": \#(round), "tags": [{"name": "t\#(round)"}], "steps": [{}]}"#
    }
    return "[\(items.joined(separator: ", "))]"
  }

  private static func sync(_ store: RecordStore, _ round: Int) throws {
    try store.update(of: Item.self, from: document(round), removing: .absent())
  }

  /// Checks that a store has all of one round of `sync`, which is that one or the next.
  private func expectRound(_ last: Int) throws {
    let store = try RecordStore(url: file.url)
    let items = try store.models(of: Item.self, orderedBy: "id")
    let round = try #require(items.first).stars
    // One more may have been made and not told.
    #expect(round == last || round == last + 1)
    #expect(items.map(\.id) == Array(round..<round + 20))
    #expect(items.allSatisfy { $0.stars == round && $0.tags.map(\.name) == ["t\(round)"] })
    #expect(try store.count(of: Step.self) == 20)
    #expect(try store.count(of: Tag.self) == round)
  }

  /// Each sync changes 19 items, adds one, and deletes one.
  @Test(arguments: rounds) func aKilledSyncHasDoneAllOrNothing(_: Int) async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
    ) { [path = file.url.path as String] in
      let store = try RecordStore(url: URL(fileURLWithPath: path))
      for round in 1...1_000_000 {
        try Self.sync(store, round)
        Self.say(round)
        if round == 3 { Self.killSoon() }
      }
    }
    try expectRound(lastStep(result))
  }

  /// No file of the process can be longer than so many bytes: the log, or the database, is full.
  @Test(arguments: [150_000, 500_000, 2_000_000])
  func aFullDiskKeepsTheLastSync(size: Int) async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { [path = file.url.path as String, size] in
      let store = try RecordStore(url: URL(fileURLWithPath: path))
      for round in 1...3 { try Self.sync(store, round) }
      Self.say(3)
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: rlim_t(size), rlim_max: rlim_t(size))
      #if canImport(Darwin)
        try #require(setrlimit(RLIMIT_FSIZE, &limit) == 0)
      #else
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      #endif
      var last = 3
      let error = #expect(throws: RecordError.self) {
        for round in 4...100_000 {
          let tags = (0..<round).map { #"{"name": "\#(round) \#($0)"}"# }.joined(separator: ", ")
          try store.transaction {
            try Self.sync(store, round)
            try store.update(of: Tag.self, from: "[\(tags)]")
            try store.delete(of: Tag.self, matching: "name LIKE \("\(round) %")")
          }
          last = round
          Self.say(round)
        }
      }
      #expect(error?.kind == .database)
      // What was read before is read again, by the connection that failed.
      #expect(try store.models(of: Item.self).map(\.stars) == Array(repeating: last, count: 20))
    }
    try expectRound(lastStep(result))
  }

  /// A sync of a file with changed bytes throws an error of the store, or finds none of them.
  @Test func aSyncOfADamagedFileThrows() throws {
    do {
      let store = try RecordStore(url: file.url)
      for round in 1...40 { try Self.sync(store, round) }
    }
    let failures = try file.failures(damages: 100, of: 20) {
      try Self.sync(RecordStore(url: file.url), 41)
    }
    #expect(failures > 0)
  }
}
