/// Goes through a value without types by the types that it has in the mapping, and says whose names
/// its members have.
///
/// Of a model, the names of its class and of all classes of its cluster count, because the class is
/// chosen later.
struct NamesWithin: TypeVisitor {
  /// Whether a coder made the value, or is to get it.
  enum Direction {
    case reading, writing
  }

  private let value: Any
  private let direction: Direction

  /// Returns the JSON of a property's value as the mapping reads it: with its own names, and those of
  /// the document where they are data.
  static func restored(_ value: Any, of property: Property) -> Any {
    CodedMembers.inCoderNames(found(in: value, of: property, .reading))
  }

  /// Returns the JSON of a property's value for a coder, which leaves the names alone that are data.
  static func marked(_ value: Any, of property: Property) -> Any {
    found(in: value, of: property, .writing)
  }

  static func found(in value: Any, of property: Property, _ direction: Direction) -> Any {
    func found(_ value: Any) -> Any {
      NamesWithin(value: value, direction: direction).visit(dynamic: property.valueType)
    }
    guard property.keyedBy != nil, let elements = CodedMembers.documentMembers(value) else {
      return found(value)
    }
    return elements.mapValues(found)
  }

  private func visit<Part>(_ value: Any, _ type: Part.Type) -> Any {
    NamesWithin(value: value, direction: direction).visit(type)
  }

  func visitOptional<Wrapped>(_ wrapped: Wrapped.Type) -> Any { visit(wrapped) }

  func visitArray<Element>(_ element: Element.Type) -> Any {
    // A policy can take one element for an array.
    guard let elements = value as? [Any] else { return visit(element) }
    return elements.map { visit($0, element) }
  }

  func visitSet<Element: Hashable>(_ element: Element.Type) -> Any { visitArray(element) }

  func visitDictionary<Key: Hashable, Value>(_ key: Key.Type, _ type: Value.Type) -> Any {
    if let members = CodedMembers.documentMembers(value) {
      let found = members.mapValues { visit($0, type) }
      return direction == .writing ? DataMembers(values: found) : found
    }
    // A path goes on to one of them.
    guard let elements = value as? [Any] else { return value }
    return elements.map {
      NamesWithin(value: $0, direction: direction).visitDictionary(key, type)
    }
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> Any {
    if let model = type as? Model.Type {
      guard let elements = value as? [Any] else {
        return Self.names(of: model).found(in: value, direction)
      }
      return elements.map { visit($0, type) }
    }
    // A coder gets the JSON of a union as it is.
    return type is any JSONUnion.Type || NamingFinder.isData(type) ? direction.data(value) : value
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

extension NamesWithin.Direction {
  /// Returns a value all of whose names are data.
  func data(_ value: Any) -> Any {
    switch self {
    case .reading: CodedMembers.inDocumentNames(value)
    case .writing: DataMembers.marked(value)
    }
  }
}

/// An object whose names a coder converts, with both.
struct CodedMembers {
  /// The values by their names in the document.
  let values: [String: Any]
  /// The coder's names for these, where they differ.
  let converted: [String: String]

  /// The members of an object, by their names in the document; nil for another value.
  static func documentMembers(_ value: Any) -> [String: Any]? {
    (value as? CodedMembers)?.values ?? value as? [String: Any]
  }

  /// The members of an object, and their names in the document, by the coder's names; nil for another
  /// value.
  static func byCoderNames(_ value: Any) -> [String: (name: String, value: Any)]? {
    guard let members = documentMembers(value) else { return nil }
    let converted = (value as? CodedMembers)?.converted ?? [:]
    return Dictionary(
      members.map { (converted[$0] ?? $0, ($0, $1)) }
    ) { first, _ in first }
  }

  static func inDocumentNames(_ value: Any) -> Any {
    if let elements = value as? [Any] { return elements.map(inDocumentNames) }
    return documentMembers(value)?.mapValues(inDocumentNames) ?? value
  }

  static func inCoderNames(_ value: Any) -> Any {
    switch value {
    case let object as CodedMembers:
      Dictionary(
        object.values.map { (object.converted[$0] ?? $0, inCoderNames($1)) }
      ) { first, _ in first }
    case let members as [String: Any]: members.mapValues(inCoderNames)
    case let elements as [Any]: elements.map(inCoderNames)
    default: value
    }
  }
}

/// An object for a coder, whose names are data.
struct DataMembers: Encodable {
  let values: [String: Any]

  static func marked(_ value: Any) -> Any {
    switch value {
    case let members as [String: Any]: DataMembers(values: members.mapValues(marked))
    case let elements as [Any]: elements.map(marked)
    default: value
    }
  }

  func encode(to encoder: any Encoder) throws {
    var single = encoder.singleValueContainer()
    try single.encode(values.mapValues { UntypedCoding<CoderNames>($0) })
  }
}
