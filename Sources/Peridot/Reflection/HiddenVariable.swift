/// A stored variable whose storage doesn't have the name that its class gives it, so that it isn't a
/// property: a lazy one, one of a property wrapper, or one whose name begins with "_".
struct HiddenVariable {
  /// The name without what the compiler adds.
  let name: String
  /// The reason why it isn't a property, and the cure.
  let reason: String
  /// Whether it probably was meant to be one: it isn't hidden by its own name.
  let isUnseen: Bool

  /// The hidden variables of `type` and its superclasses below `root`.
  static func all(of type: AnyClass, below root: AnyClass) -> [HiddenVariable] {
    RuntimeFields.fields(of: type, below: root) { _, _ in true }.fields.compactMap(Self.init)
  }

  private init?(_ field: RuntimeFields.Field) {
    let lazyStorage = "$__lazy_storage_$_"
    if field.name.hasPrefix(lazyStorage) {
      name = String(field.name.dropFirst(lazyStorage.count))
      reason = "it is lazy, so that it is no property: declare it in declaredProperties"
      isUnseen = true
      return
    }
    guard field.name.hasPrefix("_"), !field.name.hasPrefix("_$") else { return nil }
    name = String(field.name.dropFirst())
    let conformance =
      "write extension \("\(field.type)".prefix { $0 != "<" }): PropertyWrapper {}"
    isUnseen = Self.storesWrappedValue(field.type)
    if isUnseen {
      reason = "the type of its wrapper is no PropertyWrapper: \(conformance)"
    } else {
      let isStandard =
        isPlainScalar(RuntimeFields.withoutOptionals(field.type))
        || field.type is any _CollectionLike.Type
      reason =
        "the variable is \(field.name): rename it"
        + (isStandard ? "" : ", or, if it stores a wrapper's value, \(conformance)")
    }
  }

  /// Whether a type is a property wrapper, as far as that can be seen: nothing tells of a computed
  /// `wrappedValue`.
  private static func storesWrappedValue(_ type: Any.Type) -> Bool {
    switch RuntimeFields.kind(of: type) {
    case .struct, .class: RuntimeFields.parts(of: type).contains { $0.name == "wrappedValue" }
    case .enum, .tuple, .existential, .function, .metatype, .other: false
    }
  }
}
