import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Shape: Model, JSONSerializing {
  var name = "n"
  var x: Double?
  var y: Double?
  var tags: [String] = []
  var note: String?
  var numbers: [Int]?
  var third = 3

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "x": "pos[0]", "y": "pos[1]", "tags": "tags[*].text", "note": "notes[2]",
      "numbers": "nums[*].v.w", "third": "deep.list[1].n",
    ]
  }
}

private final class Parent: Model, JSONSerializing {
  var child: Parent?
  var children: [Parent] = []
  var size = 0.0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["child": "links[1]", "children": "all[*].one", "size": "sizes[0]"]
  }
}

private final class Lists: Model, JSONSerializing {
  var ids: [Int] = []
  var paths: [String] = []
  var tags: [[String]]?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["ids": "items[*].id", "paths": "items[*].owner.path", "tags": "items[*].owner.tags"]
  }
}

/// Arrays, the first of which can be written as null.
private final class ListsAfterNil: Model, JSONSerializing {
  var marks: [Int]?
  var ids: [Int] = []
  var flags: [Bool]?
  var names: [String] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "marks": "items[*].mark", "ids": "items[*].id", "flags": "items[*].flag",
      "names": "items[*].name",
    ]
  }
}

/// Properties at elements of arrays, written straight through.
@Suite struct AssembledPlaceTests {
  private func text(_ model: some JSONSerializing, _ policy: ConversionPolicy = .strict) throws
    -> String
  {
    String(decoding: try JSONAdapter.data(from: model, policy: policy), as: UTF8.self)
  }

  @Test func writesElementsWhereTheyLie() throws {
    let shape = Shape()
    #expect(try text(shape) == #"{"name":"n","tags":[],"deep":{"list":[null,{"n":3}]}}"#)
    shape.y = 2
    shape.tags = ["a", "b"]
    shape.note = "c"
    shape.numbers = [1]
    #expect(
      try text(shape)
        == #"{"name":"n","pos":[null,2],"tags":[{"text":"a"},{"text":"b"}],"#
        + #""notes":[null,null,"c"],"nums":[{"v":{"w":1}}],"deep":{"list":[null,{"n":3}]}}"#)
    shape.x = 1.5
    shape.y = nil
    #expect(try text(shape).contains(#""pos":[1.5],"tags""#))
  }

  @Test func writesNullWhereThePolicyDoes() throws {
    var policy = ConversionPolicy.strict
    policy.nilOnExport = .null
    let shape = Shape()
    shape.x = 1
    #expect(
      try text(shape, policy)
        == #"{"name":"n","pos":[1,null],"tags":[],"notes":[null,null,null],"nums":[],"#
        + #""deep":{"list":[null,{"n":3}]}}"#)
  }

  @Test(arguments: 1...200) func writesWhatATreeOfItHolds(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let shape = Shape()
    if Bool.random(using: &random) { shape.x = Double(Int.random(in: 0...99, using: &random)) / 8 }
    if Bool.random(using: &random) { shape.y = Double(Int.random(in: 0...99, using: &random)) }
    if Bool.random(using: &random) { shape.note = "note \"\(seed)\"" }
    if Bool.random(using: &random) {
      shape.numbers = Array(0..<Int.random(in: 0...3, using: &random))
    }
    shape.tags = (0..<Int.random(in: 0...3, using: &random)).map { "tag/\($0)" }
    var policy = ConversionPolicy.strict
    if Bool.random(using: &random) { policy.nilOnExport = .null }
    let straight = try JSONAdapter.data(from: shape, policy: policy)
    // In the order of the names, a tree is made.
    let tree = try JSONAdapter.data(from: shape, policy: policy, options: .sortedKeys)
    let one = try JSONSerialization.jsonObject(with: straight) as? NSDictionary
    let other = try JSONSerialization.jsonObject(with: tree) as? NSDictionary
    #expect(one == other, "seed \(seed)")
    // Nil in the place of an array's elements is an array of none.
    if policy.nilOnExport == .null, shape.numbers == nil { shape.numbers = [] }
    #expect(try JSONAdapter.model(of: Shape.self, from: straight, policy: policy) == shape)
  }

