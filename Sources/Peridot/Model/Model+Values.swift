import Foundation

extension Model {
  /// Fills a new model from property values.
  func load(_ dictionary: [String: Any]) throws {
    try ModelSchema.sound(type(of: self)).use { schema in
      let isFilled =
        !schema.hooks.validatesKeys && schema.filling.use { $0.fill(self, from: dictionary) }
      if !isFilled { return try load(dictionary, schema) }
      try checkValidity(schema)
      if schema.hooks.loads { try didLoad(from: .dictionary) }
    }
  }

  /// Takes the values one by one, in the order of the properties.
  private func load(_ dictionary: [String: Any], _ schema: ModelSchema) throws {
    // In property order, so that the same one of several mistakes is always reported.
    let given = schema.properties.compactMap { property in
      dictionary[property.key].map { (property: property, value: $0) }
    }
    if given.count < dictionary.count,
      let unknown = dictionary.keys.filter({ schema.find($0) == nil }).min()
    {
      throw schema.unknownKey(unknown)
    }
    var readOnly: [(property: Property, value: Any?)] = []
    for (property, given) in given {
      let value = Property.present(given)
      if property.isReadOnly {
        readOnly.append((property, try validated(value, of: property, schema.hooks)))
      } else {
        try load(value, into: property, schema.hooks)
      }
    }
    try checkValidity(schema)
    if schema.hooks.loads { try didLoad(from: .dictionary) }
    for (property, value) in readOnly where !hasValue(value, of: property) {
      throw failure(.readOnly, property)
    }
  }

  /// Sets a property of a new model from a value in memory.
  func load(_ value: Any?, into property: Property, _ hooks: ModelHooks) throws {
    guard hooks.overridesKeyValidation else { return try assign(value, to: property) }
    if let fitting = property.fitting(value) {
      return try assign(try validated(fitting, of: property, hooks), to: property)
    }
    let rejection = mend(value, of: property)
    if rejection.isMended { return }
    var mismatch = mismatch(value, of: property)
    mismatch.underlying = rejection.error
    throw mismatch
  }

  /// Calls the class's `validate(_:forKey:)` with a value of the wrong type, before the value is
  /// refused, and stores the result if it is another value that fits. All sources use this.
  ///
  /// - Returns: whether it was stored, and the validation's error.
  func mend(_ value: Any?, of property: Property) -> (isMended: Bool, error: (any Error)?) {
    var mended = value
    do {
      try validate(&mended, forKey: property.key)
    } catch {
      return (false, error)
    }
    // `take` has the rules for values in memory, by which the source's own rules don't go.
    let isChanged =
      mended.map { type(of: $0) } != value.map { type(of: $0) }
      || !AnyComparison.areIdentical(mended, value)
    return (isChanged && !property.isReadOnly && property.take(mended, in: self), nil)
  }

  /// Returns the result of the class's `validate(_:forKey:)` for a value.
  private func validated(
    _ value: Any?, of property: Property, _ hooks: ModelHooks
  ) throws -> Any? {
    guard hooks.overridesKeyValidation else { return value }
    var value = value
    do {
      try validate(&value, forKey: property.key)
    } catch {
      throw rejection(ModelSchema.ValidationFailure(key: property.key, error: error))
    }
    return value
  }

  private func checkValidity(_ schema: ModelSchema) throws {
    guard schema.hooks.validates else { return }
    if let failure = validationFailures(schema.hooks).first { throw rejection(failure) }
  }

  /// The error of a validation, with its key if it has one.
  private func rejection(_ failure: ModelSchema.ValidationFailure) -> any Error {
    guard let key = failure.key, !(failure.error is ModelError) else { return failure.error }
    var error = ModelError(
      kind: .validationFailed, modelClass: type(of: self), propertyKey: key,
      expected: "a valid value", foundPhrase: failure.error.phrase)
    error.underlying = failure.error
    return error
  }

