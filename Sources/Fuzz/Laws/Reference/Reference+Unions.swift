import Foundation
import Peridot

/// Unions: the case that a value chooses.
extension Reference {
  private typealias Case = (name: String, type: TypeSpec)

  /// Reads a value as the case of a union whose form it has.
  func read(_ union: UnionSpec, _ node: Node, _ scope: Scope) throws -> Plain {
    if node.json.isNull {
      guard let null = union.cases.first(where: { $0.type == nil }) else {
        throw scope.failure(.nullValue, node)
      }
      return .enumCase(null.name, [])
    }
    let all = union.cases.compactMap { one in one.type.map { (name: one.name, type: $0) } }
    let fitting = all.filter { takes(node.json, $0.type) }
    if let chosen = try container(of: fitting, node, scope) { return try read(chosen, node, scope) }
    switch node.json {
    case .string, .number, .bool:
      if let value = try first(of: fitting, among: all, node, strict(scope)) { return value }
      // Across cases the policy repairs only where none fits.
      let others = fitting.isEmpty ? all.filter { !$0.type.isContainer } : fitting
      if scope.policy != .strict, let value = try first(of: others, among: all, node, scope) {
        return value
      }
    case .null, .object, .array: break
    }
    throw scope.mismatch(node)
  }

  /// The case of an object or of an array, or the only one that has the kind.
  private func container(of fitting: [Case], _ node: Node, _ scope: Scope) throws -> Case? {
    if fitting.count < 2 { return fitting.first }
    switch node.json {
    case .object: return try best(fitting, node, scope)
    case .array: return byElement(fitting, node)
    case .null, .bool, .number, .string: return nil
    }
  }

  private func read(_ chosen: Case, _ node: Node, _ scope: Scope) throws -> Plain {
    .enumCase(chosen.name, [Plain.Member("_0", try read(chosen.type, node, scope))])
  }

  /// The rules that declare forms hold for the first try, too.
  private func strict(_ scope: Scope) -> Scope {
    var policy = ConversionPolicy.strict
    policy.dateStrategy = scope.policy.dateStrategy
    policy.dataStrategy = scope.policy.dataStrategy
    policy.acceptsNullWordsForStrings = scope.policy.acceptsNullWordsForStrings
    return Scope(policy: policy, key: scope.key)
  }

  /// The first case that takes the value.
  private func first(
    of cases: [Case], among all: [Case], _ node: Node, _ scope: Scope
  ) throws -> Plain? {
    let hasFractions = all.contains { $0.type == .double }
    for one in cases {
      if hasFractions, one.type == .integer(.int), case .number(let text) = node.json,
        text.contains(where: { ".eE".contains($0) })
      {
        continue
      }
      let count = issues.count
      do {
        return try read(one, node, scope)
      } catch is Failure {
        issues.removeLast(issues.count - count)
      }
    }
    return nil
  }

  /// Whether values of a type have the kind of a JSON value.
  private func takes(_ json: JSON, _ type: TypeSpec) -> Bool {
    switch (type, json) {
    case (.bool, .bool), (.integer, .number), (.double, .number), (.decimal, .number): true
    case (.string, .string), (.enumeration(.suit), .string), (.enumeration(.rank), .number): true
    case (.date, .string), (.date, .number): true
    case (.array, .array), (.dictionary, .object), (.model, .object): true
    default: false
    }
  }

  /// The first case whose elements have the kind of the first element that is not null.
  private func byElement(_ cases: [Case], _ node: Node) -> Case {
    guard let element = node.elements.lazy.map(\.json).first(where: { !$0.isNull }) else {
      return cases[0]
    }
    return cases.first { one in
      if case .array(let type) = one.type { takes(element, type) } else { false }
    } ?? cases[0]
  }

  // MARK: Objects

  /// The case of an object: by its tag, then by the members that its class needs, has and lacks.
  private func best(_ cases: [Case], _ node: Node, _ scope: Scope) throws -> Case {
    var best: (one: Case, fit: Fit)?
    for one in cases {
      guard case .model(let id) = one.type else { continue }
      let fit = try fit(of: id, node, scope)
      if best.map({ $0.fit < fit }) ?? true { best = (one, fit) }
    }
    let other = cases.first { if case .model = $0.type { false } else { true } }
    guard let best else { return cases[0] }
    let isKnown = best.fit.isComplete && (best.fit.known > 0 || node.json == .object([]))
    return isKnown ? best.one : other ?? best.one
  }

