import Foundation
import Peridot
import Testing

@testable import TestSupport

final class ArchiveTarget: Model {
  var number = 0
  var small: UInt8 = 0
  var text = ""
  var note: ArchiveNote?
  var notes: [ArchiveNote] = []
  var circle: Set<ArchiveTarget> = []
  var target: ArchiveTarget?
  var any: Any?
  override class var archiveName: String { "Target" }
}

final class ArchivePicky: Model {
  var any: Any?
  var texts: [String] = []
  override class var archiveName: String { "Picky" }
  override class var allowedSecureCodingClassesByPropertyKey: [String: [AnyClass]] {
    ["any": [ArchiveNote.self]]
  }
}

@Suite struct HostileArchiveTests {
  /// Returns the error for a target whose property `key` is what `build` makes.
  private func refusal(
    of key: String, limits: ArchiveLimits = ArchiveLimits(),
    _ build: (inout HandmadeArchive, _ root: Int) -> Int
  ) throws -> ArchiveError {
    var archive = HandmadeArchive()
    let root = archive.reserve()
    let value = build(&archive, root)
    archive.fill(root, "Target", [(key, value)])
    let data = archive.data(root: root)
    return try #require(
      #expect(throws: ArchiveError.self) {
        try ArchiveTarget.unarchive(from: data, limits: limits)
      })
  }

  @Test func refusesTheWrongPlistPrimitive() throws {
    let error = try refusal(of: "number") { archive, _ in archive.string("5") }
    let advice = ": convert it in validate(_:forKey:) or decodeValue(forKey:with:modelVersion:)"
    #expect(
      error.description
        == "$.number (object 2): expected an integer of type Int, found a string" + advice)
    let text = try refusal(of: "text") { archive, _ in archive.integer(5) }
    #expect(
      text.description == "$.text (object 2): expected a string, found the integer 5" + advice)
  }

  @Test func refusesANumberThatDoesNotFit() throws {
    let error = try refusal(of: "small") { archive, _ in archive.integer(256) }
    #expect(error.kind == .outOfRange)
    #expect(error.path == "$.small")
  }

  @Test func refusesAClassThatThePropertyDoesNotAllow() throws {
    let error = try refusal(of: "note") { archive, root in root }
    #expect(error.kind == .classNotAllowed)
    #expect(error.path == "$.note")
    let element = try refusal(of: "notes") { archive, root in
      archive.collection("NSArray", [root])
    }
    #expect(element.kind == .classNotAllowed)
    #expect(element.path == "$.notes[0]")
    let any = try refusal(of: "any") { archive, root in archive.collection("NSArray", [root]) }
    #expect(any.kind == .classNotAllowed)
    #expect(any.path == "$.any[0]")
  }

  @Test func allowsTheModelsThatAPropertyNames() throws {
    let picky = ArchivePicky()
    let note = ArchiveNote()
    note.title = "allowed"
    picky.any = ["list": [note, "text"]] as [String: Any]
    let copy = try ArchivePicky.unarchive(from: picky.archivedData())
    let list = (copy.any as? [String: Any])?["list"] as? [Any]
    #expect(list?.first as? ArchiveNote == note)
    #expect(list?.last as? String == "text")
    picky.any = ArchiveTarget()
    let error = #expect(throws: ArchiveError.self) {
      try ArchivePicky.unarchive(from: picky.archivedData())
    }
    #expect(error?.kind == .classNotAllowed)
  }

  @Test func refusesUnknownClassesAndReferences() throws {
    let unknown = try refusal(of: "note") { archive, _ in archive.add("NSTask", []) }
    #expect(unknown.kind == .unknownClass)
    let outside = try refusal(of: "note") { _, _ in 4_000 }
    #expect(outside.kind == .invalidReference)
    #expect(outside.path == "$.note")
  }

  @Test func refusesCollectionsThatContainThemselves() throws {
    let error = try refusal(of: "any") { archive, _ in
      let index = archive.reserve()
      archive.fillCollection(index, "NSArray", [index, index])
      return index
    }
    #expect(error.kind == .cycle)
  }

  @Test func refusesASetThatLeadsBackToItsOwner() throws {
    let error = try refusal(of: "circle") { archive, root in
      archive.collection("NSSet", [root])
    }
    #expect(error.kind == .cycle)
  }

  @Test func refusesDeepNesting() throws {
    let error = try refusal(of: "any") { archive, _ in
      (0..<100_000).reduce(archive.string("x")) { inner, _ in
        archive.collection("NSArray", [inner])
      }
    }
    #expect(error.kind == .tooDeep)
  }

  @Test func refusesCollectionsThatUnfoldWithoutEnd() throws {
    for className in ["NSArray", "NSSet", "NSOrderedSet"] {
      let error = try refusal(of: "any") { archive, _ in
        (0..<60).reduce(archive.string("x")) { inner, _ in
          archive.collection(className, [inner, inner])
        }
      }
      #expect(className == "NSArray" ? error.kind == .tooLarge : error.kind == .typeMismatch)
    }
  }

  @Test func refusesTextThatIsCopiedWithoutEnd() throws {
    // Each of many mutable strings has the same long text, which stands in the archive once.
    let error = try refusal(of: "any") { archive, _ in
      let text = archive.textToShare(String(repeating: "x", count: 100_000))
      let strings = (0..<2_000).map { _ in
        archive.add("NSMutableString", inline: [("NS.string", .sharedText(text))])
      }
      return archive.collection("NSArray", strings)
    }
    #expect(error.kind == .tooLarge)
    #expect(error.description.hasSuffix(": the archive unfolds to too many bytes"))
  }

  @Test func sharesTextThatIsReferredToOften() throws {
    var archive = HandmadeArchive()
    let root = archive.reserve()
    let text = String(repeating: "x", count: 1_000_000)
    let string = archive.add("NSMutableString", inline: [("NS.string", .text(text))])
    let list = archive.collection("NSArray", Array(repeating: string, count: 500))
    archive.fill(root, "Target", [("any", list)])
    let target = try ArchiveTarget.unarchive(from: archive.data(root: root))
    #expect((target.any as? [String])?.last == text)
  }

  @Test func readsKeysInAnyOrder() throws {
    var archive = HandmadeArchive()
    let root = archive.reserve()
    let (text, number) = (archive.string("text"), archive.integer(7))
    archive.fill(
      root, "Target",
      [("text", text), ("unknown", number), ("small", number), ("number", number)])
    let target = try ArchiveTarget.unarchive(from: archive.data(root: root))
    #expect((target.text, target.small, target.number) == ("text", 7, 7))
  }

  @Test func takesTheLastOfKeysThatOccurTwice() throws {
    var archive = HandmadeArchive()
    let root = archive.reserve()
    let (first, second) = (archive.integer(1), archive.integer(2))
    archive.fill(
      root, "Target", [("number", first), ("text", archive.string("x")), ("number", second)])
    #expect(try ArchiveTarget.unarchive(from: archive.data(root: root)).number == 2)
  }

  @Test func saysHowToNameAClassThatIsNotKnown() throws {
    let error = try refusal(of: "note") { archive, _ in archive.add("Shop.Old", []) }
    #expect(
      error.description == """
        $.note (object 2): the archive names the class "Shop.Old", which is not known here. For an \
        old name, an Objective-C one, or the archiveName of a class that this process has not used \
        yet, say which class it is: unarchive(from:classNames: ["Shop.Old": TheClass.self])
        """)
  }

  @Test func keepsToTheLimitsThatAreSet() throws {
    let data = try [ArchiveNote(), ArchiveNote()].archivedData()
    func kind(_ limits: ArchiveLimits) -> ArchiveError.Kind? {
      #expect(throws: ArchiveError.self) {
        try [ArchiveNote].unarchive(from: data, limits: limits)
      }?.kind
    }
    #expect(kind(ArchiveLimits(objectCount: 3)) == .tooManyObjects)
    #expect(kind(ArchiveLimits(byteCount: 100)) == .tooLarge)
    #expect(kind(ArchiveLimits(nesting: 1)) == .tooDeep)
  }

  @Test func keepsToTheExpansionThatIsSet() throws {
    let error = try refusal(of: "any", limits: ArchiveLimits(expansion: 100)) { archive, _ in
      (0..<10).reduce(archive.string("x")) { inner, _ in
        archive.collection("NSArray", [inner, inner])
      }
    }
    #expect(error.kind == .tooLarge)
    #expect(error.description.hasSuffix(": the archive unfolds to too many values"))
  }

  @Test(arguments: ["", "bplist00", "hello", "<?xml", "{ a = b; }", "<plist><dict/></plist>"])
  func refusesWhatIsNoArchive(_ text: String) throws {
    let error = try #require(
      #expect(throws: ArchiveError.self) { try ArchiveNote.unarchive(from: Data(text.utf8)) })
    #expect([.invalidPropertyList, .invalidArchive].contains(error.kind))
  }

  @Test func refusesEveryTruncation() throws {
    let data = try FuzzTargets.data()
    for count in 0..<data.count {
      #expect(throws: ArchiveError.self) { try ArchiveTarget.unarchive(from: data.prefix(count)) }
    }
  }
}

private enum FuzzTargets {
  static func data() throws -> Data {
    let target = ArchiveTarget()
    target.note = ArchiveNote()
    target.any = ["x", 1, true] as [Any]
    return try target.archivedData()
  }
}
