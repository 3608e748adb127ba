import Foundation

// The values of a dictionary, as the JSON that its bytes would be: made by `init(json:)`.

extension Boxed {
  /// Writes the value as `JSONWriter.any` writes what was in the box.
  func write(to writer: inout JSONWriter, maximumDepth: Int) throws {
    switch self {
    case .string(let text): writer.string(text)
    case .integer(let number): writer.integer(number)
    case .double(let number): writer.double(number)
    case .bool(let truth): writer.bool(truth)
    case .null: writer.null()
    case .object(let members): try writer.any(members, maximumDepth: maximumDepth)
    case .array(let elements): try writer.any(elements, maximumDepth: maximumDepth)
    default: try writer.any(value, maximumDepth: maximumDepth)
    }
  }

  /// The value as reading its bytes would give it.
  ///
  /// - Throws: an error of any kind when it has no JSON form, or is nested deeper than allowed.
  /// - Parameter keepsLive: Whether what has no JSON form stays as it is.
  func normalized(maximumDepth: Int, keepsLive: Bool = false) throws -> Any {
    switch self {
    case .string(let text): return text
    case .integer(let number): return NSNumber(value: number)
    case .double(let number): return NSNumber(value: number)
    case .bool(let truth): return NSNumber.shared(truth)
    case .null: return NSNull()
    case .object(let members):
      guard maximumDepth > 0 else { throw LeftToBytes() }
      return try members.mapValues {
        try Boxed(json: $0).normalized(maximumDepth: maximumDepth - 1, keepsLive: keepsLive)
      }
    case .array(let elements):
      guard maximumDepth > 0 else { throw LeftToBytes() }
      return try elements.map {
        try Boxed(json: $0).normalized(maximumDepth: maximumDepth - 1, keepsLive: keepsLive)
      }
    default:
      var writer = JSONWriter()
      let live = keepsLive ? LiveValues() : nil
      writer.live = live
      try writer.any(value, maximumDepth: maximumDepth)
      return try JSONBytes(writer.bytes(), live: live)
        .withReader(maximumDepth: .max) { try $0.readValue() }
    }
  }

  /// Whether its JSON is the same under every policy.
  var isPlain: Bool {
    switch self {
    case .string, .integer, .double, .bool, .null: true
    default: false
    }
  }

  /// Whether it is of a type that properties take as it is.
  var mayBeTaken: Bool {
    switch self {
    case .date, .data, .url, .uuid, .decimal: true
    // A number without a JSON form has a type that has one.
    case .other(let value): !(value is Double)
    default: false
    }
  }
}
