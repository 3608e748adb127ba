import Peridot
import Synchronization
import Testing

private let asked = Mutex<[String]>([])

private class Animal: Model, JSONSerializing {
  var kind = ""

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    asked.withLock { $0.append("\(self)") }
    return switch json.string(forKey: "kind") {
    case "cat": Cat.self
    case "dog": Dog.self
    default: nil
    }
  }
}

private final class Cat: Animal {}

/// A cluster of its own.
private class Dog: Animal {
  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    asked.withLock { $0.append("\(self)") }
    return json.bool(forKey: "small") == true ? Puppy.self : Dog.self
  }
}

private final class Puppy: Dog {}

@Suite(.serialized) struct ClassChoiceTests {
  private func classes(of text: String) throws -> [String] {
    asked.withLock { $0 = [] }
    return try JSONAdapter.models(of: Animal.self, from: text).map { "\(type(of: $0))" }
  }

  @Test func asksAClassThatInheritsTheChoiceOnce() throws {
    let text = #"[{"kind": "cat"}, {"kind": "cat"}, {"kind": "cat"}]"#
    #expect(try classes(of: text) == ["Cat", "Cat", "Cat"])
    #expect(asked.withLock { $0 } == ["Animal", "Cat", "Animal", "Animal"])
  }

  @Test func asksAClassWithAChoiceOfItsOwnEachTime() throws {
    let text = #"""
      [{"kind": "dog"}, {"kind": "dog", "small": true}, {"kind": "dog"},
      {"kind": "dog", "small": true}]
      """#
    #expect(try classes(of: text) == ["Dog", "Puppy", "Dog", "Puppy"])
    #expect(
      asked.withLock { $0 } == [
        "Animal", "Dog", "Animal", "Dog", "Puppy", "Animal", "Dog", "Animal", "Dog", "Puppy",
      ])
  }
}
