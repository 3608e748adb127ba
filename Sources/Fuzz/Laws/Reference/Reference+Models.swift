import Peridot

/// Objects: the class, its properties, what is missing, and what validation refuses.
extension Reference {
  /// Reads a value as a model of the class, or of the one that a cluster chooses.
  func readModel(_ declared: Int, _ node: Node, _ scope: Scope) throws -> Plain {
    var node = node
    switch node.json {
    case .object: break
    case .array(let elements) where elements.isEmpty && scope.policy.emptyArrayIsObject:
      throw scope.failure(.nullValue, node)
    case .string(let text):
      guard scope.policy.parsesEmbeddedJSON, let json = JSON(text) else {
        throw scope.mismatch(node)
      }
      guard case .object = json else {
        throw scope.failure(json.isNull ? .nullValue : .typeMismatch, node)
      }
      node.json = json
    default: throw scope.mismatch(node)
    }
    let (classID, content) = try chooseClass(declared, node)
    if let inner = node.at(content.names), case .object = inner.json {
    } else if !content.isEmpty {
      throw Uncovered(what: "a tag without an object as its content")
    }
    return .model(try readObject(classID, node, content: content, scope))
  }

  /// What became of one property.
  private enum PropertyOutcome {
    case absent, unread, kept
    case value(Plain)
  }

  private func readObject(
    _ classID: Int, _ node: Node, content: Path, _ outer: Scope
  ) throws -> Plain.ModelValue {
    let policy = outer.policy
    let object = try prepared(node, classID, outer)
    var model = Plain.ModelValue(classID: classID, members: [])
    var faults: [Fault] = []
    var missing: Set<String> = []
    for property in family.properties(of: classID) {
      let scope = Scope(
        policy: self.policy(of: property, basedOn: policy), key: property.key)
      var value = property.initial
      do {
        let place = place(of: property, in: classID).inside(content)
        switch try readProperty(property, at: place, classID, object, scope) {
        case .value(let read): value = read
        case .kept, .unread: break
        case .absent:
          value = property.declaredDefault ?? property.initial
          if property.isRequired || scope.policy.requiresAllKeys && !property.type.isOptional {
            missing.insert(property.key)
          }
        }
      } catch let failure as Failure {
        faults += failure.faults
      }
      model.members.append(Plain.Member(property.key, value))
    }
    if !missing.isEmpty {
      // The place of one property, or the object.
      let path = missing.count == 1 ? steps(to: missing.first ?? "", in: classID, content) : []
      faults.append(Fault(kind: .missingKeys, keys: missing, path: node.path + path))
    }
    let spec = family.classes[classID]
    if policy.unknownKeys != .ignore, !spec.keepsExtras, !spec.keepsJSON {
      let unknown = unknown(in: object, try known(of: classID, content: content))
      if policy.unknownKeys == .report { for member in unknown { note(member) } }
      if policy.unknownKeys == .fail {
        faults += unknown.map { Fault(kind: .unknownKey, path: $0.path) }
      }
    }
    if spec.keepsExtras {
      let extras = extras(in: object, try known(of: classID, content: content))
      model.extras = try any(.object(extras))
    }
    if spec.keepsJSON { model.kept = .raw(node.json) }
    if faults.isEmpty || self.policy.collectsErrors {
      faults += try validate(&model, object, content, besides: faults)
    }
    if !faults.isEmpty { throw Failure(faults: faults) }
    return model
  }

  /// The first place of a property.
  private func steps(to key: String, in classID: Int, _ content: Path) -> Path {
    guard let property = family.properties(of: classID).first(where: { $0.key == key }) else {
      return []
    }
    switch place(of: property, in: classID).inside(content).form {
    case .path(let steps): return steps
    case .firstOf(let paths): return paths[0]
    case .root, .excluded: return []
    }
  }

  private func policy(
    of property: PropertySpec, basedOn policy: ConversionPolicy
  ) -> ConversionPolicy {
    var own = property.policy.reduce(into: policy) { $1.apply(&$0) }
    own.collectsErrors = policy.collectsErrors
    own.maximumDepth = policy.maximumDepth
    return own
  }

