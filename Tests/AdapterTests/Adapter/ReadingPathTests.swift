import Foundation
import Peridot
import Testing

private final class Member: Model, JSONSerializing {
  var id = 0
  var age = 0
  var name: String?
  var city = ""

  override class var declaredProperties: [Property] {
    [
      property("id", \.id, at: .reading("_id", writing: "id"), isIdentity: true),
      property("age", \.age, at: .reading("user_age", writing: "age"), isRequired: true),
      property("name", \.name, at: .reading(.firstOf("full.name", "name"), writing: "name")),
    ]
  }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["city": .reading("cities[0]", writing: "address.city")]
  }
}

private final class Club: Model, JSONSerializing {
  var members: [Member] = []
}

private final class Mistaken: Model, JSONSerializing {
  var a = 0
  var b = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "a": .reading(.readOnly("x"), writing: "a"), "b": .reading("b", writing: .excluded),
    ]
  }
}

/// A property that is read at one place and written at another.
@Suite struct ReadingPathTests {
  private let json = #"{"_id":7,"user_age":5,"full":{"name":"Ada"},"cities":["Bonn"]}"#

  @Test func readsAtOnePlaceAndWritesAtTheOther() throws {
    let member: Member = try JSONAdapter.model(from: json)
    let written = #"{"address":{"city":"Bonn"},"age":5,"id":7,"name":"Ada"}"#
    #expect(try JSONAdapter.string(from: member, options: .sortedKeys) == written)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let other: Member = try JSONAdapter.model(from: object)
    #expect(other == member)
  }

  private final class Listed: Model, JSONSerializing {
    var names: [String] = []
    var rest: [Int]?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["names": .reading("people.name", writing: "names"), "rest": .root]
    }
  }

  private final class Whole: Model, JSONSerializing {
    var id = 0
    var all: [Int]?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["id": .reading("_id", writing: "id"), "all": .root]
    }
  }

  /// The place that is read has the rules of a path that is read and written.
  @Test func readsOnePlaceAsAnyOther() throws {
    let listed: Listed = try JSONAdapter.model(
      from: #"{"people":[{"name":"Ada"},{"name":"Eve"}]}"#, policy: .lenient)
    #expect(listed.names == ["Ada", "Eve"])
    let literal: Listed = try JSONAdapter.model(
      from: #"{"people.name":["Ada"]}"#, policy: .lenient)
    #expect(literal.names == ["Ada"])
    let whole: Whole = try JSONAdapter.model(from: "[1,2]")
    #expect(whole.all == [1, 2] && whole.id == 0)
  }

  private final class Entry: Model, JSONSerializing {
    var name = ""
    var kind: String?

    override class var declaredProperties: [Property] {
      [
        property(
          "name", \.name, at: .reading(.firstOf("meta.name", "name"), writing: "name"),
          isRequired: true),
        property("kind", \.kind, at: "meta.kind"),
      ]
    }
  }

  /// A patch that removes the object on the way to a place says nothing of what is written elsewhere.
  @Test func aPatchKeepsWhatIsWrittenElsewhere() throws {
    let (old, new) = (Entry(), Entry())
    (old.name, old.kind, new.name) = ("Ada", "a", "Ada")
    let patch = try String(decoding: JSONAdapter.mergePatch(from: old, to: new), as: UTF8.self)
    #expect(patch == #"{"meta":null}"#)
    try JSONAdapter.apply(mergePatch: patch, to: old)
    #expect(old == new)
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.apply(mergePatch: #"{"name":null}"#, to: old)
    }
    #expect(error.kind == .missingKeys)
  }

  @Test func takesTheFirstAlternative() throws {
    let member: Member = try JSONAdapter.model(from: #"{"user_age":5,"name":"Eve"}"#)
    #expect(member.name == "Eve")
    let both: Member = try JSONAdapter.model(
      from: #"{"user_age":5,"name":"Eve","full":{"name":"Ada"}}"#)
    #expect(both.name == "Ada")
  }

  @Test func neverReadsWhatItWrites() throws {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Member.self, from: #"{"age":5,"id":7}"#)
    }
    #expect(error?.kind == .missingKeys)
    #expect(error?.path == "$.user_age")
  }

  @Test func findsElementsByTheIdentityThatIsRead() throws {
    let club: Club = try JSONAdapter.model(from: #"{"members":[\#(json)]}"#)
    let member = club.members[0]
    try JSONAdapter.update(club, from: #"{"members":[{"_id":7,"user_age":6}]}"#)
    #expect(club.members[0] === member)
    #expect(member.age == 6)
  }

  @Test func describesItself() {
    #expect("\(JSONKeyPath.reading("a", writing: "b"))" == "reading(a, writing: b)")
    #expect(
      "\(JSONKeyPath.reading(.firstOf("a", "c"), writing: "b"))"
        == "reading(firstOf(a, c), writing: b)")
  }

  @Test func reportsMistakes() throws {
    let error = #expect(throws: JSONAdapterError.self) { try JSONAdapter.check(Mistaken.self) }
    #expect(
      error?.description == """
        Mistaken: the mapping has mistakes:
        - "a" is mapped to reading(x, writing: a): a direction belongs to the whole, not to readOnly(x)
        - "b" is mapped to reading(b, writing: excluded): an excluded path cannot be a part of another
        """)
  }
}
