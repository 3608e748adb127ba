import Foundation
import Peridot

/// Values by their types.
extension Reference {
  /// Reads a value; throws a ``Failure`` for one that does not fit.
  func read(_ type: TypeSpec, _ node: Node, _ scope: Scope) throws -> Plain {
    if node.isBlocked { throw scope.failure(.typeMismatch, node) }
    let node = type.unwrapped.isArray ? node : try withoutBlocked(node, scope)
    if case .optional(let wrapped) = type { return try optional(wrapped, node, scope) }
    if case .union(let union) = type { return try read(union, node, scope) }
    if node.json.isNull, type != .any, type != .raw { throw scope.failure(.nullValue, node) }
    switch type {
    case .bool: return try bool(node, scope)
    case .integer(let kind): return try integer(kind, node, scope)
    case .double, .float: return try double(node, isFloat: type == .float, scope)
    case .decimal: return try decimal(node, scope)
    case .string: return try string(node, scope)
    case .character, .url, .uuid, .data: return try text(type, node, scope)
    case .date: return try date(node, scope)
    case .any: return try any(node.json)
    case .raw: return .raw(node.json)
    case .enumeration(let kind): return try enumCase(kind, node, scope)
    case .codable(let kind): return try codable(kind.shape, node, scope)
    case .array(.model(let id)):
      if let key = keyedBy { return try keyedList(of: id, by: key, node, scope) }
      return .array(try array(of: .model(id), node, scope))
    case .array(let element): return .array(try array(of: element, node, scope))
    case .set(let element): return try set(of: element, node, scope)
    case .dictionary(let key, let value): return try dictionary(key, value, node, scope)
    case .model(let id): return try readModel(id, node, scope)
    case .optional, .union: return .none
    }
  }

  /// Null, and what counts as null, is nil; the inner nil of a double Optional is `.some(nil)`.
  private func optional(_ wrapped: TypeSpec, _ node: Node, _ scope: Scope) throws -> Plain {
    if node.json.isNull { return wrapped.isOptional ? .some(.none) : .none }
    do {
      let value = try read(wrapped, node, scope)
      return wrapped.isOptional ? .some(value) : value
    } catch let failure as Failure {
      guard let fault = failure.faults.first, failure.faults.count == 1, fault.path == node.path,
        !fault.isWithin, fault.kind == .nullValue || fault.mayBecomeNil
      else { throw failure }
      if scope.policy.null == .skip { throw Uncovered(what: "null that is skipped") }
      note(node)
      return .none
    }
  }

  /// What an `Any` holds: an integer where the text is one, else a Double.
  func any(_ json: JSON) throws -> Plain {
    switch json {
    case .null: return .none
    case .bool(let value): return .bool(value)
    case .string(let text): return .text(text)
    case .array(let elements): return .array(try elements.map(any))
    case .object(let members):
      let members = members.lastOfEach
      return .makeDictionary(try members.map { Plain.Entry(.text($0.name), try any($0.value)) })
    case .number(let text):
      if let integer = Int(text) { return .int(integer) }
      if let integer = UInt64(text) { return .int(integer) }
      guard let double = Double(text), double.isFinite,
        JSON.canonicalNumber("\(double)") == JSON.canonicalNumber(text)
      else { throw Uncovered(what: "numbers that no Double holds, in an Any") }
      return .double(double)
    }
  }

  // MARK: Collections

  private func array(of element: TypeSpec, _ node: Node, _ scope: Scope) throws -> [Plain] {
    if let indexed = try indexed(node, scope) {
      note(node)
      return try elements(indexed, of: element, scope)
    }
    guard case .array = node.json else {
      let failure = scope.mismatch(node)
      let wraps = scope.policy.wrapsSingleValues && failure.faults[0].kind != .nullValue
      if !wraps { throw failure }
      return [try read(element, node, scope)]
    }
    return try elements(node.elements, of: element, scope)
  }

