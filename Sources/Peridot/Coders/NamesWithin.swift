/// Puts the mapping's names in place of a coder's in a value that was decoded without its type.
///
/// Of a model, the names of its class and of all classes of its cluster count, because the class is
/// chosen later.
struct NamesWithin: TypeVisitor {
  private let value: Any

  /// Returns the JSON of a property's value with the names in the document.
  static func restored(_ value: Any, of property: Property) -> Any {
    func restored(_ value: Any) -> Any {
      NamesWithin(value: value).visit(dynamic: property.valueType)
    }
    guard property.keyedBy != nil, let elements = value as? [String: Any] else {
      return restored(value)
    }
    return elements.mapValues(restored)
  }

  func visitOptional<Wrapped>(_ wrapped: Wrapped.Type) -> Any { visit(wrapped) }

  func visitArray<Element>(_ element: Element.Type) -> Any {
    // A policy can take one element for an array.
    guard let elements = value as? [Any] else { return visit(element) }
    return elements.map { NamesWithin(value: $0).visit(element) }
  }

  func visitSet<Element: Hashable>(_ element: Element.Type) -> Any { visitArray(element) }

  func visitDictionary<Key: Hashable, Value>(_ key: Key.Type, _ type: Value.Type) -> Any {
    switch value {
    case let members as [String: Any]: members.mapValues { NamesWithin(value: $0).visit(type) }
    // A path goes on to one of them.
    case let elements as [Any]: elements.map { NamesWithin(value: $0).visitDictionary(key, type) }
    default: value
    }
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> Any {
    if let model = type as? Model.Type {
      guard let elements = value as? [Any] else { return Self.names(of: model).renamed(value) }
      return elements.map { NamesWithin(value: $0).visit(type) }
    }
    guard let union = type as? any JSONUnion.Type else { return value }
    return visitForms(of: union)
  }

  private func visitForms<Union: JSONUnion>(of type: Union.Type) -> Any {
    UnionForms(of: type).forms.reduce(value) { value, form in
      form.map { NamesWithin(value: value).visit(dynamic: $0.type) } ?? value
    }
  }

  private static let names = ClassCache<PathNames>()

  /// The names in the objects of a class and of all classes of its cluster.
  static func names(of modelClass: Model.Type) -> PathNames {
    names.value(for: modelClass) {
      var classes: [Model.Type] = [modelClass]
      var paths: [(names: [String], property: Property?)] = []
      var next = 0
      while next < classes.count {
        let type = classes[next]
        next += 1
        if let plan = try? PolicyPlans.of(nil, for: type).plan(of: type) {
          paths += plan.coding.paths
        }
        guard let place = ClusterPlace.of(type) else { continue }
        paths += (place.tags + place.deciding).map { ($0.path, nil) } + [(place.prefix, nil)]
        for other in place.levels.flatMap(\.types) where !classes.contains(where: { $0 == other }) {
          classes.append(other)
        }
      }
      return PathNames(paths)
    }
  }
}