  @Test func writesModelsWithinModels() throws {
    let parent = Parent()
    parent.child = Parent()
    parent.children = [Parent(), Parent()]
    parent.children[1].child = Parent()
    let data = try JSONAdapter.data(from: parent)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"links":[null,{"all":[],"sizes":[0]}],"all":[{"one":{"all":[],"sizes":[0]}},"#
        + #"{"one":{"links":[null,{"all":[],"sizes":[0]}],"all":[],"sizes":[0]}}],"sizes":[0]}"#)
    #expect(try JSONAdapter.model(of: Parent.self, from: data) == parent)
  }

  @Test func tellsThePathOfWhatHasNoForm() throws {
    let parent = Parent()
    parent.children = [Parent(), Parent()]
    parent.children[1].child = Parent()
    parent.children[1].child?.size = .infinity
    let error = try #require(throws: JSONAdapterError.self) { try JSONAdapter.data(from: parent) }
    #expect(error.path == "$.all[*].one[1].links[1].sizes[0]")
    #expect(error.propertyKey == "size")
  }

  @Test(
    arguments: [
      ([], [], nil, #"{"items":[]}"#),
      (
        [1], ["a/b"], [["x", "y"]], #"{"items":[{"id":1,"owner":{"path":"a/b","tags":["x","y"]}}]}"#
      ),
      ([1, 2], ["a"], nil, #"{"items":[{"id":1,"owner":{"path":"a"}},{"id":2}]}"#),
      ([], ["a", "\""], nil, #"{"items":[{"owner":{"path":"a"}},{"owner":{"path":"\""}}]}"#),
      (
        [1, -2, 3], ["a"], [[]],
        #"{"items":[{"id":1,"owner":{"path":"a","tags":[]}},{"id":-2},{"id":3}]}"#
      ),
    ] as [([Int], [String], [[String]]?, String)])
  func joinsArraysOfDifferentLengths(
    ids: [Int], paths: [String], tags: [[String]]?, json: String
  ) throws {
    let lists = Lists()
    (lists.ids, lists.paths, lists.tags) = (ids, paths, tags)
    #expect(try text(lists) == json)
    #expect(
      try JSONAdapter.string(from: lists, options: .escapeSlashes)
        == json.replacingOccurrences(of: "/", with: #"\/"#))
    let pretty = try JSONAdapter.string(from: lists, options: .prettyPrinted)
    #expect(
      pretty.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined()
        .replacingOccurrences(of: "\": ", with: "\":") == json)
  }

  @Test func joinsTheArraysAfterOneThatIsNil() throws {
    let lists = ListsAfterNil()
    (lists.ids, lists.names) = ([1, 2], ["a"])
    for rule in [ConversionPolicy.NilRule.omit, .null] {
      var policy = ConversionPolicy.strict
      policy.nilOnExport = rule
      #expect(try text(lists, policy) == #"{"items":[{"id":1,"name":"a"},{"id":2}]}"#)
      lists.flags = [true]
      #expect(try text(lists, policy) == #"{"items":[{"id":1,"flag":true,"name":"a"},{"id":2}]}"#)
      lists.flags = nil
    }
  }

  @Test func leavesOutWhatHasNoForm() throws {
    var policy = ConversionPolicy.strict
    policy.nonFinite = .omit
    let shape = Shape()
    shape.x = .infinity
    shape.y = 2
    var issues: [String] = []
    let data = try JSONAdapter.data(from: shape, policy: policy) { issues.append($0.path) }
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"name":"n","pos":[null,2],"tags":[],"deep":{"list":[null,{"n":3}]}}"#)
    #expect(issues == ["$.pos[0]"])
  }

  @Test(arguments: [
    (#"{"tags":[{"text":1}]}"#, "$.tags[0].text"), (#"{"tags":[{"text":"a"},2]}"#, "$.tags[1]"),
    (#"{"tags":{}}"#, "$.tags"), (#"{"nums":[{"v":{"w":1}},{"v":3}]}"#, "$.nums[1].v"),
    (#"{"nums":[{"v":{"w":null}}]}"#, "$.nums[0].v.w"), (#"{"pos":["a"]}"#, "$.pos[0]"),
    (#"{"pos":1}"#, "$.pos"),
  ])
  func tellsThePathOfWhatIsWrong(document: String, path: String) throws {
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Shape.self, from: document)
    }
    #expect(error.path == path)
  }

  @Test func readsTheElementsThatAreThere() throws {
    let shape = try JSONAdapter.model(
      of: Shape.self,
      from: #"{"tags":[{"text":"a"},{},{"other":1,"text":"b"}],"nums":[{"v":{"w":1}},{"v":{}}]}"#)
    #expect(shape.tags == ["a", "b"])
    #expect(shape.numbers == [1])
    let empty = try JSONAdapter.model(of: Shape.self, from: #"{"tags":[],"nums":null}"#)
    #expect(empty.tags == [])
    #expect(empty.numbers == nil)
  }

  @Test func takesTheLastOfMembersThatOccurTwice() throws {
    let shape = try JSONAdapter.model(
      of: Shape.self,
      from: #"{"pos":[1],"tags":[{"text":"a","text":"b"}],"pos":[2,3],"tags":[{"text":"c"}]}"#)
    #expect(shape.x == 2)
    #expect(shape.y == 3)
    #expect(shape.tags == ["c"])
  }
}
