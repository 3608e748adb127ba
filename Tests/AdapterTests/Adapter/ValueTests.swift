import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Cell: Model, JSONSerializing {
  var x = 0

  override class var conversionPolicy: ConversionPolicy? {
    .strict.with { $0.acceptsNumericStrings = true }
  }
}

private struct Point: Codable, Hashable {
  var x = 0
}

private final class Page: Model, CodableModel {
  var cells: [Part] = []

  override class var archiveName: String { "ValueTests.Page" }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["cells": .root] }
}

private final class Part: Model, CodableModel {
  var x = 0

  override class var archiveName: String { "ValueTests.Part" }
}

@Suite struct ValueTests {
  @Test func readsModelsInCollections() throws {
    let rows = try JSONAdapter.value(of: [[Cell]].self, from: #"[[{"x":1},{"x":"2"}],[]]"#)
    #expect(rows.map { $0.map(\.x) } == [[1, 2], []])
    let lists = try JSONAdapter.value(
      of: [String: [Cell]].self, from: Data(#"{"data":[0,{"a":[{"x":3}]}]}"#.utf8), at: "data[1]")
    #expect(lists["a"]?.map(\.x) == [3] && lists.count == 1)
    let live = try JSONAdapter.value(of: [[Cell]].self, from: [[["x": 4]]] as [Any])
    #expect(live[0][0].x == 4)
    let cell = try JSONAdapter.value(of: Cell?.self, from: "null")
    #expect(cell == nil)
    let inferred: [Int: Cell] = try JSONAdapter.value(from: #"{"1":{"x":5}}"#)
    #expect(inferred[1]?.x == 5)
  }

  @Test func readsOtherValues() throws {
    #expect(try JSONAdapter.value(of: [Point].self, from: #"[{"x":1}]"#) == [Point(x: 1)])
    #expect(
      try JSONAdapter.value(of: [String: Date].self, from: #"{"a":"2014-05-06T07:08:09Z"}"#).count
        == 1)
    #expect(try JSONAdapter.value(of: Int.self, from: " 5 ") == 5)
    #expect(try JSONAdapter.value(of: RawJSON.self, from: "[1.10]").description == "[1.10]")
    let lenient = JSONAdapter(policy: .lenient)
    var issues: [String] = []
    let numbers = try lenient.value(of: [Int].self, from: #"["1", "x", 2]"#) {
      issues.append($0.path)
    }
    #expect(numbers == [1, 2] && issues == ["$[1]"])
    let anything: Any = ["1"]
    #expect(try lenient.value(of: [Int].self, from: anything) == [1])
  }

  @Test func saysWhere() throws {
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.value(of: [[Cell]].self, from: #"[[{"x":1}, {"x":true}]]"#)
    }
    #expect(error.kind == .typeMismatch && error.path == "$[0][1].x")
    #expect(error.propertyKey == "x" && error.modelClass == Cell.self && error.column == 17)
    let missing = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.value(of: [Int].self, from: "{}", at: "a")
    }
    #expect(missing.kind == .missingKeys && missing.path == "$.a")
    let null = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.value(of: [Int].self, from: "null")
    }
    #expect(null.kind == .nullValue && null.path == "$")
    let formless = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.value(of: [Thread].self, from: "[]")
    }
    #expect(formless.kind == .invalidMapping)
    let syntax = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.value(of: [Int].self, from: "[1,")
    }
    #expect(syntax.kind == .invalidJSON)
    let errors = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.value(
        of: [[Cell]].self, from: #"[[{"x":{}}],[{"x":1},{"x":[]}]]"#,
        policy: .strict.with { $0.collectsErrors = true })
    }
    #expect(errors.errors.map(\.path) == ["$[0][0].x", "$[1][1].x"])
  }

  /// A document that is an array, into a property.
  @Test func readsAnArrayIntoAPropertyAtTheRoot() throws {
    let json = #"[{"x":1},{"x":2}]"#
    let page = try JSONAdapter.model(of: Page.self, from: json)
    #expect(page.cells.map(\.x) == [1, 2])
    let live = try JSONAdapter.model(of: Page.self, from: [["x": 1], ["x": 2]] as [Any])
    #expect(live == page)
    let placed = try JSONAdapter.model(of: Page.self, from: "{\"a\":\(json)}", at: "a")
    #expect(placed == page)
    let pages = try JSONAdapter.models(of: Page.self, from: "[\(json),[]]")
    #expect(pages.map(\.cells.count) == [2, 0])
    let updated = Page()
    try JSONAdapter.update(updated, from: json)
    #expect(updated == page)
    try JSONAdapter.apply(mergePatch: #"[{"x":9}]"#, to: page)
    #expect(page.cells.map(\.x) == [9])
    #expect(try Page.unarchive(from: updated.archivedData()) == updated)
    let lenient = try JSONAdapter.model(of: Page.self, from: "[{},5]", policy: .lenient)
    #expect(lenient.cells.count == 1)
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Page.self, from: #"[{"x":"a"}]"#)
    }
    #expect(error.path == "$[0].x" && error.modelClass == Part.self)
    // No object has an array for its members.
    let written = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.string(from: updated)
    }
    #expect(written.kind == .typeMismatch && written.propertyKey == "cells")
    #expect(try JSONAdapter.string(from: updated.cells) == json)
  }
}

extension ValueTests {
  private final class Named: Model, JSONSerializing {
    var all: Any?
    var name = "a"

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["all": .readOnly(.root)] }
  }

  private final class Nested: Model, JSONSerializing {
    var all: Any?
    var name = "a"

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["all": .readOnly(.root), "name": "data.name"]
    }
  }

  /// An array has no members, and no path leads through it.
  @Test(arguments: [ConversionPolicy.strict, .lenient])
  func takesAnArrayBesideNamesAndNotBesidePaths(_ policy: ConversionPolicy) throws {
    let named = try JSONAdapter.model(of: Named.self, from: "[1]", policy: policy)
    #expect(named.all as? [Int] == [1] && named.name == "a")
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Nested.self, from: "[1]", policy: policy)
    }
    #expect(error.kind == .typeMismatch && error.path == "$" && error.propertyKey == nil)
  }
}
