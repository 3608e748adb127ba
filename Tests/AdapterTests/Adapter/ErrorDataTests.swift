import Foundation
import Peridot
import Testing

@testable import TestSupport

private enum Color: String, Codable {
  case red, green, blue
}

private struct Size: Codable, Hashable {
  var width = 0
}

private class Event: Model, CodableModel {
  var id = 0
  override class var cluster: Cluster? {
    cluster(tag: "type", ["push": Push.self, "issue": Issued.self])
  }
}
private final class Push: Event {}
private final class Issued: Event {}

private final class Person: Model, CodableModel {
  var login = ""
  var age = 0
  var small: Int8 = 0
  var color: Color?
  var born: Date?
  var seen: Date?
  var site: URL?
  var home: URL?
  var id: UUID?
  var zone: TimeZone?
  var letter: Character = "a"
  var data: Data?
  var price: Decimal?
  var ratio = 0.0
  var flag = false
  var size: Size?
  var tags: Set<String> = []
  var numbers: [Int] = []
  var byColor: [Color: Int] = [:]
  var byNumber: [Int: Int] = [:]
  var event: Event?
  var friend: Person?
  var code = "a"
  var count = 1
  var either = 0
  var kind = ""
  var need = 0
  var nan = 0.0
  var any: Any?

  override class var archiveName: String { "ErrorDataTests.Person" }
  override class var declaredProperties: [Property] {
    [
      property("site", \.site, by: .url),
      property("seen", \.seen, by: .epochSeconds),
      property("code", \.code, limits: .matching("[a-z]+")),
      property("count", \.count, limits: .within(1...5)),
      property("tags", \.tags, limits: .count(0...2)),
      property("kind", \.kind, limits: .oneOf(["", "a", "b"])),
      property("either", \.either, at: .firstOf("either", "or")),
    ]
  }
}

private final class Needing: Model, CodableModel {
  var id = 0
  var name = ""
  override class var requiredPropertyKeys: Set<String> { ["id", "name"] }
}

@Suite struct ErrorDataTests {
  /// What is wrong with a person, as members.
  private static let members = [
    #""login": 42"#, #""login": null"#, #""login": {}"#, #""age": "x""#, #""age": "5""#,
    #""age": 1.5"#,
    #""age": null"#, #""age": 123456789012345678901"#, #""small": 300"#, #""color": "grey""#,
    #""color": 5"#, #""born": "x""#, #""born": 5"#, #""seen": "x""#, #""site": "http://[""#,
    #""site": 5"#, #""home": "http://[""#, #""home": "", "id": "x""#, #""zone": "x""#,
    #""letter": "ab""#, #""data": "*""#, #""price": "1""#, #""price": true"#, #""ratio": "1""#,
    #""ratio": 1e999"#, #""flag": 1"#, #""flag": "yes""#, #""size": 5"#, #""size": {"width": "x"}"#,
    #""size": {}"#, #""tags": ["a", "a"]"#, #""tags": ["a", "b", "c"]"#, #""tags": 5"#,
    #""numbers": [1, "x", null]"#, #""numbers": {}"#, #""byColor": {"grey": 1}"#,
    #""byNumber": {"x": 1}"#, #""byNumber": {"1": 1, "01": 2}"#, #""event": {"type": "pull"}"#,
    #""event": {}"#, #""event": 5"#, #""event": {"type": 5}"#, #""event": {"type": []}"#,
    #""friend": {"age": "x"}"#, #""friend": []"#, #""code": "A""#, #""count": 9"#, #""kind": "c""#,
    #""either": 1, "or": 2"#, #""home": "a b""#, #""extra": 1"#, #""a~/b": 1"#,
  ]
  private static let texts = [
    "", " ", "{", "[", "{]", #"{"a" 1}"#, #"{"a": 01}"#, #"{"a": -}"#, #""\u12""#, #""\ud800""#,
    #""\x""#,
    "\"\u{1}\"", #""open"#, "tru", "{} {}", "5", "null", #""x""#, "[1]", "{\"login\": \u{feff}5}",
  ]

