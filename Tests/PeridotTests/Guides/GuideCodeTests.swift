import Foundation
import Testing

/// The Swift code of the guides, which is compiled in this folder: each file names the guide whose
/// code it has. A block of code that is not for a model's module has another fence than "swift".
@Suite struct GuideCodeTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let guides: [String] = {
    let folders = ["Docs", "Sources/Peridot/Documentation.docc"]
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

  /// What a reader of the repository follows: the paths of Markdown links and of HTML ones. The
  /// documentation shows HTML to nobody, so that an article has both kinds of links.
  private static func links(of text: String) -> (markdown: [String], html: [String]) {
    var isCode = false
    let prose = text.split(separator: "\n").filter { line in
      let isFence = line.trimmingCharacters(in: .whitespaces).hasPrefix("```")
      if isFence { isCode.toggle() }
      return !isCode && !isFence
    }.joined(separator: "\n")
    return (
      prose.matches(of: /\]\(([^)]+)\)/).map { String($0.1) },
      prose.matches(of: /href="([^"]+)"/).map { String($0.1) }
    )
  }

  @Test(arguments: guides)
  func linksOf(_ guide: String) throws {
    let file = Self.root.appending(path: guide)
    let folder = file.deletingLastPathComponent()
    let text = try String(contentsOf: file, encoding: .utf8)
    let (markdown, html) = Self.links(of: text)
    let isArticle = folder.pathExtension == "docc"
    // Nothing but the documentation knows where such a link leads, and this one has no words.
    #expect(!text.contains("<doc:"))
    for link in markdown + html where !link.contains("://") {
      let isForArticles = link.hasPrefix("doc:")
      #expect(isForArticles == (isArticle && markdown.contains(link)), "\(link) in \(guide)")
      let path = isForArticles ? link.dropFirst(4) + ".md" : link.prefix { $0 != "#" }
      let isThere = FileManager.default.fileExists(atPath: folder.appending(path: path).path)
      #expect(isThere, "\(link) in \(guide)")
    }
    guard isArticle else { return }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let others = names.filter { $0.hasSuffix(".md") && $0 != "Peridot.md" }
    #expect(Set(others).isSubset(of: html), "the links at the end of \(guide)")
  }

  @Test func eachTypeAndFactoryStandsInATopic() throws {
    let sources = Self.root.appending(path: "Sources/Peridot")
    let topics = try String(
      contentsOf: sources.appending(path: "Documentation.docc/Peridot.md"), encoding: .utf8)
    // A type within a type is on its page, and one whose name begins with an underscore on none.
    let type =
      /^(?:nonisolated )?(?:public|open) (?:final )?(?:class|struct|enum|protocol) ([^_]\w*)/
    let factory = /^  public static (?:var|func) (\w+)/
    var found: [String] = []
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    for case let file as String in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      let makesTransformers = text.contains("extension ValueTransformer {")
      for line in text.split(separator: "\n") {
        if let match = line.firstMatch(of: type) {
          found.append("``\(match.1)``")
        } else if makesTransformers, let match = line.firstMatch(of: factory) {
          found.append("``ValueTransformer/\(match.1)")
        }
      }
    }
    #expect(found.count > 50)
    #expect(found.filter { !topics.contains($0) } == [])
  }

  @Test func knowsTheGuides() {
    #expect(Set(Self.sources.keys).isSubset(of: Self.guides))
    #expect(Self.sources.count >= 11)
    let text = "a\n```swift\nlet  a = 1\n\n  let b = 2\n```\n```\nno\n```\n  ```swift\n  c\n  ```\n"
    #expect(Self.blocks(of: text, language: "swift") == [["let a = 1", "let b = 2"], ["c"]])
    #expect(Self.missingLine(of: ["a", "c"], in: ["a", "b", "c"]) == nil)
    #expect(Self.missingLine(of: ["c", "a"], in: ["a", "b", "c"]) == "a")
    let links = Self.links(
      of: "[a](b.md)\n```swift\n[c](d)\n```\n<a href=\"e.md\">e</a>, [f](doc:G)")
    #expect(links == (["b.md", "doc:G"], ["e.md"]))
  }
}
