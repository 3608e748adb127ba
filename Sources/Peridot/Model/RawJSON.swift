public import Foundation

/// A property's type for a JSON value that stays unchanged:
///
///     final class Event: Model, JSONSerializing {
///       var id = 0
///       var payload = RawJSON()
///     }
///
///     let push = try event.payload.decode(as: Push.self)
///
/// Peridot writes its text back byte for byte, and parses it only on demand. If it comes from a
/// dictionary or a coder, Peridot makes the text, with members in the order of their names. Two are
/// equal if their values are, in spite of differences in the order of members and in white space;
/// numbers are compared with all their digits, and one beyond a Double's range by its text, names by
/// their Unicode scalars. For an Optional, null is nil.
public struct RawJSON: Sendable {
  let bytes: [UInt8]
  /// The tag of the object, if its holder has the tag.
  var holderTag: Cluster.Tag?

  /// Creates null.
  public init() {
    bytes = Array("null".utf8)
  }

  /// Keeps the text of one value.
  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Keeps a value in JSONSerialization's form.
  init(value: Any) throws {
    var writer = JSONWriter()
    writer.sortsMembers = true
    try writer.any(value, maximumDepth: .max)
    bytes = writer.bytes()
  }

  /// Returns this value changed by the object of a JSON merge patch (RFC 7396), text by text.
  func patched(by patch: RawJSON) throws -> RawJSON {
    var result = RawJSON(bytes: try MergedText(bytes, patch: patch.bytes).bytes)
    result.holderTag = holderTag
    return result
  }

  /// The text in UTF-8.
  public var data: Data { Data(bytes) }

  /// Whether the value is null.
  public var isNull: Bool { bytes.first == UInt8(ascii: "n") }

  /// A view of an object's members; for any other value, of an empty object.
  public var object: JSONObject {
    let isObject = bytes.first == UInt8(ascii: "{")
    return JSONObject(
      source: JSONObjectSource(isObject ? JSONBytes(bytes) : JSONBytes("{}")), offset: 0)
  }

  /// The value in JSONSerialization's form; a number with more digits than a Double has is a
  /// Decimal, and one that is too small is zero. Of two names that are equal as Strings, the last
  /// counts.
  public var value: Any {
    exactValue ?? NSNull()
  }

  /// The value in JSONSerialization's form; nil if a number has none.
  private var exactValue: Any? { value(.init()) }

  /// The value with escaped names, which are equal only if their Unicode scalars are.
  private var comparableValue: Any? { value(.init(escapesNames: true)) }

  private func value(_ losses: JSONReader.Losses) -> Any? {
    JSONBytes(bytes).withReader(maximumDepth: .max) { reader in
      try? reader.readValue(keepsDigits: true, losses: losses)
    }
  }
}

extension RawJSON: Hashable {
  public static func == (first: Self, second: Self) -> Bool {
    if first.holderTag != second.holderTag { return false }
    if first.bytes == second.bytes { return true }
    // One without a value, because of a number such as 1e400, is told by its text.
    guard let value = first.comparableValue, let other = second.comparableValue else {
      return false
    }
    return AnyComparison.areEqual(value, other, nil)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(Set(object.keys))
  }
}

extension RawJSON: CustomStringConvertible {
  /// The text.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

// In the file of the type: a program linked with a static archive has only object files whose
// symbols it refers to, and a cast refers to no conformance.

/// A coder gets an equal value; an archive keeps the text.
extension RawJSON: Codable {
  private enum CodingKeys: String, CodingKey {
    case json, holderTag
  }

  public init(from decoder: any Decoder) throws {
    guard (decoder as? CodableDecoder)?.isArchived == true else {
      do {
        try self.init(value: CodedJSON(from: decoder).value)
      } catch is CodedJSON.TooDeep {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: CodedJSON.tooDeep))
      }
      return
    }
    let archived = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(archived: archived.decode(String.self, forKey: .json))
    holderTag = try archived.decodeIfPresent(Cluster.Tag.self, forKey: .holderTag)
  }

  private init(archived text: String) throws {
    let depth = StackRoom.depthToRead(512)
    bytes = try JSONBytes(text).withReader(maximumDepth: depth) { reader in
      _ = reader.nextByte()
      let start = reader.position
      try reader.skipValue()
      let bytes = reader.bytes(from: start, to: reader.position)
      try reader.endDocument()
      return bytes
    }
  }

  public func encode(to encoder: any Encoder) throws {
    guard (encoder as? CodableEncoder)?.isArchived == true else {
      do {
        return try CodedJSON(value: value).encode(to: encoder)
      } catch is CodedJSON.TooDeep {
        throw EncodingError.invalidValue(
          self, .init(codingPath: encoder.codingPath, debugDescription: CodedJSON.tooDeep))
      }
    }
    var archived = encoder.container(keyedBy: CodingKeys.self)
    try archived.encode(description, forKey: .json)
    try archived.encodeIfPresent(holderTag, forKey: .holderTag)
  }
}

/// A value of JSON under a coder. Names are data, which no coder converts.
private struct CodedJSON: Codable {
  struct TooDeep: Error {}

  static let tooDeep = "the JSON is nested too deep for the stack"

  let value: Any

  init(value: Any) {
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    if StackRoom.isLow { throw TooDeep() }
    let single = try decoder.singleValueContainer()
    if let scalar = UntypedScalar.value(single) {
      value = scalar
    } else if let members = try Self.found({ try single.decode([String: Self].self) }) {
      value = members.mapValues(\.value)
    } else if let elements = try Self.found({ try single.decode([Self].self) }) {
      value = elements.map(\.value)
    } else if let date = try? single.decode(Date.self) {
      value = date
    } else {
      value = try single.decode(Data.self)
    }
  }

  private static func found<Found>(_ decode: () throws -> Found) throws -> Found? {
    do {
      return try decode()
    } catch let error as TooDeep {
      throw error
    } catch {
      return nil
    }
  }

  func encode(to encoder: any Encoder) throws {
    if StackRoom.isLow { throw TooDeep() }
    var single = encoder.singleValueContainer()
    switch Boxed(value) {
    case .null: try single.encodeNil()
    case .object(let members): try single.encode(members.mapValues { Self(value: $0) })
    case .array(let elements): try single.encode(elements.map { Self(value: $0) })
    case .string(let text): try single.encode(text)
    case .bool(let truth): try single.encode(truth)
    case .integer(let number): try single.encode(number)
    case .unsigned(let number): try single.encode(number)
    case .double(let number): try single.encode(number)
    case .float(let number): try single.encode(number)
    case .decimal(let number): try single.encode(number)
    case .date, .data, .url, .uuid, .other:
      throw EncodingError.invalidValue(
        value,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: "\(TypeName.withArticle(type(of: value))) is not Encodable"))
    }
  }
}
