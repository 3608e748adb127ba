import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Person: Model, CodableModel {
  var age = 0
  var height: Double?
  var login = "a"
  var tags: [String]?
  var size = "m"
  var even = 0

  override class var archiveName: String { "LimitTests.Person" }
  override class var declaredProperties: [Property] {
    [
      property("age", \.age, at: "profile.age", limits: .within(0...150)),
      property("height", \.height, limits: .atLeast(0.5).and(.atMost(2.5))),
      property("login", \.login, limits: .count(1...3).and(.matching("[a-z]+"))),
      property("tags", \.tags, limits: .notEmpty()),
      property("size", \.size, limits: .oneOf(["s", "m", "l"])),
      property("even", \.even, limits: .rule("an even number") { $0 % 2 == 0 }),
    ]
  }
}

private final class Refusing: Person {
  struct Refusal: Error, Equatable {}

  override class var declaredProperties: [Property] {
    [
      property("age", \.age, limits: .atMost(9)),
      property("even", \.even, limits: .rule("x") { _ in throw Refusal() }),
    ]
  }

  override func validate(_ value: inout Any?, forKey key: String) throws {
    if key == "age", let age = value as? Int { value = age / 10 }
  }
}

@Suite struct LimitTests {
  private let bad = """
    {"profile": {"age": 200}, "height": 3, "login": "A", "tags": [], "size": "x", "even": 1}
    """
  private let messages = [
    #"Person.age: expected 0 to 150, found number 200 at $.profile.age (line 1, column 21)"#,
    #"Person.height: expected at most 2.5, found number 3 at $.height (line 1, column 37)"#,
    #"Person.login: expected text that matches [a-z]+, found string "A" at $.login (line 1, column 49)"#,
    #"Person.tags: expected a count of at least 1, found array at $.tags (line 1, column 62)"#,
    #"Person.size: expected one of "s", "m", "l", found string "x" at $.size (line 1, column 74)"#,
    #"Person.even: expected an even number, found number 1 at $.even (line 1, column 87)"#,
  ]