  private static let policies: [ConversionPolicy] = {
    let bases: [ConversionPolicy] = [
      .strict, .lenient, .legacyYYModel, .legacyJSONModel, .legacyMantle,
      .strict.with { $0.unknownKeys = .fail },
      .lenient.with { $0.unknownKeys = .report },
      .lenient.with { $0.alternatives = .report },
      .strict.with { $0.alternatives = .fail },
      .strict.with { $0.duplicateElements = .fail },
      .strict.with { $0.urls = .exact },
      .strict.with { $0.dataStrategy = .refused },
      .strict.with { $0.maximumDepth = 1 },
      .strict.with { $0.dateStrategy = .format("yyyy-MM") },
      .strict.with { $0.dateStrategy = .rfc1123 },
      .strict.with { $0.dateStrategy = .twitter },
      .strict.with { $0.dateStrategy = .millisecondsSince1970 },
    ]
    return bases + bases.map { $0.with { $0.hidesFoundValues = true } }
  }()

  /// The message, and the text in English, of every error and issue of a sample.
  private func messages() -> [(ErrorPhrase, String)] {
    var messages: [(ErrorPhrase, String)] = []
    func note(_ error: any Error) {
      guard let error = error as? JSONAdapterError else { return }
      messages.append((error.message, error.description))
    }
    func run(_ read: ((JSONIssue) -> Void) throws -> Void) {
      do {
        try read { messages.append(($0.message, $0.description)) }
      } catch {
        note(error)
        if let error = error as? JSONAdapterError { error.errors.forEach(note) }
      }
    }
    for policy in Self.policies {
      for text in Self.members.map({ "{\($0)}" }) + Self.texts {
        run { try _ = JSONAdapter.model(of: Person.self, from: text, policy: policy, report: $0) }
        run { try _ = JSONAdapter.models(of: Person.self, from: text, policy: policy, report: $0) }
        guard
          let json = try? JSONSerialization.jsonObject(
            with: Data(text.utf8), options: .fragmentsAllowed)
        else { continue }
        run { try _ = JSONAdapter.model(of: Person.self, from: json, policy: policy, report: $0) }
      }
      var all = policy
      all.collectsErrors = true
      run { _ = try JSONAdapter.model(of: Needing.self, from: "{}", policy: policy, report: $0) }
      run {
        _ = try JSONAdapter.model(of: Needing.self, from: #"{"id": 1}"#, policy: policy, report: $0)
      }
      run {
        _ = try JSONAdapter.model(
          of: Person.self, from: #"{"age": "x", "login": 5}"#, policy: all, report: $0)
      }
      run {
        _ = try JSONAdapter.model(of: Person.self, from: "{}", at: "a.b", policy: all, report: $0)
      }
      let person = Person()
      person.nan = .nan
      run { _ = try JSONAdapter.data(from: person, policy: policy, report: $0) }
      person.nan = 0
      person.any = Thread.current
      run { _ = try JSONAdapter.data(from: person, policy: policy, report: $0) }
      person.any = nil
      person.friend = person
      run { _ = try JSONAdapter.data(from: person, policy: policy, report: $0) }
      person.friend = nil
    }
    return messages
  }

  /// Every text is made of formats and arguments alone: a translation of the formats leaves nothing in
  /// English but names and values.
  @Test func everyTextCanBeSaidInAnotherLanguage() {
    func values(_ phrase: ErrorPhrase) -> [String] {
      phrase.arguments.flatMap { argument -> [String] in
        switch argument {
        case .value(let text): [text]
        case .found: []
        case .allowed(let values): values
        case .phrase(let phrase): values(phrase)
        }
      }
    }
    // Names of types, keys and paths have no space outside of brackets and quotation marks.
    func isName(_ text: String) -> Bool {
      let inner = text.replacing(/"[^"]*"|\[[^\]]*\]|\([^)]*\)/, with: "").replacing(", ", with: "")
      return !inner.contains(" ")
    }
    var formats: Set<String> = []
    let messages = messages()
    for (message, english) in messages {
      #expect(message.description == english)
      let other = message.text { format in
        formats.insert(format)
        return String(format.map { $0.isLetter ? "ж" : $0 })
      }
      #expect(other.contains("ж"), "\(english)")
      for value in values(message) where !isName(value) {
        // The words of a Codable type's own, which Foundation makes.
        if value.contains("Expected to decode") || value.contains("Cannot ") { continue }
        if value.contains("No value associated") { continue }
        Issue.record("not translated: \(value) in \(english)")
      }
    }
    #expect(messages.count > 2000)
    #expect(formats.count > 60, "\(formats.sorted())")
  }

  @Test func saysItInGerman() throws {
    let german = [
      "%@: %@": "%@: %@", "%@ %@": "%@ %@", "expected %@, found %@": "%2$@ statt %1$@",
      "number %@": "die Zahl %@", "at %@ (line %@, column %@)": "bei %@ (Zeile %@, Spalte %@)",
      "missing %@": "es fehlt %@", "at %@": "bei %@",
      "set %@ in the policy %@": "setze %@ in der Policy, %@",
      "to take numbers for text": "damit Zahlen Text sind",
    ]
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Person.self, from: #"{"login": 42}"#)
    }
    #expect(
      error?.message.text { german[$0] }
        == "Person.login: die Zahl 42 statt String bei $.login (Zeile 1, Spalte 11): "
        + "setze acceptsNumbersAsStrings in der Policy, damit Zahlen Text sind")
    let missing = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Needing.self, from: ["id": 1])
    }
    #expect(missing?.message.text { german[$0] } == #"Needing: es fehlt "name" bei $.name"#)
    #expect(missing?.propertyKey == "name")
  }

  @Test func hasValuesForItsParts() throws {
    func error(_ text: String, _ policy: ConversionPolicy = .strict) throws -> JSONAdapterError {
      try #require(
        #expect(throws: JSONAdapterError.self) {
          try JSONAdapter.model(of: Person.self, from: text, policy: policy)
        })
    }
    let color = try error(#"{"friend": {"color": "grey"}}"#)
    #expect(color.kind == .typeMismatch)
    #expect(color.pathComponents == [.key("friend"), .key("color")])
    #expect(color.pointer == "/friend/color")
    #expect(color.allowedValues == ["green", "red", "blue"])
    #expect(color.expected == "Color (green, red, blue)")
    let tag = try error(#"{"event": {"type": "pull"}}"#)
    #expect(tag.allowedValues == [#""push""#, #""issue""#])
    let number = try error(#"{"numbers": [1, "2"]}"#)
    #expect(number.pointer == "/numbers/1")
    #expect(number.advice?.declaration == nil)
    #expect(number.advice?.policySwitches == [\ConversionPolicy.acceptsNumericStrings])
    let key = try error(#"{"a~/b": 1}"#, .strict.with { $0.unknownKeys = .fail })
    #expect(key.pointer == "/a~0~1b")
    guard case .range(let lower, let upper)? = try error(#"{"count": 9}"#).limit else {
      Issue.record("no limit")
      return
    }
    #expect(lower as? Int == 1)
    #expect(upper as? Int == 5)
    #expect(try error("5").pointer == "")
  }

  @Test func makesTheBodyOfAnAnswer() throws {
    func body(_ text: String, _ policy: ConversionPolicy = .strict) -> String {
      do {
        _ = try JSONAdapter.model(of: Person.self, from: text, policy: policy)
      } catch let error as JSONAdapterError {
        return String(decoding: error.problemDetails.data, as: UTF8.self)
      } catch {}
      return ""
    }
    let all = ConversionPolicy.strict.with { $0.collectsErrors = true }
    #expect(
      body(#"{"login": 42, "friend": {"age": "x"}}"#, all)
        == #"{"status":422,"title":"Unprocessable Content","detail":"2 errors","errors":["#
        + #"{"kind":"typeMismatch","detail":"expected String, found number 42 at $.login "#
        + ##"(line 1, column 11)","pointer":"#/login","key":"login","expected":"String"},"##
        + #"{"kind":"typeMismatch","detail":"expected Int, found string \"x\" at $.friend.age "#
        + ##"(line 1, column 33)","pointer":"#/friend/age","key":"age","expected":"Int"}]}"##)
    #expect(body("{").hasPrefix(#"{"status":400,"title":"Bad Request","#))
    #expect(
      body(#"{"ä b": 1}"#, .strict.with { $0.unknownKeys = .fail }).contains(
        ##""pointer":"#/%C3%A4%20b""##))
    let allowed = body(#"{"friend": {"color": "grey"}, "count": 9}"#, all)
    #expect(allowed.contains(#""key":"color","expected":"Color (green, red, blue)","allowed":["#))
    #expect(allowed.contains(#""key":"count""#) && allowed.contains(#""limit":"1 to 5""#))
  }

  @Test func isAValueForOtherCoders() throws {
    let error = try #require(
      #expect(throws: JSONAdapterError.self) { try JSONAdapter.model(of: Person.self, from: "5") })
    let problem = error.problemDetails
    #expect(problem.status == 422 && problem.errors.map(\.kind) == ["typeMismatch"])
    #expect(problem.detail == "expected object, found number 5 at $ (line 1, column 1)")
    let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(problem))
    #expect((encoded as? [String: Any])?["status"] as? Int == 422)
  }
}
