// These models are built in modules of their own, with flags that take reflection away.
#if canImport(ModelsWithoutMetadata) && canImport(ModelsForDebuggers)
  import Foundation
  import ModelsForDebuggers
  import ModelsWithoutMetadata
  @testable import Peridot
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
      -reflection-metadata-for-debugger-only, or list all of them in declaredProperties.
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

    @Test func refusesAClassThatDoesNotDeclareAllVariables() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        _ = HalfDeclared().copy()
      }
      #expect(text(result).contains("Peridot: HalfDeclared was built without reflection metadata"))
    }

    @Test func takesAClassThatDeclaresAllVariables() throws {
      let text = #"{"the":{"name":"a"},"count":2,"date":3,"parts":[{"count":4}],"extra":5}"#
      let model: DeclaredBelow = try JSONAdapter.model(from: text)
      #expect(model.name == "a" && model.count == 2 && model.extra == 5)
      #expect(model.date == Date(timeIntervalSince1970: 3))
      #expect(model.parts.map(\.count) == [4])
      #expect(DeclaredBelow.propertyKeys == ["name", "count", "date", "parts", "extra"])
      let written = try JSONAdapter.data(from: model)
      #expect(try JSONAdapter.model(of: DeclaredBelow.self, from: written) == model)
      #expect(try JSONDecoder().decode(DeclaredBelow.self, from: Data(text.utf8)) == model)
      #expect(try DeclaredBelow.unarchive(from: model.archivedData()) == model)
      #expect(try DeclaredBelow(dictionary: model.dictionaryValue) == model)
      #expect(model.copied() == model && model.deeplyCopied() == model)
      #expect(model.deeplyCopied().parts[0] !== model.parts[0])
      // An update that fails puts everything back.
      let before = model.copied()
      #expect(throws: JSONAdapterError.self) {
        try JSONAdapter.update(model, from: #"{"count": 9, "the": {"name": "too long"}}"#)
      }
      #expect(model == before)
      try JSONAdapter.update(model, from: #"{"count": 9}"#)
      #expect(model.changedKeys(from: before) == ["count"])
      #expect(throws: JSONAdapterError.self) {
        try JSONAdapter.model(of: DeclaredBelow.self, from: "{}")
      }
    }

    @Test func asksForTheNameThatAKeyPathDoesNotTell() {
      let error = #expect(throws: JSONAdapterError.self) { try JSONAdapter.check(Unnamed.self) }
      #expect(error?.found.contains("write the name, or make the variable final") == true)
    }

    @Test func takesAClassThatDeclaresAllVariablesWithoutTheRuntime() {
      let stored = StoredProperties(
        of: Declared.self, below: Model.self, failure: "the runtime is unknown"
      ) { owner, count in owner == Declared.self && count == 1 }
      #expect(stored.properties.isEmpty)
      #expect(stored.unreflected.map { "\($0)" } == ["Declared"])
    }

    @Test func takesAClassWithoutVariables() {
      #expect(Empty.propertyKeys == [])
      #expect(Empty() == Empty())
    }
  }
#endif
