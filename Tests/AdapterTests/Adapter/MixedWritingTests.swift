import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Shape: Model, JSONSerializing {
  var name = ""

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    json.contains("radius") ? Disc.self : self
  }
}

private final class Disc: Shape {
  var radius: Double?
}

private final class Person: Model, JSONSerializing {
  var age = 0
  var shape: Shape?
  var title: String?
  var parts: String?
  var anything: Any?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["parts": .all("a", "place.b")]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    guard key == "parts" else { return nil }
    return .closure(
      forward: { (json: [String: Any]) in json.keys.sorted().joined(separator: ",") },
      reverse: { (_: String) in ["a": 1, "place.b": 2] as [String: Any] })
  }
}

/// No model of its own right, but one all the same.
private final class Silent: Model {
  var volume = 0
}

private final class Picky: JSONAdapter, @unchecked Sendable {
  override func serializablePropertyKeys(_ keys: Set<String>, for model: Model) -> Set<String> {
    keys.subtracting(["name"])
  }
}

@Suite struct MixedWritingTests {
  private func disc() -> Disc {
    let disc = Disc()
    disc.radius = 2
    return disc
  }

  private func person() -> Person {
    let person = Person()
    person.age = 9
    return person
  }

  private let array = #"[{"name":"","radius":2},{"age":9}]"#

