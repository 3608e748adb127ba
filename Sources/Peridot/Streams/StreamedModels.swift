public import Foundation

/// The models of a stream, of whichever class: generic code would ask for the class's types again for
/// each of them.
struct StreamedModels {
  /// Where the models come from, and how.
  final class Source: Sendable {
    /// Reads a document that holds all the models.
    typealias ReadAll =
      @Sendable (AdapterCall, JSONInput, (JSONIssue) -> Void) throws -> [Model]

    let type: Model.Type
    let place: Result<[JSONKeyPath.Component], any Error>
    let plans: PolicyPlans
    /// Decides about elements that are not objects of the class: reads, drops or refuses them.
    let array: JSONArrayCodec<Model>
    let maximumElementSize: Int
    let report: @Sendable (JSONIssue) -> Void
    let makeSource: @Sendable () -> StreamSource
    let readAll: ReadAll

    init(
      _ type: Model.Type, at place: JSONKeyPath?, _ policy: ConversionPolicy,
      _ maximumElementSize: Int, _ report: @escaping @Sendable (JSONIssue) -> Void,
      makeSource: @escaping @Sendable () -> StreamSource, readAll: @escaping ReadAll
    ) {
      self.type = type
      self.place = Result { try place?.place() ?? [] }
      plans = .of(policy)
      array = JSONArrayCodec(JSONModelCodec(type, plans))
      self.maximumElementSize = maximumElementSize
      self.report = report
      self.makeSource = makeSource
      self.readAll = readAll
    }
  }

  private let source: Source
  private let bytes: StreamSource
  private var splitter: ElementSplitter
  /// Models that came all at once, the next one last.
  private var more: [Model] = []
  private var haveBytesEnded = false
  private var hasEnded = false

  init(_ source: Source) {
    self.source = source
    bytes = source.makeSource()
    splitter = ElementSplitter(
      of: source.type, at: (try? source.place.get()) ?? [], source.plans,
      limit: source.maximumElementSize)
  }

  /// Returns the next model whose bytes are there; nil when more are needed, or at the end.
  mutating func next() throws -> Fresh<Model>? {
    if let model = more.popLast() { return Fresh(value: model) }
    if hasEnded { return nil }
    do {
      try Task.checkCancellation()
      _ = try source.place.get()
      while true {
        do {
          guard let element = try splitter.element() ?? last() else { return nil }
          if let model = try model(element) { return model }
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

  /// The element that the end of the bytes ends or breaks off.
  private mutating func last() throws -> ElementSplitter.Element? {
    guard haveBytesEnded else { return nil }
    let element = try splitter.finish()
    hasEnded = element == nil
    return element
  }

  /// Waits for more bytes; returns whether there may be another model.
  mutating func wait(isolation actor: isolated (any Actor)?) async throws -> Bool {
    if hasEnded { return false }
    do {
      let chunk = try await bytes(actor, splitter.isInContainer)
      // Bytes that end because the task is cancelled are not the whole text.
      try Task.checkCancellation()
      if let chunk { splitter.append(chunk) } else { haveBytesEnded = true }
      return true
    } catch {
      hasEnded = true
      throw error
    }
  }

  /// Reads an element; nil when the policy leaves it out.
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
/// It is told whether an object or an array has begun that has not ended: until a bracket, no line
/// ends a value then.
@usableFromInline
typealias StreamSource = (
  _ isolation: isolated (any Actor)?, _ isInContainer: Bool
) async throws -> [UInt8]?

/// Reads a file in chunks; it is opened by the first one.
func fileSource(_ url: URL) -> StreamSource {
  let size = 1 << 16
  var file: FileHandle?
  return { _, _ in
    let opened = try file ?? FileHandle(forReadingFrom: url)
    file = opened
    guard let chunk = try opened.read(upToCount: size), !chunk.isEmpty else {
      try opened.close()
      return nil
    }
    return Array(chunk)
  }
}

/// Reads chunks as they come.
///
/// Inlinable, as `byteSource` is: a call of an iterator that is not specialized costs more than reading
/// what it returns.
@inlinable
func chunkSource<Chunks: AsyncSequence>(_ chunks: Chunks) -> StreamSource
where Chunks.Element: DataProtocol {
  // Safe: only the closure has the iterator, and its caller awaits each call before the next.
  nonisolated(unsafe) var iterator = chunks.makeAsyncIterator()
  return { isolation, _ in
    // Moved out for the time of the calls.
    var current = unsafe iterator
    defer { unsafe iterator = current }
    while let chunk = try await current.next(isolation: isolation) {
      if !chunk.isEmpty { return Array(chunk) }
    }
    return nil
  }
}

/// Gathers bytes that come one by one, up to the end of a value, so that none has to wait for the
/// next.
@inlinable
func byteSource<Bytes: AsyncSequence>(_ bytes: Bytes) -> StreamSource
where Bytes.Element == UInt8 {
  // Safe, as above.
  nonisolated(unsafe) var iterator = bytes.makeAsyncIterator()
  return { _, isInContainer in
    nonisolated(unsafe) var current = unsafe iterator
    defer { unsafe iterator = current }
    return try await unsafe gather(from: &current, isInContainer)
  }
}

/// Away from the caller's actor, between which and the iterator each byte would go to and fro.
@inlinable
@concurrent
func gather<Iterator: AsyncIteratorProtocol>(
  from iterator: inout Iterator, _ isInContainer: Bool
) async throws -> [UInt8]? where Iterator.Element == UInt8 {
  var gathered: [UInt8] = []
  gathered.reserveCapacity(isInContainer ? 1024 : 64)
  while gathered.count < 4096, let byte = try await iterator.next() {
    gathered.append(byte)
    // A closing bracket: the two kinds differ by this bit.
    if byte | 0x20 == UInt8(ascii: "}") || byte == 0x0A && !isInContainer { break }
  }
  return gathered.isEmpty ? nil : gathered
}
