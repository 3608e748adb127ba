import Foundation
import Observation
import Peridot
import Testing

@testable import TestSupport

// Classes with one mistake each.

/// A name in a list that is none of a property.
private enum Names {
  class Base: Model, JSONSerializing {
    var title = ""
    var count = 0
    var note: String?
  }
  final class Mapped: Base {
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["titel": "t"] }
  }
  final class MappedFar: Base {
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["url": "t"] }
  }
  final class Required: Base {
    override class var requiredPropertyKeys: Set<String> { ["cuont"] }
  }
  final class Excluded: Base {
    override class var excludedPropertyKeys: Set<String> { ["notes"] }
  }
  final class Included: Base {
    override class var includedPropertyKeys: Set<String>? { ["title", "counts"] }
  }
  final class Identity: Base {
    override class var identityKey: String? { "id" }
  }
  final class Declared: Base {
    override class var declaredProperties: [Property] { [property("tilte", \.title)] }
  }
  final class DeclaredTwice: Base {
    override class var declaredProperties: [Property] {
      [property("count", \.count), property("count", \.count)]
    }
  }
  final class OtherType: Base {
    override class var declaredProperties: [Property] { [property("note", \.title)] }
  }
  final class OtherVariable: Model, JSONSerializing {
    var title = ""
    var note = ""
    override class var declaredProperties: [Property] { [property("note", \.title)] }
  }
  class Unnamed: Base {
    var open = 0
    override class var declaredProperties: [Property] { [property(\.open)] }
  }
  final class Archived: Base {
    override class var archiveName: String { "MistakesOnPurpose.Archived" }
    override class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
      ["titel": .excluded]
    }
  }
  final class Secured: Base {
    override class var archiveName: String { "MistakesOnPurpose.Secured" }
    override class var allowedSecureCodingClassesByPropertyKey: [String: [AnyClass]] {
      ["nott": [NSString.self]]
    }
  }
}

@propertyWrapper private struct Stored<Value> {
  var wrappedValue: Value
}

@propertyWrapper private struct Computed {
  private var value: Int
  init(wrappedValue: Int) { value = wrappedValue }
  var wrappedValue: Int {
    get { value }
    set { value = newValue }
  }
}

private protocol Named: AnyObject {}

private struct Opaque {
  var value = 0
}

/// A variable that can't be a property as it is.
private enum Variables {
  final class Lazy: Model, JSONSerializing {
    var id = 0
    lazy var twice = id * 2
  }
  final class MappedLazy: Model, JSONSerializing {
    var id = 0
    lazy var twice = id * 2
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["twice": "twice"] }
  }
  final class Wrapped: Model, JSONSerializing {
    @Stored var level = 1
  }
  final class MappedWrapped: Model, JSONSerializing {
    @Stored var level = 1
    override class var requiredPropertyKeys: Set<String> { ["level"] }
  }
  final class MappedComputed: Model, JSONSerializing {
    @Computed var level = 1
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["level": "l"] }
  }
  final class Underscored: Model, JSONSerializing {
    var _id = 0
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["_id": "_id"] }
  }
  final class WithoutUnderscore: Model, JSONSerializing {
    var _id = 0
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["id": "_id"] }
  }
  final class Constant: Model, JSONSerializing {
    let id = 0
  }
  final class Unowned: Model, JSONSerializing {
    unowned var parent: NSObject = { NSObject() }()
  }
  final class WeakProtocol: Model, JSONSerializing {
    weak var parent: (any Named)?
  }
  final class Unsupported: Model, JSONSerializing {
    var opaque = Opaque()
  }
  final class Closure: Model, JSONSerializing {
    var action: () -> Void = {}
  }
  final class Tuple: Model, JSONSerializing {
    var point = (0, 0)
  }
  final class AnyModel: Model, JSONSerializing {
    var part: Model?
  }
  final class DoubleOptional: Model, JSONSerializing {
    var note: String?? = .some("x")
  }
  class Hidden: Model, JSONSerializing {
    private var state = 0
  }
  final class HiddenAgain: Hidden {
    private var state = ""
  }
}

