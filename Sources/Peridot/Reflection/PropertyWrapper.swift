/// A property wrapper whose variables are properties of the models that declare them.
///
/// Conform the wrapper's type, which takes no line where its wrapped value can be set:
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
/// dictionary values, copies, merges, comparisons and validation. It is read and set through
/// `wrappedValue`, so that the wrapper's rules hold; what else a wrapper keeps stays with its
/// object and is not copied. A variable whose wrapper does not conform is not a property.
public protocol PropertyWrapper<WrappedValue>: SendableMetatype {
  associatedtype WrappedValue

  var wrappedValue: WrappedValue { get set }
}

extension PropertyWrapper {
  /// Returns the access to the wrapped value of a variable that is wrapped by this type.
  static func access(at offset: Int, in owner: AnyClass) -> PropertyAccess {
    WrapperAccess<Self>(FieldAccess(offset: offset, in: owner))
  }
}

/// Access to the wrapped value of a variable with a property wrapper.
final class WrapperAccess<Wrapper: PropertyWrapper>: TypedAccess<Wrapper.WrappedValue>,
  @unchecked Sendable
{
  private let field: FieldAccess<Wrapper>

  init(_ field: FieldAccess<Wrapper>) {
    self.field = field
  }

  override var runsCode: Bool { true }

  override var owner: AnyClass? { field.owner }

  override var storedOffset: Int? { field.storedOffset }

  override func get(_ object: AnyObject) -> Wrapper.WrappedValue {
    field.get(object).wrappedValue
  }

  override func set(_ object: AnyObject, _ value: Wrapper.WrappedValue) {
    var wrapper = field.get(object)
    wrapper.wrappedValue = value
    field.set(object, wrapper)
  }
}
