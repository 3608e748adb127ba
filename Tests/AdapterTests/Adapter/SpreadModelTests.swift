import Foundation
import Peridot
import TestSupport
import Testing

private final class Part: Model, CodableModel {
  var id: Int?
  var detail: Int?
  var at: Int?
  var counts: [String: Int]?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["at": "meta.at"] }
}

/// Has members of the same object as the model that it spreads over it.
private final class Whole: Model, CodableModel {
  var id: Int?
  var name: String?
  var by: String?
  var counts: [String: Int]?
  var part = Part()

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["by": "meta.by", "part": .root]
  }
}

/// Values that both a model at the root and its holder read, and of which a default is left out.
private final class Counter: Model, CodableModel {
  var count = 1
  var tags: [Int]?
  var part = Counted()

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["part": .root, "tags": "items[*].tag"]
  }

  override class var conversionPolicy: ConversionPolicy? {
    .strict.with { $0.defaultsOnExport = .omit }
  }
}

private final class Counted: Model, CodableModel {
  var count = 2
  var tags: [Int]?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["tags": "items[*].tag"] }
}

/// A class that is known only when its model is written.
private class Base: Model, JSONSerializing {
  override class var cluster: Cluster? {
    cluster(tag: "type", ["indexed": Indexed.self], unknown: .fail)
  }
}

private final class Indexed: Base {
  var first: Int?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["first": "info[0]"] }
}

private final class Informed: Model, JSONSerializing {
  var info: [String: Int]?
  var part: Base = Indexed()

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["part": .root] }
}

private final class Named: Model, JSONSerializing {
  var name: String?
}

private final class Titled: Model, JSONSerializing {
  var id: String?
  var title: String?
  var part = Named()

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["title": .firstOf("title", "name"), "part": .root]
  }
}

private final class RawWhole: Model, JSONSerializing {
  var value: RawJSON?
  var part = RawPart()

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["part": .root] }
}

private final class RawPart: Model, JSONSerializing {
  var value: Named?
}

private final class TitledHolder: Model, JSONSerializing {
  var one: Titled?
  var other: Titled?
  var byName: [String: Titled] = [:]
  var list: [Titled] = []
  var whole: Titled?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["other": .firstOf("first.other", "other"), "whole": .root]
  }
  override class var declaredProperties: [Property] {
    [property("list", \.list, facets: .keyed(by: "id"))]
  }
}

private class Shape: Model, CodableModel {
  override class var cluster: Cluster? {
    cluster(around: ["hollow": Hollow.self, "full": Full.self])
  }
}

private final class Hollow: Shape {
  var content: Named?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["content": .root] }
}

private final class Full: Shape {
  var name = ""
}

@Suite struct SpreadModelTests {
  private func whole(_ json: String) throws -> Whole { try JSONAdapter.model(from: json) }

  private func message(_ model: some JSONSerializing) -> String {
    do {
      return try JSONAdapter.string(from: model)
    } catch {
      return "\(error)"
    }
  }

  @Test func agreesWithTheObject() throws {
    let text = #"{"id":1,"name":"n","meta":{"by":"b","at":2},"detail":3}"#
    #expect(message(try whole(text)) == text)
  }

  @Test func isRefusedWhereItHasAValueAndTheObjectNil() throws {
    let model = try whole(#"{"id":1}"#)
    model.id = nil
    #expect(
      message(model)
        == #"Whole.id: expected the value of "part", found nil; make one of them .readOnly at $.id"#
    )
  }

  @Test func isRefusedWhereItHasNilAndTheObjectAValue() throws {
    let model = try whole(#"{"id":1}"#)
    model.part.id = nil
    #expect(
      message(model)
        == "Whole.part: expected the value that another property writes here, found another; "
        + "make one of them .readOnly at $.id")
  }

  @Test func isRefusedWhereItHasAnotherDictionary() throws {
    let model = try whole(#"{"counts":{"a":1}}"#)
    #expect(message(model) == #"{"counts":{"a":1}}"#)
    model.part.counts?["b"] = 2
    #expect(
      message(model)
        == "Whole.part: expected the value that another property writes here, found another; "
        + "make one of them .readOnly at $.counts")
  }

  /// So has JSON that is kept as it is, or the dictionary of a union.
  @Test func isRefusedWhereItAddsMembersToJSONThatIsKept() throws {
    let model = RawWhole()
    model.value = try RawJSON(encoding: ["a": 1])
    let error =
      "RawWhole.part: expected the value that another property writes here, found another; "
      + "make one of them .readOnly at $.value"
    #expect(message(model) == error)
    model.part.value = Named()
    model.part.value?.name = "n"
    #expect(message(model) == error)
    model.value = try RawJSON(encoding: ["name": "n"])
    #expect(message(model) == #"{"value":{"name":"n"}}"#)
  }

  /// The name of the object identifies the class.
  @Test func isAnEmptyObjectWhereItIsNilAndKeepsItsClass() throws {
    let hollow: Shape = Hollow()
    for policy: ConversionPolicy in [.strict, .strict.with { $0.nilOnExport = .null }] {
      #expect(try JSONAdapter.string(from: hollow, policy: policy) == #"{"hollow":{}}"#)
      let object = try JSONAdapter.dictionary(from: hollow, policy: policy)
      #expect(object as NSDictionary == ["hollow": [:] as [String: Any]])
    }
    #expect(String(decoding: try JSONEncoder().encode(hollow), as: UTF8.self) == #"{"hollow":{}}"#)
    let read = try JSONAdapter.model(of: Shape.self, from: #"{"hollow":{}}"#)
    #expect(type(of: read) == Hollow.self)
    let patch = try JSONAdapter.mergePatch(from: hollow, to: Full() as Shape)
    #expect(String(decoding: patch, as: UTF8.self) == #"{"full":{"name":""},"hollow":null}"#)
  }

  /// The member would be read as the alternative of the property that is nil.
  @Test func isRefusedWhereItHasAnAlternativeOfANil() {
    let model = Titled()
    model.part.name = "n"
    #expect(
      message(model)
        == #"Titled.title: expected the value of "part", found nil; make one of them .readOnly at $.name"#
    )
    model.title = "t"
    #expect(message(model) == #"{"title":"t","name":"n"}"#)
  }

