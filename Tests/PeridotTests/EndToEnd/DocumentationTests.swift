import Foundation
import Peridot
import Testing

// The code of the documentation's articles, so that it compiles and does what they say.
// Each part names its article in Sources/Peridot/Documentation.docc.

// MARK: GettingStarted.md

private final class Person: Model, JSONSerializing {
  var login = ""
  var id = 0
  var company: String?
}

private final class Ticket: Model, JSONSerializing {
  var number = 0
  var title = ""
  var author: Person?
  var labels: [String] = []
  var createdAt: Date?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["author": "user", "createdAt": "created_at"]
  }
}

// MARK: MappingJSON.md

private final class Place: Model, JSONSerializing {
  var name = ""
  var city = ""
  var firstTag: String?
  var visitors: [Int] = []
  var phone: String?
  var secret = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "city": "address.city",
      "firstTag": "tags[0]",
      "visitors": "visits[*].id",
      "phone": .firstOf("phone", "telephone"),
      "secret": .excluded,
    ]
  }
}

private final class Account: Model, JSONSerializing, JSONKeyStyling {
  var avatarURL: URL?
  var isAdmin = false

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }  // avatar_url, is_admin
}

private class Shape: Model, JSONSerializing {
  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    switch json.string(forKey: "kind") {
    case "circle": Circle.self
    case "square": Square.self
    default: nil
    }
  }
}

private final class Circle: Shape {
  var radius = 0.0
}

private final class Square: Shape {
  var side = 0.0
}

private final class Order: Model, JSONSerializing {
  var id = 0
  var total = Decimal(0)

  override class var requiredPropertyKeys: Set<String> { ["id", "total"] }
}

// MARK: Transformers.md

private final class Event: Model, JSONSerializing {
  var startsAt: Date?
  var modifiedAt: Date?
  var status = Status.unknown
  var tags: [String] = []

  enum Status: String {
    case unknown, planned, done
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    switch key {
    case "startsAt": .epochSeconds
    case "modifiedAt": .rfc1123Date
    case "status": .rawValue(of: Status.self, fallback: .unknown)
    case "tags":
      .closure(
        forward: { (text: String) in text.split(separator: ",").map(String.init) },
        reverse: { (tags: [String]) in tags.joined(separator: ",") })
    default: nil
    }
  }
}

private final class ReversingTransformer: ValueTransformer, @unchecked Sendable {
  override func transformedValue(_ value: Any?) -> Any? {
    (value as? String).map { String($0.reversed()) }
  }
}

// MARK: Archiving.md

private final class Note: Model {
  var text = ""
  var author: String?
  var preview: String?

  override class var archiveName: String { "Note" }
  override class var modelVersion: Int { 2 }

  override class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
    ["preview": .excluded]
  }

  override func decodeValue(
    forKey key: String, with coder: NSCoder, modelVersion: Int
  ) throws -> Any? {
    guard key == "text", modelVersion < 2 else {
      return try super.decodeValue(forKey: key, with: coder, modelVersion: modelVersion)
    }
    return coder.decodeObject(of: NSString.self, forKey: "body").map { "\($0)" }
  }
}

/// The class of the article as it was in its first version.
private final class FirstNote: Model {
  var body = ""

  override class var archiveName: String { "Note" }
}

// MARK: Errors.md

private final class Rating: Model, JSONSerializing {
  var stars = 0

  override func validate() throws {
    try super.validate()
    guard (0...5).contains(stars) else { throw OutOfRange(stars: stars) }
  }

  struct OutOfRange: Error, Equatable {
    let stars: Int
  }
}

@Suite struct DocumentationTests {
  private let data = Data(
    #"{"number": 7, "title": "Crash", "user": {"login": "mona"}, "created_at": "2026-01-02T03:04:05Z"}"#
      .utf8)

  @Test func gettingStartedReadsAndWrites() throws {
    let arrayData = Data("[".utf8) + data + Data("]".utf8)

    let ticket: Ticket = try JSONAdapter.model(from: data)
    let tickets = try JSONAdapter.models(of: Ticket.self, from: arrayData)

    let json = try JSONAdapter.data(from: ticket)
    let text = try JSONAdapter.string(from: tickets, options: [.prettyPrinted, .sortedKeys])

    #expect(ticket.author?.login == "mona")
    #expect(ticket.createdAt == Date(timeIntervalSince1970: 1_767_323_045))
    #expect(try JSONAdapter.model(of: Ticket.self, from: json) == ticket)
    #expect(try JSONAdapter.models(of: Ticket.self, from: text) == tickets)
  }

