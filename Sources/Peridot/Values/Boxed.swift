import Foundation

/// Returns a value as its natural Swift type, such as a String for an NSString.
package func naturalValue(_ value: Any) -> Any { Boxed(value).value }

/// Returns whether a value is null as Foundation says it, also in an AnyHashable.
///
/// A cast to a class makes an object of a collection first, with all elements. On Linux that ends the
/// process if a set or the keys of a dictionary have a Decimal, of which Foundation finds no hash.
package func isNullObject(_ value: Any) -> Bool {
  let type = type(of: value)
  if type == AnyHashable.self, let base = (value as? AnyHashable)?.base {
    return Swift.type(of: base) == NSNull.self
  }
  return type == NSNull.self
}

/// The value in an `Any`, identified by its exact type.
///
/// Casts are not exact: on Linux a number object that is 1 casts to Bool, and one that is true
/// casts to Int. Numbers of all types take a few forms that lose nothing, see ``BoxedNumber``.
enum Boxed {
  case string(String)
  case integer(Int64)
  case double(Double)
  case bool(Bool)
  /// NSNull, and nil in an Optional.
  case null
  case object([String: Any])
  case array([Any])
  /// An integer beyond Int64.
  case unsigned(UInt64)
  case float(Float)
  /// An integer beyond UInt64, too.
  indirect case decimal(Decimal)
  case date(Date)
  indirect case data(Data)
  indirect case url(URL)
  indirect case uuid(UUID)
  /// A value of any other type.
  indirect case other(Any)

  @inline(__always)
  init(_ value: Any) {
    self = _openExistential(value, do: opened)
  }

  /// Boxes a number object, which can be a Bool.
  init(_ number: NSNumber) { self = .of(number) }

  // Not an initializer, which would own its argument: counting that reference takes a third of the
  // time.
  private static func of(_ number: NSNumber) -> Boxed {
    let type = type(of: number)
    if ObjectIdentifier(type) == boolClass { return .bool(number.boolValue) }
    // The exact class first, which is the usual one and costs no cast.
    if type != NSNumber.self, let decimal = number as? NSDecimalNumber {
      return .decimal(decimal.decimalValue)
    }
    // The type code is a static C string of one character.
    switch unsafe UInt8(truncatingIfNeeded: number.objCType.pointee) {
    case UInt8(ascii: "d"): return .double(number.doubleValue)
    case UInt8(ascii: "f"): return .float(number.floatValue)
    case UInt8(ascii: "Q"): return number.uint64Value.told
    default: return .integer(number.int64Value)
    }
  }

  /// The value that reading its JSON would give: 5.0 is written as `5`, so it is an integer.
  ///
  /// A Double stays one only if it is finite and not an integer. If only its text would tell, it is
  /// `other`.
  @inline(__always)
  init(json value: Any) {
    self.init(value)
    if case .double(let double) = self { self = Self.inJSON(double) }
  }

  /// Returns a number object in its JSON form.
  static func inJSON(_ number: NSNumber) -> Boxed {
    let boxed = of(number)
    if case .double(let double) = boxed { return inJSON(double) }
    return boxed
  }

  /// Returns a Double in its JSON form.
  @inline(never)
  static func inJSON(_ double: Double) -> Boxed {
    guard double.isFinite else { return .other(double) }
    if double != double.rounded(.towardZero) { return .double(double) }
    // Zero with a sign is not an integer, and larger numbers may be written with an exponent.
    guard double.magnitude < 1e15, double.sign == .plus || double != 0 else {
      return .other(double)
    }
    return .integer(Int64(double))
  }

  fileprivate static func told<Value>(_ value: Value) -> Boxed {
    // In the order of their frequency.
    if let text = Peridot.exactly(value, as: String.self) { return .string(text) }
    #if canImport(ObjectiveC)
      // Here, numbers and texts that are objects have private classes, none of the types below.
      if RuntimeFields.kind(of: Value.self) == .class { return object(value) }
    #endif
    if let number = Peridot.exactly(value, as: NSNumber.self) { return Boxed(number) }
    if let members = Peridot.exactly(value, as: [String: Any].self) { return .object(members) }
    if Value.self == NSNull.self { return .null }
    if let elements = Peridot.exactly(value, as: [Any].self) { return .array(elements) }
    if let number = Peridot.exactly(value, as: Int.self) { return .integer(Int64(number)) }
    if let truth = Peridot.exactly(value, as: Bool.self) { return .bool(truth) }
    if let number = Peridot.exactly(value, as: Double.self) { return .double(number) }
    return rarer(value)
  }

