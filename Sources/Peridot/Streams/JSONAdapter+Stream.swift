public import Foundation

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
  /// `place` is where in the document the array lies, as `"data.items"` or `"pages[0]"`; nil is the
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

  /// Returns the models of chunks of bytes as they arrive, as `[UInt8]` or `Data`, one at a time: of one array, or
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

  /// Returns the models of chunks of bytes as they arrive, as `[UInt8]` or `Data`, one at a time.
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
