import Foundation
import Peridot
import Testing

// Not private: Foundation finds it by its name.
final class ArchivedBag: Model, JSONSerializing {
  var counts: [Int??] = []
  var names: [String: String??] = [:]
  var number: Int??
  var key: AnyHashable = 0
  var keys: [AnyHashable] = []
  var byKey: [AnyHashable: Int] = [:]
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["key": .excluded, "keys": .excluded, "byKey": .excluded]
  }
}

/// What comes back from an archive is what went in, and what JSON makes of it.
@Suite struct ArchivedEqualityTests {
  private func reread(_ bag: ArchivedBag) throws -> [ArchivedBag] {
    let data = try NSKeyedArchiver.archivedData(withRootObject: bag, requiringSecureCoding: true)
    return [
      try ArchivedBag.unarchive(from: bag.archivedData()),
      try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: ArchivedBag.self, from: data)),
    ]
  }

  @Test func agreesWithJSONAboutNullInACollection() throws {
    let json = #"{"counts":[1,null],"names":{"a":null,"b":"c"},"number":null}"#
    let bag = try JSONAdapter.model(of: ArchivedBag.self, from: json)
    #expect(bag.counts == [.some(.some(1)), nil])
    #expect(bag.names == ["a": String??.none, "b": .some(.some("c"))])
    #expect(bag.number == .some(nil))
    for other in try reread(bag) {
      #expect(other == bag)
      #expect(other.counts == [.some(.some(1)), nil])
      #expect(other.names["a"] == .some(.none))
      #expect(other.number == .some(nil))
    }
  }

  @Test func keepsWhatNilIsInAProperty() throws {
    for number in [nil, .some(nil), .some(.some(1))] as [Int??] {
      let bag = ArchivedBag()
      bag.number = number
      for other in try reread(bag) { #expect(other.number == number) }
    }
  }

  @Test func keepsTruthInAnAnyHashable() throws {
    let bag = ArchivedBag()
    bag.key = true
    bag.keys = [true, 1, 0, false, "true"]
    bag.byKey = [true: 1, "a": 2]
    for other in try reread(bag) {
      #expect(other.key == AnyHashable(true))
      #expect(other.keys == bag.keys)
      #expect(other.byKey == bag.byKey)
      #expect(other == bag)
    }
  }
}
