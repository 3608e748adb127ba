/// Reads and writes one property of any object of its class.
///
/// The methods are overridden, and called through the property table, so that the optimizer must
/// assume that they touch the property.
class PropertyAccess: @unchecked Sendable {
  // Sendable: every subclass holds immutable values only.

  /// The property's static type.
  var valueType: Any.Type { fatalError("overridden") }
  var isReadOnly: Bool { false }
  /// The class whose objects have the property; nil for any class.
  var owner: AnyClass? { nil }

  func value(of object: AnyObject) -> Any { fatalError("overridden") }

  /// Stores `value` if it is of the property's type (`valueType` exactly, or what `as?` makes of it).
  func setValue(_ value: Any, of object: AnyObject) -> Bool { fatalError("overridden") }

  /// The value, Optionals unwrapped: nil when any is nil.
  func unwrappedValue(of object: AnyObject) -> Any? { fatalError("overridden") }

  /// Assigns the value of `source` to `target`; both have the property.
  func copy(from source: AnyObject, to target: AnyObject) { fatalError("overridden") }

  /// Assigns the value that `other`, an access of the same type, reads from `source`.
  func copy(through other: PropertyAccess, from source: AnyObject, to target: AnyObject) {
    fatalError("overridden")
  }

  /// Compares with the value that `other`, an access of the same type, reads from `second`.
  func areEqual(_ first: AnyObject, _ second: AnyObject, through other: PropertyAccess) -> Bool {
    fatalError("overridden")
  }

  func areEqual(_ first: AnyObject, _ second: AnyObject) -> Bool { fatalError("overridden") }

  func hash(_ object: AnyObject, into hasher: inout Hasher) { fatalError("overridden") }

  /// Hands the static type and this access to `visitor`.
  func accept<Visitor: PropertyVisitor>(_ visitor: inout Visitor) -> Visitor.Result {
    fatalError("overridden")
  }
}

/// Work that needs a property's static type.
protocol PropertyVisitor {
  associatedtype Result
  mutating func visit<Value>(_ access: TypedAccess<Value>) -> Result
}

/// Access to a property of static type `Value`.
class TypedAccess<Value>: PropertyAccess, @unchecked Sendable {
  private let comparison = ValueComparison<Value>.make()
  private let isOptional = Value.self is any OptionalProtocol.Type

  func get(_ object: AnyObject) -> Value { fatalError("overridden") }
  func set(_ object: AnyObject, _ value: Value) { fatalError("overridden") }

  override var valueType: Any.Type { Value.self }

  override func value(of object: AnyObject) -> Any { get(object) }

  override func setValue(_ value: Any, of object: AnyObject) -> Bool {
    guard let typed = value as? Value else { return false }
    set(object, typed)
    return true
  }

  override func unwrappedValue(of object: AnyObject) -> Any? {
    let value = value(of: object)
    return isOptional ? (value as? any OptionalProtocol)?.unwrapped : value
  }

  override func copy(from source: AnyObject, to target: AnyObject) {
    set(target, get(source))
  }

  override func copy(through other: PropertyAccess, from source: AnyObject, to target: AnyObject) {
    set(target, downcast(other, to: TypedAccess<Value>.self).get(source))
  }

  override func areEqual(
    _ first: AnyObject, _ second: AnyObject, through other: PropertyAccess
  ) -> Bool {
    comparison.areEqual(get(first), downcast(other, to: TypedAccess<Value>.self).get(second))
  }

  override func areEqual(_ first: AnyObject, _ second: AnyObject) -> Bool {
    comparison.areEqual(get(first), get(second))
  }

  override func hash(_ object: AnyObject, into hasher: inout Hasher) {
    comparison.hash(get(object), into: &hasher)
  }

  override func accept<Visitor: PropertyVisitor>(_ visitor: inout Visitor) -> Visitor.Result {
    visitor.visit(self)
  }
}

/// Access to a stored property, at its offset.
final class FieldAccess<Value>: TypedAccess<Value>, @unchecked Sendable {
  let offset: Int
  private let declaringClass: AnyClass

  init(offset: Int, in owner: AnyClass) {
    self.offset = offset
    declaringClass = owner
  }

  override var owner: AnyClass? { declaringClass }

  override func get(_ object: AnyObject) -> Value {
    ObjectMemory(object).load(Value.self, at: offset)
  }

  override func set(_ object: AnyObject, _ value: Value) {
    ObjectMemory(object).store(value, at: offset)
  }

  override func areEqual(_ first: AnyObject, _ second: AnyObject) -> Bool {
    // Same bytes are the same value, also of a type that has no `==`.
    hasSameBytes(first, second) || super.areEqual(first, second)
  }

  override func areEqual(
    _ first: AnyObject, _ second: AnyObject, through other: PropertyAccess
  ) -> Bool {
    if let other = other as? FieldAccess<Value>, hasSameBytes(first, second, through: other) {
      return true
    }
    return super.areEqual(first, second, through: other)
  }

  func hasSameBytes(_ first: AnyObject, _ second: AnyObject) -> Bool {
    hasSameBytes(first, second, through: self)
  }

  func hasSameBytes(
    _ first: AnyObject, _ second: AnyObject, through other: FieldAccess<Value>
  ) -> Bool {
    ObjectMemory(first).hasSameBytes(
      at: offset, as: ObjectMemory(second), at: other.offset, size: MemoryLayout<Value>.size)
  }
}

/// Access to a stored `weak var` of class type; `Value` is the Optional of that class.
final class WeakFieldAccess<Value>: TypedAccess<Value>, @unchecked Sendable {
  private let offset: Int
  private let declaringClass: AnyClass

  init(offset: Int, in owner: AnyClass) {
    self.offset = offset
    declaringClass = owner
  }

  override var owner: AnyClass? { declaringClass }

  override func get(_ object: AnyObject) -> Value {
    let target: Any = ObjectMemory(object).loadWeak(at: offset) as Any
    guard let value = target as? Value else {
      fatalError("Peridot: a weak property holds an object of another class")
    }
    return value
  }

  override func set(_ object: AnyObject, _ value: Value) {
    let target = (value as? any OptionalProtocol)?.unwrapped
    ObjectMemory(object).storeWeak(target.map { $0 as AnyObject }, at: offset)
  }

  override func areEqual(_ first: AnyObject, _ second: AnyObject) -> Bool {
    ObjectMemory(first).loadWeak(at: offset) === ObjectMemory(second).loadWeak(at: offset)
      || super.areEqual(first, second)
  }
}

/// Access through a key path: a computed property, or a stored one whose observers must run.
final class KeyPathAccess<Root: AnyObject, Value>: TypedAccess<Value>, @unchecked Sendable {
  private let keyPath: KeyPath<Root, Value>
  private let writable: ReferenceWritableKeyPath<Root, Value>?

  init(_ keyPath: KeyPath<Root, Value>) {
    self.keyPath = keyPath
    writable = keyPath as? ReferenceWritableKeyPath<Root, Value>
  }

  override var isReadOnly: Bool { writable == nil }

  override var owner: AnyClass? { Root.self }

  override func get(_ object: AnyObject) -> Value {
    downcast(object, to: Root.self)[keyPath: keyPath]
  }

  override func set(_ object: AnyObject, _ value: Value) {
    guard let writable else {
      fatalError("Peridot: \(keyPath) is read-only")
    }
    downcast(object, to: Root.self)[keyPath: writable] = value
  }
}
