import Foundation
import Peridot
import Testing

private class Person: Model {
  var name = ""
  var friend: Person?
  var friends: [Person] = []
  var byName: [String: Person] = [:]
  var groups: [Set<Person>] = []
  var anything: Any?
  var object: NSObject?
  weak var boss: Person?
  weak var listener: NSObject?
}

private final class Manager: Person {
  var reports: Set<Person> = []
  var level = 1
}

private final class Fixed: Model {
  let seed: Int
  var value = 0

  init(seed: Int) {
    self.seed = seed
    super.init()
  }

  required init() {
    seed = 42
    super.init()
  }
}

@Suite struct ModelCopyingTests {
  private func person(_ name: String) -> Person {
    let person = Person()
    person.name = name
    return person
  }

  @Test func copiesShallowly() throws {
    let manager = Manager()
    manager.name = "m"
    manager.friend = person("f")
    manager.level = 3
    let copy = try #require(manager.copy() as? Manager)
    #expect(copy !== manager)
    #expect(copy == manager)
    #expect(copy.hash == manager.hash)
    #expect(copy.friend === manager.friend)
    copy.level = 4
    #expect(manager.level == 3)
    #expect((manager as Person).with { $0.name = "x" } is Manager)
    #expect(Fixed(seed: 7).with { $0.value = 2 }.seed == 42)
  }

  @Test func rethrowsFromAChange() {
    #expect(throws: CancellationError.self) {
      try person("a").with { _ in throw CancellationError() }
    }
  }

  @Test func copiesSharedModelsOnce() {
    let (root, shared) = (person("r"), person("s"))
    root.friend = shared
    root.friends = [shared, person("t"), shared]
    root.byName = ["s": shared]
    root.anything = shared
    root.object = shared
    let copy = root.deepCopy()
    #expect(copy == root)
    let copied = copy.friend
    #expect(copied !== shared)
    #expect(copied?.name == "s")
    #expect(copy.friends[0] === copied)
    #expect(copy.friends[2] === copied)
    #expect(copy.friends[1] !== root.friends[1])
    #expect(copy.byName["s"] === copied)
    #expect(copy.anything as? Person === copied)
    #expect(copy.object === copied)
  }

  @Test func closesCycles() {
    let (one, two) = (person("1"), person("2"))
    one.friend = two
    two.friend = one
    one.friends = [one]
    let copy = one.deepCopy()
    #expect(copy.friend?.friend === copy)
    #expect(copy.friends[0] === copy)
    #expect(copy.friend !== two)
    #expect(copy == one)
    for person in [one, copy] {
      person.friend = nil
      person.friends = []
    }
  }

  @Test func pointsWeakParentsIntoTheCopy() {
    let (boss, worker, outsider) = (person("b"), person("w"), person("o"))
    let listener = NSObject()
    boss.friends = [worker]
    worker.boss = boss
    boss.boss = outsider
    worker.listener = listener
    let copy = boss.deepCopy()
    #expect(copy.friends[0].boss === copy)
    #expect(copy.boss === outsider)
    #expect(copy.friends[0].listener === listener)
    withExtendedLifetime((boss, outsider)) {}
  }

  @Test func fillsSetsWithCompleteElements() {
    // The inner group's elements are equal until their own groups are filled.
    let manager = Manager()
    let members = (0..<20).map { index in
      let (person, inner) = (person("p"), person("inner"))
      inner.groups = [[self.person("\(index)")]]
      person.groups = [[inner]]
      return person
    }
    manager.friends = Array(members.prefix(3))
    manager.reports = Set(members)
    let copy = manager.deepCopy()
    #expect(copy.reports.count == 20)
    for member in copy.reports { #expect(copy.reports.contains(member)) }
    #expect(copy.reports.isDisjoint(with: []) && copy == manager)
    for friend in copy.friends { #expect(copy.reports.contains(friend)) }
    #expect(copy.reports.allSatisfy { copied in !members.contains { $0 === copied } })
  }

  @Test func goesDownALongChain() {
    let first = person("0")
    var last = first
    for index in 1..<20_000 {
      let next = person("\(index)")
      last.friend = next
      last = next
    }
    let copy = first.deepCopy()
    var count = 0
    for head in [copy, first] {
      // Taken apart from the front: Swift releases a chain by recursion.
      var current: Person? = head
      while let person = current {
        current = person.friend
        person.friend = nil
        count += 1
      }
    }
    #expect(count == 40_000)
  }
}
