import Foundation
import Peridot

extension SchemaMaker {
  /// The schema of a class's own objects.
  func object(_ facts: ClassDescription, _ scope: Scope) -> SchemaNode {
    var tree = PlaceTree()
    var conditions: [SchemaNode] = []
    insertTags(facts, &tree)
    let defaults = isReading && !isForTools ? facts.defaults : [:]
    var takesRoot = false
    // Which a schema can't say.
    let readsOtherNames = isReading && !isForTools && facts.ignoresCase
    for property in facts.properties {
      guard let place = property.place else { continue }
      var inner = scope
      inner.policy = property.policy
      inner.owner = "\(scope.owner).\(property.key)"
      inner.keyedBy = nil
      let isName = property.key == scope.keyedBy
      let other: JSONKeyPath.Direction = isReading ? .writeOnly : .readOnly
      if place.direction == other || isReading && property.isReadOnly || isName && !isReading {
        // A member that isn't read isn't unknown.
        if isReading { for path in Self.paths(of: place) { tree.insert(.anything, at: path) } }
        continue
      }
      var node = schema(of: property, facts, inner)
      let isKept =
        !isReading && !facts.hooks.isDisjoint(with: [.keepsMembers, .keepsPresence])
      if !isReading, facts.hooks.contains(.keepsPresence),
        property.isOptional || property.policy.null != .fail
      {
        node = node.orNull
      }
      annotate(&node, property, defaults[property.key])
      if case .root = place.form { takesRoot = true }
      put(
        node, place, property, inner,
        !isKept && !isName && !readsOtherNames && isRequired(property, inner), &tree,
        &conditions)
      if let cluster = property.cluster { holders(cluster, property, inner, &tree, &conditions) }
    }
    let closes =
      (isReading ? scope.policy.unknownKeys == .fail : true)
      && !facts.hooks.contains(.keepsMembers) && !takesRoot && !readsOtherNames
    var made = tree.schema(closes: closes || isForTools, isRoot: true)
    if readsOtherNames { limit(&made, .structure, scope, "names are read in any case") }
    if takesRoot {
      made = limited(.anything, .structure, scope, "a property takes the whole object")
    }
    if isForTools { return made }
    if !conditions.isEmpty {
      made["allOf"] = .array((made["allOf"]?.elements ?? []) + conditions)
    }
    return widened(made, scope, isArray: false, isObject: true)
  }

  private func insertTags(_ facts: ClassDescription, _ tree: inout PlaceTree) {
    for cluster in facts.clusters where cluster.form == .inside || cluster.form == .beside {
      let path = cluster.tagPath.map { JSONKeyPath.Component.key($0) }
      if isForTools, let own = facts.tags.first(where: { $0.path == cluster.tagPath })?.tag {
        tree.insert(SchemaNode(["const": Self.node(of: own)]), at: path, isRequired: true)
      } else {
        tree.insert(tag(of: facts, in: cluster), at: path)
      }
    }
  }

  /// The tags of a class's own objects, and of subclasses that they can become; none is read, too.
  private func tag(of facts: ClassDescription, in cluster: ClusterDescription) -> SchemaNode {
    guard facts.clusters.count == 1, cluster.base != facts.modelClass else { return .anything }
    let own = [facts.modelClass] + facts.subclasses
    let tags = (cluster.classes + cluster.alsoReading).filter { tag in
      own.contains { $0 == tag.type }
    }
    return tags.isEmpty
      ? .anything : SchemaNode(["enum": .array(tags.map { Self.node(of: $0.tag) } + [.null])])
  }

  /// The single paths of a place.
  static func paths(of place: JSONKeyPath) -> [[JSONKeyPath.Component]] {
    switch place.form {
    case .path(let steps): [steps]
    case .all(let places), .firstOf(let places): places.flatMap { paths(of: $0) }
    case .root, .excluded: []
    }
  }

