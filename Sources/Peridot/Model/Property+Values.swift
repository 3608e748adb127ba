import Foundation

extension Property {
  /// Stores `value`, a number also as one of the property's type; false for one of a wrong type.
  package func take(_ value: Any?, in object: AnyObject) -> Bool {
    if let value = value.flatMap(Self.unwrapped), !(Self.isNull(value) && isOptional) {
      // The rule of a type comes first: a cast takes true for a number, and 1 for a truth value.
      return converted(value).map { access.setValue($0, of: object) } ?? false
    }
    // An `Any` that is not an Optional keeps nil as NSNull.
    return access.setNil(of: object) || access.setValue(NSNull(), of: object)
  }

  /// Returns `value` as one of the property's type, where a rule says how; else as it is. Nil for one
  /// that the rule refuses.
  package func converted(_ value: Any) -> Any? {
    guard type(of: value) != valueType, let rule = Boxed.rule(for: valueType) else { return value }
    return rule(value, false)
  }

  /// Returns what a dictionary value stands for: nil for NSNull and for an Optional of nil.
  package static func present(_ value: Any) -> Any? {
    unwrapped(value).flatMap { isNull($0) ? nil : $0 }
  }

  /// Removes any Optional around a value in an `Any`.
  static func unwrapped(_ value: Any) -> Any? {
    TypeShape.of(type(of: value)).isOptional ? Boxed.unwrapped(value) : value
  }

  private static func isNull(_ value: Any) -> Bool {
    type(of: value) == NSNull.self
  }
}
