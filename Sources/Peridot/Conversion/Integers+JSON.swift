import Foundation

extension Int: ArrayScalar {
  static var codec: any JSONCodec { IntCodec() }
}

extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: ArrayScalar {}
extension Int64: ArrayScalar {}
extension UInt: ArrayScalar {}
extension UInt8: ArrayScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: ArrayScalar {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: JSONScalar {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: JSONScalar {}

extension JSONScalar where Self: FixedWidthInteger {
  @inline(__always)
  static func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Self {
    if let plain = reader.readIntIfPresent() {
      if let value = Self(exactly: plain) { return value }
      return try Numeral.outOfRange(plain, &reader, in: context)
    }
    return try Numeral.integer(&reader, in: context)
  }

  @inline(__always)
  func write(_ writer: inout JSONWriter, in context: WritingContext) throws {
    writer.integer(self)
  }

  static var isNeverLive: Bool { true }

  static func plain(_ value: Boxed) -> Self? {
    if case .integer(let number) = value { Self(exactly: number) } else { nil }
  }

  static var resetValue: Self? { 0 }
  static var isResetByMismatch: Bool { true }
}

extension ArrayScalar where Self: FixedWidthInteger {
  static func write(
    elements: [Self], to writer: inout JSONWriter, in context: WritingContext
  ) throws {
    writer.integers(elements)
  }

  static func writeArrayMember(
    _ key: JSONWriter.Key, from memory: ObjectMemory, at offset: Int, to writer: inout JSONWriter,
    in context: WritingContext
  ) throws -> Bool {
    guard memory[[Self]?.self, at: offset] != nil else { return false }
    writer.key(key)
    // An Optional array has the layout of the array itself.
    writer.integers(memory[JSONWriter.LentIntegers<Self>.self, at: offset])
    return true
  }
}

extension Numeral {
  /// Reads an integer that is not in its plainest form, by the policy.
  @inline(never)
  fileprivate static func integer<Value: FixedWidthInteger>(
    _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Value {
    let kind = try reader.peekKind()
    let offset = reader.position
    if kind == .string, context.policy.acceptsNumericStrings, let plain = try plainText(&reader),
      let value = Value(exactly: plain)
    {
      return value
    }
    reader.position = offset
    return try exactly(integer(Value.self, &reader, in: context))
  }

  /// Handles an integer out of range.
  @inline(never)
  fileprivate static func outOfRange<Value: FixedWidthInteger>(
    _ value: Int, _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Value {
    let text = "\(value)"
    let offset = reader.position - text.utf8.count
    return try exactly(integer(text, type: Value.self, at: offset, reader, in: context))
  }

  private static func exactly<Value: FixedWidthInteger>(_ value: any FixedWidthInteger) -> Value {
    guard let value = value as? Value else { preconditionFailure("It is of the type asked for.") }
    return value
  }

  /// Reads text of a few digits only; nil for any other.
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

  // The type is a value, and the functions are dynamic, so that rare code is compiled once.

  private dynamic static func integer(
    _ type: any FixedWidthInteger.Type, _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> any FixedWidthInteger {
    let kind = try reader.peekKind()
    let offset = reader.position
    switch kind {
    case .number:
      guard let number = try reader.readNumberIfPresent() else {
        throw reader.mismatch("\(type)", of: type)
      }
      return try integer(reader.text(of: number), type: type, at: offset, reader, in: context)
    case .bool where context.policy.acceptsBoolsAsNumbers:
      return type.init(try reader.readBoolIfPresent() == true ? 1 : 0)
    case .string:
      let numeral = try Numeral.read(
        from: &reader, in: context, expected: "\(type)",
        isAllowed: context.policy.acceptsNumericStrings,
        for: .integer, of: type)
      return try integer(
        numeral.text, type: type, at: offset, reader, in: context, repair: numeral.repair)
    default:
      throw reader.mismatch("\(type)", of: type)
    }
  }

  /// Converts a numeral of JSON's grammar; all repairs are reported as one issue.
  private dynamic static func integer(
    _ text: String, type: any FixedWidthInteger.Type, at offset: Int,
    _ reader: borrowing JSONReader, in context: ReadingContext, repair: ConversionError? = nil
  ) throws -> any FixedWidthInteger {
    func repaired(
      _ value: any FixedWidthInteger, _ failure: ConversionError?
    ) -> any FixedWidthInteger {
      if let issue = repair ?? failure { context.note(.converted, issue) }
      return value
    }
    if let value = type.init(text) { return repaired(value, nil) }
    let policy = context.policy
    let found = reader.describeValue(at: offset)
    func failure(_ kind: ConversionError.Kind) -> ConversionError {
      ConversionError(kind, at: offset, expected: "\(type)", found: found, of: type)
    }
    func clamped(isNegative: Bool) -> any FixedWidthInteger {
      repaired(isNegative ? type.min : type.max, failure(.outOfRange))
    }
    guard let digits = IntegerDigits(text) else {
      guard policy.overflow == .clamp else { throw failure(.outOfRange) }
      return clamped(isNegative: text.hasPrefix("-"))
    }
    if digits.hasFraction, policy.fraction != .truncate { throw failure(.typeMismatch) }
    if let value = type.init(digits.text) {
      return repaired(value, digits.hasFraction ? failure(.typeMismatch) : nil)
    }
    switch policy.overflow {
    case .fail: throw failure(.outOfRange)
    case .clamp: return clamped(isNegative: digits.text.hasPrefix("-"))
    case .wrap: return repaired(type.init(truncatingIfNeeded: digits.wrapped), failure(.outOfRange))
    }
  }

  /// The integral part of a numeral as plain digits.
  fileprivate struct IntegerDigits {
    private(set) var text: String
    let hasFraction: Bool

    /// Nil if the numeral has too many digits to write out.
    init?(_ numeral: String) {
      var digits = Substring(numeral)
      let isNegative = digits.hasPrefix("-")
      if isNegative { digits.removeFirst() }
      var exponent = 0
      if let mark = digits.firstIndex(where: { $0 == "e" || $0 == "E" }) {
        let power = digits[digits.index(after: mark)...]
        let limit = Int.exponentLimit
        let number = Int(String(power)) ?? (power.hasPrefix("-") ? .min : .max)
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

    /// The low bits of the integer: no type has more.
    var wrapped: UInt128 {
      var value: UInt128 = 0
      for digit in text.utf8 where digit != UInt8(ascii: "-") {
        value = value &* 10 &+ UInt128(digit &- 0x30)
      }
      return text.hasPrefix("-") ? 0 &- value : value
    }
  }
}