  private func readProperty(
    _ property: PropertySpec, at place: PlaceSpec, _ classID: Int, _ object: Node,
    _ scope: Scope
  ) throws -> PropertyOutcome {
    guard place.isRead else { return .unread }
    let count = issues.count
    var found: Node?
    defer { if let found, property.isSecret { hideIssues(since: count, within: found.path) } }
    do {
      switch try find(place, property, in: object, scope) {
      case .absent: return .absent
      case .blocked(let node):
        if scope.policy.mismatch == .fail { throw scope.failure(.typeMismatch, node) }
        // Under lenient the value counts as absent.
        note(node)
        return .absent
      case .value(let node):
        found = node
        if node.json.isNull, scope.policy.null == .skip, !property.type.isDoubleOptional {
          return .absent
        }
        if let transformer = property.transformer {
          return .value(try transform(transformer, property.type, node, scope))
        }
        if let held = property.heldCluster {
          let id = try heldClass(held, property, object, node, scope)
          return .value(try read(property.type.holding(id), node, scope))
        }
        if node.json.isNull, property.type == .any, scope.policy.null != .fail {
          throw scope.failure(.nullValue, node)
        }
        return .value(try read(property.type, node, scope))
      }
    } catch var failure as Failure {
      if let found, property.isSecret { failure.hide(within: found.path) }
      if let mended = mended(failure, property, classID) { return .value(mended) }
      return try tolerate(failure, property, found, since: count, scope)
    }
  }

  /// What the policy makes of a value that does not fit: an error, or the property keeps its value,
  /// or is reset.
  private func tolerate(
    _ failure: Failure, _ property: PropertySpec, _ node: Node?, since count: Int, _ scope: Scope
  ) throws -> PropertyOutcome {
    enum Rule { case fail, keep, reset, skip }
    let rules = Set(
      failure.faults.map { fault -> Rule in
        switch fault.kind {
        case .nullValue where fault.path == node?.path && fault.keys.contains(property.key):
          switch scope.policy.null {
          case .fail: return .fail
          case .keep: return .keep
          case .reset: return .reset
          case .skip: return .skip
          }
        case .validationFailed:
          return scope.policy.hookReject == .drop ? .keep : .fail
        case .unknownKey: return .fail
        case _ where fault.isUnreadable && fault.path == node?.path:
          return scope.policy.mismatch == .reset ? .reset : .keep
        default:
          switch scope.policy.mismatch {
          case .fail: return .fail
          case .keep: return .keep
          case .reset: return .reset
          case .resetScalars: return property.type.isResetByMismatch ? .reset : .keep
          }
        }
      })
    if scope.policy.keepsBadOptionalModels, case .optional(.model) = property.type {
      giveUp(failure.faults, at: node?.path ?? failure.faults[0].path, since: count)
      return .kept
    }
    guard rules.count == 1, let rule = rules.first else {
      throw Uncovered(what: "a value with mistakes of two kinds")
    }
    if rule == .fail { throw failure }
    if rule == .skip { return .absent }
    giveUp(failure.faults, at: node?.path ?? failure.faults[0].path, since: count)
    guard rule == .reset, let value = property.type.resetValue else { return .kept }
    return .value(value)
  }

  // MARK: Hooks

  private func prepared(_ node: Node, _ classID: Int, _ scope: Scope) throws -> Node {
    var node = node
    guard case .object(var members) = node.json, family.classes[classID].shape == .prepared else {
      return node
    }
    if !DocumentFacts(node.json).hasEachNameOnce {
      throw Uncovered(what: "a hook for an object with a name twice")
    }
    let beyond = Self.numbersBeyondDouble(in: node)
    if scope.policy.fraction == .truncate, beyond.contains(where: \.json.isTooSmall) {
      throw Uncovered(what: "zeros for a hook")
    }
    let faults = beyond.flatMap { scope.failure(.outOfRange, $0).faults }
    if !faults.isEmpty { throw Failure(faults: faults) }
    for rule in family.classes[classID].prepare {
      switch rule {
      case .rename(let old, let name):
        if node.json[name] == nil, let value = node.json[old] {
          members.append(JSON.Member(name, value))
        }
      case .rejectIfTrue(let name):
        if node.json[name] == .bool(true) {
          throw Failure(faults: [Fault(kind: .validationFailed, path: node.path)])
        }
      }
      node.json = .object(members)
    }
    return node
  }

