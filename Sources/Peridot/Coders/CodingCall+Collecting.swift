/// Errors under a policy that collects all of a document. A coder gets one error, which has them
/// underneath.
extension CodingCall {
  struct Collected {
    fileprivate(set) var errors: [JSONAdapterError] = []
    /// How many more were found in values that are read as JSON.
    fileprivate var omittedErrors = 0
    /// The coder's form of the first error.
    fileprivate var first: DecodingError?
    /// Whether the models that are read now belong to nobody who could tolerate an error, such as
    /// a Codable type of the user's between two models.
    fileprivate var isOpen = true
  }

  /// Reads the outermost model, and throws all its errors.
  @inline(never)
  func collecting(_ type: any CodableModel.Type, _ decoder: any Decoder) throws -> Model {
    var model: Model?
    do {
      model = try self.model(type, decoder)
    } catch {
      try fail(error)
    }
    guard let collected, let first = collected.first else {
      guard let model else { preconditionFailure("There is a model or an error.") }
      return model
    }
    guard collected.errors.count > 1 else { throw first }
    let shown = collected.errors.prefix(max(1, plans.policy.rules.maximumErrors))
    let all = JSONAdapterError(
      first: Array(shown), of: collected.errors.count + collected.omittedErrors)
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: decoder.codingPath, debugDescription: all.description, underlyingError: all))
  }

  /// Collects an error, if nobody around tolerates it; else throws it. An error of the coder itself
  /// is thrown.
  @inline(never)
  func fail(_ error: any Error) throws {
    guard collected?.isOpen == true, let error = error as? DecodingError,
      let made = error.context?.underlyingError as? JSONAdapterError
    else { throw error }
    collected?.errors += made.errors.isEmpty ? [made] : made.errors
    collected?.omittedErrors += made.omittedErrors
    if collected?.first == nil { collected?.first = error }
  }

  /// Calls `body`, whose errors are thrown, because a value that it can't read has another meaning.
  func trying(_ body: () throws -> Void) throws {
    let isOpen = collected?.isOpen ?? true
    collected?.isOpen = false
    defer { collected?.isOpen = isOpen }
    try body()
  }

  /// Counts errors of a value read as JSON that the policy's maximum left out.
  func omit(_ count: Int) { collected?.omittedErrors += count }

  /// Calls `body`, which reads the property of `modelClass` at `path`.
  ///
  /// - Parameter isOpen: Whether the property holds its models itself, and nothing corrects them.
  @inline(never)
  func collecting<Result>(
    in property: Property, of modelClass: Model.Type, at path: [any CodingKey], isOpen: Bool,
    _ body: () throws -> Result
  ) throws -> Result {
    guard let outer = collected else { return try body() }
    collected?.isOpen = outer.isOpen && isOpen
    defer {
      collected?.isOpen = outer.isOpen
      for index in outer.errors.count..<(collected?.errors.count ?? 0) {
        collected?.errors[index].name(modelClass, property.key)
        guard property.isSecret, let error = collected?.errors[index] else { continue }
        collected?.errors[index] = error.concealed(at: path.components)
      }
      if property.isSecret, outer.first == nil, let first = collected?.first {
        collected?.first =
          CodingFailure.hiding(first, within: path.count) as? DecodingError ?? first
      }
    }
    return try body()
  }

  /// Collects the error of a model within another and returns a model in its place; nil if the
  /// error is to be thrown.
  @inline(never)
  func placeholder(
    for type: Model.Type, _ error: any Error, _ decoder: any Decoder
  ) throws -> Model? {
    guard isWithinModel, collected?.isOpen == true, let refusal = error as? DecodingError else {
      return nil
    }
    try fail(
      refusal.isMade
        ? refusal
        : CodingFailure.decoding(
          refusal, inner: nil, modelClass: nil, key: nil, "\(type)", decoder.codingPath))
    return type.init()
  }

  /// The number of errors so far.
  var errorCount: Int { collected?.errors.count ?? 0 }

  /// Whether one of the errors after the first `count` is about the value at `place`, within it, or
  /// around it.
  func hasError(since count: Int, at place: [JSONKeyPath.Component]) -> Bool {
    (collected?.errors.dropFirst(count) ?? []).contains { error in
      zip(error.pathComponents, place).allSatisfy { $0 == $1 }
    }
  }
}
