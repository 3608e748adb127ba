import Foundation
import Peridot
import Testing

/// Any JSON object at all.
private final class Whole: Model, JSONSerializing {
  var content: [String: Any] = [:]

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["content": .root] }
}

private final class Price: Model, JSONSerializing {
  var amount: Decimal = 0
  var note: String?
  var inner: Price?
}

private func whole(_ text: String) throws -> Whole {
  try JSONAdapter.model(from: text)
}

@Suite struct MergePatchTests {
  /// From the appendix of RFC 7396, as far as both sides are objects, the other way round.
  @Test(arguments: [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":"b","b":"c"}"#, #"{"b":"c"}"#),
    (#"{"a":"b"}"#, "{}", #"{"a":null}"#),
    (#"{"a":"b","b":"c"}"#, #"{"b":"c"}"#, #"{"a":null}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d"}}"#, #"{"a":{"b":"d"}}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"{"a":{"b":"c","d":1}}"#, #"{"a":{"d":1}}"#, #"{"a":{"b":null}}"#),
    ("{}", #"{"a":{"bb":{}}}"#, #"{"a":{"bb":{}}}"#),
    (#"{"a":"foo"}"#, #"{"a":{"b":{"c":1}}}"#, #"{"a":{"b":{"c":1}}}"#),
    (#"{"z":1,"a":{"y":[1,{"q":2,"p":1}]}}"#, #"{"a":{"y":[1,{"p":1,"q":2}]},"z":1}"#, "{}"),
    (#"{"a":1}"#, #"{"a":true}"#, #"{"a":true}"#),
  ])
  func findsThePatch(_ old: String, _ new: String, _ patch: String) throws {
    let data = try JSONAdapter.mergePatch(from: whole(old), to: whole(new))
    #expect(String(decoding: data, as: UTF8.self) == patch)
    let same = try JSONAdapter().mergePatch(from: whole(old), to: whole(new))
    #expect(same == data)
  }

  @Test func losesNoDigit() throws {
    let old = Price()
    let new = Price()
    new.amount = try #require(Decimal(string: "12345678901234567890.0123456789"))
    new.inner = Price()
    new.inner?.note = "n"
    let patch = try JSONAdapter.mergePatch(from: old, to: new)
    #expect(
      String(decoding: patch, as: UTF8.self)
        == #"{"amount":12345678901234567890.0123456789,"inner":{"amount":0,"note":"n"}}"#)
    try JSONAdapter.update(old, from: patch)
    #expect(old == new)
    let back = try JSONAdapter.mergePatch(from: new, to: Price())
    #expect(String(decoding: back, as: UTF8.self) == #"{"amount":0,"inner":null}"#)
  }
}
