import Peridot

/// A class, and the facts that distinguish its records from others.
struct RecordClass: Sendable {
  let type: any RecordSerializing.Type
  let description: ClassDescription
  let record: String
  /// The first of the classes that share the records.
  let topmost: any RecordSerializing.Type
  /// The value of `_class` in its rows: its tags in the cluster, the outermost first; nil for the
  /// topmost class.
  let tag: String?
  let mistake: String?

  init(_ type: any RecordSerializing.Type) {
    let chain = ModelOutline(of: type).classChain.compactMap { $0 as? any RecordSerializing.Type }
    let record = Self.name(of: type)
    self.type = type
    self.record = record
    description = ClassDescription(of: type)
    topmost = chain.first { Self.name(of: $0) == record } ?? type
    let listed = topmost == type ? nil : Self.tag(description)
    tag = topmost == type ? nil : listed ?? "\(type)"
    mistake =
      if let base = chain.dropLast().last, type.recordName.isEmpty {
        "\(base), the superclass, does not state the name of its records: add class var recordName: "
          + "String { \"\(base)\" } there, so that \(type) shares its table, or { \"\\(self)\" }, so that "
          + "each has a table of its own"
      } else if tag != nil, listed == nil {
        "\(type) shares the records of \(topmost): list it in the cluster of \(topmost), so that they "
          + "are read as their own classes, or override recordName in \(type)"
      } else {
        nil
      }
  }

  static func name(of type: any RecordSerializing.Type) -> String {
    let name = type.recordName
    return name.isEmpty ? "\(type)" : name
  }

  /// The tags of a class in clusters, also of one that keeps unknown tags.
  private static func tag(_ description: ClassDescription) -> String? {
    let type = description.modelClass
    var tags: [(path: [String], text: String)] = []
    var isListed = false
    for cluster in description.clusters {
      if cluster.keptClass == type { return "\(type)" }
      let above = cluster.classes.filter { isSubclass(type, of: $0.type) }
      guard let nearest = above.max(by: { $0.type != $1.type && isSubclass($1.type, of: $0.type) })
      else { continue }
      isListed = isListed || nearest.type == type
      // An inner cluster can use the same member.
      tags.removeAll { !$0.path.isEmpty && $0.path == cluster.tagPath }
      tags.append((cluster.tagPath, nearest.tag.text))
    }
    return isListed ? tags.map(\.text).joined(separator: "/") : nil
  }

  /// The subclasses in the class's clusters, and those that keep unknown tags.
  var subclasses: [RecordClass] {
    let kept = description.clusters.compactMap(\.keptClass).filter {
      $0 != type && isSubclass($0, of: type)
    }
    return (description.subclasses + kept)
      .compactMap { $0 as? any RecordSerializing.Type }.map { RecordClass($0) }
  }
}

extension ClusterDescription {
  fileprivate var keptClass: Model.Type? { if case .kept(let type) = unknown { type } else { nil } }
}

extension Cluster.Tag {
  fileprivate var text: String {
    switch self {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .boolean(let isTrue): "\(isTrue)"
    }
  }

  var column: ColumnValue {
    switch self {
    case .text(let text): .text(text)
    case .integer(let number): .integer(Int64(number))
    case .boolean(let isTrue): .integer(isTrue ? 1 : 0)
    }
  }
}

extension RecordMapping {
  /// The values of `_class` in the rows of the class and of its subclasses in the same table; nil
  /// for all rows. Version 1.0 wrote the names of classes.
  var shownTags: [ColumnValue]? {
    guard own.tag != nil else { return nil }
    let mine = classes.filter { $0.record == recordName }
    return mine.compactMap { $0.tag.map { .text($0) } } + mine.map { .text("\($0.type)") }
  }

  /// Whether the class, or one of its subclasses, has records with that name.
  func has(recordsNamed name: String) -> Bool { classes.contains { $0.record == name } }

  /// The mapping of the class for a row, if this class is declared.
  func mapping(ofRowTagged tag: String?, recordsNamed name: String) throws -> RecordMapping {
    let found =
      classes.first { $0.tag == tag && $0.record == name }
      ?? classes.first { $0.record == name && "\($0.type)" == tag }
    if let found { return found.type == modelClass ? self : try RecordMapping.of(found.type) }
    let candidates = classes.filter { $0.record == name }
    if !candidates.isEmpty, let unknownClass { return try RecordMapping.of(unknownClass) }
    let tags = candidates.map { $0.tag.map(Words.quoted) ?? "\($0.type)" }
    throw RecordError(
      .noClassFound, modelClass, record: name,
      expected: tags.isEmpty
        ? "records of a class in the cluster of \(modelClass)"
        : "a class of \(tags.joined(separator: ", "))",
      found: tag.map { "the tag \(Words.quoted($0))" } ?? "no tag")
  }

  /// The class of a row with another tag.
  private var unknownClass: Model.Type? {
    for cluster in own.description.clusters {
      if case .base = cluster.unknown, own.tag == nil { return modelClass }
      if let kept = cluster.keptClass, isSubclass(kept, of: modelClass) { return kept }
    }
    return nil
  }
}
