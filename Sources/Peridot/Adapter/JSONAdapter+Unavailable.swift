/// Calls that cannot be compiled, with words for what to write instead: the compiler's own message for
/// a model that nothing names is that it failed to make one.
extension JSONAdapter {
  @available(
    *, unavailable,
    message: "Say which model: let user: User = try JSONAdapter.model(from: data)"
  )
  @_disfavoredOverload
  public static func model(
    from object: Any, at place: JSONKeyPath? = nil, policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> Model { fatalError("Peridot: unavailable") }

  @available(
    *, unavailable,
    message: "Say which models: let users: [User] = try JSONAdapter.models(from: data)"
  )
  @_disfavoredOverload
  public static func models(
    from object: Any, at place: JSONKeyPath? = nil, policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [Model] { fatalError("Peridot: unavailable") }

  @available(
    *, unavailable,
    message: "Say which models: let users: [String: User] = try JSONAdapter.modelsByKey(from: data)"
  )
  @_disfavoredOverload
  public static func modelsByKey(
    from object: Any, at place: JSONKeyPath? = nil, policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: Model] { fatalError("Peridot: unavailable") }
}