  @Test func gettingStartedWorksWithModels() throws {
    let ticket: Ticket = try JSONAdapter.model(from: data)
    let edited = ticket.with { $0.title = "Crash at launch" }
    #expect(edited.changedKeys(from: ticket) == ["title"])
    ticket.mergeValues(from: edited, policy: .skipNil)
    #expect(ticket == edited)
    #expect(ticket["title"] as? String == "Crash at launch")
    try JSONAdapter.update(ticket, from: #"{"number": 8}"#)
    #expect(ticket.number == 8)
    #expect(ticket.title == "Crash at launch")
  }

  @Test func mappingFindsPlaces() throws {
    let place: Place = try JSONAdapter.model(
      from: """
        {"name": "Café", "address": {"city": "Basel"}, "tags": ["a", "b"], \
        "visits": [{"id": 1}, {"id": 2}], "phone": null, "telephone": "12", "secret": "x"}
        """)
    #expect(place.city == "Basel")
    #expect(place.firstTag == "a")
    #expect(place.visitors == [1, 2])
    #expect(place.phone == "12")
    #expect(place.secret == "")
    try JSONAdapter.check(Place.self)
  }

  @Test func mappingStylesKeys() throws {
    let account: Account = try JSONAdapter.model(
      from: #"{"avatar_url": "https://example.com/a", "is_admin": true}"#)
    #expect(account.avatarURL == URL(string: "https://example.com/a"))
    #expect(account.isAdmin)
  }

  @Test func mappingChoosesClasses() throws {
    let shapes = try JSONAdapter.models(
      of: Shape.self, from: #"[{"kind": "circle", "radius": 2}, {"kind": "square", "side": 3}]"#)
    #expect((shapes[0] as? Circle)?.radius == 2)
    #expect((shapes[1] as? Square)?.side == 3)
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Shape.self, from: #"{"kind": "line"}"#)
    }
    #expect(error?.kind == .noClassFound)
  }

  @Test func mappingListsWhatIsMissing() throws {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Order.self, from: "{}")
    }
    #expect(error?.missingKeys == ["id", "total"])
  }

  @Test func transformersGoBothWays() throws {
    let json = """
      {"startsAt":784111777,"modifiedAt":"Sun, 06 Nov 1994 08:49:37 GMT",\
      "status":"planned","tags":"a,b"}
      """
    let event: Event = try JSONAdapter.model(from: json)
    #expect(event.startsAt == Date(timeIntervalSince1970: 784_111_777))
    #expect(event.modifiedAt == event.startsAt)
    #expect(event.status == .planned)
    #expect(event.tags == ["a", "b"])
    #expect(try JSONAdapter.string(from: event) == json)
    let unknown: Event = try JSONAdapter.model(from: #"{"status": "postponed"}"#)
    #expect(unknown.status == .unknown)
  }

  @Test func transformersCombine() throws {
    let bySign: ValueTransformer = .mapping(["+": 1, "-": -1], default: 0, reverseDefault: "?")
    let identifiers: ValueTransformer = .array(of: .uuid)
    let trimmedURL: ValueTransformer = .chained(.string(), .url)

    #expect(bySign.transformedValue("-") as? Int == -1)
    #expect(bySign.transformedValue("*") as? Int == 0)
    let identifier = UUID()
    #expect(identifiers.transformedValue([identifier.uuidString]) as? [UUID] == [identifier])
    #expect(trimmedURL.transformedValue(" https://a.b ") as? URL == URL(string: "https://a.b"))
    #expect(ReversingTransformer().transformedValue("abc") as? String == "cba")
  }

  @Test func archivesComeBack() throws {
    let note = Note()
    note.text = "Buy milk"
    note.preview = "Buy…"
    let other = Note()

    let archive = try note.archivedData()
    let restored = try Note.unarchive(from: archive)

    let all = try [note, other].archivedData()
    let notes = try [Note].unarchive(from: all)

    #expect(restored.text == "Buy milk")
    #expect(restored.preview == nil)
    #expect(notes.map(\.text) == ["Buy milk", ""])
  }

  @Test func archivesOfOlderVersionsAreRead() throws {
    let old = FirstNote()
    old.body = "Buy milk"
    #expect(try Note.unarchive(from: old.archivedData()).text == "Buy milk")
    #expect(throws: ArchiveError.self) { try Note.unarchive(from: Data("no archive".utf8)) }
  }

  @Test func errorsSayWhere() throws {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.models(of: Person.self, from: #"[{"login": "mona"}, {"login": 42}]"#)
    }
    #expect(
      error?.description
        == "Person.login: expected String, found number 42 at $[1].login (line 1, column 31)")
    #expect(error?.kind == .typeMismatch)
    #expect(error?.path == "$[1].login")
  }

  @Test func errorsOfValidationsAreKept() throws {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Rating.self, from: #"{"stars": 6}"#)
    }
    #expect(error?.kind == .validationFailed)
    #expect(error?.underlying as? Rating.OutOfRange == Rating.OutOfRange(stars: 6))
  }

  @Test func policiesReportRepairs() throws {
    var issues: [JSONIssue] = []
    let person = try JSONAdapter.model(
      of: Person.self, from: #"{"login": 42, "id": "x"}"#, policy: .lenient,
      report: { issues.append($0) })
    #expect(person.login == "42")
    #expect(person.id == 0)
    #expect(issues.map(\.path) == ["$.id"])

    var policy = ConversionPolicy.strict
    policy.numbersFromStrings = true
    policy.collectsErrors = true
    #expect(try JSONAdapter.model(of: Person.self, from: #"{"id": "7"}"#, policy: policy).id == 7)
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: Person.self, from: #"{"login": 1, "id": "x"}"#, policy: policy)
    }
    #expect(error?.errors.map(\.path) == ["$.login", "$.id"])
  }
}
