import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

/// Knows its subclasses by the bare names that they had in Objective-C.
class ClusterEvent: Model {
  var title = ""
  override class var archiveName: String { "\(self)" }
}

final class ClusterPush: ClusterEvent {
  var commits = 0
}

final class ClusterFork: ClusterEvent {
  var fork: ClusterRepository?
}

final class ClusterRepository: ClusterEvent {}

/// Has the name, but archives know it by another one.
final class ClusterMoved: ClusterEvent {
  override class var archiveName: String { "ClusterOld" }
}

/// Has the name, but is no event.
final class ClusterStranger: Model {
  override class var archiveName: String { "\(self)" }
}

final class ClusterFeed: Model {
  var events: [ClusterEvent] = []
  var last: Any?
  override class var archiveName: String { "\(self)" }
  override class var allowedSecureCodingClassesByPropertyKey: [String: [AnyClass]] {
    ["last": [ClusterEvent.self]]
  }
}

enum ClusterShop {
  class Item: Model {
    var title = ""
    override class var archiveName: String { "\(self)" }
  }

  final class Book: Item {}
}

private func archive(_ names: [String], last: String? = nil) -> Data {
  var archive = HandmadeArchive()
  let title = archive.string("title")
  let events = names.map { archive.add($0, [("title", title)]) }
  var members = [("events", archive.collection("NSArray", events))]
  if let last { members.append(("last", archive.add(last, [("title", title)]))) }
  let root = archive.add("ClusterFeed", members)
  return archive.data(root: root)
}

/// Archives of class clusters with declared names, in a process that has not used the classes yet.
@Suite struct ArchiveClusterNameTests {
  @Test func findsSubclassesByTheirBareNames() async {
    await #expect(processExitsWith: .success) {
      let data = archive(["ClusterPush", "ClusterFork", "ClusterEvent"], last: "ClusterRepository")
      let feed = try ClusterFeed.unarchive(from: data)
      #expect(
        feed.events.map { "\(type(of: $0))" } == ["ClusterPush", "ClusterFork", "ClusterEvent"])
      #expect(feed.events.map(\.title) == ["title", "title", "title"])
      #expect(feed.last is ClusterRepository)
      let events = try [ClusterEvent].unarchive(
        from: ClusterFeedArchive.ofEvents(["ClusterPush", "ClusterPush"]))
      #expect(events.map { "\(type(of: $0))" } == ["ClusterPush", "ClusterPush"])
    }
  }

  @Test func findsThemBesideTheClassThatIsAskedFor() async {
    await #expect(processExitsWith: .success) {
      var archive = HandmadeArchive()
      let title = archive.string("title")
      let data = archive.data(root: archive.add("Book", [("title", title)]))
      let item = try ClusterShop.Item.unarchive(from: data)
      #expect(item is ClusterShop.Book)
      #expect(item.title == "title")
    }
  }

  @Test(arguments: ["ClusterMoved", "ClusterStranger", "ClusterNothing"])
  func takesNoOtherClass(_ name: String) async {
    await #expect(processExitsWith: .success) { [name] in
      let error = #expect(throws: ArchiveError.self) {
        try ClusterFeed.unarchive(from: archive(["ClusterPush", name]))
      }
      #expect(error?.kind == .unknownClass)
      #expect(error?.path == "$.events[1]")
    }
  }

  @Test func namesAllClassesThatAreMissing() async {
    await #expect(processExitsWith: .success) {
      let data = archive(["ClusterPush", "Gone", "ClusterFork", "Lost", "Gone"])
      let error = #expect(throws: ArchiveError.self) { try ClusterFeed.unarchive(from: data) }
      #expect(error?.path == "$.events[1]")
      #expect(
        error?.description == """
          $.events[1] (object \(error?.objectIndex ?? -1)): the archive names classes "Gone", "Lost", which are not known here. For an old name, an \
          Objective-C one, or the archiveName of a class that this process has not used yet, say \
          which class it is: unarchive(from:classNames: ["Gone": TheClass.self, "Lost": \
          TheClass.self])
          """)
    }
  }
}

private enum ClusterFeedArchive {
  static func ofEvents(_ names: [String]) -> Data {
    var archive = HandmadeArchive()
    let title = archive.string("title")
    let events = names.map { archive.add($0, [("title", title)]) }
    return archive.data(root: archive.collection("NSArray", events))
  }
}
