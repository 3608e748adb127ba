/// Reads and writes one property of any object of its class.
///
/// The methods are overridden, and called through the property table, so that the optimizer must
/// assume that they touch the property.
package class PropertyAccess: @unchecked Sendable {
  // Sendable: every subclass holds immutable values only.

  /// The property's static type.
  var valueType: Any.Type { fatalError("overridden") }
  var isReadOnly: Bool { false }
  /// Whether reading and writing may run code of the user's.
  var runsCode: Bool { false }
  /// The class whose objects have the property; nil for any class.
  var owner: AnyClass? { nil }

  /// Where the value lies in the object; nil when a key path leads to it.
  var storedOffset: Int? { nil }

  /// Traps, as reading the property in Swift would, when it is being changed.
  ///
  /// The other methods check nothing: call this before they read from an object that somebody may
  /// be changing. A key path has its own checks.
  final func checkRead(of object: AnyObject) {
    if let storedOffset { ObjectMemory(object).checkRead(at: storedOffset) }
  }

  /// Traps, as assigning to the property in Swift would, when it is being read or changed.
  final func checkWrite(to object: AnyObject) {
    if let storedOffset { ObjectMemory(object).checkWrite(at: storedOffset) }
  }

  func value(of object: AnyObject) -> Any { fatalError("overridden") }

  /// Stores `value` if it is of the property's type (`valueType` exactly, or what `as?` makes of it).
  func setValue(_ value: Any, of object: AnyObject) -> Bool { fatalError("overridden") }

  /// Returns the value, for `restore`.
  func saved(of object: AnyObject) -> Any { value(of: object) }

  /// Stores a value that `saved` returned.
  func restore(_ saved: Any, in object: AnyObject) { fatalError("overridden") }

  /// Stores nil, if the property's type is an Optional.
  func setNil(of object: AnyObject) -> Bool { fatalError("overridden") }

  /// The value, Optionals unwrapped: nil when any is nil.
  func unwrappedValue(of object: AnyObject) -> Any? { fatalError("overridden") }

  /// Tells whether the value is nil, or an Optional of nil.
  func isNil(in object: AnyObject) -> Bool { fatalError("overridden") }

  /// Tells whether the value is equal to `value`, which is of the property's type.
  func hasValue(_ value: Any, in object: AnyObject) -> Bool { fatalError("overridden") }

  /// Assigns the value of `source` to `target`; both have the property.
  final func copy(from source: AnyObject, to target: AnyObject) {
    copy(through: self, from: source, to: target)
  }

  /// Assigns the value that `other`, an access of the same type, reads from `source`.
  func copy(through other: PropertyAccess, from source: AnyObject, to target: AnyObject) {
    fatalError("overridden")
  }

  /// Compares with the value that `other`, an access of the same type, reads from `second`.
  ///
  /// In a walk, objects within may be compared later: true then means that they are to be.
  func areEqual(
    _ first: AnyObject, _ second: AnyObject, through other: PropertyAccess, _ walk: ComparisonWalk?
  ) -> Bool {
    fatalError("overridden")
  }

  func hash(_ object: AnyObject, into hasher: inout Hasher) { fatalError("overridden") }

  /// Where the value lies, if it is stored and its type is all that is to be known of it.
  var place: ValuePlace? { nil }

  /// Hands the static type and this access to `visitor`.
  func accept<Visitor: PropertyVisitor>(_ visitor: inout Visitor) -> Visitor.Result {
    fatalError("overridden")
  }
}

/// Work that needs a property's static type.
package protocol PropertyVisitor {
  associatedtype Result
  mutating func visit<Value>(_ access: TypedAccess<Value>) -> Result
}

