import Foundation
import Peridot

/// One value in SQLite's form.
enum ColumnValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)

  /// Whether a column has the same of both; nil for values without a column form. Equal texts can have
  /// different scalars.
  static func areSame(_ first: Self?, _ second: Self?) -> Bool {
    guard case .text(let text)? = first, case .text(let other)? = second else {
      return first == second
    }
    return text.hasSameScalars(as: other)
  }

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

  /// The form of a value of any type with a column form; nil for another.
  init?(_ value: Any?) throws {
    // A cast doesn't find a Swift number in a number object.
    let natural = value.map(naturalValue)
    if natural.map(isNullObject) ?? true {
      self = .null
    } else if let scalar = (value as? any ColumnScalar) ?? natural as? any ColumnScalar {
      self = try scalar.columnValue
    } else if let raw = value as? any RawRepresentable {
      try self.init(raw.rawValue)
    } else {
      return nil
    }
  }

  // Nil as NULL.
  static func text(_ text: String?) -> Self { text.map { .text($0) } ?? .null }
  static func integer(_ number: Int64?) -> Self { number.map { .integer($0) } ?? .null }

  /// Several numbers in one parameter; see ``SQL/list``.
  static func list(_ numbers: [Int64]) -> Self {
    .text("[" + numbers.map { "\($0)" }.joined(separator: ",") + "]")
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }

  func mismatch(_ expected: String) -> ColumnMismatch {
    ColumnMismatch(expected: expected, found: Words.found(value))
  }
}

/// The kind of a column's values, which the store records to notice changes of a property's type.
enum ColumnKind: String, Sendable {
  case integer, unsigned, boolean, real, date, text, uuid, url, decimal, blob, json, transformed

  var declaration: String {
    switch self {
    case .integer, .unsigned, .boolean: "INTEGER"
    case .real, .date: "REAL"
    case .text, .uuid, .url, .json: "TEXT"
    case .decimal: "TEXT COLLATE " + DecimalOrder.collation
    // A column without a type keeps every value unchanged.
    case .blob, .transformed: "BLOB"
    }
  }
}
