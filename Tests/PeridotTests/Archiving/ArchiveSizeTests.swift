import Foundation
import Fuzz
import Testing

@testable import Peridot
@testable import TestSupport

final class ArchiveReading: Model {
  var number = 0
  var mean = 0.0
  var isFinal = false
  var place = ""
  var time = Date(timeIntervalSinceReferenceDate: 0)
  var source: URL?
}

/// What is written once, and that archives grow with what they hold.
@Suite struct ArchiveSizeTests {
  private func readings(_ count: Int) -> [ArchiveReading] {
    (0..<count).map { index in
      let reading = ArchiveReading()
      reading.number = index % 7
      reading.mean = Double(index % 5) / 4
      reading.isFinal = index % 2 == 0
      reading.place = "a place with a long name, number \(index % 3), é"
      reading.time = Date(timeIntervalSinceReferenceDate: Double(index % 4))
      return reading
    }
  }

  private func objects(_ data: Data) throws -> (plist: BinaryPlist, archived: Int) {
    let plist = try BinaryPlist(Array(data))
    return (plist, try ArchiveReader.objects(of: plist).count)
  }

  @Test func writesStringsNumbersDatesAndClassesOnce() throws {
    let data = try readings(1_000).archivedData()
    // Nil, the array and its class, the models and theirs; numbers, doubles, Booleans, texts, dates
    // and their class; the version is the number 0.
    let expected = 1 + 2 + 1_000 + 1 + 7 + 5 + 2 + 3 + 4 + 1
    #expect(try objects(data).archived == expected)
    #expect(try [ArchiveReading].unarchive(from: data) == readings(1_000))
  }

  @Test func growsWithTheNumberOfModels() throws {
    // One dictionary and one reference to it for each further model.
    let (few, more) = (
      try objects(readings(1_000).archivedData()),
      try objects(readings(3_000).archivedData())
    )
    #expect(more.plist.objectCount - few.plist.objectCount == 2 * 2_000)
    #expect(more.archived - few.archived == 2_000)
  }

  @Test func looksAtEachThingOnce() throws {
    #if DEBUG
      let count = 10_000
    #else
      let count = 100_000
    #endif
    let models = readings(count)
    let data = try models.archivedData()
    let reader = try ArchiveReader(.data(data))
    let copies = try archiveCodec([ArchiveReading].self)
      .decode(try reader.rootSlot(), reader)
    #expect(copies.count == count)
    // One object was made for each, one list of keys looked at, and no text twice.
    #expect(reader.instances.count == count)
    #expect(reader.shapes.count <= 4)
    #expect(reader.texts.count == 3)
    #expect(copies.last == models.last)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func findsWhatWasWrittenBefore(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var plist = BinaryPlistWriter()
    var known: [String: Int] = [:]
    for _ in 0..<3_000 {
      let length = Int.random(in: 0...40, using: &random)
      let text = String(
        (0..<length).map { _ in "abé".randomElement(using: &random) ?? "a" })
      let object = plist.string(text)
      let expected = known[text] ?? plist.count - 1
      #expect(object == expected, "seed \(seed)")
      known[text] = object
    }
    for number in 0..<2_000 {
      let object = plist.integer(Int64(number) * 0x1_0000_0001)
      #expect(plist.integer(Int64(number) * 0x1_0000_0001) == object)
      #expect(plist.real(Double(number)) != object)
    }
  }

  @Test func keepsTextsOfAnyLengthApart() throws {
    let texts = (0..<400).map { String(repeating: "a", count: $0) }
    let model = ArchiveTexts()
    model.texts = texts + texts.map { $0 + "é" } + texts
    let copy = try ArchiveTexts.unarchive(from: model.archivedData())
    #expect(copy.texts == model.texts)
  }
}

final class ArchiveTexts: Model {
  var texts: [String] = []
  var any: Any?
}
