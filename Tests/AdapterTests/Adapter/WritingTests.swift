import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Node: Model, JSONSerializing {
  var name = "n"
  var next: Node?
  var children: [Node] = []
  var named: [String: Node] = [:]
}

private final class Values: Model, JSONSerializing {
  var zeta = 0
  var nothing: String?
  var deep: Int?
  var deeper: Int?
  var alpha = "a/b"

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["deep": "outer.inner.deep", "deeper": "outer.inner.deeper"]
  }
}

private final class Numbers: Model, JSONSerializing {
  var double = 0.0
  var float: Float = 0
  var list: [Double] = []
  var table: [String: [Double?]] = [:]
  var any: Any = 0
  var optional: Double?
  var cg: CGFloat = 0
  var decimal: Decimal = 0
}

private final class Spread: Model, JSONSerializing {
  var root = 0
  var parts = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["root": .root, "parts": .all("a", "b")]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    .closure(
      forward: { (_: Any) in 1 },
      reverse: { (value: Int) -> Any in value == 0 ? [String: Any]() : value })
  }
}

private final class Computed: Model, JSONSerializing {
  var first = "A"
  var last = "B"
  var full: String { "\(first) \(last)" }

  override class var declaredProperties: [Property] {
    [property("full", readOnly: \.full)]
  }
}

@Suite struct WritingTests {
  @Test func writesInEachForm() throws {
    let model = Values()
    let text = #"{"zeta":0,"alpha":"a/b"}"#
    let adapter = JSONAdapter()
    #expect(try JSONAdapter.string(from: model) == text)
    #expect(try JSONAdapter.data(from: model) == Data(text.utf8))
    #expect(try JSONAdapter.string(from: [model, model]) == "[\(text),\(text)]")
    #expect(try JSONAdapter.data(from: [Values]()) == Data("[]".utf8))
    #expect(try adapter.string(from: model) == text)
    #expect(try adapter.data(from: model) == Data(text.utf8))
    #expect(try adapter.data(from: [model]) == Data("[\(text)]".utf8))
    #expect(try adapter.string(from: [model]) == "[\(text)]")
    let dictionary = try JSONAdapter.dictionary(from: model)
    #expect(dictionary["zeta"] as? Int == 0)
    #expect(dictionary["alpha"] as? String == "a/b")
    #expect(dictionary.count == 2)
    #expect(try adapter.dictionary(from: model).count == 2)
    #expect(try JSONAdapter.array(from: [model, model]).count == 2)
    #expect(try adapter.array(from: [model])[0]["alpha"] as? String == "a/b")
  }

