import Foundation
import Peridot

extension SchemaMaker {
  /// The schema of a class's own objects.
  func object(_ facts: ClassDescription, _ scope: Scope) -> SchemaNode {
    var object = ObjectParts()
    let defaults = isReading && !isForTools ? facts.defaults : [:]
    // Which a schema can't say.
    let readsOtherNames = isReading && !isForTools && facts.ignoresCase
    let keepsMembers = !facts.hooks.isDisjoint(with: [.keepsMembers, .keepsPresence])
    for property in facts.properties {
      let isName = property.key == scope.keyedBy
      guard let place = property.place, place.direction != otherDirection,
        isReading ? !property.isReadOnly : !isName
      else { continue }
      var inner = scope
      inner.policy = property.policy
      inner.owner = "\(scope.owner).\(property.key)"
      inner.keyedBy = nil
      var node = schema(of: property, place, facts, inner, &object.conditions)
      if !isReading, facts.hooks.contains(.keepsPresence),
        property.isOptional || property.policy.null != .fail
      {
        node = node.orNull
      }
      annotate(&node, property, defaults[property.key])
      let isFree = !isReading && keepsMembers || isName || readsOtherNames
      let value = PlaceSchema(
        node: node, isRequired: !isFree && isRequired(property, inner),
        takesNull: property.isOptional || inner.policy.null != .fail || node.acceptsAnything)
      put(value, of: property.key, place, inner, &object)
    }
    var tree = facts.places.compactMap { schema(of: $0, facts, object) }
    for (value, path) in object.others { tree.insert(value, at: path) }
    let closes =
      (isReading ? scope.policy.unknownKeys == .fail : true)
      && !facts.hooks.contains(.keepsMembers) && !object.takesRoot && !readsOtherNames
    var made = tree.schema(closes: closes || isForTools, isRoot: true)
    if readsOtherNames { limit(&made, .structure, scope, "names are read in any case") }
    if object.takesRoot {
      made = limited(.anything, .structure, scope, "a property takes the whole object")
    }
    if isForTools { return made }
    if !object.conditions.isEmpty {
      made["allOf"] = .array((made["allOf"]?.elements ?? []) + object.conditions)
    }
    return widened(made, scope, isArray: false, isObject: true)
  }

  /// The schemas of a class's properties.
  private struct ObjectParts {
    /// By the keys of properties, for each of their places by its number.
    var values: [String: [Int: PlaceSchema]] = [:]
    /// What is said of places around those of values.
    var others: [(value: PlaceSchema, path: [JSONKeyPath.Component])] = []
    var conditions: [SchemaNode] = []
    var takesRoot = false
  }

  /// The direction that the schema is not about.
  private var otherDirection: JSONKeyPath.Direction { isReading ? .writeOnly : .readOnly }

