import Foundation

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
  @discardableResult @inline(__always) mutating func double(_ value: Double) -> Bool {
    guard value.isFinite else { return false }
    // All integers up to this one are doubles, so that no fewer digits would do.
    if !whole(value, limit: 0x1p53) { fraction(value) }
    return true
  }

  @inline(never) private mutating func fraction(_ value: Double) {
    decimal(
      ShortestDecimal(value.magnitude), isNegative: value.sign == .minus,
      isLarge: value.magnitude > 0x1p53)
  }

  /// Writes the shortest text that is read back as the same Float; see `double`.
  @discardableResult mutating func float(_ value: Float) -> Bool {
    guard value.isFinite else { return false }
    if !whole(Double(value), limit: 0x1p24) {
      decimal(
        ShortestDecimal(value.magnitude), isNegative: value.sign == .minus,
        isLarge: value.magnitude > 0x1p24)
    }
    return true
  }

  /// Writes a finite number in full, without an exponent: what `Decimal.description` is, which takes
  /// microseconds.
  mutating func decimal(_ value: Decimal) {
    guard let number = value.digits else { return rawNumber(value.description) }
    let exponent = number == 0 ? 0 : value.exponent
    prepareValue(reserving: 64 &+ Int(exponent.magnitude))
    if number != 0, value.isSignMinus { store(UInt8(ascii: "-")) }
    guard exponent < 0 else {
      digits(number)
      for _ in 0..<exponent { store(UInt8(ascii: "0")) }
      return
    }
    var (whole, fraction): (UInt64, UInt64) = (0, number)
    if exponent > -20 {
      var power: UInt64 = 1
      for _ in exponent..<0 { power &*= 10 }
      (whole, fraction) = number.quotientAndRemainder(dividingBy: power)
    }
    digits(whole)
    store(UInt8(ascii: "."))
    var places = -exponent
    var rest = fraction
    repeat {
      places -= 1
      rest /= 10
    } while rest > 0
    for _ in 0..<places { store(UInt8(ascii: "0")) }
    digits(fraction)
  }

  /// Writes a number whose text is made already.
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

  /// Writes a whole number up to `limit`; returns false for others.
  @inline(__always) private mutating func whole(_ value: Double, limit: Double) -> Bool {
    let magnitude = value.magnitude
    guard magnitude <= limit else { return false }
    let whole = UInt64(magnitude)
    guard Double(whole) == magnitude else { return false }
    prepareValue(reserving: 32)
    if value.sign == .minus { store(UInt8(ascii: "-")) }
    digits(whole)
    return true
  }

  /// Writes a number in the form of `Double.description`, without a fraction of zero: with an
  /// exponent if it is large, or below 10^-4.
  @inline(__always) private mutating func decimal(
    _ decimal: ShortestDecimal, isNegative: Bool, isLarge: Bool
  ) {
    prepareValue(reserving: 64)
    if isNegative { store(UInt8(ascii: "-")) }
    // Sixteen digits, the first in the lowest byte, and the one that may come before them.
    let (upper, lower) = decimal.digits.quotientAndRemainder(dividingBy: 100_000_000)
    let (first, middle) = upper.quotientAndRemainder(dividingBy: 100_000_000)
    var text = UInt128(Self.eightDigits(lower)) << 64 | UInt128(Self.eightDigits(middle))
    let values = text & 0x0F0F_0F0F_0F0F_0F0F_0F0F_0F0F_0F0F_0F0F
    let zerosAfter = values.leadingZeroBitCount >> 3
    var zerosBefore = 0
    if first == 0 {
      zerosBefore = values.trailingZeroBitCount >> 3
      text &>>= UInt128(truncatingIfNeeded: zerosBefore &* 8)
    }
    let leading = first == 0 ? 0 : 1
    let length = 16 &- zerosBefore &- zerosAfter
    // How many digits stand before the point.
    var point = 16 &+ leading &- zerosBefore &+ decimal.exponent
    let exponent = point &- 1
    let hasExponent = isLarge || point < -3
    if hasExponent { point = 1 }
    if point <= 0 {
      // A zero, the point, and up to three zeros.
      storeWord(0x30_3030_2E30, count: 2 &- point)
    }
    if first != 0 { store(UInt8(truncatingIfNeeded: first) &+ 0x30) }
    let whole = point <= 0 ? length : point &- leading
    storeSixteen(text)
    if whole < length {
      count &+= whole
      store(UInt8(ascii: "."))
      storeSixteen(text &>> UInt128(truncatingIfNeeded: whole &* 8))
      count &+= length &- whole
    } else {
      count &+= length
    }
    if hasExponent { storeExponent(exponent) }
  }

  @inline(never) private mutating func storeExponent(_ exponent: Int) {
    store(UInt8(ascii: "e"))
    store(exponent < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    // Two digits at least.
    if exponent.magnitude < 10 { store(UInt8(ascii: "0")) }
    digits(UInt64(exponent.magnitude))
  }

  /// Stores sixteen bytes, the first in the lowest bits, where there is room for them; the caller
  /// counts those that stay.
  @inline(__always) private mutating func storeSixteen(_ bytes: UInt128) {
    assert(count + 16 <= capacity)
    // The caller has reserved sixteen bytes.
    unsafe buffer.storeBytes(of: bytes.littleEndian, toByteOffset: count, as: UInt128.self)
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
    if upper < 10 {
      store(UInt8(truncatingIfNeeded: upper) &+ 0x30)
    } else if upper < 100_000_000 {
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