  @inline(never)
  private static func rarer<Value>(_ value: Value) -> Boxed {
    // Generic code over an `Any` puts it in a box again, which a cast looks through.
    if let inner = Peridot.exactly(value, as: Any.self) { return Boxed(inner) }
    if RuntimeFields.kind(of: Value.self) == .existential, let inner = value as? AnyHashable {
      return Boxed(inner.base)
    }
    if let number = Peridot.exactly(value, as: Int64.self) { return .integer(number) }
    if let date = Peridot.exactly(value, as: Date.self) { return .date(date) }
    if Value.self is AnyClass { return object(value) }
    if let scalar = value as? any Scalar { return scalar.told }
    if let optional = value as? any OptionalProtocol {
      return optional.unwrapped.map { Boxed($0) } ?? .null
    }
    if let key = Peridot.exactly(value, as: AnyHashable.self) { return Boxed(key.base) }
    if let native = value as? any NativeCollection { return native.boxed ?? .other(value) }
    return (standard(value) as? [Any]).map { .array($0) } ?? .other(value)
  }

  /// Returns a user's collection as an array or a dictionary, any other value unchanged.
  static func standard(_ value: Any) -> Any {
    guard let collection = value as? any _CollectionLike, !(collection is any StructuredType) else {
      return value
    }
    func elements(_ array: some ArrayLike) -> [Any] { array.map { $0 } }
    return switch collection {
    case let array as any ArrayLike: elements(array)
    case let dictionary as any DictionaryLike:
      dictionary.plainMembers as? [String: Any] ?? dictionary.plainMembers
    default: value
    }
  }

  private static func object(_ value: Any) -> Boxed {
    switch value {
    // In a box of a superclass, as in an AnyHashable.
    case is NSNull: .null
    case let number as NSNumber: Boxed(number)
    case let text as NSString: .string(text as String)
    case let array as NSArray: .array(array.map { $0 })
    case let dictionary as NSDictionary:
      (dictionary as? [String: Any]).map { .object($0) } ?? .other(value)
    case let date as NSDate:
      .date(Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate))
    case let data as NSData: .data(Data(data))
    case let url as NSURL: .url(url as URL)
    case let uuid as NSUUID: .uuid(uuid as UUID)
    default: .other(value)
    }
  }

  // A truth value is one of two objects of their own class; an Int8 has the same type code and
  // another class.
  private static let boolClass = ObjectIdentifier(type(of: NSNumber(value: true)))
}

// The compiler crashes on a static method in place of this.
private func opened<Value>(_ value: Value) -> Boxed {
  .told(value)
}

private func isTrivial<Value>(_: Value) -> Bool { RuntimeFields.isTrivial(Value.self) }

extension Boxed {
  /// A collection whose elements are not boxed.
  fileprivate protocol NativeCollection {
    var boxed: Boxed? { get }
  }
}

extension Array: Boxed.NativeCollection {
  fileprivate var boxed: Boxed? { .array(map { $0 as Any }) }
}

extension Dictionary: Boxed.NativeCollection {
  fileprivate var boxed: Boxed? {
    exactly(mapValues { $0 as Any }, as: [String: Any].self).map { .object($0) }
  }
}

extension Boxed {
  /// The value in its natural Swift type.
  var value: Any {
    switch self {
    case .string(let text): text
    case .integer(let number): Int(exactly: number) ?? number
    case .double(let number): number
    case .bool(let truth): truth
    case .null: NSNull()
    case .object(let members): members
    case .array(let elements): elements
    case .unsigned(let number): number
    case .float(let number): number
    case .decimal(let number): number
    case .date(let date): date
    case .data(let data): data
    case .url(let url): url
    case .uuid(let uuid): uuid
    case .other(let value): value
    }
  }

  var isNumber: Bool {
    switch self {
    case .integer, .double, .unsigned, .float, .decimal: true
    case .bool, .string, .null, .object, .array, .date, .data, .url, .uuid, .other: false
    }
  }

  /// Whether a Bool is true, or a number not zero; nil for anything else.
  var truth: Bool? {
    if case .bool(let truth) = self { return truth }
    return isNumber ? exactly(Int.self) != 0 : nil
  }

  /// The number as an object; nil for other values.
  var number: NSNumber? {
    switch self {
    case .integer(let number): .of(number)
    case .double(let number): NSNumber(value: number)
    case .unsigned(let number): NSNumber(value: number)
    case .float(let number): NSNumber(value: number)
    case .decimal(let number): NSDecimalNumber(decimal: number)
    case .bool, .string, .null, .object, .array, .date, .data, .url, .uuid, .other: nil
    }
  }

