import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Item: Model, CodableModel {
  var id = 0

  override class var archiveName: String { "ClusterAliasTests.Item" }
  override class var cluster: Cluster? {
    cluster(
      tag: "kind", ["image": Picture.self, "file": Paper.self],
      alsoReading: ["photo": Picture.self, "doc": Paper.self], absent: Picture.self)
  }
}

private final class Picture: Item {
  var width: Int?

  override class var archiveName: String { "ClusterAliasTests.Picture" }
}

private final class Paper: Item {
  var pages: Int?

  override class var archiveName: String { "ClusterAliasTests.Paper" }
}

private final class Folder: Model, CodableModel {
  var items: [Item] = []
  var first: Item?

  override class var archiveName: String { "ClusterAliasTests.Folder" }
}

private class Payload: Model, CodableModel {
  var id = 0

  override class var archiveName: String { "ClusterAliasTests.Payload" }
}

private final class Push: Payload {
  override class var archiveName: String { "ClusterAliasTests.Push" }
}

private final class Pull: Payload {
  override class var archiveName: String { "ClusterAliasTests.Pull" }
}

private final class Holder: Model, CodableModel {
  var payload: Payload?

  override class var archiveName: String { "ClusterAliasTests.Holder" }
  override class func cluster(forKey key: String) -> Cluster? {
    key == "payload"
      ? Payload.cluster(
        tag: "type", [1: Push.self, 2: Pull.self], alsoReading: [11: Push.self],
        absent: Pull.self) : nil
  }
}

private class Wrong: Model, JSONSerializing {
  override class var cluster: Cluster? {
    cluster(
      tag: "kind", ["a": WrongA.self],
      alsoReading: ["b": WrongB.self, "a": WrongA.self, "c": WrongA.self, "c": WrongA.self],
      absent: WrongB.self)
  }
}
private final class WrongA: Wrong {}
private final class WrongB: Wrong {}

private enum Kind: String, CaseIterable { case image, photo, file }
private class Whole: Model, JSONSerializing {
  override class var cluster: Cluster? {
    cluster(
      tag: "kind", [Kind.image: WholeImage.self, .file: WholeFile.self],
      alsoReading: [.photo: WholeImage.self])
  }
}
private final class WholeImage: Whole {}
private final class WholeFile: Whole {}

private enum EntryKind: String, CaseIterable {
  case image, file
}

private class Entry: Model, JSONSerializing {
  var id = 0

  override class var cluster: Cluster? {
    cluster(
      tag: "kind", by: EntryKind.self, alsoReading: ["photo": Drawing.self, "doc": Sheet.self],
      absent: Drawing.self
    ) {
      switch $0 {
      case .image: Drawing.self
      case .file: Sheet.self
      }
    }
  }
}

/// Objects of the class itself are read by their tags that stand for no class.
private class Shape: Model, JSONSerializing {
  var id = 0

  override class var cluster: Cluster? {
    cluster(tag: "kind", ["dot": Dot.self], absent: Dot.self, unknown: .base)
  }
}

private final class Dot: Shape {}

private class Outer: Model, JSONSerializing {
  override class var cluster: Cluster? { cluster(around: ["a": Inner.self, "b": Other.self]) }
}

private class Inner: Outer {
  override class var cluster: Cluster? {
    cluster(tag: "sub", ["s": Leaf.self], absent: Leaf.self, unknown: .base)
  }
}

private final class Leaf: Inner {}

private final class Other: Outer {}

private final class Place: Model, JSONSerializing {
  var outer: Outer?
}

private final class Drawing: Entry {}

private final class Sheet: Entry {}

