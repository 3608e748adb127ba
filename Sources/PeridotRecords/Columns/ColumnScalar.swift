import Foundation
import Peridot

/// A type whose values a column holds unchanged: the one list of these types.
protocol ColumnScalar: Sendable, Equatable {
  static var columnKind: ColumnKind { get }
  var columnValue: ColumnValue { get throws }
  /// The column's value; nil if it has another type.
  static func value(in column: ColumnValue) -> Self?
  /// The value at a place of a row; nil for NULL.
  static func read(_ statement: Statement, _ index: Int32) throws -> Self?
  /// Whether both have one column value.
  static func areSame(_ first: Self, _ second: Self) -> Bool
  /// The words for what a column should hold.
  static var columnWords: String { get }
  // The fields of stored properties; made by the type, so that the compiler makes a version for each.
  static func field(at offset: Int) -> ColumnField
  static func optionalField(at offset: Int) -> ColumnField
}

extension ColumnScalar {
  static var columnWords: String { "\(Self.self)" }

  static func areSame(_ first: Self, _ second: Self) -> Bool { first == second }

  @inline(__always)
  static func read(_ statement: Statement, _ index: Int32) throws -> Self? {
    let column = try statement.value(at: index)
    if case .null = column { return nil }
    if let value = value(in: column) { return value }
    throw column.mismatch(columnWords)
  }

  static func field(at offset: Int) -> ColumnField { ColumnField(Self.self, at: offset) }
  static func optionalField(at offset: Int) -> ColumnField { ColumnField(Self?.self, at: offset) }

  init(columnValue: ColumnValue) throws {
    guard let value = Self.value(in: columnValue) else {
      throw columnValue.mismatch(Self.columnWords)
    }
    self = value
  }
}

/// Integers; those beyond `Int64.max` are their eight bytes, the highest first, which SQLite sorts after
/// all integers and among themselves as numbers.
extension ColumnScalar where Self: FixedWidthInteger {
  static var columnKind: ColumnKind { Self.max > Int64.max ? .unsigned : .integer }

  @inline(__always)
  var columnValue: ColumnValue {
    if let number = Int64(exactly: self) { return .integer(number) }
    let bits = UInt64(truncatingIfNeeded: self)
    return .blob(Data((0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }))
  }

  static func value(in column: ColumnValue) -> Self? {
    switch column {
    case .integer(let number): Self(exactly: number)
    case .blob(let data) where columnKind == .unsigned && data.count == 8:
      data.reduce(0) { $0 << 8 | Self($1) }
    case .null, .real, .text, .blob: nil
    }
  }
}

extension Int: ColumnScalar {}
extension Int8: ColumnScalar {}
extension Int16: ColumnScalar {}
extension Int32: ColumnScalar {}
extension Int64: ColumnScalar {}
extension UInt: ColumnScalar {}
extension UInt8: ColumnScalar {}
extension UInt16: ColumnScalar {}
extension UInt32: ColumnScalar {}
extension UInt64: ColumnScalar {}

extension Optional: ColumnScalar where Wrapped: ColumnScalar {
  static var columnKind: ColumnKind { Wrapped.columnKind }
  static var columnWords: String { Wrapped.columnWords }
  var columnValue: ColumnValue { get throws { try self?.columnValue ?? .null } }
  static func value(in column: ColumnValue) -> Self? {
    column == .null ? .some(nil) : Wrapped.value(in: column)
  }

  static func areSame(_ first: Self, _ second: Self) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    return Wrapped.areSame(first, second)
  }

  @inline(__always)
  static func read(_ statement: Statement, _ index: Int32) throws -> Self? {
    .some(try Wrapped.read(statement, index))
  }
}

protocol TextColumnScalar: ColumnScalar {
  var columnText: String { get throws }
  static func value(ofText text: String) -> Self?
}

extension TextColumnScalar {
  static var columnKind: ColumnKind { .text }
  var columnValue: ColumnValue { get throws { .text(try columnText) } }
  static func value(in column: ColumnValue) -> Self? { column.text.flatMap { value(ofText: $0) } }
}

/// Equal texts can have different scalars, which a column keeps.
extension TextColumnScalar where Self: LosslessStringConvertible {
  static func areSame(_ first: Self, _ second: Self) -> Bool {
    first.description.hasSameScalars(as: second.description)
  }

  var columnText: String { description }
  static func value(ofText text: String) -> Self? { Self(text) }
}

