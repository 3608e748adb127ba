/// A stored property that holds one model, read straight into the object.
struct NestedReading: Sendable {
  let codec: any NestedCodec
  let offset: Int

  /// Nil for a property of any other kind.
  init?<Value>(_ access: TypedAccess<Value>, _ codec: JSONCodec<Value>) {
    guard let field = access as? FieldAccess<Value> else { return nil }
    let inner = (codec as? any WrappingCodec)?.inner ?? codec
    guard let nested = inner as? any NestedCodec else { return nil }
    self.codec = nested
    offset = field.offset
  }
}

/// The codec of a model class whose type is not known statically.
protocol NestedCodec: AnyObject, Sendable {
  var nested: NestedPlan { get }
}

/// The codec of an Optional whose type is not known statically.
protocol WrappingCodec {
  var inner: AnyObject { get }
}

extension JSONOptionalCodec: WrappingCodec {
  var inner: AnyObject { wrapped }
}
