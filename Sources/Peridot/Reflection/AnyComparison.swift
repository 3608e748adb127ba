import Foundation

/// Equality and hashing of values whose type is known only at run time.
enum AnyComparison {
  static func areEqual(_ first: Any, _ second: Any, _ walk: ComparisonWalk?) -> Bool {
    walk?.areEqualValues(first, second)
      ?? ComparisonWalk.completely { areEqual(first, second, in: $0) }
  }

  /// Compares now, but can leave values within for later.
  static func areEqual(_ first: Any, _ second: Any, in walk: ComparisonWalk) -> Bool {
    let first = unwrapped(first)
    let second = unwrapped(second)
    guard let first, let second else { return isNull(first) && isNull(second) }
    if Swift.type(of: first) is AnyClass, Swift.type(of: second) is AnyClass,
      let first = first as? any ComparisonWalk.LinkedObject,
      let second = second as? any ComparisonWalk.LinkedObject
    {
      return first.isEqual(toLinked: second, in: walk)
    }
    if let first = scalar(first), let second = scalar(second),
      let areEqual = Boxed.areEqual(first, second)
    {
      return areEqual
    }
    return areEqualWholes(Boxed.standard(first), Boxed.standard(second), walk)
  }

  /// Compares values that are not plain.
  private static func areEqualWholes(
    _ first: Any, _ second: Any, _ walk: ComparisonWalk
  ) -> Bool {
    if let firstArray = first as? [Any], let secondArray = second as? [Any] {
      return ValueComparison<[Any]>.shared.areEqual(firstArray, secondArray, walk)
    }
    if let firstMembers = first as? [AnyHashable: Any],
      let secondMembers = second as? [AnyHashable: Any]
    {
      let isSameKeys = firstMembers.keys.allSatisfy { secondMembers[$0] != nil }
      return ValueComparison<[AnyHashable: Any]>.shared.areEqual(
        isSameKeys ? firstMembers : withPlainKeys(firstMembers),
        isSameKeys ? secondMembers : withPlainKeys(secondMembers), walk)
    }
    let type = Swift.type(of: first)
    if type == Swift.type(of: second), type is any StructuredType.Type {
      // Opened by its type, because a box can hold another box of type `Any`.
      func areEqualAsOneType<Found>(_: Found.Type) -> Bool {
        guard let first = first as? Found, let second = second as? Found else { return false }
        return ValueComparison<Found>.shared.areEqual(first, second, walk)
      }
      if _openExistential(type, do: areEqualAsOneType) { return true }
      guard let first = plainSet(first), let second = plainSet(second) else { return false }
      return first == second
    }
    if let first = plainSet(first), let second = plainSet(second) { return first == second }
    if let areEqual = areEqualHashables(first, second) { return areEqual }
    if type is AnyClass, Swift.type(of: second) is AnyClass {
      return first as AnyObject === second as AnyObject
    }
    if let first = first as? Any.Type, let second = second as? Any.Type { return first == second }
    return haveEqualParts(first, second, walk)
  }

  static func hash(_ value: Any, into hasher: inout Hasher) {
    guard let value = unwrapped(value) else { return hasher.combine(0 as UInt8) }
    if scalar(value)?.hash(into: &hasher) == true { return }
    hashWhole(Boxed.standard(value), into: &hasher)
  }

  private static func hashWhole(_ value: Any, into hasher: inout Hasher) {
    if let array = value as? [Any] {
      ComparisonWalk.HashDepth.goDown(one: .collection) {
        ValueComparison<[Any]>.shared.hash(array, into: &hasher)
      }
    } else if let members = value as? [AnyHashable: Any] {
      ComparisonWalk.HashDepth.goDown(one: .collection) {
        ValueComparison<[AnyHashable: Any]>.shared.hash(withPlainKeys(members), into: &hasher)
      }
    } else if let members = plainSet(value) {
      hasher.combine(members)
    } else if value is any Error {
      // Foundation's CocoaError traps on Linux when it is hashed.
    } else if let hashable = hashable(value) {
      hasher.combine(hashable)
    } else if type(of: value) is AnyClass {
      hasher.combine(ObjectIdentifier(value as AnyObject))
    }
  }

