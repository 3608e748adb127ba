import Foundation
import Peridot

extension SchemaMaker {
  /// The schema of a type's values.
  func value(of type: Any.Type, _ scope: Scope) -> SchemaNode {
    switch ValueDescription(of: type, isCoded: scope.isCoded).form {
    case .anything: .anything
    case .optional(let wrapped): optional(of: wrapped, type, scope)
    case .boolean: leaf(.type("boolean"), type, scope)
    case .integer(let least, let greatest):
      leaf(
        .type("integer", with: ["minimum": .number(least), "maximum": .number(greatest)]), type,
        scope)
    case .number where type is NSNumber.Type: kinds(of: type, scope)
    case .number: leaf(.type("number"), type, scope)
    case .text(let format): leaf(text(format, scope), type, scope)
    case .date: leaf(date(scope), type, scope)
    case .rawValue(let raw, let cases, let isOpen):
      rawValue(of: raw, cases, isOpen: isOpen, scope)
    case .array(let element, let isDistinct): array(of: element, isDistinct, scope)
    case .dictionary(let key, let value, let hasNames, let hasPairs):
      dictionary(key, value, hasNames: hasNames, hasPairs: hasPairs, scope)
    case .model(let model):
      scope.isCoded
        ? limited(.anything, .coding, scope, "a model in a Codable value")
        : reference(to: model, scope)
    case .union(let forms, let hasNull): union(forms.map(\.type), hasNull, scope)
    case .list(let types): list(of: types, scope)
    case .object(let members, let standIn):
      object(
        of: members, standIn: standIn, type, scope, checks: "the values that \(type) takes")
    case .coded: coded(type, scope)
    case .none: limited(.anything, .coding, scope, "no form of JSON is known for \(type)")
    }
  }

  /// A scalar, whose kinds of JSON another policy than the strict one can widen.
  private func leaf(_ node: SchemaNode, _ type: Any.Type, _ scope: Scope) -> SchemaNode {
    scope.isCoded || !isReading || scope.isStrict ? node : kinds(of: type, scope)
  }

  /// The kinds of JSON that the reader takes.
  private func kinds(of type: Any.Type, _ scope: Scope) -> SchemaNode {
    let kinds = ReaderProbe(policy: scope.policy).kinds(of: type)
    let node = SchemaNode(["type": .oneOrMany(kinds)])
    return isReading
      ? limited(node, .policy, scope, "the policy decides about values of these kinds") : node
  }

  private func optional(of wrapped: Any.Type, _ type: Any.Type, _ scope: Scope) -> SchemaNode {
    if isReading, !scope.isStrict, !scope.isCoded {
      switch ValueDescription(of: wrapped).form {
      case .boolean, .integer, .number, .text, .date: return kinds(of: type, scope).orNull
      case .anything, .optional, .array, .dictionary, .model, .rawValue, .union, .list, .object,
        .coded, .none:
        break
      }
    }
    return value(of: wrapped, scope).orNull
  }

  // MARK: Scalars

  private func date(_ scope: Scope) -> SchemaNode {
    if scope.isCoded { return limited(.type("string", "number"), .text, scope, "a date's text") }
    switch scope.policy.dateStrategy {
    case .secondsSince1970, .millisecondsSince1970, .microsecondsSince1970,
      .nanosecondsSince1970, .secondsSince2001:
      return .type("number")
    case .iso8601, .iso8601Milliseconds:
      let node = SchemaNode.type("string", with: ["format": .text("date-time")])
      return limited(node, .text, scope, "validators need not check a date's text")
    case .rfc1123, .twitter, .text, .format, .automatic, .legacyYYModel, .legacyJSONModel:
      return limited(.type("string", "number"), .text, scope, "a date's text")
    }
  }

  private static let uuid =
    "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$"
  private static let base64 =
    "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"

