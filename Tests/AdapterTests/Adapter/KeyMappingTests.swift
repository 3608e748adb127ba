import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Identity: Model, JSONSerializing {
  var name = "initial"
  private(set) var count = 1
}

private final class Nested: Model, JSONSerializing {
  var city = "initial"
  var zip: Int?
  var name = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["city": "address.home.city", "zip": "address.home.zip"]
  }
}

private final class Literal: Model, JSONSerializing {
  var dotted = 0
  var quoted = 0
  var nested = 0
  var secret = 7

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "dotted": .literal("a.b"), "quoted": #"outer["c.d"]"#, "nested": .literal("x.y", "z"),
      "secret": .excluded,
    ]
  }
}

/// Two names that are the same text in other bytes.
private final class Accented: Model, JSONSerializing {
  var composed = 0
  var decomposed = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["composed": .literal("caf\u{E9}"), "decomposed": .literal("cafe\u{301}")]
  }
}

private final class Alternatives: Model, JSONSerializing {
  var name: String?
  var id = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["name": .firstOf("name", "title", "meta.label"), "id": .firstOf("id", "ids[0]", "all[*].id")]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    guard key == "id" else { return nil }
    return .closure(
      forward: { (value: Any) -> Int in
        if let ids = value as? [Any] { return ids.count }
        return (value as? NSNumber)?.intValue ?? -1
      },
      reverse: { (id: Int) -> Any in id })
  }
}

private struct Coordinate: Equatable {
  var latitude: Double
  var longitude: Double
}

private final class Place: Model, JSONSerializing {
  var coordinate: Coordinate?
  var name = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["coordinate": ["lat", "geo.lng"]]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    guard key == "coordinate" else { return nil }
    return .closure(
      forward: { (found: [String: Double]) in
        Coordinate(latitude: found["lat"] ?? 0, longitude: found["geo.lng"] ?? 0)
      },
      reverse: { ["lat": $0.latitude, "geo.lng": $0.longitude] })
  }
}

private final class Size: Model, JSONSerializing {
  var width = 0
  var height = 0
}

private final class Flat: Model, JSONSerializing {
  var name = ""
  var size: Size?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["size": .root] }
}

private final class Indexed: Model, JSONSerializing {
  var longitude = 0.0
  var latitude = 0.0
  var ids: [Int] = []
  var tags: [[String]] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "longitude": "geo[1]", "latitude": "geo[0]", "ids": "items[*].id",
      "tags": "groups[*].tags[*].name",
    ]
  }
}

private final class OneWay: Model, JSONSerializing {
  var id = 0
  var password = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["id": .readOnly("server.id"), "password": .writeOnly("password")]
  }
}

private final class Shared: Model, JSONSerializing {
  var text: String?
  var upper: String?
  var inner: Int?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["text": "value", "upper": "value"]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "upper"
      ? .closure(
        forward: { (text: String) in text.uppercased() }, reverse: { $0.lowercased() }) : nil
  }
}

private final class Inside: Model, JSONSerializing {
  var owner: [String: Any] = [:]
  var login = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["owner": .readOnly("owner"), "login": "owner.login"]
  }
}

private class Base: Model, JSONSerializing {
  var createdAt = 0
  var id = 0
  var note = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["createdAt": "created_at", "id": "ID", "note": "memo"]
  }
}

private final class Derived: Base {
  var title = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["title": "headline", "id": "id", "note": .excluded]
  }
}

