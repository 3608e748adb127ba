import Foundation
import Peridot
import PeridotRecords
import Synchronization
import Testing

/// A model that counts how many there are.
private final class Counted: Model, RecordSerializing {
  static let live = Atomic<Int>(0)

  var number = 0

  convenience init(_ number: Int) {
    self.init()
    self.number = number
  }

  required init() {
    super.init()
    Self.live.add(1, ordering: .relaxed)
  }

  deinit {
    Self.live.subtract(1, ordering: .relaxed)
  }
}

@Suite(.needsSQLite) struct RecordQueryTests {
  let store: RecordStore

  init() throws {
    store = try RecordStore.inMemory()
    let issues = (0..<100).map { Issue($0, "t\($0 % 10)", stars: $0 % 7) }
    let (ann, bob) = (Person("ann"), Person("bob"))
    for issue in issues {
      issue.assignee = issue.number % 3 == 0 ? nil : issue.number % 3 == 1 ? ann : bob
      issue.state = issue.number < 40 ? .open : .closed
    }
    try store.save(issues)
  }

  private func numbers(_ issues: [Issue]) -> [Int] { issues.map(\.number) }

  @Test func valuesOrdersAndLimits() throws {
    #expect(
      numbers(
        try store.models(
          of: Issue.self, matching: ["state": "open", "title": "t3"],
          orderedBy: [.descending("number")], limit: 3)) == [33, 23, 13])
    #expect(
      numbers(
        try store.models(
          of: Issue.self, orderedBy: ["stars", .descending("number")], limit: 3, offset: 1))
        == [91, 84, 77])
    #expect(numbers(try store.models(of: Issue.self, limit: 0)) == [])
    #expect(
      numbers(try store.models(of: Issue.self, orderedBy: "number", offset: 97)) == [97, 98, 99])
    #expect(try store.count(of: Issue.self) == 100)
    #expect(try store.count(of: Issue.self, matching: ["assignee": nil]) == 34)
    #expect(try store.count(of: Issue.self, matching: ["assignee": Person("bob")]) == 33)
    #expect(try store.count(of: Issue.self, matching: ["assignee": Person("nobody")]) == 0)
    #expect(try store.count(of: Issue.self, matching: ["duplicateOf": NSNull()]) == 100)
    let values: [String: Any] = ["number": Int16(5), "stars": 5.0]
    #expect(try store.model(of: Issue.self, matching: RecordCondition(values))?.number == 5)
    let inferred: Issue? = try store.model(matching: ["number": 1000])
    #expect(inferred == nil)
  }

  @Test func valuesInSQLAreBound() throws {
    let title = "t3' OR '1' = '1"
    #expect(try store.count(of: Issue.self, matching: "title = \(title)") == 0)
    #expect(try store.count(of: Issue.self, matching: ["title": title]) == 0)
    let (low, high) = (10, 12)
    #expect(
      numbers(try store.models(of: Issue.self, matching: "number BETWEEN \(low) AND \(high)"))
        == [10, 11, 12])
    #expect(
      numbers(
        try store.models(
          of: Issue.self, matching: RecordSQL("number IN (?, ?)", [1, 2]),
          orderedBy: .descending("number"), limit: 5)) == [2, 1])
    #expect(
      try store.count(
        of: Issue.self, matching: "state = \(Issue.State.closed) AND created_at < \(Date())")
        == 60)
    #expect(try store.model(of: Issue.self, matching: "number = \(Int?.none)") == nil)
    #expect(try store.model(of: Issue.self, matching: "number = 7")?.number == 7)
  }

  @Test func aStreamReadsOneAfterTheOther() async throws {
    var numbers: [Int] = []
    for try await issue in store.stream(
      of: Issue.self, matching: ["state": Issue.State.open], orderedBy: .descending("number"))
    {
      numbers.append(issue.number)
      if numbers.count == 3 { #expect(issue.assignee?.login == "ann") }
    }
    #expect(numbers == Array((0..<40).reversed()))
    var first: Issue?
    for try await issue in store.stream(of: Issue.self, matching: "stars = \(6)") {
      first = issue
      break
    }
    #expect(first?.number == 6)
  }

  @Test func aStreamSeesOneStateAndEndsWhenCancelled() async throws {
    let file = TemporaryDatabase()
    let store = try RecordStore(url: file.url)
    try store.save((0..<300).map { Issue($0) })
    var count = 0
    for try await issue in store.stream(of: Issue.self, orderedBy: "number") {
      if issue.number == 0 { try store.save((300..<600).map { Issue($0) }) }
      count += 1
    }
    #expect(count == 300)
    #expect(try store.count(of: Issue.self) == 600)
    let task = Task {
      var count = 0
      for try await _ in store.stream(of: Issue.self) {
        count += 1
        if count == 10 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return count
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func aStreamKeepsFewModels() async throws {
    try store.save((0..<3000).map { Counted($0) })
    #expect(Counted.live.load(ordering: .relaxed) == 0)
    var (count, most) = (0, 0)
    for try await _ in store.stream(of: Counted.self, orderedBy: "number") {
      count += 1
      most = max(most, Counted.live.load(ordering: .relaxed))
    }
    #expect(count == 3000)
    #expect(most < 500)
  }

  @Test func deletingCutsReferences() throws {
    let issue = Issue(1000)
    issue.assignee = Person("eve")
    issue.labels = [try Label(dictionary: ["name": "a"]), try Label(dictionary: ["name": "b"])]
    issue.watchers = [Person("eve")]
    try store.save(issue)
    #expect(try store.delete(Person("eve")))
    #expect(try !store.delete(Person("eve")))
    #expect(try store.delete(of: Label.self, matching: ["name": "a"]) == 1)
    let read = try #require(try store.model(of: Issue.self, matching: ["number": 1000]))
    #expect(read.assignee == nil)
    #expect(read.watchers == [])
    #expect(read.labels.map(\.name) == ["b"])
    #expect(try store.delete(of: Issue.self, matching: "number >= \(50)") == 51)
    #expect(try store.count(of: Issue.self) == 50)
    #expect(try store.count(of: Label.self) == 1)
    #expect(try store.delete(of: Issue.self) == 50)
  }

  @Test func aRecordThatIsNeededStays() throws {
    final class Task: Model, RecordSerializing {
      var id = 0
      var owner = Person()

      override class var declaredProperties: [Property] {
        [property("id", \.id, isIdentity: true)]
      }
    }
    let task = Task()
    task.owner = Person("zoe")
    try store.save(task)
    #expect(
      message { try store.delete(Person("zoe")) } == """
        Task.owner of 1 record refers to the record and cannot be nil: delete those first, let \
        them refer to another one, or make the property an Optional in record Person(login: "zoe")
        """)
    #expect(
      try store.model(of: Task.self, matching: ["owner": Person("zoe")])?.owner.login == "zoe")
    #expect(try store.delete(task))
    #expect(try store.delete(Person("zoe")))
  }

  @Test func transactionsHoldAsAWhole() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try store.transaction {
        try store.save(Issue(5000))
        #expect(try store.count(of: Issue.self) == 101)
        throw Stop()
      }
    }
    #expect(try store.count(of: Issue.self) == 100)
    // One within another fails on its own.
    try store.transaction {
      try store.save(Issue(5000))
      #expect(throws: Stop.self) {
        try store.transaction {
          try store.save(Issue(5001))
          try store.delete(of: Issue.self)
          throw Stop()
        }
      }
      try store.save(Issue(5002))
    }
    #expect(try store.count(of: Issue.self) == 102)
    // A class whose tables were made in a transaction that failed is made again.
    final class Late: Model, RecordSerializing { var id = 0 }
    #expect(throws: Stop.self) {
      try store.transaction {
        try store.save(Late())
        throw Stop()
      }
    }
    try store.save(Late())
    #expect(try store.count(of: Late.self) == 1)
  }
}