  @Test func omitsNilOrWritesNull() throws {
    let model = Values()
    var policy = ConversionPolicy.strict
    policy.nilOnExport = .null
    #expect(
      try JSONAdapter.string(from: model, policy: policy) == """
        {"zeta":0,"nothing":null,"outer":{"inner":{"deep":null,"deeper":null}},"alpha":"a/b"}
        """)
    model.deeper = 2
    #expect(
      try JSONAdapter.string(from: model)
        == #"{"zeta":0,"outer":{"inner":{"deeper":2}},"alpha":"a/b"}"#)
    #expect(try JSONAdapter(policy: policy).dictionary(from: model)["nothing"] is NSNull)
  }

  @Test func laysOutAsAsked() throws {
    let model = Values()
    model.deep = 1
    #expect(
      try JSONAdapter.string(from: model, options: [.sortedKeys, .escapeSlashes])
        == #"{"alpha":"a\/b","outer":{"inner":{"deep":1}},"zeta":0}"#)
    #expect(
      try JSONAdapter.string(from: model, options: .prettyPrinted) == """
        {
          "zeta": 0,
          "outer": {
            "inner": {
              "deep": 1
            }
          },
          "alpha": "a/b"
        }
        """)
  }

  @Test func escapesSlashesInEachKindOfValue() throws {
    let model = Slashes()
    model.jsonExtras = ["x/y": ["z/": "/"]]
    #expect(
      try JSONAdapter.string(from: model, options: [.sortedKeys, .escapeSlashes])
        == #"{"any":["a\/b"],"coded":{"text":"c\/d"},"date":"2001\/01","finished":"f\/g","#
        + #""items":[{"id":"a\/b","tags":["\/"]}],"link":"file:\/\/\/x","name":"p\/q","#
        + #""x\/y":{"z\/":"\/"}}"#)
  }

  @Test func writesSeveralArraysIntoOne() throws {
    let model = Rows()
    model.ids = [1, 2, 3]
    model.names = ["a", "b/"]
    model.tags = [["x", "y"], []]
    #expect(
      try JSONAdapter.string(from: model, options: .escapeSlashes)
        == #"{"rows":[{"id":1,"user":{"name":"a","tags":["x","y"]}},"#
        + #"{"id":2,"user":{"name":"b\/","tags":[]}},{"id":3}]}"#)
    #expect(
      try JSONAdapter.string(from: model, options: .prettyPrinted) == """
        {
          "rows": [
            {
              "id": 1,
              "user": {
                "name": "a",
                "tags": [
                  "x",
                  "y"
                ]
              }
            },
            {
              "id": 2,
              "user": {
                "name": "b/",
                "tags": []
              }
            },
            {
              "id": 3
            }
          ]
        }
        """)
    model.ids = []
    #expect(
      try JSONAdapter.string(from: model)
        == #"{"rows":[{"user":{"name":"a","tags":["x","y"]}},{"user":{"name":"b/","tags":[]}}]}"#)
    let none = Rows()
    #expect(try JSONAdapter.string(from: none) == #"{"rows":[]}"#)
    #expect(
      try JSONAdapter.dictionary(from: none) as NSDictionary == ["rows": [Any]()] as NSDictionary)
  }

  @Test func tellsWhereAnElementOfSeveralArraysIsWrong() throws {
    let model = Measures()
    model.first = [1, .nan]
    model.second = [2, 3]
    #expect {
      try JSONAdapter.string(from: model)
    } throws: {
      ($0 as? JSONAdapterError)?.path == "$.rows[*].first[1]"
    }
    var policy = ConversionPolicy.strict
    policy.nonFinite = .omit
    var issues: [String] = []
    let text = try JSONAdapter.string(from: model, policy: policy) { issues.append("\($0.path)") }
    #expect(text == #"{"rows":[{"second":2},{"second":3}]}"#)
    #expect(issues == ["$.rows[*].first[1]"])
  }

  @Test func writesComputedProperties() throws {
    let model: Computed = try JSONAdapter.model(from: #"{"first":"X","full":"ignored"}"#)
    #expect(try JSONAdapter.string(from: model) == #"{"first":"X","last":"B","full":"X B"}"#)
  }

  @Test func refusesNumbersThatAreNotFinite() throws {
    func message(_ change: (Numbers) -> Void) -> String? {
      let model = Numbers()
      change(model)
      let error = adapterError { try JSONAdapter.data(from: model) }
      #expect(error?.kind == .notFinite)
      #expect(error?.modelClass == Numbers.self)
      return error?.description
    }
    let problem = "expected a finite number, found"
    #expect(message { $0.double = .nan } == "Numbers.double: \(problem) nan at $.double")
    #expect(message { $0.float = .infinity } == "Numbers.float: \(problem) inf at $.float")
    #expect(
      message { $0.optional = -.infinity } == "Numbers.optional: \(problem) -inf at $.optional")
    #expect(message { $0.cg = .nan } == "Numbers.cg: \(problem) nan at $.cg")
    #expect(message { $0.decimal = .nan } == "Numbers.decimal: \(problem) NaN at $.decimal")
    #expect(message { $0.list = [0, .infinity] } == "Numbers.list: \(problem) inf at $.list[1]")
    #expect(
      message { $0.table = ["a b": [1, nil, .nan]] }
        == #"Numbers.table: \#(problem) nan at $.table["a b"][2]"#)
    #expect(
      message { $0.any = ["x": [1.5, Double.nan]] } == "Numbers.any: \(problem) nan at $.any.x[1]")
  }

  @Test func refusesWhatHasNoJSONForm() {
    final class Opaque {}
    let model = Numbers()
    model.any = [Opaque()]
    let error = adapterError { try JSONAdapter.data(from: [Numbers(), model]) }
    #expect(
      error?.description
        == "Numbers.any: expected a value with a JSON form, found an Opaque at $[1].any[0]")
    #expect(error?.kind == .typeMismatch)
    #expect(
      adapterMessage { try JSONAdapter.array(from: [Numbers(), model]) } == error?.description)
  }

  @Test func refusesToSpreadWhatHasNoMembers() throws {
    let model = Spread()
    #expect(try JSONAdapter.string(from: model) == "{}")
    model.root = 1
    #expect(
      adapterMessage { try JSONAdapter.string(from: model) } == """
        Spread.root: expected object, found another value, which has no members at $: write the \
        property's value instead of its model
        """)
    model.root = 0
    model.parts = 1
    #expect(
      adapterMessage { try JSONAdapter.string(from: model) } == """
        Spread.parts: expected object, found another value, which has no members at $
        """)
  }

  @Test func refusesAModelThatContainsItself() {
    let node = Node()
    let child = Node()
    node.children = [Node(), child]
    child.named = ["up": node]
    let error = adapterError { try JSONAdapter.data(from: node) }
    #expect(
      error?.description == """
        Node.named: expected a tree of models, found a Node that contains itself \
        at $.children[1].named.up
        """)
    #expect(error?.kind == .cycle)
    child.named = [:]
    let shared = Node()
    node.children = [shared, shared]
    #expect(throws: Never.self) { try JSONAdapter.data(from: node) }
    node.next = node
    #expect(adapterError { try JSONAdapter.data(from: node) }?.path == "$.next")
    (node.next, node.children) = (nil, [])
  }

  @Test func refusesMoreLevelsThanThePolicyAllows() {
    func chain(_ count: Int) -> Node {
      (1..<count).reduce(Node()) { inner, _ in Node().with { $0.next = inner } }
    }
    #expect(throws: Never.self) { try JSONAdapter.data(from: chain(512)) }
    let error = adapterError { try JSONAdapter.data(from: chain(513)) }
    #expect(error?.kind == .tooDeep)
    #expect(error?.path == "$" + String(repeating: ".next", count: 512))
    let steps = String(repeating: ".next", count: 39)
    #expect(error?.description == "Node.next: nesting deeper than 512 at $\(steps)…\(steps)")
  }
}

private final class Slashes: Model, JSONSerializing, JSONExtrasKeeping, JSONFinishing {
  struct Coded: Codable, Hashable { var text = "c/d" }

  final class Leaf: Model, JSONSerializing { var name = "p/q" }

  var ids = ["a/b"]
  var tags = [["/"]]
  var leaf = Leaf()
  var any: Any = ["a/b"]
  var coded = Coded()
  var link = URL(filePath: "/x")
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var jsonExtras: [String: Any] = [:]

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["ids": "items[*].id", "tags": "items[*].tags", "leaf": .root]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "date" ? .date(format: "yyyy/MM", timeZone: .gmt) : nil
  }

  func finish(_ json: inout [String: Any]) { json["finished"] = "f/g" }
}

private final class Rows: Model, JSONSerializing {
  var ids: [Int] = []
  var names: [String] = []
  var tags: [[String]] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["ids": "rows[*].id", "names": "rows[*].user.name", "tags": "rows[*].user.tags"]
  }
}

private final class Measures: Model, JSONSerializing {
  var first: [Double] = []
  var second: [Double] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["first": "rows[*].first", "second": "rows[*].second"]
  }
}
