/// The classes of one cluster by their tags.
final class ClusterTable: Sendable {
  struct Entry: Sendable {
    let tag: Cluster.Tag
    let type: Model.Type
    /// The written form of the tag.
    let bytes: [UInt8]
    /// The names on the path to the member that determines the class, for `Form.deduced`.
    let member: [String]
    /// Whether the class has clusters of its own to ask.
    let goesOn: Bool
  }

  let cluster: Cluster
  let path: [String]
  /// The names on the path from the tag's container to the object's members.
  let content: [String]
  let entries: [Entry]
  /// Their classes.
  let types: [Model.Type]
  let mistakes: [String]
  /// Further tags that are read, with their classes.
  let alsoReading: [(tag: Cluster.Tag, type: Model.Type)]
  /// The entry of a new object without a tag, or nil.
  let absent: Int?
  let texts: JSONKeyTable
  private let textEntries: [Int]
  private let others: [Cluster.Tag: Int]
  /// The kind of all tags, if they have the same.
  private let kind: JSONReader.Kind?

  private static let tables = ClassCache<ClusterTable>()

  /// Returns the table of the cluster that a class declares, made at first use.
  static func of(_ cluster: Cluster) -> ClusterTable {
    tables.value(for: cluster.base) {
      ClusterTable(cluster, joined: Cluster.Joined.take(for: cluster.base))
    }
  }

  init(_ cluster: Cluster, joined: [(tag: Cluster.Tag, type: Model.Type)] = []) {
    self.cluster = cluster
    let base = cluster.base
    let style = JSONKeyPaths.style(of: base)
    var mistakes: [String] = []
    func names(of path: JSONKeyPath, _ role: String) -> [String] {
      if case .path(let components) = path.form, path.mistake == nil, path.direction == .both,
        let names = components.names
      {
        return names.flatMap { style.path(for: $0).components.names ?? [$0] }
      }
      mistakes.append("cluster: \(role) is \(path), but must be a path of names")
      return []
    }
    var alsoReading = cluster.alsoReading
    var listed = (cluster.classes + joined).map { (tag: $0.tag, type: $0.type, isOwn: true) }
    mistakes += Self.mistakes(in: listed.map { ($0.tag, $0.type) }, cluster)
    switch cluster.form {
    case .inside:
      let tagNames = names(of: cluster.path, "the tag")
      path = tagNames
      content = []
      // A class that is a base itself can use the same tag.
      for (_, type, _) in listed {
        guard let inner = type.cluster, inner.base != base, isSubclass(inner.base, of: base),
          case .inside = inner.form
        else { continue }
        let table = ClusterTable.of(inner)
        guard table.path == tagNames else { continue }
        alsoReading += table.alsoReading
        for entry in table.entries {
          listed.removeAll { $0.tag == entry.tag }
          listed.append((entry.tag, entry.type, false))
        }
      }
    case .beside(let place):
      path = names(of: cluster.path, "the tag")
      content = names(of: place, "the content")
      if content == Array(path.prefix(content.count)) {
        mistakes.append("cluster: the tag at \(cluster.path) lies in the content at \(place)")
      }
    case .around, .deduced:
      (path, content) = ([], [])
    }
    entries = listed.map { tag, type, _ in
      var member: [String] = []
      if case .deduced = cluster.form, case .text(let text) = tag {
        member = names(of: JSONKeyPath(text), "a member")
      }
      return Entry(
        tag: tag, type: type, bytes: tag.bytes, member: member,
        goesOn: type.cluster.map { $0.base != base } ?? false)
    }
    types = entries.map(\.type)
    var texts: [String] = []
    var textEntries: [Int] = []
    var others = [Cluster.Tag: Int]()
    for (index, entry) in entries.enumerated() {
      if case .text(let text) = entry.tag {
        texts.append(text)
        textEntries.append(index)
      } else {
        others[entry.tag] = index
      }
    }
    for (tag, type) in alsoReading {
      guard let index = entries.firstIndex(where: { $0.type == type }) else { continue }
      if case .text(let text) = tag {
        texts.append(text)
        textEntries.append(index)
      } else {
        others[tag] = index
      }
    }
    self.alsoReading = alsoReading
    absent = entries.firstIndex { $0.type == cluster.absent }
    self.texts = .of(texts, tags: texts.map { _ in 0 })
    self.textEntries = textEntries
    self.others = others
    kind = others.isEmpty ? .string : !texts.isEmpty ? nil : Self.kind(of: others.keys)
    self.mistakes = mistakes
  }

