import Foundation
import Peridot
import Testing

@testable import TestSupport

private struct Rejection: Error {}

private class Counted: Model, JSONSerializing {
  var id = 0
  var title = ""

  override class var identityKey: String? { "id" }
}

private final class Special: Counted {
  var extra = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["extra": "ext.ra"] }

  override func validate() throws {
    try super.validate()
    if extra == 13 { throw Rejection() }
  }
}

/// Finds itself by another member than its superclass.
private final class Renamed: Counted {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["id": "number"] }
}

private final class Holder: Model, JSONSerializing {
  var child: Counted?
  var sure = Counted()
  var list: [Counted] = []
  var rows: [[Counted?]]?
  var byName: [String: Counted] = [:]
  var deep: Counted?
  var last = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["deep": "a.b"] }
}

/// The tag is no property of any class: the class does not show in what is written.
private class Pet: Model, JSONSerializing {
  var id = 0
  var name = ""

  override class var identityKey: String? { "id" }

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    switch json.string(forKey: "type") {
    case "cat": Cat.self
    case "dog": Dog.self
    case "pet": Pet.self
    default: nil
    }
  }
}

private final class Cat: Pet {
  var lives = 9
}

private final class Dog: Pet {
  var tricks = 0
}

/// A cluster whose own class is made of what has no tag.
private class Shape: Model, JSONSerializing {
  var name = ""

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    json.string(forKey: "type") == "disc" ? Disc.self : Shape.self
  }
}

private final class Disc: Shape {
  var radius = 0
}

private final class Home: Model, JSONSerializing {
  var pet: Pet?
  var pets: [Pet] = []
  var shape: Shape?
  var shapes: [String: Shape] = [:]
}

private func special(_ id: Int) -> Special {
  let special = Special()
  special.id = id
  special.title = "s\(id)"
  special.extra = 7
  return special
}

