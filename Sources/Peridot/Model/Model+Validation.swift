public import Foundation
import Synchronization

extension ModelSchema {
  /// A mistake that a model's validation found: in one property, or in the model as a whole.
  struct ValidationFailure {
    /// Nil for the model as a whole.
    let key: String?
    let error: any Error
  }
}

extension Model {
  /// Runs the validation, and returns what it found: nothing, one failure, or one for each key.
  func validationFailures(_ hooks: ModelHooks, findsAll: Bool = false) -> [ModelSchema
    .ValidationFailure]
  {
    guard hooks.validates else { return [] }
    do {
      guard hooks.validatesKeys else {
        try validate()
        return []
      }
      let validation = KeyValidation(of: self, findsAll: findsAll)
      return try validation.failures {
        if hooks.validatesWhole {
          try KeyValidation.$current.withValue(validation) { try validate() }
        } else {
          try validateProperties(validation)
        }
      }
    } catch {
      return [ModelSchema.ValidationFailure(key: nil, error: error)]
    }
  }

  /// Validates each property: what `validate()` does unless it is overridden.
  func validateProperties() throws {
    // A rule that validates the models within a value calls itself for each level.
    if StackRoom.isSpent {
      throw ModelError(
        kind: .validationFailed, modelClass: "\(type(of: self))", propertyKey: "", expected: "",
        foundPhrase: "validation goes deeper than the stack of this thread has room for")
    }
    guard try ModelSchema.sound(type(of: self)).use({ $0.hooks.validatesKeys }) else { return }
    try validateProperties(KeyValidation.current.flatMap { $0.isOf(self) ? $0 : nil })
  }

  private func validateProperties(_ validation: KeyValidation?) throws {
    var first: (any Error)?
    // An access that a rule begins has ended when the rule returns.
    let mayConflict = ObjectMemory.mayConflict
    let schema = ModelSchema.of(type(of: self))
    let isAsked = schema.hooks.overridesKeyValidation
    let properties = isAsked ? schema.properties : schema.limited
    // By index: a copy of a property retains all that it holds.
    for index in properties.indices {
      let access = properties[index].access
      let key = properties[index].key
      do {
        if mayConflict { access.checkRead(of: self) }
        if isAsked {
          let current = access.unwrappedValue(of: self)
          var value = current
          try validate(&value, forKey: key)
          if !AnyComparison.areIdentical(value, current), !access.isReadOnly {
            // A model that the library validates is new, or is updated through setters.
            try assign(value, toPropertyNamed: key, isLive: validation == nil)
          }
        }
        if schema.limited.isEmpty { continue }
        try checkLimits(of: properties[index])
      } catch {
        guard let validation, validation.note(error, key) else { throw error }
        first = first ?? error
      }
    }
    if let first { throw first }
  }
}

extension Model {
  /// Throws if the value of `property` is beyond its limits.
  private func checkLimits(of property: Property) throws {
    let limits = property.limits
    guard !limits.isEmpty, let value = property.access.unwrappedValue(of: self) else { return }
    for rule in limits where try !rule.holds(value) {
      var error = ModelError(
        kind: .validationFailed, modelClass: "\(type(of: self))", propertyKey: property.key,
        expected: "\(rule.limit)", foundPhrase: property.words(for: value))
      error.limit = rule.limit
      throw error
    }
  }

  /// The validation of one model that the library runs.
  ///
  /// An error that a class's own code throws does not know the key, and passes through the class's
  /// `validate()` unchanged. So the keys are noted here.
  fileprivate final class KeyValidation: Sendable {
    @TaskLocal static var current: KeyValidation?

    private let model: ObjectIdentifier
    private let findsAll: Bool
    private let found = Mutex<[(key: String, error: any Error)]>([])

    init(of model: Model, findsAll: Bool) {
      self.model = ObjectIdentifier(model)
      self.findsAll = findsAll
    }

    func isOf(_ other: Model) -> Bool { model == ObjectIdentifier(other) }

    /// Notes the error of a property; returns whether the others are looked at all the same.
    func note(_ error: any Error, _ key: String) -> Bool {
      found.withLock { $0.append((key, error)) }
      return findsAll
    }

    /// Runs `body`, and returns what was noted.
    ///
    /// - Throws: what `body` throws if it is not the first error that was noted.
    func failures(_ body: () throws -> Void) throws -> [ModelSchema.ValidationFailure] {
      do {
        try body()
        // A class that catches an error of its superclass takes the value as it is.
        return []
      } catch {
        let found = found.withLock { $0 }
        guard let first = found.first, "\(first.error)" == "\(error)" else { throw error }
        return found.map { ModelSchema.ValidationFailure(key: $0.key, error: $0.error) }
      }
    }
  }
}

/// A property that could not be set.
public struct ModelError: PhrasedError, Sendable {
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

  /// The sort of mistake.
  public let kind: Kind
  /// The name of the model class.
  public let modelClass: String
  /// Empty where no property in particular is meant.
  public let propertyKey: String
  /// The value that the property takes, in words; for an unknown key, the keys that there are.
  public let expected: String
  /// The value that was given, in words.
  public var found: String { foundPhrase.description }
  let foundPhrase: ErrorPhrase
  /// The error that the validation threw, for ``Kind/validationFailed``; nil where it had no room
  /// to run.
  public internal(set) var underlying: (any Error)?
  /// The declared limit that the value is beyond; nil for any other error.
  public internal(set) var limit: PropertyLimit?
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
  public var description: String { message.description }

  var message: ErrorPhrase {
    switch kind {
    case .unknownKey:
      "\(modelClass) has no property \(Boxed.quoted(propertyKey)); it has \(expected)"
    case .typeMismatch:
      "\(modelClass).\(propertyKey): expected \(expected), found \(found)"
    case .nilValue:
      "\(modelClass).\(propertyKey): expected \(expected), found nil"
    case .readOnly:
      "\(modelClass).\(propertyKey) is read-only"
    case .validationFailed where limit != nil:
      "\(modelClass).\(propertyKey): expected \(ErrorPhrase(words: expected)), found \(found)"
    case .validationFailed:
      "\(modelClass)\(propertyKey.isEmpty ? "" : ".")\(propertyKey): \(found)"
    case .invalidDeclaration:
      "\(modelClass).\(found)"
    }
  }

  public var errorDescription: String? { description }

  /// The error without what it tells of a value.
  var hidden: ModelError {
    guard kind == .typeMismatch || kind == .validationFailed else { return self }
    var error = ModelError(
      kind: kind, modelClass: modelClass, propertyKey: propertyKey, expected: expected,
      foundPhrase: underlying?.isOfUser == true ? foundPhrase : Boxed.secret)
    error.underlying = underlying.flatMap { $0.isOfUser ? $0 : nil }
    error.limit = limit
    return error
  }
}
