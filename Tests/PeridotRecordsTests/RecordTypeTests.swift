import Foundation
import Peridot
import PeridotRecords
import Testing

/// Every type that a property may have, through a database and back, and in order.
@Suite(.needsSQLite) struct RecordTypeTests {
  enum Suit: String, Codable { case hearts, spades }
  enum Level: Int {
    case low = 1
    case high
  }

  struct Permissions: OptionSet, Hashable {
    let rawValue: UInt8
  }

  struct Point: Codable, Hashable {
    var x = 0
    var y = 0.5
  }

  final class Everything: Model, RecordSerializing {
    var key = 0
    var int8 = Int8.min
    var int16 = Int16.max
    var int32 = Int32.min
    var int64 = Int64.min
    var uint = UInt.max
    var uint8 = UInt8.max
    var uint16 = UInt16.max
    var uint32 = UInt32.max
    var uint64 = UInt64.max
    var int128 = Int128.min
    var uint128 = UInt128.max
    var bool = true
    var double = 0.1 + 0.2
    var float = Float(0.1)
    var float16 = Float16(0.1)
    var cgFloat = CGFloat(1.0 / 3)
    var infinite = -Double.infinity
    var string = "a\u{0}b \"quoted\" 👩‍👩‍👧 \n"
    var empty = ""
    var substring = Substring("sub")
    var character = Character("é")
    var date = Date(timeIntervalSinceReferenceDate: 700_000_000.123456789)
    var distant = Date.distantPast
    var data = Data([0, 255, 1])
    var noData = Data()
    var uuid = UUID()
    var url = URL(string: "https://example.com/a?b=c#d") ?? URL(fileURLWithPath: "/")
    var decimal = Decimal(string: "-12345678901234567890.123456789") ?? 0
    var suit = Suit.spades
    var level = Level.high
    var permissions = Permissions(rawValue: 5)
    var point = Point(x: 3, y: -1.5)
    var points = [Point(), Point(x: 1)]
    var names = ["b", "a", ""]
    var tags: Set<String> = ["x", "y"]
    var counts = ["one": 1, "two": 2]
    var nested = [["a": [1, 2]], [:]]
    var dates = [Date(timeIntervalSinceReferenceDate: 1.5)]
    var any: Any = ["a", 1, true] as [Any]
    var members: [String: Any] = ["a": ["b": 1.5]]
    var optional: Int?
    var optionalText: String? = "set"
    var optionalSuit: Suit?
    var optionalList: [Int]?
    var timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    override class var declaredProperties: [Property] {
      [property("key", \.key, isIdentity: true)]
    }
  }

  @Test func everyTypeSurvivesExactly() throws {
    let store = try RecordStore.inMemory()
    let first = Everything()
    let second = Everything()
    second.key = 1
    second.optional = -5
    second.optionalText = nil
    second.optionalSuit = .hearts
    second.optionalList = []
    second.uint64 = 7
    second.suit = .hearts
    try store.save([first, second])
    // Again, over what is there.
    try store.save([first, second])
    let read = try store.models(of: Everything.self, orderedBy: "key")
    for (model, saved) in zip(read, [first, second]) {
      #expect(saved.changedKeys(from: model) == [])
    }
    #expect(read.count == 2)
    #expect(read[0].double.bitPattern == first.double.bitPattern)
    #expect(read[0].string.utf8.elementsEqual(first.string.utf8))
  }

  @Test(arguments: [UInt64(1), 2, 3]) func randomNumbersSurviveToTheBit(seed: UInt64) throws {
    final class Numbers: Model, RecordSerializing {
      var key = 0
      var double = 0.0
      var float = Float(0)
      var date = Date.distantPast
      var int = Int64(0)
      var uint = UInt64(0)
      var decimal = Decimal(0)

      override class var declaredProperties: [Property] {
        [property("key", \.key, isIdentity: true)]
      }
    }
    var state = seed
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
    let models = (0..<500).map { key in
      let numbers = Numbers()
      numbers.key = key
      let double = Double(bitPattern: next())
      // SQLite has no −0, and NaN is refused.
      numbers.double = double.isNaN || double == 0 ? 1 : double
      let float = Float(bitPattern: UInt32(truncatingIfNeeded: next()))
      numbers.float = float.isNaN || float == 0 ? 1 : float
      numbers.date = Date(
        timeIntervalSinceReferenceDate: Double(Int64(truncatingIfNeeded: next())) / 1e7)
      numbers.int = Int64(truncatingIfNeeded: next())
      numbers.uint = next()
      numbers.decimal = Decimal(Int64(truncatingIfNeeded: next())) / Decimal(1_000_000_000)
      return numbers
    }
    let store = try RecordStore.inMemory()
    try store.save(models)
    let read = try store.models(of: Numbers.self, orderedBy: "key")
    #expect(read == models, "seed \(seed)")
    #expect(zip(read, models).allSatisfy { $0.double.bitPattern == $1.double.bitPattern })
  }