  private func text(_ format: ValueDescription.TextFormat, _ scope: Scope) -> SchemaNode {
    switch format {
    case .plain: return .type("string")
    case .character:
      let node = SchemaNode.type("string", with: ["minLength": .number("1")])
      return limited(node, .text, scope, "a Character can be several code points")
    case .uuid:
      return .type("string", with: ["format": .text("uuid"), "pattern": .text(Self.uuid)])
    case .url:
      let node = SchemaNode.type("string", with: ["format": .text("uri-reference")])
      return limited(node, .text, scope, "validators need not check a URL's text")
    case .data:
      if scope.isCoded || scope.policy.dataStrategy != .base64 {
        return limited(.type("string"), .text, scope, "the text of data")
      }
      return .type(
        "string", with: ["contentEncoding": .text("base64"), "pattern": .text(Self.base64)])
    case .timeZone, .locale:
      return limited(.type("string"), .text, scope, "the identifiers that the system knows")
    }
  }

  private func rawValue(
    of raw: Any.Type, _ cases: [any Sendable], isOpen: Bool, _ scope: Scope
  ) -> SchemaNode {
    var node = value(of: raw, scope)
    let isExact = scope.isStrict || scope.isCoded || !isReading
    if !isExact { return node }
    guard let known = Self.nodes(of: cases), !known.isEmpty else {
      return limited(node, .code, scope, "init(rawValue:) decides about raw values")
    }
    if isOpen { return node }
    node["minimum"] = nil
    node["maximum"] = nil
    node["enum"] = .array(known)
    return node
  }

  /// The values as JSON; nil if there is one whose JSON can be written in several ways.
  static func nodes(of values: [Any]) -> [SchemaNode]? {
    var nodes: [SchemaNode] = []
    for value in values {
      let raw: Any = (value as? any RawRepresentable)?.rawValue ?? value
      switch raw {
      // Swift takes texts for equal that differ in their code points.
      case let text as String where text.utf8.allSatisfy { $0 < 128 }: nodes.append(.text(text))
      // By its exact type: a cast takes numbers for a Bool.
      case let flag as Bool where Swift.type(of: raw) == Bool.self: nodes.append(.boolean(flag))
      case let number as any BinaryInteger: nodes.append(.number("\(number)"))
      case let number as Double where number.isFinite: nodes.append(.number("\(number)"))
      default: return nil
      }
    }
    return nodes
  }

  // MARK: Collections and unions

  private func array(of element: Any.Type, _ isDistinct: Bool, _ scope: Scope) -> SchemaNode {
    var items = value(of: element, scope)
    if isReading, scope.policy.badElement != .fail, !scope.isCoded {
      items = limited(.anything, .policy, scope, "bad elements are dropped")
    }
    let isUnique = isDistinct && (!isReading || scope.policy.duplicateElements == .fail)
    let node = SchemaNode.type(
      "array", with: ["items": items, "uniqueItems": isUnique ? .boolean(true) : nil])
    return widened(node, scope, isArray: true, isObject: false)
  }

  private func dictionary(
    _ key: Any.Type, _ value: Any.Type, hasNames: Bool, hasPairs: Bool, _ scope: Scope
  ) -> SchemaNode {
    var node = SchemaNode.type("object")
    if scope.isCoded, key != String.self, key != Int.self {
      return limited(.anything, .coding, scope, "keys of \(key) in a Codable value")
    }
    addMembers(key, { self.value(of: value, scope) }, to: &node, scope)
    if !hasNames || hasPairs, !isForTools {
      let pairs = limited(.type("array"), .structure, scope, "keys and values in turn")
      if !hasNames { return pairs }
      node = SchemaNode(["anyOf": .array([node, pairs])])
    }
    return widened(node, scope, isArray: false, isObject: true)
  }

  private func addMembers(
    _ key: Any.Type, _ value: () -> SchemaNode, to node: inout SchemaNode, _ scope: Scope
  ) {
    if isReading, scope.policy.badElement != .fail {
      return limit(&node, .policy, scope, "bad values are dropped")
    }
    node["additionalProperties"] = value()
    if isReading { node["propertyNames"] = keyNames(key, &node, scope) }
  }

