extension JSONReader {
  /// Strings of up to 15 ASCII bytes, made without a call.
  ///
  /// The standard library keeps such a string in the String's own two words: the bytes, and in the
  /// last byte 0xE0 plus their number. Its binary interface defines that on Apple's 64-bit systems,
  /// and it does the same elsewhere. A test with the library's own strings checks that once; if it
  /// fails, the library makes all strings. Measured: 4 ns instead of 8.
  enum SmallText {
    static let limit = 15

    /// Whether the standard library makes strings of the same bits.
    @inline(__always)
    static var isUsable: Bool { usable.holds(makesSameBits) }

    private static let usable = AskedOnce()

    private static func makesSameBits() -> Bool {
      guard Int.bitWidth == 64, MemoryLayout<String>.size == 16, 1.littleEndian == 1 else {
        return false
      }
      // No string at all is a second word of zero.
      let none = unsafe unsafeBitCast(String?.none, to: (UInt64, UInt64).self)
      return none.1 == 0
        && (0...limit).allSatisfy { count in
          let bytes = (0..<count).map { UInt8($0 * 5 + 0x21) }
          let made = String(decoding: bytes, as: UTF8.self)
          var low: UInt64 = 0
          var high: UInt64 = 0
          for (index, byte) in bytes.enumerated() {
            if index < 8 {
              low |= UInt64(byte) << UInt64(8 * index)
            } else {
              high |= UInt64(byte) << UInt64(8 * index - 64)
            }
          }
          // A string is two words; all bits are compared.
          let bits = unsafe unsafeBitCast(made, to: (UInt64, UInt64).self)
          return bits.0 == low && bits.1 == high | tag(count)
        }
    }

    /// Makes the string of the first `count` bytes of two words, the first byte in the lowest bits.
    ///
    /// The bytes are ASCII, at most fifteen, and `isUsable` is true.
    @inline(__always)
    static func string(_ low: UInt64, _ high: UInt64, count: Int) -> String {
      let bits = UInt64(truncatingIfNeeded: count) &* 8
      let kept: (UInt64, UInt64) =
        count < 8
        ? (low & ((1 << bits) &- 1), 0) : (low, high & ((1 << (bits &- 64)) &- 1))
      var words = (kept.0, kept.1 | tag(count))
      // Sound: these are the bits that the standard library gives such a string, as was checked.
      // Moving a string out of memory counts no reference, while a cast does.
      return unsafe withUnsafeMutableBytes(of: &words) {
        unsafe $0.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: String.self).move()
      }
    }

    /// Returns whether text, or an Optional of it, refers to no memory, by its second word.
    @inline(__always)
    static func isInPlace(_ word: UInt64) -> Bool { word == 0 || word >> 60 == 0xE }

    /// The two words of a string that has no other memory, in the form for `string`; nil for any
    /// other.
    @inline(__always)
    static func words(of string: String) -> (low: UInt64, high: UInt64, count: Int)? {
      // A string is two words, which is checked first.
      guard isUsable else { return nil }
      let bits = unsafe unsafeBitCast(string, to: LentMembers.NameWords.self)
      let count = Int(truncatingIfNeeded: bits.high >> 56 & 0xF)
      // The last byte tells the string's form.
      guard bits.high >> 56 == 0xE0 | UInt64(truncatingIfNeeded: count) else { return nil }
      return (bits.low, bits.high & 0x00FF_FFFF_FFFF_FFFF, count)
    }

    @inline(__always)
    private static func tag(_ count: Int) -> UInt64 {
      UInt64(truncatingIfNeeded: 0xE0 | count) << 56
    }
  }
}

extension PlainMemory {
  /// Replaces text, or an Optional of text, which has the same layout.
  ///
  /// Releasing text that is mostly empty would take as long as comparing a member's name.
  @inline(__always)
  func storeText(_ text: consuming String?, at offset: Int) {
    if let text, let kept = keptText(at: offset), kept.hasSameScalars(as: text) { return }
    if JSONReader.SmallText.isUsable, JSONReader.SmallText.isInPlace(word(at: offset &+ 8)) {
      initialize(text, at: offset)
    } else {
      store(text, at: offset)
    }
  }
}
