import Synchronization

/// The classes for one class's objects, and the tags that distinguish them in JSON.
///
/// The base of the classes declares it, and both reading and writing follow it:
///
///     class Event: Model, JSONSerializing {
///       var id = 0
///
///       override class var cluster: Cluster? {
///         cluster(tag: "type", ["push": Push.self, "issue": Issue.self])
///       }
///     }
///
/// Each object of a listed class is written with its tag. An object of a subclass that is not
/// listed has the tag of its nearest listed superclass. A listed class can declare a cluster of its
/// own, whose tags are in the same object, or in the content of the outer cluster.
///
/// Make one with `cluster(tag:content:_:alsoReading:absent:unknown:)`,
/// ``Declaring/cluster(tag:content:by:alsoReading:absent:unknown:_:)``,
/// ``Declaring/cluster(around:unknown:)`` or ``Declaring/cluster(deducedFrom:unknown:)``.
public struct Cluster: Sendable {
  /// A class's value in JSON.
  public enum Tag: Hashable, Sendable {
    /// Text, such as `"push"`.
    case text(String)
    /// An integer, such as `1`.
    case integer(Int)
    /// `true` or `false`.
    case boolean(Bool)
  }

  enum Form: Sendable {
    /// The tag is a member of the object.
    case inside
    /// The tag is a member next to the one that holds the object's members.
    case beside(content: JSONKeyPath)
    /// The tag is the name of the one member that holds the object's members.
    case around
    /// A member that objects of the class have, and no others.
    case deduced
  }

  enum Unknown: Sendable {
    case fail
    case base
    case kept(Model.Type)
  }

  /// The class that declares the cluster.
  let base: Model.Type
  let form: Form
  /// The tag's place; the root if no member is the tag.
  let path: JSONKeyPath
  let classes: [(tag: Tag, type: Model.Type)]
  let unknown: Unknown
  /// Further tags of listed classes, which are read and never written.
  var alsoReading: [(tag: Tag, type: Model.Type)] = []
  /// The listed class of an object without a tag.
  var absent: Model.Type?
  /// The cases of the tags' type without a class.
  var untaken: [Tag] = []
}

/// A type whose values are tags of a ``Cluster``: `String`, `Int` and `Bool`.
public protocol ClusterTag: Sendable {
  /// The tag that this value is.
  var clusterTag: Cluster.Tag { get }
}

extension String: ClusterTag {
  public var clusterTag: Cluster.Tag { .text(self) }
}

extension Int: ClusterTag {
  public var clusterTag: Cluster.Tag { .integer(self) }
}

extension Bool: ClusterTag {
  public var clusterTag: Cluster.Tag { .boolean(self) }
}

/// The rule for an object without a tag, or with a tag that has no class in its ``Cluster``.
///
/// `Root` is the class that declares the cluster.
public struct UnknownTag<Root: Model>: Sendable {
  fileprivate let rule: Cluster.Unknown

  /// The object is an error, which names the tag and the existing ones.
  public static var fail: Self { Self(rule: .fail) }

  /// The object becomes one of the class that declares the cluster. It doesn't keep the tag, unless
  /// a property is mapped to it.
  public static var base: Self { Self(rule: .base) }

  /// The object becomes one of a ``JSONKeeping`` class, which keeps the JSON and writes it back
  /// unchanged.
  public static func kept(_ type: Root.Type) -> Self { Self(rule: .kept(type)) }
}

extension Declaring where Self: Model {
  /// Returns a cluster of this class whose tags are a member of each object or, with `content`, of
  /// the object around it.
  ///
  ///     // {"type": "push", "payload": {"branch": "main"}}
  ///     cluster(tag: "type", content: "payload", ["push": Push.self, "issue": Issue.self])
  ///
  /// - Parameters:
  ///   - tag: The member, or a path of names to it. The class's ``JSONKeyStyling/jsonKeyStyle``
  ///     applies to it.
  ///   - content: The member that holds the object's own members, or a path of names to it.
  ///   - classes: The classes by their tags, which are text, integers or Booleans.
  ///   - alsoReading: Further tags of these classes, which are read and never written.
  ///   - absent: The one of these classes that a new object without a tag, or with null as its tag,
  ///     becomes one of.
  ///   - unknown: The rule for an object with another tag, or without one.
  public static func cluster<Tag: ClusterTag>(
    tag: JSONKeyPath, content: JSONKeyPath? = nil, _ classes: KeyValuePairs<Tag, Self.Type>,
    alsoReading: KeyValuePairs<Tag, Self.Type> = [:], absent: Self.Type? = nil,
    unknown: UnknownTag<Self> = .fail
  ) -> Cluster {
    Cluster(
      base: Self.self, form: content.map { .beside(content: $0) } ?? .inside, path: tag,
      classes: classes.map { ($0.key.clusterTag, $0.value) }, unknown: unknown.rule,
      alsoReading: alsoReading.map { ($0.key.clusterTag, $0.value) }, absent: absent)
  }

