import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Person: Model, JSONSerializing, JSONExtrasKeeping {
  var name = ""
  var city: String?
  var zip: Int?
  var tag: String?
  var ids: [Int] = []
  var phone: String?
  var owner: [String: Int] = [:]
  var secret = ""
  var jsonExtras: [String: Any] = [:]

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "city": "address.home.city", "zip": .readOnly("address.zip"), "tag": "tags[0]",
      "ids": "items[*].id", "phone": .firstOf("phone", "contact.phone"), "secret": .excluded,
    ]
  }

  override class var archiveName: String { "JSONExtrasTests.Person" }
}

private final class Size: Model, JSONSerializing {
  var width = 0
  var height: Int?
}

private final class Box: Model, JSONSerializing, JSONExtrasKeeping {
  var size: Size?
  var jsonExtras: [String: Any] = [:]

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["size": .root] }
}

/// Keeps extras without a stored variable.
private final class Forwarding: Model, JSONSerializing, JSONExtrasKeeping {
  var id = 0
  var _kept: [String: Any] = [:]
  var jsonExtras: [String: Any] {
    get { _kept }
    set { _kept = newValue }
  }

  override class var archiveName: String { "JSONExtrasTests.Forwarding" }
}

@Suite struct JSONExtrasTests {
  private let text = """
    {"name":"n","address":{"zip":5,"home":{"city":"c","floor":2},"street":"s"},"tags":["a","b"],\
    "items":[{"id":1,"x":2}],"contact":{"phone":"p","fax":"f"},"owner":{"a":1},"secret":"x","z":[1]}
    """

  private func person() throws -> Person { try JSONAdapter.model(from: text) }

