import Foundation

extension RawJSON {
  /// Keeps a text without the white space around its value.
  ///
  /// - Throws: a ``JSONAdapterError`` if it is not JSON.
  public init(_ text: String) throws {
    let reading = DocumentReading(input: JSONInput(text), plans: .of(.strict))
    self = try reading.read(
      report: { _ in }, { reader, _ in try RawJSONCodec.read(from: &reader) })
  }

  /// Keeps the JSON of a value like that of a property of its type: a model, a Codable value, or an
  /// array of such.
  ///
  /// - Throws: a ``JSONAdapterError``.
  public init<Value>(encoding value: Value, policy: ConversionPolicy? = nil) throws {
    try self.init(encoding: value, under: .of(policy, for: Value.self))
  }

  init<Value>(encoding value: Value, under plans: PolicyPlans, isForCoder: Bool = false) throws {
    let codec = try plans.namedCodec(for: Value.self)
    let call = AdapterCall(plans, isForCoder: isForCoder)
    bytes = Array(try call.text { try codec.write(value, to: &$0, in: $1) }.utf8)
  }

  /// Reads the value like a property of that type: a model, a Codable value, or an array of such.
  ///
  /// `report` is called for each part that the policy repaired, skipped or dropped.
  ///
  /// - Throws: a ``JSONAdapterError``, with its place in this value.
  public func decode<Value>(
    as type: Value.Type = Value.self, policy: ConversionPolicy? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> Value {
    try AdapterCall(PolicyPlans.of(policy, for: Value.self)).value(
      type, JSONInput(part: JSONBytes(bytes)), report)
  }
}

extension PolicyPlans {
  /// Returns the codec for a type that a caller names; throws if its values have no JSON form.
  func namedCodec<Value>(for type: Value.Type) throws -> any JSONCodec<Value> {
    if let codec = codec(for: type) { return codec }
    throw JSONAdapterError(
      .invalidMapping,
      found: "\n- \(TypeName.of(type)) has no JSON form: \(ErrorAdvice.words(forUnsupported: type))"
    )
  }
}

/// The codec of `RawJSON`.
final class RawJSONCodec: JSONCodec {
  typealias Value = RawJSON

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> RawJSON {
    try Self.read(from: &reader)
  }

  static func read(from reader: inout JSONReader) throws -> RawJSON {
    RawJSON(bytes: try reader.readText())
  }

  /// Follows RFC 7396, as an update of a dictionary does.
  func update(
    _ current: RawJSON, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> RawJSON {
    guard context.merges, reader.nextByte() == UInt8(ascii: "{") else {
      return try read(from: &reader, in: context)
    }
    return try current.patched(by: try read(from: &reader, in: context))
  }

  func insert(from reader: inout JSONReader, in context: ReadingContext) throws -> RawJSON {
    try update(RawJSON(), from: &reader, in: context)
  }

  func write(
    _ value: RawJSON, to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    writer.kept(value.bytes)
  }
}
