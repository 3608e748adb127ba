import Foundation

extension Decimal: JSONScalar {
  static func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Decimal {
    let kind = try reader.peekKind()
    let start = reader.position
    switch kind {
    case .number where !context.policy.legacyRules[.refusesDecimalNumbers]:
      return try reader.readDecimal()
    case .string:
      if context.policy.acceptsDecimalStrings, context.policy.acceptsNonFiniteText,
        let text = try reader.readStringIfPresent(),
        Numeral.Scan(text.trimmed) == nil
      {
        return .nan
      }
      reader.position = start
      let numeral = try Numeral.read(
        from: &reader, in: context, expected: "Decimal",
        isAllowed: context.policy.acceptsDecimalStrings,
        for: .decimal, of: Decimal.self)
      let decimal = JSONBytes(numeral.text).withReader { inner -> Decimal? in
        guard let number = try? inner.readNumberIfPresent() else { return nil }
        return inner.decimal(of: number)
      }
      if let decimal {
        if let repair = numeral.repair { context.note(.converted, repair) }
        return decimal
      }
      throw reader.beyondDecimal(at: start)
    case .bool
    where context.policy.acceptsBoolsAsNumbers
      && !context.policy.legacyRules[.refusesDecimalNumbers]:
      return try reader.readBoolIfPresent() == true ? 1 : 0
    default:
      throw reader.mismatch("Decimal", of: Decimal.self)
    }
  }

  func write(_ writer: inout JSONWriter, in context: WritingContext) throws {
    guard isFinite else {
      throw ConversionError(.notFinite, at: 0, expected: "a finite number", found: "\(self)")
    }
    writer.decimal(self)
  }

  static var resetValue: Decimal? { 0 }
}

extension JSONReader {
  /// Reads the number at the cursor with all its digits.
  mutating func readDecimal() throws -> Decimal {
    let start = position
    guard let number = try readNumberIfPresent() else {
      throw mismatch("Decimal", of: Decimal.self)
    }
    guard let decimal = decimal(of: number) else { throw beyondDecimal(at: start) }
    return decimal
  }

  fileprivate func beyondDecimal(at offset: Int) -> ConversionError {
    ConversionError(
      .outOfRange, at: offset, expected: "Decimal (at most 38 digits)",
      found: describeValue(at: offset))
  }
}