@Suite struct ClusterAliasTests {
  @Test(arguments: [
    (#"{"kind":"photo","id":1}"#, #"{"kind":"image","id":1}"#),
    (#"{"id":1}"#, #"{"kind":"image","id":1}"#),
    (#"{"kind":"doc","id":2}"#, #"{"kind":"file","id":2}"#),
  ])
  func aClusterByAnEnumHasThemToo(_ read: String, _ written: String) throws {
    let entry: Entry = try JSONAdapter.model(from: read)
    #expect(try JSONAdapter.string(from: entry) == written)
  }

  @Test(arguments: [ConversionPolicy.strict, .lenient])
  func crossesEveryRoad(_ policy: ConversionPolicy) throws {
    let json =
      #"{"first":{"id":1,"width":2},"items":[{"id":3,"kind":"photo"},{"id":4,"kind":"doc","pages":5},"#
      + #"{"id":6,"kind":"image"},{"id":7,"kind":null},{"id":8,"kind":"file"}]}"#
    let written =
      #"{"first":{"id":1,"kind":"image","width":2},"items":[{"id":3,"kind":"image"},"#
      + #"{"id":4,"kind":"file","pages":5},{"id":6,"kind":"image"},{"id":7,"kind":"image"},"#
      + #"{"id":8,"kind":"file"}]}"#
    try expectCrossing(of: Folder.self, json, written: written, policy: policy)
    let folder = try JSONAdapter.model(of: Folder.self, from: json, policy: policy)
    #expect((folder.first as? Picture)?.width == 2)
    #expect((folder.items[1] as? Paper)?.pages == 5)
    #expect(folder.items.map { $0 is Picture } == [true, false, true, true, false])
    let root = try JSONAdapter.model(of: Item.self, from: #"{"id":9}"#, policy: policy)
    #expect(root is Picture)
  }

  @Test func anUpdateWithoutATagKeepsTheClass() throws {
    let folder = try JSONAdapter.model(
      of: Folder.self, from: #"{"first":{"kind":"doc","id":1}}"#)
    let paper = try #require(folder.first as? Paper)
    try JSONAdapter.update(folder, from: #"{"first":{"id":2}}"#)
    #expect(folder.first === paper && paper.id == 2)
    try JSONAdapter.update(folder, from: #"{"first":{"kind":"photo","id":3}}"#)
    #expect(folder.first is Picture && folder.first?.id == 3)
    try JSONAdapter.apply(mergePatch: #"{"first":{"id":4}}"#, to: folder)
    #expect(folder.first is Picture && folder.first?.id == 4)
  }

  @Test func anUpdateToAnotherClassIsNewForTheInnerCluster() throws {
    let place = Place()
    place.outer = Other()
    try JSONAdapter.update(place, from: #"{"outer":{"a":{}}}"#)
    #expect(place.outer is Leaf)
    place.outer = Other()
    try JSONAdapter.update(place, from: #"{"outer":{"a":{"sub":"x"}}}"#)
    #expect(place.outer.map { type(of: $0) == Inner.self } == true)
  }

  @Test func readsFurtherTagsNextToTheHeldModel() throws {
    for (json, written) in [
      (#"{"payload":{"id":1},"type":11}"#, #"{"payload":{"id":1},"type":1}"#),
      (#"{"payload":{"id":2}}"#, #"{"payload":{"id":2},"type":2}"#),
    ] {
      try expectCrossing(of: Holder.self, json, written: written)
    }
  }

  @Test func refusesToWriteABaseThatReadsBackAsAnother() throws {
    let shape = try JSONAdapter.model(of: Shape.self, from: #"{"kind":"line","id":1}"#)
    #expect(type(of: shape) == Shape.self)
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.string(from: shape)
    }
    #expect(error.kind == .noClassFound)
    #expect(
      error.description.contains(
        "Shape has no tag in its own cluster, and an object without one becomes Dot: list it there"),
      "\(error)")
    #expect(
      try JSONAdapter.string(from: shape, policy: .strict.with { $0.unreadableClass = .write })
        == #"{"id":1}"#)
    #expect(try JSONAdapter.string(from: Dot()) == #"{"kind":"dot","id":0}"#)
  }

  /// A tag of another kind is none that is absent.
  @Test(arguments: [#"{"id":1,"kind":false}"#, #"{"id":1,"kind":[]}"#, #"{"id":1,"kind":{"a":1}}"#])
  func refusesATagOfAnotherKindByADecoder(_ json: String) throws {
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Item.self, from: json)
    }
    #expect(error.kind == .noClassFound)
    let data = Data(json.utf8)
    #expect(throws: (any Error).self) { try JSONDecoder().decode(Item.self, from: data) }
    let held = Data(json.replacing("id", with: "number").replacing("kind", with: "type").utf8)
    #expect(try JSONDecoder().decode(Holder.self, from: held).payload == nil)
    let full = json.replacing(#""id":1"#, with: #""payload":{"id":1}"#)
      .replacing("kind", with: "type")
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(Holder.self, from: Data(full.utf8))
    }
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.model(of: Holder.self, from: full) }
  }

  @Test func refusesOtherTags() throws {
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Item.self, from: #"{"kind":"sound"}"#)
    }
    #expect(error.kind == .noClassFound)
  }

  @Test func reportsMistakes() throws {
    let error = try #require(throws: JSONAdapterError.self) { try JSONAdapter.check(Wrong.self) }
    for words in [
      "WrongB also has the tag \"b\", but none that it is written with: list it",
      "the tag \"a\" stands for WrongA and for WrongA",
      "the tag \"c\" stands for WrongA and for WrongA",
      "WrongB is the class of objects without a tag, but has none that it is written with: list it",
    ] {
      #expect(error.description.contains(words), "\(error)")
    }
    try JSONAdapter.check(Whole.self)
    #expect(try JSONAdapter.model(of: Whole.self, from: #"{"kind":"photo"}"#) is WholeImage)
  }

  @Test func isDescribed() throws {
    let cluster = try #require(ClassDescription(of: Item.self).clusters.first)
    #expect(cluster.alsoReading.map(\.tag) == [.text("photo"), .text("doc")])
    #expect(cluster.absent == Picture.self && cluster.classes.count == 2)
  }
}
