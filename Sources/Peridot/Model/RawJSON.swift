public import Foundation

/// A JSON value that is kept as it came, as the type of a property:
///
///     final class Event: Model, JSONSerializing {
///       var id = 0
///       var payload = RawJSON()
///     }
///
///     let push = try event.payload.decode(as: Push.self)
///
/// Its text is written back byte for byte, and is not looked into until it is asked for. What was read
/// from a dictionary or by a coder has a text that was made of it, the members in the order of their
/// names. Two are equal if their values are, whatever the order of members and the white space; numbers
/// are compared with all their digits. For an Optional, null is nil.
public struct RawJSON: Sendable {
  let bytes: [UInt8]
  /// The tag of the object, where that lies in its holder.
  var holderTag: Cluster.Tag?

  /// Creates null.
  public init() {
    bytes = Array("null".utf8)
  }

  /// Keeps the text of one value.
  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Keeps a value as JSONSerialization gives it.
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

  /// A view of the members of an object; of an empty object for any other value.
  public var object: JSONObject {
    let isObject = bytes.first == UInt8(ascii: "{")
    return JSONObject(
      source: JSONObjectSource(isObject ? JSONBytes(bytes) : JSONBytes("{}")), offset: 0)
  }

  /// The value as JSONSerialization would give it; a number with more digits than a Double has is a
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
    hasher.combine(object.keys.sorted())
  }
}

extension RawJSON: CustomStringConvertible {
  /// The text.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
