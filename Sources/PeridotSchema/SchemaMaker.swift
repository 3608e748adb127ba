import Foundation
import Peridot

/// Makes the definitions of a document's classes and types.
final class SchemaMaker {
  let form: JSONSchema.Dialect.Form
  let isReading: Bool
  private let policy: ConversionPolicy?
  private var definitions = SchemaNode.anything
  private var names: [Definition: String] = [:]
  private(set) var limitations: [JSONSchema.Limitation] = []

  /// A class or type under a policy: a property's policy holds for everything within it.
  private struct Definition: Hashable {
    let type: ObjectIdentifier
    let policy: ConversionPolicy
    let isGiven: Bool
    let isCoded: Bool
    let keyedBy: String?
  }

  /// What holds at a place in the class that is described.
  struct Scope {
    var policy: ConversionPolicy
    /// Whether the policy also counts for classes that have their own.
    var isGiven: Bool
    /// The class and the property.
    var owner: String
    /// Whether a Codable conformance reads and writes the values.
    var isCoded = false
    /// The property of the objects at the place that is the name of their member.
    var keyedBy: String?

    /// Whether types are read as the strict policy reads them.
    var isStrict: Bool { policy.readingTypes == .strict }
  }

  init(
    _ dialect: JSONSchema.Dialect, _ direction: JSONSchema.Direction, _ policy: ConversionPolicy?
  ) {
    form = dialect.form
    isReading = direction == .reading
    self.policy = policy
    if isReading {
      limitations.append(
        JSONSchema.Limitation(
          kind: .number, place: "$",
          reason: "numbers that are too small or too large for their type aren't refused"))
    }
  }

  var isForTools: Bool { if case .toolParameters = form { true } else { false } }

  func document(of classes: [Model.Type]) -> SchemaNode {
    let links = classes.map { reference(to: $0, rootScope(of: $0)) }
    let comments = limitations.filter { $0.place == "$" }.map(\.reason)
    let comment = comments.isEmpty ? nil : SchemaNode.text(comments.joined(separator: "; "))
    switch form {
    case .openAPI31:
      for type in classes {
        let name = rootName(of: type)
        let own = definitions[name]?["$comment"]?.text
        let all = (own.map { [$0] } ?? []) + comments
        if !all.isEmpty { definitions[name]?["$comment"] = .text(all.joined(separator: "; ")) }
      }
      return SchemaNode(["components": SchemaNode(["schemas": definitions])])
    case .draft202012:
      return SchemaNode([
        "$schema": .text("https://json-schema.org/draft/2020-12/schema"), "$comment": comment,
        "$ref": links.count == 1 ? links[0]["$ref"] : nil, "$defs": definitions,
      ])
    case .toolParameters:
      return SchemaNode(["$ref": links.first?["$ref"], "$defs": definitions])
    }
  }

  private func rootScope(of type: Model.Type) -> Scope {
    let own = ClassDescription(of: type, policy: policy).policy
    return Scope(policy: own, isGiven: policy != nil, owner: "\(type)")
  }

  /// The name of a class's definition at the root.
  func rootName(of type: Model.Type) -> String { name(of: type, rootScope(of: type)) }

  /// Adds a limitation, and marks it in the schema.
  func limit(
    _ node: inout SchemaNode, _ kind: JSONSchema.Limitation.Kind, _ scope: Scope, _ reason: String
  ) {
    let limitation = JSONSchema.Limitation(kind: kind, place: scope.owner, reason: reason)
    if !limitations.contains(limitation) { limitations.append(limitation) }
    let known = node["$comment"]?.text
    if let known, known.contains(reason) { return }
    node["$comment"] = .text(known.map { "\($0); \(reason)" } ?? reason)
  }

  func limited(
    _ node: SchemaNode, _ kind: JSONSchema.Limitation.Kind, _ scope: Scope, _ reason: String
  ) -> SchemaNode {
    var node = node
    limit(&node, kind, scope, reason)
    return node
  }

  // MARK: Definitions

  /// Names are those of the types; a second type of one name gets that of its module or outer type.
  private func name(of type: Any.Type, _ scope: Scope) -> String {
    let rules = isReading ? scope.policy.reading : scope.policy.writing
    let definition = Definition(
      type: ObjectIdentifier(type), policy: rules, isGiven: scope.isGiven, isCoded: scope.isCoded,
      keyedBy: scope.keyedBy)
    if let known = names[definition] { return known }
    let long = String(reflecting: type).split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    let parts = long.map(String.init).filter { $0 != "unknown" && $0 != "context" && $0 != "at" }
    var count = 1
    func isTaken(_ name: String) -> Bool {
      names.contains { $0.value == name && $0.key.type != definition.type }
    }
    while count < parts.count, isTaken(parts.suffix(count).joined(separator: ".")) { count += 1 }
    let stem = parts.isEmpty ? "Type" : parts.suffix(count).joined(separator: ".")
    var name = stem
    var number = 2
    while names.values.contains(name) {
      name = "\(stem)_\(number)"
      number += 1
    }
    names[definition] = name
    return name
  }

