import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class User: Model, JSONSerializing {
  var name = ""
}

/// Properties whose paths lead through one member.
private class Account: Model, JSONSerializing {
  var user: User?
  var userName = ""
  var userAge: Int?

  override class var requiredPropertyKeys: Set<String> { ["userName"] }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["userName": "user.name", "userAge": "user.age"]
  }
}

private final class CodedAccount: Account, CodableModel {}

/// The same without a property at the member itself, with indexes and alternatives.
private class Profile: Model, JSONSerializing {
  var name = ""
  var age = 1
  var first = ""
  var second = ""
  var city = "none"
  var ids: [Int] = [-1]

  override class var declaredProperties: [Property] {
    [
      property("name", \.name, at: "user.name", isRequired: true),
      property("age", \.age, at: "user.age", limits: .within(2...9)),
      property("first", \.first, at: "tags[0]", isRequired: true),
      property("second", \.second, at: "tags[1]"),
      property("city", \.city, at: .firstOf("home.city", "work.city"), isRequired: true),
      property("ids", \.ids, at: "items[*].id"),
    ]
  }
}

private final class CodedProfile: Profile, CodableModel {}

private final class Cart: Model, JSONSerializing {
  var ids: [Int] = [-1]
  var names: [String]? = ["none"]
  var labels: Set<String> = ["none"]
  var lists: [[Int]] = []
  var strict: [Int] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "ids": "items[*].id", "names": .readOnly("items[*].user.name"),
      "labels": .readOnly("items[*].label"), "lists": "groups[*].rows[*].id",
      "strict": "kept[*].id",
    ]
  }

  override class func conversionPolicy(
    forKey key: String, basedOn policy: ConversionPolicy
  ) -> ConversionPolicy {
    key == "strict" ? .strict : policy
  }
}

private final class CodedCart: Model, CodableModel {
  var ids: [Int] = [-1]

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["ids": "items[*].id"] }
}

private final class Secretive: Model, JSONSerializing {
  var name = ""
  var token = ""

  override class var declaredProperties: [Property] {
    [
      property("name", \.name, at: "user.name"),
      property("token", \.token, at: "user.tokens[0]", isSecret: true),
    ]
  }
}

private struct Doors {
  /// The errors, or the issues, of reading a document by each door.
  static func read<M: JSONSerializing>(
    _ type: M.Type, _ text: String, _ policy: ConversionPolicy
  ) throws -> [[String]] {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let dictionary = try #require(object as? [String: Any])
    return [
      told { _ = try JSONAdapter.model(of: type, from: text, policy: policy, report: $0) },
      told { _ = try JSONAdapter.model(of: type, from: dictionary, policy: policy, report: $0) },
      told {
        _ = try JSONAdapter.models(of: type, from: "[\(text)]", policy: policy, report: $0)
      }.map { $0.replacing("$[0]", with: "$") },
    ]
  }

  static func told(_ read: ((JSONIssue) -> Void) throws -> Void) -> [String] {
    var issues: [String] = []
    do {
      try read { issues.append("\($0.action) \($0.path) \($0.propertyKey ?? "-")") }
      return issues
    } catch let error as JSONAdapterError {
      return told(error)
    } catch let error as DecodingError {
      if case .dataCorrupted(let context) = error,
        let all = context.underlyingError as? JSONAdapterError, all.kind == .multiple
      {
        return told(all)
      }
      return ["\(error)"]
    } catch {
      return ["\(error)"]
    }
  }

  private static func told(_ error: JSONAdapterError) -> [String] {
    (error.kind == .multiple ? error.errors : [error]).map {
      "\($0.kind) \($0.path) \($0.propertyKey ?? "-")"
    }
  }
}

/// Values on a path that are neither object nor null, where the path goes on.
@Suite struct BlockedPathTests {
  private static let collecting = ConversionPolicy.strict.with { $0.collectsErrors = true }
  private static let reporting = ConversionPolicy.strict.with { $0.mismatch = .keep }

  private func expect<M: JSONSerializing>(
    _ type: M.Type, _ text: String, _ policy: ConversionPolicy, _ told: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for found in try Doors.read(type, text, policy) {
      #expect(found == told, sourceLocation: sourceLocation)
    }
  }

