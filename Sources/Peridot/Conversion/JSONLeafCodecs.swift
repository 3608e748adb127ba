import Foundation

/// An enum (or any other type) as its raw value.
final class JSONRawValueCodec<Value: RawRepresentable>: JSONCodec {
  private let rawValue: any JSONCodec<Value.RawValue>

  init(_ rawValue: any JSONCodec<Value.RawValue>) {
    self.rawValue = rawValue
  }

  func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Value {
    let place = ReadingPlace(&reader)
    let raw = try rawValue.read(&reader, context)
    if let value = Value(rawValueOrUnknown: raw) { return value }
    throw ConversionError(
      context.policy.unknownEnum == .makeNil ? .unknownCase : .typeMismatch, at: place.position,
      expected: expected, found: reader.describeValue(at: place.position))
  }

  private var expected: String {
    guard let cases = Value.self as? any CaseIterable.Type else { return "\(Value.self)" }
    let names = rawValues(cases)
    return "\(Value.self) (\(names.prefix(12).joined(separator: ", ")))"
  }

  private func rawValues<Cases: CaseIterable>(_: Cases.Type) -> [String] {
    Cases.allCases.compactMap { ($0 as? Value).map { Boxed.escaped("\($0.rawValue)") } }
  }

  func write(
    _ value: Value, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    try rawValue.write(value.rawValue, &writer, context)
  }

  func read(_ value: Boxed, _ reading: DictionaryReading) throws -> Value {
    if case .other = value { return try readBytes(of: value, reading) }
    guard let known = Value(rawValueOrUnknown: try rawValue.read(value, reading)) else {
      throw LeftToBytes()
    }
    return known
  }

  func boxed(_ value: Value, _ writing: DictionaryWriting) throws -> Any {
    try rawValue.boxed(value.rawValue, writing)
  }
}

/// Text of which some words mean null.
final class JSONNullWordCodec: JSONCodec {
  typealias Value = String

  func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> String {
    let place = ReadingPlace(&reader)
    let text = try String.read(&reader, context)
    // The longest of the words has six letters.
    guard text.utf8.count < 64,
      Numeral.isNullWord(text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased())
    else { return text }
    throw ConversionError(
      .nullValue, at: place.position, expected: "String",
      found: reader.describeValue(at: place.position))
  }

  func write(
    _ value: String, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    writer.string(value)
  }

  var resetValue: String? { "" }
}

/// A Foundation number: a JSON number or Boolean.
final class JSONNumberCodec: JSONCodec {
  typealias Value = NSNumber

  var isResetByMismatch: Bool { true }

  func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> NSNumber {
    let place = ReadingPlace(&reader)
    let kind = try reader.peekKind()
    if kind == .number || kind == .bool, let number = try reader.readAnyValue() as? NSNumber {
      return number
    }
    let policy = context.policy
    let numeral = try Numeral.read(
      &reader, context, expected: "NSNumber", isAllowed: policy.numbersFromStrings,
      for: policy.nsNumbersAsDoubles ? .floatingPoint : .integer, cure: .numbersFromStrings)
    if let number = number(numeral.text, policy) {
      if let repair = numeral.repair { context.note(.converted, repair) }
      return number
    }
    throw ConversionError(
      .outOfRange, at: place.position, expected: "a number that Double holds",
      found: reader.describeValue(at: place.position))
  }

  private func number(_ text: String, _ policy: ConversionPolicy) -> NSNumber? {
    guard policy.nsNumbersAsDoubles else {
      return try? JSONBytes(text).withReader { try $0.readValue() } as? NSNumber
    }
    guard let number = Double(text), number.isFinite || policy.nonFiniteText else { return nil }
    return NSNumber(value: number)
  }

  func write(
    _ value: NSNumber, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    do {
      try writer.any(value)
    } catch {
      throw ConversionError(.notFinite, at: 0, expected: "a finite number", found: "\(value)")
    }
  }

  func read(_ value: Boxed, _ reading: DictionaryReading) throws -> NSNumber {
    switch value {
    case .integer(let number): NSNumber(value: number)
    case .double(let number): NSNumber(value: number)
    case .bool(let truth): .shared(truth)
    default: try readBytes(of: value, reading)
    }
  }

  func boxed(_ value: NSNumber, _ writing: DictionaryWriting) throws -> Any {
    try Boxed(json: value).normalized(maximumDepth: 0)
  }
}

/// A Foundation number that is read and written as a Decimal.
final class JSONDecimalNumberCodec: JSONCodec {
  typealias Value = NSDecimalNumber

  func read(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> NSDecimalNumber {
    NSDecimalNumber(decimal: try Decimal.read(&reader, context))
  }

  func write(
    _ value: NSDecimalNumber, _ writer: inout JSONWriter, _ context: WritingContext
  ) throws {
    try value.decimalValue.write(&writer, context)
  }
}
