import Foundation

/// How a coder reads and writes the models of one class under one policy, made of the class's
/// mapping.
///
/// A coder is given each value as its own Swift type, once. Only what no type tells goes by the
/// mapping's way through JSON: that one value, as JSON, and what a policy makes of it.
final class CodingPlan: Sendable {
  /// It owns this.
  unowned let mapping: JSONMapping
  let fields: [any CodingField]

  // MARK: Reading

  let input: [Input]
  /// Properties that are the object itself.
  let roots: [any TypedCodingField]
  /// Properties that lie at the first of several paths of names with a value.
  let alternatives: [(field: any CodingField, paths: [[Name]])]
  /// The fields that are read from the JSON of some members, and the names of those; nil for all.
  let untyped: [DeferredField]
  let untypedNames: [MemberKey]?
  /// Properties that may be found elsewhere when nothing lies at their paths.
  let fallbacks: [(item: DeferredField, path: [Name], name: Name?)]
  /// The names that paths begin with, for a policy that refuses any other.
  let names: Set<String>
  /// Where each property lies, for errors.
  let places: [[MemberKey]]

  // MARK: Writing

  let output: [Output]
  let writtenRoots: [any TypedCodingField]
  /// The members that are made of the model's whole JSON; nil when there are none.
  let untypedOutput: [MemberKey]?

  /// A name of a member, and what a coder may have made of it that turns snake case into camel
  /// case.
  struct Name: Sendable {
    let key: MemberKey
    let camel: MemberKey?

    init(_ name: String) {
      key = MemberKey(name)
      let camel = Self.camelCase(name)
      self.camel = camel == name ? nil : MemberKey(camel)
    }

    /// Returns the name as `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase` converts it.
    private static func camelCase(_ name: String) -> String {
      guard let first = name.firstIndex(where: { $0 != "_" }),
        let last = name.lastIndex(where: { $0 != "_" })
      else { return name }
      let words = name[first...last].split(separator: "_")
      guard words.count > 1 else { return name }
      let joined = words[0].lowercased() + words.dropFirst().map(\.capitalized).joined()
      return name[..<first] + joined + name[name.index(after: last)...]
    }
  }

  /// A member that is read.
  struct Input: Sendable {
    let name: Name
    let fields: [any CodingField]
    let child: [Input]?

    /// All properties here and further in.
    var allFields: [any CodingField] { fields + (child ?? []).flatMap(\.allFields) }
  }

  /// A member that is written.
  struct Output: Sendable {
    enum Content: Sendable {
      case field(any CodingField)
      case node([Output])
    }

    let key: MemberKey
    let content: Content
  }

  init(_ mapping: JSONMapping) {
    self.mapping = mapping
    let fields = Self.fields(of: mapping)
    self.fields = fields
    input = Self.input(mapping.input, fields)
    var roots: [any TypedCodingField] = []
    var alternatives: [(any CodingField, [[Name]])] = []
    var untyped: [DeferredField] = []
    var untypedNames: Set<String>? = []
    var fallbacks: [(DeferredField, [Name], Name?)] = []
    func add(_ item: DeferredField, _ paths: [[JSONKeyPath.Component]]) {
      untyped.append(item)
      for path in paths {
        if case .key(let name)? = path.first {
          untypedNames?.insert(name)
        } else {
          untypedNames = nil
        }
      }
    }
    for item in mapping.deferred {
      let field = fields[item.field]
      switch item.source {
      case .firstOf(let paths):
        let names = paths.compactMap(\.names)
        if names.count == paths.count, field.policy.alternatives == .first {
          alternatives.append((field, names.map { $0.map(Name.init) }))
        } else {
          add(item, paths)
        }
      case .all(let paths): add(item, paths.map(\.path))
      case .path(let path): add(item, [path])
      case .fallback(let path, let name):
        fallbacks.append(
          (
            item, (path.names ?? []).map(Name.init),
            field.policy.literalFallback ? Name(name) : nil
          ))
      case .root:
        if let field = field as? any TypedCodingField {
          roots.append(field)
        } else {
          add(item, [[]])
        }
      }
    }
    self.roots = roots
    self.alternatives = alternatives
    self.untyped = untyped
    self.untypedNames = untypedNames?.sorted().map { MemberKey($0) }
    self.fallbacks = fallbacks
    places = Self.places(mapping)
    names = Set(input.map(\.name.key.stringValue))
      .union(alternatives.flatMap { $0.1.compactMap(\.first?.key.stringValue) })
      .union(untypedNames ?? []).union(fallbacks.compactMap { $0.2?.key.stringValue })
    (output, writtenRoots, untypedOutput) = Self.output(mapping, fields)
  }

