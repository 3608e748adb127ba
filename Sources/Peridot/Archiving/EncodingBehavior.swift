/// Whether a property is written to an archive.
public enum EncodingBehavior: Sendable, Hashable {
  /// It is not; when the model is read, the property keeps its initial value.
  case excluded
  /// It always is.
  case unconditional
  /// The reference is written if something else in the archive holds the same object
  /// unconditionally, and is nil otherwise. A `weak var` behaves so by default.
  case conditional
}
