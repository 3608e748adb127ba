import Foundation
import Peridot
import Synchronization
import Testing

/// The facts about a class that are found when they are asked for.
@Suite struct ClassDescriptionTests {
  private static let table = ClassDescription(of: Table.self)

  @Test func hasDefaultsAsJSON() throws {
    #expect(
      Self.table.defaults == [
        "seats": try RawJSON("4"), "day": try RawJSON("86400"),
        "owner": try RawJSON(#"{"name":"ada"}"#),
        "tags": try RawJSON("[]"), "isFree": try RawJSON("true"),
      ])
  }

  /// An absent property has the value of its default.
  @Test func readsADefaultAsAbsence() throws {
    let absent = try JSONAdapter.model(of: Table.self, from: #"{"number":1}"#)
    let json =
      #"{"number":1,"seats":4,"first":{"day":86400},"owner":{"name":"ada"},"tags":[],"isFree":true}"#
    let given = try JSONAdapter.model(of: Table.self, from: json)
    given.key = absent.key
    #expect(given == absent)
    #expect(given.seats == 4)
    #expect(given.day == Date(timeIntervalSince1970: 86_400))
  }

  /// Objects are made when defaults are asked for, and not before.
  @Test func makesNoObjectBeforeItIsAsked() {
    let facts = ClassDescription(of: Counted.self)
    _ = facts.properties.map { ($0.limits.count, $0.rawValues.count, $0.place, $0.jsonType) }
    _ = (facts.places, facts.clusters, facts.hooks, facts.note, facts.archiveName)
    #expect(Counted.made.load(ordering: .relaxed) == 0)
    #expect(facts.defaults.keys.sorted() == ["number"])
    #expect(Counted.made.load(ordering: .relaxed) == 2)
  }

  @Test func hasNotes() {
    #expect(Self.table.note == "A table of a restaurant.")
    #expect(ClassDescription(of: Owner.self).note == nil)
    #expect(ClassDescription(of: RoundTable.self).note == "A table of a restaurant.")
  }

  @Test func saysHowTheClassIsStored() {
    #expect(Self.table.archiveName == "Tests.Table")
    #expect(Self.table.modelVersion == 3)
    let storages = Self.table.properties.map { "\($0.key) \($0.storage)" }
    #expect(storages.prefix(2) == ["number permanent", "seats transitory"])
    #expect(Self.table.property(forKey: "number")?.encodingBehavior == .unconditional)
    #expect(Self.table.property(forKey: "view")?.encodingBehavior == .excluded)
    let round = ClassDescription(of: RoundTable.self)
    #expect(round.property(forKey: "view")?.encodingBehavior == .excluded)
    #expect(round.property(forKey: "radius")?.encodingBehavior == .conditional)
  }

  @Test(
    arguments: [
      (.url, "url"), (.epochSeconds, "epochSeconds"), (.array(of: .uuid), "array(of: uuid)"),
      (.set(of: .string()), "set(of: String to String)"),
      (.lossyArray(of: .decimal), "lossyArray(of: decimal)"),
      (.dictionary(of: .boolean), "dictionary(of: boolean)"),
      (.chained(.string(), .url), "chained(String to String, url)"),
      (ValueTransformer.url.inverted(), "url.inverted()"),
      (.date(format: "yyyy"), #"date("yyyy")"#), (Doubling(), "Doubling"),
      (.closure(forward: { (text: String) in text.count }), "String to Int"),
      (.mapping(["a": 1]), "String to Int"),
    ] as [(ValueTransformer, String)])
  func namesTransformers(_ transformer: ValueTransformer, _ name: String) {
    Named.$transformer.withValue(transformer) {
      // Asked anew for each policy.
      let policy = ConversionPolicy.strict.with { $0.maximumErrors = 100 + name.utf8.count }
      let facts = ClassDescription(of: Named.self, policy: policy)
      #expect(facts.property(forKey: "value")?.transformerName == name)
      #expect(facts.property(forKey: "other")?.transformerName == nil)
    }
  }
}

private class Table: Model, JSONSerializing {
  var number = 0
  var seats = 2
  var day = Date(timeIntervalSince1970: 0)
  var owner: Owner? = Owner()
  var guest: Owner?
  var tags: [String] = []
  var isFree = true
  var key = UUID()
  var password = "x"
  var view = "y"

  override class var declaredProperties: [Property] {
    [
      property("number", \.number, isRequired: true), property("seats", \.seats, default: 4),
      property(
        "day", \.day, at: "first.day", by: .epochSeconds,
        default: Date(timeIntervalSince1970: 86_400)),
      property("password", \.password, isSecret: true),
      property("view", \.view, at: .readOnly("view")),
    ]
  }
  override class var modelNote: String? { "A table of a restaurant." }
  override class var archiveName: String { "Tests.Table" }
  override class var modelVersion: Int { 3 }
  override class func storageBehavior(forKey key: String) -> PropertyStorage {
    key == "seats" ? .transitory : super.storageBehavior(forKey: key)
  }
  override class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
    ["view": .excluded]
  }
}

private final class RoundTable: Table {
  var radius = 1

  override class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
    ["radius": .conditional]
  }
}

private final class Counted: Model, JSONSerializing {
  static let made = Atomic(0)
  var number = 1

  required init() {
    Self.made.add(1, ordering: .relaxed)
    super.init()
  }
}

private final class Owner: Model, JSONSerializing {
  var name = "ada"
}

private final class Doubling: ValueTransformer, @unchecked Sendable {
  override func transformedValue(_ value: Any?) -> Any? { (value as? Int).map { $0 * 2 } }
  override class func allowsReverseTransformation() -> Bool { false }
}

private final class Named: Model, JSONSerializing {
  @TaskLocal static var transformer: ValueTransformer = .byType

  var value: Any = 0
  var other = 0

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "value" ? transformer : nil
  }
}
