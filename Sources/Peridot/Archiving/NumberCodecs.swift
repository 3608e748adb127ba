import Foundation

/// A number or a Boolean as it stands in an archive.
enum ArchivedNumber {
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case real(Double)
  case float(Float)

  /// Reads a number of Foundation's; a whole one as an integer, even if it was none.
  init(_ number: NSNumber) {
    let real = number.doubleValue
    if case .bool(let truth) = Boxed(number) {
      self = .bool(truth)
    } else if real.rounded() != real || (real == 0 && real.sign == .minus) {
      self = .real(real)
    } else if -0x1p63..<0x1p63 ~= real {
      self = .integer(number.int64Value)
    } else if let natural = UInt64(number.stringValue) {
      self = .unsigned(natural)
    } else {
      self = .real(real)
    }
  }

  /// The number as a value without a static type; a Boolean is 1 or 0.
  var boxed: Boxed {
    switch self {
    case .bool(let value): .integer(value ? 1 : 0)
    case .integer(let value): .integer(value)
    case .unsigned(let value): .unsigned(value)
    case .real(let value): .double(value)
    case .float(let value): .float(value)
    }
  }

  /// Returns the number as `Value` if that loses nothing.
  func exactly<Value: BoxedNumber>(_: Value.Type) -> Value? { boxed.exactly(Value.self) }

  /// The number without its fraction, if it is of a type that can have one.
  var whole: Double? {
    switch self {
    case .real(let value): value.rounded(.towardZero)
    case .float(let value): Double(value).rounded(.towardZero)
    default: nil
    }
  }

  /// The number as an object of Foundation's.
  var object: NSNumber {
    switch self {
    case .bool(let value): NSNumber(value: value)
    case .integer(let value): NSNumber(value: value)
    case .unsigned(let value): NSNumber(value: value)
    case .real(let value): NSNumber(value: value)
    case .float(let value): NSNumber(value: value)
    }
  }

  /// Whether this is the very number that the other is, or both the same Boolean, and not just
  /// equal in Foundation's eyes. An integer may be the same as a Double, unless that keeps its
  /// type.
  func isSame(as other: ArchivedNumber, keepsType: Bool) -> Bool {
    switch (self, other) {
    case (.bool(let first), .bool(let second)): return first == second
    case (.bool, _), (_, .bool): return false
    default: break
    }
    if keepsType, (whole == nil) != (other.whole == nil) { return false }
    guard let first = exactly(Double.self), let second = other.exactly(Double.self) else {
      let (first, second) = (exactly(Int128.self), other.exactly(Int128.self))
      return first != nil && first == second
    }
    return first.bitPattern == second.bitPattern
  }

  /// Returns the number as a Swift value of the type that is natural for it.
  var natural: Any {
    switch self {
    case .bool(let value): value
    case .integer(let value): Int(exactly: value) ?? value
    case .unsigned(let value): value
    case .real(let value): value
    case .float(let value): value
    }
  }
}

/// The base of the codecs of numbers of all types.
class NumberCodec<Value>: ValueCodec<Value>, @unchecked Sendable {
  override final var classes: [AnyClass] { [NSNumber.self] }

  /// The words for the type in an error.
  var expectation: String { fatalError("overridden") }

  func value(_ number: ArchivedNumber) -> Value? { fatalError("overridden") }

  /// Returns the value that `text` stands for, for numbers that no plist number can hold.
  func value(_ text: String) -> Value? { nil }
  var readsText: Bool { false }

  override final func decode(_ slot: ArchiveSlot, from reader: ArchiveReader) throws -> Value {
    if let number = try reader.node(slot).number {
      return try checked(value(number), reader.describe(slot))
    }
    if let number = try reader.number(slot) {
      return try checked(value(number), "\(number.natural)")
    }
    if readsText, let value = try value(reader.string(slot, expectation)) { return value }
    throw ArchiveError.mismatch(expected: expectation, found: reader.describe(slot))
  }