  /// The elements of an array that is an object with its indexes as names.
  private func indexed(_ node: Node, _ scope: Scope) throws -> [Node]? {
    guard scope.policy.indexedObjectIsArray, let first = node.members.first else { return nil }
    let indexes = node.members.map { Int($0.name) }
    guard let index = indexes[0], index >= 0, "\(index)" == first.name else { return nil }
    let isOrdered = zip(indexes, indexes.dropFirst()).allSatisfy { one, next in
      if let one, let next { one < next } else { false }
    }
    guard isOrdered else { throw Uncovered(what: "an object with indexes in another order") }
    return node.members.map(\.node)
  }

  private func elements(
    _ nodes: [Node], of element: TypeSpec, _ scope: Scope
  ) throws -> [Plain] {
    var values: [Plain] = []
    var faults: [Fault] = []
    for child in nodes {
      let count = issues.count
      do {
        values.append(try readElement(element, child, scope))
      } catch let failure as Failure {
        if scope.policy.collectsImplicitly, case .array = child.json, !element.unwrapped.isArray,
          failure.faults.allSatisfy({ $0.path == child.path })
        {
          note(child)
          do {
            values += try array(of: element, child, scope)
          } catch let failure as Failure {
            faults += failure.faults
          }
        } else {
          faults += try drop(failure, child, of: element, since: count, scope)
        }
      }
    }
    if !faults.isEmpty { throw Failure(faults: faults) }
    return values
  }

  /// Reads an element or a member. None is absent, so null is nil for a double Optional, too.
  private func readElement(_ type: TypeSpec, _ node: Node, _ scope: Scope) throws -> Plain {
    type.isOptional && node.json.isNull ? .none : try read(type, node, scope)
  }

  /// Leaves out a bad element or member, or returns its faults.
  private func drop(
    _ failure: Failure, _ node: Node, of type: TypeSpec? = nil, since count: Int, _ scope: Scope
  ) throws -> [Fault] {
    let dropsOtherKinds = scope.policy.badElement == .dropOtherKinds
    if dropsOtherKinds, case .object = node.json, case .model? = type {
      if failure.faults.contains(where: { $0.kind == .validationFailed || $0.kind == .noClassFound }
      ) {
        throw Uncovered(what: "dropOtherKinds, of an object that is refused as a whole")
      }
      return failure.faults
    }
    if dropsOtherKinds { throw Uncovered(what: "dropOtherKinds, of what is no object of a model") }
    let dropped = failure.faults.map { fault in
      fault.kind == .validationFailed
        ? scope.policy.hookReject == .drop
        : scope.policy.badElement == .drop
          || scope.policy.badElement == .dropNull && fault.kind == .nullValue
            && fault.path == node.path
    }
    if Set(dropped).count > 1 { throw Uncovered(what: "an element with mistakes of two kinds") }
    if !dropped[0] { return failure.faults }
    giveUp(failure.faults, at: node.path, since: count)
    return []
  }

  /// The value without the elements that a path with `[*]` could not enter, for a type that is no
  /// array.
  private func withoutBlocked(_ node: Node, _ scope: Scope) throws -> Node {
    guard let parts = node.parts, parts.contains(where: \.isBlocked) else { return node }
    let faults = try parts.filter(\.isBlocked).flatMap { part in
      try drop(scope.failure(.typeMismatch, part), part, since: issues.count, scope)
    }
    if !faults.isEmpty { throw Failure(faults: faults) }
    let rest = parts.filter { !$0.isBlocked }
    return Node(json: .array(rest.map(\.json)), path: node.path, parts: rest)
  }

  private func set(of type: TypeSpec, _ node: Node, _ scope: Scope) throws -> Plain {
    let elements = try array(of: type, node, scope)
    let distinct = elements.reduce(into: [Plain]()) { distinct, element in
      if !distinct.contains(where: { $0.isSameElement(as: element) }) { distinct.append(element) }
    }
    if distinct.count < elements.count {
      if scope.policy.duplicateElements == .fail { throw scope.failure(.typeMismatch, node) }
      note(node)
    }
    return .makeSet(distinct)
  }

