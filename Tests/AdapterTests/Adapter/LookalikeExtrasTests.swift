import Foundation
import Peridot
import Testing

// "é" composed, and as "e" with an accent: String takes one for the other.
private let composed = "\u{E9}"
private let decomposed = "e\u{301}"

private final class Note: Model, JSONSerializing, JSONExtrasKeeping {
  var mark = 0
  var jsonExtras: [String: Any] = [:]

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["mark": "\u{E9}"] }
}

private final class Plain: Model, JSONSerializing, JSONExtrasKeeping {
  var id = 0
  var jsonExtras: [String: Any] = [:]
}

/// Unknown members with names that differ from others in their Unicode scalars only.
@Suite struct LookalikeExtrasTests {
  private static let two = #"{"\#(composed)":1,"\#(decomposed)":2}"#

  private func names(_ extras: [String: Any]) -> [[UInt8]] { extras.keys.map { Array($0.utf8) } }

  @Test(arguments: [Self.two, #"{"\#(decomposed)":2,"\#(composed)":1}"#])
  func areNotTheMappedMember(_ text: String) throws {
    let note = try JSONAdapter.model(of: Note.self, from: text)
    #expect(note.mark == 1)
    #expect(names(note.jsonExtras) == [Array(decomposed.utf8)])
    #expect(note.jsonExtras[decomposed] as? Int == 2)
    let written = try JSONAdapter.string(from: note)
    #expect(written.unicodeScalars.elementsEqual(Self.two.unicodeScalars))
  }

  @Test func areUnknownToTheClass() throws {
    var policy = ConversionPolicy.strict
    policy.unknownKeys = .fail
    let json = #"{"id": 1, "i\u{301}d": 2}"#
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Tagged.self, from: json, policy: policy)
    }
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Tagged.self, from: Self.two, policy: policy)
    }
  }

  @Test func areAnErrorBesideEachOther() throws {
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Plain.self, from: Self.two)
    }
    #expect(error.kind == .typeMismatch)
    #expect(error.expected == "a name that differs from the others as text")
    #expect(error.path.unicodeScalars.elementsEqual("$.\(decomposed)".unicodeScalars))
  }

  @Test func areReportedUnderLenient() throws {
    var issues: [JSONIssue] = []
    let plain = try JSONAdapter.model(
      of: Plain.self, from: Self.two, policy: .lenient
    ) { issues.append($0) }
    #expect(issues.map(\.action) == [.dropped])
    #expect(names(plain.jsonExtras) == [Array(decomposed.utf8)])
    #expect(plain.jsonExtras[decomposed] as? Int == 2)
  }

  @Test func areAnErrorOfAnUpdate() throws {
    let plain = try JSONAdapter.model(of: Plain.self, from: #"{"\#(composed)":1}"#)
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(plain, from: #"{"\#(decomposed)":2}"#)
    }
    #expect(plain.jsonExtras[composed] as? Int == 1)
    // Nothing of that name is there.
    try JSONAdapter.update(plain, from: #"{"\#(decomposed)":null}"#)
    #expect(plain.jsonExtras[composed] as? Int == 1)
    var issues: [JSONIssue] = []
    try JSONAdapter.update(
      plain, from: #"{"\#(decomposed)":2}"#, policy: .lenient
    ) { issues.append($0) }
    #expect(issues.count == 1)
    #expect(names(plain.jsonExtras) == [Array(decomposed.utf8)])
    #expect(plain.jsonExtras[decomposed] as? Int == 2)
  }
}

private final class Tagged: Model, JSONSerializing {
  var mark = 0
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["mark": "\u{E9}"] }
}
