import Foundation
import Observation
import Peridot
import Testing

@Suite struct FrozenModelTests {
  @Observable final class Note: Model, JSONSerializing, Freezable {
    var text = ""
    var number = 0

    override class var declaredProperties: [Property] {
      [property("text", \.text), property("number", \.number)]
    }
  }

  final class Node: Model, JSONSerializing, Freezable {
    var name = ""
    var values: [Int] = []
    var note = Note()
    var parts: [Node] = []
    var byName: [String: Node] = [:]
    var any: Any?
    weak var parent: Node?
  }

  /// Many tasks read one snapshot, while the original and thawed copies change.
  @Test func isReadByManyTasks() async throws {
    let node: Node = try JSONAdapter.model(
      from: #"""
        {"name": "a", "values": [1, 2], "note": {"text": "t", "number": 1}, "any": {"k": [1]},
        "parts": [{"name": "b"}, {"name": "c"}], "byName": {"d": {"name": "d"}}}
        """#)
    node.parts[0].parent = node
    let frozen = try node.frozen()
    let json = try JSONAdapter.data(from: frozen)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<16 {
        group.addTask {
          for round in 0..<20 {
            #expect(frozen.parts[0].parent?.name == "a" && frozen.note.text == "t")
            #expect(try JSONAdapter.data(from: frozen) == json)
            #expect(frozen.byName["d"]?.name == "d" && frozen.description.isEmpty == false)
            #expect(frozen == frozen.parts[0].parent)
            let thawed = frozen.thawed()
            thawed.note.number = index
            thawed.parts[1].name = "\(round)"
            #expect(try thawed.frozen() != frozen)
            _ = try (frozen.archivedData(), Set([frozen]))
          }
        }
      }
      for round in 0..<200 {
        node.note.number = round
        node.values.append(round)
      }
      try await group.waitForAll()
    }
    #expect(frozen.values == [1, 2])
  }
}
