import Foundation
import Peridot
import Testing

private final class Link: Model, JSONSerializing {
  var url: URL?
  var list: [URL] = []
}

private struct PlainLink: Decodable {
  var url: URL
}

@Suite struct URLRewritingTests {
  private static let base = "https://x.y/Patient?identifier=mrn"

  private func policy(_ rule: ConversionPolicy.URLRule) -> ConversionPolicy {
    var policy = ConversionPolicy.strict
    policy.urls = rule
    return policy
  }

  @Test(arguments: ["https://x.y/Patient?identifier=mrn|123456", "a b", "https://x.y/ä", "%zz"])
  func reportsTextThatURLRewrites(_ text: String) throws {
    let json = #"{"url": "\#(text)", "list": ["x", "\#(text)"]}"#
    let expected = try JSONDecoder().decode(PlainLink.self, from: Data(json.utf8)).url
    let members: [String: Any] = ["url": text, "list": ["x", text]]
    let words = "took string \"\(text)\" as URL \(expected.absoluteString)"
    for rule in [ConversionPolicy.URLRule.foundation, .encoded] {
      for road in [json, members] as [Any] {
        var issues: [String] = []
        let link = try JSONAdapter.model(of: Link.self, from: road, policy: policy(rule)) {
          issues.append($0.description)
        }
        #expect(link.url == expected)
        // A dictionary has no order.
        #expect(issues.sorted() == ["$.list[1]: \(words)", "$.url: \(words)"])
      }
    }
    for rule in [ConversionPolicy.URLRule.exact, .trimmed] {
      for road in [json, members] as [Any] {
        #expect(throws: JSONAdapterError.self) {
          try JSONAdapter.model(of: Link.self, from: road, policy: policy(rule))
        }
      }
    }
  }

  @Test(arguments: ["https://x.y/a?b=c%7C", "HTTP://X/", "file:///a/../b", "x"])
  func takesOtherTextInSilence(_ text: String) throws {
    for rule in [ConversionPolicy.URLRule.foundation, .encoded, .exact, .trimmed] {
      var count = 0
      let link = try JSONAdapter.model(
        of: Link.self, from: #"{"url": "\#(text)"}"#, policy: policy(rule)
      ) { _ in count += 1 }
      #expect(link.url?.absoluteString == text)
      #expect(count == 0)
    }
  }
}
