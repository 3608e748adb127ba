import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Part: Model, JSONSerializing {
  var size = 0
  var name: String?

  override class var declaredProperties: [Property] {
    [
      property("size", \.size, limits: .atMost(9), isRequired: true),
      property("name", \.name),
    ]
  }
}

/// A model whose properties are read by calls of the adapter within the call.
private final class Whole: Model, JSONSerializing {
  var part: Part?
  var parts: [Part] = []
  var lossy: [Part] = []
  var text: Part?
  var hidden: Part?

  override class var declaredProperties: [Property] {
    let read = ValueTransformer.closure { (text: String) in
      try JSONAdapter.model(of: Part.self, from: text)
    }
    return [
      property("part", \.part, by: .using(.model(Part.self))),
      property("parts", \.parts, by: .using(.models(Part.self))),
      property("lossy", \.lossy, by: .using(.lossyArray(of: .model(Part.self, policy: .strict)))),
      property("text", \.text, by: .using(read)),
      property("hidden", \.hidden, by: .using(.model(Part.self, policy: .strict)), isSecret: true),
    ]
  }
}

/// A model that reads a document itself after it was read.
private final class Loading: Model, JSONSerializing {
  var source = ""

  override func didLoad(from _: ModelSource) throws {
    _ = try JSONAdapter.model(of: Part.self, from: source)
  }
}

private final class Holder: Model, JSONSerializing {
  var loading: Loading?
}

/// An error of a call within a call, which the outer call tolerates.
@Suite struct InnerCallTests {
  private static let tolerant = ConversionPolicy.strict.with { policy in
    policy.mismatch = .keep
    policy.hookReject = .drop
  }

  private func issues<M: JSONSerializing>(
    of type: M.Type, _ json: String, _ policy: ConversionPolicy = tolerant
  ) throws -> [String] {
    var issues: [String] = []
    _ = try JSONAdapter.model(of: type, from: json, policy: policy) { issue in
      issues.append("\(issue.propertyKey ?? "-") \(issue)")
      #expect(issue.expected != "" && issue.found != "")
    }
    return issues
  }

  @Test(arguments: [
    (
      #"{"text": "{\"size\": \"x\"}"}"#,
      #"size $.text.size: expected Int, found string "x"; the property kept its value"#
    ),
    (
      #"{"text": "{}"}"#,
      #"size $.text.size: expected "size", found nothing; the property kept its value"#
    ),
    (
      #"{"text": "{\"size\": 10}"}"#,
      #"size $.text.size: expected at most 9, found number 10; the property kept its value"#
    ),
    (
      #"{"lossy": [{"size": 1}, {"size": "x"}, {}]}"#,
      #"size $.lossy[1].size: expected Int, found string "x"; the element was dropped"#
    ),
    (
      #"{"hidden": {"size": "x"}}"#,
      "size $.hidden: expected Int, found a value that is not shown; the property kept its value"
    ),
  ])
  func isReportedWithItsWords(_ json: String, _ first: String) throws {
    let found = try issues(of: Whole.self, json).first
    #expect(found == first, "\(found ?? "none")")
  }

  @Test func saysThatTextIsNoJSON() throws {
    let found = try issues(of: Whole.self, #"{"text": "{"}"#)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("text $.text: expected JSON, found ") == true, "\(found)")
  }

  @Test func saysThatTextIsTooDeep() throws {
    let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    let found = try issues(of: Whole.self, #"{"text": "{\"name\": \#(deep)}"}"#)
    #expect(found.count == 1 && !found[0].contains("expected ,"), "\(found)")
  }

  @Test func isReportedForAHook() throws {
    let json = #"{"loading": {"source": "{\"size\": \"x\"}"}}"#
    #expect(
      try issues(of: Holder.self, json) == [
        #"size $.loading.size: expected Int, found string "x"; the property kept its value"#
      ])
  }
}
