import Foundation
import Peridot
import PeridotRecords
import Testing

@Suite(.needsSQLite) struct RecordGraphTests {
  let store: RecordStore

  init() throws {
    store = try RecordStore.inMemory()
  }

  @Test func aGraphComesBack() throws {
    let (ann, bob) = (Person("ann", age: 41), Person("bob", age: 32))
    let bug = try Label(dictionary: ["name": "bug", "color": "red"])
    let issue = Issue(7, "It's \"odd\"", stars: 3)
    issue.assignee = ann
    issue.labels = [bug, try Label(dictionary: ["name": "ui"]), bug]
    issue.watchers = [ann, bob]
    let comment = try Comment(dictionary: ["id": 1, "body": "hm", "author": bob])
    comment.issue = issue
    issue.comments = [comment]
    issue.duplicateOf = Issue(6, "first")
    try store.save(issue)
    #expect(try store.count(of: Person.self) == 2)
    #expect(try store.count(of: Label.self) == 2)
    #expect(try store.count(of: Issue.self) == 2)

    let read = try #require(try store.model(of: Issue.self, matching: ["number": 7]))
    #expect(read == issue)
    #expect(read.labels[0] === read.labels[2])
    #expect(read.watchers.contains { $0 === read.assignee })
    #expect(read.comments?.first?.issue === read)
    #expect(read.comments?.first?.author === read.watchers.first { $0.login == "bob" })

    // Nil, one less, and another order are saved as what they are.
    read.assignee = nil
    read.labels = [read.labels[1], bug]
    read.comments = nil
    try store.save(read)
    let again = try #require(try store.model(of: Issue.self, matching: ["number": 7]))
    #expect(again == read)
    #expect(again.comments == nil)
    #expect(again.labels.map(\.name) == ["ui", "bug"])
    // The comment is no longer related, and its own record stays, without the way back.
    #expect(try store.count(of: Comment.self, matching: ["issue": nil]) == 1)
    #expect(try store.count(of: Comment.self, matching: ["issue": issue]) == 0)
  }

  @Test func nilAndEmptyArraysAreTwoThings() throws {
    let (none, empty) = (Issue(1), Issue(2))
    empty.comments = []
    try store.save([none, empty])
    let read = try store.models(of: Issue.self, orderedBy: "number")
    #expect(read[0].comments == nil)
    #expect(read[1].comments == [])
  }

