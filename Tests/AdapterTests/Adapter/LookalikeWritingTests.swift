import Foundation
import Peridot
import Testing

// "é" composed, and as "e" with an accent: String takes one for the other.
private let composed = "\u{E9}"
private let decomposed = "e\u{301}"
private let both = #"{"\#(composed)":1,"\#(decomposed)":2}"#

private final class Holder: Model, JSONSerializing {
  var id = 0
  var raw = RawJSON()
}

private final class Finished: Model, JSONSerializing, JSONFinishing {
  var id = 0
  var raw = RawJSON()

  func finish(_ json: inout [String: Any]) throws { json["version"] = 2 }
}

private final class Outer: Model, JSONSerializing, JSONFinishing {
  var inner: [Finished] = []

  func finish(_ json: inout [String: Any]) throws { json["version"] = 3 }
}

/// Two names that differ in their Unicode scalars only, in JSON that becomes a dictionary on its way
/// out.
@Suite struct LookalikeWritingTests {
  private func holder() throws -> Holder {
    let holder = Holder()
    holder.raw = try RawJSON(both)
    return holder
  }

  private func finished() throws -> Finished {
    let finished = Finished()
    finished.raw = try RawJSON(both)
    return finished
  }

  private func expectError<Result>(at path: String, _ body: () throws -> Result) throws {
    let error = try #require(throws: JSONAdapterError.self) { try body() }
    #expect(error.kind == .typeMismatch)
    #expect(error.expected == "a name that differs from the others as text")
    #expect(error.path.unicodeScalars.elementsEqual(path.unicodeScalars), "\(error.path)")
  }

  private func expectIssue<Result>(
    at path: String, _ body: ((JSONIssue) -> Void) throws -> Result
  ) rethrows -> Result {
    var issues: [JSONIssue] = []
    let result = try body { issues.append($0) }
    #expect(issues.map(\.action) == [.dropped])
    #expect(
      issues.first?.path.unicodeScalars.elementsEqual(path.unicodeScalars) == true, "\(issues)")
    return result
  }

  @Test func areWrittenAsText() throws {
    #expect(try JSONAdapter.string(from: holder()) == #"{"id":0,"raw":\#(both)}"#)
  }

  @Test func areAnErrorInADictionary() throws {
    let holder = try holder()
    try expectError(at: "$.raw.\(decomposed)") { try JSONAdapter.dictionary(from: holder) }
    try expectError(at: "$[1].raw.\(decomposed)") {
      try JSONAdapter.array(from: [Holder(), holder])
    }
    try expectError(at: "$.in.raw.\(decomposed)") {
      try JSONAdapter.dictionary(from: holder, at: "in")
    }
  }

  @Test func areReportedInADictionaryUnderLenient() throws {
    let holder = try holder()
    let json = try expectIssue(at: "$.raw.\(decomposed)") {
      try JSONAdapter.dictionary(from: holder, policy: .lenient, report: $0)
    }
    let raw = try #require(json["raw"] as? [String: Any])
    #expect(raw.count == 1 && raw[decomposed] as? Int == 2)
  }

  @Test func areAnErrorBeforeFinishing() throws {
    let finished = try finished()
    try expectError(at: "$.raw.\(decomposed)") { try JSONAdapter.string(from: finished) }
    let outer = Outer()
    outer.inner = [Finished(), finished]
    try expectError(at: "$.inner[1].raw.\(decomposed)") { try JSONAdapter.string(from: outer) }
  }

  @Test func areReportedBeforeFinishingUnderLenient() throws {
    let finished = try finished()
    let json = try expectIssue(at: "$.raw.\(decomposed)") {
      try JSONAdapter.string(from: finished, policy: .lenient, report: $0)
    }
    // The hook sees one of the two, and leaves the text as it is.
    #expect(
      json.unicodeScalars.elementsEqual(
        #"{"id":0,"raw":{"\#(composed)":1,"\#(decomposed)":2},"version":2}"#.unicodeScalars))
    let outer = Outer()
    outer.inner = [Finished(), finished]
    _ = try expectIssue(at: "$.inner[1].raw.\(decomposed)") {
      try JSONAdapter.string(from: outer, policy: .lenient, report: $0)
    }
  }

  @Test func makeRawJSONDiffer() throws {
    let one = try RawJSON(#"{"\#(composed)":1}"#)
    #expect(try one != RawJSON(#"{"\#(decomposed)":1}"#))
    #expect(try one == RawJSON(#"{ "\u00e9": 1 }"#))
    let two = try RawJSON(both)
    #expect(try two == RawJSON(#"{"\#(decomposed)":2.0,"\#(composed)":1}"#))
    #expect(try two != RawJSON(#"{"\#(decomposed)":2}"#))
    #expect(try two != RawJSON(#"{"\#(decomposed)":2,"\#(composed)":3}"#))
    // A name with the letters of an escape is another one.
    #expect(try one != RawJSON(#"{"\\u{E9}":1}"#))
  }

  @Test func areToldApartWhereAPatchCanNotSayNull() throws {
    let (old, new) = (Holder(), Holder())
    new.raw = try RawJSON(#"{"\#(composed)":null,"\#(decomposed)":2}"#)
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.mergePatch(from: old, to: new)
    }
    #expect(error.propertyKey == "raw")
    #expect(error.path.unicodeScalars.elementsEqual("$.raw.\(composed)".unicodeScalars))
  }
}

private final class Numbered: Model, JSONSerializing, JSONFinishing {
  var number: Int? = 12
  var tags: [String]? = nil

  func finish(_ json: inout [String: Any]) throws { json["version"] = 2 }
}

/// The JSON that merge patches compare, of classes that finish it.
@Suite struct FinishedPatchTests {
  @Test func hasTheValuesThatTextOmits() throws {
    var policy = ConversionPolicy.strict
    policy.defaultsOnExport = .omit
    let (old, new) = (Numbered(), Numbered())
    old.number = 0
    let patch = try JSONAdapter.mergePatch(from: old, to: new, policy: policy)
    #expect(String(decoding: patch, as: UTF8.self) == #"{"number":12}"#)
    try JSONAdapter.apply(mergePatch: patch, to: old, policy: policy)
    #expect(old.number == 12)
  }
}
