import Foundation

extension Bool: JSONScalar {
  @inline(__always)
  static func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Bool {
    if let value = try reader.readBoolIfPresent() { return value }
    return try readOther(from: &reader, in: context)
  }

  @inline(never)
  private static func readOther(
    from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Bool {
    let policy = context.policy
    let kind = try reader.peekKind()
    let start = reader.position
    switch kind {
    case .number where policy.acceptsNumbersAsBools || policy.acceptsZeroAndOneAsBools:
      let number = try reader.readNumberIfPresent().map { reader.double(of: $0) } ?? .nan
      if let truth = truth(of: number, policy) {
        report(number, at: start, reader, in: context)
        return truth
      }
      reader.position = start
      throw reader.mismatch("Bool", of: Bool.self)
    case .string:
      let text = try reader.readStringIfPresent() ?? ""
      if policy.acceptsBoolWords, let truth = policy.truth(text) { return truth }
      reader.position = start
      let takesNumbers = policy.acceptsNumbersAsBools || policy.acceptsZeroAndOneAsBools
      let numeral = try Numeral.read(
        from: &reader, in: context, expected: "Bool",
        isAllowed: takesNumbers && policy.acceptsNumericStrings,
        for: .integer, of: Bool.self)
      let number = numeral.double
      if let truth = truth(of: number, policy) {
        if let repair = numeral.repair {
          context.note(.converted, repair)
        } else {
          report(number, at: start, reader, in: context)
        }
        return truth
      }
      reader.position = start
      throw reader.mismatch("Bool", of: Bool.self)
    default:
      throw reader.mismatch("Bool", of: Bool.self)
    }
  }

  /// - Parameter number: NaN for one that is too small for a Double, which isn't zero.
  private static func truth(of number: Double, _ policy: ConversionPolicy) -> Bool? {
    if policy.acceptsNumbersAsBools { return number.isInfinite ? nil : number != 0 }
    return policy.acceptsZeroAndOneAsBools && (number == 0 || number == 1) ? number == 1 : nil
  }

  /// Reports a number that a Bool doesn't stand for: true is written as 1, not as 7.
  private static func report(
    _ number: Double, at start: Int, _ reader: borrowing JSONReader, in context: ReadingContext
  ) {
    guard number != 0, number != 1 else { return }
    context.note(
      .converted,
      ConversionError(
        .typeMismatch, at: start, expected: "Bool", found: reader.describeValue(at: start)))
  }

  @inline(__always)
  func write(_ writer: inout JSONWriter, in context: WritingContext) throws {
    writer.bool(self)
  }

  static var isNeverLive: Bool { true }
  static func plain(_ value: Boxed) -> Bool? { exactly(value) }
  static var resetValue: Bool? { false }
  static var isResetByMismatch: Bool { true }
}
