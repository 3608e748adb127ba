import Foundation
import Peridot
import Synchronization
import Testing

@testable import TestSupport

private final class Item: Model, JSONSerializing {
  var id = 0
  var text = ""
  var next: Item?
}

/// Bytes that come one after the other, and how many were asked for.
private struct Bytes: AsyncSequence, Sendable {
  typealias Element = UInt8

  final class Counter: Sendable {
    let count = Mutex(0)
  }

  let bytes: [UInt8]
  let counter = Counter()

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(rest: bytes[...], counter: counter)
  }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<UInt8>
    let counter: Counter

    mutating func next() async -> UInt8? {
      guard let byte = rest.popFirst() else { return nil }
      counter.count.withLock { $0 += 1 }
      return byte
    }
  }
}

private func ids(_ text: String) async throws -> [Int] {
  var ids: [Int] = []
  for try await item: Item in JSONAdapter.stream(from: Bytes(text)) { ids.append(item.id) }
  return ids
}

/// What a stream gives until it fails.
private func failure(
  _ text: String, maximumElementSize: Int = 1_000
) async -> (ids: [Int], error: JSONAdapterError?) {
  var ids: [Int] = []
  var iterator = JSONAdapter.stream(
    of: Item.self, from: Bytes(text), maximumElementSize: maximumElementSize
  ).makeAsyncIterator()
  do {
    while let item = try await iterator.next() { ids.append(item.id) }
    return (ids, nil)
  } catch {
    #expect((try? await iterator.next()) == .some(nil), "a stream ends with its error")
    return (ids, error as? JSONAdapterError)
  }
}

@Suite struct StreamTests {
  @Test(arguments: [
    #"[{"id":1},{"id":2},{"id":3}]"#, " \n[ {\"id\":1} , {\"id\":2}\r\n,{\"id\":3} ] \n",
    "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n", "{\"id\":1}\r\n\r\n{\"id\":2}\r\n{\"id\":3}",
    "{\"id\":1}{\"id\":2} {\"id\":3}",
    #"[{"text":"]},{\"\\","id":1},{"next":{"id":9,"next":{}},"id":2},{"id":3}]"#,
    "\u{FEFF}[{\"id\":1},{\"id\":2},{\"id\":3}]",
  ])
  func readsModelsOneByOne(_ text: String) async throws {
    #expect(try await ids(text) == [1, 2, 3])
  }

  @Test func readsNothing() async throws {
    #expect(try await ids("[]") == [])
    #expect(try await ids(" [ ] ") == [])
  }

  @Test func asksForNoMoreThanItNeeds() async throws {
    let bytes = Bytes(#"[{"id":1},{"id":2},{"id":3}]"#)
    var iterator = JSONAdapter.stream(of: Item.self, from: bytes).makeAsyncIterator()
    #expect(try await iterator.next()?.id == 1)
    #expect(bytes.counter.count.withLock { $0 } == 9)
    #expect(try await iterator.next()?.id == 2)
    #expect(bytes.counter.count.withLock { $0 } == 18)
  }

  @Test func asksForNoMoreOfIndentedText() async throws {
    let first =
      "[\n  {\n    \"id\": 1,\n    \"next\": {\n      \"id\": 2\n    },\n    \"text\": \"\"\n  }"
    let bytes = Bytes(first + ",\n  {\n    \"id\": 3\n  }\n]\n")
    var iterator = JSONAdapter.stream(of: Item.self, from: bytes).makeAsyncIterator()
    #expect(try await iterator.next()?.id == 1)
    #expect(bytes.counter.count.withLock { $0 } == first.utf8.count)
    #expect(try await iterator.next()?.id == 3)
    #expect(try await iterator.next() == nil)
  }

  @Test func readsAFileInChunks() async throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("stream-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    let filler = String(repeating: "é", count: 100)
    let text = (0..<2_000).map { #"{"id":\#($0),"text":"\#(filler)"}"# }
    try Data("[\(text.joined(separator: ",\n"))]".utf8).write(to: url)
    var expected = 0
    for try await item: Item in JSONAdapter().stream(from: url) {
      #expect(item.id == expected)
      #expect(item.text == filler)
      expected += 1
    }
    #expect(expected == 2_000)
    let missing = JSONAdapter.stream(of: Item.self, from: url.appendingPathExtension("none"))
    await #expect(throws: (any Error).self) {
      for try await _ in missing {}
    }
  }

  @Test func saysWhereAnElementIsWrong() async {
    let result = await failure("[{\"id\":1},\n {\"id\":2},\n  {\"id\":\n \"x\"}]")
    #expect(result.ids == [1, 2])
    #expect(
      result.error?.description
        == #"Item.id: expected Int, found string "x" at $[2].id (line 4, column 2): no policy "#
        + #"reads it"#)
    #expect(result.error?.byteOffset == 32)
    let line = await failure("{\"id\":1}\n{\"id\":2} {\"next\":{\"id\":null}}\n")
    #expect(
      line.error?.description
        == "Item.id: expected Int, found null at $[2].next.id (line 2, column 24): declare the "
        + "property as Int?")
    #expect(line.error?.kind == .nullValue)
  }

