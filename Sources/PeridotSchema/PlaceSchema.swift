import Peridot

/// What a schema says of one of the values at a place.
struct PlaceSchema {
  var node: SchemaNode
  var isRequired = false
  /// Whether null at a place around it is null for the value.
  var takesNull = true
}

extension PlaceTree<PlaceSchema> {
  private var isRequired: Bool {
    values.contains(where: \.isRequired) || members.contains(where: \.tree.isRequired)
      || elements.contains(where: \.tree.isRequired) || each?.isRequired == true
  }

  private var takesNull: Bool { values.allSatisfy { !$0.isRequired && $0.takesNull } && holdsNull }

  /// Whether null at the place is null for everything within.
  private var holdsNull: Bool {
    members.allSatisfy(\.tree.takesNull) && elements.allSatisfy(\.tree.takesNull)
      && each?.takesNull != false
  }

  /// The schema of the place.
  ///
  /// - Parameters:
  ///   - closes: whether objects have no other members.
  ///   - isRoot: whether it is an object, even without members.
  func schema(closes: Bool, isRoot: Bool = false) -> SchemaNode {
    let nodes = values.map(\.node)
    if isLeaf && !isRoot { return .all(of: nodes) }
    var found: [SchemaNode] = []
    // Members of a value that another property reads whole are that value's.
    let closes = closes && values.isEmpty
    if isRoot || !members.isEmpty { found.append(object(closes, isRoot)) }
    if !elements.isEmpty || each != nil { found.append(array()) }
    return .all(of: found + nodes)
  }

  private func object(_ closes: Bool, _ isRoot: Bool) -> SchemaNode {
    var made = SchemaNode.type("object")
    var properties = SchemaNode.anything
    for (name, tree) in members { properties[name] = tree.schema(closes: closes) }
    if !members.isEmpty { made["properties"] = properties }
    let required = members.filter(\.tree.isRequired).map { SchemaNode.text($0.name) }
    if !required.isEmpty { made["required"] = .array(required) }
    if closes { made["additionalProperties"] = .boolean(false) }
    return holdsNull && !isRoot ? made.orNull : made
  }

  private func array() -> SchemaNode {
    var made = SchemaNode.type("array")
    if let last = elements.last {
      made["prefixItems"] = .array(
        (0...last.index).map { index in
          let tree = elements.first { $0.index == index }?.tree
          return .all(of: [tree, each].compactMap { $0?.schema(closes: false) })
        })
    }
    if let last = elements.last(where: \.tree.isRequired) {
      made["minItems"] = .number("\(last.index + 1)")
    }
    if let each { made["items"] = each.schema(closes: false) }
    return holdsNull ? made.orNull : made
  }
}

extension PlaceTree {
  /// Returns the tree of what a closure makes of each value, without values for which it returns nil,
  /// and without places that then have no value.
  func compactMap<Other>(_ transform: (Value) throws -> Other?) rethrows -> PlaceTree<Other> {
    var other = PlaceTree<Other>()
    func add(_ tree: PlaceTree, at path: [JSONKeyPath.Component]) throws {
      for value in tree.values {
        if let made = try transform(value) { other.insert(made, at: path) }
      }
      for (name, inner) in tree.members { try add(inner, at: path + [.key(name)]) }
      for (index, inner) in tree.elements { try add(inner, at: path + [.index(index)]) }
      if let inner = tree.each { try add(inner, at: path + [.each]) }
    }
    try add(self, at: [])
    return other
  }
}
