/// The codecs of the types of properties under one policy, each made once.
final class FieldCodecs: Sendable {
  private struct Found {
    let codec: (any JSONCodec)?
  }

  private let cache = ClassCache<Found>()

  /// Returns the codec for `type`, or nil when values of the type have no JSON form.
  func codec<Value>(for type: Value.Type, _ maker: CodecMaker) -> (any JSONCodec<Value>)? {
    cache.value(for: type) { Found(codec: maker.codec(for: type)) }.codec?.asCodec(of: type)
  }
}
