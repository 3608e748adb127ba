import Foundation
import Peridot
import Synchronization
import Testing

private class Item: Model, JSONSerializing {
  static let made = Mutex(0)

  var id = 0
  var big: Int8 = 0
  var text: String?
  var next: Item?

  required init() {
    super.init()
    Self.made.withLock { $0 += 1 }
  }
}

private final class HookedItem: Item, JSONPreparing {
  static let calls = Mutex<[String: Int]>([:])

  private static func called(_ name: String) {
    calls.withLock { $0[name, default: 0] += 1 }
  }

  static func prepare(_ json: [String: Any]) throws -> [String: Any] {
    called("prepare")
    return json
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    guard key == "text" else { return nil }
    return .closure { (text: String) -> String in
      called("transformer")
      return text
    }
  }

  override func validate() throws {
    try super.validate()
    Self.called("validate")
  }

  override func didLoad(from source: ModelSource) throws {
    Self.called("didLoad")
  }
}

private struct Chunks: AsyncSequence, Sendable {
  let chunks: [[UInt8]]

  init(_ text: String, of size: Int) {
    let bytes = Array(text.utf8)
    chunks = stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<Swift.min($0 + size, bytes.count)])
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(rest: chunks[...]) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<[UInt8]>

    mutating func next() async -> [UInt8]? { rest.popFirst() }
  }
}

/// What a road gives: the identifiers of the models, the issues, and the error.
private struct Outcome: Equatable {
  var ids: [Int] = []
  var issues: [JSONIssue] = []
  var error: String?
}

private func streamed(
  _ text: String, _ policy: ConversionPolicy, chunk: Int
) async -> Outcome {
  let issues = Mutex<[JSONIssue]>([])
  var outcome = Outcome()
  do {
    let stream = JSONAdapter.stream(
      of: Item.self, from: Chunks(text, of: chunk), policy: policy
    ) { issue in issues.withLock { $0.append(issue) } }
    for try await item in stream { outcome.ids.append(item.id) }
  } catch {
    outcome.error = "\(error)"
  }
  outcome.issues = issues.withLock { $0 }
  return outcome
}

private func whole(_ text: String, _ policy: ConversionPolicy) -> Outcome {
  var outcome = Outcome()
  do {
    outcome.ids = try JSONAdapter.models(of: Item.self, from: text, policy: policy) {
      outcome.issues.append($0)
    }.map(\.id)
  } catch {
    outcome.error = "\(error)"
  }
  return outcome
}

private let dropping: ConversionPolicy = {
  var policy = ConversionPolicy.strict
  policy.badElement = .drop
  return policy
}()

@Suite(.serialized) struct StreamRoadTests {
  static let policies: [ConversionPolicy] = [
    .strict, .lenient, .legacyYYModel, .legacyJSONModel, .legacyMantle, dropping,
  ]

  @Test(
    arguments: [
      #"[{"id": 1}, [{"id": 2}, {"id": 3}], {"id": 4}]"#, #"[[[{"id": 2}], []], {"id": 4}]"#,
      #"[{"id": "x", "b": 1}, {"id": 2}]"#, #"[{"big": 300, "id": []}, {"id": 2}]"#,
      #"[{"big": "12", "id": {}}, {"id": "2"}]"#, #"[1, null, "x", true, [], {}, {"id": 2}]"#,
      #"[[1, {"id": 3}], {"id": 2}]"#, #"[{"next": 5, "id": 1}, {"next": {"id": "x"}, "id": 2}]"#,
      #"[{"id": 1, "id": "x"}, {"id": "x", "id": 2}]"#, #"[{"id": 1e400}, {"id": 2}]"#,
      #"[{"id": [{"id": 1}]}, [[]], [{"id": "y"}, {"id": 5}]]"#,
      #"[{"id": 1}, null, {"id": 2}, null]"#, #"[[null, {"id": 1}], {"next": null, "id": null}]"#,
    ], policies)
  func readsAnArrayAsTheWholeReadingDoes(_ text: String, _ policy: ConversionPolicy) async {
    let expected = whole(text, policy)
    for chunk in [1, 7, 1_000] {
      let found = await streamed(text, policy, chunk: chunk)
      if let error = expected.error {
        #expect(found.error == error)
      } else {
        #expect(found == expected)
      }
    }
  }

  @Test(
    arguments: [
      #"[{"id": "x", "b": tru}, {"id": 2}]"#, #"[{"id": "x", "b": 01}, {"id": 2}]"#,
      #"[{"id": "x", "b": "\q"}, {"id": 2}]"#, #"[{"id": "x" "b"}, {"id": 2}]"#,
      #"[{"id": 1}, {"id": 2]}"#,
    ], policies)
  func endsWithMalformedText(_ text: String, _ policy: ConversionPolicy) async {
    let expected = whole(text, policy)
    #expect(expected.error != nil)
    for chunk in [1, 7, 1_000] {
      #expect(await streamed(text, policy, chunk: chunk).error == expected.error)
    }
  }

