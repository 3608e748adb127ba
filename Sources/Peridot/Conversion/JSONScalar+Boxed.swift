import Foundation

// Scalars in JSONSerialization's form. This handles only the type's own values; nil means that the
// bytes decide, for all conversions that a policy can allow.

extension JSONScalar {
  func boxed(_ policy: ConversionPolicy) -> Any? { nil }

  dynamic static func boxed(elements: [Self], _ policy: ConversionPolicy) -> [Any]? {
    boxedEach(elements, policy)
  }

  @inline(__always)
  fileprivate static func boxedEach(_ elements: [Self], _ policy: ConversionPolicy) -> [Any]? {
    var values: [Any] = []
    values.reserveCapacity(elements.count)
    for element in elements {
      guard let value = element.boxed(policy) else { return nil }
      values.append(value)
    }
    return values
  }
}

extension ArrayScalar {
  static func boxed(elements: [Self], _ policy: ConversionPolicy) -> [Any]? {
    boxedEach(elements, policy)
  }
}

extension JSONScalar where Self: FixedWidthInteger {
  func boxed(_ policy: ConversionPolicy) -> Any? {
    if let number = Int64(exactly: self) { return NSNumber(value: number) }
    return UInt64(exactly: self).map { NSNumber(value: $0) }
  }
}

extension Bool {
  func boxed(_ policy: ConversionPolicy) -> Any? { NSNumber.shared(self) }
}

extension String {
  func boxed(_ policy: ConversionPolicy) -> Any? { self }
}

extension Double {
  /// The value's number; nil if its bytes decide.
  static func number(_ value: Boxed) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .double(let number): number
    case .decimal(let number): nearest(to: number)
    default: nil
    }
  }

  /// The double for the text of a decimal; nil if only the text tells.
  private static func nearest(to number: Decimal) -> Double? {
    guard number.isFinite, let digits = number.digits else { return nil }
    let magnitude = Double(digits, scaledBy: number.exponent)
    return number.isSignMinus ? -magnitude : magnitude
  }

  func boxed(_ policy: ConversionPolicy) -> Any? { number }

  /// The number that JSONSerialization makes of the text; nil if the value is not finite.
  var number: NSNumber? {
    guard isFinite else { return nil }
    let isInteger = self == rounded(.towardZero) && (self != 0 || sign == .plus)
    // Large ones have an exponent in their text, and don't count as integers.
    guard isInteger, magnitude < 1e15 || magnitude < 0x1p63 && !description.contains("e") else {
      return NSNumber(value: self)
    }
    return NSNumber(value: Int64(self))
  }
}

extension Float {
  /// By the text of the Float, because 0.1 as a Double has other digits.
  func boxed(_ policy: ConversionPolicy) -> Any? {
    let text = description
    guard isFinite, let number = Double(text) else { return nil }
    // An integer's text has no exponent.
    let isInteger = text.hasSuffix(".0") && (self != 0 || sign == .plus)
    return isInteger ? NSNumber(value: Int64(number)) : NSNumber(value: number)
  }
}

extension CGFloat {
  func boxed(_ policy: ConversionPolicy) -> Any? { Double(self).number }
}

extension Character {
  func boxed(_ policy: ConversionPolicy) -> Any? { String(self) }
}

extension JSONTextScalar {
  func boxed(_ policy: ConversionPolicy) -> Any? { jsonText }
}

extension Date {
  func boxed(_ policy: ConversionPolicy) -> Any? {
    switch policy.dateStrategy {
    case .secondsSince1970: timeIntervalSince1970.number
    case .millisecondsSince1970: (timeIntervalSince1970 * 1000).rounded().number
    case .microsecondsSince1970: (timeIntervalSince1970 * 1e6).rounded().number
    case .nanosecondsSince1970: nanosecondsSince1970.map { NSNumber(value: $0) }
    case .secondsSince2001: timeIntervalSinceReferenceDate.number
    case .iso8601: DateText.string(self, as: .iso8601)
    case .iso8601Milliseconds: DateText.string(self, as: .iso8601Milliseconds)
    default: nil
    }
  }
}

extension Data {
  func boxed(_ policy: ConversionPolicy) -> Any? {
    switch policy.dataStrategy {
    case .base64, .anyBase64: base64EncodedString()
    case .base64URL: base64URLEncodedString()
    case .utf8, .refused: nil
    }
  }
}
