import Foundation

extension Model {
  /// Fills a new model from property values.
  func load(_ dictionary: [String: Any]) throws {
    // In property order, so that of several mistakes the same one is always reported.
    let schema = ModelSchema.of(type(of: self))
    if let unknown = dictionary.keys.filter({ schema.find($0) == nil }).min() {
      throw schema.unknownKey(unknown)
    }
    for key in schema.keys {
      guard let given = dictionary[key] else { continue }
      var value = given is NSNull ? nil : unwrapped(given)
      try validate(&value, forKey: key)
      try assign(value, toPropertyNamed: key)
    }
    try validate()
    try didLoad(from: .dictionary)
  }

  func valuesByPropertyKey() -> [String: Any] {
    let schema = ModelSchema.of(type(of: self))
    var values: [String: Any] = [:]
    values.reserveCapacity(schema.properties.count)
    for property in schema.properties {
      values[property.key] = property.access.unwrappedValue(of: self) ?? NSNull()
    }
    return values
  }

  func assign(_ value: Any?, toPropertyNamed key: String) throws {
    let schema = ModelSchema.of(type(of: self))
    guard let property = schema.find(key) else { throw schema.unknownKey(key) }
    func failure(_ kind: ModelError.Kind, found: String = "") -> ModelError {
      ModelError(
        kind: kind, modelClass: "\(type(of: self))", propertyKey: key,
        expected: "\(property.valueType)", found: found)
    }
    guard !property.isReadOnly else { throw failure(.readOnly) }
    if let value = value.flatMap(unwrapped), !(value is NSNull && property.isOptional) {
      if property.access.setValue(value, of: self) { return }
      if let number = ExactNumber.convert(value, to: property.valueType),
        property.access.setValue(number, of: self)
      {
        return
      }
      let text = "\(type(of: value)) \(value)"
      throw failure(.typeMismatch, found: text.count > 100 ? "\(text.prefix(100))…" : text)
    }
    guard let optional = property.valueType as? any OptionalProtocol.Type else {
      // An `Any` that is no Optional keeps nil as NSNull.
      if property.access.setValue(NSNull(), of: self) { return }
      throw failure(.nilValue)
    }
    _ = property.access.setValue(optional.none, of: self)
  }

  func validateProperties() throws {
    let schema = ModelSchema.of(type(of: self))
    guard schema.hooks.validatesKeys else { return }
    for property in schema.properties {
      let current = property.access.unwrappedValue(of: self)
      var value = current
      try validate(&value, forKey: property.key)
      if property.isReadOnly || AnyComparison.areIdentical(value, current) { continue }
      try assign(value, toPropertyNamed: property.key)
    }
  }
}

/// Removes any Optional around a value in an `Any`.
private func unwrapped(_ value: Any) -> Any? {
  if let optional = value as? any OptionalProtocol { return optional.unwrapped }
  return value
}
