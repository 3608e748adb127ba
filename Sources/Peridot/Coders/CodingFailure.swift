import Foundation

/// Failures under a coder, as the errors of coders.
///
/// Each has the adapter's error underneath, which identifies a finished one. An error that a coder
/// itself throws passes through unchanged, because the coder can be waiting for that very error.
enum CodingFailure {
  /// An error of a transformer, not of a coder.
  struct Transforming: Error {
    let error: any Error

    static func run<Result>(_ body: () throws -> Result) throws -> Result {
      do {
        return try CodingCall.outside(body)
      } catch {
        throw Transforming(error: error)
      }
    }
  }

  /// Returns the error for a refusal by an adapter's rules in the value at `path`.
  static func decoding(
    _ error: JSONAdapterError, of type: Any.Type? = nil, _ path: [any CodingKey]
  ) -> DecodingError {
    let error = error.errors.first ?? error
    let path = error.isAboutValue ? path + error.pathComponents.codingKeys : path
    var moved = error
    moved.move(to: error.isAboutValue ? path.components : nil)
    let context = DecodingError.Context(
      codingPath: path, debugDescription: moved.description, underlyingError: moved)
    return switch error.kind {
    case .typeMismatch: .typeMismatch(type ?? error.modelClass ?? Any.self, context)
    case .nullValue: .valueNotFound(type ?? error.modelClass ?? Any.self, context)
    default: .dataCorrupted(context)
    }
  }

  /// Returns the error for a coder's or a transformer's error about the value at `path`.
  ///
  /// - Parameter inner: The refusal by the adapter's rules, if they were tried.
  static func decoding(
    _ error: any Error, inner: JSONAdapterError?, modelClass: Model.Type?, key: String?,
    _ expected: String, _ path: [any CodingKey]
  ) -> any Error {
    let refusal = error as? DecodingError
    if let refusal, refusal.isMade { return refusal }
    if inner == nil, isForeign(error), refusedNumber(error) == nil { return error }
    let thrown = (error as? Transforming)?.error ?? error
    let path = path + (inner?.pathComponents.codingKeys ?? [])
    // The adapter's rules can refuse another element than the coder.
    let place =
      inner == nil ? refusal?.context.map { longer($0.codingPath, path) } ?? path : path
    var underlying =
      inner
      ?? JSONAdapterError(
        kind(of: error),
        expected: "\(place.count > path.count ? refusal?.type ?? expected : expected)",
        found: refusedNumber(error).map { "number \(found: $0)" }
          ?? (refusal?.found).map { "\(Boxed.escaped($0, limit: 200))" } ?? thrown.phrase)
    underlying.underlying = underlying.underlying ?? thrown
    underlying.name(modelClass, key)
    underlying.documentPath = .steps(place.components)
    let context = DecodingError.Context(
      codingPath: place, debugDescription: underlying.description, underlyingError: underlying)
    return switch refusal {
    case .typeMismatch(let type, _): DecodingError.typeMismatch(type, context)
    case .valueNotFound(let type, _): DecodingError.valueNotFound(type, context)
    case .keyNotFound(let key, _): DecodingError.keyNotFound(key, context)
    default: DecodingError.dataCorrupted(context)
    }
  }

  /// Returns an error for a secret property without its words about the value. An error that is
  /// neither ours nor common to all coders stays unchanged.
  ///
  /// - Parameter length: The length of the property's path, at which the error's ends; nil if the
  ///   policy hides values but no names.
  static func hiding(_ error: any Error, within length: Int? = nil) -> any Error {
    func shown(_ path: [any CodingKey]) -> [any CodingKey] {
      length.map { Array(path.prefix($0)) } ?? path
    }
    func hidden(_ path: [any CodingKey], _ underlying: (any Error)?) -> JSONAdapterError {
      let inner = underlying as? JSONAdapterError
      var hidden =
        (length == nil ? inner?.hidden : inner?.concealed(at: path.components))
        ?? JSONAdapterError(
          .typeMismatch, path: .steps(path.components), expected: "another value",
          found: Boxed.secret)
      // Otherwise it is the coder's.
      if hidden.kind != .transformFailed, hidden.kind != .validationFailed {
        hidden.underlying = nil
      }
      return hidden
    }
    switch error {
    case let error as DecodingError:
      guard let context = error.context else { return error }
      let path = shown(context.codingPath)
      let hidden = hidden(path, context.underlyingError)
      let new = DecodingError.Context(
        codingPath: path, debugDescription: hidden.description, underlyingError: hidden)
      return switch error {
      case .typeMismatch(let type, _): DecodingError.typeMismatch(type, new)
      case .valueNotFound(let type, _): DecodingError.valueNotFound(type, new)
      case .keyNotFound(let key, _): DecodingError.keyNotFound(key, new)
      default: DecodingError.dataCorrupted(new)
      }
    case EncodingError.invalidValue(_, let context):
      let path = shown(context.codingPath)
      let hidden = hidden(path, context.underlyingError)
      return EncodingError.invalidValue(
        Boxed.secret.description,
        .init(
          codingPath: path, debugDescription: hidden.description, underlyingError: hidden))
    default: return error
    }
  }

