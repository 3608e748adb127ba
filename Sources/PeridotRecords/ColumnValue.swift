public import Foundation
import Peridot

/// One value as SQLite stores it.
enum ColumnValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)

  /// The value in Swift's types; nil for NULL.
  var value: (any Sendable)? {
    switch self {
    case .null: nil
    case .integer(let number): Int(number)
    case .real(let number): number
    case .text(let text): text
    case .blob(let data): data
    }
  }

  /// The form of a value of any type that has one of its own; nil for another.
  init?(_ value: Any?) throws {
    guard let value else {
      self = .null
      return
    }
    if value is NSNull {
      self = .null
    } else if let optional = value as? any OptionalProtocol {
      try self.init(optional.unwrapped)
    } else if let scalar = value as? any ColumnScalar {
      self = try scalar.columnValue
    } else if let raw = value as? any RawRepresentable {
      try self.init(raw.rawValue)
    } else {
      return nil
    }
  }

  func mismatch(_ expected: String) -> ColumnMismatch {
    ColumnMismatch(expected: expected, found: Words.found(value))
  }
}

extension Statement {
  func value(at index: Int32) throws -> ColumnValue {
    switch kind(at: index) {
    case SQLiteCode.integer: return .integer(integer(at: index))
    case SQLiteCode.real: return .real(real(at: index))
    case SQLiteCode.text:
      guard let text = text(at: index) else {
        throw ColumnMismatch(expected: "text in UTF-8", found: "other bytes")
      }
      return .text(text)
    case SQLiteCode.blob: return .blob(blob(at: index))
    default: return .null
    }
  }

  func bind(_ value: consuming ColumnValue, at index: Int32) {
    switch consume value {
    case .null: bindNull(at: index)
    case .integer(let number): bind(number, at: index)
    case .real(let number): bind(number, at: index)
    case .text(let text): bind(text, at: index)
    case .blob(let data): bind(data, at: index)
    }
  }
}

/// What a column holds, as the store keeps it in mind to tell when a property changes.
enum ColumnKind: String, Sendable {
  case integer, unsigned, boolean, real, date, text, uuid, url, decimal, blob, json, transformed

