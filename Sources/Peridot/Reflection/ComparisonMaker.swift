import Foundation

/// Makes the comparison of a type, by its structure.
struct ComparisonMaker: FormVisitor {
  typealias Comparison = any AnyObject & Sendable

  dynamic func visitOptional<Wrapped>(_: Wrapped.Type) -> Comparison {
    let wrapped = ValueComparison<Wrapped>.shared
    return ValueComparison<Wrapped?>(
      areEqual: { first, second, walk in
        guard let first else { return second == nil }
        guard let second else { return false }
        return wrapped.areEqual(first, second, walk)
      },
      hash: { value, hasher in
        guard let value else { return hasher.combine(0 as UInt8) }
        hasher.combine(1 as UInt8)
        wrapped.hash(value, into: &hasher)
      },
      isUnhashable: wrapped.isUnhashable.map { isUnhashable in
        { $0.map(isUnhashable) ?? false }
      },
      none: { nil },
      isNil: { $0.map { wrapped.isNil($0) } ?? true },
      unwrapped: { $0.flatMap { wrapped.unwrapped($0) } },
      cast: { value in
        if let wrapped = RuntimeFields.value(in: value, as: Wrapped.self) { return .some(wrapped) }
        return value as? Wrapped?
      })
  }

  /// Element by element.
  dynamic func visitList<Whole>(_: ListForm<Whole>) -> Comparison {
    let element = ValueComparison<Whole.Element>.shared
    return ValueComparison<Whole>(
      areEqual: { first, second, walk in
        let (first, second) = (Array(first), Array(second))
        // `indices` would look up generic types.
        return first.count == second.count
          && (0..<first.count).allSatisfy { element.areEqual(first[$0], second[$0], walk) }
      },
      hash: { value, hasher in
        let value = Array(value)
        hasher.combine(value.count)
        for index in 0..<value.count { element.hash(value[index], into: &hasher) }
      },
      isUnhashable: element.isUnhashable.map { isUnhashable in
        { $0.contains(where: isUnhashable) }
      })
  }

  /// Elements that can lead to models are compared like properties. If no other element has an
  /// element's hash, it can equal one element only, and so be compared later.
  dynamic func visitSet<Element: Hashable>(_: Element.Type) -> Comparison {
    let hash: (Set<Element>, inout Hasher) -> Void = { $1.combine($0) }
    guard TypeShape.of(Element.self).mayHoldModels else {
      return ValueComparison<Set<Element>>(
        areEqual: { first, second, _ in first == second }, hash: hash)
    }
    let element = ValueComparison<Element>.shared
    return ValueComparison<Set<Element>>(
      areEqual: { first, second, walk in
        guard let walk else { return first == second }
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
      },
      hash: hash)
  }

  dynamic func visitTable<Key, Value, Whole>(_ table: TableForm<Key, Value, Whole>) -> Comparison {
    let item = ValueComparison<Value>.shared
    let isUnhashable: ((Whole) -> Bool)? = item.isUnhashable.map { isUnhashable in
      { $0.contains { isUnhashable($0.value) } }
    }
    if table.isLike {
      // Their order counts.
      let (keys, values) = (ValueComparison<[Key]>.shared, ValueComparison<[Value]>.shared)
      return ValueComparison<Whole>(
        areEqual: { first, second, walk in
          keys.areEqual(first.map(\.key), second.map(\.key), walk)
            && values.areEqual(first.map(\.value), second.map(\.value), walk)
        },
        hash: { value, hasher in
          keys.hash(value.map(\.key), into: &hasher)
          values.hash(value.map(\.value), into: &hasher)
        }, isUnhashable: isUnhashable)
    }
    return ValueComparison<Whole>(
      areEqual: { first, second, walk in
        let second = table.dictionary(second)
        return first.count == second.count
          && first.allSatisfy { key, value in
            second[key].map { item.areEqual(value, $0, walk) } ?? false
          }
      },
      hash: { value, hasher in
        // A dictionary's order has no meaning, so exclusive or combines the members' hashes.
        var combined = 0
        for (key, member) in value {
          var memberHasher = Hasher()
          memberHasher.combine(key)
          item.hash(member, into: &memberHasher)
          combined ^= memberHasher.finalize()
        }
        hasher.combine(value.count)
        hasher.combine(combined)
      }, isUnhashable: isUnhashable)
  }

