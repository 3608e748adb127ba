extension JSONAdapter {
  // MARK: Static

  /// Changes the properties of `model` that `json` names, and no others.
  ///
  ///     try JSONAdapter.update(issue, from: #"{"title": "Slow"}"#)
  ///
  /// Nested models, of whatever subclass, are updated in place by their own mappings, unless the JSON
  /// names another identity, or chooses a class that is neither the model's nor a superclass of it.
  /// When anything fails, the model, and every model in it, is as it was before. Only what a hook has
  /// changed elsewhere stays changed: variables that Peridot cannot carry (`unsupportedVariables`),
  /// and objects that the JSON does not lead to.
  ///
  /// `place` is where in the document the JSON of the model lies, such as `"data.user"`; nil is the document
  /// itself.
  ///
  /// - Throws: a ``JSONAdapterError``, also when the JSON asks for another class.
  public static func update<M: JSONSerializing>(
    _ model: M, from json: some JSONReadable, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(.of(policy), at: place).update(model, try json.jsonInput, report)
  }

  /// Changes the properties of `model` that `dictionary` names, and no others.
  public static func update<M: JSONSerializing>(
    _ model: M, from dictionary: [String: Any], at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(.of(policy), at: place).update(model, JSONInput(value: dictionary), report)
  }

  /// Changes the properties of `model` that `object` names, and no others.
  ///
  /// It may be anything that JSONSerialization returns, Data, or a String.
  @_disfavoredOverload
  public static func update<M: JSONSerializing>(
    _ model: M, from object: Any, at place: JSONKeyPath? = nil, policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(.of(policy), at: place).update(model, JSONInput(any: object), report)
  }

  // MARK: By the adapter's policy

  /// Changes the properties of `model` that `json` names, and no others.
  public func update<M: JSONSerializing>(
    _ model: M, from json: some JSONReadable, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(plans, at: place).update(model, try json.jsonInput, report)
  }

  /// Changes the properties of `model` that `dictionary` names, and no others.
  public func update<M: JSONSerializing>(
    _ model: M, from dictionary: [String: Any], at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(plans, at: place).update(model, JSONInput(value: dictionary), report)
  }

  /// Changes the properties of `model` that `object` names, and no others.
  @_disfavoredOverload
  public func update<M: JSONSerializing>(
    _ model: M, from object: Any, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(plans, at: place).update(model, JSONInput(any: object), report)
  }
}

extension JSONTree {
  /// Returns the JSON merge patch (RFC 7396) that makes `new` of `old`.
  ///
  /// It works on the text of the scalars, so that no digit is lost.
  static func mergePatch(from old: JSONTree, to new: JSONTree) -> JSONTree {
    guard case .object(let oldMembers) = old, case .object(let newMembers) = new else {
      return new
    }
    let before = Dictionary(oldMembers.map { ($0.name, $0.value) }) { $1 }
    let after = Set(newMembers.map(\.name))
    var patch: [(name: String, value: JSONTree)] = []
    for (name, _) in oldMembers where !after.contains(name) { patch.append((name, .null)) }
    for (name, value) in newMembers where before[name] != value {
      patch.append((name, mergePatch(from: before[name] ?? .object([]), to: value)))
    }
    return .object(patch.ordered { $0.name })
  }
}

extension JSONTree: Equatable {
  /// Objects are equal whatever the order of their members.
  static func == (first: JSONTree, second: JSONTree) -> Bool {
    switch (first, second) {
    case (.object(let members), .object(let others)):
      guard members.count == others.count else { return false }
      let byName = Dictionary(others.map { ($0.name, $0.value) }) { $1 }
      return members.allSatisfy { byName[$0.name] == $0.value }
    case (.array(let elements), .array(let others)):
      return elements == others
    case (.scalar(let text), .scalar(let other)):
      return text == other
    case (.whole, _), (_, .whole):
      return first.opened == second.opened
    default:
      return false
    }
  }
}
