import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Facet: Model, CodableModel {
  var id = ""
  var title: String?
  var parts: [Part] = []
  var hidden: String?

  override class var archiveName: String { "KeyedListTests.Facet" }
  override class var identityKey: String? { "id" }
  override class var declaredProperties: [Property] {
    [
      property("id", \.id, isRequired: true),
      property("parts", \.parts, facets: .keyed(by: "number")),
      property("hidden", \.hidden, isSecret: true),
    ]
  }
}

private final class Part: Model, CodableModel {
  var number: Int8?
  var name = "new"

  override class var archiveName: String { "KeyedListTests.Part" }
}

private final class Search: Model, CodableModel {
  var facets: [Facet] = []
  var others: [Facet]?

  override class var archiveName: String { "KeyedListTests.Search" }
  override class var declaredProperties: [Property] {
    [
      property("facets", \.facets, facets: .keyed(by: "id")),
      property("others", \.others, at: "meta.others", facets: .keyed(by: "id")),
    ]
  }
}

private final class Letter: Model, JSONSerializing {
  var id = "\u{e9}"
}

private final class Letters: Model, JSONSerializing {
  var all: [Letter] = []

  override class var declaredProperties: [Property] {
    [property("all", \.all, facets: .keyed(by: "id"))]
  }
}

private class Shape: Model, CodableModel {
  var key = Day.monday

  enum Day: String {
    case monday = "mon"
    case tuesday = "tue"
  }

  override class var archiveName: String { "KeyedListTests.Shape" }
  override class var cluster: Cluster? { cluster(tag: "kind", ["circle": Circle.self]) }
  override class var declaredProperties: [Property] {
    [property("key", \.key, at: .excluded)]
  }
}

private final class Circle: Shape {
  var radius = 0

  override class var archiveName: String { "KeyedListTests.Circle" }
}

private final class Plan: Model, CodableModel {
  var shapes: [Shape] = []

  override class var archiveName: String { "KeyedListTests.Plan" }
  override class var declaredProperties: [Property] {
    [property("shapes", \.shapes, facets: .keyed(by: "key"))]
  }
}

/// A class that looks at its objects from all sides.
private final class Hooked: Model, JSONSerializing, JSONPreparing, JSONFinishing, JSONExtrasKeeping
{
  var id = UUID()
  var name = ""
  var seen = ""
  var jsonExtras: [String: Any] = [:]

  override class var identityKey: String? { "id" }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["seen": .excluded] }
  override class var conversionPolicy: ConversionPolicy? { .lenient }
  static func prepare(_ json: [String: Any]) throws -> [String: Any] {
    json.merging(["name": json["label"] ?? ""]) { $1 }
  }
  func finish(_ json: inout [String: Any]) throws { json["count"] = json.count }
  override func validate() throws {
    if id.uuidString.hasPrefix("0") { throw CocoaError(.coderInvalidValue) }
  }
  override func didLoad(from source: ModelSource) throws { seen = id.uuidString }
}

/// A class whose validation puts another value in the place of some.
private final class Mended: Model, CodableModel {
  var id = 0

  override class var archiveName: String { "KeyedListTests.Mended" }
  override func validate(_ value: inout Any?, forKey key: String) throws {
    if value as? Int == 3 { value = 0 }
    if value as? String == "seven" { value = 7 }
    if value is NSNull || value == nil { value = 5 }
  }
}

/// A class whose name is in an array, before another property.
private final class Placed: Model, CodableModel {
  var id = ""
  var n = 0

  override class var archiveName: String { "KeyedListTests.Placed" }
  override class var declaredProperties: [Property] {
    [
      property("id", \.id, at: "list[0].kind", isRequired: true, isIdentity: true),
      property("n", \.n, at: "list[1].n"),
    ]
  }
}

private final class PlacedList: Model, CodableModel {
  var all: [Placed] = []

  override class var archiveName: String { "KeyedListTests.PlacedList" }
  override class var declaredProperties: [Property] {
    [property("all", \.all, facets: .keyed(by: "id"))]
  }
}

private final class Present: Model, JSONPresenceKeeping {
  var id = ""
  var n = 0
  var jsonPresence = JSONPresence()
}

private final class PresentList: Model, JSONSerializing {
  var all: [Present] = []

  override class var declaredProperties: [Property] {
    [property("all", \.all, facets: .keyed(by: "id"))]
  }
}

private final class MendedList: Model, CodableModel {
  var all: [Mended] = []

