import Peridot
import Testing

@testable import TestSupport

private let names = ["login", "name"]
private let ab: [String: JSONKeyPath] = ["a": "b"]

private func found() -> [String: JSONKeyPath]? { nil }
private func thrown() throws -> [String: JSONKeyPath] { ab }

private enum Keys: String { case a }

extension [String: JSONKeyPath] {
  fileprivate static var shared: Self { ab }
}

private class Declared: Model {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["super": "s"] }
}

private final class Literal: Declared, JSONSerializing {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "a": "b.c", "größe": "日本", "a name of more than fifteen": .firstOf("x", "y"),
      "l": ["x", "y"],
    ]
  }
}

private final class Empty: Declared, JSONSerializing {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { [:] }
}

private final class Implicit: Declared, JSONSerializing {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { .shared }
}

private final class ImplicitInit: Declared, JSONSerializing {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    .init(uniqueKeysWithValues: names.map { ($0, JSONKeyPath("user." + $0)) })
  }
}

private final class ComputedKeys: Declared, JSONSerializing {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [Keys.a.rawValue: "b", "\(names.count)": JSONKeyPath(names[0]), "x": "y"]
  }
}

private final class Merged: Declared, JSONSerializing {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    super.keyPathsByPropertyKey.merging(["a": "b"]) { $1 }
  }
}

private final class Merging: Declared, JSONSerializing {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["a": "b"].merging(super.keyPathsByPropertyKey) { $1 }
  }
}

private final class Reduced: Declared, JSONSerializing {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    names.reduce(into: [:]) { paths, name in
      let path = "user." + name
      paths[name] = JSONKeyPath(path)
    }
  }
}

private final class Ternary: Declared, JSONSerializing {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    names.isEmpty ? [:] : ["a": "b"]
  }
}

private final class TernaryOfBoth: Declared, JSONSerializing {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    names.isEmpty ? ["a": "b"] : super.keyPathsByPropertyKey
  }
}

private final class Condition: Declared, JSONSerializing {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    if names.isEmpty { super.keyPathsByPropertyKey } else { ["a": "b"] }
  }
}

private final class Choice: Declared, JSONSerializing {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    switch names.count {
    case 1: ["x": "y"]
    case 2: super.keyPathsByPropertyKey
    default: fatalError("no such mapping")
    }
  }
}

private final class Otherwise: Declared, JSONSerializing {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { found() ?? ["a": "b"] }
}

private final class Trying: Declared, JSONSerializing {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    (try? thrown()) ?? [:]
  }
}

private final class Statements: Declared, JSONSerializing {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    var paths = super.keyPathsByPropertyKey
    paths["a"] = "b"
    return paths
  }
}

private final class Returned: Declared, JSONSerializing {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { return ["a": "b"] }
}

private final class Getter: Declared, JSONSerializing {
  override static var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["a": "b"]
  }
}

private final class Directive: Declared, JSONSerializing {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    #if os(Windows)
      ["x": "y"]
    #else
      ["a": "b"]
    #endif
  }
}

private final class Generic<Value>: Declared, JSONSerializing {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["a": JSONKeyPath("\(Value.self)")]
  }
}

private final class Abstract: Declared, JSONSerializing {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    fatalError("a subclass says")
  }
}

private final class Conforming: Declared {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["a": "b"] }
}

extension Conforming: JSONSerializing {}

private class Parent: Declared, JSONSerializing {}

private final class Child: Parent {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["a": "b"] }
}

private final class Marked: Parent {
  @JSONKeyPathsBuilder
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["a": "b"] }
}

private final class Coded: Declared, CodableModel {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["a": "b"] }
}

private final class Doubled: Model, JSONSerializing {
  var name = ""
  var login = ""

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["name": "full_name", "login": "login", "name": .readOnly("name"), "name": "n["]
  }
}

@Suite struct JSONKeyPathsBuilderTests {
  @Test(
    arguments: [
      (
        Literal.self,
        [
          "a": "b.c", "größe": "日本", "a name of more than fifteen": .firstOf("x", "y"),
          "l": .all("x", "y"),
        ]
      ),
      (Empty.self, [:]), (Implicit.self, ab),
      (ImplicitInit.self, ["login": "user.login", "name": "user.name"]),
      (ComputedKeys.self, ["a": "b", "2": "login", "x": "y"]),
      (Merged.self, ["super": "s", "a": "b"]), (Merging.self, ["super": "s", "a": "b"]),
      (Reduced.self, ["login": "user.login", "name": "user.name"]),
      (Ternary.self, ab), (TernaryOfBoth.self, ["super": "s"]), (Condition.self, ab),
      (Choice.self, ["super": "s"]), (Otherwise.self, ab), (Trying.self, ab),
      (Statements.self, ["super": "s", "a": "b"]), (Returned.self, ab), (Getter.self, ab),
      (Directive.self, ab), (Generic<Int>.self, ["a": "Int"]), (Conforming.self, ab),
      (Child.self, ab), (Marked.self, ab), (Coded.self, ab),
    ] as [(Model.Type, [String: JSONKeyPath])])
  func takesTheBodyAsItStands(_ type: Model.Type, _ paths: [String: JSONKeyPath]) {
    #expect(type.keyPathsByPropertyKey == paths)
  }

  @Test func takesABodyThatOnlyTraps() async {
    await #expect(processExitsWith: .failure) { _ = Abstract.keyPathsByPropertyKey }
  }

  @Test func tellsAKeyThatStandsTwice() {
    #expect(
      adapterMessage { try JSONAdapter.check(Doubled.self) } == """
        Doubled: the mapping has mistakes:
        - "name" is mapped to full_name: it is mapped to readOnly(name), too; alternatives are \
        written as firstOf
        """)
  }

  @Test func takesTextThatIsNoConstant() {
    let text = names.joined(separator: ".")
    #expect(JSONKeyPath(stringLiteral: text) == "login.name")
    #expect(JSONKeyPath(stringLiteral: "login.name") == JSONKeyPath(text))
  }
}