  /// A cluster whose tags are the raw values of an enum. A case without a class is a mistake, unless
  /// you pass `unknown`.
  public static func cluster<Tag: RawRepresentable>(
    tag: JSONKeyPath, content: JSONKeyPath? = nil, _ classes: KeyValuePairs<Tag, Self.Type>,
    alsoReading: KeyValuePairs<Tag, Self.Type> = [:], absent: Self.Type? = nil,
    unknown: UnknownTag<Self> = .fail
  ) -> Cluster where Tag.RawValue: ClusterTag {
    var cluster = Cluster(
      base: Self.self, form: content.map { .beside(content: $0) } ?? .inside, path: tag,
      classes: classes.map { ($0.key.rawValue.clusterTag, $0.value) }, unknown: unknown.rule,
      alsoReading: alsoReading.map { ($0.key.rawValue.clusterTag, $0.value) }, absent: absent)
    if case .fail = cluster.unknown {
      cluster.untaken = allCases(of: Tag.self).filter { tag in
        !(cluster.classes + cluster.alsoReading).contains { $0.tag == tag }
      }
    }
    return cluster
  }

  /// A cluster with a class for each case of an enum; the compiler checks that no case is missing.
  ///
  ///     cluster(tag: "type", by: Kind.self) {
  ///       switch $0 {
  ///       case .push: Push.self
  ///       case .issue: Issue.self
  ///       }
  ///     }
  ///
  /// - Parameters:
  ///   - tag: The member, or a path of names to it. The class's ``JSONKeyStyling/jsonKeyStyle``
  ///     applies to it.
  ///   - content: The member that holds the object's own members, or a path of names to it.
  ///   - tags: The enum, whose raw values are the tags.
  ///   - alsoReading: Further tags of these classes, beyond the cases of the enum: they are read and
  ///     never written.
  ///   - absent: The one of these classes that a new object without a tag, or with null as its tag,
  ///     becomes one of.
  ///   - unknown: The rule for an object with another tag, or without one.
  ///   - type: The class of a case.
  public static func cluster<Tag: CaseIterable & RawRepresentable>(
    tag: JSONKeyPath, content: JSONKeyPath? = nil, by tags: Tag.Type,
    alsoReading: KeyValuePairs<Tag.RawValue, Self.Type> = [:], absent: Self.Type? = nil,
    unknown: UnknownTag<Self> = .fail, _ type: (Tag) -> Self.Type
  ) -> Cluster where Tag.RawValue: ClusterTag {
    Cluster(
      base: Self.self, form: content.map { .beside(content: $0) } ?? .inside, path: tag,
      classes: tags.allCases.map { ($0.rawValue.clusterTag, type($0)) }, unknown: unknown.rule,
      alsoReading: alsoReading.map { ($0.key.clusterTag, $0.value) }, absent: absent)
  }

  /// Returns a cluster of this class whose tags are names of a member around each object.
  ///
  ///     // {"push": {"branch": "main"}}
  ///     cluster(around: ["push": Push.self, "issue": Issue.self])
  ///
  /// - Parameters:
  ///   - classes: The classes by the names. Of several such members, the first one that is not null
  ///     counts.
  ///   - unknown: The rule for an object without any of these members.
  public static func cluster(
    around classes: KeyValuePairs<String, Self.Type>, unknown: UnknownTag<Self> = .fail
  ) -> Cluster {
    Cluster(
      base: Self.self, form: .around, path: .root,
      classes: classes.map { (.text($0.key), $0.value) }, unknown: unknown.rule)
  }

