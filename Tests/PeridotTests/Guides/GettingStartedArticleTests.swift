// The code of Sources/Peridot/Documentation.docc/GettingStarted.md
import Foundation
import Observation
import Peridot
import Testing

@testable import TestSupport

@propertyWrapper struct Percentage {
  private var value: Int

  init(wrappedValue: Int) { value = wrappedValue }

  var wrappedValue: Int {
    get { value }
    set { value = min(max(newValue, 0), 100) }
  }
}

extension Percentage: PropertyWrapper {}

@Suite struct GettingStartedArticleTests {
  final class Person: Model, JSONSerializing {
    var login = ""
    var id = 0
    var company: String?
  }

  final class Ticket: Model, JSONSerializing {
    var number = 0
    var title = ""
    var author: Person?
    var labels: [String] = []
    var createdAt: Date?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["author": "user", "createdAt": "created_at"]
    }
  }

  class Upload<Content: Codable>: Model, JSONSerializing {
    private(set) var id = 0  // set by the JSON, and by nobody outside
    var owner: Person!  // an Optional: nil until it is there
    var content: Content?

    convenience init(id: Int) {
      self.init()
      self.id = id
    }
  }

  final class TextUpload: Upload<String> {
    var language = "en"
  }

  @Test func readsVariablesOfEachKind() throws {
    let upload: TextUpload = try JSONAdapter.model(
      from: #"{"id": 7, "owner": {"login": "mona"}, "content": "Hi"}"#)
    let numbers = try JSONAdapter.model(of: Upload<[Int]>.self, from: #"{"content": [1, 2]}"#)
    #expect((upload.id, upload.owner.login, upload.content) == (7, "mona", "Hi"))
    #expect(upload.language == "en")
    #expect(numbers.content == [1, 2])
    #expect(numbers.owner == nil)
    #expect(try JSONAdapter.string(from: TextUpload(id: 3)) == #"{"id":3,"language":"en"}"#)
    try JSONAdapter.update(upload, from: #"{"id": 8, "owner": null}"#)
    #expect((upload.id, upload.owner) == (8, nil))
  }

  class Drink: Model, JSONSerializing {
    var flavor: String?
    var size = 0 { didSet { changes += 1 } }
    var changes: Int {
      get { _changes }
      set { _changes = newValue }
    }
    var _changes = 0

    override class var properties: [Property] {
      super.properties + [Property("size", \Drink.size)]
    }
  }

  final class Tea: Drink {
    override var flavor: String? {
      get { super.flavor?.uppercased() }
      set { super.flavor = newValue?.lowercased() }
    }

    override class var properties: [Property] {
      super.properties + [Property("flavor", \Tea.flavor)]
    }
  }

  @Test func goesThroughTheAccessorsOfADeclaredProperty() throws {
    let tea = try JSONAdapter.model(of: Tea.self, from: #"{"flavor": "Mint", "size": 2}"#)
    #expect(tea.flavor == "MINT")
    #expect(tea.changes == 1)
    #expect(try JSONAdapter.string(from: tea) == #"{"flavor":"MINT","size":2}"#)
  }

  @Observable final class Note: Model, JSONSerializing {
    var text = ""
    var isPinned = false
    @ObservationIgnored var scroll = 0.0
  }

  @Observable final class Draft: Model, JSONSerializing {
    var text = ""
    var isPinned = false { didSet { changes += 1 } }
    @ObservationIgnored var changes = 0

    override class var properties: [Property] {
      super.properties + [
        Property("text", \Draft.text),
        Property("isPinned", \Draft.isPinned),
      ]
    }

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["changes": .excluded] }
  }

  @Test func tellsObservers() throws {
    #expect(Note.propertyKeys == ["text", "isPinned", "scroll"])
    let draft: Draft = try JSONAdapter.model(from: #"{"text": "Milk"}"#)
    withObservationTracking {
      print(draft.text)
    } onChange: {
      print("The text changes.")
    }
    try JSONAdapter.update(draft, from: #"{"text": "Milk and honey"}"#)
    try JSONAdapter.update(draft, from: #"{"isPinned": true}"#)
    #expect(draft.text == "Milk and honey" && draft.changes == 1)
  }

  final class Player: Model, JSONSerializing {
    @Percentage var level = 1
  }

  @Test func aWrapperThatConformsTakesPart() throws {
    let player: Player = try JSONAdapter.model(from: #"{"level": 250}"#)  // its level is 100
    #expect(player.level == 100)
  }

  class Record: Model, JSONSerializing, JSONKeyStyling {
    class var jsonKeyStyle: JSONKeyStyle { .snakeCase }

    override class func conversionPolicy(
      forKey key: String, basedOn policy: ConversionPolicy
    ) -> ConversionPolicy {
      var policy = policy
      policy.numbersFromStrings = true
      policy.dateStrategy = .secondsSince1970
      return policy
    }
  }

  final class Meeting: Record {
    var seats = 0  // 12 or "12"
    var startsAt: Date?  // 1767323045, as the base class says
    var createdAt: Date?  // "2026-01-02T03:04:05Z"
    var day: Date?  // "02.01.2026"
    var reminders: [Date] = []  // [1767323045000]

    override class func transformer(forKey key: String) -> ValueTransformer? {
      switch key {
      case "createdAt": .iso8601Date
      case "day": dayDate
      case "reminders": .array(of: .epochMilliseconds)
      default: nil
      }
    }

    private static let dayDate: ValueTransformer = .date(format: "dd.MM.yyyy")
  }

  @Test func aBaseClassSpeaksForAService() throws {
    let text =
      #"{"seats":"12","starts_at":1767323045,"created_at":"2026-01-02T03:04:05Z","day":"02.01.2026","reminders":[1767323045000]}"#
    let meeting: Meeting = try JSONAdapter.model(from: text)
    let date = Date(timeIntervalSince1970: 1_767_323_045)
    #expect(meeting.seats == 12)
    #expect([meeting.startsAt, meeting.createdAt] == [date, date])
    #expect(meeting.day == Date(timeIntervalSince1970: 1_767_312_000))
    #expect(meeting.reminders == [date])
    #expect(
      try JSONAdapter.string(from: meeting)
        == text.replacing(#""12""#, with: "12"))
    #expect(try JSONAdapter.model(of: Meeting.self, from: #"{"seats":12}"#).seats == 12)
  }

  @Test func readsAFileOneByOne() async throws {
    let fileURL = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: fileURL) }
    for (text, read) in [
      (#"[{"title": "a"}, {"title": "b"}]"#, ["a", "b"]),
      ("{\"title\": \"c\"}\n{\"title\": \"d\"}\n", ["c", "d"]),
    ] {
      try Data(text.utf8).write(to: fileURL)
      var titles: [String] = []
      for try await ticket in JSONAdapter.stream(of: Ticket.self, from: fileURL) {
        titles.append(ticket.title)
      }
      #expect(titles == read)
    }
    try Data(#"[{"title": "a"}, {"title": 1}, {"title": "b"}]"#.utf8).write(to: fileURL)
    var titles: [String] = []
    await #expect(throws: JSONAdapterError.self) {
      for try await ticket in JSONAdapter.stream(of: Ticket.self, from: fileURL) {
        titles.append(ticket.title)
      }
    }
    #expect(titles == ["a"])
  }

  @Test func readsChunksOneByOne() async throws {
    let chunks = AsyncStream<Data> { continuation in
      for chunk in [#"{"data": {"tickets": [{"ti"#, #"tle": "a"}, {"title": "b"}]}}"#] {
        continuation.yield(Data(chunk.utf8))
      }
      continuation.finish()
    }
    var titles: [String] = []
    for try await ticket in JSONAdapter.stream(of: Ticket.self, from: chunks, at: "data.tickets") {
      titles.append(ticket.title)
    }
    #expect(titles == ["a", "b"])
  }

  final class SignUp: Model, JSONSerializing {
    var name = ""
    var age = 18

    override func validate(_ value: inout Any?, forKey key: String) throws {
      switch key {
      case "name":
        let name = (value as? String ?? "").trimmingCharacters(in: .whitespaces)
        if name.isEmpty { throw Refusal(reason: "Please tell your name.") }
        value = name
      case "age":
        if let age = value as? Int, age < 18 { throw Refusal(reason: "You have to be 18.") }
      default: break
      }
    }

    struct Refusal: Error {
      let reason: String
    }
  }

  @Test func aFormIsCheckedFieldByField() throws {
    let form = SignUp()

    /// Sets one field; returns what to show beside it.
    func set(_ value: Any?, forKey key: String) throws -> String? {
      do {
        var value = value
        try form.validate(&value, forKey: key)
        try form.setValue(value, forPropertyKey: key)
        return nil
      } catch let refusal as SignUp.Refusal {
        return refusal.reason
      }
    }

    #expect(try set("  Mona ", forKey: "name") == nil)
    #expect(form.name == "Mona")
    #expect(try set("  ", forKey: "name") == "Please tell your name.")
    #expect(try set(17, forKey: "age") == "You have to be 18.")
    #expect(try set(30, forKey: "age") == nil)
    #expect((form.name, form.age) == ("Mona", 30))
    #expect(throws: ModelError.self) { try set("old", forKey: "age") }
    try form.setValue(5, forPropertyKey: "age")
    #expect(form.age == 5)
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: SignUp.self, from: #"{"name": "a", "age": 5}"#)
    }
    #expect(error?.propertyKey == "age")
  }

  func load(_ data: Data) async throws -> sending Person {
    try JSONAdapter.model(from: data)
  }

  actor Team {
    private var people: [Person] = []

    func add(_ person: sending Person) { people.append(person) }
    func all() -> sending [Person] { people.deepCopy() }
  }

  @Test func anActorHandsCopiesOut() async throws {
    let team = Team()
    await team.add(try await load(Data(#"{"login": "mona"}"#.utf8)))
    await team.all()[0].login = "changed"
    #expect(await team.all()[0].login == "mona")
  }

  final class TicketPatch: Model, JSONSerializing {
    var title: String??
    var milestone: Int??
  }

  @Test func tellsAbsentFromNull() throws {
    let patch = try JSONAdapter.model(of: TicketPatch.self, from: #"{"milestone": null}"#)
    let isNamed = patch.milestone != nil  // true
    let isCleared = patch.milestone == .some(nil)  // true
    let body = try JSONAdapter.string(from: patch)  // {"milestone":null}
    #expect(isNamed && isCleared && patch.title == nil)
    #expect(body == #"{"milestone":null}"#)
  }

  enum Service {
    static let adapter = JSONAdapter(policy: .lenient)
  }

  private let data = Data(
    #"{"number": 7, "title": "Crash", "user": {"login": "mona"}, "created_at": "2026-01-02T03:04:05Z"}"#
      .utf8)

  @Test func readsAndWrites() throws {
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

  @Test func worksWithModels() throws {
    let ticket: Ticket = try JSONAdapter.model(from: data)
    let original = ticket.copied()
    let edited = ticket.with { $0.title = "Crash at launch" }
    let keys = edited.changedKeys(from: ticket)  // ["title"]
    ticket.mergeValues(from: edited, policy: .skipNil)
    let isSame = ticket == edited  // true
    let title = ticket["title"]  // "Crash at launch", by its key
    try JSONAdapter.update(ticket, from: #"{"number": 8}"#)  // only what the JSON names
    #expect(keys == ["title"])
    #expect(isSame)
    #expect(title as? String == "Crash at launch")
    #expect(ticket.number == 8)
    #expect(original.number == 7 && original.title == "Crash")
    #expect(ticket.title == "Crash at launch")
  }

  @Test func readsInTheBackground() async throws {
    let person = try await load(Data(#"{"login": "mona"}"#.utf8))
    #expect(person.login == "mona")
    #expect(try Service.adapter.model(of: Person.self, from: #"{"id": "7"}"#).id == 7)
  }
}
