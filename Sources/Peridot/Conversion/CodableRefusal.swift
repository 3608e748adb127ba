import Foundation

/// A Codable type's refusal of a value, in our words.
struct CodableRefusal {
  /// The expected value, underneath an error that doesn't say it.
  struct Expectation: Error {
    let expected: ErrorPhrase
  }

  private(set) var expected: ErrorPhrase
  private(set) var found: ErrorPhrase

  /// - Parameters:
  ///   - type: The type of the whole value.
  ///   - isWhole: Whether the error is about the whole value.
  ///   - found: The words for the value that the error is about.
  init(_ error: any Error, of type: Any.Type, isWhole: Bool, found: ErrorPhrase) {
    self.found = found
    expected = isWhole ? "\(type)" : "a value that \(type) takes"
    switch error as? DecodingError {
    case .typeMismatch(let type, let context):
      expected = Self.words(for: type) ?? "\(type)"
      if Self.words(for: type) == nil { add(context) }
    case .valueNotFound(let type, let context):
      expected = Self.words(for: type) ?? "\(type)"
      // An array that ended has no value left.
      if found != "null" { add(context) }
    case .keyNotFound(let key, _):
      let name = Boxed.quoted(key.stringValue)
      if !isWhole { expected = "object with \(name)" }
      self.found = "\(found) without \(name)"
    case .dataCorrupted(let context):
      if let known = context.underlyingError as? Expectation {
        expected = known.expected
      } else {
        add(context)
      }
    case nil: break
    @unknown default: break
    }
  }

  private mutating func add(_ context: DecodingError.Context) {
    found = "\(found) (\(Boxed.escaped(context.debugDescription, limit: 200)))"
  }

  /// The words for a type of which coders read values; nil for one that reads its own.
  private static func words(for type: Any.Type) -> ErrorPhrase? {
    if type == [String: Any].self { return "object" }
    if type == [Any].self { return "array" }
    let isPlain =
      type is any FixedWidthInteger.Type || type is any BinaryFloatingPoint.Type
      || [String.self, Bool.self, Decimal.self, Date.self, URL.self, Data.self].contains {
        $0 == type
      }
    return isPlain ? "\(type)" : nil
  }
}

extension DecodingError {
  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}