/// A place in JSON that can't be read or written.
private enum Places {
  class Base: Model, JSONSerializing {
    var first = 0
    var user: [String: Int] = [:]
    var tags: [Int] = []
  }
  final class Several: Base {
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["first": ["a", "b"]] }
  }
  final class Bracket: Base {
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["first": "x["] }
  }
  final class FirstOfAll: Base {
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["first": .firstOf("a", .all("b", "c"))]
    }
  }
  final class AllOfRoot: Base {
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["first": .all("a", .root)]
    }
    override class func transformer(forKey key: String) -> ValueTransformer? { .boolean }
  }
  final class FirstOfExcluded: Base {
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["first": .firstOf("a", .excluded)]
    }
  }
  final class InnerDirection: Base {
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["first": .firstOf("a", .readOnly("b"))]
    }
  }
  final class InsideObject: Base {
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["first": "user.id"] }
  }
  final class InsideArray: Base {
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["first": "tags[0]"] }
  }
  final class MemberAndElement: Base {
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["first": "a.b", "tags": "a[1]"]
    }
  }
  final class EachAndOne: Base {
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["tags": "a[*].id", "first": "a[1].id"]
    }
  }
  final class Mapped: Base {
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["first": "a", "tags": "a"]
    }
  }
  final class Declared: Base {
    override class var declaredProperties: [Property] {
      [property("first", \.first, at: "a"), property("tags", \.tags, at: "a")]
    }
  }
  final class Styled: Model, JSONSerializing, JSONKeyStyling {
    static var jsonKeyStyle: JSONKeyStyle { .snakeCase }
    var userName = 0
    var login = 0
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["login": "user_name"] }
  }
  final class Root: Model, JSONSerializing {
    var again: Root?
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["again": .root] }
  }
}

/// Two declarations that contradict each other, or one that can't hold.
private enum Contradictions {
  class Base: Model, JSONSerializing {
    var date: Date?
    var count = 0
    var name = ""
    var part: Names.Base?
  }
  final class Place: Base {
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["count": "n"] }
    override class var declaredProperties: [Property] { [property("count", \.count, at: "c")] }
  }
  final class Transformed: Base {
    override class func transformer(forKey key: String) -> ValueTransformer? {
      key == "date" ? .epochSeconds : nil
    }
    override class var declaredProperties: [Property] {
      [property("date", \.date, by: .epochMilliseconds)]
    }
  }
  final class Requirement: Base {
    override class var requiredPropertyKeys: Set<String> { ["name"] }
    override class var declaredProperties: [Property] {
      [property("name", \.name, isRequired: false)]
    }
  }
  final class Pattern: Base {
    override class var declaredProperties: [Property] {
      [property("name", \.name, limits: .matching("("))]
    }
  }
  final class SharedDefault: Base {
    override class var declaredProperties: [Property] {
      [property("part", \.part, default: Names.Base())]
    }
  }
  final class Misfit: Base {
    override class func transformer(forKey key: String) -> ValueTransformer? {
      key == "count" ? .url : nil
    }
  }
  final class MisfitElements: Model, JSONSerializing {
    var sites: [Int] = []
    override class func transformer(forKey key: String) -> ValueTransformer? { .array(of: .url) }
  }
  final class MisfitChain: Base {
    override class func transformer(forKey key: String) -> ValueTransformer? {
      key == "name" ? .chained(.url, .string()) : nil
    }
  }
  final class Inverted: Base {
    override class func transformer(forKey key: String) -> ValueTransformer? {
      key == "count" ? .closure(forward: { (number: Int) in number }).inverted() : nil
    }
  }
  final class Table: Base {
    override class func transformer(forKey key: String) -> ValueTransformer? {
      key == "count" ? .mapping(["m": 1, "male": 1]) : nil
    }
  }
  final class Format: Base {
    override class var declaredProperties: [Property] {
      [property("date", \.date, by: .date(format: ""))]
    }
  }
  final class LowDefault: Base {
    override class var declaredProperties: [Property] {
      [property("count", \.count, limits: .within(1...5))]
    }
  }
  final class ShortDefault: Base {
    override class var declaredProperties: [Property] {
      [property("name", \.name, limits: .count(1...5))]
    }
  }
}

