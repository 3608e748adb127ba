public import Foundation

extension JSONAdapter {
  /// Writes a frozen model; see the method that writes a model.
  public static func data<M: JSONSerializing & Freezable>(
    from frozen: Frozen<M>, keys: [String]? = nil, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, options: JSONWritingOptions = [],
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> Data {
    try data(
      from: frozen.model, keys: keys, at: place, policy: policy, options: options, report: report)
  }

  /// Writes frozen models as an array.
  public static func data<M: JSONSerializing & Freezable>(
    from frozen: [Frozen<M>], keys: [String]? = nil, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, options: JSONWritingOptions = [],
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> Data {
    try data(
      from: frozen.map(\.model), keys: keys, at: place, policy: policy, options: options,
      report: report)
  }
}
