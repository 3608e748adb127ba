/// Finds the model class within a type: a class itself, or what Optionals and collections hold.
struct ModelClassFinder: LeafVisitor {
  static func modelClass(in type: Any.Type) -> Model.Type? {
    var finder = ModelClassFinder()
    return finder.visit(dynamic: type)
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> Model.Type? { type as? Model.Type }
}