  /// Returns a cluster of this class without tags: the presence of a member, null or not,
  /// determines the class.
  ///
  ///     // {"radius": 2} or {"width": 3, "height": 4}
  ///     cluster(deducedFrom: ["radius": Circle.self, "width": Rectangle.self])
  ///
  /// The member is always written, as null if its property is nil. The class needs a property
  /// that is mapped to it, and no class later in the list can have one.
  ///
  /// - Parameters:
  ///   - members: The classes by the members, or paths of names. The first one present counts.
  ///   - unknown: The rule for an object without any of these members.
  public static func cluster(
    deducedFrom members: KeyValuePairs<String, Self.Type>, unknown: UnknownTag<Self> = .fail
  ) -> Cluster {
    Cluster(
      base: Self.self, form: .deduced, path: .root,
      classes: members.map { (.text($0.key), $0.value) }, unknown: unknown.rule)
  }

  /// Adds classes, by their tags, to this class's cluster, from a module that the declaration can't
  /// name.
  ///
  ///     Event.joinCluster(["deploy": Deploy.self])
  ///
  /// Call it before the first use of the cluster, for example when the program starts. Later it
  /// traps, unless the same classes joined before.
  public static func joinCluster<Tag: ClusterTag>(_ classes: KeyValuePairs<Tag, Self.Type>) {
    Cluster.Joined.add(classes.map { ($0.key.clusterTag, $0.value) }, to: Self.self)
  }

  private static func allCases<Tag: RawRepresentable>(of type: Tag.Type) -> [Cluster.Tag]
  where Tag.RawValue: ClusterTag {
    func cases<Cases: CaseIterable>(_ type: Cases.Type) -> [Any] { Array(type.allCases) }
    guard let iterable = type as? any CaseIterable.Type else { return [] }
    return cases(iterable).compactMap { ($0 as? Tag)?.rawValue.clusterTag }
  }
}

extension Cluster {
  /// The classes that joined clusters, by the class that declares the cluster.
  enum Joined {
    private struct Classes {
      var all: [(tag: Tag, type: Model.Type)] = []
      var areTaken = false
    }

    private static let joined = Mutex<[ObjectIdentifier: Classes]>([:])

    static func add(_ classes: [(tag: Tag, type: Model.Type)], to base: Model.Type) {
      let late = joined.withLock { joined in
        var known = joined[ObjectIdentifier(base)] ?? Classes()
        let new = classes.filter { new in
          !known.all.contains { $0.tag == new.tag && $0.type == new.type }
        }
        if known.areTaken { return new.first?.type }
        known.all += new
        joined[ObjectIdentifier(base)] = known
        return nil
      }
      guard let late else { return }
      fatalError(
        "Peridot: \(late) joins the cluster of \(base) after its first use: call joinCluster when the "
          + "program starts")
    }

    /// Returns the classes that joined; none can join afterwards.
    static func take(for base: Model.Type) -> [(tag: Tag, type: Model.Type)] {
      joined.withLock { joined in
        joined[ObjectIdentifier(base), default: Classes()].areTaken = true
        return joined[ObjectIdentifier(base)]?.all ?? []
      }
    }
  }
}

extension Cluster.Tag {
  /// The tag in JSONSerialization's form.
  var value: Any {
    switch self {
    case .text(let text): text
    case .integer(let number): number
    case .boolean(let isTrue): isTrue
    }
  }

  /// Creates a property's tag; nil for a value of another type.
  init?(_ value: Any?) {
    switch value {
    case let value as any ClusterTag: self = value.clusterTag
    case let value as any RawRepresentable:
      guard let tag = (value.rawValue as? any ClusterTag)?.clusterTag else { return nil }
      self = tag
    default: return nil
    }
  }

  /// The text of the tag in JSON.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    switch self {
    case .text(let text): writer.string(text)
    case .integer(let number): writer.integer(number)
    case .boolean(let isTrue): writer.bool(isTrue)
    }
    return writer.bytes()
  }

  /// The tag in the words of an error.
  package var words: String {
    switch self {
    case .text(let text): Boxed.quoted(text)
    case .integer(let number): "\(number)"
    case .boolean(let isTrue): "\(isTrue)"
    }
  }
}

/// For coders, which write an object's tag like any other value.
extension Cluster.Tag: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let isTrue = try? container.decode(Bool.self) {
      self = .boolean(isTrue)
    } else {
      self = .integer(try container.decode(Int.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .integer(let number): try container.encode(number)
    case .boolean(let isTrue): try container.encode(isTrue)
    }
  }
}
