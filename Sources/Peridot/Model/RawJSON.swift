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
/// numbers are compared with all their digits. For an Optional, null is nil.
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
  /// Decimal.
  public var value: Any {
    JSONBytes(bytes).withReader(maximumDepth: .max) { reader in
      (try? reader.readValue(keepsDigits: true)) ?? NSNull()
    }
  }
}

extension RawJSON: Hashable {
  public static func == (first: Self, second: Self) -> Bool {
    first.holderTag == second.holderTag
      && (first.bytes == second.bytes || AnyComparison.areEqual(first.value, second.value, nil))
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(Set(object.keys))
  }
}

extension RawJSON: CustomStringConvertible {
  /// The text.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
