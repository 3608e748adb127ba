import Foundation
import Peridot
import Testing

// "é" composed, and as "e" with an accent: String takes one for the other.
private let composed = "\u{E9}"
private let decomposed = "e\u{301}"

private class Happening: Model, JSONSerializing {
  var id = 0
  override class var cluster: Cluster? {
    cluster(tag: "type", ["known": KnownHappening.self], unknown: .kept(OtherHappening.self))
  }
}

private final class KnownHappening: Happening {}

private final class OtherHappening: Happening, JSONKeeping {
  var keptJSON = RawJSON()
}

private final class Envelope: Model, JSONSerializing {
  var payload = RawJSON()
}

/// Updates of JSON that is kept as text.
@Suite struct TextMergingTests {
  static let merges = [
    // The members that are not named stay, with their digits and in their order.
    (
      #"{"id":1,"type":"zz","amount":1e400}"#, #"{"id":2}"#, #"{"id":2,"type":"zz","amount":1e400}"#
    ),
    (
      #"{ "z": 1.10, "a" : [1e2,  "\u00e9\/"], "id": 1 }"#, #"{"id" : 2.50}"#,
      #"{ "z": 1.10, "a" : [1e2,  "\u00e9\/"], "id": 2.50 }"#
    ),
    (#"{"b":1,"a":2}"#, #"{"d":1.0,"c":[ null ]}"#, #"{"b":1,"a":2,"d":1.0,"c":[ null ]}"#),
    // Null removes.
    (#"{"b":1, "a":2, "c":3}"#, #"{"b":null}"#, #"{"a":2, "c":3}"#),
    (#"{"b":1, "a":2, "c":3}"#, #"{"a":null}"#, #"{"b":1, "c":3}"#),
    (#"{"b":1, "a":2, "c":3 }"#, #"{"c":null,"x":null}"#, #"{"b":1, "a":2 }"#),
    (#"{"b":1}"#, #"{"b":null}"#, #"{}"#),
    (#"{"b":1}"#, #"{"b":null,"c":1}"#, #"{"c":1}"#),
    // Objects are merged; any other value is replaced.
    (
      #"{"o":{"y":1.00,"x":{"q":[ ]}},"n":0}"#, #"{"o":{"x":{"p":1},"y":null}}"#,
      #"{"o":{"x":{"q":[ ],"p":1}},"n":0}"#
    ),
    (#"{"o":[1]}"#, #"{"o":{"x":1,"y":null}}"#, #"{"o":{"x":1}}"#),
    (#"{"o":{"x":1}}"#, #"{"o":[{"x":null}]}"#, #"{"o":[{"x":null}]}"#),
    (#"{}"#, #"{"o":{"x":null, "y":{"z":null}}}"#, #"{"o":{"y":{}}}"#),
    (#"{"a":1}"#, "{}", #"{"a":1}"#),
    // Names are compared by their bytes, escapes or not.
    (#"{"\u0061":1}"#, #"{"a":2}"#, #"{"\u0061":2}"#),
    (
      #"{"\#(composed)":1}"#, #"{"\#(decomposed)":2}"#, #"{"\#(composed)":1,"\#(decomposed)":2}"#
    ),
    (
      #"{"\#(composed)":1,"\#(decomposed)":2}"#, #"{"\u00e9":null}"#, #"{"\#(decomposed)":2}"#
    ),
    // Of a repeated name, the last counts.
    (#"{"a":{"x":1},"b":0,"a":{"y":1}}"#, #"{"a":{"z":1}}"#, #"{"b":0,"a":{"y":1,"z":1}}"#),
    (#"{"a":1,"b":0,"a":2}"#, #"{"a":null}"#, #"{"b":0}"#),
    (#"{"a":1,"b":0,"a":2}"#, #"{"c":1}"#, #"{"a":1,"b":0,"a":2,"c":1}"#),
    (#"{"b":0}"#, #"{"a":1,"a":null}"#, #"{"b":0}"#),
    (#"{"b":0}"#, #"{"a":null,"a":1.0}"#, #"{"b":0,"a":1.0}"#),
  ]

  @Test(arguments: merges)
  func changesOnlyWhatIsNamed(_ old: String, _ patch: String, _ merged: String) throws {
    let model = Envelope()
    model.payload = try RawJSON(old)
    try JSONAdapter.update(model, from: #"{"payload":\#(patch)}"#)
    #expect(model.payload.description.unicodeScalars.elementsEqual(merged.unicodeScalars))
    #expect(try JSONAdapter.string(from: model) == #"{"payload":\#(merged)}"#)
  }

  @Test func replacesWhatIsNoObject() throws {
    let model = Envelope()
    for old in ["null", "[1]", "\"x\""] {
      model.payload = try RawJSON(old)
      try JSONAdapter.update(model, from: #"{"payload":{ "a":1.0, "b":null }}"#)
      #expect(model.payload.description == #"{ "a":1.0 }"#)
    }
  }

  @Test(arguments: [ConversionPolicy.strict, .lenient])
  func keepsTheDigitsOfKeptJSON(_ policy: ConversionPolicy) throws {
    let text = #"{"id":1,"type":"zz","amount":1e400, "price" : 1.10}"#
    let model = try JSONAdapter.model(of: Happening.self, from: text, policy: policy)
    try JSONAdapter.update(model, from: #"{"id":2}"#, policy: policy)
    let merged = #"{"id":2,"type":"zz","amount":1e400, "price" : 1.10}"#
    #expect(model.id == 2)
    #expect(try JSONAdapter.string(from: model) == merged)
    // From values in memory, which are written as text.
    let members: [String: Any] = ["id": 3, "more": Decimal(string: "0.12345678901234567890123")!]
    try JSONAdapter.update(model, from: members, policy: policy)
    #expect(
      try JSONAdapter.string(from: model)
        == #"{"id":3,"type":"zz","amount":1e400, "price" : 1.10,"more":0.12345678901234567890123}"#)
  }

  @Test func takesValuesInMemory() throws {
    let model = Envelope()
    model.payload = try RawJSON(#"{"b": 1.10, "a": 1e400}"#)
    let members: [String: Any] = [
      "payload": ["c": Decimal(string: "1.5")!, "a": NSNull()] as [String: Any]
    ]
    try JSONAdapter.update(model, from: members)
    #expect(model.payload.description == #"{"b": 1.10,"c":1.5}"#)
  }

  @Test(arguments: [
    #"{"a":1,"b":{"x":1,"x":2},"a":2}"#, #"{"\#(composed)":1,"\#(decomposed)":2}"#,
  ])
  func aPatchToTheSameIsEmpty(_ text: String) throws {
    let model = Envelope()
    model.payload = try RawJSON(text)
    #expect(try JSONAdapter.mergePatch(from: model, to: model) == Data("{}".utf8))
    let other = Envelope()
    other.payload = try RawJSON(#"{"a":2,"a":1}"#)
    let patch = try JSONAdapter.mergePatch(from: other, to: model)
    try JSONAdapter.apply(mergePatch: patch, to: other)
    #expect(try JSONAdapter.mergePatch(from: other, to: model) == Data("{}".utf8))
  }

  /// Neither repeated names nor nested objects take more than linear time.
  @Test(.timeLimit(.minutes(5))) func takesLinearTime() throws {
    let count = 20_000
    let repeated = (0..<count).map { #""a":{"x\#($0)":1}"# }.joined(separator: ",")
    let wide = (0..<count).map { #""y\#($0)":1"# }.joined(separator: ",")
    let model = Envelope()
    model.payload = try RawJSON("{\(repeated)}")
    try JSONAdapter.update(model, from: #"{"payload":{"a":{\#(wide)}}}"#)
    #expect(model.payload.description == #"{"a":{"x\#(count - 1)":1,\#(wide)}}"#)
    let depth = 400
    let ends = (String(repeating: #"{"a":"#, count: depth), String(repeating: "}", count: depth))
    model.payload = try RawJSON(
      "\(ends.0)[\(Array(repeating: "1", count: count * 10).joined(separator: ","))]\(ends.1)")
    try JSONAdapter.update(model, from: #"{"payload":\#(ends.0)2\#(ends.1)}"#)
    #expect(model.payload.description == "\(ends.0)2\(ends.1)")
  }
}
