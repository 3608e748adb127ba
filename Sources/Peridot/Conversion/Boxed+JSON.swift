import Foundation

// What a dictionary holds, as the JSON that its bytes would be: made by `init(json:)`.

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
  func normalized(maximumDepth: Int) throws -> Any {
    switch self {
    case .string(let text): return text
    case .integer(let number): return NSNumber(value: number)
    case .double(let number): return NSNumber(value: number)
    case .bool(let truth): return NSNumber.shared(truth)
    case .null: return NSNull()
    case .object(let members):
      guard maximumDepth > 0 else { throw LeftToBytes() }
      return try members.mapValues {
        try Boxed(json: $0).normalized(maximumDepth: maximumDepth - 1)
      }
    case .array(let elements):
      guard maximumDepth > 0 else { throw LeftToBytes() }
      return try elements.map { try Boxed(json: $0).normalized(maximumDepth: maximumDepth - 1) }
    default:
      var writer = JSONWriter()
      try writer.any(value, maximumDepth: maximumDepth)
      return try JSONBytes(writer.bytes()).withReader(maximumDepth: .max) { try $0.readValue() }
    }
  }

  /// Makes sure that the value has a JSON form.
  func check(maximumDepth: Int) throws {
    switch self {
    case .string, .integer, .double, .bool, .null: break
    case .object(let members):
      guard maximumDepth > 0 else { throw LeftToBytes() }
      for value in members.values { try Boxed(json: value).check(maximumDepth: maximumDepth - 1) }
    case .array(let elements):
      guard maximumDepth > 0 else { throw LeftToBytes() }
      for element in elements { try Boxed(json: element).check(maximumDepth: maximumDepth - 1) }
    default:
      var writer = JSONWriter()
      try writer.any(value, maximumDepth: maximumDepth)
    }
  }
}
