import Foundation

/// Equality and hashing of a property's values, and what they are as an `Any`, chosen once for
/// their static type.
///
/// Hashable and Equatable types use their own `==`; Optionals and collections of other types are
/// compared by what they hold, class references by identity, anything else by its parts. In a walk,
/// linked objects within may be compared later.
class ValueComparison<Value>: @unchecked Sendable {
  // Sendable: no subclass has mutable state.

  func areEqual(_ first: Value, _ second: Value, _ walk: ComparisonWalk?) -> Bool {
    AnyComparison.areEqual(first, second, walk)
  }

  func hash(_ value: Value, into hasher: inout Hasher) {
    AnyComparison.hash(value, into: &hasher)
  }

  /// Returns the value, Optionals unwrapped: nil when any is nil.
  func unwrapped(_ value: Value) -> Any? { value }

  /// Tells which values no set may be given, as their hash does not end; nil where there are none.
  var isUnhashable: ((Value) -> Bool)? { nil }

  /// Nil as a value of the type; nil for a type that is not an Optional.
  var none: Value? { nil }

  /// Tells whether the value is nil, or an Optional of nil.
  func isNil(_ value: Value) -> Bool { false }

  /// Returns what `as?` makes of `value`; nil when it is not of the type.
  func cast(_ value: Any) -> Value? {
    RuntimeFields.value(in: value, as: Value.self) ?? value as? Value
  }

  /// The comparison for `Value`.
  static var shared: ValueComparison<Value> {
    let comparison = valueComparisons.value(for: Value.self) {
      var visitor = ComparisonVisitor()
      return visitor.visit(Value.self)
    }
    return downcast(comparison, to: ValueComparison<Value>.self)
  }
}

/// The comparisons of all types that are compared: what lies under a type is one for that type.
private let valueComparisons = ClassCache<any AnyObject & Sendable>()

private struct ComparisonVisitor: TypeVisitor {
  func visitOptional<Wrapped>(_: Wrapped.Type) -> any AnyObject & Sendable {
    OptionalComparison<Wrapped>()
  }

  func visitArray<Element>(_: Element.Type) -> any AnyObject & Sendable {
    ArrayComparison<Element>()
  }

  func visitSet<Element: Hashable>(_: Element.Type) -> any AnyObject & Sendable {
    SetComparison<Element>()
  }

  func visitDictionary<Key: Hashable, Value>(
    _: Key.Type, _: Value.Type
  ) -> any AnyObject & Sendable {
    DictionaryComparison<Key, Value>()
  }

  func visitArrayLike<Whole: ArrayLike>(_: Whole.Type) -> any AnyObject & Sendable {
    ArrayLikeComparison<Whole>()
  }

