import Foundation

/// A type whose values are taken from an `Any` by its own rule, because a cast would mix numbers
/// and Bools, and convert only some number types.
protocol Unboxing {
  static func unboxed(_ value: Any, by taking: Taking) -> Self?

  /// The rule, for types that have to find it.
  static var unboxing: Unboxed<Self> { get }
}

/// The values that a type accepts.
enum Taking {
  /// Values of the type, and numbers that it holds exactly.
  case exact
  /// The nearest number, too.
  case rounded
  /// As in archives: also 0 and 1 for a Bool, a raw value for an enum, and the nearest Float of a
  /// Double.
  case archived
}

typealias Unboxed<Value> = (_ value: Any, _ taking: Taking) -> Value?

extension Unboxing {
  static func unboxed(_ value: Any, by taking: Taking) -> Self? { unboxing(value, taking) }
  static var unboxing: Unboxed<Self> { { unboxed($0, by: $1) } }
}

extension Boxed {
  /// The rule for taking values of `type`, or of an Optional's wrapped type, from an `Any`. Nil for
  /// types that a cast converts.
  static func rule(for type: Any.Type) -> Unboxed<Any>? {
    rules.value(for: type) { BoxedReader<Any>(ofValueOf: type) }.rule
  }

  private static let rules = ClassCache<BoxedReader<Any>>()
}

/// The rule for reading values of one type, found once.
struct BoxedReader<Value>: @unchecked Sendable {
  // Sendable: a rule captures types and other rules only.

  /// Nil for a type that a cast converts.
  let rule: Unboxed<Value>?

  init() {
    if Value.self == NSNumber.self || Value.self == NSDecimalNumber.self {
      // Not a cast of the Optional: optimized code for that reads through nil.
      rule = { value, _ in Self.number(value).flatMap { $0 as? Value } }
    } else {
      func own<Target: Unboxing>(_: Target.Type) -> Any { Target.unboxing }
      let found: Any? =
        switch Value.self {
        case let type as any Unboxing.Type: own(type)
        case let type where isPlainScalar(type): nil
        case let type as any ArrayLike.Type: Self.rule(ofArray: type)
        case let type as any DictionaryLike.Type: Self.rule(ofMembers: type)
        case let type as any RawRepresentable.Type where !(type is AnyClass): Self.rule(ofRaw: type)
        case let type where KnownConformances.isModel(type): Self.ruleOfModels
        case let type where type is AnyClass: Self.ruleOfObjects
        default: nil
        }
      // Casting the function once leaves its results alone; casting each result would unwrap
      // Optionals.
      rule = found as? Unboxed<Value>
    }
  }

  /// The value as a `Value`, with numbers rounded to its precision.
  func read(_ value: Any) -> Value? { read(value, by: .rounded) }

  func read(_ value: Any, by taking: Taking) -> Value? {
    if let rule { rule(value, taking) } else { value as? Value }
  }

  /// `Value` is `NSNumber` or `NSDecimalNumber`.
  private static func number(_ value: Any) -> NSNumber? {
    if let number = RuntimeFields.value(in: value, as: Value.self) as? NSNumber { return number }
    let boxed = Boxed(value)
    if Value.self == NSDecimalNumber.self {
      return boxed.exactly(Decimal.self).map { NSDecimalNumber(decimal: $0) }
    }
    if case .bool(let truth) = boxed { return .shared(truth) }
    return boxed.number
  }

  /// An enum or an option set, which can be given by its raw value.
  private static func rule<Raw: RawRepresentable>(ofRaw _: Raw.Type) -> Any {
    let rawValues = BoxedReader<Raw.RawValue>()
    let rule: Unboxed<Raw> = { value, taking in
      if let typed = value as? Raw { return typed }
      guard taking == .archived else { return nil }
      return rawValues.read(value, by: taking).flatMap { Raw(rawValueOrUnknown: $0) }
    }
    return rule
  }

  /// Objects, and what a cast makes one of, as it does an array; see `isNullObject`.
  private static var ruleOfObjects: Any {
    func isBridgeable(_ value: Any) -> Bool {
      func isMember(_ value: Any) -> Bool {
        Boxed.unwrapped(value).map { !($0 is Decimal) && isBridgeable($0) } ?? true
      }
      if let set = value as? any AnySet { return set.elements.allSatisfy(isMember) }
      if let members = value as? [AnyHashable: Any] {
        return members.allSatisfy { isMember($0.key.base) && isBridgeable($0.value) }
      }
      return (value as? [Any])?.allSatisfy(isBridgeable) ?? true
    }
    let rule: Unboxed<Value> = { value, _ in isBridgeable(value) ? value as? Value : nil }
    return rule
  }

