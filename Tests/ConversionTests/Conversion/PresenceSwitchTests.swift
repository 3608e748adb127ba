import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Entry: Model, JSONSerializing {
  var id = 7
  var note: String? = "old"
  var count: Int? = 7
  var nested: Entry?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["note": .firstOf("note", "text.note"), "count": "meta.count"]
  }
  override class var requiredPropertyKeys: Set<String> { ["id", "note", "count"] }
}

private final class Loose: Model, JSONSerializing {
  var id: Int? = 7
  var nested: Inner? = Inner()
  var list: [Inner] = []
  var optionalList: [Inner]?
}

private final class Inner: Model, JSONSerializing {
  var value = 7

  override func validate() throws {
    try super.validate()
    if value < 0 { throw Negative() }
  }

  struct Negative: Error {}
}

private final class Named: Model, JSONSerializing {
  var name: String? = "none"
  var tags: Set<String> = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["name": .firstOf("user.name", "name", "names[0]")]
  }
}

/// The switches about what is there and what is not.
@Suite struct PresenceSwitchTests {
  private func outcome<M: JSONSerializing>(
    _ type: M.Type, _ json: String, _ policy: ConversionPolicy
  ) -> (model: M?, issues: [JSONIssue], error: JSONAdapterError?) {
    var issues: [JSONIssue] = []
    do {
      let model = try JSONAdapter.model(of: type, from: json, policy: policy) { issues.append($0) }
      return (model, issues, nil)
    } catch {
      return (nil, issues, error as? JSONAdapterError)
    }
  }

  // MARK: null

