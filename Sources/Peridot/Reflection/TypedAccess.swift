/// Access to a property of static type `Value`: a stored one at its offset, others by functions.
package class TypedAccess<Value>: PropertyAccess, @unchecked Sendable {
  // Sendable: constants only; the functions capture offsets, key paths and other accesses.

  typealias Functions = (get: (AnyObject) -> Value, set: (AnyObject, Value) -> Void)

  let owner: AnyClass?
  let storedOffset: Int?
  let isReadOnly: Bool
  let runsCode: Bool
  let form: FieldForm

  private let functions: Functions?
  /// The value's offset, if no functions lead to it.
  private let offset: Int
  private let comparison = ValueComparison<Value>.shared

  /// Access to a stored property.
  ///
  /// - Parameter isPlain: Whether the value has no rules beyond those of its type.
  init(at offset: Int, in owner: AnyClass, isPlain: Bool = true) {
    self.owner = owner
    self.offset = offset
    storedOffset = offset
    isReadOnly = false
    runsCode = false
    form = isPlain ? FieldForm(Value.self, at: offset) : .none
    functions = nil
  }

  private init(
    _ functions: Functions, in owner: AnyClass, at offset: Int? = nil, isReadOnly: Bool = false,
    runsCode: Bool = false
  ) {
    self.owner = owner
    self.offset = offset ?? 0
    storedOffset = offset
    self.isReadOnly = isReadOnly
    self.runsCode = runsCode
    form = .none
    self.functions = functions
  }

  @inline(__always)
  package final func get(_ object: AnyObject) -> Value {
    guard let functions else { return ObjectMemory(object).load(Value.self, at: offset) }
    return functions.get(object)
  }

  @inline(__always)
  package final func set(_ object: AnyObject, _ value: Value) {
    guard let functions else { return ObjectMemory(object).store(value, at: offset) }
    functions.set(object, value)
  }

  final var valueType: Any.Type { Value.self }

  func value(of object: AnyObject) -> Any { get(object) }

  func setValue(_ value: Any, of object: AnyObject) -> Bool {
    guard let typed = comparison.cast(value) else { return false }
    set(object, typed)
    return true
  }

  func takes(_ value: Any) -> Bool { comparison.cast(value) != nil }

  func saved(of object: AnyObject) -> Any { value(of: object) }

  func restore(_ saved: Any, in object: AnyObject) {
    guard let value = RuntimeFields.value(in: saved, as: Value.self) ?? saved as? Value else {
      fatalError(
        "Peridot: \(TypeName.withArticle(type(of: saved))) was saved of \(TypeName.withArticle(Value.self))"
      )
    }
    set(object, value)
  }

  final func setNil(of object: AnyObject) -> Bool {
    guard let none = comparison.none else { return false }
    set(object, none)
    return true
  }

  func unwrappedValue(of object: AnyObject) -> Any? {
    // The most common types take a shorter way.
    form.value(in: ObjectMemory(object)) { unwrapped(get(object)) }
  }

  /// Returns `value` without its Optionals.
  final func unwrapped(_ value: Value) -> Any? { comparison.unwrapped(value) }

  func isNil(in object: AnyObject) -> Bool {
    comparison.isNil(get(object))
  }

  func hasValue(_ value: Any, in object: AnyObject) -> Bool {
    guard let typed = value as? Value else { return false }
    return comparison.areEqual(get(object), typed, nil)
  }

  final func copy(
    through other: any PropertyAccess, from source: AnyObject, to target: AnyObject
  ) {
    let other = downcast(other, to: TypedAccess<Value>.self)
    guard functions == nil, other.functions == nil else {
      return set(target, other.get(source))
    }
    ObjectMemory(target).assign(
      Value.self, at: offset, from: ObjectMemory(source), at: other.offset)
  }

  func areEqual(
    _ first: AnyObject, _ second: AnyObject, through other: any PropertyAccess,
    _ walk: ComparisonWalk?
  ) -> Bool {
    let other = downcast(other, to: TypedAccess<Value>.self)
    // Equal bytes mean equal values, even for a type without `==`.
    if functions == nil, other.functions == nil,
      hasSameBytes(first, second, through: other)
    {
      return true
    }
    return comparison.areEqual(get(first), other.get(second), walk)
  }

  final func hasSameBytes(
    _ first: AnyObject, _ second: AnyObject, through other: TypedAccess<Value>
  ) -> Bool {
    ObjectMemory(first).hasSameBytes(
      at: offset, as: ObjectMemory(second), at: other.offset, size: MemoryLayout<Value>.size)
  }

  func hash(_ object: AnyObject, into hasher: inout Hasher) {
    comparison.hash(get(object), into: &hasher)
  }

  final func accept<Visitor: PropertyVisitor>(_ visitor: Visitor) -> Visitor.Result {
    visitor.visit(self)
  }
}

extension TypedAccess {
  /// Access to a stored `weak var` of class type; `Value` is the Optional of that class.
  static func weak(at offset: Int, in owner: AnyClass) -> TypedAccess<Value> {
    let functions: Functions = (
      get: { ObjectMemory($0).loadWeak(Value.self, at: offset) },
      set: { ObjectMemory($0).storeWeak($1, at: offset) }
    )
    return TypedAccess(functions, in: owner, at: offset)
  }