  private static func kind(of tags: some Sequence<Cluster.Tag>) -> JSONReader.Kind? {
    var kinds = Set(
      tags.map { tag in
        if case .integer = tag { return JSONReader.Kind.number }
        return JSONReader.Kind.bool
      })
    let kind = kinds.popFirst()
    return kinds.isEmpty ? kind : nil
  }

  private static func mistakes(
    in listed: [(tag: Cluster.Tag, type: Model.Type)], _ cluster: Cluster
  ) -> [String] {
    var mistakes: [String] = []
    for (index, (tag, type)) in listed.enumerated() {
      for (other, first) in listed[..<index] {
        if other == tag, first != type {
          mistakes.append("cluster: the tag \(tag.words) stands for \(first) and for \(type)")
        } else if first == type {
          mistakes.append(
            "cluster: \(type) has the tags \(other.words) and \(tag.words), and is written with one: "
              + "make a subclass for the other")
        }
      }
    }
    for (index, (tag, type)) in cluster.alsoReading.enumerated() {
      if !listed.contains(where: { $0.type == type }) {
        mistakes.append(
          "cluster: \(type) also has the tag \(tag.words), but none that it is written with: list it"
        )
      }
      let others = listed + cluster.alsoReading[..<index]
      if let other = others.first(where: { $0.tag == tag }) {
        mistakes.append("cluster: the tag \(tag.words) stands for \(other.type) and for \(type)")
      }
    }
    if let absent = cluster.absent, !listed.contains(where: { $0.type == absent }) {
      mistakes.append(
        "cluster: \(absent) is the class of objects without a tag, but has none that it is written "
          + "with: list it")
    }
    for tag in cluster.untaken {
      mistakes.append(
        "cluster: the tag \(tag.words) stands for no class: list one, or choose what becomes of it by "
          + "unknown")
    }
    if case .kept(let kept) = cluster.unknown {
      if !(kept is any JSONKeeping.Type) {
        mistakes.append("cluster: \(kept) keeps no JSON: conform it to JSONKeeping")
      }
      if let entry = listed.first(where: { $0.type == kept }) {
        mistakes.append(
          "cluster: \(kept) has the tag \(entry.tag.words), and objects with any other tag also "
            + "become it: make two classes of it")
      }
    }
    return mistakes
  }

  /// The member that is the tag, if all tags are text and lie right in the object.
  var textMember: String? {
    guard kind == .string, path.count == 1 else { return nil }
    return path[0]
  }

  /// An object's tag.
  enum Found {
    case entry(Int)
    /// Its words, and the tag if the value could be one.
    case unknown(String, Cluster.Tag?)
    case nothing
    /// None any more: a merge patch removes it.
    case removed
  }

  /// A model that an object changes, in an update or as a merge patch.
  struct Changed {
    let model: Model
    let isPatch: Bool

    var type: Model.Type { Swift.type(of: model) }

    /// Whether its class has a property at the end of a path of names.
    fileprivate func has(_ names: [String], isSet: Bool) -> Bool {
      let paths = JSONKeyPaths.of(type)
      return ModelSchema.of(type).properties.contains { property in
        paths.path(of: property)?.leads(to: names) == true
          && (!isSet || property.access.unwrappedValue(of: model) != nil)
      }
    }
  }

