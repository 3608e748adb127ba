import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

final class ArchiveHashes: Model {
  var text = ""
  var texts: Set<String> = []
  var blobs: Set<Data> = []
  var sets: Set<Set<String>> = []
  var erased: Set<AnyHashable> = []
  var circle: Set<ArchiveHashes> = []
  var list: [ArchiveHashes] = []
  var next: ArchiveHashes?
  var table: [String: Int] = [:]
  var tables: [[String: Int]] = []
  var any: Any?
  var foundationSet: NSSet?
  var foundationOrderedSet: NSOrderedSet?
  var foundationDictionary: NSDictionary?
  var foundationArray: NSArray?
  override class var archiveName: String { "Hashes" }
}

/// Hashing is counted, however often an archive refers to one long value.
@Suite struct ArchiveHashingTests {
  private typealias Build = @Sendable (inout HandmadeArchive) -> Int

  private func data(_ key: String, _ build: Build) -> Data {
    var archive = HandmadeArchive()
    let root = archive.reserve()
    let value = build(&archive)
    archive.fill(root, "Hashes", [(key, value)])
    return archive.data(root: root)
  }

  /// Returns the model and how many bytes were copied and hashed for it.
  private func read(_ data: Data) throws -> (model: ArchiveHashes, work: Int) {
    let reader = try ArchiveReader(.data(data))
    let budget = reader.byteBudget
    let model = try reader.model(reader.rootSlot(), of: ArchiveHashes.self)
    return (downcast(model, to: ArchiveHashes.self), budget - reader.byteBudget)
  }

  private func refusal(_ data: Data) throws -> ArchiveError {
    try #require(#expect(throws: ArchiveError.self) { try ArchiveHashes.unarchive(from: data) })
  }

  // MARK: One long value

  @Test(arguments: [
    ("texts", "NSSet"), ("texts", "NSArray"), ("erased", "NSSet"), ("any", "NSSet"),
    ("any", "NSOrderedSet"), ("foundationSet", "NSSet"), ("foundationOrderedSet", "NSOrderedSet"),
    ("foundationOrderedSet", "NSArray"),
  ])
  func hashesATextOnceThatASetNamesAgainAndAgain(_ key: String, _ className: String) throws {
    let data = data(key) { archive in
      let text = archive.string(String(repeating: "x", count: 50_000))
      return archive.collection(className, Array(repeating: text, count: 20_000))
    }
    let (model, work) = try read(data)
    #expect(work < 3 * data.count)
    let count =
      switch model[key] {
      case let set as NSOrderedSet: set.count
      case let set as NSSet: set.count
      case let set as Set<AnyHashable>: set.count
      default: 0
      }
    #expect(count == 1)
  }

  @Test(arguments: ["table", "any", "foundationDictionary"])
  func hashesAKeyOnceThatADictionaryNamesAgainAndAgain(_ key: String) throws {
    let data = data(key) { archive in
      let text = archive.string(String(repeating: "x", count: 50_000))
      let (first, last) = (archive.integer(1), archive.integer(2))
      return archive.dictionary(
        Array(repeating: (text, first), count: 20_000) + [(text, last)])
    }
    let (model, work) = try read(data)
    #expect(work < 3 * data.count)
    let text = String(repeating: "x", count: 50_000)
    switch model[key] {
    case let table as NSDictionary: #expect(table[text] as? Int == 2)
    case let table as [String: Any]: #expect(table.count == 1 && table[text] as? Int == 2)
    default: Issue.record("no dictionary")
    }
  }

  /// Each of many collections has one long text, or leads to it.
  @Test(arguments: [
    ("tables", "table"), ("any", "table"), ("foundationArray", "table"), ("any", "NSSet"),
    ("sets", "NSSet"), ("circle", "model"), ("circle", "deep model"),
  ])
  func refusesCollectionsThatShareALongValue(_ key: String, _ kind: String) throws {
    let data = data(key) { archive in
      let text = archive.string(String(repeating: "x", count: 100_000))
      let one = archive.integer(1)
      let leaf = archive.add("Hashes", [("text", text)])
      let members = (0..<1_500).map { number in
        let other = archive.string("\(number)")
        switch kind {
        case "table": return archive.dictionary([(text, one)])
        case "model": return archive.add("Hashes", [("text", text)])
        case "deep model": return archive.add("Hashes", [("next", leaf)])
        default: return archive.collection("NSSet", [text, other])
        }
      }
      return archive.collection(kind == "table" || key == "any" ? "NSArray" : "NSSet", members)
    }
    let error = try refusal(data)
    #expect(error.kind == .tooLarge)
    #expect(error.description.hasSuffix(": the archive unfolds to too many bytes"))
    #expect(error.path.hasPrefix("$.\(key)"))
  }