  @Test(arguments: [
    // A torn line, and what is left of one: broken off in a name, a text, a number, a container.
    (#"{"id": 2, "te"#, [1, 3, 4]), (#"{"id": 2, "text": "abc"#, [1, 3, 4]),
    (#"{"id": 2, "text": "abc\"#, [1, 3, 4]), (#"{"id": 2,"#, [1, 3, 4]),
    (#"{"id": 2"#, [1, 3, 4]), (#"{"id":"#, [1, 3, 4]), (#"{"next": [1, {"#, [1, 3, 4]),
    (#"{"next": [1,"#, [1, 3, 4]), (#""#, [1, 3, 4]), (#"id": 2}"#, [1, 3, 4]),
    (#", "id": 2}"#, [1, 3, 4]), (#": 2}"#, [1, 3, 4]), (#"}"#, [1, 3, 4]), (#"]}"#, [1, 3, 4]),
    (#"é"#, [1, 3, 4]), (#"garbage and {"id": 9}"#, [1, 3, 4]),
    (#"{"id": 2, "text": tru}"#, [1, 3, 4]),
    (#"{"id": 2} tru"#, [1, 2, 3, 4]), (#"{"id": 2}}"#, [1, 2, 3, 4]),
  ])
  func leavesOutATornLine(_ line: String, _ ids: [Int]) async {
    for (text, torn) in [
      ("{\"id\": 1}\n\(line)\n{\"id\": 3}\n{\"id\": 4}\n", line),
      ("{\"id\": 1}\r\n\(line)\r\n{\"id\": 3}\r\n{\"id\": 4}", line),
    ] {
      for chunk in [1, 3, 10, 1_000] {
        let found = await streamed(text, dropping, chunk: chunk)
        #expect(found.ids == ids, "\(torn)")
        #expect(found.error == nil, "\(torn)")
        #expect(found.issues.map(\.action) == (torn.isEmpty ? [] : [.dropped]), "\(torn)")
        let index = ids.count == 4 ? 2 : 1
        #expect(found.issues.allSatisfy { $0.path.hasPrefix("$[\(index)]") }, "\(torn)")
        let strict = await streamed(text, .strict, chunk: chunk)
        #expect(strict.ids == Array(ids.prefix(torn.isEmpty ? 3 : index)), "\(torn)")
        #expect((strict.error == nil) == torn.isEmpty, "\(torn)")
      }
    }
  }

  @Test func leavesOutTheFirstAndTheLastLine() async {
    let text = "\"id\": 0}\n{\"id\": 1}\n{\"id\": 2}\n{\"id\": 3, \"te"
    let found = await streamed(text, dropping, chunk: 5)
    #expect(found.ids == [1, 2])
    #expect(found.error == nil)
    #expect(
      found.issues.map(\.description) == [
        "$[0]: expected object, found string \"id\"; the element was dropped",
        "$[1]: expected a line of JSON, found unexpected character ':'; the element was dropped",
        "$[4]: expected a line of JSON, found unterminated string; the element was dropped",
      ])
  }

  @Test(arguments: [1, 7, 1_000])
  func leavesOutNullAlone(chunk: Int) async {
    let array = await streamed(
      #"[null, {"id": 1}, null, {"id": 2}, 3]"#, .legacyMantle, chunk: chunk)
    #expect(array.ids == [1, 2])
    #expect(array.issues.map(\.action) == [.dropped, .dropped])
    #expect(array.issues.map(\.path) == ["$[0]", "$[2]"])
    #expect(
      array.error
        == "Item: expected object, found number 3 at $[4] (line 1, column 36): no policy reads it")
    let lines = await streamed(
      "{\"id\": 1}\nnull\n{\"id\": 2}\ntru\n{\"id\": 3}", .legacyMantle, chunk: chunk)
    #expect(lines.ids == [1, 2])
    #expect(lines.issues.map(\.path) == ["$[1]"])
    #expect(lines.error == "unexpected character U+000A at $[3] (line 4, column 4)")
  }

  @Test func waitsForNoMoreThanATornLineTakes() async throws {
    let lines = (1...1_000).map { "{\"id\": \($0)}\n" }.joined()
    var iterator = JSONAdapter.stream(
      of: Item.self, from: Chunks("{\"id\": 0,\n" + lines, of: 16), policy: dropping,
      maximumElementSize: 64
    ).makeAsyncIterator()
    var ids: [Int] = []
    while let item = try await iterator.next() { ids.append(item.id) }
    #expect(ids == Array(1...1_000))
  }

  @Test func runsTheUsersCodeOnceForEachObject() async throws {
    let count = 3_000
    let objects = (0..<count).map { number in
      let text = String(repeating: "x", count: number % 97)
      return #"{"id": \#(number), "text": "\#(text)"}"#
    }
    for (text, chunk) in [
      ("[" + objects.joined(separator: ",\n") + "]", 1_000), (objects.joined(separator: "\n"), 333),
    ] {
      Item.made.withLock { $0 = 0 }
      HookedItem.calls.withLock { $0 = [:] }
      var found = 0
      let stream = JSONAdapter.stream(of: HookedItem.self, from: Chunks(text, of: chunk))
      for try await _ in stream { found += 1 }
      #expect(found == count)
      #expect(Item.made.withLock { $0 } == count)
      #expect(
        HookedItem.calls.withLock { $0 } == [
          "prepare": count, "transformer": count, "validate": count, "didLoad": count,
        ])
    }
  }
}
