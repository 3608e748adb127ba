/// How far a ``JSONModelStream`` or a ``JSONModelWriter`` has come.
public struct JSONStreamProgress: Sendable, Hashable {
  /// The number of models that were read or written.
  public let models: Int
  /// The number of bytes that were read, by whole chunks, or that the written models take.
  public let bytes: Int
  /// The number of bytes in all; nil if it isn't known. A file's is known from the first model on,
  /// every stream's at its end.
  public let totalBytes: Int?

  public init(models: Int, bytes: Int, totalBytes: Int?) {
    self.models = models
    self.bytes = bytes
    self.totalBytes = totalBytes
  }

  /// The part of the bytes that was read or written, from 0 to 1; nil if their number isn't known.
  public var fractionCompleted: Double? {
    totalBytes.map { $0 == 0 ? 1 : Double(bytes) / Double($0) }
  }
}
