import Foundation
import Peridot

/// How a stored property of a scalar type, or of an Optional of one, is bound to a statement and read
/// from its row.
struct ColumnField: Sendable {
  typealias Bind = @Sendable (AnyObject, Statement, Int32) throws -> Bool
  typealias Read = @Sendable (Statement, Int32, AnyObject) throws -> Void

  /// Binds the object's value; returns false for NULL.
  let bind: Bind
  /// Stores the column's value; NULL leaves a property that is not an Optional unchanged.
  let read: Read

  init<Scalar: ColumnScalar>(_: Scalar.Type, at offset: Int) {
    let place = Place<Scalar>(offset: offset)
    bind = { object, statement, index in
      let value = try place.load(from: object).columnValue
      try statement.bind(value, at: index)
      if case .null = value { return false }
      return true
    }
    read = { statement, index, object in
      guard let value = try Scalar.read(statement, index) else { return }
      place.store(value, in: object)
    }
  }

  /// Nil for a property of another type, or one whose access runs code.
  init?(of property: Property) {
    guard let offset = property.storedOffset else { return nil }
    let wrapped = (property.valueType as? any OptionalProtocol.Type)?.wrappedMetatype
    guard let scalar = (wrapped ?? property.valueType) as? any ColumnScalar.Type else { return nil }
    self = wrapped == nil ? scalar.field(at: offset) : scalar.optionalField(at: offset)
  }
}

/// Where objects have a stored property; used by functions only that are reached as values.
///
/// Not Peridot's `ObjectMemory`, as the compiler inlines nothing of one module of a package into another:
/// each value would count the object and ask at run time how its type is copied.
@safe private struct Place<Value> {
  let offset: Int

  // Sound in both: offset and type come from the runtime's description of the object's class, and the
  // caller holds the object.

  @inline(__always)
  private func pointer(_ object: AnyObject) -> UnsafeMutablePointer<Value> {
    unsafe (Unmanaged.passUnretained(object).toOpaque() + offset)
      .assumingMemoryBound(to: Value.self)
  }

  @inline(__always)
  func load(from object: AnyObject) -> Value { unsafe pointer(object).pointee }

  /// Releases the old value when the new one is in its place, as a `deinit` may look there.
  @inline(__always)
  func store(_ value: consuming Value, in object: AnyObject) {
    let place = unsafe pointer(object)
    let old = unsafe place.move()
    unsafe place.initialize(to: value)
    withExtendedLifetime(old) {}
  }
}
