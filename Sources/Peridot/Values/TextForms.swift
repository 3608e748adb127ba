import Foundation

extension Data {
  /// Makes the data of text in Base64, as RFC 4648, section 4, defines it: padded, with nothing else
  /// in it, and with no bits beyond the last byte.
  ///
  /// Foundation takes some other text, too, such as `====`.
  package init?(strictBase64 text: String) {
    guard let data = Data(base64Encoded: text) else { return nil }
    let count = text.utf8.count
    let rest = data.count % 3
    guard count == (data.count + 2) / 3 * 4,
      rest == 0 || text.hasSuffix(data.suffix(rest).base64EncodedString()),
      rest != 0 || text.utf8.last != UInt8(ascii: "=")
    else { return nil }
    self = data
  }
}

extension URL {
  /// Makes a URL of text in which characters can stand that a URL has only encoded: these are
  /// encoded, and what is encoded already stays.
  ///
  /// Foundation encodes the percent signs of all others, too, if there is one such character.
  package init?(encoding text: String) {
    guard let url = URL(string: text, encodingInvalidCharacters: true) else { return nil }
    let encoded = url.absoluteString
    guard encoded != text, text.utf8.contains(UInt8(ascii: "%")) else {
      self = url
      return
    }
    var bytes: [UInt8] = []
    let old = Array(encoded.utf8)
    var index = 0
    while index < old.count {
      bytes.append(old[index])
      // A percent sign that was encoded, before two digits, belonged to them.
      let isEscape = old[index...].starts(with: "%25".utf8) && index + 5 <= old.count
      index += isEscape && old[(index + 3)..<(index + 5)].allSatisfy(\.isHexDigit) ? 3 : 1
    }
    self =
      URL(string: String(decoding: bytes, as: UTF8.self), encodingInvalidCharacters: false) ?? url
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
