import Foundation

extension Bool: JSONScalar {
  @inline(__always)
  static func read(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Bool {
    if let value = try reader.readBoolIfPresent() { return value }
    return try readOther(&reader, context)
  }

  @inline(never)
  private static func readOther(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Bool {
    let policy = context.policy
    let kind = try reader.peekKind()
    let start = reader.position
    switch kind {
    case .number where policy.boolsFromNumbers || policy.boolsFromZeroAndOne:
      let number = try reader.readNumberIfPresent()
      let value = number.map { reader.double(of: $0) } ?? .nan
      if value.isFinite, policy.boolsFromNumbers || value == 0 || value == 1 { return value != 0 }
      reader.position = start
      throw reader.mismatch("Bool")
    case .string where policy.boolWords:
      let text = try reader.readStringIfPresent() ?? ""
      let word = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
      if let truth = Numeral.truth(word) { return truth }
      reader.position = start
      guard policy.boolsFromNumbers else { throw reader.mismatch("Bool") }
      let numeral = try Numeral.read(
        &reader, context, expected: "Bool", isAllowed: policy.numbersFromStrings)
      return Double(numeral) != 0
    default:
      throw reader.mismatch("Bool")
    }
  }

  @inline(__always)
  func write(_ writer: inout JSONWriter, _ context: WritingContext) throws {
    writer.bool(self)
  }

  static var resetValue: Bool? { false }
  static var isResetByMismatch: Bool { true }
}