  dynamic func visitLeaf<Leaf>(_ type: Leaf.Type) -> Comparison {
    // The most common types first, without a question to the runtime.
    if type == String.self { return comparison(ofHashable: String.self) }
    if type == Int.self { return comparison(ofHashable: Int.self) }
    if type == Bool.self { return comparison(ofHashable: Bool.self) }
    if type == Double.self { return comparison(ofFloating: Double.self) }
    if type == Date.self { return comparison(ofHashable: Date.self) }
    if type == URL.self { return comparison(ofHashable: URL.self) }
    if type == Float.self { return comparison(ofFloating: Float.self) }
    if let scalar = plainScalar(type) { return comparison(ofHashable: scalar) }
    typealias Linked = any (ComparisonWalk.LinkedObject & Hashable).Type
    if let model = KnownConformances.inherited(type, like: { $0 as? Linked }) {
      return comparison(ofLinked: model)
    }
    let kind = RuntimeFields.kind(of: type)
    if kind == .struct, let floating = type as? any BinaryFloatingPoint.Type {
      return comparison(ofFloating: floating)
    }
    if kind == .class, let linked = type as? any (ComparisonWalk.LinkedObject & Hashable).Type {
      return comparison(ofLinked: linked)
    }
    if type is AnyHashable.Type || isAncestorOfNumbers(type),
      let hashable = type as? any Hashable.Type
    {
      return comparison(ofOpen: hashable)
    }
    // On Linux, the hash of Foundation's errors traps, and that of its NSDecimalNumbers never ends.
    if !(type is any Error.Type), !(type is NSNumber.Type),
      let hashable = type as? any Hashable.Type
    {
      return comparison(ofHashable: hashable)
    }
    if !(type is NSNumber.Type), let equatable = type as? any Equatable.Type {
      return comparison(ofEquatable: equatable)
    }
    return ValueComparison<Leaf>(
      areEqual: { AnyComparison.areEqual($0, $1, $2) },
      hash: { AnyComparison.hash($0, into: &$1) })
  }

  private dynamic func comparison<Leaf: Hashable>(ofHashable _: Leaf.Type) -> Comparison {
    ValueComparison<Leaf>(
      areEqual: { first, second, _ in first == second }, hash: { $1.combine($0) })
  }

  private dynamic func comparison<Leaf: Equatable>(ofEquatable _: Leaf.Type) -> Comparison {
    ValueComparison<Leaf>(areEqual: { first, second, _ in first == second }, hash: { _, _ in })
  }

  /// Not-a-number equals itself here, so that a copy equals its original.
  private dynamic func comparison<Leaf: BinaryFloatingPoint>(ofFloating _: Leaf.Type) -> Comparison
  {
    ValueComparison<Leaf>(
      areEqual: { first, second, _ in first == second || (first.isNaN && second.isNaN) },
      hash: { $1.combine($0.isNaN ? .nan : $0) })
  }

  private dynamic func comparison<Leaf: ComparisonWalk.LinkedObject & Hashable>(
    ofLinked _: Leaf.Type
  ) -> Comparison {
    ValueComparison<Leaf>(
      areEqual: { $0.isEqual(toLinked: $1, in: $2) }, hash: { $1.combine($0) })
  }

