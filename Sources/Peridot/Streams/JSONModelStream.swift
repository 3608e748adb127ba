public import Foundation

/// The models of a JSON array, or of JSON values on lines of their own, one at a time.
///
///     for try await issue: Issue in JSONAdapter.stream(from: url) { … }
///
/// The stream holds only the current element and the chunk of bytes in which it ends. It reads an
/// element after the whole element has arrived, so that a class's own code, `init` included, runs
/// once per object. Errors have the element's index in their path and the line in the whole text.
/// After an error, the stream has ended.
///
/// If the policy drops bad elements (``ConversionPolicy/badElement`` is `.drop`), the stream omits
/// and reports an element that it can't read, as for a whole array. In a text with one value per
/// line, it omits and reports a malformed line, too, and continues after the next line feed.
/// Malformed text within an array ends the stream with an error under every policy.
///
/// If the reading task is cancelled, the stream throws `CancellationError` instead of the next
/// model, and ends.
public struct JSONModelStream<M: JSONSerializing>: AsyncSequence, Sendable {
  public typealias Element = M

  private let models: StreamedModels.Source

  @usableFromInline
  init(
    _ type: M.Type, at place: JSONKeyPath?, policy: ConversionPolicy?, maximumElementSize: Int,
    report: @escaping @Sendable (JSONIssue) -> Void,
    makeSource: @escaping @Sendable (StreamCounter) -> StreamSource
  ) {
    models = StreamedModels.Source(
      type, at: place, policy: policy, maximumElementSize: maximumElementSize, report: report,
      makeSource: makeSource,
      readAll: { call, input, report in try call.models(type, input, report).value })
  }

  /// How far the loop that began last has come.
  ///
  ///     let stream = JSONAdapter.stream(of: Issue.self, from: url)
  ///     for try await issue in stream { bar.value = stream.progress.fractionCompleted }
  public var progress: JSONStreamProgress { models.progress }

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
    /// - Throws: a ``JSONAdapterError``, or an error of the source of the bytes.
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

  /// Returns the models of a file, one at a time. The file has one array, or one object per line.
  ///
  ///     for try await issue: Issue in JSONAdapter.stream(from: url, at: "data.issues") { … }
  ///
  /// The stream opens the file at the first model, and reads it in chunks. `type` can be a subclass
  /// of `M` chosen at run time: the stream then makes models of it. `report` is called for each
  /// value that the policy repaired, skipped or dropped.
  ///
  /// `place` is the place of the array in the document, such as `"data.items"` or `"pages[0]"`; nil
  /// is the document itself. The stream checks and drops values outside of it. Paths in errors
  /// begin at the root of the document. A place that is absent, or that occurs twice, is an error.
  ///
  /// An element, or a value outside of the array, of more than `maximumElementSize` bytes is an
  /// error of kind `.tooLarge`: the stream never holds more than that.
  public static func stream<M: JSONSerializing>(
    of type: M.Type = M.self, from url: URL, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, maximumElementSize: Int = 16 << 20,
    report: @escaping @Sendable (JSONIssue) -> Void = { _ in }
  ) -> JSONModelStream<M> {
    JSONModelStream(
      type, at: place, policy: policy, maximumElementSize: maximumElementSize, report: report
    ) { fileSource(url, $0) }
  }

  /// Returns the models of bytes that arrive one by one, one at a time. The text has one array, or
  /// one object per line.
  ///
  /// A model is returned as soon as the last byte of its object has arrived.
  @inlinable
  public static func stream<M: JSONSerializing, Bytes: AsyncSequence & Sendable>(
    of type: M.Type = M.self, from bytes: Bytes, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, maximumElementSize: Int = 16 << 20,
    report: @escaping @Sendable (JSONIssue) -> Void = { _ in }
  ) -> JSONModelStream<M> where Bytes.Element == UInt8 {
    JSONModelStream(
      type, at: place, policy: policy, maximumElementSize: maximumElementSize, report: report
    ) { _ in byteSource(bytes) }
  }

  /// Returns the models of chunks of bytes, such as `[UInt8]` or `Data`, as they arrive, one at a
  /// time. The text has one array, or one object per line.
  ///
  /// A model is returned as soon as the last byte of its object has arrived.
  @inlinable
  public static func stream<M: JSONSerializing, Chunks: AsyncSequence & Sendable>(
    of type: M.Type = M.self, from chunks: Chunks, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, maximumElementSize: Int = 16 << 20,
    report: @escaping @Sendable (JSONIssue) -> Void = { _ in }
  ) -> JSONModelStream<M> where Chunks.Element: DataProtocol {
    JSONModelStream(
      type, at: place, policy: policy, maximumElementSize: maximumElementSize, report: report
    ) { _ in chunkSource(chunks) }
  }

  // MARK: By the adapter's policy

  /// Returns the models of a file, one at a time. The file has one array, or one object per line.
  public func stream<M: JSONSerializing>(
    of type: M.Type = M.self, from url: URL, at place: JSONKeyPath? = nil,
    maximumElementSize: Int = 16 << 20,
    report: @escaping @Sendable (JSONIssue) -> Void = { _ in }
  ) -> JSONModelStream<M> {
    Self.stream(
      of: type, from: url, at: place, policy: policy, maximumElementSize: maximumElementSize,
      report: report)
  }

  /// Returns the models of bytes that arrive one by one, one at a time.
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

  /// Returns the models of chunks of bytes, such as `[UInt8]` or `Data`, as they arrive, one at a
  /// time.
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
