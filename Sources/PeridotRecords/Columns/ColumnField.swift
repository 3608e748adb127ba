import Foundation
import Peridot

/// How one property of an object is bound to a statement and read from its row.
struct ColumnField: Sendable {
  typealias Bind = @Sendable (AnyObject, Statement, Int32) throws -> Bool
  typealias Read = @Sendable (Statement, Int32, AnyObject) throws -> Void

  /// Binds the object's value; returns false for NULL.
  let bind: Bind
  /// Stores the column's value; NULL leaves a property that is not an Optional unchanged.
  let read: Read

  /// A property whose access runs code.
  init(
    encode: @escaping @Sendable (AnyObject) throws -> ColumnValue,
    decode: @escaping @Sendable (ColumnValue, AnyObject) throws -> Void
  ) {
    self.init(encode: encode) { statement, index, object in
      try decode(statement.value(at: index), object)
    }
  }

  init(encode: @escaping @Sendable (AnyObject) throws -> ColumnValue, read: @escaping Read) {
    self.read = read
    bind = { object, statement, index in
      let value = try encode(object)
      statement.bind(value, at: index)
      return value != .null
    }
  }

  /// A stored property of a scalar type.
  init<Scalar: ColumnScalar>(_: Scalar.Type, at offset: Int) {
    bind = { object, statement, index in
      statement.bind(
        try ObjectMemory(object).load(Scalar.self, at: offset).columnValue, at: index)
      return true
    }
    read = { statement, index, object in
      guard let value = try Scalar.read(statement, index) else { return }
      ObjectMemory(object).store(value, at: offset)
    }
  }

  /// A stored property that is an Optional of a scalar type.
  init<Scalar: ColumnScalar>(optional _: Scalar.Type, at offset: Int) {
    bind = { object, statement, index in
      guard let value = ObjectMemory(object).load(Scalar?.self, at: offset) else {
        statement.bindNull(at: index)
        return false
      }
      statement.bind(try value.columnValue, at: index)
      return true
    }
    read = { statement, index, object in
      ObjectMemory(object).store(try Scalar.read(statement, index), at: offset)
    }
  }

  /// Returns the field of a stored property of type `Value`; nil if that is not a scalar.
  static func stored<Value>(_: Value.Type, at offset: Int) -> ColumnField? {
    if let scalar = Value.self as? any ColumnScalar.Type { return scalar.field(at: offset) }
    guard let optional = Value.self as? any OptionalProtocol.Type,
      let scalar = optional.wrappedMetatype as? any ColumnScalar.Type
    else { return nil }
    return scalar.optionalField(at: offset)
  }
}
