import Foundation
import Synchronization

/// A mistake that a model's validation found: in one property, or in the model as a whole.
struct ValidationFailure {
  /// Nil for the model as a whole.
  let key: String?
  let error: any Error
}

extension Model {
  /// Runs the validation, and returns what it found: nothing, one failure, or one for each key.
  func validationFailures(_ hooks: ModelHooks, findsAll: Bool = false) -> [ValidationFailure] {
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
      return [ValidationFailure(key: nil, error: error)]
    }
  }

  /// Validates each property: what `validate()` does unless it is overridden.
  func validateProperties() throws {
    // A rule that validates the models within a value calls itself for each level.
    if StackRoom.isSpent {
      throw ModelError(
        kind: .validationFailed, modelClass: "\(type(of: self))", propertyKey: "", expected: "",
        found: "validation goes deeper than the stack of this thread has room for")
    }
    guard try ModelSchema.sound(type(of: self)).use({ $0.hooks.validatesKeys }) else { return }
    try validateProperties(KeyValidation.current.flatMap { $0.isOf(self) ? $0 : nil })
  }

  private func validateProperties(_ validation: KeyValidation?) throws {
    var first: (any Error)?
    // An access that a rule begins has ended when the rule returns.
    let mayConflict = ObjectMemory.mayConflict
    let properties = ModelSchema.of(type(of: self)).properties
    // By index: a copy of a property retains all that it holds.
    for index in properties.indices {
      let access = properties[index].access
      let key = properties[index].key
      do {
        if mayConflict { access.checkRead(of: self) }
        let current = access.unwrappedValue(of: self)
        var value = current
        try validate(&value, forKey: key)
        if AnyComparison.areIdentical(value, current) || access.isReadOnly { continue }
        // A model that the library validates is new, or is updated through setters.
        try assign(value, toPropertyNamed: key, isLive: validation == nil)
      } catch {
        guard let validation, validation.note(error, key) else { throw error }
        first = first ?? error
      }
    }
    if let first { throw first }
  }
}

/// The validation of one model that the library runs.
///
/// An error that a class's own code throws does not know the key, and passes through the class's
/// `validate()` unchanged. So the keys are noted here.
private final class KeyValidation: Sendable {
  @TaskLocal static var current: KeyValidation?

  private let model: ObjectIdentifier
  private let findsAll: Bool
  private let found = Mutex<[(key: String, error: any Error)]>([])

  init(of model: Model, findsAll: Bool) {
    self.model = ObjectIdentifier(model)
    self.findsAll = findsAll
  }

  func isOf(_ other: Model) -> Bool { model == ObjectIdentifier(other) }

  /// Notes what is wrong with a property; returns whether the others are looked at all the same.
  func note(_ error: any Error, _ key: String) -> Bool {
    found.withLock { $0.append((key, error)) }
    return findsAll
  }

  /// Runs `body`, and returns what was noted.
  ///
  /// - Throws: what `body` throws if it is not the first error that was noted.
  func failures(_ body: () throws -> Void) throws -> [ValidationFailure] {
    do {
      try body()
      // A class that catches an error of its superclass takes the value as it is.
      return []
    } catch {
      let found = found.withLock { $0 }
      guard let first = found.first, "\(first.error)" == "\(error)" else { throw error }
      return found.map { ValidationFailure(key: $0.key, error: $0.error) }
    }
  }
}
