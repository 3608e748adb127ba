import Peridot

/// Makes a failed trial smaller, as long as the law fails in the same way.
struct Shrinker {
  private(set) var trial: Trial
  private(set) var finding: Finding
  private var made: MadeFamily
  /// How many more trials may be made.
  private var budget = 3_000
  /// How many more families may be made, each of which takes as long as many trials.
  private var familyBudget = 300

  init(_ trial: Trial, _ finding: Finding, _ made: MadeFamily) {
    self.trial = trial
    self.finding = finding
    self.made = made
  }

  static func shrunk(_ trial: Trial, _ finding: Finding, _ made: MadeFamily) async -> Shrinker {
    var shrinker = Shrinker(trial, finding, made)
    await shrinker.shrink()
    return shrinker
  }

  private mutating func shrink() async {
    var hasShrunk = true
    while hasShrunk, budget > 0 {
      hasShrunk = false
      for step in [
        Self.smallerDocuments, Self.smallerValues, Self.smallerPolicies, Self.smallerFamilies,
      ] {
        while let smaller = await firstFailing(step(trial)) {
          (trial, finding, made) = smaller
          hasShrunk = true
        }
      }
    }
  }

  private mutating func firstFailing(
    _ candidates: [Trial]
  ) async -> (Trial, Finding, MadeFamily)? {
    for candidate in candidates {
      guard budget > 0 else { return nil }
      budget -= 1
      guard let family = made(for: candidate) else { continue }
      if let found = await candidate.check.finding(in: candidate, family),
        found.title == finding.title
      {
        return (candidate, found, family)
      }
    }
    return nil
  }

  /// The classes of a candidate; nil if its mapping is mistaken, or if enough were made.
  private mutating func made(for candidate: Trial) -> MadeFamily? {
    if candidate.family.isSame(as: trial.family) { return made }
    guard familyBudget > 0 else { return nil }
    familyBudget -= 1
    let family = MadeFamily(candidate.family)
    return family.mistake == nil ? family : nil
  }

  // MARK: Candidates

  private static func smallerDocuments(_ trial: Trial) -> [Trial] {
    var candidates = trial.document.smaller.map { document in
      var trial = trial
      trial.document = document
      return trial
    }
    for part in trial.bytes.smaller {
      var trial = trial
      trial.bytes = part
      candidates.append(trial)
    }
    return candidates
  }

  private static func smallerValues(_ trial: Trial) -> [Trial] {
    trial.values.indices.flatMap { index in
      trial.values[index].smaller(in: trial.family).map { value in
        var trial = trial
        trial.values[index] = value
        return trial
      }
    }
  }

  private static func smallerPolicies(_ trial: Trial) -> [Trial] {
    var candidates = trial.policy.changes.indices.map { index in
      var trial = trial
      trial.policy.changes.remove(at: index)
      return trial
    }
    if trial.policy.preset != .strict {
      var trial = trial
      trial.policy.preset = .strict
      candidates.append(trial)
    }
    return candidates
  }

  private static func smallerFamilies(_ trial: Trial) -> [Trial] {
    trial.family.classes.indices.filter(trial.family.isReached).flatMap { id in
      trial.family.classes[id].smaller(for: trial.law).compactMap { spec -> Trial? in
        // The models of a cluster's classes need it.
        let lost = trial.family.classes[id].cluster?.entries.filter { entry in
          spec.cluster?.entries.contains(entry) != true
            && trial.values.contains { $0.has(classOf: entry.classID, in: trial.family) }
        }
        guard lost?.isEmpty != false else { return nil }
        var trial = trial
        trial.family.classes[id] = spec
        let keys = Set(trial.family.properties(of: id).map(\.key))
        let family = trial.family
        trial.values = trial.values.map { $0.keeping(keys, of: id, in: family) }
        trial.family.keepInitialValues(keys, of: id)
        return trial
      }
    }
  }
}

extension ClassFamily {
  fileprivate func isSame(as other: ClassFamily) -> Bool { words == other.words }
}

extension ClassFamily {
  /// Leaves those properties of a class's models in initial values, too.
  fileprivate mutating func keepInitialValues(_ keys: Set<String>, of id: Int) {
    let family = self
    for index in classes.indices {
      for place in classes[index].properties.indices {
        let property = classes[index].properties[place]
        classes[index].properties[place].initial = property.initial.keeping(
          keys, of: id, in: family)
        classes[index].properties[place].declaredDefault = property.declaredDefault?.keeping(
          keys, of: id, in: family)
      }
    }
  }
}

extension [UInt8] {
  /// Copies without a part.
  fileprivate var smaller: [[UInt8]] {
    var parts: [[UInt8]] = []
    var length = count / 2
    while length > 0 {
      for start in stride(from: 0, to: count, by: length) {
        parts.append(Array(self[..<start] + self[Swift.min(start + length, count)...]))
      }
      length /= 2
    }
    return parts
  }
}

