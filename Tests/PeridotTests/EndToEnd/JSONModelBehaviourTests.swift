import Foundation
import Peridot
import Testing

private final class Image: Model, JSONSerializing {
  var id = 0
  var name = ""
  var copyright: Copyright?
  var place: Copyright?
}

private final class Copyright: Model, JSONSerializing {
  var author = ""
  var year = 0
}

private final class Gallery: Model, JSONSerializing {
  var title = ""
  var images: [Image] = []
  var imagesByName: [String: Image] = [:]
  var footer: String?
}

private final class Styled: Model, JSONSerializing, JSONKeyStyling {
  var orderID = 0
  var orderTotalPrice = 0.0
  var special = ""

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["special": "SPECIAL"] }
}

private final class Types: Model, JSONSerializing {
  var integer = 0
  var text = ""
  var flag = false
  var zone: TimeZone?
  var decimal: Decimal = 0
  var set: Set<String> = []
  var date = Date(timeIntervalSince1970: 0)
  var link: URL?
}

private struct NameIsEmpty: Error {}

private final class Validated: Model, JSONSerializing {
  var name: String? = "x"

  override func validate() throws {
    try super.validate()
    if name?.isEmpty == true { throw NameIsEmpty() }
  }
}

private final class Nested: Model, JSONSerializing {
  var names: [String] = []
  var images: [Image] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["names": "groups.members.name", "images": "groups.images"]
  }
}

/// What JSONModel's documentation and tests say, in Peridot's words.
@Suite struct JSONModelBehaviourTests {
  @Test func requiresWhatIsNoOptional() {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Gallery.self, from: #"{"title": "a"}"#, policy: .legacyJSONModel)
    }
    #expect(error?.kind == .missingKeys)
    #expect(error?.missingKeys == ["images", "imagesByName"])
    #expect(throws: Never.self) {
      try JSONAdapter.model(
        of: Gallery.self, from: #"{"title": "a", "images": [], "imagesByName": {}}"#,
        policy: .legacyJSONModel)
    }
  }

  @Test func namesThePathOfWhatIsMissing() {
    let json = #"""
      {"title": "a", "images": [{"id": 1, "name": "a"}, {"id": 2}], "imagesByName": {}}
      """#
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Gallery.self, from: json, policy: .legacyJSONModel)
    }
    #expect(error?.path == "$.images[1].name")
    #expect(error?.missingKeys == ["name"])
  }

  @Test func leavesAnOptionalModelOutThatCannotBeRead() throws {
    var issues: [String] = []
    let image = try JSONAdapter.model(
      of: Image.self, from: #"{"id": 1, "name": "a", "copyright": {"author": "b"}, "place": 5}"#,
      policy: .legacyJSONModel
    ) { issues.append("\($0)") }
    #expect(image.copyright == nil)
    #expect(image.place == nil)
    #expect(
      issues == [
        #"$.copyright.year: expected "year", found nothing; the property kept its value"#,
        "$.place: expected object, found number 5; the property kept its value",
      ])
  }

  @Test func refusesNullForWhatIsRequired() {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: Copyright.self, from: #"{"author": null, "year": 1}"#, policy: .legacyJSONModel)
    }
    #expect(error?.kind == .nullValue)
    #expect(error?.propertyKey == "author")
  }

  @Test func namesKeysByAStyleWithExceptions() throws {
    let styled: Styled = try JSONAdapter.model(
      from: #"{"order_id": 104, "order_total_price": 13.5, "SPECIAL": "x"}"#,
      policy: .legacyJSONModel)
    #expect(styled.orderID == 104)
    #expect(styled.orderTotalPrice == 13.5)
    #expect(styled.special == "x")
    #expect(
      try JSONAdapter.string(from: styled)
        == #"{"order_id":104,"order_total_price":13.5,"SPECIAL":"x"}"#)
  }

  @Test func convertsTypes() throws {
    let types: Types = try JSONAdapter.model(
      from: """
        {"integer": "42", "text": 7, "flag": "yes", "zone": "Europe/Paris", "decimal": "3.14",
         "set": ["a", "a"], "date": 5, "link": "http://x"}
        """, policy: .legacyJSONModel)
    #expect(types.integer == 42)
    #expect(types.text == "7")
    #expect(types.flag)
    #expect(types.zone?.identifier == "Europe/Paris")
    #expect(types.decimal == Decimal(string: "3.14"))
    #expect(types.set == ["a"])
    #expect(types.date == Date(timeIntervalSince1970: 5))
    #expect(types.link?.host() == "x")
  }

  @Test func validatesAfterReading() {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Validated.self, from: #"{"name": ""}"#)
    }
    #expect(error?.underlying is NameIsEmpty)
  }

  @Test func rollsBackAnUpdateThatFails() throws {
    let model = Validated()
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(model, from: #"{"name": ""}"#)
    }
    #expect(model.name == "x")
    try JSONAdapter.update(model, from: "{}", policy: .legacyJSONModel)
    #expect(model.name == "x")
  }

  @Test func collectsThroughNestedArrays() throws {
    let nested: Nested = try JSONAdapter.model(
      from: """
        {"groups": [{"members": [{"name": "a"}, {"name": "b"}], "images": [{"id": 1, "name": ""}]},
         {"members": [{"name": "c"}], "images": [{"id": 2, "name": ""}]}]}
        """, policy: .legacyJSONModel)
    #expect(nested.names == ["a", "b", "c"])
    #expect(nested.images.map(\.id) == [1, 2])
  }

  @Test func writesChosenProperties() throws {
    let gallery = Gallery()
    gallery.title = "a"
    #expect(
      try JSONAdapter.dictionary(from: gallery, keys: ["title"]) as? [String: String] == [
        "title": "a"
      ])
    #expect(
      try JSONAdapter.string(from: gallery) == #"{"title":"a","images":[],"imagesByName":{}}"#)
  }

  @Test func takesTextDataAndDictionaries() throws {
    let text = #"{"author": "a", "year": 1}"#
    let expected: Copyright = try JSONAdapter.model(from: text)
    #expect(try JSONAdapter.model(of: Copyright.self, from: Data(text.utf8)) == expected)
    #expect(
      try JSONAdapter.model(of: Copyright.self, from: ["author": "a", "year": 1]) == expected)
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Copyright.self, from: "{")
    }
    #expect(error?.kind == .invalidJSON)
    #expect(error?.underlying is JSONSyntaxError)
  }

  @Test func copiesDeeply() throws {
    let gallery: Gallery = try JSONAdapter.model(from: #"{"images": [{"id": 1}]}"#)
    let copy = gallery.deeplyCopied()
    #expect(copy == gallery)
    #expect(copy.images.first !== gallery.images.first)
  }

  @Test func findsModelsByTheirIdentity() throws {
    final class Item: Model, JSONSerializing {
      var id = 0
      var name = ""
      override class var identityKey: String? { "id" }
    }
    final class List: Model, JSONSerializing {
      var items: [Item] = []
    }
    let list: List = try JSONAdapter.model(
      from: #"{"items": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]}"#)
    let second = list.items.last
    try JSONAdapter.update(list, from: #"{"items": [{"id": 2, "name": "c"}, {"id": 3}]}"#)
    #expect(list.items.map(\.id) == [2, 3])
    #expect(list.items.first === second)
    #expect(second?.name == "c")
  }
}
