import Foundation

/// A type that is read from an `Any` by its own rule, because a cast would mix numbers and Bools.
protocol BoxedReadable {
  static func read(_ value: Any) -> Self?
}

/// How values of one type are read from an `Any`; the rule is found once.
struct BoxedReader<Value> {
  private let rule: (Any) -> Value?

  init() {
    let readable = Value.self as? any BoxedReadable.Type
    rule = readable.flatMap { Self.rule(of: $0) } ?? { $0 as? Value }
  }

  func read(_ value: Any) -> Value? {
    rule(value)
  }

  /// `Readable` is `Value`. Casting the function once leaves its results alone, where a cast would
  /// unwrap Optionals.
  private static func rule<Readable: BoxedReadable>(
    of type: Readable.Type
  ) -> ((Any) -> Value?)? {
    let rule: (Any) -> Readable? = { Readable.read($0) }
    return rule as? (Any) -> Value?
  }
}

extension Bool: BoxedReadable {
  static func read(_ value: Any) -> Bool? {
    FoundNumber.bool(value)
  }
}

extension BoxedReadable where Self: FixedWidthInteger {
  static func read(_ value: Any) -> Self? {
    if type(of: value) == Self.self { return value as? Self }
    return FoundNumber(value)?.integer()
  }
}

extension Int: BoxedReadable {}
extension Int8: BoxedReadable {}
extension Int16: BoxedReadable {}
extension Int32: BoxedReadable {}
extension Int64: BoxedReadable {}
extension UInt: BoxedReadable {}
extension UInt8: BoxedReadable {}
extension UInt16: BoxedReadable {}
extension UInt32: BoxedReadable {}
extension UInt64: BoxedReadable {}

extension Double: BoxedReadable {
  static func read(_ value: Any) -> Double? {
    if type(of: value) == Double.self { return value as? Double }
    return FoundNumber(value)?.double
  }
}

extension Float: BoxedReadable {
  static func read(_ value: Any) -> Float? {
    if type(of: value) == Float.self { return value as? Float }
    guard let double = FoundNumber(value)?.double else { return nil }
    let float = Float(double)
    return float.isFinite == double.isFinite ? float : nil
  }
}

extension Decimal: BoxedReadable {
  static func read(_ value: Any) -> Decimal? {
    FoundNumber(value)?.decimal
  }
}

extension Optional: BoxedReadable {
  static func read(_ value: Any) -> Wrapped?? {
    guard let value = withoutOptional(value), type(of: value) != NSNull.self else {
      return .some(nil)
    }
    return BoxedReader<Wrapped>().read(value).map { .some($0) }
  }
}

extension Array: BoxedReadable {
  static func read(_ value: Any) -> [Element]? {
    guard Element.self is any BoxedReadable.Type else { return value as? [Element] }
    if type(of: value) == Self.self { return value as? [Element] }
    guard let values = value as? [Any] else { return nil }
    let reader = BoxedReader<Element>()
    var result: [Element] = []
    result.reserveCapacity(values.count)
    for value in values {
      guard let element = reader.read(value) else { return nil }
      result.append(element)
    }
    return result
  }
}

extension Dictionary: BoxedReadable {
  static func read(_ value: Any) -> [Key: Value]? {
    guard Value.self is any BoxedReadable.Type else { return value as? [Key: Value] }
    if type(of: value) == Self.self { return value as? [Key: Value] }
    guard let values = value as? [Key: Any] else { return nil }
    let reader = BoxedReader<Value>()
    var result: [Key: Value] = [:]
    result.reserveCapacity(values.count)
    for (key, value) in values {
      guard let element = reader.read(value) else { return nil }
      result[key] = element
    }
    return result
  }
}

extension AnyHashable: BoxedReadable {
  /// A number object becomes a Swift number, so that true is not found where 1 was meant.
  static func read(_ value: Any) -> AnyHashable? {
    if let truth = FoundNumber.bool(value) { return AnyHashable(truth) }
    switch FoundNumber(value) {
    case .signed(let number): return AnyHashable(number)
    case .unsigned(let number): return AnyHashable(number)
    case .double(let number): return AnyHashable(number)
    case .decimal(let number): return AnyHashable(number.description)
    case nil: return value as? AnyHashable
    }
  }
}
