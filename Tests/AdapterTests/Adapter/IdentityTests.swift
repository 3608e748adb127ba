import Foundation
import Testing

@testable import Peridot

private class Item: Model, JSONSerializing {
  var id: Int?
  var name = ""

  override class var identityKey: String? { "id" }
}

private final class Alternative: Item {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["id": .firstOf("id", "ID", "meta.id"), "name": "name"]
  }
}

private final class Nested: Item {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["id": "meta.ids[1]", "name": "name"]
  }
}

private final class Prepared: Item, JSONPreparing {
  static func prepare(_ json: [String: Any]) throws -> [String: Any] {
    var json = json
    json["id"] = json["identifier"]
    return json
  }
}

private final class Transformed: Item {
  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "id" ? .closure(forward: { (text: String) in Int(text.dropFirst()) ?? 0 }) : nil
  }
}

private final class Rooted: Model, JSONSerializing {
  var id: Key?
  var name = ""

  struct Key: Codable, Hashable {
    var a: Int
    var b: Int
  }

  override class var identityKey: String? { "id" }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["id": .root, "name": "name"] }
}

private class Pair: Model, JSONSerializing {
  var kind = ""
  var number: Int?
  var name = ""

  override class var declaredProperties: [Property] {
    [
      property("kind", \.kind, isIdentity: true),
      property("number", \.number, at: "nr", isIdentity: true),
    ]
  }
}

private final class NamedPair: Pair {
  var note = ""
}

private final class List<Element: Model & JSONSerializing>: Model, JSONSerializing {
  var items: [Element] = []
}

/// Elements of an array that an update matches by the class's identity.
@Suite struct IdentityTests {
  /// Updates the elements that `old` makes by `new`; returns which old one each element is now.
  private func matches<Element: Model & JSONSerializing>(
    _ type: Element.Type, _ old: String, _ new: String
  ) throws -> [Int?] {
    let roads: [(List<Element>) throws -> Void] = [
      { try JSONAdapter.update($0, from: "{\"items\": \(new)}") },
      {
        let json = try JSONSerialization.jsonObject(with: Data("{\"items\": \(new)}".utf8))
        try JSONAdapter.update($0, from: try #require(json as? [String: Any]))
      },
    ]
    let results = try roads.map { road in
      let list = try JSONAdapter.model(of: List<Element>.self, from: "{\"items\": \(old)}")
      let elements = list.items
      try road(list)
      return list.items.map { item in elements.firstIndex { $0 === item } }
    }
    #expect(results[0] == results[1])
    return results[0]
  }

  @Test func isFoundAtEachAlternative() throws {
    let found = try matches(
      Alternative.self, #"[{"id": 1}, {"ID": 2}, {"meta": {"id": 3}}]"#,
      #"[{"meta": {"id": 1}}, {"meta": 7, "ID": 3}, {"id": null, "ID": 2}, {"id": 9, "ID": 2}]"#)
    #expect(found == [0, 2, 1, nil])
    let read = try JSONAdapter.models(of: Alternative.self, from: #"[{"id": null, "ID": 2}]"#)
    #expect(read.map(\.id) == [2])
  }

  @Test func isFoundAtPaths() throws {
    let found = try matches(
      Nested.self, #"[{"meta": {"ids": [0, 1]}}, {"meta": {"ids": [0, 2]}}]"#,
      #"[{"meta": {"ids": [9, 2]}}, {"meta": {"ids": [1]}}]"#)
    #expect(found == [1, nil])
  }

  @Test func isFoundInThePreparedObject() throws {
    let found = try matches(
      Prepared.self, #"[{"identifier": 1}, {"identifier": 2}]"#,
      #"[{"identifier": 2, "id": 1}, {"id": 1}]"#)
    #expect(found == [1, nil])
  }

  @Test func isFoundThroughItsTransformer() throws {
    let found = try matches(Transformed.self, #"[{"id": "x1"}, {"id": "x2"}]"#, #"[{"id": "y2"}]"#)
    #expect(found == [1])
  }

  @Test func isFoundInTheObjectItself() throws {
    let found = try matches(
      Rooted.self, #"[{"a": 1, "b": 1}, {"a": 1, "b": 2}]"#, #"[{"a": 1, "b": 2, "name": "x"}]"#)
    #expect(found == [1])
  }

  @Test func consistsOfSeveralProperties() throws {
    let old = """
      [{"kind": "a", "nr": 1}, {"kind": "a", "nr": 2}, {"kind": "b", "nr": 1}, {"kind": "c"}]
      """
    let new = """
      [{"kind": "b", "nr": 1}, {"nr": 1}, {"kind": "a", "nr": 2}, {"kind": "c", "nr": null}]
      """
    #expect(try matches(Pair.self, old, new) == [2, nil, 1, nil])
    #expect(try matches(NamedPair.self, old, new) == [2, nil, 1, nil])
  }

  @Test func ofSeveralPropertiesCountsInMerges() {
    func pair(_ kind: String, _ number: Int?, _ name: String) -> Pair {
      let pair = Pair()
      (pair.kind, pair.number, pair.name) = (kind, number, name)
      return pair
    }
    let list = List<Pair>()
    list.items = [pair("a", 1, "old"), pair("a", nil, "old")]
    let first = list.items[0]
    let other = List<Pair>()
    other.items = [pair("a", nil, "new"), pair("a", 1, "new")]
    list.mergeValues(from: other, rule: .deep)
    #expect(list.items.map { $0 === first } == [false, true])
    #expect(first.name == "new")
  }

  @Test func isDescribed() {
    let description = ClassDescription(of: NamedPair.self)
    #expect(description.properties.filter(\.isIdentity).map(\.key) == ["kind", "number"])
    #expect(
      ClassDescription(of: Alternative.self).properties.filter(\.isIdentity).map(\.key) == ["id"])
  }

  private class Stated: Model, JSONSerializing {
    var id = 0
    var code = 0

    override class var identityKey: String? { "id" }
  }

  private final class StatedTwice: Stated {
    override class var declaredProperties: [Property] {
      [property("code", \StatedTwice.code, isIdentity: true)]
    }
  }

  private final class StatedAlike: Stated {
    override class var declaredProperties: [Property] {
      [property("id", \StatedAlike.id, isIdentity: true)]
    }
  }

  private final class StatedAnew: Stated {
    override class var identityKey: String? { "code" }
  }

  private final class PairByName: Pair {
    override class var declaredProperties: [Property] {
      [property("name", \PairByName.name, isIdentity: true)]
    }
  }

  @Test func isStatedOnce() throws {
    func mistake(_ type: (Model & JSONSerializing).Type) -> String? {
      do {
        try JSONAdapter.check(type)
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(mistake(StatedAlike.self) == nil)
    #expect(mistake(NamedPair.self) == nil)
    let twice = try #require(mistake(StatedTwice.self))
    #expect(
      twice.contains(
        #"identityKey is "id", and declaredProperties has isIdentity at "code": state one of them"#)
    )
    let anew = try #require(mistake(StatedAnew.self))
    #expect(
      anew.contains(
        #"the identity is "code", and that of its superclass Stated is "id": "#
          + "a subclass has the identity of its superclass"))
    let byName = try #require(mistake(PairByName.self))
    #expect(byName.contains(#"that of its superclass Pair is "kind", "number""#))
  }
}