  /// Whether two values are the same, numbers and texts of any type; nil if this type can't tell.
  static func areEqual(_ first: Boxed, _ second: Boxed) -> Bool? {
    switch (first, second) {
    case (.other, _), (_, .other), (.array, _), (_, .array), (.object, _), (_, .object): nil
    case (.null, .null): true
    case (.bool(let first), .bool(let second)): first == second
    case (.string(let first), .string(let second)): first == second
    case (.integer(let first), .integer(let second)): first == second
    case (.date(let first), .date(let second)): first == second
    case (.data(let first), .data(let second)): first == second
    case (.url(let first), .url(let second)): first == second
    case (.uuid(let first), .uuid(let second)): first == second
    case (.decimal(let first), .decimal(let second)): first == second
    case (.decimal(let decimal), let number), (let number, .decimal(let decimal)):
      decimal.isNaN ? number.isNaN : number.exactly(Decimal.self) == decimal
    case (.integer, _), (.unsigned, _), (.double, _), (.float, _):
      second.isNumber && haveEqualNumbers(first, second)
    case (.null, _), (.bool, _), (.string, _), (.date, _), (.data, _), (.url, _), (.uuid, _): false
    }
  }

  /// Compares two numbers, neither of which is a Decimal.
  private static func haveEqualNumbers(_ first: Boxed, _ second: Boxed) -> Bool {
    if let first = first.exactly(Double.self), let second = second.exactly(Double.self) {
      // Not-a-number equals itself here, so that a copy equals its original.
      return first == second || (first.isNaN && second.isNaN)
    }
    // An integer that no Double represents.
    return first.exactly(Int64.self).map { $0 == second.exactly(Int64.self) }
      ?? first.exactly(UInt64.self).map { $0 == second.exactly(UInt64.self) } ?? false
  }

  private var isNaN: Bool { exactly(Double.self)?.isNaN ?? false }

  /// Hashes what `areEqual` compares; false, with nothing hashed, for any other value.
  func hash(into hasher: inout Hasher) -> Bool {
    switch self {
    case .other, .array, .object: return false
    case .null: hasher.combine(0 as UInt8)
    case .bool(let truth): hasher.combine(truth)
    case .string(let text): hasher.combine(text)
    case .date(let date): hasher.combine(date)
    case .data(let data): hasher.combine(data)
    case .url(let url): hasher.combine(url)
    case .uuid(let uuid): hasher.combine(uuid)
    case .integer(let number): hasher.combine(number)
    // An NSDecimalNumber's own hash never ends on Linux.
    case .unsigned, .double, .float, .decimal:
      if let whole = exactly(Int64.self) {
        hasher.combine(whole)
      } else {
        hasher.combine(Double.nearest(self) ?? .infinity)
      }
    }
    return true
  }

  func exactly<Number: BoxedNumber>(_: Number.Type) -> Number? { Number.exactly(self) }

  /// Returns `value` in an immutable form that threads can share, a text object as a String. Nil if
  /// it is, or holds, an object other than a number, a text or null.
  static func unchangeable(_ value: Any, depth: Int = 0) -> Any? {
    guard depth < 512, !StackRoom.isLow else { return nil }
    if type(of: value) is AnyClass {
      // On Apple systems, a text's class doesn't show whether it is mutable.
      if let text = value as? NSString { return text as String }
      return value is NSNumber || value is NSNull ? value : nil
    }
    switch Boxed(value) {
    case .array(let elements):
      let kept = elements.compactMap { unchangeable($0, depth: depth + 1) }
      return kept.count == elements.count ? kept : nil
    case .object(let members):
      let kept = members.compactMapValues { unchangeable($0, depth: depth + 1) }
      return kept.count == members.count ? kept : nil
    case .other(let other): return _openExistential(other, do: isTrivial) ? value : nil
    case .bool, .string, .null, .date, .data, .url, .uuid, .integer, .unsigned, .double, .float,
      .decimal:
      return value
    }
  }

  /// Removes all Optionals around a value in an `Any`.
  static func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any OptionalProtocol else { return value }
    return optional.unwrapped
  }
}

extension NSNumber {
  private static let yes = NSNumber(value: true)
  private static let no = NSNumber(value: false)

  /// Returns one of two shared objects.
  static func shared(_ value: Bool) -> NSNumber { value ? yes : no }

  // Making a number object takes 57 ns, and the small ones are the most frequent.
  private static let small = (0...255).map { NSNumber(value: Int64($0)) }

  /// Returns a shared object for a small integer.
  @inline(__always)
  static func of(_ value: Int64) -> NSNumber {
    0...255 ~= value ? small[Int(value)] : NSNumber(value: value)
  }
}

/// A set of any type.
protocol AnySet {
  var elements: [Any] { get }
}

extension Set: AnySet {
  var elements: [Any] { Array(self) }
}

extension NSSet: AnySet {
  var elements: [Any] { allObjects }
}