  @Test func writesElementsOfDifferentClasses() throws {
    let mixed: [any JSONSerializing] = [disc(), person()]
    #expect(try JSONAdapter.string(from: mixed) == array)
    #expect(try JSONAdapter.data(from: mixed) == Data(array.utf8))
    #expect(
      try JSONAdapter.array(from: mixed) as NSArray
        == [["name": "", "radius": 2.0], ["age": 9]] as NSArray)
    #expect(try JSONAdapter().string(from: mixed) == array)
    #expect(try JSONAdapter().data(from: mixed) == Data(array.utf8))
    #expect(try JSONAdapter().array(from: mixed).count == 2)
    #expect(try JSONAdapter.string(from: [disc(), person()]) == array)
    #expect(try Picky().string(from: mixed) == #"[{"radius":2},{"age":9}]"#)
    #expect(try JSONAdapter.string(from: [any JSONSerializing]()) == "[]")
  }

  @Test func writesArraysOfModels() throws {
    let models: [Model] = [disc(), person()]
    #expect(try JSONAdapter.string(from: models) == array)
    #expect(try JSONAdapter.data(from: models) == Data(array.utf8))
    #expect(try JSONAdapter.array(from: models).map(\.count) == [2, 1])
    #expect(try JSONAdapter().string(from: models) == array)
    #expect(try JSONAdapter().data(from: models) == Data(array.utf8))
    #expect(try JSONAdapter().array(from: models).map(\.count) == [2, 1])
    let silent: [Model] = [Silent()]
    #expect(try JSONAdapter.string(from: silent) == #"[{"volume":0}]"#)
    let shapes: [Shape] = [disc(), Shape()]
    #expect(try JSONAdapter.string(from: shapes) == #"[{"name":"","radius":2},{"name":""}]"#)
    let pretty = try JSONAdapter.string(from: models, options: [.prettyPrinted, .sortedKeys])
    #expect(pretty.hasPrefix("[\n  {\n    \"name\""))
  }

  @Test func writesDictionariesOfModels() throws {
    let shapes: [String: Shape] = ["b": Shape(), "a": disc()]
    let text = #"{"a":{"name":"","radius":2},"b":{"name":""}}"#
    #expect(try JSONAdapter.string(from: shapes) == text)
    #expect(try JSONAdapter.data(from: shapes) == Data(text.utf8))
    #expect(
      try JSONAdapter.dictionary(from: shapes) as NSDictionary
        == ["a": ["name": "", "radius": 2.0], "b": ["name": ""]] as NSDictionary)
    #expect(try JSONAdapter().string(from: shapes) == text)
    #expect(try JSONAdapter().data(from: shapes) == Data(text.utf8))
    #expect(try JSONAdapter().dictionary(from: shapes).keys.sorted() == ["a", "b"])
    #expect(try Picky().dictionary(from: shapes)["a"] as NSDictionary? == ["radius": 2.0])
    #expect(try JSONAdapter.string(from: [String: Shape]()) == "{}")
    // The inverse.
    #expect(try JSONAdapter.modelsByKey(of: Shape.self, from: text) == shapes)
    #expect(
      try JSONAdapter.modelsByKey(of: Shape.self, from: JSONAdapter.dictionary(from: shapes))
        == shapes)
  }

  @Test func saysWhereAnElementCannotBeWritten() throws {
    let bad = disc()
    bad.radius = .nan
    let mixed: [any JSONSerializing] = [person(), bad]
    let keyed: [String: Shape] = ["x y": bad]
    #expect(adapterError { try JSONAdapter.string(from: mixed) }?.path == "$[1].radius")
    #expect(adapterError { try JSONAdapter.array(from: mixed) }?.path == "$[1].radius")
    #expect(adapterError { try JSONAdapter.string(from: keyed) }?.path == #"$["x y"].radius"#)
    #expect(adapterError { try JSONAdapter.dictionary(from: keyed) }?.path == #"$["x y"].radius"#)
    var paths: [String] = []
    _ = try JSONAdapter.dictionary(from: keyed, policy: .lenient) { paths.append($0.path) }
    #expect(paths == [#"$["x y"].radius"#])
  }

  // MARK: Keys

  @Test(arguments: [
    ("nope", "nope", "Person", "; there are age, shape, title, parts, anything"),
    ("shape.nope", "nope", "Shape", "; there are name"),
    ("shape.name.x", "x", "Shape", ""), ("title.x", "x", "Person", ""),
    ("shape.", "", "Shape", "; there are name"),
  ])
  func refusesKeysThatAreNoProperty(
    _ path: String, _ key: String, _ name: String, _ advice: String
  ) {
    let person = person()
    person.shape = Shape()
    #expect(
      adapterMessage { try JSONAdapter.string(from: person, keys: [path]) } == """
        \(name).\(key): the mapping has mistakes:
        - keys: names "\(path)", which is not a property\(advice)
        """)
    let error = adapterError { try JSONAdapter.dictionary(from: ["k": person], keys: [path]) }
    #expect(error?.propertyKey == key)
  }

  @Test func takesKeysOfTheModelsThatAreThere() throws {
    let person = person()
    // A cluster may have subclasses with the key.
    #expect(try JSONAdapter.string(from: person, keys: ["age", "shape.radius"]) == #"{"age":9}"#)
    person.shape = disc()
    #expect(
      try JSONAdapter.string(from: person, keys: ["shape.radius"]) == #"{"shape":{"radius":2}}"#)
    person.anything = 3
    #expect(try JSONAdapter.string(from: person, keys: ["anything.x"]) == #"{"anything":3}"#)
  }

  // MARK: Several paths

  @Test func writesNullToEveryPath() throws {
    let policy = ConversionPolicy.strict.with { $0.nilOnExport = .null }
    let person = person()
    #expect(
      try JSONAdapter.string(from: person, keys: ["parts"], policy: policy)
        == #"{"a":null,"place":{"b":null}}"#)
    person.parts = "x"
    #expect(
      try JSONAdapter.string(from: person, keys: ["parts"], policy: policy)
        == #"{"a":1,"place":{"b":2}}"#)
  }

  @Test func keepsTheDefaultWhereNothingLiesAtAnyPath() throws {
    let person = person()
    person.parts = "before"
    try JSONAdapter.update(person, from: #"{"age":3,"place":{}}"#)
    #expect(person.parts == "before")
    try JSONAdapter.update(person, from: #"{"place":{"b":null}}"#)
    #expect(person.parts == "place.b")
    let fresh: Person = try JSONAdapter.model(from: "{}")
    #expect(fresh.parts == nil)
  }
}
