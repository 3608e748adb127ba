import Foundation
import Observation
import Peridot
import Testing

@testable import TestSupport

private class Animal: Model {
  var name = "Rex"
  private var age: Int? = 3
  weak var owner: Animal?
  lazy var later = 4
  var _own = 5
  var secret = "s"
  override class var excludedPropertyKeys: Set<String> { ["secret"] }
}

private final class Dog: Animal {
  var friends: [Dog] = []
  var next: Dog?
  var upperName: String { name.uppercased() }

  override class var declaredProperties: [Property] {
    [property("upperName", readOnly: \.upperName)]
  }
}

@Observable private final class Note: Model {
  var text = "Milk"
  private var isPinned = true
}

private final class Own: Model {
  var first = 1
  var second = 2

  override var customMirror: Mirror { Mirror(self, children: ["only": second]) }
}

private final class Boxed<Value>: Model {
  var value: Value?
}

private final class Link: Model {
  var number = 0
  var next: Link?
  var list: [Link] = []
}

/// What readers by `Mirror` see.
@Suite struct ModelMirrorTests {
  private func members(_ model: Model) -> [String] {
    Mirror(reflecting: model).children.map { "\($0.label ?? "-") = \($0.value)" }
  }

  @Test func showsAllPropertiesSuperclassFirst() {
    let dog = Dog()
    #expect(
      members(dog) == [
        "name = Rex", "age = Optional(3)", "owner = nil", "friends = []", "next = nil",
        "upperName = REX",
      ])
    let mirror = Mirror(reflecting: dog)
    #expect(mirror.children.compactMap(\.label) == Dog.propertyKeys)
    #expect(mirror.displayStyle == .class)
    #expect(mirror.superclassMirror == nil)
    #expect(mirror.descendant("name") as? String == "Rex")
    // Values are of their own types, and nil is no NSNull.
    #expect(mirror.descendant("age") is Int?)
    #expect(members(Note()) == ["text = Milk", "isPinned = true"])
    #expect(members(Boxed<[Int]>()) == ["value = nil"])
  }

  @Test func isForOverriding() {
    #expect(members(Own()) == ["only = 2"])
  }

  @Test func endsWithCyclesAndParents() {
    let (dog, other) = (Dog(), Dog())
    dog.friends = [other, dog]
    dog.next = other
    other.next = dog
    other.owner = dog
    defer { (dog.friends, dog.next, other.next) = ([], nil, nil) }
    var text = ""
    dump(dog, to: &text)
    #expect(text.components(separatedBy: "- name: \"Rex\"").count == 3)
  }

  /// `dump` calls itself for each model that another one holds, and the text of a level is indented
  /// by its depth.
  @Test(.notSanitized, arguments: [512, 8 << 10])
  func endsOnAnyStack(kilobytes: Int) async {
    await #expect(processExitsWith: .success) { [kilobytes] in
      let links = (0..<20_000).map { number in Link().with { $0.number = number } }
      for (index, link) in links.dropLast().enumerated() {
        if index % 2 == 0 { link.next = links[index + 1] } else { link.list = [links[index + 1]] }
      }
      // Swift releases a chain by recursion.
      defer { for link in links { (link.next, link.list) = (nil, []) } }
      try onStack(kilobytes: kilobytes) {
        var text = ""
        dump(links[0], to: &text)
        let levels = text.components(separatedBy: "- number: ").count
        if !(100...2_000).contains(levels) { exit(1) }
      }
    }
  }
}
