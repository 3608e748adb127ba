import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Ledger: Model, CodableModel {
  var amounts: [String: [Double]] = [:]
  var other: Any?
  var inner: Ledger?
}

private final class Branch: Model, JSONSerializing {
  var parts: [String: Branch] = [:]
  var numbers: [Int] = []
}

private struct NumberedPair: Codable {
  enum CodingKeys: Int, CodingKey { case first, second }
  var first = 0
  var second = 0
}

private final class Numbered: Model, CodableModel {
  var pair = NumberedPair()
  var pairs: [NumberedPair] = []
  var place = IndexPath()
}

@Suite struct ErrorPathTests {
  /// Names of members that a text of a path cuts, quotes or escapes.
  static let names = [
    "", "plain", "12", "a.b", "a~/b", "x[0]", "[*]", "\"", "\\", "\\n", "a\nb\t\r", "\u{1}\u{2028}",
    "日本", "$", String(repeating: "long", count: 100), String(repeating: "\u{1}", count: 100),
  ]

  private func check(
    _ error: JSONAdapterError, _ start: [JSONKeyPath.Component], _ name: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(
      error.pathComponents == start + [.key(name), .index(1)], "\(error.path)",
      sourceLocation: location)
    let token = name.replacingOccurrences(of: "~", with: "~0")
      .replacingOccurrences(of: "/", with: "~1")
    #expect(error.pointer.hasSuffix("/amounts/\(token)/1"), sourceLocation: location)
    #expect(error.path.hasSuffix("[1]"), sourceLocation: location)
    #expect(error.description.count < 600, sourceLocation: location)
  }

  /// The members of a Codable value whose keys have integers as raw values have names in JSON.
  @Test func keysWithIntegersAreNames() throws {
    func path(_ json: String) throws -> [[JSONKeyPath.Component]] {
      let data = Data(json.utf8)
      let own = try #require(throws: JSONAdapterError.self) {
        try JSONAdapter.model(of: Numbered.self, from: data)
      }
      let decoding = try #require(throws: DecodingError.self) {
        try JSONDecoder().decode(Numbered.self, from: data)
      }
      guard case .typeMismatch(_, let context) = decoding else { throw decoding }
      let foundations = try #require(context.underlyingError as? JSONAdapterError)
      return [own.pathComponents, foundations.pathComponents]
    }
    let second: [JSONKeyPath.Component] = [.key("pair"), .key("second")]
    #expect(try path(#"{"pair":{"first":1,"second":"x"}}"#) == [second, second])
    let element: [JSONKeyPath.Component] = [.key("pairs"), .index(1), .key("first")]
    let pairs = #"{"pairs":[{"first":1,"second":2},{"first":"x","second":2}]}"#
    #expect(try path(pairs) == [element, element])
    let indexes: [JSONKeyPath.Component] = [.key("place"), .key("indexes")]
    #expect(try path(#"{"place":{"indexes":5}}"#).first == indexes)
  }

  @Test(arguments: names)
  func componentsAreTheNamesOfTheDocument(_ name: String) throws {
    let json: [String: Any] = ["inner": ["amounts": [name: [1.5, "x"]]]]
    let data = try JSONSerialization.data(withJSONObject: json)
    let place: [JSONKeyPath.Component] = [.key("inner"), .key("amounts")]
    func error(_ body: () throws -> Void) throws -> JSONAdapterError {
      let error = try #require(throws: (any Error).self, performing: body)
      if let error = error as? JSONAdapterError { return error }
      guard case .typeMismatch(_, let context) = error as? DecodingError else { throw error }
      #expect(context.codingPath.map(\.stringValue).contains(name))
      return try #require(context.underlyingError as? JSONAdapterError)
    }
    check(try error { _ = try JSONAdapter.model(of: Ledger.self, from: data) }, place, name)
    check(try error { _ = try JSONAdapter.model(of: Ledger.self, from: json) }, place, name)
    if Int(name) == nil {
      // Foundation's keys of a dictionary's members do not differ from those of elements there.
      check(try error { _ = try JSONDecoder().decode(Ledger.self, from: data) }, place, name)
    }
    check(
      try error { _ = try JSONAdapter.model(of: Ledger.self, from: data, at: "inner") }, place, name
    )
    let list = Data("[{},".utf8) + data + Data("]".utf8)
    check(
      try error { _ = try JSONAdapter.models(of: Ledger.self, from: list) }, [.index(1)] + place,
      name)

    let ledger = Ledger()
    ledger.amounts = [name: [1, .nan]]
    check(
      try error { _ = try JSONAdapter.data(from: ledger) }, [.key("amounts")], name)
  }

  @Test(arguments: names)
  func elementsOfStreamsHaveThemToo(_ name: String) async throws {
    let json: [Any] = [[String: Any](), ["amounts": [name: [1.5, "x"]]]]
    let data = try JSONSerialization.data(withJSONObject: json)
    let chunks = AsyncStream { continuation in
      continuation.yield(data)
      continuation.finish()
    }
    let error = await #expect(throws: JSONAdapterError.self) {
      for try await _ in JSONAdapter.stream(of: Ledger.self, from: chunks) {}
    }
    check(try #require(error), [.index(1), .key("amounts")], name)
  }

  @Test(arguments: names)
  func issuesHaveThemToo(_ name: String) throws {
    let json: [String: Any] = ["amounts": [name: [1.5, [2]]]]
    let data = try JSONSerialization.data(withJSONObject: json)
    var issues: [JSONIssue] = []
    _ = try JSONAdapter.model(of: Ledger.self, from: data, policy: .lenient) { issues.append($0) }
    _ = try JSONAdapter.model(of: Ledger.self, from: json, policy: .lenient) { issues.append($0) }
    let writing = Ledger()
    writing.other = [name: [1, Double.nan]]
    _ = try JSONAdapter.data(from: writing, policy: .strict.with { $0.nonFinite = .omit }) {
      issues.append($0)
    }
    #expect(issues.count == 3)
    for issue in issues {
      #expect(Array(issue.pathComponents.dropFirst().prefix(1)) == [.key(name)], "\(issue)")
      #expect(issue.pointer.hasPrefix(issue.pathComponents.first == .key("other") ? "/o" : "/a"))
    }
  }

  #if os(Linux)
    /// A text of each path would take 240 MB.
    @Test(.notSanitized) func pathsOfADeepDocumentTakeTheirStepsOnce() async {
      await #expect(processExitsWith: .success) {
        let (name, depth, count) = (String(repeating: "n", count: 60), 200, 20_000)
        let json =
          String(repeating: #"{"parts":{"\#(name)":"#, count: depth) + #"{"numbers":["#
          + repeatElement("[]", count: count).joined(separator: ",") + "]}"
          + String(repeating: "}}", count: depth)
        var issues: [JSONIssue] = []
        _ = try JSONAdapter.model(of: Branch.self, from: json, policy: .lenient) {
          issues.append($0)
        }
        try #require(issues.count == count)
        #expect(issues[count - 1].pathComponents.count == 2 * depth + 2)
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let peak = try #require(status.firstMatch(of: /VmHWM:\s+(\d+) kB/))
        #expect(try #require(Int(peak.1)) < 150_000)
      }
    }
  #endif
}