  /// An object with any names for keys of a type.
  func dictionary(
    key: Any.Type, of value: @autoclosure () -> SchemaNode, _ scope: Scope
  ) -> SchemaNode {
    var node = SchemaNode.type("object")
    addMembers(ValueDescription(of: key).unwrapped.type, value, to: &node, scope)
    return widened(node, scope, isArray: false, isObject: true)
  }

  private func keyNames(_ key: Any.Type, _ node: inout SchemaNode, _ scope: Scope) -> SchemaNode? {
    switch ValueDescription(of: key).form {
    case .text(.plain): return nil
    case .text(.uuid): return SchemaNode(["pattern": .text(Self.uuid)])
    case .integer:
      limit(&node, .text, scope, "the range of integer keys")
      return SchemaNode(["pattern": .text("^[-+]?[0-9]+$")])
    case .rawValue(_, let cases, isOpen: false):
      if let known = Self.nodes(of: cases), !known.isEmpty {
        let texts = known.compactMap(\.text)
        if texts.count == known.count { return SchemaNode(["enum": .array(known)]) }
      }
    default: break
    }
    limit(&node, .text, scope, "keys of \(key)")
    return nil
  }

  private func union(_ types: [Any.Type], _ hasNull: Bool, _ scope: Scope) -> SchemaNode {
    if scope.isCoded { return limited(.anything, .coding, scope, "a union in a Codable value") }
    let choices = types.map { value(of: $0, scope) } + (hasNull ? [.type("null")] : [])
    var node = SchemaNode(["anyOf": .array(choices)])
    if isReading {
      limit(&node, .structure, scope, "the form is chosen by the kind of JSON and its members")
    }
    return widened(node, scope, isArray: true, isObject: true)
  }

  /// The schema with the kinds of JSON that another policy than the strict one takes as well.
  func widened(_ node: SchemaNode, _ scope: Scope, isArray: Bool, isObject: Bool) -> SchemaNode {
    let policy = scope.policy
    if !isReading || scope.isStrict || scope.isCoded || node.acceptsAnything { return node }
    if policy.repairs || isArray && policy.wrapsSingleValues {
      return limited(.anything, .policy, scope, "the policy decides")
    }
    var kinds: [String] = []
    if policy.null != .fail { kinds.append("null") }
    if policy.parsesEmbeddedJSON || policy.acceptsNullWords || policy.emptyStringIsNull {
      kinds.append("string")
    }
    if isArray, policy.indexedObjectIsArray { kinds.append("object") }
    if isObject, policy.emptyArrayIsObject { kinds.append("array") }
    if kinds.isEmpty { return node }
    let isEmptyArray = isObject && policy.emptyArrayIsObject
    let others = SchemaNode([
      "type": .oneOrMany(kinds), "maxItems": isEmptyArray ? .number("0") : nil,
    ])
    let limited = limited(others, .policy, scope, "the policy takes other forms")
    return SchemaNode(["anyOf": .array([node, limited])])
  }

  // MARK: Codable values

  private func list(of types: [Any.Type], _ scope: Scope) -> SchemaNode {
    var inner = scope
    (inner.isCoded, inner.policy) = (true, .strict)
    let node = SchemaNode.type(
      "array",
      with: [
        "prefixItems": .array(types.map { value(of: $0, inner) }),
        "minItems": .number("\(types.count)"),
      ])
    return widened(node, scope, isArray: true, isObject: false)
  }

  /// A type's members, as its own `init(from:)` asks for them.
  private func coded(_ type: Any.Type, _ scope: Scope) -> SchemaNode {
    guard let members = ValueDescription(of: type).codedMembers else {
      return limited(.anything, .coding, scope, "\(type) codes itself")
    }
    return object(of: members, type, scope)
  }

