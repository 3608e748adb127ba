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

  private func text(_ path: String) throws -> String {
    try String(contentsOf: GuideCodeTests.root.appending(path: path), encoding: .utf8)
  }

  /// The charts have figures of the page, and the text for those who don't see them has the chart's.
  @Test func theChartsHaveMeasuredFigures() throws {
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

  /// The opening is short, and its round numbers are those of the pages that it links to.
  @Test func theOpeningIsShortAndMeasured() throws {
    func tens(_ factor: Double) -> Int { Int((factor / 10).rounded()) * 10 }
    let words = try text("README.md").split(whereSeparator: \.isWhitespace)
    #expect(words.count <= 900)
    let prose = words.joined(separator: " ")

    let builds = try #require(
      try text("Docs/Performance.md").firstMatch(
        of: /unoptimized Peridot took ([\d.]+) milliseconds.*an optimized Peridot ([\d.]+)\./))
    let (debug, release) = (try #require(Double(builds.1)), try #require(Double(builds.2)))
    #expect(
      prose.contains("A debug build of Peridot takes about \(tens(debug / release)) times as"))
    let archives = try #require(
      try text("Docs/Benchmarks.md").firstMatch(
        of: /\| small +\| archive .*\n\| +\| +\| NSKeyedArchiver +\|(?:[^|]*\|){4} ([\d.]+)x/))
    let archiving = tens(try #require(Double(archives.1)))
    #expect(prose.contains("takes `NSKeyedArchiver` about \(archiving) times as long"))

    let ledger = try text("Docs/Ledger.tsv")
    func megabytes(_ row: String) throws -> Double {
      let line = try #require(ledger.split(separator: "\n").first { $0.hasPrefix(row + "\t") })
      return try #require(Double(line.dropFirst(row.count + 1))) / 1e6
    }
    let (code, program) = (
      try megabytes("machine code, all"), try megabytes("weight, a small program")
    )
    let size = try #require(
      try text("Docs/Performance.md").firstMatch(
        of: /has ([\d.]+) MB of machine code, and a small stripped program with it has ([\d.]+) MB/)
    )
    #expect(abs(try #require(Double(size.1)) / code - 1) < 0.03)
    #expect(abs(try #require(Double(size.2)) / program - 1) < 0.03)
    let readme = try #require(prose.firstMatch(of: /Machine code \| ([\d.]+) MB/))
    #expect(abs(try #require(Double(readme.1)) / code - 1) < 0.03)
  }

  /// The ranges over all documents, to the next whole number.
  @Test func thePerformancePageHasMeasuredFigures() throws {
    let (page, article) = (try text("Docs/Benchmarks.md"), try text("Docs/Performance.md"))
    let rows = page.matches(of: /\| (\w+) +\|(?:[^|\n]*\|){4} ([\d.]+)x +\|/)
    let ranges = article.matches(of: /(JSON\w+|NS\w+)(?: takes)? (\d+) to (\d+) times as long/)
    #expect(ranges.count == 4)
    for range in ranges {
      let ratios = rows.filter { $0.1 == range.1 }.compactMap { Double($0.2) }
      let (least, most) = (try #require(ratios.min()), try #require(ratios.max()))
      #expect(abs(least - (try #require(Double(range.2)))) < 1, "\(range.0)")
      #expect(abs(most - (try #require(Double(range.3)))) < 1, "\(range.0)")
    }
  }

  @Test func theServerArticleHasMeasuredFigures() throws {
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
}