  @Test func areNoPropertiesOfComparisonsButOfTextAndPatches() throws {
    let old: Box = try JSONAdapter.model(from: #"{"width": 1, "color": "red"}"#)
    let new: Box = try JSONAdapter.model(from: #"{"width": 1, "color": "blue"}"#)
    #expect(old == new)
    #expect(old.hash == new.hash)
    #expect(new.changedKeys(from: old) == [])
    #expect(old.description.hasSuffix(#"}, jsonExtras: ["color": "red"]}"#))
    #expect(old.debugDescription.contains("jsonExtras: [\n    \"color\": \"red\"\n  ]"))
    #expect(!Box().description.contains("jsonExtras"))
    let patch = try JSONAdapter.mergePatch(from: old, to: new)
    #expect(String(decoding: patch, as: UTF8.self) == #"{"color":"blue"}"#)
  }

  @Test func keepsMembersBesideEveryPartOfAPath() throws {
    let extras = try person().jsonExtras as NSDictionary
    #expect(
      extras == [
        "address": ["home": ["floor": 2], "street": "s"], "contact": ["fax": "f"], "secret": "x",
        "z": [1],
      ] as NSDictionary)
  }

  @Test func writesThemBackWhereTheyWere() throws {
    #expect(
      try JSONAdapter.string(from: person(), options: .sortedKeys) == """
        {"address":{"home":{"city":"c","floor":2},"street":"s"},"contact":{"fax":"f"},\
        "items":[{"id":1}],"name":"n","owner":{"a":1},"phone":"p","secret":"x","tags":["a"],"z":[1]}
        """)
    let other = try person()
    other.city = nil
    other.jsonExtras["address"] = ["home": ["city": "kept", "floor": 3]]
    other.jsonExtras["name"] = "never written"
    #expect(
      try JSONAdapter.string(from: other, options: .sortedKeys).hasPrefix(
        #"{"address":{"home":{"city":"kept","floor":3}},"#))
    #expect(try JSONAdapter.dictionary(from: other)["name"] as? String == "n")
  }

  @Test func leavesThemOutWhenPropertiesAreChosen() throws {
    #expect(try JSONAdapter.string(from: person(), keys: ["name"]) == #"{"name":"n"}"#)
  }

  @Test func updatesThemAsAMergePatchSays() throws {
    let model = try person()
    try JSONAdapter.update(
      model, from: #"{"address":{"street":null,"home":{"door":"d"}},"z":{"a":null,"b":1}}"#)
    #expect(model.city == "c")
    #expect(
      model.jsonExtras["address"] as? NSDictionary == ["home": ["floor": 2, "door": "d"]])
    #expect(model.jsonExtras["z"] as? NSDictionary == ["b": 1])
    let patch = try JSONAdapter.mergePatch(from: person(), to: model)
    let patched = try person()
    try JSONAdapter.apply(mergePatch: patch, to: patched)
    #expect(patched.jsonExtras as NSDictionary == model.jsonExtras as NSDictionary)
  }

  @Test func takesAwayAllThatLiesWhereAnUpdateHasNull() throws {
    let model = try person()
    try JSONAdapter.update(model, from: #"{"address":{"home":null},"contact":null}"#)
    #expect(model.city == nil && model.phone == nil)
    #expect(
      model.jsonExtras as NSDictionary == ["address": ["street": "s"], "secret": "x", "z": [1]])
    try JSONAdapter.update(model, from: #"{"address":null}"#)
    #expect(model.jsonExtras as NSDictionary == ["secret": "x", "z": [1]])
    let other: Person = try JSONAdapter.model(from: #"{"address":null,"contact":null}"#)
    #expect(other.jsonExtras.isEmpty)
  }

  @Test func putsThemBackWhenAnUpdateFails() throws {
    let model = try person()
    let before = model.jsonExtras as NSDictionary
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(model, from: #"{"z":2,"name":3}"#)
    }
    #expect(model.jsonExtras as NSDictionary == before)
  }

  @Test func takesTheLastOfSeveralMembers() throws {
    let model: Person = try JSONAdapter.model(
      from: #"{"address":{"a":1},"q":1,"address":{"b":2},"q":2}"#)
    #expect(model.jsonExtras as NSDictionary == ["address": ["b": 2], "q": 2])
  }

  @Test func keepsWhatAModelSpreadOverTheObjectLeaves() throws {
    let box: Box = try JSONAdapter.model(from: #"{"width":1,"height":2,"depth":3}"#)
    #expect(box.size?.height == 2)
    #expect(box.jsonExtras as NSDictionary == ["depth": 3])
    box.size?.height = nil
    #expect(try JSONAdapter.string(from: box) == #"{"width":1,"depth":3}"#)
  }

  @Test func copiesAndArchivesThem() throws {
    let model = try person()
    let extras = model.jsonExtras as NSDictionary
    #expect((model.copy() as? Person)?.jsonExtras as NSDictionary? == extras)
    #expect(model.deeplyCopied().jsonExtras as NSDictionary == extras)
    #expect(try Person.unarchive(from: model.archivedData()).jsonExtras as NSDictionary == extras)
    let foundation = try NSKeyedArchiver.archivedData(
      withRootObject: model, requiringSecureCoding: true)
    #expect(try Person.unarchive(from: foundation).jsonExtras as NSDictionary == extras)
    let forwarding: Forwarding = try JSONAdapter.model(from: #"{"id":1,"a":null,"b":[true]}"#)
    let again = try Forwarding.unarchive(from: forwarding.archivedData())
    #expect(again.jsonExtras as NSDictionary == ["a": NSNull(), "b": [true]])
  }

  @Test func knowsThemByNoKey() throws {
    let model = try person()
    #expect(!Person.propertyKeys.contains("jsonExtras"))
    #expect(model.dictionaryValue["jsonExtras"] == nil)
    #expect(throws: ModelError.self) { try model.setValue([:], forPropertyKey: "jsonExtras") }
    let other = try person()
    other.jsonExtras = [:]
    #expect(other == model)
    #expect(other.changedKeys(from: model).isEmpty)
    other.mergeValues(from: model)
    #expect(other.jsonExtras.isEmpty)
  }
}