  /// Access through a key path: a computed property, or a stored one whose observers must run.
  static func through<Root: AnyObject>(
    _ keyPath: KeyPath<Root, Value>, isReadOnly: Bool = false
  ) -> TypedAccess<Value> {
    let writable = isReadOnly ? nil : keyPath as? ReferenceWritableKeyPath<Root, Value>
    let functions: Functions = (
      get: { downcast($0, to: Root.self)[keyPath: keyPath] },
      set: { object, value in
        guard let writable else { fatalError("Peridot: \(keyPath) is read-only") }
        downcast(object, to: Root.self)[keyPath: writable] = value
      }
    )
    return TypedAccess(functions, in: Root.self, isReadOnly: writable == nil, runsCode: true)
  }

  static func wrapped<Wrapper: PropertyWrapper<Value>>(
    by _: Wrapper.Type, at offset: Int, in owner: AnyClass
  ) -> TypedAccess<Value> {
    let functions: Functions = (
      get: { ObjectMemory($0).load(Wrapper.self, at: offset).wrappedValue },
      set: { object, value in
        var wrapper = ObjectMemory(object).load(Wrapper.self, at: offset)
        wrapper.wrappedValue = value
        ObjectMemory(object).store(wrapper, at: offset)
      }
    )
    return TypedAccess(functions, in: owner, at: offset, runsCode: true)
  }
}

/// Access to a stored closure, an Optional of one, or a tuple that holds one.
///
/// The variable keeps its closure in the calling convention of its own type. Code that learns
/// the type only at run time can't call it, because the compiler made no conversion for it. So the
/// closure is copied as it is, and a dictionary value holds it as a sealed `FunctionValue`, which
/// can be stored again but not called. `() -> Void` is converted here. Any other closure can be
/// called through `Any` if it is declared by key path.
final class FunctionFieldAccess<Value>: TypedAccess<Value>, @unchecked Sendable {
  private let offset: Int

  init(at offset: Int, in owner: AnyClass) {
    self.offset = offset
    super.init(at: offset, in: owner, isPlain: false)
  }

  override func value(of object: AnyObject) -> Any {
    let memory = ObjectMemory(object)
    if Value.self == (() -> Void).self {
      return memory.load((() -> Void).self, at: offset)
    }
    if Value.self == (() -> Void)?.self {
      return memory.load((() -> Void)?.self, at: offset) as Any
    }
    return FunctionValue(value: get(object))
  }

  override func takes(_ value: Any) -> Bool { true }

  override func saved(of object: AnyObject) -> Any { FunctionValue(value: get(object)) }

  override func restore(_ saved: Any, in object: AnyObject) { _ = setValue(saved, of: object) }

  override func unwrappedValue(of object: AnyObject) -> Any? {
    if let optional = get(object) as? any OptionalProtocol, optional.unwrapped == nil { return nil }
    let value = value(of: object)
    return (value as? any OptionalProtocol)?.unwrapped ?? value
  }

  override func setValue(_ value: Any, of object: AnyObject) -> Bool {
    let memory = ObjectMemory(object)
    if let sealed = value as? FunctionValue<Value> {
      set(object, sealed.value)
    } else if let optional = Value.self as? any OptionalProtocol.Type,
      type(of: value) == Value.self, (value as? any OptionalProtocol)?.unwrapped == nil,
      let none = optional.none as? Value
    {
      set(object, none)
    } else if Value.self == (() -> Void).self, let action = value as? () -> Void {
      memory.store(action, at: offset)
    } else if Value.self == (() -> Void)?.self, let action = value as? (() -> Void)? {
      memory.store(action, at: offset)
    } else {
      return false
    }
    return true
  }

  override func isNil(in object: AnyObject) -> Bool { unwrappedValue(of: object) == nil }

  override func hasValue(_ value: Any, in object: AnyObject) -> Bool { false }

  override func areEqual(
    _ first: AnyObject, _ second: AnyObject, through other: any PropertyAccess,
    _ walk: ComparisonWalk?
  ) -> Bool {
    guard let other = other as? FunctionFieldAccess<Value> else { return false }
    // Not all bytes of nil are defined.
    if unwrappedValue(of: first) == nil { return other.unwrappedValue(of: second) == nil }
    return hasSameBytes(first, second, through: other)
  }

  override func hash(_ object: AnyObject, into hasher: inout Hasher) {}
}

/// A closure in the calling convention of its variable.
struct FunctionValue<Value> {
  let value: Value
}

/// Returns whether a variable of `type` holds a closure in that type's calling convention.
func holdsFunction(_ type: Any.Type) -> Bool {
  if let wrapped = RuntimeFields.wrappedType(ofOptional: type) { return holdsFunction(wrapped) }
  if RuntimeFields.kind(of: type) == .class { return false }
  // The last letter of a mangled type name is its kind: "c" for a function, "t" for a tuple.
  switch _mangledTypeName(type)?.last {
  case "c": return true
  case "t": return RuntimeFields.elements(ofTuple: type).contains(where: holdsFunction)
  default: return false
  }
}

/// Returns whether a variable of `type` holds the metatype of a struct, an enum or a tuple.
///
/// It has only one value, so the compiler gives it no memory, but the type at run time claims some:
/// such a variable can't be read or written at its offset.
func holdsValueMetatype(_ type: Any.Type) -> Bool {
  if let wrapped = RuntimeFields.wrappedType(ofOptional: type) {
    return holdsValueMetatype(wrapped)
  }
  if RuntimeFields.kind(of: type) == .class { return false }
  // "m" is a metatype, "Xp" the metatype of a protocol or of `Any`.
  guard let name = _mangledTypeName(type) else { return false }
  switch name.last {
  case "m": return !(_typeByName(String(name.dropLast())) is AnyClass)
  case "t": return RuntimeFields.elements(ofTuple: type).contains(where: holdsValueMetatype)
  default: return false
  }
}
