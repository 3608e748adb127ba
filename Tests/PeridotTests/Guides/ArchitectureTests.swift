import Foundation
import Testing

/// Docs/Architecture.md and Docs/SharedTypes.md are a map of the sources, and Docs/Contributing.md says
/// what to open: all that they name is there.
@Suite struct ArchitectureTests {
  private static let sources = GuideCodeTests.root.appending(path: "Sources/Peridot")

  private let text: String
  private let files: Set<String>

  init() throws {
    text = try ["Contributing", "SharedTypes", "Architecture"].map { name in
      try String(
        contentsOf: GuideCodeTests.root.appending(path: "Docs/\(name).md"), encoding: .utf8)
    }.joined()
    files = Set(
      try #require(FileManager.default.enumerator(atPath: Self.sources.path))
        .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") })
  }

  @Test func eachFileIsThere() {
    let named = text.matches(of: /`(\w+\/[\w+*]+\.swift)`/).map { String($0.1) }
    #expect(named.count > 100)
    for name in named {
      let parts = name.split(separator: "*", maxSplits: 1).map(String.init)
      let isThere =
        parts.count == 1
        ? files.contains(name)
        : files.contains { $0.hasPrefix(parts[0]) && $0.hasSuffix(parts[1]) }
      #expect(isThere, "\(name)")
    }
  }

  @Test func eachTypeIsInItsFile() throws {
    let rows = text.matches(of: /\| `(?:[\w.]+\.)?(\w+)` \| `([\w\/+]+\.swift)` \|/)
    #expect(rows.count > 100)
    for row in rows {
      let file = Self.sources.appending(path: String(row.2))
      let code = try String(contentsOf: file, encoding: .utf8)
      let declaration = try Regex("(class|struct|enum|protocol) \(row.1)\\b")
      #expect(code.contains(declaration), "\(row.1) in \(row.2)")
    }
  }

  @Test func eachFileWithUnsafeCodeIsNamed() throws {
    let section = try #require(text.components(separatedBy: "\n## Unsafe code\n").dropFirst().first)
    let named = section.matches(of: /`(\w+\/[\w+]+)(\*?)\.swift`/)
    #expect(named.count > 10)
    for file in files.sorted() {
      let code = try String(contentsOf: Self.sources.appending(path: file), encoding: .utf8)
      let isUnsafe = code.split(separator: "\n").contains { line in
        !line.contains(/^ *\/\//) && line.contains(/\bunsafe\b/)
      }
      let isNamed = named.contains { name in
        name.2.isEmpty ? file == "\(name.1).swift" : file.hasPrefix(name.1)
      }
      #expect(!isUnsafe || isNamed, "\(file)")
    }
  }

  @Test func eachRoomIsInThePicture() throws {
    let picture = try #require(text.firstMatch(of: /```text\n(.*?)```/.dotMatchesNewlines())?.1)
    for room in Set(files.compactMap { $0.split(separator: "/").first }) {
      #expect(picture.contains(room), "\(room)")
    }
  }

  @Test func eachStepIsListed() throws {
    let script = try String(
      contentsOf: GuideCodeTests.root.appending(path: ".ci/run"), encoding: .utf8)
    let list = try String(
      contentsOf: GuideCodeTests.root.appending(path: ".ci/README.md"), encoding: .utf8)
    let steps = script.matches(of: /\b(?:step|beside) "([^"]+)"/).map {
      String($0.1).replacing("$seed", with: "…")
    }
    let rows = list.matches(of: /^\| `([^`]+)` \|/.anchorsMatchLineEndings()).map { String($0.1) }
    #expect(steps.count > 20)
    #expect(rows == steps)
  }
}
