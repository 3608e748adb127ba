import Foundation
import Peridot
import Testing

@testable import TestSupport

final class ArchiveCrate: Model {
  var any: Any?
  var anything: [String: Any] = [:]
  var erased: Set<AnyHashable> = []
  var array: NSArray?
  var ordered: NSOrderedSet?
  var owner: ArchiveCrate?
  var crates: [String: [ArchiveCrate]] = [:]
  var picky: ArchivePickyCrate?
}

final class ArchivePickyCrate: Model {
  var any: Any?
  var note: ArchiveNote?
  var erased: Set<AnyHashable> = []
  var array: NSArray?
  override class var allowedSecureCodingClassesByPropertyKey: [String: [AnyClass]] {
    ["any": [ArchiveNote.self], "erased": [ArchiveNote.self], "array": [ArchiveNote.self]]
  }
}

private final class Mistaken: Model {
  var title = ""
  var cache = 0
  override class var archiveName: String { "Tests.Mistaken" }
  override class var excludedPropertyKeys: Set<String> { ["cache"] }
  override class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
    ["titel": .excluded, "title": .unconditional, "cache": .excluded, "nope": .conditional]
  }
  override class var allowedSecureCodingClassesByPropertyKey: [String: [AnyClass]] {
    ["any": [NSString.self]]
  }
}

/// What the reader would refuse is refused when it is written.
@Suite struct ArchiveRefusalTests {
  private func refusal(_ fill: (ArchiveCrate) -> Void) throws -> ArchiveError {
    let crate = ArchiveCrate()
    fill(crate)
    return try #require(#expect(throws: ArchiveError.self) { try crate.archivedData() })
  }

  @Test func refusesAModelInAPlaceOfAnyType() throws {
    let note = ArchiveNote()
    for (path, fill) in [
      ("$.any", { $0.any = note }), ("$.any[1]", { $0.any = [1, note] as [Any] }),
      ("$.anything[a]", { $0.anything = ["a": note] }),
      ("$.erased[0]", { $0.erased = [note] }), ("$.array[0]", { $0.array = [note] }),
      ("$.ordered[0]", { $0.ordered = [note] }),
    ] as [(String, (ArchiveCrate) -> Void)] {
      let error = try refusal(fill)
      #expect(error.kind == .classNotAllowed)
      #expect(error.path == path)
      #expect(
        error.description == """
          \(path): an object of class ArchiveNote is not allowed here: name its class in \
          allowedSecureCodingClassesByPropertyKey
          """)
    }
  }

  @Test func writesModelsThatAPropertyNames() throws {
    let crate = ArchivePickyCrate()
    let note = ArchiveNote()
    note.title = "allowed"
    (crate.any, crate.erased, crate.array) = (["a": note], [note, 5], [note])
    let copy = try ArchivePickyCrate.unarchive(from: crate.archivedData())
    #expect(((copy.any as? [String: Any])?["a"] as? ArchiveNote)?.title == "allowed")
    #expect(copy.erased == crate.erased)
    #expect((copy.array?.firstObject as? ArchiveNote)?.title == "allowed")
    crate.any = ArchiveCrate()
    let error = #expect(throws: ArchiveError.self) { try crate.archivedData() }
    #expect(error?.kind == .classNotAllowed)
  }

  @Test func refusesWhatCannotBeAMember() throws {
    for fill in [
      { $0.any = [[1]] as Set<[Int]> }, { $0.any = [[1]: 2] as [[Int]: Int] },
      { $0.erased = [[1]] as Set<[Int]> }, { $0.any = [ArchiveNote()] as Set<ArchiveNote> },
    ] as [(ArchiveCrate) -> Void] {
      let error = try refusal(fill)
      #expect(error.kind == .typeMismatch)
      #expect(
        error.description.contains(": expected a value that can be a key or a member of a set"))
    }
  }

  @Test func trapsInFoundationsArchiver() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let crate = ArchiveCrate()
      crate.any = ArchiveNote()
      _ = try NSKeyedArchiver.archivedData(withRootObject: crate, requiringSecureCoding: true)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("name its class in allowedSecureCodingClassesByPropertyKey"))
  }

  // MARK: Where it is

  @Test func tellsThePathFromTheRoot() throws {
    let root = ArchiveCrate()
    let (inner, last) = (ArchiveCrate(), ArchiveCrate())
    root.crates = ["a": [ArchiveCrate(), inner]]
    inner.owner = last
    last.owner = root
    last.any = { 5 } as () -> Int
    let error = #expect(throws: ArchiveError.self) { try root.archivedData() }
    #expect(error?.path == "$.crates[a][1].owner.any")
    let list = #expect(throws: ArchiveError.self) { try [ArchiveCrate(), last].archivedData() }
    #expect(list?.path == "$[1].any")
    root.crates = [:]
    last.owner = nil
  }

  @Test func tellsThePathOfAModelThatIsNotValid() throws {
    let root = ArchiveGuarded()
    let (inner, last) = (ArchiveGuarded(), ArchiveGuarded())
    root.named = ["a": [ArchiveGuarded(), inner]]
    inner.owner = last
    last.isBroken = true
    let broken = try root.archivedData()
    let whole = #expect(throws: ArchiveError.self) { try ArchiveGuarded.unarchive(from: broken) }
    #expect(whole?.kind == .validationFailed)
    #expect(whole?.path == "$.named[a][1].owner")
    #expect(whole?.description.contains("Broken()") == true)
  }

  @Test func tellsThePathOfAValueFarFromTheRoot() throws {
    var archive = HandmadeArchive()
    let root = archive.reserve()
    var last = archive.add("Target", [("number", archive.string("x"))])
    for _ in 0..<100 { last = archive.add("Target", [("target", last)]) }
    archive.fill(root, "Target", [("target", last)])
    let data = archive.data(root: root)
    let error = #expect(throws: ArchiveError.self) { try ArchiveTarget.unarchive(from: data) }
    #expect(error?.path == "$" + String(repeating: ".target", count: 101) + ".number")
  }

  // MARK: Declarations

  @Test func tellsNamesThatAreNoProperty() throws {
    let error = #expect(throws: ArchiveError.self) { try Mistaken().archivedData() }
    #expect(error?.kind == .invalidDeclaration)
    #expect(
      error?.description == """
        $: Mistaken.encodingBehaviorsByPropertyKey names "nope", which is not a property; there are title; \
        Mistaken.encodingBehaviorsByPropertyKey names "titel", which is not a property: did you mean "title"?; \
        Mistaken.allowedSecureCodingClassesByPropertyKey names "any", which is not a property; there are \
        title
        """)
    let inside = #expect(throws: ArchiveError.self) { try [Mistaken()].archivedData() }
    #expect(inside?.path == "$[0]")
  }
}

final class ArchiveGuarded: Model {
  var isBroken = false
  var owner: ArchiveGuarded?
  var named: [String: [ArchiveGuarded]] = [:]

  struct Broken: Error {}

  override func validate() throws {
    try super.validate()
    if isBroken { throw Broken() }
  }
}
