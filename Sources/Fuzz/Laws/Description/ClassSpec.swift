import Peridot

/// A random class, as data: everything that it says about itself, in JSON and elsewhere.
struct ClassSpec: Sendable {
  /// Its index in the family.
  var id: Int
  /// The index of its superclass, which comes earlier; nil for a subclass of Model. All that the
  /// superclass says holds for the class, too: its properties come first.
  var superclass: Int?
  /// Which Swift class stands for it.
  var shape: ShapeKind
  /// Its own properties, without those of superclasses. Variables of the shape that the class does
  /// not use are not among them (they are Bools outside of JSON, archives and comparison).
  var properties: [PropertySpec] = []
  /// The style of keys without a place. Only for shapes that are `isStyled`.
  var keyStyle = KeyStyleSpec.identity
  /// The cluster that the class declares; it is its base.
  var cluster: ClusterSpec?
  /// The property that tells one model from another (`identityKey`).
  var identityKey: String?
  /// Rules of `prepare(_:)`, in order. Only for the shape `prepared`.
  var prepare: [PrepareRule] = []
  /// Rules of `finish(_:)`, in order. Only for the shape `prepared`.
  var finish: [FinishRule] = []
  /// Rules of `validate(_:forKey:)`, in order. Only for the shape `hooked`.
  var keyRules: [KeyRule] = []
  /// Rules of `validate()`, in order. Only for the shape `hooked`.
  var modelRules: [ModelRule] = []
  /// The class's own policy (`conversionPolicy`); nil says nothing. Calls that give none leave it to
  /// the classes.
  var policy: PolicySpec?

  /// Whether it is `JSONExtrasKeeping`: members that no property reads go to `jsonExtras`.
  var keepsExtras: Bool { shape == .extras }
  /// Whether it is `JSONKeeping`: for `unknown: .kept`.
  var keepsJSON: Bool { shape == .keeping }
  /// Whether it is `JSONPresenceKeeping`.
  var keepsPresence: Bool { shape == .present }
}

/// The Swift classes that stand for random ones.
enum ShapeKind: String, Sendable, Hashable, CaseIterable {
  /// A final class of two variables without hooks, all of whose places are told by
  /// `keyPathsByPropertyKey` or `declaredProperties`.
  case small
  /// The same with four variables, required members and an identity.
  case plain
  /// The same with seven variables, transformers and policies of properties.
  case wide
  /// The same with `JSONKeyStyling`.
  case styled
  /// The same with all of the functions overridden: transformers, policies, required, identity,
  /// validation, storage, loading.
  case hooked
  /// The same with `JSONExtrasKeeping`.
  case extras
  /// The same with `JSONPresenceKeeping`.
  case present
  /// The same with `JSONPreparing` and `JSONFinishing`.
  case prepared
  /// A class that others inherit from.
  case base
  /// A subclass of a `base`.
  case sub
  /// A subclass of a `sub`.
  case leaf
  /// A subclass of a `base` that is `JSONKeeping`.
  case keeping
  /// A class that is written by hand and refers to itself: see `FixedClasses.swift`.
  case node
}

/// The rule from a property key to its name in JSON.
enum KeyStyleSpec: String, Sendable, Hashable, CaseIterable {
  case identity, snakeCase, kebabCase, upperCamelCase, ignoringCase
}

/// A class cluster, as data.
struct ClusterSpec: Sendable, Hashable {
  enum Form: Sendable, Hashable {
    /// The tag is a member of the object, at a path of names. The key style applies to the path.
    case inside(tag: [String])
    /// The tag is beside the member (a path of names) that holds the object's own members.
    case beside(tag: [String], content: [String])
    /// The tag is the name of the one member that holds the object's own members.
    case around
    /// The first member of the list (a name or a path of names, as text with dots) that is there
    /// tells the class: of those not null the first, else the first null.
    case deduced
  }

  enum Tag: Sendable, Hashable {
    case text(String)
    case integer(Int)
    case boolean(Bool)

    /// As it is written.
    var json: JSON {
      switch self {
      case .text(let text): .string(text)
      case .integer(let number): .integer(number)
      case .boolean(let value): .bool(value)
      }
    }
  }

  struct Entry: Sendable, Hashable {
    var tag: Tag
    var classID: Int
  }

  enum Unknown: Sendable, Hashable {
    case fail
    case base
    /// A class of shape `keeping`.
    case kept(Int)
  }

  var form: Form
  /// The listed classes with their tags; for `around` and `deduced` texts.
  var entries: [Entry]
  /// Further tags, which are read and not written; of `inside` and `beside`.
  var otherTags: [Entry] = []
  /// The listed class of a new object without a tag; of `inside` and `beside`.
  var absent: Int?
  var unknown = Unknown.fail

  /// The tags that are read.
  var read: [Entry] { entries + otherTags }
}

/// A step of `prepare(_:)`.
enum PrepareRule: Sendable, Hashable {
  /// `json[to] = json[to] ?? json[from]` (the old name stays in it, too).
  case rename(from: String, to: String)
  /// Throws `LawRejection` if the member is there and is `true`.
  case rejectIfTrue(String)
}

/// A step of `finish(_:)`.
enum FinishRule: Sendable, Hashable {
  /// `json[name] = value`.
  case set(String, JSON)
}

/// A step of `validate(_:forKey:)`.
enum KeyRule: Sendable, Hashable {
  /// Throws `LawRejection` if the value is equal.
  case reject(key: String, Plain)
  /// Puts another value in its place.
  case replace(key: String, Plain, with: Plain)
}

/// A step of `validate()`.
enum ModelRule: Sendable, Hashable {
  /// Throws `LawRejection` if the property has that value.
  case reject(key: String, Plain)
}

/// Classes that refer to each other; superclasses and the classes of properties come earlier, but
/// for classes of shape `node`, which refer to themselves.
struct ClassFamily: Sendable {
  var classes: [ClassSpec]
  /// The class whose documents and objects a trial is about.
  var root: Int

  /// All properties of a class, those of superclasses first.
  func properties(of id: Int) -> [PropertySpec] { chain(of: id).flatMap { classes[$0].properties } }

  /// The class and its superclasses, the topmost first.
  func chain(of id: Int) -> [Int] {
    (classes[id].superclass.map { chain(of: $0) } ?? []) + [id]
  }

  /// The policy of a class: its own, or that of the nearest of its superclasses that has one.
  func policy(of id: Int) -> PolicySpec? {
    chain(of: id).reversed().lazy.compactMap { self.classes[$0].policy }.first
  }

  /// Whether a class is another one or inherits from it.
  func inherits(_ id: Int, from other: Int) -> Bool { chain(of: id).contains(other) }

  /// The properties that tell models of a class from each other, superclasses' first.
  func identityKeys(of id: Int) -> [String] {
    chain(of: id).flatMap { id in
      classes[id].identityKey.map { [$0] }
        ?? classes[id].properties.filter(\.isIdentity).map(\.key)
    }
  }
}
