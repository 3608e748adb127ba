import Foundation

/// A transformer that applies another to each element of an array, or to each value of a
/// dictionary.
///
/// Null elements stay. An element that becomes nil is omitted.
final class CollectionTransformer<Whole>: TypedTransformer<Whole, Whole>, @unchecked Sendable {
  /// An omitted element's index in the input, and the reason.
  typealias Dropped = (index: Int, error: any Error)

  /// The transformer of the elements.
  let step: any TransformerErrorHandling

  /// Returns the transformed elements and the dropped ones; nil if an element that can't be
  /// transformed is an error.
  let transformReporting: ((Whole) throws -> (values: Whole, dropped: [Dropped]))?

  /// Whether the property's value is a set.
  let isSet: Bool

  /// Makes the same transformer of other elements.
  private let remade: (ValueTransformer) -> CollectionTransformer

  private init(
    _ step: any TransformerErrorHandling, from input: String, to output: String,
    reporting: ((Whole) throws -> (values: Whole, dropped: [Dropped]))? = nil,
    isSet: Bool = false,
    remade: @escaping (ValueTransformer) -> CollectionTransformer,
    _ map: @escaping (_ whole: Whole, _ transform: (Any?) throws -> Any?) throws -> Whole
  ) {
    self.step = step
    transformReporting = reporting
    self.isSet = isSet
    self.remade = remade
    super.init(
      from: input, to: output,
      forward: { try reporting?($0).values ?? map($0, step.transform) },
      reverse: { try map($0, step.reverseTransform) })
  }

  override var isReversible: Bool { step.isReversible }

  override func transform(_ value: Any?) throws -> Any? {
    let result = try super.transform(value)
    return isSet ? (result as? [Any]).map(Self.set) : result
  }

  override func reverseTransform(_ value: Any?) throws -> Any? {
    guard isSet, let set = value as? Set<AnyHashable> else {
      return try super.reverseTransform(value)
    }
    let elements = try super.reverseTransform(set.map(\.base)) as? [Any]
    return elements.map(Self.ordered)
  }

  /// The set of elements that are distinct and Hashable.
  static func set(_ elements: [Any]) -> Set<AnyHashable> {
    Set(elements.compactMap { $0 as? AnyHashable })
  }

  /// Returns text or numbers in order, so that equal sets give equal JSON.
  private static func ordered(_ elements: [Any]) -> [Any] {
    if let texts = elements as? [String] { return texts.sorted() }
    if let numbers = elements as? [Int] { return numbers.sorted() }
    return (elements as? [Double])?.sorted() ?? elements
  }

  override func accepting(_ forms: TextForms) -> ThrowingTransformer {
    guard let step = step as? ThrowingTransformer else { return self }
    let other = step.accepting(forms)
    return other === step ? self : remade(other)
  }
}

extension CollectionTransformer<[Any]> {
  /// - Parameter isLossy: Whether to drop null and elements that can't be transformed. In reverse,
  ///   an element that can't be reversed is always an error.
  convenience init(arrayOf element: ValueTransformer, isLossy: Bool = false) {
    let step = element.throwing
    self.init(
      step, from: "an array", to: "an array",
      reporting: isLossy ? { Self.transformed($0, with: step) } : nil,
      remade: { CollectionTransformer(arrayOf: $0, isLossy: isLossy) }, Self.map)
  }

  convenience init(setOf element: ValueTransformer) {
    let step = element.throwing
    self.init(
      step, from: "an array", to: "a set", reporting: { try Self.distinct($0, with: step) },
      isSet: true, remade: { CollectionTransformer(setOf: $0) }, Self.map)
  }

  private static func distinct(
    _ input: [Any], with step: any TransformerErrorHandling
  ) throws -> (values: [Any], dropped: [Dropped]) {
    var values: [Any] = []
    var dropped: [Dropped] = []
    var found: Set<AnyHashable> = []
    for (index, value) in input.enumerated() {
      do {
        guard let result = try keepingNull(value, step.transform), !isNullObject(result) else {
          continue
        }
        guard let element = result as? AnyHashable else {
          throw TransformerError(
            .invalidInput(expected: "a value that a set can hold"), input: value)
        }
        if found.insert(element).inserted {
          values.append(result)
        } else {
          dropped.append(
            (index, TransformerError(.invalidInput(expected: "distinct elements"), input: value)))
        }
      } catch {
        throw TransformerError(.element(index: index, underlying: error), input: input)
      }
    }
    return (values, dropped)
  }

  private static func map(
    _ values: [Any], with transform: (Any?) throws -> Any?
  ) throws -> [Any] {
    var result: [Any] = []
    result.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      do {
        if let value = try keepingNull(value, transform) { result.append(value) }
      } catch {
        throw TransformerError(.element(index: index, underlying: error), input: values)
      }
    }
    return result
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

extension CollectionTransformer<[String: Any]> {
  convenience init(dictionaryOf value: ValueTransformer) {
    self.init(
      value.throwing, from: "an object", to: "a dictionary",
      remade: { CollectionTransformer(dictionaryOf: $0) }, Self.map)
  }

  private static func map(
    _ values: [String: Any], with transform: (Any?) throws -> Any?
  ) throws -> [String: Any] {
    var result = [String: Any]()
    result.reserveCapacity(values.count)
    var failure: (key: String, error: any Error)?
    for (key, value) in values {
      do {
        if let value = try keepingNull(value, transform) { result[key] = value }
      } catch {
        // The first in alphabetical order, so that the same input throws the same error.
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

extension CollectionTransformer {
  /// Transforms an element; null stays null.
  private static func keepingNull(
    _ value: Any, _ transform: (Any?) throws -> Any?
  ) throws -> Any? {
    if type(of: value) == NSNull.self { return value }
    if let result = try transform(value) { return result }
    // A Swift array of Optionals can contain nil, which is null in JSON.
    return Boxed.unwrapped(value) == nil ? NSNull() : nil
  }
}