  override class var archiveName: String { "KeyedListTests.MendedList" }
  override class var declaredProperties: [Property] {
    [property("all", \.all, facets: .keyed(by: "id"))]
  }
}

private final class HookedList: Model, JSONSerializing {
  var all: [Hooked] = []

  override class var declaredProperties: [Property] {
    [property("all", \.all, at: .root, facets: .keyed(by: "id"))]
  }
}

private final class Wrong: Model, JSONSerializing {
  var number = 0
  var byName: [String: Facet] = [:]
  var set: [Facet] = []
  var unknown: [Facet] = []
  var odd: [Facet] = []
  var hidden: [Facet] = []
  var other: [Facet] = []

  override class var declaredProperties: [Property] {
    [
      property("number", \.number, facets: .keyed(by: "id")),
      property("byName", \.byName, facets: .keyed(by: "id")),
      property("set", \.set, by: .models(), facets: .keyed(by: "id")),
      property("unknown", \.unknown, facets: .keyed(by: "idd")),
      property("odd", \.odd, facets: .keyed(by: "parts")),
      property("hidden", \.hidden, facets: .keyed(by: "hidden")),
      property("other", \.other, facets: .keyed(by: "title")),
    ]
  }
}

@Suite struct KeyedListTests {
  private let json =
    #"{"facets":{"b2":{"title":"Color","parts":{"7":{"name":"x"},"-1":{}}},"a1":{"parts":{}}}}"#

  private func search(_ json: String? = nil) throws -> Search {
    try JSONAdapter.model(from: json ?? self.json)
  }

  @Test(arguments: [ConversionPolicy.strict, .lenient])
  func crossesEveryRoad(_ policy: ConversionPolicy) throws {
    let json =
      #"{"facets":{"a1":{"parts":{},"title":"Size"},"b2":{"parts":{"-1":{"name":"x"},"7":{"name":"y"}}}}"#
      + #","meta":{"others":{"é":{"parts":{}}}}}"#
    try expectCrossing(of: Search.self, json, policy: policy)
    try expectCrossing(
      of: Plan.self,
      #"{"shapes":{"mon":{"kind":"circle","radius":2},"tue":{"kind":"circle","radius":1}}}"#,
      policy: policy)
  }

