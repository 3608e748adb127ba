/// The stored properties of one class, found by reflection.
struct StoredProperties: Sendable {
  /// Those that are property keys, superclass first, in order of declaration.
  let properties: [Property]

  /// Every stored variable, also those that are no property keys (names with `_` or `$`, the
  /// storage of property wrappers and lazy properties), for putting an object back as it was.
  let variables: [PropertyAccess]

  /// The variables that cannot be reached at their offsets, with the reason.
  let unsupported: [(name: String, reason: String)]

  /// Reflects `type` and its superclasses below `root`.
  ///
  /// Traps when reflection is not what it is taken for, or a name occurs twice in the class chain, naming both classes.
  init(of type: AnyClass, below root: AnyClass) {
    RuntimeSelfCheck.passed
    var properties: [Property] = []
    var variables: [PropertyAccess] = []
    var unsupported: [(name: String, reason: String)] = []
    var owners: [String: AnyClass] = [:]
    // No class declares a name twice.
    let isAlone = RuntimeFields.classChain(of: type, below: root).count == 1
    for field in RuntimeFields.fields(of: type, below: root) where field.isVariable {
      if let reason = Self.obstacle(to: field) {
        // The storage of lazy properties and of macros has no name of the user's.
        if !field.name.hasPrefix("$") { unsupported.append((field.name, reason)) }
        continue
      }
      let access = Self.access(to: field)
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
    self.unsupported = unsupported
  }

  /// Why a variable cannot be reached at its offset; nil when it can.
  private static func obstacle(to field: StoredField) -> String? {
    if !field.isCopyable { return "its type cannot be copied" }
    if field.type == Void.self { return "its type is Void" }
    switch field.reference {
    case .unowned:
      return "it is unowned"
    case .weak where !isClassOptional(field.type):
      return "it is weak, and its type \(TypeName.of(field.type)) is no class"
    case .weak, .strong:
      return TypeFacts.of(field.type).holdsValueMetatype
        ? "its type \(TypeName.of(field.type)) has one value only, which takes no memory" : nil
    }
  }

  private static func access(to field: StoredField) -> PropertyAccess {
    let facts = TypeFacts.of(field.type)
    func typed<Value>(_: Value.Type) -> PropertyAccess {
      let offset = field.offset
      let owner: AnyClass = field.owner
      if field.reference == .weak { return WeakFieldAccess<Value>(offset: offset, in: owner) }
      if facts.holdsFunction { return FunctionFieldAccess<Value>(offset: offset, in: owner) }
      return FieldAccess<Value>(offset: offset, in: owner)
    }
    return _openExistential(field.type, do: typed)
  }

  /// A weak reference of protocol type is two words wide and takes a key-path declaration.
  private static func isClassOptional(_ type: Any.Type) -> Bool {
    (type as? any OptionalProtocol.Type)?.wrappedMetatype is AnyClass
  }
}