  @Test(arguments: [
    ("", "document is empty at $[0] (line 1, column 1)"),
    ("[", "unexpected end of document at $[0] (line 1, column 2)"),
    ("[{}", "unexpected end of document at $[1] (line 1, column 4)"),
    ("[{},", "unexpected end of document at $[1] (line 1, column 5)"),
    ("[{},{", "unexpected end of document at $[1] (line 1, column 6)"),
    ("[D", "unexpected character 'D' at $[0] (line 1, column 2)"),
    ("[1", "unexpected end of document at $[0] (line 1, column 3)"),
    ("[{},]", "unexpected character ']' at $[1] (line 1, column 5)"),
    ("[,{}]", "unexpected character ',' at $[0] (line 1, column 2)"),
    ("[{} {}]", "unexpected character '{' at $[1] (line 1, column 5)"),
    ("[{}]\n x", "text after the document at $[1] (line 2, column 2)"),
    ("{}\n]", "unexpected character ']' at $[1] (line 2, column 1)"),
    ("[{\"id\":]}]", "unexpected character ']' at $[0].id (line 1, column 8)"),
    ("[7]", "Item: expected object, found number 7 at $[0] (line 1, column 2)"),
    ("[{},null,{}]", "Item: expected object, found null at $[1] (line 1, column 5)"),
    ("{}\n\"x\"\n", #"Item: expected object, found string "x" at $[1] (line 2, column 1)"#),
    ("{}\n{\"id\"", "unexpected end of document at $[1] (line 2, column 6)"),
    ("[{},[1]]", "Item: expected object, found array at $[1] (line 1, column 5)"),
  ])
  func saysWhereTheTextIsMalformed(_ text: String, _ message: String) async {
    let result = await failure(text)
    #expect(result.error?.complaint == message)
  }

  @Test func refusesAnElementThatIsTooLarge() async {
    let text = "[{},\n{\"text\":\"" + String(repeating: "x", count: 2_000) + "\"}]"
    let result = await failure(text)
    #expect(result.ids == [0])
    #expect(result.error?.kind == .tooLarge)
    #expect(
      result.error?.description == """
        Item: expected an element of at most 1000 bytes, found more at $[1] (line 2, column 1)
        """)
    #expect(await failure(text, maximumElementSize: 2_011).error == nil)
    #expect(await failure(text, maximumElementSize: 2_010).error?.kind == .tooLarge)
    let deep = await failure(
      String(repeating: "[", count: 100_000), maximumElementSize: 1_000_000)
    #expect(deep.error != nil)
  }

  @Test func leavesOutBadElementsWhereThePolicyDoes() async throws {
    let issues = Mutex<[JSONIssue]>([])
    var policy = ConversionPolicy.strict
    policy.badElement = .drop
    var ids: [Int] = []
    let stream = JSONAdapter.stream(
      of: Item.self, from: Bytes("{\"id\":1}\n{\"id\":\"x\"}\n7\n{\"id\":4}"), policy: policy
    ) { issue in issues.withLock { $0.append(issue) } }
    for try await item in stream { ids.append(item.id) }
    #expect(ids == [1, 4])
    #expect(issues.withLock { $0.map(\.path) } == ["$[1].id", "$[2]"])
    #expect(issues.withLock { $0.map(\.action) } == [.dropped, .dropped])
  }

  @MainActor @Test func givesModelsToAnActor() async throws {
    var ids: [Int] = []
    for try await item in JSONAdapter.stream(of: Item.self, from: Bytes(#"[{"id":1},{"id":2}]"#)) {
      ids.append(item.id)
    }
    #expect(ids == [1, 2])
  }

  @Test func stopsWhenItsTaskIsCancelled() async {
    let text = String(repeating: "{\"id\":1}\n", count: 10)
    let task = Task { () -> (count: Int, isCancelled: Bool) in
      while !Task.isCancelled { await Task.yield() }
      do {
        return (try await ids(text).count, false)
      } catch {
        return (0, error is CancellationError)
      }
    }
    task.cancel()
    let result = await task.value
    #expect(result.count == 0 && result.isCancelled)
  }
}
