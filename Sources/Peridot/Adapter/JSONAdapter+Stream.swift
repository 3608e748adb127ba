public import Foundation

extension JSONAdapter {
  /// Returns the models of a file, one at a time: of one array, or of objects one a line.
  ///
  /// The file is opened when the first one is asked for, and read in chunks.
  ///
  /// `type` may be a subclass of `M` that was chosen at run time: models of it are made. An object of
  /// more than `maximumElementSize` bytes is an error. `report` is called for each value that the
  /// policy repaired, skipped or dropped.
  public static func stream<M: JSONSerializing>(
    of type: M.Type = M.self, from url: URL, policy: ConversionPolicy = .strict,
    maximumElementSize: Int = 16 << 20, report: @escaping @Sendable (JSONIssue) -> Void = { _ in }
  ) -> JSONModelStream<M> {
    JSONModelStream(
      type: type, plans: .of(policy), maximumElementSize: maximumElementSize, report: report,
      makeSource: { FileSource(url) })
  }

  /// Returns the models of bytes as they arrive, one at a time: of one array, or of objects one a
  /// line.
  public static func stream<M: JSONSerializing, Bytes: AsyncSequence & Sendable>(
    of type: M.Type = M.self, from bytes: Bytes, policy: ConversionPolicy = .strict,
    maximumElementSize: Int = 16 << 20, report: @escaping @Sendable (JSONIssue) -> Void = { _ in }
  ) -> JSONModelStream<M> where Bytes.Element == UInt8 {
    JSONModelStream(
      type: type, plans: .of(policy), maximumElementSize: maximumElementSize, report: report,
      makeSource: { SequenceSource(bytes) })
  }

  /// Returns the models of a file, one at a time: of one array, or of objects one a line.
  public func stream<M: JSONSerializing>(
    of type: M.Type = M.self, from url: URL, maximumElementSize: Int = 16 << 20,
    report: @escaping @Sendable (JSONIssue) -> Void = { _ in }
  ) -> JSONModelStream<M> {
    Self.stream(
      of: type, from: url, policy: policy, maximumElementSize: maximumElementSize, report: report)
  }

  /// Returns the models of bytes as they arrive, one at a time.
  public func stream<M: JSONSerializing, Bytes: AsyncSequence & Sendable>(
    of type: M.Type = M.self, from bytes: Bytes, maximumElementSize: Int = 16 << 20,
    report: @escaping @Sendable (JSONIssue) -> Void = { _ in }
  ) -> JSONModelStream<M> where Bytes.Element == UInt8 {
    Self.stream(
      of: type, from: bytes, policy: policy, maximumElementSize: maximumElementSize,
      report: report)
  }
}
