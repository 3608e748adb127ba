import Foundation
import Peridot
import Testing

// "é" composed, and as "e" with an accent: String takes one for the other.
private let composed = "\u{E9}"
private let decomposed = "e\u{301}"

private final class Marked: Model, CodableModel {
  var mark = 0
  var inner = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["mark": "\u{E9}", "inner": "in.\u{E9}"]
  }
}

private final class Listed: Model, JSONSerializing {
  var first = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["first": "\u{E9}[0].\u{E9}"] }
}

/// Members in memory whose names differ from mapped ones in their Unicode scalars only.
@Suite struct LookalikeMemberTests {
  private let other: [String: Any] = [decomposed: 1, "in": [decomposed: 2]]

  @Test func areNotReadAsTheMappedOnes() throws {
    let text = #"{"\#(decomposed)":1,"in":{"\#(decomposed)":2}}"#
    for marked in [
      try JSONAdapter.model(of: Marked.self, from: text),
      try JSONAdapter.model(of: Marked.self, from: other),
      try JSONAdapter.model(of: Marked.self, from: other as NSDictionary),
    ] {
      #expect(marked.mark == 0)
      #expect(marked.inner == 0)
    }
    let same: [String: Any] = [composed: 1, "in": [composed: 2]]
    let marked = try JSONAdapter.model(of: Marked.self, from: same)
    #expect((marked.mark, marked.inner) == (1, 2))
  }

  @Test func areNotTakenByAnUpdate() throws {
    let marked = Marked()
    try JSONAdapter.update(marked, from: other)
    #expect((marked.mark, marked.inner) == (0, 0))
  }

  @Test func areNotFoundOnPathsThroughArrays() throws {
    let inner: [String: Any] = [composed: [[decomposed: 3]]]
    #expect(try JSONAdapter.model(of: Listed.self, from: inner).first == 0)
    let outer: [String: Any] = [decomposed: [[composed: 3]]]
    #expect(try JSONAdapter.model(of: Listed.self, from: outer).first == 0)
    let both: [String: Any] = [composed: [[composed: 3]]]
    #expect(try JSONAdapter.model(of: Listed.self, from: both).first == 3)
  }
}
