import Foundation

extension JSONReader {
  /// The result of scanning a string.
  struct StringScan {
    /// The offset of the closing quotation mark; -1 if it is missing or follows a control
    /// character.
    var end: Int
    var hasEscapes = false
    var isASCII = true
  }
}

extension JSONReader {
  /// Reads a string; nil for a value of another kind.
  mutating func readStringIfPresent() throws -> String? { try nextString() }

  /// Reads a string, inlined; nil for a value of another kind.
  @inline(__always) mutating func nextString() throws -> String? {
    guard nextByte() == UInt8(ascii: "\"") else { return nil }
    let start = cursor + 1
    let scan = lent.scanString(from: start)
    guard scan.end >= 0 else { throw lent.stringError(from: start) }
    let string = try lent.string(from: start, scan)
    cursor = scan.end + 1
    return string
  }

  /// Lends the contents of a string to `body`: the bytes between the quotation marks, with escapes
  /// decoded.
  ///
  /// Returns nil for a value of another kind.
  @inline(__always) mutating func withStringBytesIfPresent<R>(
    _ body: (Span<UInt8>) -> R
  ) throws -> R? {
    guard nextByte() == UInt8(ascii: "\"") else { return nil }
    let start = cursor + 1
    let scan = lent.scanString(from: start)
    guard scan.end >= 0, !scan.hasEscapes, scan.isASCII || lent.isUTF8(from: start, to: scan.end)
    else {
      let decoded = try lent.decodedBytes(from: start, scan)
      cursor = scan.end + 1
      return body(decoded.span)
    }
    cursor = scan.end + 1
    // The bytes are in the document, and the span can't leave `body`.
    return unsafe body(Span(_unsafeElements: lent.buffer(from: start, to: scan.end)))
  }
}

extension JSONReader.Bytes {
  /// Finds the end of the string whose contents begin at `start`.
  ///
  /// Text after the string can influence whether everything counts as ASCII.
  @inline(__always) func scanString(from start: Int) -> JSONReader.StringScan {
    var scan = JSONReader.StringScan(end: -1)
    var seen = SIMD16<UInt8>()
    var next = start
    while true {
      if next &+ 16 <= count {
        let bytes = vector(at: next)
        seen |= bytes
        let marks = Self.marks(in: bytes)
        if marks.isEmpty {
          next &+= 16
          continue
        }
        next &+= marks.first
      } else if next < count {
        seen[0] |= byte(at: next)
      } else {
        break
      }
      let byte = byte(at: next)
      if byte == UInt8(ascii: "\"") {
        scan.end = next
        break
      }
      if byte < 0x20 { break }
      if byte == UInt8(ascii: "\\") {
        scan.hasEscapes = true
        scan.end = endOfText(fromEscapeAt: next, &seen)
        break
      }
      next &+= 1
    }
    scan.isASCII = !Self.hasNonASCII(seen)
    return scan
  }

  /// The offset of the quotation mark that ends text with escapes, the first of which is at
  /// `start`; -1 if it is missing or follows a control character. Decoding checks the escapes.
  @inline(never) private func endOfText(
    fromEscapeAt start: Int, _ seen: inout SIMD16<UInt8>
  ) -> Int {
    var next = start
    while true {
      // Text can consist of escapes only, so they are passed sixteen bytes at a time as well.
      if next &+ 16 <= count {
        let bytes = vector(at: next)
        seen |= bytes
        let ends = Self.ends(in: bytes)
        if ends.isEmpty {
          next &+= 16
          continue
        }
        next &+= ends.first
      } else if next < count {
        seen[0] |= byte(at: next)
      } else {
        return -1
      }
      let byte = byte(at: next)
      if byte < 0x20 { return -1 }
      if byte == UInt8(ascii: "\"") {
        // Of several backslashes before it, every second one is escaped, and doesn't escape.
        var first = next
        while first > start, self.byte(at: first &- 1) == UInt8(ascii: "\\") { first &-= 1 }
        if (next &- first) & 1 == 0 { return next }
      }
      next &+= 1
    }
  }

