import Foundation

/// A value without a static type under any Decoder, found by trying one type after another.
enum UntypedScalar {
  /// Returns null, text, a truth value or a number, in JSONSerialization's form; nil for a value of
  /// another kind.
  static func value(_ single: any SingleValueDecodingContainer) -> Any? {
    if single.decodeNil() { return NSNull() }
    if let text = try? single.decode(String.self) { return text }
    if let truth = try? single.decode(Bool.self) { return truth }
    return number(single)
  }

  private static func number(_ single: any SingleValueDecodingContainer) -> Any? {
    let integer = try? single.decode(Int.self)
    // JSONDecoder takes a number for 0 of which only 0 is near, and refuses it as a Double.
    let isZero = integer == 0
    if !isZero {
      if let integer { return integer }
      if let integer = try? single.decode(UInt64.self) { return integer }
    }
    let double: Double
    do {
      double = try single.decode(Double.self)
    } catch {
      return refusedNumber(error).map { NumberText(text: $0) } ?? integer
    }
    if isZero, double == 0, double.sign == .plus { return 0 }
    // A Decimal if it has more digits than the Double, and the coder knows them.
    if double.isFinite, let decimal = try? single.decode(Decimal.self), decimal.isFinite,
      Double(decimal.description) == double,
      decimal != Decimal(string: double.description)
    {
      return decimal
    }
    return double
  }

  /// The text of a found number that is not of the requested type, from JSONDecoder's own error.
  static func refusedNumber(_ error: any Error) -> String? {
    let words: String
    switch error as? DecodingError {
    case .dataCorrupted(let context): words = context.debugDescription
    case nil: words = "\(error)"
    default: return nil
    }
    guard ["epresentable", "does not fit"].contains(where: words.contains) else { return nil }
    return words.split { !"+-.0123456789Ee".contains($0) }
      .first { $0.last?.isNumber == true && Double($0) != nil }.map { String($0) }
  }
}
