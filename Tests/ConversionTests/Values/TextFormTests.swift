import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Holder: Model, CodableModel {
  var data = Data()
  var link: URL?
}

@Suite struct TextFormTests {
  @Test(arguments: ["", "AA==", "AAA=", "AAAA", "AAAAAA==", "/+8="])
  func readsBase64(_ text: String) throws {
    let holder: Holder = try JSONAdapter.model(from: ["data": text])
    #expect(holder.data.base64EncodedString() == text)
    let data = try #require(try ValueTransformer.base64Data.forward(text) as? Data)
    #expect(data == holder.data)
  }

  @Test(arguments: [
    "====", "AA=A", "AAAA====", "AB==", "AAB=", "A", "AA", "AAA", "AA=", "=AAA", "AA==AAAA", "A A=",
    "AAAA\n", "_-8=",
  ])
  func refusesOtherText(_ text: String) throws {
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Holder.self, from: ["data": text])
    }
    #expect(error.kind == .typeMismatch && error.expected == "Base64 text")
    #expect(throws: (any Error).self) { try ValueTransformer.base64Data.forward(text) }
  }

  @Test(arguments: ["", "AA", "AAA", "AAAA", "_-8", "_-8=", "AAAAAA"])
  func readsBase64ForURLs(_ text: String) throws {
    let policy = ConversionPolicy.strict.with { $0.dataStrategy = .base64URL }
    let holder: Holder = try JSONAdapter.model(from: ["data": text], policy: policy)
    let written = text.filter { $0 != "=" }
    #expect(try JSONAdapter.string(from: holder, policy: policy) == "{\"data\":\"\(written)\"}")
    let data = try #require(try ValueTransformer.base64URLData.forward(text) as? Data)
    #expect(data == holder.data)
    #expect(try ValueTransformer.base64URLData.reverse(data) as? String == written)
  }

  @Test(arguments: ["+/8", "+/8=", "A", "AB", "AA=", "AAA==", "====", "AA\n", "A A", "ä", "AA==AA"])
  func refusesOtherTextForURLs(_ text: String) {
    expectError("\(text.debugDescription) is not base64 text for URLs") {
      try ValueTransformer.base64URLData.forward(text)
    }
  }

  @Test(
    arguments: [
      ("AQID/+8=", [1, 2, 3, 255, 239]), ("AQID_-8", [1, 2, 3, 255, 239]),
      ("AQ\r\nID\n_-8=", [1, 2, 3, 255, 239]), (" AQ ", [1]), ("AQ==", [1]), ("", []), (" \n", []),
    ] as [(String, [UInt8])])
  func readsAllKindsOfBase64(_ text: String, _ bytes: [UInt8]) throws {
    let policy = ConversionPolicy.strict.with { $0.dataStrategy = .anyBase64 }
    let holder: Holder = try JSONAdapter.model(from: ["data": text], policy: policy)
    #expect(Array(holder.data) == bytes)
    let kinds: Holder = try JSONAdapter.model(from: ["data": text], policy: .lenient) {
      Issue.record("\($0)")
    }
    #expect(kinds == holder)
    #expect(
      try JSONAdapter.dictionary(from: holder, policy: policy)["data"] as? String
        == Data(bytes).base64EncodedString())
  }

  @Test(arguments: ["A", "AB", "AQ=", "A===", "A=Q=", "ä", "AQ==AQ==", "AQ.."])
  func refusesWhatHasOtherBytes(_ text: String) throws {
    let policy = ConversionPolicy.strict.with { $0.dataStrategy = .anyBase64 }
    let error = try #require(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Holder.self, from: ["data": text], policy: policy)
    }
    #expect(error.kind == .typeMismatch && error.expected == "Base64 text")
  }

  @Test(arguments: [
    ("https://example.com/a%20b c", "https://example.com/a%20b%20c"),
    ("https://example.com/a%2520b c", "https://example.com/a%2520b%20c"),
    ("https://example.com/100% of", "https://example.com/100%25%20of"),
    ("https://example.com/%zz y", "https://example.com/%25zz%20y"),
    (
      "https://example.com/%C3%A9\u{e9}?q=%26 &r=1", "https://example.com/%C3%A9%C3%A9?q=%26%20&r=1"
    ),
    ("https://example.com/a b", "https://example.com/a%20b"),
    ("https://example.com/a%20b", "https://example.com/a%20b"),
  ])
  func encodesWhatIsNotEncoded(_ text: String, _ expected: String) throws {
    var issues: [JSONIssue] = []
    let holder: Holder = try JSONAdapter.model(from: ["link": text], policy: .lenient) {
      issues.append($0)
    }
    #expect(holder.link?.absoluteString == expected)
    #expect(issues.map(\.propertyKey) == (text == expected ? [] : ["link"]))
  }

  @Test(arguments: [
    ("en_US", "1,234.5", 1234.5), ("en_US", "1234.5", 1234.5), ("en_US", "12,345,678", 12_345_678),
    ("de_DE", "1.234,50", 1234.5), ("en_US", ".5", 0.5),
    ("en_US", "-1,234", -1234),
  ])
  func readsNumbersInGroups(_ locale: String, _ text: String, _ number: Double) throws {
    let transformer = ValueTransformer.number(style: .decimal, locale: Locale(identifier: locale))
    #expect((try transformer.forward(text) as? NSNumber)?.doubleValue == number)
  }

  @Test(arguments: [
    ("en_US", "1.234,50"), ("de_DE", "1,234.50"), ("en_US", "1..2"), ("en_US", "1,23"),
    ("en_US", "1234,567"), ("en_US", ",123"), ("en_US", "1,,234"), ("en_US", "1.2.3"),
    ("en_US", "1.5,000"), ("de_DE", "1.23"), ("en_US", "."), ("en_US", ""),
  ])
  func refusesOtherGroups(_ locale: String, _ text: String) {
    let transformer = ValueTransformer.number(style: .decimal, locale: Locale(identifier: locale))
    #expect(throws: (any Error).self) { try transformer.forward(text) }
  }
}
