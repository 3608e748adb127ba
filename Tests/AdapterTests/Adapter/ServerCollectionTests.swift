import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Part: Model, CodableModel {
  var value = 0

  override class var archiveName: String { "ServerCollectionTests.Part" }
}

private struct Note: Hashable {
  let text: String
}

private final class Shelf: Model, CodableModel {
  var ids: Set<UUID> = []
  var days: Set<Date>?
  var raws: [String] = []
  var rawsByName: [String: String] = [:]
  var nested: [[String]] = []
  var some: [String] = []

  override class var archiveName: String { "ServerCollectionTests.Shelf" }

  /// JSON text of a value, with all its digits.
  private static let text: ValueTransformer = .closure(
    forward: { (json: RawJSON) in json.description }, reverse: { try RawJSON($0) })

  override class var declaredProperties: [Property] {
    [
      property("ids", \.ids, by: .set(of: .uuid)),
      property("days", \.days, by: .set(of: .date(format: "yyyy-MM-dd"))),
      property("raws", \.raws, by: .using(.array(of: text))),
      property("rawsByName", \.rawsByName, by: .using(.dictionary(of: text))),
      property("nested", \.nested, by: .using(.array(of: .array(of: text)))),
      property("some", \.some, by: .using(.lossyArray(of: text))),
    ]
  }
}

private final class Lists: Model, CodableModel {
  var numbers: [Int] = []
  var set: Set<String>?
  var parts: [Part] = []
  var nested: [[Int]] = []
  var table: [String: [Int]] = [:]

  override class var archiveName: String { "ServerCollectionTests.Lists" }
}

private final class Form: Model, CodableModel {
  var name = "?"
  var count = 7
  var note: String?
  var id = 0
  var deep = 1

  override class var archiveName: String { "ServerCollectionTests.Form" }
  override class var requiredPropertyKeys: Set<String> { ["id"] }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["deep": "meta.deep"] }
}

@Suite struct ServerCollectionTests {
  private let low = "00000000-0000-0000-0000-000000000001"
  private let high = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"

  @Test(arguments: [ConversionPolicy.strict, .lenient])
  func setsCrossEveryRoad(_ policy: ConversionPolicy) throws {
    let json = #"{"days":["2014-05-06","2015-01-01"],"ids":["\#(high)","\#(low)"]}"#
    let written =
      #"{"days":["2014-05-06","2015-01-01"],"ids":["\#(low)","\#(high)"],"nested":[],"raws":[],"#
      + #""rawsByName":{},"some":[]}"#
    try expectCrossing(of: Shelf.self, json, written: written, policy: policy)
  }

