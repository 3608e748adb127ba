extension Model: ComparisonWalk.LinkedObject {
  func isEqualModel(_ object: Any?) -> Bool {
    let areEqual = RuntimeFields.withObject(in: object, of: type(of: self)) {
      hasSameValues(as: $0)
    }
    if let areEqual { return areEqual }
    // The object can be in an Optional.
    guard let other = object.flatMap(Boxed.unwrapped).flatMap(Model.held),
      type(of: other) == type(of: self)
    else { return false }
    return hasSameValues(as: other)
  }

  /// Compares with an object of the same class.
  private func hasSameValues(as other: AnyObject) -> Bool {
    if self === other { return true }
    return ModelSchema.permanent(of: type(of: self)).use { schema in
      schema.mayHoldModels
        ? ComparisonWalk.completely { $0.areEqual(self, other) }
        : schema.comparison.use { $0.areEqual(self, other, nil) }
    }
  }

  func isEqual(toLinked other: AnyObject, in walk: ComparisonWalk?) -> Bool {
    if self === other { return true }
    return ModelSchema.permanent(of: type(of: self)).use { schema in
      guard let walk, !schema.hooks.compares else { return isEqual(other) }
      guard type(of: self) == type(of: other) else { return false }
      return schema.mayHoldModels
        ? walk.areEqual(self, other) : schema.comparison.use { $0.areEqual(self, other, nil) }
    }
  }

  func hasEqualValues(as other: AnyObject, in walk: ComparisonWalk) -> Bool {
    ModelSchema.permanent(of: type(of: self)).use { schema in
      schema.comparison.use { $0.areEqual(self, other, walk) }
    }
  }

  func hashOfProperties() -> Int {
    var hasher = Hasher()
    hasher.combine(ObjectIdentifier(type(of: self)))
    ModelSchema.permanent(of: type(of: self)).use { schema in
      if schema.mayHoldModels {
        ComparisonWalk.HashDepth.goDown(one: .object) {
          schema.comparison.use { $0.hash(self, into: &hasher) }
        }
      } else {
        schema.comparison.use { $0.hash(self, into: &hasher) }
      }
    }
    return hasher.finalize()
  }

  func keysWithDifferentValues(from other: Model) -> [String] {
    let schema = ModelSchema.of(type(of: self))
    let others = ModelSchema.of(type(of: other))
    var keys: [String] = []
    // Indices, because an iterator copies each property.
    for index in schema.properties.indices {
      let access = schema.properties[index].access
      let key = schema.properties[index].key
      var otherAccess = access
      if schema !== others {
        guard let counterpart = others.find(key),
          counterpart.valueType == schema.properties[index].valueType
        else { continue }
        otherAccess = counterpart.access
      }
      access.checkRead(of: self)
      otherAccess.checkRead(of: other)
      if !access.areEqual(self, other, through: otherAccess, nil) { keys.append(key) }
    }
    return keys
  }
}
