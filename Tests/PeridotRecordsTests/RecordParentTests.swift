import Foundation
import Peridot
import PeridotRecords
import Testing

/// Records and what holds them.
@Suite(.needsSQLite) struct RecordParentTests {
  final class List: Model, RecordSerializing {
    var name = ""
    var tasks: [Task] = []

    override class var declaredProperties: [Property] {
      [
        property("name", \.name, isIdentity: true),
        property("tasks", \.tasks, facets: .inverse("list")),
      ]
    }
  }

  final class Task: Model, RecordSerializing {
    var id = 0
    var owner: Person?
    weak var list: List?

    override class var identityKey: String? { "id" }

    convenience init(_ id: Int) {
      self.init()
      self.id = id
    }
  }

  private func lists() throws -> [List] {
    try [("a", [1, 2]), ("b", [3])].map { name, ids in
      try List(dictionary: ["name": name, "tasks": ids.map { Task($0) }])
    }
  }

  @Test func aChildKnowsItsParentOnDemand() throws {
    let store = try RecordStore.inMemory()
    try store.save(lists())
    try store.save(Task(4))
    #expect(try store.models(of: Task.self).allSatisfy { $0.list == nil })
    let (tasks, lists) = try store.models(
      of: Task.self, matching: ["id": [1, 3, 4]], orderedBy: .descending("id"), including: ["list"])
    #expect(tasks.map(\.id) == [4, 3, 1])
    #expect(tasks.map { $0.list?.name } == [nil, "b", "a"])
    // Each is whole, so that it can be saved.
    #expect(tasks[2].list?.tasks.map(\.id) == [1, 2])
    #expect(tasks[2].list?.tasks[0] === tasks[2])
    try store.save(tasks)
    #expect(try store.models(of: List.self).map(\.tasks.count) == [2, 1])
    // The children refer to them weakly, so they have to live until here.
    #expect(lists.map { ($0 as? List)?.name } == ["a", "b"])
  }

  @Test func parentsComeInOneQuery() throws {
    let store = try RecordStore.inMemory()
    let many = (0..<300).map { number in
      let list = List()
      (list.name, list.tasks) = ("\(number)", [Task(number)])
      return list
    }
    try store.save(many)
    let (tasks, lists) = try store.models(of: Task.self, including: ["list", "owner"])
    #expect(tasks.allSatisfy { $0.list?.name == "\($0.id)" })
    #expect(lists.count == 300)
  }

  @Test func whatIsIncludedIsARelationship() throws {
    let store = try RecordStore.inMemory()
    #expect(
      message { _ = try store.models(of: Task.self, including: ["id"]) }
        == "Task.id: including names a value, and not a relationship")
    #expect(
      message { _ = try store.models(of: Task.self, including: ["lisst"]) }
        == "Task: including names \"lisst\", which is not a property: did you mean \"list\"?")
  }

  // MARK: Strong parents

  final class Album: Model, RecordSerializing {
    var name = ""
    var songs: [Song] = []

    override class var declaredProperties: [Property] {
      [
        property("name", \.name, isIdentity: true),
        property("songs", \.songs, facets: .owns.and(.inverse("album"))),
      ]
    }
  }

  final class Song: Model, RecordSerializing {
    var title = ""
    var album: Album?

    override class var identityKey: String? { "title" }

    convenience init(_ title: String) {
      self.init()
      self.title = title
    }
  }

  @Test func aStrongPropertyCanReferBack() throws {
    let store = try RecordStore.inMemory()
    let album = Album()
    (album.name, album.songs) = ("a", [Song("x"), Song("y")])
    try store.save(album)
    let song = try #require(try store.model(of: Song.self, matching: ["title": "y"]))
    #expect(song.album?.name == "a")
    #expect(song.album?.songs.map(\.title) == ["x", "y"])
    #expect(song.album?.songs[1] === song)
    song.album?.songs.removeFirst()
    try store.save(song)
    #expect(try store.models(of: Song.self).map(\.title) == ["y"])
    // It moves to another album, and nil says nothing.
    let other = Album()
    (other.name, other.songs) = ("b", [Song("y")])
    try store.save(other)
    try store.save(Song("y"))
    #expect(try store.model(of: Song.self, matching: ["title": "y"])?.album?.name == "b")
    #expect(try store.model(of: Album.self, matching: ["name": "a"])?.songs == [])
    #expect(try store.count(of: Song.self, matching: ["album": other]) == 1)
  }

  // MARK: Inverses that come later

  final class OldList: Model, RecordSerializing {
    var name = ""
    var tasks: [OldTask] = []
    var first: OldTask?

    class var recordName: String { "List" }
    override class var identityKey: String? { "name" }
  }

  final class OldTask: Model, RecordSerializing {
    var id = 0

    class var recordName: String { "Task" }
    override class var identityKey: String? { "id" }
  }

  @Test(arguments: [true, false]) func anInverseIsFilledFromTheLinks(parentFirst: Bool) throws {
    let file = TemporaryDatabase()
    let old = try ["a", "b"].map { try OldList(dictionary: ["name": $0]) }
    old[0].tasks = try [1, 2].map { try OldTask(dictionary: ["id": $0]) }
    old[1].tasks = try [3].map { try OldTask(dictionary: ["id": $0]) }
    let first = try RecordStore(url: file.url)
    try first.save(old)
    try first.save(try OldTask(dictionary: ["id": 4]))
    for _ in 0..<2 {
      let store = try RecordStore(url: file.url)
      if parentFirst { #expect(try store.count(of: List.self) == 2) }
      let (tasks, lists) = try store.models(
        of: Task.self, orderedBy: "id", including: ["list"])
      #expect(tasks.map { $0.list?.name } == ["a", "a", "b", nil])
      #expect(lists.count == 2)
      #expect(try store.count(of: Task.self, matching: ["list.name": "a"]) == 2)
    }
    // What changes later is not filled again.
    let store = try RecordStore(url: file.url)
    try store.execute("UPDATE Task SET list = NULL WHERE id = 1")
    #expect(
      try RecordStore(url: file.url).count(
        of: Task.self, matching: ["list": RecordCondition.notNil])
        == 2)
  }

  final class Node: Model, RecordSerializing {
    var id = 0
    var next: Node?
    weak var previous: Node?

    class var recordName: String { "Node" }
    override class var declaredProperties: [Property] {
      [
        property("id", \.id, isIdentity: true),
        property("next", \.next, facets: .inverse("previous")),
      ]
    }
  }

  final class OldNode: Model, RecordSerializing {
    var id = 0
    var next: OldNode?

    class var recordName: String { "Node" }
    override class var identityKey: String? { "id" }
  }

  @Test func aClassCanReferBackToItself() throws {
    let file = TemporaryDatabase()
    let nodes = try (0..<3).map { try OldNode(dictionary: ["id": $0]) }
    (nodes[0].next, nodes[1].next) = (nodes[1], nodes[2])
    try RecordStore(url: file.url).save(nodes[0])
    let store = try RecordStore(url: file.url)
    let read = try store.models(of: Node.self, orderedBy: "id", including: ["previous"]).models
    #expect(read.map { $0.previous?.id } == [nil, 0, 1])
  }
}
