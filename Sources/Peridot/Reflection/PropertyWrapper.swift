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
  static func access(at offset: Int, in owner: AnyClass) -> any PropertyAccess {
    TypedAccess<WrappedValue>.wrapped(by: Self.self, at: offset, in: owner)
  }
}
