import Foundation
import Peridot
import Testing

@testable import TestSupport

/// All errors of a document under a coder.
@Suite struct CodableModelCollectingTests: FoundationJSONCoding {
  private final class Person: Model, JSONSerializing {
    var name = ""
    var age = 0

    override class var requiredPropertyKeys: Set<String> { ["name"] }
  }

  private struct Tolerant: Codable, Equatable {
    var team: Team?

    init(from decoder: any Decoder) throws {
      team = try? decoder.singleValueContainer().decode(Team.self)
    }
  }

  private final class Team: Model, CodableModel {
    var title = ""
    var size = 0
    var city = ""
    var zip: Int?
    var lead: Person?
    var people: [Person] = []
    var tolerant: Tolerant?
    var password = 0
    var any: Any?

    override class var declaredProperties: [Property] {
      [
        property("size", \.size, limits: .within(0...10)),
        property("city", \.city, at: "address.city", isRequired: true),
        property("zip", \.zip, at: "address.zip"),
        property("password", \.password, isSecret: true),
      ]
    }

    override class var requiredPropertyKeys: Set<String> { ["title"] }

    override class var conversionPolicy: ConversionPolicy? {
      .strict.with { $0.collectsErrors = true }
    }
  }

  private static func errors(_ text: String) -> [String] {
    do {
      _ = try decode(Team.self, text)
      return []
    } catch {
      guard case .dataCorrupted(let context)? = error as? DecodingError,
        let all = context.underlyingError as? JSONAdapterError, all.kind == .multiple
      else { return ["\(error)"] }
      return all.errors.map { "\($0.kind) \($0.path) \($0.propertyKey ?? "-")" }.sorted()
    }
  }

  @Test func allErrorsAreFound() {
    #expect(
      Self.errors(
        #"{"size":11,"address":{"city":1,"zip":"x"},"lead":{"age":"y"},"people":[{"name":1},5,{"name":"a","age":[]}],"password":"hunter2"}"#
      ) == [
        "missingKeys $.lead.name name", "missingKeys $.title title",
        "typeMismatch $.address.city city", "typeMismatch $.address.zip zip",
        "typeMismatch $.lead.age age", "typeMismatch $.password password",
        "typeMismatch $.people[0].name name", "typeMismatch $.people[1] people",
        "typeMismatch $.people[2].age age", "validationFailed $.size size",
      ])
  }

  @Test func aBlockedPathIsOneError() {
    #expect(
      Self.errors(#"{"title":"a","size":"b","address":5}"#) == [
        "typeMismatch $.address city", "typeMismatch $.size size",
      ])
  }

  @Test func aSingleErrorIsThrownAsItself() throws {
    let error = #expect(throws: DecodingError.self) {
      try Self.decode(Team.self, #"{"title":"a","size":"b","address":{"city":"c"}}"#)
    }
    guard case .typeMismatch(_, let context)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["size"])
  }

  @Test func anErrorThatSomebodyToleratesIsNone() throws {
    let team = try Self.decode(
      Team.self, #"{"title":"a","address":{"city":"c"},"tolerant":{"size":"b"}}"#)
    #expect(team.tolerant != nil && team.tolerant?.team == nil)
  }

  @Test func aSecretIsNotShown() {
    let error = #expect(throws: DecodingError.self) {
      try Self.decode(Team.self, #"{"title":1,"password":"hunter2"}"#)
    }
    #expect(error.map { "\($0)".contains("hunter2") } == false)
  }

  @Test func aLenientPolicyCorrectsAsBefore() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = ConversionPolicy.lenient.with {
      $0.collectsErrors = true
    }
    let text = #"{"title":"a","address":{"city":"c"},"size":"7","people":[{"name":"a"},{"age":1}]}"#
    let team = try decoder.decode(Team.self, from: Data(text.utf8))
    #expect(team.size == 7)
    #expect(team.people.map(\.name) == ["a"])
  }

  private final class Key: Model, CodableModel {
    var id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!

    override class var requiredPropertyKeys: Set<String> { ["id"] }
  }

  private final class Door: Model, CodableModel {
    var key: Key? = Key()
    var inner: Key?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["key": .root] }
  }

  /// The policy leaves out what the model at the root misses, as it does elsewhere.
  @Test(arguments: ["{}", #"{"inner":{}}"#, #"{"id":5}"#], [false, true])
  func toleratesErrorsAtTheRoot(_ text: String, _ collects: Bool) throws {
    let policy = ConversionPolicy.lenient.with { $0.collectsErrors = collects }
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = policy
    let read = try decoder.decode(Door.self, from: Data(text.utf8))
    #expect(try read == JSONAdapter.model(from: text, policy: policy))
  }
}
