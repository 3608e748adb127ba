public import Foundation

extension JSONAdapter {
  /// Reads into `model` what `data` names, and leaves all else as it is.
  ///
  /// Nested models are updated in place where class and identity match. When anything fails, the
  /// model, and every model in it, is as it was before. Only what a hook has changed elsewhere stays
  /// changed: variables that Peridot cannot carry (`unsupportedVariables`), and objects that the
  /// JSON does not lead to.
  ///
  /// - Throws: a ``JSONAdapterError``, also when the JSON asks for another class.
  public static func update<M: JSONSerializing>(
    _ model: M, from data: Data, policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(.of(policy)).update(model, JSONInput(data), report)
  }

  /// Reads into `model` what `string` names, and leaves all else as it is.
  public static func update<M: JSONSerializing>(
    _ model: M, from string: String, policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(.of(policy)).update(model, JSONInput(string), report)
  }

  /// Reads into `model` what `bytes` names, and leaves all else as it is.
  public static func update<M: JSONSerializing>(
    _ model: M, from bytes: [UInt8], policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(.of(policy)).update(model, try JSONInput(bytes), report)
  }

  /// Reads into `model` what `dictionary` names, and leaves all else as it is.
  public static func update<M: JSONSerializing>(
    _ model: M, from dictionary: [String: Any], policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(.of(policy)).update(model, boxed: dictionary, report)
  }

  /// Reads into `model` what `object` names, and leaves all else as it is.
  @_disfavoredOverload
  public static func update<M: JSONSerializing>(
    _ model: M, from object: Any, policy: ConversionPolicy = .strict,
    report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try AdapterCall(.of(policy)).update(model, boxed: object, report)
  }

  /// Reads into `model` what `data` names, and leaves all else as it is.
  public func update<M: JSONSerializing>(
    _ model: M, from data: Data, report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try Self.update(model, from: data, policy: policy, report: report)
  }

  /// Reads into `model` what `string` names, and leaves all else as it is.
  public func update<M: JSONSerializing>(
    _ model: M, from string: String, report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try Self.update(model, from: string, policy: policy, report: report)
  }

  /// Reads into `model` what `bytes` names, and leaves all else as it is.
  public func update<M: JSONSerializing>(
    _ model: M, from bytes: [UInt8], report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try Self.update(model, from: bytes, policy: policy, report: report)
  }

  /// Reads into `model` what `dictionary` names, and leaves all else as it is.
  public func update<M: JSONSerializing>(
    _ model: M, from dictionary: [String: Any], report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try Self.update(model, from: dictionary, policy: policy, report: report)
  }

  /// Reads into `model` what `object` names, and leaves all else as it is.
  @_disfavoredOverload
  public func update<M: JSONSerializing>(
    _ model: M, from object: Any, report: (JSONIssue) -> Void = { _ in }
  ) throws {
    try Self.update(model, from: object, policy: policy, report: report)
  }

}
