extension Model: LinkedObject {
  func isEqualModel(_ object: Any?) -> Bool {
    guard let object, let other = sameClassObject(object) else { return false }
    if self === other { return true }
    let schema = ModelSchema.of(type(of: self))
    return schema.mayHoldModels
      ? ComparisonWalk.areEqual(self, other)
      : schema.comparison.areEqual(self, other, nil)
  }

  private func sameClassObject(_ object: Any) -> Model? {
    if let other = RuntimeFields.object(in: object, of: type(of: self)) {
      return downcast(other, to: Model.self)
    }
    // An Optional may stand between.
    guard let other = object as? Model, type(of: other) == type(of: self) else { return nil }
    return other
  }

  func isEqual(toLinked other: AnyObject, in walk: ComparisonWalk?) -> Bool {
    if self === other { return true }
    let schema = ModelSchema.of(type(of: self))
    guard let walk, !schema.hooks.compares else { return isEqual(other) }
    guard type(of: self) == type(of: other) else { return false }
    return schema.mayHoldModels
      ? walk.areEqual(self, other) : schema.comparison.areEqual(self, other, nil)
  }

  func hasEqualValues(as other: AnyObject, in walk: ComparisonWalk) -> Bool {
    ModelSchema.of(type(of: self)).comparison.areEqual(self, other, walk)
  }

  func hashOfProperties() -> Int {
    let schema = ModelSchema.of(type(of: self))
    var hasher = Hasher()
    hasher.combine(ObjectIdentifier(type(of: self)))
    if schema.mayHoldModels {
      HashDepth.goDown { schema.comparison.hash(self, into: &hasher) }
    } else {
      schema.comparison.hash(self, into: &hasher)
    }
    return hasher.finalize()
  }

  func keysWithDifferentValues(from other: Model) -> [String] {
    let schema = ModelSchema.of(type(of: self))
    return schema.shared(with: .of(type(of: other))).compactMap { own, counterpart in
      own.access.areEqual(self, other, through: counterpart.access, nil) ? nil : own.key
    }
  }
}
