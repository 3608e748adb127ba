import Foundation
import Peridot
import PeridotRecords
import Testing

/// Unions are kept as their JSON.
@Suite(.needsSQLite) struct RecordUnionTests {
  final class Owner: Model, JSONSerializing {
    var id = ""
    var name: String?
  }

  enum Keeper: JSONUnion {
    case id(String)
    case owner(Owner)
    case count(Int)
    case share(Double)
    case null
  }

  final class Item: Model, RecordSerializing {
    var key = 0
    var keeper = Keeper.null
    var optional: OneOrMany<String>?
    var keepers: [Keeper] = []

    override class var declaredProperties: [Property] {
      [property("key", \.key, isIdentity: true)]
    }
  }

  @Test func comesBack() throws {
    let owner = Owner()
    owner.id = "a"
    let keepers: [Keeper] = [.id("x"), .owner(owner), .count(5), .share(5), .share(0.5), .null]
    let items = keepers.enumerated().map { index, keeper in
      let item = Item()
      item.key = index
      item.keeper = keeper
      item.optional = index == 0 ? nil : index == 1 ? .one("a") : .many(["b"])
      item.keepers = Array(keepers.prefix(index + 1))
      return item
    }
    let store = try RecordStore.inMemory()
    try store.save(items)
    try store.save(items)
    let read = try store.models(of: Item.self, orderedBy: "key")
    #expect(read == items)
    for (model, saved) in zip(read, items) { #expect(saved.changedKeys(from: model) == []) }
  }

  final class OneWay: Model, JSONSerializing {
    var id = ""
    var secret = ""
    var cached = ""
    var local = ""
    var age = 0
    var size = 0

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      [
        "secret": .writeOnly("secret"), "cached": .readOnly("cached"), "local": .excluded,
        "age": .reading("user_age", writing: "age"),
        "size": .reading(.firstOf("user_size", "size"), writing: "size"),
      ]
    }
    override class func storageBehavior(forKey key: String) -> PropertyStorage {
      key == "cached" ? .transitory : super.storageBehavior(forKey: key)
    }
  }

  final class Desk: Model, RecordSerializing {
    var key = 0
    var things = OneOrMany<OneWay>.many([])

    override class var declaredProperties: [Property] {
      [property("key", \.key, isIdentity: true)]
    }
  }

  /// Of a model within another value, a record has the JSON alone.
  @Test func refusesAModelOfWhichJSONWouldLoseAProperty() throws {
    let store = try RecordStore.inMemory()
    let desk = Desk()
    try store.save(desk)
    let thing = OneWay()
    thing.secret = "x"
    desk.things = .one(thing)
    let error = #expect(throws: (any Error).self) { try store.save(desk) }
    let words = error.map { "\($0)" } ?? ""
    #expect(words.contains("\"secret\" is mapped to"), "\(words)")
    #expect(words.contains("\"age\" is mapped to reading(user_age, writing: age)"), "\(words)")
    #expect(!words.contains("cached") && !words.contains("local") && !words.contains("\"size\""))
    #expect(try store.models(of: Desk.self).first?.things == .many([]))
  }

  final class Moments: Model, JSONSerializing {
    var millis: [Date] = []
    var since2001 = Date.distantPast
    var plain = Date.distantPast

    override class func conversionPolicy(
      forKey key: String, basedOn policy: ConversionPolicy
    ) -> ConversionPolicy {
      policy.with {
        switch key {
        case "millis": $0.dateStrategy = .millisecondsSince1970
        case "since2001": $0.dateStrategy = .secondsSince2001
        default: break
        }
      }
    }
  }

  final class Diary: Model, RecordSerializing {
    var key = 0
    var moments: OneOrMany<Moments> = .many([])

    override class var declaredProperties: [Property] {
      [property("key", \.key, isIdentity: true)]
    }
  }

  /// The numbers of a record's dates keep each bit, but a property's own rule counts.
  @Test func datesFollowTheRuleOfTheirProperty() throws {
    let moments = Moments()
    moments.millis = [Date(timeIntervalSince1970: 1_700_000_000.25)]
    moments.since2001 = Date(timeIntervalSinceReferenceDate: 0.1)
    moments.plain = Date(timeIntervalSinceReferenceDate: 0.1)
    let diary = Diary()
    diary.moments = .many([moments])
    let file = TemporaryDatabase()
    try RecordStore(url: file.url).save(diary)
    #expect(try RecordStore(url: file.url).models(of: Diary.self) == [diary])
  }
}