  func visitDictionaryLike<Whole: DictionaryLike>(_: Whole.Type) -> any AnyObject & Sendable {
    DictionaryLikeComparison<Whole>()
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> any AnyObject & Sendable {
    // The most common types, before the runtime is asked what any other is.
    if type == String.self { return hashableComparison(String.self) }
    if type == Int.self { return hashableComparison(Int.self) }
    if type == Bool.self { return hashableComparison(Bool.self) }
    if type == Double.self { return floatingComparison(Double.self) }
    if let floating = type as? any BinaryFloatingPoint.Type { return floatingComparison(floating) }
    if let linked = type as? any (LinkedObject & Hashable).Type { return linkedComparison(linked) }
    if type is AnyHashable.Type || isAncestorOfNumbers(type),
      let hashable = type as? any Hashable.Type
    {
      return openComparison(hashable)
    }
    if type is any Error.Type, let equatable = type as? any Equatable.Type {
      // Errors of Foundation's trap when they are hashed on Linux.
      return equatableComparison(equatable)
    }
    // Their own hash never ends on Linux when they are NSDecimalNumbers.
    if type is NSNumber.Type { return ValueComparison<Leaf>() }
    if let hashable = type as? any Hashable.Type { return hashableComparison(hashable) }
    if let equatable = type as? any Equatable.Type { return equatableComparison(equatable) }
    return ValueComparison<Leaf>()
  }

  private func linkedComparison<Leaf: LinkedObject & Hashable>(
    _: Leaf.Type
  ) -> any AnyObject & Sendable {
    LinkedComparison<Leaf>()
  }

  /// Tells whether an object of a class may be a number of Foundation's.
  private func isAncestorOfNumbers(_ type: Any.Type) -> Bool {
    (type as? AnyClass).map { isSubclass(NSDecimalNumber.self, of: $0) } ?? false
  }

  private func openComparison<Leaf: Hashable>(_: Leaf.Type) -> any AnyObject & Sendable {
    OpenComparison<Leaf>()
  }

  private func floatingComparison<Floating: BinaryFloatingPoint>(
    _: Floating.Type
  ) -> any AnyObject & Sendable {
    FloatingPointComparison<Floating>()
  }

  private func hashableComparison<Leaf: Hashable>(_: Leaf.Type) -> any AnyObject & Sendable {
    HashableComparison<Leaf>()
  }

  private func equatableComparison<Leaf: Equatable>(_: Leaf.Type) -> any AnyObject & Sendable {
    EquatableComparison<Leaf>()
  }
}

private final class HashableComparison<Value: Hashable>: ValueComparison<Value>,
  @unchecked Sendable
{
  override func areEqual(_ first: Value, _ second: Value, _: ComparisonWalk?) -> Bool {
    first == second
  }
  override func hash(_ value: Value, into hasher: inout Hasher) { hasher.combine(value) }
}

private final class EquatableComparison<Value: Equatable>: ValueComparison<Value>,
  @unchecked Sendable
{
  override func areEqual(_ first: Value, _ second: Value, _: ComparisonWalk?) -> Bool {
    first == second
  }
  override func hash(_ value: Value, into hasher: inout Hasher) {}
}

/// Not a number equals itself here, so that a copy is equal to what it was made from.
private final class FloatingPointComparison<Value: BinaryFloatingPoint>: ValueComparison<Value>,
  @unchecked Sendable
{
  override func areEqual(_ first: Value, _ second: Value, _: ComparisonWalk?) -> Bool {
    first == second || (first.isNaN && second.isNaN)
  }

  override func hash(_ value: Value, into hasher: inout Hasher) {
    hasher.combine(value.isNaN ? .nan : value)
  }
}

private final class LinkedComparison<Value: LinkedObject & Hashable>: ValueComparison<Value>,
  @unchecked Sendable
{
  override func areEqual(_ first: Value, _ second: Value, _ walk: ComparisonWalk?) -> Bool {
    first.isEqual(toLinked: second, in: walk)
  }

  override func hash(_ value: Value, into hasher: inout Hasher) { hasher.combine(value) }
}

/// An `AnyHashable`, or an object of a class so far up that it may be a model or a number: the hash
/// of Foundation's NSDecimalNumber does not end on Linux.
private final class OpenComparison<Value: Hashable>: ValueComparison<Value>, @unchecked Sendable {
  private let mayBeLinked = !(Value.self is NSValue.Type)

  override func areEqual(_ first: Value, _ second: Value, _ walk: ComparisonWalk?) -> Bool {
    if mayBeLinked, let first = Self.object(in: first) as? any LinkedObject,
      let second = Self.object(in: second) as? any LinkedObject
    {
      return first.isEqual(toLinked: second, in: walk)
    }
    return first == second
  }

  override func hash(_ value: Value, into hasher: inout Hasher) {
    guard let number = Self.object(in: value) as? NSNumber else { return hasher.combine(value) }
    AnyComparison.hash(number, into: &hasher)
  }

  #if !canImport(Darwin)
    override var isUnhashable: ((Value) -> Bool)? {
      { Self.object(in: $0) is NSDecimalNumber }
    }
  #endif

  private static func object(in value: Value) -> AnyObject? {
    let base = AnyHashable(value).base
    return type(of: base) is AnyClass ? base as AnyObject : nil
  }
}

/// Elements that may lead to models are compared as properties are. One with a hash that no other
/// element has can be equal to one element only, and so be compared later.
private final class SetComparison<Element: Hashable>: ValueComparison<Set<Element>>,
  @unchecked Sendable
{
  private let element = ValueComparison<Element>.shared
  private let mayHoldModels = ModelReach.mayHoldModels(Element.self)

  override func areEqual(
    _ first: Set<Element>, _ second: Set<Element>, _ walk: ComparisonWalk?
  ) -> Bool {
    guard mayHoldModels, let walk else { return first == second }
    guard first.count == second.count else { return false }
    if first.count == 1, let one = first.first, let other = second.first {
      return element.areEqual(one, other, walk)
    }
    let candidates = Dictionary(grouping: second, by: \.hashValue)
    return first.allSatisfy { item in
      guard let alike = candidates[item.hashValue] else { return false }
      if alike.count == 1 { return element.areEqual(item, alike[0], walk) }
      return alike.contains { other in
        ComparisonWalk.completely { element.areEqual(item, other, $0) }
      }
    }
  }

  override func hash(_ value: Set<Element>, into hasher: inout Hasher) { hasher.combine(value) }
}

private final class OptionalComparison<Wrapped>: ValueComparison<Wrapped?>, @unchecked Sendable {
  private let wrapped = ValueComparison<Wrapped>.shared

  override func areEqual(
    _ first: Wrapped?, _ second: Wrapped?, _ walk: ComparisonWalk?
  ) -> Bool {
    switch (first, second) {
    case (let first?, let second?): wrapped.areEqual(first, second, walk)
    case (nil, nil): true
    default: false
    }
  }

