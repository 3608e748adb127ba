extension JSONWriter {
  @inline(__always) mutating func null() {
    prepareValue(reserving: 8)
    storeWord(0x6C6C_756E, count: 4)
  }

  @inline(__always) mutating func bool(_ value: Bool) {
    prepareValue(reserving: 8)
    storeBool(value)
  }

  /// Writes a member whose value is a Boolean.
  @inline(__always) mutating func member(_ key: JSONOutputKey, _ value: Bool) {
    self.key(key, reserving: 8)
    storeBool(value)
  }

  @inline(__always) private mutating func storeBool(_ value: Bool) {
    storeWord(value ? 0x6575_7274 : 0x65_736C_6166, count: value ? 4 : 5)
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

  /// Writes a member whose value is an integer.
  @inline(__always) mutating func member(_ key: JSONOutputKey, _ value: Int) {
    self.key(key, reserving: 24)
    if value < 0 { store(UInt8(ascii: "-")) }
    digits(UInt64(value.magnitude))
  }

  /// Writes the shortest text that is read back as the same number; 5.0 is `5`.
  ///
  /// Writes nothing and returns false for what JSON has no text for: infinity and not-a-number.
  @discardableResult mutating func double(_ value: Double) -> Bool {
    guard value.isFinite else { return false }
    if !shortNumber(value) { number(value.description) }
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
    plain(text)
  }

  /// Writes a value whose text is made already.
  mutating func raw(_ bytes: [UInt8]) {
    prepareValue(reserving: bytes.count)
    // There is room for as many bytes.
    unsafe bytes.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress else { return }
      unsafe (buffer + count).copyMemory(from: source, byteCount: bytes.count)
    }
    count += bytes.count
  }

  /// Writes the text of a floating-point number, without a fraction of zero.
  private mutating func number(_ text: String) {
    prepareValue(reserving: 0)
    plain(text)
    // A number has a digit before its point, so that the last two bytes are its own.
    let ending = unsafe (buffer + count - 2).loadUnaligned(as: UInt16.self)
    if UInt16(littleEndian: ending) == 0x302E { count &-= 2 }
  }

  private mutating func plain(_ text: String) {
    let length = text.utf8.count
    reserve(length)
    var text = text
    // There is room for as many bytes.
    text.withUTF8 { bytes in
      guard let source = bytes.baseAddress else { return }
      unsafe (buffer + count).copyMemory(from: source, byteCount: bytes.count)
    }
    count &+= length
  }

  /// Stores up to eight bytes, the first in the lowest bits, where there is room for eight.
  @inline(__always) private mutating func storeWord(_ word: UInt64, count length: Int) {
    assert(count + 8 <= capacity)
    // The caller has reserved eight bytes.
    unsafe buffer.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
    count &+= length
  }

  /// Writes a number of few digits, as prices and most measurements are; returns false for others.
  ///
  /// With up to fifteen digits, no two decimals are the same double. So the first decimal that is the
  /// number is also the shortest that is, and to try decimals costs less than to derive them.
  @inline(__always) private mutating func shortNumber(_ value: Double) -> Bool {
    let magnitude = value.magnitude
    guard magnitude < 1e15 else { return false }
    let whole = UInt64(magnitude)
    if Double(whole) == magnitude {
      prepareValue(reserving: 32)
      if value.sign == .minus { store(UInt8(ascii: "-")) }
      digits(whole)
      return true
    }
    // Smaller ones are written with an exponent.
    guard magnitude >= 1e-3 else { return false }
    for places in 1...8 {
      let power = Double.powersOfTen[places]
      let scaled = magnitude * power
      guard scaled < 1e15 else { return false }
      let digits = Int64(scaled + 0.5)
      let decimal = Double(digits)
      // Far from whole; the division, which decides, is spared.
      if abs(scaled - decimal) > scaled * 0x1p-50 { continue }
      if decimal / power == magnitude {
        let (whole, fraction) = UInt64(digits).quotientAndRemainder(dividingBy: UInt64(power))
        prepareValue(reserving: 40)
        if value.sign == .minus { store(UInt8(ascii: "-")) }
        self.digits(whole)
        store(UInt8(ascii: "."))
        // The last of eight digits.
        storeWord(Self.eightDigits(fraction) >> UInt64(8 * (8 - places)), count: places)
        return true
      }
    }
    return false
  }

  /// Stores the digits of a number, eight at a time, where there is room for 24 bytes.
  @inline(__always) private mutating func digits(_ value: UInt64) {
    if value < 10 {
      store(UInt8(truncatingIfNeeded: value) + 0x30)
    } else if value < 100_000_000 {
      firstDigits(value)
    } else {
      manyDigits(value)
    }
  }

  @inline(never) private mutating func manyDigits(_ value: UInt64) {
    let (upper, lower) = value.quotientAndRemainder(dividingBy: 100_000_000)
    if upper < 100_000_000 {
      firstDigits(upper)
    } else {
      let (first, middle) = upper.quotientAndRemainder(dividingBy: 100_000_000)
      firstDigits(first)
      storeWord(Self.eightDigits(middle), count: 8)
    }
    storeWord(Self.eightDigits(lower), count: 8)
  }

  /// Stores a number below 10^8 without zeros before it.
  @inline(__always) private mutating func firstDigits(_ value: UInt64) {
    let digits = Self.eightDigits(value)
    // The first digit is in the lowest byte; the last counts even if it is zero.
    let zeros = (digits & 0x0F0F_0F0F_0F0F_0F0F | 1 << 56).trailingZeroBitCount >> 3
    storeWord(digits >> UInt64(8 * zeros), count: 8 - zeros)
  }

  /// The eight digits of a number below 10^8, the first in the lowest byte.
  @inline(__always) private static func eightDigits(_ value: UInt64) -> UInt64 {
    // Two fours, then four twos, then eight ones, side by side: each step divides all parts at once,
    // by multiplying with the reciprocal, and moves the remainders one place up.
    let upper = value / 10_000
    let fours = upper | (value - upper * 10_000) << 32
    let hundreds = ((fours &* 10_486) >> 20) & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- hundreds &* 100) << 16
    let tens = ((twos &* 103) >> 10) & 0x000F_000F_000F_000F
    return tens | (twos &- tens &* 10) << 8 | 0x3030_3030_3030_3030
  }
}
