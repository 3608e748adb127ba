import Foundation
import Peridot
import Synchronization
import TestSupport
import Testing

/// Policies that classes state, beside those of calls, adapters, properties and coders.
@Suite struct ClassPolicyTests {
  // MARK: Whose policy counts

  @Test func countsAtTheRoot() throws {
    let json = #"{"count": "5"}"#
    #expect(try JSONAdapter.model(of: Lenient.self, from: json).count == 5)
    #expect(try JSONAdapter.models(of: Lenient.self, from: "[\(json)]").map(\.count) == [5])
    #expect(
      try JSONAdapter.modelsByKey(of: Lenient.self, from: #"{"a": \#(json)}"#)["a"]?.count == 5)
    #expect(try JSONAdapter.model(of: Lenient.self, from: ["count": "5"]).count == 5)
    #expect(try RawJSON(json).decode(as: Lenient.self).count == 5)
    #expect(try RawJSON("[\(json)]").decode(as: [Lenient].self).map(\.count) == [5])
    #expect(try JSONAdapter().model(of: Lenient.self, from: json).count == 5)
    let model = Lenient()
    try JSONAdapter.update(model, from: json)
    #expect(model.count == 5)
    try JSONAdapter.apply(mergePatch: #"{"count": "6"}"#, to: model)
    #expect(model.count == 6)
  }

  @Test func countsInStreams() async throws {
    let lines = AsyncStream<[UInt8]> { continuation in
      continuation.yield(Array("{\"count\": \"5\"}\n{\"count\": 6}\n".utf8))
      continuation.finish()
    }
    var counts: [Int] = []
    for try await model: Lenient in JSONAdapter.stream(from: lines) { counts.append(model.count) }
    #expect(counts == [5, 6])
  }

  @Test func yieldsToACallAndAnAdapter() throws {
    let json = #"{"count": "5"}"#
    expectRefusal(Lenient.self) {
      try JSONAdapter.model(of: Lenient.self, from: json, policy: .strict)
    }
    expectRefusal(Lenient.self) {
      try JSONAdapter(policy: .strict).model(of: Lenient.self, from: json)
    }
    #expect(try JSONAdapter.model(of: Strict.self, from: json, policy: .lenient).count == 5)
    expectRefusal(Strict.self) { try JSONAdapter.model(of: Strict.self, from: json) }
  }

  @Test func reachesObjectsWithinOthers() throws {
    let json = #"""
      {"loose": {"count": "1"}, "list": [{"count": "2"}], "map": {"a": {"count": "3"}}}
      """#
    let holder = try JSONAdapter.model(of: StrictHolder.self, from: json)
    #expect(holder.loose?.count == 1)
    #expect(holder.list.map(\.count) == [2])
    #expect(holder.map["a"]?.count == 3)
    expectRefusal(StrictHolder.self) {
      try JSONAdapter.model(of: StrictHolder.self, from: #"{"count": "5"}"#)
    }
    // After an object of another class, the holder's own policy counts again.
    expectRefusal(StrictHolder.self) {
      try JSONAdapter.model(
        of: StrictHolder.self, from: #"{"loose": {"count": "1"}, "count": "5"}"#)
    }
  }

  @Test func beginsAnewWithinAnother() throws {
    expectRefusal(at: "$.strict.count", Strict.self) {
      try JSONAdapter.model(of: LenientHolder.self, from: #"{"strict": {"count": "1"}}"#)
    }
    let holder = try JSONAdapter.model(
      of: LenientHolder.self, from: #"{"silent": {"count": "1"}, "count": "2"}"#)
    #expect(holder.silent?.count == 1)
    #expect(holder.count == 2)
    expectRefusal(Silent.self) {
      try JSONAdapter.model(of: Silent.self, from: #"{"count": "1"}"#)
    }
  }

  @Test func isInherited() throws {
    #expect(try JSONAdapter.model(of: Heir.self, from: #"{"count": "5"}"#).count == 5)
    #expect(try JSONAdapter.model(of: SilentHeir.self, from: #"{"count": "5"}"#).count == 5)
    expectRefusal(StrictHeir.self) {
      try JSONAdapter.model(of: StrictHeir.self, from: #"{"count": "5"}"#)
    }
  }

  @Test func isAskedOnce() throws {
    for policy in [nil, .strict, nil, .lenient] as [ConversionPolicy?] {
      _ = try JSONAdapter.model(of: CountingHeir.self, from: #"{"count": 5}"#, policy: policy)
      _ = try JSONAdapter.model(of: Counting.self, from: #"{"count": 5}"#, policy: policy)
    }
    try JSONAdapter.check(CountingHeir.self)
    _ = ClassDescription(of: CountingHeir.self)
    #expect(Counting.count.withLock { $0 } == ["Counting", "CountingHeir"])
  }

  @Test func isTheBaseOfProperties() throws {
    let json = #"{"silent": {"count": "1"}, "loose": {"count": "2"}, "count": "3"}"#
    let holder = try JSONAdapter.model(of: ChangingHolder.self, from: json)
    #expect(holder.silent?.count == 1)
    #expect(holder.loose?.count == 2)
    #expect(holder.count == 3)
    // The property's policy is for objects without their own.
    expectRefusal(at: "$.strict.count", Strict.self) {
      try JSONAdapter.model(of: ChangingHolder.self, from: #"{"strict": {"count": "1"}}"#)
    }
  }

  @Test func yieldsToATransformerWithAPolicy() throws {
    expectRefusal(at: "$.strictly.count", Lenient.self) {
      try JSONAdapter.model(of: TransformingHolder.self, from: #"{"strictly": {"count": "1"}}"#)
    }
    let holder = try JSONAdapter.model(
      of: TransformingHolder.self, from: #"{"plain": {"count": "1"}}"#)
    #expect(holder.plain?.count == 1)
  }

  @Test func decidesForTheClassThatTheObjectChooses() throws {
    let shapes = try JSONAdapter.models(
      of: Shape.self, from: #"[{"type": "round", "count": "1"}, {"type": "flat", "count": 2}]"#)
    #expect(shapes.map(\.count) == [1, 2])
    expectRefusal(at: "$[0].count", Flat.self) {
      try JSONAdapter.models(of: Shape.self, from: #"[{"type": "flat", "count": "1"}]"#)
    }
  }

  // MARK: Updates

  @Test func findsIdentitiesByTheClassesRules() throws {
    let holder = StrictHolder()
    let kept = Lenient()
    (kept.id, kept.count) = (7, 1)
    holder.list = [kept]
    try JSONAdapter.update(holder, from: #"{"list": [{"id": "7", "count": "2"}]}"#)
    #expect(holder.list[0] === kept)
    #expect(kept.count == 2)
    try JSONAdapter.apply(mergePatch: #"{"list": [{"id": "7"}]}"#, to: holder)
    #expect(holder.list[0] === kept)
    #expect(kept.count == 0)
  }

  @Test func rollsBackWithTheClassesRules() throws {
    let holder = StrictHolder()
    let loose = Lenient()
    holder.loose = loose
    expectRefusal(StrictHolder.self) {
      try JSONAdapter.update(holder, from: #"{"loose": {"count": "2"}, "count": "x"}"#)
    }
    #expect(loose.count == 0)
  }

  // MARK: Writing

  @Test func decidesWhatIsWritten() throws {
    let holder = WritingHolder()
    holder.inner = WritingNulls()
    #expect(try JSONAdapter.string(from: holder) == #"{"inner":{"name":null}}"#)
    #expect(
      try JSONAdapter.dictionary(from: holder) as NSDictionary == [
        "inner": ["name": NSNull()]
      ])
    #expect(try JSONAdapter.string(from: holder, policy: .strict) == #"{"inner":{}}"#)
    #expect(try JSONAdapter.string(from: WritingNulls()) == #"{"name":null}"#)
    #expect(try JSONAdapter.string(from: [WritingNulls()]) == #"[{"name":null}]"#)
    #expect(
      try JSONAdapter.string(from: WritingNulls(), keys: ["name"]) == #"{"name":null}"#)
  }

  // MARK: Coders

  @Test func countsForCoders() throws {
    let json = Data(#"{"part": {"count": "1"}, "name": null}"#.utf8)
    let whole = try JSONDecoder().decode(CodedHolder.self, from: json)
    #expect(whole.part?.count == 1)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(CodedHolder.self, from: Data(#"{"count": "1"}"#.utf8))
    }
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = ConversionPolicy.strict
    #expect(throws: DecodingError.self) { try decoder.decode(CodedHolder.self, from: json) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    whole.nulls = WritingNulls()
    #expect(
      String(decoding: try encoder.encode(whole), as: UTF8.self)
        == #"{"count":0,"nulls":{"name":null},"part":{"count":1,"id":0}}"#)
  }

  /// A transformer between JSON and models leaves the policy to their classes.
  @Test func countsForModelsOfTransformersByCoders() throws {
    let json = #"{"part":{"count":"1"},"parts":[{"id":"2"}],"text":"{\"count\":\"3\"}"}"#
    let model: TransformedParts = try JSONAdapter.model(from: json)
    #expect(model.part?.count == 1)
    #expect(model.parts.map(\.id) == [2])
    #expect(model.text?.count == 3)
    #expect(try JSONDecoder().decode(TransformedParts.self, from: Data(json.utf8)) == model)
    let strict = JSONDecoder()
    strict.userInfo[.conversionPolicy] = ConversionPolicy.strict
    #expect(throws: DecodingError.self) {
      try strict.decode(TransformedParts.self, from: Data(json.utf8))
    }
    let written = try JSONEncoder().encode(model)
    #expect(try JSONAdapter.model(of: TransformedParts.self, from: written) == model)
  }

  // MARK: The document's switches

  @Test func leavesTheDocumentsSwitchesToTheRoot() throws {
    let json = #"{"silent": {"count": "a", "id": "b"}}"#
    do {
      _ = try JSONAdapter.model(of: CollectingHolder.self, from: json)
      Issue.record("two mistakes were read")
    } catch let error as JSONAdapterError {
      #expect(error.errors.map(\.path) == ["$.silent.count", "$.silent.id"])
    }
    do {
      _ = try JSONAdapter.model(of: StrictHolder.self, from: #"{"collecting": \#(json)}"#)
      Issue.record("two mistakes were read")
    } catch let error as JSONAdapterError {
      #expect(error.kind == .typeMismatch)
      #expect(error.path == "$.collecting.silent.count")
    }
  }

  @Test func isCheckedWithItsClass() throws {
    try JSONAdapter.check(StrictHolder.self)
    let adapter = JSONAdapter(policy: .lenient)
    #expect(adapter.policy == .lenient)
    #expect(JSONAdapter().policy == nil)
    #expect(ClassDescription(of: RequiringAll.self).property(forKey: "count")?.isRequired == true)
    #expect(
      ClassDescription(of: RequiringAll.self, policy: .strict).property(forKey: "count")?.isRequired
        == false)
  }
}

/// Runs `body`, which must refuse text for the Int named `count`.
private func expectRefusal(
  at path: String = "$.count", _ modelClass: Model.Type,
  _ location: SourceLocation = #_sourceLocation, _ body: () throws -> some Any
) {
  do {
    _ = try body()
    Issue.record("nothing was refused", sourceLocation: location)
  } catch let error as JSONAdapterError {
    #expect(error.kind == .typeMismatch, sourceLocation: location)
    #expect(error.path == path, sourceLocation: location)
    #expect(error.modelClass == modelClass, sourceLocation: location)
    #expect(error.propertyKey == "count", sourceLocation: location)
  } catch {
    Issue.record(error, sourceLocation: location)
  }
}

private class Silent: Model, JSONSerializing {
  var id = 0
  var count = 0
  override class var identityKey: String? { "id" }
}

private class Lenient: Silent {
  override class var conversionPolicy: ConversionPolicy? { .lenient }
}

private class Heir: Lenient {}

private final class SilentHeir: Heir {
  override class var conversionPolicy: ConversionPolicy? { nil }
}

private final class StrictHeir: Heir {
  override class var conversionPolicy: ConversionPolicy? { .strict }
}

private class Counting: Silent {
  static let count = Mutex<[String]>([])

  override class var conversionPolicy: ConversionPolicy? {
    count.withLock {
      $0.append("\(self)")
      $0.sort()
    }
    return nil
  }
}

private final class CountingHeir: Counting {}

private final class Strict: Silent {
  override class var conversionPolicy: ConversionPolicy? { .strict }
}

private class Holder: Model, JSONSerializing {
  var silent: Silent?
  var loose: Lenient?
  var strict: Strict?
  var list: [Lenient] = []
  var map: [String: Lenient] = [:]
  var count = 0
}

private final class StrictHolder: Holder {
  var collecting: CollectingHolder?
}

private final class LenientHolder: Holder {
  override class var conversionPolicy: ConversionPolicy? {
    .strict.with { $0.acceptsNumericStrings = true }
  }
}

private final class ChangingHolder: Holder {
  override class func conversionPolicy(
    forKey key: String, basedOn policy: ConversionPolicy
  ) -> ConversionPolicy { policy.with { $0.acceptsNumericStrings = true } }
}

private final class CollectingHolder: Holder {
  override class var conversionPolicy: ConversionPolicy? {
    .strict.with { $0.collectsErrors = true }
  }
}

private final class TransformingHolder: Model, JSONSerializing {
  var strictly: Lenient?
  var plain: Lenient?
  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "strictly" ? .model(Lenient.self, policy: .strict) : .model(Lenient.self)
  }
}

private class Shape: Model, JSONSerializing {
  var count = 0
  override class var cluster: Cluster? {
    cluster(tag: "type", ["round": Round.self, "flat": Flat.self])
  }
}

private final class Round: Shape {
  override class var conversionPolicy: ConversionPolicy? { .lenient }
}

private final class Flat: Shape {}

private final class WritingNulls: Model, CodableModel {
  var name: String?
  override class var conversionPolicy: ConversionPolicy? { .strict.with { $0.nilOnExport = .null } }
}

private final class WritingHolder: Model, JSONSerializing {
  var inner: WritingNulls?
  var name: String?
}

private final class CodedHolder: Model, CodableModel {
  var part: CodedPart?
  var nulls: WritingNulls?
  var name: String?
  var count = 0
}

private final class TransformedParts: Model, CodableModel {
  var part: CodedPart?
  var parts: [CodedPart] = []
  var text: CodedPart?
  override class var declaredProperties: [Property] {
    [
      property("part", \.part, by: .model()), property("parts", \.parts, by: .models()),
      property("text", \.text, by: .embeddedJSON),
    ]
  }
}

private final class CodedPart: Model, CodableModel {
  var id = 0
  var count = 0
  override class var conversionPolicy: ConversionPolicy? { .lenient }
}

private final class RequiringAll: Model, JSONSerializing {
  var count = 0
  override class var conversionPolicy: ConversionPolicy? {
    .strict.with { $0.absentKeys = .fail }
  }
}
