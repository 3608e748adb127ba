import Foundation
import Peridot
import Testing

@testable import TestSupport

/// YYModel's own test class maps `ext.d` and `ext.d.e`.
private final class Described: Model, JSONSerializing {
  var name: String?
  var desc1: String?
  var desc2: String?
  var desc3: String?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["name": "n", "desc1": "ext.d", "desc2": "ext.d", "desc3": "ext.d.e"]
  }
}

/// The inner place comes first, and the outer one holds an object.
private final class Nested: Model, JSONSerializing {
  var inner: Int?
  var outer: [String: Int]?
  var tags: [String]?
  var first: String?
  var last: String?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["inner": "place.inner", "outer": "place", "first": "tags[0]"]
  }
}

private final class Whole: Model, JSONSerializing {
  var nested: Nested?
}

@Suite struct OverlappingPlacesTests {
  private static let presets = [
    ConversionPolicy.strict, .lenient, .legacyYYModel,
    .legacyJSONModel.with { $0.absentKeys = .ignore },
  ]

  @Test(arguments: presets)
  func readsUnderEveryPolicy(_ policy: ConversionPolicy) throws {
    func read(_ text: String) throws -> Described {
      try JSONAdapter.model(from: text, policy: policy)
    }
    #expect(try read("{}").name == nil)
    #expect(try read(#"{"n":"Harry"}"#).name == "Harry")
    let text = try read(#"{"n":"Harry","ext":{"d":"Apple"}}"#)
    #expect(text.desc1 == "Apple" && text.desc2 == "Apple" && text.desc3 == nil)
    #expect(try read(#"{"ext":{"d":null}}"#).desc3 == nil)
    let same: Described = try JSONAdapter.model(
      from: ["n": "Harry", "ext": ["d": "Apple"]], policy: policy)
    #expect(same == text)
    let nested: Nested = try JSONAdapter.model(
      from: #"{"place":{"inner":3,"x":4},"tags":["a","b"],"last":"z"}"#, policy: policy)
    #expect(nested.inner == 3 && nested.outer == ["inner": 3, "x": 4])
    #expect(nested.tags == ["a", "b"] && nested.first == "a" && nested.last == "z")
    try JSONAdapter.update(nested, from: #"{"place":{"inner":5}}"#, policy: policy)
    #expect(nested.inner == 5)
  }

  @Test func refusesToWriteUnderStrict() throws {
    let mistake = """
      Described: the mapping has mistakes:
      - "desc1" is written to ext.d, and "desc3" inside it: make one of them .readOnly
      """
    let shared = """

      - "desc1" and "desc2" are mapped to one place, ext.d: make one of them .readOnly or .writeOnly
      """
    #expect(adapterMessage { try JSONAdapter.check(Described.self) } == mistake + shared)
    #expect(adapterMessage { try JSONAdapter.string(from: Described()) } == mistake)
    #expect(adapterMessage { try JSONAdapter.dictionary(from: Described()) } == mistake)
    #expect(adapterMessage { try JSONAdapter.array(from: [Described()]) } == mistake)
    let whole = Whole()
    #expect(try JSONAdapter.string(from: whole) == "{}")
    whole.nested = Nested()
    #expect(adapterError { try JSONAdapter.string(from: whole) }?.modelClass == Nested.self)
    #expect(adapterError { try JSONAdapter.check(Whole.self) }?.modelClass == Nested.self)
  }

  @Test(arguments: presets.dropFirst())
  func writesTheFirstThatIsNotNil(_ policy: ConversionPolicy) throws {
    #expect(throws: Never.self) { try JSONAdapter.check(Described.self, policy: policy) }
    func written(_ model: some JSONSerializing) throws -> (String, [String]) {
      var issues: [String] = []
      let text = try JSONAdapter.string(from: model, policy: policy) {
        issues.append("\($0.path) \($0.propertyKey ?? "")")
      }
      var same: [String] = []
      let object = try JSONAdapter.dictionary(from: model, policy: policy) {
        same.append("\($0.path) \($0.propertyKey ?? "")")
      }
      #expect(same == issues)
      #expect(
        try object as NSDictionary
          == JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
      return (text, issues)
    }
    let model = Described()
    model.desc3 = "inner"
    #expect(try written(model) == (#"{"ext":{"d":{"e":"inner"}}}"#, []))
    model.desc1 = "outer"
    model.desc2 = "outer"
    model.name = "n"
    #expect(
      try written(model) == (#"{"n":"n","ext":{"d":"outer"}}"#, ["$.ext.d.e desc3"]))
    let nested = Nested()
    nested.outer = ["inner": 1, "x": 2]
    nested.tags = ["a"]
    nested.first = "a"
    #expect(try written(nested) == (#"{"place":{"inner":1,"x":2},"tags":["a"]}"#, []))
    nested.inner = 3
    nested.first = "b"
    #expect(
      try written(nested)
        == (#"{"place":{"inner":3},"tags":["a"]}"#, ["$.place outer", "$.tags[0] first"]))
    nested.tags = nil
    nested.outer = nil
    #expect(try written(nested) == (#"{"place":{"inner":3},"tags":["b"]}"#, []))
  }

  @Test func writesNullWhereNothingElseIs() throws {
    let policy = ConversionPolicy.lenient.with { $0.nilOnExport = .null }
    let model = Described()
    model.desc1 = "outer"
    #expect(
      try JSONAdapter.string(from: model, policy: policy) == #"{"n":null,"ext":{"d":"outer"}}"#)
    model.desc1 = nil
    model.desc3 = "inner"
    #expect(
      try JSONAdapter.string(from: model, policy: policy)
        == #"{"n":null,"ext":{"d":{"e":"inner"}}}"#)
  }
}
