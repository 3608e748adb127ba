import Peridot

/// The places of a class's properties in its JSON, as a tree; it becomes the class's schema.
struct PlaceTree {
  /// The schemas of what is at this place.
  private(set) var values: [SchemaNode] = []
  private var names: [String] = []
  private var members: [String: PlaceTree] = [:]
  private var indices: [Int: PlaceTree] = [:]
  private var each: [PlaceTree] = []
  private var required: [String] = []
  private var leastCount = 0
  /// Whether null here is null for everything within.
  private var takesNull = true

  /// Puts a schema at a path.
  mutating func insert(
    _ node: SchemaNode, at steps: some Collection<JSONKeyPath.Component>, isRequired: Bool = false,
    takesNull: Bool = true
  ) {
    guard let step = steps.first else { return values.append(node) }
    let rest = steps.dropFirst()
    if isRequired || !takesNull { self.takesNull = false }
    switch step {
    case .key(let name):
      if members[name] == nil { names.append(name) }
      if isRequired, !required.contains(name) { required.append(name) }
      members[name, default: PlaceTree()].insert(
        node, at: rest, isRequired: isRequired, takesNull: takesNull)
    case .index(let index):
      if isRequired { leastCount = max(leastCount, index + 1) }
      indices[index, default: PlaceTree()].insert(
        node, at: rest, isRequired: isRequired, takesNull: takesNull)
    case .each:
      if each.isEmpty { each = [PlaceTree()] }
      each[0].insert(node, at: rest)
    }
  }

  private var isLeaf: Bool { names.isEmpty && indices.isEmpty && each.isEmpty }

  /// The schema of the place.
  ///
  /// - Parameters:
  ///   - closes: whether objects have no other members.
  ///   - isRoot: whether it is an object, even without members.
  func schema(closes: Bool, isRoot: Bool = false) -> SchemaNode {
    if isLeaf && !isRoot { return .all(of: values) }
    var found: [SchemaNode] = []
    // Members of a value that another property reads whole are that value's.
    let closes = closes && values.isEmpty
    if isRoot || !names.isEmpty { found.append(object(closes, isRoot)) }
    if !indices.isEmpty || !each.isEmpty { found.append(array()) }
    return .all(of: found + values)
  }

  private func object(_ closes: Bool, _ isRoot: Bool) -> SchemaNode {
    var made = SchemaNode.type("object")
    var properties = SchemaNode.anything
    for name in names { properties[name] = members[name]?.schema(closes: closes) }
    if !names.isEmpty { made["properties"] = properties }
    if !required.isEmpty { made["required"] = .array(required.map { .text($0) }) }
    if closes { made["additionalProperties"] = .boolean(false) }
    return takesNull && !isRoot ? made.orNull : made
  }

  private func array() -> SchemaNode {
    var made = SchemaNode.type("array")
    let last = indices.keys.max() ?? -1
    if last >= 0 {
      made["prefixItems"] = .array(
        (0...last).map {
          .all(of: [indices[$0], each.first].compactMap { $0?.schema(closes: false) })
        })
    }
    if leastCount > 0 { made["minItems"] = .number("\(leastCount)") }
    if let each = each.first { made["items"] = each.schema(closes: false) }
    return takesNull ? made.orNull : made
  }
}
