public import Foundation
public import Peridot

/// Why records could not be read or written, and where.
public struct RecordError: WordedError, @unchecked Sendable {
  // Sendable: all members are values, and a class is immutable.

  /// The kinds of failure.
  public enum Kind: Int, Sendable {
    /// The system has no SQLite, or one older than 3.35.
    case unavailable = 1
    /// SQLite reported an error; see ``RecordError/resultCode``.
    case database
    /// Another process or task was writing for longer than the store's timeout.
    case busy
    /// A class's mapping has mistakes; `found` lists them all.
    case invalidMapping
    /// The table no longer fits the class; `found` has the difference and the cure.
    case schemaChanged
    /// A value can't be stored.
    case unstorable
    /// A stored value has another type than its property, or is out of range.
    case typeMismatch
    /// A property of the class's identity is nil.
    case nilUniquingValue
    /// A transformer failed; see ``RecordError/underlying``.
    case transformFailed
    /// A validation or a hook rejected a model; see ``RecordError/underlying``.
    case validationFailed
    /// A record's tag has no class, or one that doesn't belong there.
    case noClassFound
    /// A call names a property that doesn't exist, or that can't be used there.
    case invalidQuery
    /// A record that another one refers to is missing, or can't be deleted.
    case brokenReference
  }

  /// The kind of failure.
  public internal(set) var kind: Kind
  /// The class of the value's model.
  public internal(set) var modelClass: Model.Type?
  /// The key of the value's property.
  public internal(set) var propertyKey: String?
  /// The path of the value within the property's, such as `[2].name`, if ``underlying`` knows it;
  /// else empty.
  public var path: String {
    switch underlying {
    case let error as TransformerError: error.path
    case let error as ModelError: error.path
    case let error as JSONAdapterError: String(error.path.dropFirst())
    default: ""
    }
  }
  /// The record: its name and its identifying values.
  public internal(set) var record: String?
  /// The expected value, in words.
  public internal(set) var expected: String
  /// The found value, in words.
  public internal(set) var found: String
  /// SQLite's extended result code, for ``Kind/database`` and ``Kind/busy``; see sqlite.org/rescode.html.
  public internal(set) var resultCode: Int?
  /// The error of a transformer, a hook or a validation.
  public internal(set) var underlying: (any Error)?

  init(
    _ kind: Kind, _ modelClass: Model.Type? = nil, _ propertyKey: String? = nil,
    record: String? = nil, expected: String = "", found: String, resultCode: Int? = nil,
    underlying: (any Error)? = nil
  ) {
    self.kind = kind
    self.modelClass = modelClass
    self.propertyKey = propertyKey
    self.record = record
    self.expected = expected
    self.found = found
    self.resultCode = resultCode
    self.underlying = underlying
  }

  /// Names the class, the property and the record, if they are not named yet.
  func attributed(
    to modelClass: Model.Type, _ propertyKey: String? = nil,
    record: @autoclosure () -> String? = nil
  ) -> Self {
    var error = self
    if error.modelClass == nil {
      error.modelClass = modelClass
      error.propertyKey = propertyKey ?? error.propertyKey
    }
    if error.record == nil { error.record = record() }
    return error
  }
}

extension RecordError: CustomStringConvertible, LocalizedError {
  /// The message as data; it is in English.
  public var message: ErrorPhrase { "\(description)" }

  public var description: String {
    if kind == .invalidMapping { return subject + "the mapping has mistakes:" + found }
    let problem = expected.isEmpty ? found : "expected \(expected), found \(found)"
    let code = resultCode.map { " (SQLite code \($0))" } ?? ""
    return subject + problem + code + (record.map { " in record \($0)" } ?? "")
  }

  private var subject: String {
    guard let modelClass else { return "" }
    return TypeName.of(modelClass) + (propertyKey.map { ".\($0)" } ?? "") + ": "
  }

  public var errorDescription: String? { description }
}

/// A value that doesn't fit, before its property is known.
struct ColumnMismatch: Error {
  var kind = RecordError.Kind.typeMismatch
  let expected: String
  let found: String
  var underlying: (any Error)?
}
