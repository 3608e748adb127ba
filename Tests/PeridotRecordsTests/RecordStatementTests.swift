import Foundation
import Peridot
import PeridotRecords
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The statements that SQLite runs, told by SQLite itself for every connection that is opened.
private enum Trace {
  private static let statements = Mutex<[ObjectIdentifier: [String]]>([:])
  private typealias Callback =
    @convention(c) (UInt32, OpaquePointer?, OpaquePointer?, UnsafePointer<CChar>?) -> Int32
  private typealias SetTrace =
    @convention(c) (OpaquePointer?, UInt32, Callback?, OpaquePointer?) -> Int32
  private typealias Entry =
    @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32

  private static let setTrace: SetTrace? = symbol("sqlite3_trace_v2")

  private static func symbol<Function>(_ name: String) -> Function? {
    #if canImport(Darwin)
      let library = dlopen("libsqlite3.dylib", RTLD_NOW)
    #else
      let library = dlopen("libsqlite3.so.0", RTLD_NOW)
    #endif
    return library.flatMap { dlsym($0, name) }.map { unsafeBitCast($0, to: Function.self) }
  }

  private static var thread: ObjectIdentifier { ObjectIdentifier(Thread.current) }

  private static let isOn: Bool = {
    let register: (@convention(c) (Entry) -> Int32)? = symbol("sqlite3_auto_extension")
    return register?({ database, _, _ in
      Trace.setTrace?(
        database, 1,
        { _, _, _, text in
          let sql = text.map { String(cString: $0) } ?? ""
          Trace.statements.withLock { $0[Trace.thread, default: []].append(sql) }
          return 0
        }, nil) ?? 1
    }) == 0
  }()

  static func start() throws { try #require(isOn) }

  /// The statements that `body` runs, on this thread.
  static func of(_ body: () throws -> Void) throws -> [String] {
    statements.withLock { $0[thread] = [] }
    try body()
    return statements.withLock { $0.removeValue(forKey: thread) ?? [] }
  }
}

/// How many statements a call takes, whatever there is in the store.
@Suite(.needsSQLite) struct RecordStatementTests {
  final class Plain: Model, RecordSerializing {
    var id = 0
    var name = ""

    override class var declaredProperties: [Property] {
      [property("id", \.id, isIdentity: true)]
    }
  }

  final class Wide: Model, RecordSerializing {
    var id = 0
    var people: [Person] = []
    var first: Person?
    var second: Person?
    var third: Person?
    var others: Set<Label> = []
    var more: [Label] = []

    override class var declaredProperties: [Property] {
      [property("id", \.id, isIdentity: true)]
    }
  }

  private let file = TemporaryDatabase()
  private let store: RecordStore

  init() throws {
    try Trace.start()
    store = try RecordStore(url: file.url)
    try store.save((0..<200).map { try Plain(dictionary: ["id": $0]) })
    let wide = Wide()
    wide.others = [try Label(dictionary: ["name": "a"])]
    (wide.people, wide.first) = ([Person("ann")], Person("bob"))
    try store.save(wide)
    // So that what is kept is kept.
    _ = try store.model(of: Plain.self, matching: ["id": 1])
    try store.save(Plain(dictionary: ["id": 1, "name": "x"]))
  }

  @Test func aLookUpIsOneStatement() throws {
    let statements = try Trace.of {
      let found = try store.model(of: Plain.self, matching: ["id": 7])
      #expect(found?.id == 7)
    }
    #expect(
      statements == [
        """
        SELECT "_record", "id", "name" FROM "Plain" WHERE ("id" = ?) ORDER BY _record LIMIT ?
        """
      ])
    let sorted = try Trace.of { _ = try store.models(of: Plain.self, orderedBy: "name") }
    #expect(sorted.count == 1)
    let counted = try Trace.of { _ = try store.count(of: Plain.self) }
    #expect(counted.count == 1)
  }

  @Test func aSaveIsOneStatementForEachRecord() throws {
    let one = try Trace.of { try store.save(Plain(dictionary: ["id": 7, "name": "y"])) }
    // The second one raises the version of the table, once in a transaction.
    #expect(one.map { $0.prefix(6) } == ["BEGIN ", "INSERT", "INSERT", "COMMIT"])
    let many = try Trace.of { try store.save((0..<100).map { try Plain(dictionary: ["id": $0]) }) }
    #expect(many.count == 103)
  }

  @Test func deletingDoesNotCountRecordsOrUnrelatedRelationships() throws {
    let one = try Trace.of { _ = try store.delete(of: Plain.self, matching: ["id": 1]) }
    #expect(one.count < 8)
    let all = try Trace.of { try store.delete(of: Plain.self) }
    #expect(all.count < 8)
    #expect(all.contains("DELETE FROM \"Plain\""))
    // Two statements for the one list of people, and one for each of three references.
    let people = try Trace.of { try store.delete(of: Person.self) }
    #expect(people.filter { $0.hasPrefix("UPDATE \"Wide\"") }.count == 4)
    #expect(people.filter { $0.hasPrefix("DELETE FROM \"Wide.people\"") }.count == 1)
    #expect(people.allSatisfy { !$0.contains("others") && !$0.contains("more") })
    #expect(people.count < 31)
  }

  final class Loose: Model, RecordSerializing {
    var id = 0
    var name = ""
  }

  @Test func anObjectThatIsItsRecordTakesNoMoreStatements() throws {
    let live = try (0..<20_000).map { try Loose(dictionary: ["id": $0]) }
    try store.save(live)
    // A new table makes a store look at all of them again.
    try store.save(Plain())
    try store.save(Loose())
    let (plain, loose) = (Plain(), Loose())
    plain.id = -1
    for _ in 0..<2 {
      let keyed = try Trace.of { try store.save(plain) }
      #expect(try Trace.of { try store.save(loose) }.count <= keyed.count)
      (plain.name, loose.name) = ("new", "new")
    }
    let keyed = try Trace.of { try store.delete(plain) }
    #expect(try Trace.of { try store.delete(loose) }.count <= keyed.count)
    withExtendedLifetime(live) {}
  }

  @Test func parentsAreReadTogether() throws {
    typealias List = RecordParentTests.List
    typealias Task = RecordParentTests.Task
    try store.save(
      try (0..<100).map { try List(dictionary: ["name": "\($0)", "tasks": [Task($0)]]) })
    func statements(_ count: Int) throws -> Int {
      var included = 0
      let traced = try Trace.of {
        included = try store.models(of: Task.self, limit: count, including: ["list"]).included.count
      }
      #expect(included == count)
      return traced.count
    }
    _ = try statements(1)
    #expect(try statements(100) == statements(2))
  }
}
