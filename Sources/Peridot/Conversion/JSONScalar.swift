/// A type whose JSON form is a single value that the type itself knows how to read and write.
protocol JSONScalar {
  static func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Self
  func write(_ writer: inout JSONWriter, _ context: WritingContext) throws
  static var resetValue: Self? { get }
  /// Whether a value that cannot be read resets the property under `.resetScalars`.
  static var isResetByMismatch: Bool { get }
}

extension JSONScalar {
  static var resetValue: Self? { nil }
  static var isResetByMismatch: Bool { false }
}

extension JSONReader {
  /// The error for the value at the cursor, which is no `expected`: null is told from the others.
  @inline(never)
  mutating func mismatch(_ expected: String) -> any Error {
    do {
      let kind = try peekKind()
      return ConversionError(
        kind == .null ? .nullValue : .typeMismatch, at: position, expected: expected,
        found: describeValue(at: position))
    } catch {
      return error
    }
  }
}

extension JSONReader {
  /// Throws that the value is null when it is text without anything in it, and the policy says so.
  @inline(never)
  mutating func refuseBlankText(
    at place: ReadingPlace, _ context: ReadingContext, expected: String
  ) throws {
    guard context.policy.emptyStringIsNull else { return }
    place.restore(&self)
    defer { place.restore(&self) }
    guard try readStringIfPresent()?.allSatisfy(\.isWhitespace) == true else { return }
    throw ConversionError(
      .nullValue, at: place.position, expected: expected,
      found: describeValue(at: place.position))
  }
}

/// The codec that a type has by itself.
protocol PlainCodec: AnyObject {}

/// The codec of a scalar.
final class JSONScalarCodec<Value: JSONScalar>: JSONCodec<Value>, PlainCodec,
  @unchecked Sendable
{
  override func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Value {
    try Value.read(&reader, context)
  }

  override func write(
    _ value: Value, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    try value.write(&writer, context)
  }

  override var resetValue: Value? { Value.resetValue }

  override var isResetByMismatch: Bool { Value.isResetByMismatch }
}
