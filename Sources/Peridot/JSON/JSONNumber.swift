/// A number as it stands in a document: where it lies, and what its digits say.
struct JSONNumber: Sendable {
  /// Where its text begins and ends in the document.
  let start: Int
  let end: Int
  let isNegative: Bool
  /// Whether the text has neither a fraction nor an exponent.
  let isIntegralText: Bool
  /// Whether `magnitude` holds every digit of the text.
  let isComplete: Bool
  /// The digits without sign, point and exponent.
  let magnitude: UInt64
  /// The power of ten that `magnitude` is to be multiplied with.
  let scale: Int

  /// Whether the number is an integer in form and `magnitude` its whole absolute value.
  var isExact: Bool { isIntegralText && isComplete }

  /// The integer that the number is, whatever its form: 5 for `5`, `5.0`, `0.5e1` and `500e-2`.
  ///
  /// Nil if it is none, does not fit, or has more digits in its text than a word holds. Nothing is
  /// rounded on the way.
  var exactInteger: Int? {
    guard isComplete else { return nil }
    var value = magnitude
    var scale = value == 0 ? 0 : self.scale
    while scale < 0 {
      guard value % 10 == 0 else { return nil }
      value /= 10
      scale += 1
    }
    while scale > 0 {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      value = product
      scale -= 1
    }
    guard isNegative else { return Int(exactly: value) }
    return value == Int.min.magnitude ? .min : Int(exactly: value).map { -$0 }
  }
}
