import Foundation
import Peridot
import Testing

private final class Actor: Model, JSONSerializing {
  var id = ""
  var type = ""
}

private enum Reference: JSONUnion {
  case url(URL)
  case name(String)
  case actor(Actor)
}

private final class Activity: Model, JSONSerializing {
  var actor = Reference.name("")
  var to: OneOrMany<Reference>?
}

private final class Command: Model, JSONSerializing {
  var command: OneOrMany<String>?
  var environment: Environment?
}

private enum Environment: JSONUnion {
  case list([String])
  case members([String: String])
}

private final class Schema: Model, JSONSerializing {
  var type: OneOrMany<String>?
  var items: Items?
  var additionalProperties: Additional?
}

private enum Items: JSONUnion {
  case schema(Schema)
  case tuple([Schema])
}

private enum Additional: JSONUnion {
  case allowed(Bool)
  case schema(value: Schema)
}

private final class Text: Model, JSONSerializing {
  var type = "text"
  var text = ""
}

private final class Image: Model, JSONSerializing {
  var type = "image"
  var url = ""
  var width: Int?
}

private enum Block: JSONUnion {
  case text(Text)
  case image(Image)
  case many([Block])
  case none
}

private final class Message: Model, JSONSerializing {
  var content: [Block] = []

  override class var archiveName: String { "UnionDocumentTests.Message" }
}

/// Documents as real services write them: read, written, read from the dictionary.
@Suite struct UnionDocumentTests {
  private func comesBack<M: Model & JSONSerializing>(_: M.Type, _ json: String) throws {
    let model: M = try JSONAdapter.model(from: json)
    #expect(try JSONAdapter.string(from: model) == json)
    let again: M = try JSONAdapter.model(from: JSONAdapter.dictionary(from: model))
    #expect(try JSONAdapter.string(from: again) == json)
    let copy = model.deeplyCopied()
    #expect(try JSONAdapter.string(from: copy) == json)
    try JSONAdapter.update(model, from: json)
    #expect(try JSONAdapter.string(from: model) == json)
  }

  @Test(arguments: [
    #"{"actor":"https:\/\/a.example\/u"}"#.replacingOccurrences(of: #"\/"#, with: "/"),
    #"{"actor":"left-pad"}"#,
    #"{"actor":{"id":"u","type":"Person"},"to":["x",{"id":"v","type":"Group"}]}"#,
    #"{"actor":"a","to":"x"}"#,
  ])
  func readsActivities(_ json: String) throws { try comesBack(Activity.self, json) }

  @Test(arguments: [
    #"{"command":"make"}"#, #"{"command":["make","all"],"environment":["A=1"]}"#,
    #"{"environment":{"A":"1"}}"#, #"{"environment":[]}"#,
  ])
  func readsCompositions(_ json: String) throws { try comesBack(Command.self, json) }

  @Test(arguments: [
    #"{"type":"string"}"#, #"{"type":["string","null"],"additionalProperties":false}"#,
    #"{"items":{"type":"array","items":{"items":[{"type":"a"},{"type":"b"}]}}}"#,
    #"{"additionalProperties":{"type":"object","additionalProperties":true}}"#,
  ])
  func readsSchemas(_ json: String) throws { try comesBack(Schema.self, json) }

  @Test(arguments: [
    #"{"content":[{"text":"a","type":"text"},{"type":"image","url":"u"}]}"#,
    #"{"content":[{"type":"image","url":"u","width":5},null,[{"text":"b","type":"text"},[]]]}"#,
  ])
  func readsBlocks(_ json: String) throws {
    let message: Message = try JSONAdapter.model(from: json)
    let sorted = try JSONAdapter.string(from: message, options: .sortedKeys)
    #expect(sorted == json)
    let copy = try Message.unarchive(from: message.archivedData())
    #expect(try JSONAdapter.string(from: copy, options: .sortedKeys) == json)
  }
}
