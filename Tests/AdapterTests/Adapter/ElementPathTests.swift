import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Order: Model, JSONSerializing {
  var number = 0
  var ids: [Int] = [-1]
  var names: [String]? = ["none"]
  var cities: [String] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["ids": "items[*].id", "names": .readOnly("people[*].name"), "cities": "places[*].city.name"]
  }
}

/// Models within each other, each of which has a value to read again.
private final class Chain: Model, JSONSerializing {
  var id = 0
  var names: [String] = []
  var next: Chain?
  var others: [Chain] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["id": "ids[0]", "names": "names[*].text", "next": "next[0]", "others": "others[*].link"]
  }
}

/// Two properties that are read from one array.
private final class Pair: Model, JSONSerializing {
  var ids: [Int] = []
  var names: [String] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["ids": .readOnly("items[*].id"), "names": .readOnly("items[*].name")]
  }
}

@Suite struct ElementPathTests {
  private func order(
    _ json: String, policy: ConversionPolicy = .strict, _ issues: inout [String]
  ) throws -> Order {
    var found: [String] = []
    defer { issues = found }
    return try JSONAdapter.model(of: Order.self, from: json, policy: policy) {
      found.append("\($0.path) \($0.action) \($0.found)")
    }
  }

  @Test func collectsWhatTheElementsHave() throws {
    var issues: [String] = []
    let order = try order(
      """
      {"items": [{"id": 1}, {}, {"x": [{"id": 9}], "id": 2}, {"id": 3, "x": {}}],
       "people": [{"name": "a"}, {"name": "b"}], "number": 7,
       "places": [{"city": {"name": "c"}}, {"city": {}}, {"city": {"name": "d"}}]}
      """, &issues)
    #expect(order.ids == [1, 2, 3])
    #expect(order.names == ["a", "b"])
    #expect(order.cities == ["c", "d"])
    #expect(order.number == 7)
    #expect(issues.isEmpty)
  }

  @Test func readsSeveralPropertiesFromOneArray() throws {
    let pair = try JSONAdapter.model(
      of: Pair.self, from: #"{"items": [{"id": 1, "name": "a"}, {"name": "b"}, {"id": 3}]}"#)
    #expect(pair.ids == [1, 3])
    #expect(pair.names == ["a", "b"])
  }

  @Test(arguments: [
    (#"{"items": []}"#, [] as [Int]),
    (#"{"items": [{"id": 1}], "items": [{"id": 2}, {"id": 3}]}"#, [2, 3]),
    (#"{"items": 5, "items": [{"id": 2}]}"#, [2]),
    (#"{"items": [{"id": 1, "id": 4}]}"#, [4]),
    (#"{"number": 1}"#, [-1]),
  ])
  func takesTheLastArray(_ json: String, _ ids: [Int]) throws {
    var issues: [String] = []
    #expect(try order(json, &issues).ids == ids)
  }

  @Test(arguments: [
    (#"{"items": [{"id": 1}, 5]}"#, "$.items[1]", "number 5"),
    (#"{"items": [{"id": 1}, {"id": "x"}]}"#, "$.items[1].id", #"string "x""#),
    (#"{"items": {"id": 1}}"#, "$.items", "object"),
    (#"{"places": [{"city": 5}]}"#, "$.places[0].city", "number 5"),
    (#"{"items": [{"id": 1}], "items": [{"id": true}]}"#, "$.items[0].id", "true"),
  ])
  func saysWhereAValueIsWrong(_ json: String, _ path: String, _ found: String) throws {
    var issues: [String] = []
    let error = #expect(throws: JSONAdapterError.self) { try order(json, &issues) }
    #expect(error?.path == path)
    #expect(error?.found == found)
  }

  @Test func goesOnWithoutWhatIsWrong() throws {
    var issues: [String] = []
    let order = try order(
      #"{"items": [{"id": 1}, {"id": {}}, {"id": "3"}], "people": [{"name": 1}, 2], "number": []}"#,
      policy: .lenient, &issues)
    #expect(order.ids == [1, 3])
    #expect(
      issues == [
        "$.number skipped array", "$.items[1].id dropped object", "$.people[1] dropped number 2",
      ]
    )
  }

  @Test(arguments: [
    #"{"items": [{"id": 1}, {"id": 2]}"#, #"{"items": [{"id" 1}]}"#, #"{"items": [{"id": 1},]}"#,
    #"{"items": [{"id": 1}"#, #"{"items": [{"id": 01}]}"#,
  ])
  func refusesWhatIsNoJSON(_ json: String) throws {
    var issues: [String] = []
    let error = #expect(throws: JSONAdapterError.self) { try order(json, &issues) }
    #expect(error?.kind == .invalidJSON)
    // The error of a class that does not look into the array.
    let plain = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Plain.self, from: json)
    }
    #expect(error?.byteOffset == plain?.byteOffset && error?.found == plain?.found)
  }

  @Test(arguments: [
    #"{"items": [{"id": 1}, {}, 5]}"#, #"{"items": [{"id": 1}, {"nam"#,
    #"{"items": [{"id": 1}, {"nam      "#,
  ])
  func tellsMembersOfElementsFromThoseOfTheObject(_ json: String) throws {
    var issues: [String] = []
    let error = #expect(throws: JSONAdapterError.self) { try order(json, &issues) }
    let checked = #expect(throws: JSONAdapterError.self) {
      try order(json, policy: .strict.with { $0.unknownKeys = .fail }, &issues)
    }
    #expect(checked?.description == error?.description)
  }

  @Test func knowsThePathsBeginnings() throws {
    var policy = ConversionPolicy.strict
    policy.unknownKeys = .report
    var issues: [String] = []
    for _ in 0..<3 {
      let order = try order(
        #"{"places": [], "other": 1, "items": [{"id": 1}], "number": 2, "people": null}"#,
        policy: policy, &issues)
      #expect(order.ids == [1] && order.number == 2 && order.names == nil)
      #expect(issues == ["$.other unknownKey \"other\""])
    }
    policy.unknownKeys = .fail
    #expect(
      try order(#"{"items": [{"id": 1}], "items": [{"id": 2}]}"#, policy: policy, &issues).ids == [
        2
      ])
    #expect(throws: JSONAdapterError.self) {
      try order(#"{"items": [{"id": 1}], "item": []}"#, policy: policy, &issues)
    }
  }

  @Test(arguments: ["\"next\": [", "\"others\": [{\"link\": "])
  func readsWhatIsWrongInALongChainOnce(_ step: String) throws {
    let depth = 60
    let end = step.contains("{") ? "}]" : "]"
    let wrong = #"{"ids": ["x"], "names": [{"text": []}], "#
    let json =
      String(repeating: wrong + step, count: depth) + #"{"ids": [{}]}"#
      + String(repeating: end + "}", count: depth)
    var count = 0
    let chain = try JSONAdapter.model(of: Chain.self, from: json, policy: .lenient) { _ in
      count += 1
    }
    #expect(chain.next != nil || chain.others.count == 1)
    #expect(count == 2 * depth + 1)
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.model(of: Chain.self, from: json) }
  }

  @Test func updatesByTheWholeArray() throws {
    var issues: [String] = []
    let order = try order(#"{"items": [{"id": 1}]}"#, &issues)
    try JSONAdapter.update(order, from: #"{"items": [{"id": 5}, {"id": 6}]}"#)
    #expect(order.ids == [5, 6])
  }
}

private final class Plain: Model, JSONSerializing {
  var number = 0
}
