import Foundation
import Peridot
import Testing

private struct TooLarge: Error {}

private class Item: Model, JSONSerializing {
  var id = 0

  override func validate() throws {
    if id > 100 { throw TooLarge() }
  }
}

private final class Pair: Model, JSONSerializing {
  var count = 0
  var first: Item?
  var score = 0
  var last: Item?

  override class var conversionPolicy: ConversionPolicy? { .strict }
}

private final class Late: Model, JSONSerializing {
  var first: Item?
  var last: Item?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["first": .firstOf("a", "b")] }
  override class var conversionPolicy: ConversionPolicy? { .strict }
}

private final class Tolerant: Model, JSONSerializing {
  var late: Late?

  override class var conversionPolicy: ConversionPolicy? { .lenient.with { $0.badElement = .fail } }
}

private class Holder: Model, JSONSerializing {
  var items: [String: Item] = [:]
  var pair: Pair?
  var pairs: [Pair] = []
  var numbered: [Int: Item] = [:]
}

private final class Keeping: Holder {
  override class var conversionPolicy: ConversionPolicy? { .strict.with { $0.mismatch = .keep } }
}

private final class Thing: Model, JSONSerializing {
  var id = 0
  var name = ""

  override class var identityKey: String? { "id" }
  override class var conversionPolicy: ConversionPolicy? { .strict }
}

private final class Updated: Holder {
  var things: [Thing] = []
  var grouped: [String: [Thing]] = [:]

  override class var conversionPolicy: ConversionPolicy? { .strict.with { $0.mismatch = .keep } }
}

private final class Dropping: Holder {
  override class var conversionPolicy: ConversionPolicy? { .strict.with { $0.hookReject = .drop } }
}

private final class DroppingElements: Holder {
  override class var conversionPolicy: ConversionPolicy? { .strict.with { $0.badElement = .drop } }
}

private final class Around: Model, JSONSerializing {
  var keeping: Keeping?
  var count = 0

  override class var conversionPolicy: ConversionPolicy? { .strict.with { $0.hookReject = .drop } }
}

