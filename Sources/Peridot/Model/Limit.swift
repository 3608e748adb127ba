import Synchronization

/// The limits of a declared property's values, in addition to their type.
///
///     property("age", \.age, limits: .within(0...150))
///     property("login", \.login, limits: .count(1...39).and(.matching("[a-z0-9-]+")))
///
/// For a property of Optional type, limits apply to values other than nil. Peridot checks limits
/// after each call of ``Model/validate(_:forKey:)``.
public struct Limit<Value>: Sendable {
  let rules: [LimitRule]

  /// No limit. Use it to undo the superclass's limit.
  public static var unlimited: Self { Self(rules: []) }

  /// This limit and another one.
  public func and(_ other: Self) -> Self { Self(rules: rules + other.rules) }

  /// A rule of your own.
  ///
  /// - Parameters:
  ///   - words: the rule in the words of the error: "an even number".
  ///   - holds: whether a value follows the rule. If it throws, the error is reported like one of
  ///     `validate(_:forKey:)`.
  public static func rule(
    _ words: String, _ holds: @escaping @Sendable (Value) throws -> Bool
  ) -> Self { Self(.rule(words), holds) }

  /// A rule of your own for values other than nil.
  public static func rule<Wrapped>(
    _ words: String, _ holds: @escaping @Sendable (Wrapped) throws -> Bool
  ) -> Self where Value == Wrapped? { Self(.rule(words), holds) }

  fileprivate init(rules: [LimitRule]) {
    self.rules = rules
  }

  fileprivate init<Limited>(
    _ limit: PropertyLimit, _ holds: @escaping @Sendable (Limited) throws -> Bool
  ) {
    rules = [LimitRule(limit: limit) { value in try (value as? Limited).map(holds) ?? true }]
  }
}

/// One limit of a property, as data.
public enum PropertyLimit: Sendable {
  /// The least and the greatest value.
  case range(lower: (any Sendable)?, upper: (any Sendable)?)
  /// The least and the greatest number of characters or elements.
  case count(lower: Int, upper: Int?)
  /// The only values.
  case oneOf([any Sendable])
  /// The regular expression that the whole text matches.
  case pattern(String)
  /// Your own rule, in words.
  case rule(String)
}

extension PropertyLimit: CustomStringConvertible {
  /// The limit in words.
  public var description: String { phrase.description }

  var phrase: ErrorPhrase {
    switch self {
    case .range(let lower?, let upper?): "\(Boxed.name(lower)) to \(Boxed.name(upper))"
    case .range(let lower?, nil): "at least \(Boxed.name(lower))"
    case .range(nil, let upper?): "at most \(Boxed.name(upper))"
    case .range(nil, nil): "anything"
    case .count(let lower, let upper?): "a count of \(lower) to \(upper)"
    case .count(let lower, nil): "a count of at least \(lower)"
    case .oneOf(let values): "one of \(allowed: values.map { Boxed.name($0) })"
    case .pattern(let pattern): "text that matches \(pattern)"
    case .rule(let words): ErrorPhrase(words: words)
    }
  }
}

/// A limit, with its check.
struct LimitRule: Sendable {
  let limit: PropertyLimit
  /// Gets a value of the property's type.
  let holds: @Sendable (Any) throws -> Bool
}

extension Limit {
  fileprivate static func range<Bound: Comparable & Sendable>(
    _ lower: Bound?, _ upper: Bound?
  ) -> Self {
    Self(.range(lower: lower, upper: upper)) { (value: Bound) in
      lower.map { value >= $0 } ?? true && upper.map { value <= $0 } ?? true
    }
  }

  fileprivate static func count(_ lower: Int, _ upper: Int?) -> Self {
    Self(.count(lower: lower, upper: upper)) { (value: any Collection) in
      let count = value.count
      return count >= lower && upper.map { count <= $0 } ?? true
    }
  }

  fileprivate static func values<Member: Equatable & Sendable>(_ values: [Member]) -> Self {
    Self(.oneOf(values)) { (value: Member) in values.contains(value) }
  }

