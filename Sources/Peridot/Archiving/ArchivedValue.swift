import Foundation

/// A value, classified by its archived form in a place for any value.
enum ArchivedValue {
  case null
  case scalar(Boxed)
  case array([Any])
  case set([Any])
  case orderedSet([Any])
  case dictionary([AnyHashable: Any])
  case object(NSObject)
  case unsupported

  /// The classes that every place for any value allows.
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
      case .string, .bool, .integer, .unsigned, .double, .float, .decimal, .date, .data, .url,
        .uuid:
        .scalar(boxed)
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
    var members = [AnyHashable: Any]()
    for key in dictionary.allKeys {
      if let hashable = key as? AnyHashable { members[hashable] = dictionary.object(forKey: key) }
    }
    return members
  }
}

/// A value that Foundation's archiver on Linux can't keep, written as text: a Decimal in a place
/// for any value, the string `$null`, which would be read as nil, and a number or string that it
/// mistakes for another one, such as true and 1.
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

  /// Returns the number that `text` denotes.
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
      // With a leading sign, so that no text has a special meaning.
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
      // Nil would end the process in Foundation's dictionaries.
      value = ""
    }
  }
}

/// How objects of a Foundation class are archived.
enum FoundationClass: Equatable {
  case string, number, data, date, url, uuid, null, decimal, text
  case array, set, countedSet, orderedSet, dictionary
  case structure(FoundationStructure)

  private static let byName: [String: FoundationClass] = {
    var byName: [String: FoundationClass] = [
      "NSString": .string, "NSMutableString": .string,
      "NSNumber": .number, "__NSCFNumber": .number, "__NSCFBoolean": .number,
      "NSData": .data, "NSMutableData": .data,
      "NSDate": .date, "NSURL": .url, "NSUUID": .uuid, "NSNull": .null,
      "NSDecimalNumber": .decimal, "NSDecimalNumberPlaceholder": .decimal,
      "NSArray": .array, "NSMutableArray": .array,
      "NSSet": .set, "NSMutableSet": .set, "NSCountedSet": .countedSet,
      "NSOrderedSet": .orderedSet, "NSMutableOrderedSet": .orderedSet,
      "NSDictionary": .dictionary, "NSMutableDictionary": .dictionary,
      ArchivedText.archiveName: .text,
    ]
    for structure in FoundationStructure.all {
      for name in structure.names { byName[name] = .structure(structure) }
    }
    return byName
  }()

  init?(named name: String) {
    guard let known = Self.byName[name] else { return nil }
    self = known
  }

  /// The form for objects of `type`, unless they archive themselves.
  init?(of type: AnyClass) {
    self.init(named: ArchiveNames.foreignName(of: type))
  }

  /// The words for an object in an error.
  var words: String {
    switch self {
    case .string, .text: String.archivedWords
    case .number: "a number"
    case .decimal: Decimal.archivedWords
    case .data: Data.archivedWords
    case .date: Date.archivedWords
    case .url: URL.archivedWords
    case .uuid: UUID.archivedWords
    case .null: "nil"
    case .array, .set, .countedSet, .orderedSet, .dictionary: "a collection"
    case .structure: "a structure of Foundation's"
    }
  }
}

// MARK: - Properties declared with such a class

extension FoundationClass {
  /// The classes of all objects that Peridot archives itself.
  static let roots: [AnyClass] =
    [
      NSString.self, NSNumber.self, NSData.self, NSDate.self, NSURL.self, NSUUID.self, NSNull.self,
      NSArray.self, NSSet.self, NSOrderedSet.self, NSDictionary.self,
    ] + FoundationStructure.classes

  /// The only null in archives. On Linux every `NSNull()` is another object, equal to all others
  /// but hashed by its address, which Foundation's archiver takes for a broken key.
  static let nullObject = NSNull()

  /// Returns the superclass of `type` that Peridot archives itself, or nil.
  static func root(of type: AnyClass) -> AnyClass? {
    roots.first { isSubclass(type, of: $0) }
  }

  /// Returns `value` as an object of class `Object`; nil if it can't be one.
  ///
  /// Nil for collections that would hash an `NSDecimalNumber`: on Linux that hash never ends.
  static func object<Object: NSObject>(_ value: Any?, as type: Object.Type) -> Object? {
    if let value, Swift.type(of: value) is AnyClass { return value as? Object }
    let object: NSObject? =
      switch value {
      case let value as Decimal: NSDecimalNumber(decimal: value)
      case let value as String:
        type is NSMutableString.Type
          ? NSMutableString(string: value) : NSString(string: value)
      case let value as Data:
        type is NSMutableData.Type
          ? NSMutableData(data: value) : NSData(data: value)
      case let value as Date:
        NSDate(timeIntervalSinceReferenceDate: value.timeIntervalSinceReferenceDate)
      case let value as URL: NSURL(string: value.relativeString, relativeTo: value.baseURL)
      case let value as UUID: NSUUID(uuidString: value.uuidString)
      case let value as Set<AnyHashable> where mayBeHashed(value.lazy.map(\.base)):
        type is NSMutableSet.Type
          ? NSMutableSet(array: value.map(\.base)) : NSSet(array: value.map(\.base))
      case let value as [AnyHashable: Any] where mayBeHashed(value.keys.lazy.map(\.base)):
        type is NSMutableDictionary.Type
          ? NSMutableDictionary(dictionary: value) : NSDictionary(dictionary: value)
      case let value as [Any]: array(value, as: type)
      default:
        value.flatMap { Boxed($0).foundationNumber ?? FoundationStructure.object($0) }
      }
    // The expected class can be known only at run time.
    if let object = object as? Object, isSubclass(Swift.type(of: object), of: type) {
      return object
    }
    // Only index sets also have a mutable form.
    return (object as? NSIndexSet)?.mutableCopy() as? Object
  }

  /// Returns whether a Foundation collection can hash these values as its objects.
  static func mayBeHashed(_ values: some Sequence<Any>) -> Bool {
    #if canImport(Darwin)
      true
    #else
      !values.contains { $0 is Decimal }
    #endif
  }

  private static func array(_ elements: [Any], as type: NSObject.Type) -> NSObject? {
    switch type {
    case is NSOrderedSet.Type where !mayBeHashed(elements): nil
    case is NSMutableOrderedSet.Type: NSMutableOrderedSet(array: elements)
    case is NSOrderedSet.Type: NSOrderedSet(array: elements)
    case is NSMutableArray.Type: NSMutableArray(array: elements)
    default: NSArray(array: elements)
    }
  }
}
