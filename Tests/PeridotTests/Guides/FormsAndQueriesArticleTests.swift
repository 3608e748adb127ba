// The code of Sources/Peridot/Documentation.docc/FormsAndQueries.md
import Foundation
import Peridot
import Testing

@Suite struct FormsAndQueriesArticleTests {
  final class Search: Model, JSONSerializing {
    var text = ""
    var labels: [String] = []
    var isOpen: Bool?
    var since: Date?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["text": "q", "labels": "label", "isOpen": "open"]
    }
  }

  func queryItems(of model: some Model & JSONSerializing) throws -> [URLQueryItem] {
    var texts = ConversionPolicy.strict
    (texts.acceptsNumbersAsStrings, texts.acceptsBoolsAsStrings) = (true, true)
    let json = try JSONAdapter.data(from: model)
    return try JSONAdapter.value(of: [String: OneOrMany<String>].self, from: json, policy: texts)
      .sorted { $0.key < $1.key }
      .flatMap { name, list in list.map { URLQueryItem(name: name, value: $0) } }
  }

  final class Report: Model, JSONSerializing {
    var search = Search()
  }

  @Test func anObjectWithinIsAnError() throws {
    let error = #expect(throws: JSONAdapterError.self) { try queryItems(of: Report()) }
    #expect(error?.path == "$.search")
    #expect(error?.found.isEmpty == false)
  }

  @Test func aModelIsAQuery() throws {
    let search = Search().with {
      $0.text = "a+b"
      $0.labels = ["bug", "help wanted"]
      $0.isOpen = true
    }
    var components = URLComponents(string: "https://api.example.com/issues")
    components?.queryItems = try queryItems(of: search)
    let query = components?.percentEncodedQuery?.replacing("+", with: "%2B")
    components?.percentEncodedQuery = query
    // https://api.example.com/issues?label=bug&label=help%20wanted&open=true&q=a%2Bb
    #expect(
      components?.string
        == "https://api.example.com/issues?label=bug&label=help%20wanted&open=true&q=a%2Bb")
    let body = Data((query ?? "").utf8)
    #expect(
      String(decoding: body, as: UTF8.self) == "label=bug&label=help%20wanted&open=true&q=a%2Bb")

    search.since = Date(timeIntervalSince1970: 1_767_323_045)
    search.labels = []
    search.isOpen = false
    let items = try queryItems(of: search)
    #expect(items.map(\.name) == ["open", "q", "since"])
    #expect(items.map(\.value) == ["false", "a+b", "2026-01-02T03:04:05Z"])
  }
}