  @Test func theSameObjectIsOneRecordAndCyclesEnd() throws {
    /// No keys to find records by, so that each save inserts.
    final class Ring: Model, RecordSerializing {
      var name = ""
      var next: Ring?
      var others: [Ring] = []
    }
    let (first, second) = (Ring(), Ring())
    (first.name, second.name) = ("first", "second")
    (first.next, second.next) = (second, first)
    first.others = [first, second, second]
    try store.save([first, second, first])
    let read = try store.models(of: Ring.self, orderedBy: "name")
    #expect(read.map(\.name) == ["first", "second"])
    #expect(read[0].next === read[1] && read[1].next === read[0])
    #expect(
      read[0].others.map { ObjectIdentifier($0) }
        == [read[0], read[1], read[1]].map { ObjectIdentifier($0) })
    for ring in read + [first, second] { (ring.next, ring.others) = (nil, []) }
  }

  @Test func theWayBackToOneOfSeveralHoldersIsKept() throws {
    let comment = try Comment(dictionary: ["id": 1])
    let (first, second) = (Issue(1), Issue(2))
    first.comments = [comment]
    second.comments = [comment]
    comment.issue = second
    try store.save([first, second])
    let read = try store.models(of: Issue.self, orderedBy: "number")
    #expect(read[0].comments?[0] === read[1].comments?[0])
    #expect(read[0].comments?[0].issue === read[1])

    // A comment that is read alone has nobody who holds its issue, and does not lose it by being saved.
    let alone = try #require(try store.model(of: Comment.self, matching: ["id": 1]))
    #expect(alone.issue == nil)
    alone.body = "changed"
    try store.save(alone)
    #expect(try store.count(of: Comment.self, matching: ["issue": second]) == 1)
    let whole = try #require(try store.model(of: Issue.self, matching: ["number": 2]))
    #expect(whole.comments?[0].issue === whole)
    #expect(whole.comments?[0].body == "changed")

    // One that refers to a saved issue finds its record.
    let late = try Comment(dictionary: ["id": 2])
    late.issue = first
    try store.save(late)
    #expect(try store.count(of: Comment.self, matching: ["issue": first]) == 1)
  }

  @Test func setsHoldModelsThatHoldSets() throws {
    final class Nested: Model, RecordSerializing {
      var name = ""
      var members: Set<Nested> = []

      override class var declaredProperties: [Property] {
        [property("name", \.name, isIdentity: true)]
      }
    }
    func nested(_ name: String, _ members: Set<Nested> = []) -> Nested {
      let nested = Nested()
      nested.name = name
      nested.members = members
      return nested
    }
    let deep = nested("deep", [nested("a"), nested("b", [nested("c")])])
    // The same one is met early and late.
    let root = nested("root", [deep, nested("middle", [nested("inner", [deep])])])
    try store.save(root)
    let read = try #require(try store.model(of: Nested.self, matching: ["name": "root"]))
    #expect(read == root)
    // Found by hash, which tells that none changed after it was inserted.
    for member in read.members { #expect(read.members.contains(member)) }
    #expect(read.members.contains(deep))
  }

  @Test func depthDoesNotMatter() throws {
    final class Chain: Model, RecordSerializing {
      var index = 0
      var next: Chain?

      override class var declaredProperties: [Property] {
        [property("index", \.index, isIdentity: true)]
      }
    }
    let count = 20_000
    var first: Chain?
    for index in (0..<count).reversed() {
      let chain = Chain()
      (chain.index, chain.next) = (index, first)
      first = chain
    }
    nonisolated(unsafe) let root = try #require(first)
    first = nil
    // On a thread with a small stack.
    nonisolated(unsafe) var length = 0
    let store = store
    let thread = Thread {
      try? store.save(root)
      var next = try? store.model(of: Chain.self, matching: ["index": 0])
      while let chain = next {
        length += 1
        next = chain.next
      }
    }
    thread.stackSize = 512 * 1024
    thread.start()
    while !thread.isFinished { usleep(1000) }
    #expect(length == count)
  }

  // MARK: Clusters

  class Animal: Model, RecordSerializing {
    var name = ""

    class var recordName: String { "Animal" }
    override class var declaredProperties: [Property] {
      [property("name", \.name, isIdentity: true)]
    }

    override class var cluster: Cluster? {
      cluster(tag: "kind", ["cat": Cat.self, "dog": Dog.self])
    }
  }

  final class Cat: Animal {
    var lives = 9
  }

  final class Dog: Animal {
    var tricks: [String] = []
    var friends: [Animal] = []
  }

  final class Owner: Model, RecordSerializing {
    var name = ""
    var pet: Animal?
    var pets: [Animal] = []

    override class var declaredProperties: [Property] {
      [property("name", \.name, isIdentity: true)]
    }
  }

  @Test func classesShareRecords() throws {
    let (cat, dog, animal) = (Cat(), Dog(), Animal())
    (cat.name, dog.name, animal.name) = ("Tom", "Rex", "It")
    dog.tricks = ["sit"]
    dog.friends = [cat, animal]
    let owner = Owner()
    (owner.name, owner.pet, owner.pets) = ("Eve", dog, [animal, cat, dog])
    try store.save(owner)
    #expect(try store.count(of: Animal.self) == 3)
    #expect(try store.count(of: Dog.self) == 1)
    let read = try #require(try store.model(of: Owner.self, matching: ["name": "Eve"]))
    #expect(read == owner)
    #expect(read.pet is Dog && read.pet === read.pets[2])
    #expect((read.pet as? Dog)?.friends.first === read.pets[1])
    let all = try store.models(of: Animal.self, orderedBy: "name")
    #expect(all.map { "\(type(of: $0))" } == ["Animal", "Dog", "Cat"])
    #expect(try store.models(of: Cat.self) == [cat])
  }

  class Shape: Model, RecordSerializing {
    var name = ""

    override class var declaredProperties: [Property] {
      [property("name", \.name, isIdentity: true)]
    }

    class var recordName: String { "\(self)" }
    override class var cluster: Cluster? { cluster(tag: "kind", ["circle": Circle.self]) }
  }

  final class Circle: Shape {
    var radius = 1.0
  }

  final class Drawing: Model, RecordSerializing {
    var title = ""
    var main: Shape?
    var shapes: [Shape] = []

    override class var declaredProperties: [Property] {
      [property("title", \.title, isIdentity: true)]
    }
  }

  @Test func subclassesHaveRecordsOfTheirOwn() throws {
    let (shape, circle) = (Shape(), Circle())
    (shape.name, circle.name, circle.radius) = ("s", "c", 2)
    let drawing = Drawing()
    (drawing.title, drawing.main, drawing.shapes) = ("d", circle, [shape, circle])
    try store.save(drawing)
    #expect(try store.count(of: Shape.self) == 1)
    #expect(try store.count(of: Circle.self) == 1)
    let read = try #require(try store.model(of: Drawing.self, matching: ["main": circle]))
    #expect(read == drawing)
    #expect(read.main === read.shapes[1])
    #expect(try store.delete(circle))
    let less = try #require(try store.model(of: Drawing.self, matching: ["title": "d"]))
    #expect(less.main == nil)
    #expect(less.shapes == [shape])
  }

  // MARK: Merging and parts

  final class Counter: Model, RecordSerializing {
    var name = ""
    var count = 0
    var note: String?

    override class var declaredProperties: [Property] {
      [
        property("name", \.name, isIdentity: true),
        property("count", \.count, facets: .merging { stored, new in stored + new }),
        property(
          "note", \.note,
          facets: .merging { _, new in
            if new == "forbidden" { throw Refusal() }
            return new
          }),
      ]
    }

    struct Refusal: Error, CustomStringConvertible {
      let description = "not that"
    }
  }

  @Test func aModelTakesOverWhatItsRecordKnows() throws {
    let counter = try Counter(dictionary: ["name": "a", "count": 2])
    try store.save(counter)
    #expect(counter.count == 2)
    try store.save(counter)
    #expect(counter.count == 4)
    #expect(try store.models(of: Counter.self) == [counter])
    counter.note = "forbidden"
    #expect(
      message { try store.save(counter) }
        == "Counter.note: not that in record Counter(name: \"a\")")
    #expect(try store.model(of: Counter.self, matching: ["name": "a"])?.note == nil)
  }

  @Test func partsAreSavedAlone() throws {
    let issue = Issue(1, "title", stars: 5)
    issue.labels = [try Label(dictionary: ["name": "bug"])]
    try store.save(issue)
    let part = Issue(1, "other")
    try store.save(part, keys: ["title"])
    let read = try #require(try store.model(of: Issue.self, matching: ["number": 1]))
    #expect(read.title == "other")
    #expect(read.stars == 5)
    #expect(read.labels.count == 1)
    try store.save(part, keys: ["labels"])
    let less = try #require(try store.model(of: Issue.self, matching: ["number": 1]))
    #expect(less.labels.isEmpty && less.title == "other" && less.stars == 5)
    // One without a record gets one; what was not saved is read as its default.
    try store.save(Issue(2, "new", stars: 9), keys: ["title"])
    let new = try #require(try store.model(of: Issue.self, matching: ["number": 2]))
    #expect(new == Issue(2, "new"))
  }

  // MARK: Hooks

  final class Checked: Model, RecordSerializing {
    var id = 0
    var name = ""
    private(set) var sources: [String] = []

    override class var excludedPropertyKeys: Set<String> { ["sources"] }
    override class var declaredProperties: [Property] {
      [property("id", \.id, isIdentity: true)]
    }

    override func validate(_ value: inout Any?, forKey key: String) throws {
      if key == "name", value as? String == "bad" { throw Counter.Refusal() }
    }

    override func didLoad(from source: ModelSource) throws {
      sources.append("\(source)")
    }
  }

  @Test func modelsAreValidatedBothWaysAndTold() throws {
    let good = Checked()
    try store.save(good)
    #expect(try store.model(of: Checked.self, matching: ["id": 0])?.sources == ["record"])
    let bad = Checked()
    (bad.id, bad.name) = (1, "bad")
    #expect(
      message { try store.save([good, bad]) }
        == "Checked.name: not that in record Checked(id: 1)")
    #expect(try store.count(of: Checked.self) == 1)
  }
}
