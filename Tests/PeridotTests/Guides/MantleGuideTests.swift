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
