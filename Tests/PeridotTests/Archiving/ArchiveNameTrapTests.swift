import Foundation
import Peridot
import Testing

private final class Secret: Model {
  var text = ""
}

final class NamelessBox<Content>: Model {
  var content: [Content] = []
}

/// What the author of a class is told whose own name is not the same at every launch.
@Suite struct ArchiveNameTrapTests {
  @Test func asksAPrivateClassForAName() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try Secret().archivedData()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        Peridot: Secret is a private or local class, so an archive has no lasting name for it. Declare \
        one in the class: override class var archiveName: String { "MyModule.Secret" }
        """))
  }

  @Test func asksAGenericClassForAName() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try NamelessBox<Int>().archivedData()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        Peridot: NamelessBox<Int> is a generic class, so an archive has no lasting name for it. \
        Declare one in the class: override class var archiveName: String
        """))
  }
}
