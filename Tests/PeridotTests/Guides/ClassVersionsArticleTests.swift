// The code of Sources/PeridotRecords/Documentation.docc/ClassVersions.md
import Foundation
import Peridot
import PeridotRecords
import Testing

@Suite(.enabled(if: (try? RecordStore.inMemory()) != nil, "needs SQLite"))
struct ClassVersionsArticleTests {
  final class OldNote: Model, RecordSerializing {
    var id = 0
    var name = ""
    var stars = ""
    var tags = ""

    class var recordName: String { "Note" }
    override class var identityKey: String? { "id" }
    override class var modelVersion: Int { 1 }
  }

  final class Note: Model, RecordSerializing {
    var id = 0
    var title = ""
    var stars = 0
    var tags: [Tag] = []

    override class var identityKey: String? { "id" }
    override class var modelVersion: Int { 2 }
  }

  final class Tag: Model, RecordSerializing {
    var name = ""

    override class var identityKey: String? { "name" }
  }

  @Test func aMigrationTurnsTextIntoRecords() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("versions-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("a.sqlite")
    try RecordStore(url: url).save([
      try OldNote(dictionary: ["id": 1, "name": "a", "stars": "3", "tags": "x,y"]),
      try OldNote(dictionary: ["id": 2, "name": "b", "tags": "y"]),
    ])

    let migration = RecordMigration(of: Note.self, to: 2) { table in
      try table.rename("name", to: "title")
      try table.rename("stars", to: "oldStars")
      try table.rename("tags", to: "oldTags")
      try table.addColumns()
      try table.updateRows { row in
        ["stars": Int(row["oldStars"] as? String ?? "") ?? 0]
      }
      try table.prepare(Tag.self)
      for note in try table.rows("SELECT _record AS number, oldTags FROM Note") {
        let names = (note["oldTags"] as? String ?? "").split(separator: ",").map(String.init)
        for (position, name) in names.enumerated() {
          try table.execute("INSERT OR IGNORE INTO Tag (name) VALUES (\(name))")
          try table.execute(
            """
            INSERT INTO "Note.tags" (owner, position, target)
            SELECT \(note["number"]), \(position), _record FROM Tag WHERE name = \(name)
            """)
        }
        try table.execute("UPDATE Note SET tags = \(names.count) WHERE _record = \(note["number"])")
      }
      try table.drop("oldStars")
      try table.drop("oldTags")
    }
    let store = try RecordStore(
      url: url, migrations: [migration], progress: { print("upgrading: \(Int($0 * 100)) %") })
    let notes = try store.models(of: Note.self, orderedBy: "id")
    #expect(notes.map(\.title) == ["a", "b"] && notes.map(\.stars) == [3, 0])
    #expect(notes.map { $0.tags.map(\.name) } == [["x", "y"], ["y"]])
  }
}
