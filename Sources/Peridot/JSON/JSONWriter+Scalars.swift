extension JSONWriter {
  @inline(__always) mutating func null() {
    prepareValue(reserving: 8)
    storeWord(0x6C6C_756E, count: 4)
  }

  @inline(__always) mutating func bool(_ value: Bool) {
    prepareValue(reserving: 8)
    if value { storeWord(0x6575_7274, count: 4) } else { storeWord(0x65_736C_6166, count: 5) }
  }

  /// Writes an integer.
  @inline(__always) mutating func integer<T: FixedWidthInteger>(_ value: T) {
    if T.bitWidth <= 64 {
      prepareValue(reserving: 24)
      if T.isSigned, value < 0 { store(UInt8(ascii: "-")) }
      digits(UInt64(truncatingIfNeeded: value.magnitude))
    } else {
      rawNumber(String(value))
    }
  }

  /// Writes the shortest text that is read back as the same number; 5.0 is `5`.
  ///
  /// Writes nothing and returns false for what JSON has no text for: infinity and not-a-number.
  @discardableResult mutating func double(_ value: Double) -> Bool {
    guard value.isFinite else { return false }
    if let integer = Int64(exactly: value), integer.magnitude < 1 << 53,
      integer != 0 || value.sign == .plus
    {
      self.integer(integer)
    } else {
      number(value.description)
    }
    return true
  }

  /// Writes the shortest text that is read back as the same Float; see `double`.
  @discardableResult mutating func float(_ value: Float) -> Bool {
    guard value.isFinite else { return false }
    number(value.description)
    return true
  }

  /// Writes a number whose text is made already, as `Decimal.description`.
  mutating func rawNumber(_ text: String) {
    prepareValue(reserving: 0)
    plain(text, count: text.utf8.count)
  }

  /// Writes a value whose text is made already.
  mutating func raw(_ bytes: [UInt8]) {
    prepareValue(reserving: bytes.count)
    for byte in bytes { store(byte) }
  }

  /// Writes the text of a floating-point number, without a fraction of zero.
  private mutating func number(_ text: String) {
    prepareValue(reserving: 0)
    let count = text.utf8.count
    plain(text, count: text.hasSuffix(".0") ? count - 2 : count)
  }

  private mutating func plain(_ text: String, count: Int) {
    reserve(count)
    for byte in text.utf8.prefix(count) { store(byte) }
  }

  /// Stores up to eight bytes, the first in the lowest bits, where there is room for eight.
  @inline(__always) private mutating func storeWord(_ word: UInt64, count length: Int) {
    assert(count + 8 <= capacity)
    // The caller has reserved eight bytes.
    unsafe buffer.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
    count += length
  }

  /// Stores the digits of a number, two at a time, where there is room for twenty.
  @inline(__always) private mutating func digits(_ value: UInt64) {
    if value < 10 { return store(UInt8(truncatingIfNeeded: value) + 0x30) }
    manyDigits(value)
  }

  @inline(never) private mutating func manyDigits(_ value: UInt64) {
    let length = Self.digitCount(of: value)
    assert(count + length <= capacity)
    var rest = value
    var offset = count + length
    // The offset goes down from the end of the digits to their start, in what was reserved.
    while rest >= 100 {
      let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
      offset -= 2
      unsafe buffer.storeBytes(of: Self.pair(pair), toByteOffset: offset, as: UInt16.self)
      rest = quotient
    }
    if rest >= 10 {
      unsafe buffer.storeBytes(of: Self.pair(rest), toByteOffset: count, as: UInt16.self)
    } else {
      unsafe buffer.storeBytes(
        of: UInt8(truncatingIfNeeded: rest) + 0x30, toByteOffset: count, as: UInt8.self)
    }
    count += length
  }

  /// The two digits of a number below a hundred, the first in the byte that is stored first.
  @inline(__always) private static func pair(_ value: UInt64) -> UInt16 {
    let tens = (value * 103) >> 10
    let digits = tens | ((value - tens * 10) << 8)
    return (UInt16(truncatingIfNeeded: digits) | 0x3030).littleEndian
  }

  @inline(__always) private static func digitCount(of value: UInt64) -> Int {
    var count = 1
    var limit: UInt64 = 10
    while value >= limit {
      count += 1
      if count == 20 { break }
      limit *= 10
    }
    return count
  }
}
