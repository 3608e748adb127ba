import Foundation
import Testing

/// The documentation of a public declaration is read by itself, so it names what it is about.
@Suite struct PublicCommentTests {
  /// A word that points to another comment, at the beginning of one.
  private static let pointers = ["The same", "As above", "Such a", "Likewise"]

  @Test func commentsNameTheirSubject() throws {
    var count = 0
    for module in ["Peridot", "PeridotRecords", "PeridotTesting"] {
      let folder = GuideCodeTests.root.appending(path: "Sources/\(module)")
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      for case let file as URL in try #require(files) where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        for (first, declaration) in Self.comments(in: text)
        where declaration.hasPrefix("public ") || declaration.hasPrefix("open ") {
          count += 1
          let pointer = Self.pointers.first { first.hasPrefix("/// \($0) ") }
          #expect(pointer == nil, "\(file.lastPathComponent): \(first)")
        }
      }
    }
    #expect(count > 300)
  }

  /// The first line of each documentation comment, and the declaration that follows it.
  private static func comments(in text: String) -> [(first: String, declaration: String)] {
    var found: [(first: String, declaration: String)] = []
    var first: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("///") {
        first = first ?? line
      } else if !line.hasPrefix("@"), let comment = first {
        found.append((comment, line))
        first = nil
      }
    }
    return found
  }
}
