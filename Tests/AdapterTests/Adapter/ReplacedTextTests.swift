import Foundation
import Peridot
import Testing

private final class Texts: Model, JSONSerializing {
  var empty = ""
  var short = "short"
  var literal = "a literal of more than fifteen bytes"
  var made = String(repeating: "made ", count: 10)
  var beyondASCII = String(repeating: "é", count: 3)
  var nothing: String?
  var optionalShort: String? = "short"
  var optionalMade: String? = String(repeating: "made ", count: 10)

  var all: [String?] {
    [empty, short, literal, made, beyondASCII, nothing, optionalShort, optionalMade]
  }
}

@Suite struct ReplacedTextTests {
  private static let names = [
    "empty", "short", "literal", "made", "beyondASCII", "nothing", "optionalShort",
    "optionalMade",
  ]

  @Test(arguments: [
    "", "a", "eight by", "fifteen bytes..", "sixteen bytes...", "é", "éééééééé",
    "a text of more than thirty-two bytes", "日本語のテキスト", #"with \"quotation marks\" in it"#,
  ])
  func replacesTextOfEveryForm(_ text: String) throws {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let members = Self.names.map { "\"\($0)\": \"\(escaped)\"" }
    let document = "{" + members.joined(separator: ",") + "}"
    let read = try JSONAdapter.model(of: Texts.self, from: document)
    #expect(read.all == Array(repeating: text, count: 8))
    let updated = try JSONAdapter.model(of: Texts.self, from: "{}")
    try JSONAdapter.update(updated, from: document)
    #expect(updated.all == read.all)
    try JSONAdapter.update(
      updated, from: #"{"nothing":null,"optionalShort":null,"optionalMade":null}"#)
    #expect(updated.all == Array(repeating: text, count: 5) + [nil, nil, nil])
  }

  @Test func replacesTextByNull() throws {
    let read = try JSONAdapter.model(
      of: Texts.self, from: #"{"nothing":null,"optionalShort":null,"optionalMade":null}"#)
    #expect(read.nothing == nil && read.optionalShort == nil && read.optionalMade == nil)
    #expect(read.made == String(repeating: "made ", count: 10))
  }
}
