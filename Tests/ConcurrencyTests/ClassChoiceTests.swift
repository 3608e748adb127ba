import Foundation
import Peridot
import Synchronization
import Testing

@testable import TestSupport

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

/// Asks for members with names that differ in what follows their text only.
private class Signal: Model, JSONSerializing {
  var kind = ""
  var level = 0

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    guard json.string(forKey: "kind\0") == nil, json.int(forKey: "kind") == nil else { return nil }
    return switch json.string(forKey: "kind") {
    case "loud": LoudSignal.self
    case "quiet": QuietSignal.self
    default: Signal.self
    }
  }
}

private final class LoudSignal: Signal {}
private final class QuietSignal: Signal {}

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

  /// Objects that begin alike and those that do not, with the member anywhere, or several times.
  @Test func findsTheMemberWhereverItLies() throws {
    let seed: UInt64 = 7
    var random = SeededRandom(seed: seed)
    let kinds = ["loud", "quiet", "other"]
    var expected: [String] = []
    var objects: [String] = []
    for _ in 0..<500 {
      var members = ["\"level\":\(Int.random(in: 0...1, using: &random))", "\"unknown\": [1]"]
      for _ in 0..<(Int.random(in: 0..<10, using: &random) == 0 ? 2 : 1) {
        let kind = kinds.randomElement(using: &random) ?? ""
        members.insert(
          "\"kind\":\"\(kind)\"", at: Int.random(in: 0...members.count, using: &random))
      }
      // The last one counts.
      let last = members.last { $0.hasPrefix("\"kind") } ?? ""
      expected.append(
        last.contains("loud") ? "LoudSignal" : last.contains("quiet") ? "QuietSignal" : "Signal")
      objects.append("{\(members.joined(separator: ","))}")
    }
    let whole = "[\(objects.joined(separator: ","))]"
    let found = try JSONAdapter.models(of: Signal.self, from: whole).map { "\(type(of: $0))" }
    #expect(found == expected, "seed \(seed)")
    // Without the objects that name their class twice: the document is read once.
    let once = objects.indices.filter {
      objects[$0].components(separatedBy: "kind").count == 2
    }
    let text = "[\(once.map { objects[$0] }.joined(separator: ","))]"
    let foundOnce = try JSONAdapter.models(of: Signal.self, from: text).map { "\(type(of: $0))" }
    #expect(foundOnce == once.map { expected[$0] }, "seed \(seed)")
  }
}