  /// An `AnyHashable`, or an object of a class so general that it can be a model or a number. The
  /// hash of Foundation's NSDecimalNumber never ends on Linux.
  private dynamic func comparison<Leaf: Hashable>(ofOpen type: Leaf.Type) -> Comparison {
    func object(in value: Leaf) -> AnyObject? {
      let base = AnyHashable(value).base
      return Swift.type(of: base) is AnyClass ? base as AnyObject : nil
    }
    let mayBeLinked = !(type is NSValue.Type)
    #if canImport(Darwin)
      let isUnhashable: ((Leaf) -> Bool)? = nil
    #else
      let isUnhashable: ((Leaf) -> Bool)? = { object(in: $0) is NSDecimalNumber }
    #endif
    return ValueComparison<Leaf>(
      areEqual: { first, second, walk in
        if mayBeLinked, let first = object(in: first) as? any ComparisonWalk.LinkedObject,
          let second = object(in: second) as? any ComparisonWalk.LinkedObject
        {
          return first.isEqual(toLinked: second, in: walk)
        }
        return first == second
      },
      hash: { value, hasher in
        guard let number = object(in: value) as? NSNumber else { return hasher.combine(value) }
        AnyComparison.hash(number, into: &hasher)
      },
      isUnhashable: isUnhashable)
  }

  /// Returns whether an object of the class can be a Foundation number.
  private func isAncestorOfNumbers(_ type: Any.Type) -> Bool {
    (type as? AnyClass).map { isSubclass(NSDecimalNumber.self, of: $0) } ?? false
  }
}

/// Equality and hashing of a property's values, and their conversion to `Any`, chosen once for
/// their static type.
///
/// Hashable and Equatable types use their own `==`. Optionals and other collections compare their
/// contents, class references their identity, and all other types their parts.
final class ValueComparison<Value>: @unchecked Sendable {
  // Sendable: the functions capture types and other comparisons only.

  /// Returns whether two values are equal. In a walk, linked objects within can be compared later.
  let areEqual: (_ first: Value, _ second: Value, _ walk: ComparisonWalk?) -> Bool
  private let combine: (_ value: Value, _ hasher: inout Hasher) -> Void

  /// Returns whether a set must not hold the value, because its hash never ends; nil if a set can
  /// hold all.
  let isUnhashable: ((Value) -> Bool)?

  // Functions for Optionals; nil for any other type. Each is a property of its own: loading a
  // struct of them would look up its metadata at each call.

  private let makeNone: (() -> Value)?
  private let testNil: ((Value) -> Bool)?
  private let unwrap: ((Value) -> Any?)?
  private let castWrapped: ((Any) -> Value?)?

  init(
    areEqual: @escaping (Value, Value, ComparisonWalk?) -> Bool,
    hash: @escaping (Value, inout Hasher) -> Void,
    isUnhashable: ((Value) -> Bool)? = nil,
    none: (() -> Value)? = nil, isNil: ((Value) -> Bool)? = nil,
    unwrapped: ((Value) -> Any?)? = nil, cast: ((Any) -> Value?)? = nil
  ) {
    self.areEqual = areEqual
    combine = hash
    self.isUnhashable = isUnhashable
    makeNone = none
    testNil = isNil
    unwrap = unwrapped
    castWrapped = cast
  }

  func hash(_ value: Value, into hasher: inout Hasher) { combine(value, &hasher) }

  /// Returns the value without its Optionals; nil if any of them is nil.
  func unwrapped(_ value: Value) -> Any? {
    guard let unwrap else { return value }
    return unwrap(value)
  }

  /// Nil as a value of the type; nil for a type that is not an Optional.
  var none: Value? { makeNone?() }

  /// Returns whether the value is nil, or an Optional of nil.
  func isNil(_ value: Value) -> Bool { testNil?(value) ?? false }

  /// Returns the result of `as?`; nil if `value` is not of the type.
  func cast(_ value: Any) -> Value? {
    if let castWrapped { return castWrapped(value) }
    return RuntimeFields.value(in: value, as: Value.self) ?? value as? Value
  }

  static var shared: ValueComparison<Value> {
    let comparison = valueComparisons.value(for: Value.self) {
      return ComparisonMaker().visit(Value.self)
    }
    return downcast(comparison, to: ValueComparison<Value>.self)
  }
}

/// The comparisons of all types so far, each under its type.
private let valueComparisons = ClassCache<any AnyObject & Sendable>()
