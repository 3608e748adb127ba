public import Foundation
import Synchronization

extension ModelSchema {
  /// A mistake found by a model's validation, in one property or in the whole model.
  struct ValidationFailure {
    /// Nil for the model as a whole.
    let key: String?
    let error: any Error
  }
}

extension Model {
  /// Runs the validation, and returns its mistakes: none, one, or one for each key.
  @inline(never)
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

  /// Validates each property, as the default `validate()` does.
  func validateProperties() throws {
    // A rule that validates the models within a value recurses for each level.
    if StackRoom.isSpent {
      throw ModelError(
        kind: .validationFailed, modelClass: type(of: self), propertyKey: nil, expected: "",
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
    // By index, because a copy of a property retains everything it holds.
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
        if schema.limited.isEmpty || properties[index].limits.isEmpty { continue }
        if let value = access.unwrappedValue(of: self) {
          try checkLimits(of: properties[index], value)
        }
      } catch {
        guard let validation, validation.note(error, key) else { throw error }
        first = first ?? error
      }
    }
    if let first { throw first }
  }
}

extension Model {
  /// Throws if `value` is beyond the limits of the property named `key`. A value of another type has
  /// none: it is refused where it is stored.
  @inline(never)
  func checkLimits(of value: Any?, forKey key: String) throws {
    let schema = ModelSchema.of(type(of: self))
    guard !schema.limited.isEmpty, let property = schema.find(key), !property.limits.isEmpty,
      case .some(.some(let value)) = property.fitting(value)
    else { return }
    try checkLimits(of: property, value)
  }

  /// Throws if `value`, of the type of `property`, is beyond its limits.
  private func checkLimits(of property: Property, _ value: Any) throws {
    for rule in property.limits where try !rule.holds(value) {
      var error = ModelError(
        kind: .validationFailed, modelClass: type(of: self), propertyKey: property.key,
        expected: "\(rule.limit)", foundPhrase: property.words(for: value))
      error.limit = rule.limit
      throw error
    }
  }

  /// The validation of one model, run by the library.
  ///
  /// An error of a class's own code doesn't know the key, and passes through the class's
  /// `validate()` unchanged. So this records the keys.
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

    /// Records the error of a property; returns whether to check the others too.
    func note(_ error: any Error, _ key: String) -> Bool {
      found.withLock { $0.append((key, error)) }
      return findsAll
    }

    /// Runs `body`, and returns the recorded failures.
    ///
    /// - Throws: the error of `body` if it is not the first one recorded.
    func failures(_ body: () throws -> Void) throws -> [ModelSchema.ValidationFailure] {
      do {
        try body()
        // A class that catches its superclass's error accepts the value.
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
  /// The kind of mistake.
  public enum Kind: Sendable, Equatable {
    /// The class has no property of that name.
    case unknownKey
    /// The value doesn't have the property's type.
    case typeMismatch
    /// The value is nil and the property is not an Optional.
    case nilValue
    /// The property is read-only.
    case readOnly
    /// The model's own validation refused the value; see ``ModelError/underlying``. Or it recursed
    /// through models within models until the thread's stack had no more room.
    case validationFailed
    /// A list of the class names a property that doesn't exist, or an `@Observable` class doesn't
    /// declare how to notify its observers; ``ModelError/found`` says where.
    case invalidDeclaration
    /// A copy would share something with the original: an object other than a model, a closure, a
    /// pointer; see ``Model/detached()`` and ``ModelError/path``.
    case sharedObject
    /// Reading an object of the class could change it, or show somebody else's object, so that it
    /// can't be frozen; see ``Freezable``.
    case notFreezable
  }

  /// The kind of mistake.
  public let kind: Kind
  /// The model class.
  public let modelClass: Model.Type?
  /// The key of the property; nil if the error is not about one.
  public let propertyKey: String?
  /// The value that the property accepts, in words; for an unknown key, the existing keys.
  public let expected: String
  /// The given value, in words.
  public var found: String { foundPhrase.description }
  let foundPhrase: ErrorPhrase
  /// The validation's error, for ``Kind/validationFailed``; nil if the validation had no room to
  /// run.
  public internal(set) var underlying: (any Error)?
  /// The limit that the value exceeds; nil for any other error.
  public internal(set) var limit: PropertyLimit?
  /// The path of the object within the property for ``Kind/sharedObject``, and of the part of the
  /// value that a policy doesn't accept for ``Kind/typeMismatch``, such as `[1].owner`; else empty.
  public internal(set) var path = ""
}

extension ModelError: Equatable {
  /// Two errors with the same content are equal; a validation's error counts by its text.
  public static func == (first: ModelError, second: ModelError) -> Bool {
    first.kind == second.kind && first.modelClass == second.modelClass
      && first.propertyKey == second.propertyKey && first.expected == second.expected
      && first.found == second.found && first.path == second.path
  }
}

extension ModelError: CustomStringConvertible, LocalizedError {
  public var description: String { message.description }

  /// The message as data, from which ``description`` and messages in other languages are made.
  public var message: ErrorPhrase {
    let name = modelClass.map { "\($0)" } ?? ""
    let key = propertyKey ?? ""
    return switch kind {
    case .unknownKey:
      "\(name) has no property \(Boxed.quoted(key)); it has \(expected)"
    case .typeMismatch:
      """
      \(name).\(key): expected \(expected), \
      found \(found)\(path.isEmpty ? "" : " at \(path)")
      """
    case .nilValue:
      "\(name).\(key): expected \(expected), found nil"
    case .readOnly:
      "\(name).\(key) is read-only"
    case .validationFailed where limit != nil:
      "\(name).\(key): expected \(ErrorPhrase(words: expected)), found \(found)"
    case .validationFailed:
      "\(name)\(key.isEmpty ? "" : ".")\(key): \(found)"
    case .invalidDeclaration:
      "\(name).\(found)"
    case .sharedObject:
      """
      \(name).\(key)\(path): a detached copy would share \(foundPhrase). If nobody can \
      change it, list its type in sharedTypes
      """
    case .notFreezable:
      "\(name)\(key.isEmpty ? "" : ".")\(key) can't be frozen: \(foundPhrase)"
    }
  }

  public var errorDescription: String? { description }

  /// The error without its words about a value.
  var hidden: ModelError {
    guard kind == .typeMismatch || kind == .validationFailed else { return self }
    var error = ModelError(
      kind: kind, modelClass: modelClass, propertyKey: propertyKey, expected: expected,
      foundPhrase: underlying?.isOfUser == true ? foundPhrase : Boxed.secret)
    error.underlying = underlying.flatMap { $0.isOfUser ? $0 : nil }
    error.limit = limit
    error.path = path
    return error
  }
}
