import Foundation
import Observation
import Peridot
import Synchronization
import Testing

private class Account: Model, JSONSerializing {
  var id = 0
  var age = 0
  var login = ""
  var createdAt: Date?
  fileprivate var password = ""
  var fullName: String {
    get { "\(login) \(id)" }
    set { login = newValue }
  }

  override class var declaredProperties: [Property] {
    [
      property("id", \.id, isRequired: true),
      property("age", \.age, at: "profile.age", limits: .within(0...150)),
      property("login", \.login, at: "user.login", limits: .notEmpty(), note: "the name"),
      property("createdAt", \.createdAt, at: "created_at", by: .epochSeconds),
      property("password", \.password, isSecret: true),
      property("fullName", readOnly: \.fullName, at: "full_name"),
    ]
  }
}

private final class Member: Account, CodableModel {
  var team: String?

  override class var declaredProperties: [Property] {
    [
      // One facet changes; the transformer and all else stay.
      property("createdAt", \.createdAt, at: "joined"),
      property("age", \.age, limits: .unlimited),
      property("id", \.id, isRequired: false),
      property(\.team, at: "team.name", facets: .policy { $0.nilOnExport = .null }),
    ]
  }
}

/// What `Member` declares, as functions say it.
private final class ByFunctions: Model, CodableModel {
  var id = 0
  var age = 0
  var login = ""
  var createdAt: Date?
  var password = ""
  var fullName: String { "\(login) \(id)" }
  var team: String?

  override class var declaredProperties: [Property] {
    [property("fullName", readOnly: \.fullName)]
  }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "age": "profile.age", "login": "user.login", "createdAt": "joined", "team": "team.name",
      "fullName": "full_name",
    ]
  }
  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "createdAt" ? .epochSeconds : nil
  }
  override class func conversionPolicy(
    forKey key: String, basedOn policy: ConversionPolicy
  ) -> ConversionPolicy {
    var policy = policy
    if key == "team" { policy.nilOnExport = .null }
    return policy
  }
}

private final class Box<Content: Codable & Sendable>: Model, JSONSerializing {
  var content: Content?
  private var count = 1

  override class var declaredProperties: [Property] {
    [property("content", \.content, at: "c"), property("count", \.count, at: "n")]
  }
}

private final class Watching: Model, JSONSerializing {
  var value = 0 { didSet { changes += 1 } }
  var _other = 0
  private(set) var changes = 0

  override class var excludedPropertyKeys: Set<String> { ["changes"] }
  override class var declaredProperties: [Property] {
    [property("value", \.value, facets: .accessors)]
  }
}

@Observable private final class Observed: Model, JSONSerializing {
  var title = ""
  weak var parent: Observed?

  override class var declaredProperties: [Property] {
    [property("title", \.title, at: "t"), property("parent", \.parent, note: "above")]
  }
}

private class FunctionsAbove: Model, JSONSerializing {
  var a = 0
  var b: Date?
  var c = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["a": "above", "b": "bb"] }
  override class var requiredPropertyKeys: Set<String> { ["a", "c"] }
  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "b" ? .epochMilliseconds : nil
  }
}

private class DeclaredBetween: FunctionsAbove {
  override class var declaredProperties: [Property] {
    [
      property("a", \.a, at: "between", isRequired: false),
      property("b", \.b, by: .epochSeconds),
    ]
  }
}

private final class InheritingBoth: DeclaredBetween {
  var d = 0
}

private final class FunctionsBelow: DeclaredBetween {
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["a": "below"] }
}

private final class Defaulted: Model, CodableModel {
  var kind = ""
  var size: Int?
  var plain = 1

  override class var declaredProperties: [Property] {
    [property("kind", \.kind, default: "square"), property("size", \.size, at: "s", default: 3)]
  }
}

private struct Unique: Sendable, Equatable {
  var index: Int
}

extension Facet {
  fileprivate static func isUnique(_ index: Int) -> Self { Self(Unique(index: index)) }
}