  private func dictionary(
    _ kind: TypeSpec.KeyKind, _ type: TypeSpec, _ node: Node, _ scope: Scope
  ) throws -> Plain {
    if case .array(let elements) = node.json {
      // For other keys an array has keys and values in turn.
      let isOfPairs = kind != .string && kind != .int
      if isOfPairs, !elements.isEmpty { throw Uncovered(what: "keys and values in turn") }
      guard isOfPairs || elements.isEmpty && scope.policy.emptyArrayIsObject else {
        throw scope.mismatch(node)
      }
      if !isOfPairs { note(node) }
      return .dictionary([])
    }
    if case .string(let text) = node.json, scope.policy.parsesEmbeddedJSON,
      let first = text.trimmedText.first, "{[".contains(first)
    {
      throw Uncovered(what: "text that holds a dictionary")
    }
    guard case .object = node.json else { throw scope.mismatch(node) }
    var entries: [Plain.Entry] = []
    var faults: [Fault] = []
    for (name, member) in node.members {
      let count = issues.count
      do {
        guard let key = kind.key(named: name) else { throw scope.failure(.typeMismatch, member) }
        if entries.contains(where: { $0.key.isSameElement(as: key) }) {
          throw scope.failure(.typeMismatch, member)
        }
        entries.append(Plain.Entry(key, try readElement(type, member, scope)))
      } catch let failure as Failure {
        faults += try drop(failure, member, since: count, scope)
      }
    }
    if !faults.isEmpty { throw Failure(faults: faults) }
    return .makeDictionary(entries)
  }

  /// A list whose elements are the members of an object.
  private func keyedList(
    of id: Int, by key: String, _ node: Node, _ scope: Scope
  ) throws -> Plain {
    keyedBy = nil
    if node.json == .array([]), scope.policy.emptyArrayIsObject {
      note(node)
      return .array([])
    }
    guard case .object = node.json else { throw scope.mismatch(node) }
    let type = family.properties(of: id).first { $0.key == key }?.type
    var names: [Plain] = []
    var elements: [Plain] = []
    var faults: [Fault] = []
    for (text, member) in node.members {
      let count = issues.count
      do {
        let name: Plain? =
          switch type {
          case .integer(let kind):
            Int128(text).flatMap { kind.range.contains($0) ? .integer($0) : nil }
          default: .text(text)
          }
        guard let name, !names.contains(where: { $0.memberName.isSame(as: name.memberName) }) else {
          throw scope.failure(.typeMismatch, member)
        }
        names.append(name)
        elementName = Plain.Member(key, name)
        defer { elementName = nil }
        elements.append(try readElement(.model(id), member, scope))
      } catch let failure as Failure {
        faults += try drop(failure, member, since: count, scope)
      }
    }
    if !faults.isEmpty { throw Failure(faults: faults) }
    return .array(elements)
  }

  // MARK: Codable values and transformers

  /// A Codable value: strict within, and each mistake in it is one of the type.
  private func codable(_ shape: CodableKind.Shape, _ node: Node, _ scope: Scope) throws -> Plain {
    let strict = Scope(policy: .strict, key: scope.key)
    func members(_ types: [(name: String, type: TypeSpec)], _ node: Node) throws -> [Plain.Member] {
      guard case .object = node.json else { throw scope.failure(.typeMismatch, node) }
      return try types.map { name, type in
        let member = node.at([name])
        if member == nil, !type.isOptional { throw scope.failure(.typeMismatch, node) }
        return Plain.Member(name, try member.map { try read(type, $0, strict) } ?? .none)
      }
    }
    do {
      switch shape {
      case .structure(let types): return .structure(try members(types, node))
      case .enumeration(let cases):
        let named = cases.filter { node.json[$0.name] != nil }
        guard named.count == 1, let payload = node.at([named[0].name]) else {
          throw scope.failure(.typeMismatch, node)
        }
        return .enumCase(named[0].name, try members(named[0].payload, payload))
      }
    } catch var failure as Failure {
      if failure.faults.count > 1, policy.collectsErrors {
        throw Uncovered(what: "several mistakes in a Codable value")
      }
      for index in failure.faults.indices { failure.faults[index].kind = .typeMismatch }
      throw failure
    }
  }

