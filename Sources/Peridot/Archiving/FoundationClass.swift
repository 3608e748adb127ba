import Foundation

/// How objects are archived whose class is one of Foundation's.
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

  /// Tells how objects of `type` are archived, if they are not archived by themselves.
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

// MARK: - Properties that are declared with such a class

extension FoundationClass {
  /// The classes of all objects that Peridot archives itself.
  static let roots: [AnyClass] =
    [
      NSString.self, NSNumber.self, NSData.self, NSDate.self, NSURL.self, NSUUID.self, NSNull.self,
      NSArray.self, NSSet.self, NSOrderedSet.self, NSDictionary.self,
    ] + FoundationStructure.classes

  /// The one null of all archives. On Linux every `NSNull()` is another object, equal to all others
  /// and hashed by its address, which Foundation's archiver takes for a broken key.
  static let nullObject = NSNull()

  /// Returns the class of which `type` is a kind that Peridot archives itself; nil if none.
  static func root(of type: AnyClass) -> AnyClass? {
    roots.first { isSubclass(type, of: $0) }
  }

  /// Returns `value` as an object of class `Object`; nil if it is none.
  ///
  /// A collection that would hash an `NSDecimalNumber` is none: that hash does not end on Linux.
  static func object<Object: NSObject>(_ value: Any?, as: Object.Type) -> Object? {
    if let value, type(of: value) is AnyClass { return value as? Object }
    let object: NSObject? =
      switch value {
      case let value as Decimal: NSDecimalNumber(decimal: value)
      case let value as String:
        Object.self is NSMutableString.Type
          ? NSMutableString(string: value) : NSString(string: value)
      case let value as Data:
        Object.self is NSMutableData.Type
          ? NSMutableData(data: value) : NSData(data: value)
      case let value as Date:
        NSDate(timeIntervalSinceReferenceDate: value.timeIntervalSinceReferenceDate)
      case let value as URL: NSURL(string: value.relativeString, relativeTo: value.baseURL)
      case let value as UUID: NSUUID(uuidString: value.uuidString)
      case let value as Set<AnyHashable> where mayBeHashed(value.lazy.map(\.base)):
        Object.self is NSMutableSet.Type
          ? NSMutableSet(array: value.map(\.base)) : NSSet(array: value.map(\.base))
      case let value as [AnyHashable: Any] where mayBeHashed(value.keys.lazy.map(\.base)):
        Object.self is NSMutableDictionary.Type
          ? NSMutableDictionary(dictionary: value) : NSDictionary(dictionary: value)
      case let value as [Any]: array(value, as: Object.self)
      default:
        value.flatMap { Boxed($0).foundationNumber ?? FoundationStructure.object($0) }
      }
    if let object = object as? Object { return object }
    // Index sets are the one kind of structure with a mutable form.
    return (object as? NSIndexSet)?.mutableCopy() as? Object
  }

  /// Tells whether a collection of Foundation's may hash these, which become its objects.
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
