import Foundation

extension TransformerErrorHandling {
  /// The name for people: that of the member of `ValueTransformer` that returns it, or its types, or
  /// its class.
  var name: String {
    switch self {
    case let array as CollectionTransformer<[Any]>:
      "\(array.isSet ? "set" : array.transformReporting == nil ? "array" : "lossyArray")"
        + "(of: \(array.step.name))"
    case let dictionary as CollectionTransformer<[String: Any]>:
      "dictionary(of: \(dictionary.step.name))"
    case let inverted as InvertedTransformer: "\(inverted.original.throwing.name).inverted()"
    case let chained as ChainedTransformer:
      chained.steps.isEmpty
        ? "byType" : "chained(\(chained.steps.map(\.name).joined(separator: ", ")))"
    case let date as DateFormatTransformer:
      "date(\(date.names.map(\.debugDescription).joined(separator: ", ")))"
    case let own as ThrowingTransformer:
      Self.shared.first { $0.transformer === own }?.name ?? (own as? any TypedTransforming)?.types
        ?? "\(type(of: own))"
    case let plain as ThrowingTransformer.PlainTransformer: "\(type(of: plain.transformer))"
    default: "\(type(of: self))"
    }
  }

  private static var shared: [(name: String, transformer: ValueTransformer)] {
    [
      ("url", .url), ("lenientURL", .lenientURL), ("uuid", .uuid), ("boolean", .boolean),
      ("decimal", .decimal), ("base64Data", .base64Data), ("base64URLData", .base64URLData),
      ("iso8601Date", .iso8601Date), ("iso8601Milliseconds", .iso8601Milliseconds),
      ("rfc1123Date", .rfc1123Date), ("twitterDate", .twitterDate), ("lenientDate", .lenientDate),
      ("epochSeconds", .epochSeconds), ("epochMilliseconds", .epochMilliseconds),
      ("epochMicroseconds", .epochMicroseconds), ("epochNanoseconds", .epochNanoseconds),
      ("secondsSince2001", .secondsSince2001),
    ]
  }
}

extension TypedTransforming {
  fileprivate var types: String { "\(TypeName.of(inputType)) to \(TypeName.of(outputType))" }
}
