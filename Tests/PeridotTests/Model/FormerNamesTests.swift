import Foundation
import Peridot
import Testing

/// The class before a change; `New` reads what it has stored.
private final class Old: Model, JSONSerializing, JSONKeyStyling {
  var firstName = ""
  var size = 0
  var day = Date(timeIntervalSince1970: 0)
  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }
  override class var archiveName: String { "Former.Person" }
}

private final class New: Model, CodableModel, JSONKeyStyling {
  var givenName = "initial"
  var width = -1
  var date = Date(timeIntervalSince1970: 5)
  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }
  override class var archiveName: String { "Former.Person" }

  override class var declaredProperties: [Property] {
    [
      property("givenName", \New.givenName, formerly: ["forename", "firstName"]),
      property("width", \New.width, at: "breadth", formerly: ["size"]),
      property("date", \New.date, formerly: ["day"]),
    ]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "date" ? .epochSeconds : nil
  }
}

private final class Answering: Model {
  var text = ""
  override class var archiveName: String { "Former.Person" }
  override class var modelVersion: Int { 1 }
  override class var declaredProperties: [Property] {
    [property("text", \Answering.text, formerly: ["firstName"])]
  }

  override func decodeValue(
    forKey key: String, with coder: NSCoder, modelVersion: Int
  ) throws -> Any? {
    let value = try super.decodeValue(forKey: key, with: coder, modelVersion: modelVersion)
    return modelVersion < 1 ? "answered \(value as? String ?? "nothing")" : value
  }
}

private final class Mistaken: Model, JSONSerializing {
  var name = ""
  var title = ""
  override class var declaredProperties: [Property] {
    [property("title", \Mistaken.title, formerly: ["name"])]
  }
}

@Suite struct FormerNamesTests {
  private var old: Old { Old().with { ($0.firstName, $0.size) = ("Ada", 7) } }

  @Test(arguments: [
    #"{"first_name":"Ada"}"#, #"{"forename":"Ada"}"#, #"{"given_name":"Ada"}"#,
    #"{"first_name":"Bob","given_name":"Ada"}"#, #"{"given_name":"Ada","first_name":5}"#,
  ])
  func areReadInTheStyleOfKeys(_ document: String) throws {
    #expect(try JSONAdapter.model(of: New.self, from: document).givenName == "Ada")
    #expect(try JSONDecoder().decode(New.self, from: Data(document.utf8)).givenName == "Ada")
  }

  @Test func areNotReadWhereAPlaceIsStated() throws {
    #expect(try JSONAdapter.model(of: New.self, from: #"{"size":7}"#).width == -1)
    #expect(try JSONAdapter.model(of: New.self, from: #"{"breadth":7,"size":8}"#).width == 7)
  }

  @Test func areNotWritten() throws {
    let json = try JSONAdapter.string(from: New(), options: [.sortedKeys])
    #expect(json == #"{"breadth":-1,"date":5,"given_name":"initial"}"#)
  }

  @Test func areReadFromArchives() throws {
    let new = try New.unarchive(from: old.archivedData())
    #expect(new.givenName == "Ada" && new.width == 7)
    #expect(new.date == Date(timeIntervalSince1970: 0))
    #expect(try New.unarchive(from: new.archivedData()) == new)
  }

  @Test func areReadFromOtherCoders() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode("Ada" as NSString, forKey: "firstName")
    archiver.encode(NSNumber(value: 7), forKey: "size")
    archiver.encode(NSNumber(value: 8), forKey: "width")
    let coder = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    let new = try #require(New(coder: coder))
    #expect(new.givenName == "Ada" && new.width == 8)
  }

  @Test func areWhatDecodeValueGets() throws {
    #expect(try Answering.unarchive(from: old.archivedData()).text == "answered Ada")
  }

  @Test func areToldByDescriptions() throws {
    let description = ClassDescription(of: New.self)
    #expect(
      description.property(forKey: "givenName")?.formerNames == ["forename", "firstName"])
    #expect(description.property(forKey: "date")?.place?.form == .firstOf(["date", "day"]))
  }

  @Test func aPropertysNameIsAMistake() throws {
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.check(Mistaken.self)
    }
    #expect(
      error.description.contains(
        "declaredProperties has \"name\" as a former name of \"title\", and it is a property's name: "
          + "remove it"))
  }
}
