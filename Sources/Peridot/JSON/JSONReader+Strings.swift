import Foundation

/// The result of a first look at a string.
struct JSONStringScan {
  /// The offset of the closing quotation mark; -1 if there is none or a control character before
  /// it.
  var end: Int
  var hasEscapes = false
  var isASCII = true
}

extension JSONReader {
  /// Reads a string, or gives nil for a value of another kind.
  mutating func readStringIfPresent() throws(JSONSyntaxError) -> String? { try nextString() }

  /// The same, inlined.
  @inline(__always) mutating func nextString() throws(JSONSyntaxError) -> String? {
    guard nextByte() == UInt8(ascii: "\"") else { return nil }
    let start = cursor + 1
    let scan = lent.scanString(from: start)
    guard scan.end >= 0 else { throw lent.stringError(from: start) }
    let string = try lent.string(from: start, scan)
    cursor = scan.end + 1
    return string
  }

  /// Lends the contents of a string to `body`: the bytes between the quotation marks, escapes
  /// decoded.
  ///
  /// Gives nil for a value of another kind.
  @inline(__always) mutating func withStringBytesIfPresent<R>(
    _ body: (Span<UInt8>) -> R
  ) throws(JSONSyntaxError) -> R? {
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
    // The bytes lie in the document, and the span cannot leave `body`.
    return unsafe body(Span(_unsafeElements: lent.buffer(from: start, to: scan.end)))
  }
}