extension JSON {
  /// Values that are a step smaller: without a part, or with a smaller one.
  var smaller: [JSON] {
    switch self {
    case .null: []
    case .bool(let value): value ? [.bool(false)] : []
    case .number(let text): text == "0" ? [] : text == "1" ? [.number("0")] : [.number("1")]
    case .string(let text):
      text.isEmpty
        ? [] : text.count == 1 ? [.string("")] : [.string("a"), .string(String(text.dropLast()))]
    case .array(let elements):
      elements.indices.map { index in
        var elements = elements
        elements.remove(at: index)
        return .array(elements)
      }
        + elements.indices.flatMap { index in
          elements[index].smaller.map { smaller in
            var elements = elements
            elements[index] = smaller
            return .array(elements)
          }
        }
    case .object(let members):
      members.indices.map { index in
        var members = members
        members.remove(at: index)
        return .object(members)
      }
        + members.indices.flatMap { index in
          members[index].value.smaller.map { smaller in
            var members = members
            members[index].value = smaller
            return .object(members)
          }
        }
    }
  }
}

extension Plain.ModelValue {
  /// Models with a property at its first value, or with a smaller one.
  fileprivate func smaller(in family: ClassFamily) -> [Plain.ModelValue] {
    let properties = Dictionary(family.properties(of: classID).map { ($0.key, $0) }) { $1 }
    return members.indices.flatMap { index -> [Plain.ModelValue] in
      guard let property = properties[members[index].name] else { return [] }
      let value = members[index].value
      let values =
        (value == property.initial ? [] : [property.initial]) + value.smaller(in: family)
      return values.map { value in
        var model = self
        model.members[index].value = value
        return model
      }
    }
  }

  /// The model with those properties of a class that are still there, everywhere in it.
  fileprivate func keeping(_ keys: Set<String>, of id: Int, in family: ClassFamily)
    -> Plain.ModelValue
  {
    var model = self
    if family.inherits(classID, from: id) {
      let known = Set(family.properties(of: classID).map(\.key))
      model.members.removeAll { !known.contains($0.name) }
    }
    for index in model.members.indices {
      model.members[index].value = model.members[index].value.keeping(keys, of: id, in: family)
    }
    return model
  }
}

extension Plain.ModelValue {
  /// Whether it is a model of the class or of a subclass, or has one.
  fileprivate func has(classOf id: Int, in family: ClassFamily) -> Bool {
    family.inherits(classID, from: id) || members.contains { $0.value.has(classOf: id, in: family) }
  }
}

extension Plain {
  fileprivate func has(classOf id: Int, in family: ClassFamily) -> Bool {
    switch self {
    case .model(let model): model.has(classOf: id, in: family)
    case .some(let value): value.has(classOf: id, in: family)
    case .array(let values), .set(let values):
      values.contains { $0.has(classOf: id, in: family) }
    case .dictionary(let entries): entries.contains { $0.value.has(classOf: id, in: family) }
    case .enumCase(_, let payload): payload.contains { $0.value.has(classOf: id, in: family) }
    default: false
    }
  }

  fileprivate func keeping(_ keys: Set<String>, of id: Int, in family: ClassFamily) -> Plain {
    func kept(_ value: Plain) -> Plain { value.keeping(keys, of: id, in: family) }
    return switch self {
    case .model(let model): .model(model.keeping(keys, of: id, in: family))
    case .some(let value): .some(kept(value))
    case .array(let elements): .array(elements.map(kept))
    case .set(let elements): .makeSet(elements.map(kept))
    case .dictionary(let entries):
      .makeDictionary(entries.map { Entry($0.key, kept($0.value)) })
    case .enumCase(let name, let payload):
      .enumCase(name, payload.map { Member($0.name, kept($0.value)) })
    default: self
    }
  }

  fileprivate func smaller(in family: ClassFamily) -> [Plain] {
    switch self {
    case .model(let model): model.smaller(in: family).map { .model($0) }
    case .some(let value): value.smaller(in: family).map { .some($0) }
    case .array(let elements): Self.smaller(elements, in: family).map { .array($0) }
    case .set(let elements):
      elements.indices.map { index in
        var elements = elements
        elements.remove(at: index)
        return .set(elements)
      }
    case .dictionary(let entries):
      Self.smaller(entries.map(\.value), in: family, changesOnly: true).map { values in
        .dictionary(zip(entries, values).map { Entry($0.key, $1) })
      }
        + entries.indices.map { index in
          var entries = entries
          entries.remove(at: index)
          return .dictionary(entries)
        }
    case .enumCase(let name, let payload):
      payload.indices.flatMap { index in
        payload[index].value.smaller(in: family).map { smaller in
          var payload = payload
          payload[index].value = smaller
          return .enumCase(name, payload)
        }
      }
    // A Character has no empty text.
    case .text(let text): text.isEmpty || text == "a" ? [] : [.text("a")]
    case .integer(let number): number == 0 ? [] : number == 1 ? [.integer(0)] : [.integer(1)]
    case .raw(let json): json.smaller.map { .raw($0) }
    default: []
    }
  }

