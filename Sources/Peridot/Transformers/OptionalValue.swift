/// An Optional whose wrapped type is known at run time only.
protocol OptionalValue {
  static var typeInside: Any.Type { get }
  static var none: Self { get }
  var valueInside: Any? { get }
}

extension Optional: OptionalValue {
  static var typeInside: Any.Type { Wrapped.self }
  var valueInside: Any? { self }
}

/// Returns the value inside an Optional inside an `Any`, however deep; other values as they are.
func withoutOptional(_ value: Any) -> Any? {
  guard let optional = value as? any OptionalValue else { return value }
  return optional.valueInside.flatMap(withoutOptional)
}
