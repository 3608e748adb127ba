import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Payload: Model, JSONSerializing {
  var id = 0
}

private class PushPayload: Payload {
  var sound = ""

  override class var identityKey: String? { "id" }
}

/// A base that tells its class, reached by a metatype.
private class Event: Payload {
  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    json.contains("sound") ? LoudEvent.self : self
  }
}

private final class LoudEvent: Event {
  var sound = ""
}

private final class Envelope: Model, JSONSerializing {
  var one: Payload?
  var many: [Payload] = []
  var checked: Payload?

  override class func transformer(forKey key: String) -> ValueTransformer? {
    let type: Payload.Type = PushPayload.self
    return switch key {
    case "one": .model(type)
    case "many": .models(type)
    case "checked": .validating(type)
    default: nil
    }
  }
}

/// A class chosen at run time counts wherever a metatype is taken.
@Suite struct ChosenMetatypeTests {
  private let type: Payload.Type = PushPayload.self
  private let object = #"{"id":1,"sound":"ping"}"#
  private let fields: [String: Any] = ["id": 1, "sound": "ping"]

  private func expectPush(_ model: Payload?) {
    #expect((model as? PushPayload)?.sound == "ping")
    #expect(model?.id == 1)
  }

  @Test func readsOneModel() throws {
    expectPush(try JSONAdapter.model(of: type, from: Data(object.utf8)))
    expectPush(try JSONAdapter.model(of: type, from: object))
    expectPush(try JSONAdapter.model(of: type, from: Array(object.utf8)))
    expectPush(try JSONAdapter.model(of: type, from: fields))
    expectPush(try JSONAdapter.model(of: type, from: fields as Any))
    for policy in [ConversionPolicy.lenient, .legacyYYModel] {
      expectPush(try JSONAdapter.model(of: type, from: object, policy: policy))
      expectPush(try JSONAdapter(policy: policy).model(of: type, from: object))
      expectPush(try JSONAdapter(policy: policy).model(of: type, from: fields))
    }
  }

  @Test func readsModels() throws {
    expectPush(try JSONAdapter.models(of: type, from: "[\(object)]").first)
    expectPush(try JSONAdapter.models(of: type, from: [fields]).first)
    expectPush(try JSONAdapter().models(of: type, from: "[\(object)]").first)
    expectPush(try JSONAdapter.modelsByKey(of: type, from: #"{"a":\#(object)}"#)["a"])
    expectPush(try JSONAdapter.modelsByKey(of: type, from: ["a": fields])["a"])
    expectPush(try JSONAdapter().modelsByKey(of: type, from: ["a": fields])["a"])
  }

  @Test func readsAStream() async throws {
    let bytes = AsyncStream<UInt8> { continuation in
      for byte in "[\(object)]".utf8 { continuation.yield(byte) }
      continuation.finish()
    }
    var count = 0
    for try await model in JSONAdapter.stream(of: type, from: bytes) {
      expectPush(model)
      count += 1
    }
    #expect(count == 1)
  }

  @Test func namesTheChosenClassInErrors() throws {
    #expect(adapterError { try JSONAdapter.model(of: type, from: "3") }?.modelClass == type)
    #expect(adapterError { try JSONAdapter.models(of: type, from: "3") }?.modelClass == type)
    #expect(adapterError { try JSONAdapter.modelsByKey(of: type, from: "3") }?.modelClass == type)
  }

  @Test func asksTheChosenClassForTheClassOfAnObject() throws {
    let type: Payload.Type = Event.self
    let model = try JSONAdapter.model(of: type, from: object)
    #expect((model as? LoudEvent)?.sound == "ping")
    let models = try JSONAdapter.models(of: type, from: #"[{"id":2},\#(object)]"#)
    #expect(models.map { $0 is LoudEvent } == [false, true])
    #expect(models.allSatisfy { $0 is Event })
  }

  @Test(arguments: ["one", "checked"])
  func counts(inTransformer key: String) throws {
    let envelope: Envelope = try JSONAdapter.model(from: #"{"\#(key)":\#(object)}"#)
    expectPush(envelope[key] as? Payload)
    #expect(try JSONAdapter.string(from: envelope).contains(#""sound":"ping""#))
    let same: Envelope = try JSONAdapter.model(from: [key: fields])
    expectPush(same[key] as? Payload)
  }

  @Test func countsInTransformersOfArrays() throws {
    let envelope: Envelope = try JSONAdapter.model(from: #"{"many":[\#(object)]}"#)
    expectPush(envelope.many.first)
    expectPush(try (JSONAdapter.model(from: ["many": [fields]]) as Envelope).many.first)
  }

  @Test func validatesTheChosenClass() throws {
    let transformer = try #require(
      ValueTransformer.validating(type) as? any TransformerErrorHandling)
    let push = PushPayload()
    #expect(try transformer.transform(push) as? PushPayload === push)
    let error = #expect(throws: TransformerError.self) { try transformer.transform(Payload()) }
    #expect(error?.description.contains("a PushPayload") == true)
    #expect(throws: TransformerError.self) { try transformer.reverseTransform(Payload()) }
  }
}
