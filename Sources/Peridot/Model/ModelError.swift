public import Foundation

/// A property that could not be set.
public struct ModelError: Error, Sendable, Equatable {
  /// What was wrong.
  public enum Kind: Sendable, Equatable {
    /// The class has no property of that name.
    case unknownKey
    /// The value is not of the property's type.
    case typeMismatch
    /// The value is nil and the property is no Optional.
    case nilValue
    /// The property cannot be written.
    case readOnly
  }

  public let kind: Kind
  /// The name of the model class.
  public let modelClass: String
  public let propertyKey: String
  /// What the property takes; for an unknown key, the keys that there are.
  public let expected: String
  /// What was given.
  public let found: String
}

extension ModelError: CustomStringConvertible, LocalizedError {
  public var description: String {
    switch kind {
    case .unknownKey:
      "\(modelClass) has no property \"\(propertyKey)\"; it has \(expected)"
    case .typeMismatch:
      "\(modelClass).\(propertyKey): expected \(expected), found \(found)"
    case .nilValue:
      "\(modelClass).\(propertyKey): expected \(expected), found nil"
    case .readOnly:
      "\(modelClass).\(propertyKey) is read-only"
    }
  }

  public var errorDescription: String? { description }
}
