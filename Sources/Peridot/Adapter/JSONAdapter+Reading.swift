public import Foundation

extension JSONAdapter {
  // MARK: Static

  /// Returns the model that `data` holds.
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
    of type: M.Type = M.self, from data: Data, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending M {
    try AdapterCall(.of(policy), at: place).model(type, JSONInput(data), report).value
  }

  /// Returns the model that `string` holds.
  public static func model<M: JSONSerializing>(
    of type: M.Type = M.self, from string: String, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending M {
    try AdapterCall(.of(policy), at: place).model(type, JSONInput(string), report).value
  }

  /// Returns the model that `bytes` holds.
  public static func model<M: JSONSerializing>(
    of type: M.Type = M.self, from bytes: [UInt8], at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending M {
    try AdapterCall(.of(policy), at: place).model(type, try JSONInput(bytes), report).value
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
    try AdapterCall(.of(policy), at: place).model(type, JSONInput(value: dictionary), report)
      .value
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
    try AdapterCall(.of(policy), at: place).model(type, try JSONInput(any: object), report).value
  }

  // MARK: By the adapter's policy

  /// Returns the model that `data` holds.
  public func model<M: JSONSerializing>(
    of type: M.Type = M.self, from data: Data, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending M {
    try Self.model(of: type, from: data, at: place, policy: policy, report: report)
  }

  /// Returns the model that `string` holds.
  public func model<M: JSONSerializing>(
    of type: M.Type = M.self, from string: String, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending M {
    try Self.model(of: type, from: string, at: place, policy: policy, report: report)
  }

  /// Returns the model that `bytes` holds.
  public func model<M: JSONSerializing>(
    of type: M.Type = M.self, from bytes: [UInt8], at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending M {
    try Self.model(of: type, from: bytes, at: place, policy: policy, report: report)
  }

  /// Returns the model that `dictionary` holds.
  public func model<M: JSONSerializing>(
    of type: M.Type = M.self, from dictionary: [String: Any], at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> M {
    try Self.model(of: type, from: dictionary, at: place, policy: policy, report: report)
  }

  /// Returns the model that `array` holds.
  public func model<M: JSONSerializing>(
    of type: M.Type = M.self, from array: [Any], at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> M {
    try Self.model(of: type, from: array, at: place, policy: policy, report: report)
  }

  /// Returns the model that `object` holds.
  @_disfavoredOverload
  public func model<M: JSONSerializing>(
    of type: M.Type = M.self, from object: Any, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> M {
    try Self.model(of: type, from: object, at: place, policy: policy, report: report)
  }

}

extension JSONAdapter {
  // MARK: Static

  /// Returns the models of the array that `data` holds.
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
    of type: M.Type = M.self, from data: Data, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [M] {
    try AdapterCall(.of(policy), at: place).models(type, JSONInput(data), report).value
  }

  /// Returns the models of the array that `string` holds.
  public static func models<M: JSONSerializing>(
    of type: M.Type = M.self, from string: String, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [M] {
    try AdapterCall(.of(policy), at: place).models(type, JSONInput(string), report).value
  }

  /// Returns the models of the array that `bytes` holds.
  public static func models<M: JSONSerializing>(
    of type: M.Type = M.self, from bytes: [UInt8], at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [M] {
    try AdapterCall(.of(policy), at: place).models(type, try JSONInput(bytes), report).value
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
    try AdapterCall(.of(policy), at: place).models(type, try JSONInput(any: object), report).value
  }

  // MARK: By the adapter's policy

  /// Returns the models of the array that `data` holds.
  public func models<M: JSONSerializing>(
    of type: M.Type = M.self, from data: Data, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [M] {
    try Self.models(of: type, from: data, at: place, policy: policy, report: report)
  }

  /// Returns the models of the array that `string` holds.
  public func models<M: JSONSerializing>(
    of type: M.Type = M.self, from string: String, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [M] {
    try Self.models(of: type, from: string, at: place, policy: policy, report: report)
  }

  /// Returns the models of the array that `bytes` holds.
  public func models<M: JSONSerializing>(
    of type: M.Type = M.self, from bytes: [UInt8], at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [M] {
    try Self.models(of: type, from: bytes, at: place, policy: policy, report: report)
  }

  /// Returns the models of the array that `array` holds.
  public func models<M: JSONSerializing>(
    of type: M.Type = M.self, from array: [Any], at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [M] {
    try Self.models(of: type, from: array, at: place, policy: policy, report: report)
  }

  /// Returns the models of the array that `object` holds.
  @_disfavoredOverload
  public func models<M: JSONSerializing>(
    of type: M.Type = M.self, from object: Any, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [M] {
    try Self.models(of: type, from: object, at: place, policy: policy, report: report)
  }

}

extension JSONAdapter {
  // MARK: Static

  /// Returns the models of the object that `data` holds, by member name.
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
    of type: M.Type = M.self, from data: Data, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [String: M] {
    try AdapterCall(.of(policy), at: place).modelsByKey(type, JSONInput(data), report).value
  }

  /// Returns the models of the object that `string` holds, by member name.
  public static func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from string: String, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [String: M] {
    try AdapterCall(.of(policy), at: place).modelsByKey(type, JSONInput(string), report).value
  }

  /// Returns the models of the object that `bytes` holds, by member name.
  public static func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from bytes: [UInt8], at place: JSONKeyPath? = nil,
    policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [String: M] {
    try AdapterCall(.of(policy), at: place).modelsByKey(type, try JSONInput(bytes), report).value
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
    try AdapterCall(.of(policy), at: place).modelsByKey(
      type, JSONInput(value: dictionary), report
    ).value
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
    try AdapterCall(.of(policy), at: place).modelsByKey(type, try JSONInput(any: object), report)
      .value
  }

  // MARK: By the adapter's policy

  /// Returns the models of the object that `data` holds, by member name.
  public func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from data: Data, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [String: M] {
    try Self.modelsByKey(of: type, from: data, at: place, policy: policy, report: report)
  }

  /// Returns the models of the object that `string` holds, by member name.
  public func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from string: String, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [String: M] {
    try Self.modelsByKey(of: type, from: string, at: place, policy: policy, report: report)
  }

  /// Returns the models of the object that `bytes` holds, by member name.
  public func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from bytes: [UInt8], at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [String: M] {
    try Self.modelsByKey(of: type, from: bytes, at: place, policy: policy, report: report)
  }

  /// Returns the models of the object that `dictionary` holds, by member name.
  public func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from dictionary: [String: Any], at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: M] {
    try Self.modelsByKey(of: type, from: dictionary, at: place, policy: policy, report: report)
  }

  /// Returns the models of the object that `object` holds, by member name.
  @_disfavoredOverload
  public func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from object: Any, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: M] {
    try Self.modelsByKey(of: type, from: object, at: place, policy: policy, report: report)
  }

}
