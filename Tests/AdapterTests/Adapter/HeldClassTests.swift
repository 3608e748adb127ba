import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Payload: Model, JSONSerializing {
  var id = 0

  override class var identityKey: String? { "id" }
}

private class Push: Payload {
  var sound = ""
}

/// Is asked in turn, when its holder has chosen it.
private class Picture: Payload {
  var url = ""

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    json.contains("frames") ? Film.self : self
  }
}

private final class Film: Picture {
  var frames = 0
}

private final class Stranger: Model {}

/// Tells the class of what it holds by a member of its own.
private class Envelope: Model, JSONSerializing {
  var kind: String?
  var one: Payload?
  var sure = Payload()
  var many: [Payload] = []
  var byName: [String: Payload]?
  var any: Model?
  var all: [Model] = []
  var deep: Payload?
  var inner: Envelope?
  var plain = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["deep": "ext.deep"] }

  override class func classForParsing(
    _ json: JSONObject, forKey key: String
  ) -> Model.Type? {
    if key == "inner" { return nil }
    return switch json.string(forKey: "kind") {
    case "push": Push.self
    case "picture": Picture.self
    case "stranger": Stranger.self
    default: super.classForParsing(json, forKey: key)
    }
  }
}

/// The class does not show in what is written.
private final class Secretive: Envelope {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["kind": .readOnly("kind")] }
}

private final class Unknown: Model, JSONSerializing {
  var item: Model?
  var items: [Model] = []
  var byName: [String: Model] = [:]
  var fine: Payload?
}

private final class HoldingUnknown: Model, JSONSerializing {
  var held: Unknown?
  var plain = 0
}

private final class OneWay: Model, JSONSerializing {
  var item: Model?
  var items: [Model] = []
  var transformed: Model?
  var gone: Model?
  weak var parent: Model?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["item": .writeOnly("item"), "items": .writeOnly("items"), "gone": .excluded]
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "transformed" ? .model(Push.self) : nil
  }
}

