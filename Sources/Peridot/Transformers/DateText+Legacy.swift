import Foundation

extension DateText {
  /// YYModel chooses one of its formats by the length of the text.
  static func legacyYYModel(_ bytes: Span<UInt8>) -> Date? {
    guard let first = bytes.isEmpty ? nil : bytes[0], digit(first) != nil else {
      return bytes.count == 30 || bytes.count == 34 ? parse(bytes, as: .twitter) : nil
    }
    guard bytes.count > 19 else {
      return bytes.count == 10 || bytes.count == 19 ? parse(bytes, as: .iso8601AssumingUTC) : nil
    }
    let hasFraction = bytes[19] == UInt8(ascii: ".")
    // Text with a space has no offset.
    let lengths =
      bytes[10] == UInt8(ascii: " ")
      ? (hasFraction ? 23...23 : 19...19) : (hasFraction ? 23...29 : 20...25)
    guard lengths.contains(bytes.count) else { return nil }
    if hasFraction {
      guard (20...22).allSatisfy({ digit(bytes[$0]) != nil }),
        bytes.count == 23 || digit(bytes[23]) == nil
      else { return nil }
    }
    return parse(bytes, as: .iso8601AssumingUTC)
  }

  /// Tells whether text has the only form that JSONModel reads: `2014-05-06T07:08:09`, an offset.
  static func isLegacyJSONModel(_ bytes: Span<UInt8>) -> Bool {
    (20...25).contains(bytes.count) && bytes[10] == UInt8(ascii: "T")
      && bytes[19] != UInt8(ascii: ".")
  }
}
