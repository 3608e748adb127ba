import Foundation

/// Returns what the user has for the hooks, by name.
typealias CodingUserInfo = @Sendable () -> [String: any Sendable]

/// A type as its own Codable conformance has it, through Foundation's coders.
final class JSONCodableCodec<Value>: JSONCodec<Value>, @unchecked Sendable {
  // Sendable: the functions capture nothing that changes.

  private let userInfo: CodingUserInfo
  private let decodeValue: (JSONDecoder, Data) throws -> Value
  private let encodeValue: (JSONEncoder, Value) throws -> Data

  private init(
    _ userInfo: @escaping CodingUserInfo,
    decode: @escaping (JSONDecoder, Data) throws -> Value,
    encode: @escaping (JSONEncoder, Value) throws -> Data
  ) {
    self.userInfo = userInfo
    decodeValue = decode
    encodeValue = encode
  }

  convenience init(
    _: Value.Type, _ userInfo: @escaping CodingUserInfo
  ) where Value: Codable {
    self.init(
      userInfo,
      decode: { try $0.decodeChecked(Value.self, from: $1) },
      encode: { try $0.encodeChecked($1) })
  }

  override func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Value {
    let place = ReadingPlace(&reader)
    let kind = try reader.peekKind()
    if kind == .null {
      // Few types make something of null; it is no mismatch for those.
      try reader.skipValue()
      if let value = try? decode(Array("null".utf8), at: place.position, found: "null") {
        return value
      }
      place.restore(&reader)
      throw reader.mismatch("\(Value.self)")
    }
    try reader.skipValue()
    var bytes = reader.bytes(from: place.position, to: reader.position)
    if reader.hasLive { bytes = try codableText(at: place, &reader) }
    if kind == .object || kind == .array {
      do {
        bytes = try withoutDuplicates(bytes)
      } catch let error as ConversionError {
        throw error.moved(outOf: JSONBytes(bytes), to: place.position) { place.position + $0 }
      }
    }
    do {
      return try decode(
        bytes, at: place.position, found: reader.describeValue(at: place.position))
    } catch let error as ConversionError
      where isEnum && context.policy.unknownEnum == .makeNil && error.underlying.isAboutContent
    {
      throw ConversionError(
        .unknownCase, at: error.offset, expected: error.expected, found: error.found,
        underlying: error.underlying)
    }
  }

  /// Whether a value that the type refuses is a case that it does not know.
  private var isEnum: Bool { Value.self is any RawRepresentable.Type }

  /// The text of the value at `place` with what stands in it as it is in memory encoded as this codec
  /// encodes it.
  private func codableText(at place: ReadingPlace, _ reader: inout JSONReader) throws -> [UInt8] {
    place.restore(&reader)
    var writer = JSONWriter(options: [.sortedKeys])
    do {
      try writer.any(
        try CodableText.encodable(try reader.readAnyValue(), userInfo()), maximumDepth: .max)
    } catch let error as JSONValueError {
      var failure = ConversionError(error)
      failure.offset = place.position
      throw failure
    }
    return writer.bytes()
  }

  private func decode(
    _ bytes: [UInt8], at offset: Int, found: @autoclosure () -> String
  ) throws -> Value {
    do {
      return try decodeValue(CodableText.decoder(userInfo()), Data(bytes))
    } catch {
      throw failure(error, at: offset, found())
    }
  }

