extension JSONReader {
  /// The error for the value at the cursor, which is not `expected`: null is told from the others.
  @inline(never)
  mutating func mismatch(_ expected: String, cure: Cure? = nil) -> any Error {
    do {
      let kind = try peekKind()
      return ConversionError(
        kind == .null ? .nullValue : .typeMismatch, at: position, expected: expected,
        found: describeValue(at: position), cure: cure)
    } catch {
      return error
    }
  }

  /// Reads any value; a number that Double cannot reach is an error about that number.
  mutating func readAnyValue() throws -> Any {
    do {
      return try readValue()
    } catch {
      throw refusal(error)
    }
  }

  /// Reads the object at the cursor likewise.
  mutating func readAnyMembers(
    like learnt: LearntMembers?, learn: (LearntMembers) -> Void
  ) throws -> [String: Any] {
    do {
      return try readMembers(like: learnt, learn: learn)
    } catch {
      throw refusal(error)
    }
  }

  private func refusal(_ error: JSONSyntaxError) -> any Error {
    guard error.reason == .numberOutOfRange else { return error }
    return ConversionError(
      .outOfRange, at: error.byteOffset, expected: "a number that Double holds",
      found: describeValue(at: error.byteOffset))
  }

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

  /// The error for the value at `place`, whose text, if it is text, is not `expected`.
  @inline(never)
  mutating func unreadable(
    at place: ReadingPlace, _ context: ReadingContext, expected: String
  ) -> any Error {
    place.restore(&self)
    guard context.policy.unreadableText == .makeNil, nextByte() == UInt8(ascii: "\"") else {
      return mismatch(expected)
    }
    return ConversionError(
      .unreadable, at: place.position, expected: expected,
      found: describeValue(at: place.position))
  }
}
