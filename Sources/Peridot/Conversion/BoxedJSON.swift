import Foundation

/// A JSON value as JSONSerialization gives it, told apart by the exact type in its box.
///
/// It is the value that its bytes would be: 5.0 is written as `5`, so it is an integer.
enum BoxedJSON {
  case string(String)
  case integer(Int64)
  /// A finite number that is no integer.
  case double(Double)
  case bool(Bool)
  case null
  case object([String: Any])
  case array([Any])
  /// Any other value, of a rarer type or without a JSON form: its bytes tell.
  indirect case other(Any)

  @inline(__always)
  init(_ value: Any) {
    self = _openExistential(value, do: opened)
  }

  fileprivate static func told<Value>(_ value: Value) -> BoxedJSON {
    // In the order of how often they are met.
    if let text = exactly(value, as: String.self) { return .string(text) }
    if let number = exactly(value, as: NSNumber.self) {
      return made(of: number.jsonForm) ?? .other(value)
    }
    if let members = exactly(value, as: [String: Any].self) { return .object(members) }
    if Value.self == NSNull.self { return .null }
    if let elements = exactly(value, as: [Any].self) { return .array(elements) }
    if let number = exactly(value, as: Int.self) { return .integer(Int64(number)) }
    if let truth = exactly(value, as: Bool.self) { return .bool(truth) }
    if let number = exactly(value, as: Double.self) {
      return made(of: .double(number)) ?? .other(value)
    }
    return rarer(value)
  }

  /// Nil for a number whose text has to be looked at.
  private static func made(of number: NSNumber.JSONForm) -> BoxedJSON? {
    switch number {
    case .bool(let truth):
      return .bool(truth)
    case .integer(let integer):
      return .integer(integer)
    case .double(let double):
      guard double.isFinite else { return nil }
      if double != double.rounded(.towardZero) { return .double(double) }
      // Zero with a sign is no integer, and larger numbers may be written with an exponent.
      guard double.magnitude < 1e15, double.sign == .plus || double != 0 else { return nil }
      return .integer(Int64(double))
    case .unsigned, .float, .decimal:
      return nil
    }
  }

  @inline(never)
  private static func rarer<Value>(_ value: Value) -> BoxedJSON {
    if let number = exactly(value, as: Int64.self) { return .integer(number) }
    if let text = exactly(value, as: NSString.self) { return .string(text as String) }
    return (value as? any NativeCollection)?.boxedJSON ?? .other(value)
  }
}

// The compiler crashes on a static method in place of this.
private func opened<Value>(_ value: Value) -> BoxedJSON {
  .told(value)
}

/// A collection whose elements are not boxed.
private protocol NativeCollection {
  var boxedJSON: BoxedJSON? { get }
}

extension Array: NativeCollection {
  fileprivate var boxedJSON: BoxedJSON? { .array(map { $0 as Any }) }
}

extension Dictionary: NativeCollection {
  fileprivate var boxedJSON: BoxedJSON? {
    exactly(mapValues { $0 as Any }, as: [String: Any].self).map { .object($0) }
  }
}

extension BoxedJSON {
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
    case .other(let value): try writer.any(value, maximumDepth: maximumDepth)
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
        try BoxedJSON($0).normalized(maximumDepth: maximumDepth - 1)
      }
    case .array(let elements):
      guard maximumDepth > 0 else { throw LeftToBytes() }
      return try elements.map { try BoxedJSON($0).normalized(maximumDepth: maximumDepth - 1) }
    case .other(let value):
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
      for value in members.values { try BoxedJSON(value).check(maximumDepth: maximumDepth - 1) }
    case .array(let elements):
      guard maximumDepth > 0 else { throw LeftToBytes() }
      for element in elements { try BoxedJSON(element).check(maximumDepth: maximumDepth - 1) }
    case .other(let value):
      var writer = JSONWriter()
      try writer.any(value, maximumDepth: maximumDepth)
    }
  }
}
