extension Model {
  func isEqualModel(_ object: Any?) -> Bool {
    guard let other = object as? Model else { return false }
    if self === other { return true }
    guard type(of: self) == type(of: other) else { return false }
    let schema = ModelSchema.of(type(of: self))
    let compare = { schema.permanent.allSatisfy { $0.access.areEqual(self, other) } }
    return schema.mayHoldModels
      ? GraphWalk.areEqual(self, other, compare: compare) : compare()
  }

  func hashOfProperties() -> Int {
    let schema = ModelSchema.of(type(of: self))
    var hasher = Hasher()
    hasher.combine(ObjectIdentifier(type(of: self)))
    let combine = { for property in schema.permanent { property.access.hash(self, into: &hasher) } }
    if schema.mayHoldModels { GraphWalk.hash(combine) } else { combine() }
    return hasher.finalize()
  }

  func keysWithDifferentValues(from other: Model) -> [String] {
    let schema = ModelSchema.of(type(of: self))
    return schema.shared(with: .of(type(of: other))).compactMap { own, counterpart in
      own.access.areEqual(self, other, through: counterpart.access) ? nil : own.key
    }
  }
}
