/// Access to a stored closure, an Optional of one, or a tuple that holds one.
///
/// Such a variable keeps its closure in the calling convention of its own type, which code that
/// learns the type only at run time cannot call: the compiler has made no conversion for it. The
/// closure is therefore copied as it is, and appears in a dictionary value as a sealed
/// `FunctionValue`, which can be stored again but not called. `() -> Void` has its conversion
/// here. Any other becomes callable through `Any` when it is declared by key path.
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
    // The bytes of nil are not all defined.
    if unwrappedValue(of: first) == nil { return other.unwrappedValue(of: second) == nil }
    return hasSameBytes(first, second, through: other)
  }

  override func hash(_ object: AnyObject, into hasher: inout Hasher) {}
}

/// A closure in the calling convention of the variable it was read from.
struct FunctionValue<Value> {
  let value: Value
}

/// Tells whether a variable of `type` holds a closure in the calling convention of that type.
func holdsFunction(_ type: Any.Type) -> Bool {
  if let optional = type as? any OptionalProtocol.Type {
    return holdsFunction(optional.wrappedMetatype)
  }
  // The last letter of a mangled type name tells its kind: "c" a function, "t" a tuple.
  switch _mangledTypeName(type)?.last {
  case "c": return true
  case "t": return RuntimeFields.elements(ofTuple: type).contains(where: holdsFunction)
  default: return false
  }
}

/// Tells whether a variable of `type` holds the metatype of a struct, an enum or a tuple.
///
/// It has one value only, so the compiler gives it no memory, while the type that is known at run
/// time says that it has: such a variable cannot be read or written at its offset.
func holdsValueMetatype(_ type: Any.Type) -> Bool {
  if let optional = type as? any OptionalProtocol.Type {
    return holdsValueMetatype(optional.wrappedMetatype)
  }
  // "m" is a metatype, "Xp" the metatype of a protocol or of `Any`.
  guard let name = _mangledTypeName(type) else { return false }
  switch name.last {
  case "m": return !(_typeByName(String(name.dropLast())) is AnyClass)
  case "t": return RuntimeFields.elements(ofTuple: type).contains(where: holdsValueMetatype)
  default: return false
  }
}
