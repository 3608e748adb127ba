// The code of Sources/Peridot/Documentation.docc/Troubleshooting.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

@Suite struct TroubleshootingArticleTests {
  enum State: String { case open, closed }

  final class Issue: Model, JSONSerializing {
    var id: Int8 = 0
    var state = State.open
    var date: Date?
    var flag = false

    override class var requiredPropertyKeys: Set<String> { ["id"] }
  }

  final class Label: Model, JSONSerializing {
    var next: Label?
    var value = 0.0
    var length = 0

    override class func transformer(forKey key: String) -> ValueTransformer? {
      key == "length" ? .closure(forward: { (text: String) in text.count }) : nil
    }
  }

  final class Misspelt: Model, JSONSerializing {
    var a = 0

    override class var excludedPropertyKeys: Set<String> { ["b"] }
  }

  class Shape: Model, JSONSerializing {
    override class func classForParsing(_ json: JSONObject) -> Model.Type? { nil }
  }

  private let article: String
  private let rows: [String]

  init() throws {
    article = try String(
      contentsOf: GuideCodeTests.root.appending(
        path: "Sources/Peridot/Documentation.docc/Troubleshooting.md"), encoding: .utf8)
    rows = article.split(separator: "\n").filter { $0.hasPrefix("|") }.map(String.init)
  }

  /// The row that has the kind and whose message is part of the error's text.
  private func expectRow(
    for error: (any Error)?, _ kind: String, _ location: SourceLocation = #_sourceLocation
  ) {
    let text = error.map { "\($0)" } ?? "no error"
    let found = rows.contains { row in
      guard let message = row.firstMatch(of: /^\| `([^`]+)`/)?.1 else { return false }
      return text.contains(message) && (kind.isEmpty || row.contains("`.\(kind)`"))
    }
    #expect(found, "\(kind): \(text)", sourceLocation: location)
  }

  private func expectRow(
    _ location: SourceLocation = #_sourceLocation, _ work: () throws -> Void
  ) {
    do {
      try work()
      Testing.Issue.record("no error", sourceLocation: location)
    } catch let error as JSONAdapterError {
      expectRow(for: error, "\(error.kind)", location)
    } catch {
      expectRow(for: error, "", location)
    }
  }

  @Test(arguments: [
    "", "{", "[]", #"{"id": "1"}"#, #"{"id": 1.5}"#, #"{"flag": 1}"#, #"{"date": 5}"#,
    #"{"state": "opne"}"#, #"{"id": 300}"#, #"{"id": null}"#, "{}", #"{"id": 1, "nmber": 2}"#,
    #"{"x": [[[[[[1]]]]]]}"#,
  ])
  func hasTheErrorOf(_ json: String) {
    var policy = ConversionPolicy.strict
    policy.maximumDepth = 5
    policy.unknownKeys = json.contains("nmber") ? .fail : .ignore
    expectRow { _ = try JSONAdapter.model(of: Issue.self, from: json, policy: policy) }
  }

  @Test func hasTheErrorOfANumberThatIsNone() {
    expectRow { _ = try JSONAdapter.model(of: Label.self, from: #"{"value": "NaN"}"#) }
  }

  @Test func hasTheErrorsOfClasses() {
    expectRow { try JSONAdapter.check(Misspelt.self) }
    expectRow { _ = try JSONAdapter.model(of: Shape.self, from: "{}") }
  }

  @Test func hasTheErrorsOfWriting() {
    let node = Label()
    expectRow { _ = try JSONAdapter.string(from: node) }
    node.value = .nan
    expectRow { _ = try JSONAdapter.string(from: node, keys: ["value"]) }
    node.next = node
    expectRow { _ = try JSONAdapter.string(from: node, keys: ["next"]) }
  }

  @Test func hasTheErrorsOfModelsAndArchives() {
    expectRow { _ = try Issue(dictionary: ["nmber": 1]) }
    expectRow { _ = try Issue(dictionary: ["id": "5"]) }
    expectRow { _ = try Issue.unarchive(from: Data([1, 2, 3])) }
    final class Local: Model {}
    expectRow { _ = try Local().archivedData() }
    expectRow { _ = try Issue.unarchive(from: Label().archivedData()) }
  }

  @Test func hasEveryKind() {
    for number in 1...15 {
      guard let kind = JSONAdapterError.Kind(rawValue: number) else { continue }
      #expect(kind == .multiple || article.contains("`.\(kind)`"), "\(kind)")
    }
    #expect(JSONAdapterError.Kind(rawValue: 16) == nil)
  }
}
