public import Foundation

/// The models of one JSON array, or of JSON values on lines of their own, read one at a time.
///
///     for try await issue: Issue in JSONAdapter.stream(from: url) { … }
///
/// No more is held than the element that is being read, and the chunk of bytes that it ends in. An
/// element is read once it has arrived as a whole, so that a class's own code, `init` included, runs
/// once for each object. Errors name the element's index in their path and the line in the whole text;
/// after one, the stream has ended.
///
/// Where the policy leaves out bad elements (``ConversionPolicy/badElement`` is `.drop`), an element that
/// cannot be read is left out and reported, as in an array that is read at once. So is a line that is
/// no JSON, where objects come one a line: reading goes on behind the next line feed. Malformed text
/// within an array ends the stream with its error under every policy.
///
/// When the task that reads it is cancelled, the stream throws `CancellationError` in place of
/// the next model, and has ended.
public struct JSONModelStream<M: JSONSerializing>: AsyncSequence, Sendable {
  public typealias Element = M

  private let models: StreamedModels.Source

  @usableFromInline
  init(
    _ type: M.Type, at place: JSONKeyPath?, _ policy: ConversionPolicy, _ maximumElementSize: Int,
    _ report: @escaping @Sendable (JSONIssue) -> Void,
    makeSource: @escaping @Sendable () -> StreamSource
  ) {
    models = StreamedModels.Source(
      type, at: place, policy, maximumElementSize, report, makeSource: makeSource,
      readAll: { call, input, report in try call.models(type, input, report).value })
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(models: StreamedModels(models))
  }

  /// Reads one model after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var models: StreamedModels

    fileprivate init(models: StreamedModels) {
      self.models = models
    }

    /// Returns the next model; nil at the end.
    ///
    /// - Throws: a ``JSONAdapterError``, or what reading the bytes throws.
    public mutating func next() async throws -> sending M? {
      try await next(isolation: nil)
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws -> sending M? {
      repeat {
        if let model = try models.next() {
          return Fresh(value: downcast(model.value, to: M.self)).value
        }
      } while try await models.wait(isolation: actor)
      return nil
    }
  }
}

extension JSONAdapter {
  // MARK: Static

  /// Returns the models of a file, one at a time: of one array, or of objects one a line.
  ///
  ///     for try await issue: Issue in JSONAdapter.stream(from: url, at: "data.issues") { … }
  ///
  /// The file is opened when the first one is asked for, and read in chunks. `type` may be a subclass
  /// of `M` that was chosen at run time: models of it are made. `report` is called for each value that
  /// the policy repaired, skipped or dropped.
  ///
  /// `place` is where in the document the array lies, such as `"data.items"` or `"pages[0]"`; nil is the
  /// document itself. Values beside it are checked, and forgotten; paths in errors begin at the root
  /// of the document. A place that is absent, or that occurs twice, is an error.
  ///
  /// An element, or a value beside the array, of more than `maximumElementSize` bytes is an error of
  /// kind `.tooLarge`: no more than that is ever held.
  public static func stream<M: JSONSerializing>(
    of type: M.Type = M.self, from url: URL, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict, maximumElementSize: Int = 16 << 20,
    report: @escaping @Sendable (JSONIssue) -> Void = { _ in }
  ) -> JSONModelStream<M> {
    JSONModelStream(type, at: place, policy, maximumElementSize, report) { fileSource(url) }
  }

  /// Returns the models of bytes as they arrive one by one, one at a time: of one array, or
  /// of objects one a line.
  ///
  /// A model is returned as soon as the last byte of its object has arrived.
  @inlinable
  public static func stream<M: JSONSerializing, Bytes: AsyncSequence & Sendable>(
    of type: M.Type = M.self, from bytes: Bytes, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict, maximumElementSize: Int = 16 << 20,
    report: @escaping @Sendable (JSONIssue) -> Void = { _ in }
  ) -> JSONModelStream<M> where Bytes.Element == UInt8 {
    JSONModelStream(type, at: place, policy, maximumElementSize, report) { byteSource(bytes) }
  }

  /// Returns the models of chunks of bytes as they arrive, such as `[UInt8]` or `Data`, one at a time: of one array, or
  /// of objects one a line.
  ///
  /// A model is returned as soon as the last byte of its object has arrived.
  @inlinable
  public static func stream<M: JSONSerializing, Chunks: AsyncSequence & Sendable>(
    of type: M.Type = M.self, from chunks: Chunks, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict, maximumElementSize: Int = 16 << 20,
    report: @escaping @Sendable (JSONIssue) -> Void = { _ in }
  ) -> JSONModelStream<M> where Chunks.Element: DataProtocol {
    JSONModelStream(type, at: place, policy, maximumElementSize, report) { chunkSource(chunks) }
  }

  // MARK: By the adapter's policy

  /// Returns the models of a file, one at a time: of one array, or of objects one a line.
  public func stream<M: JSONSerializing>(
    of type: M.Type = M.self, from url: URL, at place: JSONKeyPath? = nil,
    maximumElementSize: Int = 16 << 20,
    report: @escaping @Sendable (JSONIssue) -> Void = { _ in }
  ) -> JSONModelStream<M> {
    Self.stream(
      of: type, from: url, at: place, policy: policy, maximumElementSize: maximumElementSize,
      report: report)
  }

  /// Returns the models of bytes as they arrive one by one, one at a time.
  @inlinable
  public func stream<M: JSONSerializing, Bytes: AsyncSequence & Sendable>(
    of type: M.Type = M.self, from bytes: Bytes, at place: JSONKeyPath? = nil,
    maximumElementSize: Int = 16 << 20,
    report: @escaping @Sendable (JSONIssue) -> Void = { _ in }
  ) -> JSONModelStream<M> where Bytes.Element == UInt8 {
    Self.stream(
      of: type, from: bytes, at: place, policy: policy, maximumElementSize: maximumElementSize,
      report: report)
  }

  /// Returns the models of chunks of bytes as they arrive, such as `[UInt8]` or `Data`, one at a time.
  @inlinable
  public func stream<M: JSONSerializing, Chunks: AsyncSequence & Sendable>(
    of type: M.Type = M.self, from chunks: Chunks, at place: JSONKeyPath? = nil,
    maximumElementSize: Int = 16 << 20,
    report: @escaping @Sendable (JSONIssue) -> Void = { _ in }
  ) -> JSONModelStream<M> where Chunks.Element: DataProtocol {
    Self.stream(
      of: type, from: chunks, at: place, policy: policy, maximumElementSize: maximumElementSize,
      report: report)
  }
}