  /// An object of Codable members; `checks` says what only the type's own code decides.
  private func object(
    of members: [(name: String, type: Any.Type, isOptional: Bool)], standIn: String? = nil,
    _ type: Any.Type, _ outer: Scope,
    checks: String? = nil
  ) -> SchemaNode {
    var scope = outer
    (scope.isCoded, scope.policy, scope.owner) = (true, .strict, "\(type)")
    let link = define(type, scope) {
      var tree = PlaceTree<PlaceSchema>()
      for field in members {
        var inner = scope
        inner.owner = "\(type).\(field.name)"
        let node = value(of: field.type, inner)
        let member = PlaceSchema(
          node: field.isOptional ? node.orNull : node,
          isRequired: isForTools || !field.isOptional && isReading)
        tree.insert(member, at: [.key(field.name)])
      }
      var made = tree.schema(closes: isForTools, isRoot: true)
      if let standIn, !isForTools {
        let own = SchemaNode(["enum": .array([.number("1"), .number("2"), .boolean(true)])])
        made = SchemaNode(["anyOf": .array([made, Self.demand(own, at: [.key(standIn)])])])
      }
      return checks.map { limited(made, .coding, scope, $0) } ?? made
    }
    return widened(link, outer, isArray: false, isObject: true)
  }

  // MARK: Limits

  func apply(
    _ limits: [PropertyLimit], to node: inout SchemaNode, _ type: Any.Type, _ scope: Scope
  ) {
    for limit in limits where !apply(limit, to: &node, ValueDescription(of: type), scope) {
      self.limit(&node, .limit, scope, "\(limit)")
    }
  }

  /// Returns whether keywords say the whole limit.
  private func apply(
    _ limit: PropertyLimit, to node: inout SchemaNode, _ type: ValueDescription, _ scope: Scope
  ) -> Bool {
    guard scope.isStrict else { return false }
    switch limit {
    case .range(let lower, let upper):
      let bounds = [lower, upper].compactMap { $0 }
      guard let known = Self.nodes(of: bounds), known.allSatisfy({ $0.text == nil }) else {
        return false
      }
      if lower != nil { node["minimum"] = known.first }
      if upper != nil { node["maximum"] = known.last }
      return true
    case .count(let lower, let upper): return count(lower, upper, &node, type)
    case .oneOf(let values):
      guard let known = Self.nodes(of: values) else { return false }
      let isOptional = if case .optional = type.form { true } else { false }
      node["enum"] = .array(isOptional ? known + [.null] : known)
      return true
    case .pattern(let pattern):
      guard Self.isPlain(pattern) else { return false }
      node["pattern"] = .text("^(?:\(pattern))$")
      return true
    case .rule: return false
    }
  }

  private func count(
    _ lower: Int, _ upper: Int?, _ node: inout SchemaNode, _ type: ValueDescription
  ) -> Bool {
    switch type.unwrapped.form {
    case .text(.plain):
      // A Character can be several code points, so that only the lower bound holds for these.
      if lower > 0 { node["minLength"] = .number("\(lower)") }
      return upper == nil && lower <= 1
    case .array(_, let isDistinct):
      if lower > 0 { node["minItems"] = .number("\(lower)") }
      if let upper, !isDistinct { node["maxItems"] = .number("\(upper)") }
      return !isDistinct
    case .dictionary(let key, _, _, hasPairs: false):
      if lower > 0 { node["minProperties"] = .number("\(lower)") }
      if let upper, key == String.self { node["maxProperties"] = .number("\(upper)") }
      return key == String.self
    default: return false
    }
  }

  /// Whether a pattern means the same in Swift and in ECMA-262: it has ASCII letters, positive
  /// classes, groups and repetitions only.
  private static func isPlain(_ pattern: String) -> Bool {
    let letter = "[A-Za-z0-9_ @:/|)+*?{},-]"
    let others = #"\((?!\?)|\\[./+*?()\[\]{}|-]|\[(?!\^)[A-Za-z0-9_.@:/+ -]+\]"#
    guard let plain = try? Regex("(?:\(letter)|\(others))+") else { return false }
    return (try? plain.wholeMatch(in: pattern)) != nil
  }
}
