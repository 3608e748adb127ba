/// How a model takes over values of another: made once for two classes.
final class ModelExchange: Sendable {
  struct Entry: Sendable {
    let own: Property
    let other: Property
    let isOptional: Bool
  }

  /// The properties that both classes have with the same type, and that can be written.
  let entries: [Entry]
  /// Copies the values of all of them.
  let transfer: PropertyTransfer

  init(of schema: ModelSchema, with other: ModelSchema) {
    let pairs = schema.shared(with: other).filter { !$0.own.isReadOnly }
    entries = pairs.map { Entry(own: $0.own, other: $0.other, isOptional: $0.own.isOptional) }
    transfer = PropertyTransfer(pairs)
  }
}