  override func hash(_ value: Wrapped?, into hasher: inout Hasher) {
    guard let value else { return hasher.combine(0 as UInt8) }
    hasher.combine(1 as UInt8)
    wrapped.hash(value, into: &hasher)
  }

  override var isUnhashable: ((Wrapped?) -> Bool)? {
    guard let isUnhashable = wrapped.isUnhashable else { return nil }
    return { $0.map(isUnhashable) ?? false }
  }

  override func unwrapped(_ value: Wrapped?) -> Any? {
    value.flatMap { wrapped.unwrapped($0) }
  }

  override func cast(_ value: Any) -> Wrapped?? {
    if let wrapped = RuntimeFields.value(in: value, as: Wrapped.self) { return .some(wrapped) }
    return value as? Wrapped?
  }

  override var none: Wrapped?? { .some(nil) }

  override func isNil(_ value: Wrapped?) -> Bool {
    value.map { wrapped.isNil($0) } ?? true
  }
}

private final class ArrayComparison<Element>: ValueComparison<[Element]>, @unchecked Sendable {
  private let element = ValueComparison<Element>.shared

  override func areEqual(
    _ first: [Element], _ second: [Element], _ walk: ComparisonWalk?
  ) -> Bool {
    first.count == second.count
      && first.indices.allSatisfy { element.areEqual(first[$0], second[$0], walk) }
  }

  override var isUnhashable: (([Element]) -> Bool)? {
    guard let isUnhashable = element.isUnhashable else { return nil }
    return { $0.contains(where: isUnhashable) }
  }

  override func hash(_ value: [Element], into hasher: inout Hasher) {
    hasher.combine(value.count)
    for item in value { element.hash(item, into: &hasher) }
  }
}

private final class DictionaryComparison<Key: Hashable, Item>: ValueComparison<[Key: Item]>,
  @unchecked Sendable
{
  private let item = ValueComparison<Item>.shared

  override func areEqual(
    _ first: [Key: Item], _ second: [Key: Item], _ walk: ComparisonWalk?
  ) -> Bool {
    first.count == second.count
      && first.allSatisfy { key, value in
        second[key].map { item.areEqual(value, $0, walk) } ?? false
      }
  }

  override var isUnhashable: (([Key: Item]) -> Bool)? {
    guard let isUnhashable = item.isUnhashable else { return nil }
    return { $0.values.contains(where: isUnhashable) }
  }

  override func hash(_ value: [Key: Item], into hasher: inout Hasher) {
    // The order of a dictionary says nothing, so the members' hashes are combined by exclusive or.
    var combined = 0
    for (key, member) in value {
      var memberHasher = Hasher()
      memberHasher.combine(key)
      item.hash(member, into: &memberHasher)
      combined ^= memberHasher.finalize()
    }
    hasher.combine(value.count)
    hasher.combine(combined)
  }
}

/// A collection of a user's: element by element.
private final class ArrayLikeComparison<Whole: ArrayLike>: ValueComparison<Whole>,
  @unchecked Sendable
{
  private let elements = ValueComparison<[Whole.Element]>.shared

  override func areEqual(_ first: Whole, _ second: Whole, _ walk: ComparisonWalk?) -> Bool {
    elements.areEqual(Array(first), Array(second), walk)
  }

  override func hash(_ value: Whole, into hasher: inout Hasher) {
    elements.hash(Array(value), into: &hasher)
  }

  override var isUnhashable: ((Whole) -> Bool)? {
    elements.isUnhashable.map { isUnhashable in { isUnhashable(Array($0)) } }
  }
}

/// A dictionary of a user's, whose order counts.
private final class DictionaryLikeComparison<Whole: DictionaryLike>: ValueComparison<Whole>,
  @unchecked Sendable
{
  private let keys = ValueComparison<[Whole.Key]>.shared
  private let values = ValueComparison<[Whole.Value]>.shared

  override func areEqual(_ first: Whole, _ second: Whole, _ walk: ComparisonWalk?) -> Bool {
    keys.areEqual(first.map(\.key), second.map(\.key), walk)
      && values.areEqual(first.map(\.value), second.map(\.value), walk)
  }

  override func hash(_ value: Whole, into hasher: inout Hasher) {
    keys.hash(value.map(\.key), into: &hasher)
    values.hash(value.map(\.value), into: &hasher)
  }
}

/// Equality and hashing of values whose type is known at run time only.
enum AnyComparison {
  static func areEqual(_ first: Any, _ second: Any, _ walk: ComparisonWalk?) -> Bool {
    walk?.areEqualValues(first, second)
      ?? ComparisonWalk.completely { areEqual(first, second, in: $0) }
  }

