public import Foundation

extension JSONAdapter {
  // MARK: Static

  /// Returns `model` as JSON text in UTF-8.
  ///
  ///     let body = try JSONAdapter.data(from: issue, keys: ["title", "user.login"])
  ///
  /// `keys` are the property keys to write, nil for all. `"user.login"` writes only the `login` of
  /// the models in `user`; `"user"` writes them as a whole. `report` is called for each value that
  /// the policy omitted. `place` puts the JSON within objects, such as `"data.user"`, or into an
  /// array after nulls, such as `"users[1]"`.
  ///
  /// - Throws: a ``JSONAdapterError`` that names the property, for a transformer in one direction
  ///   only, a number without a JSON form, or a model that contains itself.
  public static func data(
    from model: some JSONSerializing, keys: [String]? = nil, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, options: JSONWritingOptions = [],
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> Data {
    try AdapterCall(
      .of(policy, for: declared(model)), nil, keys: keys, at: place, of: declared(model)
    ).data(
      model, options, report
    ).data()
  }

  /// Returns `models` as a JSON array in UTF-8.
  public static func data(
    from models: [some JSONSerializing], keys: [String]? = nil, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, options: JSONWritingOptions = [],
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> Data {
    try AdapterCall(
      .of(policy, for: declared(models)), nil, keys: keys, at: place, of: declared(models)
    ).data(
      upcast(models, to: Model.self), options, report
    ).data()
  }

  /// Returns `models`, which can have different classes, as a JSON array in UTF-8.
  @_disfavoredOverload
  public static func data(
    from models: [Model], keys: [String]? = nil, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, options: JSONWritingOptions = [],
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> Data {
    try AdapterCall(.of(policy, for: Model.self), nil, keys: keys, at: place).data(
      models, options, report
    ).data()
  }

  /// Returns `models` as a JSON object in UTF-8, in the order of the keys: the inverse of
  /// `modelsByKey(of:from:)`.
  public static func data(
    from models: [String: some JSONSerializing], keys: [String]? = nil,
    at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, options: JSONWritingOptions = [],
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> Data {
    try AdapterCall(
      .of(policy, for: declared(models)), nil, keys: keys, at: place, of: declared(models)
    ).data(
      upcast(models, to: Model.self), options, report
    ).data()
  }

  /// Returns `model` as JSON text.
  ///
  ///     let text = try JSONAdapter.string(from: issue, options: [.prettyPrinted, .sortedKeys])
  public static func string(
    from model: some JSONSerializing, keys: [String]? = nil, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, options: JSONWritingOptions = [],
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> String {
    try AdapterCall(
      .of(policy, for: declared(model)), nil, keys: keys, at: place, of: declared(model)
    ).data(
      model, options, report
    ).string
  }

  /// Returns `models` as the text of a JSON array.
  public static func string(
    from models: [some JSONSerializing], keys: [String]? = nil, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, options: JSONWritingOptions = [],
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> String {
    try AdapterCall(
      .of(policy, for: declared(models)), nil, keys: keys, at: place, of: declared(models)
    ).data(
      upcast(models, to: Model.self), options, report
    ).string
  }

  /// Returns `models`, which can have different classes, as the text of a JSON array.
  @_disfavoredOverload
  public static func string(
    from models: [Model], keys: [String]? = nil, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, options: JSONWritingOptions = [],
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> String {
    try AdapterCall(.of(policy, for: Model.self), nil, keys: keys, at: place).data(
      models, options, report
    ).string
  }

  /// Returns `models` as the text of a JSON object, in the order of the keys.
  public static func string(
    from models: [String: some JSONSerializing], keys: [String]? = nil,
    at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, options: JSONWritingOptions = [],
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> String {
    try AdapterCall(
      .of(policy, for: declared(models)), nil, keys: keys, at: place, of: declared(models)
    ).data(
      upcast(models, to: Model.self), options, report
    ).string
  }

  /// Returns `model` in JSONSerialization's form.
  ///
  ///     let json = try JSONAdapter.dictionary(from: issue)  // ["title": "Slow"]
  public static func dictionary(
    from model: some JSONSerializing, keys: [String]? = nil, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: Any] {
    try AdapterCall(
      .of(policy, for: declared(model)), nil, keys: keys, at: place, of: declared(model)
    ).dictionary(
      model, report)
  }

  /// Returns `models` in JSONSerialization's form, by key.
  public static func dictionary(
    from models: [String: some JSONSerializing], keys: [String]? = nil,
    policy: ConversionPolicy? = nil, report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: [String: Any]] {
    try AdapterCall(.of(policy, for: declared(models)), nil, keys: keys, of: declared(models))
      .dictionary(
        upcast(models, to: Model.self), report)
  }

  /// Returns `models` in JSONSerialization's form.
  ///
  ///     let json = try JSONAdapter.array(from: issues)  // [["title": "Slow"]]
  public static func array(
    from models: [some JSONSerializing], keys: [String]? = nil,
    policy: ConversionPolicy? = nil, report: (JSONIssue) -> Void = { _ in }
  ) throws -> [[String: Any]] {
    try AdapterCall(.of(policy, for: declared(models)), nil, keys: keys, of: declared(models))
      .array(
        upcast(models, to: Model.self), report)
  }

  /// Returns `models`, which can have different classes, in JSONSerialization's form.
  @_disfavoredOverload
  public static func array(
    from models: [Model], keys: [String]? = nil,
    policy: ConversionPolicy? = nil, report: (JSONIssue) -> Void = { _ in }
  ) throws -> [[String: Any]] {
    try AdapterCall(.of(policy, for: Model.self), nil, keys: keys).array(models, report)
  }

  /// Returns the changes that turn the JSON of `old` into that of `new`: a JSON merge patch as RFC
  /// 7396 defines it, for
  /// `apply(mergePatch:to:)` or a server.
  ///
  ///     let before = issue.copied()
  ///     issue.title = "Fast"
  ///     let patch = try JSONAdapter.mergePatch(from: before, to: issue)  // {"title":"Fast"}
  ///
  /// - Throws: a ``JSONAdapterError``, also for a change that no patch can say, because null removes
  ///   a member: of a dictionary's value, or of an Optional in another one, to null.
  public static func mergePatch<M: JSONSerializing>(
    from old: M, to new: M, policy: ConversionPolicy? = nil
  ) throws -> Data {
    try AdapterCall(.of(policy, for: M.self), nil, keys: nil).mergePatch(from: old, to: new)
  }

  // MARK: By the adapter's policy

  /// Returns `model` as JSON text in UTF-8.
  public func data(
    from model: some JSONSerializing, keys: [String]? = nil, at place: JSONKeyPath? = nil,
    options: JSONWritingOptions = [],
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> Data {
    try call(keys, at: place, declared(model)).data(model, options, report).data()
  }

  /// Returns `models` as a JSON array in UTF-8.
  public func data(
    from models: [some JSONSerializing], keys: [String]? = nil, at place: JSONKeyPath? = nil,
    options: JSONWritingOptions = [],
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> Data {
    try call(keys, at: place, declared(models)).data(
      upcast(models, to: Model.self), options, report
    ).data()
  }

  /// Returns `model` as JSON text.
  public func string(
    from model: some JSONSerializing, keys: [String]? = nil, at place: JSONKeyPath? = nil,
    options: JSONWritingOptions = [],
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> String {
    try call(keys, at: place, declared(model)).data(model, options, report).string
  }

  /// Returns `models` as the text of a JSON array.
  public func string(
    from models: [some JSONSerializing], keys: [String]? = nil, at place: JSONKeyPath? = nil,
    options: JSONWritingOptions = [],
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> String {
    try call(keys, at: place, declared(models)).data(
      upcast(models, to: Model.self), options, report
    ).string
  }

  /// Returns `model` in JSONSerialization's form.
  public func dictionary(
    from model: some JSONSerializing, keys: [String]? = nil, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: Any] {
    try call(keys, at: place, declared(model)).dictionary(model, report)
  }

  /// Returns `models` in JSONSerialization's form.
  public func array(
    from models: [some JSONSerializing], keys: [String]? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [[String: Any]] {
    try call(keys, declared(models)).array(upcast(models, to: Model.self), report)
  }

  /// Returns `models`, which can have different classes, as a JSON array in UTF-8.
  @_disfavoredOverload
  public func data(
    from models: [Model], keys: [String]? = nil, at place: JSONKeyPath? = nil,
    options: JSONWritingOptions = [],
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> Data {
    try call(keys, at: place).data(models, options, report).data()
  }

  /// Returns `models` as a JSON object in UTF-8, in the order of the keys.
  public func data(
    from models: [String: some JSONSerializing], keys: [String]? = nil,
    at place: JSONKeyPath? = nil,
    options: JSONWritingOptions = [], report: (JSONIssue) -> Void = { _ in }
  ) throws -> Data {
    try call(keys, at: place, declared(models)).data(
      upcast(models, to: Model.self), options, report
    ).data()
  }

  /// Returns `models`, which can have different classes, as the text of a JSON array.
  @_disfavoredOverload
  public func string(
    from models: [Model], keys: [String]? = nil, at place: JSONKeyPath? = nil,
    options: JSONWritingOptions = [],
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> String {
    try call(keys, at: place).data(models, options, report).string
  }

  /// Returns `models` as the text of a JSON object, in the order of the keys.
  public func string(
    from models: [String: some JSONSerializing], keys: [String]? = nil,
    at place: JSONKeyPath? = nil,
    options: JSONWritingOptions = [], report: (JSONIssue) -> Void = { _ in }
  ) throws -> String {
    try call(keys, at: place, declared(models)).data(
      upcast(models, to: Model.self), options, report
    ).string
  }

  /// Returns `models` in JSONSerialization's form, by key.
  public func dictionary(
    from models: [String: some JSONSerializing], keys: [String]? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: [String: Any]] {
    try call(keys, declared(models)).dictionary(upcast(models, to: Model.self), report)
  }

  /// Returns `models`, which can have different classes, in JSONSerialization's form.
  @_disfavoredOverload
  public func array(
    from models: [Model], keys: [String]? = nil, report: (JSONIssue) -> Void = { _ in }
  ) throws -> [[String: Any]] {
    try call(keys).array(models, report)
  }

  /// Returns a JSON merge patch (RFC 7396) from the JSON of `old` to that of `new`.
  public func mergePatch<M: JSONSerializing>(from old: M, to new: M) throws -> Data {
    try call(nil, M.self).mergePatch(from: old, to: new)
  }

  private func call(
    _ keys: [String]?, at place: JSONKeyPath? = nil, _ declared: Model.Type? = nil
  ) throws -> AdapterCall {
    try AdapterCall(
      plans(for: declared ?? Model.self), self, keys: keys, at: place, of: declared)
  }
}

// The declared class of the models to write, whatever their own classes are.

private func declared<M: Model>(_: M) -> Model.Type { M.self }

private func declared<M: Model>(_: [M]) -> Model.Type { M.self }

private func declared<M: Model>(_: [String: M]) -> Model.Type { M.self }
