import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Item: Model, JSONSerializing {
  var id = 0
  var name: String?
  var part: Item?
}

private final class Special: Item {
  var extra = 0

  override class func classForParsing(_ json: JSONObject) -> Model.Type? { self }
}

private class Shape: Model, JSONSerializing {
  var size = 0

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    json["kind"] as? String == "circle" ? Circle.self : nil
  }
}

private final class Circle: Shape {}

private final class Strict: Model, JSONSerializing {
  var id = 0

  override class var requiredPropertyKeys: Set<String> { ["id"] }
}

private let document = #"""
  {"meta": {"n": 1e999, "items": [9]},
   "data": {"items": [{"id": 1}, {"id": 2, "name": "b"}],
    "byName": {"a": {"id": 3}}, "one": {"id": 4, "part": {"id": 5}}, "none": null},
   "a.b": [[{"id": 6}]]}
  """#

@Suite struct PlaceTests {
  @Test func readsWhatLiesThere() throws {
    let items = try JSONAdapter.models(of: Item.self, from: document, at: "data.items")
    #expect(items.map(\.id) == [1, 2])
    let byName = try JSONAdapter.modelsByKey(of: Item.self, from: document, at: "data.byName")
    #expect(byName.mapValues(\.id) == ["a": 3])
    let one: Item = try JSONAdapter.model(from: document, at: "data.one")
    #expect(one.part?.id == 5)
    #expect(try JSONAdapter.model(of: Item.self, from: document, at: "data.items[1]").name == "b")
    #expect(try JSONAdapter.model(of: Item.self, from: document, at: #""a.b"[0][0]"#).id == 6)
    #expect(
      try JSONAdapter.model(of: Item.self, from: document, at: .literal("data", "one")).id == 4)
    #expect(try JSONAdapter.model(of: Item.self, from: #"{"id": 7}"#, at: .root).id == 7)
    let updated = Item()
    updated.name = "kept"
    try JSONAdapter.update(updated, from: document, at: "data.one.part")
    #expect(updated.id == 5 && updated.name == "kept")
  }

  @Test func takesEveryFormOfInput() throws {
    let text = #"{"data": {"one": {"id": 1}, "all": [{"id": 2}], "map": {"x": {"id": 3}}}}"#
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let dictionary = try #require(object as? [String: Any])
    let literal: [String: Any] = [
      "data": ["one": ["id": 1], "all": [["id": 2]], "map": ["x": ["id": 3]]]
    ]
    let adapter = JSONAdapter()
    func check(_ inputs: [Any]) throws {
      for input in inputs {
        #expect(try JSONAdapter.model(of: Item.self, from: input, at: "data.one").id == 1)
        #expect(try adapter.model(of: Item.self, from: input, at: "data.one").id == 1)
        #expect(try JSONAdapter.models(of: Item.self, from: input, at: "data.all").first?.id == 2)
        #expect(try adapter.models(of: Item.self, from: input, at: "data.all").first?.id == 2)
        let map = try JSONAdapter.modelsByKey(of: Item.self, from: input, at: "data.map")
        #expect(map["x"]?.id == 3)
        #expect(try adapter.modelsByKey(of: Item.self, from: input, at: "data.map")["x"]?.id == 3)
        let item = Item()
        try JSONAdapter.update(item, from: input, at: "data.all[0]")
        #expect(item.id == 2)
        try adapter.update(item, from: input, at: "data.one")
        #expect(item.id == 1)
      }
    }
    try check([text, Data(text.utf8), Array(text.utf8), dictionary, literal])
    #expect(try JSONAdapter.model(of: Item.self, from: Data(text.utf8), at: "data.one").id == 1)
    #expect(try JSONAdapter.model(of: Item.self, from: Array(text.utf8), at: "data.one").id == 1)
    #expect(try JSONAdapter.model(of: Item.self, from: dictionary, at: "data.one").id == 1)
    #expect(try adapter.models(of: Item.self, from: Data(text.utf8), at: "data.all").count == 1)
    // A value of the property's own type is taken as it is.
    let own = Item()
    #expect(try JSONAdapter.model(of: Item.self, from: ["x": own], at: "x") === own)
  }

  @Test(arguments: [
    ("{}", "data", "Item: missing \"data\" at $.data (line 1, column 1)"),
    (#"{"data": {}}"#, "data.items", "Item: missing \"items\" at $.data.items (line 1, column 10)"),
    (#"{"data": []}"#, "data[0]", "Item: missing \"[0]\" at $.data[0] (line 1, column 10)"),
    (#"{"data": [1, {}]}"#, "data[2]", "Item: missing \"[2]\" at $.data[2] (line 1, column 10)"),
    (#"{"data": null}"#, "data", "Item: expected object, found null at $.data (line 1, column 10)"),
    (
      #"{"data": null}"#, "data.x",
      "Item: expected object, found null at $.data (line 1, column 10)"
    ),
    (
      #"{"data": 5}"#, "data.x",
      "Item: expected object, found number 5 at $.data (line 1, column 10)"
    ),
    (
      #"{"data": {}}"#, "data[1]",
      "Item: expected array, found object at $.data (line 1, column 10)"
    ),
    (#"{"data": [1]}"#, "data", "Item: expected object, found array at $.data (line 1, column 10)"),
    ("[1]", "data", "Item: expected object, found array at $ (line 1, column 1)"),
    (
      #"{"data": {"id": "x"}}"#, "data",
      "Item.id: expected Int, found string \"x\" at $.data.id (line 1, column 17)"
    ),
    (
      #"{"data": [{"part": {"id": true}}]}"#, "data[0]",
      "Item.id: expected Int, found true at $.data[0].part.id (line 1, column 27)"
    ),
  ])
  func saysWhatIsWrong(_ text: String, _ place: String, _ message: String) throws {
    let path = JSONKeyPath(place)
    #expect(
      complaint { try JSONAdapter.model(of: Item.self, from: text, at: path) } == message)
    #expect(complaint { try JSONAdapter.update(Item(), from: text, at: path) } == message)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let plain = String(message.prefix(while: { $0 != "(" }).dropLast())
    #expect(
      complaint { try JSONAdapter.model(of: Item.self, from: object, at: path) } == plain)
    #expect(complaint { try JSONAdapter.update(Item(), from: object, at: path) } == plain)
  }

  @Test func namesKindAndKey() {
    let absent = adapterError {
      try JSONAdapter.models(of: Item.self, from: #"{"data":{}}"#, at: "data.items")
    }
    #expect(absent?.kind == .missingKeys)
    #expect(absent?.missingKeys == ["items"])
    #expect(absent?.modelClass == Item.self)
    let null = adapterError {
      try JSONAdapter.models(of: Item.self, from: #"{"data":null}"#, at: "data")
    }
    #expect(null?.kind == .nullValue)
    #expect(null?.description == "Item: expected array, found null at $.data (line 1, column 9)")
    let required = adapterError {
      try JSONAdapter.model(of: Strict.self, from: ["a": ["b": [String: Int]()]], at: "a.b")
    }
    #expect(required?.description == "Strict: missing \"id\" at $.a.b.id")
  }

  @Test(arguments: [
    (#"{"data": {"id": 1}, }"#, "unexpected character '}' at $ (line 1, column 21)"),
    (#"{"x": [01], "data": {"id": 1}}"#, "number has a leading zero at $.x[0] (line 1, column 8)"),
    (#"{"data": {"id": 1}, "x": "\ud800"}"#, #"lone surrogate \ud800 at $.x (line 1, column 27)"#),
    (#"{"data": {"id": 1}} 5"#, "text after the document at $ (line 1, column 21)"),
    (#"{"data": {"id": 1}"#, "unexpected end of document at $ (line 1, column 19)"),
  ])
  func checksTheSyntaxOfTheRest(_ text: String, _ message: String) {
    let error = adapterError { try JSONAdapter.model(of: Item.self, from: text, at: "data") }
    #expect(error?.kind == .invalidJSON)
    #expect(error?.description == message)
  }

  @Test func takesTheLastOfTwoMembers() throws {
    let text = #"{"data": {"id": "bad", "x": 1}, "data": {"id": 1, "id": 2}}"#
    #expect(try JSONAdapter.model(of: Item.self, from: text, at: "data").id == 2)
    let twice = #"{"a": {"data": {"id": 1}}, "a": {"data": {"id": 2}, "data": {"id": 3}}}"#
    #expect(try JSONAdapter.model(of: Item.self, from: twice, at: "a.data").id == 3)
    let item = Item()
    item.name = "kept"
    let changing = #"{"a": {"name": "lost", "id": 1}, "a": {"id": 4}}"#
    try JSONAdapter.update(item, from: changing, at: "a")
    #expect(item.id == 4 && item.name == "kept")
    #expect(
      adapterError { try JSONAdapter.model(of: Item.self, from: #"{"a": {}, "a": 1}"#, at: "a") }?
        .path == "$.a")
  }

  @Test func takesTextWithinAValueForAValue() throws {
    for text in [#"{"id": 1}"# as Any, Data("{}".utf8)] {
      let error = adapterError { try JSONAdapter.model(of: Item.self, from: ["a": text], at: "a") }
      #expect(error?.kind == .typeMismatch)
      #expect(error?.path == "$.a")
    }
    let embedded = try JSONAdapter.model(
      of: Item.self, from: ["a": #"{"id": 1}"#], at: "a", policy: .lenient)
    #expect(embedded.id == 1)
  }

  @Test func knowsClassesAndPolicies() throws {
    let chosen: Item.Type = Special.self
    let special = try JSONAdapter.model(of: chosen, from: #"{"a": {"extra": 2}}"#, at: "a")
    #expect((special as? Special)?.extra == 2)
    let shapes = #"{"a": [{"kind": "circle", "size": 1}]}"#
    #expect(try JSONAdapter.models(of: Shape.self, from: shapes, at: "a")[0] is Circle)
    for input in [
      #"{"a": [{"id": "1"}, 5, {"id": true}]}"# as Any, ["a": [["id": "1"], 5, ["id": true]]],
    ] {
      var issues: [String] = []
      let items = try JSONAdapter.models(
        of: Item.self, from: input, at: "a", policy: .lenient, report: { issues.append($0.path) })
      #expect(items.map(\.id) == [1, 1])
      #expect(issues == ["$.a[1]"])
      var all = ConversionPolicy.strict
      all.collectsErrors = true
      let error = adapterError {
        try JSONAdapter.models(of: Item.self, from: input, at: "a", policy: all)
      }
      #expect(error?.errors.map(\.path) == ["$.a[0].id", "$.a[1]", "$.a[2].id"])
    }
  }

  @Test func leavesAModelAsItWas() {
    let item = Item()
    item.name = "old"
    for text in [#"{"a": {"name": "new"}, "b": tru}"#, #"{"a": {"name": "new", "id": "x"}}"#] {
      #expect(throws: JSONAdapterError.self) { try JSONAdapter.update(item, from: text, at: "a") }
      #expect(item.name == "old")
    }
  }

  @Test func goesAsDeepAsTheDocumentMay() {
    var policy = ConversionPolicy.strict
    policy.maximumDepth = 2
    let text = #"{"a": {"part": {}}}"#
    let error = adapterError {
      try JSONAdapter.model(of: Item.self, from: text, at: "a", policy: policy)
    }
    #expect(error?.kind == .tooDeep)
    let hostile = String(repeating: "[", count: 100_000)
    #expect(
      adapterError { try JSONAdapter.model(of: Item.self, from: "{\"x\":\(hostile)", at: "a") }?
        .kind
        == .tooDeep)
  }

  @Test(
    arguments: [
      ("items[*]", #""items[*]" leads to many places: name one, such as "items[0]""#),
      ("x[", #""x[" has a bracket that is not closed"#),
      (["a", "b"], #""[a, b]" is more than one path: name one place"#),
      (.firstOf("a", "b"), #""firstOf(a, b)" is more than one path: name one place"#),
      (.excluded, #""excluded" is not a place"#),
      (.readOnly("a"), #""readOnly(a)" has a direction: name the place alone"#),
    ] as [(JSONKeyPath, String)])
  func refusesWhatIsNoPlace(_ place: JSONKeyPath, _ mistake: String) {
    let message = "the mapping has mistakes:\n- at: " + mistake
    let error = adapterError { try JSONAdapter.model(of: Item.self, from: "{}", at: place) }
    #expect(error?.kind == .invalidMapping)
    #expect(error?.description == message)
    #expect(adapterMessage { try JSONAdapter().update(Item(), from: "{}", at: place) } == message)
    #expect(adapterMessage { try JSONAdapter.data(from: Item(), at: place) } == message)
  }

  @Test func writesAround() throws {
    let item = Item()
    item.id = 1
    #expect(
      try JSONAdapter.string(from: item, at: "data.user") == #"{"data":{"user":{"id":1}}}"#)
    #expect(try JSONAdapter.string(from: [item], at: "items") == #"{"items":[{"id":1}]}"#)
    #expect(
      try JSONAdapter.string(from: ["a": item], at: "by name") == #"{"by name":{"a":{"id":1}}}"#)
    #expect(
      try JSONAdapter.string(from: [item] as [any JSONSerializing], at: "x[1]")
        == #"{"x":[null,[{"id":1}]]}"#)
    #expect(
      try JSONAdapter.string(from: item, keys: ["id"], at: .literal("a.b"))
        == #"{"a.b":{"id":1}}"#)
    #expect(try JSONAdapter.string(from: item, at: .root) == #"{"id":1}"#)
    #expect(
      try JSONAdapter().data(from: item, at: "a", options: .prettyPrinted)
        == Data("{\n  \"a\" : {\n    \"id\" : 1\n  }\n}".utf8)
        || JSONAdapter().data(from: item, at: "a", options: .prettyPrinted)
          == Data("{\n  \"a\": {\n    \"id\": 1\n  }\n}".utf8)
    )
    for place in ["data.user", "a[2]", "a[0].b"] as [JSONKeyPath] {
      let data = try JSONAdapter().data(from: item, at: place)
      #expect(try JSONAdapter.model(of: Item.self, from: data, at: place) == item)
      let dictionary = try JSONAdapter.dictionary(from: item, at: place)
      #expect(try JSONAdapter.model(of: Item.self, from: dictionary, at: place) == item)
      let parsed = try JSONSerialization.jsonObject(with: data) as? NSDictionary
      #expect(parsed == dictionary as NSDictionary)
      #expect(
        try JSONAdapter().dictionary(from: item, keys: ["id"], at: place) as NSDictionary == parsed)
    }
  }

  @Test func saysWhereInTheWholeAValueCannotBeWritten() {
    final class Number: Model, JSONSerializing {
      var x = 0.0
    }
    let number = Number()
    number.x = .nan
    #expect(adapterError { try JSONAdapter.data(from: number, at: "a.b") }?.path == "$.a.b.x")
    #expect(
      adapterError { try JSONAdapter.data(from: [number], at: "a[1]") }?.path == "$.a[1][0].x")
    #expect(adapterError { try JSONAdapter.dictionary(from: number, at: "a") }?.path == "$.a.x")
    var paths: [String] = []
    _ = try? JSONAdapter.string(
      from: number, at: "a", policy: .lenient, report: { paths.append($0.path) })
    #expect(paths == ["$.a.x"])
  }
}
