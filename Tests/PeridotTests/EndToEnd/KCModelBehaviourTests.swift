import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Cell: Model, JSONSerializing {
  var letter: Character = "?"
  var code: UInt8 = 0
  var price = 1.0
  var isOn = false
  var title = "old"

  override class func transformer(forKey key: String) -> ValueTransformer? {
    guard key == "code" else { return nil }
    return .closure(
      forward: { (text: String) -> UInt8 in text.utf8.first ?? 0 },
      reverse: { String(UnicodeScalar($0)) })
  }
}

private final class Grid: Model, JSONSerializing {
  var name = ""
  var first: Cell?
  var cells: [Cell] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["name": "info.names[1]", "first": .readOnly("rows[0].cell"), "cells": "rows[*].cell"]
  }
}

/// What KCModel (and MJExtension) do, in Peridot's words.
@Suite struct KCModelBehaviourTests {
  private let policy = ConversionPolicy.lenient.with { $0.null = .skip }

  @Test func leavesAPropertyUntouchedByNullAndAbsence() throws {
    let cell = Cell()
    try JSONAdapter.update(cell, from: #"{"title": null}"#, policy: policy)
    #expect(cell.title == "old")
    #expect(try JSONAdapter.model(of: Cell.self, from: "{}", policy: policy).title == "old")
  }

  @Test func readsNumbersFromText() throws {
    let cell: Cell = try JSONAdapter.model(
      from: #"{"price": "1.5", "isOn": "1", "title": 5}"#, policy: policy)
    #expect(cell.price == 1.5)
    #expect(cell.isOn)
    #expect(cell.title == "5")
    var comma = policy
    comma.numberLocale = Locale(identifier: "de_DE")
    #expect(
      try JSONAdapter.model(of: Cell.self, from: #"{"price": "1,5"}"#, policy: comma).price == 1.5)
  }

  @Test func readsTheCodeOfACharacterByATransformer() throws {
    let cell: Cell = try JSONAdapter.model(from: #"{"letter": "A", "code": "A"}"#)
    #expect(cell.letter == "A")
    #expect(cell.code == 65)
    #expect(try JSONAdapter.string(from: cell, keys: ["code"]) == #"{"code":"A"}"#)
  }

  @Test func neverStoresWhatBlocksAPath() throws {
    let grid: Grid = try JSONAdapter.model(from: #"{"info": "text", "rows": 5}"#, policy: policy)
    #expect(grid.name == "")
    #expect(grid.first == nil)
    #expect(grid.cells.isEmpty)
  }

  @Test func goesThroughIndexesBothWays() throws {
    let grid: Grid = try JSONAdapter.model(
      from: """
        {"info": {"names": ["a", "b"]}, "rows": [{"cell": {"title": "c"}}, {"cell": {"title": "d"}}]}
        """)
    #expect(grid.name == "b")
    #expect(grid.first?.title == "c")
    #expect(grid.cells.map(\.title) == ["c", "d"])
    #expect(
      try JSONAdapter.string(from: grid, keys: ["name"]) == #"{"info":{"names":[null,"b"]}}"#)
  }

  @Test func checksEveryElement() throws {
    var paths: [String] = []
    let cells = try JSONAdapter.models(
      of: Cell.self, from: #"[{"title": "a"}, "x", null, {"title": "b"}]"#, policy: policy
    ) { paths.append($0.path) }
    #expect(cells.map(\.title) == ["a", "b"])
    #expect(paths == ["$[1]", "$[2]"])
  }

  @Test func parsesTextThatHoldsJSON() throws {
    let grid: Grid = try JSONAdapter.model(
      from: #"{"rows": [{"cell": "{\"title\": \"c\"}"}]}"#, policy: policy)
    #expect(grid.first?.title == "c")
  }
}
