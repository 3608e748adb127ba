/// Equality and hashing of a property's values, and what they are as an `Any`, chosen once for
/// their static type.
///
/// Hashable and Equatable types use their own `==`; Optionals and collections of other types are
/// compared by what they hold, class references by identity, anything else by its parts.
final class ValueComparison<Value>: @unchecked Sendable {
  // Sendable: the functions capture types and other comparisons only.

  /// Tells whether two values are equal. In a walk, linked objects within may be compared later.
  let areEqual: (_ first: Value, _ second: Value, _ walk: ComparisonWalk?) -> Bool
  private let combine: (_ value: Value, _ hasher: inout Hasher) -> Void

  /// Tells which values no set may be given, as their hash does not end; nil where there are none.
  let isUnhashable: ((Value) -> Bool)?

  // What is true of the values of an Optional only; nil for any other type. Each is a function by
  // itself: to load a struct of them takes the struct's metadata, which is looked up at each call.

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

  /// Returns the value, Optionals unwrapped: nil when any is nil.
  func unwrapped(_ value: Value) -> Any? {
    guard let unwrap else { return value }
    return unwrap(value)
  }

  /// Nil as a value of the type; nil for a type that is not an Optional.
  var none: Value? { makeNone?() }

  /// Tells whether the value is nil, or an Optional of nil.
  func isNil(_ value: Value) -> Bool { testNil?(value) ?? false }

  /// Returns what `as?` makes of `value`; nil when it is not of the type.
  func cast(_ value: Any) -> Value? {
    if let castWrapped { return castWrapped(value) }
    return RuntimeFields.value(in: value, as: Value.self) ?? value as? Value
  }

  /// The comparison for `Value`.
  static var shared: ValueComparison<Value> {
    let comparison = valueComparisons.value(for: Value.self) {
      return ComparisonMaker().visit(Value.self)
    }
    return downcast(comparison, to: ValueComparison<Value>.self)
  }
}

/// The comparisons of all types that are compared: what lies under a type is one for that type.
private let valueComparisons = ClassCache<any AnyObject & Sendable>()
