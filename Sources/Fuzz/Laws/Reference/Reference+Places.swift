import Peridot

/// Where the values of properties lie.
extension Reference {
  enum Found {
    case absent
    case value(Node)
    /// The path could not go on at this value.
    case blocked(Node)
  }

  /// What lies at the place of a property in the object at `node`.
  func find(_ place: PlaceSpec, in node: Node, _ scope: Scope) throws -> Found {
    // An array that stands for an object has no members.
    if case .array = node.json, place.form != .root { return .absent }
    switch place.form {
    case .all: throw Uncovered(what: "several places at once")
    case .excluded: return .absent
    case .root: return .value(node)
    case .path(let steps):
      let found = find(steps[...], in: node, scope.policy)
      let name = PlaceSpec.text(of: steps)
      guard case .absent = found, scope.policy.fallsBackToLiteralNames, steps.count > 1,
        let literal = node.at([name])
      else { return found }
      note(literal)
      return .value(literal)
    case .firstOf(let paths):
      var null: [PlaceSpec.Step] = []
      var all: [Found] = []
      // The object on the way to a null is no value.
      for path in paths where path.count >= null.count || !null.starts(with: path) {
        let found = find(path[...], in: node, scope.policy)
        all.append(found)
        if null.isEmpty, case .value(let node) = found, node.json.isNull { null = path }
      }
      let values = all.compactMap { if case .value(let node) = $0 { node } else { nil } }
      if values.contains(where: { $0.parts != nil }) {
        throw Uncovered(what: "alternatives through arrays")
      }
      guard let first = values.first(where: { !$0.json.isNull }) else {
        let blocked = all.first { if case .blocked = $0 { true } else { false } }
        return values.first.map { .value($0) } ?? blocked ?? .absent
      }
      if scope.policy.alternatives != .first, values.count > 1 {
        throw Uncovered(what: "alternatives that differ")
      }
      return .value(first)
    }
  }

  /// Follows a path. A null anywhere on it is null; an index beyond the end leads nowhere.
  private func find(_ steps: ArraySlice<PlaceSpec.Step>, in node: Node, _ policy: ConversionPolicy)
    -> Found
  {
    guard let step = steps.first, !node.json.isNull else { return .value(node) }
    let rest = steps.dropFirst()
    switch (step, node.json) {
    case (.key(let name), .object):
      return node.at([name]).map { find(rest, in: $0, policy) } ?? .absent
    case (.index(let index), .array(let elements)):
      return index < elements.count ? find(rest, in: node.elements[index], policy) : .absent
    case (.each, .array): return collect(rest, in: node, policy)
    case (.key, .array) where policy.collectsImplicitly: return collect(steps, in: node, policy)
    default: return .blocked(node)
    }
  }

  /// Collects the values at a path through each element. An element without one is left out, and
  /// one of another kind is a bad element.
  private func collect(
    _ steps: ArraySlice<PlaceSpec.Step>, in node: Node, _ policy: ConversionPolicy
  ) -> Found {
    let parts = node.elements.flatMap { element -> [Node] in
      switch find(steps, in: element, policy) {
      case .absent: return []
      case .value(let node): return (steps.contains(.each) ? node.parts : nil) ?? [node]
      case .blocked(var node):
        node.isBlocked = true
        return [node]
      }
    }
    return .value(Node(json: .array(parts.map(\.json)), path: node.path, parts: parts))
  }

  /// The place of a property in an object whose own members are in the one at `content`; a key
  /// without a place is styled.
  func place(of property: PropertySpec, in classID: Int, _ content: Path) -> PlaceSpec {
    if property.storage == .excluded { return PlaceSpec(.excluded) }
    var place = property.place ?? .key(family.styled(property.key, in: classID))
    place.written = place.written.map { content + $0 }
    switch place.form {
    case .path(let steps): place.form = .path(content + steps)
    case .firstOf(let paths): place.form = .firstOf(paths.map { content + $0 })
    case .all(let paths): place.form = .all(paths.map { content + $0 })
    case .root: place.form = content.isEmpty ? .root : .path(content)
    case .excluded: break
    }
    return place
  }

  // MARK: Members that no property maps

  /// The paths that the class maps, tags included.
  func mappedPaths(of classID: Int, _ content: Path) throws -> [Path] {
    var paths: [Path] = []
    for property in family.properties(of: classID) {
      let place = place(of: property, in: classID, content)
      if place.form == .root { throw Uncovered(what: "unknown members beside one at the root") }
      paths += place.paths + [place.written].compactMap { $0 }
      if case .inside(let tag)? = property.heldCluster?.form {
        paths.append(content + steps(tag, property.type.classIDs[0]))
      }
    }
    for base in family.chain(of: classID) {
      switch family.classes[base].cluster?.form {
      case .inside(let tag)?: paths.append(content + steps(tag, base))
      case .beside(let tag, _)?: paths.append(steps(tag, base))
      case .around?, .deduced?, nil: break
      }
    }
    return paths
  }

  /// A path of names in the key style of a class.
  func steps(_ names: [String], _ classID: Int) -> Path {
    names.map { .key(family.styled($0, in: classID)) }
  }

  /// The members that none of the paths leads to or into; an array that a path enters is mapped.
  func extras(in node: Node, _ paths: [Path]) -> [JSON.Member] {
    node.members.compactMap { name, member in
      let inner = paths.filter { $0.prefix(1).names.first?.isSame(as: name) == true }
        .map { Array($0.dropFirst()) }
      if inner.isEmpty { return JSON.Member(name, member.json) }
      if inner.contains(where: { $0.prefix(1).names.isEmpty }) { return nil }
      let rest = extras(in: member, inner)
      return rest.isEmpty ? nil : JSON.Member(name, .object(rest))
    }
  }
}

extension PlaceSpec {
  /// The paths that it names.
  var paths: [[Step]] {
    switch form {
    case .path(let steps): [steps]
    case .firstOf(let paths), .all(let paths): paths
    case .root, .excluded: []
    }
  }
}

extension Collection<PlaceSpec.Step> {
  /// The names on a path.
  var names: [String] { compactMap { if case .key(let name) = $0 { name } else { nil } } }
}
