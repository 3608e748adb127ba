import Foundation
import Peridot
import Testing

@testable import TestSupport

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

private struct Seat {
  var row = 1
  let person: Person?
  var neighbours: [Person?] = []
  var inner: [Seat] = []
  weak var guest: Person?
}

private protocol Placed {}
extension Seat: Placed {}

private enum Ticket {
  case none
  case holder(Person)
}

private final class Hall: Model {
  var seat = Seat(person: nil)
  var seats: [String: Seat] = [:]
  var pair: (Int, Person?) = (0, nil)
  var any: Any = 0
  var anything: Any?
  var placed: (any Placed)?
  var list: [Any] = []
  var ticket = Ticket.none
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

  @Test func copiesAsTheSameType() {
    let manager = Manager()
    manager.friend = person("f")
    let copy: Manager = manager.copied()
    #expect(copy !== manager && copy == manager && copy.friend === manager.friend)
    let asPerson: Person = manager
    #expect(asPerson.copied() is Manager)
  }

  @Test func copiesWhatSeveralModelsShareOnce() {
    let shared = person("s")
    let people = ["a", "b"].map { name in
      let person = person(name)
      person.friend = shared
      return person
    }
    let copies: [Person] = (people + [people[0], Manager()]).deeplyCopied()
    #expect(copies.map(\.name) == ["a", "b", "a", ""])
    #expect(copies[0] !== people[0] && copies[0] === copies[2] && copies[3] is Manager)
    #expect(copies[0].friend !== shared && copies[0].friend === copies[1].friend)
    let byName = [1: people[0], 2: people[1], 3: shared]
    let copied: [Int: Person] = byName.deeplyCopied()
    #expect(copied == byName)
    #expect(copied.allSatisfy { key, copy in copy !== byName[key] })
    #expect(copied[1]?.friend === copied[3] && copied[2]?.friend === copied[3])
    #expect([Person]().deeplyCopied().isEmpty && [String: Person]().deeplyCopied().isEmpty)
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
    let copy = root.deeplyCopied()
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
    let copy = one.deeplyCopied()
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
    let copy = boss.deeplyCopied()
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
    let copy = manager.deeplyCopied()
    #expect(copy.reports.count == 20)
    for member in copy.reports { #expect(copy.reports.contains(member)) }
    #expect(copy.reports.isDisjoint(with: []) && copy == manager)
    for friend in copy.friends { #expect(copy.reports.contains(friend)) }
    #expect(copy.reports.allSatisfy { copied in !members.contains { $0 === copied } })
  }

  @Test func copiesModelsInStructsAndTuples() {
    let (hall, shared, guest) = (Hall(), person("s"), person("g"))
    hall.seat = Seat(row: 5, person: shared, neighbours: [nil, shared], guest: guest)
    hall.seats = ["a": Seat(row: 6, person: person("a"), inner: [hall.seat])]
    hall.pair = (7, shared)
    hall.placed = hall.seat
    hall.ticket = .holder(shared)
    let copy = hall.deeplyCopied()
    let copied = copy.seat.person
    #expect(copied != nil && copied !== shared)
    #expect(copied?.name == "s")
    #expect(copy.seat.row == 5)
    #expect(copy.seat.neighbours.count == 2)
    #expect(copy.seat.neighbours[1] === copied)
    #expect(copy.seats["a"]?.row == 6)
    #expect(copy.seats["a"]?.person?.name == "a")
    #expect(copy.seats["a"]?.person !== hall.seats["a"]?.person)
    #expect(copy.seats["a"]?.inner.first?.person === copied)
    #expect(copy.pair.0 == 7)
    #expect(copy.pair.1 === copied)
    #expect((copy.placed as? Seat)?.person === copied)
    // As the documentation says.
    #expect(copy.seat.guest === guest)
    guard case .holder(let holder) = copy.ticket else {
      Issue.record("another case: \(copy.ticket)")
      return
    }
    #expect(holder === copied)
    #expect(hall.seat.person === shared)
  }

  @Test func copiesModelsInCollectionsWithinAny() throws {
    let (hall, shared) = (Hall(), person("s"))
    hall.any = [shared, "text", ["key": shared, "number": 1] as [String: Any]] as [Any]
    hall.anything = ["set": Set([shared]), "optional": Optional(shared) as Any] as [String: Any]
    hall.list = [1, Seat(person: shared), [[shared]], hall]
    let copy = hall.deeplyCopied()
    let array = try #require(copy.any as? [Any])
    let copied = try #require(array[0] as? Person)
    #expect(copied !== shared)
    #expect(array[1] as? String == "text")
    #expect((array[2] as? [String: Any])?["key"] as? Person === copied)
    #expect((array[2] as? [String: Any])?["number"] as? Int == 1)
    let members = try #require(copy.anything as? [String: Any])
    #expect((members["set"] as? Set<Person>)?.first === copied)
    #expect((members["set"] as? Set<Person>)?.contains(person("s")) == true)
    #expect(members["optional"] as? Person === copied)
    #expect(copy.list[0] as? Int == 1)
    #expect((copy.list[1] as? Seat)?.person === copied)
    #expect((copy.list[2] as? [[Person]])?[0][0] === copied)
    #expect(copy.list[3] as? Hall === copy)
    for hall in [hall, copy] { hall.list = [] }
  }

  @Test func goesDownALongChain() {
    let first = person("0")
    var last = first
    for index in 1..<20_000 {
      let next = person("\(index)")
      last.friend = next
      last = next
    }
    let copy = first.deeplyCopied()
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
