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
}