private final class Noted: Model, JSONSerializing {
  enum Color: String, Codable { case red, green }
  struct Point: Codable { var x = 0, y = 0 }

  var name = ""
  var color: Color?
  var points: [Point] = []
  var rest = Calendar(identifier: .gregorian)
  var urls: [URL] = []
  var owner: Account?

  override class var declaredProperties: [Property] {
    [
      property(
        "name", \.name, at: .firstOf("name", "title"),
        limits: .count(1...5).and(.matching("[a-z]+")),
        note: "in English", facets: .isUnique(2).and(.policy { $0.null = .keep })),
      property("urls", \.urls, by: .array(of: .lenientURL)),
    ]
  }
}

@Suite struct DeclaredPropertyTests {
  private let text = """
    {"id":1,"profile":{"age":200},"user":{"login":"a"},"joined":3,"password":"p",\
    "full_name":"a 1","team":{"name":null}}
    """

  private func equal(_ one: Member, _ other: ByFunctions) -> Bool {
    one.id == other.id && one.age == other.age && one.login == other.login
      && one.createdAt == other.createdAt && one.password == other.password
      && one.team == other.team
  }

  @Test func declarationsAndFunctionsAreOneByEveryRoad() async throws {
    let data = Data(text.utf8)
    let json = try JSONSerialization.jsonObject(with: data)
    let fromBytes: Member = try JSONAdapter.model(from: data)
    #expect(fromBytes.age == 200)
    #expect(fromBytes.createdAt == Date(timeIntervalSince1970: 3))
    #expect(equal(fromBytes, try JSONAdapter.model(from: data)))
    let fromDictionary: Member = try JSONAdapter.model(from: json)
    #expect(fromDictionary == fromBytes)
    let decoded = try JSONDecoder().decode(Member.self, from: data)
    #expect(decoded == fromBytes)
    var streamed: [Member] = []
    let bytes = AsyncStream<UInt8> { continuation in
      for byte in text.utf8 { continuation.yield(byte) }
      continuation.finish()
    }
    for try await model in JSONAdapter.stream(of: Member.self, from: bytes) {
      streamed.append(model)
    }
    #expect(streamed == [fromBytes])
    let functions: ByFunctions = try JSONAdapter.model(from: data)
    #expect(
      try JSONAdapter.string(from: fromBytes, options: .sortedKeys)
        == JSONAdapter.string(from: functions, options: .sortedKeys))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode(fromBytes) == encoder.encode(functions))
    try JSONAdapter.update(fromBytes, from: #"{"joined": 4, "team": {"name": "t"}}"#)
    #expect(fromBytes.createdAt == Date(timeIntervalSince1970: 4))
    let patch = try JSONAdapter.mergePatch(from: decoded, to: fromBytes)
    try JSONAdapter.apply(mergePatch: patch, to: decoded)
    #expect(decoded == fromBytes)
  }

  @Test func aSubclassChangesOneFacet() throws {
    let account = ClassDescription(of: Account.self)
    let member = ClassDescription(of: Member.self)
    #expect(
      account.properties.map(\.key) == ["id", "age", "login", "createdAt", "password", "fullName"])
    #expect(member.property(forKey: "createdAt")?.place == "joined")
    #expect(member.property(forKey: "createdAt")?.transformer === ValueTransformer.epochSeconds)
    #expect(member.property(forKey: "age")?.place == "profile.age")
    #expect(member.property(forKey: "age")?.limits.isEmpty == true)
    #expect(account.property(forKey: "age")?.limits.map(\.description) == ["0 to 150"])
    #expect(member.properties.filter(\.isRequired).isEmpty)
    #expect(account.properties.filter(\.isRequired).map(\.key) == ["id"])
    #expect(member.property(forKey: "login")?.note == "the name")
    #expect(member.property(forKey: "fullName")?.isReadOnly == true)
  }

  @Test func observersOfADeclaredVariableAreTold() throws {
    let observed = Observed()
    let isTold = Mutex(false)
    withObservationTracking {
      _ = observed.title
    } onChange: {
      isTold.withLock { $0 = true }
    }
    try JSONAdapter.update(observed, from: #"{"t": "new"}"#)
    #expect(observed.title == "new")
    #expect(isTold.withLock { $0 })
    #expect(ClassDescription(of: Observed.self).property(forKey: "parent")?.isWeak == true)
    // Weak, so outside of JSON unless it is given a place.
    #expect(ClassDescription(of: Observed.self).property(forKey: "parent")?.place == nil)
    #expect(try JSONAdapter.string(from: observed) == #"{"t":"new"}"#)
  }

  @Test func aStoredVariableIsReachedWhereItLies() throws {
    let watching: Watching = try JSONAdapter.model(from: #"{"value": 2}"#)
    #expect(watching.value == 2)
    #expect(watching.changes == 1)
  }

  @Test func genericAndPrivatePropertiesAreDeclared() throws {
    let box: Box<String> = try JSONAdapter.model(from: #"{"c": "x", "n": 3}"#)
    #expect(box.content == "x")
    #expect(try JSONAdapter.string(from: box) == #"{"c":"x","n":3}"#)
  }

  @Test func theSubclassWinsWhetherItDeclaresOrOverrides() throws {
    try JSONAdapter.check(InheritingBoth.self)
    let inheriting: InheritingBoth = try JSONAdapter.model(
      from: #"{"between":1,"bb":2,"c":3,"d":4}"#)
    #expect(inheriting.a == 1)
    #expect(inheriting.b == Date(timeIntervalSince1970: 2))
    #expect(InheritingBoth.jsonKeyPath(forKey: "a") == "between")
    #expect(FunctionsBelow.jsonKeyPath(forKey: "a") == "below")
    #expect(
      ClassDescription(of: InheritingBoth.self).properties.filter(\.isRequired).map(\.key) == ["c"])
    try JSONAdapter.check(FunctionsBelow.self)
  }

  @Test func aDeclaredDefaultStandsForAnAbsentMember() throws {
    let absent: Defaulted = try JSONAdapter.model(from: "{}")
    #expect(absent.kind == "square" && absent.size == 3 && absent.plain == 1)
    let null: Defaulted = try JSONAdapter.model(from: #"{"kind": "k", "s": null}"#)
    #expect(null.kind == "k" && null.size == nil)
    #expect(try JSONDecoder().decode(Defaulted.self, from: Data("{}".utf8)) == absent)
    #expect(try JSONAdapter.model(of: Defaulted.self, from: [String: Any]()) == absent)
    try JSONAdapter.update(null, from: "{}")
    #expect(null.size == nil)
    #expect(Defaulted().kind == "")
  }

  @Test func aClassIsDescribed() throws {
    let noted = ClassDescription(of: Noted.self)
    let name = try #require(noted.property(forKey: "name"))
    #expect(name.place?.form == .firstOf(["name", "title"]))
    #expect(name.note == "in English")
    #expect(name.limits.map(\.description) == ["a count of 1 to 5", "text that matches [a-z]+"])
    #expect(name.fact(Unique.self) == Unique(index: 2))
    #expect(name.fact(Int.self) == nil)
    #expect(name.jsonType == String.self)
    #expect(noted.property(forKey: "urls")?.jsonType == [String].self)
    let color = try #require(noted.property(forKey: "color"))
    #expect(color.rawValues.map { "\($0)" } == ["red", "green"])
    #expect(noted.property(forKey: "points")?.variables.map(\.name) == ["x", "y"])
    #expect(noted.property(forKey: "rest")?.variables.isEmpty == true)
    #expect(noted.property(forKey: "owner")?.heldClass == Account.self)
    let kept: Noted = try JSONAdapter.model(from: #"{"name": null, "title": "abc"}"#)
    #expect(kept.name == "abc")
    #expect(
      ClassDescription(of: Defaulted.self).property(forKey: "size")?.declaredDefault as? Int == 3)
  }
}