  private static func fields(of mapping: JSONMapping) -> [any CodingField] {
    let keys = mapping.fields.map(\.property.key)
    let transformers = mapping.modelClass.declaredTransformers(forKeys: keys)
    return mapping.fields.enumerated().map { index, field in
      let maker = CodingFieldMaker(
        field: field, index: index, policy: field.policy ?? mapping.policy,
        transformer: transformers[index])
      return field.property.access.accept(maker)
    }
  }

  private static func input(_ node: JSONInputNode, _ fields: [any CodingField]) -> [Input] {
    zip(node.table.names, node.members).map { name, member in
      Input(
        name: Name(name), fields: member.fields.map { fields[$0] },
        child: member.child.map { input($0, fields) })
    }.sorted { ($0.allFields.first?.index ?? 0) < ($1.allFields.first?.index ?? 0) }
  }

  private static func places(_ mapping: JSONMapping) -> [[MemberKey]] {
    let paths = JSONKeyPaths.of(mapping.modelClass)
    return mapping.fields.map { field in
      let components: [JSONKeyPath.Component]? =
        switch paths.path(of: field.property)?.form {
        case .path(let components): components
        case .firstOf(let paths): paths.first?.components
        default: nil
        }
      return (components?.prefix { !$0.isIndex && $0 != .each } ?? []).compactMap { component in
        if case .key(let name) = component { MemberKey(name) } else { nil }
      }
    }
  }

  private static func output(
    _ mapping: JSONMapping, _ fields: [any CodingField]
  ) -> ([Output], [any TypedCodingField], [MemberKey]?) {
    var roots: [any TypedCodingField] = []
    var untyped: [String] = []
    var needsWhole = mapping.finishes || mapping.mapped != nil
    for item in mapping.assembled {
      switch item.target {
      case .path(let path): untyped += path.names.map { [$0[0]] } ?? path.prefix(1).flatMap(\.name)
      case .all(let paths): untyped += paths.flatMap { $0.path.prefix(1).flatMap(\.name) }
      case .root:
        if !needsWhole, let field = fields[item.field] as? any TypedCodingField {
          roots.append(field)
          continue
        }
      }
      needsWhole = true
    }
    func made(_ member: JSONOutputNode.Member) -> Output? {
      let key = MemberKey(member.name)
      if let child = member.child {
        let members = child.members.map(made)
        let known = members.compactMap { $0 }
        let isKnown = member.fields.isEmpty && known.count == members.count
        return isKnown ? Output(key: key, content: .node(known)) : nil
      }
      // Whether several properties agree is told by their JSON.
      guard member.fields.count == 1 else { return nil }
      return Output(key: key, content: .field(fields[member.fields[0]]))
    }
    var output: [Output] = []
    for member in mapping.output.members {
      // Members of the JSON that are kept may lie within.
      let mayHoldExtras = mapping.mapped != nil && member.child != nil
      if !mapping.finishes, !untyped.contains(member.name), !mayHoldExtras, let made = made(member)
      {
        output.append(made)
      } else {
        untyped.append(member.name)
        needsWhole = true
      }
    }
    return (output, roots, needsWhole ? Set(untyped).sorted().map { MemberKey($0) } : nil)
  }
}

extension JSONKeyPath.Component {
  fileprivate var name: [String] {
    if case .key(let name) = self { [name] } else { [] }
  }
}