  /// The highest bits of the bytes that are a quotation mark, a backslash or a control character.
  ///
  /// The lowest set bit is exact; those above it can come from borrowing.
  @inline(__always) static func marks(in bytes: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (bytes ^ 0x2222_2222_2222_2222) &- ones
    let backslashes = (bytes ^ 0x5C5C_5C5C_5C5C_5C5C) &- ones
    let controls = bytes &- 0x2020_2020_2020_2020
    return (quotes | backslashes | controls) & ~bytes & 0x8080_8080_8080_8080
  }

  @inline(__always) func string(
    from start: Int, _ scan: JSONReader.StringScan
  ) throws -> String {
    if scan.end == start { return "" }
    guard !scan.hasEscapes, scan.isASCII else { return try decodedString(from: start, scan) }
    let length = scan.end &- start
    if length <= JSONReader.SmallText.limit, start &+ 16 <= count, JSONReader.SmallText.isUsable {
      return JSONReader.SmallText.string(word(at: start), word(at: start &+ 8), count: length)
    }
    // The bytes are in the document.
    return unsafe Self.string(ofValid: buffer(from: start, to: scan.end), isASCII: true)
  }

  @inline(never) private func decodedString(
    from start: Int, _ scan: JSONReader.StringScan
  ) throws -> String {
    guard scan.isASCII || isUTF8(from: start, to: scan.end) else { throw stringError(from: start) }
    var isASCII = scan.isASCII || self.isASCII(from: start, to: scan.end)
    // The bytes are in the document, and are UTF-8.
    guard scan.hasEscapes else {
      return unsafe Self.string(ofValid: buffer(from: start, to: scan.end), isASCII: isASCII)
    }
    let decoded = unsafe withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: scan.end - start
    ) { buffer -> String? in
      // Decoding never makes text longer, so the capacity is enough, and gives UTF-8.
      guard let length = unsafe decode(from: start, to: scan.end, into: buffer, &isASCII) else {
        return nil
      }
      return unsafe Self.string(
        ofValid: UnsafeBufferPointer(rebasing: buffer[..<length]), isASCII: isASCII)
    }
    guard let decoded else { throw stringError(from: start) }
    return decoded
  }

  /// Creates a string of bytes that are UTF-8; older systems check that once more.
  @inline(__always) private static func string(
    ofValid bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool
  ) -> String {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return unsafe String(decoding: bytes, as: UTF8.self)
    }
    // The caller knows, and the string copies the bytes.
    return unsafe String(
      copying: UTF8Span(unchecked: Span(_unsafeElements: bytes), isKnownASCII: isASCII))
  }

  @inline(never) fileprivate func decodedBytes(
    from start: Int, _ scan: JSONReader.StringScan
  ) throws -> [UInt8] {
    guard scan.end >= 0, scan.isASCII || isUTF8(from: start, to: scan.end) else {
      throw stringError(from: start)
    }
    guard scan.hasEscapes else { return copied(from: start, to: scan.end) }
    var isWellFormed = true
    let decoded = unsafe [UInt8](unsafeUninitializedCapacity: scan.end - start) { buffer, length in
      // Decoding never makes text longer, so the capacity is enough.
      var isASCII = true
      if let written = unsafe decode(from: start, to: scan.end, into: buffer, &isASCII) {
        length = written
      } else {
        isWellFormed = false
      }
    }
    guard isWellFormed else { throw stringError(from: start) }
    return decoded
  }

  /// Decodes the escapes between `start` and `end` into a buffer of at least that size, and returns
  /// the number of written bytes; nil if an escape is malformed. Clears `isASCII` for an escape of
  /// another character.
  private func decode(
    from start: Int, to end: Int, into buffer: UnsafeMutableBufferPointer<UInt8>,
    _ isASCII: inout Bool
  ) -> Int? {
    guard let target = UnsafeMutableRawPointer(buffer.baseAddress) else { return nil }
    var next = start
    var length = 0
    while next < end {
      // No more is written than was read, so there is room for a whole block; bytes that don't
      // count are overwritten.
      if isUnicodeEscape(at: next, limit: end) {
        if isUnicodeEscape(at: next &+ 6, limit: end) {
          let units = Self.codeUnits(
            UInt64(halfWord(at: next &+ 2)) | UInt64(halfWord(at: next &+ 8)) << 32)
          if units == Self.invalidUnits { return nil }
          let first = UInt32(truncatingIfNeeded: units)
          let second = UInt32(truncatingIfNeeded: units >> 32)
          if first & 0xF800 == 0xD800 {
            guard first & 0xFC00 == 0xD800, second & 0xFC00 == 0xDC00 else { return nil }
            isASCII = false
            let value = ((first & 0x3FF) << 10 | second & 0x3FF) &+ 0x10000
            let bytes =
              0x8080_80F0 | value >> 18 | value >> 4 & 0x3F00 | value << 10 & 0x3F_0000
              | value << 24 & 0x3F00_0000
            unsafe target.storeBytes(
              of: bytes.littleEndian, toByteOffset: length, as: UInt32.self)
            length &+= 4
            next &+= 12
            continue
          }
          if first >= 0x80 {
            isASCII = false
            let (one, other) = (Self.utf8(first), Self.utf8(second))
            unsafe target.storeBytes(
              of: one.bytes.littleEndian, toByteOffset: length, as: UInt32.self)
            length &+= one.count
            next &+= 6
            // A surrogate, or ASCII, is for the next round.
            if second < 0x80 || second & 0xF800 == 0xD800 { continue }
            unsafe target.storeBytes(
              of: other.bytes.littleEndian, toByteOffset: length, as: UInt32.self)
            length &+= other.count
            next &+= 6
            continue
          }
        }
        let unit = Self.codeUnit(halfWord(at: next &+ 2))
        guard unit >= 0, unit & 0xF800 != 0xD800 else { return nil }
        next &+= 6
        if unit < 0x80 {
          unsafe target.storeBytes(
            of: UInt8(truncatingIfNeeded: unit), toByteOffset: length, as: UInt8.self)
          length &+= 1
          continue
        }
        isASCII = false
        let (bytes, count) = Self.utf8(UInt32(truncatingIfNeeded: unit))
        unsafe target.storeBytes(of: bytes.littleEndian, toByteOffset: length, as: UInt32.self)
        length &+= count
        continue
      }
      let first = byte(at: next)
      guard first == UInt8(ascii: "\\") else {
        if next + 8 <= end {
          let bytes = word(at: next)
          unsafe target.storeBytes(of: bytes.littleEndian, toByteOffset: length, as: UInt64.self)
          let marks = Self.marks(in: bytes)
          let clean = marks == 0 ? 8 : marks.trailingZeroBitCount >> 3
          next += clean
          length += clean
        } else {
          unsafe target.storeBytes(of: first, toByteOffset: length, as: UInt8.self)
          length += 1
          next += 1
        }
        continue
      }
      guard next + 1 < end, let plain = Self.plainByte(ofEscape: byte(at: next + 1)) else {
        return nil
      }
      unsafe target.storeBytes(of: plain, toByteOffset: length, as: UInt8.self)
      length += 1
      next += 2
    }
    return length
  }

  /// The UTF-8 of a code unit beyond ASCII, not a surrogate, the first byte in the lowest bits.
  @inline(__always) private static func utf8(_ unit: UInt32) -> (bytes: UInt32, count: Int) {
    // Two bytes are the last two of three, except for one bit, so no branch has to predict the
    // number.
    let three = 0x80_80E0 | unit >> 12 | unit << 2 & 0x3F00 | unit << 16 & 0x3F_0000
    let isTwo = (unit &- 0x800) >> 31
    return (three &>> (isTwo << 3) | isTwo << 6, 3 &- Int(truncatingIfNeeded: isTwo))
  }
}

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
        // A sequence can't run over the end: a quotation mark continues none.
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

  /// The scalar at `offset`; nil if the bytes are not UTF-8.
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
