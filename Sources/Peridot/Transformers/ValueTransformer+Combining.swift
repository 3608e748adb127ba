#if canImport(ObjectiveC)
  public import Foundation
#endif

extension ValueTransformer {
  /// Transforms each element of an array.
  ///
  ///     .array(of: .uuid)
  ///
  /// Null elements stay null. An element that becomes nil is omitted. If an element fails, the
  /// whole array fails, with an error that has the element's index.
  public static func array(of element: ValueTransformer) -> ValueTransformer {
    CollectionTransformer(arrayOf: element)
  }

  /// Transforms each element of an array to a set.
  ///
  ///     .set(of: .uuid)
  ///
  /// Null elements, and those that become nil, are omitted. If an element fails, the whole set fails,
  /// with an error that has the element's index. A repeated element is reported or refused, as the
  /// policy's `duplicateElements` says. In reverse, text and numbers are in order.
  public static func set(of element: ValueTransformer) -> ValueTransformer {
    CollectionTransformer(setOf: element)
  }

  /// Transforms the elements of an array and drops those that can't be transformed, and null.
  ///
  /// In reverse, if an element fails, the whole array fails.
  public static func lossyArray(of element: ValueTransformer) -> ValueTransformer {
    CollectionTransformer(arrayOf: element, isLossy: true)
  }

  /// Transforms each value of a dictionary.
  ///
  /// Null values stay null. A value that becomes nil is omitted. If a value fails, the whole
  /// dictionary fails, with an error that has the value's key.
  public static func dictionary(of value: ValueTransformer) -> ValueTransformer {
    CollectionTransformer(dictionaryOf: value)
  }

  /// Transforms by a function, in one direction only.
  ///
  ///     .closure(forward: { (text: String) in text.split(separator: ",").map(String.init) })
  ///
  /// nil stays nil, unless the function takes an Optional: then it gets nil, for null too.
  public static func closure<Input, Output>(
    forward: @escaping @Sendable (Input) throws -> Output
  ) -> ValueTransformer {
    ForwardTransformer(forward)
  }

  /// Transforms by two functions, one for each direction.
  ///
  ///     .closure(
  ///       forward: { (cents: Int) in Money(cents: cents) },
  ///       reverse: { (money: Money) in money.cents })
  ///
  /// nil stays nil, unless the function takes an Optional: then it gets nil, for null too.
  public static func closure<Input, Output>(
    forward: @escaping @Sendable (Input) throws -> Output,
    reverse: @escaping @Sendable (Output) throws -> Input
  ) -> ValueTransformer {
    TypedTransformer(
      from: TypeName.phrase(for: Input.self), to: TypeName.phrase(for: Output.self),
      forward: forward, reverse: reverse)
  }

  /// Applies several transformers, each to the result of the one before.
  ///
  ///     .chained(.string(), .url)
  ///
  /// The result works in both directions if all of them do.
  public static func chained(
    _ first: ValueTransformer, _ others: ValueTransformer...
  ) -> ValueTransformer {
    ChainedTransformer([first] + others)
  }

  /// Returns a transformer with the directions exchanged.
  ///
  /// If this one works in one direction only, so does the result, in the other one: that is a mistake
  /// of a mapping. Inverting twice gives the original.
  public func inverted() -> ValueTransformer {
    if let inverted = self as? InvertedTransformer { return inverted.original }
    return InvertedTransformer(self)
  }
}
