import Foundation
import Peridot
import PeridotRecords
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite(.needsSQLite) struct RecordStreamTests {
  @Test(arguments: [1, 63, 64, 65, 100, 200])
  func relatedRecordsAreOfTheStateOfTheFirst(count: Int) async throws {
    let file = TemporaryDatabase()
    let store = try RecordStore(url: file.url)
    func save(_ round: Int) throws {
      try store.save(
        (0..<count).map { number in
          let issue = Issue(number, stars: round)
          issue.assignee = Person("p\(number)", age: round)
          issue.labels = [try Label(dictionary: ["name": "l\(number)", "color": "\(round)"])]
          return issue
        })
    }
    try save(1)
    var round = 1
    var seen: [[Int]] = []
    for try await issue in store.stream(of: Issue.self, orderedBy: "number") {
      seen.append([
        issue.stars, issue.assignee?.age ?? 0, Int(issue.labels.first?.color ?? "") ?? 0,
      ])
      round += 1
      // After the first, and as often as batches may begin.
      if round == 2 || round % 30 == 0 { try save(round) }
    }
    #expect(seen == Array(repeating: [1, 1, 1], count: count))
  }

  @Test func recordsThatAreDeletedMeanwhileAreNotMissing() async throws {
    let file = TemporaryDatabase()
    let store = try RecordStore(url: file.url)
    try store.save(
      (0..<100).map { number in
        let issue = Issue(number)
        issue.watchers = [Person("p\(number)")]
        return issue
      })
    var count = 0
    for try await issue in store.stream(of: Issue.self) {
      if count == 0 { try store.delete(of: Person.self) }
      count += issue.watchers.count
    }
    #expect(count == 100)
    #expect(try store.count(of: Person.self) == 0)
  }

  /// In a process with few files, which many streams at a time would use up.
  @Test func manyStreamsLeaveFilesToOthers() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit(rlim_cur: 256, rlim_max: 256)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      let file = TemporaryDatabase()
      let store = try RecordStore(url: file.url)
      try store.save((0..<3).map { Issue($0) })
      var streams = (0..<300).map { _ in store.stream(of: Issue.self).makeAsyncIterator() }
      for index in streams.indices {
        try #require(try await streams[index].next()?.number == 0)
      }
      try store.save(Issue(3))
      for index in streams.indices {
        try #require(try await streams[index].next()?.number == 1)
        try #require(try await streams[index].next()?.number == 2)
        try #require(try await streams[index].next() == nil)
      }
      try Data([1]).write(to: file.url.appendingPathExtension("txt"))
      try FileManager.default.removeItem(at: file.url.appendingPathExtension("txt"))
      try #require(try store.count(of: Issue.self) == 4)
    }
  }
}
