import Foundation

extension Property {
  /// Stores `value`, a number also as one of the property's type; false for one of a wrong type.
  func take(_ value: Any?, in object: AnyObject) -> Bool {
    if let value = value.flatMap(Self.unwrapped), !(Self.isNull(value) && isOptional) {
      if access.setValue(value, of: object) { return true }
      guard let number = ExactNumber.convert(value, to: valueType) else { return false }
      return access.setValue(number, of: object)
    }
    // An `Any` that is no Optional keeps nil as NSNull.
    return access.setNil(of: object) || access.setValue(NSNull(), of: object)
  }

  /// Returns what a dictionary value stands for: nil for NSNull and for an Optional of nil.
  static func present(_ value: Any) -> Any? {
    unwrapped(value).flatMap { isNull($0) ? nil : $0 }
  }

  /// Removes any Optional around a value in an `Any`.
  static func unwrapped(_ value: Any) -> Any? {
    guard TypeFacts.of(type(of: value)).isOptional else { return value }
    if let optional = value as? any OptionalProtocol { return optional.unwrapped }
    return value
  }

  private static func isNull(_ value: Any) -> Bool {
    type(of: value) == NSNull.self
  }
}
