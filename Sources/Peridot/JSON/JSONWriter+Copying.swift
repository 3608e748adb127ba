extension JSONWriter {
  /// Writes the value at the cursor of `reader` as it is, in this writer's layout.
  ///
  /// It recurses as deep as the reader allows.
  mutating func copy(_ reader: inout JSONReader) throws {
    switch try reader.peekKind() {
    case .object:
      beginObject()
      if try reader.beginObject() {
        repeat {
          key(try reader.readKey())
          try copy(&reader)
        } while try reader.nextMember()
      }
      endObject()
    case .array:
      beginArray()
      if try reader.beginArray() {
        repeat { try copy(&reader) } while try reader.nextElement()
      }
      endArray()
    case .string:
      string(try reader.readStringIfPresent() ?? "")
    default:
      let start = reader.position
      try reader.skipValue()
      raw(reader.bytes(from: start, to: reader.position))
    }
  }
}
