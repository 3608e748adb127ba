public import Foundation
public import Peridot

/// Why records could not be read or written, and where.
public struct RecordError: WordedError, @unchecked Sendable {
  // Sendable: all members are values, and a class itself never changes.

  /// The kinds of failure.
  public enum Kind: Int, Sendable {
    /// The system has no SQLite, or one older than 3.35.
    case unavailable = 1
    /// SQLite refused something; see ``RecordError/code``.
    case database
    /// Another process or task was writing for longer than the store waits.
    case busy
    /// A class's mapping has mistakes; `found` lists them all.
    case invalidMapping
    /// The table does not fit the class any more; `found` says how, and what to do.
    case schemaChanged
    /// A value cannot be stored.
    case unstorable
    /// A stored value is of another type than its property, or beyond its range.
    case typeMismatch
    /// A property by which records are found is nil.
    case nilUniquingValue
    /// A transformer failed; see ``RecordError/underlying``.
    case transformFailed
    /// A validation or a hook rejected a model; see ``RecordError/underlying``.
    case validationFailed
    /// A record's tag stands for no class, or for one that does not belong there.
    case noClassFound
    /// A call names a property that there is none of, or that cannot be used there.
    case invalidQuery
    /// A record that another one refers to is missing, or may not be deleted.
    case brokenReference
  }

  public var kind: Kind
  /// The class of the model that the value belongs to.
  public var modelClass: Model.Type?
  /// The key of the property that the value belongs to.
  public var propertyKey: String?
  /// The record: its name, and its values that tell it from others.
  public var record: String?
  /// What would fit.
  public var expected: String
  /// What was found.
  public var found: String
  /// SQLite's extended result code, for ``Kind/database`` and ``Kind/busy``; see sqlite.org/rescode.html.
  public var code: Int?
  /// What a transformer, a hook or a validation threw.
  public var underlying: (any Error)?

  init(
    _ kind: Kind, _ modelClass: Model.Type? = nil, _ propertyKey: String? = nil,
    record: String? = nil, expected: String = "", found: String, code: Int? = nil,
    underlying: (any Error)? = nil
  ) {
    self.kind = kind
    self.modelClass = modelClass
    self.propertyKey = propertyKey
    self.record = record
    self.expected = expected
    self.found = found
    self.code = code
    self.underlying = underlying
  }

  /// Names the class, the property and the record where none is named yet.
  func attributed(
    to modelClass: Model.Type, _ propertyKey: String? = nil,
    record: @autoclosure () -> String? = nil
  ) -> Self {
    var error = self
    if error.modelClass == nil {
      error.modelClass = modelClass
      error.propertyKey = propertyKey
    }
    if error.record == nil { error.record = record() }
    return error
  }
}

extension RecordError: CustomStringConvertible, LocalizedError {
  public var description: String {
    if kind == .invalidMapping { return subject + "the mapping has mistakes:" + found }
    let problem = expected.isEmpty ? found : "expected \(expected), found \(found)"
    let code = code.map { " (SQLite code \($0))" } ?? ""
    return subject + problem + code + (record.map { " in record \($0)" } ?? "")
  }

  private var subject: String {
    guard let modelClass else { return "" }
    return TypeName.of(modelClass) + (propertyKey.map { ".\($0)" } ?? "") + ": "
  }

  public var errorDescription: String? { description }
}

/// A value that does not fit, before it is known whose it is.
struct ColumnMismatch: Error {
  var kind = RecordError.Kind.typeMismatch
  let expected: String
  let found: String
  var underlying: (any Error)?
}
