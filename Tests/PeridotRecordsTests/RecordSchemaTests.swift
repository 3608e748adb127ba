import Foundation
import Peridot
import PeridotRecords
import Testing

/// Classes of one record name, as versions of one class.
@Suite(.needsSQLite) struct RecordSchemaTests {
  final class First: Model, RecordSerializing {
    var id = 0
    var name = ""
    var points = ""
    var friends: [Person] = []
    var best: Person?

    class var recordName: String { "Player" }
    override class var declaredProperties: [Property] {
      [property("id", \.id, isIdentity: true)]
    }
  }

  /// A property more.
  final class Second: Model, RecordSerializing {
    var id = 0
    var name = ""
    var points = ""
    var friends: [Person] = []
    var best: Person?
    var level = 3
    var rivals: Set<Person> = []

    class var recordName: String { "Player" }
    override class var declaredProperties: [Property] {
      [property("id", \.id, isIdentity: true)]
    }
  }

  /// One of another name, one of another type, and one less.
  final class Third: Model, RecordSerializing {
    var id = 0
    var title = ""
    var points = 0
    var allies: [Person] = []
    var level = 3
    var rivals: Set<Person> = []

    class var recordName: String { "Player" }
    override class var declaredProperties: [Property] {
      [property("title", \.title, isIdentity: true)]
    }
  }

  /// The same with the version of its migrations.
  final class ThirdMigrated: Model, RecordSerializing {
    var id = 0
    var title = ""
    var points = 0
    var allies: [Person] = []
    var level = 3
    var rivals: Set<Person> = []

    class var recordName: String { "Player" }
    override class var declaredProperties: [Property] {
      [property("title", \.title, isIdentity: true)]
    }
    override class var modelVersion: Int { 2 }
  }

  static let migrations = [
    RecordMigration(of: ThirdMigrated.self, to: 1) { table in
      try table.rename("name", to: "title")
      try table.rename("friends", to: "allies")
      try table.drop("best")
    },
    RecordMigration(of: ThirdMigrated.self, to: 2) { table in
      try table.rename("points", to: "oldPoints")
      try table.addColumns()
      try table.execute("UPDATE Player SET points = CAST(oldPoints AS INTEGER) + \(100)")
      try table.drop("oldPoints")
    },
  ]

  private func filled(_ file: TemporaryDatabase) throws {
    let store = try RecordStore(url: file.url)
    let player = First()
    (player.id, player.name, player.points) = (1, "ann", "42")
    (player.friends, player.best) = ([Person("bob"), Person("eve")], Person("bob"))
    try store.save(player)
  }

  @Test func aNewPropertyBecomesAColumn() throws {
    let file = TemporaryDatabase()
    try filled(file)
    let store = try RecordStore(url: file.url)
    let read = try #require(try store.model(of: Second.self, matching: ["id": 1]))
    #expect(read.points == "42" && read.level == 3 && read.rivals == [])
    #expect(read.friends.map(\.login) == ["bob", "eve"])
    (read.level, read.rivals) = (4, [Person("eve")])
    try store.save(read)
    #expect(try RecordStore(url: file.url).model(of: Second.self, matching: ["level": 4]) == read)
  }

  @Test func whatDoesNotFitAnyMoreIsToldWithTheCure() throws {
    let file = TemporaryDatabase()
    try filled(file)
    let store = try RecordStore(url: file.url)
    let expected = """
      Third: the column "points" holds text values, and the property integer ones: rename the column with \
      table.rename("points", to:), make the new one with table.addColumns(), fill it with \
      table.execute(_:), and drop the old one. Do it in a RecordMigration(of: Third.self, to: 1) { table in \
      … } that the store is opened with, and raise the class's modelVersion to 1 in record Player
      """
    #expect(message { _ = try store.models(of: Third.self) } == expected)
    #expect(message { try store.save(Third()) } == expected)
    // Nothing has changed.
    #expect(try store.models(of: First.self).first?.friends.count == 2)
  }

