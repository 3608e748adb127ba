import Foundation

/// The values that objects in a coder of Foundation's stand for.
enum ForeignValue {
  static func elements(_ object: Any?, _ expectation: String) throws -> [Any] {
    switch object {
    case let array as NSArray: (0..<array.count).map { array.object(at: $0) }
    case let set as NSSet: set.allObjects
    case let set as NSOrderedSet: (0..<set.count).map { set.object(at: $0) }
    case let array as [Any]: array
    case let set as Set<AnyHashable>: set.map(\.base)
    default: throw ArchiveError.mismatch(expected: expectation, foreign: object)
    }
  }

  static func members(_ object: Any?) throws -> [(Any, Any)] {
    if let dictionary = object as? NSDictionary {
      return dictionary.allKeys.compactMap { key in
        dictionary.object(forKey: key).map { (key, $0) }
      }
    }
    if let dictionary = object as? [AnyHashable: Any] {
      return dictionary.map { ($0.key.base, $0.value) }
    }
    throw ArchiveError.mismatch(expected: "a dictionary", foreign: object)
  }

  static func element<Result>(_ key: Any, _ body: () throws -> Result) throws -> Result {
    try ArchiveError.within("[\(Boxed.text(key))]") { try body() }
  }

  /// Returns the scalar for which `object` stands; nil if it is none.
  static func scalar(_ object: Any?) -> Boxed? {
    guard let object else { return nil }
    if let text = object as? ArchivedText { return Boxed(text.value) }
    // With its base, which a cast loses.
    if type(of: object) is AnyClass, let url = object as? NSURL {
      return URL(string: url.relativeString, relativeTo: url.baseURL).map { .url($0) }
    }
    return Boxed(object)
  }

  /// Returns `object` as the Swift value that is natural for it.
  static func natural(_ object: Any?) -> Any? {
    guard let object else { return nil }
    if let text = object as? ArchivedText { return text.value }
    let isObject = type(of: object) is AnyClass
    switch ArchivedValue(object) {
    case .scalar(let scalar): return isObject ? scalar.value : object
    case .array(let values): return values.map { natural($0) ?? NSNull() }
    case .set(let values): return Set(values.compactMap { natural($0) as? AnyHashable })
    case .dictionary(let members): return natural(members)
    // Foundation may have made Swift values already, with objects inside.
    case .object(let inner): return isObject ? ArchiveReader.structure(of: inner) ?? inner : object
    case .null, .orderedSet, .unsupported: return object
    }
  }

  private static func natural(_ members: [AnyHashable: Any]) -> Any {
    var natural: [AnyHashable: Any] = [:]
    var named: [String: Any] = [:]
    for (key, value) in members {
      let value = Self.natural(value) ?? NSNull()
      guard let key = Self.natural(key.base) as? AnyHashable else { continue }
      natural[key] = value
      if let name = key.base as? String { named[name] = value }
    }
    return named.count == natural.count ? named : natural
  }
}
