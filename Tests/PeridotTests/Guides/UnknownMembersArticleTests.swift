// The code of Sources/Peridot/Documentation.docc/UnknownMembers.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

@Suite struct UnknownMembersArticleTests {
  final class Person: Model, JSONSerializing {
    var login = ""
  }

  final class Document: Model, JSONSerializing, JSONExtrasKeeping {
    var title = ""
    var jsonExtras: [String: Any] = [:]
  }

  @Test func reportsThem() throws {
    let json = #"{"login": "mona", "nmae": "Mona"}"#
    var policy = ConversionPolicy.strict
    policy.unknownKeys = .report
    var issues: [JSONIssue] = []
    _ = try JSONAdapter.model(of: Person.self, from: json, policy: policy) { issues.append($0) }
    #expect(issues.map(\.path) == ["$.nmae"])
    policy.unknownKeys = .fail
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Person.self, from: json, policy: policy)
    }
    #expect(error?.kind == .unknownKey)
  }

  final class Letter: Model, JSONSerializing, JSONExtrasKeeping {
    var raw: RawJSON?
    var any: Any?
    var jsonExtras: [String: Any] = [:]
  }

  final class PlainLetter: Model, JSONSerializing {
    var raw: RawJSON?
  }

  @Test func keepsTheTextOfRawJSONOnly() throws {
    let value = #"{"b": 1.10, "a":12345678901234567890.5}"#
    let letter = try JSONAdapter.model(
      of: Letter.self, from: #"{"raw":\#(value),"any":\#(value),"other":\#(value)}"#)
    #expect(try JSONAdapter.string(from: letter).contains(#""raw":\#(value)"#))
    let plain = try JSONAdapter.model(of: PlainLetter.self, from: #"{"raw":\#(value)}"#)
    #expect(try JSONAdapter.string(from: plain) == #"{"raw":\#(value)}"#)
    let sorted = #"{"a":12345678901234567890.5,"b":1.1}"#
    let written = try JSONAdapter.string(from: letter, options: .sortedKeys)
    #expect(written.hasPrefix(#"{"any":\#(sorted),"other":\#(sorted),"raw":"#))
  }

  @Test func keepsThem() throws {
    let document: Document = try JSONAdapter.model(from: #"{"title": "a", "version": 2}"#)
    document.title = "b"
    let version = document.jsonExtras["version"] as? Int  // 2
    let written = try JSONAdapter.string(from: document)  // {"title":"b","version":2}
    let copy = document.copied()
    try JSONAdapter.update(document, from: #"{"version": null}"#)  // takes the member away
    #expect(version == 2)
    #expect(written == #"{"title":"b","version":2}"#)
    #expect(document.jsonExtras.isEmpty)
    #expect(copy.jsonExtras["version"] as? Int == 2 && copy == document)
    #expect("\(copy)".contains("version"))
  }
}