  @Test func skippedNullIsMissingWhereAKeyIsRequired() {
    let skip = ConversionPolicy.strict.with { $0.null = .skip }
    func missing(_ json: String) -> [String]? { outcome(Entry.self, json, skip).error?.missingKeys }
    #expect(
      missing(#"{"id": null, "note": null, "meta": {"count": null}}"#) == ["id", "note", "count"])
    #expect(missing(#"{"id": 1, "text": {"note": null}, "meta": {"count": 2}}"#) == ["note"])
    #expect(missing(#"{"id": 1, "note": null, "text": {"note": "n"}, "meta": null}"#) == ["count"])
    #expect(missing(#"{"id": null, "id": 1, "note": "n", "meta": {"count": 2}}"#) == nil)
    #expect(missing(#"{"id": 1, "id": null, "note": "n", "meta": {"count": 2}}"#) == ["id"])
    let lenient = ConversionPolicy.lenient.with { $0.null = .skip }
    let blank = outcome(
      Entry.self, #"{"id": 1, "note": "n", "meta": {"count": " "}}"#, lenient)
    #expect(blank.error?.missingKeys == ["count"])
  }

  @Test func nullIsPresentUnderEveryOtherRule() {
    let json = #"{"id": 1, "note": null, "meta": null}"#
    for rule in [.fail, .keep, .reset] as [ConversionPolicy.NullRule] {
      let model = outcome(Entry.self, json, .strict.with { $0.null = rule }).model
      #expect(model?.note == nil)
      #expect(model?.count == nil)
    }
  }

  @Test func nullLeavesOptionalsAlone() throws {
    let policy = ConversionPolicy.strict.with { $0.legacyRules = .nullKeepsOptionals }
    let kept = outcome(Entry.self, #"{"id": 1, "note": null, "meta": {"count": null}}"#, policy)
    #expect(kept.model?.note == "old")
    #expect(kept.model?.count == 7)
    #expect(kept.issues == [])
    #expect(outcome(Entry.self, #"{"id": null}"#, policy).error?.kind == .nullValue)
    let loose = Loose()
    try JSONAdapter.update(loose, from: #"{"id": null, "nested": null}"#, policy: policy)
    #expect(loose.id == 7)
    #expect(loose.nested != nil)
  }

  @Test func textForNullLeavesOptionalsAloneToo() {
    let policy = ConversionPolicy.lenient.with { $0.legacyRules = .nullKeepsOptionals }
    let kept = outcome(Loose.self, #"{"id": "null", "nested": []}"#, policy)
    #expect(kept.model?.id == 7)
    #expect(kept.model?.nested?.value == 7)
    #expect(
      kept.issues.map(\.description) == [
        #"$.id: expected Int, found string "null"; the property kept its value"#,
        "$.nested: expected object, found array; the property kept its value",
      ])
    let skip = ConversionPolicy.lenient.with { $0.null = .skip }
    #expect(outcome(Loose.self, #"{"id": ""}"#, skip).model?.id == 7)
  }

  // MARK: keepsBadOptionalModels

  @Test func keepsAnOptionalModelWhateverIsWrong() {
    let policy = ConversionPolicy.strict.with { $0.keepsBadOptionalModels = true }
    for json in [
      #"{"nested": {"value": "x"}}"#, #"{"nested": {"value": -1}}"#, #"{"nested": 5}"#,
    ] {
      for collects in [false, true] {
        let found = outcome(
          Loose.self, json, policy.with { $0.collectsErrors = collects })
        #expect(found.model?.nested?.value == 7)
        #expect(found.issues.count == 1)
        #expect(found.issues.first?.action == .skipped)
      }
    }
    #expect(
      outcome(Loose.self, #"{"list": [{"value": "x"}]}"#, policy).error?.path == "$.list[0].value")
    #expect(outcome(Loose.self, #"{"optionalList": [5]}"#, policy).error?.kind == .typeMismatch)
    #expect(outcome(Loose.self, #"{"nested": {"value": 3}}"#, policy).model?.nested?.value == 3)
  }

  // MARK: alternatives

  @Test func comparesAlternatives() {
    let differing = #"{"user": {"name": "a"}, "name": "b", "names": ["a"]}"#
    #expect(outcome(Named.self, differing, .strict).issues == [])
    let reported = outcome(Named.self, differing, .strict.with { $0.alternatives = .report })
    #expect(reported.model?.name == "a")
    #expect(
      reported.issues.map(\.description) == [
        #"$.name: expected the value at user.name, found string "b"; the property kept its value"#
      ])
    #expect(reported.issues.map(\.propertyKey) == ["name"])
    let refused = outcome(Named.self, differing, .strict.with { $0.alternatives = .fail })
    #expect(
      refused.error?.description
        == #"Named.name: expected the value at user.name, found string "b" at $.name (line 1, column 33)"#
    )
    for same in [
      #"{"user": {"name": "a"}, "name": "\u0061", "names": ["a", "b"]}"#,
      #"{"user": {"name": null}, "name": null, "names": ["c"]}"#, #"{"name": "a", "user": 5}"#,
      "{}",
    ] {
      let found = outcome(Named.self, same, .strict.with { $0.alternatives = .fail })
      #expect(found.error == nil)
      #expect(found.issues == [])
    }
    let all = outcome(
      Named.self, #"{"user": {"name": "a"}, "name": "b", "names": ["c"]}"#,
      .strict.with {
        $0.alternatives = .fail
        $0.collectsErrors = true
      })
    #expect(all.error?.errors.map(\.path) == ["$.name", "$.names[0]"])
  }

  @Test func comparesAlternativesThatNoValueHolds() {
    let policy = ConversionPolicy.strict.with { $0.alternatives = .report }
    let other = outcome(Named.self, #"{"name": "a", "names": [1e400]}"#, policy)
    #expect(other.model?.name == "a")
    #expect(other.issues.map(\.path) == ["$.names[0]"])
    let first = outcome(Named.self, #"{"name": 1e400, "names": [1e400]}"#, policy)
    #expect(first.error?.kind == .typeMismatch)
    #expect(first.error?.path == "$.name" && first.error?.column == 10)
  }

  // MARK: duplicateElements

  @Test func refusesDuplicatesOnRequest() throws {
    let json = #"{"tags": ["a", "b", "a", "a"]}"#
    let noted = outcome(Named.self, json, .strict)
    #expect(noted.model?.tags == ["a", "b"])
    #expect(
      noted.issues.map(\.description) == [
        "$.tags: expected distinct elements, found 2 of 4 that occur before; the element was dropped"
      ])
    let policy = ConversionPolicy.strict.with { $0.duplicateElements = .fail }
    #expect(
      outcome(Named.self, json, policy).error?.description
        == "Named.tags: expected distinct elements, found 2 of 4 that occur before at $.tags "
        + "(line 1, column 10)")
    let named = Named()
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(named, from: json, policy: policy)
    }
    let kept = outcome(Named.self, json, .lenient.with { $0.duplicateElements = .fail })
    #expect(kept.model?.tags == [])
    #expect(kept.issues.count == 1)
  }

  @Test func nullKeepsWhatAnUpdateFindsUnderJSONModelsRules() throws {
    final class Owner: Model, JSONSerializing {
      var name = "old"
      var age: Int? = 7
      var tags = ["a"]
    }
    let owner = Owner()
    var issues: [JSONIssue] = []
    let json = #"{"name": null, "age": null, "tags": null}"#
    try JSONAdapter.update(owner, from: json, policy: .legacyJSONModel) { issues.append($0) }
    #expect(owner == Owner())
    #expect(issues.map(\.path) == ["$.name", "$.tags"])
    #expect(issues.map(\.action) == [.skipped, .skipped])
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Owner.self, from: json, policy: .legacyJSONModel)
    }
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.update(owner, from: json) }
  }
}
