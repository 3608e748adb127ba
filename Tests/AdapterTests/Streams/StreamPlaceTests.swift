import Foundation
import Peridot
import Synchronization
import Testing

@testable import TestSupport

private final class Item: Model, JSONSerializing {
  var id = 0
  var text: String?
  var next: Item?
}

/// Counts how many there were.
private final class CountedItem: Model, JSONSerializing {
  static let made = Mutex(0)

  var id = 0
  var next: CountedItem?

  required init() {
    super.init()
    Self.made.withLock { $0 += 1 }
  }
}

/// Chunks that have arrived.
private struct Chunks<Chunk: Sendable>: AsyncSequence, Sendable {
  typealias Element = Chunk

  let chunks: [Chunk]

  func makeAsyncIterator() -> Iterator { Iterator(rest: chunks[...]) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<Chunk>

    mutating func next() async -> Chunk? { rest.popFirst() }
  }
}

private typealias Outcome = (items: [Item], error: JSONAdapterError?)

/// What a stream gives until it fails.
private func outcome(
  _ chunks: [[UInt8]], at place: JSONKeyPath?, policy: ConversionPolicy = .strict, limit: Int = 1000
) async -> Outcome {
  var items: [Item] = []
  let stream = JSONAdapter.stream(
    of: Item.self, from: Chunks(chunks: chunks), at: place, policy: policy,
    maximumElementSize: limit)
  do {
    for try await item in stream { items.append(item) }
    return (items, nil)
  } catch {
    return (items, error as? JSONAdapterError)
  }
}

private func outcome(
  _ text: String, at place: JSONKeyPath?, policy: ConversionPolicy = .strict, limit: Int = 1000
) async -> Outcome {
  await outcome([Array(text.utf8)], at: place, policy: policy, limit: limit)
}

private func whole(_ text: [UInt8], at place: JSONKeyPath?) -> (
  items: [Item], error: JSONAdapterError?
) {
  do {
    return (try JSONAdapter.models(from: Data(text), at: place), nil)
  } catch {
    return ([], error as? JSONAdapterError)
  }
}

extension [UInt8] {
  /// The bytes in pieces of random sizes.
  fileprivate func cut(by random: inout SeededRandom) -> [[UInt8]] {
    var chunks: [[UInt8]] = []
    let largest = [1, 3, 20, 100, 10_000].randomElement(using: &random) ?? 1
    var start = 0
    while start < count {
      let end = Swift.min(count, start + Int.random(in: 0...largest, using: &random))
      chunks.append(Array(self[start..<end]))
      start = end
    }
    return chunks
  }
}

