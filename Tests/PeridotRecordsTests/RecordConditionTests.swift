import Foundation
import Peridot
import PeridotRecords
import Testing

/// What calls may ask for.
@Suite(.needsSQLite) struct RecordConditionTests {
  let store: RecordStore
  let labels: [Label]

  init() throws {
    store = try RecordStore.inMemory()
    labels = try (0..<3).map { try Label(dictionary: ["name": "l\($0)"]) }
    let issues = (0..<20).map { Issue($0, "t\($0 % 4)", stars: $0 % 5) }
    for issue in issues {
      issue.labels = labels.enumerated().filter { issue.number % ($0.offset + 2) == 0 }.map(
        \.element)
      issue.assignee = issue.number < 5 ? Person("ann") : issue.number < 8 ? Person("bob") : nil
      issue.comments = issue.number < 2 ? [] : nil
      issue.createdAt = Date(timeIntervalSinceReferenceDate: Double(issue.number))
    }
    try store.save(issues)
  }

  private func numbers(_ condition: RecordCondition) throws -> [Int] {
    try store.models(of: Issue.self, matching: condition, orderedBy: "number").map(\.number)
  }

  @Test func severalValues() throws {
    #expect(try numbers(["number": [1, 5, 99]]) == [1, 5])
    #expect(try numbers(["number": Set([1, 5]), "title": ["t1"]]) == [1, 5])
    #expect(try numbers(["number": [Int]()]) == [])
    #expect(try numbers(["state": [Issue.State.open, .closed], "number": 3]) == [3])
    #expect(
      message { _ = try numbers(["number": [1, "x"]]) }
        == "Issue.number: expected Int, found string \"x\"")
  }

  @Test func ranges() throws {
    #expect(try numbers(["number": 3...5]) == [3, 4, 5])
    #expect(try numbers(["number": 3..<5]) == [3, 4])
    #expect(try numbers(["number": 18...]) == [18, 19])
    #expect(try numbers(["number": ...1]) == [0, 1])
    #expect(try numbers(["number": ..<1, "stars": 0...]) == [0])
    #expect(try numbers(["title": "t2"..."t9", "number": ..<8]) == [2, 3, 6, 7])
    let dates = Date(timeIntervalSinceReferenceDate: 2)...Date(timeIntervalSinceReferenceDate: 3.5)
    #expect(try numbers(["createdAt": dates]) == [2, 3])
  }

  @Test func nilAndNotNil() throws {
    #expect(try numbers(["assignee": RecordCondition.notNil]) == Array(0..<8))
    #expect(try numbers(["comments": RecordCondition.notNil]) == [0, 1])
    #expect(try store.count(of: Issue.self, matching: ["comments": nil]) == 18)
    #expect(try store.count(of: Label.self, matching: ["color": RecordCondition.notNil]) == 0)
  }

  @Test func conditionsCombine() throws {
    #expect(try numbers(["number": ..<3] || ["number": 18...]) == [0, 1, 2, 18, 19])
    #expect(try numbers(["number": ..<9] && "stars > \(2)" && !["title": "t0"]) == [3])
    #expect(try numbers(!(["number": 1...] || "stars = \(4)")) == [0])
    // What is nil does not match, and neither its opposite in SQL.
    #expect(try numbers(!["assignee": Person("ann")]) == Array(5..<20))
    #expect(try numbers(!"assignee = \(Person("ann"))" && ["number": ..<7]) == [5, 6])
    #expect(try numbers([:] && ["number": 3]) == [3])
    #expect(try numbers(![:]) == [])
    #expect(
      message { _ = try numbers(["number": 1] || ["nmber": 2]) }?.hasPrefix(
        "Issue: matching names \"nmber\", which is not a property") == true)
  }

  @Test func keysLeadThroughRelationships() throws {
    #expect(try numbers(["assignee.login": "bob"]) == [5, 6, 7])
    #expect(try numbers(["assignee.login": ["ann", "bob"], "number": 3...5]) == [3, 4, 5])
    #expect(try numbers(["labels.name": "l2", "number": ..<9]) == [0, 4, 8])
    #expect(try numbers(["assignee.age": nil]) == [])
    #expect(
      try store.count(of: Issue.self, matching: ["assignee.login": "ann", "labels.name": "l0"]) == 3
    )
    #expect(
      message { _ = try numbers(["assignee.name": "bob"]) }?.hasPrefix(
        "Person: matching names \"name\", which is not a property") == true)
    #expect(
      message { _ = try numbers(["assignee.age": "bob"]) }
        == "Person.age: expected Int, found string \"bob\"")
    #expect(
      message { _ = try numbers(["titel.age": 1]) }?.hasPrefix("Issue: matching names") == true)
  }

  @Test func aModelStandsForItsRecordInSQL() throws {
    #expect(try numbers("assignee = \(Person("bob")) AND number > \(5)") == [6, 7])
    #expect(try numbers("assignee = \(Person("eve"))") == [])
    #expect(try store.rows("SELECT login FROM Person WHERE _record = \(Person("bob"))").count == 1)
    try store.execute("UPDATE Issue SET assignee = \(Person("ann")) WHERE number = 19")
    #expect(try numbers(["assignee": Person("ann")]) == [0, 1, 2, 3, 4, 19])
  }

  @Test func relationships() throws {
    #expect(try numbers(["labels": labels[1]]) == [0, 3, 6, 9, 12, 15, 18])
    #expect(try numbers(["labels": labels[1], "number": 1...]) == [3, 6, 9, 12, 15, 18])
    #expect(try numbers(["labels": [labels[1], labels[2]], "number": ..<7]) == [0, 3, 4, 6])
    #expect(try numbers(["assignee": [Person("bob"), Person("eve")]]) == [5, 6, 7])
    #expect(try numbers(["labels": try Label(dictionary: ["name": "none"])]) == [])
    #expect(try store.delete(of: Issue.self, matching: ["labels": labels[0]]) == 10)
    #expect(try store.count(of: Issue.self) == 10)
  }

  @Test func partsAreRead() throws {
    let read = try store.models(
      of: Issue.self, matching: ["labels": labels[1]], orderedBy: "number",
      keys: ["title", "number"])
    #expect(read.map(\.title) == ["t0", "t3", "t2", "t1", "t0", "t3", "t2"])
    #expect(read.allSatisfy { $0.labels.isEmpty && $0.stars == 0 && $0.assignee == nil })
    let one = try #require(
      try store.model(of: Issue.self, matching: ["number": 6], keys: ["labels", "stars"]))
    #expect(one.labels.map(\.name) == ["l0", "l1"] && one.stars == 1 && one.assignee == nil)
    #expect(
      message { _ = try store.models(of: Issue.self, keys: ["titel"]) }?.hasPrefix(
        "Issue: keys names \"titel\"") == true)
  }

  @Test func sqlIsRunAsItIs() throws {
    try store.execute("UPDATE Issue SET stars = stars + \(100) WHERE number < \(2)")
    #expect(try numbers(["stars": 100...]) == [0, 1])
    let rows = try store.rows(
      """
      SELECT l.name AS label, count(*) AS number FROM Label l
      JOIN "Issue.labels" i ON i.target = l._record WHERE l.name <> \("l9") GROUP BY l.name
      """)
    #expect(rows.map { $0["label"] as? String } == ["l0", "l1", "l2"])
    #expect(rows.map { $0["number"] as? Int } == [10, 7, 5])
    #expect(throws: RecordError.self) { try store.execute("UPDATE Nothing SET a = 1") }
    #expect(throws: RecordError.self) { try store.execute(["a": 1]) }
  }

  @Test(arguments: [
    (0, "expected 2 values, found 0"), (1, "expected 2 values, found 1"),
    (3, "expected 2 values, found 3"),
  ]) func everyQuestionMarkHasAValue(_ count: Int, _ problem: String) async throws {
    let values: [Any?] = Array(repeating: 7, count: count)
    for statement in [
      "UPDATE Issue SET stars = ? WHERE number = ?",
      "INSERT INTO Label (name, color) VALUES (?, ?)",
      "DELETE FROM Issue WHERE number IN (?, ?)",
    ] {
      #expect(
        message { try store.execute(RecordSQL(statement, values)) }
          == "\(problem) for \"\(statement)\"")
    }
    let query = "SELECT number FROM Issue WHERE number IN (?, ?)"
    #expect(
      message { _ = try store.rows(RecordSQL(query, values)) } == "\(problem) for \"\(query)\"")
    let condition = RecordCondition("number IN (?, ?)", values)
    let calls: [() throws -> Void] = [
      { _ = try store.models(of: Issue.self, matching: condition, limit: 5, offset: 1) },
      { _ = try store.model(of: Issue.self, matching: condition) },
      { _ = try store.count(of: Issue.self, matching: condition) },
      { try store.delete(of: Issue.self, matching: condition) },
    ]
    for call in calls {
      #expect(message(call) == "Issue: \(problem) for \"number IN (?, ?)\"")
    }
    let error = await #expect(throws: RecordError.self) {
      for try await _ in store.stream(of: Issue.self, matching: condition) {}
    }
    #expect(error?.description == "Issue: \(problem) for \"number IN (?, ?)\"")
    #expect(try numbers(["stars": 7]).isEmpty)
    #expect(try store.count(of: Issue.self) == 20)
  }

  @Test func aValueTooManyIsAnError() throws {
    #expect(
      message { try store.execute(RecordSQL("DELETE FROM Issue", [1])) }
        == "expected 0 values, found 1 for \"DELETE FROM Issue\"")
    #expect(
      message { _ = try store.rows(RecordSQL("SELECT ?", [])) }
        == "expected 1 value, found 0 for \"SELECT ?\"")
  }

  @Test func aModelInHandHasARecord() throws {
    let record = try #require(try store.record(of: Issue(3)))
    #expect(record["title"] as? String == "t3")
    #expect(try store.record(of: Issue(99)) == nil)
  }

  final class Listed: Model, RecordSerializing {
    var id = 0
    var names = ["a"]
  }

  @Test func aPropertyThatIsAnArrayIsComparedAsAWhole() throws {
    try store.save(Listed())
    #expect(try store.count(of: Listed.self, matching: ["names": ["a"]]) == 1)
    #expect(try store.count(of: Listed.self, matching: ["names": [["a"], ["b"]]]) == 1)
  }
}
