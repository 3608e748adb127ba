import Foundation

// Scalars from and to what JSONSerialization has of them. Only what the type has by itself: each
// conversion that a policy may allow is left to the bytes, which nil means.

extension JSONScalar {
  static func read(_ value: Boxed, _ policy: ConversionPolicy) -> Self? { nil }
  func boxed(_ policy: ConversionPolicy) -> Any? { nil }

  static func boxed(elements: [Self], _ policy: ConversionPolicy) -> [Any]? {
    var values: [Any] = []
    values.reserveCapacity(elements.count)
    for element in elements {
      guard let value = element.boxed(policy) else { return nil }
      values.append(value)
    }
    return values
  }
}

extension JSONScalar where Self: FixedWidthInteger {
  static func read(_ value: Boxed, _ policy: ConversionPolicy) -> Self? {
    guard case .integer(let number) = value else { return nil }
    return Self(exactly: number)
  }

  func boxed(_ policy: ConversionPolicy) -> Any? {
    if let number = Int64(exactly: self) { return NSNumber(value: number) }
    return UInt64(exactly: self).map { NSNumber(value: $0) }
  }
}

extension Bool {
  static func read(_ value: Boxed, _ policy: ConversionPolicy) -> Bool? {
    guard case .bool(let truth) = value else { return nil }
    return truth
  }

  func boxed(_ policy: ConversionPolicy) -> Any? { NSNumber.shared(self) }
}

extension String {
  static func read(_ value: Boxed, _ policy: ConversionPolicy) -> String? {
    guard case .string(let text) = value else { return nil }
    return text
  }

  func boxed(_ policy: ConversionPolicy) -> Any? { self }
}

extension Double {
  static func read(_ value: Boxed, _ policy: ConversionPolicy) -> Double? { number(value) }

  /// The number that a value is; nil where its bytes have to tell.
  static func number(_ value: Boxed) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .double(let number): number
    case .decimal(let number): nearest(to: number)
    default: nil
    }
  }

  /// The double that the text of a decimal is read as; nil where only the text tells.
  private static func nearest(to number: Decimal) -> Double? {
    guard number.isFinite, let digits = number.digits else { return nil }
    let magnitude = Double(digits, scaledBy: number.exponent)
    return number.isSignMinus ? -magnitude : magnitude
  }

  func boxed(_ policy: ConversionPolicy) -> Any? { number }

  /// The number that JSONSerialization makes of the text; nil where there is none.
  var number: NSNumber? {
    guard isFinite else { return nil }
    let isInteger = self == rounded(.towardZero) && (self != 0 || sign == .plus)
    // Large ones are written with an exponent, and do not count as integers.
    guard isInteger, magnitude < 1e15 || magnitude < 0x1p63 && !description.contains("e") else {
      return NSNumber(value: self)
    }
    return NSNumber(value: Int64(self))
  }
}

extension Float {
  static func read(_ value: Boxed, _ policy: ConversionPolicy) -> Float? {
    switch value {
    case .integer(let number): return Float(number)
    case .double(let number):
      // Where two Floats are equally near, the text tells which of them it means.
      let float = Float(number)
      guard float.isNormal, number.significandBitPattern & 0x1FFF_FFFF != 0x1000_0000 else {
        return nil
      }
      return float
    default: return nil
    }
  }

  /// By the text of the Float: as a Double, 0.1 is not what it was.
  func boxed(_ policy: ConversionPolicy) -> Any? {
    let text = description
    guard isFinite, let number = Double(text) else { return nil }
    // The text of an integer has no exponent.
    let isInteger = text.hasSuffix(".0") && (self != 0 || sign == .plus)
    return isInteger ? NSNumber(value: Int64(number)) : NSNumber(value: number)
  }
}

extension CGFloat {
  static func read(_ value: Boxed, _ policy: ConversionPolicy) -> CGFloat? {
    Double.read(value, policy).map { CGFloat($0) }
  }

  func boxed(_ policy: ConversionPolicy) -> Any? { Double(self).number }
}

extension Decimal {
  static func read(_ value: Boxed, _ policy: ConversionPolicy) -> Decimal? {
    switch value {
    case .integer, .double, .decimal: policy.decimalNumbers ? value.exactly(Decimal.self) : nil
    default: nil
    }
  }
}

extension Character {
  static func read(_ value: Boxed, _ policy: ConversionPolicy) -> Character? {
    guard case .string(let text) = value, text.count == 1 else { return nil }
    return text.first
  }

  func boxed(_ policy: ConversionPolicy) -> Any? { String(self) }
}

extension JSONTextScalar {
  static func read(_ value: Boxed, _ policy: ConversionPolicy) -> Self? {
    guard case .string(let text) = value, let own = parse(text, policy) else { return nil }
    return own.isRewritten(from: text, policy) ? nil : own
  }

  func boxed(_ policy: ConversionPolicy) -> Any? { jsonText }
}

extension Date {
  static func read(_ value: Boxed, _ policy: ConversionPolicy) -> Date? {
    guard case .string(let text) = value, let format = policy.dateStrategy.textFormat else {
      return nil
    }
    return DateText.parse(text, as: format)
  }

  func boxed(_ policy: ConversionPolicy) -> Any? {
    switch policy.dateStrategy {
    case .secondsSince1970: timeIntervalSince1970.number
    case .millisecondsSince1970: (timeIntervalSince1970 * 1000).rounded().number
    case .iso8601: DateText.string(self, as: .iso8601)
    default: nil
    }
  }
}

extension Data {
  static func read(_ value: Boxed, _ policy: ConversionPolicy) -> Data? {
    guard case .string(let text) = value, policy.dataStrategy == .base64 else { return nil }
    return Data(base64Encoded: text)
  }

  func boxed(_ policy: ConversionPolicy) -> Any? {
    policy.dataStrategy == .base64 ? base64EncodedString() : nil
  }
}
