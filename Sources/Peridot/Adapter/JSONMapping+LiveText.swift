/// Objects in memory that a class is to read, as text.
extension JSONMapping {
  /// Writes the object of which `members` are the members.
  ///
  /// Members that no property is mapped to are not looked at.
  func writeText(
    of members: [String: Any], _ writer: inout JSONWriter, maximumDepth: Int
  ) throws {
    try writeText(of: members, input, deferredNames, &writer, maximumDepth)
  }

  /// The members that are read when the whole object is there; nil for all.
  private var deferredNames: Set<String>? {
    var names: Set<String> = []
    func add(_ path: [JSONKeyPath.Component]) {
      if case .key(let name)? = path.first { names.insert(name) }
    }
    for item in deferred {
      switch item.source {
      case .root: return nil
      case .path(let path): add(path)
      case .firstOf(let paths): for path in paths { add(path) }
      case .all(let paths): for place in paths { add(place.path) }
      case .fallback(let path, let name):
        add(path)
        names.insert(name)
      }
    }
    return names
  }

  private func writeText(
    of members: [String: Any], _ node: JSONInputNode, _ deferredNames: Set<String>?,
    _ writer: inout JSONWriter, _ maximumDepth: Int
  ) throws {
    guard writer.depth < maximumDepth else { throw JSONValueError(.tooDeep(limit: maximumDepth)) }
    writer.beginObject()
    for (name, value) in members {
      writer.key(name)
      do {
        if deferredNames?.contains(name) ?? true {
          try writer.any(value, maximumDepth: maximumDepth)
        } else if let index = node.table.index(of: name) {
          try writeText(of: value, node.members[index], &writer, maximumDepth)
        } else {
          try writer.unseen(value, maximumDepth: maximumDepth)
        }
      } catch let error as JSONValueError {
        throw error.inside(key: name)
      }
    }
    writer.endObject()
  }

  private func writeText(
    of value: Any, _ member: JSONInputNode.Member, _ writer: inout JSONWriter,
    _ maximumDepth: Int
  ) throws {
    if let child = member.child {
      guard member.fields.isEmpty, let members = value as? [String: Any] else {
        return try writer.any(value, maximumDepth: maximumDepth)
      }
      try writeText(of: members, child, [], &writer, maximumDepth)
    } else if member.fields.count == 1 {
      try fields[member.fields[0]].writeText(of: value, &writer, maximumDepth: maximumDepth)
    } else {
      try writer.any(value, maximumDepth: maximumDepth)
    }
  }
}
