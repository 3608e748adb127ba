import Foundation

/// Values in memory in the form that their JSON text would give.
extension Boxed {
  /// The error for an infinite number, a NaN, or a dictionary whose keys are not text, which no
  /// property accepts; nil for any other value.
  var withoutForm: JSONValueError? {
    if case .other(let value) = self, value is any _CollectionLike, !(value is any ArrayLike) {
      var writer = JSONWriter()
      do {
        try writer.any(value, maximumDepth: writer.depthLeft(of: 512))
      } catch let error as JSONValueError {
        if case .unsupportedKey = error.kind { return error }
      } catch {}
    }
    return isFinite ? nil : JSONValueError(.notFinite("\(value)"))
  }

  /// False for an infinite number or a NaN; true for any other value.
  var isFinite: Bool {
    switch self {
    case .double(let number): number.isFinite
    case .float(let number): number.isFinite
    case .decimal(let number): number.isFinite
    case .other(let number as Double): number.isFinite
    case .string, .integer, .bool, .null, .object, .array, .unsigned, .date, .data, .url, .uuid,
      .other:
      true
    }
  }

  /// The value as reading its JSON text would give it.
  ///
  /// - Parameter document: The document of the value: it keeps a value without a JSON form
  ///   unchanged. If it is nil, such a value throws.
  func normalized(maximumDepth: Int, in document: JSONValues? = nil) throws(JSONValueError) -> Any {
    switch self {
    case .string(let text): return text
    case .integer(let number): return NSNumber(value: number)
    case .double(let number): return NSNumber(value: number)
    case .bool(let truth): return NSNumber.shared(truth)
    case .null: return NSNull()
    case .unsigned(let number): return NSNumber(value: number)
    case .object(let members):
      if document?.isNormalized(members, depth: maximumDepth) == true { return members }
      guard maximumDepth > 0 else { throw JSONValueError(.tooDeep(limit: maximumDepth)) }
      // A closure for `mapValues` would lose the type of the thrown error.
      var normalized = members
      for (name, value) in members {
        normalized[name] = try Boxed.normalized(
          value, maximumDepth: maximumDepth - 1, in: document)
      }
      document?.setNormalized(normalized, depth: maximumDepth)
      return normalized
    case .array(let elements):
      if document?.isNormalized(elements, depth: maximumDepth) == true { return elements }
      guard maximumDepth > 0 else { throw JSONValueError(.tooDeep(limit: maximumDepth)) }
      let normalized = try elements.map { element throws(JSONValueError) in
        try Boxed.normalized(element, maximumDepth: maximumDepth - 1, in: document)
      }
      document?.setNormalized(normalized, depth: maximumDepth)
      return normalized
    case .decimal(let number) where document != nil && number.isFinite: return number
    case .date, .data, .url, .uuid:
      if document != nil { return value }
    case .other(let other):
      if other is any _CollectionLike, let members = other as? [String: Any] {
        return try Boxed.object(members).normalized(maximumDepth: maximumDepth, in: document)
      }
      if document != nil, withoutForm == nil, !(other is Double), !(other is NumberText) {
        return other
      }
    case .float, .decimal: break
    }
    var writer = JSONWriter()
    do {
      try writer.any(value, maximumDepth: maximumDepth)
      return try JSONBytes(writer.bytes()).withReader(maximumDepth: .max) { try $0.readValue() }
    } catch {
      throw error as? JSONValueError ?? JSONValueError(.notFinite("\(value)"))
    }
  }

  /// A value within a container, as reading its JSON text would give it. A whole Double of a document
  /// in memory stays one, for the hooks and the unions further in.
  private static func normalized(
    _ value: Any, maximumDepth: Int, in document: JSONValues?
  ) throws(JSONValueError) -> Any {
    let boxed = Boxed(value)
    if document != nil, case .double(let number) = boxed, number.isFinite {
      return NSNumber(value: number)
    }
    return try Boxed(json: value).normalized(maximumDepth: maximumDepth, in: document)
  }
}
