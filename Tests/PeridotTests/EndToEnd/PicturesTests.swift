import Foundation
import Testing

@testable import Benchmarks

@Suite struct PicturesTests {
  /// The files are what `Benchmarks --charts` draws, and an article shows each of them.
  @Test(arguments: ["mapping", "life", "policies"])
  func isDrawnBesideItsArticle(_ name: String) throws {
    let folder = GuideCodeTests.root.appending(path: Pictures.folder)
    let picture = try #require(Pictures.all.first { $0.name == name }).picture
    let file = try String(contentsOf: folder.appending(path: name + ".svg"), encoding: .utf8)
    #expect(file == picture.svg)
    let articles = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".md") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    #expect(articles.contains { $0.contains("](\(name).svg)") })
  }

  @Test func knowsThePictures() {
    #expect(Pictures.all.map(\.name) == ["mapping", "life", "policies"])
  }
}
