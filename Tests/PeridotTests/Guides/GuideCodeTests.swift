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

  @Test func knowsTheGuides() {
    #expect(Set(Self.sources.keys).isSubset(of: Self.guides))
    #expect(Self.sources.count >= 11)
    let text = "a\n```swift\nlet  a = 1\n\n  let b = 2\n```\n```\nno\n```\n  ```swift\n  c\n  ```\n"
    #expect(Self.blocks(of: text, language: "swift") == [["let a = 1", "let b = 2"], ["c"]])
    #expect(Self.missingLine(of: ["a", "c"], in: ["a", "b", "c"]) == nil)
    #expect(Self.missingLine(of: ["c", "a"], in: ["a", "b", "c"]) == "a")
  }
}
