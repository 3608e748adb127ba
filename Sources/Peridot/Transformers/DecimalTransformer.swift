import Foundation

/// A number, or its text, to Decimal.
final class DecimalTransformer: TypedTransformer<Any, Decimal>, @unchecked Sendable {
  init() {
    super.init(from: "a number or its text", to: "a decimal number")
  }

  override func transformTyped(_ input: Any) throws -> Decimal {
    if let number = FoundNumber(input) {
      guard let decimal = number.decimal else { throw unparsable(input) }
      return decimal
    }
    guard let text = input as? String else {
      throw TransformerError(.invalidInput(expected: inputName), input: input)
    }
    guard let decimal = DecimalText.parse(text) else { throw unparsable(text) }
    return decimal
  }

  override func reverseTyped(_ output: Decimal) throws -> Any {
    guard output.isFinite else {
      throw TransformerError(.unrepresentable(target: "a number"), input: output)
    }
    return output
  }
}
