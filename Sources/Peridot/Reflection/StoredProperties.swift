import Observation

/// The stored properties of one class, found by reflection.
struct StoredProperties: Sendable {
  /// The variables that are property keys, superclass first, in order of declaration.
  let properties: [Property]

  /// The classes that declare a property of one name, superclass first, for each name that several
  /// classes of the chain declare, such as private variables.
  let namesakes: [String: [AnyClass]]

  /// All stored variables, including those that are not property keys (names with `_` or `$`, the
  /// storage of property wrappers and lazy properties), for restoring an object.
  let variables: [Variable]

  /// The variables that can't be reached at their offsets, with the reason.
  let unsupported: [(name: String, reason: String)]

  /// The classes that declare variables which reflection doesn't show.
  let unreflected: [AnyClass]

  /// Reflects `type` and its superclasses below `root`.
  ///
  /// Traps if reflection is not reliable, or doesn't show all variables of a class that doesn't
  /// declare them.
  ///
  /// - Parameters:
  ///   - failure: Why the runtime's reflection is not reliable; nil if it is.
  ///   - declares: Whether a class with this number of variables declares them.
  init(
    of type: AnyClass, below root: AnyClass, failure: String? = RuntimeSelfCheck.failure,
    _ declares: (_ owner: AnyClass, _ count: Int) -> Bool = { _, _ in false }
  ) {
    var properties: [Property] = []
    var variables: [Variable] = []
    var unsupported: [(name: String, reason: String)] = []
    var owners = [String: AnyClass]()
    var namesakes = [String: [AnyClass]]()
    // No class declares a name twice.
    let isAlone = RuntimeFields.classChain(of: type, below: root).count == 1
    let (fields, unreflected) = RuntimeFields.fields(
      of: type, below: root, failure: failure, declares)
    self.unreflected = unreflected
    properties.reserveCapacity(fields.count)
    variables.reserveCapacity(fields.count)
    let hidden = HiddenNames(fields)
    for field in fields {
      guard field.isVariable else {
        let isNamed = field.name.utf8.first.map {
          $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "$")
        }
        if isNamed == true {
          unsupported.append((field.name, "it is a constant: declare it as private(set) var"))
        }
        continue
      }
      let wrapper = Self.wrapper(of: field)
      let hiddenName = wrapper == nil ? hidden.name(of: field) : nil
      let name = hiddenName ?? (wrapper == nil ? field.name : String(field.name.dropFirst()))
      if let reason = Self.obstacle(to: field) {
        // The storage of lazy properties and of macros doesn't have the user's name.
        if !name.hasPrefix("$") { unsupported.append((name, reason)) }
        continue
      }
      let storage = Self.access(to: field)
      let access = wrapper?.access(at: field.offset, in: field.owner) ?? storage
      // A wrapper that is an object keeps its value outside of the variable.
      if wrapper is AnyClass { variables.append(Variable(access: access, observedKey: nil)) }
      variables.append(Variable(access: storage, observedKey: hiddenName))
      if let first = name.utf8.first, first == UInt8(ascii: "_") || first == UInt8(ascii: "$") {
        continue
      }
      if !isAlone, let other = owners.updateValue(field.owner, forKey: name) {
        namesakes[name, default: [other]].append(field.owner)
      }
      properties.append(
        Property(
          key: name, isWeak: field.reference == .weak, access: access,
          observedIn: hiddenName == nil ? nil : field.owner))
    }
    self.properties = properties
    self.namesakes = namesakes
    self.variables = variables
    self.unsupported = unsupported
  }

  /// The property wrapper whose storage a field is, if its type conforms.
  private static func wrapper(of field: RuntimeFields.Field) -> (any PropertyWrapper.Type)? {
    guard field.name.utf8.first == UInt8(ascii: "_"), field.reference == .strong, field.isCopyable
    else {
      return nil
    }
    return field.type as? any PropertyWrapper.Type
  }

  /// Why a variable can't be reached at its offset; nil if it can.
  private static func obstacle(to field: RuntimeFields.Field) -> String? {
    if !field.isCopyable { return "its type cannot be copied" }
    if field.type == Void.self { return "its type is Void" }
    switch field.reference {
    case .unowned:
      return "it is unowned"
    case .weak where !isClassOptional(field.type):
      return "it is weak, and its type \(TypeName.of(field.type)) is not a class"
    case .weak, .strong:
      return TypeShape.of(field.type).holdsValueMetatype
        ? "its type \(TypeName.of(field.type)) has one value only, which takes no memory" : nil
    }
  }

  private static func access(to field: RuntimeFields.Field) -> any PropertyAccess {
    if field.reference == .strong, let common = commonAccess(to: field) { return common }
    let facts = TypeShape.of(field.type)
    func typed<Value>(_: Value.Type) -> any PropertyAccess {
      let offset = field.offset
      let owner: AnyClass = field.owner
      if field.reference == .weak { return TypedAccess<Value>.weak(at: offset, in: owner) }
      if facts.holdsFunction { return FunctionFieldAccess<Value>(at: offset, in: owner) }
      return TypedAccess<Value>(at: offset, in: owner)
    }
    return _openExistential(field.type, do: typed)
  }

  /// Returns the access to a field of one of the most common types, which the compiler knows; for
  /// other types the runtime makes the access.
  private static func commonAccess(to field: RuntimeFields.Field) -> (any PropertyAccess)? {
    func plain<Value>(_: Value.Type) -> any PropertyAccess {
      TypedAccess<Value>(at: field.offset, in: field.owner)
    }
    return switch ObjectIdentifier(field.type) {
    case ObjectIdentifier(String.self): plain(String.self)
    case ObjectIdentifier(String?.self): plain(String?.self)
    case ObjectIdentifier(Int.self): plain(Int.self)
    case ObjectIdentifier(Int?.self): plain(Int?.self)
    case ObjectIdentifier(Bool.self): plain(Bool.self)
    case ObjectIdentifier(Double.self): plain(Double.self)
    default: nil
    }
  }

  /// A weak reference of protocol type is two words wide and has to be declared by key path.
  private static func isClassOptional(_ type: Any.Type) -> Bool {
    RuntimeFields.wrappedType(ofOptional: type) is AnyClass
  }
}

extension StoredProperties {
  /// One stored variable of a class.
  struct Variable: Sendable {
    let access: any PropertyAccess
    /// The name of the property that `@Observable` stores in it; nil for any other variable.
    let observedKey: String?
  }

  /// The names of the variables of `@Observable` classes. The macro makes each of them computed,
  /// and stores `title` as `_title`.
  fileprivate struct HiddenNames {
    /// The names that each class with the macro's registrar stores.
    private var names = [ObjectIdentifier: Set<String>]()

    init(_ fields: [RuntimeFields.Field]) {
      for field in fields
      where field.name == "_$observationRegistrar" && field.type == ObservationRegistrar.self {
        names[ObjectIdentifier(field.owner)] = []
      }
      if names.isEmpty { return }
      for field in fields { names[ObjectIdentifier(field.owner)]?.insert(field.name) }
    }

    /// The name that the class declares for the macro's `field`; nil if it declares none.
    ///
    /// If there is also a stored `title`, then `_title` is the user's variable: the macro would
    /// store that as `_title` too.
    func name(of field: RuntimeFields.Field) -> String? {
      guard field.name.utf8.first == UInt8(ascii: "_"), !field.name.hasPrefix("_$"),
        let names = names[ObjectIdentifier(field.owner)]
      else { return nil }
      let name = String(field.name.dropFirst())
      return names.contains(name) ? nil : name
    }
  }
}