@Suite struct HeldClassTests {
  @Test(arguments: [ConversionPolicy.strict, .lenient, .legacyYYModel])
  func asksTheHolder(_ policy: ConversionPolicy) throws {
    let push = #"{"id":1,"sound":"ping"}"#
    let text = """
      {"one":\(push),"sure":\(push),"many":[\(push),{"id":2}],"byName":{"a":\(push)},"any":\(push),\
      "all":[\(push)],"ext":{"deep":\(push)},"inner":{"one":{"id":7}},"plain":3,"kind":"push"}
      """
    let envelope: Envelope = try JSONAdapter.model(from: text, policy: policy)
    let found: [Model?] = [
      envelope.one, envelope.sure, envelope.many.first, envelope.byName?["a"], envelope.any,
      envelope.all.first, envelope.deep,
    ]
    #expect(found.map { ($0 as? Push)?.sound } == Array(repeating: "ping", count: 7))
    #expect(envelope.many.allSatisfy { $0 is Push })
    #expect(envelope.inner?.one.map { type(of: $0) == Payload.self } == true)
    #expect(envelope.plain == 3)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(try JSONAdapter.model(of: Envelope.self, from: object, policy: policy) == envelope)
    let again: Envelope = try JSONAdapter.model(
      from: JSONAdapter.data(from: envelope, policy: policy), policy: policy)
    #expect(again == envelope)
    #expect(
      try JSONAdapter.dictionary(from: envelope, policy: policy) as NSDictionary
        == JSONSerialization.jsonObject(with: JSONAdapter.data(from: envelope, policy: policy))
        as? NSDictionary)
  }

  @Test func asksTheChosenClassInTurn() throws {
    let text = #"{"kind":"picture","many":[{"id":1,"frames":9},{"id":2,"url":"u"}]}"#
    let envelope: Envelope = try JSONAdapter.model(from: text)
    #expect((envelope.many.first as? Film)?.frames == 9)
    #expect((envelope.many.last as? Picture)?.url == "u")
    #expect(envelope.many.last is Film == false)
  }

  @Test func takesTheClassOfThePropertyForNil() throws {
    let envelope: Envelope = try JSONAdapter.model(from: #"{"one":{"id":1},"sure":{"id":2}}"#)
    #expect(envelope.one.map { type(of: $0) == Payload.self } == true)
    #expect(type(of: envelope.sure) == Payload.self)
    let empty: Envelope = try JSONAdapter.model(from: #"{"any":null,"all":[],"kind":"stranger"}"#)
    #expect(empty.any == nil && empty.all.isEmpty)
  }

  @Test func refusesAnObjectOfNoKnownClass() throws {
    #expect(
      adapterMessage { try JSONAdapter.model(of: Envelope.self, from: #"{"any":{"id":1}}"#) } == """
        Envelope.any: classForParsing(_:forKey:) of its holder found no class at $.any (line 1, \
        column 8)
        """)
    #expect(
      adapterMessage {
        try JSONAdapter.model(of: Envelope.self, from: #"{"all":[{"id":1}]}"#)
      } == """
        Envelope.all: classForParsing(_:forKey:) of its holder found no class at $.all[0] (line 1, \
        column 9)
        """)
    let error = adapterError {
      try JSONAdapter.model(of: Envelope.self, from: ["any": ["id": 1]])
    }
    #expect(error?.kind == .noClassFound)
    #expect(
      adapterMessage {
        try JSONAdapter.model(of: Envelope.self, from: #"{"kind":"stranger","one":{}}"#)
      } == """
        Envelope.one: Envelope.classForParsing(_:forKey:) gave Stranger, which is not a subclass of \
        Payload at $.one (line 1, column 26)
        """)
    var issues: [JSONIssue] = []
    let envelope = try JSONAdapter.model(
      of: Envelope.self, from: #"{"any":{"id":1},"plain":2}"#, policy: .lenient
    ) { issues.append($0) }
    #expect(envelope.any == nil && envelope.plain == 2)
    #expect(issues.map(\.path) == ["$.any"])
  }

  @Test func theLastOfEqualMembersTells() throws {
    let push = #"{"kind":"none","one":{"id":1,"sound":"s"},"kind":"push"}"#
    #expect(try (JSONAdapter.model(from: push) as Envelope).one is Push)
    let other = #"{"kind":"push","one":{"id":1},"kind":"none"}"#
    #expect(try (JSONAdapter.model(from: other) as Envelope).one is Push == false)
  }

  @Test func updatesModelsInPlace() throws {
    let envelope: Envelope = try JSONAdapter.model(
      from:
        #"{"kind":"push","one":{"id":1,"sound":"a"},"many":[{"id":1,"sound":"b"}],"any":{"id":4}}"#)
    let (one, any, many) = (envelope.one, envelope.any, envelope.many)
    // The update leaves out the kind, which the model has.
    try JSONAdapter.update(
      envelope,
      from: """
        {"one":{"id":1,"sound":"c"},"many":[{"id":1,"sound":"d"},{"id":2}],\
        "any":{"id":4,"sound":"e"}}
        """)
    #expect(envelope.one === one && (one as? Push)?.sound == "c")
    #expect(envelope.any === any && (any as? Push)?.sound == "e")
    #expect(envelope.many.first === many.first && (many.first as? Push)?.sound == "d")
    #expect(envelope.many.count == 2 && envelope.many.last is Push)
    // Another kind, another model.
    try JSONAdapter.update(envelope, from: #"{"kind":"picture","one":{"url":"u"}}"#)
    #expect((envelope.one as? Picture)?.url == "u")
    #expect((one as? Push)?.sound == "c")
  }

  @Test func keepsAClassThatDoesNotShow() throws {
    let envelope: Secretive = try JSONAdapter.model(
      from: #"{"kind":"push","one":{"id":1,"sound":"a"}}"#)
    envelope.kind = nil
    let one = envelope.one
    try JSONAdapter.update(envelope, from: #"{"one":{"id":1,"sound":"b"}}"#)
    #expect(envelope.one === one && (one as? Push)?.sound == "b")
  }

  @Test func asksOnceMoreWhereTheDocumentIsPreparedOrSpliced() throws {
    let text = #"{"list":[{"p":{"id":1,"sound":"x"}},{"p":{"id":2}}],"kind":"push"}"#
    let spliced: Spliced = try JSONAdapter.model(from: text)
    #expect(spliced.many.map { ($0 as? Push)?.id } == [1, 2])
    let prepared: Prepared = try JSONAdapter.model(from: #"{"k":"push","one":{"id":3}}"#)
    #expect((prepared.one as? Push)?.id == 3)
  }

  @Test func refusesToReadPropertiesOfNoClass() throws {
    let advice = """
      return a transformer from transformer(forKey:), or a class from classForParsing(_:forKey:), or \
      map it to .writeOnly or .excluded
      """
    let mistakes = """
      Unknown: the mapping has mistakes:
      - "item" is of type Model?, and no class is known to read it as: \(advice)
      - "items" is of type [Model], and no class is known to read it as: \(advice)
      - "byName" is of type [String: Model], and no class is known to read it as: \(advice)
      """
    for policy in [ConversionPolicy.strict, .lenient, .legacyYYModel, .legacyJSONModel] {
      #expect(adapterMessage { try JSONAdapter.check(Unknown.self, policy: policy) } == mistakes)
      #expect(
        adapterMessage {
          try JSONAdapter.model(of: Unknown.self, from: "{}", policy: policy)
        } == mistakes)
    }
  }

  @Test func writesWhatItCannotRead() throws {
    let model = Unknown()
    model.item = Push()
    model.items = [Payload()]
    for policy in [ConversionPolicy.strict, .lenient, .legacyYYModel, .legacyJSONModel] {
      #expect(
        try JSONAdapter.string(from: model, policy: policy, options: .sortedKeys)
          == #"{"byName":{},"item":{"id":0,"sound":""},"items":[{"id":0}]}"#)
      #expect(try JSONAdapter.dictionary(from: model, policy: policy).count == 3)
      for error in [
        adapterError { try JSONAdapter.model(of: Unknown.self, from: [:], policy: policy) },
        adapterError { try JSONAdapter.models(of: Unknown.self, from: "[{}]", policy: policy) },
        adapterError { try JSONAdapter.update(model, from: "{}", policy: policy) },
      ] {
        #expect(error?.kind == .invalidMapping)
      }
    }
    // Nobody makes a model that cannot be read.
    let holder: HoldingUnknown = try JSONAdapter.model(from: #"{"plain":1}"#)
    #expect(holder.plain == 1)
    #expect(
      adapterError { try JSONAdapter.model(of: HoldingUnknown.self, from: #"{"held":{}}"#) }?.kind
        == .invalidMapping)
    #expect(adapterError { try JSONAdapter.check(HoldingUnknown.self) }?.modelClass == Unknown.self)
  }

  @Test func writesPropertiesOfNoClass() throws {
    #expect(throws: Never.self) { try JSONAdapter.check(OneWay.self) }
    let model: OneWay = try JSONAdapter.model(
      from: #"{"item":{"id":1},"items":3,"transformed":{"id":2}}"#)
    #expect(model.item == nil && model.items.isEmpty && (model.transformed as? Push)?.id == 2)
    model.item = Push()
    model.items = [Payload(), Push()]
    #expect(
      try JSONAdapter.string(from: model) == """
        {"item":{"id":0,"sound":""},"items":[{"id":0},{"id":0,"sound":""}],\
        "transformed":{"id":2,"sound":""}}
        """)
  }
}

private final class Spliced: Model, JSONSerializing {
  var many: [Payload] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["many": "list[*].p"] }

  override class func classForParsing(
    _ json: JSONObject, forKey key: String
  ) -> Model.Type? {
    json.string(forKey: "kind") == "push" ? Push.self : nil
  }
}

private final class Prepared: Model, JSONSerializing, JSONPreparing {
  var one: Payload?

  static func prepare(_ json: [String: Any]) throws -> [String: Any] {
    json.merging(["kind": json["k"] ?? NSNull()]) { $1 }
  }

  override class func classForParsing(
    _ json: JSONObject, forKey key: String
  ) -> Model.Type? {
    json.string(forKey: "kind") == "push" ? Push.self : nil
  }
}
