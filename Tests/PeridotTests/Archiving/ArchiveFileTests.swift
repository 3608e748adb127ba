import Foundation
import Testing

@testable import Peridot

@Suite struct ArchiveFileTests {
  private func inDirectory(_ body: (URL) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try body(directory)
  }

  private func permissions(_ url: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }

  private func note(_ title: String) -> ArchiveNote {
    let note = ArchiveNote()
    note.title = title
    return note
  }

  private func names(_ directory: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }

  @Test(arguments: [0o600, 0o640, 0o444, 0o755])
  func keepsThePermissionsOfTheFile(_ mode: Int) throws {
    try inDirectory { directory in
      let url = directory.appending(path: "notes.plist")
      try note("old").archive(to: url)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
      try note("new").archive(to: url)
      #expect(try permissions(url) == mode)
      #expect(try ArchiveNote.unarchive(from: url).title == "new")
      #expect(try names(directory) == ["notes.plist"])
    }
  }

  @Test func makesNewFilesAsFoundationDoes() throws {
    try inDirectory { directory in
      let (url, other) = (directory.appending(path: "a"), directory.appending(path: "b"))
      try note("new").archive(to: url)
      try Data([1]).write(to: other)
      #expect(try permissions(url) == permissions(other))
    }
  }

  @Test(arguments: [true, false])
  func followsSymbolicLinks(_ isThere: Bool) throws {
    try inDirectory { directory in
      let files = FileManager.default
      let inner = directory.appending(path: "inner")
      try files.createDirectory(at: inner, withIntermediateDirectories: true)
      let target = inner.appending(path: "target")
      if isThere { try note("old").archive(to: target) }
      let (link, first) = (directory.appending(path: "link"), directory.appending(path: "first"))
      try files.createSymbolicLink(atPath: link.path, withDestinationPath: "inner/target")
      try files.createSymbolicLink(atPath: first.path, withDestinationPath: "link")
      try [note("new")].archive(to: first)
      #expect(try files.destinationOfSymbolicLink(atPath: first.path) == "link")
      #expect(try files.destinationOfSymbolicLink(atPath: link.path) == "inner/target")
      #expect(try [ArchiveNote].unarchive(from: target).map(\.title) == ["new"])
      #expect(try names(inner) == ["target"])
    }
  }

  @Test func replacesTheFileAsAWhole() throws {
    try inDirectory { directory in
      let url = directory.appending(path: String(repeating: "ä", count: 120))
      try note("old").archive(to: url)
      let reader = try FileHandle(forReadingFrom: url)
      defer { try? reader.close() }
      try note("new").archive(to: url)
      // Whoever has opened the file before reads what it was.
      let old = try #require(try reader.readToEnd())
      #expect(try ArchiveNote.unarchive(from: old).title == "old")
    }
  }

  @Test func tellsWhyAFileCannotBeWritten() throws {
    try inDirectory { directory in
      let url = directory.appending(path: "missing/notes.plist")
      let error = #expect(throws: CocoaError.self) { try note("new").archive(to: url) }
      #expect(error?.code == .fileNoSuchFile)
      let folder = #expect(throws: CocoaError.self) { try note("new").archive(to: directory) }
      #expect(folder != nil)
      let left = try names(directory)
      #expect(left == [])
    }
  }

  @Test func isWrittenByManyAtOnce() async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let url = directory.appending(path: "notes.plist")
    try await withThrowingTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          for _ in 0..<20 {
            try note(String(repeating: "\(number)", count: 20_000)).archive(to: url)
            #expect(try Set(ArchiveNote.unarchive(from: url).title).count == 1)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try names(directory) == ["notes.plist"])
  }

  @Test func takesAwayWhatAnotherProcessLeft() throws {
    try inDirectory { directory in
      let url = directory.appending(path: "notes.plist")
      let left = directory.appending(path: ".notes.plist.peridot")
      try Data(count: 100_000).write(to: left)
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: left.path)
      try note("new").archive(to: url)
      #expect(try names(directory) == ["notes.plist"])
      #expect(try ArchiveNote.unarchive(from: url).title == "new")
      #expect(try permissions(url) != 0o444)
    }
  }

  /// A process that is killed while it writes leaves the old file, and what the next write takes away.
  @Test func survivesAKill() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "peridot-\(UUID())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let url = URL(filePath: path).appending(path: "notes.plist")
    try note("old").archive(to: url)
    await #expect(processExitsWith: .failure) { [path = path as String] in
      let url = URL(filePath: path).appending(path: "notes.plist")
      let data = Data(count: 50_000_000)
      // Ends the process as soon as the write has begun.
      Thread.detachNewThread {
        while !FileManager.default.fileExists(atPath: path + "/.notes.plist.peridot") {}
        kill(getpid(), SIGKILL)
      }
      while true { try WholeFile.write(data, to: url) }
    }
    let left = try names(URL(filePath: path))
    #expect(left.filter { $0 != ".notes.plist.peridot" } == ["notes.plist"])
    try note("new").archive(to: url)
    #expect(try names(URL(filePath: path)) == ["notes.plist"])
    #expect(try ArchiveNote.unarchive(from: url).title == "new")
  }

  @Test func refusesALinkToItself() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "peridot-loop-\(UUID())")
    try FileManager.default.createSymbolicLink(at: url, withDestinationURL: url)
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(throws: CocoaError.self) { try note("new").archive(to: url) }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: url.path) == url.path)
  }
}
