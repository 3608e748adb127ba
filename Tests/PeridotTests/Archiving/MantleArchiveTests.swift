import Foundation
import Peridot
import Testing

@testable import TestSupport

final class ArchiveMantleModel: Model {
  var name = ""
  var count = 1
  var isOpen = false
  var state = ArchiveState.open
  var createdAt: Date?
  var url: URL?
  var identifier: UUID?
  var tags: [String] = []
  var owner: ArchiveMantleModel?
  weak var parent: ArchiveMantleModel?
  var price: Decimal?
  var counts: [String: Int?] = [:]
  var flags: [Bool] = []
  var mutable = ""
  var note: String? = "initial"

  override class var modelVersion: Int { 1 }

  override class func dictionaryValue(
    fromArchivedExternalRepresentation externalRepresentation: [String: Any], version: Int
  ) -> [String: Any]? {
    guard version == 1, let nested = externalRepresentation["nested"] as? [String: Any] else {
      return nil
    }
    return [
      "name": externalRepresentation["username"] ?? NSNull(),
      "count": (externalRepresentation["count"] as? String).flatMap { Int($0) } ?? 0,
      "note": nested["name"] ?? NSNull(),
    ]
  }
}

/// Reads what a Mantle app left behind; `Fixtures/Archives/make.py` writes the files.
@Suite struct MantleArchiveTests {
  private let classNames = ["MTLTestModel": ArchiveMantleModel.self]

  @Test(arguments: ["mantle-model.plist", "mantle-model.xml"])
  func readsAModel(_ name: String) throws {
    let model = try ArchiveMantleModel.unarchive(
      from: fixture("Archives/\(name)"), classNames: classNames)
    #expect(model.name == "foobar")
    #expect(model.count == 5)
    #expect(model.isOpen)
    #expect(model.state == .closed)
    #expect(model.createdAt == Date(timeIntervalSinceReferenceDate: 31_536_000.5))
    #expect(model.url?.absoluteString == "https://example.org/x")
    #expect(model.identifier?.uuidString == "00010203-0405-0607-0809-0A0B0C0D0E0F")
    #expect(model.tags == ["a", "b"])
    #expect(model.owner?.name == "a")
    #expect(model.owner?.parent === model)
    #expect(model.parent == nil)
    #expect(model.price == Decimal(string: "123.45"))
    #expect(model.counts == ["a": 5, "b": nil])
    #expect(model.flags == [true, false])
    #expect(model.mutable == "mutable text")
    #expect(model.note == "initial")
  }

  @Test func readsTheFormOfBeforeVersionOne() throws {
    let model = try ArchiveMantleModel.unarchive(
      from: fixture("Archives/mantle-external.plist"), classNames: classNames)
    #expect(model.name == "foobar")
    #expect(model.count == 5)
    #expect(model.note == "fuzzbuzz")
  }

  @Test func refusesTheOldFormWithoutItsHook() throws {
    let error = #expect(throws: ArchiveError.self) {
      try ArchiveNote.unarchive(
        from: fixture("Archives/mantle-external.plist"),
        classNames: ["MTLTestModel": ArchiveNoteTwo.self])
    }
    #expect(error?.kind == .classNotAllowed)
    let refusal = #expect(throws: ArchiveError.self) {
      try ArchiveNoteTwo.unarchive(
        from: fixture("Archives/mantle-external.plist"),
        classNames: ["MTLTestModel": ArchiveNoteTwo.self])
    }
    #expect(refusal?.kind == .decodingFailed)
    #expect(refusal?.objectIndex == 1)
  }

  @Test func readsInlineNumbersAndClassHints() throws {
    let model = try ArchiveMantleModel.unarchive(
      from: fixture("Archives/inline-numbers.plist"), classNames: classNames)
    #expect(model.count == 7)
    #expect(model.isOpen)
    #expect(model.price == 2.5)
  }

  @Test func namesAClassThatIsNotKnown() throws {
    let error = #expect(throws: ArchiveError.self) {
      try ArchiveMantleModel.unarchive(from: fixture("Archives/mantle-model.plist"))
    }
    #expect(error?.kind == .unknownClass)
    #expect(error?.objectIndex == 1)
    #expect(error?.description.contains("\"MTLTestModel\"") == true)
  }

  /// Python's own reader of property lists reads Peridot's archives.
  @Test func pythonReadsArchives() throws {
    let python = URL(filePath: "/usr/bin/env")
    let node = ArchiveNode()
    node.name = "déjà"
    node.children = [ArchiveNode(), node]
    defer { node.children = [] }
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).plist")
    defer { try? FileManager.default.removeItem(at: url) }
    try node.archive(to: url)
    let process = Process()
    process.executableURL = python
    process.arguments = [
      "python3", "-c",
      """
      import plistlib, sys
      archive = plistlib.load(open(sys.argv[1], "rb"))
      objects = archive["$objects"]
      root = objects[archive["$top"]["root"].data]
      print(archive["$archiver"], objects[root["name"].data], objects[root["$class"].data]["$classname"])
      """, url.path,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // Without Python there is nothing to compare with.
    guard process.terminationStatus != 127 else { return }
    #expect(text == "NSKeyedArchiver déjà PeridotTests.ArchiveNode\n")
  }
}

final class ArchiveNoteTwo: Model {
  override class var modelVersion: Int { 1 }
}
