import Foundation

/// A number of seconds or milliseconds since 1970 to Date.
final class EpochTransformer: TypedTransformer<Double, Date>, @unchecked Sendable {
  private let unitsPerSecond: Double

  init(unit: String, unitsPerSecond: Double) {
    self.unitsPerSecond = unitsPerSecond
    super.init(from: "a number of \(unit)", to: "a Date")
  }

  override func transformTyped(_ input: Double) throws -> Date {
    guard input.isFinite else { throw unparsable(input) }
    return Date(timeIntervalSince1970: input / unitsPerSecond)
  }

  /// A Date is a Double since 2001, which holds microseconds from 1938 to 2064, and milliseconds up
  /// to the year 9999. Digits beyond are noise, and would make the number a fraction where a whole
  /// one was read.
  override func reverseTyped(_ output: Date) throws -> Double {
    let seconds = output.timeIntervalSince1970
    guard seconds.isFinite else {
      throw TransformerError(.unrepresentable(target: inputName), input: output)
    }
    let precision = abs(output.timeIntervalSinceReferenceDate) < 2e9 ? 1_000_000.0 : 1000
    return (seconds * precision).rounded() / (precision / unitsPerSecond)
  }

  override func reverseTransform(_ value: Any?) throws -> Any? {
    let result = try super.reverseTransform(value)
    guard let number = result as? Double, let whole = Int(exactly: number) else { return result }
    return whole
  }
}
