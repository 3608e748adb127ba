extension JSONReader {
  /// The bytes of the document, which their owner lends to the reader.
  ///
  /// Code that looks ahead without moving the cursor is a method of these two words, which stay in
  /// registers; a method of the reader gets the whole reader by address. The words never leave the
  /// files named `JSONReader…`, and so never outlive the reader.
  @safe struct Bytes {
    let base: UnsafeRawPointer
    let count: Int

    init(_ base: UnsafeRawPointer, count: Int) {
      unsafe self.base = base
      self.count = count
    }
  }
}

// MARK: - Loads

extension JSONReader.Bytes {
  @inline(__always) func byte(at offset: Int) -> UInt8 {
    assert(offset >= 0 && offset < count)
    // The caller has compared the offset with the count.
    return unsafe base.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// Four bytes, the first in the lowest bits.
  @inline(__always) func halfWord(at offset: Int) -> UInt32 {
    assert(offset >= 0 && offset + 4 <= count)
    // The caller has compared the end of the half word with the count.
    return unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Eight bytes, the first in the lowest bits.
  @inline(__always) func word(at offset: Int) -> UInt64 {
    assert(offset >= 0 && offset + 8 <= count)
    // The caller has compared the end of the word with the count.
    return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Lends the bytes from `start` to `end`, which are in the document.
  @inline(__always) func buffer(from start: Int, to end: Int) -> UnsafeBufferPointer<UInt8> {
    assert(start >= 0 && start <= end && end <= count)
    // Bound to bytes by every owner that lends them.
    return unsafe UnsafeBufferPointer(
      start: (base + start).assumingMemoryBound(to: UInt8.self), count: end - start)
  }

  /// Copies the bytes from `start` to `end`.
  func copied(from start: Int, to end: Int) -> [UInt8] {
    precondition(start >= 0 && start <= end && end <= count, "A range has to lie in the document.")
    // The range was checked, and the array is a copy.
    return unsafe Array(buffer(from: start, to: end))
  }
}

// MARK: - White space, places and errors

extension JSONReader.Bytes {
  /// The offset of the first byte at or after `offset` that is not white space.
  func endOfWhitespace(from offset: Int) -> Int { afterWhitespace(from: offset).offset }

  /// The first offset that is not white space, and the byte there; zero at the end.
  @inline(never) func afterWhitespace(from offset: Int) -> (offset: Int, byte: UInt8) {
    var next = offset
    while next < count {
      let first = byte(at: next)
      switch first {
      case 0x20, 0x0A, 0x09, 0x0D: next &+= 1
      default: return (next, first)
      }
      // Indentation: eight spaces at a time.
      while next &+ 8 <= count {
        let others = word(at: next) ^ 0x2020_2020_2020_2020
        if others == 0 {
          next &+= 8
          continue
        }
        next &+= others.trailingZeroBitCount >> 3
        break
      }
    }
    return (next, 0)
  }

  /// The offset after the byte order mark, if there is one.
  var startOfText: Int {
    guard count >= 3, byte(at: 0) == 0xEF, byte(at: 1) == 0xBB, byte(at: 2) == 0xBF else {
      return 0
    }
    return 3
  }

  func location(of offset: Int) -> (line: Int, column: Int) {
    locations(of: CollectionOfOne(offset))[0]
  }

  /// Lines and columns of ascending offsets, in one pass from the start of the document.
  func locations(of offsets: some Collection<Int>) -> [(line: Int, column: Int)] {
    var locations: [(line: Int, column: Int)] = []
    locations.reserveCapacity(offsets.count)
    var line = 1
    var column = 1
    var next = startOfText
    for offset in offsets {
      let end = min(offset, count)
      while next < end {
        let byte = byte(at: next)
        next += 1
        switch byte {
        case 0x0D where next < count && self.byte(at: next) == 0x0A: break
        case 0x0A, 0x0D:
          line += 1
          column = 1
        case 0x80..<0xC0: break
        default: column += 1
        }
      }
      locations.append((line, column))
    }
    return locations
  }

  @inline(never) func error(_ kind: JSONSyntaxError.Kind, at offset: Int) -> JSONSyntaxError {
    let (line, column) = location(of: offset)
    return JSONSyntaxError(kind, byteOffset: offset, line: line, column: column)
  }

  /// The error for a wrong byte, or the end of the text, at `offset`.
  @inline(never) func unexpected(at offset: Int) -> any Error {
    guard offset < count else {
      let start = startOfText
      return error(
        endOfWhitespace(from: start) == count ? .emptyDocument : .unexpectedEnd, at: offset)
    }
    guard let character = scalar(at: offset) else { return error(.invalidUTF8, at: offset) }
    return error(.unexpectedCharacter(character), at: offset)
  }

  /// The error for text at `offset` that begins like `literal` but continues in another way.
  @inline(never) func misspelled(_ literal: String, at offset: Int) -> any Error {
    var next = offset
    for expected in literal.utf8 {
      guard next < count, byte(at: next) == expected else { break }
      next += 1
    }
    return unexpected(at: next)
  }
}

extension JSONReader.Bytes {
  /// Sixteen bytes.
  @inline(__always) func vector(at offset: Int) -> SIMD16<UInt8> {
    assert(offset >= 0 && offset + 16 <= count)
    // The caller has compared the end of the vector with the count.
    return unsafe base.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
  }

  /// The bytes of a string's text that are a quotation mark, a backslash or a control character.
  @inline(__always) static func marks(in bytes: SIMD16<UInt8>) -> JSONReader.ByteMarks {
    JSONReader.ByteMarks(mask(of: bytes))
  }

  /// The bytes that are a quotation mark or a control character.
  @inline(__always) static func ends(in bytes: SIMD16<UInt8>) -> JSONReader.ByteMarks {
    JSONReader.ByteMarks((bytes .== repeated(UInt8(ascii: "\""))) .| (bytes .< repeated(0x20)))
  }

  /// The bytes that `marks` finds, and those beyond ASCII.
  @inline(__always) static func marksAndNonASCII(in bytes: SIMD16<UInt8>) -> JSONReader.ByteMarks {
    JSONReader.ByteMarks(mask(of: bytes) .| (bytes .>= repeated(0x80)))
  }

  /// Whether a byte is beyond ASCII.
  @inline(__always) static func hasNonASCII(_ bytes: SIMD16<UInt8>) -> Bool {
    let words = JSONReader.ByteMarks(bytes)
    return (words.low | words.high) & 0x8080_8080_8080_8080 != 0
  }

  @inline(__always) static func hasBackslash(_ bytes: SIMD16<UInt8>) -> Bool {
    !JSONReader.ByteMarks(bytes .== repeated(UInt8(ascii: "\\"))).isEmpty
  }

  @inline(__always) static func quotes(in bytes: SIMD16<UInt8>) -> JSONReader.ByteMarks {
    JSONReader.ByteMarks(bytes .== repeated(UInt8(ascii: "\"")))
  }

  /// The bytes that open or close an object or an array, within strings too.
  @inline(__always) static func brackets(in bytes: SIMD16<UInt8>) -> JSONReader.ByteMarks {
    // This bit distinguishes the square ones from the curly ones.
    let curly = bytes | repeated(0x20)
    return JSONReader.ByteMarks(
      (curly .== repeated(UInt8(ascii: "{"))) .| (curly .== repeated(UInt8(ascii: "}"))))
  }

  /// The largest number of bytes for `lines(from:to:)`, because each lane counts in a byte.
  static let mostCounted = 255 * 16

  /// The number of line feeds in the bytes from `start` to `end`, and of characters after the last
  /// one, or in all; nil if there are carriage returns.
  ///
  /// The number of bytes is a multiple of sixteen.
  @inline(__always) func lines(
    from start: Int, to end: Int
  ) -> (lineFeeds: Int, column: Int)? {
    assert((end - start) % 16 == 0 && end - start <= Self.mostCounted)
    var (lineFeeds, continuations) = (SIMD16<UInt8>(), SIMD16<UInt8>())
    var returns = SIMD16<UInt8>()
    var next = start
    while next < end {
      let bytes = vector(at: next)
      // A lane of a mask is a byte, zero or with all bits set, which is minus one. An assigning
      // operator would go lane by lane.
      let feeds = unsafe unsafeBitCast(bytes .== Self.repeated(0x0A), to: SIMD16<UInt8>.self)
      lineFeeds = lineFeeds &- feeds
      let ends = unsafe unsafeBitCast(bytes .== Self.repeated(0x0D), to: SIMD16<UInt8>.self)
      returns = returns | ends
      let inside = (bytes .>= Self.repeated(0x80)) .& (bytes .< Self.repeated(0xC0))
      let others = unsafe unsafeBitCast(inside, to: SIMD16<UInt8>.self)
      continuations = continuations &- others
      next &+= 16
    }
    guard JSONReader.ByteMarks(returns).isEmpty else { return nil }
    let count = JSONReader.ByteMarks(lineFeeds).sum
    if count == 0 { return (0, end &- start &- JSONReader.ByteMarks(continuations).sum) }
    var column = 0
    var last = end &- 1
    while byte(at: last) != 0x0A {
      if byte(at: last) & 0xC0 != 0x80 { column &+= 1 }
      last &-= 1
    }
    return (count, column)
  }

  @inline(__always) private static func mask(of bytes: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    // Compares vectors, because comparing a vector and a byte goes lane by lane.
    (bytes .== repeated(UInt8(ascii: "\""))) .| (bytes .== repeated(UInt8(ascii: "\\")))
      .| (bytes .< repeated(0x20))
  }

  @inline(__always) private static func repeated(_ byte: UInt8) -> SIMD16<UInt8> {
    SIMD16(repeating: byte)
  }
}

extension JSONReader {
  /// Some of sixteen bytes.
  struct ByteMarks {
    /// Both halves: a marked byte has all bits set, and the first byte is the lowest.
    let low: UInt64
    let high: UInt64

    @inline(__always) init(_ mask: SIMDMask<SIMD16<Int8>>) {
      // A lane of a mask is a byte, zero or with all bits set.
      self.init(unsafe unsafeBitCast(mask, to: SIMD16<UInt8>.self))
    }

    @inline(__always) init(_ bytes: SIMD16<UInt8>) {
      // Both are plain bytes, of equal number.
      let words = unsafe unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
      low = UInt64(littleEndian: words.x)
      high = UInt64(littleEndian: words.y)
    }

    /// Test this before `first`: a loop whose next step depends on the index, and not on a
    /// predicted branch, waits for each vector.
    @inline(__always) var isEmpty: Bool { low | high == 0 }

    /// The index of the first marked byte; there has to be one.
    @inline(__always) var first: Int {
      low != 0 ? low.trailingZeroBitCount >> 3 : 8 &+ high.trailingZeroBitCount >> 3
    }

    /// The sum of all bytes.
    @inline(__always) var sum: Int {
      let even: UInt64 = 0x00FF_00FF_00FF_00FF
      let pairs = (low & even) &+ (low >> 8 & even) &+ (high & even) &+ (high >> 8 & even)
      return Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) >> 48)
    }
  }
}
