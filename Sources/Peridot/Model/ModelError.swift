public import Foundation

/// A property that could not be set.
public struct ModelError: WordedError, Sendable {
  /// The sort of mistake.
  public enum Kind: Sendable, Equatable {
    /// The class has no property of that name.
    case unknownKey
    /// The value is not of the property's type.
    case typeMismatch
    /// The value is nil and the property is not an Optional.
    case nilValue
    /// The property cannot be written.
    case readOnly
    /// The model's own validation refused the value; see ``ModelError/underlying``. Or it called
    /// itself, for models within models, until the stack of its thread had no more room.
    case validationFailed
    /// A list of the class has a name that is not a property's, or an `@Observable` class does not
    /// say how its observers are told; ``ModelError/found`` says where.
    case invalidDeclaration
  }

  public let kind: Kind
  /// The name of the model class.
  public let modelClass: String
  /// Empty where no property in particular is meant.
  public let propertyKey: String
  /// The value that the property takes, in words; for an unknown key, the keys that there are.
  public let expected: String
  /// The value that was given, in words.
  public let found: String
  /// The error that the validation threw, for ``Kind/validationFailed``; nil where it had no room
  /// to run.
  public internal(set) var underlying: (any Error)?
}

extension ModelError: Equatable {
  /// Errors are equal that say the same; what a validation threw counts by its text.
  public static func == (first: ModelError, second: ModelError) -> Bool {
    first.kind == second.kind && first.modelClass == second.modelClass
      && first.propertyKey == second.propertyKey && first.expected == second.expected
      && first.found == second.found
  }
}

extension ModelError: CustomStringConvertible, LocalizedError {
  public var description: String {
    switch kind {
    case .unknownKey:
      "\(modelClass) has no property \(Boxed.quoted(propertyKey)); it has \(expected)"
    case .typeMismatch:
      "\(modelClass).\(propertyKey): expected \(expected), found \(found)"
    case .nilValue:
      "\(modelClass).\(propertyKey): expected \(expected), found nil"
    case .readOnly:
      "\(modelClass).\(propertyKey) is read-only"
    case .validationFailed:
      "\(modelClass)\(propertyKey.isEmpty ? "" : ".")\(propertyKey): \(found)"
    case .invalidDeclaration:
      "\(modelClass).\(found)"
    }
  }

  public var errorDescription: String? { description }
}