extension String: TextColumnScalar {}

extension Substring: TextColumnScalar {}

extension Character: TextColumnScalar {
  static func value(ofText text: String) -> Character? { text.count == 1 ? text.first : nil }
}

extension UUID: TextColumnScalar {
  static var columnKind: ColumnKind { .uuid }
  var columnText: String { uuidString }
  static func value(ofText text: String) -> UUID? { UUID(uuidString: text) }
}

extension URL: TextColumnScalar {
  static var columnKind: ColumnKind { .url }
  var columnText: String { absoluteString }
  static func value(ofText text: String) -> URL? { URL(string: text) }
}

/// Numbers that no SQLite integer holds: as decimal text, in numeric order.
extension TextColumnScalar where Self: Numeric {
  static var columnKind: ColumnKind { .decimal }
}

extension Int128: TextColumnScalar {}
extension UInt128: TextColumnScalar {}

extension Decimal: TextColumnScalar {
  var columnText: String {
    get throws { if isFinite { description } else { throw unstorable("NaN") } }
  }
  static func value(ofText text: String) -> Decimal? { Decimal(exactly: text) }
}

#if (arch(x86_64) || arch(i386)) && !os(Windows) && !os(Android)
  extension Float80: TextColumnScalar {
    var columnText: String {
      get throws { if isFinite { description } else { throw unstorable("\(self)") } }
    }
  }
#endif

private func unstorable(_ found: String) -> ColumnMismatch {
  ColumnMismatch(
    kind: .unstorable, expected: "a number, which a column can be compared by", found: found)
}

extension Bool: ColumnScalar {
  static var columnKind: ColumnKind { .boolean }
  static var columnWords: String { "Bool, which is 0 or 1" }
  var columnValue: ColumnValue { .integer(self ? 1 : 0) }
  static func value(in column: ColumnValue) -> Bool? {
    if case .integer(let number) = column, 0...1 ~= number { number == 1 } else { nil }
  }
}

/// SQLite keeps −0 as 0, and NaN as NULL, so NaN is refused.
extension ColumnScalar where Self: BinaryFloatingPoint {
  static var columnKind: ColumnKind { .real }

  var columnValue: ColumnValue {
    get throws {
      if isNaN { throw unstorable("NaN") }
      return .real(Double(self))
    }
  }

  static func value(in column: ColumnValue) -> Self? {
    switch column {
    case .real(let number):
      let value = Self(number)
      return Double(value) == number ? value : nil
    case .integer(let number): return Self(exactly: number)
    case .null, .text, .blob: return nil
    }
  }
}

extension Double: ColumnScalar {}
extension Float: ColumnScalar {}
extension CGFloat: ColumnScalar {}
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: ColumnScalar {}
#endif

/// Seconds since the beginning of 2001, as within a Date, so that nothing is lost.
extension Date: ColumnScalar {
  static var columnKind: ColumnKind { .date }
  static var columnWords: String { "Date, in seconds since 2001" }
  var columnValue: ColumnValue { get throws { try timeIntervalSinceReferenceDate.columnValue } }
  static func value(in column: ColumnValue) -> Date? {
    Double.value(in: column).map { Date(timeIntervalSinceReferenceDate: $0) }
  }
}

extension Data: ColumnScalar {
  static var columnKind: ColumnKind { .blob }
  var columnValue: ColumnValue { .blob(self) }
  static func value(in column: ColumnValue) -> Data? {
    if case .blob(let data) = column { data } else { nil }
  }
}

/// How a stored property of a scalar type, or of an Optional of one, is bound to a statement and read
/// from its row.
struct ColumnField: Sendable {
  typealias Bind = @Sendable (AnyObject, Statement, Int32) throws -> Bool
  typealias Read = @Sendable (Statement, Int32, AnyObject) throws -> Void
  typealias AreSame = @Sendable (AnyObject, AnyObject) -> Bool

  /// Binds the object's value; returns false for NULL.
  let bind: Bind
  /// Stores the column's value; NULL leaves a property that is not an Optional unchanged.
  let read: Read
  /// Whether two objects have one value.
  let areSame: AreSame

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
    areSame = { Scalar.areSame(place.load(from: $0), place.load(from: $1)) }
  }

  /// Nil for a property of another type, or one whose access runs code.
  init?(of property: Property) {
    guard let offset = property.storedOffset else { return nil }
    let wrapped = RuntimeFields.wrappedType(ofOptional: property.valueType)
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