  /// Returns the tag of `object`, whose members begin at the end of `prefix`.
  ///
  /// - Parameters:
  ///   - changed: The model that the object changes.
  ///   - takesNull: Whether a null member determines a class, if no other member does. Not in an
  ///     update, in which null removes it.
  @inline(never)
  func find(
    in object: JSONObject, _ prefix: [String], changing changed: Changed? = nil,
    takesNull: Bool = true
  ) -> Found {
    switch cluster.form {
    case .inside, .beside:
      switch object.scalar(at: prefix.isEmpty ? path : prefix + path, as: kind) {
      case .text(let text):
        return texts.index(of: text).map { .entry(textEntries[$0]) }
          ?? .unknown(Boxed.quoted(text), .text(text))
      case .integer(let number): return other(.integer(number))
      case .boolean(let isTrue): return other(.boolean(isTrue))
      case .other(let words): return .unknown(words, nil)
      case .null, nil:
        return changed?.isPatch == true && object.removes(prefix + path) ? .removed : .nothing
      }
    case .around:
      let isRemoved = changed.flatMap { removes($0, in: object, prefix) }
      if isRemoved == false { return .nothing }
      return object.object(at: prefix[...])?.firstMember(in: texts).map { .entry(textEntries[$0]) }
        ?? (isRemoved == nil ? .nothing : .removed)
    case .deduced: return deduced(from: object, prefix, changed, takesNull: takesNull)
    }
  }

  /// Whether a merge patch removes the member around the object of a model; nil in an update, in
  /// which another member is enough to choose another class, and for a model without one.
  private func removes(_ changed: Changed, in object: JSONObject, _ prefix: [String]) -> Bool? {
    guard changed.isPatch, let entry = entry(for: changed.type),
      case .text(let name) = entries[entry].tag
    else { return nil }
    return object.removes(prefix + [name])
  }

  private func deduced(
    from object: JSONObject, _ prefix: [String], _ changed: Changed?, takesNull: Bool
  ) -> Found {
    let own = changed.flatMap { entry(for: $0.type) }
    var null: Int?
    for (index, entry) in entries.enumerated() {
      let member = prefix + entry.member
      if !object.contains(member) {
        if let changed, own != nil, changed.isPatch, changed.has(member, isSet: true),
          !object.removes(member)
        {
          return .entry(index)
        }
      } else if object.isNull(at: member) {
        null = null ?? index
      } else if let changed, let own, !changed.isPatch, own != index,
        changed.has(member, isSet: false)
      {
        // The model's own class has such a member, too.
        continue
      } else {
        return .entry(index)
      }
    }
    if takesNull, let null { return .entry(null) }
    guard changed?.isPatch == true, let own else { return .nothing }
    return object.removes(prefix + entries[own].member) ? .removed : .nothing
  }

  private func other(_ tag: Cluster.Tag) -> Found {
    others[tag].map { .entry($0) } ?? .unknown(tag.words, tag)
  }

  /// The entry of a class: its own, or that of its nearest superclass with one.
  func entry(for type: Model.Type) -> Int? {
    var nearest: Int?
    for (index, entry) in entries.enumerated() where isSubclass(type, of: entry.type) {
      if let known = nearest, isSubclass(entries[known].type, of: entry.type) { continue }
      nearest = index
    }
    return nearest
  }

  /// The tag's place in the words of an error.
  var place: ErrorPhrase {
    switch cluster.form {
    case .inside, .beside: "\(Boxed.quoted(JSONKeyPath.text(of: path.map { .key($0) })))"
    case .around, .deduced: "the member that identifies the class"
    }
  }

  /// The reason why an object with another tag has no class.
  func unknownTag(_ words: String) -> ErrorPhrase {
    "\(place) is \(found: words), which stands for no class of \(cluster.base); there are "
      + "\(allowed: tags(nearest: words))"
  }

  /// The reason why an object without a tag has no class.
  var absentTag: ErrorPhrase {
    "\(place) is absent, but identifies the class of \(TypeName.phrase(withArticle: cluster.base)); there "
      + "are \(allowed: entries.map(\.tag.words))"
  }

  /// The existing tags, those most similar to `text` first.
  private func tags(nearest text: String) -> [String] {
    Spelling.ordered(entries.map(\.tag.words), like: text)
  }
}