  /// Returns whether two values are the same by a cheap test; false means unknown.
  static func areIdentical(_ first: Any?, _ second: Any?) -> Bool {
    if ObjectMemory.haveSameBytes(first, second) { return true }
    guard let first, let second else { return first == nil && second == nil }
    if type(of: first) is AnyClass, type(of: second) is AnyClass {
      return first as AnyObject === second as AnyObject
    }
    if type(of: first) == type(of: second),
      // The most common types, without casts.
      let areEqual = Boxed.areEqual(Boxed(first), Boxed(second))
    {
      return areEqual
    }
    return areEqualHashables(first, second) ?? false
  }

  /// Compares values that have a hash; nil for others.
  private static func areEqualHashables(_ first: Any, _ second: Any) -> Bool? {
    guard let firstHashable = hashable(first), let secondHashable = hashable(second) else {
      return nil
    }
    // The comparison with an object would make one of a collection; see `isNullObject`.
    let (type, other) = (Swift.type(of: first), Swift.type(of: second))
    if (type is AnyClass) != (other is AnyClass),
      (type is AnyClass ? other : type) is any StructuredType.Type
    {
      return false
    }
    return firstHashable == secondHashable
  }

  /// Returns the members of a Swift set as plain keys; nil for any other value, and if objects,
  /// such as models, are among them.
  private static func plainSet(_ value: Any) -> Set<AnyHashable>? {
    let type = Swift.type(of: value)
    guard type is any StructuredType.Type, type is any SetAlgebra.Type,
      let members = value as? Set<AnyHashable>
    else { return nil }
    var plain: Set<AnyHashable> = []
    for member in members {
      let key = plainKey(member)
      if Swift.type(of: key.base) is AnyClass { return nil }
      plain.insert(key)
    }
    return plain.count == members.count ? plain : members
  }

  private static func withPlainKeys(_ members: [AnyHashable: Any]) -> [AnyHashable: Any] {
    var plain = [AnyHashable: Any]()
    for (member, value) in members {
      let key = plainKey(member)
      if Swift.type(of: key.base) is AnyClass { return members }
      plain[key] = value
    }
    return plain.count == members.count ? plain : members
  }

  /// Returns the key's equal in one type of several: an archive gives a key that is a CGFloat, a
  /// Character or an integer of 128 bits another type.
  private static func plainKey(_ key: AnyHashable) -> AnyHashable {
    switch Boxed(key.base) {
    case .string(let text): text
    case .integer(let number): number
    case .unsigned(let number): number
    case .double(let number): number
    case .float(let number): number
    case .bool(let truth): truth
    case .decimal(let number): number
    case .date(let date): date
    case .data(let data): data
    case .url(let url): url
    case .uuid(let uuid): uuid
    case .null, .object, .array, .other: key
    }
  }

  // A cast of an array or a dictionary to a class first makes objects of all elements, at any
  // depth, so it is not tried.

  private static func scalar(_ value: Any) -> Boxed? {
    type(of: value) is any StructuredType.Type ? nil : Boxed(value)
  }

  private static func hashable(_ value: Any) -> AnyHashable? {
    let type = type(of: value)
    if type is any StructuredType.Type, !(type is any Hashable.Type) { return nil }
    return value as? AnyHashable
  }

  /// Nil in an Optional equals null if a value can be of any type, and is archived as null.
  private static func isNull(_ value: Any?) -> Bool {
    value.map { type(of: $0) == NSNull.self } ?? true
  }

  private static func unwrapped(_ value: Any) -> Any? {
    if let optional = value as? any OptionalProtocol { return optional.unwrapped }
    return value
  }

  /// Compares tuples and structs without `==` by their parts. A value without parts, such as a
  /// closure, equals only its own bytes.
  private static func haveEqualParts(
    _ first: Any, _ second: Any, _ walk: ComparisonWalk?
  ) -> Bool {
    let firstMirror = Mirror(reflecting: first)
    let secondMirror = Mirror(reflecting: second)
    guard type(of: first) == type(of: second), firstMirror.displayStyle != nil,
      firstMirror.children.count == secondMirror.children.count
    else { return false }
    if firstMirror.displayStyle == .enum,
      RuntimeFields.caseName(of: first) != RuntimeFields.caseName(of: second)
    {
      return false
    }
    return zip(firstMirror.children, secondMirror.children).allSatisfy {
      areEqual($0.value, $1.value, walk)
    }
  }
}
