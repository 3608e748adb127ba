import Foundation

// The values that objects of Foundation's stand for.

extension ForeignDecoding {
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
    try ArchiveReader.element("[\(Boxed.text(key))]", body)
  }

  /// Returns `object` as the Swift value that is natural for it.
  static func natural(_ object: Any?) -> Any? {
    guard let object else { return nil }
    if let text = object as? ArchivedText { return text.value }
    guard type(of: object) is AnyClass else { return naturalValue(object) }
    switch AnyCodec.plain(object) {
    case .null: return object
    case .number(let number): return number.natural
    case .string(let value): return value
    case .data(let value): return value
    case .date(let value): return value
    case .url(let value): return value
    case .uuid(let value): return value
    case .decimal(let value): return value
    case .array(let values): return values.map { natural($0) ?? NSNull() }
    case .set(let values): return Set(values.compactMap { natural($0) as? AnyHashable })
    case .dictionary(let members): return natural(members)
    case .object(let object): return FoundationStructures.value(object) ?? object
    case .orderedSet, .unsupported: return object
    }
  }

  /// Foundation may have made Swift values already, with objects inside.
  private static func naturalValue(_ value: Any) -> Any {
    switch AnyCodec.plain(value) {
    case .array(let values): values.map { natural($0) ?? NSNull() }
    case .set(let values): Set(values.compactMap { natural($0) as? AnyHashable })
    case .dictionary(let members): natural(members)
    default: value
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
