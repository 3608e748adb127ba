public import Foundation

extension JSONAdapter {
  // MARK: Static

  /// Returns the models of the object that `data` holds, by member name.
  ///
  /// `type` may be a subclass of `M` that was chosen at run time: models of it are made. `report` is
  /// called for each value that the policy repaired, skipped or dropped.
  ///
  /// - Throws: a ``JSONAdapterError`` that says where.
  public static func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from data: Data, policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [String: M] {
    try AdapterCall(.of(policy)).modelsByKey(type, JSONInput(data), report).value
  }

  /// Returns the models of the object that `string` holds, by member name.
  public static func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from string: String, policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [String: M] {
    try AdapterCall(.of(policy)).modelsByKey(type, JSONInput(string), report).value
  }

  /// Returns the models of the object that `bytes` holds, by member name.
  public static func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from bytes: [UInt8], policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [String: M] {
    try AdapterCall(.of(policy)).modelsByKey(type, try JSONInput(bytes), report).value
  }

  /// Returns the models of the object that `dictionary` holds, by member name.
  ///
  /// Beside what JSONSerialization gives, it may hold values of the properties' own types, dates and
  /// models among them, which are taken as they are. The models share such objects with the caller, so
  /// what is returned is not `sending`.
  public static func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from dictionary: [String: Any], policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: M] {
    try AdapterCall(.of(policy)).modelsByKey(type, boxed: dictionary, report).value
  }

  /// Returns the models of the object that `object` holds, by member name.
  ///
  /// It may be anything that JSONSerialization returns, Data, or a String.
  @_disfavoredOverload
  public static func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from object: Any, policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: M] {
    try AdapterCall(.of(policy)).modelsByKey(type, boxed: object, report).value
  }

  // MARK: By the adapter's policy

  /// Returns the models of the object that `data` holds, by member name.
  public func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from data: Data, report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [String: M] {
    try Self.modelsByKey(of: type, from: data, policy: policy, report: report)
  }

  /// Returns the models of the object that `string` holds, by member name.
  public func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from string: String, report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [String: M] {
    try Self.modelsByKey(of: type, from: string, policy: policy, report: report)
  }

  /// Returns the models of the object that `bytes` holds, by member name.
  public func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from bytes: [UInt8], report: (JSONIssue) -> Void = { _ in }
  ) throws -> sending [String: M] {
    try Self.modelsByKey(of: type, from: bytes, policy: policy, report: report)
  }

  /// Returns the models of the object that `dictionary` holds, by member name.
  public func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from dictionary: [String: Any], report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: M] {
    try Self.modelsByKey(of: type, from: dictionary, policy: policy, report: report)
  }

  /// Returns the models of the object that `object` holds, by member name.
  @_disfavoredOverload
  public func modelsByKey<M: JSONSerializing>(
    of type: M.Type = M.self, from object: Any, report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: M] {
    try Self.modelsByKey(of: type, from: object, policy: policy, report: report)
  }

}
