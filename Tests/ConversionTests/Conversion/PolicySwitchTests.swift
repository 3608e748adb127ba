import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Person: Model, JSONSerializing {
  var name = ""
  var age = 0
  var nickname: String?

  override class var requiredPropertyKeys: Set<String> { ["name"] }
}

private final class Team: Model, JSONSerializing {
  var title = ""
  var leader: Person?
  var members: [Person] = []
  var membersByRole: [String: Person] = [:]

  override class var requiredPropertyKeys: Set<String> { ["title"] }
}

private final class PreparedTeam: Model, JSONSerializing, JSONPreparing {
  var members: [Person] = []

  static func prepare(_ json: [String: Any]) throws -> [String: Any] { json }
}

private final class FreeTeam: Model, JSONSerializing {
  var members: [Any] = []
}

private struct Rejected: Error {}

/// Rejects odd numbers when it is read, and zero when it is written.
private final class Even: Model, JSONSerializing, JSONFinishing {
  var value = 2

  override func validate() throws {
    try super.validate()
    if value % 2 != 0 { throw Rejected() }
  }

  func finish(_ json: inout [String: Any]) throws {
    if value == 0 { throw Rejected() }
  }
}

private final class Evens: Model, JSONSerializing {
  var one: Even? = Even()
  var list: [Even] = []
  var named: [String: Even] = [:]
}

private final class Paths: Model, JSONSerializing {
  var city = "none"
  var names: [String] = []
  var dotted = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["city": "address.city", "names": "people.name", "dotted": "a.b"]
  }
}

private final class Choices: Model, JSONSerializing {
  var name = "none"
  var first = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["name": .firstOf("user.name", "name"), "first": "items[0].id"]
  }
}

private final class Measures: Model, JSONSerializing {
  var ratio: Double = 1
  var series: [Double] = []
  var nested: Measures?
}

private final class Holder: Model, JSONSerializing {
  var id: Int? = 1
  var count = 2
  var person: Person?
  var people: [Person] = []
}

private final class Mixed: Model, JSONSerializing {
  var strict = 0
  var loose = 0
  var shown: String?
  var hidden: String?
  var elements: [Int] = []
  var nested: Person?

  override class func conversionPolicy(
    forKey key: String, basedOn policy: ConversionPolicy
  ) -> ConversionPolicy {
    var policy = super.conversionPolicy(forKey: key, basedOn: policy)
    switch key {
    case "loose", "nested": policy = .lenient
    case "shown": policy.nilOnExport = .null
    case "elements": policy.badElement = .drop
    default: break
    }
    return policy
  }
}

/// Properties whose places have to be looked for in the whole object.
private final class Winding: Model, JSONSerializing {
  var first = ""
  var names: [String] = []
  var either = ""
  var value = 0
  var list: [Int] = []
  var both: [String: Int] = [:]
  var inner = 0
  var number = 0
  var place = Place()

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "first": "tags[0]", "names": "items[*].name", "either": .firstOf("a", "b"),
      "value": "deep.value", "list": "deep.list[*].n", "both": .all("x", "y"), "inner": "in.ner",
      "number": "self", "place": .root,
    ]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "both" ? .closure { (values: [String: Int]) in values } : nil
  }
}

private final class Place: Model, JSONSerializing {
  var city = ""
  var street = ""
}

@Suite struct PolicySwitchTests {
  private func issues<M: JSONSerializing>(
    _ type: M.Type, _ json: String, _ policy: ConversionPolicy = .lenient
  ) throws -> (model: M, issues: [JSONIssue]) {
    var issues: [JSONIssue] = []
    let model = try JSONAdapter.model(of: type, from: json, policy: policy) { issues.append($0) }
    return (model, issues)
  }

  // MARK: collectsErrors

  @Test(.timeLimit(.minutes(60))) func locatesManyErrorsInOnePass() throws {
    let count = 20_000
    let wrong = (1...count).map { "{\"name\":\($0)}" }.joined(separator: ",\n")
    let error = adapterError {
      try JSONAdapter.model(
        of: Team.self, from: "{\"title\":\"\",\"members\":[\n\(wrong)]}",
        policy: .strict.with {
          $0.collectsErrors = true
          $0.maximumErrors = count
        })
    }
    let errors = try #require(error?.errors)
    #expect(errors.count == count)
    #expect(errors.map(\.path) == (0..<count).map { "$.members[\($0)].name" })
    #expect(errors.map(\.line) == (0..<count).map { $0 + 2 })
    #expect(errors.allSatisfy { $0.column == 9 })
  }

