import Peridot

/// Where the values of properties lie.
extension Reference {
  /// What lies at a path.
  enum Found {
    case absent
    case value(Node)
    /// The path could not go on at this value.
    case blocked(Node)
  }

  /// What lies at the place of a property in the object at `node`.
  func find(_ place: PlaceSpec, _ property: PropertySpec, in node: Node, _ scope: Scope) throws
    -> Found
  {
    switch place.form {
    case .excluded: return .absent
    case .root: return .value(node)
    case .path(let steps):
      let found = find(steps[...], in: node, scope.policy)
      guard case .absent = found, scope.policy.fallsBackToLiteralNames, steps.count > 1,
        let literal = node.json[PlaceSpec.text(of: steps)]
      else { return found }
      let value = Node(json: literal, path: node.path + [.key(PlaceSpec.text(of: steps))])
      note(value)
      return .value(value)
    case .firstOf(let paths):
      if scope.policy.collectsImplicitly, paths.contains(where: { passesArray($0, in: node) }) {
        throw Uncovered(what: "alternatives through arrays")
      }
      let all = paths.map { find($0[...], in: node, scope.policy) }
      let values = all.compactMap { if case .value(let node) = $0 { node } else { nil } }
      let blocked = all.first { if case .blocked = $0 { true } else { false } }
      guard let first = values.first(where: { !$0.json.isNull }) else {
        return values.first.map { .value($0) } ?? blocked ?? .absent
      }
      if let other = values.first(where: {
        !$0.json.isNull && !$0.json.isEquivalent(to: first.json)
      }) {
        switch scope.policy.alternatives {
        case .first: break
        case .report: note(other)
        case .fail: throw scope.failure(.typeMismatch, other)
        }
      }
      return .value(first)
    }
  }

  private func passesArray(_ steps: Path, in node: Node) -> Bool {
    guard let name = steps.names.first, steps.count > 1, let inner = node.at([name]) else {
      return false
    }
    if case .array = inner.json { return true }
    return passesArray(Array(steps.dropFirst()), in: inner)
  }

  /// Follows a path. A null anywhere on it is null; an index beyond the end leads nowhere.
  private func find(
    _ steps: ArraySlice<PlaceSpec.Step>, in node: Node, _ policy: ConversionPolicy
  ) -> Found {
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
    var parts: [Node] = []
    for element in node.elements {
      switch find(steps, in: element, policy) {
      case .absent: break
      case .value(let node):
        if steps.contains(.each), let inner = node.parts {
          parts += inner
        } else {
          parts.append(node)
        }
      case .blocked(var node):
        node.isBlocked = true
        parts.append(node)
      }
    }
    return .value(Node(json: .array(parts.map(\.json)), path: node.path, parts: parts))
  }

  /// The place of a property; a key without one is styled.
  func place(of property: PropertySpec, in classID: Int) -> PlaceSpec {
    if property.storage == .excluded { return PlaceSpec(.excluded) }
    return property.place ?? .key(family.styled(property.key, in: classID))
  }

  // MARK: Members that no property maps

  /// The members that a class's properties are mapped to.
  struct Known {
    /// Whether a property has the whole value.
    var isWhole = false
    var members: [(name: String, known: Known)] = []
    var elements: [Known] = []

    subscript(name: String) -> Known? { members.first { $0.name.isSame(as: name) }?.known }

    mutating func insert(_ steps: some Collection<PlaceSpec.Step>) {
      switch steps.first {
      case nil: isWhole = true
      case .key(let name)?:
        var inner = self[name] ?? Known()
        inner.insert(steps.dropFirst())
        members.removeAll { $0.name.isSame(as: name) }
        members.append((name, inner))
      case .index?, .each?:
        var inner = elements.first ?? Known()
        inner.insert(steps.dropFirst())
        elements = [inner]
      }
    }
  }

  /// The members that the class maps, tags included.
  func known(of classID: Int, content: Path) throws -> Known {
    var known = Known()
    for property in family.properties(of: classID) {
      switch place(of: property, in: classID).inside(content).form {
      case .path(let steps): known.insert(steps[...])
      case .firstOf(let paths): for path in paths { known.insert(path) }
      case .root: throw Uncovered(what: "unknown members beside a property at the root")
      case .excluded: break
      }
      if let held = property.heldCluster, let base = property.type.classIDs.first,
        case .inside(let tag) = held.form
      {
        known.insert(content + tag.map { .key(family.styled($0, in: base)) })
      }
    }
    for base in family.chain(of: classID) {
      switch family.classes[base].cluster?.form {
      case .inside(let tag)?: known.insert(content + tag.map { .key(family.styled($0, in: base)) })
      case .beside(let tag, _)?: known.insert(tag.map { .key(family.styled($0, in: base)) })
      case .around?, .deduced?, nil: break
      }
    }
    return known
  }

  /// The members that nothing maps.
  func unknown(in node: Node, _ known: Known) -> [Node] {
    if known.isWhole { return [] }
    let inArrays = known.elements.flatMap { inner in
      node.elements.flatMap { unknown(in: $0, inner) }
    }
    return inArrays
      + node.members.flatMap { name, member in
        known[name].map { unknown(in: member, $0) } ?? [member]
      }
  }

  /// The members that nothing maps, at every level; an array that a path enters counts as mapped.
  func extras(in node: Node, _ known: Known) -> [JSON.Member] {
    node.members.compactMap { name, member in
      guard let inner = known[name] else { return JSON.Member(name, member.json) }
      if inner.isWhole || !inner.elements.isEmpty { return nil }
      let rest = extras(in: member, inner)
      return rest.isEmpty ? nil : JSON.Member(name, .object(rest))
    }
  }
}

extension PlaceSpec {
  /// The place in an object whose own members are in the object at a path of names.
  func inside(_ content: [Step]) -> PlaceSpec {
    if content.isEmpty { return self }
    let moved: Form =
      switch form {
      case .path(let steps): .path(content + steps)
      case .firstOf(let paths): .firstOf(paths.map { content + $0 })
      case .root: .path(content)
      case .excluded: .excluded
      }
    return PlaceSpec(moved, direction)
  }
}
