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

    override class var recordName: String { "Player" }
    override class var uniquingPropertyKeys: Set<String> { ["id"] }
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

    override class var recordName: String { "Player" }
    override class var uniquingPropertyKeys: Set<String> { ["id"] }
  }

  /// One of another name, one of another type, and one less.
  final class Third: Model, RecordSerializing {
    var id = 0
    var title = ""
    var points = 0
    var allies: [Person] = []
    var level = 3
    var rivals: Set<Person> = []

    override class var recordName: String { "Player" }
    override class var uniquingPropertyKeys: Set<String> { ["title"] }
  }

  /// The same with the version of its migrations.
  final class ThirdMigrated: Model, RecordSerializing {
    var id = 0
    var title = ""
    var points = 0
    var allies: [Person] = []
    var level = 3
    var rivals: Set<Person> = []

    override class var recordName: String { "Player" }
    override class var uniquingPropertyKeys: Set<String> { ["title"] }
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
    let advice = """
      . Do it in a RecordMigration(of: Third.self, to: 1) { table in … } that the store is opened with, \
      and raise the class's modelVersion to 1 in record Player
      """
    func gone(_ name: String) -> String {
      """
      the column "\(name)" belongs to no property any more: drop it with table.drop("\(name)"), rename it \
      with table.rename("\(name)", to:), or give the property its name back
      """
    }
    let expected = """
      Third: \(gone("best")); \(gone("friends")); \(gone("name")); the column "points" holds text values, \
      and the property integer ones: rename the column with table.rename("points", to:), make the new one \
      with table.addColumns(), fill it with table.execute(_:), and drop the old one\(advice)
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

  @Test func aMigrationThatFailsChangesNothing() throws {
    struct Stop: Error {}
    let file = TemporaryDatabase()
    try filled(file)
    let failing = RecordMigration(of: ThirdMigrated.self, to: 2) { _ in throw Stop() }
    #expect(throws: Stop.self) {
      _ = try RecordStore(url: file.url, migrations: [Self.migrations[0], failing])
        .models(of: ThirdMigrated.self)
    }
    #expect(try RecordStore(url: file.url).models(of: First.self).first?.best?.login == "bob")
    let misnaming = RecordMigration(of: ThirdMigrated.self, to: 1) { try $0.drop("nothing") }
    #expect(
      message {
        _ = try RecordStore(url: file.url, migrations: [misnaming]).models(of: ThirdMigrated.self)
      } == """
        ThirdMigrated: expected one of the columns best, friends, id, name, points, found "nothing" in \
        record Player
        """)
  }

  @Test func keysThatDoNotTellRecordsApartAreRefused() throws {
    final class Loose: Model, RecordSerializing {
      var id = 0
      override class var recordName: String { "Thing" }
    }
    final class Strict: Model, RecordSerializing {
      var id = 0
      override class var recordName: String { "Thing" }
      override class var uniquingPropertyKeys: Set<String> { ["id"] }
    }
    let store = try RecordStore.inMemory()
    try store.save([Loose(), Loose()])
    let error = #expect(throws: RecordError.self) { try store.save(Strict()) }
    #expect(error?.kind == .schemaChanged)
    #expect(error?.code == 2067)
    #expect(try store.count(of: Loose.self) == 2)
    try store.delete(of: Loose.self)
    try store.save([Strict(), Strict()])
    #expect(try store.count(of: Strict.self) == 1)
  }

  @Test func tablesOfOthersAreLeftAlone() throws {
    final class Person: Model, RecordSerializing {
      var id = 0
      override class var recordName: String { "foreign" }
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
