import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Priced: Model, JSONSerializing {
  var number: NSNumber?
  var decimal: NSDecimalNumber?
  var object: NSObject?
  var value: NSValue?
  var list: [NSNumber] = []
  var table: [String: NSNumber] = [:]
  var any: Any?

  override class var archiveName: String { "Priced" }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["decimal": .excluded, "object": .excluded, "value": .excluded]
  }
  override class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
    super.encodingBehaviorsByPropertyKey.merging(["object": .excluded, "value": .excluded]) { $1 }
  }
  override class var identityKey: String? { "number" }
}

private final class Prices: Model, JSONSerializing {
  var all: Set<Priced> = []
  var list: [Priced] = []

  override class var archiveName: String { "Prices" }
}

private final class ByAny: Model {
  var key: Any?
  var name = ""

  override class var identityKey: String? { "key" }
}

private final class AnyList: Model {
  var list: [ByAny] = []
}

private final class NumberSet: Model, JSONSerializing {
  var numbers: Set<NSNumber> = []
  var lists: Set<[NSNumber]> = []
  var optionals: Set<NSNumber?> = []
}

private final class Collections: Model {
  var set: NSSet?
  var ordered: NSOrderedSet?
  var dictionary: NSDictionary?
  var array: NSArray?

  override class var archiveName: String { "Collections" }
}

/// The same properties with types that can hold decimal numbers, to write what `Collections` reads.
private final class SwiftCollections: Model {
  var set: Set<Decimal>?
  var ordered: [Decimal]?
  var dictionary: [Decimal: Int]?
  var array: [Decimal]?

  override class var archiveName: String { "SwiftCollections" }
}

private let digits = "12345678901234567890123456789"

/// The hash of Foundation's `NSDecimalNumber` does not end on Linux, so no such number is handed to it.
@Suite struct DecimalHashTests {
  private func priced(_ text: String) -> Priced {
    let priced = Priced()
    let number = NSDecimalNumber(string: text)
    (priced.number, priced.decimal, priced.object, priced.value) = (number, number, number, number)
    (priced.list, priced.table, priced.any) = ([number], ["a": number], number)
    return priced
  }

  @Test func hashesAModel() {
    #expect(priced(digits).hash == priced(digits).hash)
    #expect(priced(digits) == priced(digits))
    #expect(priced(digits) != priced("1"))
    let plain = priced("5")
    plain.number = 5
    plain.object = NSNumber(value: 5.0)
    plain.any = 5
    #expect(plain == priced("5"))
    #expect(plain.hash == priced("5").hash)
    plain.any = Decimal(5)
    #expect(plain == priced("5"))
    #expect(plain.hash == priced("5").hash)
  }

