/// The stored properties of one class, found by reflection.
struct StoredProperties: Sendable {
  /// Those that are property keys, superclass first, in order of declaration.
  let properties: [Property]

  /// Every stored variable, also those that are no property keys (names with `_` or `$`, the
  /// storage of property wrappers and lazy properties), for putting an object back as it was.
  let variables: [PropertyAccess]

  /// Reflects `type` and its superclasses below `root`.
  ///
  /// Traps when a name occurs twice in the class chain, naming both classes.
  init(of type: AnyClass, below root: AnyClass) {
    var properties: [Property] = []
    var variables: [PropertyAccess] = []
    var owners: [String: AnyClass] = [:]
    // No class declares a name twice.
    let isAlone = RuntimeFields.classChain(of: type, below: root).count == 1
    for field in RuntimeFields.fields(of: type, below: root) where field.isVariable {
      guard let access = Self.access(to: field) else { continue }
      variables.append(access)
      if field.name.hasPrefix("_") || field.name.hasPrefix("$") { continue }
      if !isAlone, let other = owners.updateValue(field.owner, forKey: field.name) {
        fatalError(
          """
          Peridot: both \(other) and \(field.owner) declare a property named "\(field.name)". \
          Rename one of them: a property key names one property.
          """)
      }
      properties.append(
        Property(key: field.name, isWeak: field.reference == .weak, access: access))
    }
    self.properties = properties
    self.variables = variables
  }

  private static func access(to field: StoredField) -> PropertyAccess? {
    let facts = TypeFacts.of(field.type)
    func typed<Value>(_: Value.Type) -> PropertyAccess {
      let offset = field.offset
      let owner: AnyClass = field.owner
      if field.reference == .weak { return WeakFieldAccess<Value>(offset: offset, in: owner) }
      if facts.holdsFunction { return FunctionFieldAccess<Value>(offset: offset, in: owner) }
      return FieldAccess<Value>(offset: offset, in: owner)
    }
    // The runtime gives `Void` for a type that cannot be copied.
    if field.type == Void.self || facts.holdsValueMetatype { return nil }
    switch field.reference {
    case .unowned: return nil
    case .weak where !isClassOptional(field.type): return nil
    case .weak, .strong: return _openExistential(field.type, do: typed)
    }
  }

  /// A weak reference of protocol type is two words wide and takes a key-path declaration.
  private static func isClassOptional(_ type: Any.Type) -> Bool {
    (type as? any OptionalProtocol.Type)?.wrappedMetatype is AnyClass
  }
}
