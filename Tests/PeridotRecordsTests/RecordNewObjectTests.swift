import Peridot
import PeridotRecords
import Synchronization
import Testing

/// What records take from a class that says nothing of them, and from objects that are new.
@Suite(.needsSQLite) struct RecordNewObjectTests {
  /// The names that every model once had for records are free.
  final class Disc: Model, RecordSerializing {
    struct RecordKey {}

    var id = 0
    var mergedKeys: [String] = []

    class var recordKeysByPropertyKey: [Int: RecordKey] { [1: RecordKey()] }
    class var uniquingPropertyKeys: Int { 2 }
    class func recordTransformer(forKey key: String) -> Int { 3 }
    class func classForParsing(_ record: RecordRow) -> Int { 4 }
    func mergeValue(forKey key: String, from record: RecordRow) { mergedKeys.append(key) }

    override class var identityKey: String? { "id" }
  }

  @Test func aModelKnowsNothingOfRecords() throws {
    let store = try RecordStore.inMemory()
    for _ in 0..<2 { try store.save(Disc(dictionary: ["id": 1])) }
    let read = try #require(try store.model(of: Disc.self, matching: ["id": 1]))
    #expect(read.mergedKeys == [])
    #expect(try store.count(of: Disc.self) == 1)
  }

  final class Meter: Model, RecordSerializing {
    static let current = Mutex(1)
    static let count = Mutex(0)

    var name = ""
    var limit = current.withLock { $0 }
    /// No two objects have the same.
    var number: Int? = count.withLock { count in
      count += 1
      return count
    }

    override class var identityKey: String? { "name" }
  }

  @Test func whatIsSavedInPartHasTheDefaultsOfItsTime() throws {
    let store = try RecordStore.inMemory()
    func save(_ name: String) throws {
      try store.save(Meter(dictionary: ["name": name, "limit": 7, "number": 7]), keys: [])
    }
    try save("a")
    Meter.current.withLock { $0 = 2 }
    try save("b")
    try save("a")
    let rows = try store.rows("SELECT * FROM Meter ORDER BY name")
    #expect(rows.map { $0["limit"] as? Int } == [1, 2])
    #expect(rows.allSatisfy { $0["number"] == nil })
  }

  @Test func callsWithinACallMayAskTheSame() throws {
    let store = try RecordStore.inMemory()
    try store.save((0..<3).map { try Disc(dictionary: ["id": $0]) })
    func ids() throws -> [Int] { try store.models(of: Disc.self, orderedBy: "id").map(\.id) }
    let found = try store.transaction {
      let outer = try ids()
      try store.save(Disc(dictionary: ["id": 3]), keys: ["mergedKeys"])
      return try store.transaction { [outer, try ids()] }
    }
    #expect(found == [[0, 1, 2], [0, 1, 2, 3]])
  }
}
