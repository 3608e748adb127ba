// The code of Sources/Peridot/Documentation.docc/ObservableModels.md
import Foundation
import Observation
import Peridot
import Testing

@testable import TestSupport

@Suite struct ObservableModelsArticleTests {
  @Observable final class Note: Model, JSONSerializing {
    var text = ""
    var isPinned = false
    @ObservationIgnored var scroll = 0.0
  }

  @Observable final class Chore: Model, JSONSerializing, Identifiable {
    var id = 0
    var title = ""
  }

  @Test func aVariableIsTheIdentity() throws {
    let chore: Chore = try JSONAdapter.model(from: #"{"id": 7, "title": "Milk"}"#)
    #expect((chore as any Identifiable).id as? Int == 7)
  }

  @Observable final class Draft: Model, JSONSerializing {
    var text = ""
    var isPinned = false { didSet { changes += 1 } }
    @ObservationIgnored var changes = 0

    override class var declaredProperties: [Property] {
      [
        property("text", \.text),
        property("isPinned", \.isPinned),
      ]
    }

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["changes": .excluded] }
  }

  @Test func tellsObservers() throws {
    #expect(Note.propertyKeys == ["text", "isPinned", "scroll"])
    let draft: Draft = try JSONAdapter.model(from: #"{"text": "Milk"}"#)
    withObservationTracking {
      print(draft.text)
    } onChange: {
      print("The text changes.")
    }
    try JSONAdapter.update(draft, from: #"{"text": "Milk and honey"}"#)
    try JSONAdapter.update(draft, from: #"{"isPinned": true}"#)
    #expect(draft.text == "Milk and honey" && draft.changes == 1)
  }

  @Test func refusesASilentChange() throws {
    let note = Note()
    let error = #expect(throws: (any Error).self) {
      try JSONAdapter.update(note, from: #"{"text": "a"}"#)
    }
    #expect("\(try #require(error))".contains("property("))
    #expect(throws: ModelError.self) { try note.setValue("a", forPropertyKey: "text") }
  }
}