  @Test func makesASetOfModels() throws {
    let prices = Prices()
    prices.all = [priced(digits), priced("5"), priced("5")]
    #expect(prices.all.count == 2)
    #expect(prices.deeplyCopied() == prices)
    let read: Prices = try JSONAdapter.model(
      from: #"{"all":[{"number":\#(digits)},{"number":\#(digits)},{"any":\#(digits)}]}"#)
    #expect(read.all.count == 2)
    #expect(try Prices.unarchive(from: prices.archivedData()).all.count == 2)
  }

  @Test func findsAModelByItsIdentity() throws {
    let (mine, other) = (Prices(), Prices())
    let kept = priced(digits)
    mine.list = [priced("7"), kept]
    other.list = [priced(digits), priced("7")]
    other.list[0].any = "new"
    mine.mergeValues(from: other, rule: .deep)
    #expect(mine.list[0] === kept)
    #expect(kept.any as? String == "new")
    try JSONAdapter.update(mine, from: #"{"list":[{"number":\#(digits),"any":1}]}"#)
    #expect(mine.list.count == 1)
    #expect(mine.list[0] === kept)
    let seven = priced("7")
    mine.list = [seven]
    other.list = [Priced()]
    other.list[0].number = 7
    mine.mergeValues(from: other, rule: .deep)
    #expect(mine.list[0] === seven)
  }

  @Test func findsAModelByAnIdentityOfAnyType() {
    let (mine, other) = (AnyList(), AnyList())
    for list in [mine, other] {
      list.list = [NSDecimalNumber(string: digits), Decimal(3), 3, "3", NSNumber(value: 4)].map {
        key in
        let model = ByAny()
        model.key = key
        return model
      }
    }
    let kept = mine.list
    for model in other.list { model.name = "new" }
    other.list.reverse()
    mine.mergeValues(from: other, rule: .deep)
    #expect(mine.list.map { ObjectIdentifier($0) } == kept.reversed().map { ObjectIdentifier($0) })
    #expect(mine.list.allSatisfy { $0.name == "new" })
  }

  @Test(arguments: [
    #"{"numbers":[1,\#(digits)]}"#, #"{"lists":[[\#(digits)]]}"#,
    #"{"optionals":[null,\#(digits)]}"#,
  ])
  func refusesASetOfSuchNumbers(_ text: String) throws {
    for source in [true, false] {
      let error = try #require(
        #expect(throws: JSONAdapterError.self) {
          if source { return try JSONAdapter.model(of: NumberSet.self, from: text) }
          let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
          guard let members = object as? [String: Any] else { return NumberSet() }
          return try JSONAdapter.model(of: NumberSet.self, from: members)
        })
      #expect(error.kind == .outOfRange)
      #expect(error.expected == "numbers that a set can hold")
    }
    let model: NumberSet = try JSONAdapter.model(
      from: #"{"numbers":[1,2.5],"lists":[[1],[2]],"optionals":[null,1]}"#)
    #expect(model.numbers == [1, 2.5])
  }

  @Test(arguments: ["set", "ordered", "dictionary"])
  func refusesFoundationsCollectionsOfSuchNumbers(_ key: String) throws {
    let source = SwiftCollections()
    let number = try #require(Decimal(string: digits))
    if key == "set" { source.set = [number] }
    if key == "ordered" { source.ordered = [number] }
    if key == "dictionary" { source.dictionary = [number: 1] }
    source.array = [number]
    // Text in Peridot's own archives; an object that stands for a Decimal in an `Any`.
    let any = AnyCollections()
    any.set = source.set
    any.dictionary = source.dictionary
    any.ordered = source.ordered
    let data = try any.archivedData()
    let error = #expect(throws: ArchiveError.self) {
      try Collections.unarchive(from: data, classNames: ["AnyCollections": Collections.self])
    }
    #expect(error?.path == "$.\(key)")
    any.set = nil
    any.dictionary = nil
    any.ordered = nil
    any.array = source.array
    let read = try Collections.unarchive(
      from: any.archivedData(), classNames: ["AnyCollections": Collections.self])
    #expect((read.array?.firstObject as? NSDecimalNumber)?.decimalValue == number)
  }
}

/// On Linux, a cast of such a collection to a class ends the process.
@Suite struct DecimalMemberTests {
  private static let values: [any Sendable] = [
    Set<Decimal>([1]), [Decimal(1): 1], Set<Decimal?>([1]), [[Set<Decimal>([1])]],
  ]

  private final class Holder: Model, CodableModel {
    var any: Any?
    var text = ""
    var inner: Holder?
    var list: [Holder] = []
    var named: [String: Holder] = [:]

    override class var archiveName: String { "DecimalMemberTests.Holder" }
  }

  private func message<Value>(_ body: @autoclosure () throws -> Value) -> String {
    do {
      _ = try body()
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: 0..<values.count)
  func areRefused(_ index: Int) throws {
    let value = Self.values[index]
    for key in ["text", "inner", "list", "named"] {
      #expect(message(try Holder(dictionary: [key: value])).hasPrefix("Holder.\(key): expected "))
      #expect(
        message(try JSONAdapter.model(of: Holder.self, from: [key: value])).contains(".\(key)"))
      _ = message(try JSONAdapter.model(of: Holder.self, from: [key: value], policy: .lenient))
    }
    #expect(message(try JSONAdapter.models(of: Holder.self, from: [value])) != "")
    let priced = Priced()
    for key in ["number", "decimal", "object", "value"] {
      #expect(
        message(try priced.setValue(value, forPropertyKey: key))
          .hasPrefix("Priced.\(key): expected NS"))
    }
    try priced.setValue([1, 2], forPropertyKey: "object")
    #expect(priced.object == [1, 2] as NSArray)
  }

  @Test(arguments: 0..<values.count)
  func areValuesOfAnAny(_ index: Int) throws {
    let (holder, other) = (Holder(), Holder())
    holder.any = Self.values[index]
    other.any = Holder()
    #expect(holder != other && other != holder && !other.isEqual(Self.values[index]))
    #expect(other.differences(from: holder).map(\.path) == [[.property("any")]])
    #expect(holder.changedKeys(from: other) == ["any"])
    #expect(holder.copied() == holder && holder.deeplyCopied() == holder)
    #expect(try Holder.unarchive(from: holder.archivedData()) == holder)
    #expect(message(try JSONAdapter.string(from: holder)) == "")
    #expect(message(try JSONEncoder().encode(holder)) == "")
  }
}

private final class AnyCollections: Model {
  var set: Any?
  var ordered: Any?
  var dictionary: Any?
  var array: Any?

  override class var archiveName: String { "AnyCollections" }
}