  @Test func isOneMistakeForAllPropertiesBelow() throws {
    try expect(Account.self, #"{"user": 5}"#, .strict, ["typeMismatch $.user user"])
    try expect(Account.self, #"{"user": 5}"#, Self.collecting, ["typeMismatch $.user user"])
    try expect(
      Profile.self, #"{"user": 5, "tags": ["a"], "home": {"city": "b"}}"#, Self.collecting,
      ["typeMismatch $.user name"])
    try expect(
      Profile.self, #"{"user": {"name": "a", "age": 2}, "tags": "a", "home": {"city": "b"}}"#,
      Self.collecting, ["typeMismatch $.tags first"])
    // A null is null, and an index beyond the end is absent.
    try expect(
      Profile.self, #"{"user": null, "tags": [], "home": {"city": "b"}}"#, Self.collecting,
      ["nullValue $.user name", "nullValue $.user age", "missingKeys $.tags[0] first"])
  }

  @Test func isOneIssueAndTheRestIsAbsent() throws {
    let text = #"{"user": 5, "tags": 6, "home": {"city": "b"}}"#
    let policy = Self.reporting.with { $0.collectsErrors = true }
    try expect(Profile.self, text, policy, ["missingKeys $ -", "validationFailed $.user.age age"])
    let model = Account()
    model.userName = "n"
    var issues: [String] = []
    try JSONAdapter.update(model, from: #"{"user": 5}"#, policy: .lenient) {
      issues.append($0.path)
    }
    #expect(model.userName == "n" && issues == ["$.user"])
  }

  @Test func failsIfOneOfThePropertiesRefuses() throws {
    final class Mixed: Model, JSONSerializing {
      var name = ""
      var age = 0

      override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
        ["name": "user.name", "age": "user.age"]
      }

      override class func conversionPolicy(
        forKey key: String, basedOn policy: ConversionPolicy
      ) -> ConversionPolicy {
        key == "name" ? .lenient : policy
      }
    }
    try expect(Mixed.self, #"{"user": 5}"#, .strict, ["typeMismatch $.user age"])
    try expect(Mixed.self, #"{"user": 5}"#, .lenient, ["skipped $.user name"])
  }

  @Test func anAlternativeIsPassedOver() throws {
    let rest = #""user": {"name": "a", "age": 2}, "tags": ["a"]"#
    for policy in [.strict, Self.collecting] {
      try expect(Profile.self, "{\(rest), \"home\": 5, \"work\": {\"city\": \"b\"}}", policy, [])
      try expect(
        Profile.self, "{\(rest), \"home\": 5, \"work\": 6}", policy, ["typeMismatch $.home city"])
      try expect(
        Profile.self, "{\(rest), \"work\": 6}", policy, ["typeMismatch $.work city"])
    }
  }

  @Test func anUpdateTellsOnce() throws {
    let account = Account()
    #expect(
      Doors.told {
        try JSONAdapter.update(account, from: #"{"user": 5}"#, policy: Self.collecting, report: $0)
      } == ["typeMismatch $.user user"])
    let profile = Profile()
    #expect(
      Doors.told {
        try JSONAdapter.update(
          profile, from: #"{"user": 5, "tags": 6}"#, policy: Self.collecting, report: $0)
      } == ["typeMismatch $.user name", "typeMismatch $.tags first"])
  }

  @Test func aDecoderTellsOnce() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = Self.collecting
    func told<M: CodableModel>(_ type: M.Type, _ text: String) -> [String] {
      Doors.told { _ in _ = try decoder.decode(type, from: Data(text.utf8)) }
    }
    #expect(
      told(CodedAccount.self, #"{"user": 5, "userAge": 1}"#).first?.contains("typeMismatch") == true
    )
    #expect(
      told(CodedProfile.self, #"{"user": 5, "tags": 6, "home": {"city": "b"}}"#) == [
        "typeMismatch $.user name", "typeMismatch $.tags first",
      ])
    let cart = try decoder.decode(CodedCart.self, from: Data(#"{"items": [{"id": 1}]}"#.utf8))
    #expect(cart.ids == [1])
    decoder.userInfo[.conversionPolicy] = ConversionPolicy.lenient
    let lenient = try decoder.decode(
      CodedCart.self, from: Data(#"{"items": [{"id": 1}, 5, {"id": 3}]}"#.utf8))
    #expect(lenient.ids == [1, 3])
  }

  @Test func anElementOfAnotherKindIsABadElement() throws {
    let text = """
      {"items": [{"id": 1, "label": "a", "user": {"name": "n"}}, 5,
        {"id": 3, "label": "b", "user": "x"}],
       "groups": [{"rows": [{"id": 1}, 2]}, {"rows": 3}, 4, {"rows": [{"id": 5}]}]}
      """
    var issues: [String] = []
    let cart = try JSONAdapter.model(of: Cart.self, from: text, policy: .lenient) {
      issues.append("\($0.action) \($0.path) \($0.propertyKey ?? "-")")
    }
    #expect(cart.ids == [1, 3])
    #expect(cart.names == ["n"])
    #expect(cart.labels == ["a", "b"])
    #expect(cart.lists == [[1], [5]])
    let all = [
      "dropped $.items[1] ids", "dropped $.items[1] labels", "dropped $.items[1] names",
      "dropped $.items[2].user names", "dropped $.groups[0].rows[1] lists",
      "dropped $.groups[1].rows lists", "dropped $.groups[2] lists",
    ]
    #expect(issues.sorted() == all.sorted())
    for found in try Doors.read(Cart.self, text, .lenient) {
      #expect(found.sorted() == all.sorted())
    }
    let updated = Cart()
    try JSONAdapter.update(updated, from: text, policy: .lenient)
    #expect(updated.isEqual(cart))
  }

  @Test func allBadElementsAreErrors() throws {
    let text = #"{"items": [{"id": 1}, 5, {"id": "x"}, 6], "kept": [7, {"id": 8}, 9]}"#
    func only(_ errors: [String], _ key: String) -> [String] {
      errors.filter { $0.hasSuffix(" \(key)") }
    }
    for found in try Doors.read(Cart.self, text, Self.collecting) {
      #expect(
        only(found, "ids") == [
          "typeMismatch $.items[1] ids", "typeMismatch $.items[3] ids",
          "typeMismatch $.items[2].id ids",
        ])
      #expect(
        only(found, "strict") == ["typeMismatch $.kept[0] strict", "typeMismatch $.kept[2] strict"])
    }
    // The property's rule decides about what the elements' rule refuses.
    let policy = Self.reporting.with { $0.collectsErrors = true }
    let kept = try JSONAdapter.model(of: CodedCart.self, from: text, policy: policy)
    #expect(kept.ids == [-1])
    try expect(Cart.self, #"{"items": 5}"#, .strict, ["typeMismatch $.items ids"])
    try expect(
      CodedCart.self, #"{"items": {"id": 1}}"#, Self.collecting, ["typeMismatch $.items ids"])
  }

  @Test func aPathThroughArraysDropsElementsToo() throws {
    final class Names: Model, JSONSerializing {
      var names: [String] = []
      var ids: [Int] = []
      var deep: [Int] = []

      override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
        ["names": "people.name", "ids": "items[*].id", "deep": "rows.cells[0]"]
      }
    }
    let text = """
      {"people": [{"name": "a"}, 5, null, {"name": "b"}], "items": [{"id": 1}, [{"id": 2}, 6]],
       "rows": [{"cells": [1, 2]}, {"cells": [3]}, 7]}
      """
    let names = try JSONAdapter.model(of: Names.self, from: text, policy: .lenient)
    #expect(names.names == ["a", "b"])
    #expect(names.ids == [1, 2])
    #expect(names.deep == [1, 3])
    let found = try Doors.read(Names.self, text, .lenient)
    #expect(
      Set(found[0]) == [
        "dropped $.people[1] names", "dropped $.people[2] names", "dropped $.items[1][1] ids",
        "converted $.items[1] ids", "dropped $.rows[2] deep",
      ])
    #expect(found.allSatisfy { $0 == found[0] })
  }

  @Test func aSecretNextToItIsNotShown() {
    let text = #"{"user": "hunter2"}"#
    for policy in [.strict, Self.collecting] {
      let error = #expect(throws: JSONAdapterError.self) {
        try JSONAdapter.model(of: Secretive.self, from: text, policy: policy)
      }
      #expect(error?.description.contains("hunter2") == false)
    }
    var issues: [String] = []
    _ = try? JSONAdapter.model(of: Secretive.self, from: text, policy: .lenient) {
      issues.append($0.description)
    }
    #expect(issues.count == 1 && !issues[0].contains("hunter2"))
  }

  @Test func aStreamTellsOnce() async throws {
    let chunks = AsyncStream<[UInt8]> { continuation in
      continuation.yield(Array(#"[{"user": 5}]"#.utf8))
      continuation.finish()
    }
    let stream = JSONAdapter.stream(of: Account.self, from: chunks, policy: Self.collecting)
    var told: [String] = []
    do {
      for try await _ in stream {}
    } catch {
      told = Doors.told { _ in throw error }
    }
    #expect(told == ["typeMismatch $[0].user user"])
  }

  @Test func rawJSONTellsOnce() throws {
    let raw = try RawJSON(#"{"user": 5}"#)
    #expect(
      Doors.told { _ in _ = try raw.decode(as: Account.self, policy: Self.collecting) } == [
        "typeMismatch $.user user"
      ])
  }
}