@Suite struct UpdateSubclassTests {
  private static let roads: [@Sendable (any Model & JSONSerializing, String) throws -> Void] = [
    { try JSONAdapter.update($0, from: $1) },
    { try JSONAdapter.update($0, from: Data($1.utf8)) },
    { model, text in
      let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
      try JSONAdapter.update(model, from: try #require(json as? [String: Any]))
    },
    { try JSONAdapter.update($0, from: #"{"data": [\#($1)]}"#, at: "data[0]") },
    { model, text in
      let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
      try JSONAdapter.update(model, from: ["data": json], at: "data")
    },
  ]

  @Test(arguments: 0..<5, [ConversionPolicy.strict, .lenient])
  func updatesTheObjectOfASubclass(_ road: Int, _ policy: ConversionPolicy) throws {
    let holder = Holder()
    let objects = (1...5).map(special)
    holder.child = objects[0]
    holder.sure = objects[1]
    holder.byName = ["x": objects[2]]
    holder.rows = [[objects[3]]]
    holder.deep = objects[4]
    try Self.roads[road](
      holder,
      """
      {"child": {"title": "c", "ext": {"ra": 8}}, "sure": {"title": "d"}, "a": {"b": {"title": "e"}},
       "byName": {"x": {"title": "f"}}, "rows": [[{"id": 4, "title": "g"}]], "last": 1}
      """)
    #expect(holder.child === objects[0])
    #expect(holder.sure === objects[1])
    #expect(holder.byName["x"] === objects[2])
    #expect(holder.rows?[0][0] === objects[3])
    #expect(holder.deep === objects[4])
    #expect(objects.map(\.title) == ["c", "d", "f", "g", "e"])
    #expect(objects.map(\.extra) == [8, 7, 7, 7, 7])
    #expect(objects.map(\.id) == [1, 2, 3, 4, 5])
    #expect(holder.last == 1)
  }

  @Test(arguments: 0..<5)
  func findsElementsOfSubclassesByIdentity(_ road: Int) throws {
    let holder = Holder()
    let (first, plain, renamed) = (special(1), Counted(), Renamed())
    plain.id = 2
    renamed.id = 3
    renamed.title = "r"
    holder.list = [first, plain, renamed]
    try Self.roads[road](
      holder,
      """
      {"list": [{"number": 3, "title": "three"}, {"id": 2, "title": "two"}, {"id": 9},
        {"id": 1, "ext": {"ra": 5}}]}
      """)
    #expect(holder.list.count == 4)
    #expect(holder.list[0] === renamed && renamed.id == 3 && renamed.title == "three")
    #expect(holder.list[1] === plain && plain.title == "two")
    #expect(type(of: holder.list[2]) == Counted.self)
    #expect(holder.list[2].id == 9)
    #expect(holder.list[3] === first && first.extra == 5 && first.title == "s1")
  }

  @Test func makesANewObjectOfAnotherIdentity() throws {
    let holder = Holder()
    let old = special(1)
    holder.child = old
    try JSONAdapter.update(holder, from: #"{"child": {"id": 2}}"#)
    #expect(holder.child.map { type(of: $0) == Counted.self } == true)
    #expect(old.id == 1)
  }

  @Test(arguments: 0..<5)
  func putsAllBackWhenItFails(_ road: Int) throws {
    let holder = Holder()
    let (child, element) = (special(1), special(2))
    holder.child = child
    holder.list = [element]
    for text in [
      #"{"child": {"title": "c", "ext": {"ra": 1}}, "list": [{"id": 2, "title": "x"}], "last": "x"}"#,
      #"{"list": [{"id": 2, "title": "x"}], "child": {"title": "c", "ext": {"ra": 13}}}"#,
      #"{"child": {"title": "c"}, "list": [{"id": 2, "title": "x", "ext": {"ra": "y"}}]}"#,
    ] {
      #expect(throws: JSONAdapterError.self) { try Self.roads[road](holder, text) }
      #expect(holder.child === child && holder.list.first === element)
      #expect(child.title == "s1")
      #expect(element.title == "s2")
      #expect(child.extra == 7)
      #expect(element.extra == 7)
    }
  }

  @Test func replacesWhereThePolicySaysSo() throws {
    let holder = Holder()
    holder.child = special(1)
    var policy = ConversionPolicy.strict
    policy.nestedUpdate = .replace
    try JSONAdapter.update(holder, from: #"{"child": {"title": "c"}}"#, policy: policy)
    #expect(holder.child.map { type(of: $0) == Counted.self } == true)
  }

  @Test(arguments: 0..<5)
  func keepsTheClassOfAClusterWithoutTheTag(_ road: Int) throws {
    let home: Home = try JSONAdapter.model(
      from: """
        {"pet": {"type": "cat", "id": 1, "lives": 3}, "shape": {"type": "disc", "radius": 2},
         "pets": [{"type": "dog", "id": 1, "tricks": 4}, {"type": "cat", "id": 1, "lives": 5}],
         "shapes": {"a": {"type": "disc", "radius": 6}}}
        """)
    let (pet, shape, pets, inner) = (home.pet, home.shape, home.pets, home.shapes["a"])
    try Self.roads[road](
      home,
      """
      {"pet": {"name": "p"}, "shape": {"name": "s"}, "shapes": {"a": {"name": "t"}},
       "pets": [{"type": "cat", "id": 1, "name": "c"}, {"id": 1, "name": "d"}]}
      """)
    #expect(home.pet === pet && pet?.name == "p" && (pet as? Cat)?.lives == 3)
    #expect(home.shape === shape && shape?.name == "s" && (shape as? Disc)?.radius == 2)
    #expect(home.shapes["a"] === inner && inner?.name == "t" && (inner as? Disc)?.radius == 6)
    #expect(home.pets.first === pets[1] && pets[1].name == "c")
    #expect(home.pets.last === pets[0] && pets[0].name == "d" && (pets[0] as? Dog)?.tricks == 4)
    // The class itself, and a superclass of it, are no other class.
    try Self.roads[road](home, #"{"pet": {"type": "cat", "lives": 1}}"#)
    try Self.roads[road](home, #"{"pet": {"type": "pet", "name": "q"}}"#)
    #expect(home.pet === pet && pet?.name == "q" && (pet as? Cat)?.lives == 1)
    try Self.roads[road](home, #"{"pet": {"type": "dog", "tricks": 1}}"#)
    #expect((home.pet as? Dog)?.tricks == 1)
  }

  @Test(arguments: 0..<5)
  func updatesAnObjectOfAClusterAsTheWhole(_ road: Int) throws {
    let disc = Disc()
    try Self.roads[road](disc, #"{"name": "d", "radius": 3}"#)
    #expect(disc.name == "d" && disc.radius == 3)
    let cat = Cat()
    try Self.roads[road](cat, #"{"name": "c"}"#)
    try Self.roads[road](cat, #"{"type": "pet", "lives": 2}"#)
    #expect(cat.name == "c" && cat.lives == 2)
    let error = adapterError { try Self.roads[road](cat, #"{"type": "dog", "name": "x"}"#) }
    #expect(error?.kind == .noClassFound)
    #expect(cat.name == "c")
  }

  @Test func refusesAnElementWithoutATagThatIsNew() throws {
    let home = Home()
    let dog = Dog()
    dog.id = 1
    home.pets = [dog]
    #expect(
      adapterMessage { try JSONAdapter.update(home, from: #"{"pets": [{"id": 1}, {"id": 2}]}"#) }
        == "Pet: Pet.classForParsing(_:) found no class at $.pets[1] (line 1, column 22)")
    #expect(home.pets.count == 1 && home.pets.first === dog)
  }
}
