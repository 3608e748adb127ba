import Testing

@testable import Fuzz

/// The JSON that judges the library's.
@Suite struct JSONTests {
  @Test(arguments: [
    #"{"a":[1.50,-0,1e400,"é\n\"\\"],"a":null,"":{}}"#, "[]", "\"\"", "true", "false", "null",
  ])
  func writesWhatItRead(_ text: String) {
    #expect(JSON(text)?.text == text)
  }

  @Test(arguments: [
    "", "[1,]", "{\"a\":1,}", "01", "1.", ".5", "+1", "nul", "[", "\"\n\"", "\"\\x\"", "1 2",
    "{a:1}", "\"\\ud800\"",
  ])
  func refusesWhatIsNoJSON(_ text: String) {
    #expect(JSON(text) == nil)
  }

  @Test(arguments: [
    ("1.50", "15e-1"), ("15e-1", "15e-1"), ("100", "1e2"), ("-0.0", "0"), ("0e5", "0"),
    ("-1200", "-12e2"), ("1E+2", "1e2"),
  ])
  func hasOneFormOfANumber(_ text: String, _ form: String) {
    #expect(JSON.canonicalNumber(text) == form)
  }

  @Test func comparesNamesByTheirScalars() throws {
    let document = try #require(JSON("{\"\u{e9}\":1,\"e\u{301}\":2,\"a\":3,\"a\":4}"))
    #expect(document["\u{e9}"] == .number("1"))
    #expect(document["e\u{301}"] == .number("2"))
    #expect(document["a"] == .number("4"))
    #expect(document.isEquivalent(to: JSON("{\"a\":4.0,\"e\u{301}\":2,\"\u{e9}\":1}") ?? .null))
  }

  /// The examples of RFC 7396, appendix A.
  @Test(arguments: [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
    (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
    (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
    (#"{"a":"foo"}"#, "null", "null"),
    (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
    (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
    ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
    ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
  ])
  func mergesAPatch(_ document: String, _ patch: String, _ result: String) throws {
    let document = try #require(JSON(document))
    let patch = try #require(JSON(patch))
    #expect(document.merged(with: patch).text == result)
  }
}
