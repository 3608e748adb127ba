import Foundation
import Peridot
import Testing

private let one = "\u{e9}"
private let two = "e\u{301}"

/// A name by its bytes.
private struct Key: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) {
    nil
  }
}

private struct Twins: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(1, forKey: Key(stringValue: one))
    try container.encode(2, forKey: Key(stringValue: two))
    try container.encode(3, forKey: Key(stringValue: one))
  }
}

private struct Nests: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (name, value) in [(one, 1), (two, 2)] {
      var inner = container.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: name))
      try inner.encode(value, forKey: Key(stringValue: "a"))
    }
  }
}

extension Twins: Decodable {
  init(from decoder: any Decoder) {}
}

extension Nests: Decodable {
  init(from decoder: any Decoder) {}
}

private final class Holder: Model, JSONSerializing {
  var twins: Twins? = Twins()
  var nests: Nests? = Nests()
  var first: Int? = 1
  var second: Int? = 2

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["first": "list.\u{e9}[0]", "second": "list.e\u{301}[0]"]
  }
}

/// Names of members that are the same text in other bytes.
@Suite struct SameTextTests {
  @Test func eachNameHasItsMember() throws {
    let data = try JSONAdapter.data(from: Holder())
    let members = #"{"\#(two)":2,"\#(one)":3}"#
    let nests = #"{"\#(two)":{"a":2},"\#(one)":{"a":1}}"#
    let list = #"{"\#(one)":[1],"\#(two)":[2]}"#
    #expect(
      Array(data) == Array(#"{"twins":\#(members),"nests":\#(nests),"list":\#(list)}"#.utf8))
  }
}