  @Test(.timeLimit(.minutes(60))) func locatesManyErrorsOfRewrittenObjectsInOnePass() throws {
    let count = 20_000
    let wrong = (1...count).map { "{\"name\":\($0)}" }.joined(separator: ",")
    let error = adapterError {
      try JSONAdapter.model(
        of: PreparedTeam.self, from: "{\"members\":[\(wrong)]}",
        policy: .strict.with {
          $0.collectsErrors = true
          $0.maximumErrors = count
        })
    }
    let errors = try #require(error?.errors)
    #expect(errors.map(\.path) == (0..<count).map { "$.members[\($0)].name" })
    var column = 21
    let columns = (1...count).map { number in
      defer { column += "\(number)".count + 10 }
      return column
    }
    #expect(errors.map(\.column) == columns)
    #expect(errors.allSatisfy { $0.line == 1 })
  }

  @Test(.timeLimit(.minutes(60))) func locatesManyNumbersThatNothingHolds() throws {
    let count = 50_000
    var numbers: [Int] = []
    let free = try JSONAdapter.model(
      of: FreeTeam.self,
      from: #"{"members":["# + Array(repeating: "1e999", count: count).joined(separator: ",")
        + "]}",
      policy: .strict.with { $0.badElement = .drop },
      report: { if $0.found == "number 1e999" { numbers.append(1) } })
    #expect(numbers.count == count)
    #expect(free.members.isEmpty)
  }

