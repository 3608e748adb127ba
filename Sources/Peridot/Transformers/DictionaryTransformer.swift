import Foundation

/// A dictionary to one of its transformed values.
///
/// Null values stay. A value that becomes nil is left out.
final class DictionaryTransformer: TypedTransformer<[String: Any], [String: Any]>,
  @unchecked Sendable
{
  /// The transformer of the values.
  let value: ValueTransformer

  private let step: any TransformerErrorHandling

  init(of value: ValueTransformer) {
    self.value = value
    let step = value.throwing
    self.step = step
    super.init(
      from: "an object", to: "a dictionary",
      forward: { try Self.map($0, with: step.transform) },
      reverse: { try Self.map($0, with: step.reverseTransform) })
  }

  override var isReversible: Bool { step.isReversible }

  private static func map(
    _ values: [String: Any], with transform: (Any?) throws -> Any?
  ) throws -> [String: Any] {
    var result: [String: Any] = [:]
    result.reserveCapacity(values.count)
    var failure: (key: String, error: any Error)?
    for (key, value) in values {
      do {
        if let value = try NullKeeping.transform(value, with: transform) { result[key] = value }
      } catch {
        // The first in alphabetical order, so that the same input gives the same error.
        if key < failure?.key ?? "\u{10FFFF}" { failure = (key, error) }
      }
    }
    if let failure {
      throw TransformerError(
        .member(key: failure.key, underlying: failure.error), input: values)
    }
    return result
  }
}
