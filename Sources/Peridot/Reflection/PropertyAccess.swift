/// A variable of an object whose value an update can save and restore.
protocol SavedVariable: AnyObject, Sendable {
  /// Whether reading and writing can run the user's code.
  var runsCode: Bool { get }

  /// The value's offset in the object; nil if a key path leads to it.
  var storedOffset: Int? { get }

  func saved(of object: AnyObject) -> Any

  /// Stores a value that `saved` returned.
  func restore(_ saved: Any, in object: AnyObject)
}

extension SavedVariable {
  /// Traps, as reading the property in Swift would, during a change of it.
  ///
  /// The other methods check nothing: call this before they read from an object that somebody can
  /// be changing. A key path has its own checks.
  func checkRead(of object: AnyObject) {
    if let storedOffset { ObjectMemory(object).checkRead(at: storedOffset) }
  }

  /// Traps, as assigning to the property in Swift would, during a read or a change of it.
  func checkWrite(to object: AnyObject) {
    if let storedOffset { ObjectMemory(object).checkWrite(at: storedOffset) }
  }
}

/// Reads and writes one property of any object of its class, for callers that don't know its static
/// type.
protocol PropertyAccess: SavedVariable {
  /// The property's static type.
  var valueType: Any.Type { get }

  var isReadOnly: Bool { get }

  /// The class whose objects have the property; nil for any class.
  var owner: AnyClass? { get }

  /// The value's form if it is stored and follows only its type's rules; else `.none`.
  var form: FieldForm { get }

  func value(of object: AnyObject) -> Any

  /// Stores `value` if it is of the property's type (exactly `valueType`, or by `as?`).
  func setValue(_ value: Any, of object: AnyObject) -> Bool

  /// Returns whether `setValue` would store `value`; true if only `setValue` can tell.
  func takes(_ value: Any) -> Bool

  /// Stores nil, if the property's type is an Optional.
  func setNil(of object: AnyObject) -> Bool

  /// The value without its Optionals; nil if any of them is nil.
  func unwrappedValue(of object: AnyObject) -> Any?

  /// Returns whether the value is nil, or an Optional of nil.
  func isNil(in object: AnyObject) -> Bool

  /// Returns whether the value is equal to `value`, which is of the property's type.
  func hasValue(_ value: Any, in object: AnyObject) -> Bool

  func copy(through other: any PropertyAccess, from source: AnyObject, to target: AnyObject)

  /// Compares with the value that `other`, an access of the same type, reads from `second`.
  ///
  /// In a walk, true can mean that objects within are compared later.
  func areEqual(
    _ first: AnyObject, _ second: AnyObject, through other: any PropertyAccess,
    _ walk: ComparisonWalk?
  ) -> Bool

  func hash(_ object: AnyObject, into hasher: inout Hasher)

  /// Calls `visitor` with the static type and this access.
  func accept<Visitor: PropertyVisitor>(_ visitor: Visitor) -> Visitor.Result
}

extension PropertyAccess {
  /// Assigns the value of `source` to `target`; both have the property.
  func copy(from source: AnyObject, to target: AnyObject) {
    copy(through: self, from: source, to: target)
  }
}

/// Work that needs a property's static type.
package protocol PropertyVisitor {
  associatedtype Result
  func visit<Value>(_ access: TypedAccess<Value>) -> Result
}

/// A property wrapper whose variables are properties of the models that declare them.
///
/// Conform the wrapper's type. That takes no code if its wrapped value can be set:
///
///     @propertyWrapper struct Clamped {
///       var wrappedValue = 0 { didSet { wrappedValue = min(max(wrappedValue, 0), 100) } }
///     }
///
///     extension Clamped: PropertyWrapper {}
///
///     final class Player: Model, JSONSerializing {
///       @Clamped var level = 1
///     }
///
/// `level` is then a property like any other, of the wrapped value's type: in JSON, archives,
/// dictionary values, copies, merges, comparisons and validation. Peridot reads and sets it through
/// `wrappedValue`, so that the wrapper's rules apply. Other state of a wrapper stays with its
/// object and is not copied. A variable whose wrapper doesn't conform is not a property.
public protocol PropertyWrapper<WrappedValue>: SendableMetatype {
  /// The type of the wrapped value.
  associatedtype WrappedValue

  /// The variable's value.
  var wrappedValue: WrappedValue { get set }
}

extension PropertyWrapper {
  /// Returns the access to the wrapped value of a variable with this wrapper.
  static func access(at offset: Int, in owner: AnyClass) -> any PropertyAccess {
    TypedAccess<WrappedValue>.wrapped(by: Self.self, at: offset, in: owner)
  }
}

/// The storage of an `@Observable` class's variable that is declared by key path. Restoring its
/// value notifies the observers.
final class ObservedVariable: SavedVariable {
  private let storage: any PropertyAccess
  private let declared: any PropertyAccess

  init(_ storage: any PropertyAccess, through declared: any PropertyAccess) {
    self.storage = storage
    self.declared = declared
  }

  var runsCode: Bool { true }

  var storedOffset: Int? { nil }

  func saved(of object: AnyObject) -> Any { storage.saved(of: object) }

  func restore(_ saved: Any, in object: AnyObject) {
    if !storage.hasValue(saved, in: object) { _ = declared.setValue(saved, of: object) }
  }
}
