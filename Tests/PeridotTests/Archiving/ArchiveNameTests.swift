import Foundation
import Peridot
import Testing

private final class Secret: Model {
  var text = ""
}

private final class Keeper: Model {
  var secrets: [Secret] = []
  override class var archiveName: String { "Tests.Keeper" }
}

class NamelessBox<Content>: Model {
  var content: [Content] = []
}

final class NamedNumberBox: NamelessBox<Int> {
  override class var archiveName: String { "Tests.NamedNumberBox" }
}

final class PlainNumberBox: NamelessBox<Int> {}

final class NamedBox<Content: Equatable>: Model {
  var content: [Content] = []
  override class var archiveName: String { "Tests.NamedBox<\(Content.self)>" }
}

/// What the author of a class is told whose own name is not the same at every launch.
@Suite struct ArchiveNameTests {
  @Test func asksAPrivateClassForAName() throws {
    let error = #expect(throws: ArchiveError.self) { try Secret().archivedData() }
    #expect(error?.kind == .invalidDeclaration)
    #expect(
      error?.description == """
        $: Secret is a private or local class, so an archive has no lasting name for it. Declare one in \
        the class: override class var archiveName: String { "MyModule.Secret" }
        """)
    let keeper = Keeper()
    keeper.secrets = [Secret()]
    let nested = #expect(throws: ArchiveError.self) { try keeper.archivedData() }
    #expect(nested?.path == "$.secrets[0]")
  }

  @Test func asksAGenericClassForAName() throws {
    let error = #expect(throws: ArchiveError.self) { try NamelessBox<Int>().archivedData() }
    #expect(
      error?.description == """
        $: NamelessBox<Int> is a generic class, so an archive has no lasting name for it. Declare one \
        in the class: override class var archiveName: String { "MyModule.NamelessBox<\\(Argument.self)>" \
        }, built from the argument, as all classes NamelessBox<...> would share a fixed one
        """)
  }

  @Test func archivesASubclassOfAClassWithoutName() throws {
    let (named, plain) = (NamedNumberBox(), PlainNumberBox())
    named.content = [1, 2]
    plain.content = [3]
    #expect(try NamedNumberBox.unarchive(from: named.archivedData()) == named)
    #expect(try PlainNumberBox.unarchive(from: plain.archivedData()) == plain)
    let data = try NSKeyedArchiver.archivedData(withRootObject: plain, requiringSecureCoding: true)
    #expect(try PlainNumberBox.unarchive(from: data) == plain)
  }

  @Test func archivesAGenericClassThatBuildsItsName() throws {
    let box = NamedBox<Int>()
    box.content = [1]
    #expect(try NamedBox<Int>.unarchive(from: box.archivedData()) == box)
    #expect(throws: ArchiveError.self) { try NamedBox<String>.unarchive(from: box.archivedData()) }
  }

  @Test func trapsWhereNothingCanBeThrown() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try NSKeyedArchiver.archivedData(withRootObject: Secret(), requiringSecureCoding: true)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "Peridot: Secret is a private or local class, so an archive has no lasting name"))
  }
}