/// A function by key whose keys are misspelled.
private enum Keys {
  class Base: Model, JSONSerializing {
    var date = Date.distantPast
    var count = 0
    var name = ""
    var state = State.open
    var tags: [String] = []
    var part: Names.Base?
  }
  enum State: String, Codable {
    case open, closed
  }
  final class Transformer: Base {
    override class func transformer(forKey key: String) -> ValueTransformer? {
      key == "dates" ? .epochSeconds : nil
    }
  }
  final class Policy: Base {
    override class func conversionPolicy(
      forKey key: String, basedOn policy: ConversionPolicy
    ) -> ConversionPolicy {
      key == "cuont" ? policy.with { $0.acceptsNumericStrings = true } : policy
    }
  }
  final class Storage: Base {
    override class func storageBehavior(forKey key: String) -> PropertyStorage {
      key == "nmae" ? .excluded : super.storageBehavior(forKey: key)
    }
  }
  final class Cluster: Base {
    override class func cluster(forKey key: String) -> Peridot.Cluster? {
      key == "parts" ? Clusters.Shape.cluster(around: ["shape": Clusters.Square.self]) : nil
    }
  }
  /// Without a model, of which there are no samples.
  class Plain: Model, JSONSerializing {
    var count = 0
    var name = ""
    var state = State.open
    var tags: [String] = []
    var seen: Date?
  }
  final class Validation: Plain {
    override func validate(_ value: inout Any?, forKey key: String) throws {
      try super.validate(&value, forKey: key)
      if key == "nmae", value as? String == "" { throw CocoaError(.formatting) }
    }
  }
}

private enum Clusters {
  class Shape: Model, JSONSerializing {
    var id = 0
  }
  final class Square: Shape {}
  final class Circle: Shape {}
  final class Other: Model, JSONSerializing {}

  class TagTwice: Model, JSONSerializing {
    override class var cluster: Cluster? {
      cluster(tag: "type", ["a": TagTwiceA.self, "a": TagTwiceB.self])
    }
  }
  final class TagTwiceA: TagTwice {}
  final class TagTwiceB: TagTwice {}

  class ElementTag: Model, JSONSerializing {
    override class var cluster: Cluster? { cluster(tag: "a[0]", ["a": ElementTagA.self]) }
  }
  final class ElementTagA: ElementTag {}

  class Keeping: Model, JSONSerializing {
    override class var cluster: Cluster? {
      cluster(tag: "type", ["a": KeepingA.self], unknown: .kept(KeepingB.self))
    }
  }
  final class KeepingA: Keeping {}
  final class KeepingB: Keeping {}

  class Contradicted: Model, JSONSerializing {
    override class var cluster: Cluster? {
      cluster(tag: "type", ["a": ContradictedA.self, "b": ContradictedB.self])
    }
  }
  final class ContradictedA: Contradicted {
    var type = "b"
  }
  final class ContradictedB: Contradicted {}

  class Both: Model, JSONSerializing {
    override class var cluster: Cluster? { cluster(tag: "type", ["a": BothA.self]) }
    override class func classForParsing(_ json: JSONObject) -> Model.Type? { self }
  }
  final class BothA: Both {}

  class Deduced: Model, JSONSerializing {
    override class var cluster: Cluster? { cluster(deducedFrom: ["depth": Hole.self]) }
  }
  final class Hole: Deduced {}
}

