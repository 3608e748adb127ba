import Foundation

/// A transformer between two Swift types, seen without them.
///
/// A caller that knows the types casts to ``TypedTransformer`` and calls it without boxing.
protocol TypedTransforming: TransformerErrorHandling {
  var inputType: Any.Type { get }
  var outputType: Any.Type { get }
  /// Whether nil becomes something, or something nil.
  var transformsNil: Bool { get }
}

/// A transformer between text in one of the byte formats and a Date.
///
/// A caller that has the bytes of the text parses and writes them with ``DateText``, without a
/// String.
protocol DateTextTransforming: TypedTransforming, Sendable {
  var format: DateText.Format { get }
}
