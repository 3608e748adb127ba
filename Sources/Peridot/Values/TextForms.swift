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

  /// Makes the data of text in Base64 for URLs, as RFC 4648, section 5, defines it: with `-` and `_`,
  /// padded or not.
  package init?(base64URL text: String) {
    guard !text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else {
      return nil
    }
    self.init(completing: text.utf8)
  }

  /// Makes the data of text in Base64 with either alphabet, padded or not, and with line breaks and
  /// other white space anywhere, as in MIME.
  package init?(anyBase64 text: String) {
    self.init(completing: text.utf8.filter { $0 != 0x20 && !(0x09...0x0D).contains($0) })
  }

  private init?(completing text: some Sequence<UInt8>) {
    var bytes = text.map { byte in
      switch byte {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: byte
      }
    }
    if bytes.last != UInt8(ascii: "=") {
      bytes += repeatElement(UInt8(ascii: "="), count: (4 - bytes.count % 4) % 4)
    }
    self.init(strictBase64: String(decoding: bytes, as: UTF8.self))
  }

  /// The text that ``init(base64URL:)`` reads, without padding.
  package func base64URLEncodedString() -> String {
    var bytes: [UInt8] = []
    for byte in base64EncodedString().utf8 {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: "-"))
      case UInt8(ascii: "/"): bytes.append(UInt8(ascii: "_"))
      case UInt8(ascii: "="): break
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UUID {
  /// Makes a UUID of its text, of its 32 digits without hyphens, or of one of these in braces.
  package init?(anyForm text: String) {
    let isInBraces = text.utf8.count > 2 && text.hasPrefix("{") && text.hasSuffix("}")
    var digits = isInBraces ? text.dropFirst().dropLast() : text[...]
    if digits.utf8.count == 32, digits.utf8.allSatisfy(\.isHexDigit) {
      for place in [20, 16, 12, 8] {
        digits.insert("-", at: digits.utf8.index(digits.startIndex, offsetBy: place))
      }
    }
    self.init(uuidString: String(digits))
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