  @Test func anErrorHasThePropertyThePlaceTheLimitAndTheValue() throws {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Person.self, from: bad)
    }
    #expect(error?.description == messages[0])
    #expect(error?.kind == .validationFailed)
    #expect(error?.propertyKey == "age")
    #expect(error?.expected == "0 to 150")
    #expect(error?.found == "number 200")
    guard case .range(let lower, let upper)? = (error?.underlying as? ModelError)?.limit else {
      Issue.record("no limit")
      return
    }
    #expect(lower as? Int == 0 && upper as? Int == 150)
  }

  @Test func allAreReportedAtOnce() {
    let policy = ConversionPolicy.strict.with { $0.collectsErrors = true }
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Person.self, from: bad, policy: policy)
    }
    #expect(error?.errors.map(\.description) == messages)
  }

  private final class Holder: Model, CodableModel {
    var person: Person?
    var size = 1

    override class var declaredProperties: [Property] {
      [property("size", \.size, limits: .atMost(9))]
    }
  }

  /// A policy that drops nested objects that are refused drops no document.
  @Test func allAreReportedAtOnceWhereRefusedObjectsAreDropped() throws {
    let policy = ConversionPolicy.lenient.with { $0.collectsErrors = true }
    let error = adapterError { try JSONAdapter.model(of: Person.self, from: bad, policy: policy) }
    #expect(error?.errors.map(\.description) == messages)
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = policy
    let decoding = #expect(throws: DecodingError.self) {
      try decoder.decode(Person.self, from: Data(bad.utf8))
    }
    guard case .dataCorrupted(let context)? = decoding else {
      Issue.record("\(decoding as Any)")
      return
    }
    let keys = ["age", "height", "login", "tags", "size", "even"]
    #expect(
      (context.underlyingError as? JSONAdapterError)?.errors.map(\.propertyKey) == keys)

    // A nested one is dropped, for its first reason.
    var issues: [String] = []
    let holder = try JSONAdapter.model(
      of: Holder.self, from: #"{"person":\#(bad),"size":2}"#, policy: policy
    ) { issues.append("\($0.action) \($0.path)") }
    #expect(holder.person == nil && holder.size == 2)
    #expect(issues == ["skipped $.person.profile.age"])
    let decoded = try decoder.decode(
      Holder.self, from: Data(#"{"person":\#(bad),"size":2}"#.utf8))
    #expect(decoded.person == nil && decoded.size == 2)
  }

  private final class Rows: Model, JSONSerializing {
    var words: [String] = []

    override class var declaredProperties: [Property] {
      [property("words", \.words, at: "rows.word", limits: .count(0...1))]
    }
  }

  /// The place of what is collected is the array, which has no member of the path's next name.
  @Test func theArrayIsThePlaceOfWhatIsCollected() {
    let policy = ConversionPolicy.strict.with { $0.collectsImplicitly = true }
    for (text, path) in [
      (#"{"rows":[{"word":"a"},{"word":"b"}]}"#, "$.rows"),
      (#"{"rows":{"word":["a","b"]}}"#, "$.rows.word"),
    ] {
      let error = adapterError { try JSONAdapter.model(of: Rows.self, from: text, policy: policy) }
      #expect(error?.kind == .validationFailed && error?.path == path)
    }
  }

  @Test func limitsHoldWhereverValuesAreValidated() throws {
    let words = "Person.age: expected 0 to 150, found number 200"
    let model = Person()
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.update(model, from: bad) }
    #expect(model.age == 0)
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Person.self, from: ["profile": ["age": 200]] as [String: Any])
    }
    let dictionary = #expect(throws: ModelError.self) { try Person(dictionary: ["age": 200]) }
    #expect(dictionary?.description == words)
    let decoding = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Person.self, from: Data(bad.utf8))
    }
    guard case .dataCorrupted(let context)? = decoding else {
      Issue.record("\(decoding as Any)")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["profile", "age"])
    #expect(context.debugDescription == words + " at $.profile.age")
    model.age = 200
    #expect(throws: ModelError.self) { try model.validate() }
    let archive = try model.archivedData()
    let archived = #expect(throws: ArchiveError.self) { try Person.unarchive(from: archive) }
    #expect(archived?.description.hasSuffix(": " + words) == true)
    #expect(archived?.path == "$.age")
    let good: Person = try JSONAdapter.model(from: #"{"height": null, "tags": null, "age": 1}"#)
    try good.validate()
  }

  @Test func aFormsValidationChecksThem() throws {
    let model = Person()
    func refusal(_ given: Any?, _ key: String) -> String? {
      var value = given
      do { try model.validate(&value, forKey: key) } catch { return "\(error)" }
      return nil
    }
    #expect(refusal(200, "age") == "Person.age: expected 0 to 150, found number 200")
    #expect(
      refusal(NSNumber(value: 200), "age") == "Person.age: expected 0 to 150, found number 200")
    #expect(refusal(3, "height") == "Person.height: expected at most 2.5, found number 3")
    #expect(
      refusal([String](), "tags") == "Person.tags: expected a count of at least 1, found array")
    #expect(refusal(150, "age") == nil)
    // `setValue` refuses a value of another type.
    #expect(refusal("200", "age") == nil)
    #expect(refusal(nil, "height") == nil)
    #expect(refusal(NSNull(), "height") == nil)
    #expect(refusal(nil, "age") == nil)
    #expect(refusal(1, "nothing") == nil)
    #expect(model == Person())
    // The class's own validation doesn't call its superclass's.
    var value: Any? = 900
    try Refusing().validate(&value, forKey: "age")
    #expect(value as? Int == 90)
  }

  @Test func limitsComeAfterTheClassesOwnValidation() throws {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Refusing.self, from: #"{"profile": {"age": 90}, "even": 2}"#)
    }
    #expect(error?.propertyKey == "even")
    #expect(error?.underlying as? Refusing.Refusal == Refusing.Refusal())
    let tooOld = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Refusing.self, from: #"{"profile": {"age": 100}}"#)
    }
    #expect(tooOld?.description.contains("expected at most 9, found number 10 at") == true)
  }
}
