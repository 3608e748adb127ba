import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Signal: Model, JSONSerializing {
  var name = ""
  override class var cluster: Cluster? { cluster(tag: "kind", [1: Low.self, 2: High.self]) }
}
private final class Low: Signal {}
private final class High: Signal {}

private class Answer: Model, JSONSerializing {
  override class var cluster: Cluster? {
    cluster(tag: "meta.isFinal", [true: Final.self, false: Draft.self])
  }
}
private final class Final: Answer {
  var text = ""
}
private final class Draft: Answer {
  var text = ""
  var meta: String?
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["meta": "meta.author"] }
}

private class Styled: Model, JSONSerializing, JSONKeyStyling {
  class var jsonKeyStyle: JSONKeyStyle { .snakeCase }
  override class var cluster: Cluster? {
    cluster(tag: "eventType", content: "eventBody", ["on": StyledOn.self])
  }
}
private final class StyledOn: Styled {
  var lastSeen = 0
}

private enum Kind: String, CaseIterable {
  case push, issue
}
private class Chosen: Model, CodableModel {
  var kind: Kind?
  override class var cluster: Cluster? {
    cluster(tag: "kind", by: Kind.self) {
      switch $0 {
      case .push: ChosenPush.self
      case .issue: ChosenIssue.self
      }
    }
  }
}
private final class ChosenPush: Chosen {}
private final class ChosenIssue: Chosen {}

private class Event: Model, CodableModel {
  var id = 0
  override class var cluster: Cluster? {
    cluster(
      tag: "type", ["push": Push.self, "issue": Issue.self, "shape": Shape.self],
      unknown: .kept(OtherEvent.self))
  }
}
private class Push: Event {
  var branch = ""
}
private final class Issue: Event {
  var title = ""
}
private final class OtherEvent: Event, JSONKeeping {
  var keptJSON = RawJSON()
  override class var archiveName: String { "Tests.OtherEvent" }
}
/// A base of its own.
private class Shape: Event {
  override class var cluster: Cluster? {
    cluster(tag: "shape", ["circle": Circle.self, "square": Square.self], unknown: .base)
  }
}
private final class Circle: Shape {
  var radius = 0
}
private final class Square: Shape {
  var side = 0
}

/// Tells its classes by the tag that told itself.
private class Animal: Model, CodableModel {
  override class var cluster: Cluster? { cluster(tag: "type", ["cat": Cat.self, "dog": Dog.self]) }
}
private class Cat: Animal {
  var lives = 9
  override class var cluster: Cluster? { cluster(tag: "type", ["lion": Lion.self]) }
}
private final class Lion: Cat {
  var mane = 0
}
private final class Dog: Animal {}

/// Around, and within it beside.
private class Outer: Model, CodableModel {
  override class var cluster: Cluster? { cluster(around: ["middle": Middle.self]) }
}
private class Middle: Outer {
  override class var cluster: Cluster? {
    cluster(tag: "is", content: "it", ["inner": Inner.self], unknown: .base)
  }
}
private final class Inner: Middle {
  var value = 0
}

private class Loose: Model, JSONSerializing {
  var id = 0
  override class var cluster: Cluster? {
    cluster(tag: "type", ["tight": Tight.self], unknown: .base)
  }
}
private final class Tight: Loose {}

private class Joined: Model, JSONSerializing {
  override class var cluster: Cluster? { cluster(tag: "type", ["one": JoinedOne.self]) }
}
private final class JoinedOne: Joined {}
private final class JoinedTwo: Joined {}

private class Mixed: Model, JSONSerializing {
  override class var cluster: Cluster? { cluster(tag: "type", ["more": More.self]) }
}
private class More: Mixed {
  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    json.contains("most") ? Most.self : self
  }
}
private final class Most: More {
  var most = 0
}

private class Body: Model, JSONSerializing {}
private final class TextBody: Body {
  var text = ""
}
private final class OtherBody: Body, JSONKeeping {
  var keptJSON = RawJSON()
}
private final class Letter: Model, CodableModel {
  var kind = ""
  var bodies: [Body] = []
  override class func cluster(forKey key: String) -> Cluster? {
    key == "bodies"
      ? Body.cluster(tag: "kind", ["text": TextBody.self], unknown: .kept(OtherBody.self)) : nil
  }
}

