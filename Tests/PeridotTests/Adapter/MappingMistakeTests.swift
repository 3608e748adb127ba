import Foundation
import Peridot
import Testing

private struct Opaque {
  var value = 0
}

private final class Mistaken: Model, JSONSerializing {
  var opaque = Opaque()
  var several = 0
  var broken = 0
  var box = 0
  var inside = 0
  var action: () -> Void = {}

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "several": ["a", "b"], "broken": "x[", "box": "place", "inside": "place.deep.in",
      "titel": "title", "nmae": "name",
    ]
  }

  override class var requiredPropertyKeys: Set<String> { ["several", "missing"] }
  override class var identityKey: String? { "uid" }
}

private final class Forms: Model, JSONSerializing {
  var first = 0
  var all = 0
  var inner = 0
  var direction = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "first": .firstOf("a", .all("b", "c")), "all": .all("a", .root),
      "inner": .firstOf("a", .excluded), "direction": .firstOf("a", .readOnly("b")),
    ]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? { .boolean }
}

private final class Leaf: Model, JSONSerializing {
  var opaque = Opaque()
}

private final class Middle: Model {
  var leaves: [String: [Leaf?]] = [:]
}

private final class Root: Model, JSONSerializing {
  var middle: Middle?
  var own: Opaque?
  var skipped: Leaf?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["skipped": .excluded] }
}

private final class Sound: Model, JSONSerializing {
  var again: Sound?
  var shared: [Sound] = []
  var hidden = Opaque()

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["hidden": .excluded] }
}

private final class User: Model, JSONSerializing {
  var leaf: Leaf?
}

@Suite struct MappingMistakeTests {
  private let mistakes = """
    Mistaken: the mapping has mistakes:
    - keyPathsByPropertyKey names "nmae", which is no property; there are opaque, several, broken, \
    box, inside, action
    - keyPathsByPropertyKey names "titel", which is no property; there are opaque, several, broken, \
    box, inside, action
    - "opaque" is of type Opaque, which has no JSON form: return a transformer from \
    transformer(forKey:), or map it to .excluded
    - "several" is mapped to several paths and has no transformer: return one from \
    transformer(forKey:), or use .firstOf for alternatives
    - "broken" is mapped to : "x[" has a bracket that is not closed
    - "action" is of type () -> (), which has no JSON form: return a transformer from \
    transformer(forKey:), or map it to .excluded
    - "box" is written to place, and "inside" inside it: make one of them .readOnly
    - requiredPropertyKeys names "missing", which is no property
    - identityKey is "uid", which is no property
    """

  @Test func reportsAllMistakesOfAClassTogether() {
    let error = adapterError { try JSONAdapter.check(Mistaken.self) }
    #expect(error?.description == mistakes)
    #expect(error?.kind == .invalidMapping)
    #expect(error?.modelClass == Mistaken.self)
    #expect(adapterMessage { try JSONAdapter.model(of: Mistaken.self, from: "{}") } == mistakes)
    #expect(adapterMessage { try JSONAdapter.string(from: Mistaken()) } == mistakes)
    #expect(adapterMessage { try JSONAdapter.update(Mistaken(), from: "{}") } == mistakes)
    #expect(adapterMessage { try JSONAdapter().check(Mistaken.self) } == mistakes)
  }

  @Test func refusesFormsThatDoNotFitIntoEachOther() {
    #expect(
      adapterMessage { try JSONAdapter.check(Forms.self) } == """
        Forms: the mapping has mistakes:
        - "first" is mapped to firstOf(a, [b, c]): firstOf takes plain paths, and [b, c] is none
        - "all" is mapped to [a, root]: all takes plain paths, and root is none
        - "inner" is mapped to firstOf(a, excluded): an excluded path cannot be a part of another
        - "direction" is mapped to firstOf(a, readOnly(b)): a direction belongs to the whole, not \
        to readOnly(b)
        """)
  }

  @Test func checksTheClassesThatAClassReaches() {
    let advice =
      "return a transformer from transformer(forKey:), or map it to .excluded"
    let error = adapterError { try JSONAdapter.check(Root.self) }
    #expect(error?.kind == .multiple)
    #expect(
      error?.description == """
        2 errors:
        - Root: the mapping has mistakes:
        - "own" is of type Optional<Opaque>, which has no JSON form: \(advice)
        - Leaf: the mapping has mistakes:
        - "opaque" is of type Opaque, which has no JSON form: \(advice)
        """)
    #expect(throws: Never.self) { try JSONAdapter.check(Sound.self) }
  }

  @Test func reportsTheMistakesOfANestedClassWhenItIsMet() {
    #expect(throws: Never.self) { try JSONAdapter.model(of: User.self, from: "{}") }
    let error = adapterError { try JSONAdapter.model(of: User.self, from: #"{"leaf":{}}"#) }
    #expect(error?.kind == .invalidMapping)
    #expect(error?.modelClass == Leaf.self)
    let user = User()
    user.leaf = Leaf()
    #expect(adapterError { try JSONAdapter.data(from: user) }?.kind == .invalidMapping)
  }
}
