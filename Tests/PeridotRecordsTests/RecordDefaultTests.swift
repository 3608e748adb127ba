import Foundation
import Peridot
import PeridotRecords
import Testing

/// Values that nobody wrote, and objects of one key.
@Suite(.needsSQLite) struct RecordDefaultTests {
  final class Old: Model, RecordSerializing {
    var id = 0

    class var recordName: String { "Score" }
    override class var declaredProperties: [Property] {
      [property("id", \.id, isIdentity: true)]
    }
  }

  final class New: Model, RecordSerializing {
    var id = 0
    var score = 5
    var note: String? = "it's \"new\"\n"
    var ratio = 0.1 + 0.2
    var none: Int?
    var tags = ["a"]
    var data = Data([0, 255])
    var created = Date(timeIntervalSinceReferenceDate: 0.25)
    var large = UInt64.max
    var infinite = Double.infinity
    var token = UUID()

    class var recordName: String { "Score" }
    override class var declaredProperties: [Property] {
      [property("id", \.id, isIdentity: true)]
    }
  }

  private func expectDefaults(_ store: RecordStore, count: Int) throws {
    #expect(try store.count(of: New.self, matching: ["score": 5]) == count)
    #expect(try store.count(of: New.self, matching: "score BETWEEN 4 AND 6") == count)
    #expect(try store.count(of: New.self, matching: ["note": "it's \"new\"\n"]) == count)
    #expect(try store.count(of: New.self, matching: ["ratio": 0.1 + 0.2, "none": nil]) == count)
    #expect(try store.count(of: New.self, matching: ["tags": ["a"], "large": UInt64.max]) == count)
    #expect(
      try store.count(
        of: New.self,
        matching: ["data": Data([0, 255]), "infinite": Double.infinity, "created": New().created])
        == count)
    for read in try store.models(of: New.self) {
      #expect(read.score == 5 && read.note == "it's \"new\"\n" && read.large == .max)
    }
  }

  @Test func queriesSeeTheDefaultOfANewProperty() throws {
    let file = TemporaryDatabase()
    let store = try RecordStore(url: file.url)
    try store.save((0..<3).map { try Old(dictionary: ["id": $0]) })
    try expectDefaults(store, count: 3)
    #expect(try store.models(of: New.self, orderedBy: "score").count == 3)
    // What an older program saves meanwhile has the defaults, too.
    try store.save(Old(dictionary: ["id": 3]))
    try expectDefaults(store, count: 4)
    // A default that is another one each time is nobody's.
    #expect(try store.count(of: New.self, matching: ["token": nil]) == 4)
  }

  @Test func queriesSeeTheDefaultsOfWhatWasSavedInPart() throws {
    let store = try RecordStore.inMemory()
    try store.save(New(dictionary: ["id": 1, "score": 7]), keys: ["none"])
    try expectDefaults(store, count: 1)
    try store.save(New(dictionary: ["id": 1, "score": 7]), keys: ["score"])
    #expect(try store.count(of: New.self, matching: ["score": 7]) == 1)
  }

  class Base: Model, RecordSerializing {
    var id = 0

    class var recordName: String { "Base" }
    override class var declaredProperties: [Property] {
      [property("id", \.id, isIdentity: true)]
    }
    override class var cluster: Cluster? { cluster(tag: "type", ["sub": Sub.self]) }
  }
  final class Sub: Base { var extra = 1 }
  /// A later version of it.
  class LaterBase: Model, RecordSerializing {
    var id = 0

    class var recordName: String { "Base" }
    override class var declaredProperties: [Property] {
      [property("id", \.id, isIdentity: true)]
    }
    override class var cluster: Cluster? { cluster(tag: "type", ["sub": LaterSub.self]) }
  }

  final class LaterSub: LaterBase {
    var extra = 1
    var more = 2
  }

  @Test func defaultsOfASubclassAreOfItsRecordsAlone() throws {
    let store = try RecordStore.inMemory()
    try store.save([Base(), try Sub(dictionary: ["id": 1])])
    #expect(try store.count(of: Base.self, matching: "extra IS NULL") == 1)
    #expect(try store.models(of: Base.self, orderedBy: "id").map { $0 is Sub } == [false, true])
    try store.save(LaterSub(dictionary: ["id": 2]), keys: ["id"])
    // The tag is that of the earlier version's records, too.
    #expect(try store.count(of: LaterSub.self, matching: ["extra": 1, "more": 2]) == 2)
    #expect(try store.count(of: LaterBase.self, matching: "more IS NULL") == 1)
    #expect(
      try store.models(of: LaterBase.self, orderedBy: "id").map { $0 is LaterSub } == [
        false, true, true,
      ])
  }

  // MARK: Two objects of one key

  final class Member: Model, RecordSerializing {
    var id = 0
    var name = ""
    var friend: Member?
    var friends: [Member] = []

    override class var declaredProperties: [Property] {
      [property("id", \.id, isIdentity: true)]
    }

    convenience init(_ id: Int, _ name: String, _ friends: [Member] = []) {
      self.init()
      (self.id, self.name, self.friends) = (id, name, friends)
    }
  }

  private func name(_ id: Int, _ store: RecordStore) throws -> String? {
    try store.model(of: Member.self, matching: ["id": id])?.name
  }

  @Test func theLastOfTwoObjectsWithOneKeyWins() throws {
    let store = try RecordStore.inMemory()
    try store.save([Member(1, "first"), Member(1, "last")])
    #expect(try name(1, store) == "last")
    try store.save(Member(2, "root", [Member(3, "first"), Member(3, "last")]))
    #expect(try name(3, store) == "last")
    // Further in, and at different depths.
    let deep = Member(4, "deep", [Member(5, "first", [Member(6, "x")]), Member(5, "last", [])])
    try store.save(deep)
    #expect(try name(5, store) == "last")
    #expect(try store.model(of: Member.self, matching: ["id": 5])?.friends == [])
    // A model that is saved itself wins over one that another holds.
    try store.save([Member(7, "root", [Member(8, "x", [Member(7, "inner")])])])
    #expect(try name(7, store) == "root")
    #expect(try store.model(of: Member.self, matching: ["id": 7])?.friends.count == 1)
    // Twice in one array, it is one record twice.
    #expect(try store.model(of: Member.self, matching: ["id": 2])?.friends.count == 2)
    let one = Member(9, "nine")
    one.friend = Member(10, "first")
    one.friends = [Member(10, "last")]
    try store.save(one)
    #expect(try name(10, store) == "last")
  }
}