extension JSONReader.Bytes {
  /// Finds the end of the string whose contents begin at `start`.
  ///
  /// Text behind the string may count as part of it when it comes to whether all is ASCII.
  @inline(__always) func scanString(from start: Int) -> JSONStringScan {
    var scan = JSONStringScan(end: -1)
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
        next &+= 1
        // An escaped character, a quotation mark above all, does not end the text; decoding looks
        // at it.
        if next < count { seen[0] |= self.byte(at: next) }
      }
      next &+= 1
    }
    scan.isASCII = !Self.hasNonASCII(seen)
    return scan
  }

  /// The highest bits of the bytes that are a quotation mark, a backslash or a control character.
  ///
  /// The lowest one set is right; those above it may be borrowed.
  @inline(__always) static func marks(in bytes: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (bytes ^ 0x2222_2222_2222_2222) &- ones
    let backslashes = (bytes ^ 0x5C5C_5C5C_5C5C_5C5C) &- ones
    let controls = bytes &- 0x2020_2020_2020_2020
    return (quotes | backslashes | controls) & ~bytes & 0x8080_8080_8080_8080
  }

  @inline(__always) func string(
    from start: Int, _ scan: JSONStringScan
  ) throws(JSONSyntaxError) -> String {
    if scan.end == start { return "" }
    guard !scan.hasEscapes, scan.isASCII else { return try decodedString(from: start, scan) }
    let length = scan.end &- start
    if length <= SmallText.limit, start &+ 16 <= count, SmallText.isUsable {
      return SmallText.string(word(at: start), word(at: start &+ 8), count: length)
    }
    // The bytes lie in the document, and the string copies them.
    return unsafe String(decoding: buffer(from: start, to: scan.end), as: UTF8.self)
  }

  @inline(never) private func decodedString(
    from start: Int, _ scan: JSONStringScan
  ) throws(JSONSyntaxError) -> String {
    guard scan.hasEscapes else {
      // As above.
      guard let string = unsafe Self.validString(buffer(from: start, to: scan.end)) else {
        throw stringError(from: start)
      }
      return string
    }
    let decoded = unsafe withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: scan.end - start
    ) { buffer -> String? in
      // Decoding never makes text longer, so that the capacity holds.
      guard let length = unsafe decode(from: start, to: scan.end, into: buffer) else { return nil }
      return unsafe Self.validString(UnsafeBufferPointer(rebasing: buffer[..<length]))
    }
    guard let decoded else { throw stringError(from: start) }
    return decoded
  }

  /// Creates a string, or nil from bytes that are not UTF-8.
  ///
  /// A string that was made by repairing bytes differs from them; to compare costs less than the
  /// initializer that validates.
  @inline(__always) private static func validString(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> String? {
    let string = unsafe String(decoding: bytes, as: UTF8.self)
    // Both buffers are lent for the comparison, which ends with the shorter one.
    let isSame = unsafe string.utf8.withContiguousStorageIfAvailable { made -> Bool in
      guard made.count == bytes.count, let left = made.baseAddress,
        let right = bytes.baseAddress
      else { return made.count == bytes.count }
      return unsafe memcmp(left, right, bytes.count) == 0
    }
    return unsafe isSame ?? string.utf8.elementsEqual(bytes) ? string : nil
  }

  @inline(never) fileprivate func decodedBytes(
    from start: Int, _ scan: JSONStringScan
  ) throws(JSONSyntaxError) -> [UInt8] {
    guard scan.end >= 0, scan.isASCII || isUTF8(from: start, to: scan.end) else {
      throw stringError(from: start)
    }
    guard scan.hasEscapes else { return copied(from: start, to: scan.end) }
    var isWellFormed = true
    let decoded = unsafe [UInt8](unsafeUninitializedCapacity: scan.end - start) { buffer, length in
      // Decoding never makes text longer, so that the capacity holds.
      if let written = unsafe decode(from: start, to: scan.end, into: buffer) {
        length = written
      } else {
        isWellFormed = false
      }
    }
    guard isWellFormed else { throw stringError(from: start) }
    return decoded
  }

  /// Decodes the escapes between `start` and `end` into a buffer of at least that many bytes, and
  /// returns how many it wrote; nil if an escape is malformed.
  func decode(from start: Int, to end: Int, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int?
  {
    var next = start
    var length = 0
    while next < end {
      let first = byte(at: next)
      guard first == UInt8(ascii: "\\") else {
        // Never more is written than was read, so that there is room for eight bytes where eight
        // were; those after a backslash are written over. The same holds for one byte, here and
        // below.
        if next + 8 <= end, let target = buffer.baseAddress {
          let bytes = word(at: next)
          unsafe UnsafeMutableRawPointer(target + length)
            .storeBytes(of: bytes.littleEndian, as: UInt64.self)
          let marks = Self.marks(in: bytes)
          let clean = marks == 0 ? 8 : marks.trailingZeroBitCount >> 3
          next += clean
          length += clean
        } else {
          unsafe buffer[length] = first
          length += 1
          next += 1
        }
        continue
      }
      guard next + 1 < end else { return nil }
      let escape = byte(at: next + 1)
      guard escape == UInt8(ascii: "u") else {
        guard let plain = Self.plainByte(ofEscape: escape) else { return nil }
        unsafe buffer[length] = plain
        length += 1
        next += 2
        continue
      }
      guard let scalar = escapedScalar(at: next, limit: end) else { return nil }
      next += scalar.value > 0xFFFF ? 12 : 6
      unsafe length += encode(scalar, into: buffer, at: length)
    }
    return length
  }

  /// Writes a scalar as UTF-8 and returns how many bytes that took; the caller has room for them.
  @inline(__always) private func encode(
    _ scalar: Unicode.Scalar, into buffer: UnsafeMutableBufferPointer<UInt8>, at offset: Int
  ) -> Int {
    let value = scalar.value
    // An escape of six bytes becomes at most three, a pair of twelve becomes four.
    if value < 0x80 {
      unsafe buffer[offset] = UInt8(value)
      return 1
    }
    if value < 0x800 {
      unsafe buffer[offset] = UInt8(0xC0 | value >> 6)
      unsafe buffer[offset + 1] = UInt8(0x80 | value & 0x3F)
      return 2
    }
    if value < 0x10000 {
      unsafe buffer[offset] = UInt8(0xE0 | value >> 12)
      unsafe buffer[offset + 1] = UInt8(0x80 | value >> 6 & 0x3F)
      unsafe buffer[offset + 2] = UInt8(0x80 | value & 0x3F)
      return 3
    }
    unsafe buffer[offset] = UInt8(0xF0 | value >> 18)
    unsafe buffer[offset + 1] = UInt8(0x80 | value >> 12 & 0x3F)
    unsafe buffer[offset + 2] = UInt8(0x80 | value >> 6 & 0x3F)
    unsafe buffer[offset + 3] = UInt8(0x80 | value & 0x3F)
    return 4
  }
}
