public import Foundation

extension JSONAdapter {
  // MARK: Static

  /// Returns `model` as JSON text in UTF-8.
  ///
  /// - Throws: a ``JSONAdapterError`` that names the property, for a transformer that goes one way
  ///   only, a number without a JSON form, or a model that contains itself.
  public static func data(
    from model: some JSONSerializing, policy: ConversionPolicy = .strict,
    options: JSONWritingOptions = []
  ) throws -> Data {
    try AdapterCall(policy: policy).data(model, options).data()
  }

  /// Returns `models` as a JSON array in UTF-8.
  public static func data(
    from models: [some JSONSerializing], policy: ConversionPolicy = .strict,
    options: JSONWritingOptions = []
  ) throws -> Data {
    try AdapterCall(policy: policy).data(models, options).data()
  }

  /// Returns `model` as JSON text.
  public static func string(
    from model: some JSONSerializing, policy: ConversionPolicy = .strict,
    options: JSONWritingOptions = []
  ) throws -> String {
    try AdapterCall(policy: policy).data(model, options).string
  }

  /// Returns `models` as the text of a JSON array.
  public static func string(
    from models: [some JSONSerializing], policy: ConversionPolicy = .strict,
    options: JSONWritingOptions = []
  ) throws -> String {
    try AdapterCall(policy: policy).data(models, options).string
  }

  /// Returns `model` as JSONSerialization would give it.
  public static func dictionary(
    from model: some JSONSerializing, policy: ConversionPolicy = .strict
  ) throws -> [String: Any] {
    try AdapterCall(policy: policy).dictionary(model)
  }

  /// Returns `models` as JSONSerialization would give them.
  public static func array(
    from models: [some JSONSerializing], policy: ConversionPolicy = .strict
  ) throws -> [[String: Any]] {
    try models.map { try AdapterCall(policy: policy).dictionary($0) }
  }

  /// Returns what has to change in the JSON of `old` to make it that of `new`: a JSON merge patch
  /// as RFC 7396 defines it, in which null removes a member.
  public static func mergePatch<M: JSONSerializing>(
    from old: M, to new: M, policy: ConversionPolicy = .strict
  ) throws -> Data {
    let call = AdapterCall(policy: policy)
    return try MergePatch.data(from: try call.dictionary(old), to: try call.dictionary(new))
  }

  // MARK: By the adapter's policy

  /// Returns `model` as JSON text in UTF-8.
  public func data(
    from model: some JSONSerializing, options: JSONWritingOptions = []
  ) throws -> Data {
    try call.data(model, options).data()
  }

  /// Returns `models` as a JSON array in UTF-8.
  public func data(
    from models: [some JSONSerializing], options: JSONWritingOptions = []
  ) throws -> Data {
    try call.data(models, options).data()
  }

  /// Returns `model` as JSON text.
  public func string(
    from model: some JSONSerializing, options: JSONWritingOptions = []
  ) throws -> String {
    try call.data(model, options).string
  }

  /// Returns `models` as the text of a JSON array.
  public func string(
    from models: [some JSONSerializing], options: JSONWritingOptions = []
  ) throws -> String {
    try call.data(models, options).string
  }

  /// Returns `model` as JSONSerialization would give it.
  public func dictionary(from model: some JSONSerializing) throws -> [String: Any] {
    try call.dictionary(model)
  }

  /// Returns `models` as JSONSerialization would give them.
  public func array(from models: [some JSONSerializing]) throws -> [[String: Any]] {
    try models.map { try call.dictionary($0) }
  }

  /// Returns a JSON merge patch (RFC 7396) from the JSON of `old` to that of `new`.
  public func mergePatch<M: JSONSerializing>(from old: M, to new: M) throws -> Data {
    try MergePatch.data(from: try call.dictionary(old), to: try call.dictionary(new))
  }

  private var call: AdapterCall {
    AdapterCall(policy: policy, adapter: self)
  }
}

extension AdapterCall {
  func dictionary(_ model: Model) throws -> [String: Any] {
    let source = JSONBytes(try data(model, []).bytes)
    let value = try source.withReader(maximumDepth: .max) { try $0.readValue() }
    return value as? [String: Any] ?? [:]
  }
}

/// JSON merge patches, as RFC 7396 defines them.
private enum MergePatch {
  static func data(from old: [String: Any], to new: [String: Any]) throws -> Data {
    var writer = JSONWriter(options: [.sortedKeys])
    try writer.any(patch(from: old, to: new))
    return writer.finish()
  }

  private static func patch(from old: [String: Any], to new: [String: Any]) -> [String: Any] {
    var patch: [String: Any] = [:]
    for key in old.keys where new[key] == nil { patch[key] = NSNull() }
    for (key, value) in new {
      if let nested = value as? [String: Any], let earlier = old[key] as? [String: Any] {
        let changes = self.patch(from: earlier, to: nested)
        if !changes.isEmpty { patch[key] = changes }
      } else if !AnyComparison.areEqual(value, old[key] as Any) {
        patch[key] = value
      }
    }
    return patch
  }
}
