import Peridot

extension SchemaMaker {
  static func node(of tag: Cluster.Tag) -> SchemaNode {
    switch tag {
    case .text(let text): .text(text)
    case .integer(let number): .number("\(number)")
    case .boolean(let value): .boolean(value)
    }
  }

  /// The schema of a cluster's base: one of its classes, chosen by the tag.
  func choices(
    of cluster: ClusterDescription, _ facts: ClassDescription, _ scope: Scope
  ) -> SchemaNode {
    let types = cluster.types
    let all = (cluster.classes + cluster.alsoReading).map { Self.node(of: $0.tag) }
    var choices: [SchemaNode] = []
    var mapping = SchemaNode.anything
    for type in types {
      let tags = (isReading ? cluster.classes + cluster.alsoReading : cluster.classes)
        .filter { $0.type == type }.map { Self.node(of: $0.tag) }
      let member = type == cluster.base ? object(facts, scope) : reference(to: type, scope)
      for case .text(let text) in tags { mapping[text] = member["$ref"] }
      choices.append(isForTools ? member : .all(of: [member, tagged(cluster, tags)]))
    }
    if isForTools { return SchemaNode(["anyOf": .array(choices)]) }
    if let absent = cluster.absent {
      let member = absent == cluster.base ? object(facts, scope) : reference(to: absent, scope)
      choices.append(.all(of: [member, untagged(cluster, all)]))
    }
    switch cluster.unknown {
    case .fail: break
    case .base: choices.append(.all(of: [object(facts, scope), other(than: all, cluster)]))
    case .kept(let type):
      let kept =
        cluster.form == .inside
        ? reference(to: type, scope)
        : limited(.type("object"), .structure, scope, "an object with another tag is kept")
      choices.append(.all(of: [kept, other(than: all, cluster)]))
    }
    let isExclusive = cluster.form == .inside || cluster.form == .beside
    var made = SchemaNode([(isExclusive ? "oneOf" : "anyOf"): .array(choices)])
    if form == .openAPI31, cluster.form == .inside, cluster.tagPath.count == 1 {
      made["discriminator"] = SchemaNode([
        "propertyName": .text(cluster.tagPath[0]), "mapping": mapping,
      ])
    }
    if isReading, !isExclusive, types.count > 1 {
      limit(&made, .structure, scope, "an object with the members of several classes")
    }
    return widened(made, scope, isArray: false, isObject: true)
  }

  /// A class with subclasses, one of which the tag can choose.
  func withSubclasses(
    _ own: SchemaNode, _ facts: ClassDescription, _ scope: Scope
  ) -> SchemaNode {
    let subclasses = facts.subclasses
    if isForTools || subclasses.isEmpty { return own }
    var exclusive = [own]
    for cluster in facts.clusters where cluster.form == .inside || cluster.form == .beside {
      let tags = (cluster.classes + cluster.alsoReading).filter { tag in
        subclasses.contains { $0 == tag.type }
      }
      if tags.isEmpty { continue }
      exclusive.append(other(than: tags.map { Self.node(of: $0.tag) }, cluster))
    }
    let others = subclasses.map { reference(to: $0, scope) }
    return limited(
      SchemaNode(["anyOf": .array([.all(of: exclusive)] + others)]), .structure, scope,
      "the tag chooses a subclass")
  }

  /// An object with one of the tags.
  private func tagged(_ cluster: ClusterDescription, _ tags: [SchemaNode]) -> SchemaNode {
    switch cluster.form {
    case .inside, .beside:
      let tag = SchemaNode(tags.count == 1 ? ["const": tags[0]] : ["enum": .array(tags)])
      return Self.demand(tag, at: path(of: cluster))
    case .around, .deduced:
      let choices = tags.compactMap(\.text).map { name in
        Self.demand(.anything, at: JSONKeyPath(name).paths.first ?? [.key(name)])
      }
      return choices.count == 1 ? choices[0] : SchemaNode(["anyOf": .array(choices)])
    }
  }

  /// An object without a tag.
  private func untagged(_ cluster: ClusterDescription, _ tags: [SchemaNode]) -> SchemaNode {
    switch cluster.form {
    case .inside, .beside:
      let tag = SchemaNode(["not": .type("null")])
      return SchemaNode(["not": Self.demand(tag, at: path(of: cluster))])
    case .around, .deduced: return SchemaNode(["not": tagged(cluster, tags)])
    }
  }

  /// An object with another tag, or without one.
  private func other(than tags: [SchemaNode], _ cluster: ClusterDescription) -> SchemaNode {
    SchemaNode(["not": tagged(cluster, tags)])
  }

  private func path(of cluster: ClusterDescription) -> [JSONKeyPath.Component] {
    cluster.tagPath.map { .key($0) }
  }

  /// The schema and the conditions of a property whose models' tag is a member of their holder.
  func held(
    by cluster: ClusterDescription, _ property: PropertyDescription, _ place: JSONKeyPath,
    _ scope: Scope, _ conditions: inout [SchemaNode]
  ) -> SchemaNode {
    if isForTools { return SchemaNode(["if": .anything]) }
    guard case .path(let steps) = place.form else { return .anything }
    // Collections of models, and other tags, can be anything here.
    guard case .model = ValueDescription(of: property.valueType).unwrapped.form else {
      return limited(.anything, .structure, scope, "the tag of the elements is in their holder")
    }
    for type in cluster.types {
      let tags = (cluster.classes + cluster.alsoReading).filter { $0.type == type }
      let known = SchemaNode(["enum": .array(tags.map { Self.node(of: $0.tag) })])
      let link = reference(to: type, scope)
      let value = PlaceSchema(node: property.isOptional ? link.orNull : link)
      conditions.append(
        SchemaNode([
          "if": Self.demand(known, at: path(of: cluster)),
          "then": Self.object(with: value, at: steps),
        ]))
    }
    guard case .fail = cluster.unknown, cluster.absent == nil else {
      return limited(.anything, .structure, scope, "a model with another tag, or none")
    }
    let all = (cluster.classes + cluster.alsoReading).map { Self.node(of: $0.tag) }
    conditions.append(
      SchemaNode([
        "if": Self.demand(SchemaNode(["not": .type("null")]), at: steps),
        "then": Self.demand(SchemaNode(["enum": .array(all)]), at: path(of: cluster)),
      ]))
    return .anything
  }
}