  /// The numbers that a hook cannot get as values.
  private static func numbersBeyondDouble(in node: Node) -> [Node] {
    if case .number(let text) = node.json, Double(text)?.isFinite != true || node.json.isTooSmall {
      return [node]
    }
    return (node.elements + node.members.map(\.node)).flatMap { numbersBeyondDouble(in: $0) }
  }

  /// What `validate(_:forKey:)` puts in the place of null, which the property does not accept.
  private func mended(_ failure: Failure, _ property: PropertySpec, _ classID: Int) -> Plain? {
    guard failure.faults.map(\.kind) == [.nullValue], !property.type.isOptional else { return nil }
    for rule in family.classes[classID].keyRules {
      if case .replace(property.key, .none, let new) = rule { return new }
    }
    return nil
  }

  /// Checks all properties, then the model; returns what is refused.
  private func validate(
    _ model: inout Plain.ModelValue, _ object: Node, _ content: Path, besides known: [Fault]
  ) throws -> [Fault] {
    let bad = known.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
    let spec = family.classes[model.classID]
    var faults: [Fault] = []
    for (index, property) in family.properties(of: model.classID).enumerated()
    where !bad.contains(property.key) {
      func refuse() throws {
        var path = object.path + steps(to: property.key, in: model.classID, content)
        let place = place(of: property, in: model.classID).inside(content)
        if case .value(let node) = try find(place, property, in: object, Scope(policy: policy)) {
          path = node.path
        }
        faults.append(Fault(kind: .validationFailed, keys: [property.key], path: path))
      }
      var isRefused = false
      for rule in spec.keyRules where !isRefused {
        switch rule {
        case .reject(property.key, let value):
          isRefused = model.members[index].value.asHookValue == value
        case .replace(property.key, let old, let new):
          if model.members[index].value.asHookValue == old { model.members[index].value = new }
        case .reject, .replace: break
        }
      }
      let value = model.members[index].value
      let isWithin = value == .none || property.limits.allSatisfy { $0.allows(value) }
      if isRefused || !isWithin { try refuse() }
    }
    if !faults.isEmpty { return faults }
    for case .reject(let key, let value) in spec.modelRules where model[key] == value {
      return [Fault(kind: .validationFailed, path: object.path)]
    }
    return []
  }
}

extension Reference.Failure {
  /// Ends the places within a secret value at that value: what follows can be a name in it.
  fileprivate mutating func hide(within path: Reference.Path) {
    for index in faults.indices where faults[index].path.starts(with: path) {
      faults[index].path = path
    }
  }
}

extension Plain {
  /// A hook gets nil for both nils of a double Optional.
  fileprivate var asHookValue: Plain { self == .some(.none) ? .none : self }
}

extension TypeSpec {
  /// The type with models of that class in place of the declared ones.
  func holding(_ id: Int) -> TypeSpec {
    switch self {
    case .optional(let inner): .optional(inner.holding(id))
    case .array(let inner): .array(inner.holding(id))
    case .set(let inner): .set(inner.holding(id))
    case .dictionary(let key, let inner): .dictionary(key, inner.holding(id))
    case .model: .model(id)
    default: self
    }
  }

  /// Nil, zero, false or empty; nil for a type without such a value.
  var resetValue: Plain? {
    switch self {
    case .optional: Plain.none
    case .bool: .bool(false)
    case .integer: .integer(0)
    case .double, .float: .double(0)
    case .decimal: .decimal("0")
    case .string: .text("")
    case .array: .array([])
    case .set: .set([])
    case .dictionary: .dictionary([])
    default: nil
    }
  }

  var isResetByMismatch: Bool {
    switch self {
    case .optional(let inner): inner.isResetByMismatch
    case .bool, .integer, .double, .float, .set: true
    default: false
    }
  }
}