  /// Compares now; what lies within, perhaps later.
  static func areEqual(_ first: Any, _ second: Any, in walk: ComparisonWalk) -> Bool {
    let first = unwrapped(first)
    let second = unwrapped(second)
    guard let first, let second else { return isNull(first) && isNull(second) }
    if Swift.type(of: first) is AnyClass, Swift.type(of: second) is AnyClass,
      let first = first as? any LinkedObject, let second = second as? any LinkedObject
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

  /// Compares what no plain value is.
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
      // Opened by its type: an `Any` may be boxed in another, whose own type is `Any`.
      func areEqualAsOneType<Found>(_: Found.Type) -> Bool {
        guard let first = first as? Found, let second = second as? Found else { return false }
        return ValueComparison<Found>.shared.areEqual(first, second, walk)
      }
      if _openExistential(type, do: areEqualAsOneType) { return true }
      guard let first = plainSet(first), let second = plainSet(second) else { return false }
      return first == second
    }
    if let first = plainSet(first), let second = plainSet(second) { return first == second }
    if let firstHashable = hashable(first), let secondHashable = hashable(second) {
      return firstHashable == secondHashable
    }
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
      HashDepth.goDown(one: .collection) {
        ValueComparison<[Any]>.shared.hash(array, into: &hasher)
      }
    } else if let members = value as? [AnyHashable: Any] {
      HashDepth.goDown(one: .collection) {
        ValueComparison<[AnyHashable: Any]>.shared.hash(withPlainKeys(members), into: &hasher)
      }
    } else if let members = plainSet(value) {
      hasher.combine(members)
    } else if value is any Error {
      // Foundation's CocoaError traps when it is hashed on Linux.
    } else if let hashable = hashable(value) {
      hasher.combine(hashable)
    } else if type(of: value) is AnyClass {
      hasher.combine(ObjectIdentifier(value as AnyObject))
    }
  }

  /// Tells whether one is the other, as cheaply as can be told; false means nothing.
  static func areIdentical(_ first: Any?, _ second: Any?) -> Bool {
    if ObjectMemory.haveSameBytes(first, second) { return true }
    guard let first, let second else { return first == nil && second == nil }
    if type(of: first) is AnyClass, type(of: second) is AnyClass {
      return first as AnyObject === second as AnyObject
    }
    if type(of: first) == type(of: second) {
      // The most common types, without casts.
      switch (Boxed(first), Boxed(second)) {
      case (.string(let first), .string(let second)): return first == second
      case (.integer(let first), .integer(let second)): return first == second
      case (.bool(let first), .bool(let second)): return first == second
      case (.double(let first), .double(let second)): return first == second
      case (.date(let first), .date(let second)): return first == second
      default: break
      }
    }
    if let first = hashable(first), let second = hashable(second) { return first == second }
    return false
  }

  /// Returns `value` as a key; nil when it cannot be one. An NSDecimalNumber, whose own hash does
  /// not end on Linux, becomes a number that is equal to it, or its Decimal.
  static func key(_ value: Any) -> AnyHashable? {
    guard type(of: value) is AnyClass, let decimal = value as? NSDecimalNumber else {
      return value as? AnyHashable
    }
    let plain = [
      NSNumber(value: decimal.int64Value), NSNumber(value: decimal.doubleValue),
    ]
    if let equal = plain.first(where: { $0 == decimal }) { return equal }
    return decimal.decimalValue
  }

  /// Returns the members of a set of Swift's as plain keys; nil for any other value, and where
  /// objects are among them, as models.
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
    var plain: [AnyHashable: Any] = [:]
    for (member, value) in members {
      let key = plainKey(member)
      if Swift.type(of: key.base) is AnyClass { return members }
      plain[key] = value
    }
    return plain.count == members.count ? plain : members
  }

  /// Returns what is equal to `key` as a value of another type, and has one type for all of these:
  /// a key that is a CGFloat, a Character or an integer of 128 bits is read from an archive as
  /// another.
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

  // A cast of an array or a dictionary to a class makes objects of all that they hold first, at any
  // depth: it is not tried.

  private static func scalar(_ value: Any) -> Boxed? {
    type(of: value) is any StructuredType.Type ? nil : Boxed(value)
  }

  private static func hashable(_ value: Any) -> AnyHashable? {
    let type = type(of: value)
    if type is any StructuredType.Type, !(type is any Hashable.Type) { return nil }
    return value as? AnyHashable
  }

  /// Nil in an Optional is null where a value may be of any type, and is archived as that.
  private static func isNull(_ value: Any?) -> Bool {
    value.map { type(of: $0) == NSNull.self } ?? true
  }

  private static func unwrapped(_ value: Any) -> Any? {
    if let optional = value as? any OptionalProtocol { return optional.unwrapped }
    return value
  }

  /// Compares tuples and structs without `==` by their parts. What has no parts, as a closure, is
  /// equal to nothing but its own bytes.
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