  override final func value(ofForeign object: Any?) throws -> Value {
    if let text = object as? String, let value = value(text) { return value }
    let object = (object as? ArchivedText)?.value ?? object
    guard let number = object as? NSNumber else {
      throw ArchiveError.mismatch(expected: expectation, foreign: object)
    }
    return try checked(value(ArchivedNumber(number)), "\(number)")
  }

  private func checked(_ value: Value?, _ found: @autoclosure () -> String) throws -> Value {
    if let value { return value }
    throw ArchiveError(.outOfRange, "expected \(expectation), found \(found())")
  }
}

final class BoolCodec: NumberCodec<Bool>, @unchecked Sendable {
  override var expectation: String { "true or false" }

  // Objective-C's BOOL is a Boolean on some systems and a small integer on others.
  override func value(_ number: ArchivedNumber) -> Bool? {
    switch number.exactly(Int.self) {
    case 0: false
    case 1: true
    default: nil
    }
  }

  override func encode(_ value: Bool, to writer: ArchiveWriter) -> Int { writer.bool(value) }

  override func foreignObject(for value: Bool, in session: ForeignEncoding) -> Any? {
    session.number(.bool(value))
  }
}

final class IntegerCodec<Value: FixedWidthInteger & BoxedNumber>: NumberCodec<Value>,
  @unchecked Sendable
{
  override var expectation: String { "an integer of type \(Value.self)" }

  override func value(_ number: ArchivedNumber) -> Value? { number.exactly(Value.self) }

  // Integers of more than 64 bits, which a property list has no room for, are written as text.
  override func value(_ text: String) -> Value? {
    Value.bitWidth > 64 && text.utf8.count <= 1_000 ? Value(text) : nil
  }

  override var readsText: Bool { Value.bitWidth > 64 }

  override func encode(_ value: Value, to writer: ArchiveWriter) -> Int {
    if let value = Int64(exactly: value) { return writer.integer(value) }
    if let value = UInt64(exactly: value) { return writer.unsigned(value) }
    return writer.string(String(value))
  }

  override func foreignObject(for value: Value, in session: ForeignEncoding) -> Any? {
    if let value = Int64(exactly: value) { return session.number(.integer(value)) }
    if let value = UInt64(exactly: value) { return session.number(.unsigned(value)) }
    return String(value)
  }
}

final class FloatCodec: NumberCodec<Float>, @unchecked Sendable {
  override var expectation: String { "a number of type Float" }

  override func value(_ number: ArchivedNumber) -> Float? {
    if case .float(let value) = number { return value }
    // Rounded: systems write a Float as either width.
    return number.exactly(Double.self).map { Float($0) }
  }

  override func encode(_ value: Float, to writer: ArchiveWriter) -> Int { writer.float(value) }

  override func foreignObject(for value: Float, in session: ForeignEncoding) -> Any? {
    session.number(.float(value))
  }
}

final class FloatingPointCodec<Value: BinaryFloatingPoint & BoxedNumber>: NumberCodec<Value>,
  @unchecked Sendable
{
  override var expectation: String { "a number of type \(Value.self)" }

  override func value(_ number: ArchivedNumber) -> Value? { number.exactly(Value.self) }

  // A number that no Double holds is written as text.
  override func value(_ text: String) -> Value? {
    guard readsText, text.utf8.count <= 1_000,
      let type = Value.self as? any LosslessStringConvertible.Type
    else { return nil }
    return type.init(text) as? Value
  }

  override var readsText: Bool { Value.significandBitCount > Double.significandBitCount }

  override func encode(_ value: Value, to writer: ArchiveWriter) -> Int {
    if case .other = value.told { writer.string("\(value)") } else { writer.real(Double(value)) }
  }

  override func foreignObject(for value: Value, in session: ForeignEncoding) -> Any? {
    if case .other = value.told {
      "\(value)"
    } else {
      session.number(.real(Double(value)))
    }
  }
}