/// Access to a property of static type `Value`.
package class TypedAccess<Value>: PropertyAccess, @unchecked Sendable {
  private let comparison = ValueComparison<Value>.shared

  package func get(_ object: AnyObject) -> Value { fatalError("overridden") }
  package func set(_ object: AnyObject, _ value: Value) { fatalError("overridden") }

  override var valueType: Any.Type { Value.self }

  override func value(of object: AnyObject) -> Any { get(object) }

  override func setValue(_ value: Any, of object: AnyObject) -> Bool {
    guard let typed = comparison.cast(value) else { return false }
    set(object, typed)
    return true
  }

  override func restore(_ saved: Any, in object: AnyObject) {
    guard let value = RuntimeFields.value(in: saved, as: Value.self) ?? saved as? Value else {
      fatalError(
        "Peridot: \(TypeName.withArticle(type(of: saved))) was saved of \(TypeName.withArticle(Value.self))"
      )
    }
    set(object, value)
  }

  override func setNil(of object: AnyObject) -> Bool {
    guard let none = comparison.none else { return false }
    set(object, none)
    return true
  }

  override func unwrappedValue(of object: AnyObject) -> Any? {
    unwrapped(get(object))
  }

  /// Returns what `value` is when all Optionals are unwrapped.
  final func unwrapped(_ value: Value) -> Any? { comparison.unwrapped(value) }

  override func isNil(in object: AnyObject) -> Bool {
    comparison.isNil(get(object))
  }

  override func hasValue(_ value: Any, in object: AnyObject) -> Bool {
    guard let typed = value as? Value else { return false }
    return comparison.areEqual(get(object), typed, nil)
  }

  override func copy(through other: PropertyAccess, from source: AnyObject, to target: AnyObject) {
    set(target, downcast(other, to: TypedAccess<Value>.self).get(source))
  }

  override func areEqual(
    _ first: AnyObject, _ second: AnyObject, through other: PropertyAccess, _ walk: ComparisonWalk?
  ) -> Bool {
    comparison.areEqual(
      get(first), downcast(other, to: TypedAccess<Value>.self).get(second), walk)
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

  override var storedOffset: Int? { offset }

  override var place: ValuePlace? { ValuePlace(Value.self, at: offset) }

  override func get(_ object: AnyObject) -> Value {
    ObjectMemory(object).load(Value.self, at: offset)
  }

  override func set(_ object: AnyObject, _ value: Value) {
    ObjectMemory(object).store(value, at: offset)
  }

  override func unwrappedValue(of object: AnyObject) -> Any? {
    let memory = ObjectMemory(object)
    // The most common types, without what any other type takes.
    if Value.self == String.self { return memory.load(String.self, at: offset) }
    if Value.self == Int.self { return memory.load(Int.self, at: offset) }
    if Value.self == String?.self {
      guard let text = memory.load(String?.self, at: offset) else { return nil }
      return text
    }
    if Value.self == Bool.self { return memory.load(Bool.self, at: offset) }
    if Value.self == Double.self { return memory.load(Double.self, at: offset) }
    return super.unwrappedValue(of: object)
  }

  override func copy(through other: PropertyAccess, from source: AnyObject, to target: AnyObject) {
    guard let other = plain(other) else {
      return super.copy(through: other, from: source, to: target)
    }
    ObjectMemory(target).assign(
      Value.self, at: offset, from: ObjectMemory(source), at: other.offset)
  }

  override func areEqual(
    _ first: AnyObject, _ second: AnyObject, through other: PropertyAccess, _ walk: ComparisonWalk?
  ) -> Bool {
    // Same bytes are the same value, also of a type that has no `==`.
    if let other = plain(other), hasSameBytes(first, second, through: other) { return true }
    return super.areEqual(first, second, through: other, walk)
  }

  func hasSameBytes(
    _ first: AnyObject, _ second: AnyObject, through other: FieldAccess<Value>
  ) -> Bool {
    ObjectMemory(first).hasSameBytes(
      at: offset, as: ObjectMemory(second), at: other.offset, size: MemoryLayout<Value>.size)
  }

  /// Returns `other`, an access of the same type, if it is of this kind too.
  private func plain(_ other: PropertyAccess) -> FieldAccess<Value>? {
    type(of: other) == type(of: self) ? downcast(other, to: FieldAccess<Value>.self) : nil
  }
}

/// Access to a weak reference.
protocol WeakAccess: PropertyAccess {}

/// Access to a stored `weak var` of class type; `Value` is the Optional of that class.
final class WeakFieldAccess<Value>: TypedAccess<Value>, WeakAccess, @unchecked Sendable {
  private let offset: Int
  private let declaringClass: AnyClass

  init(offset: Int, in owner: AnyClass) {
    self.offset = offset
    declaringClass = owner
  }

  override var owner: AnyClass? { declaringClass }

  override var storedOffset: Int? { offset }

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

  override var runsCode: Bool { true }

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
