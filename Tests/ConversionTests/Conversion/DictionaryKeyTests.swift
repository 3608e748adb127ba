import Foundation
import Peridot
import Testing

@testable import TestSupport

private struct Point: Codable, Hashable {
  var x: Int
  var y: Int
}

private final class Leaf: Model, JSONSerializing {
  var id = 0

  override class var archiveName: String { "DictionaryKeyTests.Leaf" }
}

private final class Keyed: Model, JSONSerializing {
  var uuids: [UUID: Int] = [:]
  var urls: [URL: Int] = [:]
  var dates: [Date: String] = [:]
  var decimals: [Decimal: Bool] = [:]
  var blobs: [Data: Int] = [:]
  var zones: [TimeZone: Int] = [:]
  var characters: [Character: Int] = [:]
  var points: [Point: String] = [:]
  var leaves: [UUID: Leaf] = [:]
  var pointLeaves: [Point: Leaf]?

  override class var archiveName: String { "DictionaryKeyTests.Keyed" }
}

private final class CodedKeyed: Model, CodableModel {
  var leaves: [UUID: Leaf] = [:]
  var dates: [Date: Leaf] = [:]
  var decimals: [Decimal: Leaf] = [:]
}

private struct Unkeyed: Hashable { var x = 0 }

private final class Refused: Model, JSONSerializing {
  var values: [Unkeyed: Int] = [:]
}

@Suite struct DictionaryKeyTests {
  private static let uuid = "0D4E8A43-2B2B-4B58-8E8C-4B0A0C8C7A11"
  private static let json = """
    {"blobs":{"AQI=":1},"characters":{"é":1},"dates":{"2026-01-02T03:04:05Z":"a"},\
    "decimals":{"227634670821788.59":true},"leaves":{"\(uuid)":{"id":3}},\
    "pointLeaves":[{"x":5,"y":6},{"id":4}],\
    "points":[{"x":1,"y":2},"a",{"x":3,"y":4},"b"],"urls":{"https://x.y/a":1},\
    "uuids":{"\(uuid)":1},"zones":{"GMT":1}}
    """

  private func expectAll(_ keyed: Keyed) throws {
    let uuid = try #require(UUID(uuidString: Self.uuid))
    #expect(keyed.uuids == [uuid: 1])
    #expect(try keyed.urls == [#require(URL(string: "https://x.y/a")): 1])
    #expect(keyed.dates == [Date(timeIntervalSince1970: 1_767_323_045): "a"])
    #expect(try keyed.decimals == [#require(Decimal(string: "227634670821788.59")): true])
    #expect(keyed.blobs == [Data([1, 2]): 1])
    #expect(try keyed.zones == [#require(TimeZone(identifier: "GMT")): 1])
    #expect(keyed.characters == ["é": 1])
    #expect(keyed.points == [Point(x: 1, y: 2): "a", Point(x: 3, y: 4): "b"])
    #expect(keyed.leaves[uuid]?.id == 3)
    #expect(keyed.pointLeaves?[Point(x: 5, y: 6)]?.id == 4)
  }

  @Test(arguments: [ConversionPolicy.strict, .lenient])
  func takesEveryScalarByEveryRoad(_ policy: ConversionPolicy) throws {
    let keyed = try JSONAdapter.model(of: Keyed.self, from: Self.json, policy: policy)
    try expectAll(keyed)
    #expect(
      try JSONAdapter.string(from: keyed, policy: policy, options: .sortedKeys) == Self.json)
    let dictionary = try JSONAdapter.dictionary(from: keyed, policy: policy)
    try expectAll(JSONAdapter.model(of: Keyed.self, from: dictionary, policy: policy))
    try expectAll(Keyed.unarchive(from: keyed.archivedData()))
    try expectAll(Keyed(dictionary: keyed.dictionaryValue))
    let updated = Keyed()
    try JSONAdapter.update(updated, from: Self.json, policy: policy)
    try expectAll(updated)
    try JSONAdapter.update(
      updated, from: #"{"uuids": {"\#(Self.uuid)": null}, "points": [{"x": 1, "y": 1}, "c"]}"#,
      policy: policy)
    #expect(updated.uuids.isEmpty)
    #expect(updated.points == [Point(x: 1, y: 1): "c"])
  }

  @Test func readsTheArrayThatCodableWrites() throws {
    let uuid = try #require(UUID(uuidString: Self.uuid))
    let coded = try JSONEncoder().encode(["uuids": [uuid: 7]])
    #expect(String(decoding: coded, as: UTF8.self).contains("["))
    #expect(try JSONAdapter.model(of: Keyed.self, from: coded).uuids == [uuid: 7])
    let points = try JSONEncoder().encode(["points": [Point(x: 1, y: 2): "a"]])
    #expect(try JSONAdapter.model(of: Keyed.self, from: points).points == [Point(x: 1, y: 2): "a"])
    let empty = try JSONAdapter.model(of: Keyed.self, from: #"{"points": [], "uuids": []}"#)
    #expect(empty.points.isEmpty)
  }

  @Test(arguments: [
    (
      #"{"uuids": {"x": 1}}"#,
      #"Keyed.uuids: expected UUID as a member's name, found "x" at $.uuids.x (line 1, column 17)"#
    ),
    (
      #"{"points": {"x": "a"}}"#,
      #"Keyed.points: expected Point as a member's name, found "x" at $.points.x (line 1, column 18)"#
    ),
    (
      #"{"points": [{"x": 1, "y": 1}]}"#,
      """
      Keyed.points: expected a value for each key, found a key without one at $.points[0] (line 1, \
      column 13)
      """
    ),
    (
      #"{"points": [{"x": 1, "y": 1}, "a", {"x": 1, "y": 1}, "b"]}"#,
      """
      Keyed.points: expected a name for each Point, found another name of one that occurs before \
      at $.points[2] (line 1, column 36)
      """
    ),
    (
      #"{"points": 5}"#,
      """
      Keyed.points: expected an array of keys and values in turn, found number 5 at $.points \
      (line 1, column 12): no policy reads it
      """
    ),
  ])
  func saysWhatIsWrongWithAKey(_ json: String, _ message: String) {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Keyed.self, from: json)
    }
    #expect(error?.description == message)
  }

  @Test func leavesOutAPairWhereThePolicyDoes() throws {
    var issues: [String] = []
    let keyed = try JSONAdapter.model(
      of: Keyed.self,
      from:
        #"{"points": [{"x": 1, "y": 1}, 5, 7, "a", {"x": 2, "y": 2}, {}, {"x": 3, "y": 3}, "b"]}"#,
      policy: .lenient.with { $0.acceptsNumbersAsStrings = false }
    ) { issues.append("\($0.path) \($0.action)") }
    #expect(keyed.points == [Point(x: 3, y: 3): "b"])
    #expect(issues == ["$.points[1] dropped", "$.points[2] dropped", "$.points[5] dropped"])
  }

  @Test func codesModelsUnderKeysOfAnyScalar() throws {
    let uuid = try #require(UUID(uuidString: Self.uuid))
    let coded = CodedKeyed()
    let leaf = Leaf()
    leaf.id = 3
    coded.leaves = [uuid: leaf]
    coded.dates = [Date(timeIntervalSince1970: 0): leaf]
    coded.decimals = [1.5: leaf]
    let data = try JSONEncoder().encode(coded)
    #expect(try JSONDecoder().decode(CodedKeyed.self, from: data) == coded)
    #expect(try JSONAdapter.model(of: CodedKeyed.self, from: data) == coded)
  }

  @Test func refusesAKeyWithoutACoding() {
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.check(Refused.self) }
  }
}
