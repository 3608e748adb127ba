extension JSONAdapter {
  // MARK: Static

  /// Returns the model in `json`, the text of a document, such as Data, a String or bytes.
  ///
  ///     let issue: Issue = try JSONAdapter.model(from: data)
  ///
  /// `type` can be a subclass of `M` chosen at run time: Peridot then makes models of it. `report`
  /// is called for each value that the policy repaired, skipped or dropped.
  ///
  /// `place` is the place of the model in the document, such as `"data.user"` or `"pages[0]"`; nil
  /// is the document itself. Peridot converts nothing outside of it. Paths in errors begin at the
  /// root of the document. A place that is absent is an error of kind `.missingKeys`.
  ///
  /// - Throws: a ``JSONAdapterError`` that says where.
  public static func model<M: JSONSerializing>(
    of type: M.Type = M.self, from json: some JSONReadable & ~Escapable,
    at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending M {
    try AdapterCall(.of(policy, for: type), at: place).model(type, try json.jsonInput, report).value
  }

  /// Returns the model in `dictionary`.
  ///
  /// In addition to JSONSerialization's values, the dictionary can contain values of the
  /// properties' own types, such as dates and models, which are used unchanged. The model shares
  /// such objects with the caller, so the result is not `sending`.
  public static func model<M: JSONSerializing>(
    of type: M.Type = M.self, from dictionary: [String: Any], at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> M {
    try AdapterCall(.of(policy, for: type), at: place).model(
      type, JSONInput(value: dictionary), report
    ).value
  }

  /// Returns the model in `object`: any value that JSONSerialization returns, Data, or a String. An
  /// array is for a model at a place in it, and for one with properties at `.root`.
  @_disfavoredOverload
  public static func model<M: JSONSerializing>(
    of type: M.Type = M.self, from object: Any, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> M {
    try AdapterCall(.of(policy, for: type), at: place).model(type, JSONInput(any: object), report)
      .value
  }

  // MARK: By the adapter's policy

  /// Returns the model in `json`.
  public func model<M: JSONSerializing>(
    of type: M.Type = M.self, from json: some JSONReadable & ~Escapable,
    at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending M {
    try AdapterCall(plans(for: type), at: place).model(type, try json.jsonInput, report).value
  }

  /// Returns the model in `dictionary`.
  public func model<M: JSONSerializing>(
    of type: M.Type = M.self, from dictionary: [String: Any], at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> M {
    try AdapterCall(plans(for: type), at: place).model(type, JSONInput(value: dictionary), report)
      .value
  }

  /// Returns the model in `object`.
  @_disfavoredOverload
  public func model<M: JSONSerializing>(
    of type: M.Type = M.self, from object: Any, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> M {
    try AdapterCall(plans(for: type), at: place).model(type, JSONInput(any: object), report).value
  }
}

extension JSONAdapter {
  // MARK: Static

  /// Returns the models in the JSON array `json`, the text of a document, such as Data, a String or
  /// bytes.
  ///
  ///     let issues = try JSONAdapter.models(of: Issue.self, from: data, at: "data.issues")
  ///
  /// `type` can be a subclass of `M` chosen at run time: Peridot then makes models of it. `report`
  /// is called for each value that the policy repaired, skipped or dropped.
  ///
  /// `place` is the place of the array in the document, such as `"data.items"` or `"pages[0]"`; nil
  /// is the document itself. Peridot converts nothing outside of it. Paths in errors begin at the
  /// root of the document. A place that is absent is an error of kind `.missingKeys`.
  ///
  /// - Throws: a ``JSONAdapterError`` that says where.
  public static func models<M: JSONSerializing>(
    of type: M.Type = M.self, from json: some JSONReadable & ~Escapable,
    at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [M] {
    try AdapterCall(.of(policy, for: type), at: place).models(type, try json.jsonInput, report)
      .value
  }

  /// Returns the models in `array`.
  ///
  /// In addition to JSONSerialization's values, the array can contain values of the properties' own
  /// types, such as dates and models, which are used unchanged. The models share such objects with
  /// the caller, so the result is not `sending`.
  public static func models<M: JSONSerializing>(
    of type: M.Type = M.self, from array: [Any], at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [M] {
    try AdapterCall(.of(policy, for: type), at: place).models(type, JSONInput(value: array), report)
      .value
  }

  /// Returns the models in `object`: an array that JSONSerialization returns, Data, or a String.
  @_disfavoredOverload
  public static func models<M: JSONSerializing>(
    of type: M.Type = M.self, from object: Any, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [M] {
    try AdapterCall(.of(policy, for: type), at: place).models(type, JSONInput(any: object), report)
      .value
  }

  // MARK: By the adapter's policy

  /// Returns the models in the JSON array `json`.
  public func models<M: JSONSerializing>(
    of type: M.Type = M.self, from json: some JSONReadable & ~Escapable,
    at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [M] {
    try AdapterCall(plans(for: type), at: place).models(type, try json.jsonInput, report).value
  }

  /// Returns the models in `array`.
  public func models<M: JSONSerializing>(
    of type: M.Type = M.self, from array: [Any], at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [M] {
    try AdapterCall(plans(for: type), at: place).models(type, JSONInput(value: array), report).value
  }

  /// Returns the models in the array `object`.
  @_disfavoredOverload
  public func models<M: JSONSerializing>(
    of type: M.Type = M.self, from object: Any, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [M] {
    try AdapterCall(plans(for: type), at: place).models(type, JSONInput(any: object), report).value
  }
}

extension JSONAdapter {
  // MARK: Static

  /// Returns the models in the JSON object `json`, by member name. It is the text of a document,
  /// such as Data, a String or bytes.
  ///
  ///     // {"mona": {"id": 1}, "hubot": {"id": 2}}
  ///     let users = try JSONAdapter.modelsByKey(of: User.self, from: data)
  ///
  /// `type` can be a subclass of `M` chosen at run time: Peridot then makes models of it. `report`
  /// is called for each value that the policy repaired, skipped or dropped.
  ///
  /// `place` is the place of the object in the document, such as `"data.users"` or `"pages[0]"`;
  /// nil is the document itself. Peridot converts nothing outside of it. Paths in errors begin at
  /// the root of the document. A place that is absent is an error of kind `.missingKeys`.
  ///
  /// - Throws: a ``JSONAdapterError`` that says where.
  public static func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from json: some JSONReadable & ~Escapable,
    at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [String: M] {
    try AdapterCall(.of(policy, for: type), at: place).modelsByKey(type, try json.jsonInput, report)
      .value
  }

  /// Returns the models in `dictionary`, by member name.
  ///
  /// In addition to JSONSerialization's values, the dictionary can contain values of the
  /// properties' own types, such as dates and models, which are used unchanged. The models share
  /// such objects with the caller, so the result is not `sending`.
  public static func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from dictionary: [String: Any], at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: M] {
    try AdapterCall(.of(policy, for: type), at: place).modelsByKey(
      type, JSONInput(value: dictionary), report
    )
    .value
  }

  /// Returns the models in `object`, by member name: a dictionary that JSONSerialization returns,
  /// Data, or a String.
  @_disfavoredOverload
  public static func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from object: Any, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: M] {
    try AdapterCall(.of(policy, for: type), at: place).modelsByKey(
      type, JSONInput(any: object), report
    ).value
  }

  // MARK: By the adapter's policy

  /// Returns the models in the JSON object `json`, by member name.
  public func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from json: some JSONReadable & ~Escapable,
    at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [String: M] {
    try AdapterCall(plans(for: type), at: place).modelsByKey(type, try json.jsonInput, report).value
  }

  /// Returns the models in `dictionary`, by member name.
  public func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from dictionary: [String: Any], at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: M] {
    try AdapterCall(plans(for: type), at: place).modelsByKey(
      type, JSONInput(value: dictionary), report
    ).value
  }

  /// Returns the models in the dictionary `object`, by member name.
  @_disfavoredOverload
  public func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from object: Any, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: M] {
    try AdapterCall(plans(for: type), at: place).modelsByKey(type, JSONInput(any: object), report)
      .value
  }
}