  /// The column's type in SQL.
  var declaration: String {
    switch self {
    case .integer, .unsigned, .boolean: "INTEGER"
    case .real, .date: "REAL"
    case .text, .uuid, .url, .json: "TEXT"
    case .decimal: "TEXT COLLATE " + DecimalOrder.collation
    // Without a type, every value stays what it is.
    case .blob, .transformed: "BLOB"
    }
  }
}

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
  fileprivate init<Scalar: ColumnScalar>(_: Scalar.Type, at offset: Int) {
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
  fileprivate init<Scalar: ColumnScalar>(optional _: Scalar.Type, at offset: Int) {
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

/// How values of one type lie in a column.
struct ColumnCodec<Value>: @unchecked Sendable {
  // Sendable: the functions capture types and other codecs only.

  let kind: ColumnKind
  /// - Throws: a ``ColumnMismatch``, or another error with words of its own.
  let encode: (Value) throws -> ColumnValue
  let decode: (ColumnValue) throws -> Value
}

/// A type whose values lie in a column as they are: the one list of these types.
protocol ColumnScalar: Sendable {
  static var columnKind: ColumnKind { get }
  var columnValue: ColumnValue { get throws }
  /// - Throws: a ``ColumnMismatch``.
  init(columnValue: ColumnValue) throws
  // Made by the type, so that the compiler makes a version for each.
  static func field(at offset: Int) -> ColumnField
  static func optionalField(at offset: Int) -> ColumnField
}

extension ColumnScalar {
  static func field(at offset: Int) -> ColumnField { ColumnField(Self.self, at: offset) }

  static func optionalField(at offset: Int) -> ColumnField {
    ColumnField(optional: Self.self, at: offset)
  }
}

extension ColumnScalar where Self: FixedWidthInteger {
  static var columnKind: ColumnKind { .integer }
  var columnValue: ColumnValue { .integer(Int64(truncatingIfNeeded: self)) }

  init(columnValue: ColumnValue) throws {
    guard case .integer(let number) = columnValue, let value = Self(exactly: number) else {
      throw columnValue.mismatch("\(Self.self)")
    }
    self = value
  }
}

extension Int: ColumnScalar {}
extension Int8: ColumnScalar {}
extension Int16: ColumnScalar {}
extension Int32: ColumnScalar {}
extension Int64: ColumnScalar {}
extension UInt8: ColumnScalar {}
extension UInt16: ColumnScalar {}
extension UInt32: ColumnScalar {}

/// Unsigned numbers of 64 bits: those beyond `Int64.max` as their eight bytes, the highest first,
/// which SQLite sorts after all integers and among themselves as numbers.
extension ColumnScalar where Self: FixedWidthInteger & UnsignedInteger {
  fileprivate var unsignedValue: ColumnValue {
    if let number = Int64(exactly: self) { return .integer(number) }
    let bits = UInt64(truncatingIfNeeded: self)
    return .blob(Data((0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }))
  }

  fileprivate init(unsignedValue value: ColumnValue) throws {
    switch value {
    case .integer(let number) where number >= 0: self = Self(number)
    case .blob(let data) where data.count == 8:
      self = data.reduce(0) { $0 << 8 | Self($1) }
    default: throw value.mismatch("\(Self.self)")
    }
  }
}

extension UInt: ColumnScalar {
  static var columnKind: ColumnKind { .unsigned }
  var columnValue: ColumnValue { unsignedValue }
  init(columnValue: ColumnValue) throws { try self.init(unsignedValue: columnValue) }
}

extension UInt64: ColumnScalar {
  static var columnKind: ColumnKind { .unsigned }
  var columnValue: ColumnValue { unsignedValue }
  init(columnValue: ColumnValue) throws { try self.init(unsignedValue: columnValue) }
}

/// Numbers that no integer of SQLite holds: as decimal text, in the order of numbers.
extension ColumnScalar where Self: LosslessStringConvertible {
  fileprivate init(decimalText value: ColumnValue) throws {
    guard case .text(let text) = value, let number = Self(text) else {
      throw value.mismatch("\(Self.self)")
    }
    self = number
  }
}

extension Int128: ColumnScalar {
  static var columnKind: ColumnKind { .decimal }
  var columnValue: ColumnValue { .text(description) }
  init(columnValue: ColumnValue) throws { try self.init(decimalText: columnValue) }
}

extension UInt128: ColumnScalar {
  static var columnKind: ColumnKind { .decimal }
  var columnValue: ColumnValue { .text(description) }
  init(columnValue: ColumnValue) throws { try self.init(decimalText: columnValue) }
}

extension Decimal: ColumnScalar {
  static var columnKind: ColumnKind { .decimal }

  var columnValue: ColumnValue {
    get throws {
      guard isFinite else { throw unstorable("NaN") }
      return .text(description)
    }
  }

  init(columnValue: ColumnValue) throws {
    guard case .text(let text) = columnValue, let number = Decimal(exactly: text) else {
      throw columnValue.mismatch("Decimal")
    }
    self = number
  }
}

private func unstorable(_ found: String) -> ColumnMismatch {
  ColumnMismatch(
    kind: .unstorable, expected: "a number, which a column can be compared by", found: found)
}

extension Bool: ColumnScalar {
  static var columnKind: ColumnKind { .boolean }
  var columnValue: ColumnValue { .integer(self ? 1 : 0) }

  init(columnValue: ColumnValue) throws {
    switch columnValue {
    case .integer(0): self = false
    case .integer(1): self = true
    default: throw columnValue.mismatch("Bool, which is 0 or 1")
    }
  }
}

/// SQLite keeps −0 as 0, and NaN as NULL, which is why NaN is refused.
extension ColumnScalar where Self: BinaryFloatingPoint {
  static var columnKind: ColumnKind { .real }

  var columnValue: ColumnValue {
    get throws {
      if isNaN { throw unstorable("NaN") }
      return .real(Double(self))
    }
  }

  init(columnValue: ColumnValue) throws {
    switch columnValue {
    case .real(let number):
      let value = Self(number)
      guard Double(value) == number else { throw columnValue.mismatch("\(Self.self)") }
      self = value
    case .integer(let number):
      guard let value = Self(exactly: number) else { throw columnValue.mismatch("\(Self.self)") }
      self = value
    default: throw columnValue.mismatch("\(Self.self)")
    }
  }
}

extension Double: ColumnScalar {}
extension Float: ColumnScalar {}
extension CGFloat: ColumnScalar {}
#if !(os(macOS) && arch(x86_64))
  extension Float16: ColumnScalar {}
#endif

extension Date: ColumnScalar {
  static var columnKind: ColumnKind { .date }

  /// Seconds since the beginning of 2001, which is what a date is made of, so that nothing is lost.
  var columnValue: ColumnValue {
    get throws { try timeIntervalSinceReferenceDate.columnValue }
  }

  init(columnValue: ColumnValue) throws {
    guard let seconds = try? Double(columnValue: columnValue) else {
      throw columnValue.mismatch("Date, in seconds since 2001")
    }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
}

extension String: ColumnScalar {
  static var columnKind: ColumnKind { .text }
  var columnValue: ColumnValue { .text(self) }

  init(columnValue: ColumnValue) throws {
    guard case .text(let text) = columnValue else { throw columnValue.mismatch("String") }
    self = text
  }
}

extension Substring: ColumnScalar {
  static var columnKind: ColumnKind { .text }
  var columnValue: ColumnValue { .text(String(self)) }
  init(columnValue: ColumnValue) throws { self.init(try String(columnValue: columnValue)) }
}

extension Character: ColumnScalar {
  static var columnKind: ColumnKind { .text }
  var columnValue: ColumnValue { .text(String(self)) }

  init(columnValue: ColumnValue) throws {
    guard case .text(let text) = columnValue, text.count == 1 else {
      throw columnValue.mismatch("Character")
    }
    self.init(text)
  }
}

extension UUID: ColumnScalar {
  static var columnKind: ColumnKind { .uuid }
  var columnValue: ColumnValue { .text(uuidString) }

  init(columnValue: ColumnValue) throws {
    guard case .text(let text) = columnValue, let value = UUID(uuidString: text) else {
      throw columnValue.mismatch("UUID")
    }
    self = value
  }
}

extension URL: ColumnScalar {
  static var columnKind: ColumnKind { .url }
  var columnValue: ColumnValue { .text(absoluteString) }

  init(columnValue: ColumnValue) throws {
    guard case .text(let text) = columnValue, let value = URL(string: text) else {
      throw columnValue.mismatch("URL")
    }
    self = value
  }
}

extension Data: ColumnScalar {
  static var columnKind: ColumnKind { .blob }
  var columnValue: ColumnValue { .blob(self) }

  init(columnValue: ColumnValue) throws {
    guard case .blob(let data) = columnValue else { throw columnValue.mismatch("Data") }
    self = data
  }
}

#if arch(x86_64) && !os(macOS)
  extension Float80: ColumnScalar {
    static var columnKind: ColumnKind { .decimal }

    var columnValue: ColumnValue {
      get throws {
        guard isFinite else { throw unstorable("\(self)") }
        return .text(description)
      }
    }

    init(columnValue: ColumnValue) throws { try self.init(decimalText: columnValue) }
  }
#endif