  /// Puts a property's schema at its place.
  private func put(
    _ node: SchemaNode, _ place: JSONKeyPath, _ property: PropertyDescription, _ scope: Scope,
    _ isRequired: Bool, _ tree: inout PlaceTree, _ conditions: inout [SchemaNode]
  ) {
    let takesNull = property.isOptional || scope.policy.null != .fail || node.acceptsAnything
    switch place.form {
    case .path(let steps):
      insert(node, at: steps, isRequired, takesNull, scope, &tree)
    case .firstOf(let places):
      let other: JSONKeyPath.Direction = isReading ? .writeOnly : .readOnly
      let used = places.filter { $0.direction != other }.flatMap { Self.paths(of: $0) }
      guard let first = used.first else { return }
      if isReading {
        for path in places.filter({ $0.direction == other }).flatMap({ Self.paths(of: $0) }) {
          tree.insert(.anything, at: path)
        }
      }
      if !isReading || isForTools || used.count == 1 {
        insert(node, at: first, isRequired, takesNull, scope, &tree)
      } else {
        alternatives(node, used, isRequired, scope, &tree, &conditions)
      }
    case .all(let places):
      let node = limited(
        .anything, .transformer, scope, "a transformer takes several members together")
      for path in places.flatMap({ Self.paths(of: $0) }) { tree.insert(node, at: path) }
    case .root, .excluded: break
    }
  }

  /// The first alternative that is there and not null is read; the others can be anything.
  private func alternatives(
    _ node: SchemaNode, _ paths: [[JSONKeyPath.Component]], _ isRequired: Bool, _ scope: Scope,
    _ tree: inout PlaceTree, _ conditions: inout [SchemaNode]
  ) {
    var absent: [(name: String, value: SchemaNode)] = []
    var isPlain = true
    for path in paths {
      guard isPlain, path.count == 1, case .key(let name) = path[0] else {
        isPlain = false
        // Without the places' containers: an alternative that ends early is passed over.
        let node = limited(.anything, .structure, scope, "a later alternative")
        tree.insert(node, at: path.prefix(1))
        continue
      }
      if absent.isEmpty {
        let first = limited(node.orNull, .structure, scope, "null, if no other place has a value")
        tree.insert(first, at: path)
      } else {
        let other = limited(.anything, .structure, scope, "null, if no other place has a value")
        tree.insert(other, at: path)
        var known = SchemaNode.anything
        for (name, value) in absent { known[name] = value }
        let then = SchemaNode(["properties": SchemaNode([name: node.orNull])])
        conditions.append(SchemaNode(["if": SchemaNode(["properties": known]), "then": then]))
      }
      absent.append((name, .type("null")))
    }
    guard isRequired else { return }
    conditions.append(
      SchemaNode(["anyOf": .array(paths.map { Self.demand(.anything, at: $0) })]))
  }

  /// An object with something at a path.
  static func demand(_ node: SchemaNode, at path: [JSONKeyPath.Component]) -> SchemaNode {
    var tree = PlaceTree()
    tree.insert(node, at: path, isRequired: true, takesNull: false)
    return tree.schema(closes: false, isRoot: true)
  }

  private func insert(
    _ node: SchemaNode, at path: [JSONKeyPath.Component], _ isRequired: Bool, _ takesNull: Bool,
    _ scope: Scope, _ tree: inout PlaceTree
  ) {
    var node = node
    if let index = path.firstIndex(of: .each) {
      // Behind `[*]` is one element of the property's array.
      for _ in path.filter({ $0 == .each }) {
        let choices = [node] + (node["anyOf"]?.elements ?? [])
        node = choices.compactMap { $0["items"] }.first ?? .anything
      }
      node = node.orNull
      let note = limited(.anything, .structure, scope, "null, and elements without the member")
      tree.insert(note, at: path[...index])
    }
    tree.insert(node, at: path, isRequired: isRequired, takesNull: takesNull)
  }

  private func isRequired(_ property: PropertyDescription, _ scope: Scope) -> Bool {
    if isForTools { return true }
    if isReading { return property.isRequired && !scope.policy.repairs }
    return !property.isOptional && property.transformer == nil && !property.isWeak
      && scope.policy.defaultsOnExport == .write && scope.policy.emptyOnExport == .write
      && scope.policy.nonFinite == .fail && ValueDescription(of: property.valueType).isSure
  }