  @Test func keepsTheOrderOfTheDocument() throws {
    let search = try search()
    #expect(search.facets.map(\.id) == ["b2", "a1"])
    #expect(search.facets[0].parts.map(\.number) == [7, -1])
    #expect(search.facets[0].parts.map(\.name) == ["x", "new"])
    #expect(
      try JSONAdapter.string(from: search)
        == #"{"facets":{"b2":{"title":"Color","parts":{"7":{"name":"x"},"-1":{"name":"new"}}},"#
        + #""a1":{"parts":{}}}}"#)
    let dictionary = try JSONAdapter.dictionary(from: search)
    #expect(
      dictionary as NSDictionary == [
        "facets": [
          "b2": [
            "title": "Color", "parts": ["7": ["name": "x"], "-1": ["name": "new"]],
          ] as [String: Any], "a1": ["parts": [String: Any]()],
        ]
      ] as NSDictionary)
    // A dictionary has no order.
    let again = try JSONAdapter.model(of: Search.self, from: dictionary)
    #expect(again.facets.map(\.id) == ["a1", "b2"])
  }

  @Test func readsListsStreamsAndPlaces() async throws {
    let list = "[\(json),\(json)]"
    #expect(try JSONAdapter.models(of: Search.self, from: list).map(\.facets.count) == [2, 2])
    let inner = try JSONAdapter.model(of: Search.self, from: #"{"data":\#(json)}"#, at: "data")
    #expect(inner.facets.map(\.id) == ["b2", "a1"])
    let pieces = AsyncStream<[UInt8]> { stream in
      stream.yield(Array(list.utf8))
      stream.finish()
    }
    var ids: [[String]] = []
    for try await search in JSONAdapter.stream(of: Search.self, from: pieces) {
      ids.append(search.facets.map(\.id))
    }
    #expect(ids == [["b2", "a1"], ["b2", "a1"]])
  }

  @Test func updatesByName() throws {
    let search = try search()
    let (color, size) = (search.facets[0], search.facets[1])
    let part = color.parts[0]
    try JSONAdapter.update(
      search, from: #"{"facets":{"c3":{},"a1":{"title":"Size"},"b2":{"parts":{"7":{"name":"z"}}}}}"#
    )
    #expect(search.facets.map(\.id) == ["b2", "a1", "c3"])
    #expect(search.facets[0] === color && search.facets[1] === size)
    #expect(size.title == "Size" && color.title == "Color")
    #expect(color.parts[0] === part && part.name == "z" && color.parts.count == 2)
    try JSONAdapter.update(search, from: #"{"facets":{"b2":null,"d4":null}}"#)
    #expect(search.facets.map(\.id) == ["a1", "c3"])

    let replacing = ConversionPolicy.strict.with { $0.dictionaryUpdate = .replace }
    try JSONAdapter.update(search, from: #"{"facets":{"x":{},"a1":{}}}"#, policy: replacing)
    #expect(search.facets.map(\.id) == ["x", "a1"] && search.facets[1] === size)
  }

  @Test func failedUpdatesChangeNothing() throws {
    let search = try search()
    let old = search.deeplyCopied()
    let facets = search.facets
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(
        search, from: #"{"facets":{"a1":{"title":"x"},"b2":null,"c3":{"title":1}}}"#)
    }
    #expect(search == old)
    #expect(search.facets.elementsEqual(facets) { $0 === $1 })
  }

  @Test func patchesAreObjectsOfMembers() throws {
    let (old, new) = (try search(), try search())
    new.facets.remove(at: 1)
    new.facets[0].title = nil
    new.facets[0].parts[0].name = "y"
    let added = Facet()
    added.id = "c3"
    new.facets.append(added)
    let patch = try JSONAdapter.mergePatch(from: old, to: new)
    #expect(
      String(decoding: patch, as: UTF8.self)
        == #"{"facets":{"a1":null,"b2":{"parts":{"7":{"name":"y"}},"title":null},"c3":{"parts":{}}}}"#
    )
    let kept = old.facets[0]
    try JSONAdapter.apply(mergePatch: patch, to: old)
    #expect(old == new && old.facets[0] === kept)
    try JSONAdapter.apply(mergePatch: #"{"meta":{"others":{"z":{},"y":null}}}"#, to: old)
    #expect(old.others?.map(\.id) == ["z"])
    try JSONAdapter.apply(mergePatch: #"{"meta":{"others":null},"facets":null}"#, to: old)
    #expect(old.others == nil && old.facets.isEmpty)
  }

  @Test func theNameIsTheIdentity() throws {
    // The same value within is no mistake, and is not written.
    let same = try search(#"{"facets":{"a1":{"id":"a1"}}}"#)
    #expect(try JSONAdapter.string(from: same) == #"{"facets":{"a1":{"parts":{}}}}"#)
    let other = #"{"facets":{"a1":{"title":"x","id":"b2"}}}"#
    let error = try #require(throws: JSONAdapterError.self) { try search(other) }
    #expect(error.kind == .typeMismatch && error.path == "$.facets.a1.id")
    #expect(error.modelClass == Facet.self && error.propertyKey == "id")
    #expect(error.expected == "the name of the member" && error.found == #"string "b2""#)
    #expect(error.column == 35)
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.update(same, from: other) }
    #expect(same.facets[0].title == nil)

    var issues: [JSONIssue] = []
    let lenient = try JSONAdapter.model(
      of: Search.self, from: other, policy: .lenient, report: { issues.append($0) })
    #expect(lenient.facets.map(\.id) == ["a1"] && lenient.facets[0].title == "x")
    #expect(issues.map(\.path) == ["$.facets.a1.id"] && issues.map(\.action) == [.skipped])
    #expect(throws: JSONAdapterError.self) {
      try search(#"{"facets":{"a1":{"parts":{"5":{"number":null}}}}}"#)
    }
  }

  @Test func namesAreParsed() throws {
    func refusal(_ json: String) throws -> [String] {
      let error = try #require(throws: JSONAdapterError.self) { try search(json) }
      return [error.path, error.expected, error.found]
    }
    #expect(
      try refusal(#"{"facets":{"a":{"parts":{"128":{}}}}}"#)
        == [#"$.facets.a.parts["128"]"#, "Int8 as a member's name", #""128""#])
    #expect(
      try refusal(#"{"facets":{"a":{"parts":{"1":{},"+1":{}}}}}"#)
        == [
          #"$.facets.a.parts["+1"]"#, "a name for each element",
          "another name of one that occurs before",
        ])
    #expect(try refusal(#"{"facets":{"a":1}}"#) == ["$.facets.a", "object", "number 1"])
    #expect(try refusal(#"{"facets":[{"id":"a"}]}"#) == ["$.facets", "object", "array"])
    // Two spellings of one letter are two names.
    let spellings = try search("{\"facets\":{\"\u{E9}\":{},\"e\u{301}\":{}}}")
    #expect(spellings.facets.map { Array($0.id.unicodeScalars).count } == [1, 2])
    // The last of equal names counts.
    let twice = try search(#"{"facets":{"a":{"title":"x"},"b":{},"a":{"title":"y"}}}"#)
    #expect(twice.facets.map(\.id) == ["b", "a"] && twice.facets[1].title == "y")
    let failing = ConversionPolicy.strict.with { $0.repeatedKeys = .fail }
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Search.self, from: #"{"facets":{"a":{},"a":{}}}"#, policy: failing)
    }
    #expect(error.path == "$.facets.a")
    // Bad elements follow the rules of a dictionary's.
    let lenient = try JSONAdapter.model(
      of: Search.self, from: #"{"facets":{"a":1,"b":{"parts":{"x":{},"3":{}}}}}"#, policy: .lenient)
    #expect(lenient.facets.map(\.id) == ["b"] && lenient.facets[0].parts.map(\.number) == [3])
  }

  @Test func refusesListsWithoutNames() throws {
    func refusal(_ change: (Search) -> Void) throws -> [String] {
      let search = try search()
      change(search)
      let error = try #require(throws: JSONAdapterError.self) {
        try JSONAdapter.string(from: search)
      }
      let other = try #require(throws: JSONAdapterError.self) {
        try JSONAdapter.dictionary(from: search)
      }
      #expect(error.description == other.description)
      return [error.path, error.expected, error.found]
    }
    #expect(
      try refusal { $0.facets[1].id = "b2" }
        == ["$.facets", "a name for each element", #""b2" for two of them"#])
    #expect(
      try refusal { $0.facets[0].parts[1].number = nil }
        == ["$.facets.b2.parts", "number as the name of each element", "null in element 1"])
  }

  @Test func hooksSeeTheName() throws {
    let (one, two) = (
      "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "F621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    )
    let json = #"{"\#(two)":{"label":"x","more":1},"\#(one)":{}}"#
    let list = try JSONAdapter.model(of: HookedList.self, from: json)
    #expect(list.all.map(\.id.uuidString) == [two, one])
    #expect(list.all.map(\.seen) == [two, one])
    #expect(list.all[0].name == "x")
    #expect(list.all[0].jsonExtras as NSDictionary == ["label": "x", "more": 1] as NSDictionary)
    let written =
      #"{"\#(one)":{"count":1,"name":""},"\#(two)":{"count":3,"label":"x","more":1,"name":"x"}}"#
    #expect(try JSONAdapter.string(from: list, options: .sortedKeys) == written)
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: HookedList.self, from: #"{"00000000-C36C-495A-93FC-0C247A3E6E5F":{}}"#, policy: .strict)
    }
    #expect(error.kind == .validationFailed)
  }

  @Test func takesModelsInMemory() throws {
    let facet = Facet()
    facet.id = "a1"
    #expect(
      try JSONAdapter.model(of: Search.self, from: ["facets": ["a1": facet]]).facets == [facet])
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Search.self, from: ["facets": ["b2": facet]])
    }
    #expect(error.path == "$.facets.b2" && error.kind == .typeMismatch)
  }

  @Test func describesAndChecks() throws {
    try JSONAdapter.check(Search.self)
    let facts = ClassDescription(of: Search.self)
    #expect(facts.property(forKey: "facets")?.keyedBy == "id")
    #expect(ClassDescription(of: Facet.self).property(forKey: "title")?.keyedBy == nil)
    let comparison = JSONAdapter.compare(
      Search.self,
      with: #"{"facets":{"a1":{"title":"x","parts":{},"hidden":"","odd":1}},"meta":{"others":{}}}"#
    )
    #expect(comparison.unreadMembers == ["$.facets.a1.odd"])
    #expect(comparison.unfedProperties.isEmpty && comparison.mismatches.isEmpty)
    #expect(
      try JSONAdapter.explain(Search.self).contains("by a codec"))
    let error = try #require(throws: JSONAdapterError.self) { try JSONAdapter.check(Wrong.self) }
    #expect(
      error.found.split(separator: "\n").map(String.init) == [
        #"- "number" is declared .keyed(by: "id"), and is of type Int, which is no list of models"#,
        #"- "byName" is declared .keyed(by: "id"), and is of type [String: Facet], which is no list of models"#,
        #"- "set" is declared .keyed(by: "id"), and has a transformer: remove one of them"#,
        #"- "unknown" is declared .keyed(by: "idd"), and Facet has no property of that name"#,
        #"- "odd" is declared .keyed(by: "parts"), and "parts" of Facet is of type [Part], which has no names"#,
        #"- "hidden" is declared .keyed(by: "hidden"), and "hidden" of Facet is secret, and paths would show it"#,
        #"- "other" is declared .keyed(by: "title"), and the identity of Facet is "id": key the list by its identity"#,
      ])
  }

  /// What is written before a later element of an array is null for the property that the name stands for.
  @Test(arguments: [ConversionPolicy.strict, .lenient, .legacyMantle])
  func aNullSaysNothingOfTheName(_ policy: ConversionPolicy) throws {
    let json =
      #"{"all":{"a":{"list":[null,{"n":5}]},"b":{"list":[null,{"n":0}]},"c":{"list":[{},{"n":1}]}}}"#
    let list = try JSONAdapter.model(of: PlacedList.self, from: json, policy: policy)
    #expect(list.all.map(\.id) == ["a", "b", "c"])
    #expect(list.all.map(\.n) == [5, 0, 1])
    list.all.removeLast()
    let written = try JSONAdapter.string(from: list, policy: policy)
    #expect(written == #"{"all":{"a":{"list":[null,{"n":5}]},"b":{"list":[null,{"n":0}]}}}"#)
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = policy
    #expect(try decoder.decode(PlacedList.self, from: Data(written.utf8)) == list)
  }

  @Test func aPatchRemovesNoName() throws {
    let search = try search()
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.apply(mergePatch: #"{"facets":{"a1":{"id":null}}}"#, to: search)
    }
    #expect(error?.path == "$.facets.a1.id")
    #expect(search.facets.map(\.id) == ["b2", "a1"])
  }

  /// Equal text with other scalars is another name.
  @Test func aPatchInsertsAnElementWithTheScalarsOfItsName() throws {
    let list = Letters()
    try JSONAdapter.apply(mergePatch: #"{"all":{"e\#u{301}":{}}}"#, to: list)
    #expect(list.all.map { Array($0.id.unicodeScalars) } == [["e", "\u{301}"]])
  }

  @Test func anElementThatKeepsPresenceHasItsName() throws {
    let list: PresentList = try JSONAdapter.model(from: #"{"all":{"a":{"n":1},"b":{}}}"#)
    let presence = try list.all.map {
      String(decoding: try JSONEncoder().encode($0.jsonPresence), as: UTF8.self)
    }
    #expect(presence == ["{}", #"{"absent":["n"]}"#])
    #expect(try JSONAdapter.string(from: list) == #"{"all":{"a":{"n":1},"b":{}}}"#)
  }

  /// The name of the member is the only value that validation can put in the place of another one.
  @Test(arguments: [
    (#"{"all":{"0":{"id":3}}}"#, [0]), (#"{"all":{"7":{"id":"seven"}}}"#, [7]),
    (#"{"all":{"5":{"id":null}}}"#, [5]), (#"{"all":{"4":{}}}"#, [4]),
    (#"{"all":{"7":{"id":null}}}"#, [7]),
  ])
  func takesTheNameFromValidation(_ json: String, _ expected: [Int]) throws {
    let list: MendedList = try JSONAdapter.model(from: json)
    #expect(list.all.map(\.id) == expected)
    let decoded = try JSONDecoder().decode(MendedList.self, from: Data(json.utf8))
    #expect(decoded.all.map(\.id) == expected)
  }

  @Test(arguments: [
    (#"{"all":{"7":{"id":3}}}"#, JSONAdapterError.Kind.typeMismatch),
    (#"{"all":{"7":{"id":4}}}"#, .typeMismatch), (#"{"all":{"8":{"id":"seven"}}}"#, .typeMismatch),
  ])
  func takesNoOtherNameFromValidation(
    _ json: String, _ kind: JSONAdapterError.Kind
  ) throws {
    let name = json.contains("8") ? "8" : "7"
    func check(_ read: () throws -> Void) throws {
      let error = try #require(throws: JSONAdapterError.self, performing: read)
      #expect(error.kind == kind)
      #expect(error.path == "$.all[\"\(name)\"].id")
      #expect(error.propertyKey == "id")
    }
    try check { _ = try JSONAdapter.model(of: MendedList.self, from: json) }
    let values = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    try check { _ = try JSONAdapter.model(of: MendedList.self, from: values) }
    let list: MendedList = try JSONAdapter.model(from: #"{"all":{"\#(name)":{}}}"#)
    try check { try JSONAdapter.update(list, from: json) }
    #expect(list.all.map { "\($0.id)" } == [name])
  }
}