  fileprivate static func pattern(_ pattern: String) -> Self {
    let regex = Pattern(pattern)
    return Self(.pattern(pattern)) { (value: String) in try regex.matches(value) }
  }
}

/// A regular expression, parsed at first use.
private final class Pattern: Sendable {
  private let text: String
  private let regex = Mutex<Regex<AnyRegexOutput>?>(nil)

  init(_ text: String) {
    self.text = text
  }

  func matches(_ value: String) throws -> Bool {
    try regex.withLock { regex in
      let known = try regex ?? Regex(text)
      regex = known
      return try known.wholeMatch(in: value) != nil
    }
  }
}

// Each member exists for the property's type and for its Optional, and for all other types with a
// message about the mistake.

extension Limit where Value: Comparable & Sendable {
  /// The values of a range.
  public static func within(_ range: ClosedRange<Value>) -> Self {
    .range(range.lowerBound, range.upperBound)
  }

  /// The bound and greater values.
  public static func atLeast(_ value: Value) -> Self { .range(value, nil) }

  /// The bound and smaller values.
  public static func atMost(_ value: Value) -> Self { .range(nil, value) }
}

extension Limit {
  /// The values of a range.
  public static func within<Bound: Comparable & Sendable>(_ range: ClosedRange<Bound>) -> Self
  where Value == Bound? { .range(range.lowerBound, range.upperBound) }

  /// The bound and greater values.
  public static func atLeast<Bound: Comparable & Sendable>(_ value: Bound) -> Self
  where Value == Bound? { .range(value, nil) }

  /// The bound and smaller values.
  public static func atMost<Bound: Comparable & Sendable>(_ value: Bound) -> Self
  where Value == Bound? { .range(nil, value) }

  /// A number of characters or elements in the range.
  public static func count<Counted: Collection>(_ range: ClosedRange<Int>) -> Self
  where Value == Counted? { .count(range.lowerBound, range.upperBound) }

  /// At least one character or element.
  public static func notEmpty<Counted: Collection>() -> Self where Value == Counted? {
    .count(1, nil)
  }

  /// Only these values.
  public static func oneOf<Member: Equatable & Sendable>(_ values: [Member]) -> Self
  where Value == Member? { .values(values) }
}

extension Limit where Value: Collection {
  /// A number of characters or elements in the range.
  public static func count(_ range: ClosedRange<Int>) -> Self {
    .count(range.lowerBound, range.upperBound)
  }

  /// At least one character or element.
  public static func notEmpty() -> Self { .count(1, nil) }
}

extension Limit where Value: Equatable & Sendable {
  /// Only these values.
  public static func oneOf(_ values: [Value]) -> Self { .values(values) }
}

extension Limit where Value == String {
  /// Text that the regular expression matches as a whole.
  public static func matching(_ pattern: String) -> Self { .pattern(pattern) }
}

extension Limit where Value == String? {
  /// Text that the regular expression matches as a whole.
  public static func matching(_ pattern: String) -> Self { .pattern(pattern) }
}

extension Limit {
  @available(*, unavailable, message: "the bounds are not of the property's type")
  @_disfavoredOverload
  public static func within<Bound>(_ range: ClosedRange<Bound>) -> Self {
    fatalError("Peridot: unavailable")
  }

  @available(*, unavailable, message: "the bound is not of the property's type")
  @_disfavoredOverload
  public static func atLeast<Bound>(_ value: Bound) -> Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "the bound is not of the property's type")
  @_disfavoredOverload
  public static func atMost<Bound>(_ value: Bound) -> Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "the property is neither text nor a collection")
  @_disfavoredOverload
  public static func count(_ range: ClosedRange<Int>) -> Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "the property is neither text nor a collection")
  @_disfavoredOverload
  public static func notEmpty() -> Self { fatalError("Peridot: unavailable") }

  @available(*, unavailable, message: "the property is not text")
  @_disfavoredOverload
  public static func matching(_ pattern: String) -> Self { fatalError("Peridot: unavailable") }
}