  /// Models, as they are.
  private static var ruleOfModels: Any {
    let rule: Unboxed<Value> = { value, _ in
      guard let value = Boxed.unwrapped(value), type(of: value) is AnyClass else { return nil }
      return value as? Value
    }
    return rule
  }

  /// A user's collection, taken from an array.
  private static func rule<Whole: ArrayLike>(ofArray _: Whole.Type) -> Any {
    let elements = [Whole.Element].unboxing
    let rule: Unboxed<Whole> = { value, taking in
      RuntimeFields.value(in: value, as: Whole.self) ?? elements(value, taking).map { Whole($0) }
    }
    return rule
  }

  /// A user's collection, taken from a dictionary.
  private static func rule<Whole: DictionaryLike>(ofMembers _: Whole.Type) -> Any {
    let members = [Whole.Key: Whole.Value].unboxing
    let rule: Unboxed<Whole> = { value, taking in
      RuntimeFields.value(in: value, as: Whole.self)
        ?? members(value, taking).map { Whole(unordered: $0) }
    }
    return rule
  }
}

extension Optional: Unboxing {
  static var unboxing: Unboxed<Wrapped?> {
    let reader = BoxedReader<Wrapped>()
    return { value, taking in
      guard let value = Boxed.unwrapped(value), type(of: value) != NSNull.self else {
        return .some(nil)
      }
      return reader.read(value, by: taking).map { .some($0) }
    }
  }
}

extension Array: Unboxing {
  static var unboxing: Unboxed<[Element]> {
    let reader = BoxedReader<Element>()
    return { value, taking in
      if let elements = RuntimeFields.value(in: value, as: Self.self) { return elements }
      let value = Boxed.standard(value)
      guard reader.rule != nil, let values = value as? [Any] else { return value as? [Element] }
      var result: [Element] = []
      result.reserveCapacity(values.count)
      for value in values {
        guard let element = reader.read(value, by: taking) else { return nil }
        result.append(element)
      }
      return result
    }
  }
}

extension Set: Unboxing {
  static var unboxing: Unboxed<Set<Element>> {
    let reader = BoxedReader<Element>()
    return { value, taking in
      if let elements = RuntimeFields.value(in: value, as: Self.self) { return elements }
      guard reader.rule != nil, let values = value as? Set<AnyHashable> else {
        return value as? Set<Element>
      }
      var result: Set<Element> = []
      for value in values {
        guard let element = reader.read(value.base, by: taking) else { return nil }
        result.insert(element)
      }
      return result
    }
  }
}

extension Dictionary: Unboxing {
  static var unboxing: Unboxed<[Key: Value]> {
    let (keys, values) = (BoxedReader<Key>(), BoxedReader<Value>())
    // For text, a cast is correct and faster.
    let hasRule = keys.rule != nil && Key.self != String.self || values.rule != nil
    return { value, taking in
      if let members = RuntimeFields.value(in: value, as: Self.self) { return members }
      let value = Boxed.standard(value)
      guard hasRule, let members = value as? [AnyHashable: Any] else {
        return value as? [Key: Value]
      }
      var result = [Key: Value]()
      result.reserveCapacity(members.count)
      for (key, value) in members {
        guard let key = keys.read(key.base, by: taking),
          let value = values.read(value, by: taking)
        else { return nil }
        result[key] = value
      }
      return result
    }
  }
}

extension AnyHashable: Unboxing {
  /// A number object becomes a Swift number, so that a search for 1 doesn't find true.
  static func unboxed(_ value: Any, by taking: Taking) -> AnyHashable? {
    switch Boxed(value) {
    case .bool(let truth): AnyHashable(truth)
    case .integer(let number): AnyHashable(number)
    case .unsigned(let number): AnyHashable(number)
    case .double(let number):
      Int64(exactly: number).map { AnyHashable($0) } ?? AnyHashable(number)
    case .float(let number):
      Int64(exactly: number).map { AnyHashable($0) } ?? AnyHashable(Double(number))
    case .decimal(let number): AnyHashable(number.description)
    case .string, .null, .object, .array, .date, .data, .url, .uuid, .other:
      value as? AnyHashable
    }
  }
}

extension BoxedReader<Any> {
  /// Reads values of a type known only at run time.
  fileprivate init(ofValueOf type: Any.Type) {
    func rule<Target>(_: Target.Type) -> Unboxed<Any>? {
      guard let rule = BoxedReader<Target>().rule else { return nil }
      return { value, taking in rule(value, taking).map { $0 as Any } }
    }
    self.rule = rule(RuntimeFields.withoutOptionals(type))
  }
}