  func define(_ type: Any.Type, _ scope: Scope, _ make: () -> SchemaNode) -> SchemaNode {
    let name = name(of: type, scope)
    if definitions[name] == nil {
      // First, so that a type within itself finds it, and for the order.
      definitions[name] = .anything
      let made = make()
      definitions[name] = made
    }
    let place = form == .openAPI31 ? "#/components/schemas/" : "#/$defs/"
    return SchemaNode(["$ref": .text(place + name)])
  }

  /// A class within a place, under its own policy if it has one that counts.
  func reference(to type: Model.Type, _ outer: Scope) -> SchemaNode {
    var scope = outer
    scope.owner = "\(type)"
    if !outer.isGiven, let own = type.conversionPolicy { scope.policy = own }
    return define(type, scope) {
      let facts = ClassDescription(of: type, policy: scope.policy)
      var made = definition(facts, scope)
      if let note = facts.note { made["description"] = .text(note) }
      return made
    }
  }

  private func definition(_ facts: ClassDescription, _ scope: Scope) -> SchemaNode {
    if isReading, facts.hooks.contains(.prepares) {
      return limited(.anything, .code, scope, "code changes the JSON before it is read")
    }
    if !isReading, facts.hooks.contains(.finishes) {
      return limited(.type("object"), .code, scope, "code changes the JSON after it is written")
    }
    if facts.modelClass == Model.self {
      return limited(.type("object"), .code, scope, "a model of a class chosen by code")
    }
    if isReading, scope.policy.repairs {
      return limited(.anything, .policy, scope, "the policy repairs what it can't read")
    }
    if isReading, facts.hooks.contains(.choosesClass) {
      return limited(.type("object"), .code, scope, "code chooses the class")
    }
    var made: SchemaNode
    if let cluster = facts.clusters.last, cluster.base == facts.modelClass {
      made = choices(of: cluster, facts, scope)
    } else {
      made = withSubclasses(object(facts, scope), facts, scope)
    }
    if isReading, facts.hooks.contains(.validates) || facts.hooks.contains(.loads) {
      limit(&made, .code, scope, "code can refuse the object")
    }
    return made
  }
}

extension ConversionPolicy {
  /// The switches for reading, without those that refuse and accept nothing.
  fileprivate var reading: ConversionPolicy {
    with { policy in
      policy.nilOnExport = .omit
      policy.defaultsOnExport = .write
      policy.emptyOnExport = .write
      policy.nonFinite = .fail
      policy.unreadableClass = .fail
      policy.oneWayTransformers = .fail
      policy.nestedUpdate = .update
      policy.dictionaryUpdate = .merge
      policy.collectsErrors = false
      policy.maximumErrors = 100
      policy.hidesFoundValues = false
      policy.maximumDepth = 512
    }
  }

  /// The switches for reading values of types.
  fileprivate var readingTypes: ConversionPolicy {
    reading.with { policy in
      policy.dateStrategy = .iso8601
      policy.dataStrategy = .base64
      policy.unknownKeys = .ignore
      policy.absentKeys = .ignore
      policy.repeatedKeys = .last
      policy.duplicateElements = .drop
      policy.alternatives = .first
      policy.overlaps = .fail
    }
  }

  /// The switches for writing.
  fileprivate var writing: ConversionPolicy {
    let own = self
    return ConversionPolicy.strict.with { policy in
      policy.nilOnExport = own.nilOnExport
      policy.defaultsOnExport = own.defaultsOnExport
      policy.emptyOnExport = own.emptyOnExport
      policy.nonFinite = own.nonFinite
      policy.dateStrategy = own.dateStrategy
      policy.dataStrategy = own.dataStrategy
    }
  }

  /// Whether a value that doesn't fit is dropped or kept, so that nothing is refused for certain.
  var repairs: Bool {
    mismatch != .fail || hookReject != .fail || keepsBadOptionalModels || acceptsNumericPrefixes
      || unreadableText != .mismatch || fallsBackToLiteralNames || collectsImplicitly
  }
}
