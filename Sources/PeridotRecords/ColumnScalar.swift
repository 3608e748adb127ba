import Foundation
import Peridot

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
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
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

#if (arch(x86_64) || arch(i386)) && !os(Windows) && !os(Android)
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