  @Test func migrationsRunInOrderAndOnce() throws {
    let file = TemporaryDatabase()
    try filled(file)
    for _ in 0..<2 {
      let store = try RecordStore(url: file.url, migrations: Self.migrations.reversed())
      let read = try #require(try store.model(of: ThirdMigrated.self, matching: ["title": "ann"]))
      #expect(read.points == 142)
      #expect(read.allies.map(\.login) == ["bob", "eve"])
      read.rivals = [Person("bob")]
      try store.save(read)
      #expect(try store.count(of: ThirdMigrated.self) == 1)
    }
    // The old program does not write what it does not know.
    #expect(
      message { _ = try RecordStore(url: file.url).models(of: First.self) } == """
        First: the table is of version 2, and the class of version 0: a newer program has written it, so \
        use that in record Player
        """)
  }

  @Test func aMigrationThatAnOpenerForgotIsAskedFor() throws {
    let file = TemporaryDatabase()
    try filled(file)
    let expected = """
      ThirdMigrated: the table is of version 0, and the class of version 2. No migration that the store was \
      opened with leads there, and no class has the column "best" any more. Open the store with a \
      RecordMigration(of: ThirdMigrated.self, to: 2) { table in … } that calls table.rename("best", to:) or \
      table.drop("best") in record Player
      """
    let forgetful = try RecordStore(url: file.url)
    #expect(message { _ = try forgetful.models(of: ThirdMigrated.self) } == expected)
    #expect(message { try forgetful.save(ThirdMigrated()) } == expected)
    let reader = try RecordStore(url: file.url, isReadOnly: true)
    #expect(message { _ = try reader.models(of: ThirdMigrated.self) } == expected)
    // Some of them are not enough, and change nothing.
    #expect(
      message { _ = try RecordStore(url: file.url, migrations: [Self.migrations[0]]) }?
        .contains("the column \"points\"") == true)
    // Nothing was noted, so the migrations run.
    let store = try RecordStore(url: file.url, migrations: Self.migrations)
    #expect(try store.models(of: ThirdMigrated.self).map(\.title) == ["ann"])
  }

  @Test func aMigrationThatFailsChangesNothing() throws {
    struct Stop: Error {}
    let file = TemporaryDatabase()
    try filled(file)
    let failing = RecordMigration(of: ThirdMigrated.self, to: 2) { table in
      try table.drop("best")
      throw Stop()
    }
    #expect(throws: Stop.self) { _ = try RecordStore(url: file.url, migrations: [failing]) }
    #expect(try RecordStore(url: file.url).models(of: First.self).first?.best?.login == "bob")
  }

  @Test(arguments: [[], [1, 2]])
  func aMigrationsStatementHasAsManyValuesAsQuestionMarks(_ values: [Int]) throws {
    let file = TemporaryDatabase()
    try filled(file)
    let statement = "UPDATE Player SET points = ?"
    let migration = RecordMigration(of: ThirdMigrated.self, to: 1) { table in
      try table.execute(RecordSQL(statement, values))
    }
    #expect(
      message {
        _ = try RecordStore(url: file.url, migrations: [migration])
          .models(of: ThirdMigrated.self)
      } == "expected 1 value, found \(values.count) for \"\(statement)\"")
    #expect(try RecordStore(url: file.url).models(of: First.self).first?.best?.login == "bob")
  }

  @Test func aVersionThatWasSkippedBreaksNothing() throws {
    let file = TemporaryDatabase()
    // Made by a version between the two, which had renamed already.
    try RecordStore(url: file.url, migrations: [Self.migrations[0]]).save(Person("bob"))
    let fresh = try RecordStore(url: file.url, migrations: Self.migrations)
    try fresh.save(try ThirdMigrated(dictionary: ["id": 1, "title": "ann", "points": 1]))
    #expect(try fresh.models(of: ThirdMigrated.self).map(\.points) == [1])

    let other = TemporaryDatabase()
    try filled(other)
    // What is gone, twice over, and columns that there never were.
    let store = try RecordStore(
      url: other.url,
      migrations: [
        RecordMigration(of: ThirdMigrated.self, to: 2) { table in
          try table.drop("nickname")
          try table.rename("alias", to: "name")
          try table.rename("name", to: "title")
          try table.rename("name", to: "title")
          try table.drop("points")
          try table.drop("points")
        }
      ])
    #expect(try store.models(of: ThirdMigrated.self).map(\.title) == ["ann"])
    #expect(try store.models(of: ThirdMigrated.self).map(\.points) == [0])
    let both = RecordMigration(of: ThirdMigrated.self, to: 3) { try $0.rename("id", to: "title") }
    #expect(
      message {
        _ = try RecordStore(url: other.url, migrations: [both]).models(of: ThirdMigrated.self)
      } == """
        ThirdMigrated: there is a column "title" already, so "id" cannot take its name: drop one of them in \
        record Player
        """)
  }

  @Test func columnsThatAClassDoesNotKnowAreLeftAlone() throws {
    let file = TemporaryDatabase()
    let second = Second()
    (second.id, second.name, second.level, second.rivals) = (1, "ann", 7, [Person("eve")])
    try RecordStore(url: file.url).save(second)
    // The version before, which writes what it knows.
    let store = try RecordStore(url: file.url)
    let read = try #require(try store.model(of: First.self, matching: ["id": 1]))
    read.name = "anna"
    try store.save([read, try First(dictionary: ["id": 2, "name": "bob"])])
    let both = try store.models(of: Second.self, orderedBy: "id")
    #expect(both.map(\.name) == ["anna", "bob"])
    #expect(both.map(\.level) == [7, 3])
    #expect(both[0].rivals == [Person("eve")])
  }

  enum Shop {
    final class Item: Model, RecordSerializing { var id = 0 }
  }
  enum Library {
    final class Item: Model, RecordSerializing {
      var id = 0
      var pages = 0
    }
  }
  final class ItemSummary: Model, RecordSerializing {
    var id = 0

    class var recordName: String { "Item" }
  }

  @Test func oneNameBelongsToOneClassUnlessItIsShared() throws {
    let store = try RecordStore.inMemory()
    try store.save(Shop.Item())
    let module = "PeridotRecordsTests.RecordSchemaTests"
    #expect(
      message { try store.save(Library.Item()) } == """
        Item: the mapping has mistakes:
        - the records named "Item" are those of \(module).Shop.Item, and \(module).Library.Item is another \
        class: state another recordName in one of them. A class whose own name differs shares a table by \
        stating its name there
        """)
    #expect(try store.count(of: Shop.Item.self) == 1)
    try store.save(try ItemSummary(dictionary: ["id": 1]))
    #expect(try store.models(of: Shop.Item.self).map(\.id) == [0, 1])
  }

  /// As release 1.0 made it.
  @Test func aStoreOfTheFirstReleaseIsUsed() throws {
    let file = TemporaryDatabase()
    let old = try OtherConnection(file.url)
    for sql in [
      """
      CREATE TABLE peridot_classes (record TEXT NOT NULL, class TEXT NOT NULL, chain TEXT NOT NULL,
      version INTEGER NOT NULL, columns TEXT NOT NULL, PRIMARY KEY (record, class))
      """,
      """
      CREATE TABLE "Person" (_record INTEGER PRIMARY KEY, _class TEXT, "login" TEXT, "age" INTEGER)
      """,
      "CREATE UNIQUE INDEX \"Person:\"\"login\"\"\" ON \"Person\" (\"login\")",
      """
      CREATE TABLE "Player" (_record INTEGER PRIMARY KEY, _class TEXT, "id" INTEGER, "name" TEXT,
      "points" TEXT, "friends" INTEGER, "best" INTEGER, "best:record" TEXT)
      """,
      """
      CREATE TABLE "Player.friends" (owner INTEGER NOT NULL, position INTEGER NOT NULL,
      target INTEGER NOT NULL, record TEXT, PRIMARY KEY (owner, position)) WITHOUT ROWID
      """,
      "CREATE INDEX \"Player.friends:index\" ON \"Player.friends\" (target)",
      "CREATE INDEX \"Player.best:index\" ON \"Player\" (\"best\")",
      "CREATE UNIQUE INDEX \"Player:\"\"id\"\"\" ON \"Player\" (\"id\")",
      """
      INSERT INTO peridot_classes VALUES ('Person', '', '/Person/', 0,
      '{"":"\\"login\\"","age":"integer","login":"text"}'), ('Player', '', '/First/', 0,
      '{"":"\\"id\\"","best":"one Person","friends":"array Person","id":"integer","name":"text","points":"text"}')
      """,
      "INSERT INTO Person VALUES (1, NULL, 'bob', 3), (2, NULL, 'eve', 4)",
      "INSERT INTO Player VALUES (1, NULL, 1, 'ann', '42', 2, 1, NULL)",
      "INSERT INTO \"Player.friends\" VALUES (1, 0, 1, NULL), (1, 1, 2, NULL)",
    ] { try old.execute(sql) }
    // Before the class that refers to them is used.
    #expect(try RecordStore(url: file.url).delete(Person("bob")))
    let store = try RecordStore(url: file.url, migrations: Self.migrations)
    let read = try #require(try store.models(of: ThirdMigrated.self).first)
    #expect(read.title == "ann" && read.points == 142)
    #expect(read.allies.map(\.login) == ["eve"])
    #expect(try store.rows("SELECT allies FROM Player").first?["allies"] as? Int == 1)
  }

  /// Another version of the class, for archives.
  final class NewerItem: Model, RecordSerializing {
    var id = 0

    class var recordName: String { "Item" }
    override class var modelVersion: Int { 3 }
  }

  @Test func classesOfOneTableHaveVersionsOfTheirOwn() throws {
    let file = TemporaryDatabase()
    let store = try RecordStore(url: file.url)
    try store.save(NewerItem())
    try store.save(Shop.Item())
    for _ in 0..<2 {
      #expect(try store.count(of: Shop.Item.self) == 2)
      #expect(try store.count(of: NewerItem.self) == 2)
    }
  }

  // MARK: Indexes

  final class Indexed: Model, RecordSerializing {
    var id = 0
    var state = ""
    var stars = 0
    var author: Person?

    class var recordName: String { "Indexed" }
    override class var declaredProperties: [Property] {
      [
        property("id", \.id, isIdentity: true),
        property(
          "state", \.state,
          facets: .column("the state").and(.isIndexed).and(.indexed(with: "author", "stars"))),
        property("stars", \.stars, facets: .isIndexed),
      ]
    }
  }

  /// A later version, with one index less.
  final class LessIndexed: Model, RecordSerializing {
    var id = 0
    var state = ""
    var stars = 0
    var author: Person?

    class var recordName: String { "Indexed" }
    override class var declaredProperties: [Property] {
      [
        property("state", \.state, isIdentity: true, facets: .column("the state")),
        property("stars", \.stars, facets: .isIndexed),
      ]
    }
  }

  private func indexes(_ store: RecordStore) throws -> Set<String> {
    Set(
      try store.rows(
        """
        SELECT group_concat(i.name, ' ') AS columns FROM pragma_index_list('Indexed') l,
        pragma_index_info(l.name) i GROUP BY l.name
        """
      ).compactMap { $0["columns"] as? String })
  }

  @Test func indexesFollowTheClass() throws {
    let file = TemporaryDatabase()
    try RecordStore(url: file.url).save(Indexed())
    let store = try RecordStore(url: file.url)
    #expect(
      try indexes(store) == ["id", "the state", "the state author stars", "stars", "author"])
    #expect(try store.count(of: Indexed.self, matching: ["state": "", "stars": 0]) == 1)
    let plan = try store.rows(
      "EXPLAIN QUERY PLAN SELECT * FROM Indexed WHERE stars = \(5)")
    #expect((plan.first?["detail"] as? String)?.contains("USING INDEX") == true)
    let later = try RecordStore(url: file.url)
    try later.save(try LessIndexed(dictionary: ["id": 0, "state": "x"]))
    #expect(try indexes(later) == ["the state", "stars", "author"])
    #expect(try later.count(of: LessIndexed.self) == 2)
  }

  @Test func keysThatDoNotTellRecordsApartAreRefused() throws {
    final class Loose: Model, RecordSerializing {
      var id = 0
      class var recordName: String { "Thing" }
    }
    final class Strict: Model, RecordSerializing {
      var id = 0
      class var recordName: String { "Thing" }
      override class var declaredProperties: [Property] {
        [property("id", \.id, isIdentity: true)]
      }
    }
    let store = try RecordStore.inMemory()
    try store.save([Loose(), Loose()])
    let error = #expect(throws: RecordError.self) { try store.save(Strict()) }
    #expect(error?.kind == .schemaChanged)
    #expect(error?.resultCode == 2067)
    #expect(try store.count(of: Loose.self) == 2)
    try store.delete(of: Loose.self)
    try store.save([Strict(), Strict()])
    #expect(try store.count(of: Strict.self) == 1)
  }

  @Test func tablesOfOthersAreLeftAlone() throws {
    final class Person: Model, RecordSerializing {
      var id = 0
      class var recordName: String { "foreign" }
    }
    let file = TemporaryDatabase()
    let connection = try OtherConnection(file.url)
    try connection.execute("CREATE TABLE \"Foreign\" (id TEXT)")
    let store = try RecordStore(url: file.url)
    #expect(
      message { try store.save(Person()) } == """
        Person: the database has a table "foreign" that no store has made: give the class another \
        recordName, or use a file of its own in record foreign
        """)
  }
}
