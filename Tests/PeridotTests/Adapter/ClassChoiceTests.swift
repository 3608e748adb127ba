import Foundation
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

private let views = Mutex<[JSONObject]>([])

/// Asks a second thread for the class as well, and keeps what it was asked about.
private class Vehicle: Model, JSONSerializing {
  var wheels = 0

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    views.withLock { $0.append(json) }
    let wheels = json.int(forKey: "wheels")
    let elsewhere = Mutex<Int?>(nil)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let answer = json.int(forKey: "wheels")
      elsewhere.withLock { $0 = answer }
      done.signal()
    }
    done.wait()
    guard elsewhere.withLock({ $0 }) == wheels else { return nil }
    return wheels == 2 ? Bicycle.self : Vehicle.self
  }
}

private final class Bicycle: Vehicle {}

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

  @Test func lendsViewsToTheThreadThatReadsAlone() throws {
    views.withLock { $0 = [] }
    let text = #"[{"wheels": 2}, {"wheels": 4}, {"wheels": 2}]"#
    let vehicles = try JSONAdapter.models(of: Vehicle.self, from: text)
    #expect(vehicles.map { $0 is Bicycle } == [true, false, true])
    // The first of each class was asked twice.
    #expect(views.withLock { $0.map { $0.int(forKey: "wheels") } } == [2, 2, 4, 2])
  }

  @Test func takesTheLastOfEqualMembersThatNameTheClass() throws {
    let text = #"[{"kind": "cat", "kind": "dog"}, {"kind": "dog", "kind": "cat"}]"#
    #expect(try classes(of: text) == ["Dog", "Cat"])
  }
}
