/// The rules for a class's objects in its cluster and its superclasses' clusters.
final class ClusterPlace: Sendable {
  let modelClass: Model.Type
  /// The tables of these clusters, the topmost first.
  let levels: [ClusterTable]
  /// The base of the topmost cluster.
  var base: Model.Type { levels.first?.cluster.base ?? modelClass }
  /// The names on the path to an object's members.
  let prefix: [String]
  /// The tags of an object, and their places.
  let tags: [(path: [String], table: ClusterTable, entry: Int)]
  /// The members that determine the class, which are always written.
  let deciding: [(path: [String], table: ClusterTable, entry: Int)]
  /// Whether objects with an unknown tag become this class.
  let isKept: Bool
  /// Why an object of the class can't be read back; nil if it can.
  let problem: String?
  let mistakes: [String]
  /// The only table to ask, if each of its tags is final.
  let only: ClusterTable?

  private static let places = ClassCache<ClusterPlace?>()

  /// Returns the place of a class in clusters, or nil.
  static func of(_ modelClass: Model.Type) -> ClusterPlace? {
    places.value(asking: modelClass) {
      ModelSchema.draft(of: modelClass).hooks.hasCluster ? ClusterPlace(modelClass) : nil
    }
  }

  private init?(_ modelClass: Model.Type) {
    self.modelClass = modelClass
    var levels: [ClusterTable] = []
    var mistakes: [String] = []
    for type in JSONKeyPaths.classes(of: modelClass) {
      guard let cluster = ClassQuestions.ask(type, "cluster", { type.cluster }),
        !levels.contains(where: { $0.cluster.base == cluster.base })
      else { continue }
      if !isSubclass(type, of: cluster.base) {
        mistakes.append(
          "cluster: \(type) declares that of \(cluster.base): begin with cluster(, without a name")
        continue
      }
      levels.append(.of(cluster))
    }
    if levels.isEmpty, mistakes.isEmpty { return nil }
    var prefix: [String] = []
    var tags: [(path: [String], table: ClusterTable, entry: Int)] = []
    var deciding = tags
    var problem: String?
    var isKept = false
    for level in levels {
      mistakes += level.mistakes
      if case .kept(let type) = level.cluster.unknown, type == modelClass { isKept = true }
      if isKept { break }
      let entry = level.entry(for: modelClass)
      if entry == nil, modelClass == level.cluster.base, problem == nil,
        !tags.contains(where: { $0.path == prefix + level.path })
      {
        problem = level.problemOfBase
      }
      switch level.cluster.form {
      case .inside, .beside:
        let path = prefix + level.path
        if let entry {
          tags.removeAll { $0.path == path }
          tags.append((path, level, entry))
        }
        prefix += level.content
      case .around:
        if let entry, case .text(let name) = level.entries[entry].tag { prefix.append(name) }
      case .deduced:
        if let entry { deciding.append((prefix + level.entries[entry].member, level, entry)) }
      }
    }
    self.levels = levels
    let isBase = levels.count == 1 && levels[0].cluster.base == modelClass
    only = isBase && !levels[0].entries.contains { $0.goesOn } ? levels[0] : nil
    self.prefix = isKept ? [] : prefix
    self.tags = isKept ? [] : tags
    self.deciding = isKept ? [] : deciding
    self.isKept = isKept
    self.problem = isKept ? nil : problem
    self.mistakes = mistakes
  }

  /// The class that an object chooses.
  enum Choice {
    case found(Model.Type)
    /// The object has no tag. A new one gets this class, if there is one.
    case nothing(otherwise: Model.Type?, ErrorPhrase)
    case mistaken(ErrorPhrase)
  }

  /// Returns the class that `object` chooses for a new object; throws `failure` of the reason if it
  /// chooses none.
  @inline(__always)
  func chosen(
    for object: JSONObject, _ failure: (ErrorPhrase) -> any Error
  ) throws -> Model.Type {
    if let only, case .entry(let entry) = only.find(in: object, []) { return only.types[entry] }
    switch choice(for: object) {
    case .found(let type): return type
    case .nothing(let otherwise, let words):
      guard let otherwise else { throw failure(words) }
      return otherwise
    case .mistaken(let words): throw failure(words)
    }
  }

