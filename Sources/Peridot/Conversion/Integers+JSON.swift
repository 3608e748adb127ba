import Foundation

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: JSONScalar {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: JSONScalar {}

extension JSONScalar where Self: FixedWidthInteger {
  @inline(__always)
  static func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Self {
    if let plain = reader.readIntIfPresent() {
      if let value = Self(exactly: plain) { return value }
      return try Numeral.IntegerReading<Self>.outOfRange("\(plain)", &reader, context)
    }
    return try Numeral.IntegerReading<Self>.read(&reader, context)
  }

  @inline(__always)
  func write(_ writer: inout JSONWriter, _ context: WritingContext) throws {
    writer.integer(self)
  }

  static func write(
    elements: [Self], _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    writer.integers(elements)
  }

  static func writeArrayMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, _ writer: inout JSONWriter,
    _ context: WritingContext
  ) throws -> Bool {
    guard memory[[Self]?.self, at: offset] != nil else { return false }
    writer.key(key)
    // An Optional array has the layout of the array itself.
    writer.integers(memory[JSONWriter.LentIntegers<Self>.self, at: offset])
    return true
  }

  static var isNeverLive: Bool { true }

  static func plain(_ value: Boxed) -> Self? {
    if case .integer(let number) = value { Self(exactly: number) } else { nil }
  }

  static var resetValue: Self? { 0 }
  static var isResetByMismatch: Bool { true }
}

extension Numeral {
  /// Integers in any but their plainest form, by the policy.
  fileprivate enum IntegerReading<Value: FixedWidthInteger> {
    @inline(never)
    static func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Value {
      let kind = try reader.peekKind()
      let offset = reader.position
      switch kind {
      case .number:
        guard let number = try reader.readNumberIfPresent() else { throw expected(&reader) }
        return try integer(reader.text(of: number), at: offset, reader, context)
      case .bool where context.policy.acceptsBoolsAsNumbers:
        return try reader.readBoolIfPresent() == true ? 1 : 0
      case .string:
        if context.policy.acceptsNumericStrings, let plain = try plainText(&reader),
          let value = Value(exactly: plain)
        {
          return value
        }
        reader.position = offset
        let numeral = try Numeral.read(
          &reader, context, expected: "\(Value.self)",
          isAllowed: context.policy.acceptsNumericStrings,
          for: .integer, cure: .acceptsNumericStrings)
        return try integer(numeral.text, at: offset, reader, context, repair: numeral.repair)
      default:
        throw expected(&reader)
      }
    }

    /// Reads text that is nothing but a few digits; nil for any other.
    private static func plainText(_ reader: inout JSONReader) throws -> Int? {
      try reader.withStringBytesIfPresent { text -> Int? in
        guard text.count > 0, text.count <= 18 else { return nil }
        var value = 0
        for index in text.indices {
          let digit = text[index] &- 0x30
          guard digit <= 9 else { return nil }
          value = value * 10 + Int(digit)
        }
        return value
      } ?? nil
    }

    /// Handles an integer that was read and is out of range.
    @inline(never)
    static func outOfRange(
      _ text: String, _ reader: inout JSONReader, _ context: ReadingContext
    ) throws -> Value {
      try integer(text, at: reader.position - text.utf8.count, reader, context)
    }

    private static func expected(_ reader: inout JSONReader) -> any Error {
      reader.mismatch("\(Value.self)")
    }

    /// Converts a numeral of JSON's grammar; all repairs that make it fit are reported as one issue.
    private static func integer(
      _ text: String, at offset: Int, _ reader: borrowing JSONReader, _ context: ReadingContext,
      repair: ConversionError? = nil
    ) throws -> Value {
      func repaired(_ value: Value, _ failure: ConversionError?) -> Value {
        if let issue = repair ?? failure { context.note(.converted, issue) }
        return value
      }
      if let value = Value(text) { return repaired(value, nil) }
      let policy = context.policy
      let found = reader.describeValue(at: offset)
      func failure(_ kind: ConversionError.Kind) -> ConversionError {
        ConversionError(kind, at: offset, expected: "\(Value.self)", found: found)
      }
      func clamped(isNegative: Bool) -> Value {
        repaired(isNegative ? .min : .max, failure(.outOfRange))
      }
      guard let digits = IntegerDigits(text) else {
        guard policy.overflow == .clamp else { throw failure(.outOfRange) }
        return clamped(isNegative: text.hasPrefix("-"))
      }
      if digits.hasFraction, policy.fraction != .truncate { throw failure(.typeMismatch) }
      if let value = Value(digits.text) {
        return repaired(value, digits.hasFraction ? failure(.typeMismatch) : nil)
      }
      switch policy.overflow {
      case .fail: throw failure(.outOfRange)
      case .clamp: return clamped(isNegative: digits.text.hasPrefix("-"))
      case .wrap: return repaired(digits.wrapped(), failure(.outOfRange))
      }
    }
  }

  /// The integral part of a numeral, written out.
  fileprivate struct IntegerDigits {
    private(set) var text: String
    let hasFraction: Bool

    /// Nil when the numeral is so large that writing it out makes no sense.
    init?(_ numeral: String) {
      var digits = Substring(numeral)
      let isNegative = digits.hasPrefix("-")
      if isNegative { digits.removeFirst() }
      var exponent = 0
      if let mark = digits.firstIndex(where: { $0 == "e" || $0 == "E" }) {
        let power = digits[digits.index(after: mark)...]
        let limit = Int.exponentLimit
        let number = Int(power) ?? (power.hasPrefix("-") ? .min : .max)
        exponent = max(-limit, min(number, limit))
        digits = digits[..<mark]
      }
      let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
      let whole = parts.first ?? ""
      let fraction = parts.count > 1 ? parts[1] : ""
      let all = whole + fraction
      if all.allSatisfy({ $0 == "0" }) {
        text = "0"
        hasFraction = false
        return
      }
      let point = whole.count + exponent
      guard point <= 400 else { return nil }
      if point <= 0 {
        text = "0"
        hasFraction = true
        return
      }
      let padded = all + String(repeating: "0", count: max(0, point - all.count))
      text = (isNegative ? "-" : "") + padded.prefix(point)
      hasFraction = padded.dropFirst(point).contains { $0 != "0" }
    }

    /// The low bits of the integer.
    func wrapped<Value: FixedWidthInteger>() -> Value {
      var value: Value = 0
      for digit in text.utf8 where digit != UInt8(ascii: "-") {
        value = value &* 10 &+ Value(truncatingIfNeeded: digit &- 0x30)
      }
      return text.hasPrefix("-") ? 0 &- value : value
    }
  }
}
