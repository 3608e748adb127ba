/// Tells whether a hook may rewrite the object of a model, or of one within it, before it is read.
enum PreparingReach {
  private static let known = ClassCache<Bool>()

  static func mayPrepare(_ modelClass: Model.Type) -> Bool {
    known.value(for: modelClass) {
      var met: Set<ObjectIdentifier> = []
      return mayPrepare(modelClass, &met)
    }
  }

  private static func mayPrepare(
    _ modelClass: Model.Type, _ met: inout Set<ObjectIdentifier>
  ) -> Bool {
    guard met.insert(ObjectIdentifier(modelClass)).inserted else { return false }
    let schema = ModelSchema.of(modelClass)
    // A class that is chosen may do anything.
    if schema.hooks.choosesClass || modelClass is any JSONPreparing.Type { return true }
    return schema.properties.contains { property in
      guard let inner = ModelClassFinder.modelClass(in: property.valueType) else { return false }
      return mayPrepare(inner, &met)
    }
  }
}

/// Finds the model class within a type: a class itself, or what Optionals and collections hold.
struct ModelClassFinder: LeafVisitor {
  static func modelClass(in type: Any.Type) -> Model.Type? {
    return ModelClassFinder().visit(dynamic: type)
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> Model.Type? { type as? Model.Type }
}
