import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Part: Model, JSONSerializing {
  var count = 0
}

/// Renames a member, makes another one, and changes a third.
private final class Prepared: Model, JSONSerializing, JSONPreparing {
  var id = 0
  var name = ""
  var size = 0
  var parts: [Part] = []

  static func prepare(_ json: [String: Any]) throws -> [String: Any] {
    var json = json
    json["name"] = json.removeValue(forKey: "title")
    if let text = json["size"] as? String { json["size"] = text + " cm" }
    if json["made"] != nil { json["parts"] = [["count": "x"]] }
    return json
  }
}

private final class Outer: Model, JSONSerializing {
  var items: [Prepared] = []
}

@Suite struct PreparedErrorTests {
  /// The same error for text and for a dictionary, which has no lines.
  private func expect(
    _ json: String, _ words: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let document = #"{"items": [{}, \#(json)]}"#
    #expect(
      adapterMessage { try JSONAdapter.model(of: Outer.self, from: document) } == words,
      sourceLocation: location)
    let values = try JSONSerialization.jsonObject(with: Data(document.utf8))
    let plain = words.replacing(/\ \(line \d+, column \d+\)/, with: "")
    #expect(
      adapterMessage { try JSONAdapter.model(of: Outer.self, from: values) } == plain,
      sourceLocation: location)
  }

  @Test func saysNothingOfAValueOfTheDocument() throws {
    try expect(
      #"{"id": {}, "title": "t"}"#,
      "Prepared.id: expected Int, found object at $.items[1].id (line 1, column 23): no policy reads it"
    )
  }

  @Test func saysThatAValueWasPrepared() throws {
    try expect(
      #"{"id": 1, "title": 5}"#,
      "Prepared.name: expected String, found number 5 (made by prepare(_:)) at $.items[1].name "
        + "(line 1, column 16): set acceptsNumbersAsStrings in the policy to take numbers for text")
    try expect(
      #"{"id": 1, "size": "7"}"#,
      #"Prepared.size: expected Int, found string "7 cm" (made by prepare(_:)) at $.items[1].size "#
        + "(line 1, column 34): no policy reads it")
    try expect(
      #"{"made": 1}"#,
      #"Part.count: expected Int, found string "x" (made by prepare(_:)) at $.items[1].parts[0].count "#
        + "(line 1, column 16): no policy reads it")
  }

  @Test func saysSoOfCollectedErrorsAndIssues() throws {
    let document = #"{"items": [{"id": "a", "title": 5}, {"title": 6, "size": []}]}"#
    var errors: [String] = []
    let policy = ConversionPolicy.strict.with { $0.collectsErrors = true }
    do {
      _ = try JSONAdapter.model(of: Outer.self, from: document, policy: policy)
    } catch let error as JSONAdapterError {
      // A dictionary has no order.
      errors = error.errors.map { "\($0.path) \($0.found)" }.sorted()
    }
    #expect(
      errors == [
        #"$.items[0].id string "a""#, "$.items[0].name number 5 (made by prepare(_:))",
        "$.items[1].name number 6 (made by prepare(_:))", "$.items[1].size array",
      ])
    var issues: [String] = []
    _ = try JSONAdapter.model(
      of: Outer.self, from: #"{"items": [{"made": 1, "id": {}}]}"#, policy: .lenient
    ) { issues.append("\($0.path) \($0.found)") }
    #expect(
      issues.sorted() == [
        "$.items[0].id object", #"$.items[0].parts[0].count string "x" (made by prepare(_:))"#,
      ])
  }

  private final class Collected: Model, JSONSerializing {
    var items: [Prepared] = []

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["items": "all[*].item"] }

    override class func conversionPolicy(
      forKey key: String, basedOn policy: ConversionPolicy
    ) -> ConversionPolicy {
      policy.with { $0.parsesEmbeddedJSON = true }
    }
  }

  /// In memory, elements from several places keep theirs when a hook replaces them.
  @Test func keepsThePlaceOfACollectedElement() throws {
    let values = ["all": [["item": [:]], ["item": ["id": "x"]]]]
    let error = adapterError { try JSONAdapter.model(of: Collected.self, from: values) }
    #expect(error?.path == "$.all[1].item.id")
  }
}
