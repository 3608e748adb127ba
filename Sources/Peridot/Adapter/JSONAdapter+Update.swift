extension JSONAdapter {
  // MARK: Static

  /// Changes the properties of `model` that `json` names, and no others.
  ///
  ///     try JSONAdapter.update(issue, from: #"{"title": "Slow"}"#)
  ///
  /// Nested models, even of subclasses, are updated in place by their own mappings, unless the JSON
  /// has another identity, or chooses a class that is neither the model's nor a superclass of it.
  /// If anything fails, the model, and every model in it, gets its former values back. Only a
  /// hook's changes elsewhere remain: in variables that can't take part (`unsupportedVariables`),
  /// and in objects that the JSON doesn't lead to.
  ///
  /// `place` is the place of the model's JSON in the document, such as `"data.user"`; nil is the
  /// document itself.
  ///
  /// - Throws: a ``JSONAdapterError``, also if the JSON chooses another class.
  public static func update<M: JSONSerializing>(
    _ model: M, from json: some JSONReadable & ~Escapable, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(.of(policy, for: M.self), at: place).update(
      model, try json.jsonInput, .part, report)
  }

  /// Changes the properties of `model` that `dictionary` names, and no others.
  public static func update<M: JSONSerializing>(
    _ model: M, from dictionary: [String: Any], at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(.of(policy, for: M.self), at: place).update(
      model, JSONInput(value: dictionary), .part, report)
  }

  /// Changes the properties of `model` that `object` names, and no others. `object` can be any
  /// value that JSONSerialization returns, Data, or a String.
  @_disfavoredOverload
  public static func update<M: JSONSerializing>(
    _ model: M, from object: Any, at place: JSONKeyPath? = nil, policy: ConversionPolicy? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(.of(policy, for: M.self), at: place).update(
      model, JSONInput(any: object), .part, report)
  }

  // MARK: By the adapter's policy

  /// Changes the properties of `model` that `json` names, and no others.
  public func update<M: JSONSerializing>(
    _ model: M, from json: some JSONReadable & ~Escapable, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(plans(for: M.self), at: place).update(model, try json.jsonInput, .part, report)
  }

  /// Changes the properties of `model` that `dictionary` names, and no others.
  public func update<M: JSONSerializing>(
    _ model: M, from dictionary: [String: Any], at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(plans(for: M.self), at: place).update(
      model, JSONInput(value: dictionary), .part, report)
  }

  /// Changes the properties of `model` that `object` names, and no others.
  @_disfavoredOverload
  public func update<M: JSONSerializing>(
    _ model: M, from object: Any, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(plans(for: M.self), at: place).update(
      model, JSONInput(any: object), .part, report)
  }
}