  /// The text of a number that the coder has refused.
  private static func refusedNumber(_ error: any Error) -> String? {
    error is Transforming ? nil : UntypedScalar.refusedNumber(error)
  }

  private static func kind(of error: any Error) -> JSONAdapterError.Kind {
    if error is Transforming { return .transformFailed }
    if case .valueNotFound = error as? DecodingError { return .nullValue }
    // A number with a fraction is of another kind than an integer.
    let number = refusedNumber(error).flatMap { Double($0) }
    return number.map { $0.isInfinite || $0 == $0.rounded() } == true ? .outOfRange : .typeMismatch
  }

  /// Whether an error is neither ours nor common to all coders.
  private static func isForeign(_ error: any Error) -> Bool {
    switch error {
    case is Transforming, is ConversionError, is JSONAdapterError, is EncodingError,
      is DecodingError:
      false
    default: true
    }
  }

  /// The coder's place, or ours if the coder's is only its beginning.
  private static func longer(
    _ told: [any CodingKey], _ own: [any CodingKey]
  ) -> [any CodingKey] {
    let isStart =
      told.count < own.count && zip(told, own).allSatisfy { $0.stringValue == $1.stringValue }
    return isStart ? own : told
  }

  /// Returns the error for a part of `value` that can't be written; it is at the end of `path`.
  static func encoding(
    _ error: any Error, value: Any, modelClass: Model.Type?, _ key: String?,
    _ path: [any CodingKey]
  ) -> any Error {
    if let known = error as? EncodingError, known.isMade { return known }
    if isForeign(error) { return error }
    let thrown = (error as? Transforming)?.error ?? error
    var (value, place, found) = (value, path, Boxed.words(error: thrown))
    if case .invalidValue(let refused, let context) = error as? EncodingError {
      (value, place) = (refused, longer(context.codingPath, path))
      found = context.debugDescription
    }
    var underlying =
      error as? JSONAdapterError
      ?? JSONAdapterError(
        error is EncodingError ? .typeMismatch : .transformFailed,
        expected: "a value that the coder takes",
        found: "\(Boxed.escaped(found, limit: 200))", underlying: thrown)
    underlying.name(modelClass, key)
    if underlying.isAboutValue {
      let inner = error is JSONAdapterError ? underlying.pathComponents : []
      underlying.documentPath = .steps(place.components + inner)
      place += inner.codingKeys
    }
    return EncodingError.invalidValue(
      value,
      .init(
        codingPath: place, debugDescription: underlying.description, underlyingError: underlying))
  }
}

extension DecodingError {
  /// Whether it has the adapter's error underneath.
  var isMade: Bool { context?.underlyingError is JSONAdapterError }

  var isTypeMismatch: Bool {
    if case .typeMismatch = self { true } else { false }
  }

  /// The type that the coder was asked for.
  fileprivate var type: String? {
    if case .typeMismatch(let type, _) = self { "\(type)" } else { nil }
  }

  /// The words for the found value, from a sentence that also names the expected one, as most
  /// coders write it.
  fileprivate var found: String? {
    guard let words = context?.debugDescription else { return nil }
    guard let start = words.range(of: " but found "),
      let end = words.range(of: " instead", options: .backwards), start.upperBound < end.lowerBound
    else { return words }
    return String(words[start.upperBound..<end.lowerBound])
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
