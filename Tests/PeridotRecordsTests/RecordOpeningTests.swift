import Foundation
import Peridot
import PeridotRecords
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite(.needsSQLite) struct RecordOpeningTests {
  @Test func errorsOnOpeningNameThePathAndTheReason() throws {
    let folder = FileManager.default.temporaryDirectory
    let missing = folder.appendingPathComponent("no folder/a.sqlite")
    #expect(
      message { _ = try RecordStore(url: missing) } == """
        the database "\(missing.path)" cannot be opened: "unable to open database file", "No such file or \
        directory" (SQLite code 14)
        """)
    #expect(
      message { _ = try RecordStore(url: folder) }?.hasPrefix(
        "the database \"\(folder.path)\" cannot be opened: \"unable to open database file\"")
        == true)
    let file = TemporaryDatabase()
    try Data(repeating: 7, count: 5000).write(to: file.url)
    #expect(
      message { _ = try RecordStore(url: file.url) } == """
        the database "\(file.url.path)" cannot be opened: "file is not a database" (SQLite code 26)
        """)
  }

  @Test func aNameInQuotesThatIsNoColumnIsAnError() throws {
    let store = try RecordStore.inMemory()
    try store.save(Issue(1, "strs"))
    #expect(try store.count(of: Issue.self, matching: "\"title\" = 'strs'") == 1)
    for condition in ["\"strs\" = 'strs'", "title = \"strs\""] as [RecordSQL] {
      let error = #expect(throws: RecordError.self) {
        _ = try store.count(of: Issue.self, matching: condition)
      }
      #expect(error?.resultCode == 1)
      #expect(error?.found.contains("no such column") == true)
    }
  }

  /// As somebody who may read, and not write.
  @Test func aFolderThatCannotBeWrittenIsRead() async {
    await #expect(processExitsWith: .success) {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("folder-\(getpid())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer {
        seteuid(0)
        chmod(folder.path, 0o755)
        try? FileManager.default.removeItem(at: folder)
      }
      let url = folder.appendingPathComponent("a.sqlite")
      try RecordStore(url: url).save((0..<10).map { Issue($0) })
      chmod(url.path, 0o444)
      chmod(folder.path, 0o555)
      if getuid() == 0 { try #require(seteuid(65534) == 0) }
      let store = try RecordStore(url: url, isReadOnly: true)
      try #require(try store.models(of: Issue.self).count == 10)
      try #require(try store.count(of: Label.self) == 0)
      do {
        try store.save(Issue(11))
        try #require(Bool(false))
      } catch let error as RecordError {
        try #require(error.kind == .database)
      }
    }
  }

  /// A reader that comes with a property more changes nothing.
  @Test func aStoreThatOnlyReadsNeedsNoColumns() throws {
    final class Wider: Model, RecordSerializing {
      var login = ""
      var height = 180
      var friends: [Person] = []

      class var recordName: String { "Person" }
      override class var declaredProperties: [Property] {
        [property("login", \.login, isIdentity: true)]
      }
    }
    let file = TemporaryDatabase()
    try RecordStore(url: file.url).save(Person("ann"))
    let store = try RecordStore(url: file.url, isReadOnly: true)
    #expect(try store.models(of: Wider.self).map(\.height) == [180])
    #expect(try store.model(of: Wider.self, matching: ["login": "ann"])?.friends == [])
  }
}
