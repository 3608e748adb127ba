import Peridot

/// The classes of objects.
extension Reference {
  /// The class that an object is read as, and the path to the object that holds its members.
  func chooseClass(
    _ declared: Int, _ node: Node
  ) throws -> (classID: Int, content: Path) {
    let failure = Failure(faults: [Fault(kind: .noClassFound, path: node.path)])
    // The topmost base decides first.
    var current =
      family.chain(of: declared).first { family.classes[$0].cluster != nil } ?? declared
    var content: [String] = []
    var asked: Set<Int> = []
    while let cluster = family.classes[current].cluster, asked.insert(current).inserted {
      let base = current
      guard let inner = node.at(content) else { break }
      let found = try find(cluster, of: base, in: inner)
      if let found {
        current = found.classID
      } else if base != declared, family.inherits(declared, from: base) {
        // A declared subclass needs no tag, unless it is a base itself.
        current = declared
      } else {
        switch cluster.unknown {
        case .fail: throw failure
        case .base: break
        // It has the whole object.
        case .kept(let id): return (id, [])
        }
      }
      switch cluster.form {
      case .inside, .deduced: break
      case .beside(_, let names): content += names.map { family.styled($0, in: base) }
      case .around:
        if let name = found?.name ?? entry(of: current, in: cluster)?.tag.json.asString {
          content.append(name)
        }
      }
      if !family.inherits(current, from: declared), !family.inherits(declared, from: current) {
        throw failure
      }
    }
    if !family.inherits(current, from: declared) { current = declared }
    return (current, content.map { .key($0) })
  }

  /// The listed class of an object, and the name of the member around its content.
  private func find(
    _ cluster: ClusterSpec, of base: Int, in node: Node
  ) throws -> (classID: Int, name: String?)? {
    func names(_ path: [String]) -> [String] { path.map { family.styled($0, in: base) } }
    switch cluster.form {
    case .inside(let tag), .beside(let tag, _):
      guard let value = node.at(names(tag))?.json else { return nil }
      return cluster.entries.first { $0.tag.json.isEquivalent(to: value) }.map { ($0.classID, nil) }
    case .around:
      for (name, member) in node.members where !member.json.isNull {
        if let entry = cluster.entries.first(where: { $0.tag == .text(name) }) {
          return (entry.classID, name)
        }
      }
      return nil
    case .deduced:
      let found = cluster.entries.compactMap { entry -> (id: Int, member: Node)? in
        guard case .text(let text) = entry.tag,
          let member = node.at(names(text.split(separator: ".").map(String.init)))
        else { return nil }
        return (entry.classID, member)
      }
      return (found.first { !$0.member.json.isNull } ?? found.first).map { ($0.id, nil) }
    }
  }

  /// The tag of a class: its own, or that of its nearest listed superclass.
  func entry(of classID: Int, in cluster: ClusterSpec) -> ClusterSpec.Entry? {
    family.chain(of: classID).reversed().lazy.compactMap { id in
      cluster.entries.first { $0.classID == id }
    }.first
  }

  /// The class that the holder's tag gives to the models of a property.
  func heldClass(
    _ cluster: ClusterSpec, _ property: PropertySpec, _ object: Node, _ node: Node, _ scope: Scope
  ) throws -> Int {
    guard let declared = property.type.classIDs.first else { throw Uncovered(what: "no models") }
    if let found = try find(cluster, of: declared, in: object) { return found.classID }
    if node.json.isNull { return declared }
    switch cluster.unknown {
    case .base: return declared
    case .kept(let id): return id
    case .fail: throw scope.failure(.noClassFound, node)
    }
  }
}

extension [PlaceSpec.Step] {
  /// The names on a path of names.
  var names: [String] {
    compactMap { if case .key(let name) = $0 { name } else { nil } }
  }
}
