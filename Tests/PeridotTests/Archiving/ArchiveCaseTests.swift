import Foundation
import Testing

@testable import Peridot

@testable import TestSupport

private enum Phase: String, Codable {
  case open, closed, merged
}

private enum Level: UInt8 {
  case low = 1
  case high = 3
}

private final class Cased: Model, JSONSerializing {
  var phase = Phase.open
  var level = Level.low
  var phases: [Phase] = []
  var counts: [Phase: Int] = [:]
  var other: Phase?
  override class var archiveName: String { "Cased" }
}

private enum Reference: JSONUnion {
  case id(Int)
  case name(String)
}

private final class Referring: Model {
  var reference: Reference?
  override class var archiveName: String { "Referring" }
}

@Suite struct ArchiveCaseTests {
  /// The error's words for a property whose archived value is what `build` makes.
  private func words(of key: String, _ build: (inout HandmadeArchive) -> Int) -> String? {
    var archive = HandmadeArchive()
    let root = archive.reserve()
    let value = build(&archive)
    archive.fill(root, "Cased", [(key, value)])
    let data = archive.data(root: root)
    let error = #expect(throws: ArchiveError.self) { try Cased.unarchive(from: data) }
    return error?.problem.description
  }

  @Test func listsTheCasesOfAnEnum() {
    let all = "expected Phase (open, closed, merged), found"
    #expect(
      words(of: "phase") { $0.string("mergd") }
        == #"expected Phase (merged, open, closed), found string "mergd""#)
    #expect(words(of: "phase") { $0.integer(5) } == "\(all) the integer 5")
    #expect(words(of: "level") { $0.integer(2) } == "expected Level (1, 3), found number 2")
    #expect(
      words(of: "level") { $0.integer(300) } == "expected Level (1, 3), found the integer 300")
    #expect(words(of: "level") { $0.string("1") } == "expected Level (1, 3), found a string")
    #expect(words(of: "other") { $0.integer(5) } == "\(all) the integer 5")
  }

  @Test func saysTheSameOfJSON() {
    let error = adapterError {
      try JSONAdapter.model(of: Cased.self, from: #"{"phase": "mergd"}"#)
    }
    #expect(
      (error?.expected, error?.found) == ("Phase (merged, open, closed)", #"string "mergd""#))
  }

  @Test func readsWhatItWrote() throws {
    let model = Cased()
    model.counts = [.open: 1]
    model.phases = [.closed]
    model.level = .high
    #expect(try Cased.unarchive(from: model.archivedData()) == model)
  }

  @Test func namesTheCasesOfAUnion() throws {
    let model = Referring()
    model.reference = .name("x")
    let data = try model.archivedData()
    // The case's name in the archive.
    let bytes = Array(data)
    let name = Array("name".utf8)
    let start = try #require(
      bytes.indices.last { bytes[$0...].starts(with: name) })
    var damaged = bytes
    damaged[start + 3] = UInt8(ascii: "f")
    let error = #expect(throws: ArchiveError.self) {
      try Referring.unarchive(from: Data(damaged))
    }
    #expect(error?.path == "$.reference")
    #expect(
      error?.description.contains(#"no case of Reference (name, id) has the archived name "namf""#)
        == true)
  }
}
