import Foundation
import Peridot
import Testing

private final class Book: Model, JSONSerializing {
  var name = ""
  var page = 0
  var desc: String?
  var bookID: String?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["name": "n", "page": "p", "desc": "ext.desc", "bookID": .firstOf("id", "ID", "book_id")]
  }
}

private final class Shadow: Model, JSONSerializing {
  var color = ""
}

private final class Attributes: Model, JSONSerializing {
  var name = ""
  var shadows: Set<Shadow> = []
  var attachments: [String: Shadow] = [:]
  var list: [Shadow] = []
}

private final class Twins: Model, JSONSerializing {
  var text: String?
  var number = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["text": "value", "number": .readOnly("value")]
  }
}

private class Shape: Model, JSONSerializing {
  var name = ""

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    if json.contains("radius") { return Circle.self }
    return json.contains("width") ? Rectangle.self : self
  }
}

private final class Circle: Shape { var radius = 0.0 }
private final class Rectangle: Shape { var width = 0.0 }

private final class Drawing: Model, JSONSerializing {
  var main: Shape?
  var shapes: [Shape] = []
  var byName: [String: Shape] = [:]
}

private struct TooOld: Error {}

private final class Event: Model, JSONSerializing, JSONPreparing, JSONFinishing {
  var name = ""
  var createdAt = Date(timeIntervalSince1970: 0)

  static func prepare(_ json: [String: Any]) throws -> [String: Any] {
    var json = json
    if let old = json.removeValue(forKey: "title") { json["name"] = old }
    return json
  }

  override func validate() throws {
    try super.validate()
    if createdAt.timeIntervalSince1970 < 0 { throw TooOld() }
  }

  func finish(_ json: inout [String: Any]) throws {
    json["timestamp"] = Int(createdAt.timeIntervalSince1970)
  }
}

private final class Scalars: Model, JSONSerializing {
  var flag = true
  var byte: UInt8 = 7
  var int = 7
  var double = 7.0
  var string: String? = "s"
  var date: Date? = Date(timeIntervalSince1970: 7)
  var list: [Int]? = [7]
}

/// What YYModel's documentation and tests say, in Peridot's words.
@Suite struct YYModelBehaviourTests {
  @Test func mapsNamesPathsAndAlternatives() throws {
    let book: Book = try JSONAdapter.model(
      from: #"{"n": "Harry Potter", "p": 256, "ext": {"desc": "A book"}, "book_id": "100"}"#)
    #expect(book.name == "Harry Potter")
    #expect(book.page == 256)
    #expect(book.desc == "A book")
    #expect(book.bookID == "100")
    #expect(
      try JSONAdapter.string(from: book)
        == #"{"n":"Harry Potter","p":256,"ext":{"desc":"A book"},"id":"100"}"#)
    let nulls: Book = try JSONAdapter.model(from: #"{"id": null, "ID": "2", "book_id": "3"}"#)
    #expect(nulls.bookID == "2")
  }

  @Test func readsCollectionsOfModels() throws {
    let attributes: Attributes = try JSONAdapter.model(
      from: """
        {"shadows": [{"color": "red"}, {"color": "blue"}], "list": [{"color": "a"}],
         "attachments": {"x": {"color": "b"}}}
        """)
    #expect(attributes.shadows.map(\.color).sorted() == ["blue", "red"])
    #expect(attributes.attachments["x"]?.color == "b")
    #expect(attributes.list.map(\.color) == ["a"])
  }

  @Test func readsSeveralPropertiesFromOneKey() throws {
    let twins: Twins = try JSONAdapter.model(from: #"{"value": "12"}"#, policy: .legacyYYModel)
    #expect(twins.text == "12")
    #expect(twins.number == 12)
    #expect(try JSONAdapter.string(from: twins) == #"{"value":"12"}"#)
  }

  @Test func choosesClassesEverywhere() throws {
    let drawing: Drawing = try JSONAdapter.model(
      from: """
        {"main": {"radius": 1}, "shapes": [{"width": 2}, {"name": "plain"}],
         "byName": {"c": {"radius": 3}}}
        """)
    #expect((drawing.main as? Circle)?.radius == 1)
    #expect(drawing.shapes.map { "\(type(of: $0))" } == ["Rectangle", "Shape"])
    #expect((drawing.byName["c"] as? Circle)?.radius == 3)
    #expect(
      try JSONAdapter.string(from: drawing, keys: ["main"])
        == #"{"main":{"name":"","radius":1}}"#)
  }

  @Test func runsHooksBeforeAndAfter() throws {
    let event: Event = try JSONAdapter.model(
      from: #"{"title": "a", "createdAt": "1970-01-01T00:00:05Z"}"#)
    #expect(event.name == "a")
    #expect(
      try JSONAdapter.dictionary(from: event)["timestamp"] as? Int == 5)
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Event.self, from: #"{"createdAt": "1969-01-01T00:00:00Z"}"#)
    }
    #expect(error?.underlying is TooOld)
  }

  @Test func resetsScalarsByThePreset() throws {
    let model: Scalars = try JSONAdapter.model(
      from: """
        {"flag": null, "byte": -1, "int": "12abc", "double": {}, "string": [], "date": "soon",
         "list": "x"}
        """, policy: .legacyYYModel)
    #expect(model.flag == false)
    #expect(model.byte == 255)
    #expect(model.int == 12)
    #expect(model.double == 0)
    #expect(model.string == "s")
    #expect(model.date == nil)
    #expect(model.list == [7])
  }

  @Test func updatesInPlace() throws {
    let drawing: Drawing = try JSONAdapter.model(
      from: #"{"main": {"radius": 1, "name": "c"}, "shapes": [{"name": "a"}]}"#)
    let main = drawing.main
    try JSONAdapter.update(drawing, from: #"{"main": {"radius": 2}, "byName": {}}"#)
    #expect(drawing.main === main)
    #expect((main as? Circle)?.radius == 2)
    #expect(main?.name == "c")
    #expect(drawing.shapes.count == 1)
    try JSONAdapter.update(drawing, from: #"{"main": null}"#)
    #expect(drawing.main == nil)
  }

  @Test func readsArraysAndDictionariesOfModels() throws {
    let books: [Book] = try JSONAdapter.models(
      from: #"[{"n": "a"}, 5, {"n": "b"}]"#, policy: .lenient)
    #expect(books.map(\.name) == ["a", "b"])
    let byKey: [String: Book] = try JSONAdapter.modelsByKey(from: #"{"x": {"n": "a"}}"#)
    #expect(byKey["x"]?.name == "a")
  }

  @Test func tellsEqualPairsApart() {
    // An XOR of hashes would cancel out.
    let first = Attributes()
    first.list = [Shadow(), Shadow()]
    #expect(first.hash != Attributes().hash || first != Attributes())
    #expect(first != Attributes())
  }

  @Test func writesDatesInUTC() throws {
    let event = Event()
    event.createdAt = Date(timeIntervalSince1970: 1.5)
    #expect(
      try JSONAdapter.string(from: event, keys: ["createdAt"])
        == #"{"createdAt":"1970-01-01T00:00:01.500Z","timestamp":1}"#)
  }
}
