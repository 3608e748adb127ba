// The code of Sources/Peridot/Documentation.docc/Archiving.md
// The code of Sources/Peridot/Documentation.docc/ArchiveVersions.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

@Suite struct ArchivingArticleTests {
  final class Note: Model {
    var text = ""
    var author: String?
    var preview: String?

    override class var archiveName: String { "Note" }
    override class var modelVersion: Int { 2 }

    override class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
      ["preview": .excluded]
    }

    override func decodeValue(
      forKey key: String, with coder: NSCoder, modelVersion: Int
    ) throws -> Any? {
      guard key == "text", modelVersion < 2 else {
        return try super.decodeValue(forKey: key, with: coder, modelVersion: modelVersion)
      }
      return coder.decodeObject(of: NSString.self, forKey: "body").map { "\($0)" }
    }
  }

  class Event: Model {
    var title = ""

    override class var archiveName: String { "\(self)" }
  }

  final class PushEvent: Event {}

  /// The class of the article as it was in its first version.
  final class FirstNote: Model {
    var body = ""

    override class var archiveName: String { "Note" }
  }

  @Test func comesBack() throws {
    let note = Note()
    note.text = "Buy milk"
    note.preview = "Buy…"
    let other = Note()

    let archive = try note.archivedData()
    let restored = try Note.unarchive(from: archive)

    let all = try [note, other].archivedData()
    let notes = try [Note].unarchive(from: all)

    #expect(restored.text == "Buy milk")
    #expect(restored.preview == nil)
    #expect(notes.map(\.text) == ["Buy milk", ""])
  }

  @Test func readsAClusterByBareNames() async {
    await #expect(processExitsWith: .success) {
      var archive = HandmadeArchive()
      let data = archive.data(root: archive.add("PushEvent", [("title", archive.string("push"))]))
      let event = try Event.unarchive(from: data)
      #expect(event is PushEvent)
      #expect(event.title == "push")
    }
  }

  @Test func readsOlderVersions() throws {
    let old = FirstNote()
    old.body = "Buy milk"
    #expect(try Note.unarchive(from: old.archivedData()).text == "Buy milk")
    #expect(throws: ArchiveError.self) { try Note.unarchive(from: Data("no archive".utf8)) }
  }
}
