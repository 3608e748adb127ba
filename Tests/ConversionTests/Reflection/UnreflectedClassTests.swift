// These models are built in modules of their own, with flags that take reflection away.
#if canImport(ModelsWithoutMetadata) && canImport(ModelsForDebuggers)
  import Foundation
  import ModelsForDebuggers
  import ModelsWithoutMetadata
  import Peridot
  import Testing

  private final class Derived: HiddenFromAllButDebuggers {
    var own = 1
  }

  @Suite struct UnreflectedClassTests {
    private func text(_ result: ExitTest.Result?) -> String {
      String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    private let advice = """
      Build its module without -disable-reflection-metadata and without \
      -reflection-metadata-for-debugger-only.
      """

    @Test func refusesAClassWithoutMetadata() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        _ = try Hidden(dictionary: ["name": "a"])
      }
      #expect(
        text(result).contains(
          """
          Peridot: Hidden was built without reflection metadata, so its 2 stored variables cannot \
          be found. \(advice)
          """))
    }

    @Test func refusesAClassWhoseSuperclassHasMetadataForDebuggersOnly() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        _ = Derived().copy()
      }
      #expect(
        text(result).contains(
          """
          Peridot: HiddenFromAllButDebuggers was built without reflection metadata, so its 1 stored \
          variables cannot be found. \(advice)
          """))
    }

    @Test func takesAClassWithoutVariables() {
      #expect(Empty.propertyKeys == [])
      #expect(Empty() == Empty())
    }
  }
#endif
