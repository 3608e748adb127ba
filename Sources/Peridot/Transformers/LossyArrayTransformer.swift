import Foundation

/// An array to one of those transformed elements that can be transformed.
///
/// Null elements are dropped too. In reverse nothing is: an element that cannot be reversed is an
/// error.
final class LossyArrayTransformer: ArrayTransformer, @unchecked Sendable {
  /// An element that was left out, by its index in the input, and the reason.
  typealias Dropped = (index: Int, error: any Error)

  override func transformTyped(_ input: [Any]) throws -> [Any] {
    transformReporting(input).values
  }

  /// Returns the transformed elements, and those that were dropped.
  func transformReporting(_ input: [Any]) -> (values: [Any], dropped: [Dropped]) {
    var values: [Any] = []
    values.reserveCapacity(input.count)
    var dropped: [Dropped] = []
    for (index, value) in input.enumerated() {
      do {
        guard let result = try step.transform(value) else {
          throw TransformerError(.invalidInput(expected: "a value"), input: value)
        }
        values.append(result)
      } catch {
        dropped.append((index, error))
      }
    }
    return (values, dropped)
  }
}
