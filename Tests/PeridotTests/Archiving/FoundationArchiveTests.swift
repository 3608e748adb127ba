import Foundation
import Peridot
import Testing

final class ArchiveNote: Model {
  var title = ""
  var tags: [String] = []
}

enum ArchiveOuter {
  final class Nested: Model {
    var name = ""
    var inner: Nested?
  }
}

/// What Foundation's archiver writes, Foundation's unarchiver reads; and each reads Peridot's.
@Suite struct FoundationArchiveTests {
  private func foundationData(_ root: Any) throws -> Data {
    try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true)
  }

  @Test func foundationRestoresEveryType() throws {
    let model = ArchiveEverything.filled()
    let copy = try #require(
      try NSKeyedUnarchiver.unarchivedObject(
        ofClass: ArchiveEverything.self, from: foundationData(model)))
    // Foundation takes 1, true and 1.0 for one value, and -0.0 for 0, so that what a property of
    // any type holds may come back as another kind of number.
    #expect(
      model.changedKeys(from: copy).filter { $0 != "any" && $0 != "members" } == [])
    #expect(copy.members["text"] as? String == "é\u{0}")
    #expect(copy.members["escaped"] as? String == "$null")
    #expect(copy.members["decimal"] as? Decimal == Decimal(string: "0.1"))
  }

  @Test func foundationReadsPeridots() throws {
    let model = ArchiveEverything.filled()
    let copy = try #require(
      try NSKeyedUnarchiver.unarchivedObject(
        ofClass: ArchiveEverything.self, from: model.archivedData()))
    #expect(model.changedKeys(from: copy) == [])
  }

  @Test func peridotReadsFoundations() throws {
    let model = ArchiveEverything.filled()
    let copy = try ArchiveEverything.unarchive(from: foundationData(model))
    #expect(
      model.changedKeys(from: copy).filter { $0 != "any" && $0 != "members" } == [])
  }

  @Test func peridotReadsFoundationsXML() throws {
    let model = ArchiveEverything.filled()
    model.members = [:]
    model.any = nil
    model.counts = ["é": 1]
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.outputFormat = .xml
    archiver.encode(model, forKey: NSKeyedArchiveRootObjectKey)
    let data = archiver.encodedData
    #expect(data.starts(with: "<?xml".utf8))
    let copy = try ArchiveEverything.unarchive(from: data)
    #expect(model.changedKeys(from: copy) == [])
  }

  /// A tree whose children know their parent, with a shared node and equal but distinct ones.
  private func tree() -> ArchiveNode {
    let root = ArchiveNode()
    root.name = "root"
    let shared = ArchiveNode()
    shared.name = "same"
    for _ in 0..<3 {
      let child = ArchiveNode()
      child.name = "same"
      child.parent = root
      child.next = shared
      root.children.append(child)
    }
    return root
  }

  private func check(_ copy: ArchiveNode) {
    #expect(copy.children.count == 3)
    #expect(copy.children.allSatisfy { $0.parent === copy })
    #expect(copy.children.allSatisfy { $0.next === copy.children[0].next })
    #expect(copy.children[0] !== copy.children[1])
    #expect(copy.children[0].next !== copy.children[1])
    #expect(copy.children[2].name == "same")
  }

  @Test func foundationKeepsParentsSharedAndDistinctModels() throws {
    let data = try foundationData(tree())
    check(
      try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: ArchiveNode.self, from: data)))
    check(try ArchiveNode.unarchive(from: data))
  }

  @Test func foundationKeepsPeridotsParents() throws {
    let data = try tree().archivedData()
    check(
      try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: ArchiveNode.self, from: data)))
  }

  @Test func foundationKeepsCycles() throws {
    let first = ArchiveNode()
    let second = ArchiveNode()
    first.next = second
    second.next = first
    defer { first.next = nil }
    for data in [try foundationData(first), try first.archivedData()] {
      let copy = try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: ArchiveNode.self, from: data))
      #expect(copy.next?.next === copy)
      #expect(copy.next !== copy)
      copy.next = nil
    }
    let copy = try ArchiveNode.unarchive(from: foundationData(first))
    #expect(copy.next?.next === copy)
    copy.next = nil
  }

  @Test func foundationRestoresNestedClasses() throws {
    let model = ArchiveOuter.Nested()
    model.name = "outer"
    model.inner = ArchiveOuter.Nested()
    model.inner?.name = "inner"
    let data = try foundationData(model)
    let object = try NSKeyedUnarchiver.unarchivedObject(ofClass: Model.self, from: data)
    let copy = try #require(object as? ArchiveOuter.Nested)
    #expect(copy.inner?.name == "inner")
    #expect(try ArchiveOuter.Nested.unarchive(from: model.archivedData()) == model)
    #expect(try ArchiveOuter.Nested.unarchive(from: data) == model)
  }

  @Test func foundationArchivesArraysOfModels() throws {
    let notes = (0..<3).map { index in
      let note = ArchiveNote()
      note.title = "\(index)"
      note.tags = ["x"]
      return note
    }
    let data = try foundationData(NSArray(array: notes))
    let objects = try NSKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, ArchiveNote.self], from: data)
    #expect((objects as? [ArchiveNote]) == notes)
    #expect(try [ArchiveNote].unarchive(from: data) == notes)
  }

  @Test(.timeLimit(.minutes(60))) func foundationEncodesManyCollectionsInTime() throws {
    let root = ArchiveListing()
    root.notes = (0..<10_000).map { index in
      let note = ArchiveNote()
      note.title = "note \(index)"
      note.tags = ["a\(index)", "b"]
      return note
    }
    let data = try foundationData(root)
    #expect(try ArchiveListing.unarchive(from: data) == root)
  }

  /// In a process of its own, because Foundation also prints the error.
  @Test func foundationRefusesANewerVersion() async {
    await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: ArchiveVersionTwo(), requiringSecureCoding: true)
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
      unarchiver.decodingFailurePolicy = .setErrorAndReturn
      unarchiver.setClass(
        ArchiveVersionOne.self, forClassName: NSStringFromClass(ArchiveVersionTwo.self))
      let object = unarchiver.decodeObject(
        of: [ArchiveVersionOne.self], forKey: NSKeyedArchiveRootObjectKey)
      #expect(object == nil)
      #expect(unarchiver.error != nil)
    }
  }
}

final class ArchiveListing: Model {
  var notes: [ArchiveNote] = []
}

final class ArchiveVersionOne: Model {
  var name = ""
  override class var modelVersion: Int { 1 }
}

final class ArchiveVersionTwo: Model {
  var name = ""
  override class var modelVersion: Int { 2 }
}
