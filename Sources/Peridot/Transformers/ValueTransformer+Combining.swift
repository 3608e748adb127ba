#if canImport(ObjectiveC)
  public import Foundation
#endif

extension ValueTransformer {
  /// Transforms each element of an array.
  ///
  ///     .array(of: .uuid)
  ///
  /// Null elements stay null. An element that becomes nil is left out; one that fails makes the
  /// whole array fail, with an error that has its index.
  public static func array(of element: ValueTransformer) -> ValueTransformer {
    CollectionTransformer(arrayOf: element)
  }

  /// Transforms those elements of an array that can be transformed, and drops the others.
  ///
  /// Null elements are dropped too. In reverse, an element that fails makes the whole array fail.
  public static func lossyArray(of element: ValueTransformer) -> ValueTransformer {
    CollectionTransformer(arrayOf: element, isLossy: true)
  }

  /// Transforms each value of a dictionary.
  ///
  /// Null values stay null. A value that becomes nil is left out; one that fails makes the whole
  /// dictionary fail, with an error that has its key.
  public static func dictionary(of value: ValueTransformer) -> ValueTransformer {
    CollectionTransformer(dictionaryOf: value)
  }

  /// Transforms by a function, one way only.
  ///
  ///     .closure(forward: { (text: String) in text.split(separator: ",").map(String.init) })
  ///
  /// nil stays nil, unless the function takes an Optional: then it gets nil, for null too.
  public static func closure<Input, Output>(
    forward: @escaping @Sendable (Input) throws -> Output
  ) -> ValueTransformer {
    ForwardTransformer(forward)
  }

  /// Transforms by two functions, one for each way.
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

  /// Transforms by several transformers, each of which takes what the one before it gave.
  ///
  ///     .chained(.string(), .url)
  ///
  /// It goes both ways if all of them do.
  public static func chained(
    _ first: ValueTransformer, _ others: ValueTransformer...
  ) -> ValueTransformer {
    ChainedTransformer([first] + others)
  }

  /// Returns a transformer that goes the other way round.
  ///
  /// It traps if this one goes one way only. Inverting twice gives the original.
  public func inverted() -> ValueTransformer {
    if let inverted = self as? InvertedTransformer { return inverted.original }
    return InvertedTransformer(self)
  }
}
