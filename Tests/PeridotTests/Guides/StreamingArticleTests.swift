// The code of Sources/Peridot/Documentation.docc/Streaming.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

@Suite struct StreamingArticleTests {
  final class Ticket: Model, JSONSerializing {
    var title = ""
  }

  @Test func readsAFileOneByOne() async throws {
    let fileURL = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: fileURL) }
    for (text, read) in [
      (#"[{"title": "a"}, {"title": "b"}]"#, ["a", "b"]),
      ("{\"title\": \"c\"}\n{\"title\": \"d\"}\n", ["c", "d"]),
    ] {
      try Data(text.utf8).write(to: fileURL)
      var titles: [String] = []
      for try await ticket in JSONAdapter.stream(of: Ticket.self, from: fileURL) {
        titles.append(ticket.title)
      }
      #expect(titles == read)
    }
    try Data(#"[{"title": "a"}, {"title": 1}, {"title": "b"}]"#.utf8).write(to: fileURL)
    var titles: [String] = []
    await #expect(throws: JSONAdapterError.self) {
      for try await ticket in JSONAdapter.stream(of: Ticket.self, from: fileURL) {
        titles.append(ticket.title)
      }
    }
    #expect(titles == ["a"])
  }

  @Test func readsChunksOneByOne() async throws {
    let chunks = AsyncStream<Data> { continuation in
      for chunk in [#"{"data": {"tickets": [{"ti"#, #"tle": "a"}, {"title": "b"}]}}"#] {
        continuation.yield(Data(chunk.utf8))
      }
      continuation.finish()
    }
    var titles: [String] = []
    for try await ticket in JSONAdapter.stream(of: Ticket.self, from: chunks, at: "data.tickets") {
      titles.append(ticket.title)
    }
    #expect(titles == ["a", "b"])
  }
}