@Suite struct KeyMappingTests {
  @Test func mapsAPropertyToItsOwnNameByDefault() throws {
    let model: Identity = try JSONAdapter.model(from: #"{"count":5,"other":[{}],"name":"n"}"#)
    #expect(model.name == "n")
    #expect(model.count == 5)
    #expect(try JSONAdapter.string(from: model) == #"{"name":"n","count":5}"#)
  }

  @Test func readsThroughNestedObjects() throws {
    let model: Nested = try JSONAdapter.model(
      from: #"{"address":{"x":1,"home":{"zip":5,"city":"Bonn"}},"name":"n"}"#)
    #expect(model.city == "Bonn")
    #expect(model.zip == 5)
    #expect(
      try JSONAdapter.string(from: model)
        == #"{"address":{"home":{"city":"Bonn","zip":5}},"name":"n"}"#)
  }

  @Test(arguments: ["{}", #"{"address":{}}"#, #"{"address":{"home":{}}}"#])
  func keepsInitialValuesWhenAPathEndsEarly(_ text: String) throws {
    let model: Nested = try JSONAdapter.model(from: text)
    #expect(model.city == "initial")
    #expect(model.zip == nil)
  }

  @Test func takesNullOnTheWayForNullAtTheEnd() throws {
    let error = adapterError {
      try JSONAdapter.model(of: Nested.self, from: #"{"address":{"home":null}}"#)
    }
    #expect(
      error?.description
        == "Nested.city: expected String, found null at $.address.home (line 1, column 20): declare "
        + "the property as String?")
    #expect(error?.kind == .nullValue)
    #expect(error?.propertyKey == "city")
  }

  @Test func refusesAnotherValueOnTheWay() throws {
    let error = adapterError {
      try JSONAdapter.model(of: Nested.self, from: #"{"name":"n","address":[1]}"#)
    }
    #expect(
      error?.description
        == "Nested.city: expected object, found array at $.address (line 1, column 23)")
    #expect(error?.kind == .typeMismatch)
  }

  @Test func takesADotInANameForADot() throws {
    let text = #"{"a.b":1,"outer":{"c.d":2},"x.y":{"z":3}}"#
    let model: Literal = try JSONAdapter.model(
      from: #"{"secret":0,"a":{"b":9},"a.b":1,"outer":{"c.d":2},"x.y":{"z":3}}"#)
    #expect(model.dotted == 1)
    #expect(model.quoted == 2)
    #expect(model.nested == 3)
    #expect(model.secret == 7)
    #expect(try JSONAdapter.string(from: model) == text)
    #expect(
      adapterMessage { try JSONAdapter.model(of: Literal.self, from: #"{"a.b":""}"#) }
        == #"Literal.dotted: expected Int, found string "" at $["a.b"] (line 1, column 8): declare "#
        + "it as an Optional, and set emptyStringIsNull in the policy to take empty text for nil")
  }

  @Test(arguments: [
    (#"{"name":"a","title":"b"}"#, "a"), (#"{"title":"b","name":null}"#, "b"),
    (#"{"meta":{"label":"c"}}"#, "c"), (#"{"title":null,"meta":{"label":"c"}}"#, "c"),
    (#"{"meta":null,"name":null}"#, nil), ("{}", "initial"),
  ])
  func takesTheFirstAlternativeThatIsNotNull(_ text: String, _ expected: String?) throws {
    let model = Alternatives()
    model.name = "initial"
    try JSONAdapter.update(model, from: text)
    #expect(model.name == expected)
  }

  @Test func writesToTheFirstAlternative() throws {
    let model = Alternatives()
    model.name = "n"
    #expect(try JSONAdapter.string(from: model) == #"{"name":"n","id":0}"#)
  }

  @Test func takesElementsForAlternatives() throws {
    #expect(try JSONAdapter.model(of: Alternatives.self, from: #"{"ids":[4,5]}"#).id == 4)
    #expect(
      try JSONAdapter.model(
        of: Alternatives.self, from: #"{"ids":[],"all":[{"id":1},{},{"id":2}]}"#
      ).id == 2)
  }

  @Test func namesThePropertyWhenAnAlternativeIsBlocked() {
    let error = adapterError {
      try JSONAdapter.model(of: Alternatives.self, from: #"{"meta":5}"#)
    }
    #expect(
      error?.description
        == "Alternatives.name: expected object, found number 5 at $.meta (line 1, column 9)")
    #expect(
      adapterMessage { try JSONAdapter.model(of: Alternatives.self, from: #"{"ids":{}}"#) }
        == "Alternatives.id: expected array, found object at $.ids (line 1, column 8)")
    #expect(
      adapterMessage { try JSONAdapter.model(of: Alternatives.self, from: #"{"all":1}"#) }
        == "Alternatives.id: expected array, found number 1 at $.all (line 1, column 8)")
  }

  @Test func givesATransformerAllThatWasFound() throws {
    let place: Place = try JSONAdapter.model(
      from: #"{"geo":{"lng":2.5},"lat":1,"name":"n"}"#)
    #expect(place.coordinate == Coordinate(latitude: 1, longitude: 2.5))
    #expect(
      try JSONAdapter.string(from: place) == #"{"name":"n","lat":1,"geo":{"lng":2.5}}"#)
    let half: Place = try JSONAdapter.model(from: #"{"lat":1}"#)
    #expect(half.coordinate == Coordinate(latitude: 1, longitude: 0))
    #expect(try JSONAdapter.model(of: Place.self, from: "{}").coordinate == nil)
    #expect(try JSONAdapter.string(from: Place()) == #"{"name":""}"#)
  }

  @Test func saysWhichOfSeveralPathsIsWrong() {
    let error = adapterError {
      try JSONAdapter.model(of: Place.self, from: #"{"lat":1, "geo":{"lng":"x"}}"#)
    }
    #expect(
      error?.description == """
        Place.coordinate: expected Double, found string "x" at $.geo.lng (line 1, column 24): no policy reads it
        """)
    #expect(
      adapterMessage { try JSONAdapter.model(of: Place.self, from: #"{"geo":[]}"#) }
        == "Place.coordinate: expected object, found array at $.geo (line 1, column 8)")
  }

  @Test func flattensAModelIntoItsParent() throws {
    let text = #"{"name":"n","width":3,"height":4}"#
    let model: Flat = try JSONAdapter.model(from: text)
    #expect(model.size?.width == 3)
    #expect(model.size?.height == 4)
    #expect(try JSONAdapter.string(from: model) == text)
    #expect(
      adapterMessage { try JSONAdapter.model(of: Flat.self, from: #"{"width":"x"}"#) }
        == #"Size.width: expected Int, found string "x" at $.width (line 1, column 10)"#
        + ": no policy reads it")
  }

  @Test func reachesElementsOfArrays() throws {
    let model: Indexed = try JSONAdapter.model(
      from: """
        {"geo":[1.5,2.5,3.5],"items":[{"id":1},{"other":0},{"id":2}],
         "groups":[{"tags":[{"name":"a"},{"name":"b"}]},{"tags":[]},{}]}
        """)
    #expect(model.latitude == 1.5)
    #expect(model.longitude == 2.5)
    #expect(model.ids == [1, 2])
    #expect(model.tags == [["a", "b"], []])
    #expect(
      try JSONAdapter.string(from: model) == """
        {"geo":[1.5,2.5],"items":[{"id":1},{"id":2}],\
        "groups":[{"tags":[{"name":"a"},{"name":"b"}]},{"tags":[]}]}
        """)
  }

  @Test func keepsInitialValuesWhereAnArrayIsTooShort() throws {
    let model: Indexed = try JSONAdapter.model(from: #"{"geo":[1.5]}"#)
    #expect(model.latitude == 1.5)
    #expect(model.longitude == 0)
    #expect(model.ids == [])
  }

  @Test func saysWhichElementIsWrong() {
    let error = adapterError {
      try JSONAdapter.model(
        of: Indexed.self, from: "{\"items\":[{\"id\":1},{},\n{\"id\":\"x\"}]}")
    }
    #expect(
      error?.description
        == #"Indexed.ids: expected Int, found string "x" at $.items[2].id (line 2, column 7)"#
        + ": no policy reads it")
    #expect(
      adapterMessage {
        try JSONAdapter.model(of: Indexed.self, from: #"{"groups":[{"tags":[{"name":1}]}]}"#)
      } == """
        Indexed.tags: expected String, found number 1 at $.groups[0].tags[0].name \
        (line 1, column 29): set acceptsNumbersAsStrings in the policy to take numbers for text
        """)
    #expect(
      adapterMessage { try JSONAdapter.model(of: Indexed.self, from: #"{"items":{}}"#) }
        == "Indexed.ids: expected array, found object at $.items (line 1, column 10)")
    #expect(
      adapterMessage { try JSONAdapter.model(of: Indexed.self, from: #"{"items":[3]}"#) }
        == "Indexed.ids: expected object, found number 3 at $.items[0] (line 1, column 11)")
    #expect(
      adapterMessage { try JSONAdapter.model(of: Indexed.self, from: #"{"geo":[1,"x"]}"#) }
        == #"Indexed.longitude: expected Double, found string "x" at $.geo[1] (line 1, column 11)"#
        + ": no policy reads it")
  }

  @Test func readsOrWritesInOneDirection() throws {
    let model: OneWay = try JSONAdapter.model(
      from: #"{"server":{"id":3},"password":"from outside"}"#)
    #expect(model.id == 3)
    #expect(model.password == "")
    model.password = "secret"
    #expect(try JSONAdapter.string(from: model) == #"{"password":"secret"}"#)
  }

  @Test func tellsNamesApartByTheirBytes() throws {
    let text = "{\"caf\u{E9}\":1,\"cafe\u{301}\":2}"
    let model: Accented = try JSONAdapter.model(from: text)
    #expect(model.composed == 1)
    #expect(model.decomposed == 2)
    #expect(try Array(JSONAdapter.string(from: model).utf8) == Array(text.utf8))
  }

  @Test func readsSeveralPropertiesFromOneKey() throws {
    let model: Shared = try JSONAdapter.model(from: #"{"value":"abc"}"#)
    #expect(model.text == "abc")
    #expect(model.upper == "ABC")
    #expect(try JSONAdapter.string(from: model) == #"{"value":"abc"}"#)
    model.text = nil
    #expect(
      adapterMessage { try JSONAdapter.string(from: model) } == """
        Shared.text: expected the value of "upper", found nil; make one of them .readOnly at $.value
        """)
    model.upper = nil
    #expect(try JSONAdapter.string(from: model) == "{}")
    #expect(try JSONAdapter.model(of: Shared.self, from: #"{"value":null}"#).text == nil)
  }

  @Test func readsAMemberAndWhatLiesInIt() throws {
    let model: Inside = try JSONAdapter.model(from: #"{"owner":{"login":"mona","id":1}}"#)
    #expect(model.login == "mona")
    #expect(model.owner["id"] as? Int == 1)
    #expect(try JSONAdapter.string(from: model) == #"{"owner":{"login":"mona"}}"#)
  }

  @Test func mergesTheMappingsOfTheClassChain() throws {
    let text = #"{"created_at":1,"id":2,"headline":"t"}"#
    let model: Derived = try JSONAdapter.model(
      from: #"{"created_at":1,"id":2,"ID":9,"memo":"no","headline":"t"}"#)
    #expect(model.createdAt == 1)
    #expect(model.id == 2)
    #expect(model.note == "")
    #expect(model.title == "t")
    #expect(try JSONAdapter.string(from: model) == text)
    let base: Base = try JSONAdapter.model(from: #"{"created_at":1,"ID":9,"memo":"yes"}"#)
    #expect(try JSONAdapter.string(from: base) == #"{"created_at":1,"ID":9,"memo":"yes"}"#)
  }
}
