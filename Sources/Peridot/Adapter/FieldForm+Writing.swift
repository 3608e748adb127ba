/// A property's member, written straight from the object.
extension FieldForm {
  /// The outcome of writing a property.
  enum Written {
    /// The member was written.
    case value
    /// The property is nil, and nothing was written.
    case none
    /// The codec has to write it.
    case codec
    /// It has to be looked at as what it is; nothing was written.
    case notHere
  }

  /// Writes the member, key and value.
  @inline(__always)
  func write(
    from memory: ObjectMemory, _ key: JSONOutputKey, _ writer: inout JSONWriter
  ) -> Written {
    switch kind {
    case .none:
      return .notHere
    case .other, .date, .optionalDate, .url, .optionalURL, .bits:
      return .codec
    case .string:
      writer.member(key, memory[LentText.self, at: offset])
    case .optionalString:
      guard memory[String?.self, at: offset] != nil else { return .none }
      // An Optional's text has the layout of the text itself.
      writer.member(key, memory[LentText.self, at: offset])
    case .int, .int64:
      writer.member(key, memory.load(Int.self, at: offset))
    case .optionalInt, .optionalInt64:
      guard let value = memory.load(Int?.self, at: offset) else { return .none }
      writer.member(key, value)
    case .bool:
      writer.member(key, memory.load(Bool.self, at: offset))
    case .optionalBool:
      guard let value = memory.load(Bool?.self, at: offset) else { return .none }
      writer.member(key, value)
    case .double:
      return writeDouble(memory.load(Double.self, at: offset), key, &writer)
    case .optionalDouble:
      guard let value = memory.load(Double?.self, at: offset) else { return .none }
      return writeDouble(value, key, &writer)
    }
    return .value
  }

  private func writeDouble(
    _ value: Double, _ key: JSONOutputKey, _ writer: inout JSONWriter
  ) -> Written {
    // The codec knows what to say of a number that has no JSON form.
    guard value.isFinite else { return .codec }
    writer.key(key)
    writer.double(value)
    return .value
  }
}
