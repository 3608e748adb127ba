import Foundation

/// A number, or its text, to Decimal.
final class DecimalTransformer: TypedTransformer<Any, Decimal>, @unchecked Sendable {
  init() {
    super.init(
      from: "a number or its text", to: "a decimal number", forward: Self.decimal,
      reverse: { decimal in
        guard decimal.isFinite else {
          throw TransformerError(.unrepresentable(target: "a number"), input: decimal)
        }
        return decimal
      })
  }

  private static func decimal(_ input: Any) throws -> Decimal {
    let boxed = Boxed(input)
    var decimal: Decimal?
    if case .string(let text) = boxed {
      decimal = Decimal(exactly: text)
    } else {
      guard boxed.isNumber else {
        throw TransformerError(.invalidInput(expected: "a number or its text"), input: input)
      }
      decimal = boxed.exactly(Decimal.self)
    }
    guard let decimal else {
      throw TransformerError(.unparsable(expected: "a decimal number"), input: input)
    }
    return decimal
  }
}
