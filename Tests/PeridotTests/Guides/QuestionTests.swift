import Foundation
import Testing

/// What a first day asks: a search for the words of a question finds the page that answers it first.
@Suite struct QuestionTests {
  @Test(arguments: [
    ("rename a key of the JSON", "MappingJSON"),
    ("default value of a missing key", "Properties"),
    ("date formats", "Conversions"),
    ("null or absent member", "ForeignDocuments"),
    ("enum with an unknown raw value", "Enums"),
    ("array at the root of a document", "Inputs"),
    ("an error message and its cure", "Troubleshooting"),
    ("share a model between tasks and threads", "TasksAndThreads"),
    ("save models to disk with NSKeyedArchiver", "Archiving"),
    ("SwiftUI observe changes", "ObservableModels"),
    ("choose a subclass by the type in a member", "ClassClusters"),
    ("pretty printed JSON", "GettingStarted"),
    ("how fast, compared with Codable", "Performance"),
    ("does it run on iOS and macOS", "AppleSystems"),
    ("hide a password in logs", "DeclaredProperties"),
    ("differences of two models in a test", "ComparingModels"),
    ("server's error body as a Swift error", "APIErrors"),
    ("stream a long file", "Streaming"),
    ("save models in a database", "Databases"),
    ("generate classes from a JSON file", "GeneratingClasses"),
    ("update an object in place", "Updating"),
    ("send a form or query", "FormsAndQueries"),
    ("validate an email", "Validation"),
    ("get all errors at once", "Errors"),
    ("keep unknown members", "UnknownMembers"),
    ("an id or the object", "Unions"),
  ])
  func aSearchFindsTheAnswerFirst(_ question: String, _ page: String) {
    #expect(Self.index.pages(for: question).first == page)
  }

  private static let index = SearchIndex()
}

/// A search of all pages by the words that they have, as search engines weigh them: Okapi BM25.
private struct SearchIndex {
  private var counts: [String: [String: Double]] = [:]
  private var lengths: [String: Double] = [:]

  init() {
    for guide in GuideCodeTests.guides where guide != "README.md" {
      let file = GuideCodeTests.root.appending(path: guide)
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      add(text, as: file.deletingPathExtension().lastPathComponent)
    }
  }

  private mutating func add(_ text: String, as page: String) {
    var count: [String: Double] = [:]
    for (number, line) in text.split(separator: "\n").enumerated() {
      // The title and the sentence below it say what the page answers, headings what a part does.
      let weight: Double = number == 0 ? 14 : number == 1 || line.hasPrefix("#") ? 4 : 1
      for word in Self.words(of: line) { count[word, default: 0] += weight }
    }
    counts[page] = count
    lengths[page] = count.values.reduce(0, +)
  }

  func pages(for question: String) -> [String] {
    let mean = lengths.values.reduce(0, +) / Double(lengths.count)
    var scores: [String: Double] = [:]
    for word in Set(Self.words(of: question[...])) {
      let found = Double(counts.values.count { $0[word] != nil })
      let weight = log(1 + (Double(counts.count) - found + 0.5) / (found + 0.5))
      for (page, count) in counts {
        guard let count = count[word], let length = lengths[page] else { continue }
        scores[page, default: 0] += weight * count * 2.2 / (count + 0.3 + 0.9 * length / mean)
      }
    }
    return scores.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  private static let small: Set<String> = [
    "a", "an", "the", "of", "to", "in", "is", "it", "its", "as", "at", "by", "or", "and", "for",
    "on",
    "with", "does", "how", "that", "this", "be", "are", "from", "not", "if",
  ]

  /// The words, without their endings.
  private static func words(of text: Substring) -> [String] {
    text.split { !$0.isASCII || !$0.isLetter }.map { $0.lowercased() }
      .filter { !small.contains($0) && $0.count > 1 }
      .map { word in
        var word = word
        for ending in ["ing", "ed"] where word.hasSuffix(ending) && word.count > 6 {
          word.removeLast(ending.count)
        }
        if word.hasSuffix("s"), !word.hasSuffix("ss"), word.count > 3 { word.removeLast() }
        if word.hasSuffix("e"), word.count > 4 { word.removeLast() }
        return word
      }
  }
}
