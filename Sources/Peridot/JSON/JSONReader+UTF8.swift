extension JSONReader.Bytes {
  /// The offset after the UTF-8 sequence at `offset`, whose first byte is beyond ASCII; or -1.
  ///
  /// Overlong forms, surrogates and code points beyond U+10FFFF are not UTF-8.
  @inline(__always) func endOfSequence(at offset: Int) -> Int {
    // Bytes beyond the end count as zero, which continues no sequence.
    let bytes = offset + 4 <= count ? halfWord(at: offset) : lastBytes(from: offset)
    if bytes & 0x00C0_C0F0 == 0x0080_80E0 {
      let bits = bytes & 0x200F
      return bits != 0 && bits != 0x200D ? offset + 3 : -1
    }
    if bytes & 0xC0E0 == 0x80C0 {
      return bytes & 0x1E != 0 ? offset + 2 : -1
    }
    if bytes & 0xC0C0_C0F8 == 0x8080_80F0 {
      let bits = bytes & 0x3007
      return bits != 0 && (bits & 4 == 0 || bits == 4) ? offset + 4 : -1
    }
    return -1
  }

  @inline(never) private func lastBytes(from offset: Int) -> UInt32 {
    var bytes: UInt32 = 0
    for index in offset..<count {
      bytes |= UInt32(byte(at: index)) << UInt32(8 * (index - offset))
    }
    return bytes
  }

  /// Whether the bytes from `start` to `end` are UTF-8.
  func isUTF8(from start: Int, to end: Int) -> Bool {
    var next = start
    while next < end {
      if next + 8 <= end, word(at: next) & 0x8080_8080_8080_8080 == 0 {
        next += 8
      } else if byte(at: next) < 0x80 {
        next += 1
      } else {
        next = endOfSequence(at: next)
        // A sequence cannot run over the end: a quotation mark continues none.
        if next < 0 || next > end { return false }
      }
    }
    return true
  }

  /// Whether the bytes from `start` to `end` are ASCII.
  func isASCII(from start: Int, to end: Int) -> Bool {
    var next = start
    while next &+ 8 <= end {
      if word(at: next) & 0x8080_8080_8080_8080 != 0 { return false }
      next &+= 8
    }
    while next < end {
      if byte(at: next) >= 0x80 { return false }
      next &+= 1
    }
    return true
  }

  /// The scalar at `offset`, or nil where the bytes are not UTF-8.
  func scalar(at offset: Int) -> Unicode.Scalar? {
    let first = UInt32(byte(at: offset))
    if first < 0x80 { return Unicode.Scalar(first) }
    let end = endOfSequence(at: offset)
    guard end > 0 else { return nil }
    var value = first & (0x7F >> UInt32(end - offset))
    for index in (offset + 1)..<end {
      value = value << 6 | UInt32(byte(at: index) & 0x3F)
    }
    return Unicode.Scalar(value)
  }
}
