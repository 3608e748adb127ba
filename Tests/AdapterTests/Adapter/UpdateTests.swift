import Foundation
import Peridot
import Testing

@testable import TestSupport

private struct Rejection: Error, CustomStringConvertible {
  var description: String { "rejected" }
}

private final class Tag: Model {
  var id = 0
  var label = ""
  var weight: Int?

  override class var identityKey: String? { "id" }
}

private final class Owner: Model {
  var name = ""
  var age = 0
  var _cache = 0

  override func validate() throws {
    try super.validate()
    if age == 13 { throw Rejection() }
  }
}

private class Document: Model, JSONSerializing {
  var title = "initial"
  var count: Int? = 1
  var owner: Owner?
  var required = Owner()
  var tags: [Tag] = []
  var optionalTags: [Tag]?
  var rows: [[Tag?]] = []
  var owners: [Owner] = []
  var byName: [String: Owner] = [:]
  var city = ""
  var last = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["city": "address.city"] }

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    json.contains("special") ? Special.self : self
  }
}

private final class Special: Document {}

private func document() -> Document {
  let document = Document()
  document.owner = Owner()
  document.owner?.name = "o"
  document.tags = [1, 2, 3].map { id in
    let tag = Tag()
    tag.id = id
    tag.label = "tag \(id)"
    tag.weight = id
    return tag
  }
  document.byName = ["a": Owner(), "b": Owner()]
  document.owners = [Owner()]
  return document
}

