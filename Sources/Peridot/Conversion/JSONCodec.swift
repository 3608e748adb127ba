/// Reads and writes values of one static type.
///
/// Chosen once per property, when the plan of its class is made. `read` leaves the cursor behind
/// the value; when it throws, the cursor may be anywhere.
class JSONCodec<Value>: @unchecked Sendable {
  // Sendable: subclasses hold other codecs and constants only.

  func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Value {
    fatalError("overridden")
  }

  /// Reads into the models that `current` holds, where an update can keep them.
  func update(
    _ current: Value, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Value {
    try read(&reader, context)
  }

  /// Returns a codec that reads elements of an array into those of `current` that have the same
  /// identity; nil where there is no identity.
  func updating(_ current: [Value]) -> JSONCodec<Value>? { nil }

  func write(_ value: Value, _ writer: inout JSONWriter, _ context: WritingContext) throws {
    fatalError("overridden")
  }

  /// Tells whether `value` is nil, which a policy may leave out.
  func isNil(_ value: Value) -> Bool { false }

  /// What a policy that resets puts in place of a value that cannot be read.
  var resetValue: Value? { nil }

  /// Whether a value that cannot be read resets the property under `.resetScalars`.
  var isResetByMismatch: Bool { false }
}