  private struct Fit: Comparable {
    var isNamed = false
    var isComplete = false
    var known = 0
    var absent = 0

    static func < (one: Fit, other: Fit) -> Bool {
      if one.isNamed != other.isNamed { return other.isNamed }
      if one.isComplete != other.isComplete { return other.isComplete }
      return one.known != other.known ? one.known < other.known : one.absent > other.absent
    }
  }

  private func fit(of declared: Int, _ node: Node, _ scope: Scope) throws -> Fit {
    var fit = Fit()
    var (classID, content) = (declared, Path())
    var isChosen = true
    do {
      (classID, content) = try chooseClass(declared, node)
    } catch is Failure {
      isChosen = false
    }
    if family.chain(of: classID).contains(where: { !family.classes[$0].prepare.isEmpty }) {
      throw Uncovered(what: "a union of classes that prepare their JSON")
    }
    var names: Set<String> = []
    var isComplete = true
    let rules = self.scope(of: classID, in: scope).policy
    for property in family.properties(of: classID) {
      let place = place(of: property, in: classID, content)
      guard place.isRead else { continue }
      let first = place.paths.compactMap { $0.prefix(1).names.first }
      names.formUnion(first)
      let own = property.rules(rules)
      let isRequired =
        property.isRequired || own.absentKeys == .fail && !property.type.isOptional
      if isRequired, !first.isEmpty, !first.contains(where: { node.json[$0] != nil }) {
        isComplete = false
      }
    }
    let foldsNames = family.classes[classID].keyStyle == .ignoringCase
    if rules.fallsBackToLiteralNames || rules.collectsImplicitly || rules.unknownKeys != .ignore
      || foldsNames
    {
      throw Uncovered(what: "a union of classes with other names")
    }
    for base in family.chain(of: classID) {
      guard let cluster = family.classes[base].cluster else { continue }
      let tag: String? =
        switch cluster.form {
        case .inside(let tag), .beside(let tag, _): steps(tag, base).names.first
        case .around, .deduced: nil
        }
      guard let tag else { continue }
      names.insert(tag)
      let isListed = entry(of: classID, in: cluster) != nil
      if isChosen, isListed, node.json[tag] != nil { fit.isNamed = true }
    }
    fit.isComplete = isChosen && isComplete
    fit.known = names.count { node.json[$0] != nil }
    fit.absent = names.count - fit.known
    return fit
  }
}

extension TypeSpec {
  fileprivate var isContainer: Bool {
    switch self {
    case .array, .set, .dictionary, .model: true
    default: false
    }
  }
}

extension Reference {
  /// Writes a value of a union; refuses one that would be read back as another case.
  func write(
    _ name: String, _ payload: Plain?, of union: UnionSpec, at path: Path,
    _ policy: ConversionPolicy, _ write: (Plain, TypeSpec) throws -> JSON
  ) throws -> JSON {
    guard let payload, let type = union.type(of: name) else { return .null }
    var json = try write(payload, type)
    if type == .double, case .number(let text) = json,
      union.cases.contains(where: { $0.type == .integer(.int) }),
      !text.contains(where: { ".eE".contains($0) })
    {
      json = .number(text + ".0")
    }
    let node = Node(json: json, path: path)
    let scope = Scope(policy: policy)
    let all = union.cases.compactMap { one in one.type.map { (name: one.name, type: $0) } }
    let fitting = all.filter { takes(json, $0.type) }
    var other = try container(of: fitting, node, scope)?.name
    if other == nil,
      case .enumCase(let first, _)? = try first(of: fitting, among: all, node, strict(scope))
    {
      other = first
    }
    guard let other, other != name else { return json }
    guard policy.unreadableClass == .fail else {
      throw Uncovered(what: "cases that are not read back")
    }
    throw Failure(faults: [Fault(kind: .typeMismatch, path: path)])
  }
}
