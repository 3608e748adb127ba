// The code of Docs/MigratingFromYYModel.md
import Foundation
import Peridot
import Testing

extension ConversionPolicy {
  static let likeMJExtension: ConversionPolicy = {
    var policy = ConversionPolicy.lenient
    policy.null = .skip
    policy.overflow = .wrap
    policy.acceptsNumericPrefixes = true
    policy.dictionaryUpdate = .replace
    policy.nestedUpdate = .replace
    return policy
  }()
}

extension ConversionPolicy {
  static let likeKCModel: ConversionPolicy = {
    var policy = ConversionPolicy.lenient
    policy.null = .skip  // null leaves a property alone
    policy.numberLocale = Locale(identifier: "en_US")  // "1,234" is 1234
    return policy
  }()
}

@Suite struct YYModelGuideTests {
  class Shape: Model, JSONSerializing {
    override class func classForParsing(_ json: JSONObject) -> Model.Type? {
      json.contains("radius") ? Circle.self : self
    }
  }

  final class Circle: Shape {
    var radius = 0.0
  }

  final class Extended: Model, JSONSerializing {
    var ext: [String: Any] = [:]
    var desc: String?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["desc": .readOnly("ext.desc")]
    }
  }

  final class Counts: Model, JSONSerializing {
    var small: Int8 = 7
    var count = 7
    var when: Date?
  }

  @Test func returnsSelfForTheClassItself() throws {
    #expect(type(of: try JSONAdapter.model(of: Shape.self, from: "{}")) == Shape.self)
    let circle: Shape = try JSONAdapter.model(from: #"{"radius": 2}"#)
    #expect((circle as? Circle)?.radius == 2)
  }

  @Test func readsPlacesWithinEachOther() throws {
    let extended: Extended = try JSONAdapter.model(from: #"{"ext": {"desc": "a", "n": 1}}"#)
    #expect(extended.desc == "a")
    #expect(extended.ext["n"] as? Int == 1)
    #expect(
      try JSONAdapter.string(from: extended, options: .sortedKeys)
        == #"{"ext":{"desc":"a","n":1}}"#)
  }

  @Test func doesWhatMJExtensionDid() throws {
    let counts = Counts()
    try JSONAdapter.update(
      counts, from: #"{"small": 300, "count": "12 pieces", "when": null}"#,
      policy: .likeMJExtension)
    #expect(counts.small == 44)
    #expect(counts.count == 12)
    try JSONAdapter.update(counts, from: #"{"count": null}"#, policy: .likeMJExtension)
    #expect(counts.count == 12)
  }

  @Test func readsPropertyLists() throws {
    let file = try PropertyListSerialization.data(
      fromPropertyList: ["count": 3, "small": 2, "when": Date(timeIntervalSince1970: 5)]
        as [String: Any], format: .binary, options: 0)
    let dictionary = try PropertyListSerialization.propertyList(from: file, format: nil)
    let counts: Counts = try JSONAdapter.model(from: dictionary)
    #expect(counts.count == 3)
    #expect(counts.small == 2)
    #expect(counts.when == Date(timeIntervalSince1970: 5))
  }

  @Test func doesWhatKCModelDid() throws {
    let counts = Counts()
    try JSONAdapter.update(
      counts, from: #"{"small": null, "count": "1,234"}"#, policy: .likeKCModel)
    #expect(counts.small == 7)
    #expect(counts.count == 1234)
  }

  @Test func tellsStaleNames() throws {
    final class Stale: Model, JSONSerializing {
      var name = ""
      override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["title": "t"] }
    }
    let error = #expect(throws: JSONAdapterError.self) { try JSONAdapter.check(Stale.self) }
    #expect(error?.kind == .invalidMapping)
  }

  final class User: Model, JSONSerializing {
    var login = ""
  }

  final class Book: Model, JSONSerializing {
    var name = ""
    var page = 0
    var desc: String?
    var bookID: String?
    var authors: [User] = []

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["name": "n", "page": "p", "desc": "ext.desc", "bookID": .firstOf("id", "ID", "book_id")]
    }
  }

  @Test func readsAndUpdatesTheBook() throws {
    let data = Data(#"{"n": "a", "p": "many", "authors": [{"login": "b"}], "ID": 5}"#.utf8)
    var issues: [String] = []
    func print(_ issue: JSONIssue) { issues.append("\(issue)") }
    let book: Book = try JSONAdapter.model(from: data, policy: .lenient) { issue in
      print(issue)  // $.p: expected Int, found string "many"; the property kept its value
    }
    try JSONAdapter.update(book, from: #"{"p": 12}"#)
    #expect(issues == [#"$.p: expected Int, found string "many"; the property kept its value"#])
    #expect(book.page == 12)
    #expect(book.bookID == "5")
    #expect(book.authors.map(\.login) == ["b"])
  }
}
