/// Writes stored properties as members of an object, without their static type being known to the
/// caller.
class MemberCodec: @unchecked Sendable {
  // Sendable: as `JSONCodec`.

  /// Writes the key and the value at `offset` of an object; returns false, with nothing written,
  /// when there is nothing but nil.
  func writeMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    fatalError("overridden")
  }

  /// Does the same where an Optional of the codec's type is stored.
  func writeOptionalMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    fatalError("overridden")
  }
}
