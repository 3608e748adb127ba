import Peridot

/// Objects: the class, its properties, what is missing, and what validation refuses.
extension Reference {
  /// Reads a value as a model of the class, or of the one that a cluster chooses.
  func readModel(_ declared: Int, _ node: Node, _ outer: Scope) throws -> Plain {
    let scope = scope(of: declared, in: outer)
    depth += 1
    defer { depth -= 1 }
    if depth > policy.maximumDepth { throw Uncovered(what: "models without an end at the root") }
    if case .array = node.json, takesArrays(declared) {
      guard family.chain(of: declared).allSatisfy({ family.classes[$0].cluster == nil }) else {
        throw Uncovered(what: "a class cluster whose objects are arrays")
      }
      return .model(try readObject(declared, node, Path(), scope))
    }
    var node = node
    if node.json == .array([]), scope.policy.emptyArrayIsObject {
      throw scope.failure(.nullValue, node)
    }
    if case .string(let text) = node.json, scope.policy.parsesEmbeddedJSON, let json = JSON(text) {
      node.json = json
    }
    guard case .object = node.json else { throw scope.mismatch(node) }
    let (classID, content) = try chooseClass(declared, node)
    guard case .object? = node.at(content.names)?.json else {
      throw Uncovered(what: "a tag without an object as its content")
    }
    return .model(
      try readObject(classID, node, content, self.scope(of: classID, in: outer)))
  }

  /// Whether an array can stand for an object: one property is at the root, others have one name.
  private func takesArrays(_ classID: Int) -> Bool {
    if family.classes[classID].shape == .prepared { return false }
    var roots = 0
    for property in family.properties(of: classID) {
      let place = place(of: property, in: classID, Path())
      switch place.form {
      case _ where !place.isRead: continue
      case .root where property.type.unwrapped.classIDs.isEmpty: roots += 1
      case .path(let steps) where steps.count == 1: continue
      case .path, .firstOf, .all, .root, .excluded: return false
      }
    }
    return roots == 1
  }

  private func readObject(_ classID: Int, _ node: Node, _ content: Path, _ outer: Scope) throws
    -> Plain.ModelValue
  {
    guard family.classes[classID].keyStyle == .ignoringCase else {
      return try readMembers(classID, node, content, outer)
    }
    let (object, names) = try folded(node, classID)
    let count = issues.count
    /// The path in the document.
    func original(_ path: Path) -> Path {
      guard path.count > node.path.count, path.starts(with: node.path),
        case .key(let name) = path[node.path.count], let own = names[name]
      else { return path }
      return node.path + [.key(own)] + path.dropFirst(node.path.count + 1)
    }
    defer { for index in count..<issues.count { issues[index] = original(issues[index]) } }
    do {
      return try readMembers(classID, object, content, outer)
    } catch var failure as Failure {
      for index in failure.faults.indices {
        failure.faults[index].path = original(failure.faults[index].path)
      }
      throw failure
    }
  }

  /// The object with the class's own names of the members that it reads in any case, and the names
  /// that these have in the document. An exact name wins, and then the last.
  private func folded(
    _ node: Node, _ classID: Int
  ) throws -> (object: Node, names: [String: String]) {
    guard case .object(var members) = node.json else { return (node, [:]) }
    let properties = family.properties(of: classID).filter { $0.storage != .excluded }
    let known = properties.flatMap { place(of: $0, in: classID, []).paths.compactMap(\.first) }
    var names: [String: String] = [:]
    for property in properties where property.place == nil {
      let key = property.key
      let others = members.filter { member in
        member.name.lowercased() == key.lowercased() && !known.contains(.key(member.name))
      }
      guard let last = others.last else { continue }
      if family.properties(of: classID).contains(where: { $0.place?.form == .root }) {
        throw Uncovered(what: "names in another case beside one at the root")
      }
      let hasExact = node.json[key] != nil
      if policy.repeatedKeys == .fail, hasExact || others.count > 1 {
        throw Uncovered(what: "names that differ in case, refused")
      }
      members.removeAll { member in
        others.contains { $0.name == member.name } && (hasExact || member.name != last.name)
      }
      guard !hasExact, let index = members.firstIndex(where: { $0.name == last.name }) else {
        continue
      }
      members[index].name = key
      names[key] = last.name
    }
    var object = node
    object.json = .object(members)
    return (object, names)
  }

