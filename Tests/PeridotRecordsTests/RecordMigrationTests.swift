import Foundation
import Peridot
import PeridotRecords
import Testing

/// Migrations when a store opens.
@Suite(.needsSQLite) struct RecordMigrationTests {
  final class Topic: Model, RecordSerializing {
    var name = ""

    override class var identityKey: String? { "name" }
  }

  final class Note: Model, RecordSerializing {
    var id = 0
    var title = ""
    var stars = 0
    var topics: [Topic] = []

    override class var identityKey: String? { "id" }
    override class var modelVersion: Int { 2 }
  }

  /// What today's store has written for a class of version 0: `id`, `name`, `stars` as text, and `topics` as
  /// names with commas.
  private func filled(_ file: TemporaryDatabase, count: Int = 2) throws {
    let other = try OtherConnection(file.url)
    for sql in [
      "PRAGMA journal_mode = WAL",
      """
      CREATE TABLE peridot_classes (record TEXT NOT NULL, class TEXT NOT NULL, chain TEXT NOT NULL, \
      version INTEGER NOT NULL, columns TEXT NOT NULL, PRIMARY KEY (record, class))
      """,
      """
      CREATE TABLE peridot_columns (record TEXT NOT NULL COLLATE nocase, \
      column TEXT NOT NULL COLLATE nocase, kind TEXT NOT NULL, target TEXT NOT NULL COLLATE nocase, \
      isOwned INTEGER NOT NULL, isDeclared INTEGER NOT NULL, PRIMARY KEY (record, column, target))
      """,
      "CREATE TABLE \"Note\" (_record INTEGER PRIMARY KEY, _class TEXT)",
      "ALTER TABLE \"Note\" ADD COLUMN \"id\" INTEGER DEFAULT 0",
      "ALTER TABLE \"Note\" ADD COLUMN \"name\" TEXT DEFAULT ''",
      "ALTER TABLE \"Note\" ADD COLUMN \"stars\" TEXT DEFAULT ''",
      "ALTER TABLE \"Note\" ADD COLUMN \"topics\" TEXT DEFAULT ''",
      """
      INSERT INTO peridot_columns VALUES ('Note', 'id', 'integer', '', 0, 1), \
      ('Note', 'name', 'text', '', 0, 1), ('Note', 'stars', 'text', '', 0, 1), \
      ('Note', 'topics', 'text', '', 0, 1)
      """,
      "CREATE UNIQUE INDEX \"Note:\"\"id\"\"\" ON \"Note\" (\"id\")",
      "INSERT INTO peridot_classes VALUES ('Note', '', '', 0, '{}')",
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count)) \
      INSERT INTO Note SELECT i, NULL, i, 'note ' || i, i || ' stars', 'a,b' || i FROM n
      """,
    ] { try other.execute(sql) }
  }

  private static let migrations = [
    RecordMigration(of: Note.self, to: 1) { try $0.rename("name", to: "title") },
    RecordMigration(of: Note.self, to: 2) { table in
      try table.rename("stars", to: "text")
      try table.rename("topics", to: "names")
      try table.addColumns()
      try table.updateRows { row in
        ["stars": (row["text"] as? String)?.split(separator: " ").first.flatMap { Int($0) }]
      }
      try table.prepare(Topic.self)
      for row in try table.rows("SELECT _record AS note, names FROM Note ORDER BY _record") {
        let names = (row["names"] as? String ?? "").split(separator: ",")
        for (position, name) in names.enumerated() {
          try table.execute("INSERT OR IGNORE INTO Topic (name) VALUES (\(String(name)))")
          try table.execute(
            """
            INSERT INTO "Note.topics" (owner, position, target)
            SELECT \(row["note"]), \(position), _record FROM Topic WHERE name = \(String(name))
            """)
        }
        try table.execute("UPDATE Note SET topics = \(names.count) WHERE _record = \(row["note"])")
      }
      try table.drop("text")
      try table.drop("names")
    },
  ]

  private func version(_ url: URL) throws -> Int? {
    try RecordStore(url: url, isReadOnly: true)
      .rows("SELECT max(version) AS v FROM peridot_classes WHERE record = 'Note'").first?["v"]
      as? Int
  }

  @Test func aStoreMigratesWhenItOpens() throws {
    let file = TemporaryDatabase()
    try filled(file)
    // One that only reads does not.
    _ = try RecordStore(url: file.url, migrations: Self.migrations, isReadOnly: true)
    #expect(try version(file.url) == 0)
    for _ in 0..<2 {
      let store = try RecordStore(url: file.url, migrations: Self.migrations)
      #expect(try version(file.url) == 2)
      let notes = try store.models(of: Note.self, orderedBy: "id")
      #expect(notes.map(\.title) == ["note 1", "note 2"])
      #expect(notes.map(\.stars) == [1, 2])
      #expect(notes.map { $0.topics.map(\.name) } == [["a", "b1"], ["a", "b2"]])
      #expect(notes[0].topics[0] === notes[1].topics[0])
      try store.save(notes)
    }
  }

  @Test func tablesThatAreNotThereAreNotMade() throws {
    let file = TemporaryDatabase()
    let store = try RecordStore(url: file.url, migrations: Self.migrations)
    #expect(try store.rows("SELECT name FROM sqlite_master").isEmpty)
    try store.save(Note())
    #expect(try version(file.url) == 2)
  }

  @Test func eachVersionHoldsByItself() throws {
    struct Stop: Error {}
    let file = TemporaryDatabase()
    try filled(file)
    let failing = RecordMigration(of: Note.self, to: 2) { table in
      try table.drop("title")
      throw Stop()
    }
    #expect(throws: Stop.self) {
      _ = try RecordStore(url: file.url, migrations: [failing, Self.migrations[0]])
    }
    #expect(try version(file.url) == 1)
    // The rest goes on from there.
    let store = try RecordStore(url: file.url, migrations: Self.migrations)
    #expect(try store.model(of: Note.self, matching: ["id": 2])?.title == "note 2")
  }

  @Test func progressIsToldAndCanStop() throws {
    struct Stop: Error {}
    let file = TemporaryDatabase()
    try filled(file, count: 512)
    #expect(throws: Stop.self) {
      _ = try RecordStore(
        url: file.url, migrations: Self.migrations, progress: { if $0 > 0.5 { throw Stop() } })
    }
    #expect(try version(file.url) == 1)
    var fractions: [Double] = []
    _ = try RecordStore(
      url: file.url, migrations: Self.migrations, progress: { fractions.append($0) })
    #expect(fractions == [0.5, 1, 1])
  }

  final class Folder: Model, RecordSerializing {
    var id = 0
    var size = 0

    override class var identityKey: String? { "id" }
    override class var modelVersion: Int { 1 }
  }

  /// Whoever comes first: the other's migrations run before it is filled, and once.
  @Test(arguments: [false, true]) func aMigrationCanFillATableThatMigratesToo(isFirst: Bool) throws
  {
    final class OldFolder: Model, RecordSerializing {
      var id = 0
      var length = 0

      class var recordName: String { "Folder" }
      override class var identityKey: String? { "id" }
    }
    let file = TemporaryDatabase()
    try filled(file)
    try RecordStore(url: file.url).save(try OldFolder(dictionary: ["id": 1, "length": 5]))
    let folders = RecordMigration(of: Folder.self, to: 1) { try $0.rename("length", to: "size") }
    let notes = RecordMigration(of: Note.self, to: 2) { table in
      try table.prepare(Folder.self)
      try table.execute("INSERT INTO Folder (id, size) SELECT id + 1, 7 FROM Note")
      try table.rename("name", to: "title")
      try table.drop("stars")
      try table.drop("topics")
    }
    let store = try RecordStore(
      url: file.url, migrations: isFirst ? [folders, notes] : [notes, folders])
    #expect(try store.models(of: Folder.self, orderedBy: "id").map(\.size) == [5, 7, 7])
    #expect(try store.models(of: Note.self).map(\.title) == ["note 1", "note 2"])
  }

  @Test func anAddedColumnNeedsNoMigration() throws {
    final class Wider: Model, RecordSerializing {
      var id = 0
      var name = ""
      var stars = ""
      var topics = ""
      var color = "red"

      class var recordName: String { "Note" }
      override class var identityKey: String? { "id" }
      override class var modelVersion: Int { 1 }
    }
    let file = TemporaryDatabase()
    try filled(file)
    #expect(try RecordStore(url: file.url).models(of: Wider.self).map(\.color) == ["red", "red"])
    #expect(try version(file.url) == 1)
  }
}
