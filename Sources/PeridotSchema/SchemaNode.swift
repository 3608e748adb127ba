import Foundation
import Peridot

/// JSON whose members stay in order, as a schema's follow the class's declarations.
indirect enum SchemaNode: Equatable, Sendable {
  case object(Members)
  case array([SchemaNode])
  case text(String)
  /// A number's digits.
  case number(String)
  case boolean(Bool)
  case null
  /// JSON as it was written: a default, an example.
  case written(RawJSON)

  struct Members: Equatable, Sendable {
    private(set) var names: [String] = []
    private var values: [String: SchemaNode] = [:]

    /// The value of that member; nil removes the member.
    subscript(_ name: String) -> SchemaNode? {
      get { values[name] }
      set {
        if let newValue {
          if values.updateValue(newValue, forKey: name) == nil { names.append(name) }
        } else if values.removeValue(forKey: name) != nil {
          names.removeAll { $0 == name }
        }
      }
    }
  }

  /// The schema that accepts any JSON.
  static let anything = SchemaNode.object(Members())

  /// An object of these members, without those that are nil.
  init(_ members: KeyValuePairs<String, SchemaNode?>) {
    var made = Members()
    for (name, value) in members { made[name] = value }
    self = .object(made)
  }

  /// A schema of one type, or of several.
  static func type(_ names: String..., with more: KeyValuePairs<String, SchemaNode?> = [:]) -> Self
  {
    var made = SchemaNode(["type": .oneOrMany(names)])
    for (name, value) in more where value != nil { made[name] = value }
    return made
  }

  static func oneOrMany(_ names: [String]) -> Self {
    names.count == 1 ? .text(names[0]) : .array(names.map { .text($0) })
  }

  /// The member with that name, of an object.
  subscript(_ name: String) -> SchemaNode? {
    get { if case .object(let members) = self { members[name] } else { nil } }
    set {
      guard case .object(var members) = self else { return }
      members[name] = newValue
      self = .object(members)
    }
  }

  /// The elements of an array; none of other values.
  var elements: [SchemaNode] { if case .array(let elements) = self { elements } else { [] } }

  /// The members of an object in order; none of other values.
  var members: [(name: String, value: SchemaNode)] {
    guard case .object(let members) = self else { return [] }
    return members.names.compactMap { name in members[name].map { (name, $0) } }
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// Whether the schema accepts any JSON.
  var acceptsAnything: Bool {
    if case .object(let members) = self {
      members.names.allSatisfy { SchemaNode.annotations.contains($0) }
    } else {
      false
    }
  }

  /// The keywords that accept and refuse nothing.
  private static let annotations: Set = [
    "$comment", "description", "default", "examples", "readOnly", "writeOnly",
  ]

  /// The schema that accepts null as well.
  var orNull: SchemaNode {
    if acceptsAnything { return self }
    let null = SchemaNode.text("null")
    guard self["$ref"] == nil, self["anyOf"] == nil, self["oneOf"] == nil, self["allOf"] == nil
    else {
      if let choices = self["anyOf"]?.elements, members.count == 1 {
        let isThere = choices.contains(.type("null"))
        return isThere ? self : SchemaNode(["anyOf": .array(choices + [.type("null")])])
      }
      return SchemaNode(["anyOf": .array([self, .type("null")])])
    }
    var made = self
    if let type = self["type"] {
      let types = type.text.map { [.text($0)] } ?? type.elements
      made["type"] = types.contains(null) ? type : .array(types + [null])
    }
    if let cases = self["enum"]?.elements, !cases.contains(.null) {
      made["enum"] = .array(cases + [.null])
    }
    if let only = self["const"] {
      made["const"] = nil
      made["enum"] = .array([only, .null])
    }
    return made
  }

  /// The schema that accepts what all of these accept.
  static func all(of nodes: [SchemaNode]) -> SchemaNode {
    var distinct: [SchemaNode] = []
    for node in nodes where !node.acceptsAnything && !distinct.contains(node) {
      distinct.append(node)
    }
    var made = distinct.count == 1 ? distinct[0] : .anything
    if distinct.count > 1 { made["allOf"] = .array(distinct) }
    // What accepts anything can say why.
    for case let node in nodes where node.acceptsAnything {
      for (name, value) in node.members where made[name] == nil { made[name] = value }
    }
    return made
  }
}

extension SchemaNode {
  /// Appends the JSON; `indent` is a line break and the spaces of the line, or nil for one line.
  func write(to json: inout String, indent: String?) {
    let inner = indent.map { $0 + "  " }
    switch self {
    case .object(let members):
      json += "{"
      for (index, name) in members.names.enumerated() {
        if index > 0 { json += "," }
        json += inner ?? ""
        json += Self.quoted(name)
        json += indent == nil ? ":" : ": "
        members[name]?.write(to: &json, indent: inner)
      }
      json += (members.names.isEmpty ? "" : indent ?? "") + "}"
    case .array(let elements):
      let isLong = elements.contains { !$0.members.isEmpty }
      let space = isLong ? inner : indent.map { _ in " " }
      json += "[" + (isLong ? inner ?? "" : "")
      for (index, element) in elements.enumerated() {
        if index > 0 { json += "," + (space ?? "") }
        element.write(to: &json, indent: inner)
      }
      json += (isLong ? indent ?? "" : "") + "]"
    case .text(let text): json += Self.quoted(text)
    case .number(let digits): json += digits
    case .boolean(let value): json += value ? "true" : "false"
    case .null: json += "null"
    case .written(let value): json += String(decoding: value.data, as: UTF8.self)
    }
  }

  private static func quoted(_ text: String) -> String {
    (try? RawJSON(encoding: text)).map { String(decoding: $0.data, as: UTF8.self) } ?? ""
  }
}

extension SchemaNode: Encodable {
  private struct Name: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .object:
      var container = encoder.container(keyedBy: Name.self)
      for (name, value) in members { try container.encode(value, forKey: Name(stringValue: name)) }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .text, .number, .boolean, .null, .written:
      var json = ""
      write(to: &json, indent: nil)
      try RawJSON(json).encode(to: encoder)
    }
  }
}
