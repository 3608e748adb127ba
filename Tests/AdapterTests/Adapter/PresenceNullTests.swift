import Foundation
import Peridot
import Testing

/// Objects on paths to double Optionals, which tell absence themselves.
final class PresenceDoubles: Model, JSONSerializing, CodableModel, JSONPresenceKeeping {
  var created: String??
  var size: Int??
  var note: String?
  var jsonPresence = JSONPresence()

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "created": "meta.created_at", "size": "meta.at.size", "note": "meta.note",
    ]
  }
}

@Suite struct PresenceNullTests {
  private static let documents = [
    "{}", #"{"meta":null}"#, #"{"meta":{}}"#, #"{"meta":{"created_at":null}}"#,
    #"{"meta":{"at":null}}"#, #"{"meta":{"at":{}}}"#, #"{"meta":{"at":{"size":null}}}"#,
    #"{"meta":{"created_at":null,"at":null,"note":null}}"#,
    #"{"meta":{"created_at":"a","at":{"size":1},"note":"b"}}"#,
  ]

  @Test(arguments: documents)
  func remembersObjectsAroundDoubleOptionals(_ text: String) throws {
    let model = try JSONAdapter.model(of: PresenceDoubles.self, from: text)
    let dictionary = try JSONAdapter.dictionary(from: model)
    for copy in try [
      model, model.copied(), model.deeplyCopied(), JSONAdapter.model(from: dictionary),
      PresenceDoubles.unarchive(from: model.archivedData()),
      PresenceDoubles.unarchive(
        from: NSKeyedArchiver.archivedData(withRootObject: model, requiringSecureCoding: true)),
      JSONDecoder().decode(PresenceDoubles.self, from: JSONEncoder().encode(model)),
      JSONAdapter.model(from: text, policy: .lenient),
    ] {
      for rule in [ConversionPolicy.NilRule.omit, .null, .omitAlways] {
        let policy = ConversionPolicy.strict.with { $0.nilOnExport = rule }
        #expect(try JSONAdapter.string(from: copy, policy: policy) == text)
      }
    }
  }

