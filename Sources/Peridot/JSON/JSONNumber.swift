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
}
