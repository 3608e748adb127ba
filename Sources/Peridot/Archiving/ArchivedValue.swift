import Foundation

/// A value, told by how it is archived where a value may be of any type.
enum ArchivedValue {
  case null
  case scalar(Boxed)
  case array([Any])
  case set([Any])
  case orderedSet([Any])
  case dictionary([AnyHashable: Any])
  case object(NSObject)
  case unsupported

  /// The classes of values that are allowed wherever a value may be of any type.
  static let classes = FoundationObjects.roots + [ArchivedText.self]

  init(_ value: Any) {
    if type(of: value) is AnyClass, let model = value as? any ArchivableModel {
      self = .object(model)
      return
    }
    let boxed = Boxed(value)
    self =
      switch boxed {
      case .null: .null
      case .array(let elements): .array(elements)
      case .object(let members): .dictionary(members)
      case .other(let value): type(of: value) is AnyClass ? .of(object: value) : .of(value: value)
      default: .scalar(boxed)
      }
  }

  private static func of(value: Any) -> ArchivedValue {
    if type(of: value) is any StructuredType.Type {
      if let elements = value as? Set<AnyHashable> { return .set(elements.map { $0.base }) }
      if let members = value as? [AnyHashable: Any] { return .dictionary(members) }
    }
    if let members = value as? any DictionaryLike { return .dictionary(members.plainMembers) }
    return FoundationStructure.object(value).map { .object($0) } ?? .unsupported
  }

  private static func of(object: Any) -> ArchivedValue {
    switch object {
    case let set as NSOrderedSet: .orderedSet(set.map { $0 })
    case let set as NSSet: .set(set.allObjects)
    case let dictionary as NSDictionary: .dictionary(members(dictionary))
    case let object as any NSObject & NSSecureCoding: .object(object)
    default: .unsupported
    }
  }

  private static func members(_ dictionary: NSDictionary) -> [AnyHashable: Any] {
    var members: [AnyHashable: Any] = [:]
    for key in dictionary.allKeys {
      if let hashable = key as? AnyHashable { members[hashable] = dictionary.object(forKey: key) }
    }
    return members
  }
}