  @Test func writesAnObjectThatWasNullIfADoubleOptionalIsAbsent() throws {
    let model = try JSONAdapter.model(of: PresenceDoubles.self, from: #"{"meta":null}"#)
    #expect(model.created == .some(nil) && model.size == .some(nil))
    model.created = nil
    // Null would be read back as the inner nil.
    let text = #"{"meta":{"at":{"size":null},"note":null}}"#
    #expect(try JSONAdapter.string(from: model) == text)
    let back = try JSONAdapter.model(of: PresenceDoubles.self, from: text)
    #expect(back == model)
    model.created = .some(nil)
    #expect(try JSONAdapter.string(from: model) == #"{"meta":null}"#)
    model.size = 3
    #expect(
      try JSONAdapter.string(from: model)
        == #"{"meta":{"created_at":null,"at":{"size":3},"note":null}}"#)
  }

  @Test func updatesObjectsAroundDoubleOptionals() throws {
    let model = try JSONAdapter.model(
      of: PresenceDoubles.self, from: #"{"meta":{"created_at":"a","at":{"size":1}}}"#)
    try JSONAdapter.update(model, from: #"{"meta":{"at":null}}"#)
    #expect(try JSONAdapter.string(from: model) == #"{"meta":{"created_at":"a","at":null}}"#)
    try JSONAdapter.update(model, from: #"{"meta":null}"#)
    #expect(try JSONAdapter.string(from: model) == #"{"meta":null}"#)
    try JSONAdapter.apply(mergePatch: #"{"meta":{"at":{"size":2}}}"#, to: model)
    try JSONAdapter.apply(mergePatch: #"{"meta":{"created_at":null,"note":null}}"#, to: model)
    #expect(try JSONAdapter.string(from: model) == #"{"meta":{"at":{"size":2}}}"#)
  }

  @Test func forgetsObjectsWithinOneThatIsNullOrRemoved() throws {
    let model = try JSONAdapter.model(
      of: PresenceDoubles.self, from: #"{"meta":{"at":{"size":2}}}"#)
    try JSONAdapter.apply(mergePatch: #"{"meta":null}"#, to: model)
    #expect(try JSONAdapter.string(from: model) == "{}")
    let deep = try JSONAdapter.model(of: Deep.self, from: #"{"a":{"b":{"c":{}},"bc":{}}}"#)
    let other = deep.copied()
    try JSONAdapter.apply(mergePatch: #"{"a":{"b":null}}"#, to: deep)
    #expect(try JSONAdapter.string(from: deep) == #"{"a":{"bc":{}}}"#)
    try JSONAdapter.update(other, from: #"{"a":{"b":null}}"#)
    #expect(try JSONAdapter.string(from: other) == #"{"a":{"b":null,"bc":{}}}"#)
    try JSONAdapter.apply(mergePatch: #"{"a":{"b":{"own":null}}}"#, to: other)
    #expect(try JSONAdapter.string(from: other) == #"{"a":{"b":{"c":{"last":null}},"bc":{}}}"#)
  }

  private final class Deep: Model, JSONSerializing, JSONPresenceKeeping {
    var own: Int?
    var last: Int?
    var other: Int?
    var jsonPresence = JSONPresence()

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["own": "a.b.own", "last": "a.b.c.last", "other": "a.bc.other"]
    }
  }

  private final class Alternatives: Model, JSONSerializing, JSONPresenceKeeping {
    var first: String??
    var second: String??
    var third: String??
    var note: String?
    var jsonPresence = JSONPresence()

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      [
        "first": .firstOf("meta.first", "old"), "second": .firstOf("meta.second", "meta.old"),
        "third": .reading("third", writing: "meta.third"), "note": "meta.note",
      ]
    }
  }

  @Test func remembersObjectsAroundAlternatives() throws {
    for text in ["{}", #"{"meta":null}"#, #"{"meta":{}}"#, #"{"meta":{"first":"a"}}"#] {
      let model = try JSONAdapter.model(of: Alternatives.self, from: text)
      #expect(try JSONAdapter.string(from: model) == text)
    }
    let model = try JSONAdapter.model(of: Alternatives.self, from: #"{"meta":null}"#)
    model.first = nil
    #expect(try JSONAdapter.string(from: model) == #"{"meta":{"second":null,"note":null}}"#)
  }

  private enum Form: JSONUnion {
    case text(String)
    case null
  }

  /// Properties that take null without being nil.
  private final class Others: Model, JSONSerializing, JSONPresenceKeeping {
    var any: Any = 1
    var maybe: Any?
    var raw = RawJSON()
    var form = Form.text("")
    var forms: Set<Int>?
    var either: Int?
    var jsonPresence = JSONPresence()

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      [
        "any": "a.any", "maybe": "a.maybe", "raw": "a.b.raw", "form": "a.b.c.form",
        "forms": "a.b.c.forms", "either": .firstOf("a.b.either", "either"),
      ]
    }
  }

  @Test(arguments: [
    "{}", #"{"a":null}"#, #"{"a":{}}"#, #"{"a":{"b":null}}"#, #"{"a":{"b":{"c":null}}}"#,
    #"{"a":{"any":null,"maybe":null,"b":{"raw":null,"c":{"form":null,"forms":null},"either":null}}}"#,
    #"{"a":{"b":{"c":{"form":null}}}}"#, #"{"a":{"maybe":null,"b":{"c":{}}}}"#,
  ])
  func remembersObjectsAroundWhatTakesNull(_ text: String) throws {
    let model = try JSONAdapter.model(of: Others.self, from: text)
    #expect(try JSONAdapter.string(from: model) == text)
    #expect(try JSONAdapter.string(from: model.copied()) == text)
    let other = try JSONAdapter.model(
      of: Others.self, from: JSONAdapter.dictionary(from: model))
    #expect(try JSONAdapter.string(from: other) == text)
  }

  /// Values that are equal, and whose elements have another order.
  private final class Unordered: Model, JSONSerializing, JSONPresenceKeeping {
    var any: Any = Unordered.members(capacity: 40)
    var members: [String: Any] = Unordered.members(capacity: 40)
    var list: [Any] = [Unordered.members(capacity: 40)]
    var jsonPresence = JSONPresence()

    static func members(capacity: Int) -> [String: Any] {
      var members = [String: Any](minimumCapacity: capacity)
      for number in 0..<40 { members["m\(number)"] = number }
      return members
    }
  }

  @Test func comparesDefaultsWithoutTheirOrder() throws {
    let model = try JSONAdapter.model(of: Unordered.self, from: "{}")
    model.any = Unordered.members(capacity: 4_000)
    model.members = Unordered.members(capacity: 4_000)
    model.list = [Unordered.members(capacity: 4_000)]
    #expect(try JSONAdapter.string(from: model) == "{}")
    let new = Unordered()
    new.members = model.members
    let policy = ConversionPolicy.strict.with { $0.defaultsOnExport = .omit }
    #expect(try JSONAdapter.string(from: new, policy: policy) == "{}")
  }
}
