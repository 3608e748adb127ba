import Foundation

extension ValueTransformer {
  /// Between a JSON object and a model of the class, which may be chosen at run time.
  public static func model<M: JSONSerializing>(
    _ type: M.Type, policy: ConversionPolicy = .strict
  ) -> ValueTransformer {
    .closure(
      forward: { (json: [String: Any]) in
        try JSONAdapter.model(of: type, from: json, policy: policy)
      },
      reverse: { (model: M) in try JSONAdapter.dictionary(from: model, policy: policy) })
  }

  /// Between a JSON array and models of the class, which may be chosen at run time.
  public static func models<M: JSONSerializing>(
    _ type: M.Type, policy: ConversionPolicy = .strict
  ) -> ValueTransformer {
    .closure(
      forward: { (json: [Any]) in try JSONAdapter.models(of: type, from: json, policy: policy) },
      reverse: { (models: [M]) in try JSONAdapter.array(from: models, policy: policy) })
  }
}
