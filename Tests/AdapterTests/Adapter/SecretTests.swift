import Foundation
import Peridot
import Testing

@testable import TestSupport

private let planted = "plantedsecret"

private class Inner: Model, CodableModel {
  var number = 0
  var url: URL?

  override class var declaredProperties: [Property] {
    [property("number", \.number, limits: .atMost(5)), property("url", \.url, by: .url)]
  }
}

private struct Nested: Codable, Hashable {
  var number = 0
}

private final class Vault: Model, CodableModel {
  var word = planted
  var number = 0
  var date: Date?
  var url: URL?
  var list: [Int] = []
  var inner: Inner?
  var nested: Nested?
  var short = ""
  var even = Decimal(0)
  var first = 0
  var closed = ""
  var deep = 0
  var inners: [Inner] = []
  var innersByKey: [String: Inner] = [:]

  override class var archiveName: String { "SecretTests.Vault" }
  override class var declaredProperties: [Property] {
    [
      property("word", \.word, isSecret: true),
      property("number", \.number, isSecret: true),
      property("date", \.date, by: .iso8601Date, isSecret: true),
      property("url", \.url, by: .url, isSecret: true),
      property("list", \.list, isSecret: true),
      property("inner", \.inner, isSecret: true),
      property("nested", \.nested, isSecret: true),
      property("inners", \.inners, isSecret: true),
      property("innersByKey", \.innersByKey, isSecret: true),
      property("short", \.short, limits: .count(0...3), isSecret: true),
      property("even", \.even, isSecret: true),
      property("first", \.first, at: .firstOf("first", "second"), isSecret: true),
      property(
        "closed", \.closed,
        by: .closure(
          forward: { (text: String) in text },
          reverse: { text in throw TransformerErrorForTests(text: text) }), isSecret: true),
      property("deep", \.deep, at: "a.b.c", isSecret: true),
    ]
  }
}

/// A secret that is read after what follows it, because of its alternatives.
private final class LateSecret: Model, JSONSerializing {
  var code = 0
  var name = 0

  override class var declaredProperties: [Property] {
    [
      property("code", \.code, at: .firstOf("first", "second"), isSecret: true),
      property("name", \.name),
    ]
  }
}

private final class Initial: Model, CodableModel {
  var word = ""
  var size = 0
  let constant = planted

  override class var declaredProperties: [Property] {
    [
      property("word", \.word, default: planted, isSecret: true),
      property("size", \.size, default: 3),
    ]
  }
}

private final class Safe: Model, CodableModel {
  var counts: [String: Int] = [:]
  var codes: [Int: Int] = [:]
  var ratios: [String: Double] = [:]
  var ratioLists: [String: [Double]] = [:]
  var anything: Any?
  var known: Inner?
  var text: [String: Inner] = [:]
  var site: URL?
  var open: Box?

  override class var declaredProperties: [Property] {
    [
      property("counts", \.counts, isSecret: true), property("codes", \.codes, isSecret: true),
      property("ratios", \.ratios, isSecret: true),
      property("ratioLists", \.ratioLists, isSecret: true),
      property("anything", \.anything, isSecret: true),
      property("known", \.known, isSecret: true), property("text", \.text, isSecret: true),
      property("site", \.site, isSecret: true),
    ]
  }
}

private final class Box: Model, CodableModel {
  var secrets: [String: Inner] = [:]

  override class var declaredProperties: [Property] {
    [property("secrets", \.secrets, isSecret: true)]
  }
}

private class SafeEvent: Model, CodableModel {
  var password = ""

  override class var cluster: Cluster? {
    cluster(tag: "type", ["login": SafeLogin.self], unknown: .kept(OtherSafeEvent.self))
  }
  override class var declaredProperties: [Property] {
    [property("password", \.password, isSecret: true)]
  }
}
private final class SafeLogin: SafeEvent {}
private final class OtherSafeEvent: SafeEvent, JSONKeeping {
  var keptJSON = RawJSON()
}

/// What was archived under the names of secret properties, as other values.
private final class Talker: Model {
  var number = planted
  var list = [planted]
  var even = planted

  override class var archiveName: String { "SecretTests.Vault" }
}

private struct TransformerErrorForTests: Error {
  init(text: String) {}
}