  /// Reads a value through a transformer: first as the type that it takes, by the policy.
  func transform(
    _ transformer: TransformerSpec, _ type: TypeSpec, _ node: Node, _ scope: Scope
  ) throws -> Plain {
    switch transformer {
    case .decimal, .lossyArray, .elements, .rfc1123Date, .microseconds, .both, .embedded, .model:
      throw Uncovered(what: "transformers of other kinds")
    default: break
    }
    if node.isBlocked { throw scope.failure(.typeMismatch, node) }
    let node = try withoutBlocked(node, scope)
    if node.json.isNull {
      guard type.isOptional else { throw scope.failure(.nullValue, node) }
      return type.isDoubleOptional ? .some(.none) : .none
    }
    func text() throws -> String {
      if scope.policy.acceptsNullWordsForStrings {
        throw Uncovered(what: "null words for a transformer's text")
      }
      return try string(node, scope).asText ?? ""
    }
    func date(_ divisor: Double) throws -> Plain {
      .date((try double(node, scope).asDouble ?? 0) / divisor - Self.secondsTo2001)
    }
    let value: Plain? =
      switch transformer {
      case .epochSeconds: try date(1)
      case .epochMilliseconds: try date(1000)
      case .iso8601Date: node.json.asString.flatMap(Self.isoDate).map { .date($0) }
      case .mapping: try ["one": "1", "two": "2"][text()].map { .text($0) }
      case .prefixed: try text().hasPrefix("n") ? Int(text().dropFirst()).map { .int($0) } : nil
      case .base64, .base64URL:
        Self.base64(
          try text(),
          as: scope.policy.dataStrategy == .anyBase64
            ? .anyBase64 : transformer == .base64URL ? .base64URL : .base64
        ).map { .data($0) }
      case .trimmed: .text(try text().trimmedText)
      case .grouped: try node.json.asString.flatMap { try grouped($0) }
      case .decimal, .lossyArray, .elements, .rfc1123Date, .microseconds, .both, .embedded, .model:
        nil
      }
    guard let value else {
      // Text that a transformer of the library cannot read is unreadable.
      if transformer == .iso8601Date || transformer == .grouped {
        _ = try any(node.json)
        _ = try scope.unreadable(node)
      }
      throw scope.failure(.transformFailed, node)
    }
    return type.isDoubleOptional ? .some(value) : value
  }

  /// The number of a text with groups of three digits; nil for groups of another length.
  private func grouped(_ text: String) throws -> Plain? {
    if text.wholeMatch(of: /-?([0-9]{1,3}(,[0-9]{3})*|[0-9]+)(\.[0-9]+)?/) != nil {
      return Double(text.filter { $0 != "," }).map { .double($0) }
    }
    if text.wholeMatch(of: /-?[0-9]*(,[0-9]*)+(\.[0-9]+)?/) != nil { return nil }
    throw Uncovered(what: "text that is no plain number in groups")
  }
}

extension TypeSpec {
  var isArray: Bool {
    switch self {
    case .array, .set: true
    default: false
    }
  }
}

extension TypeSpec.KeyKind {
  /// The key that a member's name stands for.
  fileprivate func key(named name: String) -> Plain? {
    switch self {
    case .string: .text(name)
    case .int: Int(name).map { .int($0) }
    case .int8: Int8(name).map { .int($0) }
    case .uint16: UInt16(name).map { .int($0) }
    case .suit: EnumKind.suit.cases.first { $0.raw == .string(name) }.map { .enumCase($0.name, []) }
    case .rank:
      EnumKind.rank.cases.first { Int($0.raw.text) == Int(name) }.map { .enumCase($0.name, []) }
    }
  }
}
