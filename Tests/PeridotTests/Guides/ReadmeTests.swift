// The code of README.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

@Suite struct ReadmeTests {
  final class Issue: Model, JSONSerializing {
    var number = 0
    var title = "untitled"
    var createdAt: Date?
    var author = ""
    var labels: [Label] = []
    var votes = 0

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["createdAt": "created_at", "author": "user.login", "votes": "reactions.+1"]
    }
  }

  final class Label: Model, JSONSerializing {
    var name = ""
  }

  /// The same as `Codable`.
  enum ByHand {
    struct Label: Codable, Equatable {
      var name = ""
    }

    final class Issue: Codable {
      var number = 0
      var title = "untitled"
      var createdAt: Date?
      var author = ""
      var labels: [Label] = []
      var votes = 0

      enum Keys: String, CodingKey {
        case number, title, user, labels, reactions
        case createdAt = "created_at"
      }
      enum UserKeys: String, CodingKey { case login }
      enum ReactionKeys: String, CodingKey { case votes = "+1" }

      init(from decoder: any Decoder) throws {
        let root = try decoder.container(keyedBy: Keys.self)
        number = try root.decodeIfPresent(Int.self, forKey: .number) ?? number
        title = try root.decodeIfPresent(String.self, forKey: .title) ?? title
        createdAt = try root.decodeIfPresent(Date.self, forKey: .createdAt)
        labels = try root.decodeIfPresent([Label].self, forKey: .labels) ?? labels
        if root.contains(.user) {
          let user = try root.nestedContainer(keyedBy: UserKeys.self, forKey: .user)
          author = try user.decodeIfPresent(String.self, forKey: .login) ?? author
        }
        if root.contains(.reactions) {
          let reactions = try root.nestedContainer(keyedBy: ReactionKeys.self, forKey: .reactions)
          votes = try reactions.decodeIfPresent(Int.self, forKey: .votes) ?? votes
        }
      }

      func encode(to encoder: any Encoder) throws {
        var root = encoder.container(keyedBy: Keys.self)
        try root.encode(number, forKey: .number)
        try root.encode(title, forKey: .title)
        try root.encodeIfPresent(createdAt, forKey: .createdAt)
        try root.encode(labels, forKey: .labels)
        var user = root.nestedContainer(keyedBy: UserKeys.self, forKey: .user)
        try user.encode(author, forKey: .login)
        var reactions = root.nestedContainer(keyedBy: ReactionKeys.self, forKey: .reactions)
        try reactions.encode(votes, forKey: .votes)
      }
    }
  }

  static let text = """
    {
      "number": 42,
      "title": "Crash at launch",
      "created_at": "2026-01-02T03:04:05Z",
      "user": {"login": "mona"},
      "labels": [{"name": "bug"}],
      "reactions": {"+1": 3}
    }
    """

  @Test func readsWritesAndUpdates() throws {
    let data = Data(Self.text.utf8)

    let issue: Issue = try JSONAdapter.model(from: data)
    issue.title += "!"
    let json = try JSONAdapter.data(from: issue)

    #expect(issue.number == 42)
    #expect(issue.createdAt == Date(timeIntervalSince1970: 1_767_323_045))
    #expect(issue.author == "mona")
    #expect(issue.labels.map(\.name) == ["bug"])
    #expect(issue.votes == 3)
    let written = try #require(try JSONSerialization.jsonObject(with: json) as? NSDictionary)
    let expected = try #require(
      try JSONSerialization.jsonObject(
        with: Data(Self.text.replacing("launch", with: "launch!").utf8)) as? NSDictionary)
    #expect(written == expected)

    try JSONAdapter.update(issue, from: data)
    #expect(issue.title == "Crash at launch")
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(issue, from: #"{"title": "x", "labels": [1]}"#)
    }
    #expect(issue.title == "Crash at launch")
    #expect(try Issue.unarchive(from: issue.archivedData()) == issue)
  }

  @Test func readsWhatCodableReads() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let byHand = try decoder.decode(ByHand.Issue.self, from: Data(Self.text.utf8))
    let issue: Issue = try JSONAdapter.model(from: Self.text)
    #expect(byHand.number == issue.number)
    #expect(byHand.title == issue.title)
    #expect(byHand.createdAt == issue.createdAt)
    #expect(byHand.author == issue.author)
    #expect(byHand.labels.map(\.name) == issue.labels.map(\.name))
    #expect(byHand.votes == issue.votes)
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let written = try JSONSerialization.jsonObject(with: encoder.encode(byHand)) as? NSDictionary
    let ours =
      try JSONSerialization.jsonObject(with: JSONAdapter.data(from: issue)) as? NSDictionary
    #expect(written == ours)
  }
}