@Suite struct ClusterTagTests {
  @Test func takesIntegers() throws {
    let text = #"[{"kind":1,"name":"a"},{"kind":2,"name":"b"}]"#
    let signals = try JSONAdapter.models(of: Signal.self, from: text)
    #expect(signals.map { "\(type(of: $0))" } == ["Low", "High"])
    #expect(try JSONAdapter.string(from: signals) == text)
    #expect(try JSONAdapter.model(of: Signal.self, from: #"{"kind":2.0}"#) is High)
    let error = adapterError { try JSONAdapter.models(of: Signal.self, from: #"[{"kind":"1"}]"#) }
    #expect(
      error?.description
        == #"Signal: "kind" is "1", which stands for no class of Signal; there are 1, 2 at $[0] (line 1, column 2)"#
    )
  }

  @Test func takesBooleansAtNestedPaths() throws {
    let text =
      #"[{"meta":{"isFinal":true},"text":"a"},{"meta":{"isFinal":false,"author":"x"},"text":"b"}]"#
    let answers = try JSONAdapter.models(of: Answer.self, from: text)
    #expect(answers.map { "\(type(of: $0))" } == ["Final", "Draft"])
    #expect(try JSONAdapter.string(from: answers) == text)
  }

  @Test func goesByTheKeyStyle() throws {
    let text = #"{"event_type":"on","event_body":{"last_seen":3}}"#
    let model = try JSONAdapter.model(of: Styled.self, from: text)
    #expect((model as? StyledOn)?.lastSeen == 3)
    #expect(try JSONAdapter.string(from: model) == text)
  }

  @Test func takesTheCasesOfAnEnum() throws {
    let text = #"[{"kind":"push"},{"kind":"issue"}]"#
    let models = try JSONAdapter.models(of: Chosen.self, from: text)
    #expect(models.map(\.kind) == [.push, .issue])
    #expect(models[1] is ChosenIssue)
    #expect(try JSONAdapter.string(from: models) == text)
    // A property at the tag's place need not be set.
    #expect(try JSONAdapter.string(from: [ChosenPush(), ChosenIssue()]) == text)
  }

  @Test func refusesThePropertyThatContradictsTheTag() throws {
    let model = ChosenPush()
    model.kind = .issue
    let error = adapterError { try JSONAdapter.data(from: model) }
    #expect(
      adapterError { try JSONAdapter.dictionary(from: model) }?.description == error?.description)
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(model) }
    #expect(
      try JSONAdapter.string(from: model, policy: .strict.with { $0.mismatch = .keep })
        == #"{"kind":"push"}"#)
    #expect(
      error?.description == """
        ChosenPush.kind: expected the tag "push", which stands for ChosenPush, found "issue", which \
        stands for ChosenIssue: leave the property as a new object has it, or map it to .readOnly at \
        $.kind
        """)
  }

  @Test func asksABaseWithinABase() throws {
    let text = """
      [{"type":"shape","shape":"circle","id":1,"radius":2},{"type":"shape","id":2},\
      {"type":"shape","shape":"square","id":3,"side":4}]
      """
    let models = try JSONAdapter.models(of: Event.self, from: text)
    #expect(models.map { "\(type(of: $0))" } == ["Circle", "Shape", "Square"])
    #expect(try sorted(JSONAdapter.string(from: models)) == sorted(text))
    #expect(try JSONAdapter.models(of: Shape.self, from: text) == models)
    let data = try JSONEncoder().encode(models)
    #expect(try JSONDecoder().decode([Event].self, from: data) == models)
    #expect(try JSONAdapter.model(of: Circle.self, from: #"{"radius":5}"#).radius == 5)
  }

  @Test func takesOneTagForTwoBases() throws {
    let text = #"[{"type":"cat","lives":9},{"type":"lion","lives":1,"mane":2},{"type":"dog"}]"#
    let models = try JSONAdapter.models(of: Animal.self, from: text)
    #expect(models.map { "\(type(of: $0))" } == ["Cat", "Lion", "Dog"])
    #expect(try JSONAdapter.string(from: models) == text)
    #expect(try JSONAdapter.model(of: Cat.self, from: #"{"type":"lion"}"#) is Lion)
    let error = adapterError { try JSONAdapter.model(of: Cat.self, from: #"{"type":"dog"}"#) }
    #expect(
      error?.description
        == #"Cat: "type" is "dog", which stands for Dog, and that is not a subclass of Cat at $ (line 1, column 1)"#
    )
  }

  @Test func nestsForms() throws {
    let text = #"[{"middle":{"is":"inner","it":{"value":7}}},{"middle":{"it":{}}}]"#
    let models = try JSONAdapter.models(of: Outer.self, from: text)
    #expect((models[0] as? Inner)?.value == 7)
    #expect(type(of: models[1]) == Middle.self)
    #expect(try JSONAdapter.string(from: models) == text)
    let data = try JSONEncoder().encode(models)
    #expect(try JSONDecoder().decode([Outer].self, from: data) == models)
    let dictionaries = try JSONAdapter.array(from: models)
    #expect(try JSONAdapter.models(of: Outer.self, from: dictionaries) == models)
  }

  @Test func namesTheNearestTags() throws {
    let error = adapterError { try JSONAdapter.model(of: Animal.self, from: #"{"type":"lino"}"#) }
    #expect(
      error?.description
        == #"Animal: "type" is "lino", which stands for no class of Animal; there are "lion", "cat", "dog" at $ (line 1, column 1): did you mean "lion"?"#
    )
    #expect(error?.advice?.message.description == #"did you mean "lion"?"#)
    let absent = adapterError { try JSONAdapter.model(of: Animal.self, from: "{}") }
    #expect(
      absent?.description
        == #"Animal: "type" is absent, but identifies the class of an Animal; there are "cat", "dog", "lion" at $ (line 1, column 1)"#
    )
    #expect(absent?.kind == .noClassFound)
  }

  @Test func takesTheBaseForAnUnknownTag() throws {
    for text in [#"{"type":"x","id":4}"#, #"{"id":4}"#] {
      let model = try JSONAdapter.model(of: Loose.self, from: text)
      #expect(type(of: model) == Loose.self)
      #expect(model.id == 4)
    }
    #expect(try JSONAdapter.string(from: Loose()) == #"{"id":0}"#)
    let error = adapterError { try JSONAdapter.data(from: Animal()) }
    #expect(
      error?.description == """
        Animal: Animal has no tag in its own cluster: list it there, or set unknown to .base at $: \
        list the class in the cluster, or call joinCluster before its first use; a program that only \
        writes sets unreadableClass in the policy to .write
        """)
  }

  @Test func keepsAnUnknownObject() throws {
    let text = #"{ "type" : "x\u0041", "id":7, "list":[1.50, {"b":1,"a":null}] }"#
    let model = try JSONAdapter.model(of: Event.self, from: text)
    let other = try #require(model as? OtherEvent)
    #expect(other.id == 7)
    #expect(other.keptJSON.object.string(forKey: "type") == "xA")
    #expect(try JSONAdapter.string(from: model) == text)
    #expect(
      try JSONAdapter.string(from: [model, Push()])
        == "[\(text),{\"type\":\"push\",\"id\":0,\"branch\":\"\"}]")
    let dictionary = try JSONAdapter.dictionary(from: model)
    #expect(try JSONAdapter.model(of: Event.self, from: dictionary) == model)
    let data = try JSONEncoder().encode([model])
    #expect(try JSONDecoder().decode([Event].self, from: data) == [model])
    #expect(
      try JSONAdapter.dictionary(from: JSONDecoder().decode(Event.self, from: Data(text.utf8)))
        .count == 3)
    #expect(model.copied() == model)
    #expect(try Event.unarchive(from: model.archivedData()) == model)
    try JSONAdapter.update(model, from: #"{"id":8,"type":"y"}"#)
    #expect(
      try sorted(JSONAdapter.string(from: model))
        == #"{"id":8,"list":[1.5,{"a":null,"b":1}],"type":"y"}"#)
    #expect(other.id == 8)
  }

  @Test func keepsTheTagOfItsHolder() throws {
    let text = #"{"kind":"voice","bodies":[{"length": 3}]}"#
    let letter = try JSONAdapter.model(of: Letter.self, from: text)
    #expect(try JSONAdapter.string(from: letter) == text)
    letter.kind = ""
    #expect(try JSONAdapter.string(from: letter) == text)
    let coded = try JSONDecoder().decode(Letter.self, from: Data(text.utf8))
    coded.kind = ""
    #expect(coded == letter)
    #expect(
      try sorted(String(decoding: JSONEncoder().encode(coded), as: UTF8.self)) == sorted(text))
    letter.bodies = [TextBody()]
    #expect(try JSONAdapter.string(from: letter) == #"{"kind":"text","bodies":[{"text":""}]}"#)
    letter.kind = "text"
    #expect(try JSONAdapter.string(from: letter) == #"{"kind":"text","bodies":[{"text":""}]}"#)
    letter.bodies = [Body()]
    #expect(adapterError { try JSONAdapter.data(from: letter) }?.kind == .noClassFound)
  }

  @Test func knowsTheTagWhereMembersAreRefused() throws {
    let policy = ConversionPolicy.strict.with { $0.unknownKeys = .fail }
    for text in [#"{"type":"x","id":4}"#, #"{"type":"tight","id":4}"#] {
      #expect(try JSONAdapter.model(of: Loose.self, from: text, policy: policy).id == 4)
    }
    let text = #"{"event_type":"on","event_body":{"last_seen":3}}"#
    #expect(try JSONAdapter.model(of: Styled.self, from: text, policy: policy) is StyledOn)
    let kept = #"{"type":"x","other":1}"#
    #expect(try JSONAdapter.model(of: Event.self, from: kept, policy: policy) is OtherEvent)
    #expect(
      adapterError {
        try JSONAdapter.model(of: Loose.self, from: #"{"type":"tight","it":1}"#, policy: policy)
      }?.kind == .unknownKey)
  }

  @Test func takesClassesThatJoin() throws {
    Joined.joinCluster(["two": JoinedTwo.self])
    #expect(try JSONAdapter.model(of: Joined.self, from: #"{"type":"two"}"#) is JoinedTwo)
    #expect(try JSONAdapter.string(from: JoinedTwo()) == #"{"type":"two"}"#)
    // Once more changes nothing.
    Joined.joinCluster(["two": JoinedTwo.self])
  }

  @Test func asksCodeBelowACluster() throws {
    let model = try JSONAdapter.model(of: Mixed.self, from: #"{"type":"more","most":3}"#)
    #expect((model as? Most)?.most == 3)
    #expect(try JSONAdapter.string(from: model) == #"{"type":"more","most":3}"#)
    #expect(type(of: try JSONAdapter.model(of: Mixed.self, from: #"{"type":"more"}"#)) == More.self)
  }

  @Test func takesTheLastOfEqualMembers() throws {
    let text = #"{"type":"dog","type":"lion","mane":1}"#
    #expect(try JSONAdapter.model(of: Animal.self, from: text) is Lion)
  }

  private class Wrapped: Model, CodableModel {
    override class var cluster: Cluster? {
      cluster(around: ["b": WrappedB.self, "c": WrappedC.self, "a": WrappedA.self])
    }
  }

  private final class WrappedA: Wrapped {}
  private final class WrappedB: Wrapped {}
  private final class WrappedC: Wrapped {}

  /// Of several tags around, text counts the first, and what has no order the first in the list.
  @Test func takesOneOfSeveralTagsAround() throws {
    for text in [#"{"a":{},"b":{},"c":{}}"#, #"{"a":{},"b":null,"c":{}}"#] {
      let first = text.contains("null") ? WrappedC.self : WrappedB.self
      let bytes = Data(text.utf8)
      #expect(try type(of: JSONAdapter.model(of: Wrapped.self, from: text)) == WrappedA.self)
      let dictionary = try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
      #expect(try type(of: JSONAdapter.model(of: Wrapped.self, from: dictionary)) == first)
      #expect(try type(of: JSONDecoder().decode(Wrapped.self, from: bytes)) == first)
    }
  }

  private func sorted(_ text: String) throws -> String {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let data = try JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
    return String(decoding: data, as: UTF8.self)
  }
}
