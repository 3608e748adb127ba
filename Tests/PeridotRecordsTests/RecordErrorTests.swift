import Foundation
import Peridot
import PeridotRecords
import Testing

/// Bad input, by the texts of the errors.
@Suite(.needsSQLite) struct RecordErrorTests {
  let store: RecordStore

  init() throws {
    store = try RecordStore.inMemory()
  }

  // MARK: Mappings

  final class Outsider: Model {
    var id = 0
  }

  class Mistaken: Model, RecordSerializing {
    var id = 0
    var other: Outsider?
    var others: [Outsider] = []
    var table: [String: Label] = [:]
    var twice: Int??
    var function: (() -> Void)?
    var date: Date?
    var far: Int = 0
    weak var parent: Outsider?

    override class var declaredProperties: [Property] {
      [
        property("id", \.id, facets: .column("")),
        property("far", \.far, facets: .column("_record").and(.indexed(with: "titel"))),
        property("others", \.others, facets: .isUnique),
        property(
          "date", \.date,
          facets: .column(by: .closure(forward: { (text: String) in Foundation.Date() }))),
      ]
    }
  }

  final class Holder: Model, RecordSerializing {
    var mistaken: Mistaken?
    var id: (() -> Void)?

    class var recordName: String { "sqlite_holder" }
  }

