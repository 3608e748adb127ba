public import Foundation
import Synchronization

/// The models of a stream, of any class. Not generic, because generic code would look up the
/// class's types for each model.
struct StreamedModels {
  /// The source of the models, and the rules for reading them.
  final class Source: Sendable {
    /// Reads a document with all models.
    typealias ReadAll =
      @Sendable (borrowing AdapterCall, JSONInput, (JSONIssue) -> Void) throws -> [Model]

    let type: Model.Type
    let place: Result<[JSONKeyPath.Component], any Error>
    let plans: PolicyPlans
    /// Decides about elements that are not objects of the class: reads, drops or refuses them.
    let array: JSONArrayCodec<Model>
    let maximumElementSize: Int
    let report: @Sendable (JSONIssue) -> Void
    let makeSource: @Sendable (StreamCounter) -> StreamSource
    let readAll: ReadAll
    /// Counts for the iterator made last.
    private let counter = Mutex(StreamCounter())

    init(
      _ type: Model.Type, at place: JSONKeyPath?, policy: ConversionPolicy?,
      maximumElementSize: Int, report: @escaping @Sendable (JSONIssue) -> Void,
      makeSource: @escaping @Sendable (StreamCounter) -> StreamSource, readAll: @escaping ReadAll
    ) {
      self.type = type
      self.place = Result { try place?.place() ?? [] }
      plans = .of(policy, for: type)
      array = JSONArrayCodec(JSONModelCodec(type, plans))
      self.maximumElementSize = maximumElementSize
      self.report = report
      self.makeSource = makeSource
      self.readAll = readAll
    }

    var progress: JSONStreamProgress { counter.withLock { $0 }.progress }

    func begin() -> StreamCounter {
      let begun = StreamCounter()
      counter.withLock { $0 = begun }
      return begun
    }
  }

  private let source: Source
  private let bytes: StreamSource
  private let counter: StreamCounter
  private var splitter: ElementSplitter
  /// Models that arrived together, the next one last.
  private var more: [Model] = []
  private var haveBytesEnded = false
  private var hasEnded = false

  init(_ source: Source) {
    self.source = source
    counter = source.begin()
    bytes = source.makeSource(counter)
    splitter = ElementSplitter(
      of: source.type, at: (try? source.place.get()) ?? [], source.plans,
      limit: source.maximumElementSize)
  }

  /// Returns the next model whose bytes have arrived; nil if more are needed, and at the end.
  mutating func next() throws -> Fresh<Model>? {
    if let model = more.popLast() {
      counter.addModel()
      return Fresh(value: model)
    }
    if hasEnded { return nil }
    do {
      try Task.checkCancellation()
      _ = try source.place.get()
      while true {
        do {
          guard let element = try splitter.element() ?? last() else { return nil }
          if let model = try model(element) {
            counter.addModel()
            return model
          }
        } catch let error as JSONAdapterError {
          guard error.kind == .invalidJSON, splitter.leaveOutLine() else { throw error }
          source.report(
            JSONIssue(
              .dropped,
              ConversionError(
                .typeMismatch, at: 0, expected: "a line of JSON", found: error.foundPhrase
              ).attributed(to: source.type, nil), at: .path(error.documentPath)))
        }
      }
    } catch {
      hasEnded = true
      throw error
    }
  }

  /// The element that ends or breaks off at the end of the bytes.
  private mutating func last() throws -> ElementSplitter.Element? {
    guard haveBytesEnded else { return nil }
    let element = try splitter.finish()
    hasEnded = element == nil
    return element
  }

  /// Waits for more bytes; returns whether another model can follow.
  mutating func wait(isolation actor: isolated (any Actor)?) async throws -> Bool {
    if hasEnded { return false }
    do {
      let chunk = try await bytes(actor, splitter.isInContainer)
      // If the task is cancelled, the bytes end early.
      try Task.checkCancellation()
      if let chunk {
        counter.add(bytes: chunk.count)
        splitter.append(chunk)
      } else {
        counter.end()
        splitter.end()
        haveBytesEnded = true
      }
      return true
    } catch {
      hasEnded = true
      throw error
    }
  }

  /// Reads an element; nil if the policy drops it.
  private mutating func model(_ element: ElementSplitter.Element) throws -> Fresh<Model>? {
    func report(_ issue: JSONIssue) {
      source.report(issue.moved(into: splitter.path(of: element)))
    }
    do {
      var call = AdapterCall(source.plans)
      let input = JSONInput(part: element.text)
      if element.role == .element {
        more = try call.element(ofClass: source.type, source.array, input, report)
      } else {
        call.place = splitter.rest(of: element)
        more = try source.readAll(call, input, report)
      }
      more.reverse()
      return more.popLast().map { Fresh(value: $0) }
    } catch let error as JSONAdapterError {
      throw error.located(in: &splitter, element)
    }
  }
}

