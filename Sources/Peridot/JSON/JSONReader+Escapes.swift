extension JSONReader.Bytes {
  /// The byte that a backslash and `escape` stand for, or nil if that is not an escape of one
  /// character.
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

  /// The code unit of the `\u` escape at `offset`, or -1 if none lies there before `limit`.
  @inline(__always) func codeUnit(at offset: Int, limit: Int) -> Int {
    guard offset + 6 <= limit, byte(at: offset) == UInt8(ascii: "\\"),
      byte(at: offset + 1) == UInt8(ascii: "u")
    else { return -1 }
    var unit = 0
    for index in (offset + 2)..<(offset + 6) {
      let byte = byte(at: index)
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | Int(byte & 0xF)
      case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"):
        unit = unit << 4 | (Int(byte & 0xF) + 9)
      default: return -1
      }
    }
    return unit
  }

  /// The scalar of the `\u` escape at `offset`, of two escapes if it needs a surrogate pair; nil if
  /// it is malformed or a lone surrogate.
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

  /// Tells the first thing that is wrong with the string whose contents begin at `start`.
  @inline(never) func stringError(from start: Int) -> JSONSyntaxError {
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