  /// The patch would change the property that has the member as an alternative.
  @Test func hasNoPatchOfAnAlternative() throws {
    let (old, new) = (Titled(), Titled())
    (old.title, old.part.name, new.title, new.part.name) = ("t", "n", "t", "m")
    #expect(
      words(of: try JSONAdapter.mergePatch(from: old, to: new))
        == "Titled.title: expected a value that a merge patch can give, found another property's value, "
        + "at an alternative of this one at $.name")
    new.title = "u"
    let patch = try JSONAdapter.mergePatch(from: old, to: new)
    #expect(String(decoding: patch, as: UTF8.self) == #"{"name":"m","title":"u"}"#)
    try JSONAdapter.apply(mergePatch: patch, to: old)
    #expect(old == new)
  }

  /// The object is a property's, an alternative's, at a name, or all of its holder's.
  @Test func hasNoPatchOfAnAlternativeInModelsThatAreHeld() throws {
    func check(_ place: String, _ hold: (TitledHolder, Titled) -> Void) {
      let holders = ["n", "m"].map { name in
        let (holder, titled) = (TitledHolder(), Titled())
        (titled.id, titled.title, titled.part.name) = ("k", "t", name)
        hold(holder, titled)
        return holder
      }
      #expect(
        words(of: try JSONAdapter.mergePatch(from: holders[0], to: holders[1]))
          == "Titled.title: expected a value that a merge patch can give, found another property's "
          + "value, at an alternative of this one at \(place)")
    }
    check("$.one.name") { $0.one = $1 }
    check("$.first.other.name") { $0.other = $1 }
    check("$.byName.k.name") { $0.byName = ["k": $1] }
    check("$.list.k.name") { $0.list = [$1] }
    check("$.name") { $0.whole = $1 }
  }

  private func words<Value>(of value: @autoclosure () throws -> Value) -> String? {
    do {
      _ = try value()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func mayHaveNilAsTheObject() throws {
    #expect(message(try whole(#"{"name":"n"}"#)) == #"{"name":"n"}"#)
  }

  private static let another =
    "Counter.part: expected the value that another property writes here, found another; "
    + "make one of them .readOnly at "

  private func written(_ counts: (Int, Int), _ tags: ([Int]?, [Int]?) = (nil, nil)) -> String {
    let model = Counter()
    (model.count, model.part.count) = counts
    (model.tags, model.part.tags) = tags
    do {
      return try JSONAdapter.string(from: model)
    } catch {
      return "\(error)"
    }
  }

  @Test func mayHaveTheDefaultThatIsLeftOut() throws {
    #expect(written((1, 1)) == #"{"count":1}"#)
    #expect(written((2, 2)) == #"{"count":2}"#)
    #expect(written((3, 3)) == #"{"count":3}"#)
  }

  @Test(arguments: [(1, 3), (3, 2), (1, 2)])
  func isRefusedWhereADefaultIsLeftOutForAnother(_ first: Int, _ second: Int) {
    let isRead = written((first, second))
    // Both are left out: nothing is read.
    #expect(isRead == ((first, second) == (1, 2) ? "{}" : Self.another + "$.count"))
  }

  @Test func agreesWithTheListOfItsHolder() throws {
    #expect(written((1, 2), ([7, 8], [7, 8])) == #"{"items":[{"tag":7},{"tag":8}]}"#)
    #expect(written((1, 2), (nil, nil)) == "{}")
    let counter: Counter = try JSONAdapter.model(from: #"{"items":[{"tag":7},{}]}"#)
    #expect(counter.tags == [7] && counter.part.tags == [7])
    #expect(try JSONAdapter.string(from: counter) == #"{"items":[{"tag":7}]}"#)
  }

  @Test(arguments: [
    ([7], [] as [Int]), ([7], nil), ([7, 8], [7]), ([7], [8]), ([], [7]), ([7], [7, 8]),
  ])
  func isRefusedWhereAListIsAnother(_ tags: [Int], _ others: [Int]?) {
    #expect(written((1, 2), (tags, others)).hasPrefix(Self.another + "$.items"))
  }

  @Test func isRefusedWhereItsPathCannotGoOn() {
    let model = Informed()
    #expect(message(model) == #"{"type":"indexed"}"#)
    model.info = ["a": 1]
    #expect(
      message(model)
        == "Informed.part: expected the value that another property writes here, found another; "
        + "make one of them .readOnly at $.info[0]")
  }

  @Test func isRefusedWhereTheListOfItsHolderIsNil() {
    #expect(
      written((1, 2), (nil, [7]))
        == "Counter.tags: expected the value of \"part\", found nil; make one of them .readOnly at "
        + "$.items[*].tag")
  }

  @Test(arguments: [(1, 2), (nil, 1), (1, nil)] as [(Int?, Int?)])
  func isRefusedUnderACoder(_ id: Int?, _ other: Int?) {
    let model = Whole()
    (model.id, model.part.id) = (id, other)
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(model) }
  }

  @Test func sharesAnInnerObjectUnderACoder() throws {
    let model = try whole(#"{"meta":{"by":"b","at":2}}"#)
    let decoded = try JSONDecoder().decode(Whole.self, from: JSONEncoder().encode(model))
    #expect(decoded.by == "b")
    #expect(decoded.part.at == 2)
  }
}