  @Test func transformsSetsByHand() throws {
    let transformer: ValueTransformer = .set(of: .uuid)
    let id = try #require(UUID(uuidString: low))
    #expect(try transformer.forward([low, low], as: Set<UUID>.self) == [id])
    #expect(try transformer.forward(boxed(#"[null, "\#(low)"]"#), as: Set<UUID>.self) == [id])
    #expect(try transformer.reverse(Set([id]), as: [String].self) == [low])
    #expect(try transformer.forward(nil) == nil && transformer.canReverse)
    expectError("element 1: expected a UUID as text, found number 5") {
      try transformer.forward([low, 5])
    }
    expectError("expected an array, found string \"x\"") { try transformer.forward("x") }
    #expect(
      try ValueTransformer.set(of: .byType).reverse(Set([3, 1, 2]), as: [Int].self) == [1, 2, 3])
  }

  @Test func reportsOrRefusesRepeatedElements() throws {
    let json = #"{"ids":["\#(low)","\#(high)","\#(low)"]}"#
    var issues: [JSONIssue] = []
    let shelf = try JSONAdapter.model(of: Shelf.self, from: json) { issues.append($0) }
    #expect(shelf.ids.count == 2)
    #expect(issues.map(\.path) == ["$.ids[2]"] && issues.map(\.action) == [.dropped])
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: Shelf.self, from: json, policy: .strict.with { $0.duplicateElements = .fail })
    }
    #expect(error.kind == .transformFailed && error.path == "$.ids[2]")
  }

  @Test(arguments: [ConversionPolicy.strict, .lenient])
  func rawJSONCrossesEveryRoad(_ policy: ConversionPolicy) throws {
    let raw =
      #"{"nested":[[1.5,{}],[]],"raws":[{"a":1}],"rawsByName":{"x":[1,2]},"some":[true]}"#
    let written =
      #"{"ids":[],"nested":[[1.5,{}],[]],"raws":[{"a":1}],"rawsByName":{"x":[1,2]},"some":[true]}"#
    try expectCrossing(of: Shelf.self, raw, written: written, policy: policy)
  }

  @Test func rawJSONKeepsDigitsWithinCollections() throws {
    let json = #"{"raws": [1.10, 12345678901234567890.12345678901234567890, {"b": 1, "a": 2}]}"#
    let shelf = try JSONAdapter.model(of: Shelf.self, from: json)
    #expect(
      shelf.raws == [
        "1.10", "12345678901234567890.12345678901234567890", #"{"b": 1, "a": 2}"#,
      ])
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Shelf.self, from: #"{"raws": 5}"#)
    }
    #expect(error.kind == .transformFailed && error.path == "$.raws")
  }

  @Test func readsArraysAsPHPWritesThem() throws {
    let json =
      #"{"nested":{"0":[1],"3":{"0":2}},"numbers":{"0":1,"1":2,"7":"3"},"parts":{"1":{"value":4}},"#
      + #""set":{"0":"a"},"table":{"x":{"0":1}}}"#
    let written =
      #"{"nested":[[1],[2]],"numbers":[1,2,3],"parts":[{"value":4}],"set":["a"],"table":{"x":[1]}}"#
    try expectCrossing(of: Lists.self, json, written: written, policy: .lenient)
    var issues: [JSONIssue] = []
    _ = try JSONAdapter.model(of: Lists.self, from: json, policy: .lenient) { issues.append($0) }
    #expect(
      issues.map(\.path).sorted() == [
        "$.nested", "$.nested[\"3\"]", "$.numbers", "$.parts", "$.set", "$.table.x",
      ])
    #expect(issues.allSatisfy { $0.action == .converted && $0.expected == "array" })
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Lists.self, from: #"{"numbers":{"0":1}}"#)
    }
    #expect(error.kind == .typeMismatch && error.path == "$.numbers")
  }

  @Test(arguments: [
    "{}", #"{"a":1}"#, #"{"0":1,"a":2}"#, #"{"1":1,"0":2}"#, #"{"0":1,"0":2}"#, #"{"00":1}"#,
    #"{"-1":1}"#, #"{"0":1,"99999999999999999999":2}"#,
  ])
  func keepsWhatIsNoArray(_ object: String) throws {
    var issues: [JSONIssue] = []
    let lists = try JSONAdapter.model(
      of: Lists.self, from: "{\"numbers\":\(object)}", policy: .lenient
    ) { issues.append($0) }
    #expect(lists.numbers.isEmpty)
    #expect(issues.map(\.path) == ["$.numbers"] && issues.map(\.action) == [.skipped])
  }

  @Test func reportsAbsentMembers() throws {
    let policy = ConversionPolicy.strict.with { $0.absentKeys = .report }
    var issues: [JSONIssue] = []
    let form = try JSONAdapter.model(of: Form.self, from: #"{"id":1,"count":2}"#, policy: policy) {
      issues.append($0)
    }
    #expect(form.name == "?" && form.count == 2)
    #expect(issues.map(\.path) == ["$.name", "$.meta.deep"])
    #expect(issues.map(\.propertyKey) == ["name", "deep"])
    #expect(issues.allSatisfy { $0.action == .skipped && $0.found == "nothing" })
    #expect(issues.map(\.expected) == [#""name""#, #""deep""#])
    // An update names a part, and a patch, too.
    try JSONAdapter.update(form, from: #"{"count":3}"#, policy: policy) { Issue.record("\($0)") }
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Form.self, from: "{}", policy: policy)
    }
    #expect(error.missingKeys == ["id"])
    let all = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: Form.self, from: "{}", policy: .strict.with { $0.absentKeys = .fail })
    }
    #expect(all.missingKeys == ["name", "count", "id", "deep"])
    try expectCrossing(
      of: Form.self, #"{"count":2,"id":1}"#,
      written: #"{"count":2,"id":1,"meta":{"deep":1},"name":"?"}"#, policy: policy)
  }
}
