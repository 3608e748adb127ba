import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Item: Model, CodableModel {
  var id = 0
  var score = 0.5

  convenience init(_ id: Int, score: Double = 0.5) {
    self.init()
    self.id = id
    self.score = score
  }
}

private final class Linked: Item {
  var next: Linked?
}

private final class Kept: Model, JSONSerializing {
  var content: RawJSON?
}

private final class Picky: Model, JSONSerializing, JSONFinishing {
  struct Refusal: Error {}

  var id = 0

  func finish(_ json: inout [String: Any]) throws {
    if id == 2 { throw Refusal() }
  }
}

private class Pet: Model, CodableModel {
  var name = ""

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    json.string(forKey: "type") == "cat" ? Cat.self : Pet.self
  }
}

private final class Cat: Pet {}

private final class OnlyIDs: JSONAdapter, @unchecked Sendable {
  override func serializablePropertyKeys(_ keys: Set<String>, for model: Model) -> Set<String> {
    keys.intersection(["id"])
  }
}

private struct SinkFailure: Error, Equatable {
  let number: Int
}

/// Makes models, and can end with an error.
private struct Source: AsyncSequence {
  let count: Int
  var failure: SinkFailure?

  func makeAsyncIterator() -> Iterator { Iterator(source: self) }

  struct Iterator: AsyncIteratorProtocol {
    let source: Source
    var made = 0

    mutating func next() async throws -> Item? {
      guard made < source.count else {
        if let failure = source.failure { throw failure }
        return nil
      }
      made += 1
      return Item(made)
    }
  }
}

private func text(_ chunks: [Data]) -> String {
  String(decoding: chunks.reduce(Data(), +), as: UTF8.self)
}

private func inDirectory(_ body: (URL) async throws -> Void) async throws {
  let directory = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: directory) }
  try await body(directory)
}

private func names(_ directory: URL) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
}

/// Two cases take texts, and two arrays, so that what is written is read again.
private enum Word: JSONUnion {
  case date(Date)
  case text(String)
  case many([Word])
  case numbers([Int])
}

private final class Worded: Model, JSONSerializing {
  var words: [Word] = []
}

@Suite struct StreamWritingTests {
  private let items = [Item(1), Item(2, score: 1.5), Item(3)]

  /// The text of models, in chunks of one model each.
  private func written<M: JSONSerializing>(
    _ models: [M], as form: JSONStreamForm, keys: [String]? = nil,
    policy: ConversionPolicy? = nil, options: JSONWritingOptions = [],
    report: @escaping (JSONIssue) -> Void = { _ in }
  ) async throws -> String {
    var chunks: [Data] = []
    let writer = try JSONAdapter.writer(
      of: M.self, to: { chunks.append($0) }, as: form, chunkSize: 1, keys: keys, policy: policy,
      options: options, report: report)
    for model in models { try await writer.write(model) }
    try await writer.finish()
    return text(chunks)
  }

