/// Failures under a coder, as the errors that coders throw.
///
/// Each has the adapter's error underneath, which tells one that was made already.
enum CodingFailure {
  /// Returns the error for what an adapter's rules refuse in the value at `path`.
  static func decoding(
    _ error: JSONAdapterError, of type: Any.Type? = nil, _ path: [any CodingKey]
  ) -> DecodingError {
    let error = error.errors.first ?? error
    let path = error.isAboutValue ? path + JSONKeyPath.codingKeys(ofPath: error.path) : path
    var moved = error
    if error.isAboutValue { moved.path = JSONKeyPath.path(along: path) }
    (moved.line, moved.column, moved.byteOffset) = (nil, nil, nil)
    let context = DecodingError.Context(
      codingPath: path, debugDescription: moved.description, underlyingError: moved)
    return switch error.kind {
    case .typeMismatch: .typeMismatch(type ?? error.modelClass ?? Any.self, context)
    case .nullValue: .valueNotFound(type ?? error.modelClass ?? Any.self, context)
    default: .dataCorrupted(context)
    }
  }

  /// Returns the error for what a coder, or code of the user's, threw for the value at `path`.
  ///
  /// - Parameter inner: What the adapter's rules say of the value, if they were tried.
  static func decoding(
    _ error: any Error, _ inner: JSONAdapterError?, modelClass: Model.Type?, _ key: String?,
    _ expected: String, isTransformed: Bool = false, _ path: [any CodingKey]
  ) -> DecodingError {
    if let known = error as? DecodingError, known.isMade { return known }
    let found = (error as? DecodingError)?.context
    let place = found?.codingPath ?? path
    var underlying =
      inner
      ?? JSONAdapterError(
        kind(of: error, isTransformed), modelClass: modelClass, propertyKey: key,
        expected: expected,
        found: (found?.debugDescription).map { Boxed.escaped($0, limit: 200) }
          ?? Boxed.words(error: error),
        underlying: error)
    underlying.name(modelClass, key)
    underlying.path = JSONKeyPath.path(along: place)
    let context = DecodingError.Context(
      codingPath: place, debugDescription: underlying.description, underlyingError: underlying)
    return switch error as? DecodingError {
    case .typeMismatch(let type, _): .typeMismatch(type, context)
    case .valueNotFound(let type, _): .valueNotFound(type, context)
    case .keyNotFound(let key, _): .keyNotFound(key, context)
    default: .dataCorrupted(context)
    }
  }

  private static func kind(
    of error: any Error, _ isTransformed: Bool
  ) -> JSONAdapterError.Kind {
    switch error as? DecodingError {
    case .valueNotFound: .nullValue
    case .some: .typeMismatch
    case nil: isTransformed ? .transformFailed : .typeMismatch
    }
  }

  /// Returns the error for what cannot be written of `value`, which goes to the end of `path`.
  static func encoding(
    _ error: any Error, _ value: Any, modelClass: Model.Type?, _ key: String?,
    _ path: [any CodingKey]
  ) -> EncodingError {
    if let known = error as? EncodingError, known.isMade { return known }
    var (value, place, found) = (value, path, Boxed.words(error: error))
    if case .invalidValue(let refused, let context) = error as? EncodingError {
      (value, place, found) = (refused, context.codingPath, context.debugDescription)
    }
    var underlying =
      error as? JSONAdapterError
      ?? JSONAdapterError(
        error is EncodingError ? .typeMismatch : .transformFailed,
        expected: "a value that the coder takes",
        found: Boxed.escaped(found, limit: 200), underlying: error)
    underlying.name(modelClass, key)
    if underlying.isAboutValue {
      let inner = error is JSONAdapterError ? String(underlying.path.dropFirst()) : ""
      underlying.path = JSONKeyPath.path(along: place) + inner
      place += JSONKeyPath.codingKeys(ofPath: "$" + inner)
    }
    return .invalidValue(
      value,
      .init(
        codingPath: place, debugDescription: underlying.description, underlyingError: underlying))
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

  /// Whether it has the adapter's error underneath.
  var isMade: Bool { context?.underlyingError is JSONAdapterError }

  var isTypeMismatch: Bool {
    if case .typeMismatch = self { true } else { false }
  }
}

extension EncodingError {
  /// Whether it has the adapter's error underneath.
  fileprivate var isMade: Bool {
    if case .invalidValue(_, let context) = self {
      context.underlyingError is JSONAdapterError
    } else {
      false
    }
  }
}
