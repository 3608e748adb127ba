extension JSONReader.Bytes {
  /// Sixteen bytes.
  @inline(__always) func vector(at offset: Int) -> SIMD16<UInt8> {
    assert(offset >= 0 && offset + 16 <= count)
    // The caller has compared the end of the vector with the count.
    return unsafe base.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
  }

  /// How many bytes of a string's text come before the first that is a quotation mark, a backslash
  /// or a control character.
  @inline(__always) static func plainCount(_ bytes: SIMD16<UInt8>) -> Int {
    count(before: marks(in: bytes))
  }

  /// The same, where bytes beyond ASCII count too.
  @inline(__always) static func plainASCIICount(_ bytes: SIMD16<UInt8>) -> Int {
    count(before: marks(in: bytes) .| (bytes .>= repeated(0x80)))
  }

  /// Whether a byte is beyond ASCII.
  @inline(__always) static func hasNonASCII(_ bytes: SIMD16<UInt8>) -> Bool {
    let words = words(of: bytes)
    return (words.low | words.high) & 0x8080_8080_8080_8080 != 0
  }

  @inline(__always) private static func marks(in bytes: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    // Vectors are compared, not a vector and a byte: that goes lane by lane.
    (bytes .== repeated(UInt8(ascii: "\""))) .| (bytes .== repeated(UInt8(ascii: "\\")))
      .| (bytes .< repeated(0x20))
  }

  @inline(__always) private static func repeated(_ byte: UInt8) -> SIMD16<UInt8> {
    SIMD16(repeating: byte)
  }

  /// How many lanes come before the first that is set.
  @inline(__always) private static func count(before mask: SIMDMask<SIMD16<Int8>>) -> Int {
    // A lane of a mask is a byte, zero or with all its bits set.
    let words = unsafe words(of: unsafeBitCast(mask, to: SIMD16<UInt8>.self))
    if words.low != 0 { return words.low.trailingZeroBitCount >> 3 }
    // Sixteen when nothing is set: zero has 64 trailing zeros.
    return 8 &+ words.high.trailingZeroBitCount >> 3
  }

  /// Both halves of sixteen bytes, the first byte in the lowest bits.
  @inline(__always) private static func words(
    of bytes: SIMD16<UInt8>
  ) -> (low: UInt64, high: UInt64) {
    // Plain bytes both, and as many.
    let words = unsafe unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
    return (UInt64(littleEndian: words.x), UInt64(littleEndian: words.y))
  }
}
