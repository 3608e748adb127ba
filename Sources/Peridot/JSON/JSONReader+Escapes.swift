extension JSONReader.Bytes {
  /// The byte of a backslash and `escape`, or nil if that is not an escape of one character.
  @inline(__always) static func plainByte(ofEscape escape: UInt8) -> UInt8? {
    switch escape {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): escape
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    default: nil
    }
  }

  /// Whether six bytes at `offset`, before `limit`, begin like a `\u` escape.
  @inline(__always) func isUnicodeEscape(at offset: Int, limit: Int) -> Bool {
    // A backslash and the letter.
    offset &+ 6 <= limit && halfWord(at: offset) & 0xFFFF == 0x755C
  }

  /// The code unit of the `\u` escape at `offset`, or -1 if it doesn't end before `limit`.
  @inline(__always) func codeUnit(at offset: Int, limit: Int) -> Int {
    guard isUnicodeEscape(at: offset, limit: limit) else { return -1 }
    return Self.codeUnit(halfWord(at: offset &+ 2))
  }

  /// The number of four hexadecimal digits, the first in the lowest byte; -1 if a character is not
  /// a digit.
  @inline(__always) static func codeUnit(_ text: UInt32) -> Int {
    let units = codeUnits(UInt64(text) | 0x3030_3030_0000_0000)
    return units == invalidUnits ? -1 : Int(truncatingIfNeeded: units)
  }

  /// The two numbers of four hexadecimal digits each, the first digit in the lowest byte: one
  /// number in each half of the word. `invalidUnits` if a character is not a digit.
  @inline(__always) static func codeUnits(_ text: UInt64) -> UInt64 {
    // The sums must not carry into the highest bit of each byte.
    let low = text & 0x7F7F_7F7F_7F7F_7F7F
    let digits = (low &+ 0x5050_5050_5050_5050) & ~(low &+ 0x4646_4646_4646_4646)
    let capital = low & 0x5F5F_5F5F_5F5F_5F5F
    let letters = (capital &+ 0x3F3F_3F3F_3F3F_3F3F) & ~(capital &+ 0x3939_3939_3939_3939)
    guard (digits | letters) & ~text & 0x8080_8080_8080_8080 == 0x8080_8080_8080_8080 else {
      return invalidUnits
    }
    // A letter's value is nine more than its lowest four bits.
    let values =
      (text & 0x0F0F_0F0F_0F0F_0F0F) &+ ((letters & 0x8080_8080_8080_8080) >> 7) &* 9
    let pairs = (values << 4 | values >> 8) & 0x00FF_00FF_00FF_00FF
    return (pairs << 8 | pairs >> 16) & 0x0000_FFFF_0000_FFFF
  }

  /// No two code units.
  static var invalidUnits: UInt64 { .max }

  /// The scalar of the `\u` escape at `offset`, or of two escapes for a surrogate pair; nil if it
  /// is malformed or a lone surrogate.
  @inline(__always) func escapedScalar(at offset: Int, limit: Int) -> Unicode.Scalar? {
    let first = codeUnit(at: offset, limit: limit)
    guard first >= 0 else { return nil }
    guard first & 0xFC00 == 0xD800 else { return Unicode.Scalar(UInt32(first)) }
    let second = codeUnit(at: offset + 6, limit: limit)
    guard second >= 0, second & 0xFC00 == 0xDC00 else { return nil }
    return Unicode.Scalar(UInt32((first & 0x3FF) << 10 | second & 0x3FF) + 0x10000)
  }

  /// The offset after the escape at `offset`, or -1 if it is malformed.
  func endOfEscape(at offset: Int) -> Int {
    guard offset + 1 < count else { return -1 }
    let escape = byte(at: offset + 1)
    guard escape == UInt8(ascii: "u") else {
      return Self.plainByte(ofEscape: escape) == nil ? -1 : offset + 2
    }
    guard let scalar = escapedScalar(at: offset, limit: count) else { return -1 }
    return offset + (scalar.value > 0xFFFF ? 12 : 6)
  }

  /// Returns the first mistake of the string whose contents begin at `start`.
  @inline(never) func stringError(from start: Int) -> any Error {
    var next = start
    while next < count {
      let byte = byte(at: next)
      switch byte {
      case UInt8(ascii: "\\"):
        let end = endOfEscape(at: next)
        if end < 0 { return escapeError(at: next, in: start) }
        next = end
      case 0..<0x20: return error(.controlCharacter(byte), at: next)
      case UInt8(ascii: "\""):
        preconditionFailure("The string is well-formed.")
      case 0x80...:
        let end = endOfSequence(at: next)
        if end < 0 { return error(.invalidUTF8, at: next) }
        next = end
      default: next += 1
      }
    }
    return error(.unterminatedString, at: start - 1)
  }

  private func escapeError(at offset: Int, in start: Int) -> JSONSyntaxError {
    guard offset + 1 < count else { return error(.unterminatedString, at: start - 1) }
    guard byte(at: offset + 1) == UInt8(ascii: "u") else {
      guard let character = scalar(at: offset + 1) else {
        return error(.invalidUTF8, at: offset + 1)
      }
      return error(.invalidEscape(character), at: offset)
    }
    let unit = codeUnit(at: offset, limit: count)
    guard unit >= 0 else { return error(.invalidUnicodeEscape, at: offset) }
    return error(.loneSurrogate(UInt16(unit)), at: offset)
  }
}
