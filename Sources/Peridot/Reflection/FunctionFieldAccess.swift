/// Access to a stored closure, an Optional of one, or a tuple that holds one.
///
/// Such a variable keeps its closure in the calling convention of its own type, which code that
/// learns the type only at run time cannot call: the compiler has made no conversion for it. The
/// closure is therefore copied as it is, and appears in a dictionary value as a sealed
/// `FunctionValue`, which can be stored again but not called. `() -> Void` has its conversion
/// here. Any other becomes callable through `Any` when it is declared by key path.
final class FunctionFieldAccess<Value>: TypedAccess<Value>, @unchecked Sendable {
  private let field: FieldAccess<Value>

  init(offset: Int) {
    field = FieldAccess(offset: offset)
  }

  override func get(_ object: AnyObject) -> Value { field.get(object) }

  override func set(_ object: AnyObject, _ value: Value) { field.set(object, value) }

  override func value(of object: AnyObject) -> Any {
    let memory = ObjectMemory(object)
    if Value.self == (() -> Void).self {
      return memory.load((() -> Void).self, at: field.offset)
    }
    if Value.self == (() -> Void)?.self {
      return memory.load((() -> Void)?.self, at: field.offset) as Any
    }
    return FunctionValue(value: get(object))
  }

  override func setValue(_ value: Any, of object: AnyObject) -> Bool {
    let memory = ObjectMemory(object)
    if let sealed = value as? FunctionValue<Value> {
      set(object, sealed.value)
    } else if Value.self == (() -> Void).self, let action = value as? () -> Void {
      memory.store(action, at: field.offset)
    } else if Value.self == (() -> Void)?.self, let action = value as? (() -> Void)? {
      memory.store(action, at: field.offset)
    } else {
      return false
    }
    return true
  }

  override func areEqual(_ first: AnyObject, _ second: AnyObject) -> Bool {
    field.hasSameBytes(first, second)
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
  case "t": return String(reflecting: type).contains("->")
  default: return false
  }
}
