import Foundation

/// An array to one of its transformed elements.
///
/// Null elements stay. An element that becomes nil is left out.
class ArrayTransformer: TypedTransformer<[Any], [Any]>, @unchecked Sendable {
  /// The transformer of the elements.
  let element: ValueTransformer

  /// The same with the throwing members.
  let step: any TransformerErrorHandling

  init(of element: ValueTransformer) {
    self.element = element
    step = element.throwing
    super.init(from: "an array", to: "an array")
  }

  override var isReversible: Bool {
    step.isReversible
  }

  override func transformTyped(_ input: [Any]) throws -> [Any] {
    try map(input, with: step.transform)
  }

  override func reverseTyped(_ output: [Any]) throws -> [Any] {
    try map(output, with: step.reverseTransform)
  }

  private func map(_ values: [Any], with transform: (Any?) throws -> Any?) throws -> [Any] {
    var result: [Any] = []
    result.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      do {
        if let value = try NullKeeping.transform(value, with: transform) { result.append(value) }
      } catch {
        throw TransformerError(.element(index: index, underlying: error), input: values)
      }
    }
    return result
  }
}