/// A value with mistakes for which the policy has two rules: the graver one counts, in whatever order
/// the members are.
@Suite struct MixedMistakeTests {
  /// Documents with a bad number and a refused object in one value, and the path of either.
  private static let documents: [(String, mismatch: String, rejection: String)] = [
    (#"{"items": {"a": 5, "b": {"id": 200}}}"#, "$.items.a", "$.items.b"),
    (#"{"items": {"b": 5, "a": {"id": 200}}}"#, "$.items.b", "$.items.a"),
    (#"{"items": {"b": {"id": 200}, "a": 5}}"#, "$.items.a", "$.items.b"),
    (#"{"numbered": {"1": 5, "2": {"id": 200}}}"#, #"$.numbered["1"]"#, #"$.numbered["2"]"#),
    (#"{"numbered": {"2": {"id": 200}, "1": 5}}"#, #"$.numbered["1"]"#, #"$.numbered["2"]"#),
    (#"{"pair": {"count": "x", "first": {"id": 200}}}"#, "$.pair.count", "$.pair.first"),
    (#"{"pair": {"first": {"id": 200}, "score": "x"}}"#, "$.pair.score", "$.pair.first"),
    (#"{"pair": {"first": {"id": 200}, "count": "x"}}"#, "$.pair.count", "$.pair.first"),
    (#"{"pairs": [{"score": "x", "first": {"id": 200}}]}"#, "$.pairs[0].score", "$.pairs[0].first"),
    (#"{"pairs": [{"count": "x", "last": {"id": 200}}]}"#, "$.pairs[0].count", "$.pairs[0].last"),
    (#"{"pairs": [{"last": {"id": 200}, "count": "x"}]}"#, "$.pairs[0].count", "$.pairs[0].last"),
  ]

  private static func errors<Value>(_ body: () throws -> Value) -> [String] {
    do {
      _ = try body()
      return []
    } catch let error as JSONAdapterError {
      return (error.errors.isEmpty ? [error] : error.errors).map { "\($0.kind) \($0.path)" }
    } catch {
      return ["\(error)"]
    }
  }

  /// The errors of each door.
  private static func errors(_ type: (some Model & JSONSerializing).Type, _ json: String) throws
    -> Set<[String]>
  {
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    return [
      errors { try JSONAdapter.model(of: type, from: json) },
      errors { try JSONAdapter.model(of: type, from: object) },
      errors { try JSONAdapter.update(type.init(), from: json) },
      errors { try JSONAdapter.update(type.init(), from: object) },
    ]
  }

  @Test(arguments: documents)
  func refusesWhatAValidationRefuses(json: String, mismatch: String, rejection: String) throws {
    #expect(try Self.errors(Keeping.self, json) == [["validationFailed \(rejection)"]])
    #expect(try Self.errors(Keeping.self, json.replacing("200", with: "2")) == [[]])
  }

  @Test(arguments: documents)
  func refusesAMistakeBesideADroppedObject(json: String, mismatch: String, rejection: String) throws
  {
    #expect(try Self.errors(Dropping.self, json) == [["typeMismatch \(mismatch)"]])
    #expect(
      try Self.errors(Dropping.self, json.replacing("\"x\"", with: "1").replacing("5", with: "{}"))
        == [[]])
  }

  @Test(arguments: documents)
  func refusesWhatAValidationRefusesInDroppedElements(
    json: String, mismatch: String, rejection: String
  ) throws {
    if json.contains("\"pair\"") { return }
    #expect(try Self.errors(DroppingElements.self, json) == [["validationFailed \(rejection)"]])
    #expect(try Self.errors(DroppingElements.self, json.replacing("200", with: "2")) == [[]])
  }

  @Test(arguments: documents)
  func collectsWhatAValidationRefuses(json: String, mismatch: String, rejection: String) {
    let policy = ConversionPolicy.strict.with {
      $0.mismatch = .keep
      $0.collectsErrors = true
    }
    let errors = Self.errors { try JSONAdapter.model(of: Keeping.self, from: json, policy: policy) }
    // A policy of the call counts for the inner classes, too, where a bad number is a mistake alone.
    #expect(errors == ["validationFailed \(rejection)"])
  }

  @Test(arguments: documents)
  func findsTheRuleOfTheNearestProperty(json: String, mismatch: String, rejection: String) throws {
    var issues: [String] = []
    let around = try JSONAdapter.model(
      of: Around.self, from: #"{"count": 1, "keeping": \#(json)}"#
    ) { issues.append($0.path) }
    #expect(around.keeping == nil)
    #expect(issues == ["$.keeping" + rejection.dropFirst()])
  }

  @Test func readsOnAfterAValueThatIsGivenUp() throws {
    var issues: [String] = []
    let holder = try JSONAdapter.model(
      of: Keeping.self,
      from:
        #"{"items": {"a": 5, "b": {"id": 1}, "c": 6}, "pair": {"count": 1, "first": {"id": 2}}}"#
    ) { issues.append($0.path) }
    #expect(holder.items.isEmpty)
    #expect(holder.pair?.first?.id == 2)
    #expect(issues == ["$.items.a"])
  }

  /// Where the nearest property tolerates all, the first mistake is told, in a list, too.
  @Test func tellsTheFirstMistakeOfAValueThatIsDropped() throws {
    let text = #"{"late": {"b": {"id": 200}, "last": {"id": 300}}}"#
    var issues: [String] = []
    _ = try JSONAdapter.model(of: Tolerant.self, from: text) { issues.append($0.path) }
    _ = try JSONAdapter.models(of: Tolerant.self, from: "[\(text)]") { issues.append($0.path) }
    #expect(issues == ["$.late.last", "$[0].late.last"])
  }

  /// Of a value that is given up, no part is updated, whatever the order of members.
  @Test(arguments: [
    #"{"items": {"a": {"id": 7}, "b": 5}}"#, #"{"items": {"b": 5, "a": {"id": 7}}}"#,
    #"{"pair": {"count": 7, "score": "x"}}"#, #"{"pair": {"score": "x", "count": 7}}"#,
    #"{"things": [{"id": 7, "name": "b"}, {"id": 8, "name": 5}]}"#,
    #"{"grouped": {"a": [{"id": 7, "name": "b"}], "b": 5}}"#,
  ])
  func updatesNoPartOfAValueThatIsGivenUp(json: String) throws {
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    for number in 0..<20 {
      let (item, pair, thing, other) = (Item(), Pair(), Thing(), Thing())
      for thing in [thing, other] {
        thing.id = 7
        thing.name = "a"
      }
      let holder = Updated()
      holder.items = ["a": item]
      holder.pair = pair
      holder.things = [thing]
      holder.grouped = ["a": [other]]
      if number == 0 {
        try JSONAdapter.update(holder, from: json)
      } else {
        // A dictionary has another order each time.
        try JSONAdapter.update(holder, from: object.mapValues { $0 })
      }
      #expect(item.id == 0)
      #expect(pair.count == 0)
      #expect(thing.name == "a" && other.name == "a")
      #expect(holder.items["a"] === item && holder.pair === pair && holder.things == [thing])
    }
  }
}
