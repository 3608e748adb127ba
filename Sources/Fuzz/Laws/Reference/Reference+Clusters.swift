import Peridot

/// The classes of objects.
extension Reference {
  /// The class that an object is read as, and the path to the object that holds its members.
  func chooseClass(_ declared: Int, _ node: Node) throws -> (classID: Int, content: Path) {
    let failure = Failure(faults: [Fault(kind: .noClassFound, path: node.path)])
    // The topmost base decides first.
    var current =
      family.chain(of: declared).first { family.classes[$0].cluster != nil } ?? declared
    var content: Path = []
    var asked: Set<Int> = []
    while let cluster = family.classes[current].cluster, asked.insert(current).inserted {
      let base = current
      guard let inner = node.at(content.names) else { break }
      let found = find(cluster, of: base, in: inner)
      if let found {
        current = found.classID
      } else if base != declared, family.inherits(declared, from: base) {
        // A declared subclass needs no tag, unless it is a base itself.
        current = declared
      } else if let absent = cluster.absent, hasNoTag(cluster, of: base, in: inner) {
        current = absent
      } else {
        switch cluster.unknown {
        case .fail: throw failure
        case .base: break
        // It has the whole object.
        case .kept(let id): return (id, [])
        }
      }
      if case .beside(_, let names) = cluster.form { content += steps(names, base) }
      if cluster.form == .around, let entry = found ?? entry(of: current, in: cluster) {
        content += entry.tag.json.asString.map { [.key($0)] } ?? []
      }
      if !family.inherits(current, from: declared), !family.inherits(declared, from: current) {
        throw failure
      }
    }
    if !family.inherits(current, from: declared) { current = declared }
    return (current, content)
  }

  /// The entry of a list that an object's tag names.
  private func find(_ cluster: ClusterSpec, of base: Int, in node: Node) -> ClusterSpec.Entry? {
    switch cluster.form {
    case .inside(let names), .beside(let names, _):
      return tag(at: names, of: base, in: node).flatMap { value in
        cluster.read.first { $0.tag.json.isEquivalent(to: value) }
      }
    case .around:
      return node.members.lazy.filter { !$0.node.json.isNull }.compactMap { name, _ in
        cluster.entries.first { $0.tag == .text(name) }
      }.first
    case .deduced:
      func member(_ entry: ClusterSpec.Entry) -> JSON? {
        let names = (entry.tag.json.asString ?? "").split(separator: ".").map(String.init)
        return node.at(steps(names, base).names)?.json
      }
      return cluster.entries.first { member($0)?.isNull == false }
        ?? cluster.entries.first { member($0) != nil }
    }
  }

  private func hasNoTag(_ cluster: ClusterSpec, of base: Int, in node: Node) -> Bool {
    switch cluster.form {
    case .inside(let names), .beside(let names, _): tag(at: names, of: base, in: node) == nil
    case .around, .deduced: false
    }
  }

  private func tag(at names: [String], of base: Int, in node: Node) -> JSON? {
    node.at(steps(names, base).names).flatMap { $0.json.isNull ? nil : $0.json }
  }

  /// The tag of a class: its own, or that of its nearest listed superclass.
  func entry(of classID: Int, in cluster: ClusterSpec) -> ClusterSpec.Entry? {
    family.chain(of: classID).reversed().lazy.compactMap { id in
      cluster.entries.first { $0.classID == id }
    }.first
  }

  /// The type of a property whose models, one or an array, have the class that the holder's tag
  /// names.
  func heldType(_ property: PropertySpec, _ object: Node, _ node: Node, _ scope: Scope) throws
    -> TypeSpec
  {
    guard let cluster = property.heldCluster, !node.json.isNull else { return property.type }
    let base = property.type.classIDs[0]
    let absent = hasNoTag(cluster, of: base, in: object) ? cluster.absent : nil
    guard let found = find(cluster, of: base, in: object)?.classID ?? absent else {
      // An empty collection needs no tag, but one that is there has to be known.
      if property.type.isArray, node.json == .array([]) || node.json == .object([]),
        case .inside(let names) = cluster.form,
        tag(at: names, of: base, in: object) == nil
      {
        return property.type
      }
      throw scope.failure(.noClassFound, node)
    }
    return property.type.isArray
      ? .array(.model(found)) : .optional(.model(found))
  }
}
