import Foundation
import Peridot
import PeridotRecords
import Testing

/// Classes that share records.
@Suite(.needsSQLite) struct RecordClusterTests {
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

  class Dog: Animal {
    var tricks: [String] = []

    override class var cluster: Cluster? { cluster(tag: "age", [1: Puppy.self]) }
  }

  final class Puppy: Dog {
    var mother = ""
  }

  private func models() throws -> [Animal] {
    [
      try Cat(dictionary: ["name": "Tom"]),
      try Dog(dictionary: ["name": "Rex", "tricks": ["sit"]]),
      try Puppy(dictionary: ["name": "Toy", "mother": "Rex"]),
    ]
  }

  @Test(arguments: [true, false])
  func aBaseThatWasNeverSavedFindsItsSubclasses(isReopened: Bool) async throws {
    let file = TemporaryDatabase()
    var store = try RecordStore(url: file.url)
    try store.save(models())
    if isReopened { store = try RecordStore(url: file.url) }
    #expect(
      try store.models(of: Animal.self, orderedBy: "name").map(\.name) == ["Rex", "Tom", "Toy"])
    #expect(try store.model(of: Animal.self, matching: ["name": "Tom"]) is Cat)
    #expect(try store.model(of: Animal.self, matching: "name = \("Toy")") is Puppy)
    #expect(try store.count(of: Animal.self) == 3)
    #expect(try store.count(of: Dog.self) == 2)
    #expect(try store.count(of: Puppy.self) == 1)
    var streamed: [String] = []
    for try await animal in store.stream(of: Animal.self, orderedBy: "name") {
      streamed.append("\(type(of: animal))")
    }
    #expect(streamed == ["Dog", "Cat", "Puppy"])
  }

  @Test func aClassInTheMiddleThatWasNeverSavedFindsItsSubclasses() throws {
    let store = try RecordStore.inMemory()
    try store.save(Puppy(dictionary: ["name": "Toy", "mother": "Rex"]))
    #expect(try store.models(of: Dog.self).map(\.name) == ["Toy"])
    #expect(try store.delete(of: Dog.self) == 1)
  }

  // MARK: Versions of a cluster

  class Vehicle: Model, RecordSerializing {
    var plate = ""
    var title = ""

    class var recordName: String { "Vehicle" }
    override class var declaredProperties: [Property] {
      [property("plate", \.plate, isIdentity: true)]
    }
    override class var modelVersion: Int { 1 }
    override class var cluster: Cluster? { cluster(tag: "kind", ["car": Car.self]) }
  }

  final class Car: Vehicle {
    var doors = 4
  }

  class OldVehicle: Model, RecordSerializing {
    var plate = ""
    var name = ""

    class var recordName: String { "Vehicle" }
    override class var declaredProperties: [Property] {
      [property("plate", \.plate, isIdentity: true)]
    }
    override class var cluster: Cluster? { cluster(tag: "kind", ["car": OldCar.self]) }
  }

  final class OldCar: OldVehicle {
    var gates = 4
  }

  @Test(arguments: ["base", "car", "both", "query", "car then base"])
  func clustersAreMigratedInAnyOrder(order: String) throws {
    let file = TemporaryDatabase()
    try RecordStore(url: file.url).save([
      try OldCar(dictionary: ["plate": "a", "name": "Fast", "gates": 2]),
      try OldVehicle(dictionary: ["plate": "b", "name": "Slow"]),
    ])
    let store = try RecordStore(
      url: file.url,
      migrations: [
        RecordMigration(of: Vehicle.self, to: 1) { table in
          try table.rename("name", to: "title")
          try table.rename("gates", to: "doors")
        },
        // What is gone already.
        RecordMigration(of: Car.self, to: 1) { table in
          try table.rename("gates", to: "doors")
          try table.drop("wheels")
        },
      ])
    let car = try Car(dictionary: ["plate": "c", "title": "New", "doors": 5])
    let other = try Vehicle(dictionary: ["plate": "d", "title": "Other"])
    switch order {
    case "base": try store.save(other)
    case "car": try store.save(car)
    case "both": try store.save([other, car])
    case "car then base":
      #expect(try store.count(of: Car.self, matching: ["title": "New"]) == 0)
      try store.save(other)
    default: break
    }
    let old = try store.models(
      of: Vehicle.self, matching: "plate < 'c'", orderedBy: "plate")
    #expect(old.map(\.title) == ["Fast", "Slow"])
    #expect((old[0] as? Car)?.doors == 2)
    #expect(try store.count(of: Vehicle.self) == (order == "both" ? 4 : order == "query" ? 2 : 3))
  }

  // MARK: Tables and tags

  class Event: Model, RecordSerializing {
    var id = 0
    var kind = ""

    class var recordName: String { "Event" }
    override class var identityKey: String? { "id" }
    override class var cluster: Cluster? {
      cluster(
        tag: "kind", ["push": Push.self, "release": Release.self], unknown: .kept(Other.self))
    }
  }
  final class Push: Event { var branch = "main" }
  final class Release: Event {
    var version = 1

    override class var recordName: String { "Release" }
  }
  final class Other: Event, JSONKeeping { var keptJSON = RawJSON() }
  final class Feed: Model, RecordSerializing {
    var events: [Event] = []
    var last: Event?
  }

  @Test func aSubclassMayHaveATableOfItsOwn() throws {
    let store = try RecordStore.inMemory()
    let (push, release) = (Push(), try Release(dictionary: ["id": 1, "version": 3]))
    let feed = Feed()
    (feed.events, feed.last) = ([push, release], release)
    try store.save(feed)
    #expect(try store.count(of: Event.self) == 1)
    #expect(try store.count(of: Release.self) == 1)
    #expect(try store.rows("SELECT _class AS tag FROM Event").first?["tag"] as? String == "push")
    let read = try #require(try store.models(of: Feed.self).first)
    #expect(read.events.map { "\(type(of: $0))" } == ["Push", "Release"])
    #expect((read.last as? Release)?.version == 3)
  }

  @Test func aPropertyAtTheTagsPlaceHoldsTheTag() throws {
    let store = try RecordStore.inMemory()
    try store.save([Event(), try Push(dictionary: ["id": 1])])
    #expect(try store.models(of: Event.self, orderedBy: "id").map(\.kind) == ["", "push"])
    #expect(try store.count(of: Event.self, matching: ["kind": "push"]) == 1)
    #expect(
      message { try store.save(Push(dictionary: ["id": 2, "kind": "release"])) } == """
        Push.kind: expected the tag of the object's class, string "push", found string "release" in \
        record Event(id: 2)
        """)
  }

  @Test func rowsWithAnUnknownTagBecomeWhatTheClusterSays() throws {
    let store = try RecordStore.inMemory()
    try store.save([try Push(dictionary: ["id": 1]), try Other(dictionary: ["id": 2])])
    try store.execute("UPDATE Event SET _class = 'gone' WHERE id = 1")
    let read = try store.models(of: Event.self)
    #expect(read.map { "\(type(of: $0)) \($0.id)" } == ["Other 1", "Other 2"])
  }

  @Test func rowsWithTheNameOfTheirClassAreThoseOfAnEarlierRelease() throws {
    let store = try RecordStore.inMemory()
    try store.save([try Car(dictionary: ["plate": "a"]), try Vehicle(dictionary: ["plate": "b"])])
    try store.execute("UPDATE Vehicle SET _class = 'Car' WHERE _class = 'car'")
    #expect(try store.models(of: Vehicle.self).map { $0 is Car } == [true, false])
    #expect(try store.count(of: Car.self) == 1)
    try store.save(Car(dictionary: ["plate": "a"]))
    #expect(try store.rows("SELECT * FROM Vehicle WHERE _class = 'car'").count == 1)
  }

  class Silent: Model, RecordSerializing {
    var id = 0

    override class var cluster: Cluster? { cluster(tag: "kind", ["a": Speaking.self]) }
  }
  final class Speaking: Silent {
    // In vain, as nothing that is stated above is overridden here.
    class var recordName: String { "Own" }
  }

  @Test func aNameThatASubclassStatesInVainIsReported() {
    let text = """
      Speaking: the mapping has mistakes:
      - Silent, the superclass, does not state the name of its records: add class var recordName: String \
      { "Silent" } there, so that Speaking shares its table, or { "\\(self)" }, so that each has a table of \
      its own
      """
    #expect(message { try RecordStore.check(Speaking.self) } == text)
    #expect(message { try RecordStore.check(Silent.self) } == text)
  }
}
