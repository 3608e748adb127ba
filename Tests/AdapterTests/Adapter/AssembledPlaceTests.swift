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
        == #"{"name":"n","pos":[1,null],"tags":[],"notes":[null,null,null],"nums":null,"#
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
    #expect(try JSONAdapter.model(of: Shape.self, from: straight, policy: policy) == shape)
  }

  @Test func writesNullForArraysThatAreAllNil() throws {
    final class Pair: Model, JSONSerializing {
      var ids: [Int]? = [1]
      var names: [String]? = ["a"]
      var links: [Int]?

      override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
        ["ids": "items[*].id", "names": "items[*].name", "links": "deep[0].links[*].id"]
      }
    }
    let pair = Pair()
    (pair.ids, pair.names) = (nil, nil)
    for rule in [ConversionPolicy.NilRule.omit, .null] {
      let policy = ConversionPolicy.strict.with { $0.nilOnExport = rule }
      for options in [[], .sortedKeys, .prettyPrinted] as [JSONWritingOptions] {
        let data = try JSONAdapter.data(from: pair, policy: policy, options: options)
        #expect(
          String(decoding: data, as: UTF8.self).filter { !$0.isWhitespace }.contains(
            #""items":null"#))
        #expect(try JSONAdapter.model(of: Pair.self, from: data) == pair)
      }
      let dictionary = try JSONAdapter.dictionary(from: pair, policy: policy)
      #expect(try JSONAdapter.model(of: Pair.self, from: dictionary) == pair)
    }
  }

  private final class Gaps: Model, JSONSerializing {
    var first = 1
    var second = 2
    var third: Int?
    var fourth = [4]
    var fifth = 5
    var inner = "i"
    var outer = "o"
    var ids: [Int] = []
    var mark = 0

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      [
        "first": "p[0]", "second": "p[1]", "third": "p[2]", "fourth": "p[3]", "fifth": "p[5]",
        "inner": "q[0].x", "outer": "q[1].y", "ids": "r[*].id", "mark": "r[2].mark",
      ]
    }
  }

  @Test func fillsGapsWithWhatReadingTakes() throws {
    let cases: [((Gaps) -> Void, String)] = [
      ({ _ in }, "{}"), ({ $0.first = 7 }, #"{"p":[7]}"#),
      ({ $0.second = 7 }, #"{"p":[1,7]}"#), ({ $0.third = 7 }, #"{"p":[1,2,7]}"#),
      ({ $0.fourth = [] }, #"{"p":[1,2,null,[]]}"#),
      ({ $0.fifth = 7 }, #"{"p":[1,2,null,[4],null,7]}"#),
      ({ $0.inner = "a" }, #"{"q":[{"x":"a"}]}"#),
      ({ $0.outer = "a" }, #"{"q":[{"x":"i"},{"y":"a"}]}"#),
      ({ $0.ids = [8] }, #"{"r":[{"id":8}]}"#),
      ({ $0.mark = 9 }, #"{"r":[{},{},{"mark":9}]}"#),
      (
        {
          $0.ids = [8]
          $0.mark = 9
        }, #"{"r":[{"id":8},{},{"mark":9}]}"#
      ),
    ]
    let policy = ConversionPolicy.strict.with {
      $0.defaultsOnExport = .omit
      $0.emptyOnExport = .omit
    }
    for (change, expected) in cases {
      let gaps = Gaps()
      change(gaps)
      for options in [[], .sortedKeys] as [JSONWritingOptions] {
        let data = try JSONAdapter.data(from: gaps, policy: policy, options: options)
        #expect(String(decoding: data, as: UTF8.self) == expected)
        #expect(try JSONAdapter.model(of: Gaps.self, from: data) == gaps)
      }
      let dictionary = try JSONAdapter.dictionary(from: gaps, policy: policy)
      #expect(try JSONAdapter.model(of: Gaps.self, from: dictionary) == gaps)
      #expect(try JSONAdapter.model(of: Gaps.self, from: JSONAdapter.data(from: gaps)) == gaps)
    }
  }

  @Test func refusesAnAbsentValueBeforeAnother() throws {
    final class Doubles: Model, JSONSerializing {
      var first: Int??
      var second = 2

      override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
        ["first": "p[0]", "second": "p[1]"]
      }
    }
    let doubles = Doubles()
    for options in [[], .sortedKeys] as [JSONWritingOptions] {
      let error = #expect(throws: JSONAdapterError.self) {
        try JSONAdapter.data(from: doubles, options: options)
      }
      #expect(error?.propertyKey == "first" && error?.path == "$.p[0]")
    }
    doubles.first = .some(nil)
    #expect(try JSONAdapter.string(from: doubles) == #"{"p":[null,2]}"#)
  }

  @Test func refusesOneValueInEveryElementAndInOne() {
    final class Doubled: Model, JSONSerializing {
      var all: [Int] = []
      var one = 0

      override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
        ["all": "a[*].d", "one": "a[1].d"]
      }
    }
    #expect(
      adapterMessage { try JSONAdapter.check(Doubled.self) } == """
        Doubled: the mapping has mistakes:
        - "all" is written to every element of a, and "one" to one of them: make one of them .readOnly
        """)
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