  private static func smaller(
    _ elements: [Plain], in family: ClassFamily, changesOnly: Bool = false
  ) -> [[Plain]] {
    let shorter = elements.indices.map { index in
      var elements = elements
      elements.remove(at: index)
      return elements
    }
    return (changesOnly ? [] : shorter)
      + elements.indices.flatMap { index in
        elements[index].smaller(in: family).map { smaller in
          var elements = elements
          elements[index] = smaller
          return elements
        }
      }
  }
}

extension ClassSpec {
  /// Classes that say one thing less.
  fileprivate func smaller(for law: Law) -> [ClassSpec] {
    var candidates: [ClassSpec] = []
    func add(_ change: (inout ClassSpec) -> Void) {
      var spec = self
      change(&spec)
      candidates.append(spec)
    }
    let fixed = Set(shape.fixedVariables(of: id).map(\.name))
    for index in properties.indices where !fixed.contains(properties[index].key) {
      add { $0.properties.remove(at: index) }
    }
    if cluster != nil { add { $0.cluster = nil } }
    if (cluster?.entries.count ?? 0) > 1 {
      for index in cluster?.entries.indices ?? 0..<0 {
        guard let cluster, cluster.absent != cluster.entries[index].classID,
          !cluster.otherTags.contains(where: { $0.classID == cluster.entries[index].classID })
        else { continue }
        add { $0.cluster?.entries.remove(at: index) }
      }
    }
    if cluster?.otherTags.isEmpty == false { add { $0.cluster?.otherTags = [] } }
    if cluster?.absent != nil { add { $0.cluster?.absent = nil } }
    if cluster != nil, cluster?.unknown != .fail { add { $0.cluster?.unknown = .fail } }
    if identityKey != nil { add { $0.identityKey = nil } }
    if policy != nil { add { $0.policy = nil } }
    for index in policy?.changes.indices ?? 0..<0 {
      add { $0.policy?.changes.remove(at: index) }
    }
    if keyStyle != .identity { add { $0.keyStyle = .identity } }
    for index in prepare.indices { add { $0.prepare.remove(at: index) } }
    for index in finish.indices { add { $0.finish.remove(at: index) } }
    for index in keyRules.indices { add { $0.keyRules.remove(at: index) } }
    for index in modelRules.indices { add { $0.modelRules.remove(at: index) } }
    for index in properties.indices {
      for smaller in properties[index].smaller(for: law) { add { $0.properties[index] = smaller } }
    }
    return candidates
  }
}

extension PropertySpec {
  /// Properties that say one thing less.
  fileprivate func smaller(for law: Law) -> [PropertySpec] {
    var candidates: [PropertySpec] = []
    func add(_ condition: Bool, _ change: (inout PropertySpec) -> Void) {
      guard condition else { return }
      var spec = self
      change(&spec)
      candidates.append(spec)
    }
    add(place.map { $0.paths.count < 2 || transformer == nil } ?? false) { $0.place = nil }
    add(place.map { $0.direction != .both } ?? false) { $0.place?.direction = .both }
    add(place?.written != nil) { $0.place?.written = nil }
    if case .path(let steps)? = place?.form, steps.count > 1 {
      add(true) { $0.place?.form = .path([steps[steps.count - 1]]) }
      add(true) { $0.place?.form = .path([steps[0]]) }
    }
    if case .firstOf(let paths)? = place?.form, paths.count > 1 {
      for index in paths.indices {
        var rest = paths
        rest.remove(at: index)
        add(true) { $0.place?.form = .firstOf(rest) }
      }
    }
    if case .both? = transformer {
      add(true) { ($0.transformer, $0.place) = (nil, nil) }
    } else {
      add(transformer != nil) { $0.transformer = nil }
    }
    add(isRequired) { $0.isRequired = false }
    add(isIdentity) { $0.isIdentity = false }
    add(!limits.isEmpty) { $0.limits = [] }
    add(isSecret && law != .secrets) { $0.isSecret = false }
    add(!policy.isEmpty) { $0.policy = [] }
    add(usesAccessors) { $0.usesAccessors = false }
    add(writesNull) { $0.writesNull = false }
    add(formerName != nil && !isRenamed) { $0.formerName = nil }
    add(isRenamed) { ($0.formerName, $0.place) = (nil, nil) }
    add(declaredDefault != nil) { $0.declaredDefault = nil }
    add(storage != .permanent) { $0.storage = .permanent }
    add(heldCluster != nil) { $0.heldCluster = nil }
    let needsDeclaration = !limits.isEmpty || isSecret || isIdentity || declaredDefault != nil
    add(isDeclared && !needsDeclaration && !usesAccessors && !writesNull && !isRenamed) {
      $0.isDeclared = false
    }
    return candidates
  }
}
