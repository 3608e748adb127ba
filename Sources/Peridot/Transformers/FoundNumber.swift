import Foundation

/// A number in an `Any`, told apart from a Bool.
///
/// Casts cannot tell: on Linux a number object that is 1 casts to Bool, and one that is true casts
/// to Int.
enum FoundNumber {
  case signed(Int64)
  case unsigned(UInt64)
  case double(Double)
  case decimal(Decimal)

  /// Reads any of Swift's numbers or a number object; nil for anything else, a Bool included.
  init?(_ value: Any) {
    // The usual types first: the casts below search the conformances of a type.
    if type(of: value) == Int.self, let integer = value as? Int {
      self = .signed(Int64(integer))
    } else if type(of: value) == Double.self, let double = value as? Double {
      self = .double(double)
    } else if let object = Self.object(value) {
      guard !Self.isBool(object) else { return nil }
      self.init(object)
    } else if let integer = value as? any BinaryInteger {
      self.init(integer)
    } else if let number = value as? any BinaryFloatingPoint {
      self = .double(Double(number))
    } else if let decimal = value as? Decimal {
      self = .decimal(decimal)
    } else {
      return nil
    }
  }

  private init?(_ integer: any BinaryInteger) {
    if let signed = Int64(exactly: integer) {
      self = .signed(signed)
    } else if let unsigned = UInt64(exactly: integer) {
      self = .unsigned(unsigned)
    } else if let decimal = DecimalText.parse(String(integer)) {
      self = .decimal(decimal)
    } else {
      return nil
    }
  }

  private init(_ object: NSNumber) {
    if let decimal = object as? NSDecimalNumber {
      self = .decimal(decimal.decimalValue)
      return
    }
    let double = object.doubleValue
    if abs(double) < 0x1p53 {
      let isWhole = double.rounded() == double && !(double == 0 && double.sign == .minus)
      self = isWhole ? .signed(Int64(double)) : .double(double)
      return
    }
    // Beyond the integers that a Double holds, only the text tells an integer from a Double.
    let text = object.stringValue
    if let signed = Int64(text) {
      self = .signed(signed)
    } else if let unsigned = UInt64(text) {
      self = .unsigned(unsigned)
    } else {
      self = .double(double)
    }
  }

  /// The number as an integer type, or nil if it has a fraction or is out of range.
  func integer<T: BinaryInteger>(_ type: T.Type = T.self) -> T? {
    switch self {
    case .signed(let value): T(exactly: value)
    case .unsigned(let value): T(exactly: value)
    case .double(let value): T(exactly: value)
    case .decimal(let value):
      // A whole Decimal writes itself without fraction and exponent.
      Int64(value.description).flatMap { T(exactly: $0) }
        ?? UInt64(value.description).flatMap { T(exactly: $0) }
    }
  }

  /// The nearest Double.
  var double: Double {
    switch self {
    case .signed(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): Double(value.description) ?? .nan
    }
  }

  /// The number as people write it, or nil for one that is infinite or none.
  var decimal: Decimal? {
    switch self {
    case .signed(let value): Decimal(value)
    case .unsigned(let value): Decimal(value)
    case .double(let value): DecimalText.parse(value.description)
    case .decimal(let value): value.isFinite ? value : nil
    }
  }
}

extension FoundNumber: CustomStringConvertible {
  var description: String {
    switch self {
    case .signed(let value): value.description
    case .unsigned(let value): value.description
    case .double(let value): Int64(exactly: value)?.description ?? value.description
    case .decimal(let value): value.description
    }
  }
}

extension FoundNumber {
  private static let boolClass = ObjectIdentifier(type(of: NSNumber(value: true)))

  /// Returns a Bool, from a Swift one or a boolean object, but from no number.
  static func bool(_ value: Any) -> Bool? {
    if type(of: value) == Bool.self { return value as? Bool }
    guard let object = object(value), isBool(object) else { return nil }
    return object.boolValue
  }

  /// Returns whether a Bool is true, or a number not zero; nil for anything else.
  static func truth(of value: Any) -> Bool? {
    bool(value) ?? Self(value).map { $0.double != 0 }
  }

  private static func object(_ value: Any) -> NSNumber? {
    // Without the first test the cast would box Swift's numbers.
    type(of: value) is AnyClass ? value as? NSNumber : nil
  }

  private static func isBool(_ object: NSNumber) -> Bool {
    ObjectIdentifier(type(of: object)) == boolClass
  }
}