/// Returns the next bytes of a text; nil at its end.
///
/// Its argument says whether an object or an array is open: then no line end ends a value before a
/// bracket does.
@usableFromInline
typealias StreamSource = (
  _ isolation: isolated (any Actor)?, _ isInContainer: Bool
) async throws -> [UInt8]?

/// Reads a file in chunks; opens it for the first one, and tells `counter` its size.
func fileSource(_ url: URL, _ counter: StreamCounter) -> StreamSource {
  let size = 1 << 16
  var file: FileHandle?
  return { _, _ in
    let opened = try file ?? open(url, counter)
    file = opened
    guard let chunk = try opened.read(upToCount: size), !chunk.isEmpty else {
      try opened.close()
      return nil
    }
    return Array(chunk)
  }
}

private func open(_ url: URL, _ counter: StreamCounter) throws -> FileHandle {
  let file = try FileHandle(forReadingFrom: url)
  // A pipe and its kin, which can't be read from another place, have no size.
  if let size = try? file.seekToEnd(), size > 0 {
    try file.seek(toOffset: 0)
    counter.setTotal(Int(size))
  }
  return file
}

/// Reads chunks as they come.
///
/// Inlinable, like `byteSource`: calling an iterator that is not specialized costs more than
/// reading its result.
@inlinable
func chunkSource<Chunks: AsyncSequence>(_ chunks: Chunks) -> StreamSource
where Chunks.Element: DataProtocol {
  // Safe: only the closure has the iterator, and its caller awaits each call before the next.
  nonisolated(unsafe) var iterator = chunks.makeAsyncIterator()
  return { isolation, _ in
    // Moved out during the calls.
    var current = unsafe iterator
    defer { unsafe iterator = current }
    while let chunk = try await current.next(isolation: isolation) {
      if !chunk.isEmpty { return Array(chunk) }
    }
    return nil
  }
}

/// Reads chunks of text as they come.
@inlinable
func textSource<Chunks: AsyncSequence>(_ chunks: Chunks) -> StreamSource
where Chunks.Element: StringProtocol {
  // Safe: only the closure has the iterator, and its caller awaits each call before the next.
  nonisolated(unsafe) var iterator = chunks.makeAsyncIterator()
  return { isolation, _ in
    // Moved out during the calls.
    var current = unsafe iterator
    defer { unsafe iterator = current }
    guard let chunk = try await current.next(isolation: isolation) else { return nil }
    return Array(chunk.utf8)
  }
}

/// Reads bytes as they come: each can change something.
@inlinable
func eachByteSource<Bytes: AsyncSequence>(_ bytes: Bytes) -> StreamSource
where Bytes.Element == UInt8 {
  // Safe: only the closure has the iterator, and its caller awaits each call before the next.
  nonisolated(unsafe) var iterator = bytes.makeAsyncIterator()
  return { isolation, _ in
    // Moved out during the calls.
    var current = unsafe iterator
    defer { unsafe iterator = current }
    guard let byte = try await current.next(isolation: isolation) else { return nil }
    return [byte]
  }
}

/// Collects bytes that come one by one up to the end of a value, so that no value waits for the
/// next.
@inlinable
func byteSource<Bytes: AsyncSequence>(_ bytes: Bytes) -> StreamSource
where Bytes.Element == UInt8 {
  // Safe: only the closure has the iterator, and its caller awaits each call before the next.
  nonisolated(unsafe) var iterator = bytes.makeAsyncIterator()
  return { _, isInContainer in
    nonisolated(unsafe) var current = unsafe iterator
    defer { unsafe iterator = current }
    return try await unsafe gather(from: &current, isInContainer: isInContainer)
  }
}

/// Runs outside of the caller's actor; otherwise each byte would change between that and the
/// iterator's.
@inlinable
@concurrent
func gather<Iterator: AsyncIteratorProtocol>(
  from iterator: inout Iterator, isInContainer: Bool
) async throws -> [UInt8]? where Iterator.Element == UInt8 {
  var gathered: [UInt8] = []
  gathered.reserveCapacity(isInContainer ? 1024 : 64)
  while gathered.count < 4096, let byte = try await iterator.next() {
    gathered.append(byte)
    // A closing bracket: this bit distinguishes the two kinds.
    if byte | 0x20 == UInt8(ascii: "}") || byte == 0x0A && !isInContainer { break }
  }
  return gathered.isEmpty ? nil : gathered
}
