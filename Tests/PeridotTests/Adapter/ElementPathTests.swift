import Foundation
import Peridot
import Testing

private final class Order: Model, JSONSerializing {
  var number = 0
  var ids: [Int] = [-1]
  var names: [String]? = ["none"]
  var cities: [String] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["ids": "items[*].id", "names": .readOnly("people[*].name"), "cities": "places[*].city.name"]
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
        "$.number skipped array", "$.items[1].id dropped object", "$.people[1] skipped number 2",
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
    #"{"items": [{"id": 1}, {"name": 2}, 5]}"#, #"{"items": [{"id": 1}, {"nam"#,
    #"{"items": [{"id": 1}, {"nam      "#,
  ])
  func tellsMembersOfElementsFromThoseOfTheObject(_ json: String) throws {
    var issues: [String] = []
    let error = #expect(throws: JSONAdapterError.self) { try order(json, &issues) }
    let checked = #expect(throws: JSONAdapterError.self) {
      try order(json, policy: .with { $0.unknownKeys = .fail }, &issues)
    }
    #expect(checked?.description == error?.description)
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
