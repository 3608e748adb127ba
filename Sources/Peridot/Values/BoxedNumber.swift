import Foundation

/// A type of numbers: this file is the one list of them.
///
/// A Decimal equals a binary fraction if their texts do. A Bool is not a number.
protocol BoxedNumber: Scalar, Unboxing {
  /// The number nearest to `boxed`, for types that round; nil if it is out of range, or only zero is
  /// near it.
  static func nearest(_ boxed: Boxed) -> Self?
}

extension Int: BoxedNumber {}
extension Int8: BoxedNumber {}
extension Int16: BoxedNumber {}
extension Int32: BoxedNumber {}
extension Int64: BoxedNumber {}
extension UInt: BoxedNumber {}
extension UInt8: BoxedNumber {}
extension UInt16: BoxedNumber {}
extension UInt32: BoxedNumber {}
extension UInt64: BoxedNumber {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: BoxedNumber {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: BoxedNumber {}

extension Double: BoxedNumber {}
extension Float: BoxedNumber {}
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: BoxedNumber {}
#endif
#if (arch(x86_64) || arch(i386)) && !os(Windows) && !os(Android)
  extension Float80: BoxedNumber {}
#endif

extension BoxedNumber {
  static func unboxed(_ value: Any, by taking: Taking) -> Self? {
    if let number = RuntimeFields.value(in: value, as: Self.self) { return number }
    let boxed = Boxed(value)
    if let number = exactly(boxed) { return number }
    switch taking {
    case .exact: return nil
    case .rounded: return nearest(boxed)
    case .archived: if case .double = boxed { return nearest(boxed) } else { return nil }
    }
  }

  static func nearest(_ boxed: Boxed) -> Self? { nil }
}

extension BoxedNumber where Self: FixedWidthInteger {
  static var kind: ScalarKind { .integer }

  var told: Boxed {
    if let number = Int64(exactly: self) { return .integer(number) }
    if let number = UInt64(exactly: self) { return .unsigned(number) }
    // 128 bits are as many as a Decimal has.
    let magnitude = UInt128(magnitude)
    return Decimal(magnitude: magnitude, scale: 0, isNegative: self < 0).map { .decimal($0) }
      ?? .other(self)
  }

  static func exactly(_ boxed: Boxed) -> Self? {
    switch boxed {
    case .integer(let number): Self(exactly: number)
    case .unsigned(let number): Self(exactly: number)
    case .double(let number): integer(number, of: Self.self) as? Self
    case .float(let number): integer(Double(number), of: Self.self) as? Self
    // A whole Decimal's description has no fraction and no exponent.
    case .decimal(let number): Self(decimal: number.description)
    case .bool, .string, .null, .object, .array, .date, .data, .url, .uuid, .other: nil
    }
  }
}

extension FixedWidthInteger {
  /// Parses the integer in code that is compiled once, not for each type.
  init?(decimal text: String) {
    guard let value = integer(text, of: Self.self) as? Self else { return nil }
    self = value
  }
}

private dynamic func integer(
  _ number: Double, of type: any FixedWidthInteger.Type
) -> (any FixedWidthInteger)? {
  type.init(exactly: number)
}

private dynamic func integer(
  _ text: String, of type: any FixedWidthInteger.Type
) -> (any FixedWidthInteger)? {
  type.init(text)
}

extension BoxedNumber where Self: BinaryFloatingPoint & LosslessStringConvertible {
  static var kind: ScalarKind { .fraction }

  var told: Boxed {
    let double = Double(self)
    return isNaN || Self(double) == self ? .double(double) : .other(self)
  }

  static func exactly(_ boxed: Boxed) -> Self? {
    switch boxed {
    case .integer(let number): return Self(exactly: number)
    case .unsigned(let number): return Self(exactly: number)
    case .double(let number): return number.isNaN ? .nan : Self(exactly: number)
    case .float(let number): return number.isNaN ? .nan : Self(exactly: number)
    case .decimal(let decimal):
      guard let number = nearest(boxed), Decimal(exactly: number.description) == decimal else {
        return nil
      }
      return number
    case .bool, .string, .null, .object, .array, .date, .data, .url, .uuid, .other: return nil
    }
  }

  static func nearest(_ boxed: Boxed) -> Self? {
    let nearest: Self?
    switch boxed {
    case .integer(let number): nearest = Self(number)
    case .unsigned(let number): nearest = Self(number)
    case .double(let number): nearest = Self(number)
    case .float(let number): nearest = Self(number)
    case .decimal(let number): nearest = Self(number.description)
    case .bool, .string, .null, .object, .array, .date, .data, .url, .uuid, .other: nearest = nil
    }
    // Only zero is near zero.
    return nearest.flatMap { $0.isFinite && ($0 != 0 || boxed.isZero) ? $0 : nil }
  }
}

extension Boxed {
  /// Whether it is the number zero.
  fileprivate var isZero: Bool {
    switch self {
    case .integer(let number): number == 0
    case .unsigned(let number): number == 0
    case .double(let number): number == 0
    case .float(let number): number == 0
    case .decimal(let number): number == 0
    case .bool, .string, .null, .object, .array, .date, .data, .url, .uuid, .other: false
    }
  }
}

extension Float {
  var told: Boxed { .float(self) }
}

extension CGFloat: BoxedNumber {
  static var kind: ScalarKind { .fraction }
  var told: Boxed { .double(Double(self)) }

  // Through Double: on Linux, CGFloat(exactly:) traps on any integer.
  static func exactly(_ boxed: Boxed) -> CGFloat? { Double.exactly(boxed).map { CGFloat($0) } }
  static func nearest(_ boxed: Boxed) -> CGFloat? { Double.nearest(boxed).map { CGFloat($0) } }
}

extension Decimal: BoxedNumber {
  static var kind: ScalarKind { .decimal }
  var told: Boxed { .decimal(self) }

  /// The number in its shortest form: the Double 0.1 is the Decimal 0.1.
  static func exactly(_ boxed: Boxed) -> Decimal? {
    switch boxed {
    case .integer(let number): Decimal(number)
    case .unsigned(let number): Decimal(number)
    case .double(let number): Decimal(exactly: number.description)
    case .float(let number): Decimal(exactly: number.description)
    case .decimal(let number): number.isFinite ? number : nil
    case .bool, .string, .null, .object, .array, .date, .data, .url, .uuid, .other: nil
    }
  }
}