  /// Returns the class that `object` chooses in a place for this class.
  ///
  /// - Parameters:
  ///   - changed: The model that `object` changes, which supplies the tags that `object` omits,
  ///     until one of `object` chooses another class.
  ///   - takesNull: See `ClusterTable.find`.
  func choice(
    for object: JSONObject, changing changed: ClusterTable.Changed? = nil, takesNull: Bool = true
  ) -> Choice {
    var place = self
    var prefix: [String] = []
    var index = 0
    var current = changed
    var isNamed = takesNull
    while index < place.levels.count {
      let level = place.levels[index]
      index += 1
      if level.isTold(by: place.levels[..<(index - 1)]) { continue }
      let type = place.modelClass
      let own = current.flatMap { level.entry(for: $0.type) }
      let number: Int
      var found = level.find(in: object, prefix, changing: current, takesNull: takesNull)
      if case .nothing = found, current == nil, let changed, changed.isPatch,
        !object.removes(prefix + level.path),
        let entry = Self.keptEntry(of: level, at: prefix, changed)
      {
        found = .entry(entry)
      }
      switch found {
      case .entry(let found):
        number = found
        isNamed = true
      case .unknown(let words, _):
        return unknown(level, type) ?? .mistaken(level.unknownTag(words))
      case let found:
        let isRemoved = if case .removed = found { true } else { false }
        if let own, !isRemoved {
          number = own
          break
        }
        // The declared class of the place is enough, unless it is a base.
        if type != level.cluster.base {
          prefix = Array(place.prefix.prefix(prefix.count + level.content.count))
          continue
        }
        // Also in an update that has chosen another class further out.
        if current == nil, let absent = level.absent {
          number = absent
          isNamed = true
          break
        }
        let otherwise = unknown(level, type)
        if changed != nil, isRemoved || current == nil {
          return otherwise ?? .mistaken(level.absentTag)
        }
        if case .found(let type)? = otherwise {
          return .nothing(otherwise: type, level.absentTag)
        }
        return .nothing(otherwise: nil, level.absentTag)
      }
      let entry = level.entries[number]
      if let model = current,
        model.isPatch ? number != own : !isSubclass(model.type, of: entry.type)
      {
        current = nil
      }
      if entry.type != type, isSubclass(entry.type, of: type) {
        if !entry.goesOn, index == place.levels.count, isNamed {
          return .found(entry.type)
        }
        place = ClusterPlace.of(entry.type) ?? place
      } else if !isSubclass(type, of: entry.type) {
        return .mistaken(
          "\(level.place) is \(entry.tag.words), which stands for \(entry.type), and that is not "
            + "a subclass of \(type)")
      }
      switch level.cluster.form {
      case .inside, .deduced: break
      case .beside: prefix += level.content
      case .around: if case .text(let name) = entry.tag { prefix.append(name) }
      }
    }
    return isNamed ? .found(place.modelClass) : .nothing(otherwise: nil, "")
  }

  /// The entry of a level for the tag that an object of another class has at its place, and that a merge
  /// patch leaves there.
  private static func keptEntry(
    of level: ClusterTable, at prefix: [String], _ changed: ClusterTable.Changed
  ) -> Int? {
    let path = prefix + level.path
    guard !level.path.isEmpty,
      let tag = ClusterPlace.of(changed.type)?.tags.first(where: { $0.path == path })
    else { return nil }
    let kept = tag.table.entries[tag.entry].tag
    return level.entries.firstIndex { $0.tag == kept }
  }

  private func unknown(_ level: ClusterTable, _ type: Model.Type) -> Choice? {
    switch level.cluster.unknown {
    case .fail: nil
    case .base: type == level.cluster.base ? .found(type) : nil
    case .kept(let kept): isSubclass(kept, of: modelClass) ? .found(kept) : nil
    }
  }

  /// Why an object of `type`, written in a place for this class, would be read back as another; nil
  /// if it would not.
  func problem(of type: Model.Type) -> String? {
    guard let place = ClusterPlace.of(type), !place.isKept else { return nil }
    let found = shownClass(of: type)
    if found == type { return place.problem }
    let base = place.levels.last?.cluster.base ?? modelClass
    return "\(type) is not in the cluster of \(base), so that it would be read back as \(found)"
  }

  /// The class for which the tags of an object of `type` stand, in a place for this class.
  func shownClass(of type: Model.Type) -> Model.Type {
    guard let place = ClusterPlace.of(type), !place.isKept else { return type }
    var found = modelClass
    for level in place.levels {
      guard let entry = level.entry(for: type) else { continue }
      if isSubclass(level.entries[entry].type, of: found) { found = level.entries[entry].type }
    }
    return found
  }
}

extension ClusterTable {
  /// Why an object of the cluster's own class, which has no tag, would be read back as another; nil if it
  /// would not.
  fileprivate var problemOfBase: String? {
    let hasNone = "\(cluster.base) has no tag in its own cluster"
    if let absent {
      return hasNone + ", and an object without one becomes \(entries[absent].type): list it there"
    }
    if case .base = cluster.unknown { return nil }
    return hasNone + ": list it there, or set unknown to .base"
  }

  /// Whether an outer cluster has the same tag, and has chosen the class by it.
  fileprivate func isTold(by others: ArraySlice<ClusterTable>) -> Bool {
    guard case .inside = cluster.form, let last = others.last, case .inside = last.cluster.form
    else { return false }
    return others.contains { $0.path == path }
  }
}
