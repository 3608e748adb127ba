import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Grid: Model, JSONSerializing {
  var rows: [[Double]] = []
  var cubes: [[[Int]]] = []
  var names: [[String]] = []
  var sets: [Set<Int>] = []
  var gaps: [[Int?]] = []
  var loose: [[Double]]?
}

/// Arrays within arrays, whose loops are compiled for the innermost type.
@Suite struct NestedArrayTests {
  private func issues(
    _ json: String, _ policy: ConversionPolicy
  ) throws -> (grid: Grid, issues: [JSONIssue]) {
    var issues: [JSONIssue] = []
    let grid = try JSONAdapter.model(of: Grid.self, from: json, policy: policy) {
      issues.append($0)
    }
    return (grid, issues)
  }

  @Test(arguments: 0...40)
  func keepsArraysOfEverySize(_ size: Int) throws {
    let grid = Grid()
    grid.rows = (0...size).map { length in (0..<length).map { Double($0) + 0.5 } }.reversed()
    grid.cubes = [[], [[]], grid.rows.map { $0.map { Int($0) } }, [[1], [2, 3], []]]
    grid.names = grid.rows.map { $0.map { "name \($0), longer than fifteen bytes" } }
    grid.sets = grid.rows.map { Set($0.map { Int($0) }) }
    grid.gaps = [[nil], [1, nil, 3], [], Array(repeating: nil, count: size)]
    grid.loose = size.isMultiple(of: 2) ? nil : grid.rows
    for options in [[], .prettyPrinted] as [JSONWritingOptions] {
      let data = try JSONAdapter.data(from: grid, options: options)
      #expect(try JSONAdapter.model(of: Grid.self, from: data) == grid)
      let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      #expect(json["rows"] as? [[Double]] == grid.rows)
      #expect(json["cubes"] as? [[[Int]]] == grid.cubes)
      #expect(json["names"] as? [[String]] == grid.names)
    }
    let dictionary = try JSONAdapter.dictionary(from: grid)
    #expect(try JSONAdapter.model(of: Grid.self, from: dictionary) == grid)
  }

  @Test(arguments: [
    (#"{"rows": [[1, 2], [3, "x"]]}"#, "$.rows[1][1]"), (#"{"rows": [[1, 2], 3]}"#, "$.rows[1]"),
    (#"{"rows": [[1, 2], null]}"#, "$.rows[1]"), (#"{"rows": [[], [null]]}"#, "$.rows[1][0]"),
    (#"{"rows": [[1, 2, 3, 4, 5, 6, 7, 1e400]]}"#, "$.rows[0][7]"),
    (#"{"rows": {}}"#, "$.rows"), (#"{"cubes": [[[1], [2.5]]]}"#, "$.cubes[0][1][0]"),
    (#"{"cubes": [[[1], 2]]}"#, "$.cubes[0][1]"), (#"{"names": [[""], [1]]}"#, "$.names[1][0]"),
    (#"{"sets": [[1], [true]]}"#, "$.sets[1][0]"), (#"{"gaps": [[null, "x"]]}"#, "$.gaps[0][1]"),
    (#"{"loose": [[1], [false]]}"#, "$.loose[1][0]"),
  ])
  func tellsWhereAnElementIsWrong(_ json: String, _ path: String) {
    #expect(adapterError { try JSONAdapter.model(of: Grid.self, from: json) }?.path == path)
  }

  @Test(arguments: [
    #"{"rows": [[1,]]}"#, #"{"rows": [[1 2]]}"#, #"{"rows": [[1], ]}"#, #"{"rows": [[1]"#,
    #"{"rows": [[1,2,3,4,5"#, #"{"rows": [[1,2,3,4,]]}"#, #"{"rows": [,[1]]}"#,
    #"{"rows": [[01]]}"#,
  ])
  func refusesWhatIsNotJSON(_ json: String) {
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Grid.self, from: json, policy: .lenient)
    }
  }

  @Test func dropsElementsWhereThePolicyDoes() throws {
    let policy = ConversionPolicy.strict.with { $0.badElement = .drop }
    let found = try issues(
      #"{"rows": [[1, "x", 2], "y", [], [3, 4, 5, 6, 7, null, 8]], "cubes": [[[1, "x"], 2]]}"#,
      policy)
    #expect(found.grid.rows == [[1, 2], [], [3, 4, 5, 6, 7, 8]])
    #expect(found.grid.cubes == [[[1]]])
    #expect(
      found.issues.map(\.path) == [
        "$.rows[0][1]", "$.rows[1]", "$.rows[3][5]", "$.cubes[0][0][1]", "$.cubes[0][1]",
      ])
  }

  @Test func collectsAllErrors() {
    let error = adapterError {
      try JSONAdapter.model(
        of: Grid.self, from: #"{"rows": [[1, "x", 2, "y"], 3, ["z"]]}"#,
        policy: .strict.with { $0.collectsErrors = true })
    }
    #expect(
      error?.errors.map(\.path) == ["$.rows[0][1]", "$.rows[0][3]", "$.rows[1]", "$.rows[2][0]"])
  }

  @Test func wrapsAndTakesApartWhereThePolicyDoes() throws {
    let wrapping = try issues(
      #"{"rows": [[1], 2, [3]], "names": ["a"]}"#, .strict.with { $0.wrapsSingleValues = true })
    #expect(wrapping.grid.rows == [[1], [2], [3]])
    #expect(wrapping.grid.names == [["a"]])
    let collecting = try issues(
      #"{"rows": [[1, [2, 3]], [[4], 5]]}"#, .strict.with { $0.collectsImplicitly = true })
    #expect(collecting.grid.rows == [[1, 2, 3], [4, 5]])
    #expect(collecting.issues.map(\.path) == ["$.rows[0][1]", "$.rows[1][0]"])
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func tellsWhereANumberHasNoText(_ number: Double) {
    let grid = Grid()
    grid.rows = [[1, 2], [3, number]]
    #expect(adapterError { try JSONAdapter.data(from: grid) }?.path == "$.rows[1][1]")
  }

  @Test func goesNoDeeperThanThePolicyAllows() {
    let error = adapterError {
      try JSONAdapter.model(
        of: Grid.self, from: #"{"cubes": [[[1]]]}"#, policy: .strict.with { $0.maximumDepth = 3 })
    }
    #expect(error != nil)
  }
}
