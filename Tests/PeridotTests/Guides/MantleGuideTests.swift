// The code of Docs/MigratingFromMantle.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

@Suite struct MantleGuideTests {
  enum State: String { case open, closed }

  final class User: Model, JSONSerializing {
    var login = ""
  }

  final class Issue: Model, JSONSerializing {
    var url: URL?
    var number = 0
    var state = State.open
    var reporterLogin: String?
    var assignee: User?
    var updatedAt: Date?
    var retrievedAt: Date?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      [
        "url": "html_url", "reporterLogin": "user.login", "updatedAt": "updated_at",
        "retrievedAt": .excluded,
      ]
    }

    override func didLoad(from source: ModelSource) throws {
      retrievedAt = retrievedAt ?? Date()
    }
  }

  @Test func theSearchesFindWhatNothingAsks() throws {
    let guide = try String(
      contentsOf: GuideCodeTests.root.appending(path: "Docs/MigratingFromMantle.md"),
      encoding: .utf8)
    let patterns = guide.matches(of: #/grep -rnE '([^']+)'/#).map { String($0.1) }
    let leftovers = [
      ["@objc class func titleJSONTransformer() -> ValueTransformer? {"],
      [
        "class func JSONKeyPathsByPropertyKey() -> [String: String] {",
        "static func jsonKeyPathsByPropertyKey() -> [AnyHashable: Any]! {",
        "class func jsonTransformer(forKey key: String!) -> ValueTransformer! {",
      ],
      [
        "func mergeTitleFromModel(_ model: MTLModel) {",
        "func mergeTitle(fromModel model: Issue) {",
        "func mergeTitle(from model: MTLModel) {",
      ],
      [
        "class func classForParsingJSONDictionary(_ json: [String: Any]) -> AnyClass? {",
        "static func `class`(forParsingJSONDictionary json: [AnyHashable: Any]!) -> AnyClass! {",
      ],
      ["func validateTitle(_ title: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {"],
      [
        "func decodeTitleWithCoder(_ coder: NSCoder, modelVersion: UInt) -> Any? {",
        "func decodeTitle(withCoder coder: NSCoder, modelVersion: UInt) -> Any? {",
      ],
    ]
    let own = [
      "override class var keyPathsByPropertyKey: [String: JSONKeyPath] {",
      "override class func transformer(forKey key: String) -> ValueTransformer? {",
      "override func mergeValue(forKey key: String, from other: Model) {",
      "override class func classForParsing(_ json: JSONObject) -> Model.Type? {",
      "override func validate(_ value: inout Any?, forKey key: String) throws {",
      "override func validate() throws {",
      "override func decodeValue(forKey key: String, with coder: NSCoder, modelVersion: Int)",
    ]
    #expect(patterns.count == leftovers.count)
    for (pattern, lines) in zip(patterns, leftovers) {
      let regex = try Regex(pattern)
      for line in lines { #expect(line.contains(regex), "\(pattern)") }
      for line in own { #expect(!line.contains(regex), "\(pattern)") }
    }
  }

  @Test func readsAndWritesTheIssue() throws {
    let data = Data(
      #"""
      {"html_url": "http://x", "number": 1, "state": "closed", "user": {"login": "mona"},
       "assignee": {"login": "hubot"}, "updated_at": "2014-05-06T07:08:09Z"}
      """#.utf8)
    let issue: Issue = try JSONAdapter.model(from: data)
    let json = try JSONAdapter.data(from: issue)
    #expect(issue.retrievedAt != nil)
    let again: Issue = try JSONAdapter.model(from: json)
    again.retrievedAt = issue.retrievedAt
    #expect(again == issue)
    #expect(issue.with { $0.number = 2 }.changedKeys(from: issue) == ["number"])
  }

  final class Entity: Model, JSONSerializing {
    var objectID = ""

    override func validate(_ value: inout Any?, forKey key: String) throws {
      if key == "objectID", let number = value as? Int { value = "\(number)" }
    }
  }

  @Test func takesWhatMantleDid() throws {
    let data = Data(#"{"html_url": "", "number": null}"#.utf8)

    let mantle = JSONAdapter(policy: .legacyMantle)
    let old: Issue = try mantle.model(from: data)

    #expect(old.url == nil)
    #expect(old.number == 0)
    #expect(try JSONAdapter.model(of: Entity.self, from: #"{"objectID": 5}"#).objectID == "5")
    #expect(try Entity(dictionary: ["objectID": 5]).objectID == "5")
  }

  final class Named: Model, JSONSerializing {
    var link: URL?
    var state = State.open

    override class func transformer(forKey key: String) -> ValueTransformer? {
      switch key {
      case "link":
        .closure(
          forward: { (text: String?) -> URL? in text.flatMap { URL(string: $0) } },
          reverse: { (url: URL?) -> String? in url?.absoluteString })
      case "state": .mapping(["open": State.open, "closed": .closed], default: .closed)
      default: nil
      }
    }

    override class var archiveName: String { "\(self)" }
  }

  @Test func takesClosuresThatReturnNilAndATableWithADefault() throws {
    let named: Named = try JSONAdapter.model(from: #"{"link": "", "state": null}"#)
    #expect((named.link, named.state) == (nil, .closed))
    let written = try JSONAdapter.string(from: named)
    #expect(written == #"{"link":null,"state":"closed"}"#)
    #expect(Named.archiveName == "Named")
  }

  @Test func takesNoKeyThatNoPropertyHas() {
    #expect(throws: ModelError.self) { try Issue(dictionary: ["html_url": "http://x"]) }
  }

  @Test func tellsANullElement() throws {
    final class Team: Model, JSONSerializing {
      var users: [User] = []
      var guests: [User?] = []
    }
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Team.self, from: #"{"users": [{}, null]}"#)
    }
    #expect(error?.kind == .nullValue)
    #expect(error?.path == "$.users[1]")
    let team: Team = try JSONAdapter.model(
      from: #"{"users": [null, {"login": "mona"}], "guests": [null]}"#, policy: .lenient)
    #expect(team.users.map(\.login) == ["mona"])
    #expect(team.guests == [nil])
  }

  @Test func takesAConstantAsAKeyPath() throws {
    enum Keys { static let name = "user.login" }
    final class Author: Model, JSONSerializing {
      var login = ""
      override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
        ["login": JSONKeyPath(Keys.name)]
      }
    }
    #expect(
      try JSONAdapter.model(of: Author.self, from: #"{"user": {"login": "a"}}"#).login == "a")
  }
}