  @Test func writesUnionsWhoseTextIsReadAgain() async throws {
    // The first is the longest, and was taken when the next is written.
    let models = [["a longer text", "another", "a third"], ["b"], []].map { words in
      let model = Worded()
      model.words = words.map { .many([.text($0), .many([.text($0)])]) }
      return model
    }
    #expect(
      try await written(models, as: .lines)
        == models.map { try JSONAdapter.string(from: $0) + "\n" }.joined())
  }

  @Test func writesOneObjectPerLine() async throws {
    #expect(
      try await written(items, as: .lines) == """
        {"id":1,"score":0.5}
        {"id":2,"score":1.5}
        {"id":3,"score":0.5}

        """)
  }

  @Test(
    arguments: [
      [], .prettyPrinted, .sortedKeys, .escapeSlashes, [.prettyPrinted, .sortedKeys],
    ] as [JSONWritingOptions])
  func writesTheArrayThatOneCallWrites(_ options: JSONWritingOptions) async throws {
    for models in [items, [], [Item(7)]] {
      #expect(
        try await written(models, as: .array, options: options)
          == JSONAdapter.string(from: models, options: options))
      #expect(
        try await written(models, as: .array(at: "data.lists[1]"), options: options)
          == JSONAdapter.string(from: models, at: "data.lists[1]", options: options))
      #expect(
        try await written(models, as: .array, keys: ["id"], options: options)
          == JSONAdapter.string(from: models, keys: ["id"], options: options))
    }
  }

  @Test func writesWhatTheAdapterLeaves() async throws {
    var chunks: [Data] = []
    let writer = try OnlyIDs().writer(of: Item.self, to: { chunks.append($0) }, as: .array)
    try await writer.write(contentsOf: items)
    try await writer.finish()
    #expect(text(chunks) == #"[{"id":1},{"id":2},{"id":3}]"#)
    #expect(try await written(items, as: .lines, keys: ["score"]).hasPrefix(#"{"score":0.5}"#))
    await #expect(throws: JSONAdapterError.self) {
      try await written(items, as: .lines, keys: ["scores"])
    }
  }

  @Test func writesNothing() async throws {
    try await inDirectory { directory in
      let url = directory.appending(path: "a.json")
      let lines = try JSONAdapter.writer(of: Item.self, to: url)
      try await lines.finish()
      try await lines.finish()
      #expect(try Data(contentsOf: url) == Data())
      #expect(lines.progress == JSONStreamProgress(models: 0, bytes: 0, totalBytes: 0))
      try await JSONAdapter.writer(of: Item.self, to: url, as: .array).finish()
      #expect(try String(contentsOf: url, encoding: .utf8) == "[]")
      var chunks = 0
      try await JSONAdapter.writer(of: Item.self, to: { _ in chunks += 1 }).finish()
      #expect(chunks == 0)
    }
  }

  @Test(arguments: [false, true])
  func readsBackWhatItWrites(_ isArray: Bool) async throws {
    try await inDirectory { directory in
      let url = directory.appending(path: "a.json")
      let models = (0..<5_000).map { Item($0, score: Double($0) / 8) }
      let writer = try JSONAdapter().writer(of: Item.self, to: url, as: isArray ? .array : .lines)
      try await writer.write(contentsOf: models)
      try await writer.finish()
      var read: [Item] = []
      for try await item in JSONAdapter.stream(of: Item.self, from: url) { read.append(item) }
      #expect(read == models)
      #expect(try names(directory) == ["a.json"])
    }
  }

  @Test func takesAsynchronousSequences() async throws {
    var chunks: [Data] = []
    let writer = try JSONAdapter.writer(of: Item.self, to: { chunks.append($0) }, keys: ["id"])
    try await writer.write(contentsOf: Source(count: 2))
    await #expect(throws: SinkFailure(number: 7)) {
      try await writer.write(contentsOf: Source(count: 1, failure: SinkFailure(number: 7)))
    }
    try await writer.finish()
    #expect(text(chunks) == "{\"id\":1}\n{\"id\":2}\n{\"id\":1}\n")
  }

  /// Line feeds in JSON that is kept as it came are spaces between its tokens.
  @Test func keepsLinesWhole() async throws {
    let models = try JSONAdapter.models(
      of: Kept.self, from: "[{\"content\":[1,\r\n\"a\\n\",\n\n2]},{\"content\":{\n}}]")
    #expect(
      try await written(models, as: .lines)
        == "{\"content\":[1,  \"a\\n\",  2]}\n{\"content\":{ }}\n")
    #expect(try await written(models, as: .array) == JSONAdapter.string(from: models))
  }

  // MARK: Chunks

  @Test func givesEachModelWhereChunksAreSmall() async throws {
    var chunks: [Data] = []
    let writer = try JSONAdapter.writer(
      of: Item.self, to: { chunks.append($0) }, as: .array, chunkSize: 1, keys: ["id"])
    try await writer.write(contentsOf: items)
    #expect(chunks.map { text([$0]) } == [#"[{"id":1}"#, #",{"id":2}"#, #",{"id":3}"#])
    try await writer.finish()
    #expect(chunks.count == 4 && text([chunks[3]]) == "]")
  }

  @Test(arguments: [false, true])
  func holdsNoMoreThanAChunk(_ isArray: Bool) async throws {
    let count = 100_000
    var (largest, bytes, ends, chunks) = (0, 0, 0, 0)
    let writer = try JSONAdapter.writer(
      of: Item.self,
      to: { chunk in
        largest = max(largest, chunk.count)
        bytes += chunk.count
        ends += chunk.count { $0 == UInt8(ascii: "}") }
        chunks += 1
      }, as: isArray ? .array : .lines)
    let item = Item(1)
    var last = writer.progress
    for id in 0..<count {
      item.id = id
      try await writer.write(item)
      let progress = writer.progress
      if progress.models != last.models + 1 || progress.bytes <= last.bytes { Issue.record() }
      last = progress
    }
    #expect(writer.progress.totalBytes == nil && writer.progress.fractionCompleted == nil)
    try await writer.finish()
    // Of the numbers, 10 have one digit, 90 two and so on. Line feeds, or commas and brackets.
    let digits = 10 + 90 * 2 + 900 * 3 + 9_000 * 4 + 90_000 * 5
    #expect(bytes == 19 * count + digits + (isArray ? count + 1 : count))
    #expect(ends == count)
    #expect(largest < 1 << 16 + 32)
    #expect(chunks == bytes / (1 << 16) + 1)
    #expect(
      writer.progress == JSONStreamProgress(models: count, bytes: bytes, totalBytes: bytes))
    #expect(writer.progress.fractionCompleted == 1)
  }

  // MARK: Models that can't be written

  @Test func saysWhichModelIsWrong() async throws {
    for (form, path, whole) in [
      (
        JSONStreamForm.lines, "$[1].score",
        "{\"id\":1,\"score\":0.5}\n{\"id\":4,\"score\":0.5}\n"
      ),
      (.array, "$[1].score", #"[{"id":1,"score":0.5},{"id":4,"score":0.5}]"#),
      (
        .array(at: "data.items"), "$.data.items[1].score",
        #"{"data":{"items":[{"id":1,"score":0.5},{"id":4,"score":0.5}]}}"#
      ),
    ] {
      var chunks: [Data] = []
      let writer = try JSONAdapter.writer(
        of: Item.self, to: { chunks.append($0) }, as: form, chunkSize: 1)
      let error = await #expect(throws: JSONAdapterError.self) {
        try await writer.write(contentsOf: [Item(1), Item(2, score: .nan), Item(3)])
      }
      #expect(error?.kind == .notFinite)
      #expect(error?.path == path)
      #expect(error?.modelClass == Item.self && error?.propertyKey == "score")
      #expect(writer.progress.models == 1)
      // Nothing of it is in the text, to which others can be added.
      try await writer.write(Item(4))
      try await writer.finish()
      #expect(text(chunks) == whole)
    }
  }

  @Test func saysThatAModelHoldsItself() async throws {
    var chunks: [Data] = []
    let writer = try JSONAdapter.writer(of: Linked.self, to: { chunks.append($0) }, keys: ["id"])
    let whole = try JSONAdapter.writer(of: Linked.self, to: { chunks.append($0) })
    let linked = Linked(1)
    linked.next = linked
    defer { linked.next = nil }
    try await writer.write(linked)
    let error = await #expect(throws: JSONAdapterError.self) { try await whole.write(linked) }
    #expect(error?.kind == .cycle && error?.path == "$[0].next")
    try await whole.write(Linked(2))
    try await whole.finish()
    try await writer.finish()
    #expect(text(chunks) == "{\"id\":2,\"score\":0.5}\n{\"id\":1}\n")
  }

  @Test func dropsWhatThePolicyDrops() async throws {
    let models = (1...3).map { id in
      let model = Picky()
      model.id = id
      return model
    }
    for (form, whole) in [
      (JSONStreamForm.lines, "{\"id\":1}\n{\"id\":3}\n"), (.array, #"[{"id":1},{"id":3}]"#),
    ] {
      var issues: [JSONIssue] = []
      let text = try await written(
        models, as: form, policy: .strict.with { $0.hookReject = .drop }
      ) { issues.append($0) }
      #expect(text == whole)
      #expect(issues.map(\.path) == ["$[1]"])
      #expect(issues.map(\.action) == [.dropped])
    }
  }

  @Test func reportsWhatThePolicyOmits() async throws {
    var issues: [JSONIssue] = []
    let models = [Item(1), Item(2, score: .infinity), Item(3, score: .nan)]
    let text = try await written(
      models, as: .lines, policy: .strict.with { $0.nonFinite = .omit }
    ) { issues.append($0) }
    #expect(text == "{\"id\":1,\"score\":0.5}\n{\"id\":2}\n{\"id\":3}\n")
    #expect(issues.map(\.path) == ["$[1].score", "$[2].score"])
  }

  @Test func refusesAClassThatIsNotReadBack() async throws {
    let error = await #expect(throws: JSONAdapterError.self) {
      try await written([Pet(), Cat()], as: .lines)
    }
    let whole = adapterError { try JSONAdapter.data(from: [Pet(), Cat()]) }
    #expect(error?.kind == .noClassFound && error?.path == "$[1]")
    #expect(error?.description == whole?.description)
  }

  // MARK: The end that isn't one

  @Test func endsWithTheErrorOfItsFunction() async throws {
    var calls = 0
    let writer = try JSONAdapter.writer(
      of: Item.self,
      to: { _ in
        calls += 1
        if calls == 2 { throw SinkFailure(number: calls) }
      }, as: .array, chunkSize: 1)
    await #expect(throws: SinkFailure(number: 2)) { try await writer.write(contentsOf: items) }
    #expect(writer.progress.models == 2)
    await #expect(throws: SinkFailure(number: 2)) { try await writer.write(Item(4)) }
    await #expect(throws: SinkFailure(number: 2)) { try await writer.finish() }
    #expect(calls == 2)
  }

  @Test func leavesAFileUntilItHasAll() async throws {
    try await inDirectory { directory in
      let url = directory.appending(path: "a.json")
      try Data("old".utf8).write(to: url)
      func old() throws -> Bool {
        try String(contentsOf: url, encoding: .utf8) == "old" && names(directory) == ["a.json"]
      }
      do {
        let writer = try JSONAdapter.writer(of: Item.self, to: url, as: .array)
        try await writer.write(contentsOf: (0..<10_000).lazy.map { Item($0) })
        #expect(try String(contentsOf: url, encoding: .utf8) == "old")
        #expect(try names(directory) == [".a.json.peridot", "a.json"])
        let error = #expect(throws: CocoaError.self) {
          _ = try JSONAdapter.writer(of: Item.self, to: url)
        }
        #expect(error?.code == .fileLocking)
      }
      #expect(try old(), "it was let go")
      do {
        let writer = try JSONAdapter.writer(of: Item.self, to: url)
        try await writer.write(Item(1))
        #expect(try String(contentsOf: url, encoding: .utf8) == "old")
        try await writer.finish()
        #expect(try String(contentsOf: url, encoding: .utf8) == "{\"id\":1,\"score\":0.5}\n")
        #expect(try names(directory) == ["a.json"])
      }
      let missing = directory.appending(path: "none/a.json")
      let error = #expect(throws: CocoaError.self) {
        _ = try JSONAdapter.writer(of: Item.self, to: missing)
      }
      #expect(error?.code == .fileNoSuchFile)
    }
  }

  @Test func endsWhenItsTaskIsCancelled() async throws {
    try await inDirectory { directory in
      let url = directory.appending(path: "a.json")
      try Data("old".utf8).write(to: url)
      let task = Task { () -> [Bool] in
        let writer = try JSONAdapter.writer(of: Item.self, to: url, as: .array)
        var errors: [any Error] = []
        do {
          for id in 0... {
            if id == 5_000 { withUnsafeCurrentTask { $0?.cancel() } }
            try await writer.write(Item(id))
          }
        } catch {
          errors.append(error)
        }
        let isWhole = writer.progress.models == 5_000
        do { try await writer.finish() } catch { errors.append(error) }
        let left = try names(directory)
        return errors.map { $0 is CancellationError } + [isWhole, left == ["a.json"]]
      }
      #expect(try await task.value == [true, true, true, true])
      #expect(try String(contentsOf: url, encoding: .utf8) == "old")
    }
  }

  @Test func doesNotEndACancelledTask() async throws {
    try await inDirectory { directory in
      let url = directory.appending(path: "a.json")
      let task = Task {
        let writer = try JSONAdapter.writer(of: Item.self, to: url)
        try await writer.write(Item(1))
        withUnsafeCurrentTask { $0?.cancel() }
        try await writer.finish()
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      let left = try names(directory)
      #expect(left == [])
    }
  }

  // MARK: Actors

  @MainActor @Test func runsOnTheCallersActor() async throws {
    var chunks: [Data] = []
    let writer = try JSONAdapter.writer(
      of: Item.self,
      to: { chunk in
        MainActor.assertIsolated()
        chunks.append(chunk)
      }, chunkSize: 1, keys: ["id"])
    let item = Item(1)
    try await writer.write(item)
    item.id = 2
    try await writer.write(contentsOf: [item])
    try await writer.finish()
    #expect(text(chunks) == "{\"id\":1}\n{\"id\":2}\n")
  }

  private actor Log {
    private let writer: JSONModelWriter<Item>

    init(_ url: URL) throws {
      writer = try JSONAdapter.writer(to: url)
    }

    func write(_ id: Int) async throws { try await writer.write(Item(id)) }

    func finish() async throws { try await writer.finish() }
  }

  @Test func belongsToAnActor() async throws {
    try await inDirectory { directory in
      let url = directory.appending(path: "log.jsonl")
      let log = try Log(url)
      try await withThrowingTaskGroup { group in
        for id in 1...4 { group.addTask { try await log.write(id) } }
        try await group.waitForAll()
      }
      try await log.finish()
      var sum = 0
      for try await item in JSONAdapter.stream(of: Item.self, from: url) { sum += item.id }
      #expect(sum == 10)
    }
  }

  // MARK: Mistakes

  @Test func trapsWhereTheCodeIsWrong() async {
    await #expect(processExitsWith: .failure) {
      _ = try JSONAdapter.writer(of: Item.self, to: { _ in }, options: .prettyPrinted)
    }
    await #expect(processExitsWith: .failure) {
      let writer = try JSONAdapter.writer(of: Item.self, to: { _ in })
      try await writer.finish()
      try await writer.write(Item(1))
    }
    await #expect(processExitsWith: .failure) {
      var inner: JSONModelWriter<Item>?
      let writer = try JSONAdapter.writer(
        of: Item.self, to: { _ in try await inner?.write(Item(2)) }, chunkSize: 1)
      inner = writer
      try await writer.write(Item(1))
    }
  }
}