  /// Decodes the value with the members that the JSON names changed.
  override func update(
    _ current: Value, _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Value {
    guard context.policy.dictionaryUpdate == .merge, try reader.peekKind() == .object else {
      return try read(&reader, context)
    }
    let place = ReadingPlace(&reader)
    guard let members = members(of: current),
      let patch = try reader.readAnyValue() as? [String: Any]
    else {
      place.restore(&reader)
      return try read(&reader, context)
    }
    var patched = JSONWriter()
    let whole = members.patched(by: patch)
    try patched.any(
      reader.hasLive ? CodableText.encodable(whole, userInfo()) : whole, maximumDepth: .max)
    return try decode(patched.bytes(), at: place.position, found: "object")
  }

  /// The members of the object that a value is encoded as; nil if it is not.
  private func members(of value: Value) -> [String: Any]? {
    guard let bytes = try? encode(value) else { return nil }
    return try? JSONBytes(bytes).withReader(maximumDepth: .max) { reader in
      try reader.readValue() as? [String: Any]
    }
  }

  /// Foundation takes the first of several members with one name; everywhere else the last counts.
  private func withoutDuplicates(_ bytes: [UInt8]) throws -> [UInt8] {
    guard DuplicateMembers.mayBe(in: bytes) else { return bytes }
    let source = JSONBytes(bytes)
    guard !DuplicateMembers.find(in: source).isEmpty else { return bytes }
    var writer = JSONWriter()
    let value = try source.withReader(maximumDepth: .max) { try $0.readAnyValue() }
    try writer.any(value, maximumDepth: .max)
    return writer.bytes()
  }

  private func failure(_ error: any Error, at offset: Int, _ found: String) -> ConversionError {
    var failure = ConversionError(
      .typeMismatch, at: offset, expected: "\(Value.self)", found: found, underlying: error)
    let context: DecodingError.Context? =
      switch error as? DecodingError {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context
      default: nil
      }
    if let context {
      failure.innerPath = context.codingPath.map { key in
        key.intValue.map { "[\($0)]" } ?? JSONKeyPath.step(to: key.stringValue)
      }.joined()
      if case .keyNotFound(let key, _) = error as? DecodingError {
        failure.found += " without " + Boxed.quoted(key.stringValue)
      } else {
        failure.found += " (\(Boxed.escaped(context.debugDescription, limit: 200)))"
      }
    }
    return failure
  }

  override func write(
    _ value: Value, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    let bytes = try encode(value)
    if writer.options.isEmpty { return writer.raw(bytes) }
    // Laid out as the rest of the document.
    try JSONBytes(bytes).withReader(maximumDepth: .max) { try writer.copy(&$0) }
  }

  private func encode(_ value: Value) throws -> [UInt8] {
    do {
      return Array(try encodeValue(CodableText.encoder(userInfo()), value))
    } catch let error as EncodingTooDeep {
      throw ConversionError(.tooDeep, at: 0, found: "\(error)", underlying: error)
    } catch {
      throw ConversionError(
        .noForm, at: 0, expected: "a value with a JSON form", found: "\(Value.self)",
        underlying: error)
    }
  }
}

/// Values as the codec of Codable types encodes them.
private enum CodableText {
  // Several threads may use them: nobody changes them.
  private static let plainDecoder = newDecoder()
  private static let plainEncoder = newEncoder()

  /// Returns a decoder whose `userInfo` holds `values`, each under a key of its name.
  static func decoder(_ values: [String: any Sendable]) -> JSONDecoder {
    if values.isEmpty { return plainDecoder }
    let decoder = newDecoder()
    decoder.userInfo = keyed(values)
    return decoder
  }

  /// Returns an encoder whose `userInfo` holds `values`, each under a key of its name.
  static func encoder(_ values: [String: any Sendable]) -> JSONEncoder {
    if values.isEmpty { return plainEncoder }
    let encoder = newEncoder()
    encoder.userInfo = keyed(values)
    return encoder
  }

  private static func keyed(
    _ values: [String: any Sendable]
  ) -> [CodingUserInfoKey: any Sendable] {
    var keyed: [CodingUserInfoKey: any Sendable] = [:]
    for (name, value) in values {
      if let key = CodingUserInfoKey(rawValue: name) { keyed[key] = value }
    }
    return keyed
  }

