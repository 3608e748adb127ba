import Foundation
import Testing

/// The Swift code of the guides, which is compiled in this folder: each file names the guide whose
/// code it has. A block of code that is not for a model's module has another fence than "swift".
@Suite struct GuideCodeTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The modules that a user imports; each has a catalog.
  static let modules = ["Peridot", "PeridotRecords", "PeridotSchema", "PeridotTesting"]

  static let guides: [String] = {
    let folders = ["Docs"] + modules.map { "Sources/\($0)/Documentation.docc" }
    let found = folders.flatMap { folder in
      let names = try? FileManager.default.contentsOfDirectory(atPath: root.path + "/" + folder)
      return (names ?? []).filter { $0.hasSuffix(".md") }.map { folder + "/" + $0 }
    }
    return ["README.md"] + found.sorted()
  }()

  /// The lines of the Swift files of this folder, by the guide that a file names.
  static let sources: [String: [String]] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var sources: [String: [String]] = [:]
    for name in names where name.hasSuffix(".swift") {
      guard let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8) else {
        continue
      }
      let marker = "// The code of "
      for line in text.split(separator: "\n") where line.hasPrefix(marker) {
        sources[String(line.dropFirst(marker.count)), default: []] += Self.lines(of: text)
      }
    }
    return sources
  }()

  /// The lines without what is only layout.
  private static func lines(of text: some StringProtocol) -> [String] {
    text.split(separator: "\n").map { line in
      line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }.filter { !$0.isEmpty }
  }

  /// The blocks of code with a fence of that language.
  private static func blocks(of text: String, language: String) -> [[String]] {
    var blocks: [[String]] = []
    var block: [String]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if trimmed.hasPrefix("```") {
        if let lines = block {
          blocks.append(lines)
          block = nil
        } else {
          // A block of another language is gathered too, to find its end.
          block = trimmed == "```" + language ? [] : ["\u{0}"]
        }
      } else if block != nil {
        block?.append(contentsOf: lines(of: trimmed))
      }
    }
    return blocks.filter { $0.first != "\u{0}" }
  }

  /// The first line of `block` that does not follow the ones before it in `source`.
  private static func missingLine(of block: [String], in source: [String]) -> String? {
    var rest = block[...]
    for line in source where line == rest.first { rest = rest.dropFirst() }
    return rest.first
  }

  @Test(arguments: guides)
  func compilesTheCodeOf(_ guide: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: guide), encoding: .utf8)
    let blocks = Self.blocks(of: text, language: "swift")
    if blocks.isEmpty { return }
    let source = try #require(
      Self.sources[guide], "no file in Tests/PeridotTests/Guides has \"// The code of \(guide)\"")
    for block in blocks {
      #expect(Self.missingLine(of: block, in: source) == nil, "in \(guide): \(block)")
    }
  }

  /// An article answers one question; tables and code are looked up, not read.
  @Test(arguments: guides.filter { $0.contains(".docc/") })
  func hasFewWords(_ guide: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: guide), encoding: .utf8)
    #expect(Self.words(of: text) <= 900, "\(guide)")
  }

  /// The number of words outside tables and code.
  private static func words(of text: String) -> Int {
    var isCode = false
    var count = 0
    for line in text.split(separator: "\n") {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.first?.hasPrefix("```") == true {
        isCode.toggle()
      } else if !isCode, words.first?.hasPrefix("|") != true {
        count += words.count
      }
    }
    return count
  }

  /// The targets of the links in the prose.
  private static func links(of text: String) -> [String] {
    var isCode = false
    let prose = text.split(separator: "\n").filter { line in
      let isFence = line.trimmingCharacters(in: .whitespaces).hasPrefix("```")
      if isFence { isCode.toggle() }
      return !isCode && !isFence
    }.joined(separator: "\n")
    return prose.matches(of: /\]\(([^)]+)\)/).map { String($0.1) }
  }

  /// Whether a guide is the first page of its module's documentation.
  private static func isFirstPage(_ guide: String) -> Bool {
    let parts = guide.split(separator: "/")
    return guide.contains(".docc/") && parts[parts.count - 1] == parts[1] + ".md"
  }

  /// A link of an article is the path of another file, for readers of the repository; `.ci/run` gives
  /// it the scheme that the documentation asks for. The first page lists all articles by that scheme.
  @Test(arguments: guides)
  func linksOf(_ guide: String) throws {
    let file = Self.root.appending(path: guide)
    let folder = file.deletingLastPathComponent()
    let text = try String(contentsOf: file, encoding: .utf8)
    let isFirstPage = Self.isFirstPage(guide)
    let isArticle = folder.pathExtension == "docc"
    #expect(!text.contains("<doc:") && !text.contains("<a ") && !text.contains("<p>"))
    let links = Self.links(of: text)
    for link in links where !link.contains("://") {
      #expect(link.hasPrefix("doc:") == isFirstPage, "\(link) in \(guide)")
      // The documentation has no other pages, and headings of its own spelling.
      #expect(!isArticle || !link.contains("/") && !link.contains("#"), "\(link) in \(guide)")
      let path = isFirstPage ? link.dropFirst(4) + ".md" : link.prefix { $0 != "#" }
      let isThere = FileManager.default.fileExists(atPath: folder.appending(path: path).path)
      #expect(isThere, "\(link) in \(guide)")
    }
    guard isFirstPage || guide == "README.md" else { return }
    let place = isFirstPage ? guide.prefix { $0 != "." } : ""
    let articles = Self.guides.filter {
      $0.contains(".docc/") && !Self.isFirstPage($0) && $0.hasPrefix(place)
    }
    for article in articles {
      let name = try #require(article.split(separator: "/").last).dropLast(3)
      #expect(links.contains(isFirstPage ? "doc:\(name)" : article), "\(name) in \(guide)")
    }
  }

  @Test(arguments: modules)
  func eachTypeAndFactoryStandsInATopicOf(_ module: String) throws {
    let sources = Self.root.appending(path: "Sources/\(module)")
    let topics = try String(
      contentsOf: sources.appending(path: "Documentation.docc/\(module).md"), encoding: .utf8)
    // A type within a type is on its page, and one whose name begins with an underscore on none.
    let type =
      /^(?:nonisolated )?(?:public|open) (?:final )?(?:class|struct|enum|protocol) ([^_]\w*)/
    let function = /^public func (\w+)/
    let factory = /^  public static (?:var|func) (\w+)/
    var found: [String] = []
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    for case let file as String in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      let makesTransformers = text.contains("extension ValueTransformer {")
      for line in text.split(separator: "\n") {
        if let match = line.firstMatch(of: type) {
          found.append("``\(match.1)``")
        } else if let match = line.firstMatch(of: function), module != "Peridot" {
          found.append("``\(match.1)(")
        } else if makesTransformers, let match = line.firstMatch(of: factory) {
          found.append("``ValueTransformer/\(match.1)")
        }
      }
    }
    #expect(!found.isEmpty)
    #expect(module != "Peridot" || found.count > 50)
    #expect(found.filter { !topics.contains($0) } == [])
  }

  @Test func knowsTheGuides() {
    #expect(Set(Self.sources.keys).isSubset(of: Self.guides))
    #expect(Self.sources.count >= 11)
    let text = "a\n```swift\nlet  a = 1\n\n  let b = 2\n```\n```\nno\n```\n  ```swift\n  c\n  ```\n"
    #expect(Self.blocks(of: text, language: "swift") == [["let a = 1", "let b = 2"], ["c"]])
    #expect(Self.missingLine(of: ["a", "c"], in: ["a", "b", "c"]) == nil)
    #expect(Self.missingLine(of: ["c", "a"], in: ["a", "b", "c"]) == "a")
    #expect(Self.words(of: "# A b\n\n| c | d |\n```swift\nlet e = 1\n```\n  f, g.\n") == 5)
    let links = Self.links(of: "[a](b.md)\n```swift\n[c](d)\n```\n[f](doc:G)")
    #expect(links == ["b.md", "doc:G"])
  }
}
