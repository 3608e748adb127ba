/// The objects of a shape by the text of one member, which tells the members that an object has.
struct TagGroups {
  struct Group {
    var value: String
    var objects: [[JSON.Member]] = []
    var names: [String] = []
    var presence: [String: Shape.Presence] = [:]
    var kinds: [String: Set<String>] = [:]

    mutating func add(_ object: [JSON.Member]) {
      objects.append(object)
      for member in object {
        if presence[member.name] == nil { names.append(member.name) }
        presence[member.name, default: Shape.Presence()].count += 1
        if case .null = member.value {
          presence[member.name]?.nulls += 1
        } else {
          kinds[member.name, default: []].insert(TagGroups.kind(of: member.value))
        }
      }
    }

    /// Whether each object has the member, or none, and in one kind of value.
    func explains(_ name: String) -> Bool {
      let count = presence[name]?.count ?? 0
      return (count == 0 || count == objects.count) && TagGroups.kinds(in: [self], of: name) <= 1
    }

    /// The shape of a member: one of its own where that of all groups has several kinds of value.
    func shape(of name: String, in owner: Shape) -> Shape? {
      guard let shared = owner.member(name), shared.isMixed else { return owner.member(name) }
      let shape = Shape("\(owner.path).\(value).\(name)", owner.configuration)
      shape.place = shape.place ?? shared.place
      for member in objects.joined() where member.name == name {
        shape.add(member.value, under: name)
      }
      Shape.uniteAlike(below: shape)
      return shape.united
    }
  }

  let tag: String
  let groups: [Group]

  private static let usualTags = [
    "type", "kind", "object", "event", "@type", "__typename", "resourceType", "op",
  ]

  /// Groups the objects if a member's text says which others they have, and of which kind.
  init?(of shape: Shape) {
    if let tag = shape.place?.tag {
      guard !tag.isEmpty, let groups = Self.groups(of: shape, by: tag) else { return nil }
      self.tag = tag
      self.groups = groups
      return
    }
    for tag in Self.usualTags {
      guard let groups = Self.groups(of: shape, by: tag), (2...24).contains(groups.count) else {
        continue
      }
      let mixed = shape.names.filter { Self.kinds(in: groups, of: $0) > 1 }
      let lacking = shape.names.filter(shape.isAbsent)
      let explained = lacking.filter { name in
        !mixed.contains(name) && groups.allSatisfy { $0.explains(name) }
      }
      let explainsKinds = mixed.contains { name in
        groups.allSatisfy { Self.kinds(in: [$0], of: name) <= 1 }
      }
      if explainsKinds || explained.count >= 2 && explained.count * 2 >= lacking.count {
        self.tag = tag
        self.groups = groups
        return
      }
    }
    return nil
  }

  /// The members that all groups have, in one kind of value.
  func common(in shape: Shape) -> [String] {
    shape.names.filter { name in
      name != tag && groups.allSatisfy { $0.presence[name] != nil }
        && Self.kinds(in: groups, of: name) <= 1
    }
  }

  private static func groups(of shape: Shape, by tag: String) -> [Group]? {
    guard shape.member(tag)?.kinds == [.text], !shape.isAbsent(tag), !shape.isNull(tag) else {
      return nil
    }
    var groups: [Group] = []
    var places: [String: Int] = [:]
    for object in shape.objects {
      guard case .text(let value)? = object.first(where: { $0.name == tag })?.value else {
        return nil
      }
      let place = places[value] ?? groups.count
      if place == groups.count {
        places[value] = place
        groups.append(Group(value: value))
      }
      groups[place].add(object)
    }
    return groups
  }

  /// How many kinds of value a member has; that of an empty array is none.
  private static func kinds(in groups: [Group], of name: String) -> Int {
    groups.reduce(into: Set<String>()) { $0.formUnion($1.kinds[name] ?? []) }
      .subtracting(["array"]).count
  }

  private static func kind(of value: JSON) -> String {
    switch value {
    case .object: "object"
    case .text: "text"
    case .number: "number"
    case .bool: "bool"
    case .null: "null"
    case .array(let elements): elements.first.map { "[\(kind(of: $0))]" } ?? "array"
    }
  }
}