  private static func newDecoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      if let date = DateText.parse(text, as: .lenient) { return date }
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: "\(Boxed.quoted(text)) is not a date"))
    }
    return decoder
  }

  private static func newEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(DateText.string(date, as: .iso8601) ?? "")
    }
    return encoder
  }

  /// The value with all that has no JSON form encoded.
  static func encodable(_ value: Any, _ userInfo: [String: any Sendable]) throws -> Any {
    switch Boxed(value) {
    case .object(let members): try members.mapValues { try encodable($0, userInfo) }
    case .array(let elements): try elements.map { try encodable($0, userInfo) }
    case .date(let date): DateText.string(date, as: .iso8601) ?? value
    case .data(let data): data.base64EncodedString()
    case .url(let url): url.absoluteString
    case .uuid(let identifier): identifier.uuidString
    case .other(let set as any AnySet): try set.elements.map { try encodable($0, userInfo) }
    case .other(let codable as any Encodable): try encoded(codable, userInfo)
    default: value
    }
  }

  private static func encoded(
    _ value: some Encodable, _ userInfo: [String: any Sendable]
  ) throws -> Any {
    try JSONBytes(Array(try encoder(userInfo).encodeChecked(value)))
      .withReader(maximumDepth: .max) { try $0.readValue() }
  }
}

extension JSONCodableCodec where Value: RawRepresentable {
  /// Returns the codec of a type that has raw values, and is coded in a way of its own all the
  /// same; nil for one that is coded by its raw values.
  static func ofOwnCoding(_ userInfo: @escaping CodingUserInfo) -> JSONCodableCodec? {
    let coding = RawValueCoding.of(Value.self)
    guard coding.isOwn else { return nil }
    if let codable = Value.self as? any Codable.Type {
      return of(codable, userInfo) as? JSONCodableCodec
    }
    // Codable in one direction only: the other one goes by the raw value.
    return JSONCodableCodec(
      userInfo,
      decode: { decoder, json in
        guard let decodable = Value.self as? any Decodable.Type else {
          return try decoder.decode(CodedByRawValue<Value>.self, from: json).value
        }
        if let value = try decoder.decodeChecked(decodable, from: json) as? Value { return value }
        throw DecodingError.typeMismatch(
          Value.self, .init(codingPath: [], debugDescription: "another type"))
      },
      encode: { encoder, value in
        guard let encodable = value as? any Encodable else {
          return try encoder.encode(CodedByRawValue(value: value))
        }
        return try encoder.encodeChecked(encodable)
      })
  }

  private static func of<Coded: Codable>(
    _ type: Coded.Type, _ userInfo: @escaping CodingUserInfo
  ) -> AnyObject {
    JSONCodableCodec<Coded>(type, userInfo)
  }
}

extension JSONCodableCodec {
  /// Reads a value from the name of a member: from text, or from a number; nil if it refuses both.
  func value(named name: String) -> Value? {
    var text = JSONWriter()
    text.string(name)
    for json in [text.bytes(), Array(name.utf8)] {
      let isJSON = (try? JSONBytes(json).withReader { try $0.skipValue() }) != nil
      if isJSON, let value = try? decode(json, at: 0, found: name) { return value }
    }
    return nil
  }

  /// Returns the text or the number that a value is encoded as; nil for any other form.
  func name(of value: Value) -> String? {
    guard let json = try? encode(value) else { return nil }
    return JSONBytes(json).withReader { reader -> String? in
      switch try? reader.peekKind() {
      case .string: try? reader.readStringIfPresent()
      case .number, .bool: String(decoding: json, as: UTF8.self)
      default: nil
      }
    }
  }
}

/// A value of a type that is not Codable, as its raw value.
private struct CodedByRawValue<Value: RawRepresentable>: Codable {
  let value: Value

  init(value: Value) {
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let type = Value.RawValue.self as? any Decodable.Type,
      let rawValue = try container.decode(type) as? Value.RawValue,
      let value = Value(rawValue: rawValue)
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "no raw value of \(Value.self)")
    }
    self.value = value
  }

  func encode(to encoder: any Encoder) throws {
    guard let rawValue = value.rawValue as? any Encodable else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: encoder.codingPath, debugDescription: "no Encodable raw value"))
    }
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension (any Error)? {
  /// Whether a decoder refused what a value holds, rather than its kind.
  fileprivate var isAboutContent: Bool {
    switch self as? DecodingError {
    case .typeMismatch, .valueNotFound, .keyNotFound: false
    default: true
    }
  }
}
