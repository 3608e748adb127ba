// The code of Sources/Peridot/Documentation.docc/Streaming.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

@Suite struct StreamingArticleTests {
  final class Ticket: Model, JSONSerializing {
    var title = ""
  }

  final class Answer: Model, JSONSerializing {
    var title = ""
    var steps: [Step] = []
  }

  final class Step: Model, JSONSerializing {
    var text = ""
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

  @Test func showsAnObjectThatGrows() async throws {
    let pieces = [#"{"title": "Te"#, #"a", "steps": [{"text": "bo"#, #"il"}]"#, "}"]
    let shown = ["Te", "Tea bo", "Tea boil", "Tea boil."]
    var seen: [String] = []
    func show(_ answer: Answer, isComplete: Bool) {
      let words = [answer.title] + answer.steps.map(\.text)
      seen.append(words.joined(separator: " ") + (isComplete ? "." : ""))
    }
    do {
      let chunks = AsyncStream { continuation in
        for piece in pieces { continuation.yield(piece) }
        continuation.finish()
      }
      let growing = try JSONAdapter.growing(Answer.self, from: chunks)
      for try await answer in growing {
        show(answer, isComplete: !growing.isOpen(answer))
      }
      #expect(seen == shown)
    }
    seen = []
    do {
      let chunks = pieces
      let growing = Growing(Answer.self)
      for chunk in chunks {
        if try growing.append(chunk), let answer = growing.model {
          show(answer, isComplete: !growing.isOpen(answer))
        }
      }
      try growing.finish()
      #expect(seen == shown)
    }
  }

  @Test func showsElementsThatGrow() async throws {
    let chunks = AsyncStream { continuation in
      for piece in [#"{"data": {"steps": [{"text": "a"}, {"text": "b"#, #"c"}]}}"#] {
        continuation.yield(piece)
      }
      continuation.finish()
    }
    var texts: [String] = []
    for try await step in try JSONAdapter.growing(Step.self, from: chunks, at: "data.steps") {
      texts.append(step.text)
    }
    #expect(texts == ["a", "b", "bc"])
  }

  @Test func tellsItsProgress() async throws {
    let fileURL = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: fileURL) }
    try Data("{\"title\": \"a\"}\n{\"title\": \"b\"}\n".utf8).write(to: fileURL)
    let stream = JSONAdapter.stream(of: Ticket.self, from: fileURL)
    for try await _ in stream {
      #expect(stream.progress.fractionCompleted == 1)
    }
    #expect(stream.progress == JSONStreamProgress(models: 2, bytes: 30, totalBytes: 30))
  }

  private actor Response {
    private(set) var text = ""

    func write(_ data: Data) async throws { text += String(decoding: data, as: UTF8.self) }
  }

  @Test func writesModelsOneByOne() async throws {
    let fileURL = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: fileURL) }
    let tickets = ["a", "b"].map { title in
      let ticket = Ticket()
      ticket.title = title
      return ticket
    }
    do {
      let writer = try JSONAdapter.writer(of: Ticket.self, to: fileURL)
      for ticket in tickets {
        try await writer.write(ticket)
      }
      try await writer.finish()
    }
    let lines = "{\"title\":\"a\"}\n{\"title\":\"b\"}\n"
    #expect(try String(contentsOf: fileURL, encoding: .utf8) == lines)
    let response = Response()
    do {
      let writer = try JSONAdapter.writer(
        of: Ticket.self, to: { try await response.write($0) }, as: .array)
      try await writer.write(contentsOf: tickets)
      try await writer.finish()
    }
    #expect(await response.text == #"[{"title":"a"},{"title":"b"}]"#)
    let writer = try JSONAdapter.writer(
      of: Ticket.self, to: fileURL, as: .array(at: "data.tickets"))
    try await writer.write(contentsOf: JSONAdapter.stream(of: Ticket.self, from: fileURL))
    try await writer.finish()
    #expect(
      try String(contentsOf: fileURL, encoding: .utf8)
        == #"{"data":{"tickets":[{"title":"a"},{"title":"b"}]}}"#)
  }
}
