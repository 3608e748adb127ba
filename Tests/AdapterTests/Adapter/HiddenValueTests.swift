import Foundation
import Peridot
import Testing

@testable import TestSupport

private let planted = "plantedvalue"

private enum Color: String, Codable {
  case red, green
}

private struct Nested: Codable, Hashable {
  var number = 0
}

private class Event: Model, CodableModel {
  var id = 0
  override class var cluster: Cluster? { cluster(tag: "type", ["push": Push.self]) }
}
private final class Push: Event {}

private final class Everything: Model, CodableModel {
  var number = 0
  var text = ""
  var color: Color?
  var date: Date?
  var link: URL?
  var other: URL?
  var list: [Int] = []
  var byName: [String: Int] = [:]
  var nested: Nested?
  var short = ""
  var double = 0.0
  var event: Event?
  var parts: [Everything] = []
  var deep = 0
  var embedded: Push?
  var anything: Any?

  override class var archiveName: String { "HiddenValueTests.Everything" }
  override class var declaredProperties: [Property] {
    [
      property("link", \.link, by: .url),
      property("other", \.other, by: .url),
      property("short", \.short, limits: .count(0...3)),
      property("deep", \.deep, at: .firstOf("deep", "a.b.c")),
    ]
  }
}

@Suite struct HiddenValueTests {
  private static let documents = [
    #"{"number": "plantedvalue"}"#, #"{"number": 12345678.5}"#,
    #"{"number": 123456789012345678901}"#,
    #"{"text": 12345678}"#, #"{"color": "plantedvalue"}"#, #"{"date": "plantedvalue"}"#,
    #"{"link": "plantedvalue %"}"#, #"{"other": 12345678}"#, #"{"list": [1, "plantedvalue"]}"#,
    #"{"list": "plantedvalue"}"#, #"{"byName": {"a": "plantedvalue"}}"#,
    #"{"byName": "plantedvalue"}"#,
    #"{"nested": {"number": "plantedvalue"}}"#, #"{"nested": "plantedvalue"}"#,
    #"{"short": "plantedvalue"}"#, #"{"double": "plantedvalue"}"#,
    #"{"event": {"type": "plantedvalue"}}"#, #"{"event": "plantedvalue"}"#,
    #"{"parts": [{"number": "plantedvalue"}]}"#, #"{"parts": "plantedvalue"}"#,
    #"{"parts": [{}, {"link": "plantedvalue %"}]}"#, #"{"a": {"b": {"c": "plantedvalue"}}}"#,
    #"{"deep": 1, "a": {"b": {"c": 12345678}}}"#, #""plantedvalue""#, #"["plantedvalue"]"#,
    "12345678",
    #"{"embedded": "{\"id\": \"plantedvalue\"}"}"#,
  ]

  private func expectHidden(
    _ text: String, _ source: SourceLocation = #_sourceLocation
  ) {
    #expect(!text.contains(planted) && !text.contains("12345678"), sourceLocation: source)
  }

  private func expectHidden(_ error: any Error, _ source: SourceLocation = #_sourceLocation) {
    var dumped = ""
    dump(error, to: &dumped)
    expectHidden("\(error) \(dumped) \(error.localizedDescription)", source)
  }

  private var policies: [ConversionPolicy] {
    let base: [ConversionPolicy] = [
      .strict, .lenient, .legacyYYModel, .legacyJSONModel,
      .lenient.with { $0.alternatives = .report }, .strict.with { $0.alternatives = .fail },
    ]
    return (base + base.map { $0.with { $0.collectsErrors = true } })
      .map { $0.with { $0.hidesFoundValues = true } }
  }

  private func run(_ body: ((JSONIssue) -> Void) throws -> Void) {
    do {
      try body {
        expectHidden("\($0) \($0.found)")
        var dumped = ""
        dump($0, to: &dumped)
        expectHidden(dumped)
      }
    } catch {
      expectHidden(error)
    }
  }

  @Test(arguments: documents) func noRoadShowsIt(_ document: String) async throws {
    let json = try JSONSerialization.jsonObject(
      with: Data(document.utf8), options: .fragmentsAllowed)
    for policy in policies {
      run {
        try _ = JSONAdapter.model(of: Everything.self, from: document, policy: policy, report: $0)
      }
      run { try _ = JSONAdapter.model(of: Event.self, from: document, policy: policy, report: $0) }
      run {
        try _ = JSONAdapter.models(of: Everything.self, from: document, policy: policy, report: $0)
      }
      run { try JSONAdapter.update(Everything(), from: document, policy: policy, report: $0) }
      run { try _ = JSONAdapter.model(of: Everything.self, from: json, policy: policy, report: $0) }
      run { _ in
        let decoder = JSONDecoder()
        decoder.userInfo[.conversionPolicy] = policy
        _ = try decoder.decode(Everything.self, from: Data(document.utf8))
      }
      do {
        let lines = AsyncStream<Data> { stream in
          stream.yield(Data((document + "\n").utf8))
          stream.finish()
        }
        let stream = JSONAdapter.stream(of: Everything.self, from: lines, policy: policy) {
          expectHidden("\($0) \($0.found)")
        }
        for try await _ in stream {}
      } catch {
        expectHidden(error)
      }
      guard let object = json as? [String: Any] else { continue }
      run { _ in _ = try Everything(dictionary: object, policy: policy) }
      for (key, value) in object where key != "a" {
        run { _ in try Everything().setValue(value, forPropertyKey: key, policy: policy) }
      }
    }
  }

  @Test func strictShowsThem() {
    // So that the test above is about errors.
    for document in Self.documents.dropLast(5) where !document.contains("nested") {
      #expect {
        try JSONAdapter.model(of: Everything.self, from: document)
      } throws: { error in
        "\(error)".contains(planted) || "\(error)".contains("12345678")
      }
    }
  }

  @Test func saysWhereAndWhatIsExpected() {
    let policy = ConversionPolicy.strict.with { $0.hidesFoundValues = true }
    #expect {
      try JSONAdapter.model(of: Everything.self, from: Self.documents[0], policy: policy)
    } throws: { error in
      "\(error)"
        == "Everything.number: expected Int, found a value that is not shown at $.number "
        + "(line 1, column 12): no policy reads it"
    }
    #expect {
      try JSONAdapter.model(of: Everything.self, from: #"{"number": p}"#, policy: policy)
    } throws: { error in
      "\(error)".contains("unexpected character 'p'")
    }
  }

  @Test func writingHidesThem() throws {
    let everything = Everything()
    everything.double = -.infinity
    everything.anything = ["a": Double.infinity]
    for policy in policies {
      run {
        do {
          _ = try JSONAdapter.data(from: everything, policy: policy, report: $0)
        } catch {
          #expect(!"\(error)".contains("inf"))
          throw error
        }
      }
      let encoder = JSONEncoder()
      encoder.userInfo[.conversionPolicy] = policy
      do {
        _ = try encoder.encode(everything)
      } catch {
        #expect(!"\(error)".contains("inf"))
      }
    }
  }
}