  private func readMembers(
    _ classID: Int, _ node: Node, _ content: Path, _ outer: Scope
  ) throws -> Plain.ModelValue {
    let name = elementName
    elementName = nil
    let policy = outer.policy
    let spec = family.classes[classID]
    let object = try prepared(node, spec, outer)
    var model = Plain.ModelValue(classID: classID, members: [])
    var faults: [Fault] = []
    var bad: Set<String> = []
    var missing: [PropertySpec] = []
    var presence = Presence(of: spec)
    for property in family.properties(of: classID) {
      var scope = Scope(policy: property.rules(policy))
      scope.key = property.key
      scope.policy.collectsErrors = policy.collectsErrors
      var value = property.initial
      do {
        let place = place(of: property, in: classID, content)
        if let name, name.name == property.key {
          value = name.value
          try check(name.value, property, place, spec, object, scope)
          model.members.append(Plain.Member(property.key, value))
          if spec.keepsPresence, place.isRead, place.paths.contains(where: { $0.count > 1 }) {
            throw Uncovered(what: "presence of the objects on the path of a name")
          }
          continue
        }
        switch try read(property, place, spec, object, scope) {
        case .value(let read): value = read
        case .kept: break
        case .absent:
          value = property.declaredDefault ?? property.initial
          let isExpected = !property.type.isOptional && !property.isRequired
          switch scope.policy.absentKeys {
          case .fail where isExpected: missing.append(property)
          case .report where isExpected: throw Uncovered(what: "reported absence")
          case .ignore, .report, .fail: if property.isRequired { missing.append(property) }
          }
        }
      } catch let failure as Failure {
        faults += failure.faults
        bad.insert(property.key)
      }
      model.members.append(Plain.Member(property.key, value))
      if spec.keepsPresence, !bad.contains(property.key) {
        let place = place(of: property, in: classID, content)
        try presence.note(property, value, place, object, self, scope)
      }
    }
    if spec.keepsPresence { try forgetObjects(of: classID, content, policy, &presence) }
    model.presence = presence.json
    if !missing.isEmpty {
      // The place of one property, or the object.
      let path = missing.count > 1 ? [] : place(of: missing[0], in: classID, content).paths.first
      let keys = Set(missing.map(\.key))
      faults.append(Fault(kind: .missingKeys, keys: keys, path: node.path + (path ?? [])))
      bad.formUnion(keys)
    }
    if policy.unknownKeys != .ignore { throw Uncovered(what: "unknown members that matter") }
    if spec.keepsExtras {
      if let name,
        family.properties(of: classID).first(where: { $0.key == name.name })?.place?.isRead == false
      {
        throw Uncovered(what: "extras beside a name that is only written")
      }
      model.extras = try any(.object(extras(in: object, try mappedPaths(of: classID, content))))
    }
    if spec.keepsJSON { model.kept = .raw(node.json) }
    if faults.isEmpty || policy.collectsErrors {
      faults += try validate(&model, object, content, besides: bad)
    }
    if !faults.isEmpty { throw Failure(faults: faults) }
    return model
  }

  /// Refuses another value than that of the object's name, unless `validate(_:forKey:)` puts that in its
  /// place. A null says nothing where the property can't be nil.
  private func check(
    _ name: Plain, _ property: PropertySpec, _ place: PlaceSpec, _ spec: ClassSpec, _ object: Node,
    _ scope: Scope
  ) throws {
    let found = try find(place, in: object, scope)
    if case .value(let node) = found, node.json.isNull, !property.type.isOptional { return }
    guard case .value(let read) = try read(property, place, spec, object, scope),
      !read.isSameElement(as: name), case .value(let node) = found
    else { return }
    if spec.keyRules.contains(.replace(key: property.key, read, with: name)) { return }
    switch scope.policy.mismatch {
    case .fail: throw scope.failure(.typeMismatch, node)
    case .keep: note(node)
    default: throw Uncovered(what: "mistakes that reset")
    }
  }

  /// What becomes of one property.
  private enum Reading {
    case absent, kept
    case value(Plain)
  }

