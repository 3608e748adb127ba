// The code of README.md
import Foundation
import Peridot
import Testing

@Suite struct ReadmeTests {
  final class Issue: Model, JSONSerializing {
    var number = 0
    var title = ""
    var createdAt: Date?
    var author: User?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["createdAt": "created_at", "author": "user"]
    }
  }

  final class User: Model, JSONSerializing {
    var login = ""
  }

  @Test func readsWritesAndArchives() throws {
    let data = Data(
      #"{"number": 1, "title": "t", "created_at": "2026-01-02T03:04:05Z", "user": {"login": "m"}}"#
        .utf8)

    let issue: Issue = try JSONAdapter.model(from: data)
    issue.title += "!"
    let json = try JSONAdapter.data(from: issue)
    let archive = try issue.archivedData()
    let restored = try Issue.unarchive(from: archive)

    #expect(issue.author?.login == "m")
    #expect(restored == issue)
    #expect(try JSONAdapter.model(of: Issue.self, from: json).title == "t!")
  }
}
