extension JSONReader.Bytes {
  /// Sixteen bytes.
  @inline(__always) func vector(at offset: Int) -> SIMD16<UInt8> {
    assert(offset >= 0 && offset + 16 <= count)
    // The caller has compared the end of the vector with the count.
    return unsafe base.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
  }

  /// The bytes of a string's text that are a quotation mark, a backslash or a control character.
  @inline(__always) static func marks(in bytes: SIMD16<UInt8>) -> JSONByteMarks {
    JSONByteMarks(mask(of: bytes))
  }

  /// The bytes that are a quotation mark or a control character.
  @inline(__always) static func ends(in bytes: SIMD16<UInt8>) -> JSONByteMarks {
    JSONByteMarks((bytes .== repeated(UInt8(ascii: "\""))) .| (bytes .< repeated(0x20)))
  }

  /// The same as `marks`, bytes beyond ASCII among them.
  @inline(__always) static func marksAndNonASCII(in bytes: SIMD16<UInt8>) -> JSONByteMarks {
    JSONByteMarks(mask(of: bytes) .| (bytes .>= repeated(0x80)))
  }

  /// Whether a byte is beyond ASCII.
  @inline(__always) static func hasNonASCII(_ bytes: SIMD16<UInt8>) -> Bool {
    let words = JSONByteMarks(bytes)
    return (words.low | words.high) & 0x8080_8080_8080_8080 != 0
  }

  @inline(__always) static func hasBackslash(_ bytes: SIMD16<UInt8>) -> Bool {
    !JSONByteMarks(bytes .== repeated(UInt8(ascii: "\\"))).isEmpty
  }

  @inline(__always) static func quotes(in bytes: SIMD16<UInt8>) -> JSONByteMarks {
    JSONByteMarks(bytes .== repeated(UInt8(ascii: "\"")))
  }

  /// The bytes that open or close an object or an array, within strings too.
  @inline(__always) static func brackets(in bytes: SIMD16<UInt8>) -> JSONByteMarks {
    // The square ones differ from the curly ones by this bit.
    let curly = bytes | repeated(0x20)
    return JSONByteMarks(
      (curly .== repeated(UInt8(ascii: "{"))) .| (curly .== repeated(UInt8(ascii: "}"))))
  }

  @inline(__always) static func lineFeeds(in bytes: SIMD16<UInt8>) -> JSONByteMarks {
    JSONByteMarks(bytes .== repeated(0x0A))
  }

  @inline(__always) static func hasReturnOrNonASCII(_ bytes: SIMD16<UInt8>) -> Bool {
    !JSONByteMarks(returnsAndNonASCII(in: bytes)).isEmpty
  }

  @inline(__always) private static func returnsAndNonASCII(
    in bytes: SIMD16<UInt8>
  ) -> SIMDMask<SIMD16<Int8>> {
    (bytes .== repeated(0x0D)) .| (bytes .>= repeated(0x80))
  }

  /// How many of 64 bytes are line feeds, and the index of the last, of which there is one; nil where
  /// there are carriage returns, or bytes beyond ASCII.
  @inline(__always) func lineFeeds(inSixtyFourAt offset: Int) -> (count: Int, last: Int)? {
    let (first, second) = (vector(at: offset), vector(at: offset &+ 16))
    let (third, fourth) = (vector(at: offset &+ 32), vector(at: offset &+ 48))
    let others =
      Self.returnsAndNonASCII(in: first) .| Self.returnsAndNonASCII(in: second)
      .| Self.returnsAndNonASCII(in: third) .| Self.returnsAndNonASCII(in: fourth)
    guard JSONByteMarks(others).isEmpty else { return nil }
    let (one, two) = (Self.lineFeeds(in: first), Self.lineFeeds(in: second))
    let (three, four) = (Self.lineFeeds(in: third), Self.lineFeeds(in: fourth))
    // The highest byte of the product is the sum of all bytes.
    let ones: UInt64 = 0x0101_0101_0101_0101
    let sum =
      (one.low & ones) &+ (one.high & ones) &+ (two.low & ones) &+ (two.high & ones)
      &+ (three.low & ones) &+ (three.high & ones) &+ (four.low & ones) &+ (four.high & ones)
    let count = Int(truncatingIfNeeded: (sum &* ones) >> 56)
    let last =
      !four.isEmpty
      ? 48 &+ four.last
      : !three.isEmpty ? 32 &+ three.last : !two.isEmpty ? 16 &+ two.last : one.last
    return (count, count == 0 ? 0 : last)
  }

  @inline(__always) private static func mask(of bytes: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    // Vectors are compared, not a vector and a byte: that goes lane by lane.
    (bytes .== repeated(UInt8(ascii: "\""))) .| (bytes .== repeated(UInt8(ascii: "\\")))
      .| (bytes .< repeated(0x20))
  }

  @inline(__always) private static func repeated(_ byte: UInt8) -> SIMD16<UInt8> {
    SIMD16(repeating: byte)
  }
}

/// Some of sixteen bytes.
struct JSONByteMarks {
  /// Both halves: a byte that is marked has all its bits set, the first byte the lowest ones.
  let low: UInt64
  let high: UInt64

  @inline(__always) init(_ mask: SIMDMask<SIMD16<Int8>>) {
    // A lane of a mask is a byte, zero or with all its bits set.
    self.init(unsafe unsafeBitCast(mask, to: SIMD16<UInt8>.self))
  }

  @inline(__always) init(_ bytes: SIMD16<UInt8>) {
    // Plain bytes both, and as many.
    let words = unsafe unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
    low = UInt64(littleEndian: words.x)
    high = UInt64(littleEndian: words.y)
  }

  /// Ask this before `first`: a loop that goes on by what is found, and not by what was predicted,
  /// waits for each vector.
  @inline(__always) var isEmpty: Bool { low | high == 0 }

  /// The index of the first byte that is marked, of which there is one.
  @inline(__always) var first: Int {
    low != 0 ? low.trailingZeroBitCount >> 3 : 8 &+ high.trailingZeroBitCount >> 3
  }

  /// The index of the last byte that is marked, of which there is one.
  @inline(__always) var last: Int {
    high != 0 ? 15 &- high.leadingZeroBitCount >> 3 : 7 &- low.leadingZeroBitCount >> 3
  }

  @inline(__always) var count: Int { (low.nonzeroBitCount &+ high.nonzeroBitCount) >> 3 }
}
