/// The tags of clusters among the members that a class writes.
extension MappingMaker {
  /// A tag that objects are written with.
  struct WrittenTag {
    let path: [String]
    let table: ClusterTable
    /// The entry of the class; nil for the tag of a property's models.
    var entry: Int?
    /// The key of that property.
    var key = ""
    /// The property that is written to the tag's place.
    var overlapped: Property?
  }

  /// Returns the tags of the class's objects, and those of the models in its properties; collects
  /// the mistakes in the clusters.
  mutating func clusterTags(of mapped: [(Property, JSONKeyPath)]) -> [WrittenTag] {
    var tags: [WrittenTag] = []
    if let clusters {
      note(clusters.mistakes)
      if schema.hooks.asksClass, clusters.levels.contains(where: { $0.cluster.base == modelClass })
      {
        note([
          "the class declares a cluster, and overrides classForParsing(_:): take one of them away"
        ])
      }
      tags = clusters.tags.map { WrittenTag(path: $0.path, table: $0.table, entry: $0.entry) }
      for member in clusters.deciding { checkDeciding(member, mapped) }
    }
    guard schema.hooks.hasHeldClusters else { return tags }
    let prefix = clusters?.prefix ?? []
    for (property, path) in mapped {
      let key = property.key
      let declared = ClassQuestions.ask(modelClass, "cluster(forKey:)") {
        modelClass.cluster(forKey: key)
      }
      guard let declared else { continue }
      let table = ClusterTable(declared)
      note(table.mistakes.map { "\"\(key)\": \($0)" })
      let held = TypeShape.ModelClassFinder.modelClass(in: property.valueType)
      if held.map({ isSubclass(declared.base, of: $0) }) != true {
        note(["\"\(key)\": its cluster is of \(declared.base), which it does not hold"])
      } else if case .inside = declared.form {
        note(table, ofModelsIn: key)
        if path.direction != .readOnly {
          tags.append(WrittenTag(path: prefix + table.path, table: table, key: key))
        }
      } else {
        note(["\"\(key)\": a tag that lies in the holder is a member: declare cluster(tag:_:)"])
      }
    }
    return tags
  }

  /// In a cluster without tags, a class has to have the member that determines it, and none that
  /// determines another class first.
  private mutating func checkDeciding(
    _ member: (path: [String], table: ClusterTable, entry: Int), _ mapped: [(Property, JSONKeyPath)]
  ) {
    let (entries, base) = (member.table.entries, member.table.cluster.base)
    func words(_ path: [String]) -> String {
      "\"" + JSONKeyPath.text(of: path.map { .key($0) }) + "\""
    }
    if !mapped.contains(where: { $1.leads(to: member.path) && $1.direction != .readOnly }) {
      note([
        "cluster: \(words(member.path)) identifies \(entries[member.entry].type), but no property of it is "
          + "written there"
      ])
    }
    let start = Array(member.path.dropLast(entries[member.entry].member.count))
    for entry in entries[..<member.entry] {
      guard let (property, _) = mapped.first(where: { $1.leads(to: start + entry.member) }) else {
        continue
      }
      note([
        "cluster: \(words(entry.member)) identifies \(entry.type) of \(base), and is \"\(property.key)\" here, "
          + "too: list \(entries[member.entry].type) first"
      ])
    }
  }

  /// Returns the mistake of a property at a tag's place: it has to accept the tag, and a new object
  /// must not have another class's.
  func misfit(of field: any JSONField, isRead: Bool, with tag: WrittenTag) -> String? {
    let property = field.property
    guard let entry = tag.entry.map({ tag.table.entries[$0] }) else { return nil }
    let place = "\"\(property.key)\" lies at the tag's place"
    if isRead, !reads(field, entry) {
      return "\(place), and is \(TypeName.withArticle(property.valueType)), which does not read "
        + "\(entry.tag.words): map it to .excluded"
    }
    guard let own = Cluster.Tag(property.access.unwrappedValue(of: modelClass.init())),
      own != entry.tag, let other = tag.table.entries.first(where: { $0.tag == own })
    else { return nil }
    return "\(place), and is \(own.words) in a new object, which stands for \(other.type): give it "
      + "another initial value"
  }

  private func reads(_ field: any JSONField, _ entry: ClusterTable.Entry) -> Bool {
    let context = ReadingContext(policy: plans.policy, source: JSONBytes(entry.bytes))
    return JSONBytes(entry.bytes).withReader { (try? field.value(&$0, in: context)) != nil }
  }

  /// The members with which the paths of tags begin, which reading skips.
  func tagHeads() -> [String] {
    var names = clusters?.tags.compactMap(\.path.first) ?? []
    for level in clusters?.levels ?? [] where level.cluster.base == modelClass {
      names += level.path.prefix(1)
    }
    return names
  }
}

extension JSONKeyPath {
  /// Whether the path ends at `names`.
  @inline(never)  // A copy of each level stood in each caller.
  func leads(to names: [String]) -> Bool {
    switch form {
    case .path(let components): components.names == names
    case .firstOf(let paths): paths.first?.leads(to: names) ?? false
    case .all, .root, .excluded: false
    }
  }
}
