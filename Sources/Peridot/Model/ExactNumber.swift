import Foundation

/// Numbers of one Swift type as another, where nothing is lost.
enum ExactNumber {
  /// Returns `value` as a number of `type` (or of the type an Optional wraps); nil when it is no
  /// number, or none that the type can hold exactly. A Bool is no number.
  static func convert(_ value: Any, to type: Any.Type) -> Any? {
    if let optional = type as? any OptionalProtocol.Type {
      return convert(value, to: optional.wrappedMetatype)
    }
    guard !AnyComparison.isBoolean(value) else { return nil }
    if let integer = type as? any BinaryInteger.Type { return exactly(value, as: integer) }
    if let floating = type as? any BinaryFloatingPoint.Type { return exactly(value, as: floating) }
    return nil
  }

  private static func exactly<Target: BinaryInteger>(
    _ value: Any, as: Target.Type
  ) -> Target? {
    if let integer = value as? any BinaryInteger { return Target(exactly: integer) }
    if let floating = value as? any BinaryFloatingPoint { return integer(floating) }
    return nil
  }

  private static func integer<Source: BinaryFloatingPoint, Target: BinaryInteger>(
    _ value: Source
  ) -> Target? {
    Target(exactly: value)
  }

  private static func exactly<Target: BinaryFloatingPoint>(
    _ value: Any, as: Target.Type
  ) -> Target? {
    if let integer = value as? any BinaryInteger { return Target(exactly: integer) }
    if let floating = value as? any BinaryFloatingPoint { return Target(exactly: floating) }
    return nil
  }
}
