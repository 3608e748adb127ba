/// The codecs of the types of properties under one policy, each made once.
final class FieldCodecs: Sendable {
  private struct Found: @unchecked Sendable {
    // Sendable: a JSONCodec, which is.
    let codec: AnyObject?
  }

  private let cache = ClassCache<Found>()

  /// Returns the codec for `type`, or nil when values of the type have no JSON form.
  func codec<Value>(for type: Value.Type, _ maker: CodecMaker) -> JSONCodec<Value>? {
    let found = cache.value(for: type) { Found(codec: maker.codec(for: type)) }
    return found.codec.map { downcast($0, to: JSONCodec<Value>.self) }
  }
}
