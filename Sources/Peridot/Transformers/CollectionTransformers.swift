import Foundation

/// An array to one of its transformed elements.
///
/// Null elements stay. An element that becomes nil is left out.
class ArrayTransformer: TypedTransformer<[Any], [Any]>, @unchecked Sendable {
  /// The transformer of the elements.
  let element: ValueTransformer

  /// The same with the throwing members.
  let step: any TransformerErrorHandling

  convenience init(of element: ValueTransformer) {
    let step = element.throwing
    self.init(of: element, step) { try Self.map($0, with: step.transform) }
  }

  fileprivate init(
    of element: ValueTransformer, _ step: any TransformerErrorHandling,
    forward: @escaping ([Any]) throws -> [Any]
  ) {
    self.element = element
    self.step = step
    super.init(
      from: "an array", to: "an array", forward: forward,
      reverse: { try Self.map($0, with: step.reverseTransform) })
  }

  override var isReversible: Bool { step.isReversible }

  private static func map(
    _ values: [Any], with transform: (Any?) throws -> Any?
  ) throws -> [Any] {
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

/// An array to one of those transformed elements that can be transformed.
///
/// Null elements are dropped too. In reverse nothing is: an element that cannot be reversed is an
/// error.
final class LossyArrayTransformer: ArrayTransformer, @unchecked Sendable {
  /// An element that was left out, by its index in the input, and the reason.
  typealias Dropped = (index: Int, error: any Error)

  init(of element: ValueTransformer) {
    let step = element.throwing
    super.init(of: element, step) { Self.transformed($0, with: step).values }
  }

  /// Returns the transformed elements, and those that were dropped.
  func transformReporting(_ input: [Any]) -> (values: [Any], dropped: [Dropped]) {
    Self.transformed(input, with: step)
  }

  private static func transformed(
    _ input: [Any], with step: any TransformerErrorHandling
  ) -> (values: [Any], dropped: [Dropped]) {
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

/// How the values of arrays and dictionaries are transformed: null stays null.
enum NullKeeping {
  static func transform(_ value: Any, with transform: (Any?) throws -> Any?) throws -> Any? {
    if type(of: value) == NSNull.self { return value }
    if let result = try transform(value) { return result }
    // An element of a Swift array of Optionals can be nil, which is null in JSON.
    return Boxed.unwrapped(value) == nil ? NSNull() : nil
  }
}

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
