// The code of Sources/Peridot/Documentation.docc/ForeignDocuments.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

@Suite struct ForeignDocumentsArticleTests {
  final class Charge: Model, JSONSerializing, JSONPresenceKeeping, JSONExtrasKeeping {
    var amount = 0
    var currency = "usd"
    var note: String?
    var refund: String?
    var city: String?
    var payload = RawJSON()
    var jsonPresence = JSONPresence()
    var jsonExtras: [String: Any] = [:]

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["city": "shipping.city"]
    }
  }

  @Test func writesBackWhatItDoesNotChange() throws {
    let charge: Charge = try JSONAdapter.model(
      from: #"{"amount": 5, "note": null, "shipping": {}, "live": true}"#)
    charge.amount = 6
    let written = try JSONAdapter.string(from: charge)
    // {"amount":6,"note":null,"shipping":{},"live":true}
    #expect(written == #"{"amount":6,"note":null,"shipping":{},"live":true}"#)
    try JSONAdapter.update(charge, from: #"{"refund": null, "shipping": null}"#)
    let updated = try JSONAdapter.string(from: charge)
    // {"amount":6,"note":null,"refund":null,"shipping":null,"live":true}
    #expect(updated == #"{"amount":6,"note":null,"refund":null,"shipping":null,"live":true}"#)
  }

  @Test func keepsTextThatGoesOn() throws {
    let pushed: Charge = try JSONAdapter.model(from: #"{"payload": {"b": 1.10, "a": [ ]}}"#)
    let payload = try JSONAdapter.string(from: pushed)  // {"payload":{"b": 1.10, "a": [ ]}}
    #expect(payload == #"{"payload":{"b": 1.10, "a": [ ]}}"#)
  }

  final class Text: Model, JSONSerializing {
    var raw: RawJSON?
    var any: Any?
  }

  @Test func keepsDigitsOrderAndSpacesOfRawJSON() throws {
    let value = #"{"b": 1.10, "a":12345678901234567890.5}"#
    let text: Text = try JSONAdapter.model(from: #"{"raw":\#(value),"any":\#(value)}"#)
    let written = try JSONAdapter.string(from: text, options: .sortedKeys)
    #expect(written.contains(#""any":{"a":12345678901234567890.5,"b":1.1}"#))
    #expect(
      try JSONAdapter.string(from: text).hasPrefix(#"{"raw":\#(value),"any":"#))
    try JSONAdapter.update(text, from: #"{"raw":{"a":null}}"#)
    #expect(try JSONAdapter.string(from: text).contains(#"1.10"#))
  }
}