  /// The schema of one content of a place; nil for what only the other direction has.
  private func schema(
    of content: ClassDescription.PlaceContent, _ facts: ClassDescription, _ object: ObjectParts
  ) -> PlaceSchema? {
    switch content {
    case .value(let property, let number, let direction),
      .part(let property, let number, let direction):
      if case .root? = property.place?.form { return nil }
      guard let values = object.values[property.key], direction != otherDirection else {
        // A member that isn't read isn't unknown.
        return isReading ? PlaceSchema(node: .anything) : nil
      }
      return values[number]
    case .tag(let cluster):
      let own = facts.tags.first { $0.path == cluster.tagPath }?.tag
      if isForTools, let own {
        return PlaceSchema(node: SchemaNode(["const": Self.node(of: own)]), isRequired: true)
      }
      return PlaceSchema(node: tag(of: facts, in: cluster))
    case .heldTag(let property):
      return object.values[property.key].map { _ in PlaceSchema(node: .anything) }
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

  /// Adds a property's schema for its places.
  private func put(
    _ value: PlaceSchema, of key: String, _ place: JSONKeyPath, _ scope: Scope,
    _ object: inout ObjectParts
  ) {
    var values: [Int: PlaceSchema] = [:]
    switch place.form {
    case .path, .firstOf:
      let places = if case .firstOf(let places) = place.form { places } else { [place] }
      let used = places.enumerated().filter { $0.element.direction != otherDirection }
      guard let first = used.first, let path = first.element.paths.first else { break }
      if !isReading || isForTools || used.count == 1 {
        values[first.offset] = self.value(value, at: path, scope, &object)
      } else {
        let paths = used.flatMap { place in place.element.paths.map { (place.offset, $0) } }
        values = alternatives(value, paths, scope, &object)
      }
    case .all:
      let node = limited(
        .anything, .transformer, scope, "a transformer takes several members together")
      for number in place.paths.indices { values[number] = PlaceSchema(node: node) }
    case .root: object.takesRoot = true
    case .excluded: break
    }
    object.values[key] = values
  }

  /// The first alternative that is there and not null is read; the others can be anything.
  private func alternatives(
    _ value: PlaceSchema, _ paths: [(number: Int, path: [JSONKeyPath.Component])],
    _ scope: Scope, _ object: inout ObjectParts
  ) -> [Int: PlaceSchema] {
    var values: [Int: PlaceSchema] = [:]
    var absent: [(name: String, value: SchemaNode)] = []
    var isPlain = true
    let node = value.node.orNull
    for (number, path) in paths {
      guard isPlain, path.count == 1, case .key(let name) = path[0] else {
        isPlain = false
        // Without the places' containers: an alternative that ends early is passed over.
        let other = limited(.anything, .structure, scope, "a later alternative")
        object.others.append((PlaceSchema(node: other), Array(path.prefix(1))))
        continue
      }
      let own = limited(
        absent.isEmpty ? node : .anything, .structure, scope, "null, if no other place has a value")
      values[number] = PlaceSchema(node: own)
      if !absent.isEmpty {
        var known = SchemaNode.anything
        for (name, value) in absent { known[name] = value }
        let then = SchemaNode(["properties": SchemaNode([name: node])])
        object.conditions.append(
          SchemaNode(["if": SchemaNode(["properties": known]), "then": then]))
      }
      absent.append((name, .type("null")))
    }
    if value.isRequired {
      object.conditions.append(
        SchemaNode(["anyOf": .array(paths.map { Self.demand(.anything, at: $0.path) })]))
    }
    return values
  }

  /// An object with something at a path.
  static func demand(_ node: SchemaNode, at path: [JSONKeyPath.Component]) -> SchemaNode {
    object(with: PlaceSchema(node: node, isRequired: true, takesNull: false), at: path)
  }

  static func object(with value: PlaceSchema, at path: [JSONKeyPath.Component]) -> SchemaNode {
    var tree = PlaceTree<PlaceSchema>()
    tree.insert(value, at: path)
    return tree.schema(closes: false, isRoot: true)
  }

  private func value(
    _ value: PlaceSchema, at path: [JSONKeyPath.Component], _ scope: Scope,
    _ object: inout ObjectParts
  ) -> PlaceSchema {
    guard let index = path.firstIndex(of: .each) else { return value }
    var (node, around) = (value.node, value)
    // Behind `[*]` is one element of the property's array.
    for _ in path.filter({ $0 == .each }) {
      let choices = [node] + (node["anyOf"]?.elements ?? [])
      node = choices.compactMap { $0["items"] }.first ?? .anything
    }
    around.node = limited(.anything, .structure, scope, "null, and elements without the member")
    object.others.append((around, Array(path[...index])))
    return PlaceSchema(node: node.orNull)
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
    of property: PropertyDescription, _ place: JSONKeyPath, _ facts: ClassDescription,
    _ scope: Scope, _ conditions: inout [SchemaNode]
  ) -> SchemaNode {
    if isReading, scope.policy.repairs {
      return limited(.anything, .policy, scope, "the policy repairs what it can't read")
    }
    if let cluster = property.cluster {
      return held(by: cluster, property, place, scope, &conditions)
    }
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
      case .anything, .date, .optional, .model, .rawValue, .union, .list, .object, .coded,
        .none:
        break
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
    case .boolean, .integer, .number, .text, .date, .array, .dictionary, .model, .list,
      .object:
      true
    }
  }
}
