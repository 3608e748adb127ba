import Foundation

/// A number, or its text, to Decimal.
final class DecimalTransformer: TypedTransformer<Any, Decimal>, @unchecked Sendable {
  init() {
    super.init(from: "a number or its text", to: "a decimal number")
  }

  override func transformTyped(_ input: Any) throws -> Decimal {
    let boxed = Boxed(input)
    if case .string(let text) = boxed {
      guard let decimal = Decimal(exactly: text) else { throw unparsable(text) }
      return decimal
    }
    guard boxed.isNumber else {
      throw TransformerError(.invalidInput(expected: inputName), input: input)
    }
    guard let decimal = boxed.exactly(Decimal.self) else { throw unparsable(input) }
    return decimal
  }

  override func reverseTyped(_ output: Decimal) throws -> Any {
    guard output.isFinite else {
      throw TransformerError(.unrepresentable(target: "a number"), input: output)
    }
    return output
  }
}