  // MARK: Properties

  private func schema(
    of property: PropertyDescription, _ facts: ClassDescription, _ scope: Scope
  ) -> SchemaNode {
    if isReading, scope.policy.repairs {
      return limited(.anything, .policy, scope, "the policy repairs what it can't read")
    }
    if property.cluster != nil { return .anything }
    if facts.hooks.contains(.choosesHeldClasses), property.heldClass != nil {
      return limited(.anything, .code, scope, "code chooses the class")
    }
    var node: SchemaNode
    if let key = property.keyedBy {
      node = keyedList(of: property, by: key, scope)
      if isReading, !property.limits.isEmpty {
        limit(&node, .limit, scope, "limits of a list with names")
      }
    } else if property.transformer == nil {
      node = value(of: property.valueType, scope)
      if isReading { apply(property.limits, to: &node, property.valueType, scope) }
    } else {
      node = transformed(property, scope)
      if isReading, !property.limits.isEmpty {
        limit(&node, .limit, scope, "limits of what a transformer makes")
      }
    }
    return isReading && scope.policy.null != .fail ? node.orNull : node
  }

  /// An object whose members are the elements of a list.
  private func keyedList(
    of property: PropertyDescription, by key: String, _ scope: Scope
  ) -> SchemaNode {
    guard let type = property.heldClass,
      let name = ClassDescription(of: type).property(forKey: key)?.valueType
    else { return .anything }
    var inner = scope
    inner.keyedBy = key
    let node = dictionary(key: name, of: reference(to: type, inner), scope)
    return property.isOptional ? node.orNull : node
  }

  private func transformed(_ property: PropertyDescription, _ scope: Scope) -> SchemaNode {
    if let content = property.transformedContent {
      var inner = scope
      if let policy = content.policy { (inner.policy, inner.isGiven) = (policy, true) }
      var node = value(of: content.type, inner)
      if content.isText {
        node = .type(
          "string",
          with: ["contentMediaType": .text("application/json"), "contentSchema": node])
        node = limited(node, .text, scope, "validators need not read JSON in text")
      }
      return property.isOptional ? node.orNull : node
    }
    var node = SchemaNode.anything
    if scope.isStrict, let type = property.jsonType {
      switch ValueDescription(of: type).form {
      case .boolean, .integer, .number: node = .type("boolean", "number")
      case .text: node = .type("string", with: ["format": format(of: property).map { .text($0) }])
      case .array: node = .type("array")
      case .dictionary: node = .type("object")
      case .anything, .date, .optional, .model, .rawValue, .union, .list, .coded, .none: break
      }
    }
    return limited(node.orNull, .transformer, scope, "a transformer decides about the value")
  }

  /// The format of the text that one of Peridot's own transformers writes.
  private func format(of property: PropertyDescription) -> String? {
    switch property.transformerName {
    case "iso8601Date", "iso8601Milliseconds": "date-time"
    case "url": "uri-reference"
    default: nil
    }
  }

  private func annotate(
    _ node: inout SchemaNode, _ property: PropertyDescription, _ initial: RawJSON?
  ) {
    if isForTools, property.note != nil, node["$ref"] != nil {
      node = SchemaNode(["anyOf": .array([node])])
    }
    if let note = property.note { node["description"] = .text(note) }
    if let direction = property.place?.direction, direction != .both, !isForTools {
      node[direction == .readOnly ? "readOnly" : "writeOnly"] = .boolean(true)
    }
    if property.isSecret {
      if node["type"] == .text("string"), node["format"] == nil {
        node["format"] = .text("password")
      }
    } else if let initial {
      node["default"] = .written(initial)
    }
  }
}

extension ValueDescription {
  /// Whether a value of the type is always written.
  fileprivate var isSure: Bool {
    switch form {
    case .anything, .optional, .union, .coded, .none: false
    case .rawValue(let raw, _, _): ValueDescription(of: raw).isSure
    case .boolean, .integer, .number, .text, .date, .array, .dictionary, .model, .list: true
    }
  }
}