  @Test func allMistakesOfAMappingAreToldAtOnce() throws {
    let text = """
      Mistaken: the mapping has mistakes:
      - "id" is mapped to "", which is empty
      - "other" is of type Outsider?: Outsider does not take part in records: conform it to \
      RecordSerializing, or to JSONSerializing to store it as JSON, or declare the property with .column(by:), or .excludedFromRecords
      - "others" is of type [Outsider]: Outsider does not take part in records: conform it to \
      RecordSerializing, or to JSONSerializing to store it as JSON, or declare the property with .column(by:), or .excludedFromRecords
      - "table" is of type [String: Label]: records have no form for it: a relationship is a model, an \
      Optional one, or an array or a set of models; declare the property with .column(by:), or .excludedFromRecords
      - "twice" is of type Int??: a column has no form for it: declare the property with .column(by:), or .excludedFromRecords
      - "function" is of type (() -> ())?: a column has no form for it: declare the property with .column(by:), or .excludedFromRecords
      - "date" is of type Date?: its transformer goes one way only, and records are written as well as \
      read: give .column(by:) one that goes both ways, or declare the property .excludedFromRecords
      - "far" is mapped to "_record", as the store is: SQL does not distinguish capital letters from small ones, \
      so map it to another name
      - .isUnique is about "others", which is not stored as a value
      - an index names "titel", which is not a property; there are id, other, others, table, \
      twice, function, date, far, parent
      """
    #expect(message { try RecordStore.check(Mistaken.self) } == text)
    #expect(message { try store.save(Mistaken()) } == text)
    let both = message { try RecordStore.check(Holder.self) }
    #expect(
      both == """
        Holder: the mapping has mistakes:
        - recordName is "sqlite_holder", which begins with sqlite_, which is reserved for SQLite and the \
        store
        - "id" is of type (() -> ())?: a column has no form for it: declare the property with .column(by:), or .excludedFromRecords
        """)
    #expect(message { try RecordStore.check(Issue.self) } == nil)
  }

  class Base: Model, RecordSerializing {
    var id = 0
    class var recordName: String { "Base" }
  }
  final class Derived: Base { var more = 0 }

  @Test func classesThatShareRecordsHaveToBeToldApart() {
    #expect(
      message { try RecordStore.check(Derived.self) } == """
        Derived: the mapping has mistakes:
        - Derived shares the records of Base: list it in the cluster of Base, so that they are read as \
        their own classes, or override recordName in Derived
        """)
  }

  // MARK: Values

  final class Values: Model, RecordSerializing {
    var name: String?
    var number = 1.0
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var decimal = Decimal(0)
    var list = [1.0]
    var small = Int8(0)
    var text = "plain"

    override class var declaredProperties: [Property] {
      [
        property("name", \.name, isIdentity: true),
        property(
          "text", \.text,
          facets: .column(
            by: .closure(
              forward: { (text: String) in text },
              reverse: { text in
                if text == "bad" { throw Refusal() }
                return text
              }))),
      ]
    }

    struct Refusal: Error, CustomStringConvertible { let description = "refused" }
  }

  private static let notANumber = "expected a number, which a column can be compared by, found NaN"

  @Test(arguments: [
    ("number", "\(notANumber)"), ("date", "\(notANumber)"), ("decimal", "\(notANumber)"),
    ("list", "expected a finite number, found inf at $[0]"), ("text", "refused"),
  ])
  func whatCannotBeStoredIsRefused(key: String, problem: String) throws {
    // A date that is not a number cannot be an argument: describing it traps.
    let values: [String: Any] = [
      "number": Double.nan, "date": Date(timeIntervalSinceReferenceDate: .nan),
      "decimal": Decimal.nan,
      "list": [Double.infinity], "text": "bad",
    ]
    let (good, bad) = (Values(), Values())
    (good.name, bad.name) = ("good", "n")
    try bad.setValue(values[key], forPropertyKey: key)
    #expect(
      message { try store.save([good, bad]) }
        == "Values.\(key): \(problem) in record Values(name: \"n\")")
    #expect(try store.count(of: Values.self) == 0)
  }

  final class Todo: Model, RecordSerializing {
    var id = UUID(uuid: (0x6B, 0xA7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    var share = 0.0

    override class var identityKey: String? { "id" }
  }

  @Test func aRecordIsNamedByItsValue() throws {
    let todo = Todo()
    todo.share = .nan
    #expect(
      message { try store.save(todo) } == """
        Todo.share: expected a number, which a column can be compared by, found NaN in record \
        Todo(id: 6BA70000-0000-0000-0000-000000000001)
        """)
  }

  @Test func aStoredRecordIsNamedByItsValue() throws {
    let file = TemporaryDatabase()
    let store = try RecordStore(url: file.url)
    try store.save(Todo())
    try store.execute("UPDATE Todo SET share = \("x")")
    #expect(
      message { _ = try store.models(of: Todo.self) } == """
        Todo.share: expected Double, found string "x" in record \
        Todo(id: 6BA70000-0000-0000-0000-000000000001)
        """)
  }

  @Test func aRecordIsNotFoundByNil() throws {
    #expect(
      message { try store.save(Values()) } == """
        Values.name: the property is nil, and the records of the class are found by it in record \
        Values(name: nil)
        """)
  }

  @Test func storedValuesOfAnotherTypeAreToldWithTheirPlace() throws {
    let file = TemporaryDatabase()
    let store = try RecordStore(url: file.url)
    let values = Values()
    values.name = "n"
    try store.save(values)
    let other = try OtherConnection(file.url)
    func found(_ sql: String) throws -> String? {
      try other.execute("UPDATE \"Values\" SET " + sql)
      return message { _ = try store.models(of: Values.self) }
    }
    #expect(
      try found("small = 300")
        == "Values.small: expected Int8, found number 300 in record Values(name: \"n\")")
    #expect(
      try found("small = 'a' || char(10)")
        == "Values.small: expected Int8, found string \"a\\n\" in record Values(name: \"n\")")
    #expect(
      try found("small = 1.5")
        == "Values.small: expected Int8, found number 1.5 in record Values(name: \"n\")")
    #expect(
      try found("small = 1, date = 'today'")
        == "Values.date: expected Date, in seconds since 2001, found string \"today\" in record Values(name: \"n\")"
    )
    #expect(
      try found("date = 1, decimal = '1,5'")
        == "Values.decimal: expected Decimal, found string \"1,5\" in record Values(name: \"n\")")
    #expect(
      try found("decimal = '1', name = CAST(x'ff' AS TEXT)")
        == "Values.name: expected text in UTF-8, found other bytes in record Values(1)")
    #expect(
      try found("name = 'n', list = '[1, \"x\"]'")
        == "Values.list: expected Double, found string \"x\" at $[1] (line 1, column 5) in record Values(name: \"n\")"
    )
    // NULL keeps the default of a property that cannot be nil.
    #expect(try found("list = NULL, small = NULL") == nil)
    #expect(try store.models(of: Values.self).first?.list == [1.0])
  }

  // MARK: Calls

  @Test func callsThatNameNothingAreRefused() throws {
    try store.save(Issue(1))
    #expect(
      message { _ = try store.models(of: Label.self, matching: ["nam": 1]) }
        == "Label: matching names \"nam\", which is not a property: did you mean \"name\"?")
    #expect(
      message { _ = try store.models(of: Label.self, orderedBy: "nam") }
        == "Label: orderedBy names \"nam\", which is not a property: did you mean \"name\"?")
    #expect(
      message { _ = try store.models(of: Issue.self, orderedBy: "assignee") }
        == "Issue.assignee: orderedBy names a relationship, which has no value to compare")
    #expect(
      message { _ = try store.models(of: Issue.self, matching: ["labels": 1]) }
        == "Issue.labels: expected a model whose class has an identity, found number 1")
    #expect(
      message { _ = try store.models(of: Issue.self, matching: ["assignee": "ann"]) }
        == "Issue.assignee: expected a model whose class has an identity, found string \"ann\""
    )
    #expect(
      message { _ = try store.models(of: Issue.self, matching: ["stars": "many"]) }
        == "Issue.stars: expected Int, found string \"many\"")
    #expect(
      message {
        _ = try store.models(
          of: Issue.self, matching: ["createdAt": Date(timeIntervalSinceReferenceDate: .nan)])
      }
        == "Issue.createdAt: expected a number, which a column can be compared by, found NaN")
    #expect(
      message { _ = try store.models(of: Issue.self, matching: "stars > \(Double.nan)") }
        == "Issue: expected a number, which a column can be compared by, found NaN")
    #expect(
      message { _ = try store.models(of: Issue.self, limit: -1) } == "Issue: limit is -1")
    #expect(
      message { _ = try store.models(of: Issue.self, matching: "stars > ?") }
        == "Issue: expected 1 value, found 0 for \"stars > ?\"")
    #expect(
      message { _ = try store.models(of: Issue.self, matching: "1); DROP TABLE Issue; --") }
        == "more than one statement in \"SELECT \\\"_record\\\", \\\"number\\\", \\\"title\\\", \\\"state\\\", \\\"s…\""
    )
    #expect(
      message { _ = try store.models(of: Issue.self, matching: "strs > 1") }
        == "\"no such column: strs\" (SQLite code 1)")
    #expect(
      message { try store.save(Issue(1), keys: ["titel"]) }?.hasPrefix(
        "Issue: keys names \"titel\"") == true)
    final class Loose: Model, RecordSerializing { var id = 0 }
    #expect(
      message { try store.save(Loose(), keys: ["id"]) } == """
        Loose: records of a class without an identity cannot be saved in part: declare a property with \
        isIdentity: true
        """)
    #expect(
      message { try store.delete(Loose()) } == """
        Loose: records of a class without an identity cannot be found: declare a property with isIdentity: \
        true, or delete an object that this store has saved or read
        """)
  }

  class Chosen: Model, RecordSerializing {
    var id = 0

    class var recordName: String { "Chosen" }
    override class var cluster: Cluster? {
      cluster(tag: "kind", ["first": First.self, "second": Second.self])
    }
  }
  final class First: Chosen {}
  final class Second: Chosen {}
  final class Holding: Model, RecordSerializing {
    var first: First?
  }

  @Test func rowsOfClassesThatDoNotBelongThereAreRefused() throws {
    let holding = Holding()
    holding.first = First()
    try store.save(holding)
    try store.execute("UPDATE Chosen SET _class = 'third'")
    #expect(
      message { _ = try store.models(of: Chosen.self) } == """
        Chosen: expected a class of Chosen, "first", "second", found the tag "third" in record Chosen
        """)
    try store.execute("UPDATE Chosen SET _class = 'second'")
    #expect(
      message { _ = try store.models(of: Holding.self) } == """
        First: expected a class of "first", found the tag "second" in record Chosen
        """)
  }

  class Vehicle: Model, RecordSerializing {
    var id = 0

    class var recordName: String { "\(self)" }
  }
  final class Car: Vehicle {}
  final class Garage: Model, RecordSerializing {
    var id = 0
    var vehicle: Vehicle?
  }

  @Test func aSubclassThatCouldNotBeReadIsNotSaved() throws {
    let garage = Garage()
    garage.vehicle = Car()
    #expect(
      message { try store.save(garage) } == """
        Garage.vehicle: the property holds Car, whose records are named "Car": list the class in a \
        cluster of Vehicle, so that they are read as their own classes in record Garage
        """)
    #expect(try store.count(of: Car.self) == 0)
  }
}
