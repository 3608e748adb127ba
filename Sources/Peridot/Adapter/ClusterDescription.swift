/// The facts about one cluster of classes; see ``ClassDescription/clusters``.
public struct ClusterDescription: Sendable {
  /// The place of the tag.
  public enum Form: Sendable, Hashable {
    /// It is a member of the object.
    case inside
    /// It is a member next to the one that holds the object's members.
    case beside
    /// It is the name of the one member that holds the object's members.
    case around
    /// It is a member that objects of one class have, and no others.
    case deduced
  }

  /// The rule for an object with another tag, or without one.
  public enum Unknown: Sendable {
    /// The object is an error.
    case fail
    /// The object becomes one of the base.
    case base
    /// The object becomes one of a class that keeps the JSON.
    case kept(Model.Type)
  }

  private let table: ClusterTable

  init(_ table: ClusterTable) {
    self.table = table
  }

  /// The class that declares the cluster; for a cluster of a property, the class of the property's
  /// models.
  public var base: Model.Type { table.cluster.base }

  /// The form of the cluster.
  public var form: Form {
    switch table.cluster.form {
    case .inside: .inside
    case .beside: .beside
    case .around: .around
    case .deduced: .deduced
    }
  }

  /// The names on the path to the tag, in the class's key style; empty if no member is the tag.
  public var tagPath: [String] { table.path }

  /// The names on the path to the object's members, for ``Form/beside``; otherwise empty.
  public var contentPath: [String] { table.content }

  /// The classes by their tags, including those of other modules, and of inner clusters with the
  /// same tag. For ``Form/around`` and ``Form/deduced``, a tag is the name of a member.
  public var classes: [(tag: Cluster.Tag, type: Model.Type)] {
    table.entries.map { ($0.tag, $0.type) }
  }

  /// These classes, each once.
  public var types: [Model.Type] {
    var types: [Model.Type] = []
    for (_, type) in classes where !types.contains(where: { $0 == type }) { types.append(type) }
    return types
  }

  /// Further tags of these classes, which are read and never written.
  public var alsoReading: [(tag: Cluster.Tag, type: Model.Type)] { table.alsoReading }

  /// The class of a new object without a tag, or nil.
  public var absent: Model.Type? { table.absent.map { table.types[$0] } }

  /// The rule for an object with another tag.
  public var unknown: Unknown {
    switch table.cluster.unknown {
    case .fail: .fail
    case .base: .base
    case .kept(let type): .kept(type)
    }
  }
}

extension ClassDescription {
  /// The clusters of the class and of its superclasses, the topmost first.
  public var clusters: [ClusterDescription] {
    ClusterPlace.of(modelClass)?.levels.map { ClusterDescription($0) } ?? []
  }

  /// The tags of the class's objects, and the names on the path to each.
  public var tags: [(path: [String], tag: Cluster.Tag)] {
    ClusterPlace.of(modelClass)?.tags.map { ($0.path, $0.table.entries[$0.entry].tag) } ?? []
  }

  /// The subclasses in the class's clusters, and in the clusters of those.
  public var subclasses: [Model.Type] {
    var found: [Model.Type] = []
    func add(_ types: [Model.Type]) {
      for type in types where type != modelClass && isSubclass(type, of: modelClass) {
        if found.contains(where: { $0 == type }) { continue }
        found.append(type)
        add(ClusterPlace.of(type)?.levels.flatMap(\.types) ?? [])
      }
    }
    add(ClusterPlace.of(modelClass)?.levels.flatMap(\.types) ?? [])
    return found
  }
}
