// The code of README.md
// The code of Sources/Peridot/Documentation.docc/Peridot.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

@Suite struct ReadmeTests {
  final class Issue: Model, JSONSerializing {
    var number = 0
    var title = "untitled"
    var author: String?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["author": "user.login"] }
  }

  final class Ticket: Model, JSONSerializing {
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

    final class Ticket: Codable {
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

  @Test func readsWritesAndRefuses() throws {
    let data = Data(#"{"number": 42, "title": "Crash at launch", "user": {"login": "mona"}}"#.utf8)
    var wrong: JSONAdapterError?

    let issue: Issue = try JSONAdapter.model(from: data)
    issue.title += "!"
    let json = try JSONAdapter.data(from: issue)
    do {
      try JSONAdapter.update(issue, from: #"{"title": "Slow", "number": "43"}"#)
    } catch let error as JSONAdapterError {
      wrong = error
    }

    #expect(issue.title == "Crash at launch!")
    let written = #"{"number":42,"title":"Crash at launch!","user":{"login":"mona"}}"#
    #expect(String(decoding: json, as: UTF8.self) == written)
    let readme = try String(
      contentsOf: GuideCodeTests.root.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains("\n\(try #require(wrong))\n"))
  }

  @Test func readsWritesAndUpdates() throws {
    let data = Data(Self.text.utf8)

    let ticket: Ticket = try JSONAdapter.model(from: data)
    ticket.title += "!"
    let json = try JSONAdapter.data(from: ticket)

    #expect(ticket.number == 42)
    #expect(ticket.createdAt == Date(timeIntervalSince1970: 1_767_323_045))
    #expect(ticket.author == "mona")
    #expect(ticket.labels.map(\.name) == ["bug"])
    #expect(ticket.votes == 3)
    let written = try #require(try JSONSerialization.jsonObject(with: json) as? NSDictionary)
    let expected = try #require(
      try JSONSerialization.jsonObject(
        with: Data(Self.text.replacing("launch", with: "launch!").utf8)) as? NSDictionary)
    #expect(written == expected)

    try JSONAdapter.update(ticket, from: data)
    #expect(ticket.title == "Crash at launch")
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(ticket, from: #"{"title": "x", "labels": [1]}"#)
    }
    #expect(ticket.title == "Crash at launch")
    #expect(try Ticket.unarchive(from: ticket.archivedData()) == ticket)
    print(JSONAdapter.compare(Ticket.self, with: data))
  }

  /// The charts have figures of the page, and the text for those who don't see them has the chart's.
  @Test func theChartsHaveMeasuredFigures() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: GuideCodeTests.root.appending(path: path), encoding: .utf8)
    }
    let page = try text("Docs/Benchmarks.md")
    for chart in ["overview", "documents", "prices"] {
      let values = try text("Docs/Charts/\(chart).svg").matches(of: /class="value".*>(.+)<\/text>/)
      #expect(values.count >= 8)
      for figure in values.flatMap({ $0.1.split(separator: " (") }) {
        let figure = figure.hasSuffix(")") ? figure.dropLast() : figure
        #expect(page.contains(" \(figure) ") || page.contains(" +\(figure) "), "\(figure)")
      }
    }
    let times = try text("Docs/Charts/overview.svg").matches(of: />([\d.]+) [um]s\b/)
    let readme = try text("README.md")
    for time in times { #expect(readme.contains(" \(time.1)"), "\(time.1)") }
  }

  @Test func theServerArticleHasMeasuredFigures() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: GuideCodeTests.root.appending(path: path), encoding: .utf8)
    }
    var times: [String: Double] = [:]
    for row in try text("Docs/Benchmarks.md").matches(
      of: #/\| (user|codable model) +\| (bytes|model) to \w+ +\| Peridot +\| ([\d.]+) (ns|us) /#)
    {
      let (_, workload, direction, number, unit) = row.output
      times["\(workload) \(direction)"] = try #require(Double(number)) * (unit == "us" ? 1000 : 1)
    }
    func ratio(_ direction: String) throws -> Int {
      let coder = try #require(times["codable model \(direction)"])
      return Int((coder / (try #require(times["user \(direction)"]))).rounded())
    }
    let article = try text("Sources/Peridot/Documentation.docc/Server.md")
    let (reading, writing) = (try ratio("bytes"), try ratio("model"))
    #expect(article.contains("reading a user that way takes \(reading) times as long"))
    #expect(article.contains("writing one \(writing) times as long"))
  }

  @Test func readsWhatCodableReads() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let byHand = try decoder.decode(ByHand.Ticket.self, from: Data(Self.text.utf8))
    let ticket: Ticket = try JSONAdapter.model(from: Self.text)
    #expect(byHand.number == ticket.number)
    #expect(byHand.title == ticket.title)
    #expect(byHand.createdAt == ticket.createdAt)
    #expect(byHand.author == ticket.author)
    #expect(byHand.labels.map(\.name) == ticket.labels.map(\.name))
    #expect(byHand.votes == ticket.votes)
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let written = try JSONSerialization.jsonObject(with: encoder.encode(byHand)) as? NSDictionary
    let ours =
      try JSONSerialization.jsonObject(with: JSONAdapter.data(from: ticket)) as? NSDictionary
    #expect(written == ours)
  }
}