  private func read(
    _ property: PropertySpec, _ place: PlaceSpec, _ spec: ClassSpec, _ object: Node, _ scope: Scope
  ) throws -> Reading {
    guard place.isRead else { return .kept }
    let count = issues.count
    var found: Node?
    /// A path within a secret value ends at it: what follows can be a name in it.
    func hiding(_ path: Path) -> Path {
      guard let found, property.isSecret, path.starts(with: found.path) else { return path }
      return found.path
    }
    defer { for index in count..<issues.count { issues[index] = hiding(issues[index]) } }
    do {
      switch try find(place, in: object, scope) {
      case .absent: return .absent
      case .blocked(let node):
        if scope.policy.mismatch == .fail { throw scope.failure(.typeMismatch, node) }
        // If the policy goes on, the value counts as absent.
        note(node)
        return .absent
      case .value(let node):
        found = node
        let type = property.type
        if node.json.isNull, scope.policy.null == .skip, !type.isDoubleOptional { return .absent }
        if let transformer = property.transformer, transformer != .model {
          return .value(try transform(transformer, type, node, scope))
        }
        if type == .any, node.json.isNull, scope.policy.null != .fail {
          throw scope.failure(.nullValue, node)
        }
        keyedBy = property.keyedBy
        defer { keyedBy = nil }
        let value = try read(try heldType(property, object, node, scope), node, scope)
        return .value(value.orderedByNames(property))
      }
    } catch var failure as Failure {
      if let new = try replacement(of: found?.json, failure, property, spec) { return .value(new) }
      if case .number? = found?.json {
        for case .replace(property.key, .bool, _) in spec.keyRules {
          throw Uncovered(what: "a number that a hook takes for a Bool")
        }
      }
      if case .bool? = found?.json {
        for case .replace(property.key, .integer, _) in spec.keyRules {
          throw Uncovered(what: "a Bool that a hook takes for a number")
        }
      }
      // What the policy makes of a value that does not fit: an error, or the property keeps its
      // value.
      let isKept = try failure.faults.map { fault in
        if fault.kind == .validationFailed { return scope.policy.hookReject == .drop }
        if fault.kind == .nullValue, fault.path == found?.path, fault.keys == [property.key] {
          if [.reset, .skip].contains(scope.policy.null) {
            throw Uncovered(what: "null that resets")
          }
          return scope.policy.null == .keep
        }
        if ![.fail, .keep].contains(scope.policy.mismatch) {
          throw Uncovered(what: "mistakes that reset")
        }
        return scope.policy.mismatch == .keep
      }
      if Set(isKept).count > 1 || scope.policy.keepsBadOptionalModels {
        throw Uncovered(what: "a value with mistakes of two kinds")
      }
      for index in failure.faults.indices {
        let path = hiding(failure.faults[index].path)
        if path == failure.faults[index].path { continue }
        failure.faults[index].isWithin = true
        failure.faults[index].path = path
      }
      if !isKept[0] { throw failure }
      giveUp(failure.faults, at: found?.path ?? failure.faults[0].path, since: count)
      return .kept
    }
  }

  // MARK: Hooks

  /// What `validate(_:forKey:)` puts in the place of a value that the property does not accept.
  private func replacement(
    of json: JSON?, _ failure: Failure, _ property: PropertySpec, _ spec: ClassSpec
  ) throws -> Plain? {
    let isNull = failure.faults.map(\.kind) == [.nullValue] && !property.type.isOptional
    let isOwn = failure.faults.allSatisfy { $0.keys == [property.key] }
    let given = isOwn ? json.flatMap { $0.isNull ? nil : try? any($0) } : nil
    for case .replace(property.key, let old, let new) in spec.keyRules {
      if case .bool? = given, property.type.unwrapped != .bool {
        throw Uncovered(what: "a hook that gets a Boolean, which can be cast to a number")
      }
      if isNull && old == Plain.none || given == old { return new }
    }
    return nil
  }

  private func prepared(_ node: Node, _ spec: ClassSpec, _ scope: Scope) throws -> Node {
    var node = node
    guard spec.shape == .prepared, case .object(var members) = node.json else { return node }
    guard DocumentFacts(node.json).fitsDictionary else {
      throw Uncovered(what: "a hook for what no dictionary holds")
    }
    if node.json.hasSeveral(of: family.tagsAround) {
      throw Uncovered(what: "the first of several tags in a hook's dictionary")
    }
    for rule in spec.prepare {
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

  /// Checks all properties but bad ones, then the model; returns what is refused.
  private func validate(
    _ model: inout Plain.ModelValue, _ object: Node, _ content: Path, besides bad: Set<String>
  ) throws -> [Fault] {
    let spec = family.classes[model.classID]
    var faults: [Fault] = []
    for (index, property) in family.properties(of: model.classID).enumerated()
    where !bad.contains(property.key) {
      // A hook gets nil for both nils of a double Optional.
      var value: Plain {
        model.members[index].value == .some(.none) ? .none : model.members[index].value
      }
      var isRefused = false
      for rule in spec.keyRules where !isRefused {
        switch rule {
        case .reject(property.key, let refused): isRefused = value == refused
        case .replace(property.key, value, let new): model.members[index].value = new
        case .reject, .replace: break
        }
      }
      let isWithin = value == .none || property.limits.allSatisfy { $0.allows(value) }
      if !isRefused, isWithin { continue }
      let place = place(of: property, in: model.classID, content)
      // A name is the value of a property that is only written, too.
      var path = object.path + (place.isRead ? place.paths.first ?? [] : [])
      if case .value(let node) = try find(place, in: object, Scope(policy: policy)) {
        path = node.path
      }
      faults.append(Fault(kind: .validationFailed, keys: [property.key], path: path))
    }
    if !faults.isEmpty { return faults }
    for case .reject(let key, let value) in spec.modelRules {
      if bad.contains(key) { throw Uncovered(what: "a rule about a value with mistakes") }
      if model[key] == value { return [Fault(kind: .validationFailed, path: object.path)] }
    }
    return []
  }
}
