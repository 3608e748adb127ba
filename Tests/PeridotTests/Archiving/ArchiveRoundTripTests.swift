import Foundation
import Peridot
import Testing

final class ArchiveNode: Model {
  var name = ""
  var next: ArchiveNode?
  var children: [ArchiveNode] = []
  weak var parent: ArchiveNode?
}

@Suite struct ArchiveRoundTripTests {
  @Test func keepsEveryType() throws {
    let model = ArchiveEverything.filled()
    let copy = try ArchiveEverything.unarchive(from: model.archivedData())
    #expect(model.changedKeys(from: copy) == [])
    #expect(copy.double.sign == .minus)
    #expect(copy.url?.baseURL == model.url?.baseURL)
    #expect(copy.any is Double)
    #expect(copy.members["flag"] is Bool)
    #expect(copy.members["integer"] is Int)
    #expect(copy.members["decimal"] is Decimal)
    #expect(copy.optionalText == nil)
    #expect(copy.text == "$null")
  }

  @Test func keepsInitialValuesOfAFreshModel() throws {
    let model = ArchiveEverything()
    let copy = try ArchiveEverything.unarchive(from: model.archivedData())
    #expect(model.changedKeys(from: copy) == [])
    #expect(copy.optionalText == "initial")
    #expect(copy.point.y.isNaN)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, .leastNonzeroMagnitude, 5e300, -0.0])
  func keepsDoubles(_ value: Double) throws {
    let model = ArchiveEverything()
    model.double = value
    model.any = value
    let copy = try ArchiveEverything.unarchive(from: model.archivedData())
    #expect(copy.double.bitPattern == value.bitPattern)
    #expect((copy.any as? Double)?.bitPattern == value.bitPattern)
  }

  @Test func keepsStringsThatAreOnlyCanonicallyEqual() throws {
    let model = ArchiveEverything()
    model.text = "\u{E9}"
    model.optionalText = "e\u{301}"
    let copy = try ArchiveEverything.unarchive(from: model.archivedData())
    #expect(Array(copy.text.utf8) == Array("\u{E9}".utf8))
    #expect(Array((copy.optionalText ?? "").utf8) == Array("e\u{301}".utf8))
  }

  @Test func keepsEqualObjectsApartAndSharedOnesTogether() throws {
    let root = ArchiveNode()
    let shared = ArchiveNode()
    root.children = [shared, ArchiveNode(), shared]
    let copy = try ArchiveNode.unarchive(from: root.archivedData())
    #expect(copy.children[0] === copy.children[2])
    #expect(copy.children[0] !== copy.children[1])
    #expect(copy.children[0] == copy.children[1])
  }

  @Test func keepsCyclesAndWeakParents() throws {
    let root = ArchiveNode()
    root.name = "root"
    root.next = root
    for name in ["a", "b"] {
      let child = ArchiveNode()
      child.name = name
      child.parent = root
      child.next = root.children.last
      root.children.append(child)
    }
    defer { root.next = nil }
    let copy = try ArchiveNode.unarchive(from: root.archivedData())
    defer { copy.next = nil }
    #expect(copy.next === copy)
    #expect(copy.children.allSatisfy { $0.parent === copy })
    #expect(copy.children[1].next === copy.children[0])
  }

  @Test func resolvesAWeakReferenceThatComesBeforeItsTarget() throws {
    let child = ArchiveNode()
    let parent = ArchiveNode()
    child.parent = parent
    parent.children = [child]
    let copies = try [ArchiveNode].unarchive(from: [child, parent].archivedData())
    #expect(copies[0].parent === copies[1])
    #expect(copies[1].children.first === copies[0])
  }

  @Test func leavesOutAConditionalTargetThatNothingElseHolds() throws {
    let child = ArchiveNode()
    let parent = ArchiveNode()
    child.parent = parent
    let copy = try ArchiveNode.unarchive(from: child.archivedData())
    #expect(copy.parent == nil)
    #expect(parent.name == "")
  }

  @Test func followsAVeryLongChain() throws {
    let root = ArchiveNode()
    var last = root
    var nodes = [root]
    for index in 1..<50_000 {
      let node = ArchiveNode()
      node.name = "\(index)"
      last.next = node
      last = node
      nodes.append(node)
    }
    let data = try root.archivedData()
    var copy: ArchiveNode? = try ArchiveNode.unarchive(from: data)
    var count = 0
    while let node = copy {
      count += 1
      copy = node.next
      node.next = nil
    }
    #expect(count == 50_000)
    for node in nodes { node.next = nil }
  }

  @Test func archivesCollectionsOfModels() throws {
    let a = ArchiveNode()
    a.name = "a"
    let b = ArchiveNode()
    b.name = "b"
    b.next = a
    #expect(try [ArchiveNode].unarchive(from: [a, b].archivedData()) == [a, b])
    let set: Set = [a, b]
    #expect(try Set<ArchiveNode>.unarchive(from: set.archivedData()) == set)
    let byName = ["x": a, "y": b, "z": a]
    let copy = try [String: ArchiveNode].unarchive(from: byName.archivedData())
    #expect(copy == byName)
    #expect(copy["x"] === copy["z"])
    #expect(copy["y"]?.next === copy["x"])
    let empty: [ArchiveNode] = []
    #expect(try [ArchiveNode].unarchive(from: empty.archivedData()) == [])
  }

  @Test func writesFilesAsAWhole() throws {
    let node = ArchiveNode()
    node.name = "in a file"
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).plist")
    defer { try? FileManager.default.removeItem(at: url) }
    try node.archive(to: url)
    #expect(try ArchiveNode.unarchive(from: url) == node)
    try [node].archive(to: url)
    #expect(try [ArchiveNode].unarchive(from: url) == [node])
  }
}
