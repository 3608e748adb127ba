/// Reads and writes stored properties as members of an object, without their static type being
/// known to the caller.
protocol MemberCodec: AnyObject, Sendable {
  /// The codec of the value itself, where this is one of an Optional.
  var valueCodec: any MemberCodec { get }

  /// Whether the value is one model. The runtime takes long to say that a codec does not conform to a
  /// protocol.
  var isOfModel: Bool { get }

  /// Reads the value at the cursor and stores it at `offset` of an object.
  func readMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext) throws

  /// Does the same where an Optional of the codec's type is stored.
  func readOptionalMember(
    into memory: ObjectMemory, at offset: Int, _ reader: inout JSONReader,
    _ context: ReadingContext) throws

  /// Stores nil where an Optional of the codec's type is stored.
  func storeNil(in memory: ObjectMemory, at offset: Int)

  /// The codec that does the same with fewer calls.
  var direct: any MemberCodec { get }

  /// The codec that does what `writeOptionalMember` does by `writeMember`; nil when there is none.
  var directForOptional: (any MemberCodec)? { get }

  /// Writes the key and the value at `offset` of an object; returns false, with nothing written,
  /// when there is nothing but nil.
  func writeMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool

  /// Does the same where an Optional of the codec's type is stored.
  func writeOptionalMember(
    _ key: JSONOutputKey, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool
}