@Suite struct StreamPlaceTests {
  @Test(arguments: [
    (#"{"items":[{"id":1},{"id":2}]}"#, "items"),
    (#"{"data":{"items":[{"id":1},{"id":2}]}}"#, "data.items"),
    (
      #" { "a" : [ ] , "data" : { "x" : null, "items" : [ {"id":1} , {"id":2} ] , "y":{}},"z":[]} "#,
      "data.items"
    ),
    (#"{"a":[[], {"items":[]}, {"items":[{"id":1},{"id":2}],"more":7}, 8]}"#, "a[2].items"),
    (#"{"a":{"items":[9]},"items":[{"id":1},{"id":2}],"b":"]}","c":1.5e3,"d":true}"#, "items"),
    (#"{"\u0069tems":[{"id":1},{"id":2}]}"#, "items"),
    (#"{"s":"\"items\":[{\"id\":9}]","items":[{"id":1},{"id":2}]}"#, "items"),
    ("\u{FEFF}{\"items\":[{\"id\":1},{\"id\":2}]}", "items"),
  ])
  func readsAnArrayWithin(_ text: String, _ place: String) async throws {
    let result = await outcome(text, at: JSONKeyPath(place))
    #expect(result.items.map(\.id) == [1, 2])
    #expect(result.error == nil)
    #expect(whole(Array(text.utf8), at: JSONKeyPath(place)).items.map(\.id) == [1, 2])
  }

  @Test func readsChunksOfEachKind() async throws {
    let text = #"{"items":[{"id":1},{"id":2}]}"#
    let bytes = Array(text.utf8)
    let arrays = Chunks(chunks: [Array(bytes[..<12]), [], Array(bytes[12...])])
    let data = Chunks(chunks: [Data(bytes[..<20]), Data(), Data(bytes[20...])])
    let slices = Chunks(chunks: [bytes[..<1], bytes[1...]])
    let single = Chunks(chunks: bytes)
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("stream-place-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(bytes).write(to: url)
    var streams: [JSONModelStream<Item>] = [
      JSONAdapter.stream(from: arrays, at: "items"), JSONAdapter.stream(from: data, at: "items"),
      JSONAdapter.stream(from: slices, at: "items"), JSONAdapter.stream(from: single, at: "items"),
      JSONAdapter.stream(from: url, at: "items"),
    ]
    let adapter = JSONAdapter()
    streams += [
      adapter.stream(from: arrays, at: "items"), adapter.stream(from: data, at: "items"),
      adapter.stream(from: slices, at: "items"), adapter.stream(from: single, at: "items"),
      adapter.stream(from: url, at: "items"),
    ]
    for stream in streams {
      // Twice: each iterator begins anew.
      for _ in 0..<2 {
        var ids: [Int] = []
        for try await item in stream { ids.append(item.id) }
        #expect(ids == [1, 2])
      }
    }
  }

  @Test(arguments: [
    (
      #"{"data":{"items":[{"id":1},{"id":"x"}]}}"#, "data.items",
      #"Item.id: expected Int, found string "x" at $.data.items[1].id (line 1, column 34)"#
    ),
    (
      "{\"a\":1,\n \"items\":[\n{\"id\":null}]}", "items",
      "Item.id: expected Int, found null at $.items[0].id (line 3, column 7)"
    ),
    (#"{"data":{}}"#, "data.items", #"Item: missing "items" at $.data.items (line 1, column 9)"#),
    (#"{"data":[]}"#, "data[0]", #"Item: missing "[0]" at $.data[0] (line 1, column 9)"#),
    (
      #"{"data":7}"#, "data.items",
      "Item: expected object, found number 7 at $.data (line 1, column 9)"
    ),
    (#"{"data":{}}"#, "data", "Item: expected array, found object at $.data (line 1, column 9)"),
    (#"{"data":null}"#, "data", "Item: expected array, found null at $.data (line 1, column 9)"),
    (#"[]"#, "data", "Item: expected object, found array at $ (line 1, column 1)"),
  ])
  func failsAsReadingTheWholeDoes(_ text: String, _ place: String, _ message: String) async {
    let result = await outcome(text, at: JSONKeyPath(place))
    #expect(result.error?.complaint == message)
    let whole = whole(Array(text.utf8), at: JSONKeyPath(place))
    #expect(whole.error?.description == result.error?.description)
  }

  @Test(arguments: [
    (
      #"{"items":[{}],"items":[]}"#,
      #""items" occurs again, after a stream has read it at $ (line 1, column 15)"#
    ),
    (#"{"x":tru,"items":[{}]}"#, "unexpected character ',' at $.x (line 1, column 9)"),
    (#"{"items":[{}],"x":nul}"#, "unexpected character '}' at $.x (line 1, column 22)"),
    (#"{"items":[{}],"x":{"y":[1,]}}"#, "unexpected character ']' at $.x.y (line 1, column 27)"),
    (#"{"items":[{}]"#, "unexpected end of document at $ (line 1, column 14)"),
    (#"{"items":[{}]}]"#, "text after the document at $ (line 1, column 15)"),
    (#"{"items":[{}]},{}"#, "text after the document at $ (line 1, column 15)"),
    (#"{"items":[{}]}é"#, "text after the document at $ (line 1, column 15)"),
    (#"{"items":[{}}"#, "unexpected character '}' at $.items[1] (line 1, column 13)"),
    (#"{"items":[{}]]"#, "unexpected character ']' at $ (line 1, column 14)"),
    (#"{"items" [{}]}"#, "unexpected character '[' at $ (line 1, column 10)"),
    (#"{"items":}"#, "unexpected character '}' at $ (line 1, column 10)"),
    (#"{items:[]}"#, "unexpected character 'i' at $ (line 1, column 2)"),
    (#"{"x":[tru]}"#, "unexpected character ']' at $.x[0] (line 1, column 10)"),
    (#"{"items":[tru]}"#, "unexpected character ']' at $.items[0] (line 1, column 14)"),
    (#"{"it\q":[]}"#, "invalid escape \\ before 'q' at $ (line 1, column 5)"),
    ("", "document is empty at $ (line 1, column 1)"),
    (#"{é":1}"#, "unexpected character 'é' at $ (line 1, column 2)"),
    (#"{"items":[{}]é}"#, "unexpected character 'é' at $ (line 1, column 14)"),
  ])
  func checksWhatIsBesideTheArray(_ text: String, _ message: String) async {
    let result = await outcome(text, at: "items")
    #expect(result.error?.description == message)
    // A character may come in pieces.
    let cut = await outcome(Array(text.utf8).map { [$0] }, at: "items")
    #expect(cut.error?.description == message)
  }

  @Test func takesAByteOrderMarkAsAWholeOnly() async {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let array = Array("[{}]".utf8)
    #expect(await outcome([[mark[0]], [mark[1]], [mark[2]] + array], at: nil).items.count == 1)
    let others: [[UInt8]] = [
      [0x20, 0xBB], [0xEF], [0xEF, 0xBB], [0x20] + mark, mark + mark, [0xFF],
    ]
    for bytes in others {
      let text = bytes + array
      #expect(await outcome([text], at: nil).error?.kind == .invalidJSON, "\(bytes)")
      #expect(whole(text, at: nil).error?.kind == .invalidJSON, "\(bytes)")
    }
    let lines = await outcome("{}\n\u{FEFF}{}", at: nil)
    #expect(lines.items.count == 1 && lines.error?.kind == .invalidJSON)
  }

  @Test func refusesAPlaceThatIsNone() async {
    for place: JSONKeyPath in ["items[*].x", .excluded, .firstOf("a", "b")] {
      let result = await outcome("{}", at: place)
      #expect(result.error?.kind == .invalidMapping)
    }
  }

  @Test func holdsNoMoreThanTheLimitBesideTheArray() async {
    let filler = String(repeating: "x", count: 2000)
    let result = await outcome("{\"x\":\n \"\(filler)\",\"items\":[]}", at: "items")
    #expect(
      result.error?.description == """
        Item: expected a value outside the stream's array of at most 1000 bytes, found more at $.x \
        (line 2, column 2)
        """)
    #expect(
      await outcome("{\"x\":\"\(filler)\",\"items\":[]}", at: "items", limit: 3000).error == nil)
    let deep = await outcome(
      "{\"x\":" + String(repeating: "[", count: 100_000), at: "items", limit: 1_000_000)
    #expect(deep.error?.kind == .tooDeep)
  }

  @Test func readsWhatTheWholeWouldReadUnderTheSamePolicy() async throws {
    // The policy takes one object for an array of one.
    var policy = ConversionPolicy.strict
    policy.wrapsSingleValues = true
    let text = #"{"items":{"id":5}}"#
    let all: [Item] = try JSONAdapter.models(from: text, at: "items", policy: policy)
    #expect(all.map(\.id) == [5])
    let result = await outcome(text, at: "items", policy: policy)
    #expect(result.items.map(\.id) == [5])
    #expect(result.error == nil)
  }

  @Test func reportsInTermsOfTheDocument() async throws {
    let issues = Mutex<[String]>([])
    let text = #"{"a":{"items":[{"id":"1"},{"id":"x"},{"id":3}]}}"#
    var policy = ConversionPolicy.lenient
    policy.badElement = .drop
    policy.mismatch = .fail
    let stream = JSONAdapter.stream(
      of: Item.self, from: Chunks(chunks: [Data(text.utf8)]), at: "a.items", policy: policy
    ) { issue in issues.withLock { $0.append("\(issue.action) \(issue.path)") } }
    var ids: [Int] = []
    for try await item in stream { ids.append(item.id) }
    #expect(ids == [1, 3])
    #expect(issues.withLock { $0 }.last == "dropped $.a.items[1].id")
  }

  /// Where several elements arrive at once, each is read without looking for its end first.
  @Test func makesEachModelOnce() async throws {
    let count = 20
    let lines = (0..<count).map { "{\"id\":\($0),\"next\":{\"id\":\($0)}}" }
    for text in [lines.joined(separator: "\n"), "[\(lines.joined(separator: ", "))]"] {
      CountedItem.made.withLock { $0 = 0 }
      let stream = JSONAdapter.stream(
        of: CountedItem.self, from: Chunks(chunks: [Array(text.utf8)]))
      var ids: [Int?] = []
      for try await item in stream { ids += [item.id, item.next?.id] }
      #expect(ids == (0..<count).flatMap { [$0, $0] })
      #expect(CountedItem.made.withLock { $0 } == 2 * count)
    }
  }

  @Test(arguments: [
    (#"[{"id":1},{"id":2},{"id":"x"},{"id":4},{"id":5}]"#, "$[2].id (line 1, column 26)"),
    (#"[{"id":1},{"id":2},{"id":3,},{"id":4},{"id":5}]"#, "$[2] (line 1, column 28)"),
    ("[{\"id\":1},\n{\"id\":2}, {\"next\":{\"id\":[]}},{},{}]", "$[2].next.id (line 2, column 25)"),
    ("[{\"id\":1},\n {\"id\":2} {\"id\":3},{},{}]", "$[2] (line 2, column 11)"),
    (
      "[{},{\"text\":\n\"more than fits in an element\"},{\"text\":\"the next one\"}]",
      "$[1] (line 1, column 5)"
    ),
  ])
  func saysWhereAnElementAmongOthersIsWrong(_ text: String, _ place: String) async {
    let result = await outcome(text, at: nil, limit: 30)
    #expect(
      result.error?.complaint.hasSuffix(place) == true, "\(result.error?.description ?? "none")")
    let cut = await outcome(Array(text.utf8).map { [$0] }, at: nil, limit: 30)
    #expect(result.error?.description == cut.error?.description)
    #expect(result.items == cut.items)
  }

  @Test func readsElementsThatTakeSeveralAttempts() async throws {
    let text =
      #"[{"id":1},{"id":2,"id":3},{"id":[[]]},{"next":{"id":5,"id":6}},{"id":"7"},{"id":8}]"#
    var policy = ConversionPolicy.lenient
    policy.badElement = .drop
    var found: [[String]] = []
    for chunks in [[Array(text.utf8)], Array(text.utf8).map { [$0] }] {
      let told = Mutex<[String]>([])
      let stream = JSONAdapter.stream(
        of: Item.self, from: Chunks(chunks: chunks), policy: policy
      ) { issue in told.withLock { $0.append("\(issue.action) \(issue.path)") } }
      var items: [String] = []
      for try await item in stream { items.append("\(item.id) \(item.next?.id ?? 0)") }
      #expect(items == ["1 0", "3 0", "0 0", "0 6", "7 0", "8 0"])
      found.append(told.withLock { $0 })
    }
    #expect(found[0] == ["skipped $[2].id"])
    #expect(found[1] == found[0])
  }

  /// Whatever the chunks, the stream gives what reading the whole gives, and fails where it fails.
  @Test(arguments: 0..<300)
  func agreesWithReadingTheWhole(_ seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let places: [(JSONKeyPath?, String, String)] = [
      (nil, "", ""), ("items", #"{"a":[1,{"items":2}],"#, #","b":{"items":"]"}}"#),
      ("a[1].items", #"{"z":"\\","a":["#, #"],"y":-1.5}"#),
    ]
    let (place, before, after) = places.randomElement(using: &random) ?? places[0]
    let texts = ["é\\\"]", "", "{", "\u{1F600}\n", "\\", "plain text that is somewhat longer"]
    var items = (0..<Int.random(in: 0...6, using: &random)).map { id -> String in
      let text = (texts.randomElement(using: &random) ?? "").debugDescription
      let space =
        ["", " ", "\n", "\r\n ", "                    "].randomElement(using: &random) ?? ""
      return "\(space){\"id\":\(id),\(space)\"text\":\(text)\(space),\"next\":{\"id\":[[1]]}}"
    }
    if Bool.random(using: &random) {
      items = items.map { $0.replacing("[[1]]", with: "7") }
    }
    let array = "[\(items.joined(separator: ","))]"
    let text =
      before
      + (place == "a[1].items"
        ? #"0,{"items":\#(array),"x":[]},{"items":1}"#
        : place == nil ? array : #""items":\#(array)"#) + after
    var bytes = Array(text.utf8)
    if Bool.random(using: &random), !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes.remove(at: index)
      case 1: bytes[index] = Array(#"{}[],:"\ x1"#.utf8).randomElement(using: &random) ?? 0
      default: bytes.removeSubrange(index...)
      }
    }
    let expected = whole(bytes, at: place)
    let found = await outcome(bytes.cut(by: &random), at: place, limit: 100_000)
    let comment = Comment(rawValue: "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
    guard let error = expected.error else {
      #expect(found.error == nil, comment)
      #expect(found.items == expected.items, comment)
      return
    }
    #expect(found.error?.kind == error.kind, comment)
    #expect(found.error?.line == error.line && found.error?.column == error.column, comment)
    #expect(found.error?.byteOffset == error.byteOffset, comment)
    // Before an array, a stream may yet be one of lines, and counts the first of them.
    if error.path != "$" { #expect(found.error?.description == error.description, comment) }
  }

  /// A place in the text is found whichever way the text is cut.
  @Test(arguments: 0..<50)
  func countsLinesAcrossChunks(_ seed: UInt64) async {
    var random = SeededRandom(seed: seed)
    let pieces = ["\n", "\r", "\r\n", " ", "\t", "                 ", "{\"text\":\"é\u{1F600}\"}"]
    let text =
      (0..<60).map { _ in pieces.randomElement(using: &random) ?? "" }.joined() + "\n{\"id\":null}"
    let bytes = Array(text.utf8)
    let found = await outcome(bytes.cut(by: &random), at: nil)
    let offset = bytes.count - 5
    var (line, column) = (1, 1)
    for (index, byte) in bytes[..<offset].enumerated() {
      switch byte {
      case 0x0D where bytes[index + 1] == 0x0A: break
      case 0x0A, 0x0D: (line, column) = (line + 1, 1)
      case 0x80..<0xC0: break
      default: column += 1
      }
    }
    #expect(found.error?.line == line && found.error?.column == column, "seed \(seed)")
    #expect(found.error?.byteOffset == offset, "seed \(seed)")
  }
}
