/// Whose words the names of members are in the objects of a value that has no static type.
///
/// A coder can convert the names of properties, and leaves the keys of a dictionary as they are.
protocol MemberNaming: SendableMetatype {
  /// The naming in the values of such an object's members.
  associatedtype Within: MemberNaming

  static var source: MemberNameSource { get }
}

enum MemberNameSource {
  /// Names are data: they have no conversion.
  case data
  /// Names are those of a mapping, or of a Codable type: the coder converts them.
  case coder
  /// Both forms, for somebody who looks a name up.
  case both
}

enum DataNames: MemberNaming {
  typealias Within = Self
  static let source = MemberNameSource.data
}

enum CoderNames: MemberNaming {
  typealias Within = Self
  static let source = MemberNameSource.coder
}

enum LookedUpNames: MemberNaming {
  typealias Within = Self
  static let source = MemberNameSource.both
}

/// The names in a dictionary, whose values have a naming of their own.
enum KeyNames<Within: MemberNaming>: MemberNaming {
  static var source: MemberNameSource { .data }
}

extension MemberNaming {
  /// Returns the value of an existing member.
  static func value(of key: CodingPlace.MemberKey, in members: DecodedMembers) throws -> Any {
    try UntypedCoding<Self>.value(of: key, in: members)
  }

  static func encode(
    _ value: Any, to members: inout EncodedMembers, forKey key: CodingPlace.MemberKey
  ) throws {
    try members.encode(UntypedCoding<Self>(value), forKey: key)
  }

  fileprivate static var inDictionary: any MemberNaming.Type {
    self == DataNames.self ? self : KeyNames<Self>.self
  }
}

/// Finds the naming of a property's JSON by its static type.
struct NamingFinder: LeafVisitor {
  /// Whether a transformer takes the JSON, which is data to it, unless it makes models.
  let isTransformed: Bool

  func visitDictionary<Key: Hashable, Value>(
    _: Key.Type, _ value: Value.Type
  ) -> any MemberNaming.Type {
    let within = visit(value)
    return isTransformed ? within : within.inDictionary
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> any MemberNaming.Type {
    if type is Model.Type { return CoderNames.self }
    return isTransformed || Self.isData(type) ? DataNames.self : CoderNames.self
  }

  /// Whether the names in values of a type are data; not for model classes.
  static func isData(_ type: Any.Type) -> Bool {
    type == RawJSON.self || !(type is any Decodable.Type)
  }
}
