import Foundation
import Peridot
import PeridotRecords
import Testing

@Suite(.needsSQLite) struct RecordFormerNameTests {
  final class Child: Model, RecordSerializing {
    var name = ""
    static var recordName: String { "child" }
  }

  final class Old: Model, RecordSerializing {
    var id = 0
    var name = ""
    var children: [Child] = []
    override class var identityKey: String? { "id" }
    static var recordName: String { "person" }
  }

  final class New: Model, RecordSerializing {
    var id = 0
    var title = "initial"
    var parts: [Child] = []
    override class var identityKey: String? { "id" }
    static var recordName: String { "person" }
    override class var declaredProperties: [Property] {
      [
        property("title", \New.title, formerly: ["label", "name"]),
        property("parts", \New.parts, formerly: ["children"]),
      ]
    }
  }

  final class Newer: Model, RecordSerializing {
    var id = 0
    var title = ""
    var children: [Child] = []
    override class var identityKey: String? { "id" }
    override class var modelVersion: Int { 1 }
    static var recordName: String { "person" }
    override class var declaredProperties: [Property] {
      [property("title", \Newer.title, formerly: ["name"])]
    }
  }

  @Test func columnsAreRenamed() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite")
    defer { try? FileManager.default.removeItem(at: url) }
    let child = Child().with { $0.name = "child" }
    try RecordStore(url: url).save(
      Old().with { ($0.id, $0.name, $0.children) = (1, "Ada", [child]) })
    let store = try RecordStore(url: url)
    let found = try store.models(of: New.self)
    #expect(found.map(\.title) == ["Ada"] && found[0].parts.map(\.name) == ["child"])
    try store.save(New().with { ($0.id, $0.title) = (2, "Bob") })
    #expect(try store.models(of: New.self, orderedBy: ["title"]).map(\.title) == ["Ada", "Bob"])
  }

  @Test func aNewVersionNeedsNoMigration() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite")
    defer { try? FileManager.default.removeItem(at: url) }
    try RecordStore(url: url).save(Old().with { ($0.id, $0.name) = (1, "Ada") })
    #expect(try RecordStore(url: url).models(of: Newer.self).map(\.title) == ["Ada"])
  }
}