  @Test func takesWhatTheLimitsAllow() throws {
    let data = data("tables") { archive in
      let text = archive.string(String(repeating: "x", count: 1_000))
      let one = archive.integer(1)
      return archive.collection(
        "NSArray", (0..<2_000).map { _ in archive.dictionary([(text, one)]) })
    }
    #expect(try ArchiveHashes.unarchive(from: data).tables.count == 2_000)
    let error = #expect(throws: ArchiveError.self) {
      try ArchiveHashes.unarchive(from: data, limits: ArchiveLimits(expansion: 1_000))
    }
    #expect(error?.kind == .tooLarge)
    _ = try ArchiveHashes.unarchive(from: data, limits: ArchiveLimits(expansion: .max))
  }

  @Test func countsWhatEveryModelGetsOfASetOfItsOwn() throws {
    let data = data("list") { archive in
      let members = (0..<2_000).map { number in
        archive.add("Hashes", [("text", archive.string("\(number)"))])
      }
      let set = archive.collection("NSSet", members)
      return archive.collection(
        "NSArray", (0..<2_000).map { _ in archive.add("Hashes", [("circle", set)]) })
    }
    #expect(try refusal(data).kind == .tooLarge)
  }

  // MARK: Values that collide

  private func blobs(_ count: Int) -> Data {
    data("blobs") { archive in
      let members = (0..<count).map { number in
        archive.blob(Array(repeating: 7, count: 90) + Array("\(100_000 + number)".utf8))
      }
      return archive.collection("NSSet", members)
    }
  }

  @Test func boundsTheComparisonsOfDataThatBeginsAlike() throws {
    #expect(try ArchiveHashes.unarchive(from: blobs(500)).blobs.count == 500)
    #expect(try refusal(blobs(3_000)).kind == .tooLarge)
  }

  private static func colliding(_ number: Int) -> String {
    let digits = "\(1_000_000 + number)"
    return String(repeating: "a", count: 40) + digits + String(repeating: "b", count: 111)
  }

  private func texts(_ key: String, _ count: Int) -> Data {
    data(key) { archive in
      let members = (0..<count).map { archive.string(Self.colliding($0)) }
      let one = archive.integer(1)
      switch key {
      case "foundationDictionary": return archive.dictionary(members.map { ($0, one) })
      case "foundationArray":
        let table = archive.dictionary(members.map { ($0, one) })
        return archive.collection("NSArray", [table])
      case "foundationSet": return archive.collection("NSSet", members)
      default: return archive.collection("NSOrderedSet", members)
      }
    }
  }

  @Test(arguments: [
    "foundationSet", "foundationDictionary", "foundationArray", "foundationOrderedSet", "any",
  ])
  func boundsTheComparisonsOfTextsThatFoundationHashesAlike(_ key: String) throws {
    #expect(NSString(string: Self.colliding(1)).hash == NSString(string: Self.colliding(2)).hash)
    let model = try ArchiveHashes.unarchive(from: texts(key, 300))
    let count =
      switch model[key] {
      case let set as NSSet: set.count
      case let set as NSOrderedSet: set.count
      case let table as NSDictionary: table.count
      case let array as NSArray: (array.firstObject as? NSDictionary)?.count ?? 0
      default: 0
      }
    #expect(count == 300)
    #expect(try refusal(texts(key, 3_000)).kind == .tooLarge)
  }

  /// A hash looks at a model and at those that it refers to, no further.
  @Test func boundsTheComparisonsOfModelsThatDifferFarOff() throws {
    func models(_ count: Int) -> Data {
      data("circle") { archive in
        let members = (0..<count).map { number in
          (0..<3).reduce(archive.add("Hashes", [("text", archive.string("\(number)"))])) {
            inner, _ in archive.add("Hashes", [("next", inner)])
          }
        }
        return archive.collection("NSSet", members)
      }
    }
    #expect(try ArchiveHashes.unarchive(from: models(100)).circle.count == 100)
    #expect(try refusal(models(1_000)).kind == .tooLarge)
  }

  /// Each comparison of two models of a chain goes down to the end of the shorter one.
  @Test func boundsTheComparisonsOfModelsThatLeadFar() throws {
    func chain(_ count: Int) -> Data {
      data("circle") { archive in
        var models = [archive.add("Hashes", [])]
        for _ in 1..<count {
          models.append(archive.add("Hashes", [("next", models[models.count - 1])]))
        }
        return archive.collection("NSSet", models)
      }
    }
    #expect(try ArchiveHashes.unarchive(from: chain(60)).circle.count == 60)
    let before = ComparisonWalk.pairsCompared
    #expect(try refusal(chain(4_000)).kind == .tooLarge)
    #expect(ComparisonWalk.pairsCompared - before < 1_000_000)
  }

  /// Foundation on Linux takes 100 ns for each byte of data that it compares, and 160 for each of a
  /// URL that it makes.
  @Test func countsWhatIsSlowInFoundation() throws {
    func blobs(_ count: Int) -> Data {
      data("foundationSet") { archive in
        let members = (0..<count).map { number in
          archive.blob(Array(repeating: 7, count: 90) + Array("\(100_000 + number)".utf8))
        }
        return archive.collection("NSSet", members)
      }
    }
    #expect(try ArchiveHashes.unarchive(from: blobs(200)).foundationSet?.count == 200)
    #expect(try refusal(blobs(600)).kind == .tooLarge)
    func urls(_ count: Int) -> Data {
      data("foundationSet") { archive in
        let text = archive.string("http://example.org/" + String(repeating: "x", count: 10_000))
        let members = (0..<count).map { _ in
          archive.add("NSURL", [("NS.base", 0), ("NS.relative", text)])
        }
        return archive.collection("NSSet", members)
      }
    }
    #expect(try ArchiveHashes.unarchive(from: urls(100)).foundationSet?.count == 1)
    #expect(try refusal(urls(2_000)).kind == .tooLarge)
  }

  // MARK: Sets of models

  /// Models that are far from the root get their properties late, but before they are hashed.
  @Test func keepsAllMembersOfASetFarFromTheRoot() throws {
    let root = ArchiveHashes()
    var last = root
    for _ in 0..<60 {
      let next = ArchiveHashes()
      last.next = next
      last = next
    }
    last.circle = Set(
      ["a", "b", "c"].map { text in
        let member = ArchiveHashes()
        member.text = text
        return member
      })
    var copy: ArchiveHashes? = try ArchiveHashes.unarchive(from: root.archivedData())
    while let next = copy?.next { copy = next }
    #expect(Set((copy?.circle ?? []).map(\.text)) == ["a", "b", "c"])
    #expect(copy?.circle.allSatisfy { copy?.circle.contains($0) == true } == true)
  }
}