/// Codable's and Observation's part in a class.
private enum Coding {
  final class Encoded: Model, JSONSerializing, Encodable {
    var id = 0
    func encode(to encoder: any Encoder) throws { try id.encode(to: encoder) }
  }
  final class DatePolicy: Model, JSONSerializing {
    var date = Date.distantPast
    override class var conversionPolicy: ConversionPolicy? {
      .strict.with { $0.dateStrategy = .format("YYYY-MM-dd") }
    }
  }
  final class DateTransformer: Model, JSONSerializing {
    var date = Date.distantPast
    override class func transformer(forKey key: String) -> ValueTransformer? {
      .date(format: "dd.MM.YYYY")
    }
  }
  final class Outer: Model, JSONSerializing {
    var inner: [String: [Names.Mapped?]] = [:]
  }
}

final class MistakesOnPurposeKeys: Model, JSONSerializing {
  var createdAt = ""
  enum CodingKeys: String, CodingKey { case createdAt = "created_at" }
}

/// The same declarations without a mistake, or with a list that silences the warning.
private enum Sound {
  final class Unlisted: Model, JSONSerializing {
    var id = 0
    lazy var twice = id * 2
    @Stored var level = 1
    @Computed var depth = 1
    override class var excludedPropertyKeys: Set<String> { ["twice", "level", "depth"] }
  }
  final class Listed: Model, JSONSerializing {
    var id = 0
    lazy var twice = id * 2
    @Stored var level = 1
    override class var includedPropertyKeys: Set<String>? { ["id"] }
  }
  final class Declared: Model, JSONSerializing {
    var id = 0
    lazy var twice = id * 2
    @Stored var level = 1
    override class var declaredProperties: [Property] {
      [property("twice", \.twice), property("level", \.level)]
    }
  }
  final class Validation: Keys.Plain {
    override func validate(_ value: inout Any?, forKey key: String) throws {
      try super.validate(&value, forKey: key)
      if key == "state", value as? Keys.State == .closed { throw CocoaError(.formatting) }
    }
  }
  /// A model's values aren't tried.
  final class ValidatedPart: Keys.Base {
    override func validate(_ value: inout Any?, forKey key: String) throws {
      if key == "part", (value as? Names.Base)?.count == 7 { throw CocoaError(.formatting) }
    }
  }
  final class Storage: Keys.Base {
    override class func storageBehavior(forKey key: String) -> PropertyStorage {
      key == "name" ? .excluded : super.storageBehavior(forKey: key)
    }
  }
}

