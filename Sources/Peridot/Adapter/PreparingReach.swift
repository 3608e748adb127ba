/// Tells whether a hook may rewrite the object of a model, or of one within it, before it is read.
enum PreparingReach {
  private static let known = ClassCache<Bool>()

  static func mayPrepare(_ modelClass: Model.Type) -> Bool {
    known.value(for: modelClass) {
      var visitor = Visitor()
      return visitor.visit(dynamic: modelClass)
    }
  }

  private struct Visitor: LeafVisitor {
    private var met: Set<ObjectIdentifier> = []

    mutating func visitLeaf<Leaf>(_ type: Leaf.Type) -> Bool {
      guard let modelClass = type as? Model.Type,
        met.insert(ObjectIdentifier(modelClass)).inserted
      else { return false }
      let schema = ModelSchema.of(modelClass)
      // A class that is chosen may do anything.
      if schema.hooks.choosesClass || modelClass is any JSONPreparing.Type { return true }
      for property in schema.properties where visit(dynamic: property.valueType) { return true }
      return false
    }
  }
}

/// Finds the model class within a type: a class itself, or what Optionals and collections hold.
struct ModelClassFinder: LeafVisitor {
  static func modelClass(in type: Any.Type) -> Model.Type? {
    var finder = ModelClassFinder()
    return finder.visit(dynamic: type)
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> Model.Type? { type as? Model.Type }
}
