import Foundation
import Peridot

/// The cost of one object in small documents and big ones, and in small classes and big ones.
enum GrowthWorkload {
  static func run(_ stopwatch: Stopwatch, _ results: inout Results) throws {
    for objects in [10, 100, 1_000, 10_000, 100_000] {
      results.growth.append(
        try step("objects", Properties5.self, objects: objects, properties: 5, stopwatch))
    }
    let steps = [
      try step("properties", Properties5.self, objects: 1_000, properties: 5, stopwatch),
      try step("properties", Properties20.self, objects: 1_000, properties: 20, stopwatch),
      try step("properties", Properties50.self, objects: 1_000, properties: 50, stopwatch),
      try step("properties", Properties100.self, objects: 1_000, properties: 100, stopwatch),
      try step("properties", Properties200.self, objects: 1_000, properties: 200, stopwatch),
    ]
    results.growth += steps
  }

  private static func step<M: JSONSerializing>(
    _ name: String, _ type: M.Type, objects: Int, properties: Int, _ stopwatch: Stopwatch
  ) throws -> GrowthStep {
    let document = MadeDocument.array(count: objects, properties: properties)
    let models = try JSONAdapter.models(of: M.self, from: document)
    let archive = try models.archivedData()
    let times = try stopwatch.measure([
      Contender(name: "read") {
        consume(try JSONAdapter.models(of: M.self, from: document))
      },
      Contender(name: "write") { consume(try JSONAdapter.data(from: models)) },
      Contender(name: "archive") { consume(try models.archivedData()) },
      Contender(name: "restore") { consume(try [M].unarchive(from: archive)) },
    ])
    let perObject = times.map { $0.median / Double(objects) }
    return GrowthStep(
      name: name, objects: objects, properties: properties, read: perObject[0],
      write: perObject[1], archive: perObject[2], restore: perObject[3])
  }
}