  @Test func collectsEveryErrorOfADocument() {
    let json = """
      {"leader": {"age": "x"}, "members": [{"name": 1, "age": 2.5}, 7, {"name": "b"}, {}],
       "membersByRole": {"cook": {"name": null}, "chef": []}}
      """
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: Team.self, from: json, policy: .strict.with { $0.collectsErrors = true })
    }
    #expect(error?.kind == .multiple)
    let found = error?.errors.map { "\($0.kind) \($0.path) \($0.missingKeys.joined())" } ?? []
    #expect(
      Set(found) == [
        "typeMismatch $.leader.age ", "missingKeys $.leader.name name",
        "typeMismatch $.members[0].name ", "typeMismatch $.members[0].age ",
        "typeMismatch $.members[1] ", "missingKeys $.members[3].name name",
        "nullValue $.membersByRole.cook.name ", "typeMismatch $.membersByRole.chef ",
        "missingKeys $.title title",
      ])
    #expect(found.count == 9)
    #expect(error?.errors.allSatisfy { $0.line != nil } == true)
  }

  @Test func reportsASingleErrorAsItIs() {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: Person.self, from: #"{"name": 1}"#, policy: .strict.with { $0.collectsErrors = true })
    }
    #expect(error?.kind == .typeMismatch)
    #expect(error?.path == "$.name")
  }

  @Test func collectsASyntaxErrorWithTheOthers() {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: Person.self, from: #"{"name": 1, "age": "x", ]"#,
        policy: .strict.with { $0.collectsErrors = true })
    }
    #expect(error?.errors.map(\.kind) == [.typeMismatch, .typeMismatch, .invalidJSON])
  }

  @Test func collectsUnknownKeysAndRejections() {
    var policy = ConversionPolicy.strict
    policy.collectsErrors = true
    policy.unknownKeys = .fail
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: Evens.self, from: #"{"x": 1, "one": {"value": 3}, "list": [{"value": 5}, {"y": 0}]}"#,
        policy: policy)
    }
    #expect(
      error?.errors.map(\.kind) == [.unknownKey, .validationFailed, .validationFailed, .unknownKey])
    #expect(error?.errors.map(\.path) == ["$.x", "$.one", "$.list[0]", "$.list[1].y"])
  }

  // MARK: Issues

  @Test func reportsRepairsWithTheirPlaces() throws {
    let (team, issues) = try issues(
      Team.self,
      """
      {"title": 5, "members": [{"name": "a"}, null, {"name": "b", "age": "old"}, []],
       "leader": ""}
      """)
    #expect(team.title == "5")
    #expect(team.members.map(\.name) == ["a", "b"])
    #expect(
      issues.map { "\($0.action) \($0.path): \($0.expected), \($0.found)" } == [
        "dropped $.members[1]: object, null",
        #"skipped $.members[2].age: Int, string "old""#,
        "dropped $.members[3]: object, array", #"becameNil $.leader: object, string """#,
      ])
  }

  @Test func reportsOrRefusesUnknownKeys() throws {
    let (_, issues) = try issues(
      Person.self, #"{"name": "a", "x": [1]}"#, .strict.with { $0.unknownKeys = .report })
    #expect(issues.map(\.path) == ["$.x"])
    #expect(issues.map(\.action) == [.unknownKey])
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: Person.self, from: #"{"name": "a", "x": [1]}"#,
        policy: .strict.with { $0.unknownKeys = .fail })
    }
    #expect(error?.kind == .unknownKey)
    #expect(error?.path == "$.x")
  }

  @Test func knowsTheMembersThatPathsGoThrough() throws {
    let known = #"""
      {"tags":["t"],"items":[{"name":"n"}],"b":"y","x":1,"y":2,"in.ner":5,
      "deep":{"value":1,"list":[{"n":2}]},"city":"c","street":"s","self":0}
      """#
    for rule in [ConversionPolicy.UnknownKeysRule.report, .fail] {
      let policy = ConversionPolicy.strict.with {
        $0.unknownKeys = rule
        $0.fallsBackToLiteralNames = true
      }
      let (model, issues) = try issues(Winding.self, known, policy)
      #expect(issues.isEmpty)
      #expect(model.first == "t" && model.names == ["n"] && model.either == "y")
      #expect(model.value == 1 && model.list == [2] && model.inner == 5)
      #expect(model.place.city == "c" && model.both["y"] == 2)
    }
    let (_, issues) = try issues(
      Winding.self, #"{"deep":{"value":1,"other":1},"city":"c","z":{"city":1},"place":2}"#,
      .strict.with { $0.unknownKeys = .report })
    #expect(issues.map(\.path) == ["$.deep.other", "$.z", "$.place"])
    #expect(issues.allSatisfy { $0.action == .unknownKey })
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: Winding.self, from: #"{"items":[],"deep":{"list":[],"more":1}}"#,
        policy: .strict.with { $0.unknownKeys = .fail })
    }
    #expect(error?.path == "$.deep.more")
  }

  // MARK: Hooks that reject

  @Test func dropsRejectedObjectsAtEveryLevel() throws {
    let json =
      #"{"one": {"value": 1}, "list": [{"value": 4}, {"value": 3}], "named": {"a": {"value": 5}}}"#
    let (evens, issues) = try issues(Evens.self, json)
    #expect(evens.one?.value == 2)
    #expect(evens.list.map(\.value) == [4])
    #expect(evens.named.isEmpty)
    #expect(issues.map(\.path) == ["$.one", "$.list[1]", "$.named.a"])
    for json in [
      #"{"one": {"value": 1}}"#, #"{"list": [{"value": 1}]}"#, #"{"named": {"a": {"value": 1}}}"#,
    ] {
      let error = #expect(throws: JSONAdapterError.self) {
        try JSONAdapter.model(of: Evens.self, from: json)
      }
      #expect(error?.kind == .validationFailed)
      #expect(error?.underlying is Rejected)
    }
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Even.self, from: #"{"value": 1}"#, policy: .lenient)
    }
  }

  @Test func dropsOnlyRejectionsOrOnlyBadElements() throws {
    let json = #"{"list": [{"value": 4}, {"value": 3}]}"#
    #expect(
      try issues(Evens.self, json, .strict.with { $0.hookReject = .drop }).model.list.map(\.value)
        == [4])
    #expect(throws: JSONAdapterError.self) {
      try issues(Evens.self, json, .strict.with { $0.badElement = .drop })
    }
  }

  @Test func leavesOutWhatAHookRefusesToWrite() throws {
    let evens = try Evens(dictionary: [
      "one": Even(dictionary: ["value": 0]),
      "list": [Even(dictionary: ["value": 0]), Even(dictionary: ["value": 4])],
      "named": ["a": Even(dictionary: ["value": 0]), "b": Even(dictionary: ["value": 6])],
    ])
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.string(from: evens) }
    var paths: [String] = []
    let text = try JSONAdapter.string(from: evens, policy: .lenient) { paths.append($0.path) }
    #expect(text == #"{"list":[{"value":4}],"named":{"b":{"value":6}}}"#)
    #expect(paths == ["$.one", "$.list[0]", "$.named.a"])
  }

  // MARK: Paths

  @Test func takesABlockedPathAsAbsent() throws {
    let (model, issues) = try issues(Paths.self, #"{"address": "Paris"}"#)
    #expect(model.city == "none")
    #expect(issues.map(\.path) == ["$.address"])
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Paths.self, from: #"{"address": "Paris"}"#)
    }
    #expect(error?.path == "$.address")
    #expect(error?.propertyKey == "city")
  }

  @Test(arguments: [.strict, .lenient, .legacyYYModel] as [ConversionPolicy])
  func goesOnBehindABlockedAlternative(_ policy: ConversionPolicy) throws {
    let (model, found) = try issues(Choices.self, #"{"user": "x", "name": "y"}"#, policy)
    #expect(model.name == "y")
    #expect(found == [])
  }

  @Test func tellsThatTheOnlyAlternativeIsBlocked() throws {
    let json = #"{"user": "x", "items": 5}"#
    let (model, issues) = try issues(Choices.self, json)
    #expect(model.name == "none")
    #expect(model.first == 0)
    #expect(
      issues.map(\.description) == [
        #"$.user: expected object, found string "x"; the property kept its value"#,
        "$.items: expected array, found number 5; the property kept its value",
      ])
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Choices.self, from: json)
    }
    #expect(
      error?.description
        == #"Choices.name: expected object, found string "x" at $.user (line 1, column 10)"#)
    // Null is a value: what blocks the other way does not matter then.
    #expect(
      try JSONAdapter.model(of: Choices.self, from: #"{"user": {"name": null}}"#, policy: .lenient)
        .name == "none")
  }

  @Test func collectsThroughArrays() throws {
    let json = #"{"people": [{"name": "a"}, {}, {"name": "b"}]}"#
    #expect(try issues(Paths.self, json).model.names == ["a", "b"])
    #expect(
      try issues(Paths.self, json, .strict.with { $0.collectsImplicitly = true }).model.names == [
        "a", "b",
      ])
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.model(of: Paths.self, from: json) }
  }

  @Test func namesThePathThatWasCollected() throws {
    let (_, issues) = try issues(Paths.self, #"{"people": [{"name": []}, {"name": {}}]}"#)
    #expect(issues.map(\.path) == ["$.people[0].name", "$.people[1].name"])
  }

  @Test func fallsBackToALiteralName() throws {
    #expect(try issues(Paths.self, #"{"a.b": 5}"#).model.dotted == 5)
    #expect(try issues(Paths.self, #"{"a.b": 5, "a": {"b": 6}}"#).model.dotted == 6)
    #expect(try issues(Paths.self, #"{"a.b": 5}"#, .strict).model.dotted == 0)
  }

  // MARK: Writing

  @Test func writesNullsAsAsked() throws {
    let person = Person()
    #expect(try JSONAdapter.string(from: person) == #"{"name":"","age":0}"#)
    #expect(
      try JSONAdapter.string(from: person, policy: .strict.with { $0.nilOnExport = .null })
        == #"{"name":"","age":0,"nickname":null}"#)
    #expect(
      try JSONAdapter.string(from: Mixed())
        == #"{"strict":0,"loose":0,"shown":null,"elements":[]}"#)
  }

  @Test func refusesOrOmitsNumbersWithoutAJSONForm() throws {
    let measures = Measures()
    measures.ratio = .nan
    measures.nested = try Measures(dictionary: ["ratio": 2.5, "series": [1, .infinity]])
    let error = #expect(throws: JSONAdapterError.self) { try JSONAdapter.data(from: measures) }
    #expect(error?.kind == .notFinite)
    #expect(error?.path == "$.ratio")
    var issues: [JSONIssue] = []
    let text = try JSONAdapter.string(from: measures, policy: .lenient) { issues.append($0) }
    #expect(text == #"{"series":[],"nested":{"ratio":2.5}}"#)
    #expect(issues.map(\.path) == ["$.ratio", "$.nested.series[1]"])
    #expect(issues.map(\.action) == [.skipped, .skipped])
  }

  @Test func writesChosenKeysAtAnyDepth() throws {
    let holder = try Holder(dictionary: [
      "person": Person(dictionary: ["name": "a", "age": 3]),
      "people": [Person(dictionary: ["name": "b", "nickname": "c"])],
    ])
    func text(_ keys: [String]) throws -> String {
      try JSONAdapter.string(from: holder, keys: keys)
    }
    #expect(try text(["id", "person.name"]) == #"{"id":1,"person":{"name":"a"}}"#)
    #expect(try text(["person", "person.name"]) == #"{"person":{"name":"a","age":3}}"#)
    #expect(try text(["people.nickname"]) == #"{"people":[{"nickname":"c"}]}"#)
    #expect(try text([]) == "{}")
    #expect(
      try JSONAdapter.dictionary(from: holder, keys: ["count"]) as? [String: Int] == ["count": 2])
    #expect(
      try JSONAdapter().array(from: [holder], keys: ["count"]) as? [[String: Int]] == [["count": 2]]
    )
    let error = #expect(throws: JSONAdapterError.self) { try text(["cuont"]) }
    #expect(error?.kind == .invalidMapping)
    #expect(error?.propertyKey == "cuont")
  }

  // MARK: Updates

  @Test func clearsAnOptionalByNull() throws {
    let holder = Holder()
    try JSONAdapter.update(holder, from: #"{"id": null}"#)
    #expect(holder.id == nil)
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(holder, from: #"{"count": null}"#)
    }
    try JSONAdapter.update(holder, from: #"{"count": null}"#, policy: .lenient)
    #expect(holder.count == 2)
    holder.id = 4
    try JSONAdapter.update(
      holder, from: #"{"id": null, "count": null}"#, policy: .strict.with { $0.null = .skip })
    #expect(holder.id == 4)
    #expect(holder.count == 2)
    try JSONAdapter.update(
      holder, from: #"{"count": null}"#, policy: .strict.with { $0.null = .reset })
    #expect(holder.count == 0)
  }

  @Test func updatesNestedModelsOrReplacesThem() throws {
    let person = try Person(dictionary: ["name": "a", "age": 3])
    let holder = try Holder(dictionary: ["person": person])
    try JSONAdapter.update(holder, from: #"{"person": {"age": 4}}"#)
    #expect(holder.person === person)
    #expect(person.name == "a")
    #expect(person.age == 4)
    try JSONAdapter.update(
      holder, from: #"{"person": {"name": "b"}}"#,
      policy: .strict.with { $0.nestedUpdate = .replace })
    #expect(holder.person !== person)
    #expect(holder.person?.age == 0)
  }

  @Test func keepsGoodValuesInALenientUpdate() throws {
    let holder = try Holder(dictionary: ["person": Person(dictionary: ["name": "a", "age": 3])])
    var paths: [String] = []
    try JSONAdapter.update(
      holder, from: #"{"id": "x", "count": {}, "person": {"age": "old"}, "people": 5}"#,
      policy: .lenient
    ) { paths.append($0.path) }
    #expect(holder.id == 1)
    #expect(holder.count == 2)
    #expect(holder.person?.age == 3)
    #expect(paths == ["$.id", "$.count", "$.person.age", "$.people"])
  }

  @Test func takesBackWhatALenientUpdateDoesNotFinish() throws {
    let evens = Evens()
    evens.one = try Even(dictionary: ["value": 4])
    var issues: [String] = []
    try JSONAdapter.update(evens, from: #"{"one": {"value": 3}}"#, policy: .lenient) {
      issues.append("\($0.path) \($0.action)")
    }
    #expect(evens.one?.value == 4)
    #expect(issues == ["$.one skipped"])
  }

  @Test func tellsWhatWasResetFromWhatWasLeft() throws {
    let (_, issues) = try issues(
      Mixed.self, #"{"strict": "x", "elements": 5, "shown": 5, "nested": 5}"#,
      .strict.with { $0.mismatch = .reset })
    #expect(
      issues.map { "\($0)" } == [
        #"$.strict: expected Int, found string "x"; the property was reset"#,
        "$.elements: expected array, found number 5; the property was reset",
        "$.shown: expected String, found number 5; the property was reset",
        "$.nested: expected object, found number 5; the property kept its value",
      ])
    #expect(issues.map(\.action) == [.reset, .reset, .reset, .skipped])
  }

  @Test func saysWhichPropertyARepairIsOf() throws {
    let (_, issues) = try issues(
      Team.self,
      #"{"title": "t", "leader": {"name": "a", "age": 1.5}, "members": [{"name": "b", "age": "x"}, 5]}"#
    )
    #expect(
      issues.map { "\($0.modelClass ?? "-").\($0.propertyKey ?? "-") \($0)" } == [
        "Person.age $.leader.age: took number 1.5 as Int",
        #"Person.age $.members[0].age: expected Int, found string "x"; the property kept its value"#,
        "Team.members $.members[1]: expected object, found number 5; the element was dropped",
      ])
  }

  @Test func keepsGoingPastANumberThatNothingHolds() throws {
    final class Anything: Model, JSONSerializing, JSONExtrasKeeping {
      var any: Any? = 1
      var object: [String: Any] = [:]
      var number: NSNumber? = 1
      var list: [Any] = []
      var last = 0
      var jsonExtras: [String: Any] = [:]
    }
    let json = #"""
      {"any": 1e999, "object": {"a": [1e999]}, "number": "1e999", "list": [1, -1e999],
       "extra": 1e999, "last": 2}
      """#
    let (model, issues) = try issues(Anything.self, json)
    #expect(model.any as? Int == 1)
    #expect(model.number == 1)
    #expect(model.list.count == 1)
    #expect(model.last == 2)
    #expect(
      issues.map(\.path) == [
        "$.any", "$.object.a[0]", "$.number", "$.list[1]", "$.extra",
      ])
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Anything.self, from: #"{"object": {"a": [1e999]}}"#)
    }
    #expect(
      error?.description
        == "Anything.object: expected a number that Double holds, found number 1e999 "
        + "at $.object.a[0] (line 1, column 19)")
  }

  // MARK: One property's own rules

  @Test func convertsAPropertyByItsOwnPolicy() throws {
    var paths: [String] = []
    let model = try JSONAdapter.model(
      of: Mixed.self,
      from: #"{"strict": 1, "loose": "2", "elements": [1, "x", 2], "nested": {"name": 5}}"#
    ) { paths.append($0.path) }
    #expect(model.loose == 2)
    #expect(model.elements == [1, 2])
    #expect(model.nested?.name == "5")
    #expect(paths == ["$.elements[1]"])
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Mixed.self, from: #"{"loose": "2", "strict": "1"}"#)
    }
  }

  @Test func writesAPropertyByItsOwnPolicy() throws {
    final class Stamped: Model, JSONSerializing {
      var seconds = Date(timeIntervalSince1970: 5)
      var text = Date(timeIntervalSince1970: 5)

      override class func conversionPolicy(
        forKey key: String, basedOn policy: ConversionPolicy
      ) -> ConversionPolicy {
        var policy = policy
        if key == "seconds" { policy.dateStrategy = .secondsSince1970 }
        return policy
      }
    }
    let text = try JSONAdapter.string(from: Stamped())
    #expect(text == #"{"seconds":5,"text":"1970-01-01T00:00:05Z"}"#)
    #expect(try JSONAdapter.model(of: Stamped.self, from: text) == Stamped())
  }

  @Test func tellsNullFromAnElementThatIsNull() {
    var policy = ConversionPolicy.strict
    policy.null = .keep
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Mixed.self, from: #"{"strict": "x"}"#, policy: policy)
    }
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: Paths.self, from: #"{"people": {"name": ["a", null]}}"#, policy: policy)
    }
    #expect(error?.path == "$.people.name[1]")
  }

  @Test func refusesTwoValuesForOneMember() throws {
    final class Pair: Model, JSONSerializing {
      var first: Int? = 1
      var second: Int? = 1
      override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
        ["first": "value", "second": "value"]
      }
    }
    let pair = Pair()
    #expect(try JSONAdapter.string(from: pair) == #"{"value":1}"#)
    pair.second = 2
    let error = #expect(throws: JSONAdapterError.self) { try JSONAdapter.string(from: pair) }
    #expect(error?.propertyKey == "second")
    #expect(error?.path == "$.value")
    var issues: [JSONIssue] = []
    let text = try JSONAdapter.string(from: pair, policy: .lenient) { issues.append($0) }
    #expect(text == #"{"value":1}"#)
    #expect(issues.map(\.path) == ["$.value"])
    // Nil is a value, too.
    pair.first = nil
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.string(from: pair) }
    pair.second = nil
    #expect(try JSONAdapter.string(from: pair) == #"{"value":null}"#)
  }

  @Test func keepsTheDocumentsRulesForTheDocument() {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: Mixed.self, from: #"{"strict": "a", "elements": 5, "nested": {"name": "b"}}"#,
        policy: .strict.with { $0.collectsErrors = true })
    }
    #expect(error?.errors.map(\.path) == ["$.strict", "$.elements"])
  }
}
