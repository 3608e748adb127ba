/// A schema in the subset that the parameters of tools can have.
struct ToolSchema {
  private let rules: JSONSchema.ToolRules
  private var definitions = SchemaNode.anything
  private var used: [String] = []
  private var open: [String] = []

  init(_ rules: JSONSchema.ToolRules) {
    self.rules = rules
  }

  /// Returns the parameters: an object without `$ref`, and the definitions that it uses.
  mutating func schema(_ document: SchemaNode) throws -> SchemaNode {
    definitions = document["$defs"] ?? .anything
    let name = Self.name(document) ?? ""
    var root = try subset(of: definitions[name] ?? .anything, at: name)
    if root["type"] != .text("object") {
      throw JSONSchema.UnsupportedError(
        place: name, reason: "the parameters of a tool are one object, which these choices aren't")
    }
    var kept = SchemaNode.anything
    var next = 0
    var names = Self.references(in: root)
    while next < names.count {
      let inner = try subset(of: definitions[names[next]] ?? .anything, at: names[next])
      kept[names[next]] = inner
      for name in Self.references(in: inner) where !names.contains(name) { names.append(name) }
      next += 1
    }
    if !rules.allowsRecursion, let name = names.first(where: { reaches($0, from: $0) }) {
      throw JSONSchema.UnsupportedError(place: name, reason: "a class that refers to itself")
    }
    if !names.isEmpty { root["$defs"] = kept }
    return root
  }

  private static func name(_ node: SchemaNode) -> String? {
    node["$ref"]?.text.map { String($0.dropFirst("#/$defs/".count)) }
  }

  private static func references(in node: SchemaNode) -> [String] {
    var found = name(node).map { [$0] } ?? []
    let inner =
      (node["properties"]?.members.map(\.value) ?? []) + (node["anyOf"]?.elements ?? [])
      + [node["items"]].compactMap { $0 }
    for node in inner {
      for name in references(in: node) where !found.contains(name) { found.append(name) }
    }
    return found
  }

  private func reaches(_ target: String, from start: String) -> Bool {
    var seen: [String] = []
    var open = Self.references(in: definitions[start] ?? .anything)
    while let name = open.popLast() {
      if name == target { return true }
      if seen.contains(name) { continue }
      seen.append(name)
      open += Self.references(in: definitions[name] ?? .anything)
    }
    return false
  }

  private static let limits: Set = [
    "minimum", "maximum", "minItems", "maxItems", "pattern", "minLength",
  ]
  private static let dropped: Set = [
    "$comment", "default", "examples", "readOnly", "writeOnly", "contentEncoding", "uniqueItems",
    "minProperties", "maxProperties",
  ]
  private static let reasons = [
    "prefixItems": "a place in an array by its number", "allOf": "conditions of several members",
    "not": "what isn't in other members", "if": "a tag in the holder of a model",
    "oneOf": "choices by their tags", "contentSchema": "JSON in a text",
    "propertyNames": "a dictionary",
  ]

  private func subset(of node: SchemaNode, at place: String) throws -> SchemaNode {
    func fail(_ reason: String) -> JSONSchema.UnsupportedError {
      JSONSchema.UnsupportedError(place: place, reason: reason)
    }
    if node.acceptsAnything { throw fail("any JSON: give it a type") }
    var made = SchemaNode.anything
    for (keyword, value) in node.members {
      if let reason = Self.reasons[keyword] { throw fail(reason) }
      if Self.dropped.contains(keyword) { continue }
      if keyword == "format", !rules.allowsFormats { continue }
      if Self.limits.contains(keyword), !rules.allowsLimits { continue }
      switch keyword {
      case "properties":
        var members = SchemaNode.anything
        for (name, member) in value.members {
          members[name] = try subset(of: member, at: "\(place).\(name)")
        }
        made[keyword] = members
      case "anyOf":
        made[keyword] = .array(try value.elements.map { try subset(of: $0, at: place) })
      case "items": made[keyword] = try subset(of: value, at: place + "[]")
      case "additionalProperties" where value != .boolean(false): throw fail("a dictionary")
      case "required" where !rules.requiresEveryMember:
        made[keyword] = .array(required(value, in: node))
      default: made[keyword] = value
      }
    }
    if made["type"] == .text("object") {
      if made["properties"] == nil { throw fail("any object") }
      made["additionalProperties"] = .boolean(false)
    }
    if made["type"] == .text("array"), made["items"] == nil { throw fail("any array") }
    return made
  }

  /// The members that aren't null.
  private func required(_ names: SchemaNode, in node: SchemaNode) -> [SchemaNode] {
    names.elements.filter { name in
      guard let name = name.text, let member = node["properties"]?[name] else { return true }
      return member.orNull != member
    }
  }
}
