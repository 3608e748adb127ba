/// Facts about a type that are slow to ask the runtime. Cached per type.
struct TypeFacts: Sendable {
  let isOptional: Bool
  /// Whether it is an Optional of an Optional, which as a property tells what is absent from null.
  let tellsAbsence: Bool
  /// See `holdsFunction(_:)`.
  let holdsFunction: Bool
  /// See `holdsValueMetatype(_:)`.
  let holdsValueMetatype: Bool

  private static let cache = ClassCache<TypeFacts>()

  static func of(_ type: Any.Type) -> TypeFacts {
    cache.value(for: type) { TypeFacts(type) }
  }

  private init(_ type: Any.Type) {
    let optional = isPlainScalar(type) ? nil : type as? any OptionalProtocol.Type
    let value = optional?.wrappedMetatype ?? type
    isOptional = optional != nil
    let isPlain = isPlainScalar(value)
    tellsAbsence = !isPlain && optional != nil && value is any OptionalProtocol.Type
    holdsFunction = !isPlain && Peridot.holdsFunction(type)
    holdsValueMetatype = !isPlain && Peridot.holdsValueMetatype(type)
  }
}
