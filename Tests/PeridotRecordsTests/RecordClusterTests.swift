import Foundation
import Peridot
import PeridotRecords
import Testing

/// Classes that share records.
@Suite(.needsSQLite) struct RecordClusterTests {
  class Animal: Model, RecordSerializing {
    var name = ""

    override class var recordName: String { "Animal" }
    override class var uniquingPropertyKeys: Set<String> { ["name"] }

    override class func classForParsing(_ record: Record) -> Model.Type? {
      if self != Animal.self { return self }
      if record["lives"] != nil { return Cat.self }
      return record["tricks"] == nil ? self : Dog.self
    }
  }

  final class Cat: Animal {
    var lives = 9
  }

  class Dog: Animal {
    var tricks: [String] = []

    override class func classForParsing(_ record: Record) -> Model.Type? {
      record["mother"] == nil ? self : Puppy.self
    }
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

    override class var recordName: String { "Vehicle" }
    override class var uniquingPropertyKeys: Set<String> { ["plate"] }
    override class var modelVersion: Int { 1 }
    override class func classForParsing(_ record: Record) -> Model.Type? {
      record["doors"] == nil ? self : Car.self
    }
  }

  final class Car: Vehicle {
    var doors = 4
  }

  class OldVehicle: Model, RecordSerializing {
    var plate = ""
    var name = ""

    override class var recordName: String { "Vehicle" }
    override class var uniquingPropertyKeys: Set<String> { ["plate"] }
    override class func classForParsing(_ record: Record) -> Model.Type? {
      record["gates"] == nil ? self : OldCar.self
    }
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
}
