extension JSONAdapter {
  // MARK: Static

  /// Returns the model that `json` holds: the text of a document, such as Data, a String or bytes.
  ///
  ///     let issue: Issue = try JSONAdapter.model(from: data)
  ///
  /// `type` may be a subclass of `M` that was chosen at run time: models of it are made. `report` is
  /// called for each value that the policy repaired, skipped or dropped.
  ///
  /// `place` is where in the document the model lies, such as `"data.user"` or `"pages[0]"`; nil is the
  /// document itself. Nothing outside of it becomes a value, and paths in errors begin at the root
  /// of the document. A place that is absent is an error of kind `.missingKeys`.
  ///
  /// - Throws: a ``JSONAdapterError`` that says where.
  public static func model<M: JSONSerializing>(
    of type: M.Type = M.self, from json: some JSONReadable, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending M {
    try AdapterCall(.of(policy), at: place).model(type, try json.jsonInput, report).value
  }

  /// Returns the model that `dictionary` holds.
  ///
  /// In addition to what JSONSerialization gives, it may hold values of the properties' own types, dates and
  /// models among them, which are taken as they are. The model shares such objects with the caller, so
  /// the result is not `sending`.
  public static func model<M: JSONSerializing>(
    of type: M.Type = M.self, from dictionary: [String: Any], at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> M {
    try AdapterCall(.of(policy), at: place).model(type, JSONInput(value: dictionary), report).value
  }

  /// Returns the model that `array` holds.
  public static func model<M: JSONSerializing>(
    of type: M.Type = M.self, from array: [Any], at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> M {
    try AdapterCall(.of(policy), at: place).model(type, JSONInput(value: array), report).value
  }

  /// Returns the model that `object` holds.
  ///
  /// It may be anything that JSONSerialization returns, Data, or a String.
  @_disfavoredOverload
  public static func model<M: JSONSerializing>(
    of type: M.Type = M.self, from object: Any, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> M {
    try AdapterCall(.of(policy), at: place).model(type, JSONInput(any: object), report).value
  }

  // MARK: By the adapter's policy

  /// Returns the model that `json` holds.
  public func model<M: JSONSerializing>(
    of type: M.Type = M.self, from json: some JSONReadable, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending M {
    try AdapterCall(plans, at: place).model(type, try json.jsonInput, report).value
  }

  /// Returns the model that `dictionary` holds.
  public func model<M: JSONSerializing>(
    of type: M.Type = M.self, from dictionary: [String: Any], at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> M {
    try AdapterCall(plans, at: place).model(type, JSONInput(value: dictionary), report).value
  }

  /// Returns the model that `array` holds.
  public func model<M: JSONSerializing>(
    of type: M.Type = M.self, from array: [Any], at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> M {
    try AdapterCall(plans, at: place).model(type, JSONInput(value: array), report).value
  }

  /// Returns the model that `object` holds.
  @_disfavoredOverload
  public func model<M: JSONSerializing>(
    of type: M.Type = M.self, from object: Any, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> M {
    try AdapterCall(plans, at: place).model(type, JSONInput(any: object), report).value
  }
}

extension JSONAdapter {
  // MARK: Static

  /// Returns the models of the array that `json` holds: the text of a document, such as Data, a String or bytes.
  ///
  ///     let issues = try JSONAdapter.models(of: Issue.self, from: data, at: "data.issues")
  ///
  /// `type` may be a subclass of `M` that was chosen at run time: models of it are made. `report` is
  /// called for each value that the policy repaired, skipped or dropped.
  ///
  /// `place` is where in the document the array lies, such as `"data.items"` or `"pages[0]"`; nil is the
  /// document itself. Nothing outside of it becomes a value, and paths in errors begin at the root
  /// of the document. A place that is absent is an error of kind `.missingKeys`.
  ///
  /// - Throws: a ``JSONAdapterError`` that says where.
  public static func models<M: JSONSerializing>(
    of type: M.Type = M.self, from json: some JSONReadable, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [M] {
    try AdapterCall(.of(policy), at: place).models(type, try json.jsonInput, report).value
  }

  /// Returns the models of the array that `array` holds.
  ///
  /// In addition to what JSONSerialization gives, it may hold values of the properties' own types, dates and
  /// models among them, which are taken as they are. The models share such objects with the caller, so
  /// the result is not `sending`.
  public static func models<M: JSONSerializing>(
    of type: M.Type = M.self, from array: [Any], at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [M] {
    try AdapterCall(.of(policy), at: place).models(type, JSONInput(value: array), report).value
  }

  /// Returns the models of the array that `object` holds.
  ///
  /// It may be anything that JSONSerialization returns, Data, or a String.
  @_disfavoredOverload
  public static func models<M: JSONSerializing>(
    of type: M.Type = M.self, from object: Any, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [M] {
    try AdapterCall(.of(policy), at: place).models(type, JSONInput(any: object), report).value
  }

  // MARK: By the adapter's policy

  /// Returns the models of the array that `json` holds.
  public func models<M: JSONSerializing>(
    of type: M.Type = M.self, from json: some JSONReadable, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [M] {
    try AdapterCall(plans, at: place).models(type, try json.jsonInput, report).value
  }

  /// Returns the models of the array that `array` holds.
  public func models<M: JSONSerializing>(
    of type: M.Type = M.self, from array: [Any], at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [M] {
    try AdapterCall(plans, at: place).models(type, JSONInput(value: array), report).value
  }

  /// Returns the models of the array that `object` holds.
  @_disfavoredOverload
  public func models<M: JSONSerializing>(
    of type: M.Type = M.self, from object: Any, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [M] {
    try AdapterCall(plans, at: place).models(type, JSONInput(any: object), report).value
  }
}

extension JSONAdapter {
  // MARK: Static

  /// Returns the models of the object that `json` holds, by member name: the text of a document, such as Data, a
  /// String or bytes.
  ///
  ///     // {"mona": {"id": 1}, "hubot": {"id": 2}}
  ///     let users = try JSONAdapter.modelsByKey(of: User.self, from: data)
  ///
  /// `type` may be a subclass of `M` that was chosen at run time: models of it are made. `report` is
  /// called for each value that the policy repaired, skipped or dropped.
  ///
  /// `place` is where in the document the object lies, such as `"data.users"` or `"pages[0]"`; nil is the
  /// document itself. Nothing outside of it becomes a value, and paths in errors begin at the root
  /// of the document. A place that is absent is an error of kind `.missingKeys`.
  ///
  /// - Throws: a ``JSONAdapterError`` that says where.
  public static func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from json: some JSONReadable, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [String: M] {
    try AdapterCall(.of(policy), at: place).modelsByKey(type, try json.jsonInput, report).value
  }

  /// Returns the models of the object that `dictionary` holds, by member name.
  ///
  /// In addition to what JSONSerialization gives, it may hold values of the properties' own types, dates and
  /// models among them, which are taken as they are. The models share such objects with the caller, so
  /// the result is not `sending`.
  public static func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from dictionary: [String: Any], at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: M] {
    try AdapterCall(.of(policy), at: place).modelsByKey(type, JSONInput(value: dictionary), report)
      .value
  }

  /// Returns the models of the object that `object` holds, by member name.
  ///
  /// It may be anything that JSONSerialization returns, Data, or a String.
  @_disfavoredOverload
  public static func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from object: Any, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: M] {
    try AdapterCall(.of(policy), at: place).modelsByKey(type, JSONInput(any: object), report).value
  }

  // MARK: By the adapter's policy

  /// Returns the models of the object that `json` holds, by member name.
  public func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from json: some JSONReadable, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [String: M] {
    try AdapterCall(plans, at: place).modelsByKey(type, try json.jsonInput, report).value
  }

  /// Returns the models of the object that `dictionary` holds, by member name.
  public func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from dictionary: [String: Any], at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: M] {
    try AdapterCall(plans, at: place).modelsByKey(type, JSONInput(value: dictionary), report).value
  }

  /// Returns the models of the object that `object` holds, by member name.
  @_disfavoredOverload
  public func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from object: Any, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: M] {
    try AdapterCall(plans, at: place).modelsByKey(type, JSONInput(any: object), report).value
  }
}