  final class Sorted: Model, RecordSerializing {
    var index = 0
    var uint64: UInt64?
    var int128: Int128?
    var decimal: Decimal?
    var date: Date?
    var uuid: UUID?
    var suit: Suit?

    override class var declaredProperties: [Property] {
      [property("index", \.index, isIdentity: true)]
    }
  }

  @Test func valuesSortAsTheyShould() throws {
    let unsigned: [UInt64] = [0, 9, 10, UInt64(Int64.max), UInt64(Int64.max) + 1, .max - 1, .max]
    let wide: [Int128] = [.min, -10, -9, 0, 9, 10, .max]
    let decimals = ["-1e30", "-10.5", "-9.75", "0", "0.001", "9.75", "1e40"].compactMap {
      Decimal(string: $0)
    }
    let models = unsigned.indices.map { index in
      let model = Sorted()
      model.index = index
      model.uint64 = unsigned[index]
      model.int128 = wide[index]
      model.decimal = decimals[index]
      model.date = Date(timeIntervalSinceReferenceDate: Double(index - 3) * 1e9)
      model.uuid = UUID(uuid: (UInt8(index), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
      model.suit = index < 3 ? .hearts : .spades
      return model
    }
    let store = try RecordStore.inMemory()
    try store.save(models.shuffled())
    for key in ["uint64", "int128", "decimal", "date", "uuid"] {
      let read = try store.models(of: Sorted.self, orderedBy: RecordOrder.ascending(key))
      #expect(read.map(\.index) == Array(0..<7), "\(key)")
      let backward = try store.models(of: Sorted.self, orderedBy: .descending(key))
      #expect(backward.map(\.index) == Array((0..<7).reversed()), "\(key)")
    }
    let suits = try store.models(of: Sorted.self, orderedBy: ["suit", .descending("index")])
    #expect(suits.map(\.index) == [2, 1, 0, 6, 5, 4, 3])
    // The same values find their record, whatever type they are given as.
    #expect(try store.count(of: Sorted.self, matching: ["uint64": UInt64.max]) == 1)
    #expect(try store.count(of: Sorted.self, matching: ["uint64": 9]) == 1)
    #expect(try store.count(of: Sorted.self, matching: ["int128": Int128.min]) == 1)
    #expect(try store.count(of: Sorted.self, matching: ["decimal": Decimal(string: "-10.50")]) == 1)
    #expect(try store.count(of: Sorted.self, matching: ["decimal": 0]) == 1)
    #expect(try store.count(of: Sorted.self, matching: ["suit": Suit.hearts]) == 3)
    #expect(try store.count(of: Sorted.self, matching: ["suit": "hearts"]) == 3)
    #expect(try store.count(of: Sorted.self, matching: ["uuid": models[2].uuid]) == 1)
    #expect(try store.count(of: Sorted.self, matching: ["uuid": models[2].uuid?.uuidString]) == 1)
    #expect(try store.count(of: Sorted.self, matching: "decimal < \(Decimal(0))") == 3)
    #expect(
      try store.count(
        of: Sorted.self, matching: "date > \(Date(timeIntervalSinceReferenceDate: 0))") == 3)
  }

  @Test func columnsHaveTheirNaturalTypes() throws {
    let file = TemporaryDatabase()
    let store = try RecordStore(url: file.url)
    try store.save(Everything())
    func type(of column: String, is type: String) throws -> Bool {
      try store.count(
        of: Everything.self, matching: RecordSQL("typeof(\(column)) = ?", [type])) == 1
    }
    for column in ["int8", "int64", "bool", "level", "permissions", "uint32"] {
      #expect(try type(of: column, is: "integer"), "\(column)")
    }
    for column in ["double", "float", "date", "infinite"] {
      #expect(try type(of: column, is: "real"), "\(column)")
    }
    for column in [
      "string", "uuid", "url", "decimal", "int128", "suit", "point", "names", "members",
    ] {
      #expect(try type(of: column, is: "text"), "\(column)")
    }
    for column in ["data", "noData", "uint64"] {
      #expect(try type(of: column, is: "blob"), "\(column)")
    }
    #expect(try type(of: "optional", is: "null"))
    #expect(try store.count(of: Everything.self, matching: "json_extract(point, '$.x') = 3") == 1)
  }

  // MARK: Transformers, keys, other properties

  class Transformed: Model, RecordSerializing {
    var id = 0
    var created: Date?
    var list: [String] = []
    var secret = "kept out"
    private(set) var hidden = "private"
    var computed: String { "\(id)!" }

    class var recordName: String { "\(self)" }
    override class var declaredProperties: [Property] {
      [
        property("id", \.id, isIdentity: true),
        property("computed", readOnly: \.computed),
        property(
          "created", \.created,
          facets: .column("created on").and(.column(by: .date(format: "yyyy-MM-dd")))),
        property("secret", \.secret, facets: .excludedFromRecords),
        property(
          "list", \.list,
          facets: .column(
            by: .closure(
              forward: { (text: String) in text.split(separator: ",").map { String($0) } },
              reverse: { list in list.joined(separator: ",") }))),
      ]
    }
  }

  final class TransformedFurther: Transformed {
    var more = 1

    override class var recordName: String { "Further" }
    override class var declaredProperties: [Property] {
      [
        property("more", \.more, facets: .isUnique),
        property("created", \.created, facets: .column("made")),
      ]
    }
  }

  @Test func transformersAndKeysAreAskedDownTheClassChain() throws {
    let store = try RecordStore.inMemory()
    let model = TransformedFurther()
    model.created = Date(timeIntervalSince1970: 86400)
    model.list = ["a", "b"]
    model.secret = "lost"
    try store.save(model)
    #expect(
      try store.count(
        of: TransformedFurther.self,
        matching: "made = '1970-01-02' AND list = 'a,b' AND computed = '0!' AND hidden = 'private'")
        == 1)
    let read = try #require(
      try store.model(
        of: TransformedFurther.self, matching: ["list": ["a", "b"], "id": 0, "more": 1]))
    #expect(read.created == model.created)
    #expect(read.list == ["a", "b"])
    #expect(read.secret == "kept out")
    #expect(try store.count(of: TransformedFurther.self, matching: ["created": model.created]) == 1)
    let none = TransformedFurther()
    (none.id, none.more) = (1, 2)
    try store.save(none)
    #expect(try store.model(of: TransformedFurther.self, matching: ["created": nil])?.id == 1)
    #expect(try store.count(of: TransformedFurther.self) == 2)
  }

  final class ObjectiveTransformed: Model, RecordSerializing {
    var count = 5

    override class var declaredProperties: [Property] {
      [
        property(
          "count", \.count,
          facets: .column(
            by: .closure(
              forward: { (number: NSNumber) in number.intValue }, reverse: { NSNumber(value: $0) }))
        )
      ]
    }
  }

  @Test func aTransformerMayGiveObjects() throws {
    let store = try RecordStore.inMemory()
    try store.save(ObjectiveTransformed())
    #expect(
      try store.models(of: ObjectiveTransformed.self, matching: "count = 5").map(\.count) == [5])
    let number = NSNumber(value: 5)
    #expect(
      try store.count(of: ObjectiveTransformed.self, matching: ["count": number.intValue]) == 1)
  }

  // MARK: Collections of a user's own

  struct Queue<Element>: ArrayLike {
    private var elements: [Element]
    init(_ elements: [Element]) { self.elements = elements }
    var startIndex: Int { elements.startIndex }
    var endIndex: Int { elements.endIndex }
    func index(after index: Int) -> Int { index + 1 }
    subscript(index: Int) -> Element { elements[index] }
  }

  final class Waiting: Model, RecordSerializing {
    var numbers = Queue([1, 2])
    var people = Queue<Person>([])
    var later: Queue<Person>?
  }

  @Test func collectionsOfAUsersOwnAreArrays() throws {
    let store = try RecordStore.inMemory()
    let waiting = Waiting()
    waiting.numbers = Queue([3, 1, 2])
    waiting.people = Queue([Person("b"), Person("a")])
    try store.save(waiting)
    let read = try #require(try store.models(of: Waiting.self).first)
    #expect(Array(read.numbers) == [3, 1, 2])
    #expect(read.people.map(\.login) == ["b", "a"])
    #expect(read.later == nil)
    #expect(try store.count(of: Waiting.self, matching: "numbers = '[3,1,2]'") == 1)
  }
}