@Suite struct UpdateTests {
  @Test func changesOnlyWhatTheJSONNames() throws {
    let model = document()
    try JSONAdapter.update(model, from: #"{"title":"t","address":{"city":"Bonn"}}"#)
    #expect(model.title == "t")
    #expect(model.city == "Bonn")
    #expect(model.count == 1)
    #expect(model.owner?.name == "o")
    try JSONAdapter.update(model, from: ["count": NSNull()])
    #expect(model.count == nil)
    let adapter = JSONAdapter()
    try adapter.update(model, from: Data(#"{"count":5}"#.utf8))
    try adapter.update(model, from: Array(#"{"last":6}"#.utf8))
    try adapter.update(model, from: ["title": "u"])
    try adapter.update(model, from: ["city": "x", "address": ["city": "Köln"]] as Any)
    #expect(model.count == 5)
    #expect(model.last == 6)
    #expect(model.title == "u")
    #expect(model.city == "Köln")
  }

  @Test func updatesNestedModelsInPlace() throws {
    let model = document()
    let owner = try #require(model.owner)
    let required = model.required
    try JSONAdapter.update(model, from: #"{"owner":{"age":5},"required":{"name":"r"},"last":1}"#)
    #expect(model.owner === owner)
    #expect(owner.name == "o")
    #expect(owner.age == 5)
    #expect(model.required === required)
    #expect(required.name == "r")
    #expect(model.last == 1)
  }

  @Test func takesNullForANestedModel() throws {
    let model = document()
    try JSONAdapter.update(model, from: #"{"owner":null,"optionalTags":null,"last":2}"#)
    #expect(model.owner == nil)
    #expect(model.last == 2)
    try JSONAdapter.update(model, from: #"{"owner":{"name":"new"}}"#)
    #expect(model.owner?.name == "new")
  }

  @Test func findsElementsByIdentity() throws {
    let model = document()
    let old = model.tags
    try JSONAdapter.update(
      model, from: #"{"tags":[{"id":3,"label":"three"},{"id":9,"label":"nine"},{"id":1}]}"#)
    #expect(model.tags.map(\.id) == [3, 9, 1])
    #expect(model.tags[0] === old[2])
    #expect(model.tags[2] === old[0])
    #expect(model.tags.map(\.label) == ["three", "nine", "tag 1"])
    #expect(model.tags.map(\.weight) == [3, nil, 1])
    model.optionalTags = old
    try JSONAdapter.update(model, from: #"{"optionalTags":[{"label":"two","id":2}]}"#)
    #expect(model.optionalTags?.first === old[1])
    #expect(old[1].weight == 2)
  }

  @Test func findsElementsOfArraysWithinArrays() throws {
    let model = document()
    let old = model.tags
    model.rows = [[old[0]], [old[1], nil]]
    try JSONAdapter.update(model, from: #"{"rows":[[{"id":2,"label":"two"}],[null,{"id":1}]]}"#)
    #expect(model.rows[0][0] === old[1])
    #expect(model.rows[1][1] === old[0])
    #expect(old.map(\.label) == ["tag 1", "two", "tag 3"])
  }

  @Test func makesTwoModelsOfTwoElementsWithOneIdentity() throws {
    let model = document()
    let first = model.tags[0]
    try JSONAdapter.update(model, from: #"{"tags":[{"id":1,"label":"a"},{"id":1,"label":"b"}]}"#)
    #expect(model.tags.map(\.label) == ["a", "b"])
    #expect(model.tags[0] === first)
    #expect(model.tags[1] !== first)
  }

  @Test func replacesElementsWithoutIdentity() throws {
    let model = document()
    let old = model.owners[0]
    old.age = 7
    try JSONAdapter.update(model, from: #"{"owners":[{"name":"n"}]}"#)
    #expect(model.owners[0] !== old)
    #expect(model.owners[0].age == 0)
  }

  @Test func updatesTheMembersOfADictionary() throws {
    let model = document()
    let old = try #require(model.byName["a"])
    old.age = 7
    try JSONAdapter.update(model, from: #"{"byName":{"a":{"name":"n"},"c":{}}}"#)
    #expect(model.byName["a"] === old)
    #expect(old.age == 7)
    #expect(Set(model.byName.keys) == ["a", "b", "c"])
    try JSONAdapter.update(model, from: #"{"byName":{"a":null,"d":null}}"#)
    #expect(Set(model.byName.keys) == ["b", "c"])
  }

  @Test func replacesADictionaryWhereThePolicySaysSo() throws {
    let model = document()
    let old = try #require(model.byName["a"])
    try JSONAdapter.update(
      model, from: #"{"byName":{"a":{"name":"n"},"c":{}}}"#,
      policy: .strict.with { $0.dictionaryUpdate = .replace })
    #expect(model.byName["a"] === old)
    #expect(Set(model.byName.keys) == ["a", "c"])
    try JSONAdapter.update(model, from: #"{"byName":{}}"#, policy: .legacyYYModel)
    #expect(model.byName.isEmpty)
  }

  @Test(arguments: [
    #"{"title":"t","count":2,"owner":{"name":"p","age":1,"_cache":1},"tags":[{"id":1,"label":"x"}],"last":"x"}"#,
    #"{"title":"t","tags":[{"id":2,"label":"x","weight":null},{"id":1,"label":5}]}"#,
    #"{"title":"t","required":{"name":"p","age":"x"}}"#,
    #"{"title":"t","byName":{"a":{"name":"q"},"b":7}}"#,
    #"{"title":"t","owner":null,"tags":[],"last":null}"#,
    #"{"title":"t","owner":{"name":"p","age":13}}"#,
    #"{"title":"t","owner":{"name":"p"},"last":1"#,
    #"{"title":"t","owner":{"name":"p"},"last":1}}"#,
    #"{"title":"t","title":"u","owner":{"name":"p"},"owner":{"age":1},"last":""}"#,
  ])
  func leavesAllAsItWasWhenSomethingFails(_ text: String) throws {
    let model = document()
    let before = try JSONAdapter.string(from: model)
    let (owner, tags, required) = (model.owner, model.tags, model.required)
    owner?._cache = 42
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.update(model, from: text) }
    #expect(try JSONAdapter.string(from: model) == before)
    #expect(model.owner === owner)
    #expect(owner?._cache == 42)
    #expect(model.required === required)
    #expect(zip(model.tags, tags).allSatisfy { $0 === $1 } && model.tags.count == tags.count)
  }

  @Test func saysWhereAnUpdateFailed() {
    let model = document()
    #expect(
      adapterMessage {
        try JSONAdapter.update(model, from: #"{"tags":[{"id":1},{"id":2,"label":5}]}"#)
      } == "Tag.label: expected String, found number 5 at $.tags[1].label (line 1, column 35): set "
        + "acceptsNumbersAsStrings in the policy to take numbers for text")
    #expect(
      adapterMessage { try JSONAdapter.update(model, from: #"{"owner":{"age":13}}"#) }
        == "Owner: rejected at $.owner (line 1, column 10)")
    #expect(
      adapterMessage { try JSONAdapter.update(model, from: "[]") }
        == "Document: expected object, found array at $ (line 1, column 1): no policy reads it")
  }

  @Test func refusesAnotherClass() {
    let error = adapterError { try JSONAdapter.update(document(), from: #"{"special":1}"#) }
    #expect(
      error?.description == """
        Document: expected Document, found Special at $ (line 1, column 1)
        """)
    #expect(error?.kind == .noClassFound)
  }

  @Test func takesTheLastOfTwoMembers() throws {
    let model = document()
    let owner = model.owner
    try JSONAdapter.update(
      model,
      from: #"{"owner":{"name":"first","age":1},"owner":{"name":"last"},"title":5,"title":"t"}"#)
    #expect(model.owner === owner)
    #expect(owner?.name == "last")
    #expect(owner?.age == 0)
    #expect(model.title == "t")
  }
}
