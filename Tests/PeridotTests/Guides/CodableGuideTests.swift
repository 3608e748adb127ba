// The code of Docs/MigratingFromCodable.md
import Foundation
import Peridot
import Testing

@Suite struct CodableGuideTests {
  struct Point: Codable, Equatable {
    var x = 0
    var y = 0
  }

  final class Shape: Model, JSONSerializing {
    var name = "unnamed"  // absent: keeps its value
    var origin = Point()  // a Codable struct
    var color: String?  // absent or null: nil
    var area = 0.0

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["area": "metrics.area"]  // no nested container
    }
  }

  @Test func readsAndUpdatesTheShape() throws {
    let data = Data(#"{"origin": {"x": 1, "y": 2}, "metrics": {"area": 1}}"#.utf8)
    let shape: Shape = try JSONAdapter.model(from: data)
    try JSONAdapter.update(shape, from: #"{"metrics": {"area": 4}, "origin": {"y": 3}}"#)
    #expect(shape.name == "unnamed")
    #expect(shape.origin == Point(x: 1, y: 3))
    #expect(shape.area == 4)
    #expect(
      try JSONAdapter.string(from: shape)
        == #"{"name":"unnamed","origin":{"x":1,"y":3},"metrics":{"area":4}}"#)
  }
}
