import Foundation

extension Double: JSONScalar {
  static func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Double {
    let start = ReadingPlace(&reader).position
    let value: Double
    if let number = try reader.readDoubleIfPresent() {
      value = number
    } else {
      value = try FloatingPointReading.readOther(&reader, context, expected: "Double")
    }
    guard value.isFinite else {
      throw FloatingPointReading.outOfRange(&reader, at: start, expected: "Double")
    }
    return value
  }

  func write(_ writer: inout JSONWriter, _ context: WritingContext) throws {
    guard writer.double(self) else { throw FloatingPointReading.notFinite(self) }
  }

  static var resetValue: Double? { 0 }
  static var isResetByMismatch: Bool { true }
}

extension Float: JSONScalar {
  static func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Float {
    let start = ReadingPlace(&reader).position
    let value: Float
    if let number = try reader.readNumberIfPresent() {
      // From the text, so that it is rounded once.
      value = Float(reader.text(of: number)) ?? .nan
    } else {
      value = Float(try FloatingPointReading.readOther(&reader, context, expected: "Float"))
    }
    guard value.isFinite else {
      throw FloatingPointReading.outOfRange(&reader, at: start, expected: "Float")
    }
    return value
  }

  func write(_ writer: inout JSONWriter, _ context: WritingContext) throws {
    guard writer.float(self) else { throw FloatingPointReading.notFinite(Double(self)) }
  }

  static var resetValue: Float? { 0 }
  static var isResetByMismatch: Bool { true }
}

extension CGFloat: JSONScalar {
  static func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> CGFloat {
    CGFloat(try Double.read(&reader, context))
  }

  func write(_ writer: inout JSONWriter, _ context: WritingContext) throws {
    try Double(self).write(&writer, context)
  }

  static var resetValue: CGFloat? { 0 }
  static var isResetByMismatch: Bool { true }
}

private enum FloatingPointReading {
  static func readOther(
    _ reader: inout JSONReader, _ context: ReadingContext, expected: String
  ) throws -> Double {
    switch try reader.peekKind() {
    case .bool where context.policy.numbersFromBools:
      return try reader.readBoolIfPresent() == true ? 1 : 0
    case .string:
      let numeral = try Numeral.read(
        &reader, context, expected: expected, isAllowed: context.policy.numbersFromStrings)
      return Double(numeral) ?? .nan
    default:
      throw reader.mismatch(expected)
    }
  }

  static func outOfRange(
    _ reader: inout JSONReader, at start: Int, expected: String
  ) -> ConversionError {
    ConversionError(
      .outOfRange, at: start, expected: expected, found: reader.describeValue(at: start))
  }

  static func notFinite(_ value: Double) -> ConversionError {
    ConversionError(.notFinite, at: 0, expected: "a finite number", found: "\(value)")
  }
}
