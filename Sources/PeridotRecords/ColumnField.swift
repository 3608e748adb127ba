import Foundation
import Peridot

/// How one property of an object is bound to a statement, and read from its row.
struct ColumnField: Sendable {
  typealias Bind = @Sendable (AnyObject, Statement, Int32) throws -> Bool
  typealias Read = @Sendable (Statement, Int32, AnyObject) throws -> Void

  /// Binds the object's value; false for NULL.
  let bind: Bind
  /// Stores what the column holds; NULL leaves a property that is not an Optional as it is.
  let read: Read

  /// A property that code leads to.
  init(
    encode: @escaping @Sendable (AnyObject) throws -> ColumnValue,
    decode: @escaping @Sendable (ColumnValue, AnyObject) throws -> Void
  ) {
    bind = { object, statement, index in
      let value = try encode(object)
      statement.bind(value, at: index)
      return value != .null
    }
    read = { statement, index, object in try decode(statement.value(at: index), object) }
  }

  /// A stored property of a scalar type.
  init<Scalar: ColumnScalar>(_: Scalar.Type, at offset: Int) {
    let field = StoredField<Scalar>(offset: offset)
    bind = { object, statement, index in
      statement.bind(
        try field.value(of: object).columnValue, at: index)
      return true
    }
    read = { statement, index, object in
      let value = try statement.value(at: index)
      if case .null = value { return }
      field.set(try Scalar(columnValue: value), of: object)
    }
  }

  /// A stored property that is an Optional of a scalar type.
  init<Scalar: ColumnScalar>(optional _: Scalar.Type, at offset: Int) {
    let field = StoredField<Scalar?>(offset: offset)
    bind = { object, statement, index in
      guard let value = field.value(of: object) else {
        statement.bindNull(at: index)
        return false
      }
      statement.bind(try value.columnValue, at: index)
      return true
    }
    read = { statement, index, object in
      let value = try statement.value(at: index)
      let scalar: Scalar? = if case .null = value { nil } else { try Scalar(columnValue: value) }
      field.set(scalar, of: object)
    }
  }

  /// Returns the way to a stored property of type `Value`; nil where it is no scalar.
  static func stored<Value>(_: Value.Type, at offset: Int) -> ColumnField? {
    if let scalar = Value.self as? any ColumnScalar.Type { return scalar.field(at: offset) }
    guard let optional = Value.self as? any OptionalProtocol.Type,
      let scalar = optional.wrappedMetatype as? any ColumnScalar.Type
    else { return nil }
    return scalar.optionalField(at: offset)
  }
}

/// A stored variable of type `Value`, at its offset in objects of its class.
///
/// As `ObjectMemory`, whose functions are not inlined in another module. It is sound as that is: only
/// inside a function that is reached through a function value.
@safe private struct StoredField<Value>: Sendable {
  let offset: Int

  @inline(__always)
  private func place(in object: AnyObject) -> UnsafeMutablePointer<Value> {
    // Sound: offset and type come from the runtime's description of the object's class, and the pointer
    // is used only while the caller holds the object.
    unsafe (Unmanaged.passUnretained(object).toOpaque() + offset)
      .assumingMemoryBound(to: Value.self)
  }

  @inline(__always)
  func value(of object: AnyObject) -> Value { unsafe place(in: object).pointee }

  /// Replaces the value; the old one is released when the new one is in its place.
  @inline(__always)
  func set(_ value: consuming Value, of object: AnyObject) {
    let place = unsafe place(in: object)
    let old = unsafe place.move()
    unsafe place.initialize(to: value)
    withExtendedLifetime(old) {}
  }
}