  func value(ofPropertyNamed key: String) -> Any? {
    let access = ModelSchema.of(type(of: self)).knownProperty(forKey: key).access
    access.checkRead(of: self)
    return access.unwrappedValue(of: self)
  }

  func valuesByPropertyKey() -> [String: Any] {
    ModelSchema.of(type(of: self)).making.values(of: self)
  }

  /// - Parameter isLive: Whether the model can have observers.
  func assign(_ value: Any?, toPropertyNamed key: String, isLive: Bool) throws {
    let schema = try ModelSchema.sound(type(of: self)).use { $0 }
    guard let property = schema.find(key) else { throw schema.unknownKey(key) }
    guard !property.isReadOnly else { throw failure(.readOnly, property) }
    if isLive, property.observedIn != nil, let mistake = schema.silentChange { throw mistake }
    property.access.checkWrite(to: self)
    try assign(value, to: property)
  }

  private func assign(_ value: Any?, to property: Property) throws {
    guard property.take(value, in: self) else { throw mismatch(value, of: property) }
  }

  private func mismatch(_ value: Any?, of property: Property) -> ModelError {
    guard let value = value.flatMap(Property.unwrapped) else { return failure(.nilValue, property) }
    return failure(.typeMismatch, property, found: property.words(for: value))
  }

  private func failure(
    _ kind: ModelError.Kind, _ property: Property, found: ErrorPhrase = ""
  ) -> ModelError {
    ModelError(
      kind: kind, modelClass: type(of: self), propertyKey: property.key,
      expected: TypeName.of(property.valueType), foundPhrase: found)
  }

  private func hasValue(_ value: Any?, of property: Property) -> Bool {
    guard let value else {
      return property.access.isNil(in: self) || property.access.hasValue(NSNull(), in: self)
    }
    return property.access.hasValue(property.converted(value) ?? value, in: self)
  }
}

extension Property {
  /// The words for a value of the property, or for one that it doesn't accept.
  func words(for value: Any) -> ErrorPhrase { isSecret ? Boxed.secret : Boxed.phrase(value) }

  /// Stores `value`, converting numbers to the property's type; returns false for a value of a
  /// wrong type.
  package func take(_ value: Any?, in object: AnyObject) -> Bool {
    if let value, access.form.store(value, into: ObjectMemory(object)) { return true }
    if let value = value.flatMap(Self.unwrapped), !(Self.isNull(value) && isOptional) {
      // A type's rule comes first, because a cast accepts true for a number, and 1 for a truth
      // value.
      return converted(value).map { access.setValue($0, of: object) } ?? false
    }
    // An `Any` that is not an Optional holds nil as NSNull.
    return access.setNil(of: object) || access.setValue(NSNull(), of: object)
  }

  /// Returns the value that `take` would store; nil if it refuses `value`.
  func fitting(_ value: Any?) -> Any?? {
    guard let value = value.flatMap(Self.unwrapped), !(Self.isNull(value) && isOptional) else {
      return isOptional || access.takes(NSNull()) ? .some(nil) : nil
    }
    guard let converted = converted(value), access.takes(converted) else { return nil }
    return .some(converted)
  }

  /// Returns `value` in the property's type, if a rule converts it, else unchanged. Nil if the rule
  /// refuses it.
  package func converted(_ value: Any) -> Any? {
    guard type(of: value) != valueType, let rule = Boxed.rule(for: valueType) else { return value }
    return rule(value, .archived)
  }

  /// Returns a dictionary value without Optionals: nil for NSNull and for an Optional of nil.
  package static func present(_ value: Any) -> Any? {
    unwrapped(value).flatMap { isNull($0) ? nil : $0 }
  }

  /// Removes all Optionals around a value in an `Any`.
  static func unwrapped(_ value: Any) -> Any? {
    TypeShape.of(type(of: value)).isOptional ? Boxed.unwrapped(value) : value
  }

  private static func isNull(_ value: Any) -> Bool {
    type(of: value) == NSNull.self
  }
}