@Suite struct SecretTests {
  private static let documents = [
    #"{"number": "plantedsecret"}"#, #"{"date": "plantedsecret"}"#, #"{"url": "plantedsecret %"}"#,
    #"{"list": [1, "plantedsecret"]}"#, #"{"list": "plantedsecret"}"#,
    #"{"inner": {"number": "plantedsecret"}}"#, #"{"inner": "plantedsecret"}"#,
    #"{"inner": {"url": "plantedsecret %"}}"#, #"{"inners": [{"number": "plantedsecret"}]}"#,
    #"{"inners": [{}, {"number": 12345678}]}"#,
    #"{"innersByKey": {"a": {"url": "plantedsecret %"}}}"#,
    #"{"nested": {"number": "plantedsecret"}}"#,
    #"{"short": "plantedsecret"}"#, #"{"even": "plantedsecret"}"#, #"{"first": "plantedsecret"}"#,
    #"{"second": "plantedsecret"}"#, #"{"a": "plantedsecret"}"#, #"{"a": {"b": "plantedsecret"}}"#,
    #"{"a": {"b": {"c": "plantedsecret"}}}"#, #"{"number": 123456789012345678901}"#,
    #"{"number": 12345678.25}"#, #"{"even": 1e999}"#, #"{"inner": {"number": 12345678}}"#,
  ]

  private func expectHidden(_ text: String, _ source: SourceLocation = #_sourceLocation) {
    #expect(!text.contains(planted) && !text.contains("12345678"), sourceLocation: source)
  }

  private func expectHidden(_ error: any Error, _ source: SourceLocation = #_sourceLocation) {
    expectHidden("\(error)", source)
    var dumped = ""
    dump(error, to: &dumped)
    expectHidden(dumped, source)
    expectHidden(error.localizedDescription, source)
  }

  private var policies: [ConversionPolicy] {
    let base: [ConversionPolicy] = [.strict, .lenient, .legacyYYModel, .legacyJSONModel]
    return base + base.map { $0.with { $0.collectsErrors = true } }
  }

  @Test(arguments: documents) func errorsAndIssuesHideIt(_ document: String) throws {
    let json = try? JSONSerialization.jsonObject(with: Data(document.utf8))
    for policy in policies {
      func run(_ body: ((JSONIssue) -> Void) throws -> Void) {
        do {
          try body { expectHidden("\($0) \($0.found)") }
        } catch {
          expectHidden(error)
        }
      }
      run { try _ = JSONAdapter.model(of: Vault.self, from: document, policy: policy, report: $0) }
      run { try JSONAdapter.update(Vault(), from: document, policy: policy, report: $0) }
      if let json {
        run { try _ = JSONAdapter.model(of: Vault.self, from: json, policy: policy, report: $0) }
      }
      run { _ in
        let decoder = JSONDecoder()
        decoder.userInfo[.conversionPolicy] = policy
        _ = try decoder.decode(Vault.self, from: Data(document.utf8))
      }
    }
  }

