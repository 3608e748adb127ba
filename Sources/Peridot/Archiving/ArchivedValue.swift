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
  static let classes = FoundationClass.roots + [ArchivedText.self]

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

/// A value that Foundation's archiver on Linux cannot keep as it is, written as text: a Decimal
/// where any value may stand, the string `$null`, which would be read as nil, and a number or string
/// that it takes for another one, as true and 1.
final class ArchivedText: NSObject, NSSecureCoding {
  static let archiveName = "Peridot.ArchivedText"
  static let decimalKey = "decimal"
  static let stringKey = "string"
  static let numberKey = "number"

  /// The Decimal, String or number.
  let value: Any

  init(_ value: Any) {
    self.value = value
  }

  /// Returns the number for which `text` stands.
  static func number(_ text: String) -> Boxed? {
    guard text.utf8.count <= 40 else { return nil }
    if let truth = Bool(text) { return .bool(truth) }
    if let integer = Int64(text) { return .integer(integer) }
    if let natural = UInt64(text) { return .unsigned(natural) }
    return Double(text).map { .double($0) }
  }

  static var supportsSecureCoding: Bool { true }

  func encode(with coder: NSCoder) {
    if let decimal = value as? Decimal {
      coder.encode(decimal.archivedText as NSString, forKey: Self.decimalKey)
    } else if let string = value as? String {
      // With a sign before it, so that no text has a meaning of its own.
      coder.encode("=" + string as NSString, forKey: Self.stringKey)
    } else {
      coder.encode("\(value)" as NSString, forKey: Self.numberKey)
    }
  }

  init?(coder: NSCoder) {
    func text(_ key: String) -> String? {
      guard coder.containsValue(forKey: key) else { return nil }
      return coder.decodeObject(of: NSString.self, forKey: key).map { String(describing: $0) }
    }
    if let decimal = text(Self.decimalKey).flatMap({ Decimal(archivedText: $0) }) {
      value = decimal
    } else if let string = text(Self.stringKey) {
      value = String(string.dropFirst())
    } else if let number = text(Self.numberKey).flatMap(Self.number) {
      value = number.value
    } else {
      // Nil would bring Foundation's dictionaries down.
      value = ""
    }
  }
}