@Suite struct MistakesOnPurposeTests {
  struct Purpose: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What Peridot says of it.
    let found: @Sendable () -> [String]
    let words: String
  }

  private static func found(archiving model: Model) -> [String] {
    do {
      _ = try model.archivedData()
      return []
    } catch {
      return ["\(error)"]
    }
  }

  private static func listed<M: JSONSerializing>(_ type: M.Type, _ words: String) -> Purpose {
    Purpose(
      testDescription: "\(type)", found: { JSONAdapter.mistakes(of: type).map(\.description) },
      words: words)
  }

  static let names: [Purpose] = [
    listed(Names.Mapped.self, #"names "titel", which is not a property: did you mean "title"?"#),
    listed(Names.MappedFar.self, #"names "url", which is not a property; there are title"#),
    listed(Names.Required.self, #"requiredPropertyKeys names "cuont""#),
    listed(Names.Excluded.self, #"excludedPropertyKeys names "notes""#),
    listed(Names.Included.self, #"includedPropertyKeys names "counts""#),
    listed(Names.Identity.self, #"identityKey is "id", which is not a property"#),
    listed(Names.Declared.self, "Declared.tilte: warning: its key path leads to title"),
    listed(Names.DeclaredTwice.self, #"declaredProperties has "count" twice"#),
    listed(Names.OtherType.self, #"has "note" of type String, and the variable is of"#),
    listed(Names.OtherVariable.self, #"names "note", and its key path is that of "title""#),
    listed(Names.Unnamed.self, "write the name, or make the variable final"),
    Purpose(
      testDescription: "Archived", found: { found(archiving: Names.Archived()) },
      words: #"encodingBehaviorsByPropertyKey names "titel""#),
    Purpose(
      testDescription: "Secured", found: { found(archiving: Names.Secured()) },
      words: #"allowedSecureCodingClassesByPropertyKey names "nott""#),
    Purpose(
      testDescription: "an unknown key in a dictionary",
      found: {
        do { _ = try Names.Base(dictionary: ["titel": "x"]) } catch { return ["\(error)"] }
        return []
      }, words: #"has no property "titel""#),
  ]

  static let variables: [Purpose] = [
    listed(Variables.Lazy.self, "Lazy.twice: warning: it is lazy, so that it is no property"),
    listed(Variables.MappedLazy.self, "it is lazy, so that it is no property: declare it"),
    listed(Variables.Wrapped.self, "Wrapped.level: warning: the type of its wrapper is no Prop"),
    listed(Variables.MappedWrapped.self, "write extension Stored: PropertyWrapper {}"),
    listed(
      Variables.MappedComputed.self,
      "the variable is _level: rename it, or, if it stores a wrapper's value, write extension "
        + "Computed: PropertyWrapper {}"),
    listed(Variables.Underscored.self, "rename the variable, and map it to this name"),
    listed(Variables.WithoutUnderscore.self, "is not a property: the variable is _id: rename it"),
    listed(Variables.Constant.self, "it is a constant: declare it as private(set) var"),
    listed(Variables.Unowned.self, #""parent" cannot take part: it is unowned"#),
    listed(Variables.WeakProtocol.self, "it is weak, and its type Named? is not a class"),
    listed(Variables.Unsupported.self, "which has no JSON form: conform it to Codable"),
    listed(Variables.Closure.self, "is of type () -> (), which has no JSON form"),
    listed(Variables.Tuple.self, "is of type (Int, Int), which has no JSON form"),
    listed(Variables.AnyModel.self, "no class is known to read it as"),
    listed(Variables.DoubleOptional.self, #""note""#),
    listed(Variables.HiddenAgain.self, "state is declared by Hidden and by HiddenAgain"),
  ]

  static let places: [Purpose] = [
    listed(Places.Several.self, "is mapped to several paths and has no transformer"),
    listed(Places.Bracket.self, #""x[" has a bracket that is not closed"#),
    listed(Places.FirstOfAll.self, "firstOf takes plain paths, but [b, c] is not one"),
    listed(Places.AllOfRoot.self, "all takes plain paths, but root is not one"),
    listed(Places.FirstOfExcluded.self, "an excluded path cannot be a part of another"),
    listed(Places.InnerDirection.self, "a direction belongs to the whole"),
    listed(Places.InsideObject.self, #""user" is written to user, and "first" inside it"#),
    listed(Places.InsideArray.self, #""tags" is written to tags, and "first" inside it"#),
    listed(Places.MemberAndElement.self, "is written to a member of a, and"),
    listed(Places.EachAndOne.self, "is written to every element of a, and"),
    listed(Places.Mapped.self, #""first" and "tags" are mapped to one place, a"#),
    listed(Places.Declared.self, #""first" and "tags" are declared at one place, a"#),
    listed(Places.Styled.self, "are mapped to one place, user_name"),
    listed(Places.Root.self, "contains itself without end: map it to a member"),
  ]

  static let contradictions: [Purpose] = [
    listed(Contradictions.Place.self, #"says where to find "count""#),
    listed(Contradictions.Transformed.self, #"says how to transform "date""#),
    listed(Contradictions.Requirement.self, #"says whether to require "name""#),
    listed(Contradictions.Pattern.self, "which is not a regular expression"),
    listed(Contradictions.SharedDefault.self, "which all models would share: make it in init"),
    listed(Contradictions.Misfit.self, "is of type Int, and its transformer gives URL"),
    listed(Contradictions.MisfitElements.self, "is of type [Int], and its transformer gives [URL]"),
    listed(Contradictions.MisfitChain.self, #""name" is of type String, and"#),
    listed(Contradictions.Inverted.self, "its transformer inverts one that goes one way only"),
    listed(
      Contradictions.Table.self,
      #"can't write a value as "m" or "male", which map to one value: say"#),
    listed(Contradictions.Format.self, "its transformer has an empty date format: write one"),
    listed(Contradictions.LowDefault.self, "LowDefault.count: warning: a new object has number 0"),
    listed(Contradictions.ShortDefault.self, "ShortDefault.name: warning: a new object has"),
  ]

  static let keys: [Purpose] = [
    listed(Keys.Transformer.self, "transformer(forKey:) returns no transformer for any property"),
    listed(Keys.Policy.self, "conversionPolicy(forKey:basedOn:) changes nothing for any property"),
    listed(Keys.Storage.self, "storageBehavior(forKey:) changes nothing for any property"),
    listed(Keys.Cluster.self, "cluster(forKey:) returns no cluster for any property"),
    listed(
      Keys.Validation.self,
      "Validation: warning: validate(_:forKey:) refuses and changes nothing for any property: "
        + "compare its keys with count, name, state, tags, seen"),
  ]

  static let clusters: [Purpose] = [
    listed(Clusters.TagTwice.self, #"the tag "a" stands for TagTwiceA and for TagTwiceB"#),
    listed(Clusters.ElementTag.self, "the tag is a[0], but must be a path of names"),
    listed(Clusters.Keeping.self, "KeepingB keeps no JSON: conform it to JSONKeeping"),
    listed(Clusters.Contradicted.self, #"is "b" in a new object, which stands for ContradictedB"#),
    listed(Clusters.Both.self, "classForParsing"),
    listed(Clusters.Deduced.self, "no property of it is written there"),
  ]

  static let coding: [Purpose] = [
    listed(MistakesOnPurposeKeys.self, "Peridot ignores CodingKeys"),
    listed(Coding.Encoded.self, "it is Codable by code of its own"),
    listed(Coding.DatePolicy.self, "has Y, the year of the week"),
    listed(Coding.DateTransformer.self, "DateTransformer.date: warning: the date format"),
    listed(Coding.Outer.self, #"Mapped: keyPathsByPropertyKey names "titel""#),
  ]

  static let all = names + variables + places + contradictions + keys + clusters + coding

  @Test func areSixtyAtLeast() { #expect(Self.all.count >= 60) }

  @Test(arguments: all) func isNotSilent(_ purpose: Purpose) {
    let found = purpose.found()
    #expect(found.contains { $0.contains(purpose.words) }, "\(found)")
  }

  @Test func aSoundClassHasNone() {
    #expect(JSONAdapter.mistakes(of: Names.Base.self).isEmpty)
    #expect(JSONAdapter.mistakes(of: Keys.Base.self).isEmpty)
    #expect(JSONAdapter.mistakes(of: Contradictions.Base.self).isEmpty)
    #expect(JSONAdapter.mistakes(of: Places.Base.self).isEmpty)
    #expect(JSONAdapter.mistakes(of: Sound.Validation.self).isEmpty)
    #expect(JSONAdapter.mistakes(of: Sound.ValidatedPart.self).isEmpty)
    #expect(JSONAdapter.mistakes(of: Sound.Storage.self).isEmpty)
  }

  @Test func aListSilencesTheWarningOfAVariable() throws {
    #expect(JSONAdapter.mistakes(of: Sound.Unlisted.self).isEmpty)
    #expect(JSONAdapter.mistakes(of: Sound.Listed.self).isEmpty)
    #expect(JSONAdapter.mistakes(of: Sound.Declared.self).isEmpty)
    #expect(Sound.Unlisted.propertyKeys == ["id"])
    let read: Sound.Unlisted = try JSONAdapter.model(from: #"{"id": 2, "level": 5}"#)
    #expect(read.id == 2)
    #expect(read.level == 1)
  }
}