  @Test func strictRoadsRefuseThem() {
    // So that the test above is about errors.
    for document in Self.documents {
      #expect(throws: JSONAdapterError.self, "\(document)") {
        try JSONAdapter.model(of: Vault.self, from: document)
      }
      #expect(throws: (any Error).self, "\(document)") {
        try JSONDecoder().decode(Vault.self, from: Data(document.utf8))
      }
    }
  }

  @Test func descriptionsAndMirrorsHideIt() throws {
    let vault = Vault()
    expectHidden(vault.description)
    expectHidden(vault.debugDescription)
    #expect(vault.description.contains("word: (hidden)"))
    var dumped = ""
    dump(vault, to: &dumped)
    expectHidden(dumped)
    expectHidden("\(ClassDescription(of: Vault.self))")
    expectHidden("\([vault])")
  }

  @Test func descriptionsOfClassesHaveNoDefaultOfIt() throws {
    let initial = ClassDescription(of: Initial.self)
    let word = try #require(initial.property(forKey: "word"))
    #expect(word.isSecret && word.declaredDefault == nil)
    #expect(initial.property(forKey: "size")?.declaredDefault as? Int == 3)
    #expect(initial.unsupportedVariables.map(\.name) == ["constant"])
    #expect(initial.unsupportedVariables.first?.reason.contains("private(set) var") == true)
    var dumped = ""
    dump(initial.properties.map(\.description), to: &dumped)
    expectHidden("\(initial.properties) \(dumped)")
    // JSON without the property still gives it.
    let model: Initial = try JSONAdapter.model(from: "{}")
    #expect(model.word == planted)
    expectHidden("\(model)")
  }

  @Test func jsonAndArchivesHaveIt() throws {
    let vault = Vault()
    vault.closed = planted
    let error = #expect(throws: JSONAdapterError.self) { try JSONAdapter.data(from: vault) }
    expectHidden(try #require(error))
    #expect(throws: (any Error).self) { try JSONEncoder().encode(vault) }
    let copy = try Vault.unarchive(from: vault.archivedData())
    #expect(copy.word == planted)
    #expect(copy == vault)
    #expect(vault["word"] as? String == planted)
    #expect(try JSONAdapter.model(of: Vault.self, from: #"{"word": "w"}"#).word == "w")
  }

  @Test func archivesHideItInErrors() throws {
    for key in ["number", "list", "even"] {
      let talker = Talker()
      for other in ["number", "list", "even"] where other != key {
        try talker.setValue(other == "list" ? [] as [String] : "0", forPropertyKey: other)
      }
      let data = try talker.archivedData()
      let error = #expect(throws: ArchiveError.self) {
        try Vault.unarchive(from: data, classNames: ["SecretTests.Vault": Vault.self])
      }
      expectHidden(try #require(error))
    }
  }

  @Test(arguments: documents) func streamsHideIt(_ document: String) async throws {
    for policy in policies {
      let bytes = AsyncStream<UInt8> { continuation in
        for byte in "[\(document)]".utf8 { continuation.yield(byte) }
        continuation.finish()
      }
      let stream = JSONAdapter.stream(of: Vault.self, from: bytes, policy: policy) {
        expectHidden("\($0)")
      }
      do {
        for try await vault in stream { expectHidden("\(vault)") }
      } catch {
        expectHidden(error)
      }
    }
  }

  @Test func valuesInMemoryAreHidden() throws {
    let refused = #expect(throws: ModelError.self) {
      try Vault().setValue(planted, forPropertyKey: "number")
    }
    expectHidden(try #require(refused))
    let limited = #expect(throws: ModelError.self) { try Vault(dictionary: ["short": planted]) }
    expectHidden(try #require(limited))
    #expect(limited?.expected == "a count of 0 to 3")
    let mismatched = #expect(throws: ModelError.self) { try Vault(dictionary: ["list": planted]) }
    expectHidden(try #require(mismatched))
  }

  /// A call that reads or writes, and its errors and issues as texts.
  private func texts(_ body: ((JSONIssue) -> Void) throws -> Void) -> [String] {
    var texts: [String] = []
    do {
      try body {
        texts += ["\($0)", $0.path, $0.pointer, "\($0.pathComponents)", "\($0.message)"]
      }
    } catch {
      var dumped = ""
      dump(error, to: &dumped)
      texts += ["\(error)", dumped, error.localizedDescription]
      for error in (error as? JSONAdapterError).map({ $0.errors + [$0] }) ?? [] {
        let details = String(decoding: error.problemDetails.data, as: UTF8.self)
        texts += [error.path, error.pointer, "\(error.pathComponents)", details]
      }
    }
    return texts
  }

  @Test(
    arguments: [
      #"{"counts": {"a": 1, "plantedsecret": "x"}}"#,
      #"{"open": {"secrets": {"plantedsecret": {"number": "x"}}}}"#,
      #"{"codes": {"plantedsecret": 1}}"#,
      #"{"anything": {"plantedsecret": 1e999}}"#,
      #"{"known": {"plantedsecret": 1}}"#,
      #"{"text": "{\"plantedsecret\": {\"number\": \"x\"}}"}"#,
      #"{"site": "http://plantedsecret/a b"}"#,
      #"{"known": {"site": "http://plantedsecret/a b"}}"#,
    ])
  func namesWithinItAreHidden(_ document: String) async throws {
    let json = try? JSONSerialization.jsonObject(with: Data(document.utf8))
    let unknown: [(inout ConversionPolicy) -> Void] = [
      { $0.unknownKeys = .fail }, { $0.unknownKeys = .report },
    ]
    let withUnknown = policies.flatMap { policy in
      unknown.map { policy.with($0) }
    }
    for policy in withUnknown {
      var found = texts {
        try _ = JSONAdapter.model(of: Safe.self, from: document, policy: policy, report: $0)
      }
      found += texts { try JSONAdapter.update(Safe(), from: document, policy: policy, report: $0) }
      if let json {
        found += texts {
          try _ = JSONAdapter.model(of: Safe.self, from: json, policy: policy, report: $0)
        }
      }
      found += texts { _ in
        let decoder = JSONDecoder()
        decoder.userInfo[.conversionPolicy] = policy
        _ = try decoder.decode(Safe.self, from: Data(document.utf8))
      }
      for text in found { expectHidden(text) }
    }
  }

  @Test func pathsEndAtIt() throws {
    let nested = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: Safe.self, from: #"{"open": {"secrets": {"plantedsecret": {"number": "x"}}}}"#)
    }
    #expect(
      nested?.description == """
        Inner.number: expected Int, found a value that is not shown at $.open.secrets \
        (line 1, column 22): no policy reads it
        """)
    let member = #"{"counts": {"a": 1, "plantedsecret": "x"}}"#
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Safe.self, from: member)
    }
    #expect(error?.path == "$.counts")
    #expect(error?.byteOffset == 11)
    let coded = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Safe.self, from: Data(member.utf8))
    }
    guard case .typeMismatch(_, let context)? = coded else {
      Issue.record("\(String(describing: coded))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["counts"])
    var issues: [JSONIssue] = []
    _ = try JSONAdapter.model(of: Safe.self, from: member, policy: .lenient) { issues.append($0) }
    #expect(issues.map(\.path) == ["$.counts"])
    let url = #"{"site": "http://plantedsecret/a b"}"#
    var rewritten: [String] = []
    _ = try JSONAdapter.model(of: Safe.self, from: url) { rewritten.append("\($0)") }
    #expect(
      rewritten
        == ["$.site: took a value that is not shown as URL a value that is not shown"])
  }

  @Test func otherIssuesKeepTheirPaths() throws {
    var issues: [String] = []
    _ = try JSONAdapter.model(
      of: LateSecret.self, from: #"{"first": {}, "name": []}"#, policy: .lenient
    ) { issues.append("\($0.propertyKey ?? "") at \($0.path)") }
    #expect(issues.sorted() == ["code at $.first", "name at $.name"])
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: LateSecret.self, from: #"{"first": {}, "name": []}"#,
        policy: .strict.with { $0.collectsErrors = true })
    }
    #expect(error?.errors.map(\.path).sorted() == ["$.first", "$.name"])
  }

  @Test func namesWithinItAreHiddenInWriting() throws {
    let safe = Safe()
    safe.ratios = ["plantedsecret": .infinity]
    for policy in policies {
      let found = texts { try _ = JSONAdapter.string(from: safe, policy: policy, report: $0) }
      for text in found { expectHidden(text) }
    }
    let error = #expect(throws: JSONAdapterError.self) { try JSONAdapter.string(from: safe) }
    #expect(error?.path == "$.ratios")
    let refused = #expect(throws: EncodingError.self) { try JSONEncoder().encode(safe) }
    expectHidden(try #require(refused))
    var issues: [JSONIssue] = []
    let lenient = ConversionPolicy.strict.with { $0.nonFinite = .omit }
    safe.ratioLists = ["plantedsecret": [1, .infinity]]
    _ = try JSONAdapter.string(from: safe, policy: lenient) { issues.append($0) }
    #expect(Set(issues.map(\.path)) == ["$.ratios", "$.ratioLists"])
  }

  @Test func detachedCopiesHideNamesWithinIt() throws {
    let safe = Safe()
    safe.anything = ["plantedsecret": NSMutableString("a")]
    let error = #expect(throws: ModelError.self) { try safe.detached() }
    expectHidden(try #require(error))
    #expect(error?.propertyKey == "anything" && error?.path == "")
  }

  @Test func keptJSONIsHidden() throws {
    let event: SafeEvent = try JSONAdapter.model(
      from: #"{"type": "new", "password": "plantedsecret", "token": "plantedsecret"}"#)
    let kept = try #require(event as? OtherSafeEvent)
    #expect(kept.password == planted)
    #expect(kept.description.contains("keptJSON: (hidden)"))
    for text in [kept.description, kept.debugDescription, "\([kept])"] { expectHidden(text) }
    var dumped = ""
    dump(kept, to: &dumped)
    expectHidden(dumped)
    #expect(try JSONAdapter.string(from: kept).contains(planted))
  }
}
